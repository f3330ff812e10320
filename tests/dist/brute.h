/* The family by brute force, for tests: densities and mappings written again from their
 * definitions, and Simpson's rule on dense fixed grids split at corners. Shares only the order of
 * the lists with the library. */
#ifndef ADROP_TESTS_BRUTE_H
#define ADROP_TESTS_BRUTE_H

#include <math.h>
#include <stddef.h>

#include "dist/family.h"

enum { GAUSSIAN, LAPLACE, LOGISTIC, UNIFORM, EXPONENTIAL, N_SEEDS };
enum { SIGMOID, PROBIT, CLAMP, TANH, ATAN, ONE_MINUS_EXP, N_MAPS };

static const double pi = 3.14159265358979323846;

typedef struct {
    int seed, map;
    double mu, sigma;
    double centre; /* of brute_square */
} brute;

static inline ad_family family_of(int seed, int map, double mu, double sigma)
{
    return (ad_family){ ad_seed_at(AD_F64, (size_t)seed), ad_map_at(AD_F64, (size_t)map), mu,
                        sigma };
}

static inline double brute_pdf(int seed, double e)
{
    switch (seed) {
    case GAUSSIAN:
        return exp(-e * e / 2) / sqrt(2 * pi);
    case LAPLACE:
        return exp(-fabs(e)) / 2;
    case LOGISTIC:
        return 1 / (exp(e / 2) + exp(-e / 2)) / (exp(e / 2) + exp(-e / 2));
    case UNIFORM:
        return e >= -1 && e <= 1 ? 0.5 : 0;
    default:
        return e >= 0 ? exp(-e) : 0;
    }
}

static inline double brute_map(int map, double r)
{
    switch (map) {
    case SIGMOID:
        return 1 / (1 + exp(-r));
    case PROBIT:
        return erfc(-r / sqrt(2)) / 2;
    case CLAMP:
        return r < 0 ? 0 : r > 1 ? 1 : r;
    case TANH:
        return (1 + tanh(r)) / 2;
    case ATAN:
        return 0.5 + atan(r) / pi;
    default:
        return r > 0 ? 1 - exp(-r) : 0;
    }
}

typedef double brute_fn(double x, const void *arg);

static inline double simpson(brute_fn *f, const void *arg, double a, double b, int n)
{
    const double h = (b - a) / n;
    double sum = f(a, arg) + f(b, arg);

    if (!(a < b))
        return 0;
    for (int i = 1; i < n; i++)
        sum += (i % 2 ? 4 : 2) * f(a + i * h, arg);
    return sum * h / 3;
}

static inline double brute_mean_term(double e, const void *arg)
{
    const brute *b = arg;

    return brute_pdf(b->seed, e) * brute_map(b->map, b->mu + b->sigma * e);
}

static inline double brute_square_term(double e, const void *arg)
{
    const brute *b = arg;
    const double d = brute_map(b->map, b->mu + b->sigma * e) - b->centre;

    return brute_pdf(b->seed, e) * d * d;
}

/* The integral of f over the noise, cut at 0 and at the mapping's corners. */
static inline double brute_expect(const brute *b, brute_fn *f)
{
    static const double reach[N_SEEDS][2] = {
        { -9, 9 }, { -34, 34 }, { -34, 34 }, { -1, 1 }, { 0, 34 },
    };
    const double low = reach[b->seed][0], high = reach[b->seed][1];
    double cut[5] = { low, 0, -b->mu / b->sigma, (1 - b->mu) / b->sigma, high };
    double sum = 0;

    for (int i = 0; i < 5; i++)
        cut[i] = fmin(fmax(cut[i], low), high);
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 4; j++)
            if (cut[j] > cut[j + 1]) {
                const double x = cut[j];
                cut[j] = cut[j + 1];
                cut[j + 1] = x;
            }
    for (int i = 0; i < 4; i++)
        sum += simpson(f, b, cut[i], cut[i + 1], 4000);
    return sum;
}

static inline double brute_mean(int seed, int map, double mu, double sigma)
{
    return brute_expect(&(brute){ seed, map, mu, sigma, 0 }, brute_mean_term);
}

static inline double brute_variance(int seed, int map, double mu, double sigma)
{
    const double mean = brute_mean(seed, map, mu, sigma);

    return brute_expect(&(brute){ seed, map, mu, sigma, mean }, brute_square_term);
}

#endif
