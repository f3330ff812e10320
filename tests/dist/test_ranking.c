/* The family fitted to targets: known answers, distances and divergences by brute force, no better
 * point on a dense grid, hostile texts, structs of another size, and failing memory. */
#include "adrop/dist.h"
#include "check.h"
#include "dist/brute.h"
#include "dist/special.h"
#include "dist/target.h"
#include "dist/transport.h"
#include "scarce.h"

static adrop_ctx *ctx;

static adrop_ranking *fit(const char *target, int unit_mean)
{
    adrop_ranking_opts opts;
    adrop_ranking *r = NULL;

    if (!ctx)
        CHECK(!adrop_ctx_create(NULL, &ctx));
    adrop_ranking_opts_init(&opts);
    opts.unit_mean = unit_mean;
    CHECK_WHERE("%s", target);
    CHECK(!adrop_ranking_create(ctx, target, &opts, &r));
    return r;
}

static size_t rank_of(const adrop_ranking *r, const char *seed, const char *map, adrop_ranked *p)
{
    for (size_t i = 0; adrop_ranking_at(r, i, p); i++)
        if (!strcmp(p->seed, seed) && !strcmp(p->map, map))
            return i;
    CHECK_FAIL("the pair");
    return 99;
}

/* ---- what is in the family ---- */

static void finds_members(void)
{
    static const struct {
        const char *target, *seed, *map;
        double mu, sigma;
    } v[] = {
        { "uniform", "uniform", "clamp", 0.5, 0.5 },
        { "uniform", "logistic", "sigmoid", 0, 1 },
        { "uniform", "gaussian", "probit", 0, 1 },
        { "uniform", "exponential", "one-minus-exp", 0, 1 },
        { "beta:a=1,b=1", "uniform", "clamp", 0.5, 0.5 },
        { "beta:a=1,b=4", "exponential", "one-minus-exp", 0, 0.25 },
        { "beta:a=1,b=0.5", "exponential", "one-minus-exp", 0, 2 },
        { "concrete:rate=0.3,temperature=0.1", "logistic", "sigmoid", 8.472978603872034, 10 },
        { "concrete:rate=0.3,temperature=0.1", "logistic", "tanh", 4.236489301936017, 5 },
        { "concrete:rate=0.9,temperature=2", "logistic", "sigmoid", -1.0986122886681098, 0.5 },
        { "clipped-gaussian:sigma=0.25", "gaussian", "clamp", 0.5, 0.25 },
        { "clipped-gaussian:mu=0.2,sigma=2", "gaussian", "clamp", 0.2, 2 },
    };

    adrop_ranking *r = NULL;
    for (size_t i = 0; i < sizeof v / sizeof v[0]; i++) {
        adrop_ranked p;
        if (i == 0 || strcmp(v[i].target, v[i - 1].target) != 0) {
            adrop_ranking_free(r);
            r = fit(v[i].target, 0);
        }
        rank_of(r, v[i].seed, v[i].map, &p);
        CHECK_WHERE("%s, %s x %s", v[i].target, v[i].seed, v[i].map);
        CHECK(p.distance < 1e-6);
        CHECK_CLOSE(p.mu, v[i].mu, 1e-5);
        CHECK_CLOSE(p.sigma, v[i].sigma, 1e-5);
        CHECK(!p.at_limit);
        CHECK_NEAR(p.kl, 0, 1e-6);
        CHECK(!p.kl_obstacle);
    }
    adrop_ranking_free(r);
}

/* exp(r) / E is what sigmoid(r) / E becomes far below 0. */
static void finds_the_log_normal_up_to_its_mean(void)
{
    adrop_ranking *r = fit("log-normal:mu=0,sigma=0.3", 1);
    adrop_ranking_info info;
    adrop_ranked p;

    CHECK_EQ(rank_of(r, "gaussian", "sigmoid", &p), 0);
    CHECK(p.distance < 1e-6);
    CHECK_NEAR(p.sigma, 0.3, 1e-4);
    CHECK(isnan(p.kl) && !p.kl_obstacle);
    adrop_ranking_describe(r, &info);
    CHECK_NEAR(info.mean, exp(0.045), 1e-7);
    CHECK_EQ(info.unit_mean, 1);
    adrop_ranking_free(r);
}

static void knows_limits_and_floors(void)
{
    adrop_ranking *r = fit("bernoulli:p=0.1", 0);
    adrop_ranking_info info;
    adrop_ranked p;

    for (size_t i = 0; adrop_ranking_at(r, i, &p); i++) {
        CHECK(p.at_limit && p.distance < 1e-3 && p.sigma > 9900);
        CHECK((p.kl_obstacle == NULL) == !strcmp(p.map, "clamp")); /* both atoms, or too few */
        CHECK(p.kl_obstacle ? isinf(p.kl) && strstr(p.kl_obstacle, "atom") != NULL : p.kl < 1e-3);
    }
    rank_of(r, "gaussian", "sigmoid", &p);
    CHECK_NEAR(p.mu / p.sigma, -1.2815515655446004, 1e-3);
    adrop_ranking_describe(r, &info);
    CHECK_TEXT(info.target, "bernoulli:p=0.1");
    CHECK_NEAR(info.mean, 0.1, 1e-12);
    CHECK_NEAR(info.variance, 0.09, 1e-12);
    CHECK_EQ(info.n_pairs, 30);
    adrop_ranking_free(r);

    /* E[max(v - 1, 0)] of a log-normal, Black and Scholes' formula */
    r = fit("log-normal:mu=0,sigma=0.3", 0);
    adrop_ranking_describe(r, &info);
    CHECK_NEAR(info.floor, exp(0.045) * ad_normal_cdf(0.3) - 0.5, 1e-8);
    for (size_t i = 0; adrop_ranking_at(r, i, &p); i++)
        CHECK(p.distance > info.floor && isinf(p.kl) && p.kl_obstacle);
    adrop_ranking_free(r);
}

static void is_in_order(void)
{
    static const char *const targets[] = { "bernoulli", "log-normal" };

    for (int t = 0; t < 2; t++) {
        adrop_ranking *r = fit(targets[t], t);
        adrop_ranked p, before = { .distance = 0 };
        size_t n = 0;
        for (; adrop_ranking_at(r, n, &p); n++, before = p)
            CHECK(p.distance >= before.distance * (1 - 1e-4));
        CHECK_EQ(n, 30);
        CHECK(!p.seed && !p.map && p.sigma == 0);
        CHECK(!adrop_ranking_at(r, (size_t)-1, &p));
        adrop_ranking_free(r);
    }
}

/* ---- by brute force ---- */

/* W1 as the area between distribution functions, by midpoints in m. */
static double area_between(const ad_family *f, double (*cdf)(double m))
{
    enum { N = 100000 };
    double sum = 0;

    for (int i = 0; i < N; i++) {
        const double m = (i + 0.5) / N;
        sum += fabs(ad_family_cdf(f, m) - cdf(m)) / N;
    }
    return sum;
}

static double beta22(double m)
{
    return m * m * (3 - 2 * m);
}

static double beta22_log_density_term(double m, const void *arg)
{
    const ad_family *f = arg;

    if (m <= 0 || m >= 1)
        return 0;
    const double p = 6 * m * (1 - m);
    return p * log(p / ad_family_pdf(f, m));
}

static void agrees_with_brute_force(void)
{
    adrop_ranking *r = fit("beta:a=2,b=2", 0);
    adrop_ranked p;

    for (size_t i = 0; adrop_ranking_at(r, i, &p); i++) {
        const ad_family f = { ad_seed_named(p.seed), ad_map_named(p.map), p.mu, p.sigma };
        CHECK_WHERE("%s x %s (%g, %g)", p.seed, p.map, p.mu, p.sigma);
        CHECK_NEAR(p.distance, area_between(&f, beta22), 2e-7);
        if (isfinite(p.kl) && strcmp(p.map, "atan") != 0)
            CHECK_NEAR(p.kl, simpson(beta22_log_density_term, &f, 0, 1, 100000), 1e-6);
    }
    rank_of(r, "gaussian", "atan", &p); /* E[m^-2] is infinite */
    CHECK(p.kl_obstacle && strstr(p.kl_obstacle, "diverges"));
    rank_of(r, "laplace", "atan", &p); /* E[m^-1] is not */
    CHECK(isfinite(p.kl));
    rank_of(r, "uniform", "sigmoid", &p);
    CHECK(p.kl_obstacle && strstr(p.kl_obstacle, "does not reach"));
    adrop_ranking_free(r);
}

/* No mu and sigma of a dense grid around the fit, and none of a wide one, is better. */
static void is_the_best(void)
{
    static const char *const texts[] = { "beta:a=0.2,b=0.2", "beta:a=2,b=5", "uniform" };

    for (size_t i = 0; i < 3; i++) {
        adrop_ranking *r = fit(texts[i], 0);
        ad_target target;
        ad_transport rule;
        adrop_ranked p;
        CHECK(!ad_target_read(ctx, texts[i], &target));
        CHECK(!ad_transport_create(ctx, &target, 0, 4, &rule));
        for (size_t k = 0; adrop_ranking_at(r, k, &p); k += 3) {
            const ad_map *map = ad_map_named(p.map);
            double least = INFINITY;
            ad_transport_use(&rule, ad_seed_named(p.seed));
            for (int a = -12; a <= 12; a++)
                for (int b = -12; b <= 12; b++) {
                    const double near = ad_transport_distance(&rule, map, p.mu + 0.004 * a,
                                                              p.sigma * exp(0.004 * b));
                    const double far = ad_transport_distance(&rule, map, 0.7 * a, exp(0.5 * b));
                    least = fmin(least, fmin(near, far));
                }
            CHECK_WHERE("%s, %s x %s", texts[i], p.seed, p.map);
            CHECK(p.distance <= least + 1e-5);
        }
        ad_transport_free(&rule);
        adrop_ranking_free(r);
    }
}

/* ---- targets ---- */

static void beta_quantiles_invert(void)
{
    static const double shapes[] = { 0.001, 0.05, 0.2, 1, 2, 5, 300, 10000 };
    enum { N = sizeof shapes / sizeof shapes[0] };

    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            char text[64];
            ad_target t;
            snprintf(text, sizeof text, "beta:a=%g,b=%g", shapes[i], shapes[j]);
            CHECK_WHERE("%s", text);
            CHECK(!ad_target_read(ctx, text, &t));
            double before = 0;
            for (double p = 0.001; p < 1; p += 0.0379) {
                const double x = t.kind->quantile(&t, p);
                CHECK(x >= before - 1e-15 && x <= 1); /* 1 - x is that coarse */
                before = fmax(x, before);
                if (x > 1e-12 && x < 1 - 1e-9)
                    CHECK_NEAR(ad_beta_cdf(shapes[i], shapes[j], x), p, 1e-6);
            }
        }
}

static void refuses(const char *text, adrop_status status, const char *part)
{
    adrop_ranking *r = (adrop_ranking *)ctx;

    CHECK_WHERE("%s", text);
    CHECK_EQ(adrop_ranking_create(ctx, text, NULL, &r), status);
    CHECK(!r);
    CHECK_HAS(adrop_ctx_message(ctx), part);
}

static void refuses_hostile_texts(void)
{
    static char long_name[5000], long_value[5000] = "beta:a=";

    memset(long_name, 'b', sizeof long_name - 1);
    memset(long_value + 7, '1', sizeof long_value - 8);
    refuses("", ADROP_ENOENT, "there are bernoulli");
    refuses(":", ADROP_ENOENT, "there are bernoulli");
    refuses("betta", ADROP_ENOENT, "did you mean 'beta'?");
    refuses("Beta", ADROP_ENOENT, "no target 'Beta'");
    refuses(long_name, ADROP_ENOENT, "there is no target");
    refuses(long_value, ADROP_EINVAL, "is not a value for 'a'");
    refuses("beta:c=1", ADROP_ENOENT, "no option 'c'");
    refuses("uniform:a=1", ADROP_ENOENT, "it takes none");
    refuses("beta:a", ADROP_EINVAL, "key=value");
    refuses("beta:a=", ADROP_EINVAL, "'a'");
    refuses("beta:a=1,", ADROP_EINVAL, "comma");
    refuses("beta:a=1,,b=1", ADROP_EINVAL, "key=value");
    refuses("beta:a=0", ADROP_EINVAL, "[0.001, 10000]");
    refuses("beta:a=-1", ADROP_EINVAL, "[0.001, 10000]");
    refuses("beta:a=nan", ADROP_EINVAL, "'nan'");
    refuses("beta:a=inf", ADROP_EINVAL, "'inf'");
    refuses("beta:a=1e999", ADROP_EINVAL, "'1e999'");
    refuses("bernoulli:p=0", ADROP_EINVAL, "(0, 1)");
    refuses("bernoulli:p=1", ADROP_EINVAL, "(0, 1)");
    refuses("log-normal:sigma=3.1", ADROP_EINVAL, "[0.001, 3]");
    refuses("concrete:temperature=0", ADROP_EINVAL, "temperature");
}

/* The ends of every range: fits end, and nothing is a NaN. */
static void survives_extremes(void)
{
    static const char *const texts[] = {
        "bernoulli:p=1e-300",
        "beta:a=0.001,b=10000",
        "clipped-gaussian:mu=100,sigma=0.0001",
        "log-normal:mu=10,sigma=3",
        "log-normal:mu=-10,sigma=0.001",
        "concrete:rate=1e-300,temperature=0.001",
    };

    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        const int unit_mean = i % 2 == 1;
        adrop_ranking *r = fit(texts[i], unit_mean);
        adrop_ranked p;
        for (size_t k = 0; adrop_ranking_at(r, k, &p); k++) {
            CHECK(isfinite(p.mu) && p.sigma > 0 && isfinite(p.sigma) && isfinite(p.distance));
            CHECK(unit_mean || p.kl >= 0);
        }
        adrop_ranking_free(r);
    }
}

/* ---- the boundary ---- */

static void lists_targets(void)
{
    adrop_target_info info;
    size_t n = 0;

    for (; adrop_target_at(n, &info); n++)
        CHECK(info.name && info.summary && info.options);
    CHECK_EQ(n, 6);
    CHECK(!info.name && !info.options);
}

static void knows_sizes(void)
{
    adrop_ranking *r = fit("clipped-gaussian:sigma=0.25", 0), *none;
    adrop_ranking_opts opts;
    struct {
        adrop_ranked p;
        char beyond[16];
    } newer;
    adrop_ranked older;

    memset(&newer, 7, sizeof newer);
    CHECK(adrop_ranking_at_sized(r, 0, &newer.p, sizeof newer));
    CHECK_TEXT(newer.p.seed, "gaussian");
    CHECK_EQ(newer.beyond[0] + newer.beyond[15], 0);
    memset(&older, 7, sizeof older);
    CHECK(adrop_ranking_at_sized(r, 0, &older, offsetof(adrop_ranked, mu)));
    CHECK_TEXT(older.map, "clamp");
    CHECK(older.mu != 0.5); /* not written */
    adrop_ranking_free(r);

    memset(&opts, 0, sizeof opts);
    CHECK_EQ(adrop_ranking_create(ctx, "uniform", &opts, &none), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "adrop_ranking_opts");
    adrop_ranking_free(NULL);
}

static adrop_status make_and_free(adrop_ctx *of, const void *unused)
{
    adrop_ranking *r;
    const adrop_status status = adrop_ranking_create(of, "uniform", NULL, &r);

    (void)unused;
    adrop_ranking_free(r);
    return status;
}

/* Itself, texts that are kept, the pairs, and the arrays of two rules. */
static void survives_scarce_memory(void)
{
    CHECK_EQ(scarce_each("a ranking", 0, make_and_free, NULL), 18);
    adrop_ctx_free(ctx);
}

CHECK_MAIN(finds_members, finds_the_log_normal_up_to_its_mean, knows_limits_and_floors, is_in_order,
           agrees_with_brute_force, is_the_best, beta_quantiles_invert, refuses_hostile_texts,
           survives_extremes, lists_targets, knows_sizes, survives_scarce_memory)
