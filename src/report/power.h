/* What a t test of so many runs can show. */
#ifndef AD_REPORT_POWER_H
#define AD_REPORT_POWER_H

/* The probability that a two-sided t test with df degrees of freedom at level alpha
 * rejects, when the true difference is `shift` of its standard errors. */
double ad_t_power(double df, double alpha, double shift);

/* The shift at which that is `power`. */
double ad_t_shift(double df, double alpha, double power);

#endif
