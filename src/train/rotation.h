/* The checkpoints of a run directory.
 *
 * A new one is written as checkpoint.next, then checkpoint becomes checkpoint.prev and
 * next becomes checkpoint: whenever a program is killed, at least one complete file
 * exists. The valid one with the most steps is loaded. */
#ifndef AD_TRAIN_ROTATION_H
#define AD_TRAIN_ROTATION_H

#include "train/folder.h"
#include "trainer/checkpoint.h"

/* metrics_bytes: length of metrics.jsonl, to which it is cut when the run is resumed. */
adrop_status ad_rotation_write(ad_folder *f, adrop_trainer *t, size_t metrics_bytes);

/* Load the newest that verifies. *found is 0, and nothing changes, if there is
 * none at all; a log line names those that do not verify. ADROP_EFORMAT if there are
 * some and none verifies. */
adrop_status ad_rotation_read(ad_folder *f, adrop_trainer *t, size_t *metrics_bytes, int *found);

/* Was a program stopped between writing a checkpoint and renaming it? Reading settles
 * it. */
int ad_rotation_is_unfinished(const char *folder);

#endif
