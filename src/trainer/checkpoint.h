/* Checkpoints: everything a trainer needs to resume, in one safetensors file.
 *
 *     model/NAME        every tensor of the network, PyTorch's names and layouts
 *     STATE/NAME        every state of the optimiser, for every parameter, and of responses
 *     best/NAME         with keep_best every tensor as the best epoch left it; when training is
 *                       done, as the last one did: model/NAME has the best
 *     texts             the model (model/file.h); the position in training
 *                       (ad_trainer_state), numbers as their bits; "trainer.NAME": the settings,
 *                       as the option table shows them; and the caller's texts
 *
 * A file is opened and checked first and loaded afterwards, so that an unsuitable file changes
 * nothing. */
#ifndef AD_TRAINER_CHECKPOINT_H
#define AD_TRAINER_CHECKPOINT_H

#include "base/lab.h"
#include "base/tensorfile.h"
#include "trainer/trainer.h"

/* Write a checkpoint with extra texts (n). */
AD_LAB adrop_status ad_checkpoint_write(adrop_trainer *t, const char *path,
                                        const ad_file_text *extra, size_t n);

/* A file that verifies and fits the trainer. */
typedef struct ad_checkpoint {
    ad_tensorfile file;
    ad_trainer_state state;
} ad_checkpoint;

/* ADROP_EIO, ADROP_EFORMAT or, if a setting differs, ADROP_EINVAL. Release it after a
 * success. */
AD_LAB adrop_status ad_checkpoint_open(adrop_trainer *t, const char *path, ad_checkpoint *c);
AD_LAB void ad_checkpoint_release(ad_checkpoint *c);

/* The same for c->file, already read, which the caller keeps; path is for messages. */
adrop_status ad_checkpoint_check(adrop_trainer *t, const char *path, ad_checkpoint *c);

/* Load the checkpoint into the trainer. */
AD_LAB adrop_status ad_checkpoint_restore(adrop_trainer *t, const ad_checkpoint *c);

/* A number as the sixteen digits of its bits: exact, whatever the locale. */
enum { AD_BITS_SIZE = 17 };
AD_LAB void ad_bits_show(uint64_t bits, char text[AD_BITS_SIZE]);
AD_LAB int ad_bits_read(const char *text, uint64_t *bits); /* 0: not digits; text may be NULL */

#endif
