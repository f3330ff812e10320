/* The training step: shards, threads, repetition, memory, saving and restoring state. */
#include <malloc.h>

#include "layer/fixture.h"
#include "scarce.h"

enum { ROWS = 12, STEPS = 6 };

static adrop_model_opts options(const char *model, const char *dropout, size_t shards)
{
    adrop_model_opts o;

    adrop_model_opts_init(&o);
    o.model = model, o.dropout = dropout;
    o.channels = 3, o.height = o.width = 16;
    o.outputs = BED_OUTPUTS;
    o.batch = ROWS;
    o.shards = shards;
    o.n_train = 100;
    o.seed = 5;
    return o;
}

/* Train for some steps; the last batch is short. */
static double train(adrop_model *m, uint32_t first, uint32_t end)
{
    adrop_rates rates;
    adrop_losses l = { 0 };

    adrop_rates_init(&rates);
    for (uint32_t step = first; step < end; step++) {
        const size_t rows = step % 3 == 2 ? ROWS - 5 : ROWS;
        adrop_batch b;
        adrop_batch_train(&b, step, rows, bed_x, bed_labels);
        CHECK_EQ(adrop_model_gradients(m, &b, &l), ADROP_OK);
        CHECK_EQ(adrop_model_step(m, &rates, NULL), ADROP_OK);
    }
    return l.data + l.extra;
}

static size_t state_bytes(const adrop_model *m)
{
    return m->n_params * ad_dtype_size(m->engine->real);
}

static void check_same_bits(const adrop_model *a, const adrop_model *b)
{
    CHECK_EQ(a->n_params, b->n_params);
    CHECK(!memcmp(a->params, b->params, state_bytes(a)));
    CHECK(!memcmp(a->buffers, b->buffers, a->n_buffers * ad_dtype_size(a->engine->real)));
}

/* Twice the same calls, on one and on two threads: the same bits. */
static void runs_repeat(void)
{
    static const char *const models[] = { "mlp:30,20", "vgg16:width=0.125", "densenet40:width=0.5",
                                          "mobilenet:width=0.25" };

    bed_fill();
    for (size_t i = 0; i < sizeof models / sizeof *models; i++)
        for (int threads = 1; threads <= 2; threads++) {
            const adrop_model_opts o = options(models[i], "advanced", 1);
            adrop_ctx *ctx = bed_context(threads);
            adrop_model *a = bed_trainable(ctx, &o), *b = bed_trainable(ctx, &o);
            CHECK_WHERE("%s, %d threads", models[i], threads);
            CHECK(isfinite(train(a, 0, STEPS)));
            train(b, 0, STEPS);
            check_same_bits(a, b);
            adrop_model_free(a);
            adrop_model_free(b);
            adrop_ctx_free(ctx);
        }
}

/* Phases mean and sample: the same bits with one and two threads. */
static void predictions_do_not_depend_on_threads(void)
{
    static const char *const models[] = {
        "mlp:30,20",  "vgg16:width=0.25",     "resnet18:width=0.25",
        "densenet40", "mobilenet:width=0.25", "wrn16-10:width=0.1"
    };

    for (size_t i = 0; i < sizeof models / sizeof *models; i++)
        for (adrop_phase phase = ADROP_PHASE_SAMPLE; phase <= ADROP_PHASE_MEAN; phase++) {
            const adrop_model_opts o = options(models[i], "advanced", 1);
            adrop_batch b;
            adrop_batch_input(&b, 1, ROWS, bed_x);
            adrop_ctx *one = bed_context(1), *two = bed_context(2);
            adrop_model *a = bed_trainable(one, &o), *c = bed_trainable(two, &o);
            CHECK_WHERE("%s, phase %d", models[i], (int)phase);
            CHECK_EQ(adrop_model_forward(a, phase, &b), ADROP_OK);
            CHECK_EQ(adrop_model_forward(c, phase, &b), ADROP_OK);
            CHECK(!memcmp(adrop_model_outputs(a), adrop_model_outputs(c),
                          ROWS * BED_OUTPUTS * sizeof(float)));
            adrop_model_free(a);
            adrop_model_free(c);
            adrop_ctx_free(one);
            adrop_ctx_free(two);
        }
}

/* forward, backward by hand is what gradients does with one shard, bit for bit. */
static void one_shard_is_the_plain_step(void)
{
    const adrop_model_opts o = options("vgg16:width=0.125", "advanced", 1);
    adrop_batch b;
    adrop_ctx *ctx = bed_context(2);
    adrop_model *a = bed_trainable(ctx, &o), *c = bed_trainable(ctx, &o);
    adrop_losses la, lc;

    adrop_batch_train(&b, 0, ROWS, bed_x, bed_labels);
    CHECK_EQ(adrop_model_gradients(a, &b, &la), ADROP_OK);
    CHECK_EQ(adrop_model_forward(c, ADROP_PHASE_TRAIN, &b), ADROP_OK);
    CHECK_EQ(adrop_model_backward(c, &b, &lc), ADROP_OK);
    CHECK(la.data == lc.data && la.extra == lc.extra);
    CHECK(!memcmp(a->grads, c->grads, state_bytes(a)));
    CHECK_EQ(adrop_model_backward(c, &b, &lc), ADROP_EINVAL); /* not twice */
    adrop_model_free(a);
    adrop_model_free(c);
    adrop_ctx_free(ctx);
}

/* A backward belongs to the last forward, with the weights that it had. */
static void other_passes_are_refused(void)
{
    const adrop_model_opts o = options("vgg16:width=0.125", "advanced", 1);
    adrop_ctx *ctx = bed_context(1);
    adrop_model *m = bed_trainable(ctx, &o);
    uint32_t numbers[ROWS];
    adrop_batch b, other;
    adrop_losses l;
    adrop_rates rates;
    double loss;

    adrop_rates_init(&rates);
    for (uint32_t i = 0; i < ROWS; i++)
        numbers[i] = 3 * i;
    adrop_batch_train(&b, 9, ROWS, bed_x, bed_labels);
    for (int i = 0; i < 8; i++) {
        other = b;
        CHECK_WHERE("case %d", i);
        CHECK_EQ(adrop_model_forward(m, ADROP_PHASE_TRAIN, &b), ADROP_OK);
        if (i == 0)
            other.step = 7;
        else if (i == 1)
            other.row_numbers = numbers;
        else if (i == 2)
            other.x = bed_x + 1;
        else if (i == 3)
            other.rows = ROWS - 1;
        else if (i == 4)
            CHECK_EQ(adrop_model_forward(m, ADROP_PHASE_MEAN, &b), ADROP_OK);
        else if (i == 5)
            CHECK_EQ(adrop_model_step(m, &rates, NULL), ADROP_OK);
        else if (i == 6)
            CHECK_EQ(adrop_model_set_dropout_strength(m, 1), ADROP_OK);
        CHECK_EQ(adrop_model_backward(m, &other, &l), i < 7 ? ADROP_EINVAL : ADROP_OK);
        if (i < 7)
            CHECK_HAS(adrop_ctx_message(ctx), "backward must follow");
    }
    CHECK_WHERE("the loss");
    CHECK_EQ(adrop_model_loss(m, &b, &loss), ADROP_OK);
    other.rows = ROWS - 1;
    CHECK_EQ(adrop_model_loss(m, &other, &loss), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "outputs of");
    check_where[0] = 0;
    adrop_model_free(m);
    adrop_ctx_free(ctx);
}

/* Without batch norm and with noise that does not look at the batch, four shards are
 * one to rounding: in double to 1e-12 of the largest gradient. */
static void shards_add_up(void)
{
    static const char *const techniques[] = {
        "none",       "bernoulli",        "gaussian",
        "uniform",    "advanced-noprior", "concrete:lengthscale=0.1",
        "variational"
    };

    for (size_t t = 0; t < sizeof techniques / sizeof *techniques; t++) {
        adrop_model_opts one = options("mlp:30,20", techniques[t], 1);
        adrop_model_opts four = options("mlp:30,20", techniques[t], 4);
        one.precision = four.precision = ADROP_PRECISION_F64;
        adrop_ctx *ctx = bed_context(2);
        adrop_model *a = bed_trainable(ctx, &one), *b = bed_trainable(ctx, &four);
        CHECK_WHERE("%s", techniques[t]);
        CHECK_NEAR(train(a, 0, STEPS), train(b, 0, STEPS), 1e-11);
        const double *x = a->params, *y = b->params;
        double most = 0;
        for (size_t i = 0; i < a->n_params; i++)
            most = fmax(most, fabs(x[i] - y[i]));
        CHECK_NEAR(most, 0, 1e-12);
        adrop_model_free(a);
        adrop_model_free(b);
        adrop_ctx_free(ctx);
    }
}

/* More shards than rows, and batch norm by shards: still finite, still deterministic,
 * and in less memory. */
static void shards_bound_memory(void)
{
    adrop_model_opts one = options("vgg16:width=0.25", "advanced", 1);
    adrop_model_opts four = options("vgg16:width=0.25", "advanced", 4);
    one.direct = four.direct = 1; /* Winograd's scratch is the weights', whatever the rows */
    adrop_ctx *ctx = bed_context(2);
    adrop_model *a = bed_trainable(ctx, &one), *b = bed_trainable(ctx, &four);

    CHECK(isfinite(train(b, 0, STEPS)));
    CHECK_WHERE("%zu bytes in four shards, %zu in one", b->arena_bytes, a->arena_bytes);
    CHECK(b->arena_bytes * 2 < a->arena_bytes);
    adrop_batch small;
    adrop_batch_train(&small, 9, 2, bed_x, bed_labels);
    adrop_losses l;
    CHECK_EQ(adrop_model_gradients(b, &small, &l), ADROP_OK);
    CHECK(isfinite(l.data));
    adrop_model_free(a);
    adrop_model_free(b);
    adrop_ctx_free(ctx);
}

/* After the first steps nothing is allocated through the hook, and the heap is flat. */
static void loop_allocates_nothing(void)
{
    const adrop_model_opts o = options("mlp:30,20", "advanced", 1);
    scarce s = { 0 };
    adrop_ctx *ctx = scarce_context(&s, 0);
    adrop_model *m = bed_trainable(ctx, &o);

    train(m, 0, 9);
    const long before = s.calls;
    const size_t heap = mallinfo2().uordblks;
    train(m, 9, 1009);
    CHECK_EQ(s.calls, before);
    CHECK_NEAR((double)mallinfo2().uordblks, (double)heap, 4096);
    adrop_model_free(m);
    adrop_ctx_free(ctx);
}

/* A model that is saved and loaded predicts the same; a file of another is refused. */
static void saves_and_loads(void)
{
    const adrop_model_opts o = options("resnet18:width=0.125", "advanced", 1);
    const adrop_model_opts other = options("resnet18:width=0.25", "advanced", 1);
    adrop_batch b;
    char path[] = "/tmp/adrop-model-XXXXXX";
    adrop_ctx *ctx = bed_context(2);
    adrop_model *a = bed_trainable(ctx, &o), *c = bed_trainable(ctx, &o),
                *d = bed_trainable(ctx, &other);
    const int file = mkstemp(path);

    adrop_batch_input(&b, 0, ROWS, bed_x);
    CHECK(file >= 0);
    train(a, 0, STEPS);
    CHECK_EQ(adrop_model_save(a, path), ADROP_OK);
    CHECK_EQ(adrop_model_load(c, path), ADROP_OK);
    check_same_bits(a, c);
    CHECK_EQ(adrop_model_forward(a, ADROP_PHASE_MEAN, &b), ADROP_OK);
    CHECK_EQ(adrop_model_forward(c, ADROP_PHASE_MEAN, &b), ADROP_OK);
    CHECK(!memcmp(adrop_model_outputs(a), adrop_model_outputs(c), ROWS * BED_OUTPUTS * 4));
    CHECK_EQ(adrop_model_load(d, path), ADROP_EFORMAT);
    CHECK_HAS(adrop_ctx_message(ctx), "another shape");
    remove(path);
    adrop_model_free(a);
    adrop_model_free(c);
    adrop_model_free(d);
    adrop_ctx_free(ctx);
}

/* More numbers of rows than plans are kept: the one that ran last, and the first, stay. */
static void plans_make_room(void)
{
    adrop_model_opts o = options("mlp:30,20", "advanced", 1);
    adrop_rates rates;
    adrop_ctx *ctx = bed_context(1);
    adrop_losses l;

    adrop_rates_init(&rates);
    o.batch = 40;
    adrop_model *m = bed_trainable(ctx, &o), *calm = bed_trainable(ctx, &o);
    adrop_batch b;
    adrop_batch_train(&b, 0, 1, bed_x, bed_labels);
    CHECK_EQ(adrop_model_gradients(m, &b, &l), ADROP_OK);
    for (size_t rows = 2; rows <= 40; rows++)
        CHECK_EQ(adrop_model_plan(m, rows), ADROP_OK);
    CHECK_EQ(m->n_nets, AD_MAX_NETS);
    CHECK_EQ(m->net[0]->rows, 40); /* the first: the whole batch */
    CHECK_EQ(m->last->rows, 1);
    CHECK(m->net[1] == m->last); /* kept where others were given up */
    CHECK_EQ(m->net[AD_MAX_NETS - 1]->rows, 39);
    CHECK_EQ(adrop_model_step(m, &rates, NULL), ADROP_OK);
    CHECK_EQ(adrop_model_gradients(m, &b, &l), ADROP_OK);

    adrop_losses expected; /* of a model that planned nothing in between */
    CHECK_EQ(adrop_model_gradients(calm, &b, &expected), ADROP_OK);
    CHECK_EQ(adrop_model_step(calm, &rates, NULL), ADROP_OK);
    CHECK_EQ(adrop_model_gradients(calm, &b, &expected), ADROP_OK);
    CHECK(l.data == expected.data && l.extra == expected.extra);
    adrop_model_free(calm);
    adrop_model_free(m);
    adrop_ctx_free(ctx);
}

static void bad_batches(void)
{
    const adrop_model_opts o = options("mlp:30,20", "none", 1);
    adrop_ctx *ctx = bed_context(1);
    adrop_model *m = bed_trainable(ctx, &o);
    int32_t labels[ROWS] = { 0, 1, 2, 0, 3 };
    adrop_losses l;
    adrop_batch b;

    adrop_batch_train(&b, 0, ROWS, bed_x, labels);
    CHECK_EQ(adrop_model_gradients(m, &b, &l), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "row 4 is 3");
    labels[4] = 0;
    b.rows = ROWS + 1;
    CHECK_EQ(adrop_model_gradients(m, &b, &l), ADROP_ESHAPE);
    b.rows = 0;
    CHECK_EQ(adrop_model_gradients(m, &b, &l), ADROP_ESHAPE);
    b.rows = ROWS, b.labels = NULL;
    CHECK_EQ(adrop_model_gradients(m, &b, &l), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "labels");
    CHECK_EQ(adrop_model_plan(m, 0), ADROP_ESHAPE);
    adrop_model_free(m);
    adrop_ctx_free(ctx);
}

/* One input that is not finite: a status, in both ways to learn, and the weights stay. */
static void not_finite(void)
{
    static const float bad[] = { NAN, INFINITY, -INFINITY };
    static float x[ROWS * 3 * 16 * 16];
    adrop_ctx *ctx = bed_context(1);
    const adrop_model_opts o = options("mlp:30,20", "advanced", 1);
    adrop_model *m = bed_trainable(ctx, &o), *fresh = bed_trainable(ctx, &o);
    adrop_losses l;
    adrop_batch b;

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        memcpy(x, bed_x, sizeof x);
        x[4 * 3 * 16 * 16 + 7] = bad[i];
        adrop_batch_train(&b, 0, ROWS, x, bed_labels);
        CHECK_EQ(adrop_model_gradients(m, &b, &l), ADROP_ENUMERIC);
        CHECK_HAS(adrop_ctx_message(ctx), "row 4");
        CHECK_EQ(adrop_model_forward(m, ADROP_PHASE_TRAIN, &b), ADROP_ENUMERIC);
        check_same_bits(m, fresh);
    }
    adrop_model_free(m);
    adrop_model_free(fresh);
    adrop_ctx_free(ctx);
}

/* Weights so large that the loss is finite and gradients are not, in float. */
static void swell(adrop_model *m)
{
    static float values[30 * 3 * 16 * 16];

    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        values[i] = 1e14f;
    for (size_t i = 0; i < adrop_model_n_tensors(m); i++)
        CHECK_EQ(adrop_model_set(m, i, values), ADROP_OK);
}

/* A gradient that is not finite though the loss is: a status with the tensor's name, and the
 * weights stay; with no_finite_check they do not. */
static void no_gradient(void)
{
    static const float targets[ROWS * BED_OUTPUTS];
    adrop_ctx *ctx = bed_context(1);
    adrop_model_opts o = options("mlp:30", "none", 1);
    adrop_rates rates;
    adrop_losses l;
    adrop_batch b;
    double norm;

    o.loss = ADROP_LOSS_SQUARED;
    adrop_rates_init(&rates);
    adrop_batch_train(&b, 0, ROWS, bed_x, NULL);
    b.targets = targets;
    for (o.no_finite_check = 0; o.no_finite_check < 2; o.no_finite_check++) {
        adrop_model *m = bed_trainable(ctx, &o), *fresh = bed_trainable(ctx, &o);
        swell(m);
        swell(fresh);
        check_same_bits(m, fresh);
        CHECK_EQ(adrop_model_gradients(m, &b, &l), ADROP_OK);
        CHECK(isfinite(l.data + l.extra));
        CHECK_EQ(adrop_model_step(m, &rates, &norm), ADROP_ENUMERIC);
        CHECK(!isfinite(norm));
        check_same_bits(m, fresh);
        if (!o.no_finite_check) {
            CHECK_EQ(adrop_model_step(m, &rates, NULL), ADROP_ENUMERIC);
            CHECK_HAS(adrop_ctx_message(ctx), "the gradient of 'fc");
            check_same_bits(m, fresh);
        } else {
            float bias[BED_OUTPUTS];
            CHECK_EQ(adrop_model_step(m, &rates, NULL), ADROP_OK);
            CHECK_EQ(adrop_model_get(m, adrop_model_n_tensors(m) - 1, bias), ADROP_OK);
            CHECK(bias[0] != 1e14f);
        }
        adrop_model_free(m);
        adrop_model_free(fresh);
    }
    adrop_ctx_free(ctx);
}

/* Without the check inputs are not looked at, but the loss is. */
static void unchecked_input(void)
{
    static float x[ROWS * 3 * 16 * 16];
    adrop_ctx *ctx = bed_context(1);
    adrop_model_opts o = options("mlp:30,20", "advanced", 1);
    adrop_losses l;
    adrop_batch b;

    o.no_finite_check = 1;
    adrop_model *m = bed_trainable(ctx, &o);
    memcpy(x, bed_x, sizeof x);
    x[7] = NAN;
    adrop_batch_train(&b, 0, ROWS, x, bed_labels);
    CHECK_EQ(adrop_model_gradients(m, &b, &l), ADROP_ENUMERIC);
    CHECK_HAS(adrop_ctx_message(ctx), "the loss is nan");
    CHECK(isnan(l.data));
    adrop_model_free(m);
    adrop_ctx_free(ctx);
}

/* Sizes that are too large are told with the range. */
static void batches_out_of_range(void)
{
    static const size_t sizes[] = { 0, ((size_t)1 << 24) + 1, (size_t)1 << 62, SIZE_MAX };
    adrop_ctx *ctx;

    CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        adrop_model_opts o = options("mlp:4", "none", 1);
        adrop_model *m;
        o.batch = sizes[i];
        CHECK_EQ(adrop_model_create(ctx, &o, &m), ADROP_EINVAL);
        CHECK_HAS(adrop_ctx_message(ctx), "in [1, 16777216]");
    }
    adrop_ctx_free(ctx);
}

CHECK_MAIN(batches_out_of_range, runs_repeat, predictions_do_not_depend_on_threads,
           one_shard_is_the_plain_step, other_passes_are_refused, shards_add_up,
           shards_bound_memory, loop_allocates_nothing, saves_and_loads, plans_make_room,
           bad_batches, not_finite, no_gradient, unchecked_input)
