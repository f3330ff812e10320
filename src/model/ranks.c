/* Shards that several processes share (ranks.h).
 *
 * Each rank adds its own shards' gradients and statistics as far as the tree allows (base/tree.h);
 * the rest of the tree is added between the ranks (comm/reduce.h). Gradients are sent in
 * buckets of whole layers, from the last layer to the first, while earlier layers still go
 * backward. What a technique leaves per shard (statistics, a loss) goes to all ranks unsummed:
 * each folds it itself, as a single process does. */
#include "model/ranks.h"

#include <string.h>

#include "base/memory.h"
#include "comm/reduce.h"
#include "model/side.h"
#include "technique/dropout.h"

enum { BUCKET = 1 << 19 }; /* fewest numbers in a bucket, except the last */

struct ad_model_ranks {
    adrop_ctx *ctx;
    adrop_comm *comm;
    ad_reducer *grads, *stats;
    ad_reducer *sums; /* of layers whose shards share sums; NULL: there are none */
    size_t n_buckets;
    size_t *end;       /* (n_buckets), owned */
    size_t *first_of;  /* (layers), owned: first gradient of a layer and all later ones */
    size_t unsent;     /* buckets [0, unsent) are still to be sent in this step */
    size_t n_record;   /* doubles that techniques leave per shard */
    size_t most_local; /* most shards of one rank */
    double *record;    /* (most_local, n_record), owned */
    double *all;       /* (ranks, most_local, n_record), owned */
};

static adrop_comm *comm_of(const adrop_model *m)
{
    return m->only_forward || m->alone ? NULL : m->ctx->comm;
}

size_t ad_model_slots(const adrop_model *m)
{
    const adrop_comm *c = comm_of(m);

    return c ? ad_tree_blocks(m->options.shards, (size_t)c->rank, (size_t)c->ranks)
             : ad_fold_slots(m->options.shards);
}

double ad_model_ranks_copies(const adrop_model *m)
{
    return comm_of(m) ? 2 : 0; /* receive buffers: at most two blocks */
}

ad_span ad_model_ranks_share(const adrop_model *m, size_t shards)
{
    return m->ranks
               ? ad_tree_share(shards, (size_t)m->ranks->comm->rank, (size_t)m->ranks->comm->ranks)
               : (ad_span){ 0, shards };
}

size_t ad_model_ranks_first(const adrop_model *m, size_t i)
{
    return m->ranks->first_of[i];
}

int ad_model_ranks_are_stuck(const adrop_model *m)
{
    return m->ranks && ad_reducer_is_stuck(m->ranks->grads);
}

/* -- Making --------------------------------------------------------------------------- */

/* Find where each layer's gradients begin, and cut buckets of whole layers. */
static adrop_status ranks_cut(adrop_model *m, ad_model_ranks *r)
{
    const size_t layers = m->graph->n;
    size_t first = m->n_params, end = m->n_params;
    adrop_status status;

    if ((status = AD_NEW(m->ctx, layers, "buckets of gradients", &r->first_of)) ||
        (status = AD_NEW(m->ctx, layers + 1, "buckets of gradients", &r->end)))
        return status;
    for (size_t i = layers; i-- > 0;)
        r->first_of[i] = first = ad_model_first_number(m, i, first);
    for (size_t i = layers; i-- > 0;) /* from the last layer */
        if ((end - r->first_of[i] >= BUCKET || !i) && (end > r->first_of[i] || !r->n_buckets)) {
            memmove(r->end + 1, r->end, r->n_buckets++ * sizeof *r->end);
            r->end[0] = end;
            end = r->first_of[i];
        }
    return ADROP_OK;
}

/* What a layer's technique leaves per shard: statistics, rows, a loss. */
static size_t record_size(const ad_layer *l)
{
    const ad_dropout *d = l->type->technique ? l->type->technique(l) : NULL;

    return d ? d->plan.n_stats + 2 : 0;
}

static adrop_status ranks_fill(adrop_model *m, ad_model_ranks *r)
{
    const size_t shards = m->options.shards, ranks = (size_t)r->comm->ranks;
    adrop_status status = ranks_cut(m, r);

    for (size_t i = 0; i < m->graph->n; i++)
        r->n_record += record_size(m->graph->layer[i]);
    r->most_local = shards / ranks + 1;
    if (status ||
        (status = AD_NEW(m->ctx, r->most_local * r->n_record, "the shards' records", &r->record)) ||
        (status = AD_NEW(m->ctx, ranks * r->most_local * r->n_record, "the shards' records",
                         &r->all)) ||
        (status = ad_reducer_create(m->ctx, r->comm, shards, m->engine->plain, r->n_buckets, r->end,
                                    &r->grads)))
        return status;
    if ((status = ad_reducer_create(m->ctx, r->comm, shards, 1, 1, &m->n_stats, &r->stats)) ||
        !ad_model_runs_side(m))
        return status;
    const size_t n_sums = ad_model_side_sums(m);
    return ad_reducer_create(m->ctx, r->comm, shards, 1, 1, &n_sums, &r->sums);
}

adrop_status ad_model_ranks_create(adrop_model *m)
{
    adrop_comm *c = comm_of(m);
    adrop_status status;

    if (!c)
        return ADROP_OK;
    if ((size_t)c->ranks > m->options.shards)
        return ad_fail(m->ctx, ADROP_EINVAL,
                       "%d ranks have only %zu shards to share: give `shards` %d or more, or start "
                       "fewer ranks",
                       c->ranks, m->options.shards, c->ranks);
    if ((status = AD_NEW(m->ctx, 1, "the ranks of a model", &m->ranks)))
        return status;
    m->ranks->ctx = m->ctx;
    m->ranks->comm = c;
    return ranks_fill(m, m->ranks);
}

void ad_model_ranks_free(ad_model_ranks *r)
{
    if (!r)
        return;
    ad_reducer_free(r->grads);
    ad_reducer_free(r->stats);
    ad_reducer_free(r->sums);
    ad_free(r->ctx, r->end);
    ad_free(r->ctx, r->first_of);
    ad_free(r->ctx, r->record);
    ad_free(r->ctx, r->all);
    ad_free(r->ctx, r);
}

/* -- A step --------------------------------------------------------------------------- */

void ad_model_ranks_begin(adrop_model *m, size_t shards)
{
    void *grads[AD_TREE_NODES] = { NULL }, *stats[AD_TREE_NODES] = { NULL };

    for (size_t i = 0; i < m->n_slots && i < AD_TREE_NODES; i++) {
        grads[i] = ad_model_grads(m, i);
        stats[i] = ad_model_stats(m, i);
    }
    ad_reducer_begin(m->ranks->grads, shards, grads, m->grads);
    ad_reducer_begin(m->ranks->stats, shards, stats, m->stats);
    m->ranks->unsent = m->ranks->n_buckets;
}

void ad_model_ranks_send(adrop_model *m, const ad_fold *fold, size_t first)
{
    ad_model_ranks *r = m->ranks;

    for (; r->unsent; r->unsent--) {
        const size_t i = r->unsent - 1, start = i ? r->end[i - 1] : 0;
        if (start < first)
            return;
        if (fold)
            ad_fold_close(fold, start, r->end[i] - start);
        ad_reducer_start(r->grads, i);
    }
}

adrop_status ad_model_ranks_sum(adrop_model *m, size_t shards, void *const *blocks, double *total)
{
    ad_reducer_begin(m->ranks->sums, shards, blocks, total);
    ad_reducer_start(m->ranks->sums, 0);
    return ad_reducer_wait(m->ranks->sums);
}

/* Copy the records of this rank's shards into an array, or those of all ranks out of it. */
static void move_records(adrop_model *m, double *records, ad_span shards, int out)
{
    for (size_t i = 0; i < m->graph->n; i++) {
        const ad_layer *l = m->graph->layer[i];
        ad_dropout *d = l->type->technique ? l->type->technique(l) : NULL;
        for (size_t s = shards.lo; d && s < shards.hi; s++) {
            const size_t n = d->plan.n_stats;
            double *at = records + (s - shards.lo) * m->ranks->n_record;
            if (out) {
                d->shard_rows[s] = (size_t)at[0];
                d->row_loss[s] = at[1];
                memcpy(d->stats + s * n, at + 2, n * sizeof *at);
            } else {
                at[0] = (double)d->shard_rows[s];
                at[1] = d->row_loss[s];
                memcpy(at + 2, d->stats + s * n, n * sizeof *at);
            }
        }
        records += d ? d->plan.n_stats + 2 : 0;
    }
}

static adrop_status gather_records(adrop_model *m, size_t shards)
{
    ad_model_ranks *r = m->ranks;
    const size_t ranks = (size_t)r->comm->ranks, each = r->most_local * r->n_record;
    adrop_status status;

    if (!r->n_record)
        return ADROP_OK;
    move_records(m, r->record, ad_model_ranks_share(m, shards), 0);
    status = ad_comm_gather(r->comm, r->ctx, r->record, each * sizeof *r->record, r->all);
    for (size_t rank = 0; rank < ranks && !status; rank++)
        move_records(m, r->all + rank * each, ad_tree_share(shards, rank, ranks), 1);
    return status;
}

adrop_status ad_model_ranks_end(adrop_model *m, const ad_fold *fold, size_t shards)
{
    adrop_status status;

    ad_model_ranks_send(m, fold, 0);
    ad_reducer_start(m->ranks->stats, 0);
    if ((status = gather_records(m, shards)) || (status = ad_reducer_wait(m->ranks->stats)))
        return status;
    return ad_reducer_wait(m->ranks->grads);
}
