/* Models from ONNX files (adrop/exchange.h). Both kinds of file are converted to the bytes of a
 * model's own file, which is then read with all its checks:
 *
 *     exported by adrop   texts under "adrop." in the metadata; tensors as initializers with their
 *                         names, those of techniques in base64 (export.c)
 *     others              layers (import_graph.c), as a text and weights (import_text.c) */
#include <string.h>

#include "adrop/exchange.h"
#include "base/base64.h"
#include "base/context.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/option_check.h"
#include "exchange/import_impl.h"

static const char own[] = "adrop.", own_tensor[] = "adrop.tensor.", own_shape[] = "adrop.shape.";

/* -- Exported by adrop --------------------------------------------------------------- */

typedef struct {
    ad_importing *m;
    ad_file_text *text;     /* (n_texts), owned, as the rest */
    ad_file_tensor *tensor; /* (n_tensors) */
    char **memory;          /* (n_memory) */
    size_t n_texts, n_tensors, n_memory;
} own_model;

static int starts(ad_proto_view view, const char *with)
{
    const size_t n = strlen(with);

    return view.n >= n && !memcmp(view.at, with, n);
}

/* Keep a copy of a part of the file as a text. */
static adrop_status keep(own_model *o, ad_proto_view view, size_t skip, const char **out)
{
    char *text = NULL;
    const adrop_status status = AD_NEW(o->m->ctx, view.n - skip + 1, "a text", &text);

    if (status)
        return status;
    o->memory[o->n_memory++] = text;
    *out = text;
    if (view.n > skip)
        memcpy(text, view.at + skip, view.n - skip);
    return memchr(text, 0, view.n - skip)
               ? ad_fail(o->m->ctx, ADROP_EFORMAT, "'%.300s': a text of its metadata has a zero",
                         o->m->path)
               : ADROP_OK;
}

/* The number of bytes that a base64 text decodes to. */
static size_t decoded(const char *text)
{
    size_t n = strlen(text);

    while (n && text[n - 1] == '=')
        n--;
    return n * 3 / 4;
}

/* "4,784" into dims, whose product is n. */
static int read_shape(ad_proto_view text, size_t n, ad_file_tensor *t)
{
    size_t all = 1, i = 0;

    while (i < text.n && t->n_dims < AD_MAX_DIMS) {
        size_t side = 0;
        const size_t from = i;
        for (; i < text.n && text.at[i] >= '0' && text.at[i] <= '9'; i++)
            if (__builtin_mul_overflow(side, 10u, &side) ||
                __builtin_add_overflow(side, (size_t)(text.at[i] - '0'), &side))
                return 0;
        if (i == from || (i < text.n && text.at[i++] != ',') ||
            __builtin_mul_overflow(all, side, &all))
            return 0;
        t->dims[t->n_dims++] = side;
    }
    return i == text.n && all == n;
}

static ad_proto_view shape_of(const ad_onnx_file *f, const char *tensor)
{
    const size_t skip = sizeof own_shape - 1;

    for (size_t i = 0; i < f->n_texts; i++) {
        const ad_proto_view key = f->text[i].key;
        if (starts(key, own_shape) &&
            ad_proto_is((ad_proto_view){ key.at + skip, key.n - skip }, tensor))
            return f->text[i].value;
    }
    return (ad_proto_view){ 0 };
}

/* Read a technique's tensor. */
static adrop_status take_coded(own_model *o, const ad_onnx_text *t)
{
    const char *name, *code;
    float *values;
    adrop_status status;

    if ((status = keep(o, t->key, sizeof own_tensor - 1, &name)) ||
        (status = keep(o, t->value, 0, &code)))
        return status;
    const size_t size = decoded(code), n = size / sizeof *values;
    if ((status = ad_import_room(o->m, n, &values)))
        return status;
    ad_file_tensor *out = &o->tensor[o->n_tensors++];
    *out = (ad_file_tensor){ .name = name, .values = values };
    if (size % sizeof *values || !ad_base64_read(code, values, size) ||
        !read_shape(shape_of(&o->m->file, name), n, out))
        return ad_fail(o->m->ctx, ADROP_EFORMAT, "'%.300s': tensor '%s' of its metadata is broken",
                       o->m->path, AD_ONNX_SHOWN(t->key));
    return ADROP_OK;
}

static adrop_status take_initializer(own_model *o, const ad_onnx_tensor *t)
{
    ad_file_tensor *out = &o->tensor[o->n_tensors];
    adrop_status status = keep(o, t->name, 0, &out->name);

    if (status)
        return status;
    out->n_dims = t->n_dims;
    for (size_t i = 0; i < t->n_dims && i < AD_MAX_DIMS; i++)
        out->dims[i] = (size_t)t->dims[i];
    if (t->n_dims > AD_MAX_DIMS)
        return ad_fail(o->m->ctx, ADROP_EFORMAT, "'%.300s', tensor '%s': more than %d dimensions",
                       o->m->path, AD_ONNX_SHOWN(t->name), AD_MAX_DIMS);
    o->n_tensors++;
    return ad_import_floats(o->m, t, &out->values);
}

static adrop_status take_text(own_model *o, const ad_onnx_text *t)
{
    ad_file_text *out = &o->text[o->n_texts++];
    const adrop_status status = keep(o, t->key, sizeof own - 1, &out->key);

    return status ? status : keep(o, t->value, 0, &out->value);
}

static adrop_status own_room(own_model *o)
{
    const ad_onnx_file *f = &o->m->file;
    adrop_status status;

    o->m->most_memory = f->n_texts + f->n_tensors;
    if ((status = AD_NEW(o->m->ctx, f->n_texts, "the texts", &o->text)) ||
        (status = AD_NEW(o->m->ctx, f->n_texts + f->n_tensors, "the tensors", &o->tensor)) ||
        (status = AD_NEW(o->m->ctx, 2 * f->n_texts + f->n_tensors, "the texts", &o->memory)))
        return status;
    return AD_NEW(o->m->ctx, o->m->most_memory, "the tensors", &o->m->memory);
}

/* Initializers with a slash in their names are constants of the graph, not tensors. */
static adrop_status pack_own(ad_importing *m, char **bytes, size_t *size)
{
    const ad_onnx_file *f = &m->file;
    own_model o = { .m = m };
    adrop_status status = own_room(&o);

    *bytes = NULL;
    for (size_t i = 0; i < f->n_texts && !status; i++)
        if (starts(f->text[i].key, own_tensor))
            status = take_coded(&o, &f->text[i]);
        else if (starts(f->text[i].key, own) && !starts(f->text[i].key, own_shape))
            status = take_text(&o, &f->text[i]);
    for (size_t i = 0; i < f->n_tensors && !status; i++)
        if (f->tensor[i].name.n && !memchr(f->tensor[i].name.at, '/', f->tensor[i].name.n))
            status = take_initializer(&o, &f->tensor[i]);
    if (!status)
        status = ad_tensorfile_pack(m->ctx, m->path, o.tensor, o.n_tensors, o.text, o.n_texts,
                                    bytes, size);
    for (size_t i = 0; i < o.n_memory; i++)
        ad_free(m->ctx, o.memory[i]);
    ad_free(m->ctx, o.memory);
    ad_free(m->ctx, o.text);
    ad_free(m->ctx, o.tensor);
    return status;
}

/* -- The call ------------------------------------------------------------------------ */

static adrop_status import_pack(ad_importing *m, ad_proto_view file, char **bytes, size_t *size)
{
    ad_import_end end;
    adrop_status status = ad_onnx_read(m->ctx, m->path, file, &m->file);

    if (status)
        return status;
    if (ad_onnx_text_of(&m->file, "adrop.adrop_format"))
        return pack_own(m, bytes, size);
    status = ad_import_graph(m, &end);
    return status ? status : ad_import_pack(m, &end, bytes, size);
}

adrop_status ad_model_import_bytes(adrop_ctx *ctx, const char *name, ad_proto_view file,
                                   const adrop_model_file_opts *opts, adrop_model **out)
{
    enum { LEAST = 1 << 18, TIMES = 10 }; /* floats per byte: groups, halves */
    ad_importing m = { .ctx = ctx, .path = name, .most_floats = LEAST + TIMES * file.n };
    char *bytes = NULL;
    size_t size;
    adrop_status status = import_pack(&m, file, &bytes, &size);

    *out = NULL;
    ad_import_release(&m);
    if (!status && (status = ad_model_file_read(ctx, bytes, size, opts, 0, out)) &&
        status != ADROP_ENOMEM)
        ad_fail(ctx, status, "'%.300s' cannot be imported: %s", name, adrop_ctx_message(ctx));
    ad_free(ctx, bytes);
    return status;
}

adrop_status adrop_model_import(adrop_ctx *ctx, const char *path, const adrop_model_file_opts *opts,
                                adrop_model **out)
{
    char *bytes;
    size_t size;
    adrop_status status;

    if (ad_check_given(ctx, "path", path) || ad_check_given(ctx, "out", out))
        return ADROP_EINVAL;
    *out = NULL;
    if ((status = ad_file_read(ctx, path, AD_MODEL_FILE_LIMIT, &bytes, &size)))
        return status;
    status = ad_model_import_bytes(ctx, path, (ad_proto_view){ (const unsigned char *)bytes, size },
                                   opts, out);
    ad_free(ctx, bytes);
    return status;
}
