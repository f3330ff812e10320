/* Channels that are kept, and the part of each tensor that belongs to them (slices.h). */
#include "model/slices.h"

#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "layer/conv.h"

static adrop_status find_layer(adrop_ctx *ctx, const ad_layer *l, const uint32_t *unit,
                               const unsigned char *keep, ad_kept *out)
{
    uint32_t *index;
    adrop_status status = AD_NEW(ctx, l->shape.channels, "the channels that stay", &index);

    if (status)
        return status;
    out->index = index;
    for (size_t i = 0; i < l->shape.channels; i++)
        if (unit[i] == AD_NO_UNIT || keep[unit[i]])
            index[out->n++] = (uint32_t)i;
    return out->n ? ADROP_OK
                  : ad_fail(ctx, ADROP_EINVAL,
                            "layer '%s' would have no units left: keep at least one", l->name);
}

adrop_status ad_kept_find(adrop_ctx *ctx, const ad_graph *g, const ad_units *u,
                          const unsigned char *keep, ad_kept_all *out)
{
    adrop_status status = AD_NEW(ctx, g->n, "the channels that stay", &out->layer);

    out->n = status ? 0 : g->n;
    for (size_t i = 0; i < g->n && !status; i++)
        status = find_layer(ctx, g->layer[i], u->of[i], keep, &out->layer[i]);
    if (status)
        ad_kept_release(ctx, out);
    return status;
}

void ad_kept_release(adrop_ctx *ctx, ad_kept_all *k)
{
    for (size_t i = 0; i < k->n; i++)
        ad_free(ctx, (void *)(uintptr_t)k->layer[i].index);
    ad_free(ctx, k->layer);
    *k = (ad_kept_all){ 0 };
}

adrop_status ad_axes_of(adrop_ctx *ctx, const ad_layer *l, size_t i, const char *technique,
                        ad_axes *out)
{
    enum { OWN_OF_DROPPED = 2 };
    const int is_weight = l->param[i].n_dims >= 2;
    const int is_depthwise = l->type == &ad_layer_conv &&
                             ((const ad_conv_settings *)l->settings)->depthwise;

    *out = (ad_axes){ 0 };
    if (l->type == &ad_layer_dropout)
        return ad_axes_of_technique(ctx, l, i, technique, out);
    if (l->type == &ad_layer_dropped_dense && i >= OWN_OF_DROPPED)
        return ad_axes_of_technique(ctx, l, i - OWN_OF_DROPPED, technique, out);
    out->over[0] = l;
    if (is_weight && !is_depthwise)
        out->over[1] = l->in[0];
    return ADROP_OK;
}

/* -- Values ---------------------------------------------------------------------------- */

/* The shape of a tensor as four axes, and what is kept of each. */
typedef struct {
    size_t dim[4], n[4];
    const uint32_t *index[4]; /* NULL: all */
} box;

static box box_of(const ad_param *p, const ad_axes *a, const ad_kept_all *k)
{
    box b;

    for (size_t d = 0; d < 4; d++) {
        const ad_layer *over = d < p->n_dims ? a->over[d] : NULL;
        b.dim[d] = d < p->n_dims ? p->dim[d] : 1;
        b.index[d] = over ? k->layer[over->number].index : NULL;
        b.n[d] = over ? k->layer[over->number].n : b.dim[d];
    }
    return b;
}

static size_t slices_at(const box *b, size_t d, size_t i)
{
    return b->index[d] ? b->index[d][i] : i;
}

void ad_slice(const ad_param *p, const ad_axes *a, const ad_kept_all *k, const float *from,
              float *to)
{
    const box b = box_of(p, a, k);

    for (size_t i = 0; i < b.n[0]; i++)
        for (size_t j = 0; j < b.n[1]; j++)
            for (size_t y = 0; y < b.n[2]; y++) {
                const size_t row = ((slices_at(&b, 0, i) * b.dim[1] + slices_at(&b, 1, j)) *
                                        b.dim[2] +
                                    slices_at(&b, 2, y)) *
                                   b.dim[3];
                for (size_t x = 0; x < b.n[3]; x++)
                    *to++ = from[row + slices_at(&b, 3, x)];
            }
}

/* Zero the slices of one axis that are not in its list. */
static void clear_axis(const box *b, size_t d, float *values)
{
    size_t before = 1, after = 1;

    for (size_t i = 0; i < d; i++)
        before *= b->dim[i];
    for (size_t i = d + 1; i < 4; i++)
        after *= b->dim[i];
    for (size_t o = 0; o < before; o++)
        for (size_t i = 0, next = 0; i < b->dim[d]; i++) {
            if (next < b->n[d] && b->index[d][next] == i)
                next++;
            else
                memset(values + (o * b->dim[d] + i) * after, 0, after * sizeof *values);
        }
}

void ad_slice_clear(const ad_param *p, const ad_axes *a, const ad_kept_all *k, float *values)
{
    const box b = box_of(p, a, k);

    for (size_t d = 0; d < 4; d++)
        if (b.index[d])
            clear_axis(&b, d, values);
}
