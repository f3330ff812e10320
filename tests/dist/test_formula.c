/* Formulas: what is read, what is refused and where, values against a simple evaluator, derivatives
 * against differences, and equal bits from every float kernel set. A grammar generates random
 * formulas; ADROP_CASES gives their number. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adrop/adrop.h"
#include "base/kernel.h"
#include "check.h"
#include "dist/formula.h"
#include "dist/special.h"

typedef void run_fn(const ad_program *p, size_t n, const void *x, void *value, void *slope);
static run_fn *const run_of[AD_N_KERNEL_SETS] = AD_OF_EACH_SET(ad_formula_run);

static adrop_ctx *context(void)
{
    adrop_ctx *ctx;

    CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
    return ctx;
}

static double at(adrop_ctx *ctx, const char *text, double x)
{
    ad_program p;

    CHECK_WHERE("%s", text);
    CHECK_EQ(ad_formula_read(ctx, text, 'r', &p), ADROP_OK);
    return ad_formula_at(&p, x, 1 - x, NULL).value;
}

static void values_are_right(void)
{
    adrop_ctx *ctx = context();
    static const struct {
        const char *text;
        double x, value;
    } cases[] = {
        { "r", 3, 3 },
        { "-r^2", 3, -9 },
        { "2^-r", 3, 0.125 },
        { "2^r^2", 2, 16 },
        { "-2*-r", 3, 6 },
        { "1-2-r", 3, -4 },
        { "8/2/r", 4, 1 },
        { "r^-2", 2, 0.25 },
        { "r^0.5", 9, 3 },
        { "pow(r,1.5)", 4, 8 },
        { "min(r,2)+max(1,r)", 3, 5 },
        { "max(min(r,2),min(r,1))", 3, 2 },
        { "+r", 2, 2 },
        { "1.5e1*r", 2, 30 },
        { "2e0 * ( r + 1 )", 2, 6 },
        { "sign(r)*abs(r)", -2.5, -2.5 },
        { "e^r", 1, 2.71828182845904523536 },
        { "exp(-r)", 1, 0.36787944117144232160 },
        { "exp(-r^3)", -1, 2.71828182845904523536 },
        { "sin(pi/2)*r", 5, 5 },
        { "sigmoid(r)", 0, 0.5 },
        { "normcdf(r)", 0, 0.5 },
        { "norminv(r)", 0.975, 1.959963984540054 },
        { "softplus(r)", 0, 0.69314718055994530942 },
        { "erf(r)", 1, 0.84270079294971486934 },
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        CHECK_CLOSE(at(ctx, cases[i].text, cases[i].x), cases[i].value, 1e-14);
    adrop_ctx_free(ctx);
}

static void refusals_name_the_place(void)
{
    adrop_ctx *ctx = context();
    static const struct {
        const char *text, *message;
    } cases[] = {
        { "", "character 1: a value is missing at the end" },
        { "1+", "character 3: a value is missing at the end" },
        { "2", "character 1: the formula does not depend on r" },
        { "1+expp(r)", "character 3: there is no 'expp': did you mean 'exp'?" },
        { "x", "character 1: there is no 'x': the variable is r" },
        { "exp r", "character 1: 'exp' is a function: write exp(..)" },
        { "r r", "character 3: 'r' cannot stand behind a value: write an operator there" },
        { "(r", "character 1: a '(' that nothing closes" },
        { "r)", "character 2: a ')' that nothing opened" },
        { "min(r)", "character 6: the function at character 1 takes two values" },
        { "exp(r,1)", "character 6: a comma that no function needs here" },
        { "r,1", "character 2: a comma that no function needs here" },
        { "r*/2", "character 3: '/' stands where a value is missing" },
        { "r+1/0", "character 4: this is not a finite number" },
        { "r+1.2.3", "character 3: '1.2.3' is not a number" },
        { "(0-1)^r", "character 6: the base of a power must be above 0 unless its exponent is a "
                     "number" },
        { "r+\x01", "character 3: this character has no meaning in a formula" },
        { "()", "character 2: ')' stands where a value is missing" },
    };
    ad_program p;

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        CHECK_WHERE("%s", cases[i].text);
        CHECK_EQ(ad_formula_read(ctx, cases[i].text, 'r', &p), ADROP_EINVAL);
        CHECK_TEXT(adrop_ctx_message(ctx), cases[i].message);
    }
    adrop_ctx_free(ctx);
}

/* Nesting without end, operations without end: refused, and nothing is overrun. */
static void nesting_is_bounded(void)
{
    adrop_ctx *ctx = context();
    enum { N = 4000 };
    static char text[8 * N];
    static const char *const pieces[] = { "(", "-", "exp(", "r+(", "r^", "min(r,", "r*r+" };
    ad_program p;

    for (size_t k = 0; k < sizeof pieces / sizeof pieces[0]; k++) {
        text[0] = 0;
        for (int i = 0; i < N; i++)
            memcpy(text + (size_t)i * strlen(pieces[k]), pieces[k], strlen(pieces[k]) + 1);
        CHECK_WHERE("%s", pieces[k]);
        CHECK_EQ(ad_formula_read(ctx, text, 'r', &p), ADROP_EINVAL);
    }
    adrop_ctx_free(ctx);
}

/* -- Random formulas -------------------------------------------------------------------- */

typedef struct maker {
    uint64_t state;
    char text[512];
    size_t n;
} maker;

static unsigned draw(maker *m, unsigned most)
{
    m->state = m->state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(m->state >> 33) % most;
}

static void put(maker *m, const char *piece)
{
    m->n += (size_t)snprintf(m->text + m->n, sizeof m->text - m->n, "%s", piece);
}

/* Writes a formula and gives its value at x: the straightforward evaluator. */
static double make(maker *m, double x, int depth)
{
    static const char *const calls[] = { "exp(", "log(",  "sqrt(",     "abs(",     "sin(",
                                         "cos(", "tanh(", "atan(",     "erf(",     "sigmoid(",
                                         "tan(", "-(",    "softplus(", "normcdf(", "(" };
    static const char *const signs[] = { "+", "-", "*", "/" };
    const unsigned kind = depth ? draw(m, 8) : draw(m, 2);
    double a, b;

    if (kind == 0) {
        put(m, "r");
        return x;
    }
    if (kind == 1) {
        static const char *const numbers[] = { "2", "0.5", "3.25", "pi", "1e-2", "1" };
        static const double values[] = { 2, 0.5, 3.25, AD_PI, 1e-2, 1 };
        const unsigned i = draw(m, 6);
        put(m, numbers[i]);
        return values[i];
    }
    if (kind <= 4) {
        const unsigned i = draw(m, 15);
        put(m, calls[i]);
        a = make(m, x, depth - 1);
        put(m, ")");
        switch (i) {
        case 0:
            return exp(a < -650 ? -650 : a > 650 ? 650 : a);
        case 1:
            return log(a);
        case 2:
            return sqrt(a);
        case 3:
            return fabs(a);
        case 4:
            return sin(a);
        case 5:
            return cos(a);
        case 6:
            return tanh(a);
        case 7:
            return atan(a);
        case 8:
            return erf(a);
        case 9:
            return 1 / (1 + exp(-a));
        case 10:
            return tan(a);
        case 11:
            return -a;
        case 12:
            return fmax(a, 0) + log1p(exp(-fabs(a)));
        case 13:
            return 0.5 * erfc(-a * AD_SQRT_HALF);
        default:
            return a;
        }
    }
    if (kind == 5) {
        const int least = (int)draw(m, 2);
        put(m, least ? "min(" : "max(");
        a = make(m, x, depth - 1);
        put(m, ",");
        b = make(m, x, depth - 1);
        put(m, ")");
        return least ? (a < b ? a : b) : (a > b ? a : b);
    }
    if (kind == 6) {
        static const char *const powers[] = { ")^2", ")^3", ")^-1", ")^5", ")^1.5", ")^0.5" };
        static const double values[] = { 2, 3, -1, 5, 1.5, 0.5 };
        const unsigned i = draw(m, 6);
        put(m, "(");
        a = make(m, x, depth - 1);
        put(m, powers[i]);
        return pow(a, values[i]);
    }
    const unsigned i = draw(m, 4);
    put(m, "((");
    a = make(m, x, depth - 1);
    put(m, ")");
    put(m, signs[i]);
    put(m, "(");
    b = make(m, x, depth - 1);
    put(m, "))");
    return i == 0 ? a + b : i == 1 ? a - b : i == 2 ? a * b : a / b;
}

static int same(double a, double b, double tolerance)
{
    return (isnan(a) && isnan(b)) || a == b || fabs(a - b) <= tolerance * (1 + fabs(a) + fabs(b));
}

static void check_slopes(const ad_program *p, double x)
{
    const double h = 1e-5;
    unsigned long long low, here, high;
    const ad_jet j = ad_formula_at(p, x, 1 - x, &here);
    const ad_jet a = ad_formula_at(p, x - h, 1 - x + h, &low);
    const ad_jet b = ad_formula_at(p, x + h, 1 - x - h, &high);
    const ad_jet c = ad_formula_at(p, x - 2 * h, 1 - x, NULL),
                 d = ad_formula_at(p, x + 2 * h, 0, NULL);

    if (low != here || high != here || !(fabs(j.slope) < 1e3 && fabs(j.bend) < 1e3) ||
        !(fabs(a.bend) < 1e3 && fabs(b.bend) < 1e3 && fabs(j.value) < 1e3))
        return; /* a corner, or a pole: no difference tells anything there */
    const double slope = (b.value - a.value) / (2 * h), wider = (d.value - c.value) / (4 * h);
    const double bend = (b.slope - a.slope) / (2 * h), wide = (d.slope - c.slope) / (4 * h);
    if (fabs(slope - wider) < 1e-7)
        CHECK(same(j.slope, slope, 1e-5));
    if (fabs(bend - wide) < 1e-7)
        CHECK(same(j.bend, bend, 1e-5));
}

/* Float against float to the bit, double against the oracle. */
static void check_sets(const ad_program *p)
{
    enum { N = 301 };
    static float x[N], value[N], slope[N], other[N], other_slope[N], alone[N];
    static double x64[N], v64[N], s64[N];

    for (int i = 0; i < N; i++) {
        x[i] = (float)(0.04 * (i - 150));
        x64[i] = (double)x[i];
    }
    run_of[AD_F64](p, N, x64, v64, s64);
    for (int i = 0; i < N; i++) {
        const ad_jet j = ad_formula_at(p, x64[i], 1 - x64[i], NULL);
        CHECK(same(v64[i], j.value, 1e-9) || !(fabs(j.value) < 1e6 && fabs(j.slope) < 1e4));
        CHECK(same(s64[i], j.slope, 1e-9) || !(fabs(j.slope) < 1e4) || isnan(j.value) ||
              !(fabs(j.bend) < 1e4) || x64[i] == 0); /* many a pole is at 0 */
    }
    run_of[AD_F32](p, N, x, value, slope);
    for (int s = AD_F32; s < AD_N_KERNEL_SETS; s++) {
        if (!ad_kernel_set_usable((ad_kernel_set)s))
            continue;
        run_of[s](p, N, x, other, other_slope);
        run_of[s](p, N, x, alone, NULL);
        for (int i = 0; i < N; i++) {
            /* which NaN it is may differ; that it is one may not */
            CHECK(!memcmp(&value[i], &other[i], 4) || (isnan(value[i]) && isnan(other[i])));
            CHECK(!memcmp(&value[i], &alone[i], 4) || (isnan(value[i]) && isnan(alone[i])));
            CHECK(!memcmp(&slope[i], &other_slope[i], 4) ||
                  (isnan(slope[i]) && isnan(other_slope[i])));
        }
    }
}

static void random_formulas_agree(void)
{
    adrop_ctx *ctx = context();
    const char *asked = getenv("ADROP_CASES");
    const int cases = asked ? atoi(asked) : 3000;
    int read = 0;

    for (int i = 0; i < cases; i++) {
        maker m = { .state = (uint64_t)i * 77777 + 1 };
        const double x = -3 + 6.0 * (i % 97) / 97 + 0.0137;
        const double value = make(&m, x, 4);
        ad_program p;
        CHECK_WHERE("case %d: %.400s", i, m.text);
        if (ad_formula_read(ctx, m.text, 'r', &p))
            continue; /* constant, too deep, not finite: every such text is refused */
        read++;
        const ad_jet j = ad_formula_at(&p, x, 1 - x, NULL);
        CHECK(same(j.value, value, 1e-10) || !(fabs(value) < 1e9 && fabs(j.slope) < 1e4));
        check_slopes(&p, x);
        check_sets(&p);
    }
    CHECK(read > cases / 3);
    adrop_ctx_free(ctx);
}

/* The float functions against double, as formulas of one. */
static void float_functions_are_close(void)
{
    adrop_ctx *ctx = context();
    static const struct {
        const char *text;
        double low, high, error;
    } cases[] = {
        { "sin(r)", -200, 200, 4e-7 },           { "cos(r)", -200, 200, 4e-7 },
        { "tan(r)", -1.5, 1.5, 4e-7 },           { "erf(r)", -6, 6, 5e-7 },
        { "norminv(r)", 6e-8, 0.9999999, 4e-7 }, { "softplus(r)", -80, 80, 4e-7 },
        { "pow(r,1.5)", 0, 50, 3e-6 },           { "log(r)", 1e-30, 50, 3e-7 },
        { "sigmoid(r)", -80, 80, 3e-7 },         { "normcdf(r)", -10, 10, 3e-7 },
    };
    enum { N = 2001 };
    static float x[N], value[N], slope[N];

    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        ad_program p;
        CHECK_EQ(ad_formula_read(ctx, cases[k].text, 'r', &p), ADROP_OK);
        for (int i = 0; i < N; i++)
            x[i] = (float)(cases[k].low + (cases[k].high - cases[k].low) * i / (N - 1));
        run_of[AD_F32](&p, N, x, value, slope);
        double worst = 0;
        for (int i = 0; i < N; i++) {
            const ad_jet j = ad_formula_at(&p, (double)x[i], 1 - (double)x[i], NULL);
            worst = fmax(worst, fabs((double)value[i] - j.value) / fmax(1, fabs(j.value)));
        }
        CHECK_WHERE("%s: %g", cases[k].text, worst);
        CHECK(worst <= cases[k].error);
    }
    adrop_ctx_free(ctx);
}

CHECK_MAIN(values_are_right, refusals_name_the_place, nesting_is_bounded, random_formulas_agree,
           float_functions_are_close)
