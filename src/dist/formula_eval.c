/* A formula at one number, with two derivatives (formula.h).
 *
 * f(a) has the slope f'(a) a' and the second derivative f''(a) a'^2 + f'(a) a''. */
#include <math.h>

#include "dist/formula.h"
#include "dist/special.h"

/* Apply the chain rule to an operation with f, f' and f''. */
static ad_jet chain(ad_jet a, double f, double df, double ddf)
{
    return (ad_jet){ f, df * a.slope, ddf * a.slope * a.slope + df * a.bend };
}

static double cut_exp(double x)
{
    return exp(x < -AD_EXP_CUT ? -AD_EXP_CUT : x > AD_EXP_CUT ? AD_EXP_CUT : x); /* NaN stays */
}

static ad_jet of_tanh(ad_jet a)
{
    const double t = cut_exp(-2 * fabs(a.value)), y = tanh(a.value);
    const double slope = 4 * t / ((1 + t) * (1 + t));

    return chain(a, y, slope, -2 * y * slope);
}

static ad_jet of_sigmoid(ad_jet a)
{
    const double t = cut_exp(-fabs(a.value)), d = 1 / (1 + t);
    const double y = a.value < 0 ? t * d : d, slope = t * d * d;

    return chain(a, y, slope, slope * (a.value < 0 ? 1 - 2 * y : 2 * t * d - 1));
}

static ad_jet of_softplus(ad_jet a)
{
    const double t = cut_exp(-fabs(a.value)), d = 1 / (1 + t);

    return chain(a, ad_softplus(a.value), a.value < 0 ? t * d : d, t * d * d);
}

static ad_jet of_norminv(ad_jet a)
{
    const double z = ad_normal_quantile(a.value), slope = AD_SQRT_2PI * cut_exp(0.5 * z * z);

    return chain(a, z, slope, slope * slope * z);
}

static ad_jet formula_eval_whole(ad_jet a, double n)
{
    const double before = pow(a.value, n - 2), slope = n * before * a.value;

    return chain(a, before * a.value * a.value, slope, n * (n - 1) * before);
}

static double sign_of(double x)
{
    return x > 0 ? 1 : x < 0 ? -1 : 0;
}

static ad_jet formula_eval_one(const ad_step *s, ad_jet a)
{
    const double x = a.value;
    double y;

    switch (s->op) {
    case AD_OP_NEGATE:
        return (ad_jet){ -x, -a.slope, -a.bend };
    case AD_OP_EXP:
        y = cut_exp(x);
        return fabs(x) > AD_EXP_CUT ? chain(a, y, 0, 0) : chain(a, y, y, y);
    case AD_OP_EXP_MINUS:
        y = cut_exp(-x);
        return fabs(x) > AD_EXP_CUT ? chain(a, y, 0, 0) : chain(a, y, -y, y);
    case AD_OP_LOG:
        return chain(a, log(x), 1 / x, -1 / (x * x));
    case AD_OP_SQRT:
        y = sqrt(x);
        return chain(a, y, 0.5 / y, -0.25 / (x * y));
    case AD_OP_ABS:
        return chain(a, fabs(x), sign_of(x), 0);
    case AD_OP_SIGN:
        return (ad_jet){ sign_of(x), 0, 0 };
    case AD_OP_SIN:
        return chain(a, sin(x), cos(x), -sin(x));
    case AD_OP_COS:
        return chain(a, cos(x), -sin(x), -cos(x));
    case AD_OP_TAN:
        y = tan(x);
        return chain(a, y, 1 + y * y, 2 * y * (1 + y * y));
    case AD_OP_TANH:
        return of_tanh(a);
    case AD_OP_ATAN:
        y = 1 / (1 + x * x);
        return chain(a, atan(x), y, -2 * x * y * y);
    case AD_OP_ERF:
        y = 1.12837916709551257390 * cut_exp(-x * x);
        return chain(a, erf(x), y, -2 * x * y);
    case AD_OP_SIGMOID:
        return of_sigmoid(a);
    case AD_OP_SOFTPLUS:
        return of_softplus(a);
    case AD_OP_NORMCDF:
        y = cut_exp(-0.5 * x * x) / AD_SQRT_2PI;
        return chain(a, ad_normal_cdf(x), y, -x * y);
    case AD_OP_NORMINV:
        return of_norminv(a);
    case AD_OP_SQUARE:
        return formula_eval_whole(a, 2);
    case AD_OP_CUBE:
        return formula_eval_whole(a, 3);
    case AD_OP_WHOLE:
        return formula_eval_whole(a, s->constant);
    default:
        return a;
    }
}

static ad_jet quotient(ad_jet a, ad_jet b)
{
    const double q = a.value / b.value, slope = (a.slope - q * b.slope) / b.value;

    return (ad_jet){ q, slope, (a.bend - q * b.bend - 2 * slope * b.slope) / b.value };
}

static ad_jet product(ad_jet a, ad_jet b)
{
    return (ad_jet){ a.value * b.value, a.slope * b.value + a.value * b.slope,
                     a.bend * b.value + 2 * a.slope * b.slope + a.value * b.bend };
}

/* a^b = e^(b ln a); a constant b has its own rule, since a = 0 has no logarithm. */
static ad_jet power(ad_jet a, ad_jet b, ad_operands operands)
{
    const double x = a.value, c = b.value;

    if (operands == AD_RIGHT_CONSTANT)
        return chain(a, pow(x, c), c * pow(x, c - 1), c * (c - 1) * pow(x, c - 2));
    const ad_jet log_a = chain(a, log(x), 1 / x, -1 / (x * x)), e = product(b, log_a);
    const double y = cut_exp(e.value);
    return chain(e, y, y, y);
}

static ad_jet two(const ad_step *s, ad_jet a, ad_jet b)
{
    switch (s->op) {
    case AD_OP_ADD:
        return (ad_jet){ a.value + b.value, a.slope + b.slope, a.bend + b.bend };
    case AD_OP_SUBTRACT:
        return (ad_jet){ a.value - b.value, a.slope - b.slope, a.bend - b.bend };
    case AD_OP_MULTIPLY:
        return product(a, b);
    case AD_OP_DIVIDE:
        return quotient(a, b);
    case AD_OP_MIN: /* equal: the constant, so that a corner has slope 0 */
        return a.value < b.value || (a.value == b.value && s->operands == AD_LEFT_CONSTANT) ? a : b;
    case AD_OP_MAX:
        return a.value > b.value || (a.value == b.value && s->operands == AD_LEFT_CONSTANT) ? a : b;
    case AD_OP_POW:
        return power(a, b, s->operands);
    default:
        return a;
    }
}

double ad_formula_fold(const ad_step *step, double left, double right)
{
    const ad_jet a = { .value = left }, b = { .value = right };

    if (step->op == AD_OP_POW)
        return pow(left, right);
    return step->op < AD_OP_ADD ? formula_eval_one(step, a).value : two(step, a, b).value;
}

/* Which side of a corner the operands are on: 0 or 1. */
static unsigned long long side(const ad_step *s, ad_jet a, ad_jet b)
{
    if (s->op == AD_OP_ABS || s->op == AD_OP_SIGN)
        return b.value > 0;
    return (s->op == AD_OP_MIN || s->op == AD_OP_MAX) && a.value > b.value;
}

ad_jet ad_formula_at(const ad_program *p, double x, double rest, unsigned long long *branch)
{
    ad_jet stack[AD_FORMULA_DEPTH + 1] = { { 0, 0, 0 } };
    size_t n = 0;
    unsigned long long sides = 1;

    for (size_t i = 0; i < p->n; i++) {
        const ad_step *s = &p->step[i];
        if (s->op <= AD_OP_REST) {
            stack[n++] = s->op == AD_OP_X ? (ad_jet){ x, 1, 0 } : (ad_jet){ rest, -1, 0 };
            continue;
        }
        const ad_jet constant = { .value = s->constant };
        const ad_jet b = s->operands == AD_RIGHT_CONSTANT ? constant : stack[--n];
        const ad_jet a = s->op < AD_OP_ADD || s->operands == AD_LEFT_CONSTANT ? constant
                                                                              : stack[--n];
        if (s->op == AD_OP_ABS || s->op == AD_OP_SIGN || s->op == AD_OP_MIN || s->op == AD_OP_MAX)
            sides = sides * 3 + side(s, a, b) + 1; /* unique for up to 40 corners */
        stack[n++] = s->op < AD_OP_ADD ? formula_eval_one(s, b) : two(s, a, b);
    }
    if (branch)
        *branch = sides;
    return stack[0];
}
