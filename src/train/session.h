/* A run at work: everything it holds, opened and closed. */
#ifndef AD_TRAIN_SESSION_H
#define AD_TRAIN_SESSION_H

#include "train/checkpoint.h"
#include "train/settings.h"

enum { AD_PARTS = 3 };

typedef struct ad_session {
    adrop_ctx *ctx;
    adrop_train_hooks hooks;
    adrop_train_opts train; /* resolved */
    adrop_data *data;
    adrop_data_info info;
    adrop_model *model;
    ad_schedule schedule;
    adrop_batches *steps;           /* of training: shuffled, augmented */
    adrop_batches *parts[AD_PARTS]; /* in order, as they are; NULL: no rows */
    ad_folder folder;
    int has_folder;
    size_t width; /* outputs */
    ad_standing at;
    double rate_start; /* clock and rows of this session, for progress */
    size_t rate_rows;
    int is_saved; /* there is a checkpoint */
} ad_session;

/* Open data, model, batches and run directory; go back to a checkpoint if there is one
 * to resume. close follows, whatever this returns. */
adrop_status ad_session_open(ad_session *s, const adrop_data_opts *data,
                             adrop_train_result *result);
void ad_session_close(ad_session *s);

/* What the rates are multiplied by at a step of this epoch. */
double ad_session_factor(const ad_session *s, size_t batch);

/* A checkpoint, if the run has a folder. */
adrop_status ad_session_save(ad_session *s);

/* All rows of a part, without noise; nothing is counted of an empty one. */
adrop_status ad_session_measure(ad_session *s, adrop_part part, ad_score *score);

#endif
