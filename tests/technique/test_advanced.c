/* Advanced dropout: a worked example with given noise, with all its numbers; the encoder's cheap
 * form against the literal one; sizes and invariances. */
#define AD_KERNEL_SET f64
#define AD_KERNEL_DOUBLE
#include "dist/family.h"
#include "dist/special.h"
#include "fixture.h"
#include "random/noise.h"
#include "technique/encoder.h"
#include "technique/mask.h"

/* ----- the worked example: B = 2, n = 3, H = 2 ----- */

static const double example_x[] = { 1, -2, .5, .3, 1.5, -1 };
static const double example_eps[] = { .1, -.7, 1.2, -1.5, .4, 0 };
static const double example_g[] = { .5, -1, .25, 1, .2, -.4 };
static const double example_params[] = { .1,  -.2, .3, .05, .15, -.1, /* Wh (2, 3) */
                                         .02,                         /* bh */
                                         .4,  -.3, .1,                /* wmu, bmu */
                                         .2,  .5,  .3 };              /* wsg, bsg */

typedef struct {
    double mu, sigma;
} pair;

static void fill_example(const void *self, const ad_address *at, size_t first, size_t n, double *m,
                         double *d0, double *d1)
{
    const pair *p = self;
    const double *eps = example_eps + at->row * 3 + first;

    for (size_t i = 0; i < n; i++) {
        m[i] = ad_sigmoid(p->mu + p->sigma * eps[i]);
        if (d0)
            d0[i] = m[i] * (1 - m[i]);
        if (d1)
            d1[i] = d0[i] * eps[i];
    }
}

static void near_all(size_t n, const double *got, const double *expected)
{
    for (size_t i = 0; i < n; i++) {
        CHECK_WHERE("element %zu", i);
        CHECK_NEAR(got[i], expected[i], 6e-11);
    }
}

static void worked_example(void)
{
    const ad_site site = { .rows = 2, .channels = 3, .height = 1, .width = 1 };
    double y[6], dx[6], grads[13] = { 0 }, saved[64], scratch[64], sums[2];
    pair p;
    const ad_plan plan = { 0 }; /* no masks are kept */
    ad_call call = { .site = &site,
                     .plan = &plan,
                     .rows = 2,
                     .threads = 1,
                     .params = example_params,
                     .x = example_x,
                     .y = y,
                     .scratch = scratch,
                     .dy = example_g,
                     .dx = dx,
                     .dparams = grads };
    const ad_encoder e = ad_encoder_layout_f64(&site, 2, AD_ENCODER_LAYER, NULL);
    double encoder_scratch[64];

    CHECK_EQ(e.n_params, 13);
    CHECK(e.saved_size <= sizeof saved && e.scratch_size <= sizeof encoder_scratch);
    ad_encoder_forward_f64(&e, &call, saved, encoder_scratch, &p.mu, &p.sigma);
    const double c = ad_family_mean_approx(p.mu, p.sigma, NULL, NULL), scale = 1 / c;
    CHECK_NEAR(p.mu, .112, 1e-12);
    CHECK_NEAR(p.sigma, .8730379703, 6e-11);
    CHECK_NEAR(saved[0], .294, 1e-12); /* s */
    CHECK_NEAR(saved[1], .37, 1e-12);
    CHECK_NEAR(c, .5245443688, 6e-11);

    const ad_mask mask = { .call = &call,
                           .fill = fill_example,
                           .self = &p,
                           .scale = &scale,
                           .n_slopes = 2,
                           .sums = sums };
    ad_mask_forward_f64(&mask);
    near_all(6, y,
             (double[]){ 1.0478840347, -1.4402821584, .725647201, .1326351703, 1.7538146896,
                         -1.0065321424 });
    ad_mask_backward_f64(&mask);
    near_all(2, sums, (double[]){ 1.6030412826, -.6503473018 });
    ad_encoder_backward_f64(&e, &call, saved, encoder_scratch, &sums[0], &sums[1]);
    near_all(6, dx,
             (double[]){ .5355957949, -.8268522337, .4811885326, .4535005409, .1269204378,
                         -.2843080295 });
    near_all(13, grads,
             (double[]){ .3679878389, -.1434756267, -.1404703942, -.4346002866, .16229935,
                         .1698124313, -.1047461717, .096182477, .0641216513, 1.6030412826,
                         -.0190522135, -.0170690802, -.3786432857 });
}

/* ----- the encoder as the paper writes it ----- */

static void cheap_form_equals_literal_form(void)
{
    adrop_ctx *ctx = bed_context(1);
    ad_fixture b;

    CHECK(bed_make(ctx, AD_F64, "advanced", &ad_fixture_sites[1], 1, &b));
    CHECK_EQ(ad_dropout_forward(b.d, 0, &b.a), ADROP_OK);
    const size_t n = 50, hidden = 3, rows = ad_fixture_sites[1].rows;
    const double *p = b.d->params, *x = b.a.x;
    const double *bh = p + hidden * n, *wmu = bh + 1, *bmu = wmu + hidden, *wsg = bmu + 1,
                 *bsg = wsg + hidden;
    double mu = 0, sigma = 0;
    for (size_t i = 0; i < rows; i++) {
        double a = *bmu, s = *bsg;
        for (size_t k = 0; k < hidden; k++) {
            double h = *bh;
            for (size_t j = 0; j < n; j++)
                h += p[k * n + j] * x[i * n + j];
            a += wmu[k] * h;
            s += wsg[k] * h;
        }
        mu += a / (double)rows;
        sigma += ad_softplus(s) / (double)rows;
    }
    CHECK_NEAR(b.d->stats[1], mu, 1e-12);
    CHECK_NEAR(b.d->stats[2], sigma, 1e-12);
    ad_fixture_free(&b);
    adrop_ctx_free(ctx);
}

static size_t params_of(const char *text, size_t n)
{
    const ad_site site = { .rows = 1, .channels = n, .height = 1, .width = 1 };
    adrop_ctx *ctx = bed_context(1);
    ad_dropout *d;

    CHECK_EQ(ad_dropout_create(ctx, AD_F32, text, &site, 1, &d), ADROP_OK);
    const size_t n_params = d->plan.params.n_reals;
    ad_dropout_free(d);
    adrop_ctx_free(ctx);
    return n_params;
}

static void sizes(void)
{
    CHECK_EQ(params_of("advanced", 784), 38517);
    CHECK_EQ(params_of("advanced", 800), 40103);
    CHECK_EQ(params_of("advanced", 512), 16451);
    CHECK_EQ(params_of("advanced", 1024), 65667);
    CHECK_EQ(params_of("advanced", 640), 25683);
    CHECK_EQ(params_of("advanced", 132), 1075);
    CHECK_EQ(params_of("advanced", 6), 6 + 1 + 2 + 2); /* one hidden unit, not none */
}

static void start_values(void)
{
    adrop_ctx *ctx = bed_context(1);
    ad_dropout *d;
    float bias;

    CHECK_EQ(ad_dropout_create(ctx, AD_F32, "advanced", &ad_fixture_sites[1], 1, &d), ADROP_OK);
    ad_dropout_init(d, 5);
    ad_dropout_get(d, 5, &bias);
    CHECK_TEXT(ad_dropout_tensor(d, 5)->name, "sigma.bias");
    CHECK_NEAR((double)bias, 1.2, 1e-4); /* the authors' number */
    const float *weight = d->params;
    for (size_t i = 0; i < 150; i++)
        CHECK(weight[i] > 0 && weight[i] < 0.01f);
    const adrop_moments m = ad_dropout_moments(d, 0, 0);
    CHECK_NEAR(m.mean, 0.5, 1e-12);
    CHECK_NEAR(m.variance / (m.mean * m.mean), 0.2849, 1e-4);
    CHECK_NEAR(m.scale, 2, 1e-12); /* mu = 0: c is one half exactly */
    ad_dropout_free(d);
    adrop_ctx_free(ctx);
}

/* mu and sigma do not depend on the order of the rows, nor on repeating them. */
static void batch_invariance(void)
{
    ad_site site = ad_fixture_sites[1];
    adrop_ctx *ctx = bed_context(1);
    ad_fixture b;

    site.rows = 20;
    CHECK(bed_make(ctx, AD_F64, "advanced", &site, 1, &b));
    double *x = (double *)(uintptr_t)b.a.x;
    b.a.rows = 10;
    ad_dropout_forward(b.d, 0, &b.a);
    const double mu = b.d->stats[1], sigma = b.d->stats[2];
    memcpy(x + 10 * b.n, x, 10 * b.n * sizeof *x);
    b.a.rows = 20;
    ad_dropout_forward(b.d, 0, &b.a);
    CHECK_NEAR(b.d->stats[1], mu, 1e-12);
    CHECK_NEAR(b.d->stats[2], sigma, 1e-12);
    for (size_t i = 0; i < 10 * b.n; i++) { /* rows in reverse */
        const double swap = x[i];
        const size_t j = (19 - i / b.n) * b.n + i % b.n;
        x[i] = x[j];
        x[j] = swap;
    }
    ad_dropout_forward(b.d, 0, &b.a);
    CHECK_NEAR(b.d->stats[1], mu, 1e-12);
    CHECK_NEAR(b.d->stats[2], sigma, 1e-12);
    ad_fixture_free(&b);
    adrop_ctx_free(ctx);
}

/* Limits hold, and stop the gradient where they act. */
static void limits(void)
{
    adrop_ctx *ctx = bed_context(1);
    ad_fixture b;

    CHECK(bed_make(ctx, AD_F64, "advanced:mu=30,sigma=40,mu-limit=4,sigma-limit=20",
                   &ad_fixture_sites[1], 1, &b));
    bed_forward_backward(&b);
    CHECK(b.d->stats[1] == 4 && b.d->stats[2] == 20);
    for (size_t i = 0; i < b.d->plan.params.n_reals; i++)
        CHECK(ad_fixture_get(&b, b.d->grads, i) == 0);
    ad_fixture_free(&b);
    adrop_ctx_free(ctx);
}

/* Without weights the encoder gives each row the same pair: unit=sample then draws, to the bit,
 * what advanced-noprior does, in both phases, and with weights what the row alone would get. */
static void sample_unit(void)
{
    adrop_ctx *ctx = bed_context(1);
    ad_fixture own, shared;

    CHECK(bed_make(ctx, AD_F64, "advanced:unit=sample,mu=0.4,sigma=2", &ad_fixture_sites[1], 1,
                   &own));
    CHECK(
        bed_make(ctx, AD_F64, "advanced-noprior:mu=0.4,sigma=2", &ad_fixture_sites[1], 1, &shared));
    ad_dropout_init(shared.d, 1);
    ad_dropout_init(own.d, 1);
    double *params = own.d->params;
    const size_t n_weights = own.d->plan.params.tensor[0].rows * own.n + 1;
    memset(params, 0, n_weights * sizeof *params); /* Wh and bh */
    for (int phase = ADROP_PHASE_TRAIN; phase <= ADROP_PHASE_SAMPLE; phase++) {
        own.a.where.phase = shared.a.where.phase = (adrop_phase)phase;
        CHECK_EQ(ad_dropout_forward(own.d, 0, &own.a), ADROP_OK);
        CHECK_EQ(ad_dropout_forward(shared.d, 0, &shared.a), ADROP_OK);
        CHECK(!memcmp(own.a.y, shared.a.y, own.a.rows * own.n * sizeof(double)));
    }
    CHECK_EQ(ad_fixture_stir(own.d), ADROP_OK);
    own.a.where.phase = ADROP_PHASE_TRAIN;
    CHECK_EQ(ad_dropout_forward(own.d, 0, &own.a), ADROP_OK);
    const double *y = own.a.y;
    double *together = malloc(own.a.rows * own.n * sizeof *together);
    memcpy(together, y, own.a.rows * own.n * sizeof *together);
    ad_call one = own.a;
    for (size_t i = 0; i < own.a.rows; i++) {
        one.rows = 1;
        one.where.first_row = (uint32_t)i;
        one.x = (const double *)own.a.x + i * own.n;
        CHECK_EQ(ad_dropout_forward(own.d, 0, &one), ADROP_OK);
        CHECK(!memcmp(y, together + i * own.n, own.n * sizeof *y));
    }
    CHECK(own.d->traits & AD_DISTRIBUTION_BY_ROW);
    free(together);
    ad_fixture_free(&own);
    ad_fixture_free(&shared);
    adrop_ctx_free(ctx);
}

/* A detached encoder learns as before, and leaves dx = G m / c, so that x dx = G y. */
static void detached_input(void)
{
    static const char *const units[] = { "layer", "node" };
    adrop_ctx *ctx = bed_context(1);
    ad_fixture on, off;

    for (size_t i = 0; i < 4; i++) {
        char text[64];
        snprintf(text, sizeof text, "advanced:unit=%s", units[i % 2]);
        CHECK(bed_make(ctx, AD_F64, text, &ad_fixture_sites[1 + i / 2], 1, &on));
        snprintf(text, sizeof text, "advanced:unit=%s,encoder-input=detached", units[i % 2]);
        CHECK(bed_make(ctx, AD_F64, text, &ad_fixture_sites[1 + i / 2], 1, &off));
        bed_forward_backward(&on);
        bed_forward_backward(&off);
        CHECK(!memcmp(on.d->grads, off.d->grads, on.d->plan.params.n_reals * sizeof(double)));
        double through = 0;
        for (size_t j = 0; j < off.a.rows * off.n; j++) {
            const double x = ad_fixture_get(&off, off.a.x, j),
                         dx = ad_fixture_get(&off, off.a.dx, j);
            CHECK_NEAR(x * dx, ad_fixture_get(&off, off.a.dy, j) * ad_fixture_get(&off, off.a.y, j),
                       1e-12);
            through = fmax(through, fabs(dx - ad_fixture_get(&on, on.a.dx, j)));
        }
        CHECK(through > 1e-3);
        ad_fixture_free(&on);
        ad_fixture_free(&off);
    }
    adrop_ctx_free(ctx);
}

static void move(ad_fixture *b, double eta)
{
    double *params = b->d->params, *grads = b->d->grads;

    for (size_t i = 0; i < b->d->plan.params.n_reals; i++)
        params[i] -= eta * grads[i];
    memset(grads, 0, b->d->plan.params.n_reals * sizeof *grads);
}

/* mu and sigma of the batch, from what forward leaves: c, mu, sigma. */
static pair pair_now(ad_fixture *b)
{
    CHECK_EQ(ad_dropout_forward(b->d, 0, &b->a), ADROP_OK);
    return (pair){ b->d->stats[1], b->d->stats[2] };
}

/* Matched: a step moves mu by -eta gmu and sigma by -eta (1 - exp(-sigma))^2 gsigma, where gmu and
 * gsigma are the gradients of the biases of an encoder that has its own step; that one moves them
 * otherwise. The gradient of x is the same. */
static void matched_step(void)
{
    const double eta = 1e-7;
    adrop_ctx *ctx = bed_context(1);
    ad_fixture own, matched;

    for (size_t site = 1; site < 3; site++) {
        CHECK(bed_make(ctx, AD_F64, "advanced", &ad_fixture_sites[site], 1, &own));
        CHECK(bed_make(ctx, AD_F64, "advanced:encoder-step=matched", &ad_fixture_sites[site], 1,
                       &matched));
        const pair start = pair_now(&own);
        bed_forward_backward(&own);
        bed_forward_backward(&matched);
        CHECK(!memcmp(own.a.dx, matched.a.dx, own.a.rows * own.n * sizeof(double)));
        const ad_encoder e = ad_encoder_layout_f64(&ad_fixture_sites[site], 0, AD_ENCODER_LAYER,
                                                   NULL);
        const double *grads = own.d->grads, gmu = grads[e.mu_bias];
        double slope = 0; /* of sigma in its bias */
        move(&matched, eta);
        const pair after = pair_now(&matched);
        const double dmu = (after.mu - start.mu) / eta, dsigma = (after.sigma - start.sigma) / eta;
        double *params = own.d->params;
        const double gbias = grads[e.sigma_bias], h = 1e-6;
        params[e.sigma_bias] += h;
        slope = (pair_now(&own).sigma - start.sigma) / h;
        params[e.sigma_bias] -= h;
        const double shrink = 1 - exp(-start.sigma), gsigma = gbias / slope;
        CHECK_NEAR(dmu, -gmu, 1e-4 * fabs(gmu));
        CHECK_NEAR(dsigma, -shrink * shrink * gsigma, 1e-4 * fabs(gsigma));
        move(&own, eta);
        CHECK(fabs((pair_now(&own).mu - start.mu) / eta - dmu) > 0.02 * fabs(dmu));
        ad_fixture_free(&own);
        ad_fixture_free(&matched);
    }
    adrop_ctx_free(ctx);
}

/* A prior that is sampled: mu is the mode's plus the mean of s wmu . zeta_i, by the address of
 * zeta; with s = 0 nothing changes, bit for bit. */
static void sampled_prior(void)
{
    adrop_ctx *ctx = bed_context(1);
    const ad_site *site = &ad_fixture_sites[1];
    const ad_encoder e = ad_encoder_layout_f64(site, 0, AD_ENCODER_LAYER, NULL);
    ad_fixture mode, drawn, still;
    double zeta[64], shift = 0;

    CHECK(bed_make(ctx, AD_F64, "advanced", site, 1, &mode));
    CHECK(bed_make(ctx, AD_F64, "advanced:prior=sampled,prior-sigma=2", site, 1, &drawn));
    CHECK(bed_make(ctx, AD_F64, "advanced:prior=sampled,prior-sigma=0", site, 1, &still));
    bed_forward_backward(&mode);
    bed_forward_backward(&drawn);
    bed_forward_backward(&still);
    CHECK(!memcmp(mode.a.y, still.a.y, site->rows * mode.n * sizeof(double)));
    CHECK(!memcmp(mode.d->grads, still.d->grads, e.n_params * sizeof(double)));
    CHECK(e.hidden > 1 && e.hidden <= 64);
    for (size_t i = 0; i < site->rows; i++) {
        ad_address at = ad_where_address(&drawn.a.where, site->layer, i);
        at.draw = 1;
        ad_noise_normal_f64(&at, 0, e.hidden, zeta);
        for (size_t k = 0; k < e.hidden; k++)
            shift += 2 * ((double *)drawn.d->params)[e.mu_weight + k] * zeta[k] /
                     (double)site->rows;
    }
    CHECK(fabs(shift) > 1e-3);
    CHECK_NEAR(drawn.d->stats[1], mode.d->stats[1] + shift, 1e-12);
    ad_fixture_free(&mode);
    ad_fixture_free(&drawn);
    ad_fixture_free(&still);
    adrop_ctx_free(ctx);
}

CHECK_MAIN(worked_example, cheap_form_equals_literal_form, sizes, start_values, batch_invariance,
           limits, detached_input, sample_unit, matched_step, sampled_prior)
