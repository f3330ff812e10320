/* Conformal scores by themselves: stored with a run and read again. */
#ifndef AD_MEASURE_CONFORMAL_H
#define AD_MEASURE_CONFORMAL_H

#include "adrop/measure.h"
#include "base/lab.h"

/* The scores (n) of the true classes of calibration rows, with the default options of a kind. */
AD_LAB void ad_conformal_scores(adrop_conformal_kind kind, size_t n, size_t classes,
                                const double *p, const uint32_t *truth, const uint32_t *rows,
                                double *scores);

/* Seed of the uniform numbers of predicted rows. Calibration rows, whose numbers they may share,
 * have seed 1. */
enum { AD_PREDICTION_SEED = 2 };

/* Index of the threshold among n ascending scores; n: no threshold, sets hold all classes. */
AD_LAB size_t ad_conformal_place(size_t n, double level);

#endif
