/* The divergence terms of the ELBO: against brute force and a fine adaptive rule, gradients
 * against differences, closed forms against quadrature, and which pairs have none. */
#include "dist/elbo.h"

#include "check.h"
#include "dist/brute.h"
#include "dist/quadrature.h"
#include "dist/special.h"

/* The pairs that have a divergence from the log-uniform prior. */
static const int open_maps[] = { SIGMOID, PROBIT, TANH, ATAN };
enum { N_OPEN = sizeof open_maps / sizeof open_maps[0] };

static void where(const ad_family *f)
{
    CHECK_WHERE("%s x %s (%g, %g)", f->seed->name, f->map->name, f->mu, f->sigma);
}

/* ---- by brute force over the noise, from the definition E[ln g(m) + ln m] ---- */

static double slope_of(int map, double r)
{
    switch (map) {
    case SIGMOID:
        return brute_map(SIGMOID, r) * brute_map(SIGMOID, -r);
    case PROBIT:
        return brute_pdf(GAUSSIAN, r);
    case TANH:
        return 2 * brute_map(SIGMOID, 2 * r) * brute_map(SIGMOID, -2 * r);
    default:
        return 1 / (pi * (1 + r * r));
    }
}

static double definition_term(double e, const void *arg)
{
    const brute *b = arg;
    const double r = b->mu + b->sigma * e, s = brute_pdf(b->seed, e);

    return s > 0 ? s * log(s / (b->sigma * slope_of(b->map, r)) * brute_map(b->map, r)) : 0;
}

static void agrees_with_the_definition(void)
{
    static const double v[][2] = { { 0, 1 },   { -1.2, 0.5 }, { 0.4, 1.5 },
                                   { 2, 0.8 }, { -2, 0.2 },   { 0, 0.05 } };

    for (int s = 0; s < N_SEEDS; s++)
        for (int k = 0; k < N_OPEN; k++)
            for (size_t i = 0; i < sizeof v / sizeof v[0]; i++) {
                const ad_family f = family_of(s, open_maps[k], v[i][0], v[i][1]);
                const brute b = { s, open_maps[k], f.mu, f.sigma, 0 };
                ad_elbo_term t;
                where(&f);
                ad_elbo_log_uniform(&f, &t);
                /* beyond r = 37 the brute slope of probit underflows */
                if (open_maps[k] == PROBIT && s != UNIFORM && s != GAUSSIAN && f.sigma > 0.9)
                    continue;
                CHECK_CLOSE(t.value, brute_expect(&b, definition_term), 1e-8);
            }
}

/* ---- a fine adaptive rule, over the whole range that elbo.h promises ---- */

typedef struct query {
    const ad_family *f;
    int which; /* T, T', eps T' */
} query;

static double fine_term(double e, void *arg)
{
    const query *q = arg;
    const double w = exp(q->f->seed->log_pdf(e));
    double slope;
    const double value = q->f->map->log_ratio(q->f->mu + q->f->sigma * e, &slope);

    return w == 0 ? 0 : w * (q->which == 0 ? value : q->which == 1 ? slope : slope * e);
}

static double fine(const ad_family *f, int which)
{
    query q = { f, which };
    double breaks[AD_FAMILY_BREAKS];
    const size_t n = ad_family_breaks(f, breaks);

    return ad_integrate(fine_term, &q, breaks, n, 1e-13);
}

static void keeps_its_promise(void)
{
    for (int s = 0; s < N_SEEDS; s++)
        for (int k = 0; k < N_OPEN; k++)
            for (double mu = -10; mu <= 10; mu += 2.5)
                for (double sigma = 0.05; sigma < 11; sigma *= 1.7) {
                    const ad_family f = family_of(s, open_maps[k], mu, fmin(sigma, 10));
                    const double bound = s == GAUSSIAN && k == 0 ? 1e-9 : 5e-9;
                    ad_elbo_term t, q;
                    where(&f);
                    ad_elbo_log_uniform(&f, &t);
                    CHECK_CLOSE(t.value, fine(&f, 0) - log(f.sigma) - f.seed->entropy, bound);
                    CHECK_CLOSE(t.dmu, fine(&f, 1), bound);
                    CHECK_CLOSE(t.dsigma, fine(&f, 2) - 1 / f.sigma, bound);
                    CHECK(ad_elbo_log_uniform_quadrature(&f, &q) <= 280);
                    CHECK_CLOSE(q.value, t.value, 1e-9); /* closed form and quadrature */
                    CHECK_CLOSE(q.dmu, t.dmu, 1e-9);
                    CHECK_CLOSE(q.dsigma, t.dsigma, 1e-9);
                }
}

/* ---- gradients ---- */

typedef double value_of(const ad_family *f);

static double log_uniform_value(const ad_family *f)
{
    ad_elbo_term t;

    ad_elbo_log_uniform(f, &t);
    return t.value;
}

static double gaussian_value(const ad_family *f)
{
    ad_elbo_term t;

    ad_elbo_gaussian(f, 0.7, 1.9, &t);
    return t.value;
}

/* Central differences of fourth order. */
static void check_gradient(value_of *value, const ad_family *f, const ad_elbo_term *t)
{
    const double h = 0.02 * fmin(f->sigma, 2);
    double found[2];

    for (int by_sigma = 0; by_sigma < 2; by_sigma++) {
        double at[5];
        for (int i = -2; i <= 2; i++) {
            ad_family moved = *f;
            *(by_sigma ? &moved.sigma : &moved.mu) += i * h;
            at[i + 2] = value(&moved);
        }
        found[by_sigma] = (8 * (at[3] - at[1]) - (at[4] - at[0])) / (12 * h);
    }
    where(f);
    CHECK_CLOSE(t->dmu, found[0], 1e-6);
    CHECK_CLOSE(t->dsigma, found[1], 1e-6);
}

static void gradients_are_derivatives(void)
{
    static const double v[][2] = { { 0, 1 }, { -3, 0.5 }, { 2, 2.5 }, { -8, 4 }, { 9, 8 } };

    for (int s = 0; s < N_SEEDS; s++)
        for (size_t i = 0; i < sizeof v / sizeof v[0]; i++) {
            ad_elbo_term t;
            for (int k = 0; k < N_OPEN; k++) {
                const ad_family f = family_of(s, open_maps[k], v[i][0], v[i][1]);
                ad_elbo_log_uniform(&f, &t);
                check_gradient(log_uniform_value, &f, &t);
            }
            const ad_family f = family_of(s, CLAMP, v[i][0], v[i][1]);
            ad_elbo_gaussian(&f, 0.7, 1.9, &t);
            check_gradient(gaussian_value, &f, &t);
        }
}

/* ---- identities ---- */

static void obeys_identities(void)
{
    for (double mu = -6; mu <= 6; mu += 1.5)
        for (double sigma = 0.1; sigma < 8; sigma *= 2.3) {
            ad_elbo_term t, twice;
            double slope;

            /* gaussian x sigmoid: E[m] and sigma E[m (1 - m)] - 1 / sigma */
            ad_family f = family_of(GAUSSIAN, SIGMOID, mu, sigma);
            where(&f);
            ad_elbo_log_uniform(&f, &t);
            ad_family_mean_gradient(&f, &slope, NULL);
            CHECK_NEAR(t.dmu, ad_family_mean(&f), 1e-9);
            CHECK_CLOSE(t.dsigma, sigma * slope - 1 / sigma, 1e-9);

            /* exponential x sigmoid: E softplus(r) = softplus(mu) + sigma E[m] */
            f = family_of(EXPONENTIAL, SIGMOID, mu, sigma);
            where(&f);
            ad_elbo_log_uniform(&f, &t);
            CHECK_CLOSE(t.value, ad_softplus(mu) + sigma * ad_family_mean(&f) - log(sigma) - 1,
                        1e-9);

            /* tanh is sigmoid with both doubled */
            for (int s = 0; s < N_SEEDS; s++) {
                f = family_of(s, TANH, mu, sigma);
                where(&f);
                ad_elbo_log_uniform(&f, &t);
                f = family_of(s, SIGMOID, 2 * mu, 2 * sigma);
                ad_elbo_log_uniform(&f, &twice);
                CHECK_CLOSE(t.value, twice.value, 1e-9);
                CHECK_CLOSE(t.dmu, 2 * twice.dmu, 1e-9);
                CHECK_CLOSE(t.dsigma, 2 * twice.dsigma, 2e-9);
            }
        }
}

/* ---- the Gaussian prior ---- */

typedef struct prior {
    brute b;
    double mu, sigma;
} prior;

static double gaussian_term(double e, const void *arg)
{
    const prior *p = arg;
    const double s = brute_pdf(p->b.seed, e);
    const double z = (p->b.mu + p->b.sigma * e - p->mu) / p->sigma;
    const double log_prior = -z * z / 2 - log(p->sigma * sqrt(2 * pi));

    return s > 0 ? s * (log(s / p->b.sigma) - log_prior) : 0;
}

static void gaussian_prior_agrees_with_brute_force(void)
{
    static const double v[][4] = { { 0, 1, 0, 1 }, { -2, 0.3, 1, 2 }, { 4, 5, -1, 0.5 } };

    for (int s = 0; s < N_SEEDS; s++)
        for (size_t i = 0; i < sizeof v / sizeof v[0]; i++) {
            const ad_family f = family_of(s, SIGMOID, v[i][0], v[i][1]);
            const prior p = { { s, SIGMOID, f.mu, f.sigma, 0 }, v[i][2], v[i][3] };
            ad_elbo_term t;
            where(&f);
            ad_elbo_gaussian(&f, p.mu, p.sigma, &t);
            CHECK_CLOSE(t.value, brute_expect(&p.b, (brute_fn *)gaussian_term), 1e-8);
        }

    const ad_family p = family_of(GAUSSIAN, SIGMOID, 1.5, 0.7);
    const ad_family q = family_of(GAUSSIAN, SIGMOID, -1, 2);
    ad_elbo_term t;
    ad_elbo_gaussian(&p, q.mu, q.sigma, &t);
    CHECK_CLOSE(t.value, ad_family_kl(&p, &q), 1e-10);
    ad_elbo_gaussian(&p, p.mu, p.sigma, &t);
    CHECK_NEAR(t.value, 0, 1e-15);
    CHECK_NEAR(t.dmu, 0, 1e-15);
    CHECK_NEAR(t.dsigma, 0, 1e-15);
}

/* ---- pairs without ---- */

static void refuses_atoms(void)
{
    int without = 0;

    for (int s = 0; s < N_SEEDS; s++)
        for (int k = 0; k < N_MAPS; k++) {
            const ad_family f = family_of(s, k, 0, 1);
            const char *reason = ad_elbo_log_uniform_obstacle(f.seed, f.map);
            where(&f);
            CHECK((reason != NULL) == (k == CLAMP || k == ONE_MINUS_EXP));
            if (!reason)
                continue;
            without++;
            CHECK_HAS(reason, "infinite");
            /* exponential noise stays above 0, uniform noise in between, by their mu and sigma */
            const int by_chance = s == UNIFORM || (s == EXPONENTIAL && k == ONE_MINUS_EXP);
            CHECK((strstr(reason, "as training may") != NULL) == by_chance);
        }
    CHECK_EQ(without, 10);
}

/* Whatever training may come to, it ends and nothing is a NaN. */
static void survives_extremes(void)
{
    static const double mus[] = { 0, -1e4, 1e4, 1e-300, -37.5 };
    static const double sigmas[] = { 1e-30, 1e-6, 1e4, 1e9 };

    for (int s = 0; s < N_SEEDS; s++)
        for (int k = 0; k < N_OPEN; k++)
            for (int i = 0; i < 5; i++)
                for (int j = 0; j < 4; j++) {
                    const ad_family f = family_of(s, open_maps[k], mus[i], sigmas[j]);
                    ad_elbo_term t;
                    where(&f);
                    ad_elbo_log_uniform(&f, &t);
                    CHECK(isfinite(t.value) && isfinite(t.dmu) && isfinite(t.dsigma));
                }
    ad_family f = family_of(GAUSSIAN, SIGMOID, NAN, 1);
    ad_elbo_term t;
    ad_elbo_log_uniform(&f, &t);
    CHECK(isnan(t.value));
    f = family_of(LAPLACE, SIGMOID, 1, INFINITY);
    ad_elbo_log_uniform(&f, &t); /* it ends */
    f = family_of(GAUSSIAN, ATAN, 0, NAN);
    ad_elbo_log_uniform(&f, &t);
    CHECK(isnan(t.value));
}

CHECK_MAIN(agrees_with_the_definition, keeps_its_promise, gradients_are_derivatives,
           obeys_identities, gaussian_prior_agrees_with_brute_force, refuses_atoms,
           survives_extremes)
