/* Networks without some of their units (adrop/units.h): a smaller network that computes the same
 * as the full one with the removed units at zero, or that full network itself. */
#include "adrop/units.h"

#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "base/option_check.h"
#include "model/model.h"
#include "model/network.h"
#include "model/slices.h"

struct adrop_units {
    adrop_ctx *ctx;
    const ad_graph *graph; /* of the model; only for names */
    ad_units found;
};

adrop_status adrop_units_create(const adrop_model *m, adrop_units **out)
{
    if (ad_check_given(m->ctx, "out", out))
        return ADROP_EINVAL;

    adrop_status status = AD_NEW(m->ctx, 1, "the units", out);

    if (status)
        return status;
    (*out)->ctx = m->ctx;
    (*out)->graph = m->graph;
    status = ad_units_find(m->ctx, m->graph, &(*out)->found);
    if (status) {
        ad_free(m->ctx, *out);
        *out = NULL;
    }
    return status;
}

void adrop_units_free(adrop_units *u)
{
    if (!u)
        return;
    ad_units_release(u->ctx, &u->found);
    ad_free(u->ctx, u);
}

const ad_units *ad_units_found(const adrop_units *u)
{
    return &u->found;
}

adrop_ctx *ad_units_context(const adrop_units *u)
{
    return u->ctx;
}

size_t adrop_units_count(const adrop_units *u)
{
    return u->found.n;
}

int adrop_unit_at_sized(const adrop_units *u, size_t i, adrop_unit *info, size_t size)
{
    adrop_unit mine = { 0 };

    if (i < u->found.n)
        mine = (adrop_unit){ .layer = u->graph->layer[u->found.unit[i].layer]->name,
                             .layer_number = u->found.unit[i].layer,
                             .channel = u->found.unit[i].channel };
    ad_struct_write(info, size, &mine, sizeof mine);
    return i < u->found.n;
}

/* -- Values ---------------------------------------------------------------------------- */

/* What a tensor needs to be cut. */
typedef struct {
    const adrop_model *m;
    const ad_kept_all *kept;
    const ad_network_change *change; /* the techniques' texts */
    float *from, *to;                /* each as large as the largest tensor */
} cutter;

static adrop_status axes_of(const cutter *c, size_t i, ad_axes *axes)
{
    const ad_layer *l = c->m->tensor_layer[i];

    return ad_axes_of(c->m->ctx, l, (size_t)(c->m->tensor[i] - l->param),
                      c->change[l->number].technique, axes);
}

static adrop_status cut_into(const cutter *c, adrop_model *small)
{
    adrop_status status = ADROP_OK;

    for (size_t i = 0; i < c->m->n_tensors && !status; i++) {
        ad_axes axes;
        if (!(status = axes_of(c, i, &axes)) && !(status = adrop_model_get(c->m, i, c->from))) {
            ad_slice(c->m->tensor[i], &axes, c->kept, c->from, c->to);
            status = adrop_model_set(small, i, c->to);
        }
    }
    return status;
}

static adrop_status clear_in(const cutter *c, adrop_model *m)
{
    adrop_status status = ADROP_OK;

    for (size_t i = 0; i < m->n_tensors && !status; i++) {
        ad_axes axes;
        if (m->tensor[i]->group != ADROP_TENSOR_BUFFERS && !(status = axes_of(c, i, &axes)) &&
            !(status = adrop_model_get(m, i, c->from))) {
            ad_slice_clear(m->tensor[i], &axes, c->kept, c->from);
            status = adrop_model_set(m, i, c->from);
        }
    }
    return status;
}

/* -- Networks -------------------------------------------------------------------------- */

/* The text of the smaller network, and of the techniques in it. */
static adrop_status compact_describe(const adrop_model *m, const ad_kept_all *kept,
                                     ad_network_change *change, char **text)
{
    adrop_status status = ADROP_OK;

    for (size_t i = 0; i < m->graph->n && !status; i++) {
        change[i].channels = kept->layer[i].n;
        status = ad_technique_pinned(m->ctx, m->graph->layer[i], &change[i].technique);
    }
    return status ? status
                  : ad_network_write(m->ctx, m->graph, m->options.dropout, m->options.outputs,
                                     change, text);
}

static adrop_status compact_make(const cutter *c, const char *text, adrop_model **out)
{
    adrop_model_opts o = c->m->options;

    o.model = text;
    adrop_status status = adrop_model_create(c->m->ctx, &o, out);
    if (!status)
        status = cut_into(c, *out);
    if (!status)
        status = adrop_model_set_schema(*out, adrop_model_schema(c->m));
    if (status) {
        adrop_model_free(*out);
        *out = NULL;
    }
    return status;
}

/* A technique with fixed masks per unit has no smaller form. */
static adrop_status check_techniques(const adrop_model *m)
{
    for (size_t i = 0; i < m->graph->n; i++) {
        const ad_dropout *d = ad_layer_technique(m->graph->layer[i]);
        if (d && d->traits & AD_OWN_UNITS)
            return ad_fail(m->ctx, ADROP_EINVAL,
                           "'%s' has fixed masks for the units that there are, so none can be "
                           "taken out: train with another technique",
                           d->type->name);
    }
    return ADROP_OK;
}

/* Either compact (out) or clear in place (m). */
static adrop_status compact_cut(const adrop_model *m, const adrop_units *u,
                                const unsigned char *keep, adrop_model *clear, adrop_model **out)
{
    adrop_ctx *ctx = m->ctx;
    ad_kept_all kept = { 0 };
    ad_network_change *change = NULL;
    cutter c = { .m = m, .kept = &kept };
    char *text = NULL;
    adrop_status status;

    if (u->graph != m->graph)
        return ad_fail(ctx, ADROP_EINVAL, "the units are those of another model");
    if (!(status = check_techniques(m)) &&
        !(status = ad_kept_find(ctx, m->graph, &u->found, keep, &kept)) &&
        !(status = AD_NEW(ctx, m->graph->n, "the smaller network", &change)) &&
        !(status = AD_NEW(ctx, m->most, "a tensor", &c.from)) &&
        !(status = AD_NEW(ctx, m->most, "a tensor", &c.to)) &&
        !(status = compact_describe(m, &kept, change, &text))) {
        c.change = change;
        status = out ? compact_make(&c, text, out) : clear_in(&c, clear);
    }
    ad_kept_release(ctx, &kept);
    void *const blocks[] = { change, c.from, c.to, text };
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        ad_free(ctx, blocks[i]);
    return status;
}

adrop_status adrop_model_compact(const adrop_model *m, const adrop_units *u,
                                 const unsigned char *keep, adrop_model **out)
{
    if (ad_check_given(m->ctx, "out", out))
        return ADROP_EINVAL;

    *out = NULL;
    const adrop_status status = ad_check_array(m->ctx, "keep", adrop_units_count(u), keep);
    return status ? status : compact_cut(m, u, keep, NULL, out);
}

adrop_status adrop_model_clear_units(adrop_model *m, const adrop_units *u,
                                     const unsigned char *keep)
{
    const adrop_status status = ad_check_array(m->ctx, "keep", adrop_units_count(u), keep);

    return status ? status : compact_cut(m, u, keep, m, NULL);
}
