/* Choosing what to remove (choose.h): units are sorted by worth, ties by magnitude, then by
 * number, and removed from the low end until the quota is met. The last unit of a group
 * is skipped. */
#include "prune/choose.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "base/struct.h"

/* A unit to be sorted. */
typedef struct {
    double worth;
    float tie;
    uint32_t number, group;
} entry;

static int choose_compare(const void *a, const void *b)
{
    const entry *x = a, *y = b;

    if (x->worth < y->worth || x->worth > y->worth)
        return x->worth < y->worth ? -1 : 1;
    if (x->tie < y->tie || x->tie > y->tie)
        return x->tie < y->tie ? -1 : 1;
    return x->number < y->number ? -1 : x->number > y->number;
}

/* Sort entries (n) and set gone[number] for those to remove. Changes alive. */
static void choose_mark(entry *entries, size_t n, const ad_quota *quota, ad_groups *g, size_t *left,
                        unsigned char *gone)
{
    size_t of_all = quota->of_all;

    qsort(entries, n, sizeof *entries, choose_compare);
    for (size_t k = 0; !quota->is_global && k < g->n; k++)
        left[k] = quota->of_group[k];
    for (size_t i = 0; i < n; i++) {
        const uint32_t k = entries[i].group;
        if (g->alive[k] < 2 || !(quota->is_global ? of_all : left[k]))
            continue;
        gone[entries[i].number] = 1;
        g->alive[k]--;
        if (quota->is_global)
            of_all--;
        else
            left[k]--;
    }
}

/* -- The ranking ------------------------------------------------------------------------- */

static void close_ranking(ad_ranking *r)
{
    ad_free(r->ctx, r->weight);
    ad_free(r->ctx, r->values);
    ad_free(r->ctx, r->gradients);
}

static int is_weight(const ad_param *p)
{
    return p->group == ADROP_TENSOR_WEIGHTS && p->n_dims >= 2;
}

static adrop_status open_ranking(adrop_model *m, const adrop_choose_opts *opts, ad_ranking *r)
{
    adrop_status status;

    *r = (ad_ranking){ .ctx = m->ctx, .m = m, .opts = *opts };
    if ((status = AD_NEW(r->ctx, m->n_tensors, "the weights", &r->weight)) ||
        (status = AD_NEW(r->ctx, m->most, "a tensor", &r->values)) ||
        (status = AD_NEW(r->ctx, m->most, "a tensor", &r->gradients))) {
        close_ranking(r);
        return status;
    }
    for (size_t i = 0; i < m->n_tensors; i++)
        if (is_weight(m->tensor[i])) {
            r->weight[r->n_weights++] = (ad_weight_tensor){ .tensor = i,
                                                            .first = r->n_values,
                                                            .layer = m->tensor_layer[i],
                                                            .param = m->tensor[i] };
            r->n_values += m->tensor[i]->n;
        }
    if (r->n_values < UINT32_MAX)
        return ADROP_OK;
    close_ranking(r);
    return ad_fail(m->ctx, ADROP_ENOMEM, "the network has too many weights to number them");
}

/* Refuse NaN, which has no order. */
static adrop_status check_worth(const ad_ranking *r, const ad_criterion *c, const double *worth,
                                size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (isnan(worth[i]))
            return ad_fail(r->ctx, ADROP_ENUMERIC,
                           "the criterion '%s' gives no number for unit %zu: the network's values "
                           "are too large, or not finite",
                           c->name, i);
    return ADROP_OK;
}

/* -- Groups ------------------------------------------------------------------------------ */

adrop_status ad_groups_of_nodes(const adrop_units *units, ad_groups *out)
{
    const ad_units *u = ad_units_found(units);
    adrop_status status = AD_NEW(ad_units_context(units), u->n, "the layers", &out->alive);

    out->n = out->all = 0;
    out->last_is_out = 0;
    for (size_t i = 0; i < u->n && !status; i++) {
        out->n += !i || u->unit[i].layer != u->unit[i - 1].layer;
        out->alive[out->n - 1]++;
        out->all++;
    }
    return status;
}

adrop_status ad_groups_of_weights(adrop_model *m, ad_groups *out)
{
    const adrop_choose_opts none = { 0 };
    ad_ranking r;
    adrop_status status = open_ranking(m, &none, &r);

    *out = (ad_groups){ 0 };
    if (status)
        return status;
    status = AD_NEW(m->ctx, r.n_weights, "the layers", &out->alive);
    for (size_t w = 0; w < r.n_weights && !status; w++) {
        status = adrop_model_get(m, r.weight[w].tensor, r.values);
        for (size_t i = 0; i < r.weight[w].param->n; i++)
            out->alive[w] += r.values[i] < 0 || r.values[i] > 0;
        out->all += out->alive[w];
    }
    out->n = r.n_weights;
    out->last_is_out = 1;
    close_ranking(&r);
    if (status)
        ad_groups_release(m->ctx, out);
    return status;
}

void ad_groups_release(adrop_ctx *ctx, ad_groups *g)
{
    ad_free(ctx, g->alive);
    *g = (ad_groups){ 0 };
}

/* -- Nodes ------------------------------------------------------------------------------- */

static adrop_status rank_nodes(ad_ranking *r, const ad_criterion *c, const adrop_units *units,
                               const ad_quota *quota, unsigned char *keep)
{
    const size_t n = r->units->n;
    double *worth = NULL, *tie = NULL;
    size_t *left = NULL;
    entry *entries = NULL;
    ad_groups g = { 0 };
    adrop_status status;

    if (!(status = AD_NEW(r->ctx, n, "the ranks", &worth)) &&
        !(status = AD_NEW(r->ctx, n, "the ranks", &tie)) &&
        !(status = AD_NEW(r->ctx, n, "the ranks", &left)) &&
        !(status = AD_NEW(r->ctx, n, "the ranks", &entries)) &&
        !(status = ad_groups_of_nodes(units, &g)) && !(status = c->nodes(r, worth)) &&
        !(status = check_worth(r, c, worth, n)))
        status = ad_units_l1(r, 0, tie);
    for (size_t i = 0, k = 0; i < n && !status; i++) {
        k += i && r->units->unit[i].layer != r->units->unit[i - 1].layer;
        entries[i] = (entry){ worth[i], (float)tie[i], (uint32_t)i, (uint32_t)k };
    }
    if (!status) {
        memset(keep, 0, n); /* temporarily marks what is removed */
        choose_mark(entries, n, quota, &g, left, keep);
        for (size_t i = 0; i < n; i++)
            keep[i] = !keep[i];
    }
    ad_groups_release(r->ctx, &g);
    ad_free(r->ctx, worth);
    ad_free(r->ctx, tie);
    ad_free(r->ctx, left);
    ad_free(r->ctx, entries);
    return status;
}

adrop_status ad_nodes_remove(adrop_model *m, const adrop_units *units,
                             const adrop_choose_opts *opts, const ad_quota *quota,
                             unsigned char *keep)
{
    const ad_criterion *c;
    ad_ranking r;
    adrop_status status = ad_criterion_find(m->ctx, opts->criterion, &c);

    if (status || (status = ad_criterion_check(c, m, ADROP_PRUNE_NODES)) ||
        (status = open_ranking(m, opts, &r)))
        return status;
    r.units = ad_units_found(units);
    status = rank_nodes(&r, c, units, quota, keep);
    close_ranking(&r);
    return status;
}

/* -- Weights ----------------------------------------------------------------------------- */

/* List the nonzero weights as entries; *n is their number. */
static adrop_status list_weights(const ad_ranking *r, const double *worth, entry *entries,
                                 ad_groups *g, size_t *n)
{
    adrop_status status = ADROP_OK;

    *n = 0;
    for (size_t w = 0; w < r->n_weights && !status; w++) {
        status = adrop_model_get(r->m, r->weight[w].tensor, r->values);
        for (size_t i = 0; i < r->weight[w].param->n && !status; i++) {
            const float x = fabsf(r->values[i]);
            const size_t at = r->weight[w].first + i;
            if (x > 0) {
                entries[(*n)++] = (entry){ worth[at], x, (uint32_t)at, (uint32_t)w };
                g->alive[w]++;
            }
        }
    }
    return status;
}

/* Zero the weights of a model for which gone is set. */
static adrop_status clear(const ad_ranking *r, adrop_model *m, const unsigned char *gone)
{
    adrop_status status = ADROP_OK;

    for (size_t w = 0; w < r->n_weights && !status; w++) {
        if ((status = adrop_model_get(m, r->weight[w].tensor, r->values)))
            break;
        for (size_t i = 0; i < r->weight[w].param->n; i++)
            if (gone[r->weight[w].first + i])
                r->values[i] = 0;
        status = adrop_model_set(m, r->weight[w].tensor, r->values);
    }
    return status;
}

static adrop_status rank_weights(ad_ranking *r, const ad_criterion *c, const ad_quota *quota,
                                 adrop_model *also)
{
    double *worth = NULL;
    entry *entries = NULL;
    unsigned char *gone = NULL;
    size_t *left = NULL, n;
    ad_groups g = { .n = r->n_weights };
    adrop_status status;

    if (!(status = AD_NEW(r->ctx, r->n_values, "the ranks", &worth)) &&
        !(status = AD_NEW(r->ctx, r->n_values, "the ranks", &entries)) &&
        !(status = AD_NEW(r->ctx, r->n_values, "the ranks", &gone)) &&
        !(status = AD_NEW(r->ctx, r->n_weights, "the ranks", &left)) &&
        !(status = AD_NEW(r->ctx, r->n_weights, "the ranks", &g.alive)) &&
        !(status = c->weights(r, worth)) && !(status = check_worth(r, c, worth, r->n_values)))
        status = list_weights(r, worth, entries, &g, &n);
    if (!status) {
        choose_mark(entries, n, quota, &g, left, gone);
        status = clear(r, r->m, gone);
    }
    if (!status && also)
        status = clear(r, also, gone);
    void *const blocks[] = { worth, entries, gone, left, g.alive };
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        ad_free(r->ctx, blocks[i]);
    return status;
}

adrop_status ad_weights_remove(adrop_model *m, const adrop_choose_opts *opts, const ad_quota *quota,
                               adrop_model *also)
{
    const ad_criterion *c;
    ad_units units = { 0 };
    ad_ranking r;
    adrop_status status = ad_criterion_find(m->ctx, opts->criterion, &c);

    if (status || (status = ad_criterion_check(c, m, ADROP_PRUNE_WEIGHTS)) ||
        (status = ad_units_find(m->ctx, m->graph, &units)))
        return status;
    if (!(status = open_ranking(m, opts, &r))) {
        r.units = &units;
        status = rank_weights(&r, c, quota, also);
        close_ranking(&r);
    }
    ad_units_release(m->ctx, &units);
    return status;
}
