/* NumPy arrays (.npy), format versions 1 to 3:
 *
 *     "\x93NUMPY", major, minor, length of the header (2 bytes; 4 from version 2 on)
 *     header    {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }
 *     values    row by row
 *
 * Whole numbers, truth values, floats and texts, little-endian, in C order. Arrays of objects
 * are refused: to read them is to run what they hold. */
#ifndef AD_DATA_NPY_H
#define AD_DATA_NPY_H

#include "data/source.h"
#include "data/words.h"

enum { AD_NPY_DIMS = 4, AD_NPY_TEXT = 4096 /* bytes of a text */ };

typedef struct ad_npy {
    char kind;   /* 'b' truth, 'u' unsigned, 'i' signed, 'f' float; 'U' and 'S' texts */
    size_t size; /* bytes of a value: 1, 2, 4 or 8 (f: 2, 4 or 8); of a text up to AD_NPY_TEXT */
    size_t n_dims, dims[AD_NPY_DIMS];
    size_t count; /* values: the product of dims; count * size fits a size_t */
} ad_npy;

/* Read the header at the beginning of a stream. */
adrop_status ad_npy_header(ad_stream *s, ad_npy *array);

/* The next count values of the stream appended to bytes, as float or int32_t.
 * ADROP_EFORMAT, naming the value, for one that is not finite or does not fit. */
adrop_status ad_npy_floats(ad_stream *s, const ad_npy *array, adrop_ctx *ctx, ad_bytes *out);
adrop_status ad_npy_ints(ad_stream *s, const ad_npy *array, adrop_ctx *ctx, ad_bytes *out);

static inline bool ad_npy_is_text(const ad_npy *array)
{
    return array->kind == 'U' || array->kind == 'S';
}

/* npy_text.c: the next count texts of the stream as numbers of words (int32_t) appended to out; new
 * words are added to words, as UTF-8. */
adrop_status ad_npy_texts(ad_stream *s, const ad_npy *array, adrop_ctx *ctx, ad_words *words,
                          ad_bytes *out);

#endif
