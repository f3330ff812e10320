/* Functions of Student's t distribution that the files of this module share. */
#ifndef AD_STATS_STUDENT_H
#define AD_STATS_STUDENT_H

#include "adrop/stats.h"

/* Gamma(a + 1/2) / Gamma(a), for a > 0, to a few units in the last place. */
double ad_gamma_half_ratio(double a);

/* p of a statistic that is t-distributed under the null hypothesis. */
double ad_t_p(adrop_side side, double df, double t);

#endif
