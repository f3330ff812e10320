/* Closed forms of E[m] against quadrature, far beyond the usual range. */
#include "check.h"
#include "dist/brute.h"
#include "dist/family.h"

static const double mus[] = { -200, -50, -20, -5, -1, -0.5, -0.3, -1e-3, 0,
                              1e-6, 0.1, 0.5, 1,  2,  7,    30,   50,    200 };
static const double sigmas[] = { 1e-5, 1e-3, 0.01, 0.1, 0.3, 0.7, 1, 1.5, 4, 20, 150, 1e3, 1e5 };
enum { N_MUS = sizeof mus / sizeof mus[0], N_SIGMAS = sizeof sigmas / sizeof sigmas[0] };

static void agrees_with_quadrature(void)
{
    for (int s = 0; s < N_SEEDS; s++)
        for (int k = 0; k < N_MAPS; k++)
            for (int i = 0; i < N_MUS; i++)
                for (int j = 0; j < N_SIGMAS; j++) {
                    const ad_family f = family_of(s, k, mus[i], sigmas[j]);
                    double closed;
                    if (!ad_family_mean_closed(&f, &closed))
                        continue;
                    const double mean = ad_family_mean_quadrature(&f);
                    CHECK_WHERE("%s x %s (%g, %g)", ad_seed_names[s], ad_map_names[k], mus[i],
                                sigmas[j]);
                    CHECK(closed >= 0 && closed <= 1 + 1e-15);
                    CHECK(fabs(closed - mean) <= 1e-10 * mean);
                }
}

/* Where the forms are promised, they are there. */
static void is_there_where_promised(void)
{
    static const char there[N_MAPS][N_SEEDS + 1] = {
        "-L1UE", /* sigmoid: logistic at sigma = 1 alone */
        "GL-UE", /* probit */
        "GLOUE", /* clamp */
        "-L-UE", /* tanh */
        "---U-", /* atan */
        "G--UE", /* one-minus-exp */
    };

    for (int k = 0; k < N_MAPS; k++)
        for (int s = 0; s < N_SEEDS; s++) {
            const ad_family one = family_of(s, k, 0.4, 1), other = family_of(s, k, 0.4, 1.3);
            double mean;
            CHECK_WHERE("%s x %s", ad_seed_names[s], ad_map_names[k]);
            CHECK_EQ(ad_family_mean_closed(&one, &mean), there[k][s] != '-');
            CHECK_EQ(ad_family_mean_closed(&other, &mean),
                     there[k][s] != '-' && there[k][s] != '1');
        }
    const ad_family half = family_of(LOGISTIC, TANH, 0.4, 0.5);
    double mean;
    CHECK(ad_family_mean_closed(&half, &mean));
}

/* The table of formulas as written, where they lose no digits. */
static void is_the_formula(void)
{
    const double mu = 0.8, sigma = 1.7, a = 1 / sigma;
    const double phi = exp(-mu * mu / 2) / sqrt(2 * pi), half = sqrt(0.5);
    const double cdf = erfc(-mu * half) / 2;
    const struct {
        int seed, map;
        double mu, sigma, mean;
    } v[] = {
        { GAUSSIAN, PROBIT, mu, sigma, erfc(-mu / sqrt(1 + sigma * sigma) * half) / 2 },
        { GAUSSIAN, ONE_MINUS_EXP, mu, sigma,
          erfc(-mu * a * half) / 2 -
              exp(sigma * sigma / 2 - mu) * erfc((sigma - mu * a) * half) / 2 },
        { LAPLACE, PROBIT, mu, sigma,
          cdf - phi / 2 *
                    (erfc((a - mu) * half) / 2 / (exp(-(a - mu) * (a - mu) / 2) / sqrt(2 * pi)) -
                     erfc((a + mu) * half) / 2 / (exp(-(a + mu) * (a + mu) / 2) / sqrt(2 * pi))) },
        { LOGISTIC, SIGMOID, mu, 1,
          exp(mu) * (exp(mu) - 1 - mu) / ((exp(mu) - 1) * (exp(mu) - 1)) },
        { UNIFORM, SIGMOID, mu, sigma,
          (log(1 + exp(mu + sigma)) - log(1 + exp(mu - sigma))) / (2 * sigma) },
        { UNIFORM, ONE_MINUS_EXP, 2, sigma, 1 - exp(-2) * sinh(sigma) / sigma },
        { UNIFORM, ATAN, mu, sigma,
          0.5 + ((mu + sigma) * atan(mu + sigma) - log(1 + (mu + sigma) * (mu + sigma)) / 2 -
                 (mu - sigma) * atan(mu - sigma) + log(1 + (mu - sigma) * (mu - sigma)) / 2) /
                    (2 * sigma * pi) },
        { EXPONENTIAL, SIGMOID, mu, 1, exp(mu) * log(1 + exp(-mu)) },
        { EXPONENTIAL, TANH, mu / 2, 0.5, exp(mu) * log(1 + exp(-mu)) },
        { EXPONENTIAL, PROBIT, mu, sigma,
          cdf + exp(mu * a + a * a / 2) * erfc((mu + a) * half) / 2 },
        { EXPONENTIAL, ONE_MINUS_EXP, mu, sigma, 1 - exp(-mu) / (1 + sigma) },
        { EXPONENTIAL, ONE_MINUS_EXP, -mu, sigma, exp(-mu * a) * sigma / (1 + sigma) },
        { LAPLACE, SIGMOID, mu, 1,
          (exp(mu) * log(1 + exp(-mu)) + 1 - exp(-mu) * log(1 + exp(mu))) / 2 },
    };

    for (size_t i = 0; i < sizeof v / sizeof v[0]; i++) {
        const ad_family f = family_of(v[i].seed, v[i].map, v[i].mu, v[i].sigma);
        double mean = NAN;
        CHECK_WHERE("%s x %s", f.seed->name, f.map->name);
        CHECK(ad_family_mean_closed(&f, &mean));
        CHECK_NEAR(mean, v[i].mean, 1e-14);
    }
}

/* The logistic form is 0 / 0 at mu = 0; nothing jumps where its series takes over. */
static void is_smooth_at_the_joins(void)
{
    for (double mu = -0.6; mu < 0.6; mu += 0.01) {
        const ad_family f = family_of(LOGISTIC, SIGMOID, mu, 1);
        CHECK_NEAR(ad_family_mean(&f), brute_mean(LOGISTIC, SIGMOID, mu, 1), 1e-10);
    }
    for (double sigma = 19.9; sigma < 20.1; sigma += 0.05) {
        const ad_family f = family_of(UNIFORM, SIGMOID, 3, sigma);
        CHECK_NEAR(ad_family_mean(&f), ad_family_mean_quadrature(&f), 1e-13);
    }
}

CHECK_MAIN(agrees_with_quadrature, is_there_where_promised, is_the_formula, is_smooth_at_the_joins)
