/* A model whose shards are computed by several processes (ranks.c, adrop/comm.h). All calls also
 * work for a model of a single process. */
#ifndef AD_MODEL_RANKS_H
#define AD_MODEL_RANKS_H

#include "base/fold.h"
#include "base/tree.h"
#include "model/model.h"

/* Number of gradient blocks for sums over this rank's shards, and of blocks that sums over ranks
 * need in addition. */
size_t ad_model_slots(const adrop_model *m);
double ad_model_ranks_copies(const adrop_model *m);

/* Allocate memory for the sums over ranks, if the context has joined a job. ADROP_EINVAL if there
 * are more ranks than shards. */
adrop_status ad_model_ranks_create(adrop_model *m);
void ad_model_ranks_free(ad_model_ranks *r); /* NULL is fine */
/* Has an exchange failed? Then the blocks may still be in use. */
int ad_model_ranks_are_stuck(const adrop_model *m);

/* The shards of this rank. */
ad_span ad_model_ranks_share(const adrop_model *m, size_t shards);

/* Begin a step. The sums of this rank's nodes will be in the first blocks. */
void ad_model_ranks_begin(adrop_model *m, size_t shards);
/* The gradients from index `first` on are complete: send those not sent yet. `fold` adds
 * the remainder over this rank's last node. */
void ad_model_ranks_send(adrop_model *m, const ad_fold *fold, size_t first);
/* Index of the first gradient of layer i and all later layers. */
size_t ad_model_ranks_first(const adrop_model *m, size_t i);
/* During a step: sums that the shards of a layer share (side.h), from the blocks of this rank's
 * nodes. The blocks are overwritten. */
adrop_status ad_model_ranks_sum(adrop_model *m, size_t shards, void *const *blocks, double *total);
/* End a step: send the rest and the statistics. Then the sums over all shards are known. */
adrop_status ad_model_ranks_end(adrop_model *m, const ad_fold *fold, size_t shards);

#endif
