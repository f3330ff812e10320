/* For tests of trainers: a small data set in memory, for classes or for regression, and options for
 * a short training. */
#ifndef ADROP_TESTS_TRAINER_BED_H
#define ADROP_TESTS_TRAINER_BED_H

#include <unistd.h>

#include "adrop/adrop.h"
#include "check.h"

enum { BED_ROWS = 90, BED_COLUMNS = 4, BED_CLASSES = 3 };

static float bed_x[BED_ROWS * BED_COLUMNS];
static int32_t bed_labels[BED_ROWS];
static float bed_targets[BED_ROWS];
static const char *const bed_names[] = { "ant", "bee", "cow" };
static const char *const bed_columns[] = { "a", "b", "c", "d" };

static inline void bed_fill(void)
{
    for (int i = 0; i < BED_ROWS; i++) {
        float *row = bed_x + i * BED_COLUMNS;
        for (int k = 0; k < BED_COLUMNS; k++)
            row[k] = (float)(10 * k + (k + 1) * ((i * (7 + 4 * k)) % 23));
        bed_labels[i] = (i * 7 % 23 + i * 11 % 23) * BED_CLASSES / 45;
        bed_targets[i] = 100 + 3 * row[0] - row[1];
    }
}

static inline adrop_ctx *bed_context(int threads)
{
    adrop_ctx_opts opts;
    adrop_ctx *ctx;

    adrop_ctx_opts_init(&opts);
    opts.threads = threads;
    CHECK_EQ(adrop_ctx_create(&opts, &ctx), ADROP_OK);
    return ctx;
}

/* Rows of the bed with a validation part; regression: by targets. */
static inline adrop_status bed_open(adrop_ctx *ctx, int regression, adrop_data **data)
{
    adrop_arrays a;
    adrop_split_opts opts;

    bed_fill();
    adrop_arrays_init(&a);
    a.rows = BED_ROWS, a.channels = BED_COLUMNS, a.values = bed_x;
    a.column_names = bed_columns;
    a.target_name = "y";
    if (regression) {
        a.targets = bed_targets;
    } else {
        a.labels = bed_labels;
        a.classes = BED_CLASSES, a.class_names = bed_names;
    }
    adrop_split_opts_init(&opts);
    opts.val_fraction = 0.2;
    return adrop_data_from_arrays(ctx, &a, &opts, data);
}

static inline adrop_data *bed_data(adrop_ctx *ctx, int regression)
{
    adrop_data *data;

    CHECK_EQ(bed_open(ctx, regression, &data), ADROP_OK);
    return data;
}

static inline adrop_model_opts bed_model(const char *dropout)
{
    adrop_model_opts m;

    adrop_model_opts_init(&m);
    m.model = "mlp:12,8", m.dropout = dropout, m.dropout_at = ADROP_AT_HIDDEN;
    return m;
}

/* Five or so steps per epoch. */
static inline adrop_trainer_opts bed_opts(void)
{
    adrop_trainer_opts o;

    adrop_trainer_opts_init(&o);
    o.epochs = 4, o.batch = 12, o.lr = 0.05, o.seed = 3;
    return o;
}

/* The model's file, as bytes. */
static inline int bed_same(const adrop_model *a, const adrop_model *b, adrop_ctx *ctx)
{
    void *x, *y;
    size_t n, m;

    CHECK_EQ(adrop_model_write(a, &x, &n), ADROP_OK);
    CHECK_EQ(adrop_model_write(b, &y, &m), ADROP_OK);
    const int same = n == m && !memcmp(x, y, n);
    adrop_free(ctx, x);
    adrop_free(ctx, y);
    return same;
}

#endif
