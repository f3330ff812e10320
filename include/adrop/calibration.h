/* Predictions with a promise: sets of classes and intervals of values that hold the truth with a
 * stated probability, from what calibration rows gave (adrop_uncertainty_store).
 *
 *     adrop_calibration *c;
 *
 *     adrop_calibration_open(ctx, "runs/mnist-advanced-1", model, 50, &c);
 *     adrop_predictor_predict(p, n, rows, NULL, 50, mean, std);
 *     adrop_calibration_sets(c, ADROP_CONFORMAL_LAC, 0.9, n, mean, NULL, member);     // classes
 *     adrop_calibration_intervals(c, 0.9, n, mean, std, low, high);         // values
 *     adrop_calibration_free(c);
 *
 * The promise holds on average over rows that come from where the calibration rows came from. */
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

/* Of the run in a folder, for predictions of this model by so many samples. ADROP_EINVAL, with what
 * to do, if the run was not calibrated, if it was with another number of passes, or if its model
 * has changed since; ADROP_EFORMAT, with file, field and reason, for a file that is damaged. */
ADROP_API adrop_status adrop_calibration_open(adrop_ctx *ctx, const char *run,
                                              const adrop_model *model, size_t samples,
                                              adrop_calibration **out);
ADROP_API void adrop_calibration_free(adrop_calibration *c); /* NULL is fine */

typedef struct adrop_calibration_info {
    size_t rows;        /* that calibrated */
    size_t classes;     /* 0: values */
    size_t samples;     /* passes of every prediction; 0: one without noise */
    double temperature; /* of classes; NaN: values */
    double noise;       /* of values, added to the standard deviation of passes; NaN: classes */
} adrop_calibration_info;

#define adrop_calibration_describe(c, info)                                                        \
  adrop_calibration_describe_sized((c), (info), sizeof *(info))
ADROP_API void adrop_calibration_describe_sized(const adrop_calibration *c,
                                                adrop_calibration_info *info, size_t size);

/* Sets of n rows with probabilities p (n, classes): member (n, classes) 0 or 1; level in (0, 1).
 * rows (n) address the random parts of APS and RAPS; NULL: 0, 1, ... With fewer calibration rows
 * than the level needs every set is whole. ADROP_EINVAL for values. */
ADROP_API adrop_status adrop_calibration_sets(const adrop_calibration *c, adrop_conformal_kind kind,
                                              double level, size_t n, const double *p,
                                              const uint32_t *rows, uint8_t *member);

/* The same by options: kind, level and whether sets may be empty (adrop_conformal_opts; NULL: the
 * defaults). Penalty and number of free classes are those of the calibration, the defaults:
 * ADROP_EINVAL for others. The seed is the calibration's own. */
ADROP_API adrop_status adrop_calibration_sets_with(const adrop_calibration *c,
                                                   const adrop_conformal_opts *opts, size_t n,
                                                   const double *p, const uint32_t *rows,
                                                   uint8_t *member);

/* Intervals of n values: mean +- a multiple of the standard deviation, that of passes and of the
 * noise together; infinite with fewer calibration rows than the level needs. ADROP_EINVAL for
 * classes. */
ADROP_API adrop_status adrop_calibration_intervals(const adrop_calibration *c, double level,
                                                   size_t n, const double *mean, const double *std,
                                                   double *low, double *high);

/* What sets and intervals of a level are made with, for programs that make them elsewhere
 * (adrop_export_opts): the largest score of LAC, 1 - probability, or the multiple of the standard
 * deviation. Infinite with fewer calibration rows than the level needs. ADROP_EINVAL for a level
 * that is not between 0 and 1. */
ADROP_API adrop_status adrop_calibration_threshold(const adrop_calibration *c, double level,
                                                   double *threshold);

ADROP_END_DECLS

#endif
