/* advanced-cross: its gradient for every pair, its normaliser, its range; its learned mapping. */
#include "conformance.h"
#include "dist/map.h"
#include "dist/seed.h"
#include "random/noise.h"

static ad_dropout *made(adrop_ctx *ctx, const char *text)
{
    ad_dropout *d;

    CHECK_EQ(ad_dropout_create(ctx, AD_F64, text, &ad_fixture_sites[0], 1, &d), ADROP_OK);
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
        ad_site site = ad_fixture_sites[0];
        ad_dropout *d;
        site.places = n;
        CHECK_WHERE("%zu places", n);
        CHECK_EQ(ad_dropout_create(ctx, AD_F64, "advanced-cross", &site, 1, &d), ADROP_OK);
        ad_dropout_init(d, 1);
        const double sigma = exp(((double *)d->params)[0]);
        CHECK_NEAR((double)(n > 3 ? n : 3) * sigma, 3 * 1.4633, 1e-12);
        ad_dropout_free(d);
        CHECK_EQ(ad_dropout_create(ctx, AD_F64, "advanced-cross:sigma=2", &site, 1, &d), ADROP_OK);
        ad_dropout_init(d, 1);
        CHECK_NEAR(((double *)d->params)[0], log(2), 1e-15);
        ad_dropout_free(d);
        CHECK_EQ(ad_dropout_create(ctx, AD_F64, "advanced-cross:sigma-min=1.2,sigma-max=1.3", &site,
                                   1, &d),
                 ADROP_OK);
        ad_dropout_init(d, 1);
        CHECK_NEAR(((double *)d->params)[0], log(n > 3 ? 1.2 : 1.3), 1e-15);
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
    CHECK_EQ(ad_dropout_create(ctx, AD_F64, "advanced-cross:sigma=31", &ad_fixture_sites[0], 1, &d),
             ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "sigma 31 is not between");
    CHECK_EQ(ad_dropout_create(ctx, AD_F64, "advanced-cross:sigma-min=5,sigma-max=1",
                               &ad_fixture_sites[0], 1, &d),
             ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "sigma-min 5 is above sigma-max 1");
    adrop_ctx_free(ctx);
}

/* -- map=spline ----------------------------------------------------------------------------- */

/* Normal numbers of a case, which spoils a technique's parameters with them. */
static uint32_t spline_case;

static double normal(size_t i)
{
    const ad_address at = { .seed = 5, .row = spline_case, .purpose = AD_FOR_DIST };
    double e;

    ad_noise_normal_f64(&at, i, 1, &e);
    return e;
}

static void put(ad_dropout *d, size_t i, double value)
{
    if (d->set == AD_F64)
        ((double *)d->params)[i] = (double)(float)value;
    else
        ((float *)d->params)[i] = (float)value;
}

/* sigma and theta of the case: sigma from 0.2 to 6, theta up to some 2. */
static void bend(ad_dropout *d)
{
    const ad_tensor *theta = ad_dropout_tensor(d, 1);

    for (size_t i = 0; i < theta->offset; i++)
        put(d, i, fmin(fmax(0.38 + 0.6 * normal(100 + i), log(0.2)), log(6)));
    for (size_t i = 0; i < ad_tensor_size(theta); i++)
        put(d, theta->offset + i, 0.7 * normal(i));
}

/* dL/dtheta, dL/drho and dL/dx, 1e-6: random splines and sigmas, all seeds, and a seed that is a
 * formula; by layer and node, element and channel. */
static void gradients_of_splines(void)
{
    adrop_ctx *ctx = bed_context(1);

    for (spline_case = 0; spline_case < 12; spline_case++) {
        const char *seed = spline_case % 6 < 5 ? ad_seed_names[spline_case % 6]
                                               : "quantile((u^0.2-(1-u)^0.2)/0.2)";
        char text[200];
        snprintf(text, sizeof text, "advanced-cross:map=spline,seed-dist=%s,unit=%s,mask=%s", seed,
                 spline_case / 6 ? "node" : "layer", spline_case % 2 ? "channel" : "element");
        ad_conform c = { .ctx = ctx, .text = text, .spoil = bend };
        CHECK_EQ(ad_conform_gradient(&c), ADROP_OK);
        for (size_t i = 0; i < c.n; i++) {
            CHECK_WHERE("case %u: %s: %s", spline_case, text, c.results[i].check);
            CHECK_NEAR(c.results[i].found, 0, c.results[i].most);
        }
    }
    adrop_ctx_free(ctx);
}

/* Moments, distribution and float kernels of bent splines. */
static void splines_conform(void)
{
    static conformance_part *const parts[] = { ad_conform_moments, ad_conform_sets };
    adrop_ctx *ctx = bed_context(2);

    for (spline_case = 50; spline_case < 53; spline_case++)
        for (size_t p = 0; p < 2; p++) {
            ad_conform c = { .ctx = ctx,
                             .text = "advanced-cross:map=spline,unit=node",
                             .spoil = bend };
            CHECK_EQ(parts[p](&c), ADROP_OK);
            CHECK(c.n > 0);
            for (size_t i = 0; i < c.n; i++) {
                CHECK_WHERE("case %u: %s", spline_case, c.results[i].check);
                CHECK_NEAR(c.results[i].found, 0, c.results[i].most);
            }
        }
    adrop_ctx_free(ctx);
}

/* It starts as the sigmoid: the masks of both are near to a rounding, in float too. */
static void splines_start_as_the_sigmoid(void)
{
    static const char *const texts[] = { "advanced-cross", "advanced-cross:map=spline" };

    for (int set = 0; set < AD_N_KERNEL_SETS; set++) {
        adrop_ctx *ctx = bed_context(1);
        double worst = 0;
        ad_fixture b[2];
        if (!ad_kernel_set_usable((ad_kernel_set)set))
            continue;
        for (size_t i = 0; i < 2; i++) {
            CHECK(bed_make(ctx, (ad_kernel_set)set, texts[i], &ad_fixture_sites[1], 1, &b[i]));
            ad_dropout_init(b[i].d, 1);
            bed_forward_backward(&b[i]);
        }
        for (size_t i = 0; i < b[0].a.rows * b[0].n; i++)
            worst = fmax(worst, fabs(ad_fixture_get(&b[0], b[0].a.y, i) -
                                     ad_fixture_get(&b[1], b[1].a.y, i)));
        CHECK_NEAR(worst, 0, set == AD_F64 ? 1e-11 : 3e-6);
        CHECK_CLOSE(ad_fixture_get(&b[1], b[1].d->grads, 0),
                    ad_fixture_get(&b[0], b[0].d->grads, 0), set == AD_F64 ? 1e-9 : 1e-3);
        ad_fixture_free(&b[0]);
        ad_fixture_free(&b[1]);
        adrop_ctx_free(ctx);
    }
}

/* Parameters stay in range; a density in bins is that of the distribution, and has a mass of 1. */
static void splines_stay_in_range(void)
{
    adrop_ctx *ctx = bed_context(1);
    ad_dropout *d = made(ctx, "advanced-cross:map=spline,unit=node");
    const ad_tensor *theta = ad_dropout_tensor(d, 1);
    double *params = (double *)d->params + theta->offset, density[60], mean = 0, mass = 0;

    CHECK_TEXT(theta->name, "spline");
    CHECK_EQ(theta->rows, 23);
    params[3] = 9, params[20] = -9, params[21] = NAN;
    ad_dropout_constrain(d);
    CHECK(params[3] == 5 && params[20] == -5 && isnan(params[21]));
    params[21] = 1;
    CHECK(ad_dropout_density(d, 60, density));
    for (size_t k = 0; k < 60; k++) {
        CHECK(density[k] >= 0);
        mass += density[k] / 60;
        mean += density[k] / 60 * ((double)k + 0.5) / 60;
    }
    CHECK_NEAR(mass, 1, 1e-9);
    CHECK_NEAR(mean, ad_dropout_average(d).mean, 2e-3);
    ad_dropout_free(d);
    d = made(ctx, "advanced-cross");
    CHECK(!ad_dropout_density(d, 60, density));
    ad_dropout_free(d);
    adrop_ctx_free(ctx);
}

/* What cannot learn it says who can. */
static void splines_are_for_one_technique(void)
{
    static const char *const others[] = { "advanced", "advanced-fixed", "advanced-noprior" };
    adrop_ctx *ctx = bed_context(1);
    char text[80];

    for (size_t i = 0; i < 3; i++) {
        ad_dropout *d;
        snprintf(text, sizeof text, "%s:map=spline", others[i]);
        CHECK_WHERE("%s", text);
        CHECK_EQ(ad_dropout_create(ctx, AD_F64, text, &ad_fixture_sites[0], 1, &d), ADROP_EINVAL);
        CHECK_HAS(adrop_ctx_message(ctx), "advanced-cross");
    }
    adrop_ctx_free(ctx);
}

CHECK_MAIN(masks_are_centred, gradients_of_every_pair, more_places_start_with_less,
           sigma_stays_in_range, gradients_of_splines, splines_conform,
           splines_start_as_the_sigmoid, splines_stay_in_range, splines_are_for_one_technique)
