/* Everything needed for embedding works in a thread with a stack of 128 KB: data, a trainer with
 * its checkpoint, a model as bytes, predictors that share it. */
#include <pthread.h>

#include "fixture.h"

enum { STACK = 128 << 10 };

#if defined __SANITIZE_ADDRESS__ /* red zones make every frame larger */
#  define STACK_FACTOR 8
#else
#  define STACK_FACTOR 1
#endif

static char path[] = "/tmp/adrop-stack-XXXXXX";

/* The networks whose layers the library has: dense, and maps. */
static void try_network(adrop_ctx *ctx, const char *text, size_t side)
{
    const size_t rows = 24, units = 3 * side * side;
    float *x = calloc(rows * units, sizeof *x);
    int32_t labels[24];
    adrop_model_opts m;
    adrop_trainer_opts o = bed_opts();
    adrop_predictor *p, *q;
    adrop_trainer *t;
    adrop_data *data;
    adrop_arrays a;
    double mean[3 * 24], std[3 * 24];
    void *bytes;
    size_t size;

    CHECK_WHERE("%s", text);
    for (size_t i = 0; i < rows * units; i++)
        x[i] = (float)(i * 2654435761u >> 8 & 255) / 255;
    for (size_t i = 0; i < rows; i++)
        labels[i] = (int32_t)(i % 3);
    adrop_arrays_init(&a);
    a.rows = rows, a.channels = 3, a.height = a.width = side;
    a.values = x, a.labels = labels;
    CHECK_EQ(adrop_data_from_arrays(ctx, &a, NULL, &data), ADROP_OK);
    adrop_model_opts_init(&m);
    m.model = text, m.dropout = "advanced", m.dropout_at = ADROP_AT_HIDDEN;
    o.epochs = 1, o.batch = 8;
    CHECK_EQ(adrop_trainer_create(ctx, data, &m, &o, &t), ADROP_OK);
    CHECK_EQ(adrop_trainer_run(t), ADROP_OK);
    CHECK_EQ(adrop_trainer_save(t, path), ADROP_OK);
    CHECK_EQ(adrop_trainer_resume(t, path), ADROP_OK);
    CHECK_EQ(adrop_model_write(adrop_trainer_model(t), &bytes, &size), ADROP_OK);
    CHECK_EQ(adrop_predictor_read(ctx, bytes, size, NULL, &p), ADROP_OK);
    CHECK_EQ(adrop_predictor_share(p, ctx, &q), ADROP_OK);
    CHECK_EQ(adrop_predictor_predict(q, rows, x, NULL, 2, mean, std), ADROP_OK);
    CHECK_NEAR(mean[0] + mean[1] + mean[2], 1, 1e-9);
    adrop_predictor_free(p);
    adrop_predictor_free(q);
    adrop_free(ctx, bytes);
    adrop_trainer_free(t);
    adrop_data_free(data);
    free(x);
    CHECK_WHERE("%s", "");
}

static void *work(void *unused)
{
    adrop_ctx *ctx = bed_context(1);

    (void)unused;
    try_network(ctx, "mlp:800,800", 8);
    try_network(ctx, "vgg16:width=0.1,head=16", 32);
    try_network(ctx, "resnet18:width=0.1", 32);
    adrop_ctx_free(ctx);
    return NULL;
}

static void small_stack(void)
{
    pthread_attr_t how;
    pthread_t thread;

    CHECK(mkstemp(path) >= 0);
    CHECK_EQ(pthread_attr_init(&how), 0);
    CHECK_EQ(pthread_attr_setstacksize(&how, (size_t)STACK * STACK_FACTOR), 0);
    CHECK_EQ(pthread_create(&thread, &how, work, NULL), 0);
    CHECK_EQ(pthread_join(thread, NULL), 0);
    pthread_attr_destroy(&how);
    unlink(path);
}

CHECK_MAIN(small_stack)
