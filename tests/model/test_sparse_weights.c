/* Predictions that skip zero weights: which layers do, their results, bits for any number of
 * threads and rows, when skipping ends, predictors, also shared. */
#include "layer/fixture.h"

enum { ROWS = 70, INPUTS = 48 };

/* 48-100-90-3, of whose matrices only every `step`-th weight or so stays. */
static adrop_model *make(adrop_ctx *ctx, adrop_precision precision, size_t step)
{
    static float values[100 * 100];
    adrop_model_opts o;
    adrop_model *m;

    adrop_model_opts_init(&o);
    o.model = "mlp:100,90", o.dropout = "gaussian", o.precision = precision;
    o.channels = INPUTS, o.outputs = BED_OUTPUTS, o.batch = ROWS, o.n_train = 100, o.seed = 3;
    if (adrop_model_create(ctx, &o, &m)) {
        printf("%s\n", adrop_ctx_message(ctx)); /* the rest of the test needs it */
        exit(1);
    }
    for (size_t i = 0; i < m->n_tensors; i++) {
        if (m->tensor[i]->n_dims < 2)
            continue;
        CHECK_EQ(adrop_model_get(m, i, values), ADROP_OK);
        for (size_t k = 0; k < m->tensor[i]->n; k++)
            if (k * 7919 % 1009 % step)
                values[k] = 0;
        CHECK_EQ(adrop_model_set(m, i, values), ADROP_OK);
    }
    bed_fill();
    return m;
}

static void outputs(adrop_model *m, adrop_phase phase, size_t first, size_t rows, float *out)
{
    static uint32_t numbers[ROWS];
    adrop_batch b;

    for (size_t r = 0; r < rows; r++)
        numbers[r] = (uint32_t)(first + r);
    adrop_batch_input(&b, 1, rows, bed_x + first * INPUTS);
    b.row_numbers = numbers;
    CHECK_EQ(adrop_model_forward(m, phase, &b), ADROP_OK);
    memcpy(out, adrop_model_outputs(m), rows * BED_OUTPUTS * sizeof *out);
}

static double largest(const float *a, const float *b)
{
    double most = 0;

    for (size_t i = 0; i < ROWS * BED_OUTPUTS; i++)
        most = fmax(most, fabs((double)a[i] - (b ? (double)b[i] : 0)));
    return most;
}

static size_t skipping(const adrop_model *m)
{
    adrop_layer_info layer;
    size_t n = 0;

    for (size_t i = 0; adrop_model_layer(m, i, &layer); i++)
        n += !strcmp(layer.kind, "dense") && *layer.algorithm;
    return n;
}

static float dense[ROWS * BED_OUTPUTS], other[ROWS * BED_OUTPUTS], third[ROWS * BED_OUTPUTS];

static void which_layers(void)
{
    adrop_ctx *ctx = bed_context(2);
    adrop_model *thin = make(ctx, ADROP_PRECISION_F32, 10),
                *full = make(ctx, ADROP_PRECISION_F32, 2);
    size_t layers = 9;

    CHECK_EQ(skipping(thin), 0);
    CHECK_EQ(adrop_model_sparse_weights(thin, ADROP_SPARSE_AUTO, &layers), ADROP_OK);
    CHECK_EQ(layers, 2); /* the last has three outputs */
    CHECK_EQ(skipping(thin), 2);
    CHECK_EQ(adrop_model_sparse_weights(thin, ADROP_SPARSE_ON, &layers), ADROP_OK);
    CHECK_EQ(layers, 3);
    CHECK_EQ(adrop_model_sparse_weights(thin, ADROP_SPARSE_OFF, &layers), ADROP_OK);
    CHECK_EQ(layers + skipping(thin), 0);
    CHECK_EQ(adrop_model_sparse_weights(full, ADROP_SPARSE_AUTO, &layers), ADROP_OK);
    CHECK_EQ(layers, 0); /* half of the weights are not zero */
    CHECK_EQ(adrop_model_sparse_weights(full, (adrop_sparse_weights)7, &layers), ADROP_EINVAL);
    adrop_model_free(thin);
    adrop_model_free(full);
    adrop_ctx_free(ctx);
}

static void results(void)
{
    static const double bound[] = { 1e-5, 1e-7 }; /* of the largest; outputs are floats */
    adrop_ctx *ctx = bed_context(2);

    for (int precision = 0; precision < 2; precision++)
        for (adrop_phase phase = ADROP_PHASE_TRAIN; phase <= ADROP_PHASE_MEAN; phase++) {
            adrop_model *m = make(ctx, precision ? ADROP_PRECISION_F64 : ADROP_PRECISION_F32, 10);
            CHECK_WHERE("precision %d, phase %d", precision, (int)phase);
            outputs(m, phase, 0, ROWS, dense);
            CHECK_EQ(adrop_model_sparse_weights(m, ADROP_SPARSE_ON, NULL), ADROP_OK);
            outputs(m, phase, 0, ROWS, other);
            CHECK(largest(dense, other) <= bound[precision] * largest(dense, NULL));
            CHECK(phase != ADROP_PHASE_TRAIN || !memcmp(dense, other, sizeof dense));
            CHECK_EQ(adrop_model_sparse_weights(m, ADROP_SPARSE_OFF, NULL), ADROP_OK);
            outputs(m, phase, 0, ROWS, other);
            CHECK(!memcmp(dense, other, sizeof dense));
            adrop_model_free(m);
        }
    adrop_ctx_free(ctx);
}

/* auto twice, with stopwatches of their own, on one thread and on two; every row alone. */
static void bits(void)
{
    adrop_ctx *one = bed_context(1), *two = bed_context(2);
    adrop_model *a = make(one, ADROP_PRECISION_F32, 10), *b = make(two, ADROP_PRECISION_F32, 10);

    for (adrop_phase phase = ADROP_PHASE_SAMPLE; phase <= ADROP_PHASE_MEAN; phase++) {
        CHECK_WHERE("phase %d", (int)phase);
        CHECK_EQ(adrop_model_sparse_weights(a, ADROP_SPARSE_AUTO, NULL), ADROP_OK);
        CHECK_EQ(adrop_model_sparse_weights(b, ADROP_SPARSE_AUTO, NULL), ADROP_OK);
        outputs(a, phase, 0, ROWS, dense);
        outputs(b, phase, 0, ROWS, other);
        CHECK(!memcmp(dense, other, sizeof dense));
        CHECK_EQ(adrop_model_sparse_weights(b, ADROP_SPARSE_ON, NULL), ADROP_OK);
        outputs(b, phase, 0, ROWS, other);
        for (size_t r = 0; r < ROWS; r++)
            outputs(b, phase, r, 1, third + r * BED_OUTPUTS);
        CHECK(!memcmp(other, third, sizeof other));
    }
    adrop_model_free(a);
    adrop_model_free(b);
    adrop_ctx_free(one);
    adrop_ctx_free(two);
}

/* New weights are seen at once, and all is as before. */
static void until_weights_change(void)
{
    adrop_ctx *ctx = bed_context(1);
    adrop_model *a = make(ctx, ADROP_PRECISION_F32, 10), *b = make(ctx, ADROP_PRECISION_F32, 10);
    float bias[100];

    CHECK_EQ(adrop_model_sparse_weights(a, ADROP_SPARSE_ON, NULL), ADROP_OK);
    for (size_t i = 0; i < 100; i++)
        bias[i] = bed_number(i);
    for (int k = 0; k < 2; k++)
        CHECK_EQ(adrop_model_set(k ? a : b, 1, bias), ADROP_OK);
    CHECK_EQ(skipping(a), 0);
    outputs(a, ADROP_PHASE_MEAN, 0, ROWS, dense);
    outputs(b, ADROP_PHASE_MEAN, 0, ROWS, other);
    CHECK(!memcmp(dense, other, sizeof dense));
    for (int k = 0; k < 2; k++) {
        adrop_model *m = k ? a : b;
        adrop_rates rates;
        adrop_batch batch;
        adrop_losses losses;
        adrop_rates_init(&rates);
        adrop_batch_train(&batch, 0, 60, bed_x, bed_labels);
        CHECK_EQ(adrop_model_optimizer(m, "sgd"), ADROP_OK);
        CHECK_EQ(adrop_model_sparse_weights(m, ADROP_SPARSE_ON, NULL), ADROP_OK);
        CHECK_EQ(adrop_model_gradients(m, &batch, &losses), ADROP_OK);
        CHECK_EQ(adrop_model_step(m, &rates, NULL), ADROP_OK);
        CHECK_EQ(skipping(m), 0);
    }
    adrop_model_free(a);
    adrop_model_free(b);
    adrop_ctx_free(ctx);
}

static void predictors(void)
{
    static double mean[3][ROWS * BED_OUTPUTS];
    adrop_ctx *ctx = bed_context(2), *another = bed_context(2);
    adrop_model *m = make(ctx, ADROP_PRECISION_F32, 10);
    adrop_predictor *p, *shared;
    adrop_predictor_opts o;
    void *bytes;
    size_t size;

    adrop_predictor_opts_init(&o);
    CHECK_EQ(o.sparse_weights, ADROP_SPARSE_AUTO);
    CHECK_EQ(adrop_model_write(m, &bytes, &size), ADROP_OK);
    CHECK_EQ(adrop_predictor_read(ctx, bytes, size, NULL, &p), ADROP_OK);
    CHECK_EQ(skipping(adrop_predictor_model(p)), 2);
    CHECK_EQ(adrop_predictor_share(p, another, &shared), ADROP_OK);
    CHECK_EQ(skipping(adrop_predictor_model(shared)), 2);
    CHECK_EQ(adrop_predictor_predict(p, ROWS, bed_x, NULL, 3, mean[0], NULL), ADROP_OK);
    CHECK_EQ(adrop_predictor_predict(shared, ROWS, bed_x, NULL, 3, mean[1], NULL), ADROP_OK);
    CHECK(!memcmp(mean[0], mean[1], sizeof mean[0]));
    adrop_predictor_free(p);
    adrop_predictor_free(shared);
    o.sparse_weights = ADROP_SPARSE_OFF;
    CHECK_EQ(adrop_predictor_read(ctx, bytes, size, &o, &p), ADROP_OK);
    CHECK_EQ(skipping(adrop_predictor_model(p)), 0);
    CHECK_EQ(adrop_predictor_predict(p, ROWS, bed_x, NULL, 3, mean[2], NULL), ADROP_OK);
    for (size_t i = 0; i < ROWS * BED_OUTPUTS; i++)
        CHECK_NEAR(mean[0][i], mean[2][i], 1e-5);
    adrop_predictor_free(p);
    adrop_free(ctx, bytes);
    adrop_model_free(m);
    adrop_ctx_free(ctx);
    adrop_ctx_free(another);
}

CHECK_MAIN(which_layers, results, bits, until_weights_change, predictors)
