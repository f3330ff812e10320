/* Ten steps of training, against stored losses. Almost any mistake in forward, backward,
 * noise or optimiser shows here.
 *
 * The plain engine in double must give them to 1e-12: its arithmetic has a fixed order,
 * and the mathematics library alone may differ in a last bit between machines. The
 * float engine must stay within 2e-3 (2e-2, DenseNet 0.1, where a dozen rows, batch norm
 * and units that rounding turns on or off magnify it). `test_golden print` prints new ones, for a
 * change that is meant. */
#include "layer/bed.h"

enum { ROWS = 12, STEPS = 10 };

typedef struct {
    const char *model, *dropout;
    double tolerance; /* of the float engine */
    double loss[STEPS];
    size_t shards;
} golden;

static const golden goldens[] = {
#include "model/golden.h"
};

enum { N_GOLDENS = sizeof goldens / sizeof *goldens };

static void train(const golden *g, adrop_precision precision, double *loss)
{
    const adrop_rates rates = {
        .size = sizeof rates, .lr = 0.01, .weight_decay = 5e-4, .dropout_lr = 1e-2, .clip = 5
    };
    adrop_model_opts o;
    adrop_model_opts_init(&o);
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
        adrop_batch_train(&b, step, step % 4 == 3 ? ROWS - 5 : ROWS, bed_x, bed_labels);
        adrop_losses l;
        CHECK_EQ(adrop_model_gradients(m, &b, &l), ADROP_OK);
        CHECK_EQ(adrop_model_step(m, &rates, NULL), ADROP_OK);
        loss[step] = l.data + l.extra;
    }
    adrop_model_free(m);
    adrop_ctx_free(ctx);
}

static void losses_are_as_stored(void)
{
    double loss[STEPS];

    for (size_t i = 0; i < N_GOLDENS; i++)
        for (int plain = 0; plain < 2; plain++) {
            const golden *g = &goldens[i];
            train(g, plain ? ADROP_F64 : ADROP_F32, loss);
            for (size_t step = 0; step < STEPS; step++) {
                CHECK_WHERE("%s, %s, %zu shards, %s, step %zu", g->model, g->dropout, g->shards,
                            plain ? "plain" : "float", step);
                CHECK_NEAR(loss[step], g->loss[step], plain ? 1e-12 : g->tolerance);
            }
        }
}

static void print(void)
{
    double loss[STEPS];

    for (size_t i = 0; i < N_GOLDENS; i++) {
        train(&goldens[i], ADROP_F64, loss);
        printf("{ \"%s\", \"%s\", %g, {", goldens[i].model, goldens[i].dropout,
               goldens[i].tolerance);
        for (size_t step = 0; step < STEPS; step++)
            printf("%s%.17g", step ? ", " : " ", loss[step]);
        printf(" }, %zu },\n", goldens[i].shards);
    }
}

int main(int argc, char **argv)
{
    static check_fn *const tests[] = { losses_are_as_stored };

    bed_fill();
    if (argc > 1 && !strcmp(argv[1], "print"))
        return print(), EXIT_SUCCESS;
    return check_run(tests, 1);
}
