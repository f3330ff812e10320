/* Monte Carlo passes: equal bits for any number and order of inputs and any threads, on networks
 * with shared layers up to the input, the middle and the head; against the plain loop of passes;
 * the average over all masks of a small network; the members of fixed masks; entropies by their
 * definitions; refusals. */
#include "adrop/adrop.h"
#include "check.h"
#include "random/noise.h"

enum { ROWS = 300, MOST_INPUTS = 3 * 32 * 32, CLASSES = 4, SAMPLES = 9 };

static adrop_ctx *one, *two;
static float x[ROWS * MOST_INPUTS], turned[ROWS * MOST_INPUTS];

typedef struct {
    double mean[ROWS * CLASSES], std[ROWS * CLASSES];
    double entropy[ROWS], expected[ROWS], information[ROWS], energy[ROWS];
} kept;

static adrop_ctx *context(int threads)
{
    adrop_ctx_opts o;
    adrop_ctx *ctx;

    adrop_ctx_opts_init(&o);
    o.threads = threads;
    CHECK_EQ(adrop_ctx_create(&o, &ctx), ADROP_OK);
    return ctx;
}

static void begin(void)
{
    const ad_address at = { .seed = 5 };

    one = context(1);
    two = context(2);
    ad_noise_normal_f32(&at, 0, ROWS * MOST_INPUTS, x);
}

static void end(void)
{
    adrop_ctx_free(one);
    adrop_ctx_free(two);
}

typedef struct {
    const char *model, *dropout;
    adrop_dropout_at at;
    size_t channels, side, rows;
} scene;

static adrop_model *make(adrop_ctx *ctx, const scene *s)
{
    adrop_model_opts o;
    adrop_model *m;

    adrop_model_opts_init(&o);
    o.model = s->model, o.dropout = s->dropout, o.dropout_at = s->at;
    o.channels = s->channels, o.height = o.width = s->side;
    o.outputs = CLASSES, o.batch = 64, o.n_train = 100, o.seed = 2;
    const adrop_status status = adrop_model_create(ctx, &o, &m);
    if (status) {
        printf("%s\n", adrop_ctx_message(ctx));
        exit(1);
    }
    return m;
}

/* Rows in calls of `most`, from x or from their reverse, whose results go where they belong. */
static void sample(adrop_ctx *ctx, const scene *s, size_t most, int reversed, int shared, kept *k)
{
    static kept part;
    const size_t units = s->channels * s->side * s->side;
    adrop_model *m = make(ctx, s);
    adrop_predictor *p;
    adrop_sample_opts o;
    uint32_t numbers[ROWS];
    adrop_sampled out = { .size = sizeof out,
                          .mean = part.mean,
                          .std = part.std,
                          .entropy = part.entropy,
                          .expected_entropy = part.expected,
                          .mutual_information = part.information,
                          .energy = part.energy };

    adrop_sample_opts_init(&o);
    o.samples = SAMPLES;
    o.shared_masks = shared;
    memset(k, 0, sizeof *k);
    CHECK_EQ(adrop_predictor_create(ctx, m, &p), ADROP_OK);
    for (size_t i = 0; i < s->rows; i++) {
        const size_t from = reversed ? s->rows - 1 - i : i;
        memcpy(turned + i * units, x + from * units, units * sizeof *x);
        numbers[i] = 1000 + (uint32_t)from;
    }
    for (size_t first = 0, n; first < s->rows; first += n) {
        n = s->rows - first < most ? s->rows - first : most;
        CHECK_EQ(adrop_predictor_sample(p, &o, n, turned + first * units, numbers + first, &out),
                 ADROP_OK);
        for (size_t i = 0; i < n; i++) {
            const size_t row = numbers[first + i] - 1000;
            memcpy(k->mean + row * CLASSES, part.mean + i * CLASSES, CLASSES * sizeof *k->mean);
            memcpy(k->std + row * CLASSES, part.std + i * CLASSES, CLASSES * sizeof *k->std);
            k->entropy[row] = part.entropy[i];
            k->expected[row] = part.expected[i];
            k->information[row] = part.information[i];
            k->energy[row] = part.energy[i];
        }
    }
    adrop_predictor_free(p);
    adrop_model_free(m);
}

static const scene scenes[] = {
    { "mlp:20,12", "advanced", ADROP_AT_DENSE_INPUTS, 30, 1, ROWS },
    { "mlp:20,12", "bernoulli", ADROP_AT_HIDDEN, 30, 1, ROWS },
    { "mlp:20,12", "standout", ADROP_AT_HIDDEN, 30, 1, ROWS },
    { "mlp:20,12", "dropconnect", ADROP_AT_HIDDEN, 30, 1, ROWS },
    { "mlp:20,12", "variational:type=b", ADROP_AT_HIDDEN, 30, 1, ROWS },
    { "mlp:20,12", "information", ADROP_AT_HIDDEN, 30, 1, ROWS },
    { "vgg16:width=0.125", "gaussian", ADROP_AT_HIDDEN, 3, 32, 70 },
};

/* The bits are those of one call, whatever the calls, the order and the threads. */
static void same_bits(void)
{
    static kept whole, other;

    for (size_t s = 0; s < sizeof scenes / sizeof *scenes; s++) {
        CHECK_WHERE("%s %s", scenes[s].model, scenes[s].dropout);
        sample(one, &scenes[s], ROWS, 0, 0, &whole);
        sample(one, &scenes[s], 7, 1, 0, &other);
        CHECK(!memcmp(&whole, &other, sizeof whole));
        sample(two, &scenes[s], 64, 1, 0, &other);
        CHECK(!memcmp(&whole, &other, sizeof whole));
        if (scenes[s].side == 1) {
            sample(two, &scenes[s], 1, 0, 0, &other);
            CHECK(!memcmp(&whole, &other, sizeof whole));
        }
        CHECK(whole.std[0] > 0 && whole.information[0] > 0);
        CHECK_NEAR(whole.entropy[3] - whole.expected[3], whole.information[3], 1e-15);
        sample(one, &scenes[s], ROWS, 0, 1, &other);
        CHECK(strcmp(scenes[s].dropout, "dropconnect") == 0 ||
              memcmp(whole.std, other.std, sizeof whole.std) != 0);
    }
    check_where[0] = 0;
}

/* All layers in every pass, pass by pass. */
static void plain_loop(void)
{
    static kept k;

    for (size_t s = 0; s < sizeof scenes / sizeof *scenes; s++) {
        const scene *c = &scenes[s];
        adrop_model *m = make(one, c);
        double mean[64 * CLASSES] = { 0 }, energy[64] = { 0 }, entropy[64] = { 0 };
        uint32_t numbers[64];
        CHECK_WHERE("%s %s", c->model, c->dropout);
        sample(one, c, ROWS, 0, 0, &k);
        for (uint32_t i = 0; i < 64; i++)
            numbers[i] = 1000 + i;
        for (uint32_t t = 0; t < SAMPLES; t++) {
            adrop_batch b;
            adrop_batch_input(&b, t, 64, x);
            b.row_numbers = numbers;
            CHECK_EQ(adrop_model_forward(m, ADROP_PHASE_SAMPLE, &b), ADROP_OK);
            for (size_t i = 0; i < 64; i++) {
                const float *y = adrop_model_outputs(m) + i * CLASSES;
                double sum = 0;
                for (size_t q = 0; q < CLASSES; q++)
                    sum += exp((double)y[q]);
                energy[i] -= log(sum) / SAMPLES;
                for (size_t q = 0; q < CLASSES; q++) {
                    const double p = exp((double)y[q]) / sum;
                    mean[i * CLASSES + q] += p / SAMPLES;
                    entropy[i] -= p * log(p) / SAMPLES;
                }
            }
        }
        for (size_t i = 0; i < 64; i++) {
            CHECK_NEAR(k.energy[i], energy[i], 1e-6);
            CHECK_NEAR(k.expected[i], entropy[i], 1e-6);
            for (size_t q = 0; q < CLASSES; q++)
                CHECK_NEAR(k.mean[i * CLASSES + q], mean[i * CLASSES + q], 1e-6);
        }
        adrop_model_free(m);
    }
    check_where[0] = 0;
}

/* Bernoulli masks at rate 0.5 on 5 inputs and 4 hidden units: 512 equally likely pairs of masks. */
typedef struct {
    float w1[4 * 5], b1[4], w2[CLASSES * 4], b2[CLASSES];
} tiny;

static void read_tiny(const adrop_model *m, tiny *t)
{
    float *const to[] = { t->w1, t->b1, t->w2, t->b2 };

    for (size_t i = 0, k = 0; i < adrop_model_n_tensors(m) && k < 4; i++) {
        adrop_tensor_info info;
        CHECK_EQ(adrop_model_tensor(m, i, &info), 1);
        CHECK_EQ(adrop_model_get(m, i, to[k++]), ADROP_OK);
    }
}

static void exact_mean(const tiny *t, const float *row, double *mean, double *square)
{
    memset(mean, 0, CLASSES * sizeof *mean);
    memset(square, 0, CLASSES * sizeof *square);
    for (unsigned mask = 0; mask < 512; mask++) {
        double h[4], e[CLASSES], sum = 0;
        for (size_t j = 0; j < 4; j++) {
            double a = (double)t->b1[j];
            for (size_t i = 0; i < 5; i++)
                a += mask >> i & 1 ? 2 * (double)t->w1[j * 5 + i] * (double)row[i] : 0;
            h[j] = mask >> (5 + j) & 1 ? 2 * fmax(a, 0) : 0;
        }
        for (size_t q = 0; q < CLASSES; q++) {
            double a = (double)t->b2[q];
            for (size_t j = 0; j < 4; j++)
                a += (double)t->w2[q * 4 + j] * h[j];
            sum += e[q] = exp(a);
        }
        for (size_t q = 0; q < CLASSES; q++) {
            mean[q] += e[q] / sum / 512;
            square[q] += e[q] / sum * (e[q] / sum) / 512;
        }
    }
}

/* Within 5 standard errors of the exact average for 20 inputs and 4 classes: odds of a false alarm
 * 80 x 6e-7. A mean over inputs' plain passes, the usual mistake, is 30 standard errors away. */
static void all_masks(void)
{
    enum { N = 20, T = 40000 };
    const scene s = { "mlp:4", "bernoulli:rate=0.5", ADROP_AT_DENSE_INPUTS, 5, 1, N };
    adrop_model *m = make(one, &s);
    static double mean[N * CLASSES], std[N * CLASSES], still[N * CLASSES];
    double most = 0;
    tiny t;
    adrop_predictor *p;

    read_tiny(m, &t);
    CHECK_EQ(adrop_predictor_create(one, m, &p), ADROP_OK);
    CHECK_EQ(adrop_predictor_predict(p, N, x, NULL, T, mean, std), ADROP_OK);
    CHECK_EQ(adrop_predictor_predict(p, N, x, NULL, 0, still, NULL), ADROP_OK);
    for (size_t i = 0; i < N; i++) {
        double exact[CLASSES], square[CLASSES];
        exact_mean(&t, x + i * 5, exact, square);
        for (size_t q = 0; q < CLASSES; q++) {
            const double error = sqrt((square[q] - exact[q] * exact[q]) / T);
            CHECK_NEAR(mean[i * CLASSES + q], exact[q], 5 * error);
            CHECK_NEAR(std[i * CLASSES + q], error * sqrt(T), 0.05 * error * sqrt(T));
            most = fmax(most, fabs(still[i * CLASSES + q] - exact[q]) / error);
        }
    }
    CHECK(most > 30);
    adrop_predictor_free(p);
    adrop_model_free(m);
}

/* Fixed masks: more passes than masks are all masks, each once, whatever the row's number. */
static void members(void)
{
    const scene s = { "mlp:20,12", "masksembles:members=5", ADROP_AT_HIDDEN, 30, 1, 40 };
    static double mean[4][40 * CLASSES], std[4][40 * CLASSES], sum[40 * CLASSES];
    const size_t samples[4] = { 5, 6, 50, 3 };
    uint32_t other[40];
    adrop_model *m = make(one, &s);
    adrop_predictor *p;

    CHECK_EQ(adrop_predictor_create(one, m, &p), ADROP_OK);
    for (size_t k = 0; k < 4; k++)
        CHECK_EQ(adrop_predictor_predict(p, 40, x, NULL, samples[k], mean[k], std[k]), ADROP_OK);
    CHECK(!memcmp(mean[0], mean[1], sizeof mean[0]) && !memcmp(std[0], std[1], sizeof std[0]));
    CHECK(!memcmp(mean[0], mean[2], sizeof mean[0]) && !memcmp(std[0], std[2], sizeof std[0]));
    CHECK(memcmp(mean[0], mean[3], sizeof mean[0]) != 0 && std[0][0] > 0);
    /* a row's number says with which mask it begins: as one pass each, all five are there */
    for (uint32_t t = 0; t < 5; t++) {
        for (uint32_t i = 0; i < 40; i++)
            other[i] = i + t;
        CHECK_EQ(adrop_predictor_predict(p, 40, x, other, 1, mean[1], NULL), ADROP_OK);
        for (size_t i = 0; i < 40 * CLASSES; i++)
            sum[i] += mean[1][i] / 5;
    }
    for (size_t i = 0; i < 40 * CLASSES; i++)
        CHECK_NEAR(sum[i], mean[0][i], 1e-6);
    adrop_predictor_free(p);
    adrop_model_free(m);
}

static void refusals(void)
{
    const scene s = { "mlp:4", "none", ADROP_AT_DENSE_INPUTS, 5, 1, 3 };
    adrop_model *m = make(one, &s);
    double mean[3 * CLASSES], std[3 * CLASSES];
    adrop_sampled out = { .size = sizeof out, .mean = mean };
    adrop_sample_opts o;
    adrop_predictor *p;

    CHECK_EQ(adrop_predictor_create(one, m, &p), ADROP_OK);
    CHECK_EQ(adrop_predictor_sample(p, NULL, 3, x, NULL, &out), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(one), "no random layer");
    CHECK_EQ(adrop_predictor_predict(p, 3, x, NULL, 5, mean, std), ADROP_OK);
    CHECK(std[0] == 0);
    adrop_sample_opts_init(&o);
    o.samples = 0;
    CHECK_EQ(adrop_predictor_sample(p, &o, 3, x, NULL, &out), ADROP_OK);
    out.mean = NULL;
    CHECK_EQ(adrop_predictor_sample(p, &o, 3, x, NULL, &out), ADROP_EINVAL);
    adrop_predictor_free(p);
    adrop_model_free(m);
}

CHECK_MAIN(begin, same_bits, plain_loop, all_masks, members, refusals, end)
