/* Conformance: mask distributions (src/conform/distribution.c) of every technique, of betas over
 * their range, of techniques that coincide; nearly correct distributions are detected. */
#include "conformance.h"

static const double bound = 1.2e-3;

static void every_technique(void)
{
    conformance_each(ad_conform_distribution, 2, 2);
}

static double distance_of(const char *text, const char *stated)
{
    adrop_ctx *ctx = bed_context(2);
    const int as_coin = strstr(stated, "bernoulli") && text != stated;
    double worst = NAN;

    CHECK_EQ(ad_conform_distance(ctx, text, stated, as_coin, &worst), ADROP_OK);
    adrop_ctx_free(ctx);
    return worst;
}

static void every_beta(void)
{
    static const char *const texts[] = { "beta:beta=0.001", "beta:beta=0.1", "beta:beta=0.2",
                                         "beta:beta=1",     "beta:beta=2",   "beta:beta=3" };

    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        CHECK_WHERE("%s", texts[i]);
        CHECK_NEAR(distance_of(texts[i], texts[i]), 0, bound);
    }
}

/* Techniques that meet: one draws, the other states the distribution. */
static void limits(void)
{
    static const char *const pairs[][2] = {
        { "beta:beta=1", "uniform" },
        { "concrete:rate=0.5,temperature=1", "uniform" },
        { "advanced-fixed:seed-dist=uniform,map=clamp,mu=0.5,sigma=0.5", "uniform" },
        { "advanced-fixed:seed-dist=logistic,mu=0,sigma=1", "uniform" },
        { "advanced-fixed:map=probit,mu=0,sigma=1", "uniform" },
        { "advanced-fixed:seed-dist=exponential,map=one-minus-exp,mu=0,sigma=1", "uniform" },
        { "continuous:spread=0.3", "advanced-fixed:map=clamp,mu=0.5,sigma=0.5477225575051661" },
        { "concrete:rate=0.3,temperature=1e-5", "bernoulli:rate=0.3" },
        { "advanced-fixed:mu=1e5,sigma=2e5", "bernoulli:rate=0.3085375387259869" },
        { "beta:beta=1e-5", "bernoulli:rate=0.5" },
        { "soft-gaussian:rate=0.3,s=0.001,temperature=1e-5", "bernoulli:rate=0.3" },
        { "advanced:mu=0.3,sigma=1.2", "advanced-noprior:mu=0.3,sigma=1.2" },
        { "concrete-mlp:rate=0.3,temperature=0.5", "concrete:rate=0.3,temperature=0.5" },
    };

    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        CHECK_WHERE("%s as %s", pairs[i][0], pairs[i][1]);
        CHECK_NEAR(distance_of(pairs[i][0], pairs[i][1]), 0, bound);
    }
}

/* The test has teeth: distributions that are nearly right are noticed. */
static void wrong_distributions_are_noticed(void)
{
    CHECK(distance_of("gaussian:rate=0.5", "gaussian:rate=0.505") > bound);
    CHECK(distance_of("continuous:spread=0.3", "continuous:spread=0.3,reading=deviation") > 0.01);
    CHECK(distance_of("beta:beta=0.2", "beta:beta=0.21") > bound);
    CHECK(distance_of("concrete:temperature=0.1", "concrete:temperature=0.12") > bound);
}

CHECK_MAIN(every_technique, every_beta, limits, wrong_distributions_are_noticed)
