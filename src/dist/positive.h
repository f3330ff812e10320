/* Densities on (0, inf), for the fits: in terms of t = ln v, so that nothing
 * overflows, and of the Gaussian z behind the two approximations. */
#ifndef AD_DIST_POSITIVE_H
#define AD_DIST_POSITIVE_H

#include "adrop/dist.h"

/* Finite parameters, b > 0, and a > 0 for the gammas? */
int ad_positive_valid(const adrop_positive *p);

/* ln of p's density (that of v, not of t) at v = e^t. */
double ad_positive_log_pdf_at(const adrop_positive *p, double t);

/* The range of t in which p's log density can be multiplied without overflow. */
void ad_positive_log_range(const adrop_positive *p, double *low, double *high);

/* ln v for the Gaussian z of the kind: softplus-gaussian ln softplus(z), log-normal z. */
double ad_positive_log_v(adrop_positive_kind kind, double z);

/* E[g(z, e)] for z = a + b e, e standard normal. With p, only over the range where its log
 * density at v(z) is finite. */
typedef double ad_gaussian_term(double z, double e, void *arg);
typedef struct ad_gaussian {
    adrop_positive_kind kind;
    double a, b;
} ad_gaussian;
double ad_gaussian_expect(const ad_gaussian *over, const adrop_positive *p, ad_gaussian_term *g,
                          void *arg);

/* The part of E[-ln p(v(z))] beyond the range of ad_gaussian_expect: for an inverse gamma
 * -ln p grows like e^-z, for a gamma with v = e^z like e^z, and for b near 38 the Gaussian
 * does not make that part small. */
double ad_gaussian_beyond(const ad_gaussian *over, const adrop_positive *p);

/* Mean and variance of ln v. */
void ad_positive_log_moments(const adrop_positive *p, double *mean, double *variance);

#endif
