/* What the files behind tensorfile.h share among themselves. */
#ifndef AD_BASE_TENSORFILE_IMPL_H
#define AD_BASE_TENSORFILE_IMPL_H

#include <stdbool.h>

#include "base/tensorfile.h"

#define AD_METADATA   "__metadata__"
#define AD_SUM_PREFIX "xxh3:"
#define AD_SUM_SIZE   17 /* 16 digits and the final zero */

bool ad_is_sum(const char *key);

/* Bytes of the values, from the dims; false if there are too many to count. */
bool ad_file_tensor_size(const ad_file_tensor *tensor, size_t *size);

/* The two kinds of sum, written to text (AD_SUM_SIZE), which is returned. The sizes
 * of the tensors were checked before. */
char *ad_tensor_sum(const ad_file_tensor *tensor, char *text);
char *ad_content_sum(const ad_file_tensor *tensors, size_t n_tensors, const ad_file_text *texts,
                     size_t n_texts, char *text);

/* How the values of a tensor are written, and one of them as a float (tensorfile_dtype.c). */
typedef struct ad_file_dtype {
    const char *name;
    size_t size; /* bytes of a value */
    float (*value)(const char *bytes);
} ad_file_dtype;

/* NULL: there is none of that name that can be read. */
const ad_file_dtype *ad_file_dtype_find(const char *name);

/* A file being read. */
typedef struct ad_reader {
    adrop_ctx *ctx;
    const char *path;
    const char *tensor; /* the one being looked at, for the messages, or NULL */
    ad_tensorfile *file;
    size_t size;        /* bytes of file->memory */
    const char *header; /* (header_size), in file->memory, its padding left out */
    size_t header_size;
    char *data; /* (data_size), in file->memory: the tensors */
    size_t data_size;
} ad_reader;

/* ADROP_EFORMAT with the file, the tensor if there is one, and the reason. */
__attribute__((format(printf, 2, 3))) adrop_status ad_reader_refuse(const ad_reader *r,
                                                                    const char *format, ...);

/* Find header and data in file->memory and parse the one to file->header, which is
 * then a JSON object without duplicate keys. */
adrop_status ad_reader_parse(ad_reader *r);

#endif
