/* Functions that only the files behind checkpoint.h share. */
#ifndef AD_TRAINER_CHECKPOINT_IMPL_H
#define AD_TRAINER_CHECKPOINT_IMPL_H

#include "trainer/checkpoint.h"

enum { AD_STATE_FIELDS = 17 };

/* Write the fields as texts into text; out (AD_STATE_FIELDS) points to them. */
void ad_state_show(const ad_trainer_state *s, char text[AD_STATE_FIELDS][AD_BITS_SIZE],
                   ad_file_text *out);

/* Read them back. ADROP_EFORMAT if a field is missing, is not a number, or is impossible with the
 * trainer's rows and batches. */
adrop_status ad_state_read(const adrop_trainer *t, const ad_tensorfile *file, const char *path,
                           ad_trainer_state *s);

#endif
