/* Moments of the family and the gradient of its mean: all 30 pairs by brute force, the
 * published special cases, and the error of the paper's approximation. */
#include "check.h"
#include "dist/brute.h"
#include "dist/family.h"

static const double points[][2] = {
    { 0, 1 },    { -1, 1 },    { 1, 2 }, { 2, 0.7 },  { 0.5, 0.5 },
    { -3, 0.5 }, { 0.3, 0.1 }, { 0, 3 }, { -2, 2.5 }, { 4, 1.5 },
};
enum { N_POINTS = sizeof points / sizeof points[0] };

#define EACH_CASE                                                                                  \
  for (int s = 0; s < N_SEEDS; s++)                                                                \
    for (int k = 0; k < N_MAPS; k++)                                                               \
      for (int i = 0; i < N_POINTS; i++)

static ad_family at(int s, int k, int i)
{
    CHECK_WHERE("%s x %s (%g, %g)", ad_seed_names[s], ad_map_names[k], points[i][0], points[i][1]);
    return family_of(s, k, points[i][0], points[i][1]);
}

static void agrees_with_brute_force(void)
{
    EACH_CASE
    {
        const ad_family f = at(s, k, i);
        const double mean = brute_mean(s, k, f.mu, f.sigma);
        CHECK_NEAR(ad_family_mean(&f), mean, 1e-8);
        CHECK_NEAR(ad_family_mean_quadrature(&f), mean, 1e-8);
        CHECK_NEAR(ad_family_variance(&f), brute_variance(s, k, f.mu, f.sigma), 1e-8);
    }
}

/* Over the whole range of use, against itself: E and Var of 1 - m at (-mu, sigma) for the
 * symmetric seeds and mappings, and 0 <= Var <= E (1 - E). */
static void holds_in_the_whole_range(void)
{
    static const double mus[] = { 0, 0.01, 1, 7, 50 };

    for (int s = 0; s < N_SEEDS; s++)
        for (int k = 0; k < N_MAPS; k++)
            for (int i = 0; i < 5; i++)
                for (double sigma = 1e-3; sigma < 2e3; sigma *= 10) {
                    const ad_family f = family_of(s, k, mus[i], sigma);
                    const ad_family g = family_of(s, k, -mus[i], sigma);
                    CHECK_WHERE("%s x %s (%g, %g)", ad_seed_names[s], ad_map_names[k], mus[i],
                                sigma);
                    const double e = ad_family_mean(&f), v = ad_family_variance(&f);
                    CHECK(e >= 0 && e <= 1);
                    CHECK(v >= 0 && v <= e * (1 - e) + 1e-12);
                    if (s == EXPONENTIAL || k == CLAMP || k == ONE_MINUS_EXP)
                        continue;
                    CHECK_NEAR(ad_family_mean(&g), 1 - e, 1e-12);
                    CHECK(fabs(ad_family_variance(&g) - v) <= 1e-9 * v);
                }
}

/* Far in a tail m is nearly e^r, so E[m] = e^(mu + sigma^2/2) for the Gaussian. */
static void keeps_digits_of_small_means(void)
{
    const ad_family f = family_of(GAUSSIAN, SIGMOID, -60, 1),
                    g = family_of(GAUSSIAN, SIGMOID, 60, 1);

    CHECK_NEAR(ad_family_mean(&f) / exp(-59.5), 1, 1e-10);
    CHECK_NEAR(ad_family_variance(&f) / (exp(-119) * expm1(1)), 1, 1e-9);
    CHECK_NEAR(ad_family_variance(&g) / ad_family_variance(&f), 1, 1e-9);
}

static void logit_normal_vectors(void)
{
    static const double v[][4] = {
        { 0, 1, 0.5, 0.04337904 },
        { -1, 1, 0.30326533, 0.03335209 },
        { 1, 2, 0.64772644, 0.08767866 },
        { 2, 0.7, 0.86201698, 0.00681007 },
        { 0.5, 0.5, 0.61597605, 0.01262276 },
    };

    for (size_t i = 0; i < sizeof v / sizeof v[0]; i++) {
        const ad_family f = family_of(GAUSSIAN, SIGMOID, v[i][0], v[i][1]);
        CHECK_NEAR(ad_family_mean(&f), v[i][2], 5.1e-9);
        CHECK_NEAR(ad_family_variance(&f), v[i][3], 5.1e-9);
    }
}

/* The variances of the paper's five example densities. */
static void variances_of_the_figure(void)
{
    static const double v[][4] = {
        { 0, 3, 0.1352, 5.1e-5 }, { 0, 1.6, 0.0787, 5.1e-5 }, { 0, 150, 0.2473, 5.1e-5 },
        { 0, 1, 0.0434, 5.1e-5 }, { -1, 1, 0.0334, 5.1e-5 },
    };

    for (size_t i = 0; i < 5; i++) {
        const ad_family f = family_of(GAUSSIAN, SIGMOID, v[i][0], v[i][1]);
        CHECK_NEAR(ad_family_variance(&f), v[i][2], v[i][3]);
    }
}

/* (seed, map, mu, sigma) that is uniform on (0, 1); Beta(1, 1/sigma); tanh; Bernoulli. */
static void special_cases(void)
{
    const ad_family uniform[] = {
        family_of(UNIFORM, CLAMP, 0.5, 0.5),
        family_of(LOGISTIC, SIGMOID, 0, 1),
        family_of(GAUSSIAN, PROBIT, 0, 1),
        family_of(EXPONENTIAL, ONE_MINUS_EXP, 0, 1),
    };

    for (int i = 0; i < 4; i++) {
        CHECK_NEAR(ad_family_mean(&uniform[i]), 0.5, 1e-12);
        CHECK_NEAR(ad_family_variance(&uniform[i]), 1.0 / 12, 1e-12);
    }
    for (double sigma = 0.1; sigma < 20; sigma *= 2) {
        const ad_family f = family_of(EXPONENTIAL, ONE_MINUS_EXP, 0, sigma);
        const double b = 1 / sigma;
        CHECK_NEAR(ad_family_mean(&f), sigma / (1 + sigma), 1e-14);
        CHECK_NEAR(ad_family_variance(&f), b / ((1 + b) * (1 + b) * (2 + b)), 1e-12);
    }
    for (int s = 0; s < N_SEEDS; s++)
        for (int i = 0; i < N_POINTS; i++) {
            const ad_family f = at(s, TANH, i);
            const ad_family g = family_of(s, SIGMOID, 2 * f.mu, 2 * f.sigma);
            CHECK_NEAR(ad_family_mean(&f), ad_family_mean(&g), 1e-12);
            CHECK_NEAR(ad_family_variance(&f), ad_family_variance(&g), 1e-12);
        }
    for (int s = 0; s < N_SEEDS; s++)
        for (int k = 0; k < N_MAPS; k++) { /* mu / sigma = 0.7 */
            const ad_family f = family_of(s, k, 0.7e7, 1e7);
            const double keep = 1 - f.seed->cdf(-0.7);
            CHECK_WHERE("%s x %s, sigma 1e7", ad_seed_names[s], ad_map_names[k]);
            CHECK_NEAR(ad_family_mean(&f), keep, 2e-6);
            CHECK_NEAR(ad_family_variance(&f), keep * (1 - keep), 2e-6);
        }
}

/* Continuous dropout: Gaussian noise around 1/2 clipped to [0, 1], whose variance is
 * s^2 (2 Phi(a) - 1 - 2 a phi(a)) + Phi(-a) / 2 with a = 1 / (2 s). */
static void clipped_gaussian_variance(void)
{
    for (double s = 0.1; s < 2; s *= 1.5) {
        const ad_family f = family_of(GAUSSIAN, CLAMP, 0.5, s);
        const double a = 0.5 / s, tail = erfc(a / sqrt(2)) / 2;
        const double phi = exp(-a * a / 2) / sqrt(2 * pi);
        CHECK_NEAR(ad_family_mean(&f), 0.5, 1e-14);
        CHECK_NEAR(ad_family_variance(&f), s * s * (1 - 2 * tail - 2 * a * phi) + tail / 2, 1e-12);
    }
}

static void gradient_is_the_derivative(void)
{
    EACH_CASE
    {
        ad_family f = at(s, k, i);
        f.mu += 0.0371; /* else corners of seed and mapping coincide, and there is no derivative */
        const double h = 1e-5;
        ad_family more = f, less = f;
        double dmu, dsigma;
        ad_family_mean_gradient(&f, &dmu, &dsigma);
        more.mu += h, less.mu -= h;
        CHECK_NEAR(dmu, (ad_family_mean(&more) - ad_family_mean(&less)) / (2 * h), 2e-8);
        more = less = f;
        more.sigma += h, less.sigma -= h;
        CHECK_NEAR(dsigma, (ad_family_mean(&more) - ad_family_mean(&less)) / (2 * h), 2e-8);
    }
}

static double worst_error(double sigma, double step)
{
    double worst = 0;

    for (int i = 0; i * step <= 10; i++) { /* the error is odd in mu */
        const double mu = i * step;
        const ad_family f = family_of(GAUSSIAN, SIGMOID, mu, sigma);
        worst = fmax(worst,
                     fabs(ad_family_mean(&f) - ad_family_mean_approx(mu, sigma, NULL, NULL)));
    }
    return worst;
}

static void error_of_the_approximation(void)
{
    static const double figures[][2] = {
        { 0.5, 0.0014 }, { 1, 0.0046 }, { 1.475, 0.0075 }, { 2, 0.0101 },
        { 3, 0.0132 },   { 4, 0.0148 }, { 6, 0.0158 },     { 10, 0.0088 },
    };
    const ad_family at_worst = family_of(GAUSSIAN, SIGMOID, -10, 5.575);

    for (size_t i = 0; i < sizeof figures / sizeof figures[0]; i++) {
        CHECK_WHERE("sigma %g", figures[i][0]);
        CHECK_NEAR(worst_error(figures[i][0], 0.125), figures[i][1], 5.5e-5);
    }
    check_where[0] = 0;
    CHECK_NEAR(worst_error(5.575, 0.125), 0.01596, 5.1e-6);
    CHECK(worst_error(5.4, 0.125) < worst_error(5.575, 0.125));
    CHECK(worst_error(5.75, 0.125) < worst_error(5.575, 0.125));
    CHECK_NEAR(ad_family_mean(&at_worst), 0.04402, 5.1e-6);
    CHECK_NEAR(ad_family_mean_approx(-10, 5.575, NULL, NULL), 0.05998, 5.1e-6);
    CHECK_NEAR(1 - ad_family_mean_approx(8, 4, NULL, NULL), 0.049, 5.1e-4);
    CHECK_NEAR(1 - ad_family_mean_approx(10, 4, NULL, NULL), 0.024, 5.1e-4);
    const ad_family f = family_of(GAUSSIAN, SIGMOID, 8, 4), g = family_of(GAUSSIAN, SIGMOID, 10, 4);
    CHECK_NEAR(1 - ad_family_mean(&f), 0.034, 5.1e-4);
    CHECK_NEAR(1 - ad_family_mean(&g), 0.012, 5.1e-4);
}

static void gradient_of_the_approximation(void)
{
    for (double mu = -4; mu <= 4; mu += 1)
        for (double sigma = 0.2; sigma < 8; sigma *= 2) {
            const double h = 1e-5;
            double dmu, dsigma;
            ad_family_mean_approx(mu, sigma, &dmu, &dsigma);
            const double up = ad_family_mean_approx(mu + h, sigma, NULL, NULL);
            const double down = ad_family_mean_approx(mu - h, sigma, NULL, NULL);
            const double wide = ad_family_mean_approx(mu, sigma + h, NULL, NULL);
            const double slim = ad_family_mean_approx(mu, sigma - h, NULL, NULL);
            CHECK_NEAR(dmu, (up - down) / (2 * h), 1e-9);
            CHECK_NEAR(dsigma, (wide - slim) / (2 * h), 1e-9);
        }
}

CHECK_MAIN(agrees_with_brute_force, holds_in_the_whole_range, keeps_digits_of_small_means,
           logit_normal_vectors, variances_of_the_figure, special_cases, clipped_gaussian_variance,
           gradient_is_the_derivative, error_of_the_approximation, gradient_of_the_approximation)
