/* Shared by the divergences from a member of the family (divergence.c, target_kl.c). */
#ifndef AD_DIST_DIVERGENCE_IMPL_H
#define AD_DIST_DIVERGENCE_IMPL_H

#include "dist/family.h"

/* ln(g_p / g_q) of the densities of m at p's noise e, where q's support contains p's. */
double ad_log_density_ratio(const ad_family *p, const ad_family *q, double e);

/* Does q's support contain p's, atoms aside? */
int ad_family_covers(const ad_family *p, const ad_family *q);

/* The n of ln g_q ~ -m^-n as m goes to 0 (side -1), or 1 - m (side 1): 0 unless q's mapping has
 * power tails. */
double ad_family_tail_power(const ad_family *q, double side);

/* All points where either density changes its form, in p's noise between low and high, and p's
 * last breaks; returns their number. */
enum { AD_DIVERGENCE_BREAKS = 4 * AD_MOST_BREAKS + 2 };
size_t ad_divergence_breaks(const ad_family *p, const ad_family *q, double low, double high,
                            double breaks[AD_DIVERGENCE_BREAKS]);

#endif
