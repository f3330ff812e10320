/* Checkpoints: everything a run needs to go on, in one safetensors file.
 *
 *     model/NAME        every tensor of the network, PyTorch's names and layouts
 *     STATE/NAME        every state of the optimiser, of every parameter
 *     texts             where the run stands: ad_standing, numbers as their bits
 *
 * A new one is written as checkpoint.next, then checkpoint becomes checkpoint.prev and
 * next becomes checkpoint: whenever a program is killed, at least one whole file is
 * there. The one that has gone farthest and verifies is taken. */
#ifndef AD_TRAIN_CHECKPOINT_H
#define AD_TRAIN_CHECKPOINT_H

#include "model/model.h"
#include "train/folder.h"
#include "train/measure.h"

/* Where a run stands between two steps. */
typedef struct ad_standing {
    size_t step;           /* steps done, all epochs */
    size_t epoch, batch;   /* epochs done, batches done of the next */
    size_t metrics_bytes;  /* of metrics.jsonl */
    size_t since_best;     /* epochs since the best validation result */
    ad_score score;        /* of the epoch so far, noisy */
    double extra;          /* sum over rows of the extra losses */
    double best, best_val; /* test and validation results; NaN: none yet */
    double last;           /* test result of the last epoch; NaN: none yet */
    double epoch_seconds, seconds;
} ad_standing;

adrop_status ad_checkpoint_write(ad_folder *f, adrop_model *m, const ad_standing *s);

/* The newest that verifies. *found is 0, and nothing is changed, if there is none at
 * all; a log line names those that do not verify. ADROP_EFORMAT if there are some and
 * none verifies. */
adrop_status ad_checkpoint_read(ad_folder *f, adrop_model *m, ad_standing *s, int *found);

#endif
