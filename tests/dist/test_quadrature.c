/* The integrator: smooth, steep, kinked, singular and hopeless integrands. */
#include "check.h"
#include "dist/quadrature.h"

static long calls;

static double power(double x, void *arg)
{
    calls++;
    return pow(x, *(double *)arg);
}

static double peak(double x, void *arg)
{
    const double w = *(double *)arg;

    calls++;
    return w / (w * w + x * x);
}

static double step(double x, void *arg)
{
    (void)arg;
    calls++;
    return x > 0.3 ? 1 : 0;
}

static double waves(double x, void *arg)
{
    (void)arg;
    return sin(40 * x);
}

static double pole(double x, void *arg)
{
    (void)arg;
    return 1 / fabs(x);
}

static const double unit[] = { 0, 1 };

static void powers(void)
{
    for (double n = 0; n <= 22; n++) { /* fifteen points are exact to degree 22 */
        calls = 0;
        CHECK_NEAR(ad_integrate(power, &n, unit, 2, 1e-12), 1 / (n + 1), 1e-15);
        CHECK(calls <= 15 || n > 12);
    }
    double half = 0.5, root = -0.5;
    CHECK_NEAR(ad_integrate(power, &half, unit, 2, 1e-13), 2.0 / 3, 1e-13);
    CHECK_NEAR(ad_integrate(power, &root, unit, 2, 1e-12), 2, 1e-10);
}

static void narrow_peak(void)
{
    static const double breaks[] = { -1, 0, 1 };

    for (double w = 1; w > 1e-6; w /= 10)
        CHECK_NEAR(ad_integrate(peak, &w, breaks, 3, 1e-12), 2 * atan(1 / w), 1e-11);
}

static void jumps(void)
{
    static const double cut[] = { 0, 0.3, 0.3, 1 };

    CHECK_NEAR(ad_integrate(step, NULL, cut, 4, 1e-12), 0.7, 1e-15);
    CHECK_NEAR(ad_integrate(step, NULL, unit, 2, 1e-10), 0.7, 1e-9);
}

static void signs_cancel(void)
{
    CHECK_NEAR(ad_integrate(waves, NULL, unit, 2, 1e-12), (1 - cos(40)) / 40, 1e-13);
}

/* It ends, whatever it is given. */
static void hopeless(void)
{
    static const double around[] = { -1, 0, 1 }, empty[] = { 2, 2 };
    double n = 1, worse = -1.5;

    CHECK(ad_integrate(pole, NULL, around, 3, 1e-12) > 10);
    CHECK(ad_integrate(power, &worse, unit, 2, 1e-12) > 10);
    CHECK(ad_integrate(power, &n, empty, 2, 1e-12) == 0);
    CHECK(ad_integrate(power, &n, unit, 1, 1e-12) == 0);
    CHECK(ad_integrate(power, &n, unit, 0, 1e-12) == 0);
    n = NAN;
    CHECK(isnan(ad_integrate(power, &n, unit, 2, 1e-12)));
}

static void breaks_keep_order(void)
{
    double breaks[6] = { -1, 1 };
    size_t n = 2;

    n = ad_break_insert(breaks, n, 0.5);
    n = ad_break_insert(breaks, n, -0.5);
    n = ad_break_insert(breaks, n, -1);
    n = ad_break_insert(breaks, n, 7);
    n = ad_break_insert(breaks, n, NAN);
    n = ad_break_insert(breaks, n, INFINITY);
    CHECK_EQ(n, 4);
    CHECK(breaks[0] == -1 && breaks[1] == -0.5 && breaks[2] == 0.5 && breaks[3] == 1);
}

CHECK_MAIN(powers, narrow_peak, jumps, signs_cancel, hopeless, breaks_keep_order)
