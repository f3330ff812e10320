/* The float polynomials of base/real.h against the mathematics library, within the errors that the
 * header states. */
#define AD_KERNEL_SET f32
#include "base/real.h"

#include "check.h"

typedef float float_fn(float x);
typedef double double_fn(double x);

static double ulp(double x)
{
    int exponent;

    frexp(x, &exponent);
    return ldexp(1, exponent - 24);
}

/* Largest error over n points from low to high, in ulps. */
static double worst(float_fn *f, double_fn *exact, double low, double high)
{
    const int n = 400000;
    double largest = 0;

    for (int i = 0; i <= n; i++) {
        const float x = (float)(low + (high - low) * i / n);
        const double y = exact((double)x);
        largest = fmax(largest, fabs((double)f(x) - y) / ulp(y));
    }
    return largest;
}

static double sin_quarter(double x)
{
    return sin(1.57079632679489661923 * x);
}

static double cos_quarter(double x)
{
    return cos(1.57079632679489661923 * x);
}

static double normal_cdf(double x)
{
    return 0.5 * erfc(-0.70710678118654752440 * x);
}

static double exp_minus(double x)
{
    return exp(-fabs(x));
}

static void stated_errors(void)
{
    CHECK_NEAR(worst(r_exp, exp, -87, 88), 0, 1.3);
    CHECK_NEAR(worst(r_exp_minus, exp_minus, -87, 87), 0, 1.3);
    CHECK_NEAR(worst(r_log, log, 1e-6, 1), 0, 1.2);
    CHECK_NEAR(worst(r_log, log, 1, 1000), 0, 1.2);
    CHECK_NEAR(worst(r_log1p, log1p, -0.999, 3), 0, 2.5);
    CHECK_NEAR(worst(r_sin_quarter, sin_quarter, 1e-7, 1), 0, 3);
    CHECK_NEAR(worst(r_sin_eighth, sin_quarter, 1e-7, 0.5), 0, 2);
    CHECK_NEAR(worst(r_cos_eighth, cos_quarter, 0, 0.5), 0, 2);
    CHECK_NEAR(worst(r_atan, atan, -30, 30), 0, 3);
    CHECK_NEAR(worst(r_tanh, tanh, -12, 12), 0, 2.5);
    CHECK_NEAR(worst(r_tanh, tanh, 1e-7, 0.7), 0, 2.5);
}

/* Of whole numbers in units of 2^-24: the odd ones, from both ends and in between. */
static void of_whole_numbers(void)
{
    double log_error = 0, radius_error = 0;

    for (int32_t n = 1; n < 1 << 24; n += n < 100000 || n > (1 << 24) - 100000 ? 2 : 34) {
        const double exact = log(n * 0x1p-24), radius = sqrt(-2 * exact);
        log_error = fmax(log_error, fabs((double)r_log_24(n) - exact) / ulp(exact));
        radius_error = fmax(radius_error, fabs((double)r_radius_24(n) - radius) / ulp(radius));
        CHECK(r_log_24(n) == r_log((float)n * 0x1p-24f));
    }
    CHECK_NEAR(log_error, 0, 1.2);
    CHECK_NEAR(radius_error, 0, 1.3);
}

static void normal_distribution(void)
{
    for (double x = -13; x <= 13; x += 1e-3) {
        const double y = normal_cdf((double)(float)x), got = (double)r_normal_cdf((float)x);
        CHECK_WHERE("x = %g", x);
        CHECK_NEAR(got, y, fmin(2e-7, 1e-5 * y));
    }
}

/* Beyond the range of a float nothing becomes infinite or NaN. */
static void far_out(void)
{
    static const float far[] = { 1e3f, 1e6f, 1e30f };

    for (int i = 0; i < 3; i++) {
        CHECK(isfinite(r_exp(far[i])) && r_exp(-far[i]) > 0);
        CHECK(r_exp_minus(far[i]) > 0 && r_exp_minus(far[i]) < 1e-37f);
        CHECK(r_exp_minus(-far[i]) == r_exp_minus(far[i]));
        CHECK(r_sigmoid(far[i]) == 1 && r_sigmoid(-far[i]) > 0 && r_sigmoid(-far[i]) < 1e-37f);
        CHECK(r_normal_cdf(far[i]) == 1 && r_normal_cdf(-far[i]) < 1e-37f);
        CHECK(r_tanh(far[i]) == 1 && r_tanh(-far[i]) == -1);
        CHECK_NEAR((double)r_atan(far[i]), 1.5707963267948966, 2e-3);
    }
    CHECK(r_sigmoid(0) == 0.5f);
    CHECK(r_tanh(0) == 0 && r_tanh(1e-40f) == 1e-40f && signbit(r_tanh(-0.0f)));
}

CHECK_MAIN(stated_errors, of_whole_numbers, normal_distribution, far_out)
