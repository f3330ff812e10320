/* Measures of predictions: their quality, and the reliability of their uncertainty.
 *
 *     adrop_detection d;
 *     adrop_detect(ctx, n, max_probability, is_correct, 0.95, &d);
 *     printf("AUROC %.3f [%.3f, %.3f]\n", d.auroc, d.low, d.high);
 *
 * Probabilities are (n, classes), true classes are numbers below `classes`. Every call returns
 * ADROP_EINVAL, with a message, for zero rows, for a class that does not exist and for a value that
 * is not finite. A measure that is undefined (such as AUROC when every prediction is right) is NaN,
 * and the call succeeds. Everything is computed in double. tests/peers/check_measures.py compares
 * with scikit-learn and with plain definitions. */
#ifndef ADROP_MEASURE_H
#define ADROP_MEASURE_H

#include <stddef.h>
#include <stdint.h>

#include "adrop/context.h"
#include "adrop/export.h"
#include "adrop/option.h"
#include "adrop/status.h"

ADROP_BEGIN_DECLS

/* ------------------------------------------------------------------------
 * Classes. */

/* counts (classes, classes): one row per true class, one column per predicted class. */
ADROP_API adrop_status adrop_confusion(adrop_ctx *ctx, size_t n, size_t classes,
                                       const uint32_t *truth, const uint32_t *predicted,
                                       size_t *counts);

/* Per class, from those counts: precision TP / (TP + FP), recall TP / (TP + FN), and their harmonic
 * mean F1 = 2 TP / (2 TP + FP + FN). NaN where the divisor is 0. Any output may be NULL. */
ADROP_API void adrop_class_scores(size_t classes, const size_t *counts, double *precision,
                                  double *recall, double *f1);

/* Rows that may have several classes, or none. counts (3, classes) has, per class, how often it was
 * predicted and true (TP), predicted but not true (FP), and true but not predicted (FN). A class is
 * predicted where its probability is above one half. p and truth (0 or 1) are (n, classes). */
typedef struct adrop_set_scores {
    double micro_f1;        /* 2 TP / (2 TP + FP + FN) of the sums over classes */
    double macro_f1;        /* the mean of the classes' F1, 0 for a class that is neither true nor
                               predicted */
    double subset_accuracy; /* the share of rows whose predicted classes are exactly the true
                               ones */
    double nll;             /* mean over rows and classes of the binary cross-entropy */
} adrop_set_scores;

#define adrop_score_sets(ctx, n, classes, p, truth, counts, scores)                                \
  adrop_score_sets_sized((ctx), (n), (classes), (p), (truth), (counts), (scores), sizeof *(scores))
ADROP_API adrop_status adrop_score_sets_sized(adrop_ctx *ctx, size_t n, size_t classes,
                                              const double *p, const uint8_t *truth, size_t *counts,
                                              adrop_set_scores *scores, size_t size);

/* The share of rows whose true class is among the k most probable; ties go to the smaller class
 * number. The result is 1 if k is at least the number of classes. */
ADROP_API adrop_status adrop_top_k(adrop_ctx *ctx, size_t n, size_t classes, const double *p,
                                   const uint32_t *truth, size_t k, double *share);

typedef struct adrop_probability_scores {
    double accuracy; /* of the most probable class; ties go to the smaller number */
    double nll;      /* mean of -log p(truth); p is clamped to the smallest normal double */
    double brier;    /* mean over rows of the sum over classes of (p - [truth])^2, in [0, 2] */
} adrop_probability_scores;

#define adrop_score_probabilities(ctx, n, classes, p, truth, scores)                               \
  adrop_score_probabilities_sized((ctx), (n), (classes), (p), (truth), (scores), sizeof *(scores))
ADROP_API adrop_status adrop_score_probabilities_sized(adrop_ctx *ctx, size_t n, size_t classes,
                                                       const double *p, const uint32_t *truth,
                                                       adrop_probability_scores *scores,
                                                       size_t size);

/* ------------------------------------------------------------------------
 * Detection: does a score separate positives (1) from negatives (0)? For misclassification, the
 * score is the confidence and a positive is a correct prediction. For out-of-distribution data, the
 * score is the uncertainty and a positive is a row of the other set. */
typedef struct adrop_detection {
    double auroc; /* probability that a positive scores above a negative; ties count one half */
    double standard_error, low, high; /* of auroc, by DeLong; the interval on the logit scale */
    double aupr;  /* average precision: sum of (R_i - R_i-1) P_i over distinct scores */
    double fpr95; /* smallest share of negatives above a threshold that keeps 95 % of the
                     positives */
    size_t positives, negatives;
} adrop_detection;

#define adrop_detect(ctx, n, score, positive, level, d)                                            \
  adrop_detect_sized((ctx), (n), (score), (positive), (level), (d), sizeof *(d))
ADROP_API adrop_status adrop_detect_sized(adrop_ctx *ctx, size_t n, const double *score,
                                          const uint8_t *positive, double level, adrop_detection *d,
                                          size_t size);

/* Two models on the same n rows: AUROC of a minus AUROC of b. Positives may differ, because two
 * models err on different rows; the interval and p therefore come from `resamples` bootstrap
 * samples of rows, the same for both models and a function of the seed. Samples in which a model
 * has no positive or no negative are not counted. */
typedef struct adrop_detection_difference {
    double difference, low, high;
    double p; /* two-sided: twice the smaller share of samples on one side of 0, at least 1/B */
    size_t counted;
} adrop_detection_difference;

#define adrop_detect_compare(ctx, n, a, a_positive, b, b_positive, level, resamples, seed, d)      \
  adrop_detect_compare_sized((ctx), (n), (a), (a_positive), (b), (b_positive), (level),            \
                             (resamples), (seed), (d), sizeof *(d))
ADROP_API adrop_status adrop_detect_compare_sized(adrop_ctx *ctx, size_t n, const double *a,
                                                  const uint8_t *a_positive, const double *b,
                                                  const uint8_t *b_positive, double level,
                                                  size_t resamples, uint64_t seed,
                                                  adrop_detection_difference *d, size_t size);

/* ------------------------------------------------------------------------
 * Calibration: are 80 % of the predictions with confidence 0.8 right? */
typedef enum adrop_bin_kind {
    ADROP_EQUAL_WIDTH, /* ((b - 1) / bins, b / bins]; 0 belongs to the first */
    ADROP_EQUAL_MASS,  /* n / bins rows each; equal confidences share a bin */
} adrop_bin_kind;

/* Confidences p (n) in [0, 1] and hits (n, 0 or 1), binned: mean confidence, share of hits and
 * number of rows per bin (bins; NaN, NaN, 0 for an empty one); the expected calibration error, the
 * mean over rows of |share - confidence| of their bin; and the largest such difference. Any output
 * may be NULL. */
ADROP_API adrop_status adrop_reliability(adrop_ctx *ctx, adrop_bin_kind kind, size_t bins, size_t n,
                                         const double *p, const uint8_t *hit, double *confidence,
                                         double *share, size_t *rows, double *ece, double *largest);

/* The calibration error of each class, p[., k] against [truth = k], and the mean over classes.
 * per_class (classes) may be NULL. */
ADROP_API adrop_status adrop_class_calibration(adrop_ctx *ctx, adrop_bin_kind kind, size_t bins,
                                               size_t n, size_t classes, const double *p,
                                               const uint32_t *truth, double *per_class,
                                               double *mean);

/* Temperature scaling (Guo et al. 2017): p' = softmax(log p / T). T in [0.01, 100] minimises the
 * negative log-likelihood on calibration rows. log_p (n, classes) may be logits or
 * log-probabilities. */
ADROP_API adrop_status adrop_temperature_fit(adrop_ctx *ctx, size_t n, size_t classes,
                                             const double *log_p, const uint32_t *truth,
                                             double *temperature);
ADROP_API void adrop_temperature_apply(size_t n, size_t classes, const double *log_p,
                                       double temperature, double *p);

/* ------------------------------------------------------------------------
 * Selective prediction: the risk when the least confident predictions are rejected. */
typedef struct adrop_selective {
    double aurc;      /* mean over coverage of the risk among the most confident rows */
    double best_aurc; /* of a confidence that ranks rows by their loss */
    double augrc;     /* mean over coverage of risk x coverage (Traub et al. 2024) */
} adrop_selective;

/* confidence (n), loss (n, at least 0; for example 1 for a wrong class). Rows of equal confidence
 * are averaged over their random orders. risk (n), or NULL: the mean loss of the i + 1 most
 * confident rows. aurc is the mean of risk, augrc the mean of risk[i] (i + 1) / n. */
#define adrop_select(ctx, n, confidence, loss, risk, s)                                            \
  adrop_select_sized((ctx), (n), (confidence), (loss), (risk), (s), sizeof *(s))
ADROP_API adrop_status adrop_select_sized(adrop_ctx *ctx, size_t n, const double *confidence,
                                          const double *loss, double *risk, adrop_selective *s,
                                          size_t size);

/* ------------------------------------------------------------------------
 * Values. */
typedef struct adrop_value_scores {
    double rmse, mae;
    double r2; /* 1 - sum of squared errors / sum of squared deviations of y from its mean */
} adrop_value_scores;

#define adrop_score_values(ctx, n, y, mean, scores)                                                \
  adrop_score_values_sized((ctx), (n), (y), (mean), (scores), sizeof *(scores))
ADROP_API adrop_status adrop_score_values_sized(adrop_ctx *ctx, size_t n, const double *y,
                                                const double *mean, adrop_value_scores *scores,
                                                size_t size);

/* Predictions N(mean, std^2). A std of 0 is a point: its CRPS is |y - mean|, and nll is NaN. */
typedef struct adrop_gaussian_scores {
    double nll, crps;
    double sharpness; /* root of the mean variance */
} adrop_gaussian_scores;

#define adrop_score_gaussian(ctx, n, y, mean, std, scores)                                         \
  adrop_score_gaussian_sized((ctx), (n), (y), (mean), (std), (scores), sizeof *(scores))
ADROP_API adrop_status adrop_score_gaussian_sized(adrop_ctx *ctx, size_t n, const double *y,
                                                  const double *mean, const double *std,
                                                  adrop_gaussian_scores *scores, size_t size);

/* The share of y within the central interval of each of m levels, such as 0.9; and the share of y
 * at or below the quantile of each of m levels, for a calibration curve. */
ADROP_API adrop_status adrop_interval_coverage(adrop_ctx *ctx, size_t n, const double *y,
                                               const double *mean, const double *std, size_t m,
                                               const double *levels, double *shares);
ADROP_API adrop_status adrop_quantile_coverage(adrop_ctx *ctx, size_t n, const double *y,
                                               const double *mean, const double *std, size_t m,
                                               const double *levels, double *shares);

/* ------------------------------------------------------------------------
 * Conformal prediction: sets and intervals that contain the truth with at least the stated
 * probability, whatever the model, if calibration rows and new rows are exchangeable. */
typedef enum adrop_conformal_kind {
    ADROP_CONFORMAL_LAC,  /* 1 - p(truth) (Sadinle et al. 2019): the smallest sets */
    ADROP_CONFORMAL_APS,  /* cumulative probability down to the true class (Romano et al. 2020) */
    ADROP_CONFORMAL_RAPS, /* APS + penalty per class beyond `free` (Angelopoulos et al. 2021) */
} adrop_conformal_kind;

typedef struct adrop_conformal_opts {
    size_t size;
    adrop_conformal_kind kind;
    double level;     /* 0.9 */
    double penalty;   /* RAPS only: 0.01 */
    size_t free;      /* RAPS only: 5 */
    uint64_t seed;    /* APS and RAPS include a random part of the last class, by row number */
    int may_be_empty; /* 0: the most probable class is in every set, and coverage is at least
                         `level`; 1: sets may be empty, and coverage is between level and level + 1
                         / (n + 1) */
} adrop_conformal_opts;

#define adrop_conformal_opts_init(opts) adrop_conformal_opts_init_sized((opts), sizeof *(opts))
ADROP_API void adrop_conformal_opts_init_sized(adrop_conformal_opts *opts, size_t size);
/* Its option table (option.h): all but seed, for which any value is valid. */
ADROP_API const adrop_option *adrop_conformal_options(void);

/* The threshold: the ceil((n + 1) level)-th smallest score of n calibration rows; infinite (every
 * set contains all classes) if that is more than n. rows (n) are row numbers, the addresses of the
 * random parts; NULL: 0, 1, ... */
ADROP_API adrop_status adrop_conformal_fit(adrop_ctx *ctx, const adrop_conformal_opts *opts,
                                           size_t n, size_t classes, const double *p,
                                           const uint32_t *truth, const uint32_t *rows,
                                           double *threshold);

/* Sets for n rows: member (n, classes) is 0 or 1. For rows that are exchangeable with those of the
 * fit, the expected share of sets that contain the truth is ceil((n_fit + 1) level) / (n_fit + 1),
 * if sets may be empty and no two scores are equal. APS and RAPS draw a part of a class, so their
 * scores differ; LAC scores are equal where probabilities are. Where rows of the fit and of this
 * call have the same numbers, use another seed than for the fit. */
ADROP_API adrop_status adrop_conformal_sets(adrop_ctx *ctx, const adrop_conformal_opts *opts,
                                            double threshold, size_t n, size_t classes,
                                            const double *p, const uint32_t *rows, uint8_t *member);

/* Regression: the same quantile of |y - mean| / std; the interval is mean +- threshold std. std
 * NULL: 1. Rows with std 0 have an infinite score unless y = mean. */
ADROP_API adrop_status adrop_conformal_fit_values(adrop_ctx *ctx, double level, size_t n,
                                                  const double *y, const double *mean,
                                                  const double *std, double *threshold);

ADROP_END_DECLS

#endif
