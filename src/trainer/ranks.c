/* A trainer whose batches several processes share (adrop/comm.h): which rank prepares which rows,
 * the results of a step, and the common initial state.
 *
 * Every rank holds the whole model and takes every step; the numbers that control training
 * (scores, best results, patience) are the same on all of them. */
#include <string.h>

#include "comm/comm.h"
#include "model/ranks.h"
#include "model/response.h"
#include "rows/batches.h"
#include "trainer/trainer.h"

void ad_trainer_share(adrop_trainer *t)
{
    const adrop_comm *c = t->ctx->comm;
    ad_share share = { .rank = (size_t)adrop_comm_rank(c),
                       .ranks = (size_t)adrop_comm_ranks(c),
                       .shards = t->model->options.shards };

    if (!c)
        return;
    ad_batches_share(t->steps, &share);
    share.shards = 0;
    for (int p = 0; p < AD_PARTS; p++)
        if (t->parts[p])
            ad_batches_share(t->parts[p], &share);
}

/* Send the scores of this rank's shards to all. The result is in rank order, the shards' order. */
static adrop_status ranks_gather(adrop_trainer *t, size_t shards)
{
    adrop_comm *c = t->ctx->comm;
    const size_t ranks = (size_t)c->ranks, each = t->model->options.shards / ranks + 1;
    const ad_span mine = ad_tree_share(shards, (size_t)c->rank, ranks);
    ad_score *scores = t->shard_scores, *all = scores + t->model->options.shards + 1;
    adrop_status status;

    memmove(scores, scores + mine.lo, (mine.hi - mine.lo) * sizeof *scores);
    status = ad_comm_gather(c, t->ctx, scores, each * sizeof *scores, all);
    for (size_t r = 0; r < ranks && !status; r++) {
        const ad_span share = ad_tree_share(shards, r, ranks);
        memcpy(scores + share.lo, all + r * each, (share.hi - share.lo) * sizeof *scores);
    }
    return status;
}

adrop_status ad_trainer_score_step(adrop_trainer *t, const adrop_batch *b,
                                   const adrop_data_batch *rows, const float *outputs, double loss)
{
    const size_t shards = ad_model_shards(t->model, b);
    const ad_span mine = ad_model_ranks_share(t->model, shards);
    ad_score sum = { 0 };
    adrop_status status = ADROP_OK;

    for (size_t s = mine.lo; s < mine.hi; s++)
        ad_score_rows_of(&t->shard_scores[s], &t->info, rows, ad_shard_start(rows->n, shards, s),
                         ad_shard_start(rows->n, shards, s + 1), outputs, t->width);
    if (t->ctx->comm)
        status = ranks_gather(t, shards);
    for (size_t s = 0; s < shards && !status; s++)
        ad_score_add(&sum, &t->shard_scores[s]);
    sum.loss = loss * (double)rows->n;
    ad_score_add(&t->state.score, &sum);
    return status;
}

adrop_status ad_trainer_spread(adrop_trainer *t)
{
    adrop_comm *c = t->ctx->comm;
    adrop_model *m = t->model;
    const size_t real = ad_dtype_size(m->engine->real);
    uint64_t step = m->optimizer->step;
    adrop_status status;

    if (!c)
        return ADROP_OK;
    if ((status = ad_comm_broadcast(c, t->ctx, m->params, m->n_params * real)) ||
        (status = ad_comm_broadcast(c, t->ctx, m->buffers, m->n_buffers * real)) ||
        (status = ad_comm_broadcast(c, t->ctx, &t->state, sizeof t->state)) ||
        (status = ad_comm_broadcast(c, t->ctx, &step, sizeof step)))
        return status;
    for (size_t i = 0; i < m->optimizer->n_state && !status; i++)
        status = ad_comm_broadcast(c, t->ctx, m->optimizer->state[i], m->n_params * real);
    if (m->response && !status &&
        !(status = ad_comm_broadcast(c, t->ctx, m->response->average,
                                     m->response->n * sizeof *m->response->average)))
        status = ad_comm_broadcast(c, t->ctx, m->response->square,
                                   m->response->n * sizeof *m->response->square);
    if (m->response)
        m->response->count = t->state.responses;
    m->optimizer->step = (size_t)step;
    t->begun = 0;
    return status;
}
