/* How far the predictions of a run, or of an ensemble of runs, can be trusted.
 *
 *     const char *runs[] = { "runs/mnist-advanced-1" };
 *     adrop_uncertainty_opts o;
 *     adrop_uncertainty *u;
 *     adrop_uncertainty_info info;
 *
 *     adrop_uncertainty_opts_init(&o);
 *     o.ood = "fashion-mnist";
 *     adrop_uncertainty_create(ctx, 1, runs, &o, NULL, &u);
 *     adrop_uncertainty_describe(u, &info);          // info.success[ADROP_BY_ENTROPY].auroc ..
 *
 * Predictions are averages over noisy passes (adrop_predictor_sample); those of an ensemble are
 * averages over its runs. What is said about rows is measured by adrop/measure.h. Calibration rows
 * (temperature, conformal sets, the noise of values) are the run's validation part, or a part of
 * the rows that is then left out of all measures, or a data set of their own; without any, what
 * needs them is NaN. Validation rows of one run may be training rows of another, so an ensemble has
 * no part of its own. What was fitted is kept with a run by adrop_uncertainty_store, and read again
 * by adrop/calibration.h. */
#ifndef ADROP_UNCERTAINTY_H
#define ADROP_UNCERTAINTY_H

#include <stddef.h>
#include <stdint.h>

#include "adrop/context.h"
#include "adrop/export.h"
#include "adrop/measure.h"
#include "adrop/option.h"
#include "adrop/rows.h"
#include "adrop/status.h"

ADROP_BEGIN_DECLS

typedef struct adrop_uncertainty adrop_uncertainty;

typedef struct adrop_uncertainty_opts {
    size_t size;          /* sizeof(adrop_uncertainty_opts) */
    size_t samples;       /* noisy passes, 50; 0: one pass without noise (plain softmax) */
    int shared_masks;     /* 1: pass t has the same masks for every row */
    const char *data;     /* NULL: the run's own */
    const char *data_dir; /* where known names are looked for */
    adrop_part part;      /* the rows to measure: test */
    const char *ood;      /* rows from another distribution; NULL: none */
    double calibrate;     /* this share of the rows calibrates where there is no validation part;
                             0: none do */
    size_t bins;          /* of calibration errors, 15 */
    double level;         /* of conformal sets, 0.9 */
    size_t batch;         /* (input, pass) rows that go through the network together, 256 */
    int allow_changed_data;
    int by_moments;  /* 1: moments carried through the network in place of passes */
    int allow_plain; /* 1: a single run without a random layer has one pass and is not refused */
    const char *calibrate_on; /* a data set whose rows, all of them, calibrate; NULL: as above */
    const char *target; /* of several targets, the one that is measured: its name, or its number
                           from 1 on; NULL where there is one */
} adrop_uncertainty_opts;

#define adrop_uncertainty_opts_init(opts) adrop_uncertainty_opts_init_sized((opts), sizeof *(opts))
ADROP_API void adrop_uncertainty_opts_init_sized(adrop_uncertainty_opts *opts, size_t size);
/* Its option table (option.h): all but the texts (data, data_dir, ood, calibrate_on, target), any
 * of which may be NULL. */
ADROP_API const adrop_option *adrop_uncertainty_options(void);

/* done of all rows that are predicted; stop: not 0 ends with ADROP_EINTR. Both may be NULL. */
typedef struct adrop_uncertainty_hooks {
    size_t size;
    void *user;
    void (*progress)(void *user, size_t done, size_t all);
    int (*stop)(void *user);
} adrop_uncertainty_hooks;

/* Of one or several runs, which must predict the same classes or values from rows of the same
 * shape, and have the same rows to be measured on: runs whose splits differ need `data` that none
 * of them was trained on. ADROP_EINVAL otherwise, naming the run; ADROP_EINVAL also for samples of
 * a single run that has no random layer (members of an ensemble then have one pass). */
ADROP_API adrop_status adrop_uncertainty_create(adrop_ctx *ctx, size_t n, const char *const *runs,
                                                const adrop_uncertainty_opts *opts,
                                                const adrop_uncertainty_hooks *hooks,
                                                adrop_uncertainty **out);

/* The same with data sets that are open, in place of those that opts name; each may be NULL: then
 * opts say. They are read as by adrop_run_open_on, and are not needed any more afterwards. Rows of
 * ood are its test part; those of calibrate_on are all of it, and none that the run was trained on.
 */
ADROP_API adrop_status adrop_uncertainty_on(adrop_ctx *ctx, size_t n, const char *const *runs,
                                            const adrop_data *data, const adrop_data *ood,
                                            const adrop_data *calibrate_on,
                                            const adrop_uncertainty_opts *opts,
                                            const adrop_uncertainty_hooks *hooks,
                                            adrop_uncertainty **out);

ADROP_API void adrop_uncertainty_free(adrop_uncertainty *u); /* NULL is fine */

/* Keep what the calibration rows gave as RUN/calibration.json, for predictions to come: the
 * temperature or the noise, the scores of conformal sets, how it was predicted, the checksums of
 * the model and of the data. Replaced whole or not at all. ADROP_EINVAL for an ensemble, without
 * calibration rows, and for predictions that adrop_predictor_predict does not make (by moments,
 * with shared masks). */
ADROP_API adrop_status adrop_uncertainty_store(adrop_ctx *ctx, const adrop_uncertainty *u);

/* By which score rows are ranked. */
typedef enum adrop_ranked_by {
    ADROP_BY_MAXP,    /* the largest mean probability */
    ADROP_BY_ENTROPY, /* of the mean probabilities */
    ADROP_BY_MI,      /* mutual information */
    ADROP_BY_ENERGY,  /* mean energy */
    ADROP_N_RANKED_BY
} adrop_ranked_by;

enum { ADROP_N_CONFORMAL = 3, ADROP_N_COVERAGES = 4 };

typedef struct adrop_conformal_result {
    double threshold, coverage, mean_size; /* values: the mean width of intervals */
} adrop_conformal_result;

/* Sets that may be empty (adrop_conformal_opts), from the same thresholds. */
typedef struct adrop_exact_result {
    double coverage, mean_size;
    double empty; /* the share of sets that are */
} adrop_exact_result;

typedef struct adrop_uncertainty_info {
    size_t n, n_calibration, n_ood;
    size_t classes; /* 0: values */
    size_t members, samples;

    /* classes */
    adrop_probability_scores scores;
    double ece, ece_mass, ece_classes;          /* equal width, equal mass, mean over classes */
    adrop_detection success[ADROP_N_RANKED_BY]; /* positives are right predictions */
    adrop_detection error[ADROP_N_RANKED_BY];   /* positives are errors: another AUPR and FPR */
    adrop_detection ood[ADROP_N_RANKED_BY];     /* positives are the other rows */
    adrop_selective selective;                  /* by largest probability, loss 1 for an error */
    double temperature;
    adrop_probability_scores scaled_scores; /* with that temperature */
    double scaled_ece;
    adrop_conformal_result
        conformal[ADROP_N_CONFORMAL]; /* by adrop_conformal_kind; none is empty */

    /* values */
    adrop_value_scores values;
    adrop_gaussian_scores gaussian;
    double noise; /* standard deviation added to that of the passes, from calibration rows */
    double coverage[ADROP_N_COVERAGES]; /* of central intervals of 50, 80, 90, 95 % */
    adrop_conformal_result interval[2]; /* of constant width; in units of the standard deviation */
    int by_moments;
    size_t targets; /* values that the run predicts, of which one is measured; 0: classes */
    adrop_exact_result exact[ADROP_N_CONFORMAL]; /* classes: by adrop_conformal_kind */
} adrop_uncertainty_info;

#define adrop_uncertainty_describe(u, info)                                                        \
  adrop_uncertainty_describe_sized((u), (info), sizeof *(info))
ADROP_API void adrop_uncertainty_describe_sized(const adrop_uncertainty *u,
                                                adrop_uncertainty_info *info, size_t size);

/* Row i of those measured. */
typedef struct adrop_uncertain_row {
    size_t row;               /* its number in the data set */
    int32_t truth, predicted; /* classes; -1: values */
    double target;            /* NaN: classes */
    const double *mean, *std; /* (classes), or one value */
    double maxp, entropy, expected_entropy, mutual_information, energy;
} adrop_uncertain_row;

#define adrop_uncertainty_row(u, i, row) adrop_uncertainty_row_sized((u), (i), (row), sizeof *(row))
ADROP_API int adrop_uncertainty_row_sized(const adrop_uncertainty *u, size_t i,
                                          adrop_uncertain_row *row, size_t size);

/* NULL beyond the last. */
ADROP_API const char *adrop_uncertainty_class_name(const adrop_uncertainty *u, size_t i);

/* (classes, classes), true by predicted; NULL for values. */
ADROP_API const size_t *adrop_uncertainty_confusion(const adrop_uncertainty *u);

/* Bin b of the reliability curve: mean confidence, share of right predictions, rows; 0 beyond. */
ADROP_API int adrop_uncertainty_bin(const adrop_uncertainty *u, size_t b, double *confidence,
                                    double *share, size_t *rows);

/* Two results on the same rows: AUROC by a score, first minus second, by a paired bootstrap. */
#define adrop_uncertainty_compare(ctx, a, b, by, d)                                                \
  adrop_uncertainty_compare_sized((ctx), (a), (b), (by), (d), sizeof *(d))
ADROP_API adrop_status adrop_uncertainty_compare_sized(adrop_ctx *ctx, const adrop_uncertainty *a,
                                                       const adrop_uncertainty *b,
                                                       adrop_ranked_by by,
                                                       adrop_detection_difference *d, size_t size);

ADROP_END_DECLS

#endif
