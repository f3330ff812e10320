/* The weights of the epoch that did best on validation rows.
 *
 * They are kept in memory while the run trains and written as best.safetensors before each
 * checkpoint, so that a checkpoint never speaks of a best epoch whose weights are gone. At the
 * end they are the run's model.safetensors, and the weights of the last epoch last.safetensors.
 * A finished run that is given more epochs finds its best in model.safetensors. */
#ifndef AD_TRAIN_BEST_H
#define AD_TRAIN_BEST_H

#include "train/folder.h"
#include "trainer/trainer.h"

typedef struct ad_best {
    ad_folder *folder; /* NULL: nothing is kept */
    void *bytes;       /* of a model's file, owned; NULL: what is on the disk is the best */
    size_t size;
} ad_best;

/* After an epoch: keep its weights if it was the best so far. */
adrop_status ad_best_take(ad_best *b, const adrop_trainer *t);

/* Before a checkpoint: put them on the disk. */
adrop_status ad_best_flush(ad_best *b);

/* At the end: last.safetensors, the best weights into the model, model.safetensors. */
adrop_status ad_best_finish(ad_best *b, adrop_trainer *t);

/* When the record says that the run is done: model.safetensors has what was kept. */
void ad_best_clean(ad_best *b);

void ad_best_release(ad_best *b);

#endif
