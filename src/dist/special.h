/* Special functions in double, for distributions and for the techniques.
 *
 * Relative errors are a few units in the last place unless stated otherwise;
 * tests/dist/test_special.c has 30-digit values of each. */
#ifndef AD_DIST_SPECIAL_H
#define AD_DIST_SPECIAL_H

#define AD_PI          3.14159265358979323846
#define AD_LN_2        0.69314718055994530942
#define AD_SQRT_HALF   0.70710678118654752440
#define AD_SQRT_2PI    2.50662827463100050242
#define AD_LN_SQRT_2PI 0.91893853320467274178

/* The standard normal distribution. sf is 1 - cdf without cancellation. */
double ad_normal_pdf(double z);
double ad_normal_cdf(double z);
double ad_normal_sf(double z);
double ad_log_normal_cdf(double z);

/* The z with cdf(z) = p, for p in [0, 1] (infinite at the ends; NaN outside), and
 * with ln cdf(z) = log_p, for probabilities below the smallest double. */
double ad_normal_quantile(double p);
double ad_normal_quantile_log(double log_p);

/* Mills' ratio R(z) = sf(z) / pdf(z); infinite below -38. */
double ad_mills_ratio(double z);

/* ln(1 + e^x) and its inverse, for y > 0; 1 / (1 + e^-x) and its inverse. */
double ad_softplus(double x);
double ad_softplus_inverse(double y);
double ad_sigmoid(double x);
double ad_logit(double p);

/* Logit of e^log_p, for log_p < 0; correct even if e^log_p underflows. */
double ad_logit_log(double log_p);

/* x - 1 + e^-x, the integral of 1 - e^-t from 0 to x, for x >= 0. */
double ad_decay_integral(double x);

/* The integral of ln(1 + e^t) from -inf to x. */
double ad_softplus_integral(double x);

/* Dawson's function, e^(-y^2) times the integral of e^(t^2) from 0 to y. */
double ad_dawson(double y);

/* For x > 0; NaN elsewhere. Near its zero at 1.46, ad_digamma has an absolute error of
 * 1e-15. */
double ad_log_gamma(double x);
double ad_digamma(double x);
double ad_trigamma(double x);

/* The regularised incomplete beta function I_x(a, b), the distribution function of
 * Beta(a, b), for a, b > 0 and x in [0, 1] (NaN outside); relative error about 1e-13. */
double ad_beta_cdf(double a, double b, double x);

/* Density of Beta(a, b) at x in (0, 1). */
double ad_beta_pdf(double a, double b, double x);

#endif
