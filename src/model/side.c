/* Shards side by side (side.h). */
#include "model/side.h"

#include <string.h>

#include "adrop/comm.h"
#include "base/context.h"
#include "base/fold.h"
#include "base/memory.h"
#include "base/tree.h"
#include "model/ranks.h"

/* A shard of this rank in the current pass. */
typedef struct {
    ad_net_plan *net;
    ad_net_pass pass;
    size_t first; /* its first row in the batch */
    char *arena;  /* owned; NULL for the first, which uses the model's */
    size_t bytes;
} lane;

struct ad_side {
    size_t most;   /* most shards of this rank */
    lane *lanes;   /* (most), owned */
    double *stats; /* (most, n_stats), owned */
    size_t n_sums;
    double *sums;  /* (n_slots, n_sums), owned: of this rank's nodes */
    double *total; /* (n_sums), owned: over all shards */
    /* Of the current pass. */
    size_t shards, n_nodes, first_shard;
    ad_span nodes[AD_TREE_NODES];
};

/* -- Making --------------------------------------------------------------------------- */

size_t ad_model_side_sums(const adrop_model *m)
{
    size_t most = 0;

    for (size_t i = 0; i < m->graph->n; i++) {
        const ad_layer *l = m->graph->layer[i];
        const size_t n = l->type->sync ? l->type->sync->n(l) : 0;
        most = n > most ? n : most;
    }
    return most;
}

int ad_model_runs_side(const adrop_model *m)
{
    return m->options.sync_batch_norm && m->options.shards > 1 && !m->only_forward &&
           ad_model_side_sums(m) > 0;
}

/* The most shards that this rank can have. */
static size_t most_lanes(const adrop_model *m)
{
    const size_t ranks = m->alone ? 1 : (size_t)adrop_comm_ranks(m->ctx->comm);

    return (m->options.shards + ranks - 1) / ranks;
}

double ad_model_side_bytes(const adrop_model *m)
{
    return ad_model_runs_side(m) ? (double)(most_lanes(m) - 1) * (double)m->net[0]->bytes : 0;
}

adrop_status ad_model_side_create(adrop_model *m)
{
    ad_side *s;
    adrop_status status;

    if (!ad_model_runs_side(m))
        return ADROP_OK;
    if ((status = AD_NEW(m->ctx, 1, "shards side by side", &s)))
        return status;
    m->side = s;
    s->most = most_lanes(m);
    s->n_sums = ad_model_side_sums(m);
    if ((status = AD_NEW(m->ctx, s->most, "shards side by side", &s->lanes)) ||
        (status = AD_NEW(m->ctx, s->most * m->n_stats, "the statistics", &s->stats)) ||
        (status = AD_NEW(m->ctx, m->n_slots * s->n_sums, "sums over shards", &s->sums)))
        return status;
    return AD_NEW(m->ctx, s->n_sums, "sums over shards", &s->total);
}

void ad_model_side_free(adrop_model *m)
{
    ad_side *s = m->side;

    if (!s)
        return;
    for (size_t i = 0; s->lanes && i < s->most; i++) {
        ad_arena_release(s->lanes[i].arena, s->lanes[i].bytes);
        ad_free(m->ctx, s->lanes[i].arena);
    }
    if (!ad_model_ranks_are_stuck(m)) { /* else a transfer may still use them */
        ad_free(m->ctx, s->sums);
        ad_free(m->ctx, s->total);
    }
    ad_free(m->ctx, s->stats);
    ad_free(m->ctx, s->lanes);
    ad_free(m->ctx, s);
    m->side = NULL;
}

/* -- The lanes of a pass -------------------------------------------------------------- */

/* The first pass over a number of rows allocates the memory. */
static adrop_status side_grow(adrop_model *m, lane *l)
{
    if (l->net->bytes <= l->bytes)
        return ADROP_OK;
    ad_arena_release(l->arena, l->bytes);
    ad_free(m->ctx, l->arena);
    l->arena = NULL;
    l->bytes = 0;
    const adrop_status status = AD_NEW(m->ctx, l->net->bytes, "activations and gradients",
                                       &l->arena);
    if (!status)
        l->bytes = l->net->bytes;
    return status;
}

static adrop_status open_lanes(adrop_model *m, const adrop_batch *b, size_t shards)
{
    ad_side *s = m->side;
    const ad_span mine = ad_model_ranks_share(m, shards);
    adrop_status status = ADROP_OK;

    s->shards = shards;
    s->first_shard = mine.lo;
    s->n_nodes = ad_tree_nodes(shards, mine, s->nodes);
    for (size_t i = mine.lo; i < mine.hi && !status; i++) {
        lane *l = &s->lanes[i - mine.lo];
        l->first = ad_model_shard_row(b, shards, i);
        status = ad_model_net(m, ad_model_shard_row(b, shards, i + 1) - l->first, &l->net);
        if (!status)
            m->last = l->net; /* so that planning the other number of rows does not free it */
        if (!status && i > mine.lo)
            status = side_grow(m, l);
    }
    for (size_t i = mine.lo; i < mine.hi && !status; i++) {
        lane *l = &s->lanes[i - mine.lo];
        l->pass = ad_model_pass(m, b, ADROP_PHASE_TRAIN, l->first);
        l->pass.shard = i;
        l->pass.stats = s->stats + (i - mine.lo) * m->n_stats + AD_STATS_FIRST;
        if (i > mine.lo)
            l->pass.arena = l->arena;
    }
    return status;
}

/* The lane of shard i. */
static lane *lane_of(const ad_side *s, size_t i)
{
    return &s->lanes[i - s->first_shard];
}

static size_t n_lanes(const ad_side *s)
{
    return s->n_nodes ? s->nodes[s->n_nodes - 1].hi - s->nodes[0].lo : 0;
}

/* -- Sums that the shards of a layer share -------------------------------------------- */

/* The fold over node k's sums, which end in block k. */
static ad_fold sums_of_node(const adrop_model *m, size_t k)
{
    const ad_side *s = m->side;
    ad_fold f = { .n = s->n_sums, .is_double = 1 };

    for (size_t i = 0; k + i < m->n_slots && i < AD_FOLD_SLOTS; i++)
        f.slot[i] = s->sums + (k + i) * s->n_sums;
    return f;
}

/* This rank's nodes are complete: add the sums over all shards into s->total. */
static adrop_status add_up(adrop_model *m)
{
    ad_side *s = m->side;
    void *blocks[AD_TREE_NODES] = { NULL };

    for (size_t k = 0; k < s->n_nodes; k++)
        blocks[k] = s->sums + k * s->n_sums;
    if (m->ranks)
        return ad_model_ranks_sum(m, s->shards, blocks, s->total);
    memcpy(s->total, s->sums, s->n_sums * sizeof *s->total);
    return ADROP_OK;
}

/* -- Forward -------------------------------------------------------------------------- */

static adrop_status forward_synced(adrop_model *m, size_t i)
{
    ad_side *s = m->side;
    adrop_status status = ADROP_OK;

    for (size_t k = 0; k < s->n_nodes; k++) {
        ad_fold sums = sums_of_node(m, k);
        for (size_t shard = s->nodes[k].lo; shard < s->nodes[k].hi && !status; shard++) {
            lane *l = lane_of(s, shard);
            memset(ad_fold_place(&sums), 0, s->n_sums * sizeof(double));
            status = ad_net_sync(l->net, &l->pass, i, AD_FORWARD_SUMS, ad_fold_place(&sums));
            ad_fold_push(&sums);
        }
        ad_fold_end(&sums);
    }
    if (!status)
        status = add_up(m);
    for (size_t n = 0; n < n_lanes(s) && !status; n++)
        status = ad_net_sync(s->lanes[n].net, &s->lanes[n].pass, i, AD_FORWARD_REST, s->total);
    return status;
}

static adrop_status side_forward(adrop_model *m, const adrop_batch *b)
{
    ad_side *s = m->side;
    adrop_status status = ADROP_OK;

    for (size_t i = 0; i < m->graph->n && !status; i++) {
        if (m->graph->layer[i]->type->sync)
            status = forward_synced(m, i);
        else
            for (size_t n = 0; n < n_lanes(s) && !status; n++)
                status = ad_net_forward_part(s->lanes[n].net, &s->lanes[n].pass, i, i + 1);
    }
    for (size_t n = 0; n < n_lanes(s) && !status; n++) {
        const lane *l = &s->lanes[n];
        adrop_losses loss = { 0 };
        ad_model_keep_outputs(m, l->net, &l->pass, l->first);
        ad_model_lose(m, b, l->net, &l->pass, l->first, &loss);
        l->pass.stats[AD_STAT_LOSS - AD_STATS_FIRST] = loss.data;
        l->pass.stats[AD_STAT_R_DROP - AD_STATS_FIRST] = loss.extra;
    }
    return status;
}

/* -- Backward ------------------------------------------------------------------------- */

/* The fold over gradients [first, end) of node k, one layer's; they end in block k. */
static ad_fold grads_of_node(const adrop_model *m, size_t k, size_t first, size_t end)
{
    const size_t real = ad_dtype_size(m->engine->real);
    ad_fold f = { .n = end - first, .is_double = m->engine->plain };

    for (size_t i = 0; k + i < m->n_slots && i < AD_FOLD_SLOTS; i++)
        f.slot[i] = (char *)ad_model_grads(m, k + i) + first * real;
    return f;
}

/* Layer i of a node's shards: backward, or its first step if the shards share sums. */
static adrop_status backward_node(adrop_model *m, size_t k, size_t i, size_t first, size_t end)
{
    ad_side *s = m->side;
    const int is_synced = m->graph->layer[i]->type->sync && m->graph->layer[i]->needs_gradient;
    const size_t real = ad_dtype_size(m->engine->real);
    ad_fold grads = grads_of_node(m, k, first, end), sums = sums_of_node(m, k);
    adrop_status status = ADROP_OK;

    for (size_t shard = s->nodes[k].lo; shard < s->nodes[k].hi && !status; shard++) {
        lane *l = lane_of(s, shard);
        l->pass.blocks.grads = (char *)ad_fold_place(&grads) - first * real;
        if (is_synced) {
            memset(ad_fold_place(&sums), 0, s->n_sums * sizeof(double));
            status = ad_net_sync(l->net, &l->pass, i, AD_BACKWARD_SUMS, ad_fold_place(&sums));
            ad_fold_push(&sums);
        } else {
            status = ad_net_backward_layer(l->net, &l->pass, i);
        }
        ad_fold_push(&grads);
    }
    ad_fold_end(&grads);
    ad_fold_end(&sums);
    return status;
}

static adrop_status side_backward(adrop_model *m)
{
    ad_side *s = m->side;
    size_t end = m->n_params;
    adrop_status status = ADROP_OK;

    for (size_t i = m->graph->n; i-- > 1 && !status;) {
        const ad_layer *l = m->graph->layer[i];
        const size_t first = ad_model_first_number(m, i, end);
        for (size_t k = 0; k < s->n_nodes && !status; k++)
            status = backward_node(m, k, i, first, end);
        if (!status && l->type->sync && l->needs_gradient) {
            status = add_up(m);
            for (size_t n = 0; n < n_lanes(s) && !status; n++)
                status = ad_net_sync(s->lanes[n].net, &s->lanes[n].pass, i, AD_BACKWARD_REST,
                                     s->total);
        }
        if (!status && m->ranks)
            ad_model_ranks_send(m, NULL, first);
        end = first;
    }
    return status;
}

/* Add the statistics of the shards, node by node. */
static void fold_stats(adrop_model *m)
{
    const ad_side *s = m->side;

    for (size_t k = 0; k < s->n_nodes; k++) {
        ad_fold f = { .n = m->n_stats, .is_double = 1 };
        for (size_t i = 0; k + i < m->n_slots && i < AD_FOLD_SLOTS; i++)
            f.slot[i] = ad_model_stats(m, k + i);
        for (size_t shard = s->nodes[k].lo; shard < s->nodes[k].hi; shard++) {
            memcpy(ad_fold_place(&f), s->stats + (shard - s->first_shard) * m->n_stats,
                   m->n_stats * sizeof(double));
            ad_fold_push(&f);
        }
        ad_fold_end(&f);
    }
}

adrop_status ad_model_side_run(adrop_model *m, const adrop_batch *b, size_t shards)
{
    adrop_status status = open_lanes(m, b, shards);

    if (!status)
        status = side_forward(m, b);
    if (!status)
        status = side_backward(m);
    if (!status)
        fold_stats(m);
    return status;
}
