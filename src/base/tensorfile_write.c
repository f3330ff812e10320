/* Writing safetensors files: everything is checked, the header is built as a JSON tree, and the
 * whole file is assembled in memory so that it can replace the old one atomically.
 *
 * Jansson allocates the tree from the C library, not from the context; it holds the names, dims and
 * texts, never the values. */
#include <jansson.h>
#include <string.h>

#include "base/context.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/tensorfile_impl.h"
#include "base/text.h"

typedef struct {
    adrop_ctx *ctx;
    const char *path;
    const ad_file_tensor *tensors; /* (n_tensors) */
    size_t n_tensors;
    const ad_file_text *texts; /* (n_texts) */
    size_t n_texts;
    size_t data_size; /* bytes of all tensors */
} writer;

static adrop_status no_memory(const writer *w)
{
    return ad_fail(w->ctx, ADROP_ENOMEM, "cannot write '%s': no memory for its header", w->path);
}

static adrop_status tensorfile_write_refuse(const writer *w, const char *kind, const char *name,
                                            const char *reason)
{
    return ad_fail(w->ctx, ADROP_EINVAL, "cannot write '%s': %s '%s' %s", w->path, kind,
                   AD_SHOWN(name), reason);
}

/* Checked here, so any later failure of Jansson means out of memory. */
static bool is_utf8(const char *text)
{
    static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 }; /* by number of bytes */
    const unsigned char *s = (const unsigned char *)text;

    while (*s) {
        const size_t n = *s < 0x80       ? 1
                         : *s >> 5 == 6  ? 2
                         : *s >> 4 == 14 ? 3
                         : *s >> 3 == 30 ? 4
                                         : 0;
        uint32_t code = n > 1 ? *s & 0x7fu >> n : *s;
        for (size_t i = 1; i < n; i++) {
            if (s[i] >> 6 != 2)
                return false;
            code = code << 6 | (s[i] & 0x3f);
        }
        if (!n || code < least[n] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
            return false;
        s += n;
    }
    return true;
}

static adrop_status tensorfile_write_add_text(const writer *w, json_t *metadata,
                                              const ad_file_text *text)
{
    if (!is_utf8(text->key))
        return tensorfile_write_refuse(w, "the key", text->key, "is not UTF-8");
    if (!is_utf8(text->value))
        return tensorfile_write_refuse(w, "the text of", text->key, "is not UTF-8");
    if (ad_is_sum(text->key))
        return tensorfile_write_refuse(w, "the key", text->key, "is reserved for a checksum");
    if (json_object_get(metadata, text->key))
        return tensorfile_write_refuse(w, "the key", text->key, "is given twice");
    if (json_object_set_new(metadata, text->key, json_string(text->value)))
        return no_memory(w);
    return ADROP_OK;
}

static adrop_status add_sum(const writer *w, json_t *metadata, const char *name, const char *sum)
{
    json_t *key = json_sprintf("%s%s", AD_SUM_PREFIX, name);
    int bad = !key || json_object_set_new(metadata, json_string_value(key), json_string(sum));

    json_decref(key);
    return bad ? no_memory(w) : ADROP_OK;
}

static adrop_status check_tensor(const writer *w, const json_t *root, const ad_file_tensor *t,
                                 size_t *size)
{
    const char *name = t->name;

    if (!is_utf8(name))
        return tensorfile_write_refuse(w, "the name", name, "is not UTF-8");
    if (!*name || !strcmp(name, AD_METADATA))
        return tensorfile_write_refuse(w, "a tensor cannot be called", name,
                                       "in a safetensors file");
    if (json_object_get(root, name))
        return tensorfile_write_refuse(w, "tensor", name, "is given twice");
    if (t->n_dims > AD_MAX_DIMS)
        return tensorfile_write_refuse(w, "tensor", name, "has too many dimensions");
    if (!ad_file_tensor_size(t, size))
        return tensorfile_write_refuse(w, "tensor", name, "has more values than memory can hold");
    return ADROP_OK;
}

static adrop_status add_tensor(writer *w, json_t *root, const ad_file_tensor *t)
{
    char sum[AD_SUM_SIZE];
    size_t size, begin = w->data_size;

    adrop_status status = check_tensor(w, root, t, &size);
    if (status)
        return status;
    if (__builtin_add_overflow(begin, size, &w->data_size) ||
        w->data_size > PTRDIFF_MAX - 2 * (size_t)AD_MAX_HEADER)
        return tensorfile_write_refuse(w, "tensor", t->name,
                                       "makes the file longer than memory can hold");

    json_t *shape = json_array();
    int bad = !shape;
    for (size_t i = 0; i < t->n_dims; i++)
        bad |= json_array_append_new(shape, json_integer((json_int_t)t->dims[i]));
    json_t *entry = json_pack("{s:s, s:o, s:[I, I]}", "dtype", "F32", "shape", shape,
                              "data_offsets", (json_int_t)begin, (json_int_t)w->data_size);
    if (json_object_set_new(root, t->name, entry) || bad)
        return no_memory(w);
    return add_sum(w, json_object_get(root, AD_METADATA), t->name, ad_tensor_sum(t, sum));
}

static adrop_status add_all(writer *w, json_t *root)
{
    char sum[AD_SUM_SIZE];
    adrop_status status = ADROP_OK;

    if (w->n_tensors > AD_MAX_ENTRIES || w->n_texts > AD_MAX_ENTRIES)
        return ad_fail(w->ctx, ADROP_EINVAL,
                       "cannot write '%s': %zu tensors and %zu texts are more than %d of a kind",
                       w->path, w->n_tensors, w->n_texts, AD_MAX_ENTRIES);
    if (json_object_set_new(root, AD_METADATA, json_object()))
        return no_memory(w);
    json_t *metadata = json_object_get(root, AD_METADATA);
    for (size_t i = 0; !status && i < w->n_texts; i++)
        status = tensorfile_write_add_text(w, metadata, &w->texts[i]);
    for (size_t i = 0; !status && i < w->n_tensors; i++)
        status = add_tensor(w, root, &w->tensors[i]);
    if (status)
        return status;
    ad_content_sum(w->tensors, w->n_tensors, w->texts, w->n_texts, sum);
    return add_sum(w, metadata, "", sum);
}

static void put_length(size_t header_size, char *out)
{
    for (size_t i = 0; i < 8; i++)
        out[i] = (char)(header_size >> 8 * i & 0xff);
}

static void put_data(const writer *w, char *out)
{
    for (size_t i = 0; i < w->n_tensors; i++) {
        size_t size = 0;
        if (ad_file_tensor_size(&w->tensors[i], &size) && size)
            memcpy(out, w->tensors[i].values, size);
        out += size;
    }
}

/* The file's bytes, owned by the caller. */
static adrop_status put_together(const writer *w, const json_t *root, char **out, size_t *size)
{
    const size_t length = json_dumpb(root, NULL, 0, JSON_COMPACT);

    if (!length)
        return no_memory(w);
    const size_t header_size = ad_round_up(8 + length) - 8;
    if (header_size > AD_MAX_HEADER)
        return ad_fail(w->ctx, ADROP_EINVAL,
                       "cannot write '%s': names and texts take %zu bytes, at most %d fit", w->path,
                       header_size, AD_MAX_HEADER);
    *size = 8 + header_size + w->data_size;
    adrop_status status = AD_NEW(w->ctx, *size, w->path, out);
    if (status)
        return status;
    put_length(header_size, *out);
    memset(*out + 8, ' ', header_size);
    put_data(w, *out + 8 + header_size);
    if (json_dumpb(root, *out + 8, header_size, JSON_COMPACT) == length)
        return ADROP_OK;
    ad_free(w->ctx, *out); /* Jansson allocates even here, to detect cycles */
    *out = NULL;
    return no_memory(w);
}

adrop_status ad_tensorfile_pack(adrop_ctx *ctx, const char *name, const ad_file_tensor *tensors,
                                size_t n_tensors, const ad_file_text *texts, size_t n_texts,
                                char **bytes, size_t *size)
{
    writer w = { .ctx = ctx,
                 .path = name,
                 .tensors = tensors,
                 .n_tensors = n_tensors,
                 .texts = texts,
                 .n_texts = n_texts };
    json_t *root = json_object();

    *bytes = NULL;
    *size = 0;
    adrop_status status = root ? add_all(&w, root) : no_memory(&w);
    if (!status)
        status = put_together(&w, root, bytes, size);
    json_decref(root);
    return status;
}

adrop_status ad_tensorfile_write(adrop_ctx *ctx, const char *path, const ad_file_tensor *tensors,
                                 size_t n_tensors, const ad_file_text *texts, size_t n_texts)
{
    char *bytes;
    size_t size;
    adrop_status status = ad_tensorfile_pack(ctx, path, tensors, n_tensors, texts, n_texts, &bytes,
                                             &size);

    if (!status)
        status = ad_file_replace(ctx, path, bytes, size);
    ad_free(ctx, bytes);
    return status;
}
