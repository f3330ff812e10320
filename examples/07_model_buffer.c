/* A model as bytes: written to a buffer, sent elsewhere, and read back.
 *
 * The bytes are those of a safetensors file and describe the model: network, dropout, shape, the
 * scaling of rows, the names of classes. The reader therefore needs nothing else to predict. Equal
 * models give equal bytes. Damaged bytes are refused. A model trained with dropout can also be
 * opened without it, for plain inference.
 *
 *     cc 07_model_buffer.c $(pkg-config --cflags --libs adrop) && ./a.out */
#include <adrop/adrop.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 120, COLUMNS = 3, CLASSES = 3 };

static float x[ROWS][COLUMNS];
static int32_t labels[ROWS];
static const char *const names[CLASSES] = { "apple", "pear", "plum" };

static void must(adrop_status status, const adrop_ctx *ctx)
{
    if (status) {
        fprintf(stderr, "%s\n", adrop_ctx_message(ctx));
        exit(EXIT_FAILURE);
    }
}

static adrop_ctx *make_context(void)
{
    adrop_ctx_opts opts;
    adrop_ctx *ctx;

    adrop_ctx_opts_init(&opts);
    opts.threads = 1;
    if (adrop_ctx_create(&opts, &ctx))
        exit(EXIT_FAILURE);
    return ctx;
}

/* Weight in grams, length in centimetres, redness: clearly different fruits. */
static void make_rows(void)
{
    static const float typical[CLASSES][COLUMNS] = { { 180, 7, 0.6f },
                                                     { 160, 9, 0.2f },
                                                     { 60, 4, 0.9f } };

    for (int i = 0; i < ROWS; i++) {
        labels[i] = i % CLASSES;
        for (int k = 0; k < COLUMNS; k++)
            x[i][k] = typical[labels[i]][k] * (0.9f + 0.002f * (float)((i * 37 + k * 11) % 100));
    }
}

/* Train and write; this context and all its objects are freed before the bytes are read. */
static void make_bytes(unsigned char **bytes, size_t *size)
{
    adrop_ctx *ctx = make_context();
    adrop_arrays arrays;
    adrop_model_opts model;
    adrop_trainer_opts opts;
    adrop_trainer *t;
    adrop_data *data;
    void *written;

    adrop_arrays_init(&arrays);
    arrays.rows = ROWS, arrays.channels = COLUMNS, arrays.values = x[0];
    arrays.labels = labels, arrays.classes = CLASSES, arrays.class_names = names;
    must(adrop_data_from_arrays(ctx, &arrays, NULL, &data), ctx);
    adrop_model_opts_init(&model);
    model.model = "mlp:16", model.dropout = "advanced", model.dropout_at = ADROP_AT_HIDDEN;
    adrop_trainer_opts_init(&opts);
    opts.epochs = 80, opts.batch = 12, opts.lr = 0.05;
    must(adrop_trainer_create(ctx, data, &model, &opts, &t), ctx);
    must(adrop_trainer_run(t), ctx);
    must(adrop_model_write(adrop_trainer_model(t), &written, size), ctx);
    *bytes = malloc(*size);
    if (!*bytes)
        exit(EXIT_FAILURE);
    memcpy(*bytes, written, *size);
    adrop_free(ctx, written);
    adrop_trainer_free(t);
    adrop_data_free(data);
    adrop_ctx_free(ctx);
}

static const char *best(const adrop_predictor *p, const double mean[CLASSES])
{
    size_t k = 0;

    for (size_t i = 1; i < CLASSES; i++)
        k = mean[i] > mean[k] ? i : k;
    return adrop_predictor_class_name(p, k);
}

int main(void)
{
    const float fruit[COLUMNS] = { 58, 4.1f, 0.85f };
    adrop_ctx *ctx = make_context();
    adrop_predictor_opts plain;
    adrop_predictor *p;
    adrop_model *model;
    unsigned char *bytes;
    void *again;
    size_t size, size_again;
    double mean[CLASSES];

    make_rows();
    make_bytes(&bytes, &size);
    must(adrop_predictor_read(ctx, bytes, size, NULL, &p), ctx);
    must(adrop_predictor_predict(p, 1, fruit, NULL, 30, mean, NULL), ctx);
    printf("58 g, 4.1 cm, rather red: %s\n", best(p, mean));
    adrop_predictor_free(p);

    must(adrop_model_read(ctx, bytes, size, NULL, &model), ctx);
    must(adrop_model_write(model, &again, &size_again), ctx);
    printf("read and written again, the same bytes: %s\n",
           size == size_again && !memcmp(bytes, again, size) ? "yes" : "no");
    adrop_free(ctx, again);
    adrop_model_free(model);

    adrop_predictor_opts_init(&plain);
    plain.dropout = "none";
    must(adrop_predictor_read(ctx, bytes, size, &plain, &p), ctx);
    must(adrop_predictor_predict(p, 1, fruit, NULL, 0, mean, NULL), ctx);
    printf("without its dropout: %s\n", best(p, mean));
    adrop_predictor_free(p);

    bytes[size / 2] ^= 1;
    printf("with one bit changed: %s\n",
           adrop_predictor_read(ctx, bytes, size, NULL, &p) == ADROP_EFORMAT ? "refused" : "read");
    free(bytes);
    adrop_ctx_free(ctx);
    return EXIT_SUCCESS;
}
