/* Running averages of batch normalisation, and their effect on predictions, against the definition
 * in double. The layer sees the input itself, so the statistics of its batches are known. */
#include "layer/fixture.h"

enum { CHANNELS = BED_OUTPUTS, STEPS = 6 };

typedef struct {
    adrop_precision precision;
    size_t shards;
    int is_synchronised; /* in float only vectors and what lies as convolutions have it */
    size_t height, width;
} norm_case;

/* Two shards of 5 rows are of 3 and 2. */
static const norm_case norm_cases[] = {
    { ADROP_PRECISION_F64, 1, 0, 2, 3 }, { ADROP_PRECISION_F32, 1, 0, 2, 3 },
    { ADROP_PRECISION_F64, 2, 0, 2, 3 }, { ADROP_PRECISION_F32, 2, 0, 2, 3 },
    { ADROP_PRECISION_F64, 2, 1, 2, 3 }, { ADROP_PRECISION_F32, 1, 0, 1, 1 },
    { ADROP_PRECISION_F32, 2, 0, 1, 1 }, { ADROP_PRECISION_F32, 2, 1, 1, 1 },
};

static ad_layer *norm_of_input(ad_build *b, ad_layer *x, const void *s)
{
    (void)s;
    x = ad_build_norm(b, x, AD_LINEAR, "n");
    x = ad_build_global_pool(b, x);
    return ad_build_layer(b, "dense", "head", 1, &x, "out=3");
}

static size_t tensor(const adrop_model *m, const char *name)
{
    for (size_t i = 0; i < m->n_tensors; i++)
        if (!strcmp(m->tensor[i]->name, name))
            return i;
    CHECK_FAIL(name);
    return 0;
}

static void set(adrop_model *m, const char *name, const float *values)
{
    CHECK_EQ(adrop_model_set(m, tensor(m, name), values), ADROP_OK);
}

/* Mean and variance, without bias, of a channel over rows [from, to). */
static void moments(const norm_case *c, const float *x, size_t channel, size_t from, size_t to,
                    double out[2])
{
    const size_t places = c->height * c->width;
    const double n = (double)((to - from) * places);
    double sum = 0, squares = 0;

    for (size_t r = from; r < to; r++)
        for (size_t k = 0; k < places; k++)
            sum += (double)x[(r * CHANNELS + channel) * places + k];
    out[0] = sum / n;
    for (size_t r = from; r < to; r++)
        for (size_t k = 0; k < places; k++) {
            const double off = (double)x[(r * CHANNELS + channel) * places + k] - out[0];
            squares += off * off;
        }
    out[1] = squares / (n > 1 ? n - 1 : 1);
}

/* r = 0.9 r + 0.1 s, where s is the average over the shards by rows. */
static void follow(const norm_case *c, const float *x, size_t rows, double running[2][CHANNELS])
{
    const size_t shards = c->is_synchronised ? 1 : c->shards, cut = (rows + shards - 1) / shards;

    for (size_t k = 0; k < CHANNELS; k++) {
        double all[2] = { 0, 0 };
        for (size_t from = 0; from < rows; from += cut) {
            const size_t to = from + cut < rows ? from + cut : rows;
            double own[2];
            moments(c, x, k, from, to, own);
            all[0] += own[0] * (double)(to - from) / (double)rows;
            all[1] += own[1] * (double)(to - from) / (double)rows;
        }
        for (int i = 0; i < 2; i++)
            running[i][k] = 0.9 * running[i][k] + 0.1 * all[i];
    }
}

/* In phase mean a row's outputs are gamma (x - mean) / sqrt(var + 1e-5) + beta, averaged over the
 * places, by the running averages, whatever else is in the batch. */
static void predicts_by(const norm_case *c, adrop_model *m, double running[2][CHANNELS],
                        const double gamma[CHANNELS], const double beta[CHANNELS])
{
    const adrop_batch b = bed_batch(2);
    static const float identity[9] = { 1, 0, 0, 0, 1, 0, 0, 0, 1 }, zero[3];

    set(m, "head.weight", identity);
    set(m, "head.bias", zero);
    CHECK_EQ(adrop_model_forward(m, ADROP_PHASE_MEAN, &b), ADROP_OK);
    for (size_t r = 0; r < 2; r++)
        for (size_t k = 0; k < CHANNELS; k++) {
            double own[2];
            moments(c, bed_x, k, r, r + 1, own);
            CHECK_CLOSE((double)adrop_model_outputs(m)[r * CHANNELS + k],
                        gamma[k] * (own[0] - running[0][k]) / sqrt(running[1][k] + 1e-5) + beta[k],
                        1e-5);
        }
}

static void follows_the_definition(const norm_case *c)
{
    const bed_case of = {
        "norm of the input", norm_of_input, CHANNELS, c->height, c->width, NULL, 0
    };
    static const float scale[CHANNELS] = { 1.5f, -0.5f, 2 }, shift[CHANNELS] = { 0.25f, 1, -3 };
    double running[2][CHANNELS] = { { 0, 0, 0 }, { 1, 1, 1 } }, gamma[CHANNELS], beta[CHANNELS];
    adrop_ctx *ctx = bed_context(1);
    adrop_model_opts o = bed_options(&of, c->precision);
    adrop_rates rates;

    o.shards = c->shards;
    o.sync_batch_norm = c->is_synchronised;
    adrop_model *m = bed_model(ctx, &of, &o);
    adrop_rates_init(&rates);
    rates.lr = rates.weight_decay = 0;
    CHECK_EQ(adrop_model_optimizer(m, "sgd"), ADROP_OK);
    set(m, "n.weight", scale);
    set(m, "n.bias", shift);
    for (size_t step = 0; step < STEPS; step++) {
        const size_t rows = step % 2 ? 4 : BED_ROWS;
        adrop_batch b = bed_batch(rows);
        float mean[CHANNELS], var[CHANNELS];
        b.x += step * 7 * CHANNELS * c->height * c->width;
        bed_loss(m, &b);
        CHECK_EQ(adrop_model_step(m, &rates, NULL), ADROP_OK);
        follow(c, b.x, rows, running);
        CHECK_EQ(adrop_model_get(m, tensor(m, "n.running_mean"), mean), ADROP_OK);
        CHECK_EQ(adrop_model_get(m, tensor(m, "n.running_var"), var), ADROP_OK);
        for (size_t k = 0; k < CHANNELS; k++) {
            CHECK_CLOSE((double)mean[k], running[0][k], 2e-6);
            CHECK_CLOSE((double)var[k], running[1][k], 2e-6);
        }
    }
    for (size_t k = 0; k < CHANNELS; k++)
        gamma[k] = (double)scale[k], beta[k] = (double)shift[k];
    predicts_by(c, m, running, gamma, beta);
    adrop_model_free(m);
    adrop_ctx_free(ctx);
}

static void running_averages(void)
{
    bed_fill();
    for (size_t k = 0; k < BED_MOST; k++) /* neither mean 0 nor variance 1 */
        bed_x[k] = 3 * bed_x[k] + (float)(k % 5) - 0.5f;
    for (size_t i = 0; i < sizeof norm_cases / sizeof *norm_cases; i++) {
        const norm_case *c = &norm_cases[i];
        CHECK_WHERE("%s, %zu shards%s, maps of %zu x %zu",
                    c->precision == ADROP_PRECISION_F64 ? "f64" : "f32", c->shards,
                    c->is_synchronised ? " synchronised" : "", c->height, c->width);
        follows_the_definition(c);
    }
}

CHECK_MAIN(running_averages)
