/* Formulas over arrays (formula.h): each step of the program is a loop over a block of numbers
 * that stay in the L1 cache, value and slope side by side.
 *
 * At a corner of min and max the constant wins, so that the slope is 0. */
#include "dist/formula.h"

#include <stdbool.h>
#include <string.h>

#include "dist/formula_math.h"

enum { BLOCK = 512 / sizeof(real) };

/* One number of the stack, for the whole block. */
typedef struct level {
    real value[BLOCK], slope[BLOCK];
} level;

/* Always a whole block: loops of a fixed length have no remainder. */
#define EACH for (size_t i = 0; i < BLOCK; i++)

/* y = f(x), slope times f'. Without `with` the slope is not computed. */
#define UNARY(name, f)                                                                             \
  case name:                                                                                       \
    if (with) {                                                                                    \
      EACH                                                                                         \
      {                                                                                            \
        real factor;                                                                               \
        x->value[i] = f(x->value[i], &factor);                                                     \
        x->slope[i] *= factor;                                                                     \
      }                                                                                            \
    } else {                                                                                       \
      EACH                                                                                         \
      {                                                                                            \
        real factor;                                                                               \
        x->value[i] = f(x->value[i], &factor);                                                     \
      }                                                                                            \
    }                                                                                              \
    break

static inline real negate(real x, real *slope)
{
    *slope = -1;
    return -x;
}

static inline real square(real x, real *slope)
{
    *slope = 2 * x;
    return x * x;
}

static inline real cube(real x, real *slope)
{
    *slope = 3 * (x * x);
    return x * (x * x);
}

/* x^k by squaring, and k x^(k-1). */
static void formula_whole(level *x, int with, unsigned k)
{
    real before[BLOCK], power[BLOCK];

    EACH
    {
        before[i] = 1;
        power[i] = x->value[i];
    }
    for (unsigned rest = k - 1; rest; rest >>= 1) {
        if (rest & 1)
            EACH before[i] *= power[i];
        EACH power[i] *= power[i];
    }
    EACH x->value[i] *= before[i];
    if (with)
        EACH x->slope[i] *= (real)k * before[i];
}

static void formula_one(const ad_step *s, level *x, int with)
{
    switch (s->op) {
        UNARY(AD_OP_NEGATE, negate);
        UNARY(AD_OP_EXP, f_exp_slope);
        UNARY(AD_OP_EXP_MINUS, f_exp_minus_slope);
        UNARY(AD_OP_LOG, f_log_slope);
        UNARY(AD_OP_TANH, f_tanh_slope);
        UNARY(AD_OP_SIGMOID, f_sigmoid_slope);
        UNARY(AD_OP_NORMCDF, f_normcdf_slope);
        UNARY(AD_OP_SQUARE, square);
        UNARY(AD_OP_CUBE, cube);
    case AD_OP_WHOLE:
        formula_whole(x, with, (unsigned)s->constant);
        break;
    default:
        AD_KERNEL(ad_formula_rare)(s, x, NULL);
        break;
    }
}

/* Set x to v of a and b, and to its slope, which may use v. */
#define FORM_BOTH(get_a, get_b, get_v, get_slope)                                                  \
  EACH                                                                                             \
  {                                                                                                \
    const real a = get_a, b = get_b, v = get_v, d = get_slope;                                     \
    x->value[i] = v;                                                                               \
    x->slope[i] = d;                                                                               \
  }

#define FORM(get_a, get_b, get_v, get_slope)                                                       \
  if (with) {                                                                                      \
    FORM_BOTH(get_a, get_b, get_v, get_slope)                                                      \
  } else {                                                                                         \
    EACH                                                                                           \
    {                                                                                              \
      const real a = get_a, b = get_b;                                                             \
      x->value[i] = get_v;                                                                         \
    }                                                                                              \
  }

/* The value, then the slope if a and b are x and y, if only a is x, and if only b is x. form: FORM,
 * or FORM_BOTH to keep the code small. */
#define BINARY(form, name, get_v, slope_both, slope_a, slope_b)                                    \
  case name:                                                                                       \
    if (s->operands == AD_BOTH_STACKED) {                                                          \
      form(x->value[i], y->value[i], get_v, slope_both)                                            \
    } else if (s->operands == AD_RIGHT_CONSTANT) {                                                 \
      form(x->value[i], c, get_v, slope_a)                                                         \
    } else {                                                                                       \
      form(c, x->value[i], get_v, slope_b)                                                         \
    }                                                                                              \
    break

#define DX x->slope[i]
#define DY y->slope[i]

static void two(const ad_step *s, level *restrict x, const level *restrict y, int with)
{
    const real c = (real)s->constant;

    switch (s->op) {
        BINARY(FORM, AD_OP_ADD, a + b, DX + DY, DX, DX);
        BINARY(FORM, AD_OP_SUBTRACT, a - b, DX - DY, DX, -DX);
        BINARY(FORM, AD_OP_MULTIPLY, a * b, DX * b + a * DY, DX * b, a * DX);
        BINARY(FORM, AD_OP_DIVIDE, a / b, (DX - v * DY) / b, DX / b, -(v * DX) / b);
        BINARY(FORM_BOTH, AD_OP_MIN, r_min(a, b), a < b ? DX : DY, a < b ? DX : 0, b < a ? DX : 0);
        BINARY(FORM_BOTH, AD_OP_MAX, r_max(a, b), a > b ? DX : DY, a > b ? DX : 0, b > a ? DX : 0);
    default:
        AD_KERNEL(ad_formula_rare)(s, x, y);
        break;
    }
}

/* -- Rare functions ------------------------------------------------------------------ */

/* UNARY, always with the slope. */
#define UNARY_BOTH(name, f)                                                                        \
  case name:                                                                                       \
    EACH                                                                                           \
    {                                                                                              \
      real factor;                                                                                 \
      x->value[i] = f(x->value[i], &factor);                                                       \
      x->slope[i] *= factor;                                                                       \
    }                                                                                              \
    break

/* These functions take much code and little time, so all float sets run those of f32, which have
 * the same bits. x and y are levels. */
void AD_KERNEL(ad_formula_rare)(const ad_step *s, void *restrict at, const void *restrict beside)
{
    level *x = at;
    const level *y = beside;
    const real c = (real)s->constant;

    if (AD_THIS_SET > AD_F32) {
        ad_formula_rare_f32(s, at, beside);
        return;
    }
    switch (s->op) {
        UNARY_BOTH(AD_OP_SQRT, f_sqrt_slope);
        UNARY_BOTH(AD_OP_ABS, f_abs_slope);
        UNARY_BOTH(AD_OP_SIGN, f_sign_slope);
        UNARY_BOTH(AD_OP_SIN, f_sin_slope);
        UNARY_BOTH(AD_OP_COS, f_cos_slope);
        UNARY_BOTH(AD_OP_TAN, f_tan_slope);
        UNARY_BOTH(AD_OP_ATAN, f_atan_slope);
        UNARY_BOTH(AD_OP_ERF, f_erf_slope);
        UNARY_BOTH(AD_OP_SOFTPLUS, f_softplus_slope);
        UNARY_BOTH(AD_OP_NORMINV, f_norminv_slope);
        BINARY(FORM_BOTH, AD_OP_POW, f_pow(a, b), v * (DY * f_log(a) + b * DX / a),
               b * f_pow(a, b - 1) * DX, v * f_log(a) * DX);
    default:
        break;
    }
}

/* Load x clamped to +-most, or 1 - x. */
static void formula_load(const ad_step *s, const real *restrict x, real most, level *restrict to)
{
    const real slope = s->op == AD_OP_X ? 1 : -1;

    if (s->op == AD_OP_X)
        EACH to->value[i] = r_min(r_max(x[i], -most), most);
    else
        EACH to->value[i] = 1 - x[i]; /* exact for the uniforms of random/noise.h */
    EACH to->slope[i] = slope;        /* rare steps always read it */
}

static void formula_run_block(const ad_program *p, const real *x, real most, int with,
                              level stack[AD_FORMULA_DEPTH])
{
    size_t used = 0;

    for (size_t k = 0; k < p->n; k++) {
        const ad_step *s = &p->step[k];
        if (s->op <= AD_OP_REST) {
            formula_load(s, x, most, &stack[used++]);
        } else if (s->op < AD_OP_ADD) {
            formula_one(s, &stack[used - 1], with);
        } else {
            used -= s->operands == AD_BOTH_STACKED;
            two(s, &stack[used - 1], &stack[used], with);
        }
    }
}

/* Pad the last n numbers to a whole block with the first of them. */
static const real *whole_block(size_t n, const real *restrict x, real *restrict to)
{
    if (n == BLOCK)
        return x;
    for (size_t i = 0; i < BLOCK; i++)
        to[i] = x[i < n ? i : 0];
    return to;
}

/* Clamp values to [0, 1] and slopes to 0 or more, against rounding; NaN becomes 0. */
static void clean(size_t n, const level *restrict from, real *restrict m, real *restrict slope)
{
    const real huge = (real)1e30;

    for (size_t i = 0; i < n; i++)
        m[i] = r_min(from->value[i] > 0 ? from->value[i] : 0, 1);
    for (size_t i = 0; slope && i < n; i++)
        slope[i] = from->slope[i] > 0 && from->slope[i] < huge ? from->slope[i] : 0;
}

/* x is clamped to +-limit. is_mask: clean the values like those of a mapping. */
static void formula_run(const ad_program *p, real limit, bool is_mask, size_t n, const real *x,
                        real *value, real *slope)
{
    level stack[AD_FORMULA_DEPTH];
    real at[BLOCK];

    for (size_t first = 0; first < n; first += BLOCK) {
        const size_t take = n - first < BLOCK ? n - first : BLOCK;
        real *const d = slope ? slope + first : NULL;
        formula_run_block(p, whole_block(take, x + first, at), limit, slope != NULL, stack);
        if (is_mask) {
            clean(take, stack, value + first, d);
            continue;
        }
        memcpy(value + first, stack->value, take * sizeof *value);
        if (d)
            memcpy(d, stack->slope, take * sizeof *d);
    }
}

void AD_KERNEL(ad_formula_run)(const ad_program *p, size_t n, const void *x, void *value,
                               void *slope)
{
    formula_run(p, (real)INFINITY, false, n, x, value, slope);
}

void AD_KERNEL(ad_formula_map)(const ad_program *p, double limit, size_t n, const void *r, void *m,
                               void *slope)
{
    formula_run(p, (real)limit, true, n, r, m, slope);
}
