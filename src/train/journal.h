/* What a run writes while it trains: lines of metrics.jsonl, and checkpoints from time to time.
 *
 * A line is written when its epoch ends, so that it can be read at once, and flushed to the disk
 * with the next checkpoint, before it: a checkpoint never speaks of lines that a power cut can
 * take away. Lines behind the last checkpoint are cut when the run is resumed, for the epochs
 * are trained again. */
#ifndef AD_TRAIN_JOURNAL_H
#define AD_TRAIN_JOURNAL_H

#include "train/folder.h"
#include "trainer/trainer.h"

typedef struct ad_journal {
    ad_folder *folder;
    size_t metrics_bytes; /* of metrics.jsonl */
    size_t flushed;       /* of them, on the disk */
    int is_saved;         /* there is a checkpoint */
    double every;         /* seconds between checkpoints; 0: one after each epoch */
    double next;          /* on the clock: no checkpoint is due before */
} ad_journal;

/* Begin with an empty metrics.jsonl. */
void ad_journal_begin(ad_journal *j, ad_folder *f, double every);

/* Take up the newest checkpoint that verifies, if there is one (is_saved), and cut what was
 * written behind it. */
adrop_status ad_journal_resume(ad_journal *j, adrop_trainer *t);

/* Add a line of n bytes, its newline included. */
adrop_status ad_journal_add(ad_journal *j, const char *line, size_t n);

/* Is it time for a checkpoint, after a step or after an epoch? */
int ad_journal_is_due(const ad_journal *j, int after_epoch);

/* Flush the lines, then write a checkpoint. The next is due after `every` seconds, and not before
 * ten times what this one took: saving never takes more than a tenth of a run. */
adrop_status ad_journal_save(ad_journal *j, adrop_trainer *t);

#endif
