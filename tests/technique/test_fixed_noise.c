/* The techniques that learn nothing: their published moments. */
#include "fixture.h"

static adrop_moments moments_of(const char *text)
{
    adrop_ctx *ctx = bed_context(1);
    ad_dropout *d;

    CHECK_WHERE("%s", text);
    CHECK_EQ(ad_dropout_create(ctx, AD_F64, text, &ad_fixture_sites[0], 1, &d), ADROP_OK);
    ad_dropout_init(d, 1);
    const adrop_moments m = ad_dropout_moments(d, 0, 0);
    ad_dropout_free(d);
    adrop_ctx_free(ctx);
    return m;
}

/* Var[m] / E[m]^2, the noise level that makes techniques comparable. */
static double noise_level(const char *text)
{
    const adrop_moments m = moments_of(text);

    CHECK_NEAR(m.level, m.variance / (m.mean * m.mean), 1e-15);

    return m.variance / (m.mean * m.mean);
}

static void noise_levels(void)
{
    CHECK_NEAR(noise_level("bernoulli"), 1, 1e-12);
    CHECK_NEAR(noise_level("gaussian"), 1, 1e-12);
    CHECK_NEAR(noise_level("uniform"), 1.0 / 3, 1e-12);
    CHECK_NEAR(noise_level("continuous:spread=0.2,clip=no"), 0.8, 1e-12);
    CHECK_NEAR(noise_level("continuous:spread=0.2"), 0.4707, 6e-5);
    CHECK_NEAR(noise_level("continuous:spread=0.3"), 0.5515, 6e-5);
    CHECK_NEAR(noise_level("continuous:spread=0.4"), 0.6041, 6e-5);
    CHECK_NEAR(noise_level("continuous:spread=0.2,reading=deviation"), 0.1564, 6e-5);
    CHECK_NEAR(noise_level("continuous:spread=0.25,reading=deviation"), 0.2301, 6e-5);
    CHECK_NEAR(noise_level("continuous:spread=0.3,reading=deviation"), 0.3018, 6e-5);
    CHECK_NEAR(noise_level("continuous:spread=0.4,reading=deviation"), 0.4238, 6e-5);
    CHECK_NEAR(noise_level("beta:beta=0.001"), 0.998, 6e-5);
    CHECK_NEAR(noise_level("beta:beta=0.1"), 0.8333, 6e-5);
    CHECK_NEAR(noise_level("beta:beta=3"), 0.1429, 6e-5);
    CHECK_NEAR(noise_level("concrete:rate=0.1"), 0.1013, 6e-5);
    CHECK_NEAR(noise_level("advanced-fixed:mu=0,sigma=4"), 0.6353, 6e-5);
    CHECK_NEAR(noise_level("advanced-fixed"), 0.0333, 6e-5);
}

static void published_moments(void)
{
    CHECK_NEAR(moments_of("continuous:spread=0.25,reading=deviation").variance, 0.05753, 6e-6);
    CHECK_NEAR(moments_of("continuous:spread=0.3").variance, 0.13788, 6e-6);
    CHECK_NEAR(moments_of("beta:beta=0.001").variance, 0.2495, 6e-5);
    CHECK_NEAR(moments_of("beta:beta=0.1").variance, 0.20833, 6e-6);
    CHECK_NEAR(moments_of("beta:beta=0.2").variance, 0.17857, 6e-6);
    CHECK_NEAR(moments_of("beta:beta=0.5").variance, 0.125, 1e-12);
    CHECK_NEAR(moments_of("beta:beta=1").variance, 0.08333, 6e-6);
    CHECK_NEAR(moments_of("beta:beta=3").variance, 0.03571, 6e-6);
    const adrop_moments fixed = moments_of("advanced-fixed");
    CHECK_NEAR(1 / fixed.scale, 0.61707, 6e-6);
    CHECK_NEAR(fixed.mean, 0.61597605, 6e-9);
    CHECK_NEAR(fixed.variance, 0.01262276, 6e-9);
    /* information at the start: alpha = 0.001 + 0.7 / 2 */
    const adrop_moments information = moments_of("information");
    CHECK_NEAR(information.mean, exp(0.351 * 0.351 / 2), 1e-7);
    CHECK_NEAR(information.variance, expm1(0.351 * 0.351) * exp(0.351 * 0.351), 1e-7);
}

/* Masks of soft dropout match the Beta they stand for: a hard gate's mean and variance. */
static void soft_matches_beta(void)
{
    const adrop_moments half = moments_of("soft-gaussian:rate=0.5,s=0.4283,temperature=1e-4");
    const adrop_moments fifth = moments_of("soft-gaussian:rate=0.5,s=0.2055,temperature=1e-4");
    const adrop_moments laplace = moments_of("soft-laplace:rate=0.5,s=0.1727,temperature=1e-4");
    const adrop_moments skewed = moments_of("soft-gaussian:rate=0.25,s=0.4283,temperature=1e-4");

    CHECK_NEAR(half.mean, 0.5, 1e-9);
    CHECK_NEAR(half.variance, 0.125, 1e-4);
    CHECK_NEAR(fifth.variance, 0.1785, 6e-5);
    CHECK_NEAR(laplace.variance, 0.1786, 6e-5);
    CHECK_NEAR(skewed.mean, 0.750, 6e-4);
    CHECK_NEAR(skewed.variance, 0.0937, 6e-5);
}

CHECK_MAIN(noise_levels, published_moments, soft_matches_beta)
