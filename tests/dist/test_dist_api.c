/* The public distributions: densities, distribution functions, quantiles, atoms, draws, the shapes
 * of the paper's figure, bad input and failing memory. */
#include "adrop/dist.h"
#include "check.h"
#include "dist/brute.h"
#include "scarce.h"

static adrop_ctx *ctx;

static void begin(void)
{
    CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
}

static adrop_dist *make(int seed, int map, double mu, double sigma)
{
    adrop_dist *d;

    CHECK_WHERE("%s x %s (%g, %g)", adrop_seed_name((size_t)seed), adrop_map_name((size_t)map), mu,
                sigma);
    CHECK_EQ(adrop_dist_create(ctx, adrop_seed_name((size_t)seed), adrop_map_name((size_t)map), mu,
                               sigma, &d),
             ADROP_OK);
    return d;
}

static const double points[][2] = { { 0, 1 }, { -0.7, 0.6 }, { 0.4, 2.2 }, { 0.31, 0.3 } };

#define EACH_DIST                                                                                  \
  for (int s = 0; s < N_SEEDS; s++)                                                                \
    for (int k = 0; k < N_MAPS; k++)                                                               \
      for (int i = 0; i < 4; i++)

static double pdf_term(double x, const void *arg)
{
    const double m = 1 / (1 + exp(-x)), q = 1 / (1 + exp(x));

    return adrop_dist_pdf(arg, m) * m * q;
}

/* The density's integral from m = 1e-10 to 1 - 1e-10 in the logit of m, cut at the corners
 * of the density, is what the distribution function rises by, and with what the function
 * has below and above, atoms included, makes 1. Light tails leave nothing there. */
static void density_and_atoms_make_one(void)
{
    EACH_DIST
    {
        const double mu = points[i][0], sigma = points[i][1], end = log(1e10 - 1);
        adrop_dist *d = make(s, k, mu, sigma);
        adrop_atom atoms[2];
        const size_t n = adrop_dist_atoms(d, atoms);
        double cut[5] = { -end, 0, 0, 0, end }, sum = 0, mass[2] = { 0, 0 };
        for (int j = -1; j <= 1; j++) {
            const double m = brute_map(k, mu + sigma * j);
            cut[j + 2] = fmin(fmax(log(m) - log(1 - m), -end), end);
        }
        for (int j = 0; j < 4; j++) /* not at the corner itself, where a density may jump */
            sum += simpson(pdf_term, d, cut[j] + 1e-11, cut[j + 1] - 1e-11, 2000);
        for (size_t j = 0; j < n; j++)
            mass[atoms[j].value > 0.5] = atoms[j].mass;
        const double below = adrop_dist_cdf(d, 1e-10), above = 1 - adrop_dist_cdf(d, 1 - 1e-10);
        CHECK_NEAR(below + sum + above, 1, 1e-7);
        CHECK(below >= mass[0] && above >= mass[1] - 1e-15);
        if (sigma < 1 && k != ATAN && (s == GAUSSIAN || s == UNIFORM))
            CHECK_NEAR(mass[0] + sum + mass[1], 1, 1e-7);
        CHECK(adrop_dist_cdf(d, -1e-300) == 0 && adrop_dist_cdf(d, 1) == 1);
        CHECK(adrop_dist_cdf(d, -INFINITY) == 0 && adrop_dist_cdf(d, INFINITY) == 1);
        CHECK_NEAR(adrop_dist_cdf(d, 0), mass[0], 1e-16);
        CHECK(n == 0 || k == CLAMP || k == ONE_MINUS_EXP);
        adrop_dist_free(d);
    }
}

static void density_is_the_derivative(void)
{
    EACH_DIST
    {
        adrop_dist *d = make(s, k, points[i][0], points[i][1]);
        for (double m = 0.0217; m < 0.98; m += 0.05) {
            const double h = 1e-6;
            double corner = 1;
            for (int j = -1; j <= 1; j++)
                corner = fmin(corner, fabs(m - brute_map(k, points[i][0] + points[i][1] * j)));
            if (corner > 2 * h)
                CHECK_NEAR((adrop_dist_cdf(d, m + h) - adrop_dist_cdf(d, m - h)) / (2 * h),
                           adrop_dist_pdf(d, m), 1e-7);
        }
        CHECK(adrop_dist_pdf(d, -0.01) == 0 && adrop_dist_pdf(d, 1.01) == 0);
        CHECK(isnan(adrop_dist_pdf(d, NAN)) && isnan(adrop_dist_cdf(d, NAN)));
        adrop_dist_free(d);
    }
}

static void quantile_inverts_the_distribution(void)
{
    EACH_DIST
    {
        adrop_dist *d = make(s, k, points[i][0], points[i][1]);
        for (double p = 0.003; p < 1; p += 0.0371) {
            const double m = adrop_dist_quantile(d, p);
            CHECK(m >= 0 && m <= 1);
            if (m < 1 && m > 1 - 1e-3) /* a double near 1 has few digits of 1 - m */
                continue;
            CHECK(adrop_dist_cdf(d, m) >= p - 1e-13);
            if (m > 0 && m < 1)
                CHECK_NEAR(adrop_dist_cdf(d, m), p, 1e-12);
            if (m > 1e-9) /* the smallest such m */
                CHECK(adrop_dist_cdf(d, m - 1e-9) < p);
        }
        CHECK(adrop_dist_quantile(d, 0) <= adrop_dist_quantile(d, 1e-9));
        CHECK(adrop_dist_quantile(d, 1) >= adrop_dist_quantile(d, 1 - 1e-9));
        CHECK(isnan(adrop_dist_quantile(d, -0.1)) && isnan(adrop_dist_quantile(d, 1.1)));
        CHECK(isnan(adrop_dist_quantile(d, NAN)));
        adrop_dist_free(d);
    }
}

/* Limits of the density at 0 and 1. */
static void ends_of_the_density(void)
{
    const struct {
        int seed, map;
        double mu, sigma, at_zero, at_one;
    } v[] = {
        { GAUSSIAN, SIGMOID, 0, 3, 0, 0 },
        { GAUSSIAN, PROBIT, 0, 1, 1, 1 },
        { GAUSSIAN, PROBIT, 0, 1.1, INFINITY, INFINITY },
        { GAUSSIAN, PROBIT, 0, 0.9, 0, 0 },
        { LOGISTIC, SIGMOID, 0, 1, 1, 1 },
        { LOGISTIC, SIGMOID, 1, 1, exp(-1), exp(1) },
        { LOGISTIC, SIGMOID, 0, 2, INFINITY, INFINITY },
        { LAPLACE, TANH, 0, 0.5, 0.5, 0.5 },
        { UNIFORM, CLAMP, 0.5, 0.5, 1, 1 },
        { UNIFORM, SIGMOID, 0, 5, 0, 0 },
        { EXPONENTIAL, ONE_MINUS_EXP, 0, 1, 1, 1 },
        { EXPONENTIAL, ONE_MINUS_EXP, 0, 2, 0.5, INFINITY },
        { GAUSSIAN, CLAMP, 0, 1, 1 / sqrt(2 * pi), exp(-0.5) / sqrt(2 * pi) },
        { GAUSSIAN, ATAN, 0, 10, 0, 0 },
    };

    for (size_t i = 0; i < sizeof v / sizeof v[0]; i++) {
        adrop_dist *d = make(v[i].seed, v[i].map, v[i].mu, v[i].sigma);
        if (isinf(v[i].at_zero))
            CHECK(isinf(adrop_dist_pdf(d, 0)));
        else
            CHECK_NEAR(adrop_dist_pdf(d, 0), v[i].at_zero, 1e-9);
        if (isinf(v[i].at_one))
            CHECK(isinf(adrop_dist_pdf(d, 1)));
        else
            CHECK_NEAR(adrop_dist_pdf(d, 1), v[i].at_one, 1e-9);
        adrop_dist_free(d);
    }
}

static void known_distributions(void)
{
    adrop_dist *uniform[] = {
        make(UNIFORM, CLAMP, 0.5, 0.5),
        make(LOGISTIC, SIGMOID, 0, 1),
        make(GAUSSIAN, PROBIT, 0, 1),
        make(EXPONENTIAL, ONE_MINUS_EXP, 0, 1),
    };
    adrop_atom atoms[2];

    for (int i = 0; i < 4; i++) {
        for (double m = 0.05; m < 1; m += 0.1) {
            CHECK_NEAR(adrop_dist_pdf(uniform[i], m), 1, 1e-13);
            CHECK_NEAR(adrop_dist_cdf(uniform[i], m), m, 1e-14);
            CHECK_NEAR(adrop_dist_quantile(uniform[i], m), m, 1e-14);
        }
        CHECK_EQ(adrop_dist_atoms(uniform[i], atoms), 0);
        adrop_dist_free(uniform[i]);
    }
    adrop_dist *beta = make(EXPONENTIAL, ONE_MINUS_EXP, 0, 0.4); /* Beta(1, 2.5) */
    for (double m = 0.05; m < 1; m += 0.1) {
        CHECK_NEAR(adrop_dist_pdf(beta, m), 2.5 * pow(1 - m, 1.5), 1e-13);
        CHECK_NEAR(adrop_dist_cdf(beta, m), 1 - pow(1 - m, 2.5), 1e-14);
    }
    adrop_dist_free(beta);
    adrop_dist *concrete = make(LOGISTIC, SIGMOID, log(0.9 / 0.1) / 0.1, 1 / 0.1); /* p = t = 0.1 */
    CHECK_NEAR(1 - adrop_dist_mean(concrete), 0.10118, 5.1e-6);
    CHECK_NEAR(adrop_dist_variance(concrete), 0.08188, 5.1e-6);
    adrop_dist_free(concrete);
    adrop_dist *continuous = make(GAUSSIAN, CLAMP, 0.5, 0.25);
    CHECK_NEAR(adrop_dist_variance(continuous), 0.05753, 5.1e-6);
    CHECK_EQ(adrop_dist_atoms(continuous, atoms), 2);
    CHECK(atoms[0].value == 0 && atoms[1].value == 1);
    CHECK_NEAR(atoms[0].mass + atoms[1].mass, 0.0455, 5.1e-5);
    adrop_dist_free(continuous);
}

/* How many times the density turns from rising to falling inside (0, 1). */
static int modes(double mu, double sigma)
{
    adrop_dist *d = make(GAUSSIAN, SIGMOID, mu, sigma);
    int n = 0, rising = 1;
    double last = 0;

    for (double x = -12 - 4 * sigma; x < 12 + 4 * sigma; x += 0.02) {
        const double m = 1 / (1 + exp(-x)), now = adrop_dist_pdf(d, m);
        n += rising && now < last;
        rising = now > last || (rising && now == last);
        last = now;
    }
    adrop_dist_free(d);
    return n;
}

static void shapes_of_the_figure(void)
{
    CHECK_EQ(modes(0, 1), 1);   /* bell */
    CHECK_EQ(modes(-1, 1), 1);  /* skewed bell */
    CHECK_EQ(modes(0, 1.3), 1); /* bimodal from sqrt 2 on */
    CHECK_EQ(modes(0, 1.41), 1);
    CHECK_EQ(modes(0, 1.45), 2);
    CHECK_EQ(modes(0, 1.6), 2);
    CHECK_EQ(modes(0, 3), 2);
    adrop_dist *bell = make(GAUSSIAN, SIGMOID, 0, 1), *flat = make(GAUSSIAN, SIGMOID, 0, 1.6);
    adrop_dist *cup = make(GAUSSIAN, SIGMOID, 0, 3), *coin = make(GAUSSIAN, SIGMOID, 0, 150);
    adrop_dist *skew = make(GAUSSIAN, SIGMOID, -1, 1);
    CHECK_NEAR(adrop_dist_pdf(bell, 0.5), 4 / sqrt(2 * pi), 1e-12);
    for (double m = 0.1; m < 0.9; m += 0.05) { /* near the uniform density */
        CHECK_NEAR(adrop_dist_pdf(flat, m), 1, 0.15);
        CHECK_NEAR(adrop_dist_pdf(flat, m), adrop_dist_pdf(flat, 1 - m), 1e-12);
    }
    CHECK(adrop_dist_pdf(cup, 0.05) > 2 * adrop_dist_pdf(cup, 0.5));
    CHECK(adrop_dist_cdf(coin, 0.01) > 0.48 && 1 - adrop_dist_cdf(coin, 0.99) > 0.48);
    CHECK(adrop_dist_mean(skew) < 0.31 && adrop_dist_quantile(skew, 0.5) < adrop_dist_mean(skew));
    adrop_dist_free(bell);
    adrop_dist_free(flat);
    adrop_dist_free(cup);
    adrop_dist_free(coin);
    adrop_dist_free(skew);
}

static void moments_are_the_familys(void)
{
    EACH_DIST
    {
        adrop_dist *d = make(s, k, points[i][0], points[i][1]);
        CHECK_NEAR(adrop_dist_mean(d), brute_mean(s, k, points[i][0], points[i][1]), 1e-7);
        CHECK_NEAR(adrop_dist_variance(d), brute_variance(s, k, points[i][0], points[i][1]), 1e-7);
        const double approx = adrop_dist_mean_approx(d);
        if (s == GAUSSIAN && k == SIGMOID)
            CHECK_NEAR(approx, adrop_dist_mean(d), 0.018);
        else
            CHECK(isnan(approx));
        adrop_dist_free(d);
    }
}

static void gradient_at_a_noise(void)
{
    EACH_DIST
    {
        const double mu = points[i][0], sigma = points[i][1], h = 1e-6;
        adrop_dist *d = make(s, k, mu, sigma);
        for (double e = -2.013; e < 2; e += 0.23) {
            double m, dmu, dsigma;
            adrop_dist_at(d, e, &m, &dmu, &dsigma);
            CHECK_NEAR(m, brute_map(k, mu + sigma * e), 1e-15);
            CHECK_NEAR(dmu,
                       (brute_map(k, mu + h + sigma * e) - brute_map(k, mu - h + sigma * e)) /
                           (2 * h),
                       1e-8);
            CHECK_NEAR(dsigma,
                       (brute_map(k, mu + (sigma + h) * e) - brute_map(k, mu + (sigma - h) * e)) /
                           (2 * h),
                       1e-8);
        }
        adrop_dist_at(d, 0, NULL, NULL, NULL);
        adrop_dist_free(d);
    }
    adrop_dist *d = make(GAUSSIAN, CLAMP, 0, 1);
    double m = -1, dmu = -1, dsigma = -1;
    adrop_dist_at(d, 1, &m, &dmu, &dsigma); /* at the corner */
    CHECK(m == 1 && dmu == 0 && dsigma == 0);
    adrop_dist_free(d);
}

/* Draws have the distribution's mean, variance and quartiles: 5 standard errors each,
 * false alarm 6e-7, over 120 cases of 4. */
static void draws_follow_the_law(void)
{
    enum { N = 20000 };
    static float m[N];

    EACH_DIST
    {
        adrop_dist *d = make(s, k, points[i][0], points[i][1]);
        const double mean = adrop_dist_mean(d), variance = adrop_dist_variance(d);
        double sum = 0, square = 0, fourth = 0;
        adrop_dist_sample(d, 11, (uint32_t)(6 * s + k), (uint32_t)i, N, m);
        for (int j = 0; j < N; j++) {
            const double x = (double)m[j] - mean;
            sum += x, square += x * x, fourth += x * x * x * x;
        }
        CHECK_WITHIN(sum / N, 0, sqrt(variance / N) + 1e-7, 5);
        CHECK_WITHIN(square / N, variance, sqrt((fourth / N - variance * variance) / N) + 1e-7, 5);
        for (double p = 0.25; p < 1; p += 0.5) {
            const double at = adrop_dist_quantile(d, p), cdf = adrop_dist_cdf(d, at);
            int below = 0;
            for (int j = 0; j < N; j++)
                below += (double)m[j] <= at + (at == 0 || at == 1 ? 0 : 1e-6);
            CHECK_WITHIN((double)below / N, cdf, sqrt(0.25 / N) + 1e-4, 5);
        }
        adrop_dist_free(d);
    }
}

static void draws_are_addressed(void)
{
    enum { N = 5000 };
    static float all[N], part[N];
    adrop_dist *d = make(GAUSSIAN, SIGMOID, 0, 1);

    adrop_dist_sample(d, 3, 4, 5, N, all);
    adrop_dist_sample(d, 3, 4, 5, 1234, part);
    CHECK(!memcmp(all, part, 1234 * sizeof *part));
    CHECK(part[1234] == 0);
    adrop_dist_sample(d, 3, 5, 5, N, part);
    CHECK(memcmp(all, part, sizeof all) != 0);
    adrop_dist_sample(d, 3, 4, 6, N, part);
    CHECK(memcmp(all, part, sizeof all) != 0);
    adrop_dist_sample(d, 4, 4, 5, N, part);
    CHECK(memcmp(all, part, sizeof all) != 0);
    adrop_dist_sample(d, 3, 4, 5, 0, NULL);
    adrop_dist_free(d);

    for (int isa = ADROP_ISA_BASELINE; isa <= adrop_isa_count(); isa++) { /* equal bits */
        adrop_ctx_opts opts;
        adrop_ctx_opts_init(&opts);
        adrop_ctx *other;
        opts.isa = (adrop_isa)isa;
        CHECK_EQ(adrop_ctx_create(&opts, &other), ADROP_OK);
        CHECK_EQ(adrop_dist_create(other, "gaussian", "sigmoid", 0, 1, &d), ADROP_OK);
        adrop_dist_sample(d, 3, 4, 5, N, part);
        CHECK(!memcmp(all, part, sizeof all));
        adrop_dist_free(d);
        adrop_ctx_free(other);
    }
}

/* The largest numbers a user may give make no NaN. */
static void extremes_stay_finite(void)
{
    static const double v[][2] = { { 1e300, 1e300 }, { -1e300, 1e300 }, { 1e300, 1e-300 },
                                   { 0, 1e-300 },    { 0, 1e300 },      { -1e6, 1e-3 },
                                   { 1e6, 1e6 },     { 1e39, 1e39 } };
    float m[64];

    for (int s = 0; s < N_SEEDS; s++)
        for (int k = 0; k < N_MAPS; k++)
            for (size_t i = 0; i < sizeof v / sizeof v[0]; i++) {
                adrop_dist *d = make(s, k, v[i][0], v[i][1]);
                const double mean = adrop_dist_mean(d), variance = adrop_dist_variance(d);
                CHECK(mean >= 0 && mean <= 1);
                CHECK(variance >= 0 && variance <= 0.2500001);
                CHECK(!isnan(adrop_dist_pdf(d, 0.3)) && !isnan(adrop_dist_pdf(d, 0)));
                CHECK(!isnan(adrop_dist_pdf(d, 1)) && !isnan(adrop_dist_quantile(d, 0.9)));
                CHECK(!isnan(adrop_dist_cdf(d, 0.3)));
                adrop_dist_sample(d, 1, 2, 3, 64, m);
                for (int j = 0; j < 64; j++)
                    CHECK(m[j] >= 0 && m[j] <= 1);
                adrop_dist_free(d);
            }
}

static void refuses_bad_input(void)
{
    static const double bad_mu[] = { NAN, INFINITY, -INFINITY };
    static const double bad_sigma[] = { 0, -1, NAN, INFINITY, -0.0 };
    adrop_dist *d = (adrop_dist *)&d;

    check_where[0] = 0;
    CHECK_EQ(adrop_dist_create(ctx, "gausian", "sigmoid", 0, 1, &d), ADROP_ENOENT);
    CHECK(!d);
    CHECK_TEXT(adrop_ctx_message(ctx), "there is no seed 'gausian': did you mean 'gaussian'?");
    CHECK_EQ(adrop_dist_create(ctx, "gaussian", "sigmiod", 0, 1, &d), ADROP_ENOENT);
    CHECK_HAS(adrop_ctx_message(ctx), "did you mean 'sigmoid'?");
    CHECK_EQ(adrop_dist_create(ctx, "gaussian", "zzz", 0, 1, &d), ADROP_ENOENT);
    CHECK_HAS(adrop_ctx_message(ctx), "sigmoid, probit, clamp, tanh, atan, one-minus-exp");
    CHECK_EQ(adrop_dist_create(ctx, "", "sigmoid", 0, 1, &d), ADROP_ENOENT);
    for (int i = 0; i < 3; i++) {
        CHECK_EQ(adrop_dist_create(ctx, "gaussian", "sigmoid", bad_mu[i], 1, &d), ADROP_EINVAL);
        CHECK_HAS(adrop_ctx_message(ctx), "mu is ");
        CHECK(!d);
    }
    for (int i = 0; i < 5; i++) {
        CHECK_EQ(adrop_dist_create(ctx, "gaussian", "sigmoid", 0, bad_sigma[i], &d), ADROP_EINVAL);
        CHECK_HAS(adrop_ctx_message(ctx), "sigma is ");
        CHECK(!d);
    }
    CHECK_EQ(adrop_dist_create(ctx, "gaussian", "sigmoid", 0, -0.25, &d), ADROP_EINVAL);
    CHECK_TEXT(adrop_ctx_message(ctx), "sigma is -0.25: give a finite number above 0");
    adrop_dist_free(NULL);
}

static void lists_for_users(void)
{
    size_t n = 0;

    while (adrop_seed_name(n)) {
        CHECK(adrop_seed_summary(n) && adrop_seed_summary(n)[0]);
        n++;
    }
    CHECK_EQ(n, 5);
    CHECK(!adrop_seed_summary(n) && !adrop_seed_name((size_t)-1));
    for (n = 0; adrop_map_name(n); n++)
        CHECK(adrop_map_summary(n) && adrop_map_summary(n)[0]);
    CHECK_EQ(n, 6);
    CHECK(!adrop_map_summary(n) && !adrop_map_name((size_t)-1));
}

static adrop_status make_and_free(adrop_ctx *poor, const void *unused)
{
    adrop_dist *d;
    const adrop_status status = adrop_dist_create(poor, "laplace", "clamp", 0, 1, &d);

    (void)unused;
    CHECK(!d == (status != ADROP_OK));
    if (status)
        CHECK_HAS(adrop_ctx_message(poor), "the distribution");
    adrop_dist_free(d);
    return status;
}

static void failing_memory_leaks_nothing(void)
{
    const long n = scarce_each("a distribution", 1, make_and_free, NULL);

    CHECK(n >= 1 && n < 5);
}

static void end(void)
{
    adrop_ctx_free(ctx);
}

CHECK_MAIN(begin, density_and_atoms_make_one, density_is_the_derivative,
           quantile_inverts_the_distribution, ends_of_the_density, known_distributions,
           shapes_of_the_figure, moments_are_the_familys, gradient_at_a_noise, draws_follow_the_law,
           draws_are_addressed, extremes_stay_finite, refuses_bad_input, lists_for_users,
           failing_memory_leaks_nothing, end)
