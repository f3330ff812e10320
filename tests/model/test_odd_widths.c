/* Networks whose channels do not fill blocks: all six architectures at odd widths. Outputs and
 * gradients against the plain engine, with dropout on maps too; padding of the parameters stays
 * zero through training; files; equal bits for any number of threads.
 *
 * Initial parameters and masks have addresses, so the float and the double network start from the
 * same numbers, whatever the padding. */
#include "compute/version_dnnl.h"
#include "compute/winograd.h"
#include "layer/fixture.h"

enum { ROWS = 6, SIDE = 16 };

static const char *const models[] = { "mlp:31,29",           "vgg16:width=0.28",
                                      "resnet18:width=0.28", "densenet40:width=0.6",
                                      "mobilenet:width=0.3", "wrn16-10:width=0.11" };
enum { MODELS = sizeof models / sizeof *models };

static adrop_model *make(adrop_ctx *ctx, const char *text, adrop_precision precision)
{
    adrop_model_opts o;
    adrop_model *m;

    adrop_model_opts_init(&o);
    o.model = text, o.dropout = "bernoulli:rate=0.2", o.precision = precision;
    o.dropout_at = strncmp(text, "mlp", 3) ? ADROP_AT_EVERYWHERE : ADROP_AT_DENSE_INPUTS;
    o.channels = 3, o.height = o.width = SIDE;
    o.outputs = BED_OUTPUTS, o.batch = ROWS, o.n_train = 100, o.seed = 5;
    if (adrop_model_create(ctx, &o, &m) || adrop_model_optimizer(m, "sgd:momentum=0.9")) {
        printf("%s: %s\n", text, adrop_ctx_message(ctx)); /* the rest of the test needs it */
        exit(1);
    }
    return m;
}

/* || a - b || / || b ||. */
static double distance(const float *a, const float *b, size_t n)
{
    double error = 0, length = 0;

    for (size_t i = 0; i < n; i++) {
        error += ((double)a[i] - (double)b[i]) * ((double)a[i] - (double)b[i]);
        length += (double)b[i] * (double)b[i];
    }
    return length > 0 ? sqrt(error / length) : sqrt(error);
}

/* The gradient of all parameters, tensor after tensor. */
static float *gradient(adrop_model *m, size_t *n)
{
    const adrop_batch b = bed_batch(ROWS);
    float *g;

    *n = 0;
    bed_loss(m, &b);
    for (size_t i = 0; i < m->n_tensors; i++)
        *n += m->tensor[i]->group != ADROP_TENSOR_BUFFERS ? m->tensor[i]->n : 0;
    if (!(g = malloc(*n * sizeof *g)))
        exit(EXIT_FAILURE);
    *n = 0;
    for (size_t i = 0; i < m->n_tensors; i++)
        if (m->tensor[i]->group != ADROP_TENSOR_BUFFERS) {
            CHECK_EQ(adrop_model_get_gradient(m, i, g + *n), ADROP_OK);
            *n += m->tensor[i]->n;
        }
    return g;
}

/* Rounding in float moves a few activations over a corner of ReLU or the maximum; a channel that is
 * wrong, or a mask that is not at its place, gives distances near 1. */
static void engines_agree(void)
{
    adrop_ctx *ctx = bed_context(2);
    int winograd = 0, none = 0; /* none: oneDNN 3.x with AVX-512, as in test_choice.c */

    bed_fill();
    for (size_t i = 0; i < MODELS; i++) {
        adrop_model *fast = make(ctx, models[i], ADROP_PRECISION_F32),
                    *plain = make(ctx, models[i], ADROP_PRECISION_F64);
        adrop_batch b = bed_batch(ROWS);
        adrop_layer_info layer;
        size_t n, n_plain;
        CHECK_WHERE("%s", models[i]);
        for (adrop_phase phase = ADROP_PHASE_TRAIN; phase <= ADROP_PHASE_MEAN; phase++) {
            CHECK_EQ(adrop_model_forward(fast, phase, &b), ADROP_OK);
            CHECK_EQ(adrop_model_forward(plain, phase, &b), ADROP_OK);
            CHECK(distance(adrop_model_outputs(fast), adrop_model_outputs(plain),
                           ROWS * BED_OUTPUTS) < 1e-4);
        }
        float *g = gradient(fast, &n), *h = gradient(plain, &n_plain);
        CHECK_EQ(n, n_plain);
        CHECK(distance(g, h, n) < 5e-3);
        for (size_t k = 0; adrop_model_layer(fast, k, &layer); k++)
            winograd += layer.channels % 8 && !strcmp(layer.algorithm, "winograd");
        none = fast->engine->has_avx512 && !ad_dnnl_has_winograd;
        free(g), free(h);
        adrop_model_free(fast), adrop_model_free(plain);
    }
    CHECK_WHERE("all");
    CHECK(none ? winograd == 0 : winograd > 10 || !ad_winograd_usable());
    adrop_ctx_free(ctx);
}

static void train(adrop_model *m, uint32_t steps)
{
    adrop_rates rates;

    adrop_rates_init(&rates);
    for (uint32_t step = 0; step < steps; step++) {
        adrop_batch b;
        adrop_batch_train(&b, step, step % 2 ? ROWS - 2 : ROWS, bed_x, bed_labels);
        bed_loss(m, &b);
        CHECK_EQ(adrop_model_step(m, &rates, NULL), ADROP_OK);
    }
}

/* What is not zero in the block of parameters is in the tensors. */
static void check_padding(const adrop_model *m)
{
    float *values = malloc(m->most * sizeof *values);
    size_t inside = 0, total = 0;

    for (size_t i = 0; values && i < m->n_tensors; i++) {
        CHECK_EQ(adrop_model_get(m, i, values), ADROP_OK);
        for (size_t k = 0; m->tensor[i]->group != ADROP_TENSOR_BUFFERS && k < m->tensor[i]->n; k++)
            inside += values[k] != 0;
    }
    for (size_t k = 0; k < m->n_params; k++)
        total += ((const float *)m->params)[k] != 0;
    CHECK_EQ(total, inside);
    free(values);
}

static void check_same_outputs(adrop_model *a, adrop_model *b)
{
    for (adrop_phase phase = ADROP_PHASE_SAMPLE; phase <= ADROP_PHASE_MEAN; phase++) {
        adrop_batch batch;
        adrop_batch_input(&batch, 1, ROWS, bed_x);
        CHECK_EQ(adrop_model_forward(a, phase, &batch), ADROP_OK);
        CHECK_EQ(adrop_model_forward(b, phase, &batch), ADROP_OK);
        CHECK(!memcmp(adrop_model_outputs(a), adrop_model_outputs(b),
                      ROWS * BED_OUTPUTS * sizeof(float)));
    }
}

/* A trained network, written and read, by as many threads and by one. */
static void files_and_threads(void)
{
    adrop_ctx *one = bed_context(1), *two = bed_context(2);

    for (size_t i = 0; i < MODELS; i++) {
        adrop_model *m = make(two, models[i], ADROP_PRECISION_F32), *again, *alone;
        void *bytes;
        size_t size;
        CHECK_WHERE("%s", models[i]);
        train(m, 2);
        check_padding(m);
        CHECK_EQ(adrop_model_write(m, &bytes, &size), ADROP_OK);
        CHECK_EQ(adrop_model_read(two, bytes, size, NULL, &again), ADROP_OK);
        CHECK_EQ(adrop_model_read(one, bytes, size, NULL, &alone), ADROP_OK);
        check_padding(again);
        check_same_outputs(m, again);
        check_same_outputs(m, alone);
        adrop_free(two, bytes);
        adrop_model_free(m), adrop_model_free(again), adrop_model_free(alone);
    }
    adrop_ctx_free(one);
    adrop_ctx_free(two);
}

CHECK_MAIN(engines_agree, files_and_threads)
