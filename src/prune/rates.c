/* Worth by masks (criterion.h; Algorithm 1 of "Advanced Dropout"): the larger the rate
 * rho = 1 - E[m] of a node, the sooner it is removed. A node that passes several dropout layers has
 * their average; a flattened channel has that of its map.
 *
 * A weight that reads node j and makes node i combines both: rho_ij =
 * 1 - (1 - rho_j) (1 - rho_i). Inputs have the rate of the dropout layer that they pass, if
 * any; outputs have none. */
#include <math.h>

#include "base/context.h"
#include "base/memory.h"
#include "layer/dropout.h"
#include "prune/criterion.h"

/* The requested moment of channel c of a dropout layer. */
static double number_at(const ad_layer *l, size_t c, double (*number)(const adrop_moments *m))
{
    const ad_dropout *d = ad_layer_technique(l);
    const adrop_moments m = ad_dropout_moments(d, c * ad_site_area(&d->site), 0);

    return number(&m);
}

static int is_site(const ad_layer *l)
{
    return l->type == &ad_layer_dropout;
}

adrop_status ad_nodes_by(const ad_ranking *r, double (*number)(const adrop_moments *m),
                         double *worth)
{
    const ad_graph *g = r->m->graph;
    size_t *n = NULL;
    adrop_status status = AD_NEW(r->ctx, r->units->n, "the rates", &n);

    if (status)
        return status;
    for (size_t u = 0; u < r->units->n; u++)
        worth[u] = 0;
    for (size_t k = 0; k < g->n; k++)
        for (size_t c = 0; is_site(g->layer[k]) && c < g->layer[k]->shape.channels; c++) {
            const uint32_t u = r->units->of[k][c];
            if (u == AD_NO_UNIT)
                continue;
            worth[u] += number_at(g->layer[k], c, number);
            n[u]++;
        }
    for (size_t u = 0; u < r->units->n && !status; u++) {
        if (!n[u])
            status = ad_fail(r->ctx, ADROP_EINVAL,
                             "layer '%s' has no dropout of its own to be ranked by: give "
                             "`dropout-at` everywhere, or a `criterion` that needs no rates, as "
                             "magnitude",
                             g->layer[r->units->unit[u].layer]->name);
        else
            worth[u] /= (double)n[u];
    }
    ad_free(r->ctx, n);
    return status;
}

static double mean_mask(const adrop_moments *m)
{
    return m->mean;
}

adrop_status ad_nodes_by_mask(const ad_ranking *r, double *worth)
{
    return ad_nodes_by(r, mean_mask, worth);
}

/* -- Weights ----------------------------------------------------------------------------- */

/* The dropout layer that a layer's input passes; NULL: none. */
static const ad_layer *site_before(const ad_layer *l)
{
    for (l = l->in[0]; l->n_in == 1 && !ad_units_makes(l); l = l->in[0])
        if (is_site(l))
            return l;
    return is_site(l) ? l : NULL; /* also one that reads a pre-activation */
}

/* E[m] of the channels that a layer reads, (channels): of the dropout layer before it or, if
 * several layers join there, of their units. */
static void masks_read(const ad_ranking *r, const ad_layer *l, const double *node, double *in)
{
    const ad_layer *site = site_before(l);
    const size_t n = l->in[0]->shape.channels;

    for (size_t j = 0; j < n; j++) {
        const uint32_t u = r->units->of[l->in[0]->number][j];
        in[j] = site              ? number_at(site, j / (n / site->shape.channels), mean_mask)
                : u == AD_NO_UNIT ? 1
                                  : node[u];
    }
}

adrop_status ad_weights_by_mask(const ad_ranking *r, double *worth)
{
    double *node = NULL, *in = NULL;
    size_t widest = 1;
    adrop_status status = AD_NEW(r->ctx, r->units->n, "the rates", &node);

    for (size_t w = 0; w < r->n_weights; w++)
        widest = r->weight[w].layer->in[0]->shape.channels > widest
                     ? r->weight[w].layer->in[0]->shape.channels
                     : widest;
    if (!status)
        status = AD_NEW(r->ctx, widest, "the rates", &in);
    if (!status)
        status = ad_nodes_by_mask(r, node);
    for (size_t w = 0; w < r->n_weights && !status; w++) {
        const ad_layer *l = r->weight[w].layer;
        const ad_param *p = r->weight[w].param;
        const size_t area = p->n / (p->dim[0] * p->dim[1]);
        double *to = worth + r->weight[w].first;
        masks_read(r, l, node, in);
        for (size_t i = 0; i < p->dim[0]; i++) {
            const uint32_t u = r->units->of[l->number][i];
            const double out = u == AD_NO_UNIT ? 1 : node[u];
            for (size_t j = 0; j < p->dim[1]; j++) {
                /* a depthwise kernel reads the channel that it makes */
                const double read = ad_units_makes(l) ? in[j] : in[i];
                for (size_t k = 0; k < area; k++)
                    *to++ = read * out;
            }
        }
    }
    ad_free(r->ctx, node);
    ad_free(r->ctx, in);
    return status;
}
