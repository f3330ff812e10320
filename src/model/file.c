/* A model's tensors as a safetensors file, PyTorch's names and layouts. */
#include <math.h>
#include <string.h>

#include "adrop/version.h"
#include "base/context.h"
#include "base/memory.h"
#include "base/tensorfile.h"
#include "model/model.h"

/* All tensors in PyTorch's layout, one after the other. */
static adrop_status gather(const adrop_model *m, ad_file_tensor *tensors, float *values)
{
    adrop_status status = ADROP_OK;

    for (size_t i = 0; i < m->n_tensors && !status; i++) {
        const ad_param *p = m->tensor[i];
        tensors[i] = (ad_file_tensor){ .name = p->name, .n_dims = p->n_dims, .values = values };
        memcpy(tensors[i].dims, p->dim, sizeof p->dim);
        status = adrop_model_get(m, i, values);
        values += p->n;
    }
    return status;
}

adrop_status adrop_model_save(const adrop_model *m, const char *path)
{
    const ad_file_text texts[] = { { "format", "pt" },
                                   { "adrop", adrop_version() },
                                   { "model", m->options.model },
                                   { "dropout", m->options.dropout } };
    ad_file_tensor *tensors = NULL;
    float *values = NULL;
    size_t n = 0;

    for (size_t i = 0; i < m->n_tensors; i++)
        n += m->tensor[i]->n;
    adrop_status status = ad_alloc(m->ctx, n, sizeof *values, "the file", &values);
    if (!status)
        status = ad_alloc(m->ctx, m->n_tensors, sizeof *tensors, "the file", &tensors);
    if (!status)
        status = gather(m, tensors, values);
    if (!status)
        status = ad_tensorfile_write(m->ctx, path, tensors, m->n_tensors, texts,
                                     sizeof texts / sizeof *texts);
    ad_free(m->ctx, tensors);
    ad_free(m->ctx, values);
    return status;
}

/* The file's tensor i, or why it will not do. */
static adrop_status check(const adrop_model *m, const char *path, const ad_tensorfile *file,
                          size_t i, const ad_file_tensor **out)
{
    const ad_param *p = m->tensor[i];
    const ad_file_tensor *t = ad_tensorfile_tensor(file, p->name);

    if (!t)
        return ad_fail(m->ctx, ADROP_EFORMAT, "%s: there is no tensor '%s': it is of another model",
                       path, p->name);
    if (t->n_dims != p->n_dims || memcmp(t->dims, p->dim, p->n_dims * sizeof *p->dim) != 0)
        return ad_fail(m->ctx, ADROP_EFORMAT,
                       "%s: tensor '%s' has another shape: it is of another model", path, p->name);
    for (size_t k = 0; k < p->n; k++)
        if (!isfinite(t->values[k]))
            return ad_fail(m->ctx, ADROP_EFORMAT, "%s: value %zu of tensor '%s' is not finite",
                           path, k, p->name);
    *out = t;
    return ADROP_OK;
}

adrop_status adrop_model_load(adrop_model *m, const char *path)
{
    const size_t limit = (size_t)1 << 34;
    const ad_file_tensor *t;
    ad_tensorfile file;
    adrop_status status = ad_tensorfile_read(m->ctx, path, limit, &file);

    if (status)
        return status;
    if (file.n_tensors != m->n_tensors)
        status = ad_fail(m->ctx, ADROP_EFORMAT, "%s: %zu tensors, and the model has %zu", path,
                         file.n_tensors, m->n_tensors);
    for (size_t i = 0; i < m->n_tensors && !status; i++)
        status = check(m, path, &file, i, &t);
    for (size_t i = 0; i < m->n_tensors && !status; i++)
        if (!(status = check(m, path, &file, i, &t)))
            status = adrop_model_set(m, i, t->values);
    ad_tensorfile_release(&file);
    return status;
}
