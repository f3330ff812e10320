/* The weights of the epoch with the best validation result.
 *
 * They are kept in memory during the run and written as best.safetensors before each
 * checkpoint, so that no checkpoint refers to a best epoch whose weights are lost. At the
 * end they become the run's model.safetensors, and the weights of the last epoch last.safetensors.
 * A finished run that gets more epochs finds its best weights in model.safetensors. */
#ifndef AD_TRAIN_BEST_H
#define AD_TRAIN_BEST_H

#include "train/folder.h"
#include "trainer/trainer.h"

typedef struct ad_best {
    ad_folder *folder; /* NULL: nothing is kept */
    void *bytes;       /* a model file, owned; NULL: the file on disk is the best */
    size_t size;
} ad_best;

/* After an epoch: keep its weights if it was the best so far. */
adrop_status ad_best_take(ad_best *b, const adrop_trainer *t);

/* Before a checkpoint: write them to disk. */
adrop_status ad_best_flush(ad_best *b);

/* At the end: write last.safetensors, load the best weights into the model, write
 * model.safetensors. */
adrop_status ad_best_finish(ad_best *b, adrop_trainer *t);

/* Once the record says that the run is done: remove best.safetensors. */
void ad_best_clean(ad_best *b);

void ad_best_release(ad_best *b);

#endif
