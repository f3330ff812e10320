/* A model whose shards are computed by several processes (ranks.c, adrop/comm.h). All calls do the
 * right thing for a model that is alone. */
#ifndef AD_MODEL_RANKS_H
#define AD_MODEL_RANKS_H

#include "base/fold.h"
#include "base/tree.h"
#include "model/model.h"

/* Blocks of gradients for sums over this rank's shards, and how many more the sums over ranks
 * take. */
size_t ad_model_slots(const adrop_model *m);
double ad_model_ranks_copies(const adrop_model *m);

/* Room for the sums over ranks, if the context has joined a job. Refused, ADROP_EINVAL, if there
 * are more ranks than shards. */
adrop_status ad_model_ranks_create(adrop_model *m);
void ad_model_ranks_free(ad_model_ranks *r); /* NULL is fine */
/* Has an exchange failed, so that the blocks may still be in use? */
int ad_model_ranks_are_stuck(const adrop_model *m);

/* The shards of this rank, of so many. */
ad_span ad_model_ranks_share(const adrop_model *m, size_t shards);

/* A step begins, with the sums of this rank's nodes to be in the first blocks. */
void ad_model_ranks_begin(adrop_model *m, size_t shards);
/* Numbers from `first` on of the gradients are there: send those that were not sent yet. `fold` is
 * what is left to be added, over this rank's last node. */
void ad_model_ranks_send(adrop_model *m, const ad_fold *fold, size_t first);
/* The first number of the gradients of layer i and all behind it. */
size_t ad_model_ranks_first(const adrop_model *m, size_t i);
/* In between: sums that the shards of a layer share (side.h), from the blocks of this rank's nodes.
 * The blocks are spoilt. */
adrop_status ad_model_ranks_sum(adrop_model *m, size_t shards, void *const *blocks, double *total);
/* The rest, and the statistics; then what is to be known of all shards is known. */
adrop_status ad_model_ranks_end(adrop_model *m, const ad_fold *fold, size_t shards);

#endif
