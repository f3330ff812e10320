/* NumPy arrays (.npy), format versions 1 to 3:
 *
 *     "\x93NUMPY", major, minor, length of the header (2 bytes; 4 from version 2 on)
 *     header    {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }
 *     values    row by row
 *
 * Integers, booleans, floats and texts, little-endian, in C order. Arrays of objects are refused:
 * reading them means running code from the file. */
#ifndef AD_DATA_NPY_H
#define AD_DATA_NPY_H

#include "data/source.h"
#include "data/words.h"

enum { AD_NPY_DIMS = 4, AD_NPY_TEXT = 4096 /* bytes of a text */ };

typedef struct ad_npy {
    char kind;   /* 'b' boolean, 'u' unsigned, 'i' signed, 'f' float; 'U' and 'S' texts */
    size_t size; /* bytes per value: 1, 2, 4 or 8 (f: 2, 4 or 8); per text up to AD_NPY_TEXT */
    size_t n_dims, dims[AD_NPY_DIMS];
    size_t count; /* values: the product of dims; count * size fits a size_t */
} ad_npy;

/* Read the header at the beginning of a stream. */
adrop_status ad_npy_header(ad_stream *s, ad_npy *array);

/* Append the next array->count values of the stream to out, as float or int32_t.
 * ADROP_EFORMAT, naming the value, if one is not finite or does not fit. */
adrop_status ad_npy_floats(ad_stream *s, const ad_npy *array, adrop_ctx *ctx, ad_bytes *out);
adrop_status ad_npy_ints(ad_stream *s, const ad_npy *array, adrop_ctx *ctx, ad_bytes *out);

static inline bool ad_npy_is_text(const ad_npy *array)
{
    return array->kind == 'U' || array->kind == 'S';
}

/* npy_text.c: append the next array->count texts of the stream to out, as word numbers (int32_t);
 * new words are added to words, as UTF-8. */
adrop_status ad_npy_texts(ad_stream *s, const ad_npy *array, adrop_ctx *ctx, ad_words *words,
                          ad_bytes *out);

#endif
