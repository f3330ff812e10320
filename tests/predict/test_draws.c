/* Draws: their mean and standard deviation equal those of the predictions to the bit, for
 * probabilities, values and multi-label classes; logits give the probabilities; quantiles by a
 * plain sort; the number of passes; refusals. */
#include "adrop/adrop.h"
#include "check.h"
#include "random/noise.h"

enum { ROWS = 150, UNITS = 12, OUTPUTS = 3, SAMPLES = 9, MOST = ROWS * SAMPLES * OUTPUTS };

static adrop_ctx *ctx;
static float x[ROWS * UNITS];
static double draws[MOST], mean[ROWS * OUTPUTS], std[ROWS * OUTPUTS];
static uint32_t numbers[ROWS];

static void begin(void)
{
    const ad_address at = { .seed = 5 };

    CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
    ad_noise_normal_f32(&at, 0, ROWS * UNITS, x);
    for (uint32_t i = 0; i < ROWS; i++)
        numbers[i] = 7000 - 3 * i;
}

static void end(void)
{
    adrop_ctx_free(ctx);
}

static adrop_predictor *make(const char *dropout, adrop_loss loss, adrop_model **m)
{
    adrop_model_opts o;
    adrop_predictor *p;

    adrop_model_opts_init(&o);
    o.model = "mlp:20,12", o.dropout = dropout, o.loss = loss;
    o.channels = UNITS, o.height = o.width = 1;
    o.outputs = OUTPUTS, o.batch = 64, o.n_train = 100, o.seed = 2;
    CHECK_EQ(adrop_model_create(ctx, &o, m), ADROP_OK);
    CHECK_EQ(adrop_predictor_create(ctx, *m, &p), ADROP_OK);
    return p;
}

static void unmake(adrop_predictor *p, adrop_model *m)
{
    adrop_predictor_free(p);
    adrop_model_free(m);
}

static adrop_sample_opts passes_of(size_t samples)
{
    adrop_sample_opts o;

    adrop_sample_opts_init(&o);
    o.samples = samples;
    return o;
}

/* Welford's mean and deviation of the draws of an output. */
static void welford(size_t passes, const double *first, double *to_mean, double *to_std)
{
    double m = 0, s = 0;

    for (size_t t = 0; t < passes; t++) {
        const double off = first[t * OUTPUTS] - m;
        m += off / (double)(t + 1);
        s += off * (first[t * OUTPUTS] - m);
    }
    *to_mean = m;
    *to_std = passes > 1 ? sqrt(s / (double)(passes - 1)) : 0;
}

static void same_as_predicted(void)
{
    const adrop_loss losses[] = { ADROP_LOSS_SOFTMAX, ADROP_LOSS_SQUARED, ADROP_LOSS_BINARY };
    adrop_draws out = { .size = sizeof out, .draws = draws };
    adrop_model *m;

    for (size_t l = 0; l < 3; l++)
        for (size_t samples = 0; samples <= SAMPLES; samples += SAMPLES) {
            adrop_predictor *p = make("advanced", losses[l], &m);
            const adrop_sample_opts o = passes_of(samples);
            const size_t most = samples ? samples : 1;
            size_t passes = 0;
            CHECK_WHERE("loss %zu, %zu samples", l, samples);
            CHECK_EQ(adrop_predictor_predict(p, ROWS, x, numbers, samples, mean, std), ADROP_OK);
            CHECK_EQ(adrop_predictor_draw(p, &o, ROWS, x, numbers, &out, &passes), ADROP_OK);
            CHECK_EQ(passes, most);
            for (size_t i = 0; i < ROWS; i++)
                for (size_t c = 0; c < OUTPUTS; c++) {
                    double m0, s0;
                    welford(most, draws + i * most * OUTPUTS + c, &m0, &s0);
                    CHECK(m0 == mean[i * OUTPUTS + c] && s0 == std[i * OUTPUTS + c]);
                }
            CHECK(!samples || std[0] > 0);
            unmake(p, m);
        }
    check_where[0] = 0;
}

/* Softmax of the logits, their sigmoids; of values there are none. */
static void logits(void)
{
    static double raw[MOST];
    const adrop_loss losses[] = { ADROP_LOSS_SOFTMAX, ADROP_LOSS_BINARY, ADROP_LOSS_SQUARED };
    const adrop_sample_opts o = passes_of(SAMPLES);
    adrop_draws out = { .size = sizeof out, .draws = draws };
    adrop_draws before = { .size = sizeof before, .draws = raw, .logits = 1 };
    adrop_model *m;

    for (size_t l = 0; l < 3; l++) {
        adrop_predictor *p = make("bernoulli:rate=0.3", losses[l], &m);
        CHECK_WHERE("loss %zu", l);
        CHECK_EQ(adrop_predictor_draw(p, &o, ROWS, x, NULL, &out, NULL), ADROP_OK);
        CHECK_EQ(adrop_predictor_draw(p, &o, ROWS, x, NULL, &before, NULL), ADROP_OK);
        for (size_t i = 0; i < MOST; i += OUTPUTS)
            for (size_t c = 0; c < OUTPUTS; c++) {
                const double sum = exp(raw[i]) + exp(raw[i + 1]) + exp(raw[i + 2]);
                const double want = l == 0   ? exp(raw[i + c]) / sum
                                    : l == 1 ? 1 / (1 + exp(-raw[i + c]))
                                             : raw[i + c];
                CHECK_NEAR(draws[i + c], want, 1e-12);
            }
        CHECK((draws[0] == raw[0]) == (l == 2));
        unmake(p, m);
    }
    check_where[0] = 0;
}

static int ascending(const void *a, const void *b)
{
    const double u = *(const double *)a, v = *(const double *)b;

    return (u > v) - (u < v);
}

/* Of nine passes those at k / 8 are the sorted passes; one between two is between them. Alone and
 * beside the draws they are the same. */
static void quantiles(void)
{
    static double both[ROWS * 4 * OUTPUTS], alone[ROWS * 4 * OUTPUTS];
    const double at[4] = { 1, 0.5, 0.03125, 0 };
    const adrop_sample_opts o = passes_of(SAMPLES);
    adrop_draws out = {
        .size = sizeof out, .draws = draws, .n_at = 4, .at = at, .quantiles = both
    };
    adrop_model *m;
    adrop_predictor *p = make("advanced", ADROP_LOSS_SOFTMAX, &m);

    CHECK_EQ(adrop_predictor_draw(p, &o, ROWS, x, NULL, &out, NULL), ADROP_OK);
    out.draws = NULL;
    out.quantiles = alone;
    CHECK_EQ(adrop_predictor_draw(p, &o, ROWS, x, NULL, &out, NULL), ADROP_OK);
    CHECK(!memcmp(both, alone, sizeof both));
    for (size_t i = 0; i < ROWS; i++)
        for (size_t c = 0; c < OUTPUTS; c++) {
            double v[SAMPLES];
            for (size_t t = 0; t < SAMPLES; t++)
                v[t] = draws[(i * SAMPLES + t) * OUTPUTS + c];
            qsort(v, SAMPLES, sizeof *v, ascending);
            const double *q = both + i * 4 * OUTPUTS + c;
            CHECK(q[0] == v[8] && q[OUTPUTS] == v[4] && q[3 * OUTPUTS] == v[0]);
            CHECK_NEAR(q[2 * OUTPUTS], 0.75 * v[0] + 0.25 * v[1], 1e-15);
        }
    unmake(p, m);
}

/* One pass without a random layer; no more than there are members. */
static void fewer_passes(void)
{
    const adrop_sample_opts o = passes_of(SAMPLES);
    adrop_draws out = { .size = sizeof out, .draws = draws };
    size_t passes = 0;
    adrop_model *m;
    adrop_predictor *p = make("none", ADROP_LOSS_SOFTMAX, &m);

    CHECK_EQ(adrop_predictor_draw(p, &o, ROWS, x, NULL, &out, &passes), ADROP_OK);
    CHECK_EQ(passes, 1);
    CHECK_EQ(adrop_predictor_predict(p, ROWS, x, NULL, SAMPLES, mean, NULL), ADROP_OK);
    CHECK(!memcmp(draws, mean, sizeof mean));
    unmake(p, m);

    p = make("masksembles:members=4", ADROP_LOSS_SOFTMAX, &m);
    CHECK_EQ(adrop_predictor_draw(p, &o, ROWS, x, NULL, &out, &passes), ADROP_OK);
    CHECK_EQ(passes, 4);
    CHECK_EQ(adrop_predictor_draw(p, &o, 0, NULL, NULL, &out, &passes), ADROP_OK);
    unmake(p, m);
}

static void refusals(void)
{
    double at[2] = { 0.5, 1.5 }, q[2 * OUTPUTS];
    adrop_sample_opts o = passes_of(SAMPLES);
    adrop_draws out = { .size = sizeof out };
    size_t passes = 77;
    adrop_model *m;
    adrop_predictor *p = make("advanced", ADROP_LOSS_SOFTMAX, &m);

    CHECK_EQ(adrop_predictor_draw(p, &o, 1, x, NULL, &out, &passes), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "no array for draws");
    CHECK_EQ(adrop_predictor_draw(p, &o, 1, x, NULL, NULL, &passes), ADROP_EINVAL);
    out.n_at = 2;
    CHECK_EQ(adrop_predictor_draw(p, &o, 1, x, NULL, &out, &passes), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "at");
    out.at = at;
    CHECK_EQ(adrop_predictor_draw(p, &o, 1, x, NULL, &out, &passes), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "quantiles");
    out.quantiles = q;
    CHECK_EQ(adrop_predictor_draw(p, &o, 1, x, NULL, &out, &passes), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "quantile 1 is at 1.5");
    at[1] = (double)NAN;
    CHECK_EQ(adrop_predictor_draw(p, &o, 1, x, NULL, &out, &passes), ADROP_EINVAL);
    at[1] = 1;
    o.by_moments = 1;
    CHECK_EQ(adrop_predictor_draw(p, &o, 1, x, NULL, &out, &passes), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "no passes");
    o.by_moments = 0;
    CHECK_EQ(adrop_predictor_draw(p, &o, 1, NULL, NULL, &out, &passes), ADROP_EINVAL);
    CHECK_EQ(passes, 77);
    unmake(p, m);
}

/* A row whose outputs overflow: what is written is NaN, not half of it. */
static void not_finite(void)
{
    const adrop_sample_opts o = passes_of(SAMPLES);
    const double at = 0.5;
    double q[2 * OUTPUTS];
    float rows[2 * UNITS];
    adrop_draws out = { .size = sizeof out, .draws = draws, .n_at = 1, .at = &at, .quantiles = q };
    adrop_model *m;
    adrop_predictor *p = make("advanced", ADROP_LOSS_SQUARED, &m);

    memcpy(rows, x, sizeof rows);
    for (size_t i = 0; i < 8; i++)
        rows[UNITS + i] = 3e38f;
    CHECK_EQ(adrop_predictor_draw(p, &o, 2, rows, NULL, &out, NULL), ADROP_ENUMERIC);
    CHECK_HAS(adrop_ctx_message(ctx), "row 1");
    for (size_t i = 0; i < 2 * SAMPLES * OUTPUTS; i++)
        CHECK(isnan(draws[i]));
    for (size_t i = 0; i < 2 * OUTPUTS; i++)
        CHECK(isnan(q[i]));
    unmake(p, m);
}

CHECK_MAIN(begin, same_as_predicted, logits, quantiles, fewer_passes, refusals, not_finite, end)
