/* Is a technique what it says it is (adrop_technique_conform)? The checks that every built-in
 * technique without parameters passes in the tests, for techniques from outside:
 *
 *     masks       mean, variance and distribution of a million draws, x = 1
 *     gradient    dL/dx against central differences in double, L = sum dy * y
 *     bits        equal for the same address in every instruction set, however a batch is cut
 *
 * Mean and variance are compared in standard errors, taken from the averages of rows; the
 * distribution by the largest distance of the two distribution functions, which exceeds
 * sqrt(log(2 / p) / (2 n)) with probability p at most (Dvoretzky, Kiefer, Wolfowitz; Massart). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "adrop/technique.h"
#include "base/context.h"
#include "base/memory.h"
#include "base/text.h"
#include "technique/dropout.h"

enum { ROWS = 1000, UNITS = 1000, DRAWS = ROWS * UNITS, FEW_ROWS = 6 };

#define ODDS       6e-7 /* of a false alarm */
#define Z_MOST     5.0  /* standard errors with those odds */
#define SLOPE_STEP 1e-5
#define SLOPE_MOST 1e-6

typedef struct {
    adrop_ctx *ctx;
    const char *text;
    adrop_conformance *results;
    size_t n;
} checker;

static void add(checker *c, const char *check, double found, double most)
{
    c->results[c->n++] = (adrop_conformance){ check, found <= most, found, most };
}

static ad_call call_of(size_t rows, const void *x, void *y, adrop_phase phase)
{
    return (ad_call){
        .where.phase = phase, .where.seed = 2021, .where.step = 17, .rows = rows, .x = x, .y = y
    };
}

/* -- Masks ----------------------------------------------------------------------------- */

/* The average of the rows' averages, in its standard errors. */
static double z_of(const double *average)
{
    double mean = 0, square = 0;

    for (size_t r = 0; r < ROWS; r++)
        mean += average[r] / ROWS;
    for (size_t r = 0; r < ROWS; r++)
        square += (average[r] - mean) * (average[r] - mean);
    const double error = sqrt(square / (ROWS - 1) / ROWS);
    return error > 1e-9 ? fabs(mean) / error : fabs(mean) / 1e-6;
}

static void check_moments(checker *c, const adrop_moments *stated, const double *m)
{
    double mean[ROWS] = { 0 };

    for (size_t i = 0; i < DRAWS; i++)
        mean[i / UNITS] += (m[i] - stated->mean) / UNITS;
    add(c, "mean of the masks, standard errors", z_of(mean), Z_MOST);
    memset(mean, 0, sizeof mean);
    for (size_t i = 0; i < DRAWS; i++) {
        const double off = m[i] - stated->mean;
        mean[i / UNITS] += (off * off - stated->variance) / UNITS;
    }
    add(c, "variance of the masks, standard errors", z_of(mean), Z_MOST);
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* m is sorted. Masks were multiplied by the scale in float: their last bits are not looked at. */
static void check_distribution(checker *c, const ad_dropout *d, double *m)
{
    double most = 0;

    qsort(m, DRAWS, sizeof *m, by_value);
    for (size_t i = 0; i < DRAWS; i++) {
        const double slack = 1e-6 * fmax(fabs(m[i]), 1e-3);
        const double below = (double)i / DRAWS, upto = (double)(i + 1) / DRAWS;
        const int first = !i || m[i - 1] < m[i], last = i + 1 == DRAWS || m[i] < m[i + 1];
        double pdf, low, high;
        ad_dropout_distribution(d, 0, 0, m[i] - slack, &pdf, &low);
        ad_dropout_distribution(d, 0, 0, m[i] + slack, &pdf, &high);
        if (first)
            most = fmax(most, low - below);
        if (last)
            most = fmax(most, upto - high);
        if (!(low <= high) || !isfinite(pdf))
            most = INFINITY;
    }
    add(c, "distance of the distributions", most, sqrt(log(2 / ODDS) / (2.0 * DRAWS)));
}

static adrop_status check_masks(checker *c)
{
    const ad_site site = { .rows = ROWS, .channels = UNITS, .height = 1, .width = 1, .n_train = 1 };
    ad_dropout *d = NULL;
    float *x = NULL;
    double *m = NULL;
    adrop_status status;

    if (!(status = ad_dropout_create(c->ctx, c->ctx->kernels, c->text, &site, 1, &d)) &&
        !(status = AD_NEW(c->ctx, DRAWS, "masks", &x)) &&
        !(status = AD_NEW(c->ctx, DRAWS, "masks", &m))) {
        ad_dropout_init(d, 1);
        for (size_t i = 0; i < DRAWS; i++)
            x[i] = 1;
        ad_call call = call_of(ROWS, x, x, ADROP_SAMPLE);
        status = ad_dropout_forward(d, 0, &call);
        const adrop_moments stated = ad_dropout_moments(d, 0, 0);
        for (size_t i = 0; i < DRAWS; i++)
            m[i] = (double)x[i] / stated.scale;
        check_moments(c, &stated, m);
        check_distribution(c, d, m);
    }
    ad_free(c->ctx, x);
    ad_free(c->ctx, m);
    ad_dropout_free(d);
    return status;
}

/* -- Gradient -------------------------------------------------------------------------- */

enum { FEW = FEW_ROWS * 3 * 2 * 2 }; /* numbers at the small site, a map */

static const ad_site small = {
    .rows = FEW_ROWS, .channels = 3, .height = 2, .width = 2, .n_train = 1
};

static double loss(ad_dropout *d, const double *x, const double *dy)
{
    double y[FEW], sum = 0;
    ad_call call = call_of(FEW_ROWS, x, y, ADROP_TRAIN);

    ad_dropout_forward(d, 0, &call);
    for (size_t i = 0; i < FEW; i++)
        sum += dy[i] * y[i];
    return sum;
}

static adrop_status check_gradient(checker *c)
{
    double x[FEW], y[FEW], dx[FEW], dy[FEW], most = 0;
    ad_dropout *d;
    adrop_status status = ad_dropout_create(c->ctx, AD_F64, c->text, &small, 1, &d);

    if (status)
        return status;
    ad_dropout_init(d, 1);
    for (size_t i = 0; i < FEW; i++) {
        x[i] = sin(1.0 + (double)i);
        dy[i] = cos(3.0 * (double)i);
    }
    ad_call call = call_of(FEW_ROWS, x, y, ADROP_TRAIN);
    call.dy = dy;
    call.dx = dx;
    if (!(status = ad_dropout_forward(d, 0, &call)))
        status = ad_dropout_backward(d, 0, &call);
    for (size_t i = 0; i < FEW && !status; i++) {
        const double at = x[i];
        x[i] = at + SLOPE_STEP;
        const double up = loss(d, x, dy);
        x[i] = at - SLOPE_STEP;
        const double down = loss(d, x, dy);
        x[i] = at;
        most = fmax(most, fabs(dx[i] - (up - down) / (2 * SLOPE_STEP)));
    }
    add(c, "gradient less differences", most, SLOPE_MOST);
    ad_dropout_free(d);
    return status;
}

/* -- Bits ------------------------------------------------------------------------------ */

/* Numbers that differ. */
static double differ(const float *a, const float *b)
{
    size_t n = 0;

    for (size_t i = 0; i < FEW; i++)
        n += memcmp(&a[i], &b[i], sizeof *a) != 0;
    return (double)n;
}

/* Rows [first, first + n) of the pass of a step. */
static adrop_status pass(ad_dropout *d, const float *x, float *y, adrop_phase phase, uint32_t step,
                         size_t first, size_t n)
{
    ad_call call = call_of(n, x + first * (FEW / FEW_ROWS), y + first * (FEW / FEW_ROWS), phase);

    call.where.step = step;
    call.where.first_row = (uint32_t)first;
    return ad_dropout_forward(d, 0, &call);
}

static adrop_status check_bits(checker *c)
{
    float x[FEW], y[FEW], z[FEW];
    ad_dropout *d = NULL, *plain = NULL;
    adrop_status status = ad_dropout_create(c->ctx, c->ctx->kernels, c->text, &small, 1, &d);

    if (!status)
        status = ad_dropout_create(c->ctx, AD_F32, c->text, &small, 1, &plain);
    for (size_t i = 0; i < FEW; i++)
        x[i] = (float)sin(1.0 + (double)i);
    if (!status && !(status = pass(d, x, y, ADROP_TRAIN, 1, 0, FEW_ROWS)) &&
        !(status = pass(plain, x, z, ADROP_TRAIN, 1, 0, FEW_ROWS)))
        add(c, "bits that depend on the instruction set", differ(y, z), 0);
    if (!status && !(status = pass(d, x, z, ADROP_TRAIN, 1, 0, 2)) &&
        !(status = pass(d, x, z, ADROP_TRAIN, 1, 2, FEW_ROWS - 2)))
        add(c, "bits that depend on how a batch is cut", differ(y, z), 0);
    if (!status && !(status = pass(d, x, z, ADROP_TRAIN, 2, 0, FEW_ROWS)))
        add(c, "masks that two steps share entirely", differ(y, z) == 0, 0);
    if (!status && !(status = pass(d, x, z, ADROP_MEAN, 1, 0, FEW_ROWS)))
        add(c, "numbers that phase mean changes", differ(x, z), 0);
    ad_dropout_free(d);
    ad_dropout_free(plain);
    return status;
}

adrop_status adrop_technique_conform(adrop_ctx *ctx, const char *text, adrop_conformance *results,
                                     size_t *n)
{
    static const unsigned others = AD_LEARNS | AD_OWN_MEAN | AD_NEEDS_PRE | AD_NEEDS_MAP |
                                   AD_REPLACES_PRODUCT | AD_RANDOM_SCALE | AD_PENALISES_WEIGHTS |
                                   AD_ONE_MASK | AD_LAW_BY_ROW | AD_SHIFTS_MEAN | AD_ON_BRANCHES |
                                   AD_OWN_UNITS | AD_SHARED_BY_ROW;
    checker c = { .ctx = ctx, .text = text, .results = results };
    unsigned traits;
    adrop_status status = ad_technique_traits(ctx, text, &traits);

    *n = 0;
    if (!status && traits & others)
        status = ad_fail(ctx, ADROP_EINVAL,
                         "'%s' learns, or is more than independent masks on x: it is checked by "
                         "the library's own tests (tests/technique)",
                         AD_SHOWN(text));
    if (!status && !(status = check_masks(&c)) && !(status = check_gradient(&c)))
        status = check_bits(&c);
    *n = c.n;
    return status;
}
