/* The reliability of the predictions of a run, or of an ensemble of runs.
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
 * averages over its runs. adrop/measure.h defines the measures. Calibration rows (temperature,
 * conformal sets, the noise of values) are the run's validation part, or a part of the rows that is
 * then excluded from all measures, or a separate data set; without any, results that need them are
 * NaN. Validation rows of one run may be training rows of another, so an ensemble does not use its
 * runs' validation parts. adrop_uncertainty_store saves what was fitted with a run, and
 * adrop/calibration.h reads it. */
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
    const char *data_dir; /* the folder of known sets */
    adrop_part part;      /* the rows to measure: test */
    const char *ood;      /* out-of-distribution rows; NULL: none */
    double calibrate;     /* share of the rows used for calibration if there is no validation part;
                             0: none */
    size_t bins;          /* of calibration errors, 15 */
    double level;         /* of conformal sets, 0.9 */
    size_t batch;         /* largest number of (input, pass) rows in a network pass, 256 */
    int allow_changed_data;
    int by_moments;           /* 1: propagate moments through the network instead of sampling */
    int allow_plain;          /* 1: accept a single run without a random layer, with one pass */
    const char *calibrate_on; /* a data set, all of whose rows are calibration rows; NULL: as
                                 above */
    const char *target; /* with several targets, the one to measure: its name, or its number from 1;
                           NULL with one target */
} adrop_uncertainty_opts;

#define adrop_uncertainty_opts_init(opts) adrop_uncertainty_opts_init_sized((opts), sizeof *(opts))
ADROP_API void adrop_uncertainty_opts_init_sized(adrop_uncertainty_opts *opts, size_t size);
/* Its option table (option.h): all but the texts (data, data_dir, ood, calibrate_on, target), each
 * of which may be NULL. */
ADROP_API const adrop_option *adrop_uncertainty_options(void);

/* progress gets done and all, in predicted rows; stop: nonzero ends with ADROP_EINTR. Both may be
 * NULL. */
typedef struct adrop_uncertainty_hooks {
    size_t size;
    void *user;
    void (*progress)(void *user, size_t done, size_t all);
    int (*stop)(void *user);
} adrop_uncertainty_hooks;

/* Of one or several runs, which must predict the same classes or values from rows of the same
 * shape, and be measured on the same rows: runs with different splits need `data` that none of them
 * was trained on. ADROP_EINVAL otherwise, naming the run; also ADROP_EINVAL for samples of a single
 * run without a random layer (in an ensemble, such members have one pass). */
ADROP_API adrop_status adrop_uncertainty_create(adrop_ctx *ctx, size_t n, const char *const *runs,
                                                const adrop_uncertainty_opts *opts,
                                                const adrop_uncertainty_hooks *hooks,
                                                adrop_uncertainty **out);

/* The same with open data sets instead of those named in opts; NULL: use opts. They are read as by
 * adrop_run_open_on, and are not used after the call. The rows of ood are its test part; those of
 * calibrate_on are all of its rows, none of which the run may have been trained on. */
ADROP_API adrop_status adrop_uncertainty_on(adrop_ctx *ctx, size_t n, const char *const *runs,
                                            const adrop_data *data, const adrop_data *ood,
                                            const adrop_data *calibrate_on,
                                            const adrop_uncertainty_opts *opts,
                                            const adrop_uncertainty_hooks *hooks,
                                            adrop_uncertainty **out);

ADROP_API void adrop_uncertainty_free(adrop_uncertainty *u); /* NULL is fine */

/* Save the results of calibration as RUN/calibration.json, for later predictions: the temperature
 * or the noise, the scores of conformal sets, the settings of the predictions, the checksums of the
 * model and of the data. Replaced atomically. ADROP_EINVAL for an ensemble, without calibration
 * rows, and for predictions that adrop_predictor_predict does not make (by moments, with shared
 * masks). */
ADROP_API adrop_status adrop_uncertainty_store(adrop_ctx *ctx, const adrop_uncertainty *u);

/* The score by which rows are ranked. */
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

/* Sets that may be empty (adrop_conformal_opts), with the same thresholds. */
typedef struct adrop_exact_result {
    double coverage, mean_size;
    double empty; /* the share of empty sets */
} adrop_exact_result;

typedef struct adrop_uncertainty_info {
    size_t n, n_calibration, n_ood;
    size_t classes; /* 0 for regression */
    size_t members, samples;

    /* classes */
    adrop_probability_scores scores;
    double ece, ece_mass, ece_classes;          /* equal width, equal mass, mean over classes */
    adrop_detection success[ADROP_N_RANKED_BY]; /* positives are correct predictions */
    adrop_detection error[ADROP_N_RANKED_BY];   /* positives are errors, which changes AUPR and
                                                   FPR */
    adrop_detection ood[ADROP_N_RANKED_BY];     /* positives are the rows of the other set */
    adrop_selective selective;                  /* by largest probability, loss 1 for an error */
    double temperature;
    adrop_probability_scores scaled_scores; /* with that temperature */
    double scaled_ece;
    adrop_conformal_result
        conformal[ADROP_N_CONFORMAL]; /* by adrop_conformal_kind; no set is empty */

    /* values */
    adrop_value_scores values;
    adrop_gaussian_scores gaussian;
    double noise; /* standard deviation added to that of the passes, from calibration rows */
    double coverage[ADROP_N_COVERAGES]; /* of central intervals of 50, 80, 90, 95 % */
    adrop_conformal_result interval[2]; /* of constant width; in units of the standard deviation */
    int by_moments;
    size_t targets; /* values that the run predicts, one of which is measured; 0: classes */
    adrop_exact_result exact[ADROP_N_CONFORMAL]; /* classes: by adrop_conformal_kind */
} adrop_uncertainty_info;

#define adrop_uncertainty_describe(u, info)                                                        \
  adrop_uncertainty_describe_sized((u), (info), sizeof *(info))
ADROP_API void adrop_uncertainty_describe_sized(const adrop_uncertainty *u,
                                                adrop_uncertainty_info *info, size_t size);

/* Row i of those measured. */
typedef struct adrop_uncertain_row {
    size_t row;               /* its number in the data set */
    int32_t truth, predicted; /* classification; -1 for regression */
    double target;            /* NaN for classification */
    const double *mean, *std; /* (classes), or one value */
    double maxp, entropy, expected_entropy, mutual_information, energy;
} adrop_uncertain_row;

#define adrop_uncertainty_row(u, i, row) adrop_uncertainty_row_sized((u), (i), (row), sizeof *(row))
ADROP_API int adrop_uncertainty_row_sized(const adrop_uncertainty *u, size_t i,
                                          adrop_uncertain_row *row, size_t size);

/* NULL past the last. */
ADROP_API const char *adrop_uncertainty_class_name(const adrop_uncertainty *u, size_t i);

/* (classes, classes), true by predicted; NULL for values. */
ADROP_API const size_t *adrop_uncertainty_confusion(const adrop_uncertainty *u);

/* Bin b of the reliability curve: mean confidence, share of correct predictions, rows; 0 past the
 * last. */
ADROP_API int adrop_uncertainty_bin(const adrop_uncertainty *u, size_t b, double *confidence,
                                    double *share, size_t *rows);

/* Two results on the same rows: AUROC by a score, first minus second, with a paired bootstrap. */
#define adrop_uncertainty_compare(ctx, a, b, by, d)                                                \
  adrop_uncertainty_compare_sized((ctx), (a), (b), (by), (d), sizeof *(d))
ADROP_API adrop_status adrop_uncertainty_compare_sized(adrop_ctx *ctx, const adrop_uncertainty *a,
                                                       const adrop_uncertainty *b,
                                                       adrop_ranked_by by,
                                                       adrop_detection_difference *d, size_t size);

ADROP_END_DECLS

#endif
