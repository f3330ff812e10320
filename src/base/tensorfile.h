/* Safetensors files: named float tensors and a few texts in one file.
 *
 *     8 bytes   length N of the header, little-endian
 *     N bytes   header: a JSON object, name -> {dtype, shape, data_offsets}, and
 *               "__metadata__" -> {text: text}; ours is padded with spaces so that
 *               the tensors start at a multiple of 64
 *     the rest  the tensors, in order, without holes
 *
 * A reader treats the file as hostile: every number is checked before use, and the memory allocated
 * is bounded by the file's own size.
 *
 * The format has no checksums, so ours are stored as texts, each as 16 hex digits. They are checked
 * if present; either all or none must be:
 *
 *     "xxh3:<name>"  XXH3_64bits of the values of the tensor of that name, as floats
 *     "xxh3:"        all other content, in any order: the sum modulo 2^64 of h(key, value) of
 *                    every other text that is not a checksum itself, and of h(name, dims) of
 *                    every tensor, dims being 8 little-endian bytes each; h(a, b) is
 *                    XXH3_64bits of b with XXH3_64bits of a as seed
 *
 * Hence tensor names must not be empty, and texts "xxh3:..." are reserved. Values are stored
 * unchanged, whether finite or not. Little-endian machines only. */
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

/* A tensor to write, or one that was read. Only F32 is written; F64, F16, BF16 and I64 can also be
 * read, and are converted to floats. */
typedef struct ad_file_tensor {
    const char *name; /* UTF-8, like all texts here */
    size_t n_dims;    /* 0: a single value */
    size_t dims[AD_MAX_DIMS];
    const float *values; /* product of dims */
} ad_file_tensor;

typedef struct ad_file_text {
    const char *key, *value;
} ad_file_text;

/* Write tensors and texts to path, atomically (base/file.h). ADROP_EINVAL, with the old file
 * unchanged, for a name or key that is repeated, reserved or not UTF-8, for too many dimensions,
 * and for sizes that a reader refuses. */
adrop_status ad_tensorfile_write(adrop_ctx *ctx, const char *path, const ad_file_tensor *tensors,
                                 size_t n_tensors, const ad_file_text *texts, size_t n_texts);

/* The same into memory, *bytes (*size), freed with ad_free; messages use name. */
adrop_status ad_tensorfile_pack(adrop_ctx *ctx, const char *name, const ad_file_tensor *tensors,
                                size_t n_tensors, const ad_file_text *texts, size_t n_texts,
                                char **bytes, size_t *size);

/* A file that was read; tensors and texts point into its memory. */
typedef struct ad_tensorfile {
    adrop_ctx *ctx;
    ad_file_tensor *tensors; /* (n_tensors), in file order */
    size_t n_tensors;
    ad_file_text *texts; /* (n_texts), without the checksums */
    size_t n_texts;
    int has_sums;     /* they were present and correct */
    void *memory;     /* owned: the file's bytes */
    void *header;     /* owned: the parsed header */
    float *converted; /* owned: values that are not floats in the file, or not aligned */
} ad_tensorfile;

/* ADROP_EIO if the file cannot be read or is longer than limit bytes; ADROP_EFORMAT, with file,
 * field and reason, if its contents are invalid. Release *file after a success; it is empty after a
 * failure. */
adrop_status ad_tensorfile_read(adrop_ctx *ctx, const char *path, size_t limit,
                                ad_tensorfile *file);

/* The same from the bytes of a file, which are copied. */
adrop_status ad_tensorfile_unpack(adrop_ctx *ctx, const char *name, const void *bytes, size_t size,
                                  ad_tensorfile *file);

/* Convert a 16-bit number, IEEE 754's binary16. */
float ad_float_of_half(uint16_t half);

/* Releasing twice, or an empty one, is fine. */
void ad_tensorfile_release(ad_tensorfile *file);

/* The tensor or text of that name, or NULL. */
const ad_file_tensor *ad_tensorfile_tensor(const ad_tensorfile *file, const char *name);
AD_LAB const char *ad_tensorfile_text(const ad_tensorfile *file, const char *key);

#endif
