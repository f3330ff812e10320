/* Ten steps of training, against stored losses. Almost any mistake in forward, backward,
 * noise or optimiser shows here.
 *
 * The plain engine in double must match to 1e-12: its arithmetic has a fixed order, and only the
 * mathematics library may differ in a last bit between machines.
 *
 * The float engine must stay within 1e-4 as long as training is not chaotic. A dozen rows, batch
 * norm and units that rounding turns on or off amplify a rounding error within a few steps; by how
 * much depends on the instruction set. So the test measures it: the double engine trains twice more
 * on inputs changed by a factor 1 +- 1e-6, which models float arithmetic. From the step at which
 * this changes a loss by 1e-4, float may differ by three times the largest change so far, or by the
 * network's tolerance (2e-2, DenseNet 0.1) if that is larger.
 *
 * `test_golden print` prints new losses, for an intended change. */
#include <math.h>

#include "layer/fixture.h"

enum { ROWS = 12, STEPS = 10 };

typedef struct {
    const char *model, *dropout;
    double tolerance; /* of the float engine, once training is chaotic */
    double loss[STEPS];
    size_t shards;
} golden;

static const golden goldens[] = {
#include "model/golden.h"
};

enum { N_GOLDENS = sizeof goldens / sizeof *goldens };

/* The inputs, each moved by up to `moved` of itself. */
static const float *inputs(double moved)
{
    enum { N = ROWS * 3 * 16 * 16 };
    static float x[N];

    for (size_t i = 0; i < N; i++)
        x[i] = (float)(bed_x[i] * (1 + moved * ((int)((uint32_t)i * 2654435761u >> 20) % 3 - 1)));
    return x;
}

static void train(const golden *g, adrop_precision precision, double moved, double *loss)
{
    const adrop_rates rates = {
        .size = sizeof rates, .lr = 0.01, .weight_decay = 5e-4, .dropout_lr = 1e-2, .clip = 5
    };
    adrop_model_opts o;
    adrop_model_opts_init(&o);
    const float *x = inputs(moved);
    adrop_ctx *ctx;
    adrop_model *m;

    o.model = g->model, o.dropout = g->dropout;
    o.channels = 3, o.height = o.width = 16;
    o.outputs = BED_OUTPUTS;
    o.shards = g->shards;
    o.batch = ROWS, o.n_train = 100, o.seed = 3;
    o.precision = precision;
    CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
    if (adrop_model_create(ctx, &o, &m) || adrop_model_optimizer(m, "sgd:momentum=0.9")) {
        printf("%s\n", adrop_ctx_message(ctx));
        exit(1);
    }
    for (uint32_t step = 0; step < STEPS; step++) {
        adrop_batch b;
        adrop_batch_train(&b, step, step % 4 == 3 ? ROWS - 5 : ROWS, x, bed_labels);
        adrop_losses l;
        CHECK_EQ(adrop_model_gradients(m, &b, &l), ADROP_OK);
        CHECK_EQ(adrop_model_step(m, &rates, NULL), ADROP_OK);
        loss[step] = l.data + l.extra;
    }
    adrop_model_free(m);
    adrop_ctx_free(ctx);
}

static void plain_is_as_stored(void)
{
    double loss[STEPS];

    for (const golden *g = goldens; g < goldens + N_GOLDENS; g++) {
        train(g, ADROP_PRECISION_F64, 0, loss);
        for (size_t step = 0; step < STEPS; step++) {
            CHECK_WHERE("%s, %s, %zu shards, plain, step %zu", g->model, g->dropout, g->shards,
                        step);
            CHECK_NEAR(loss[step], g->loss[step], 1e-12);
        }
    }
}

static void float_is_as_near_as_it_can_be(void)
{
    double loss[STEPS], up[STEPS], down[STEPS];

    for (const golden *g = goldens; g < goldens + N_GOLDENS; g++) {
        double change = 0;
        train(g, ADROP_PRECISION_F32, 0, loss);
        train(g, ADROP_PRECISION_F64, 1e-6, up);
        train(g, ADROP_PRECISION_F64, -1e-6, down);
        for (size_t step = 0; step < STEPS; step++) {
            change = fmax(change, fabs(up[step] - g->loss[step]));
            change = fmax(change, fabs(down[step] - g->loss[step]));
            CHECK_WHERE("%s, %s, %zu shards, float, step %zu", g->model, g->dropout, g->shards,
                        step);
            CHECK_NEAR(loss[step], g->loss[step],
                       change < 1e-4 ? 1e-4 : fmax(g->tolerance, 3 * change));
        }
    }
}

static void print(void)
{
    double loss[STEPS];

    for (size_t i = 0; i < N_GOLDENS; i++) {
        train(&goldens[i], ADROP_PRECISION_F64, 0, loss);
        printf("{ \"%s\", \"%s\", %g, {", goldens[i].model, goldens[i].dropout,
               goldens[i].tolerance);
        for (size_t step = 0; step < STEPS; step++)
            printf("%s%.17g", step ? ", " : " ", loss[step]);
        printf(" }, %zu },\n", goldens[i].shards);
    }
}

int main(int argc, char **argv)
{
    static check_fn *const tests[] = { plain_is_as_stored, float_is_as_near_as_it_can_be };

    bed_fill();
    if (argc > 1 && !strcmp(argv[1], "print"))
        return print(), EXIT_SUCCESS;
    return check_run(tests, 2);
}
