/* The nearest Bernoulli and beta distributions: members equal to one, limits, distances by a plain
 * sum, no nearer beta on a grid, and a struct of another size. */
#include <math.h>

#include "adrop/dist.h"
#include "check.h"
#include "dist/special.h"

static adrop_ctx *ctx;

static adrop_near_dists nearest(const char *seed, const char *map, double mu, double sigma)
{
    adrop_near_dists near;
    adrop_dist *d = NULL;

    if (!ctx)
        CHECK(!adrop_ctx_create(NULL, &ctx));
    CHECK_WHERE("%s x %s (%g, %g)", seed, map, mu, sigma);
    CHECK(!adrop_dist_create(ctx, seed, map, mu, sigma, &d));
    adrop_dist_nearest(d, &near);
    adrop_dist_free(d);
    return near;
}

static void finds_members(void)
{
    static const struct {
        const char *seed, *map;
        double mu, sigma, a, b, p, distance;
    } v[] = {
        { "uniform", "clamp", 0.5, 0.5, 1, 1, 0.5, 0.25 },
        { "logistic", "sigmoid", 0, 1, 1, 1, 0.5, 0.25 },
        { "gaussian", "probit", 0, 1, 1, 1, 0.5, 0.25 },
        { "exponential", "one-minus-exp", 0, 0.25, 1, 4, 0.0625, 0.1875 },
        { "exponential", "one-minus-exp", 0, 2, 1, 0.5, 0.70710678118654752, 0.19526214587563503 },
    };

    for (size_t i = 0; i < sizeof v / sizeof v[0]; i++) {
        const adrop_near_dists near = nearest(v[i].seed, v[i].map, v[i].mu, v[i].sigma);
        CHECK_NEAR(near.a, v[i].a, 0);
        CHECK_NEAR(near.b, v[i].b, 0);
        CHECK(near.beta_distance < 1e-9);
        CHECK(!near.at_limit);
        CHECK_NEAR(near.p, v[i].p, 1e-12);
        CHECK_NEAR(near.bernoulli_distance, v[i].distance, 1e-9);
    }
}

static void limits_are_told(void)
{
    CHECK(nearest("gaussian", "sigmoid", 0, 1000).at_limit); /* a coin */
    CHECK(nearest("gaussian", "sigmoid", 0, 1e-5).at_limit); /* a point */
    CHECK(nearest("gaussian", "sigmoid", 30, 1).p == 1);     /* all kept */
    CHECK(nearest("gaussian", "sigmoid", -800, 1).p == 0);   /* all dropped */
    CHECK(nearest("exponential", "one-minus-exp", -50, 1).p < 1e-15);
}

/* The area between the two distribution functions, by a plain sum over n masks. */
static double area(const adrop_dist *d, double a, double b, int n)
{
    double sum = 0;

    for (int i = 0; i < n; i++) {
        const double x = (i + 0.5) / n;
        sum += fabs(adrop_dist_cdf(d, x) - (a > 0 ? ad_beta_cdf(a, b, x) : b));
    }
    return sum / n;
}

static void no_other_is_nearer(void)
{
    const char *seed, *map;

    for (size_t s = 0; (seed = adrop_seed_name(s)); s++)
        for (size_t k = 0; (map = adrop_map_name(k)); k++) {
            const adrop_near_dists near = nearest(seed, map, 0.4, 1.5);
            adrop_dist *d;
            CHECK(!adrop_dist_create(ctx, seed, map, 0.4, 1.5, &d));
            CHECK_NEAR(near.beta_distance, area(d, near.a, near.b, 2000), 1e-3);
            CHECK_NEAR(near.bernoulli_distance, area(d, 0, 1 - near.p, 2000), 1e-3);
            for (int i = 0; i < 9; i++) {
                const double f = exp(0.1 * (i % 3 - 1)), g = exp(0.1 * (i / 3 - 1));
                CHECK(area(d, near.a * f, near.b * g, 2000) > near.beta_distance - 1e-3);
                CHECK(area(d, 0, 1 - near.p * f, 2000) > near.bernoulli_distance - 1e-3);
            }
            adrop_dist_free(d);
        }
}

static void writes_no_more_than_there_is_room(void)
{
    double small[3] = { -1, -1, -1 };
    adrop_dist *d;

    CHECK(!adrop_dist_create(ctx, "gaussian", "sigmoid", 1, 2, &d));
    adrop_dist_nearest_sized(d, (adrop_near_dists *)(void *)small, 2 * sizeof(double));
    CHECK(small[0] > 0 && small[1] > 0);
    CHECK_NEAR(small[2], -1, 0);
    adrop_dist_free(d);
    adrop_ctx_free(ctx);
}

CHECK_MAIN(finds_members, limits_are_told, no_other_is_nearer, writes_no_more_than_there_is_room)
