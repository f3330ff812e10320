/* A model whose dropout is a pair of formulas: its file has the text, so another context opens it
 * without being given the formulas, and draws the same masks. */
#include <stdlib.h>
#include <string.h>

#include "adrop/adrop.h"
#include "check.h"

static const char pair[] =
    "advanced:map=formula(min(1,max(0,0.5+r/4))),seed-dist=quantile(log(u)-log(1-u)),sigma=0.7";

enum { ROWS = 12, COLUMNS = 5, CLASSES = 3 };

static adrop_ctx *context(void)
{
    adrop_ctx_opts opts;
    adrop_ctx *ctx;

    adrop_ctx_opts_init(&opts);
    opts.threads = 1;
    CHECK_EQ(adrop_ctx_create(&opts, &ctx), ADROP_OK);
    return ctx;
}

/* Train a little, and write: this context and everything in it are gone when the bytes are read. */
static void make_bytes(unsigned char **bytes, size_t *size, double mean[CLASSES])
{
    static float x[ROWS][COLUMNS];
    static int32_t labels[ROWS];
    adrop_ctx *ctx = context();
    adrop_arrays arrays;
    adrop_model_opts model;
    adrop_trainer_opts opts;
    adrop_predictor *p;
    adrop_trainer *t;
    adrop_data *data;
    void *written;

    for (int i = 0; i < ROWS * COLUMNS; i++)
        x[i / COLUMNS][i % COLUMNS] = (float)((i * 37) % 11) / 5 - 1;
    for (int i = 0; i < ROWS; i++)
        labels[i] = i % CLASSES;
    adrop_arrays_init(&arrays);
    arrays.rows = ROWS, arrays.channels = COLUMNS, arrays.values = x[0];
    arrays.labels = labels, arrays.classes = CLASSES;
    CHECK_EQ(adrop_data_from_arrays(ctx, &arrays, NULL, &data), ADROP_OK);
    adrop_model_opts_init(&model);
    model.model = "mlp:8", model.dropout = pair, model.dropout_at = ADROP_AT_HIDDEN;
    adrop_trainer_opts_init(&opts);
    opts.epochs = 3, opts.batch = 4;
    CHECK_EQ(adrop_trainer_create(ctx, data, &model, &opts, &t), ADROP_OK);
    CHECK_EQ(adrop_trainer_run(t), ADROP_OK);
    CHECK_EQ(adrop_model_write(adrop_trainer_model(t), &written, size), ADROP_OK);
    CHECK_EQ(adrop_predictor_read(ctx, written, *size, NULL, &p), ADROP_OK);
    CHECK_EQ(adrop_predictor_predict(p, 1, x[0], NULL, 20, mean, NULL), ADROP_OK);
    *bytes = malloc(*size);
    memcpy(*bytes, written, *size);
    adrop_predictor_free(p);
    adrop_free(ctx, written);
    adrop_trainer_free(t);
    adrop_data_free(data);
    adrop_ctx_free(ctx);
}

static void file_is_enough(void)
{
    float x[COLUMNS];
    adrop_ctx *ctx = context();
    double before[CLASSES], mean[CLASSES], sigma[CLASSES];
    adrop_predictor *p;
    unsigned char *bytes;
    size_t size;

    make_bytes(&bytes, &size, before);
    for (int i = 0; i < COLUMNS; i++)
        x[i] = (float)((i * 37) % 11) / 5 - 1;
    CHECK_EQ(adrop_predictor_read(ctx, bytes, size, NULL, &p), ADROP_OK);
    CHECK_EQ(adrop_predictor_predict(p, 1, x, NULL, 20, mean, sigma), ADROP_OK);
    CHECK(sigma[0] > 0); /* there is noise */
    for (int i = 0; i < CLASSES; i++)
        CHECK(mean[i] == before[i]);
    adrop_predictor_free(p);
    free(bytes);
    adrop_ctx_free(ctx);
}

CHECK_MAIN(file_is_enough)
