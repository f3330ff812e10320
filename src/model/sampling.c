/* Monte Carlo passes in blocks (sampling.h).
 *
 * The network is cut before its first random layer. Outputs of earlier layers that later ones
 * read cross the cut; they are copied row by row: a row of an array is contiguous in every
 * format (compute/desc.h). */
#include "model/sampling.h"

#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "model/model.h"

enum { MOST_HELD = 8 }; /* outputs that cross the cut: one, or the few branches of a block */

/* An output that crosses the cut. */
typedef struct {
    size_t layer;
    size_t row;   /* bytes per row */
    char *values; /* (block, row): for the inputs of begin(); owned */
} held;

struct ad_sampling {
    adrop_model *m;
    ad_net_plan *net; /* for a full block */
    size_t block, inputs;
    size_t cut; /* the first random layer */
    held held[MOST_HELD];
    size_t n_held;
    int reads_x;        /* the caller's inputs cross the cut themselves */
    const float *given; /* the inputs of begin() */
    float *x;           /* (block, inputs): a block's inputs, or those of begin(), padded */
    uint32_t *numbers, *passes;
    int has_one_mask;
};

/* The first layer that draws; graph->n: none does. */
static size_t first_random(const ad_graph *g, int *has_one_mask)
{
    size_t first = g->n;

    *has_one_mask = 0;
    for (size_t i = g->n; i-- > 0;) {
        const ad_dropout *d = ad_layer_technique(g->layer[i]);
        if (!d || !strcmp(d->type->name, "none"))
            continue;
        first = i;
        *has_one_mask |= (d->traits & AD_ONE_MASK) != 0;
    }
    return first;
}

int ad_model_is_random(const adrop_model *m)
{
    int ignored;

    return first_random(m->graph, &ignored) < m->graph->n;
}

size_t ad_model_members(const adrop_model *m)
{
    const ad_graph *g = m->graph;
    size_t members = 0;

    for (size_t i = 0; i < g->n; i++) {
        const ad_dropout *d = ad_layer_technique(g->layer[i]);
        if (!d || !strcmp(d->type->name, "none"))
            continue;
        const size_t its = d->type->members ? d->type->members(d->settings) : 0;
        if (!its || (members && its != members))
            return 0;
        members = its;
    }
    return members;
}

static adrop_status hold(ad_sampling *s, size_t layer)
{
    const ad_node *node = &s->net->node[layer];
    held *h = &s->held[s->n_held];

    if (node->y == AD_NOWHERE) {
        s->reads_x = 1;
        return ADROP_OK;
    }
    for (size_t i = 0; i < s->n_held; i++)
        if (s->net->node[s->held[i].layer].y == node->y)
            return ADROP_OK;
    if (s->n_held == MOST_HELD)
        return ad_fail(s->m->ctx, ADROP_EINVAL,
                       "more than %d outputs reach across the first dropout layer: predict with "
                       "`samples` 0",
                       (int)MOST_HELD);
    h->layer = layer;
    h->row = ad_desc_bytes(&node->planned.out, s->m->engine->block) / s->block;
    const adrop_status status = AD_NEW(s->m->ctx, s->block * h->row, "what the random layers read",
                                       &h->values);
    s->n_held += !status;
    return status;
}

static adrop_status find_held(ad_sampling *s)
{
    const ad_graph *g = s->m->graph;
    adrop_status status = ADROP_OK;

    for (size_t j = s->cut; j < g->n; j++)
        for (size_t k = 0; k < g->layer[j]->n_in && !status; k++)
            if (g->layer[j]->in[k]->number < s->cut)
                status = hold(s, g->layer[j]->in[k]->number);
    return status;
}

static adrop_status sampling_prepare(ad_sampling *s)
{
    adrop_model *m = s->m;
    const adrop_model_opts *o = &m->options;
    adrop_status status;

    s->block = o->batch;
    s->inputs = o->channels * o->height * o->width;
    s->cut = first_random(m->graph, &s->has_one_mask);
    if (s->cut == m->graph->n)
        return ad_fail(m->ctx, ADROP_EINVAL,
                       "the model has no random layer to sample: train it with a dropout "
                       "technique, or give 0 `samples` for one pass without noise");
    if (m->shard_rows < s->block)
        return ad_fail(m->ctx, ADROP_EINVAL, "a model of several shards cannot be sampled");
    if ((status = ad_model_net(m, s->block, &s->net)) || (status = find_held(s)) ||
        (status = AD_NEW(m->ctx, s->block * s->inputs, "inputs", &s->x)) ||
        (status = AD_NEW(m->ctx, s->block, "row numbers", &s->numbers)))
        return status;
    return AD_NEW(m->ctx, s->block, "numbers of passes", &s->passes);
}

adrop_status ad_sampling_create(adrop_model *m, ad_sampling **out)
{
    ad_sampling *s;
    adrop_status status = AD_NEW(m->ctx, 1, "Monte Carlo passes", &s);

    *out = NULL;
    if (status)
        return status;
    s->m = m;
    if ((status = sampling_prepare(s)))
        ad_sampling_free(s);
    else
        *out = s;
    return status;
}

void ad_sampling_free(ad_sampling *s)
{
    if (!s)
        return;
    adrop_ctx *ctx = s->m->ctx;
    for (size_t i = 0; i < s->n_held; i++)
        ad_free(ctx, s->held[i].values);
    ad_free(ctx, s->x);
    ad_free(ctx, s->numbers);
    ad_free(ctx, s->passes);
    ad_free(ctx, s);
}

int ad_sampling_has_one_mask(const ad_sampling *s)
{
    return s->has_one_mask;
}

/* A pass over the full block with inputs x. */
static ad_net_pass pass_of(const ad_sampling *s, const float *x)
{
    const adrop_batch b = { .size = sizeof b, .rows = s->block, .x = x };
    ad_net_pass pass = ad_model_pass(s->m, &b, ADROP_PHASE_SAMPLE, 0);

    pass.where.row_numbers = s->numbers;
    pass.where.passes = s->passes;
    return pass;
}

static adrop_status sampling_run(const ad_sampling *s, const ad_net_pass *pass, size_t first,
                                 size_t end)
{
    ad_saved_threads saved;

    s->m->in_flight.is_set = 0; /* the arena is overwritten */
    s->m->output_rows = 0;
    ad_model_enter(s->m, s->block, &saved);
    const adrop_status status = ad_net_forward_part(s->net, pass, first, end);
    ad_engine_leave(&saved);
    return status;
}

adrop_status ad_sampling_begin(ad_sampling *s, size_t n, const float *x)
{
    s->given = x;
    for (size_t r = 0; r < s->block; r++)
        memcpy(s->x + r * s->inputs, x + (r < n ? r : n - 1) * s->inputs, s->inputs * sizeof *s->x);
    const ad_net_pass pass = pass_of(s, s->x);
    const adrop_status status = sampling_run(s, &pass, 0, s->cut);
    for (size_t i = 0; i < s->n_held && !status; i++) {
        const held *h = &s->held[i];
        memcpy(h->values, ad_net_held(s->net, &pass, h->layer, s->cut), n * h->row);
    }
    return status;
}

/* Copy what crosses the cut to where the random part reads it. */
static void sampling_fill(ad_sampling *s, const ad_slots *slots, const ad_net_pass *pass)
{
    const size_t last = slots->n - 1;

    for (size_t i = 0; i < s->n_held; i++) {
        const held *h = &s->held[i];
        char *to = ad_net_held(s->net, pass, h->layer, s->cut);
        for (size_t r = 0; r < s->block; r++)
            memcpy(to + r * h->row, h->values + slots->from[r < last ? r : last] * h->row, h->row);
    }
    for (size_t r = 0; s->reads_x && r < s->block; r++)
        memcpy(s->x + r * s->inputs, s->given + slots->from[r < last ? r : last] * s->inputs,
               s->inputs * sizeof *s->x);
}

adrop_status ad_sampling_run(ad_sampling *s, const ad_slots *slots)
{
    const size_t last = slots->n - 1, outputs = s->m->options.outputs;
    ad_net_pass pass = pass_of(s, s->x);

    for (size_t r = 0; r < s->block; r++) {
        s->numbers[r] = slots->number[r < last ? r : last];
        s->passes[r] = slots->pass[r < last ? r : last];
    }
    pass.where.step = s->passes[0];
    sampling_fill(s, slots, &pass);
    const adrop_status status = sampling_run(s, &pass, s->cut, s->m->graph->n);
    if (status)
        return status;
    const void *y = ad_net_output(s->net, &pass);
    if (!s->m->engine->plain)
        memcpy(s->m->outputs, y, slots->n * outputs * sizeof *s->m->outputs);
    for (size_t i = 0; s->m->engine->plain && i < slots->n * outputs; i++)
        s->m->outputs[i] = (float)((const double *)y)[i];
    s->m->output_rows = slots->n;
    return ADROP_OK;
}
