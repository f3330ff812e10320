/* Student's t tests: Welch's, pooled and paired, and Hedges' g.
 *
 *     Welch    se^2 = vx / nx + vy / ny,
 *              df = (vx / nx + vy / ny)^2 / ((vx / nx)^2 / (nx - 1) + (vy / ny)^2 / (ny - 1))
 *     pooled   v = ((nx - 1) vx + (ny - 1) vy) / df, df = nx + ny - 2,
 *              se^2 = v (1 / nx + 1 / ny)
 *     paired   se^2 = v of the differences / n, df = n - 1
 *
 * B. L. Welch, "The generalization of 'Student's' problem", Biometrika 34, 1947;
 * L. V. Hedges, "Distribution theory for Glass's estimator", J. Educ. Stat. 6, 1981. */
#include <math.h>

#include "base/context.h"
#include "base/option_check.h"
#include "stats/sample.h"
#include "stats/student.h"

/* (va + vb)^2 / (va^2 / fa + vb^2 / fb) from the roots a and b of va and vb; if both are 0,
 * the smaller of fa and fb, its lower bound. */
static double welch_df(double a, double fa, double b, double fb)
{
    const double largest = fmax(a, b);

    if (largest == 0)
        return fmin(fa, fb);
    const double va = a / largest * (a / largest), vb = b / largest * (b / largest);
    return (va + vb) * (va + vb) / (va * va / fa + vb * vb / fb);
}

static double pooled_std(double sx, double fx, double sy, double fy)
{
    return hypot(sx * sqrt(fx / (fx + fy)), sy * sqrt(fy / (fx + fy)));
}

/* Standard error and degrees of freedom of two groups. */
static void t_test_spread(adrop_t_kind kind, size_t nx, double sx, size_t ny, double sy,
                          adrop_t_result *r)
{
    const double fx = (double)nx - 1, fy = (double)ny - 1;

    if (kind == ADROP_TEST_POOLED) {
        r->df = fx + fy;
        r->standard_error = pooled_std(sx, fx, sy, fy) * sqrt(1 / (fx + 1) + 1 / (fy + 1));
    } else {
        const double a = sx / sqrt(fx + 1), b = sy / sqrt(fy + 1);
        r->df = welch_df(a, fx, b, fy);
        r->standard_error = hypot(a, b);
    }
}

/* t, p and the interval, from the difference, its standard error and df. */
static adrop_status t_test_finish(adrop_ctx *ctx, adrop_side side, double level, adrop_t_result *r)
{
    if (!isfinite(r->difference) || !isfinite(r->standard_error))
        return ad_fail(ctx, ADROP_ENUMERIC, "the values are too large: their differences overflow");
    r->t = r->difference == 0 ? 0 : r->difference / r->standard_error;
    r->p = ad_t_p(side, r->df, r->t);

    const double outside = side == ADROP_SIDE_TWO ? (1 - level) / 2 : 1 - level;
    const double reach = -adrop_t_quantile(r->df, outside) * r->standard_error;
    r->low = side == ADROP_SIDE_LESS ? -INFINITY : r->difference - reach;
    r->high = side == ADROP_SIDE_GREATER ? INFINITY : r->difference + reach;
    return ADROP_OK;
}

static adrop_status check_level(adrop_ctx *ctx, adrop_side side, double level)
{
    if (!(level > 0 && level < 1))
        return ad_fail(ctx, ADROP_EINVAL, "level is %s: give a number in (0, 1), such as 0.95",
                       AD_NUM(level));
    return ad_side_check(ctx, side);
}

static adrop_status check_groups(adrop_ctx *ctx, adrop_t_kind kind, size_t nx, const double *x,
                                 size_t ny, const double *y)
{
    if (kind != ADROP_TEST_WELCH && kind != ADROP_TEST_POOLED && kind != ADROP_TEST_PAIRED)
        return ad_fail(ctx, ADROP_EINVAL, "%d is no t test: give Welch, pooled or paired",
                       (int)kind);
    if (kind == ADROP_TEST_PAIRED && nx != ny)
        return ad_fail(ctx, ADROP_EINVAL,
                       "%zu values cannot be paired with %zu: give as many, in the same order", nx,
                       ny);
    const adrop_status status = ad_sample_check(ctx, "x", nx, x, 2);
    return status ? status : ad_sample_check(ctx, "y", ny, y, 2);
}

static adrop_status t_test(adrop_ctx *ctx, adrop_t_kind kind, adrop_side side, size_t nx,
                           const double *x, size_t ny, const double *y, double level,
                           adrop_t_result *r)
{
    adrop_status status = check_level(ctx, side, level);
    if (!status)
        status = check_groups(ctx, kind, nx, x, ny, y);
    if (status)
        return status;

    if (kind == ADROP_TEST_PAIRED) {
        const ad_sample d = ad_sample_of(nx, x, y);
        r->difference = d.origin + d.offset;
        r->df = (double)nx - 1;
        r->standard_error = d.std / sqrt((double)nx);
    } else {
        const ad_sample sx = ad_sample_of(nx, x, NULL), sy = ad_sample_of(ny, y, NULL);
        r->difference = ad_sample_difference(&sx, &sy);
        t_test_spread(kind, nx, sx.std, ny, sy.std, r);
    }
    return t_test_finish(ctx, side, level, r);
}

adrop_status adrop_t_test_sized(adrop_ctx *ctx, adrop_t_kind kind, adrop_side side, size_t nx,
                                const double *x, size_t ny, const double *y, double level,
                                adrop_t_result *r, size_t size)
{
    adrop_t_result mine = { 0 };
    const adrop_status status = t_test(ctx, kind, side, nx, x, ny, y, level, &mine);

    if (!status)
        ad_struct_write(r, size, &mine, sizeof mine);
    return status;
}

static adrop_status check_summary(adrop_ctx *ctx, const char *name, const adrop_summary *s)
{
    if (s->n < 2)
        return ad_fail(ctx, ADROP_EINVAL, "%s is of %zu value%s: this test needs at least 2", name,
                       s->n, s->n == 1 ? "" : "s");
    if (!isfinite(s->mean))
        return ad_fail(ctx, ADROP_EINVAL, "the mean of %s is %s: give a finite number", name,
                       AD_NUM(s->mean));
    if (!(s->std >= 0 && isfinite(s->std)))
        return ad_fail(ctx, ADROP_EINVAL,
                       "the standard deviation of %s is %s: give a number of at least 0", name,
                       AD_NUM(s->std));
    return ADROP_OK;
}

static adrop_status t_test_summary(adrop_ctx *ctx, adrop_t_kind kind, adrop_side side,
                                   const adrop_summary *x, const adrop_summary *y, double level,
                                   adrop_t_result *r)
{
    adrop_status status = check_level(ctx, side, level);
    if (!status && kind != ADROP_TEST_WELCH && kind != ADROP_TEST_POOLED)
        status = ad_fail(
            ctx, ADROP_EINVAL,
            "means and standard deviations make a Welch or a pooled test: a paired one needs "
            "the runs");
    if (!status)
        status = check_summary(ctx, "x", x);
    if (!status)
        status = check_summary(ctx, "y", y);
    if (status)
        return status;

    r->difference = x->mean - y->mean;
    t_test_spread(kind, x->n, x->std, y->n, y->std, r);
    return t_test_finish(ctx, side, level, r);
}

adrop_status adrop_t_test_summary_sized(adrop_ctx *ctx, adrop_t_kind kind, adrop_side side,
                                        const adrop_summary *x, const adrop_summary *y,
                                        double level, adrop_t_result *r, size_t size)
{
    if (ad_check_given(ctx, "x", x) || ad_check_given(ctx, "y", y))
        return ADROP_EINVAL;

    adrop_t_result mine = { 0 };
    const adrop_status status = t_test_summary(ctx, kind, side, x, y, level, &mine);

    if (!status)
        ad_struct_write(r, size, &mine, sizeof mine);
    return status;
}

adrop_status adrop_hedges_g(adrop_ctx *ctx, adrop_t_kind kind, size_t nx, const double *x,
                            size_t ny, const double *y, double *g)
{
    adrop_status status = check_groups(ctx, kind, nx, x, ny, y);
    if (!status)
        status = ad_check_array(ctx, "g", 1, g);
    if (status)
        return status;

    double difference, std, f;
    if (kind == ADROP_TEST_PAIRED) {
        const ad_sample d = ad_sample_of(nx, x, y);
        difference = d.origin + d.offset;
        f = (double)nx - 1;
        std = d.std;
    } else {
        const ad_sample sx = ad_sample_of(nx, x, NULL), sy = ad_sample_of(ny, y, NULL);
        difference = ad_sample_difference(&sx, &sy);
        f = (double)nx + (double)ny - 2;
        std = pooled_std(sx.std, (double)nx - 1, sy.std, (double)ny - 1);
    }
    if (!isfinite(difference) || !isfinite(std))
        return ad_fail(ctx, ADROP_ENUMERIC, "the values are too large: their differences overflow");
    const double factor = f > 1 ? ad_gamma_half_ratio((f - 1) / 2) / sqrt(f / 2) : NAN;
    *g = factor * (difference == 0 ? 0 : difference / std);
    return ADROP_OK;
}
