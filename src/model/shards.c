/* The training pass by shards (adrop/model.h): each goes forward and backward by itself; its
 * gradients, statistics and loss are added by a fixed tree over the shards (base/fold.h). If
 * several processes share the shards (ranks.h), a rank runs its own, node by node of the tree.
 * Shards that share statistics of the batch run side by side (side.h). */
#include <assert.h>

#include "base/struct.h"
#include "model/model.h"
#include "model/ranks.h"
#include "model/side.h"

/* Rows that must stay in one shard: the two passes of R-Drop. */
static size_t together(const adrop_batch *b)
{
    return b->r_drop > 0 ? 2 : 1;
}

size_t ad_model_shards(const adrop_model *m, const adrop_batch *b)
{
    const size_t units = b->rows / together(b);

    return units < m->options.shards ? units : m->options.shards;
}

size_t ad_model_shard_row(const adrop_batch *b, size_t shards, size_t s)
{
    return together(b) * ad_shard_start(b->rows / together(b), shards, s);
}

/* The sums over a node of the tree. They end in block `slot`, and may use later blocks. */
typedef struct {
    adrop_model *model;
    ad_fold grads, stats;
} node_sums;

static void start_sums(adrop_model *m, size_t slot, node_sums *sums)
{
    *sums = (node_sums){ .model = m,
                         .grads = { .n = m->n_params, .is_double = m->engine->plain },
                         .stats = { .n = m->n_stats, .is_double = 1 } };
    for (size_t i = 0; slot + i < m->n_slots && i < AD_FOLD_SLOTS; i++) {
        sums->grads.slot[i] = ad_model_grads(m, slot + i);
        sums->stats.slot[i] = ad_model_stats(m, slot + i);
    }
}

/* Backward of this rank's last shard has finished layer i. */
static void send_layer(void *user, size_t i)
{
    const node_sums *sums = user;

    ad_model_ranks_send(sums->model, &sums->grads, ad_model_ranks_first(sums->model, i));
}

/* Run shard s forward and backward; write its gradients and statistics where the
 * sums expect them. */
static adrop_status run_shard(adrop_model *m, const adrop_batch *b, size_t s, size_t shards,
                              node_sums *sums, int is_last)
{
    const size_t first = ad_model_shard_row(b, shards, s);
    double *stats = ad_fold_place(&sums->stats);
    adrop_losses loss = { 0 };
    ad_net_plan *net;
    adrop_status status = ad_model_net(m, ad_model_shard_row(b, shards, s + 1) - first, &net);

    if (status)
        return status;
    m->last = net;
    ad_net_pass pass = ad_model_pass(m, b, ADROP_PHASE_TRAIN, first);
    pass.shard = s;
    pass.blocks.grads = ad_fold_place(&sums->grads);
    pass.stats = stats + AD_STATS_FIRST;
    if (is_last && m->ranks)
        pass.left = send_layer, pass.user = sums;
    status = ad_net_forward(m->last, &pass);
    if (!status) {
        ad_model_keep_outputs(m, m->last, &pass, first);
        status = ad_model_go_back(m, b, m->last, &pass, first, &loss);
    }
    stats[AD_STAT_LOSS] = loss.data;
    stats[AD_STAT_R_DROP] = loss.extra;
    return status;
}

/* Run the shards of a node. With other ranks, the last block of this rank's last node is not added
 * yet: it is added and sent part by part. */
static adrop_status run_node(adrop_model *m, const adrop_batch *b, ad_span node, size_t shards,
                             node_sums *sums, int is_last)
{
    adrop_status status = ADROP_OK;

    for (size_t s = node.lo; s < node.hi && !status; s++) {
        const int ends = is_last && s + 1 == node.hi;
        status = run_shard(m, b, s, shards, sums, ends);
        if (!status)
            ad_fold_push(&sums->stats);
        if (!status && !(ends && m->ranks))
            ad_fold_push(&sums->grads);
    }
    if (!status)
        ad_fold_end(&sums->stats);
    if (!status && !(is_last && m->ranks))
        ad_fold_end(&sums->grads);
    return status;
}

static adrop_status gradients(adrop_model *m, const adrop_batch *b, adrop_losses *losses)
{
    const size_t shards = ad_model_shards(m, b);
    ad_span nodes[AD_TREE_NODES];
    const size_t n = ad_tree_nodes(shards, ad_model_ranks_share(m, shards), nodes);
    adrop_status status = ADROP_OK;
    node_sums sums;

    if (m->ranks)
        ad_model_ranks_begin(m, shards);
    if (m->side)
        status = ad_model_side_run(m, b, shards);
    for (size_t i = 0; !m->side && i < n && !status; i++) {
        start_sums(m, i, &sums);
        status = run_node(m, b, nodes[i], shards, &sums, i + 1 == n);
    }
    if (!status && m->ranks)
        status = ad_model_ranks_end(m, n && !m->side ? &sums.grads : NULL, shards);
    if (status)
        return status;
    const ad_net_pass pass = ad_model_pass(m, b, ADROP_PHASE_TRAIN, 0);
    losses->data = m->stats[AD_STAT_LOSS];
    losses->extra = m->stats[AD_STAT_R_DROP] + ad_net_finish(m->last ? m->last : m->net[0], &pass);
    return ADROP_OK;
}

adrop_status adrop_model_gradients_sized(adrop_model *m, const adrop_batch *given,
                                         adrop_losses *losses, size_t size)
{
    adrop_losses mine = { 0 };
    ad_saved_threads saved;
    adrop_batch b;
    adrop_status status = ad_model_check_answers(m, given, &b);

    m->in_flight.is_set = 0;
    m->output_rows = 0;
    if (!status) {
        ad_engine_enter(m->engine, &saved);
        status = gradients(m, &b, &mine);
        ad_engine_leave(&saved);
    }
    if (!status) {
        m->output_rows = b.rows;
        status = ad_model_check_loss(m, &mine);
    }
    ad_struct_write(losses, size, &mine, sizeof mine);
    return status;
}
