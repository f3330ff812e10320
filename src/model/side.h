/* The shards of a batch side by side: synchronised batch normalisation.
 *
 * Usually a shard goes forward and backward by itself, and the next shard reuses the memory of its
 * activations. If layers share sums over the whole batch (ad_layer_sync), all shards of this
 * process go through each layer together, each in its own arena:
 *
 *     for each layer:    every shard, or  every shard's sums, the tree over shards and ranks,
 *                                         every shard's rest
 *     the loss of every shard
 *     for each layer, from the last:      the same backward; its gradients are added by the tree,
 *                                         and sent to the other ranks
 *
 * So activations need the memory of all shards of a rank. The sums are those of shards.c: a
 * network without such layers would have the same bits either way. */
#ifndef AD_MODEL_SIDE_H
#define AD_MODEL_SIDE_H

#include "model/model.h"

/* Does the model run so? It needs the option, several shards, and layers that share sums. */
int ad_model_runs_side(const adrop_model *m);
/* Bytes of the arenas besides the model's own. */
double ad_model_side_bytes(const adrop_model *m);

/* Does nothing for a model that does not run so. */
adrop_status ad_model_side_create(adrop_model *m);
void ad_model_side_free(adrop_model *m);

/* Most numbers that the shards of a layer share; 0: no layer shares. */
size_t ad_model_side_sums(const adrop_model *m);

/* Forward, loss and backward of this rank's shards. The gradients and the statistics of its nodes
 * of the tree are then in the first blocks; gradients of finished layers have been sent to other
 * ranks. */
adrop_status ad_model_side_run(adrop_model *m, const adrop_batch *b, size_t shards);

#endif
