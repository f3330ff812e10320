/* A function of one variable that a user gives: a formula, or functions of a program. Mappings and
 * seeds from outside (own.h) are made of one. */
#ifndef AD_DIST_CURVE_H
#define AD_DIST_CURVE_H

#include "adrop/dist.h"
#include "dist/formula.h"

typedef struct ad_curve {
    char variable;      /* r of a mapping, u of a quantile function */
    int is_formula;     /* else of a program */
    ad_program program; /* of the formula */
    adrop_curve_table table;
} ad_curve;

/* At x, where rest is 1 - x. The bend of a program's function is a difference of its slopes. */
ad_jet ad_curve_at(const ad_curve *c, double x, double rest, unsigned long long *branch);

/* Over arrays of the set's real type, as ad_formula_run; a program's function is called in
 * double, so that every float set has the same bits. */
#define AD_DECLARE_CURVE(set)                                                                      \
  void ad_curve_run_##set(const ad_curve *c, size_t n, const void *x, void *value, void *slope);
AD_EACH_KERNEL_SET(AD_DECLARE_CURVE)
#undef AD_DECLARE_CURVE

#endif
