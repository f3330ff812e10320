/* Weights that several models read (model.h): the predictors of several threads have their own
 * plans, arenas and contexts, and one copy of the weights.
 *
 * The first plan of a model chooses the layout of its blocks. Another model with the same
 * options and the same number of threads has the same layout; this is checked value by
 * value, because a wrong layout would silently compute wrong outputs. */
#include <stdatomic.h>
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "model/model.h"

struct ad_weights {
    atomic_size_t models; /* reference count */
    adrop_ctx home;       /* only the allocator: the creating context may be gone */
    void *params, *buffers;
};

adrop_status ad_weights_create(adrop_ctx *ctx, size_t params_bytes, size_t buffers_bytes,
                               ad_weights **out)
{
    ad_weights *w;
    adrop_status status = AD_NEW(ctx, 1, "the parameters", &w);

    *out = NULL;
    if (status)
        return status;
    atomic_init(&w->models, 1);
    w->home.allocator = ctx->allocator;
    if ((status = AD_NEW_RAW(ctx, params_bytes, 1, "the parameters", &w->params)) ||
        (status = AD_NEW_RAW(ctx, buffers_bytes, 1, "the running averages", &w->buffers)))
        ad_weights_release(w);
    else
        *out = w;
    return status;
}

void ad_weights_release(ad_weights *w)
{
    if (!w || atomic_fetch_sub(&w->models, 1) > 1)
        return;
    adrop_ctx home = w->home;
    ad_free(&home, w->params);
    ad_free(&home, w->buffers);
    ad_free(&home, w);
}

ad_weights *ad_weights_take(ad_weights *w)
{
    atomic_fetch_add(&w->models, 1);
    return w;
}

int ad_weights_are_shared(const ad_weights *w)
{
    return atomic_load(&w->models) > 1;
}

void *ad_weights_params(const ad_weights *w)
{
    return w->params;
}

void *ad_weights_buffers(const ad_weights *w)
{
    return w->buffers;
}

/* Do both models read the same numbers from the same memory? values: (m->most, 2). */
static int reads_alike(const adrop_model *a, const adrop_model *b, size_t i, float *values)
{
    const ad_param *p = a->tensor[i], *q = b->tensor[i];

    if (strcmp(p->name, q->name) || p->group != q->group || p->offset != q->offset ||
        p->stored != q->stored || p->n != q->n)
        return 0;
    return !adrop_model_get(a, i, values) && !adrop_model_get(b, i, values + a->most) &&
           !memcmp(values, values + a->most, p->n * sizeof *values);
}

static adrop_status check_layout(const adrop_model *from, const adrop_model *m)
{
    int alike = from->n_tensors == m->n_tensors && from->n_params == m->n_params &&
                from->n_buffers == m->n_buffers;
    float *values;
    const adrop_status status = AD_NEW(m->ctx, 2 * from->most, "a tensor", &values);

    for (size_t i = 0; !status && alike && i < m->n_tensors; i++)
        alike = reads_alike(from, m, i, values);
    ad_free(m->ctx, values);
    if (status || alike)
        return status;
    return ad_fail(m->ctx, ADROP_EINVAL,
                   "weights cannot be shared between contexts of %d and %d threads, whose layouts "
                   "differ: give both the same number of threads",
                   adrop_ctx_threads(from->ctx), adrop_ctx_threads(m->ctx));
}

adrop_status ad_model_share(const adrop_model *from, adrop_ctx *ctx, adrop_model **out)
{
    const ad_model_create_args args = { .weights = from->weights, .only_forward = 1 };
    adrop_status status = ad_model_open(ctx, &from->options, &args, out);

    if (!status && from->schema_text)
        status = adrop_model_set_schema(*out, from->schema_text);
    if (!status)
        status = check_layout(from, *out);
    if (!status)
        status = adrop_model_sparse_weights(*out, from->sparse_weights, NULL);
    if (status) {
        adrop_model_free(*out);
        *out = NULL;
    }
    return status;
}
