/* The shards of a batch side by side: synchronised batch normalisation.
 *
 * Usually a shard goes forward and back by itself, and its activations make room for the next
 * one's. Where layers share sums over the whole batch (ad_layer_sync), all shards of this process
 * take each layer together, each in an arena of its own:
 *
 *     for each layer:    every shard, or  every shard's sums, the tree over shards and ranks,
 *                                         every shard's rest
 *     the loss of every shard
 *     for each layer, from the last:      the same backward; its gradients are added by the tree,
 *                                         and sent to the other ranks
 *
 * So memory for activations is that of all shards of a rank. The sums are those of shards.c: a
 * network without such layers would have the same bits either way. */
#ifndef AD_MODEL_SIDE_H
#define AD_MODEL_SIDE_H

#include "model/model.h"

/* Will the model run so: is it asked for, has it several shards, and layers that share sums? */
int ad_model_runs_side(const adrop_model *m);
/* Bytes of arenas beside the model's own. */
double ad_model_side_bytes(const adrop_model *m);

/* Nothing is made for a model that does not run so. */
adrop_status ad_model_side_create(adrop_model *m);
void ad_model_side_free(adrop_model *m);

/* Most numbers that the shards of a layer share; 0: none do. */
size_t ad_model_side_sums(const adrop_model *m);

/* Forward, loss and backward of this rank's shards. The gradients and the statistics of its nodes
 * of the tree are in the first blocks; gradients have been sent to other ranks as far as all layers
 * behind were done. */
adrop_status ad_model_side_run(adrop_model *m, const adrop_batch *b, size_t shards);

#endif
