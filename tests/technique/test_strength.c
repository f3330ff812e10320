/* Every technique at reduced strength (technique/strength.h): against its definition, computed from
 * the technique at full strength, or at a correspondingly lower rate. test_conformance_gradient.c
 * tests gradients. */
#include "adrop/dropout.h"
#include "fixture.h"
#include "technique/strength.h"

static adrop_ctx *ctx;

static double *values(const ad_fixture *b, const void *array, size_t n)
{
    double *v = malloc((n + 1) * sizeof *v);

    if (!v)
        abort();
    for (size_t i = 0; i < n; i++)
        v[i] = ad_fixture_get(b, array, i);
    return v;
}

static double *outputs(ad_fixture *b, adrop_phase phase)
{
    b->a.where.phase = phase;
    CHECK_EQ(ad_dropout_forward(b->d, 0, &b->a), ADROP_OK);
    b->a.where.phase = ADROP_PHASE_TRAIN;
    return values(b, b->a.y, b->a.rows * b->width);
}

/* y = (1 - s) x + s f(x), or for a technique in place of a product (1 - s) (x W' + b) + s f(x):
 * so it is for all but fixed rates, where it is the technique at rate s times rate. */
static void check_mixture(const char *text, const ad_site *site)
{
    static const adrop_phase phases[] = { ADROP_PHASE_TRAIN, ADROP_PHASE_SAMPLE, ADROP_PHASE_MEAN };
    const double s = 0.35;
    ad_fixture b;

    if (!bed_make(ctx, AD_F64, text, site, 1, &b))
        return;
    const int product = (b.d->traits & AD_REPLACES_PRODUCT) != 0;
    for (size_t p = 0; p < 3 && !(b.d->traits & AD_FIXED_RATE); p++) {
        CHECK_EQ(ad_dropout_set_strength(b.d, 1), ADROP_OK);
        double *full = outputs(&b, phases[p]), *mean = outputs(&b, ADROP_PHASE_MEAN), worst = 0;
        CHECK_EQ(ad_dropout_set_strength(b.d, s), ADROP_OK);
        double *part = outputs(&b, phases[p]);
        for (size_t i = 0; i < b.a.rows * b.width; i++) {
            const double plain = product ? mean[i] : ad_fixture_get(&b, b.a.x, i);
            worst = fmax(worst, fabs((1 - s) * plain + s * full[i] - part[i]));
        }
        CHECK_NEAR(worst, 0, 1e-12);
        free(full);
        free(mean);
        free(part);
    }
    ad_fixture_free(&b);
}

static void mixtures(void)
{
    CHECK(bed_each(check_mixture) >= 30);
}

static void check_rate(const char *name, double rate)
{
    const double s = 0.25;
    size_t stood = 0;
    char text[64], lower[64];

    snprintf(text, sizeof text, "%s:rate=%g", name, rate);
    snprintf(lower, sizeof lower, "%s:rate=%g", name, s * rate);
    for (size_t i = 0; i < AD_FIXTURE_SITES; i++) {
        ad_fixture a, b;
        if (!bed_make(ctx, AD_F64, text, &ad_fixture_sites[i], 1, &a))
            continue;
        CHECK(bed_make(ctx, AD_F64, lower, &ad_fixture_sites[i], 1, &b));
        CHECK_EQ(ad_dropout_set_strength(a.d, 0.6), ADROP_OK);
        CHECK_EQ(ad_dropout_set_strength(a.d, s), ADROP_OK);
        bed_forward_backward(&a);
        bed_forward_backward(&b);
        CHECK(!memcmp(a.a.y, b.a.y, a.a.rows * a.width * sizeof(double)));
        CHECK(!memcmp(a.a.dx, b.a.dx, a.a.rows * a.n * sizeof(double)));
        CHECK_EQ(ad_dropout_average(a.d).rate, ad_dropout_average(b.d).rate);
        CHECK_EQ(ad_dropout_average(a.d).level, ad_dropout_average(b.d).level);
        ad_fixture_free(&a);
        ad_fixture_free(&b);
        stood++;
    }
    CHECK(stood > 0);
}

/* Powers of two, so that s times rate is exact. */
static void fixed_rates(void)
{
    size_t n = 0;

    for (size_t t = 0; ad_technique_at(AD_F64, t); t++) {
        const ad_technique *type = ad_technique_at(AD_F64, t);
        if (!(type->traits & AD_FIXED_RATE))
            continue;
        CHECK_WHERE("%s", type->name);
        check_rate(type->name, 0.5);
        n++;
    }
    CHECK_EQ(n, 7);
}

/* Strength 1 after others gives the bits of a technique that never had another. */
static void check_whole(const char *text, const ad_site *site)
{
    for (int set = AD_F64; set <= AD_F32; set++) {
        ad_fixture a, b;
        if (!bed_make(ctx, (ad_kernel_set)set, text, site, 1, &a))
            continue;
        CHECK(bed_make(ctx, (ad_kernel_set)set, text, site, 1, &b));
        const size_t size = ad_real_size(a.d->set);
        CHECK_EQ(ad_dropout_set_strength(a.d, 0.3), ADROP_OK);
        CHECK_EQ(ad_dropout_set_strength(a.d, 0), ADROP_OK);
        CHECK_EQ(ad_dropout_set_strength(a.d, 1), ADROP_OK);
        bed_forward_backward(&a);
        bed_forward_backward(&b);
        CHECK(!memcmp(a.a.y, b.a.y, a.a.rows * a.width * size));
        CHECK(!memcmp(a.a.dx, b.a.dx, a.a.rows * a.n * size));
        CHECK(!memcmp(a.d->grads, b.d->grads, a.d->plan.params.n_reals * size));
        CHECK_EQ(ad_dropout_penalty(a.d, &a.a), ad_dropout_penalty(b.d, &b.a));
        ad_fixture_free(&a);
        ad_fixture_free(&b);
    }
}

static void whole_again(void)
{
    bed_each(check_whole);
}

/* Strength 0: x itself, bit for bit, or the plain product; no gradient of parameters, no extra
 * loss, running averages as they were. In place, too. */
static void check_none(const char *text, const ad_site *site)
{
    ad_fixture b;

    if (!bed_make(ctx, AD_F64, text, site, 1, &b))
        return;
    const size_t n = b.a.rows * b.n, n_buffers = b.d->plan.buffers.n_reals;
    double *buffers = values(&b, b.d->buffers, n_buffers);
    CHECK_EQ(ad_dropout_set_strength(b.d, 0), ADROP_OK);
    double *mean = outputs(&b, ADROP_PHASE_MEAN);
    bed_forward_backward(&b);
    if (b.d->traits & AD_REPLACES_PRODUCT) {
        for (size_t i = 0; i < b.a.rows * b.width; i++)
            CHECK_NEAR(ad_fixture_get(&b, b.a.y, i), mean[i], 1e-12);
    } else {
        CHECK(!memcmp(b.a.y, b.a.x, n * sizeof(double)));
        CHECK(!memcmp(mean, b.a.x, n * sizeof(double)));
        CHECK(!memcmp(b.a.dx, b.a.dy, n * sizeof(double)));
    }
    CHECK_EQ(ad_dropout_penalty(b.d, &b.a), 0);
    for (size_t i = 0; i < b.d->plan.params.n_reals; i++)
        CHECK_EQ(ad_fixture_get(&b, b.d->grads, i), 0);
    ad_dropout_commit(b.d);
    for (size_t i = 0; i < n_buffers; i++)
        CHECK_EQ(ad_fixture_get(&b, b.d->buffers, i), buffers[i]);
    CHECK_EQ(ad_dropout_average(b.d).variance, 0);
    CHECK_NEAR(ad_dropout_average(b.d).rate, 0, 1e-15);
    free(buffers);
    free(mean);
    ad_fixture_free(&b);
}

static void none_left(void)
{
    bed_each(check_none);
}

/* y may be x and dx may be dy. */
static void check_in_place(const char *text, const ad_site *site)
{
    ad_fixture a, b;

    if (!bed_make(ctx, AD_F32, text, site, 1, &a))
        return;
    if (a.d->traits & AD_REPLACES_PRODUCT) {
        ad_fixture_free(&a);
        return;
    }
    CHECK(bed_make(ctx, AD_F32, text, site, 1, &b));
    const size_t bytes = a.a.rows * a.n * sizeof(float);
    CHECK_EQ(ad_dropout_set_strength(a.d, 0.7), ADROP_OK);
    CHECK_EQ(ad_dropout_set_strength(b.d, 0.7), ADROP_OK);
    bed_forward_backward(&a);
    memcpy(b.a.y, b.a.x, bytes);
    void *const y = b.a.y, *const dx = b.a.dx;
    const void *const x = b.a.x, *const dy = b.a.dy;
    b.a.x = y;
    CHECK_EQ(ad_dropout_forward(b.d, 0, &b.a), ADROP_OK);
    b.a.x = x;
    memcpy(dx, dy, bytes);
    b.a.dy = dx;
    CHECK_EQ(ad_dropout_backward(b.d, 0, &b.a), ADROP_OK);
    b.a.dy = dy;
    CHECK(!memcmp(a.a.y, b.a.y, bytes));
    CHECK(!memcmp(a.a.dx, b.a.dx, bytes));
    ad_fixture_free(&a);
    ad_fixture_free(&b);
}

static void in_place(void)
{
    bed_each(check_in_place);
}

/* Moments and distribution of 1 + s (m - 1) by those of m. */
static void check_distribution(const char *text, const ad_site *site)
{
    const double s = 0.35, at[] = { 0.2, 0.7, 1, 1.4, 2.5 };
    ad_fixture b;

    if (!bed_make(ctx, AD_F64, text, site, 1, &b))
        return;
    const adrop_moments m = ad_dropout_moments(b.d, 0, 0.3);
    double pdf[5], cdf[5];
    const int fixed = (b.d->traits & AD_FIXED_RATE) != 0;
    for (size_t i = 0; i < 5; i++)
        ad_dropout_distribution(b.d, 0, 0.3, at[i] / m.scale, &pdf[i], &cdf[i]);
    CHECK_EQ(ad_dropout_set_strength(b.d, s), ADROP_OK);
    const adrop_moments part = ad_dropout_moments(b.d, 0, 0.3);
    for (size_t i = 0; !fixed && i < 5; i++) {
        double density, below;
        ad_dropout_distribution(b.d, 0, 0.3, 1 + s * (at[i] - 1), &density, &below);
        CHECK_NEAR(below, cdf[i], 1e-9);
        CHECK_NEAR(density, pdf[i] / (s * m.scale), 1e-6 * (1 + density));
    }
    if (!fixed) {
        CHECK_NEAR(part.mean * part.scale, 1 + s * (m.mean * m.scale - 1), 1e-12);
        CHECK_NEAR(part.variance * part.scale * part.scale, s * s * m.variance * m.scale * m.scale,
                   1e-12 * (1 + m.variance));
    }
    ad_fixture_free(&b);
}

static void distributions(void)
{
    bed_each(check_distribution);
}

static void refused(void)
{
    adrop_dropout *d;
    adrop_site site;

    adrop_site_dense(&site, 4, 3);
    CHECK_EQ(adrop_dropout_create(ctx, "bernoulli", &site, 1, &d), ADROP_OK);
    CHECK_EQ(adrop_dropout_set_strength(d, 1.5), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "give 0 to 1");
    CHECK_EQ(adrop_dropout_set_strength(d, NAN), ADROP_EINVAL);
    CHECK_EQ(adrop_dropout_set_strength(d, 0.5), ADROP_OK);
    CHECK_NEAR(adrop_dropout_rate(d), 0.25, 1e-15);
    adrop_dropout_free(d);
}

static void begin(void)
{
    ctx = bed_context(1);
}

static void end(void)
{
    adrop_ctx_free(ctx);
}

CHECK_MAIN(begin, mixtures, fixed_rates, whole_again, none_left, in_place, distributions, refused,
           end)
