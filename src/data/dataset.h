/* The inside of a data set, for the files of this folder. */
#ifndef AD_DATA_DATASET_H
#define AD_DATA_DATASET_H

#include "adrop/data.h"
#include "data/frame.h"
#include "data/raw.h"
#include "data/source.h"

enum { AD_N_PARTS = 3 };

struct adrop_data {
    adrop_ctx *ctx;
    char *name, *path;          /* owned */
    const char *format;         /* a reader's name */
    ad_raw raw;                 /* values are scaled in place, the rest is as read */
    const char **class_names;   /* (classes), owned; the texts are raw's */
    const char **column_names;  /* (columns), owned, or NULL */
    uint32_t *rows[AD_N_PARTS]; /* owned, ascending */
    size_t n_rows[AD_N_PARTS];
    adrop_input_scale scale;
    float *levels;            /* (channels, 256), owned: a pixel's scaled value; or NULL */
    double *mean, *deviation; /* (channels), owned, or NULL */
    double target_mean, target_deviation;
    ad_bytes files; /* adrop_data_file; the paths are owned */
};

/* Bytes that the rows take. */
size_t ad_data_memory(const adrop_data *data);

/* split.c: fill rows and n_rows. */
adrop_status ad_data_split(adrop_data *data, const adrop_data_opts *opts);

/* test_rows.c: mark the rows that opts->test_rows lists as AD_ROW_TEST in part (rows). */
adrop_status ad_data_mark_test_rows(adrop_data *data, const adrop_data_opts *opts, uint8_t *part);

/* scale.c: fit on the training rows, then levels, values and the target's moments; or
 * the former two alone, by what data have. */
adrop_status ad_data_scale(adrop_data *data, const adrop_data_opts *opts);
adrop_status ad_data_apply_scale(adrop_data *data);

/* frame.c: scale and labels as a frame has them; the classes' names are the frame's
 * then, and class_names must be set anew. */
adrop_status ad_data_apply_frame(adrop_data *data, const ad_frame *frame, int strange);

/* sums.c: record what was read. */
adrop_status ad_data_sum_source(adrop_data *data, const ad_source *source);
adrop_status ad_data_sum_bytes(adrop_data *data, const char *path, const void *bytes, size_t size);
void ad_data_release_sums(adrop_data *data);

/* The bytes of a row, where they are kept or decoded to scratch (a row's size).
 * Thread-safe; ctx is the calling thread's. */
adrop_status ad_data_bytes(const adrop_data *data, adrop_ctx *ctx, size_t row, uint8_t *scratch,
                           const uint8_t **pixels);

/* Bytes of a row to x by levels. */
void ad_data_apply_levels(const adrop_data *data, const uint8_t *pixels, float *x);

/* Check opts and the sizes in it. ADROP_EINVAL with a sentence. */
adrop_status ad_data_check_opts(adrop_ctx *ctx, const adrop_data_opts *opts);

#endif
