/* Formulas of one variable, as users write them: "1/(1+exp(-r^3))".
 *
 *     + - * / ^   parentheses   numbers, pi, e   the variable
 *     exp log sqrt abs sign sin cos tan tanh atan erf sigmoid softplus normcdf norminv
 *     min(a,b) max(a,b) pow(a,b)
 *
 * ^ binds closest and is right-associative; then come the sign, * and /, + and -. A formula becomes
 * a program for a small stack machine: formula_eval.c runs it in double for one number with two
 * derivatives, formula_kernel.c over arrays of `real` with one. Constants are never on the stack:
 * a binary operation records which of its operands is constant.
 *
 * exp(x) is constant beyond |x| = 80 in float and AD_EXP_CUT in double, so that neither its value
 * nor its product with an inner slope becomes 0 or infinite. */
#ifndef AD_DIST_FORMULA_H
#define AD_DIST_FORMULA_H

#include <stddef.h>

#include "adrop/context.h"
#include "adrop/status.h"
#include "base/kernel.h"

enum {
    AD_FORMULA_STEPS = 128, /* per program */
    AD_FORMULA_DEPTH = 12,  /* numbers on the stack */
    AD_FORMULA_POWER = 64,  /* integer powers up to this are products */
};

#define AD_EXP_CUT 650.0

typedef enum ad_op {
    AD_OP_X,    /* the variable */
    AD_OP_REST, /* 1 - the variable, exact near 1: for quantiles */
    AD_OP_NEGATE,
    AD_OP_EXP,
    AD_OP_EXP_MINUS, /* e^-x, for NEGATE and EXP */
    AD_OP_LOG,
    AD_OP_SQRT,
    AD_OP_ABS,
    AD_OP_SIGN,
    AD_OP_SIN,
    AD_OP_COS,
    AD_OP_TAN,
    AD_OP_TANH,
    AD_OP_ATAN,
    AD_OP_ERF,
    AD_OP_SIGMOID,
    AD_OP_SOFTPLUS,
    AD_OP_NORMCDF,
    AD_OP_NORMINV,
    AD_OP_SQUARE,
    AD_OP_CUBE,
    AD_OP_WHOLE, /* an integer power, from 4 on */
    AD_OP_ADD,   /* from here on two operands */
    AD_OP_SUBTRACT,
    AD_OP_MULTIPLY,
    AD_OP_DIVIDE,
    AD_OP_MIN,
    AD_OP_MAX,
    AD_OP_POW, /* of a base above 0; 0 for base 0 */
} ad_op;

/* Which of two operands is the step's constant. */
typedef enum ad_operands { AD_BOTH_STACKED, AD_RIGHT_CONSTANT, AD_LEFT_CONSTANT } ad_operands;

typedef struct ad_step {
    ad_op op;
    ad_operands operands;
    double constant; /* or the integer power */
} ad_step;

typedef struct ad_program {
    size_t n;
    ad_step step[AD_FORMULA_STEPS];
} ad_program;

/* Read a formula in one variable, a letter. ADROP_EINVAL with the position of the error, counted
 * in characters from 1. A quantile's program has AD_OP_REST for 1 - u. */
adrop_status ad_formula_read(adrop_ctx *ctx, const char *text, char variable, ad_program *out);

/* A number with its first and second derivative. */
typedef struct ad_jet {
    double value, slope, bend;
} ad_jet;

/* Evaluate at x; rest is 1 - x without rounding, for AD_OP_REST. *branch, if not NULL, identifies
 * the sides taken by abs, sign, min and max: there is no corner between two x with equal branch. */
ad_jet ad_formula_at(const ad_program *p, double x, double rest, unsigned long long *branch);

/* Apply one operation to constants. */
double ad_formula_fold(const ad_step *step, double left, double right);

/* value[i], and slope[i] unless slope is NULL, of x[i]; arrays of the set's real type that do not
 * overlap. ad_formula_map does the same for a mapping: r is clamped to +-limit, the value to
 * [0, 1], and a slope that is negative or not finite becomes 0. ad_formula_rare is internal: one
 * step of a rarely used function, over a block. */
#define AD_DECLARE_FORMULA(set)                                                                    \
  void ad_formula_map_##set(const ad_program *p, double limit, size_t n, const void *r, void *m,   \
                            void *slope);                                                          \
  void ad_formula_run_##set(const ad_program *p, size_t n, const void *x, void *value,             \
                            void *slope);                                                          \
  void ad_formula_rare_##set(const ad_step *s, void *restrict x, const void *restrict y);
AD_EACH_KERNEL_SET(AD_DECLARE_FORMULA)
#undef AD_DECLARE_FORMULA

#endif
