/* Conformal scores apart from their use: kept with a run and read again. */
#ifndef AD_MEASURE_CONFORMAL_H
#define AD_MEASURE_CONFORMAL_H

#include "adrop/measure.h"
#include "base/lab.h"

/* The scores (n) of the true classes of calibration rows, by the default options of a kind. */
AD_LAB void ad_conformal_scores(adrop_conformal_kind kind, size_t n, size_t classes,
                                const double *p, const uint32_t *truth, const uint32_t *rows,
                                double *scores);

/* The random parts of rows that are predicted are not those of calibration rows, whose numbers they
 * may have and whose seed is 1. */
enum { AD_PREDICTION_SEED = 2 };

/* Which of n ascending scores is the threshold: n: none, sets are whole. */
AD_LAB size_t ad_conformal_place(size_t n, double level);

#endif
