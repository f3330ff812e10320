/* self-tuning: the effect of a row's displacement on its masks, passes over judging rows, its
 * range. */
#include "conformance.h"
#include "random/noise.h"

enum { ROWS = 4000, UNITS = 24 };

static double x[ROWS * UNITS], y[ROWS * UNITS], dy[ROWS * UNITS], dx[ROWS * UNITS];

static ad_dropout *made(adrop_ctx *ctx, const char *text)
{
    const ad_site site = { .rows = ROWS, .channels = UNITS / 4, .height = 2, .width = 2 };
    ad_dropout *d;

    CHECK_EQ(ad_dropout_create(ctx, AD_F64, text, &site, 1, &d), ADROP_OK);
    ad_dropout_init(d, 1);
    return d;
}

static ad_call call_in(adrop_phase phase)
{
    return (ad_call){
        .where.phase = phase, .where.seed = 9, .rows = ROWS, .x = x, .y = y, .dy = dy, .dx = dx
    };
}

/* What x = 1 becomes: 2 k(sigma eps) (1 + d v). */
static const double *ones(ad_dropout *d, adrop_phase phase)
{
    ad_call c = call_in(phase);

    for (size_t i = 0; i < ROWS * UNITS; i++)
        x[i] = 1;
    CHECK_EQ(ad_dropout_forward(d, 0, &c), ADROP_OK);
    return y;
}

static double logit_of_half(double twice)
{
    return log(twice / (2 - twice));
}

/* The unit of a row whose noise is largest, and so best known from its mask. */
static size_t farthest(const double *mask, size_t row)
{
    size_t found = row * UNITS;

    for (size_t i = found; i < (row + 1) * UNITS; i++)
        if (fabs(mask[i] - 1) > fabs(mask[found] - 1))
            found = i;
    return found;
}

/* v (channels); rho. */
static void set(ad_dropout *d, double rho, double by)
{
    double *p = d->params;

    p[0] = rho;
    for (size_t i = 0; i < d->site.channels; i++)
        p[1 + i] = by * (0.2 + 0.1 * (double)i) * (i % 2 ? -1 : 1);
}

/* All units of a row share d, which scales sigma by exp(d) and the unit by 1 + d v; d is normal. */
static void rows_are_displaced(void)
{
    static double plain[ROWS * UNITS], without[ROWS * UNITS];
    static const double perturb[] = { 0.1, 0.3, 1 };
    adrop_ctx *ctx = bed_context(1);

    for (size_t k = 0; k < 3; k++) {
        char text[80];
        double sum = 0, squares = 0, worst = 0;
        snprintf(text, sizeof text, "self-tuning:perturb=%g", perturb[k]);
        ad_dropout *d = made(ctx, text), *fixed = made(ctx, "self-tuning:perturb=0");
        CHECK_WHERE("%s", text);
        set(d, log(0.02), 0);
        set(fixed, log(0.02), 0);
        memcpy(plain, ones(fixed, ADROP_PHASE_TRAIN), sizeof plain);
        memcpy(without, ones(d, ADROP_PHASE_TRAIN), sizeof without);
        set(d, log(0.02), 1);
        ones(d, ADROP_PHASE_TRAIN);
        for (size_t r = 0; r < ROWS; r++) {
            const size_t far = farthest(plain, r);
            const double at0 = logit_of_half(without[far]) / logit_of_half(plain[far]);
            const double shift = log(at0);
            for (size_t i = r * UNITS; i < (r + 1) * UNITS; i++) {
                const double v = ((const double *)d->params)[1 + i % UNITS / 4];
                const double mask = 2 / (1 + exp(-at0 * logit_of_half(plain[i])));
                worst = fmax(worst, fabs(without[i] - mask));
                worst = fmax(worst, fabs(y[i] - mask * (1 + shift * v)));
            }
            sum += shift / perturb[k];
            squares += shift * shift / perturb[k] / perturb[k];
        }
        CHECK_NEAR(worst, 0, 1e-9);
        CHECK_NEAR(sum / ROWS, 0, 5 / sqrt(ROWS));
        CHECK_NEAR(squares / ROWS, 1, 5 * sqrt(2.0 / ROWS));
        ad_dropout_free(d);
        ad_dropout_free(fixed);
    }
    adrop_ctx_free(ctx);
}

/* Phase sample has rho as it is and no v: its masks do not depend on them. */
static void samples_are_not_displaced(void)
{
    static double plain[ROWS * UNITS];
    adrop_ctx *ctx = bed_context(1);
    ad_dropout *d = made(ctx, "self-tuning:perturb=1,mask=channel");
    ad_dropout *fixed = made(ctx, "advanced-fixed:mu=0,sigma=1,mask=channel,mean=exact");

    set(d, 0, 3);
    memcpy(plain, ones(fixed, ADROP_PHASE_SAMPLE), sizeof plain);
    ones(d, ADROP_PHASE_SAMPLE);
    double worst = 0;
    for (size_t i = 0; i < ROWS * UNITS; i++)
        worst = fmax(worst, fabs(y[i] - plain[i]));
    CHECK_NEAR(worst, 0, 1e-12);
    ad_dropout_free(d);
    ad_dropout_free(fixed);
    adrop_ctx_free(ctx);
}

/* Rows that judge pass as they are, and dparams is (sum G x v, 0, .., 0), for random arrays. */
static void judges_see_the_response(void)
{
    static const char *const texts[] = { "self-tuning", "self-tuning:perturb=1,mask=channel" };
    adrop_ctx *ctx = bed_context(1);

    for (size_t k = 0; k < 2; k++) {
        ad_dropout *d = made(ctx, texts[k]);
        const ad_address at = { .seed = 3 + k, .purpose = AD_FOR_SPLIT };
        ad_call c = call_in(ADROP_PHASE_TRAIN);
        double by_hand = 0;
        CHECK_WHERE("%s", texts[k]);
        ad_noise_normal_f64(&at, 0, ROWS * UNITS, x);
        ad_noise_normal_f64(&at, 1, ROWS * UNITS, dy);
        set(d, 0.7, 1);
        c.where.is_response = 1;
        CHECK_EQ(ad_dropout_forward(d, 0, &c), ADROP_OK);
        CHECK_EQ(ad_dropout_backward(d, 0, &c), ADROP_OK);
        CHECK(!memcmp(x, y, sizeof x) && !memcmp(dx, dy, sizeof dx));
        for (size_t i = 0; i < ROWS * UNITS; i++)
            by_hand += x[i] * dy[i] * ((const double *)d->params)[1 + i % UNITS / 4];
        CHECK_NEAR(((const double *)d->grads)[0] / by_hand, 1, 1e-9);
        for (size_t i = 0; i < UNITS / 4; i++)
            CHECK(((const double *)d->grads)[1 + i] == 0);
        ad_dropout_free(d);
    }
    adrop_ctx_free(ctx);
}

static void sigma_stays_in_range(void)
{
    adrop_ctx *ctx = bed_context(1);
    ad_dropout *d = made(ctx, "self-tuning:sigma-min=0.5,sigma-max=2");

    set(d, 5, 7);
    ad_dropout_constrain(d);
    CHECK_NEAR(((const double *)d->params)[0], log(2), 1e-15);
    CHECK(((const double *)d->params)[1] == 7 * 0.2);
    set(d, -5, 7);
    ad_dropout_constrain(d);
    CHECK_NEAR(((const double *)d->params)[0], log(0.5), 1e-15);
    ad_dropout_free(d);
    CHECK_EQ(ad_dropout_create(ctx, AD_F64, "self-tuning:sigma=9", &ad_fixture_sites[0], 1, &d),
             ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "sigma-max");
    adrop_ctx_free(ctx);
}

CHECK_MAIN(rows_are_displaced, samples_are_not_displaced, judges_see_the_response,
           sigma_stays_in_range)
