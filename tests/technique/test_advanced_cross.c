/* advanced-cross: its gradient for every pair, its normaliser, its range. */
#include "conformance.h"
#include "dist/map.h"
#include "dist/seed.h"

static ad_dropout *made(adrop_ctx *ctx, const char *text)
{
    ad_dropout *d;

    CHECK_EQ(ad_dropout_create(ctx, AD_F64, text, &ad_bed_sites[0], 1, &d), ADROP_OK);
    ad_dropout_init(d, 1);
    return d;
}

/* The mean of a symmetric pair is 1/2 for every sigma; without noise all masks are 1/2. */
static void masks_are_centred(void)
{
    adrop_ctx *ctx = bed_context(1);
    char text[200];

    for (size_t s = 0; ad_seed_names[s]; s++)
        for (size_t m = 0; ad_map_names[m]; m++) {
            snprintf(text, sizeof text,
                     "advanced-cross:seed-dist=%s,map=%s,sigma=0.01,sigma-min=0.01",
                     ad_seed_names[s], ad_map_names[m]);
            CHECK_WHERE("%s", text);
            ad_dropout *d = made(ctx, text);
            const adrop_moments quiet = ad_dropout_moments(d, 0, 0);
            CHECK(quiet.level < 2e-3);
            CHECK_NEAR(quiet.mean, 0.5, 0.011);
            ((double *)d->params)[0] = 1;
            const adrop_moments loud = ad_dropout_moments(d, 0, 0);
            CHECK(loud.level > 0.01 && loud.level > 10 * quiet.level);
            CHECK_NEAR(loud.scale * loud.mean, 1, 1e-12);
            if (strcmp(ad_seed_names[s], "exponential") && strcmp(ad_map_names[m], "one-minus-exp"))
                CHECK(quiet.mean == 0.5 && loud.mean == 0.5 && loud.rate == 0.5);
            ad_dropout_free(d);
        }
    adrop_ctx_free(ctx);
}

/* dL/drho and dL/dx of all pairs: by layer and element, and by node and channel. */
static void gradients_of_every_pair(void)
{
    adrop_ctx *ctx = bed_context(1);
    char text[200];

    for (size_t s = 0; ad_seed_names[s]; s++)
        for (size_t m = 0; ad_map_names[m]; m++)
            for (size_t k = 0; k < 2; k++) {
                snprintf(text, sizeof text, "advanced-cross:seed-dist=%s,map=%s,unit=%s,mask=%s",
                         ad_seed_names[s], ad_map_names[m], k ? "node" : "layer",
                         k ? "channel" : "element");
                conformance_check(ad_conform_gradient, ctx, text);
            }
    adrop_ctx_free(ctx);
}

/* As much noise in all as at three places, unless sigma is given; and always in range. */
static void more_places_start_with_less(void)
{
    adrop_ctx *ctx = bed_context(1);

    for (size_t n = 0; n < 40; n++) {
        ad_site site = ad_bed_sites[0];
        ad_dropout *d;
        site.places = n;
        CHECK_WHERE("%zu places", n);
        CHECK_EQ(ad_dropout_create(ctx, AD_F64, "advanced-cross", &site, 1, &d), ADROP_OK);
        ad_dropout_init(d, 1);
        const double sigma = exp(((double *)d->params)[0]);
        CHECK_NEAR((double)(n > 3 ? n : 3) * sigma * sigma, 3 * 1.4633 * 1.4633, 1e-12);
        ad_dropout_free(d);
        CHECK_EQ(ad_dropout_create(ctx, AD_F64, "advanced-cross:sigma=2", &site, 1, &d), ADROP_OK);
        ad_dropout_init(d, 1);
        CHECK_NEAR(((double *)d->params)[0], log(2), 1e-15);
        ad_dropout_free(d);
        CHECK_EQ(ad_dropout_create(ctx, AD_F64, "advanced-cross:sigma-min=1.2,sigma-max=1.3", &site,
                                   1, &d),
                 ADROP_OK);
        ad_dropout_init(d, 1);
        CHECK_NEAR(((double *)d->params)[0],
                   log(n > 4   ? 1.2
                       : n > 3 ? 1.4633 * sqrt(0.75)
                               : 1.3),
                   1e-15);
        ad_dropout_free(d);
    }
    adrop_ctx_free(ctx);
}

static void sigma_stays_in_range(void)
{
    adrop_ctx *ctx = bed_context(1);
    ad_dropout *d = made(ctx, "advanced-cross:sigma-min=0.5,sigma-max=2");
    double *rho = d->params;

    rho[0] = 5;
    ad_dropout_constrain(d);
    CHECK_NEAR(rho[0], log(2), 1e-15);
    rho[0] = -5;
    ad_dropout_constrain(d);
    CHECK_NEAR(rho[0], log(0.5), 1e-15);
    ad_dropout_free(d);
    CHECK_EQ(ad_dropout_create(ctx, AD_F64, "advanced-cross:sigma=31", &ad_bed_sites[0], 1, &d),
             ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "sigma-max");
    adrop_ctx_free(ctx);
}

CHECK_MAIN(masks_are_centred, gradients_of_every_pair, more_places_start_with_less,
           sigma_stays_in_range)
