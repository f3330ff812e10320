/* Reading untrusted safetensors files. After the outer structure (tensorfile_parse.c) come each
 * tensor's dtype, shape and offsets, a check that the tensors tile the data, the texts, the
 * checksums. The first error is reported with the file and the field.
 *
 * Memory: the file's bytes, a list of tensors, a list of texts, and the parsed header, to which the
 * names and texts point. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/tensorfile_impl.h"
#include "base/text.h"

/* A tensor and its location. */
typedef struct {
    ad_file_tensor tensor;
    const ad_file_dtype *dtype;
    size_t begin, end, index; /* index: position in the header */
} place;

static bool whole_number(const json_t *value, size_t *number)
{
    *number = (size_t)json_integer_value(value);
    return json_is_integer(value) && json_integer_value(value) >= 0;
}

static adrop_status check_keys(const ad_reader *r, json_t *entry)
{
    static const char *const keys[] = { "dtype", "shape", "data_offsets" };

    if (!json_is_object(entry))
        return ad_reader_refuse(r, "its entry is not an object");
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (!json_object_get(entry, keys[i]))
            return ad_reader_refuse(r, "'%s' is missing", keys[i]);
    for (void *at = json_object_iter(entry); at; at = json_object_iter_next(entry, at)) {
        const char *key = json_object_iter_key(at);
        if (strcmp(key, keys[0]) && strcmp(key, keys[1]) && strcmp(key, keys[2]))
            return ad_reader_refuse(r, "unknown key '%s'", AD_SHOWN(key));
    }
    return ADROP_OK;
}

static adrop_status take_dtype(const ad_reader *r, const json_t *value, place *p)
{
    static const char *const known[] = { "BOOL", "U8",  "I8",  "F8_E5M2", "F8_E4M3", "I16",
                                         "U16",  "I32", "U32", "U64",     "C64" };
    const char *dtype = json_string_value(value);

    if (!dtype)
        return ad_reader_refuse(r, "dtype is not a string");
    if ((p->dtype = ad_file_dtype_find(dtype)))
        return ADROP_OK;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcmp(dtype, known[i]))
            return ad_reader_refuse(r, "dtype %s is not supported: F32, F64, F16, BF16 and I64 are",
                                    dtype);
    return ad_reader_refuse(r, "unknown dtype '%s'", AD_SHOWN(dtype));
}

static adrop_status take_shape(const ad_reader *r, const json_t *shape, ad_file_tensor *tensor)
{
    if (!json_is_array(shape))
        return ad_reader_refuse(r, "shape is not an array");
    tensor->n_dims = json_array_size(shape);
    if (tensor->n_dims > AD_MAX_DIMS)
        return ad_reader_refuse(r, "shape has %zu dimensions, at most %d are supported",
                                tensor->n_dims, AD_MAX_DIMS);
    for (size_t i = 0; i < tensor->n_dims; i++)
        if (!whole_number(json_array_get(shape, i), &tensor->dims[i]))
            return ad_reader_refuse(r, "shape[%zu] is not a whole number from 0 up", i);
    return ADROP_OK;
}

static adrop_status take_place(const ad_reader *r, const json_t *offsets, place *p)
{
    size_t size;

    if (!json_is_array(offsets) || json_array_size(offsets) != 2)
        return ad_reader_refuse(r, "data_offsets is not an array of two");
    if (!whole_number(json_array_get(offsets, 0), &p->begin) ||
        !whole_number(json_array_get(offsets, 1), &p->end))
        return ad_reader_refuse(r, "data_offsets are not whole numbers from 0 up");
    if (p->begin > p->end)
        return ad_reader_refuse(r, "data_offsets end at %zu, before they begin at %zu", p->end,
                                p->begin);
    if (p->end > r->data_size)
        return ad_reader_refuse(r, "data_offsets end at %zu, but the file holds %zu bytes of data",
                                p->end, r->data_size);
    if (!ad_file_tensor_size(&p->tensor, &size))
        return ad_reader_refuse(r, "shape has more values than can be counted");
    size = size / sizeof(float) * p->dtype->size;
    if (p->end - p->begin != size)
        return ad_reader_refuse(r, "data_offsets span %zu bytes, but shape needs %zu",
                                p->end - p->begin, size);
    return ADROP_OK;
}

/* By begin; an empty tensor precedes the one that starts at the same place. */
static int tensorfile_read_compare(const void *a, const void *b)
{
    const place *p = a, *q = b;

    if (p->begin != q->begin)
        return p->begin < q->begin ? -1 : 1;
    if (p->end != q->end)
        return p->end < q->end ? -1 : 1;
    return p->index < q->index ? -1 : p->index > q->index;
}

/* Tensors must cover the data from the first byte to the last, without holes or overlaps. */
static adrop_status check_tiling(ad_reader *r, place *places, size_t n)
{
    size_t done = 0;

    qsort(places, n, sizeof *places, tensorfile_read_compare);
    for (size_t i = 0; i < n; i++) {
        r->tensor = places[i].tensor.name;
        if (places[i].begin > done)
            return ad_reader_refuse(r, "data_offsets begin at %zu and leave a hole from %zu",
                                    places[i].begin, done);
        if (places[i].begin < done)
            return ad_reader_refuse(r,
                                    "data_offsets begin at %zu inside the tensor that ends at %zu",
                                    places[i].begin, done);
        done = places[i].end;
    }
    r->tensor = NULL;
    if (done != r->data_size)
        return ad_reader_refuse(r, "the tensors end at %zu, but the file holds %zu bytes of data",
                                done, r->data_size);
    return ADROP_OK;
}

static adrop_status take_tensor(ad_reader *r, json_t *entry, place *p)
{
    adrop_status status;

    if (!*r->tensor)
        return ad_reader_refuse(r, "its name is empty");
    if ((status = check_keys(r, entry)) ||
        (status = take_dtype(r, json_object_get(entry, "dtype"), p)) ||
        (status = take_shape(r, json_object_get(entry, "shape"), &p->tensor)))
        return status;
    return take_place(r, json_object_get(entry, "data_offsets"), p);
}

static adrop_status take_places(ad_reader *r, place *places)
{
    json_t *header = r->file->header;
    size_t n = 0;

    for (void *at = json_object_iter(header); at; at = json_object_iter_next(header, at)) {
        r->tensor = json_object_iter_key(at);
        if (!strcmp(r->tensor, AD_METADATA))
            continue;
        places[n].tensor.name = r->tensor;
        places[n].index = n;
        adrop_status status = take_tensor(r, json_object_iter_value(at), &places[n]);
        if (status)
            return status;
        n++;
    }
    r->tensor = NULL;
    return check_tiling(r, places, n);
}

/* Can the values be used in place? */
static bool is_in_place(const ad_reader *r, const place *p)
{
    const char *at = r->data + p->begin;

    return !strcmp(p->dtype->name, "F32") && (uintptr_t)at % sizeof(float) == 0;
}

static size_t values_of(const place *p)
{
    return (p->end - p->begin) / p->dtype->size;
}

/* Allocate memory for the values that cannot: at most twice the file's size, because a value has at
 * least 2 bytes there. */
static adrop_status tensorfile_read_make_room(ad_reader *r, const place *places, size_t n)
{
    size_t room = 0;

    for (size_t i = 0; i < n; i++)
        room += is_in_place(r, &places[i]) ? 0 : values_of(&places[i]);
    return room ? AD_NEW_RAW(r->ctx, room, sizeof(float), r->path, (void **)&r->file->converted)
                : ADROP_OK;
}

static void take_values(ad_reader *r, const place *places, size_t n)
{
    float *out = r->file->converted;

    for (size_t i = 0; i < n; i++) {
        const place *p = &places[i];
        ad_file_tensor *tensor = &r->file->tensors[i];
        const char *at = r->data + p->begin;
        *tensor = p->tensor;
        tensor->values = (const float *)(const void *)at;
        if (is_in_place(r, p))
            continue;
        tensor->values = out;
        for (size_t k = 0; k < values_of(p); k++)
            *out++ = p->dtype->value(at + k * p->dtype->size);
    }
    r->file->n_tensors = n;
}

static adrop_status take_tensors(ad_reader *r)
{
    ad_tensorfile *file = r->file;
    const size_t n = json_object_size(file->header) -
                     (json_object_get(file->header, AD_METADATA) != NULL);
    place *places;

    if (n > AD_MAX_ENTRIES)
        return ad_reader_refuse(r, "%zu tensors are more than %d", n, AD_MAX_ENTRIES);
    adrop_status status = AD_NEW(r->ctx, n, r->path, &places);
    if (!status)
        status = take_places(r, places);
    if (!status)
        status = AD_NEW(r->ctx, n, r->path, &file->tensors);
    if (!status && (size_t)(r->data - (char *)file->memory) % sizeof(float))
        r->data = memmove(file->memory, r->data, r->data_size); /* over the parsed header */
    if (!status)
        status = tensorfile_read_make_room(r, places, n);
    if (!status)
        take_values(r, places, n);
    ad_free(r->ctx, places);
    return status;
}

static adrop_status take_text(ad_reader *r, const char *key, const json_t *value, size_t *n_sums)
{
    ad_tensorfile *file = r->file;

    if (!json_is_string(value))
        return ad_reader_refuse(r, "'" AD_METADATA "': '%s' is not a string", AD_SHOWN(key));
    if (!ad_is_sum(key)) {
        file->texts[file->n_texts++] = (ad_file_text){ key, json_string_value(value) };
        return ADROP_OK;
    }
    const char *name = key + strlen(AD_SUM_PREFIX); /* "": the checksum of everything else */
    if (*name && (!json_object_get(file->header, name) || !strcmp(name, AD_METADATA)))
        return ad_reader_refuse(r, "'" AD_METADATA "': '%s' is a sum of no tensor", AD_SHOWN(key));
    ++*n_sums;
    return ADROP_OK;
}

/* Store the texts without the checksums, which are counted. */
static adrop_status take_texts(ad_reader *r, json_t *metadata, size_t *n_sums)
{
    ad_tensorfile *file = r->file;

    if (metadata && !json_is_object(metadata))
        return ad_reader_refuse(r, "'" AD_METADATA "' is not an object");
    adrop_status status = AD_NEW(r->ctx, json_object_size(metadata), r->path, &file->texts);
    void *at = json_object_iter(metadata);
    for (; !status && at; at = json_object_iter_next(metadata, at))
        status = take_text(r, json_object_iter_key(at), json_object_iter_value(at), n_sums);
    if (!status && file->n_texts > AD_MAX_ENTRIES)
        return ad_reader_refuse(r, "%zu texts are more than %d", file->n_texts, AD_MAX_ENTRIES);
    return status;
}

/* Compare the checksum of that name; "" is the one of everything else. */
static adrop_status check_sum(const ad_reader *r, json_t *metadata, const char *name,
                              const char *sum)
{
    json_t *key = json_sprintf("%s%s", AD_SUM_PREFIX, name);

    if (!key)
        return ad_fail(r->ctx, ADROP_ENOMEM, "'%s': no memory for its sums", r->path);
    const char *expected = json_string_value(json_object_get(metadata, json_string_value(key)));
    json_decref(key);
    if (!expected)
        return ad_reader_refuse(r, "the sum '" AD_SUM_PREFIX "%s' is missing", AD_SHOWN(name));
    if (strcmp(expected, sum))
        return ad_reader_refuse(r,
                                "the sum '" AD_SUM_PREFIX "%s' is '%s', but the content gives '%s'",
                                AD_SHOWN(name), AD_SHOWN(expected), sum);
    return ADROP_OK;
}

/* One damaged bit must not make a file look as if it never had checksums. So either all or none are
 * present; and texts without tensors require theirs, because a single checksum could lose its name
 * unnoticed. */
static adrop_status check_sums(ad_reader *r, json_t *metadata, size_t n_sums)
{
    const ad_tensorfile *file = r->file;
    char sum[AD_SUM_SIZE];
    adrop_status status;

    if (!n_sums && (file->n_tensors || !file->n_texts))
        return ADROP_OK;
    for (size_t i = 0; i < file->n_tensors; i++) {
        r->tensor = file->tensors[i].name;
        status = check_sum(r, metadata, r->tensor, ad_tensor_sum(&file->tensors[i], sum));
        if (status)
            return status;
    }
    r->tensor = NULL;
    ad_content_sum(file->tensors, file->n_tensors, file->texts, file->n_texts, sum);
    return check_sum(r, metadata, "", sum);
}

/* file->memory (size) is the whole file. */
static adrop_status parse(adrop_ctx *ctx, const char *name, size_t size, ad_tensorfile *file)
{
    ad_reader r = { .ctx = ctx, .path = name, .file = file, .size = size };
    size_t n_sums = 0;
    adrop_status status;

    if ((status = ad_reader_parse(&r)) || (status = take_tensors(&r)))
        return status;
    json_t *metadata = json_object_get(file->header, AD_METADATA);
    if ((status = take_texts(&r, metadata, &n_sums)))
        return status;
    file->has_sums = n_sums > 0;
    return check_sums(&r, metadata, n_sums);
}

adrop_status ad_tensorfile_read(adrop_ctx *ctx, const char *path, size_t limit, ad_tensorfile *file)
{
    char *bytes;
    size_t size;
    adrop_status status = ad_file_read(ctx, path, limit, &bytes, &size);

    *file = (ad_tensorfile){ .ctx = ctx };
    if (status)
        return status;
    file->memory = bytes;
    status = parse(ctx, path, size, file);
    if (status)
        ad_tensorfile_release(file);
    return status;
}

adrop_status ad_tensorfile_unpack(adrop_ctx *ctx, const char *name, const void *bytes, size_t size,
                                  ad_tensorfile *file)
{
    adrop_status status;

    *file = (ad_tensorfile){ .ctx = ctx };
    if ((status = AD_NEW_RAW(ctx, size, 1, name, &file->memory)))
        return status;
    memcpy(file->memory, bytes, size);
    status = parse(ctx, name, size, file);
    if (status)
        ad_tensorfile_release(file);
    return status;
}
