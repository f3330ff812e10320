/* Calibrated predictions: sets of classes and intervals of values that contain the truth with a
 * stated probability. They are computed from the calibration rows of a run
 * (adrop_uncertainty_store).
 *
 *     adrop_calibration *c;
 *
 *     adrop_calibration_open(ctx, "runs/mnist-advanced-1", model, 50, &c);
 *     adrop_predictor_predict(p, n, rows, NULL, 50, mean, std);
 *     adrop_calibration_sets(c, ADROP_CONFORMAL_LAC, 0.9, n, mean, NULL, member);     // classes
 *     adrop_calibration_intervals(c, 0.9, n, mean, std, low, high);         // values
 *     adrop_calibration_free(c);
 *
 * The guarantee holds on average over rows that follow the distribution of the calibration rows. */
#ifndef ADROP_CALIBRATION_H
#define ADROP_CALIBRATION_H

#include <stddef.h>
#include <stdint.h>

#include "adrop/context.h"
#include "adrop/export.h"
#include "adrop/measure.h"
#include "adrop/model.h"
#include "adrop/status.h"

ADROP_BEGIN_DECLS

typedef struct adrop_calibration adrop_calibration;

/* Open the calibration of the run in a folder, for predictions of `model` with `samples` passes.
 * ADROP_EINVAL, with the cure, if the run was not calibrated, was calibrated with another number of
 * passes, or if its model has changed since. ADROP_EFORMAT, with file, field and reason, if the
 * file is damaged. */
ADROP_API adrop_status adrop_calibration_open(adrop_ctx *ctx, const char *run,
                                              const adrop_model *model, size_t samples,
                                              adrop_calibration **out);
ADROP_API void adrop_calibration_free(adrop_calibration *c); /* NULL is fine */

typedef struct adrop_calibration_info {
    size_t rows;        /* calibration rows */
    size_t classes;     /* 0 for regression */
    size_t samples;     /* noisy passes per prediction; 0: one pass without noise */
    double temperature; /* for classes; NaN for regression */
    double noise;       /* for regression, added to the standard deviation of the passes; NaN for
                           classes */
} adrop_calibration_info;

#define adrop_calibration_describe(c, info)                                                        \
  adrop_calibration_describe_sized((c), (info), sizeof *(info))
ADROP_API void adrop_calibration_describe_sized(const adrop_calibration *c,
                                                adrop_calibration_info *info, size_t size);

/* Prediction sets for n rows with probabilities p (n, classes): member (n, classes) is 0 or 1;
 * level is in (0, 1). rows (n) are the addresses of the random numbers of APS and RAPS; NULL: 0, 1,
 * ... With fewer calibration rows than the level needs, every set contains all classes.
 * ADROP_EINVAL for regression. */
ADROP_API adrop_status adrop_calibration_sets(const adrop_calibration *c, adrop_conformal_kind kind,
                                              double level, size_t n, const double *p,
                                              const uint32_t *rows, uint8_t *member);

/* The same with options: kind, level, and whether sets may be empty (adrop_conformal_opts; NULL:
 * the defaults). penalty and free must have their defaults, which the calibration used;
 * ADROP_EINVAL otherwise. The seed is the calibration's own. */
ADROP_API adrop_status adrop_calibration_sets_with(const adrop_calibration *c,
                                                   const adrop_conformal_opts *opts, size_t n,
                                                   const double *p, const uint32_t *rows,
                                                   uint8_t *member);

/* Intervals for n values: mean +- a multiple of the total standard deviation (passes and noise).
 * Infinite with fewer calibration rows than the level needs. ADROP_EINVAL for classes. */
ADROP_API adrop_status adrop_calibration_intervals(const adrop_calibration *c, double level,
                                                   size_t n, const double *mean, const double *std,
                                                   double *low, double *high);

/* The threshold behind the sets and intervals of a level, for programs that compute them elsewhere
 * (adrop_export_opts): the largest LAC score, 1 - probability, or the multiple of the standard
 * deviation. Infinite with fewer calibration rows than the level needs. ADROP_EINVAL for a level
 * that is not between 0 and 1. */
ADROP_API adrop_status adrop_calibration_threshold(const adrop_calibration *c, double level,
                                                   double *threshold);

ADROP_END_DECLS

#endif
