/* What a run writes during training: lines of metrics.jsonl, and checkpoints from time to time.
 *
 * A line is written when its epoch ends, so that it can be read at once. It is flushed to disk
 * before the next checkpoint, so a power cut cannot remove lines that a checkpoint refers to.
 * A resumed run cuts the lines after the last checkpoint, because it trains these epochs
 * again. */
#ifndef AD_TRAIN_JOURNAL_H
#define AD_TRAIN_JOURNAL_H

#include "train/folder.h"
#include "trainer/trainer.h"

typedef struct ad_journal {
    ad_folder *folder;
    size_t metrics_bytes; /* of metrics.jsonl */
    size_t flushed;       /* how many of them are on disk */
    int is_saved;         /* a checkpoint exists */
    double every;         /* seconds between checkpoints; 0: one after each epoch */
    double next;          /* clock time before which no checkpoint is due */
} ad_journal;

/* Begin with an empty metrics.jsonl. */
void ad_journal_begin(ad_journal *j, ad_folder *f, double every);

/* Load the newest checkpoint that verifies, if any (is_saved), and cut the lines
 * after it. */
adrop_status ad_journal_resume(ad_journal *j, adrop_trainer *t);

/* Add a line of n bytes, including its newline. */
adrop_status ad_journal_add(ad_journal *j, const char *line, size_t n);

/* Is a checkpoint due, after a step or after an epoch? */
int ad_journal_is_due(const ad_journal *j, int after_epoch);

/* Flush the lines, then write a checkpoint. The next is due after `every` seconds, but not before
 * ten times the time of this one: saving never takes more than a tenth of a run. */
adrop_status ad_journal_save(ad_journal *j, adrop_trainer *t);

#endif
