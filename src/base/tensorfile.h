/* Safetensors files: named float tensors and a few texts in one file.
 *
 *     8 bytes   length N of the header, little-endian
 *     N bytes   header: a JSON object, name -> {dtype, shape, data_offsets}, and
 *               "__metadata__" -> {text: text}; ours is padded with spaces so that
 *               the tensors start at a multiple of 64
 *     the rest  the tensors, in order, without holes
 *
 * A reader treats the file as hostile: every number is checked before it is used,
 * and the memory taken is bounded by the file's own size.
 *
 * The format has no checksums, so ours are kept among the texts, each as 16 hex
 * digits, and checked where they are present (all of them or none must be):
 *
 *     "xxh3:<name>"  XXH3_64bits of the values of the tensor of that name, as floats
 *     "xxh3:"        the rest of the content, in any order: the sum modulo 2^64 of
 *                    h(key, value) of every other text that is no sum itself, and of
 *                    h(name, dims) of every tensor, dims being 8 little-endian bytes
 *                    each; h(a, b) is XXH3_64bits of b with XXH3_64bits of a as seed
 *
 * Hence a tensor has a name that is not empty, and texts "xxh3:..." are reserved.
 * Values pass as they are, whether finite or not. Little-endian machines only. */
#ifndef AD_BASE_TENSORFILE_H
#define AD_BASE_TENSORFILE_H

#include <stddef.h>
#include <stdint.h>

#include "adrop/context.h"
#include "base/lab.h"

enum {
    AD_MAX_DIMS = 4,
    AD_MAX_HEADER = 16 << 20, /* bytes */
    AD_MAX_ENTRIES = 65536,   /* tensors, and texts, in one file */
};

/* One tensor to write, or one that was read. F32 is written; F64, F16, BF16 and I64 are read, too,
 * and become floats. */
typedef struct ad_file_tensor {
    const char *name; /* UTF-8, as all texts here */
    size_t n_dims;    /* 0: one value */
    size_t dims[AD_MAX_DIMS];
    const float *values; /* product of dims */
} ad_file_tensor;

typedef struct ad_file_text {
    const char *key, *value;
} ad_file_text;

/* Write tensors and texts to path, atomically (base/file.h). ADROP_EINVAL, and the
 * old file stays, for a name or key that is given twice, reserved or not UTF-8, for
 * too many dimensions, and for sizes beyond what a reader accepts. */
adrop_status ad_tensorfile_write(adrop_ctx *ctx, const char *path, const ad_file_tensor *tensors,
                                 size_t n_tensors, const ad_file_text *texts, size_t n_texts);

/* The same as the bytes of a file, *bytes (*size), freed with ad_free; name is what messages call
 * it. */
adrop_status ad_tensorfile_pack(adrop_ctx *ctx, const char *name, const ad_file_tensor *tensors,
                                size_t n_tensors, const ad_file_text *texts, size_t n_texts,
                                char **bytes, size_t *size);

/* A file that was read; its tensors and texts point into it. */
typedef struct ad_tensorfile {
    adrop_ctx *ctx;
    ad_file_tensor *tensors; /* (n_tensors), in file order */
    size_t n_tensors;
    ad_file_text *texts; /* (n_texts), the sums left out */
    size_t n_texts;
    int has_sums;     /* they were there, and right */
    void *memory;     /* owned: the file's bytes */
    void *header;     /* owned: the parsed header */
    float *converted; /* owned: values that are not floats in the file, or not aligned there */
} ad_tensorfile;

/* ADROP_EIO if the file cannot be read or is over limit bytes, ADROP_EFORMAT, with
 * file, field and reason, if anything in it is not as it should be. *file is to be
 * released after a success; it is empty after a failure. */
adrop_status ad_tensorfile_read(adrop_ctx *ctx, const char *path, size_t limit,
                                ad_tensorfile *file);

/* The same from the bytes of a file, which are copied. */
adrop_status ad_tensorfile_unpack(adrop_ctx *ctx, const char *name, const void *bytes, size_t size,
                                  ad_tensorfile *file);

/* A number of 16 bits, IEEE 754's binary16. */
float ad_float_of_half(uint16_t half);

/* Releasing twice, or an empty one, is fine. */
void ad_tensorfile_release(ad_tensorfile *file);

/* The tensor or text of that name, or NULL. */
const ad_file_tensor *ad_tensorfile_tensor(const ad_tensorfile *file, const char *name);
AD_LAB const char *ad_tensorfile_text(const ad_tensorfile *file, const char *key);

#endif
