/* Runs as shown in figures: their settings and curves. Curves are thinned to at most AD_RUN_EPOCHS
 * epochs while reading, so memory does not depend on the file's length. */
#ifndef AD_EXPERIMENT_RUN_CURVES_H
#define AD_EXPERIMENT_RUN_CURVES_H

#include "adrop/context.h"
#include "base/file.h"
#include "base/json.h"

enum { AD_RUN_EPOCHS = 1024, AD_RUN_LAYERS = 12, AD_RUN_NAME = 256, AD_RUN_BINS = 60 };

typedef enum ad_curve_key {
    AD_CURVE_TRAIN_LOSS,
    AD_CURVE_EXTRA_LOSS,
    AD_CURVE_TRAIN, /* accuracy, or rmse */
    AD_CURVE_VAL,
    AD_CURVE_TEST,
    AD_CURVE_TEST_LOSS,
    AD_CURVE_LR,
    AD_CURVE_SECONDS,
    AD_N_CURVES
} ad_curve_key;

typedef enum ad_layer_key {
    AD_LAYER_RATE,
    AD_LAYER_MU,
    AD_LAYER_SIGMA,
    AD_LAYER_LEVEL,
    AD_N_LAYER_KEYS
} ad_layer_key;

/* The masks of a layer that learns their shape: the share of mass in each of AD_RUN_BINS bins,
 * times their number. A NaN in the first bin means none. */
typedef float ad_shown_density[AD_RUN_BINS];

typedef struct ad_shown_epoch {
    double epoch, curve[AD_N_CURVES], layer[AD_RUN_LAYERS][AD_N_LAYER_KEYS]; /* NaN: none */
    ad_shown_density *density; /* (AD_RUN_LAYERS), owned; NULL: none */
} ad_shown_epoch;

typedef struct ad_shown_run {
    char path[AD_PATH_SIZE];
    const char *unpacked; /* of ad_shown_runs; not owned */
    char data[AD_RUN_NAME], model[AD_RUN_NAME], dropout[AD_RUN_NAME], state[32];
    int is_regression;
    double test, train, seconds; /* final values; train without noise */
    double seed;
    size_t n, lines, broken; /* epochs kept, lines read, malformed lines */
    size_t n_layers, layers; /* shown, in total */
    char layer[AD_RUN_LAYERS][48];
    ad_shown_epoch *epochs; /* (n), owned */
    json_t *record;         /* run.json, owned */
} ad_shown_run;

typedef struct ad_shown_runs {
    adrop_ctx *ctx;
    ad_shown_run *runs; /* (n), owned */
    size_t n, room;
    const char *unpacked; /* where an archive was unpacked, a path never shown; NULL */
} ad_shown_runs;

/* The run's folder as shown to users: relative to the archive it was unpacked from, if any. */
const char *ad_shown_path(const char *path, const char *unpacked);

/* Add a run. If it cannot be read (ADROP_EIO, ADROP_EFORMAT) it is not added. Or ADROP_ENOMEM. */
adrop_status ad_shown_runs_add(ad_shown_runs *runs, const char *path);
void ad_shown_runs_release(ad_shown_runs *runs);

/* Sort by data set, network, technique, path, so that groups are contiguous. */
void ad_shown_runs_sort(ad_shown_runs *runs);

/* The end of the runs from `from` that share data set and network; and also technique. */
size_t ad_shown_runs_block(const ad_shown_runs *runs, size_t from);
size_t ad_shown_runs_group(const ad_shown_runs *runs, size_t from, size_t end);

#endif
