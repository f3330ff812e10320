/* A user's function of one variable: a formula, or functions of a program. User-defined mappings
 * and seeds (own.h) are made from one. */
#ifndef AD_DIST_CURVE_H
#define AD_DIST_CURVE_H

#include "adrop/dist.h"
#include "dist/formula.h"

typedef struct ad_curve {
    char variable;      /* r of a mapping, u of a quantile function */
    int is_formula;     /* else functions of a program */
    ad_program program; /* of the formula */
    adrop_curve_table table;
} ad_curve;

/* The value and derivatives at x, where rest is 1 - x. For a program's function the second
 * derivative is a difference of slopes. */
ad_jet ad_curve_at(const ad_curve *c, double x, double rest, unsigned long long *branch);

/* The same over arrays of the set's real type, like ad_formula_run. A program's function is
 * called in double, so that every float set has the same bits. */
#define AD_DECLARE_CURVE(set)                                                                      \
  void ad_curve_run_##set(const ad_curve *c, size_t n, const void *x, void *value, void *slope);
AD_EACH_KERNEL_SET(AD_DECLARE_CURVE)
#undef AD_DECLARE_CURVE

#endif
