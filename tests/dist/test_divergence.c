/* Divergence between members of the family: known values, brute force over the mask, sums over the
 * lists, and infinite divergences. */
#include "check.h"
#include "dist/brute.h"
#include "dist/family.h"

static double kl(int s, int k, double mu, double sigma, int t, int l, double nu, double tau)
{
    const ad_family p = family_of(s, k, mu, sigma), q = family_of(t, l, nu, tau);

    CHECK_WHERE("%s x %s (%g, %g) || %s x %s (%g, %g)", ad_seed_names[s], ad_map_names[k], mu,
                sigma, ad_seed_names[t], ad_map_names[l], nu, tau);
    return ad_family_kl(&p, &q);
}

/* KL does not see an invertible mapping: Gaussians, Laplace, exponential in closed form. */
static void known_values(void)
{
    static const double v[][4] = { { 0, 1, 0, 1 },     { 0.3, 0.7, -1, 2 },    { 5, 0.1, 4, 0.2 },
                                   { -40, 1, -41, 3 }, { 0, 1e-3, 0.01, 0.5 }, { 3, 200, 0, 100 } };
    static const int open[] = { SIGMOID, PROBIT, TANH, ATAN };

    for (size_t i = 0; i < sizeof v / sizeof v[0]; i++)
        for (int k = 0; k < 4; k++) {
            const double mu = v[i][0], s = v[i][1], nu = v[i][2], t = v[i][3], d = fabs(mu - nu);
            const double gauss = log(t / s) + (s * s + d * d) / (2 * t * t) - 0.5;
            const double laplace = log(t / s) + (s * exp(-d / s) + d) / t - 1;
            CHECK_CLOSE(kl(GAUSSIAN, open[k], mu, s, GAUSSIAN, open[k], nu, t), gauss, 1e-9);
            CHECK_CLOSE(kl(LAPLACE, open[k], mu, s, LAPLACE, open[k], nu, t), laplace, 1e-9);
        }
    CHECK_CLOSE(kl(EXPONENTIAL, SIGMOID, 1, 2, EXPONENTIAL, SIGMOID, 0.5, 3),
                log(1.5) + (2 + 0.5) / 3 - 1, 1e-10);
    CHECK_CLOSE(kl(UNIFORM, ATAN, 0, 1, UNIFORM, ATAN, 0.5, 2), log(2), 1e-12);
    /* Beta(1, a) against Beta(1, b), from the exponential seed */
    CHECK_CLOSE(kl(EXPONENTIAL, ONE_MINUS_EXP, 0, 0.5, EXPONENTIAL, ONE_MINUS_EXP, 0, 2),
                log(4) + 0.25 - 1, 1e-12);
    /* the entropy of a logit-normal is that of the Gaussian and E[ln m (1 - m)] */
    CHECK_CLOSE(kl(UNIFORM, CLAMP, 0.5, 0.5, LOGISTIC, SIGMOID, 0, 1), 0, 1e-12);
    CHECK_CLOSE(kl(GAUSSIAN, PROBIT, 0, 1, UNIFORM, CLAMP, 0.5, 0.5), 0, 1e-12);
}

/* m itself as the variable, in its logit; the densities through a differenced inverse. */
typedef struct {
    int s, k, t, l;
    double mu, sigma, nu, tau;
} two;

static double inverse(int map, double x)
{
    const double m = 1 / (1 + exp(-x)), q = 1 / (1 + exp(x));

    switch (map) {
    case SIGMOID:
        return x;
    case TANH:
        return x / 2;
    case ATAN:
        return x < 0 ? -1 / tan(pi * m) : 1 / tan(pi * q);
    case CLAMP:
        return m;
    case ONE_MINUS_EXP:
        return x < 0 ? -log1p(-m) : -log(q);
    default: { /* bisection on erfc */
        double low = -40, high = 40;
        for (int i = 0; i < 80; i++) {
            const double r = (low + high) / 2;
            const int below = x < 0 ? erfc(-r / sqrt(2)) / 2 < m : erfc(r / sqrt(2)) / 2 > q;
            *(below ? &low : &high) = r;
        }
        return low;
    }
    }
}

/* Density of the logit of m. */
static double density(int s, int k, double mu, double sigma, double x)
{
    const double h = 1e-4;
    const double slope = (8 * (inverse(k, x + h) - inverse(k, x - h)) -
                          (inverse(k, x + 2 * h) - inverse(k, x - 2 * h))) /
                         (12 * h);

    return brute_pdf(s, (inverse(k, x) - mu) / sigma) / sigma * slope;
}

static double kl_term(double x, const void *arg)
{
    const two *w = arg;
    const double p = density(w->s, w->k, w->mu, w->sigma, x);
    const double q = density(w->t, w->l, w->nu, w->tau, x);

    return p > 1e-30 ? p * log(p / q) : 0;
}

static double brute_atoms(const two *w)
{
    const ad_family p = family_of(w->s, w->k, w->mu, w->sigma);
    const ad_family q = family_of(w->t, w->l, w->nu, w->tau);
    const double p0 = ad_family_mass_at_zero(&p), p1 = ad_family_mass_at_one(&p);

    return (p0 > 0 ? p0 * log(p0 / ad_family_mass_at_zero(&q)) : 0) +
           (p1 > 0 ? p1 * log(p1 / ad_family_mass_at_one(&q)) : 0);
}

static void agrees_with_brute_force(void)
{
    static const two v[] = {
        { GAUSSIAN, SIGMOID, GAUSSIAN, PROBIT, 0.3, 1, 0.1, 0.7 },
        { GAUSSIAN, PROBIT, GAUSSIAN, SIGMOID, -0.2, 0.6, 0, 1.5 },
        { GAUSSIAN, SIGMOID, LOGISTIC, TANH, 0.5, 1.2, 0.2, 0.5 },
        { LOGISTIC, TANH, GAUSSIAN, SIGMOID, 0, 0.4, 0.5, 2 },
        { GAUSSIAN, ATAN, GAUSSIAN, SIGMOID, 0.5, 1, 0, 1 },
        { GAUSSIAN, SIGMOID, GAUSSIAN, ATAN, 0.5, 0.4, 0, 2 },
        { GAUSSIAN, SIGMOID, GAUSSIAN, CLAMP, 0.5, 1, 0.4, 0.5 },
        { GAUSSIAN, CLAMP, LOGISTIC, CLAMP, 0.4, 0.5, 0.2, 0.4 },
        { GAUSSIAN, ONE_MINUS_EXP, LOGISTIC, ONE_MINUS_EXP, 0.5, 1, 0, 1.3 },
        { LOGISTIC, SIGMOID, LOGISTIC, ONE_MINUS_EXP, 0, 0.8, 0.4, 1 },
        { GAUSSIAN, ONE_MINUS_EXP, GAUSSIAN, CLAMP, 0.8, 0.7, 0.4, 0.5 },
    };

    for (size_t i = 0; i < sizeof v / sizeof v[0]; i++) {
        const two *w = &v[i];
        const double value = kl(w->s, w->k, w->mu, w->sigma, w->t, w->l, w->nu, w->tau);
        const double atoms = brute_atoms(w);
        if (isinf(atoms)) {
            CHECK(value == INFINITY);
            continue;
        }
        CHECK_NEAR(value,
                   atoms + simpson(kl_term, w, -30, 0, 1500) + simpson(kl_term, w, 0, 30, 1500),
                   2e-6);
    }
}

/* Over all pairs of pairs: never negative, never NaN, and 0 from a member to itself. */
static void holds_for_all_pairs(void)
{
    for (int s = 0; s < N_SEEDS; s++)
        for (int k = 0; k < N_MAPS; k++) {
            for (double sigma = 1e-3; sigma < 2e3; sigma *= 100) {
                CHECK_NEAR(kl(s, k, 0.3, sigma, s, k, 0.3, sigma), 0, 1e-12);
                CHECK_NEAR(kl(s, k, -40, sigma, s, k, -40, sigma), 0, 1e-12);
            }
            CHECK_NEAR(kl(s, SIGMOID, 0.4, 1.4, s, TANH, 0.2, 0.7), 0, 1e-12);
            CHECK_NEAR(kl(s, TANH, -3, 0.7, s, SIGMOID, -6, 1.4), 0, 1e-12);
            for (int t = 0; t < N_SEEDS; t++)
                for (int l = 0; l < N_MAPS; l++) {
                    const double there = kl(s, k, 0.3, 0.8, t, l, 0.1, 1.7);
                    CHECK(there >= 0);
                    CHECK(kl(s, k, 0.3, 0.08, t, l, 0.3, 0.1) >= 0);
                }
        }
}

static void infinite_where_mass_is_missing(void)
{
    /* support */
    CHECK(kl(GAUSSIAN, SIGMOID, 0, 1, UNIFORM, SIGMOID, 0, 5) == INFINITY);
    CHECK(kl(GAUSSIAN, SIGMOID, 0, 1, EXPONENTIAL, SIGMOID, -50, 5) == INFINITY);
    CHECK(kl(UNIFORM, SIGMOID, 0, 1, UNIFORM, SIGMOID, 0.1, 1) == INFINITY);
    CHECK(isfinite(kl(UNIFORM, SIGMOID, 0, 1, UNIFORM, SIGMOID, 0.1, 1.1)));
    CHECK(isfinite(kl(UNIFORM, SIGMOID, 0, 1, GAUSSIAN, SIGMOID, 0.1, 1)));
    CHECK(isfinite(kl(UNIFORM, SIGMOID, 0, 1, EXPONENTIAL, SIGMOID, -1, 1)));
    CHECK(kl(UNIFORM, SIGMOID, 0, 1, EXPONENTIAL, SIGMOID, -0.9, 1) == INFINITY);
    CHECK(isfinite(kl(UNIFORM, PROBIT, 0, 1, UNIFORM, SIGMOID, 0, 2)));
    CHECK(kl(UNIFORM, PROBIT, 0, 1, UNIFORM, SIGMOID, 0, 1.5) == INFINITY);
    CHECK(isfinite(kl(GAUSSIAN, SIGMOID, 0, 1, UNIFORM, CLAMP, 0.5, 0.5)));
    CHECK(isfinite(kl(GAUSSIAN, SIGMOID, 0, 1, UNIFORM, CLAMP, 0.5, 1)));
    CHECK(kl(GAUSSIAN, SIGMOID, 0, 1, UNIFORM, CLAMP, 0.5, 0.4) == INFINITY);
    /* atoms */
    CHECK(kl(GAUSSIAN, CLAMP, 0.5, 1, GAUSSIAN, SIGMOID, 0, 1) == INFINITY);
    CHECK(kl(GAUSSIAN, CLAMP, 0.5, 1, GAUSSIAN, ONE_MINUS_EXP, 0, 1) == INFINITY);
    CHECK(isfinite(kl(GAUSSIAN, ONE_MINUS_EXP, 0.5, 1, GAUSSIAN, CLAMP, 0, 1)));
    CHECK(kl(UNIFORM, CLAMP, 0.5, 0.6, UNIFORM, CLAMP, 0.5, 0.5) == INFINITY);
    CHECK(isfinite(kl(UNIFORM, CLAMP, 0.5, 0.5, UNIFORM, CLAMP, 0.5, 0.6)));
    CHECK(isfinite(kl(UNIFORM, CLAMP, -2, 1, UNIFORM, CLAMP, -1, 1))); /* atoms alone */
    CHECK_NEAR(kl(UNIFORM, CLAMP, -2, 1, UNIFORM, CLAMP, 0, 1), log(2), 1e-14);
}

/* atan makes r of size 1 / m: E[r_q^2] under p needs tails lighter than m^2. */
static void infinite_where_it_diverges(void)
{
    CHECK(kl(LAPLACE, SIGMOID, 0, 0.6, GAUSSIAN, ATAN, 0, 1) == INFINITY);
    CHECK(kl(LAPLACE, SIGMOID, 0, 0.5, GAUSSIAN, ATAN, 0, 1) == INFINITY);
    CHECK(isfinite(kl(LAPLACE, SIGMOID, 0, 0.49, GAUSSIAN, ATAN, 0, 1)));
    CHECK(isfinite(kl(LAPLACE, SIGMOID, 0, 0.3, GAUSSIAN, ATAN, 0, 1)));
    CHECK(isfinite(kl(LAPLACE, SIGMOID, 0, 0.9, LAPLACE, ATAN, 0, 1)));
    CHECK(kl(LAPLACE, SIGMOID, 0, 1, LAPLACE, ATAN, 0, 1) == INFINITY);
    CHECK(kl(LOGISTIC, PROBIT, 0, 0.01, GAUSSIAN, ATAN, 0, 1) == INFINITY);
    CHECK(kl(GAUSSIAN, PROBIT, 0, 0.75, GAUSSIAN, ATAN, 0, 1) == INFINITY);
    CHECK(isfinite(kl(GAUSSIAN, PROBIT, 0, 0.65, GAUSSIAN, ATAN, 0, 1)));
    CHECK(isfinite(kl(GAUSSIAN, PROBIT, 0, 0.9, LAPLACE, ATAN, 0, 1)));
    CHECK(isfinite(kl(GAUSSIAN, SIGMOID, 0, 5, GAUSSIAN, ATAN, 0, 1)));
    CHECK(isfinite(kl(LAPLACE, ATAN, 0, 5, GAUSSIAN, SIGMOID, 0, 1)));
    CHECK(isfinite(kl(EXPONENTIAL, ONE_MINUS_EXP, 0.1, 0.3, GAUSSIAN, ATAN, 0, 1)));
    CHECK(kl(EXPONENTIAL, ONE_MINUS_EXP, 0.1, 0.6, GAUSSIAN, ATAN, 0, 1) == INFINITY);
    CHECK(kl(GAUSSIAN, SIGMOID, 700, 30, GAUSSIAN, ATAN, 0, 1) == INFINITY); /* overflow */
    CHECK(kl(UNIFORM, CLAMP, 0.5, 0.5, GAUSSIAN, ATAN, 0, 1) == INFINITY);
    CHECK(kl(UNIFORM, CLAMP, 0.5, 0.5, LAPLACE, ATAN, 0, 1) == INFINITY);
    CHECK(isfinite(kl(UNIFORM, CLAMP, 0.5, 0.4, LAPLACE, ATAN, 0, 1)));
    CHECK(isfinite(kl(UNIFORM, CLAMP, 0.5, 0.5, LAPLACE, SIGMOID, 0, 1)));
    /* near the border the value is that of 1 / (1 - 2 sigma), by the tail beyond doubles:
     * E[r_q^2] / 2 with r_q = cot(pi m), m = e^-x / (1 + e^-x), is about e^(2x) / (2 pi^2) */
    const double near = kl(LAPLACE, SIGMOID, 0, 0.499, GAUSSIAN, ATAN, 0, 1);
    const double nearer = kl(LAPLACE, SIGMOID, 0, 0.4995, GAUSSIAN, ATAN, 0, 1);
    CHECK_NEAR((nearer - near) * 2 * pi * pi / (1000 - 500), 1, 0.01);
}

CHECK_MAIN(known_values, agrees_with_brute_force, holds_for_all_pairs,
           infinite_where_mass_is_missing, infinite_where_it_diverges)
