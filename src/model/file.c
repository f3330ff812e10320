/* Writing models to files and buffers, and making models from them (adrop/model.h). */
#include "model/file.h"

#include <math.h>
#include <string.h>

#include "base/context.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/option_check.h"
#include "base/text.h"

/* -- Writing ------------------------------------------------------------------------- */

/* Copy all tensors in PyTorch's layout, one after the other. */
static adrop_status file_gather(const adrop_model *m, ad_file_tensor *tensors, float *values)
{
    adrop_status status = ADROP_OK;

    for (size_t i = 0; i < m->n_tensors && !status; i++) {
        const ad_param *p = m->tensor[i];
        tensors[i] = (ad_file_tensor){ .name = p->name, .n_dims = p->n_dims, .values = values };
        memcpy(tensors[i].dims, p->dim, sizeof p->dim);
        status = adrop_model_get(m, i, values);
        for (size_t k = 0; k < p->n && !status; k++)
            if (!isfinite(values[k]))
                status = ad_fail(m->ctx, ADROP_ENUMERIC,
                                 "value %zu of tensor '%s' is not finite: a file with it could "
                                 "not be opened",
                                 k, p->name);
        values += p->n;
    }
    return status;
}

/* Make the bytes of the file; messages refer to it by name. */
static adrop_status file_pack(const adrop_model *m, const char *name, char **bytes, size_t *size)
{
    ad_file_tensor *tensors = NULL;
    ad_model_texts texts;
    float *values = NULL;
    size_t n = 0;

    *bytes = NULL;
    *size = 0;
    ad_model_texts_of(m, &texts);
    for (size_t i = 0; i < m->n_tensors; i++)
        n += m->tensor[i]->n;
    adrop_status status = AD_NEW(m->ctx, n, "the file", &values);
    if (!status)
        status = AD_NEW(m->ctx, m->n_tensors, "the file", &tensors);
    if (!status)
        status = file_gather(m, tensors, values);
    if (!status)
        status = ad_tensorfile_pack(m->ctx, name, tensors, m->n_tensors, texts.text, texts.n, bytes,
                                    size);
    ad_free(m->ctx, tensors);
    ad_free(m->ctx, values);
    return status;
}

adrop_status adrop_model_write(const adrop_model *m, void **bytes, size_t *size)
{
    char *packed;
    size_t n;
    adrop_status status = ad_check_array(m->ctx, "bytes", 1, bytes);

    if (!status)
        status = ad_check_array(m->ctx, "size", 1, size);
    if (status)
        return status;
    status = file_pack(m, "a buffer", &packed, &n);
    *bytes = packed;
    *size = n;
    return status;
}

adrop_status adrop_model_save(const adrop_model *m, const char *path)
{
    char *bytes;
    size_t size;

    if (!path)
        return ad_fail(m->ctx, ADROP_EINVAL, "a model is saved to a file: give its name");
    adrop_status status = file_pack(m, path, &bytes, &size);
    if (!status)
        status = ad_file_replace(m->ctx, path, bytes, size);
    ad_free(m->ctx, bytes);
    return status;
}

adrop_status adrop_model_set_schema(adrop_model *m, const char *text)
{
    char *copy = NULL;
    adrop_status status = ADROP_OK;

    if (text && (status = ad_copy_text(m->ctx, text, &copy)))
        return status;
    ad_free(m->ctx, m->schema_text);
    m->schema_text = copy;
    return ADROP_OK;
}

const char *adrop_model_schema(const adrop_model *m)
{
    return m->schema_text;
}

/* -- Reading ------------------------------------------------------------------------- */

static adrop_status file_take(adrop_model *m, const ad_model_file *f)
{
    const char *schema = ad_tensorfile_text(f->file, "schema");
    adrop_status status = ad_model_file_check(m->ctx, f, m->graph, m->options.dropout);
    double strength;

    if (!status)
        status = ad_model_text_strength(m->ctx, f->name, f->file, &strength);
    if (!status)
        status = ad_model_file_take(m, f);
    if (!status)
        status = adrop_model_set_dropout_strength(m, strength);
    return !status && schema ? adrop_model_set_schema(m, schema) : status;
}

adrop_status adrop_model_load(adrop_model *m, const char *path)
{
    if (ad_check_given(m->ctx, "path", path))
        return ADROP_EINVAL;

    ad_tensorfile file;
    adrop_status status = ad_tensorfile_read(m->ctx, path, AD_MODEL_FILE_LIMIT, &file);

    if (status)
        return status;
    const ad_model_file f = ad_model_file_of(path, &file);
    status = file_take(m, &f);
    ad_tensorfile_release(&file);
    return status;
}

/* Compare the graph with the file before its memory is allocated, so that a file can claim no
 * more memory than its own size warrants. */
static adrop_status check_graph(const void *user, adrop_ctx *ctx, const ad_graph *g,
                                const char *dropout)
{
    return ad_model_file_check(ctx, user, g, dropout);
}

static adrop_status file_make(adrop_ctx *ctx, const char *name, const ad_tensorfile *file,
                              const adrop_model_file_opts *given, int only_forward,
                              adrop_model **out)
{
    const ad_model_file f = ad_model_file_of(name, file);
    const ad_model_create_args args = { .check = check_graph,
                                        .user = &f,
                                        .only_forward = only_forward };
    adrop_model_file_opts opts;
    adrop_model_opts o;
    adrop_status status = ADROP_OK;

    *out = NULL;
    adrop_model_file_opts_init(&opts);
    if (given)
        status = AD_SETTINGS_READ(ctx, adrop_model_file_opts, adrop_model_file_options(), &opts,
                                  given);
    if (status || (status = ad_model_texts_read(ctx, name, file, &o)))
        return status;
    if (opts.dropout)
        o.dropout = opts.dropout;
    o.batch = opts.batch;
    o.precision = opts.precision;
    status = ad_model_open(ctx, &o, &args, out);
    if (status == ADROP_ENOENT || status == ADROP_EINVAL || status == ADROP_ESHAPE)
        return ad_fail(ctx, opts.dropout ? status : ADROP_EFORMAT, "'%s': %s", name,
                       adrop_ctx_message(ctx));
    if (!status && (status = file_take(*out, &f))) {
        adrop_model_free(*out);
        *out = NULL;
    }
    return status;
}

adrop_status ad_model_file_open(adrop_ctx *ctx, const char *path, const adrop_model_file_opts *opts,
                                int only_forward, adrop_model **out)
{
    ad_tensorfile file;
    adrop_status status = ad_tensorfile_read(ctx, path, AD_MODEL_FILE_LIMIT, &file);

    *out = NULL;
    if (status)
        return status;
    status = file_make(ctx, path, &file, opts, only_forward, out);
    ad_tensorfile_release(&file);
    return status;
}

adrop_status ad_model_file_read(adrop_ctx *ctx, const void *bytes, size_t size,
                                const adrop_model_file_opts *opts, int only_forward,
                                adrop_model **out)
{
    ad_tensorfile file;
    adrop_status status = ad_tensorfile_unpack(ctx, "the buffer", bytes, size, &file);

    *out = NULL;
    if (status)
        return status;
    status = file_make(ctx, "the buffer", &file, opts, only_forward, out);
    ad_tensorfile_release(&file);
    return status;
}

adrop_status adrop_model_open_file(adrop_ctx *ctx, const char *path,
                                   const adrop_model_file_opts *opts, adrop_model **out)
{
    if (ad_check_given(ctx, "path", path) || ad_check_given(ctx, "out", out))
        return ADROP_EINVAL;

    return ad_model_file_open(ctx, path, opts, 0, out);
}

adrop_status adrop_model_read(adrop_ctx *ctx, const void *bytes, size_t size,
                              const adrop_model_file_opts *opts, adrop_model **out)
{
    if (ad_check_given(ctx, "bytes", bytes) || ad_check_given(ctx, "out", out))
        return ADROP_EINVAL;

    return ad_model_file_read(ctx, bytes, size, opts, 0, out);
}
