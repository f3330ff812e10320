/* Shared by the files behind tensorfile.h. */
#ifndef AD_BASE_TENSORFILE_IMPL_H
#define AD_BASE_TENSORFILE_IMPL_H

#include <stdbool.h>

#include "base/tensorfile.h"

#define AD_METADATA   "__metadata__"
#define AD_SUM_PREFIX "xxh3:"
#define AD_SUM_SIZE   17 /* 16 digits and the final zero */

bool ad_is_sum(const char *key);

/* Bytes of the values, from the dims; false on overflow. */
bool ad_file_tensor_size(const ad_file_tensor *tensor, size_t *size);

/* The two kinds of checksum, written to text (AD_SUM_SIZE), which is returned. The sizes of the
 * tensors must have been checked. */
char *ad_tensor_sum(const ad_file_tensor *tensor, char *text);
char *ad_content_sum(const ad_file_tensor *tensors, size_t n_tensors, const ad_file_text *texts,
                     size_t n_texts, char *text);

/* A data type in a file, and the conversion of one value to float (tensorfile_dtype.c). */
typedef struct ad_file_dtype {
    const char *name;
    size_t size; /* bytes of a value */
    float (*value)(const char *bytes);
} ad_file_dtype;

/* NULL for a type that cannot be read. */
const ad_file_dtype *ad_file_dtype_find(const char *name);

/* A file being read. */
typedef struct ad_reader {
    adrop_ctx *ctx;
    const char *path;
    const char *tensor; /* the current one, for messages, or NULL */
    ad_tensorfile *file;
    size_t size;        /* bytes of file->memory */
    const char *header; /* (header_size), in file->memory, without its padding */
    size_t header_size;
    char *data; /* (data_size), in file->memory: the tensors */
    size_t data_size;
} ad_reader;

/* ADROP_EFORMAT with the file, the tensor if there is one, and the reason. */
__attribute__((format(printf, 2, 3))) adrop_status ad_reader_refuse(const ad_reader *r,
                                                                    const char *format, ...);

/* Find header and data in file->memory and parse the header into file->header, which is then a JSON
 * object without duplicate keys. */
adrop_status ad_reader_parse(ad_reader *r);

#endif
