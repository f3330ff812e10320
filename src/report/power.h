/* Power of the t test. */
#ifndef AD_REPORT_POWER_H
#define AD_REPORT_POWER_H

/* The probability that a two-sided t test with df degrees of freedom at level alpha rejects if the
 * true difference is `shift` standard errors. */
double ad_t_power(double df, double alpha, double shift);

/* The shift that gives this power. */
double ad_t_shift(double df, double alpha, double power);

#endif
