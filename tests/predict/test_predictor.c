/* Predictors give what the run's own evaluation gives: from the run directory, the file, a
 * checkpoint, a buffer and the model in memory; without the data; shared by threads; refused rows;
 * failing memory. */
#include <pthread.h>

#include "adrop/lab.h"
#include "scarce.h"
#include "trainer/fixture.h"

enum { THREADS = 4, SAMPLES = 7, DIGIT = 64, N_DIGITS = 200 };

static char folder[] = "/tmp/adrop-predict-XXXXXX";
static adrop_ctx *ctx;

static char *in_folder(const char *name)
{
    static char paths[4][256];
    static int turn;
    char *path = paths[turn++ % 4];

    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

static int stop_at_five(void *user)
{
    return ++*(int *)user == 5;
}

/* A run on the built-in digits; stopped after five steps if it is to be. */
static void train(const char *name, const char *dropout, int stopped)
{
    int steps = 0;
    const adrop_train_hooks hooks = { .size = sizeof hooks,
                                      .user = &steps,
                                      .stop = stopped ? stop_at_five : NULL };
    adrop_train_opts t;
    adrop_data_opts d;
    adrop_train_result r;

    adrop_data_opts_init(&d);
    d.data = "digits";
    adrop_train_opts_init(&t);
    t.model = "mlp:24,16";
    t.dropout = dropout;
    t.out = in_folder(name);
    t.epochs = 2;
    CHECK_EQ(adrop_train(ctx, &d, &t, &hooks, &r), stopped ? ADROP_EINTR : ADROP_OK);
}

static void begin(void)
{
    ctx = bed_context(1);
    CHECK(mkdtemp(folder) != NULL);
    train("run", "advanced", 0);
    train("part", "bernoulli", 1);
}

static adrop_predictor *open_predictor(const char *path)
{
    adrop_predictor *p;

    if (adrop_predictor_open(ctx, path, NULL, &p)) {
        printf("%s\n", adrop_ctx_message(ctx)); /* the rest of the test needs it */
        exit(1);
    }
    return p;
}

/* Raw rows give, bit for bit, what the run gives on rows that the data set has scaled. */
static void equals_the_run(void)
{
    static const char *const runs[] = { "run", "part" };
    static double mean[2][10], std[2][10];

    for (size_t k = 0; k < 2; k++) {
        adrop_run *run;
        adrop_epoch e;
        size_t n, right = 0;
        CHECK_WHERE("%s", runs[k]);
        CHECK_EQ(adrop_run_open(ctx, in_folder(runs[k]), NULL, NULL, &run), ADROP_OK);
        CHECK_EQ(adrop_run_evaluate(run, ADROP_PART_TEST, &e, &n), ADROP_OK);
        adrop_predictor *p = open_predictor(in_folder(runs[k]));
        const adrop_data *data = adrop_run_data(run);
        const uint32_t *rows = adrop_data_rows(data, ADROP_PART_TEST, &n);
        for (size_t i = 0; i < n; i++) {
            uint8_t pixels[DIGIT];
            float x[DIGIT], raw[DIGIT];
            CHECK_EQ(adrop_data_pixels(ctx, data, rows[i], pixels), ADROP_OK);
            CHECK_EQ(adrop_data_row(ctx, data, rows[i], x), ADROP_OK);
            CHECK_EQ(adrop_predictor_predict_bytes(p, 1, pixels, &rows[i], 0, mean[0], NULL),
                     ADROP_OK);
            size_t best = 0;
            for (size_t c = 1; c < 10; c++)
                best = mean[0][c] > mean[0][best] ? c : best;
            right += (int32_t)best == adrop_data_label(data, rows[i]);
            if (i % 20)
                continue;
            for (size_t samples = 0; samples < 2 * SAMPLES; samples += SAMPLES) {
                CHECK_EQ(
                    adrop_predictor_predict_bytes(p, 1, pixels, &rows[i], samples, mean[0], std[0]),
                    ADROP_OK);
                CHECK_EQ(adrop_run_predict(run, 1, x, &rows[i], samples, mean[1], std[1]),
                         ADROP_OK);
                CHECK(!memcmp(mean[0], mean[1], sizeof mean[0]));
                CHECK(!memcmp(std[0], std[1], sizeof std[0]));
                for (size_t j = 0; j < DIGIT; j++)
                    raw[j] = pixels[j];
                CHECK_EQ(adrop_predictor_predict(p, 1, raw, &rows[i], samples, mean[1], std[1]),
                         ADROP_OK);
                CHECK(!memcmp(mean[0], mean[1], sizeof mean[0]));
            }
        }
        CHECK_NEAR(100.0 * (double)right / (double)n, e.test_acc, 1e-9);
        CHECK_TEXT(adrop_predictor_class_name(p, 7), "7");
        CHECK(adrop_predictor_class_name(p, 10) == NULL);
        CHECK(adrop_predictor_column_name(p, 0) == NULL);
        adrop_predictor_free(p);
        adrop_run_free(run);
    }
    CHECK_WHERE("%s", "");
}

static void digits(uint8_t *pixels, uint32_t *numbers)
{
    for (size_t i = 0; i < N_DIGITS * DIGIT; i++)
        pixels[i] = (uint8_t)(i * 2654435761u >> 16) % 17;
    for (uint32_t i = 0; i < N_DIGITS; i++)
        numbers[i] = i;
}

typedef struct {
    pthread_t thread;
    adrop_ctx *ctx;
    adrop_predictor *p;
    double mean[N_DIGITS * 10], std[N_DIGITS * 10];
    adrop_status status;
} worker;

static uint8_t pixels[N_DIGITS * DIGIT];
static uint32_t numbers[N_DIGITS];

static void *predict_all(void *user)
{
    worker *w = user;

    w->status = adrop_predictor_predict_bytes(w->p, N_DIGITS, pixels, numbers, SAMPLES, w->mean,
                                              w->std);
    return NULL;
}

/* Four threads at the same weights, and the first predictor is gone before they are at work. */
static void shared(void)
{
    static worker one, w[THREADS];
    const adrop_model *model;
    float a, b;

    digits(pixels, numbers);
    one.p = open_predictor(in_folder("run/model.safetensors"));
    predict_all(&one);
    CHECK_EQ(one.status, ADROP_OK);
    for (size_t i = 0; i < THREADS; i++) {
        w[i].ctx = bed_context(1);
        CHECK_EQ(adrop_predictor_share(i ? w[0].p : one.p, w[i].ctx, &w[i].p), ADROP_OK);
    }
    model = adrop_predictor_model(w[3].p);
    CHECK(adrop_model_n_tensors(model) > 0);
    const double rate = adrop_model_dropout_rate(model, 0); /* before any pass */
    CHECK(rate > 0.1 && rate < 0.9);
    adrop_predictor_free(one.p);
    for (size_t i = 0; i < THREADS; i++)
        CHECK_EQ(pthread_create(&w[i].thread, NULL, predict_all, &w[i]), 0);
    for (size_t i = 0; i < THREADS; i++) {
        CHECK_EQ(pthread_join(w[i].thread, NULL), 0);
        CHECK_EQ(w[i].status, ADROP_OK);
        CHECK(!memcmp(one.mean, w[i].mean, sizeof one.mean));
        CHECK(!memcmp(one.std, w[i].std, sizeof one.std));
    }
    a = (float)one.std[0], b = (float)one.mean[0];
    CHECK(a > 0 && b > 0); /* there was noise, and there are probabilities */
    for (size_t i = 0; i < THREADS; i++) {
        adrop_predictor_free(w[i].p);
        adrop_ctx_free(w[i].ctx);
    }
}

/* A row's prediction does not depend on those beside it. */
static void row_by_row(void)
{
    static double all[N_DIGITS * 10], one[10];
    adrop_predictor_opts o;
    adrop_predictor *p;

    digits(pixels, numbers);
    adrop_predictor_opts_init(&o);
    o.batch = 64;
    CHECK_EQ(adrop_predictor_open(ctx, in_folder("run"), &o, &p), ADROP_OK);
    CHECK_EQ(adrop_predictor_predict_bytes(p, N_DIGITS, pixels, NULL, SAMPLES, all, NULL),
             ADROP_OK);
    for (uint32_t i = 0; i < N_DIGITS; i += 13) {
        CHECK_EQ(adrop_predictor_predict_bytes(p, 1, pixels + i * DIGIT, &i, SAMPLES, one, NULL),
                 ADROP_OK);
        for (size_t k = 0; k < 10; k++)
            CHECK(one[k] == all[i * 10 + k]);
    }
    adrop_predictor_free(p);
}

/* A table: names, the target's units, and neither data nor folder are there any more. */
static void regression_from_memory(void)
{
    const adrop_model_opts m = bed_model("bernoulli:rate=0.1");
    adrop_trainer_opts o = bed_opts();
    adrop_data *data = bed_data(ctx, 1);
    adrop_predictor *in_memory, *read;
    adrop_predictor_info info;
    adrop_trainer *t;
    adrop_score score;
    double y[BED_ROWS], z[BED_ROWS], square = 0;
    void *bytes;
    size_t size, n;

    o.epochs = 30;
    CHECK_EQ(adrop_trainer_create(ctx, data, &m, &o, &t), ADROP_OK);
    CHECK_EQ(adrop_trainer_run(t), ADROP_OK);
    CHECK_EQ(adrop_trainer_evaluate(t, ADROP_PART_TEST, &score), ADROP_OK);
    CHECK_EQ(adrop_predictor_create(ctx, adrop_trainer_model(t), &in_memory), ADROP_OK);
    CHECK_EQ(adrop_predictor_predict(in_memory, BED_ROWS, bed_x, NULL, 0, y, NULL), ADROP_OK);
    const uint32_t *rows = adrop_data_rows(data, ADROP_PART_TEST, &n);
    for (size_t i = 0; i < n; i++)
        square += pow(y[rows[i]] - (double)bed_targets[rows[i]], 2);
    CHECK_NEAR(sqrt(square / (double)n), score.rmse, 1e-4 * score.rmse);
    CHECK_EQ(adrop_model_write(adrop_trainer_model(t), &bytes, &size), ADROP_OK);
    adrop_predictor_free(in_memory);
    adrop_trainer_free(t);
    adrop_data_free(data);

    CHECK_EQ(adrop_predictor_read(ctx, bytes, size, NULL, &read), ADROP_OK);
    adrop_predictor_describe(read, &info);
    CHECK(info.channels == BED_COLUMNS && info.outputs == 1 && !info.is_classifier);
    CHECK(info.has_schema && !info.is_pixels);
    CHECK_TEXT(adrop_predictor_column_name(read, 2), "c");
    CHECK_EQ(adrop_predictor_predict(read, BED_ROWS, bed_x, NULL, 0, z, NULL), ADROP_OK);
    for (size_t i = 0; i < BED_ROWS; i++)
        CHECK_NEAR(z[i], y[i], 1e-4 * fabs(y[i])); /* the batch is another */
    adrop_predictor_free(read);
    adrop_free(ctx, bytes);
}

static void refused(void)
{
    adrop_model_opts m = bed_model("none");
    adrop_predictor_opts plain;
    adrop_predictor *p;
    adrop_model *model;
    uint8_t byte[DIGIT] = { 0 };
    float x[DIGIT] = { 0 };
    double y[10];

    p = open_predictor(in_folder("run"));
    x[3] = NAN;
    CHECK_EQ(adrop_predictor_predict(p, 1, x, NULL, 0, y, NULL), ADROP_ENUMERIC);
    CHECK_HAS(adrop_ctx_message(ctx), "value 3 of row 0");
    adrop_predictor_free(p);
    CHECK_EQ(adrop_predictor_open(ctx, in_folder("nowhere"), NULL, &p), ADROP_EIO);
    CHECK(p == NULL);
    adrop_predictor_opts_init(&plain);
    plain.dropout = "none";
    CHECK_EQ(adrop_predictor_open(ctx, in_folder("run"), &plain, &p), ADROP_OK);
    CHECK_EQ(adrop_predictor_predict_bytes(p, 1, byte, NULL, 0, y, NULL), ADROP_OK);
    adrop_predictor_free(p);

    m.channels = BED_COLUMNS, m.outputs = BED_CLASSES, m.batch = 4;
    CHECK_EQ(adrop_model_create(ctx, &m, &model), ADROP_OK);
    CHECK_EQ(adrop_predictor_create(ctx, model, &p), ADROP_OK); /* no schema: inputs as they are */
    x[3] = 0;
    CHECK_EQ(adrop_predictor_predict(p, 1, x, NULL, 0, y, NULL), ADROP_OK);
    CHECK_NEAR(y[0] + y[1] + y[2], 1, 1e-9);
    CHECK_EQ(adrop_predictor_predict_bytes(p, 1, byte, NULL, 0, y, NULL), ADROP_EINVAL);
    adrop_predictor_free(p);
    CHECK_EQ(adrop_model_set_schema(model, "{}"), ADROP_OK);
    CHECK_EQ(adrop_predictor_create(ctx, model, &p), ADROP_EFORMAT);
    adrop_model_set_schema(model, "{\"task\":\"classification\",\"shape\":[5,1,1],\"pixels\":false,"
                                  "\"transforms\":[],\"target\":[],\"classes\":[\"a\",\"b\",\"c\"],"
                                  "\"columns\":[]}");
    CHECK_EQ(adrop_predictor_create(ctx, model, &p), ADROP_EFORMAT);
    CHECK_HAS(adrop_ctx_message(ctx), "5 x 1 x 1");
    CHECK(p == NULL);
    adrop_model_free(model);
}

static adrop_status try_predicting(adrop_ctx *with, const void *unused)
{
    adrop_predictor *p, *other = NULL;
    double y[10];
    adrop_status status = adrop_predictor_open(with, in_folder("run"), NULL, &p);

    (void)unused;
    CHECK(!p == (status != ADROP_OK));
    if (!status)
        status = adrop_predictor_share(p, with, &other);
    if (!status)
        status = adrop_predictor_predict_bytes(other, 1, pixels, NULL, 2, y, NULL);
    adrop_predictor_free(p);
    adrop_predictor_free(other);
    return status;
}

static void scarce_memory(void)
{
    CHECK(scarce_each("a predictor", 0, try_predicting, NULL) >= 60);
}

static void end(void)
{
    char command[64];

    snprintf(command, sizeof command, "rm -r %s", folder);
    CHECK_EQ(system(command), 0);
    adrop_ctx_free(ctx);
}

CHECK_MAIN(begin, equals_the_run, shared, row_by_row, regression_from_memory, refused,
           scarce_memory, end)
