/* An active run: its trainer, and the run directory around it. */
#ifndef AD_TRAIN_RUN_H
#define AD_TRAIN_RUN_H

#include "adrop/train.h"
#include "train/best.h"
#include "train/folder.h"
#include "train/journal.h"
#include "trainer/trainer.h"

typedef struct ad_run {
    adrop_ctx *ctx;
    adrop_train_hooks hooks;
    adrop_train_opts opts;            /* resolved */
    const adrop_data_opts *data_opts; /* how the data were opened */
    const adrop_data *data;
    adrop_data_info info;
    adrop_trainer *trainer;
    ad_folder folder;
    int has_folder;
    ad_journal journal;
    int threads; /* of the context before the run */
    ad_best best;
} ad_run;

/* Resolve the settings that suit the data, make the trainer, open or continue the folder. ctx,
 * hooks, opts, data_opts and data must be set. Close it in either case. */
adrop_status ad_run_open(ad_run *r, adrop_train_result *result);
void ad_run_close(ad_run *r);

#endif
