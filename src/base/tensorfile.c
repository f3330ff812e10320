/* Shared by the writer and the reader of safetensors files: sizes, checksums, names in messages;
 * and lookups in a file that was read. */
#include "base/tensorfile_impl.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <xxhash.h>

#include "base/memory.h"

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "tensors are kept as in memory");

bool ad_is_sum(const char *key)
{
    return !strncmp(key, AD_SUM_PREFIX, strlen(AD_SUM_PREFIX));
}

bool ad_file_tensor_size(const ad_file_tensor *tensor, size_t *size)
{
    *size = sizeof(float);
    for (size_t i = 0; i < tensor->n_dims; i++)
        if (tensor->dims[i] > PTRDIFF_MAX || __builtin_mul_overflow(*size, tensor->dims[i], size) ||
            *size > PTRDIFF_MAX)
            return false;
    return true;
}

static char *hex(uint64_t sum, char *text)
{
    snprintf(text, AD_SUM_SIZE, "%016" PRIx64, sum);
    return text;
}

char *ad_tensor_sum(const ad_file_tensor *tensor, char *text)
{
    size_t size = 0;

    ad_file_tensor_size(tensor, &size);
    return hex(XXH3_64bits(size ? (const void *)tensor->values : "", size), text);
}

static uint64_t pair_sum(const char *key, const void *data, size_t size)
{
    return XXH3_64bits_withSeed(data, size, XXH3_64bits(key, strlen(key)));
}

/* Pairs are added, not chained, so a tool that copies the file and sorts its entries does not
 * invalidate the checksum. */
char *ad_content_sum(const ad_file_tensor *tensors, size_t n_tensors, const ad_file_text *texts,
                     size_t n_texts, char *text)
{
    uint64_t sum = 0, dims[AD_MAX_DIMS];

    for (size_t i = 0; i < n_texts; i++)
        sum += pair_sum(texts[i].key, texts[i].value, strlen(texts[i].value));
    for (size_t i = 0; i < n_tensors; i++) {
        for (size_t j = 0; j < tensors[i].n_dims; j++)
            dims[j] = tensors[i].dims[j];
        sum += pair_sum(tensors[i].name, dims, tensors[i].n_dims * sizeof dims[0]);
    }
    return hex(sum, text);
}

void ad_tensorfile_release(ad_tensorfile *file)
{
    json_decref(file->header);
    ad_free(file->ctx, file->tensors);
    ad_free(file->ctx, file->texts);
    ad_free(file->ctx, file->converted);
    ad_free(file->ctx, file->memory);
    *file = (ad_tensorfile){ 0 };
}

const ad_file_tensor *ad_tensorfile_tensor(const ad_tensorfile *file, const char *name)
{
    for (size_t i = 0; i < file->n_tensors; i++)
        if (!strcmp(file->tensors[i].name, name))
            return &file->tensors[i];
    return NULL;
}

const char *ad_tensorfile_text(const ad_tensorfile *file, const char *key)
{
    for (size_t i = 0; i < file->n_texts; i++)
        if (!strcmp(file->texts[i].key, key))
            return file->texts[i].value;
    return NULL;
}
