/* Moments propagated through a network against Monte Carlo passes: exact up to sampling error if
 * one layer is random; close if two are, with the error printed; refused networks. */
#include "adrop/adrop.h"
#include "check.h"
#include "random/noise.h"

enum { ROWS = 12, INPUTS = 12, T = 4000 };

static adrop_ctx *ctx;
static float x[ROWS * INPUTS];

static void begin(void)
{
    const ad_address at = { .seed = 9 };

    CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
    ad_noise_normal_f32(&at, 0, ROWS * INPUTS, x);
}

static void end(void)
{
    adrop_ctx_free(ctx);
}

static adrop_model *make(const char *model, const char *dropout, adrop_dropout_at where,
                         adrop_loss loss)
{
    adrop_model_opts o;
    adrop_model *m;

    adrop_model_opts_init(&o);
    o.model = model, o.dropout = dropout, o.dropout_at = where;
    o.channels = INPUTS, o.height = o.width = 1, o.outputs = loss == ADROP_LOSS_SOFTMAX ? 3 : 1;
    o.loss = loss, o.batch = 256, o.n_train = 100, o.seed = 4;
    CHECK_EQ(adrop_model_create(ctx, &o, &m), ADROP_OK);
    return m;
}

static adrop_status ask(adrop_predictor *p, int by_moments, double *mean, double *std)
{
    adrop_sampled out = { .size = sizeof out, .mean = mean, .std = std };
    adrop_sample_opts o;

    adrop_sample_opts_init(&o);
    o.samples = T;
    o.by_moments = by_moments;
    return adrop_predictor_sample(p, &o, ROWS, x, NULL, &out);
}

static const char *const techniques[] = { "bernoulli:rate=0.5", "gaussian:rate=0.3", "advanced",
                                          "uniform", "concrete" };

/* Only what the last dense layer reads is random: mean and variance are exact. Means within 5
 * standard errors and standard deviations within 5 / sqrt(2 T) x 3 (masks have heavier tails than
 * the normal distribution): odds of a false alarm below 1e-5 over all. Without the variance of the
 * masks the standard deviation would be 0; with the scale left out, half or less. */
static void one_layer(void)
{
    for (size_t k = 0; k < sizeof techniques / sizeof *techniques; k++) {
        adrop_model *m = make("mlp:16", techniques[k], ADROP_AT_HIDDEN, ADROP_LOSS_SQUARED);
        double u[ROWS], s[ROWS], mean[ROWS], std[ROWS];
        adrop_predictor *p;
        CHECK_WHERE("%s", techniques[k]);
        CHECK_EQ(adrop_predictor_create(ctx, m, &p), ADROP_OK);
        CHECK_EQ(ask(p, 1, u, s), ADROP_OK);
        CHECK_EQ(ask(p, 0, mean, std), ADROP_OK);
        for (size_t i = 0; i < ROWS; i++) {
            CHECK_NEAR(u[i], mean[i], 5 * std[i] / sqrt(T));
            CHECK_NEAR(s[i], std[i], 15 / sqrt(2.0 * T) * std[i]);
        }
        adrop_predictor_free(p);
        adrop_model_free(m);
    }
    check_where[0] = 0;
}

/* Two random layers: units are no longer independent and normal. */
static void two_layers(void)
{
    for (size_t k = 0; k < sizeof techniques / sizeof *techniques; k++) {
        adrop_model *m = make("mlp:64", techniques[k], ADROP_AT_DENSE_INPUTS, ADROP_LOSS_SQUARED);
        double u[ROWS], s[ROWS], mean[ROWS], std[ROWS], worst_mean = 0, worst_std = 0;
        adrop_predictor *p;
        CHECK_EQ(adrop_predictor_create(ctx, m, &p), ADROP_OK);
        CHECK_EQ(ask(p, 1, u, s), ADROP_OK);
        CHECK_EQ(ask(p, 0, mean, std), ADROP_OK);
        for (size_t i = 0; i < ROWS; i++) {
            worst_mean = fmax(worst_mean, fabs(u[i] - mean[i]) / std[i]);
            worst_std = fmax(worst_std, fabs(s[i] / std[i] - 1));
        }
        printf("%-20s two layers: mean off by up to %.3f standard deviations, standard deviation "
               "by up to %.0f %%\n",
               techniques[k], worst_mean, 100 * worst_std);
        CHECK(worst_mean < 0.3 && worst_std < 0.35);
        adrop_predictor_free(p);
        adrop_model_free(m);
    }
}

/* Probabilities are near those of the passes, and say what is not known. */
static void classes(void)
{
    adrop_model *m = make("mlp:32", "advanced", ADROP_AT_HIDDEN, ADROP_LOSS_SOFTMAX);
    double u[ROWS * 3], s[ROWS * 3], mean[ROWS * 3], std[ROWS * 3];
    adrop_predictor *p;

    CHECK_EQ(adrop_predictor_create(ctx, m, &p), ADROP_OK);
    CHECK_EQ(ask(p, 1, u, s), ADROP_OK);
    CHECK_EQ(ask(p, 0, mean, std), ADROP_OK);
    for (size_t i = 0; i < ROWS * 3; i++) {
        CHECK_NEAR(u[i], mean[i], 0.02);
        CHECK(isnan(s[i]));
    }
    adrop_predictor_free(p);
    adrop_model_free(m);
}

static void refusals(void)
{
    static const char *const text[] = { "dropconnect", "standout", "advanced:unit=sample" };

    for (size_t k = 0; k < 3; k++) {
        adrop_model *m = make("mlp:8", text[k], ADROP_AT_HIDDEN, ADROP_LOSS_SOFTMAX);
        double mean[ROWS * 3];
        adrop_predictor *p;
        CHECK_EQ(adrop_predictor_create(ctx, m, &p), ADROP_OK);
        CHECK_EQ(ask(p, 1, mean, NULL), ADROP_EINVAL);
        CHECK_HAS(adrop_ctx_message(ctx), "moments cannot go through layer");
        adrop_predictor_free(p);
        adrop_model_free(m);
    }
}

CHECK_MAIN(begin, one_layer, two_layers, classes, refusals, end)
