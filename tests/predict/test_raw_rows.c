/* Raw rows in every form (adrop_raw_rows): unreadable input is refused, naming row and field;
 * sparse rows equal those with explicit zeros; every allocation fails once.
 * train/test_memory_rows.c tests that rows have the bits of files. */
#include <math.h>

#include "adrop/adrop.h"
#include "check.h"
#include "scarce.h"

enum { ROWS = 20, COLUMNS = 3 };

static adrop_ctx *ctx;
static float values[ROWS * COLUMNS], targets[ROWS];
static size_t starts[ROWS + 1];
static uint32_t columns[ROWS * COLUMNS];
static float sparse_values[ROWS * COLUMNS];
static const adrop_sparse sparse = { starts, columns, sparse_values };
static const char *texts[ROWS];
static const char *const words[] = { "blue", "red" };
static const size_t n_words[COLUMNS] = { 0, 2, 0 };

static void fill(void)
{
    for (size_t i = 0; i < ROWS; i++) {
        starts[i + 1] = starts[i];
        texts[i] = i % 2 ? "one word" : "another one";
        targets[i] = (float)(i % 7);
        for (uint32_t c = 0; c < COLUMNS; c++) {
            values[i * COLUMNS + c] = (float)((i + c) % 2);
            if (!values[i * COLUMNS + c])
                continue;
            columns[starts[i + 1]] = c;
            sparse_values[starts[i + 1]++] = values[i * COLUMNS + c];
        }
    }
}

/* form 0: numbers, 1: a column of words, 2: texts. */
static adrop_predictor *train(adrop_ctx *own, int form, adrop_trainer **t, adrop_data **data)
{
    static int32_t labels[ROWS];
    adrop_trainer_opts opts;
    adrop_model_opts net;
    adrop_arrays a;
    adrop_predictor *p = NULL;

    adrop_arrays_init(&a);
    a.rows = ROWS;
    for (int i = 0; i < ROWS; i++)
        labels[i] = i % 2;
    if (form == 2) {
        a.texts = texts, a.labels = labels;
    } else {
        a.channels = COLUMNS, a.values = values, a.targets = targets;
    }
    if (form == 1)
        a.n_words = n_words, a.words = words;
    CHECK_EQ(adrop_data_from_arrays(own, &a, NULL, data), ADROP_OK);
    adrop_trainer_opts_init(&opts);
    adrop_model_opts_init(&net);
    net.model = "mlp:4";
    net.dropout_at = ADROP_AT_HIDDEN;
    opts.epochs = 1;
    CHECK_EQ(adrop_trainer_create(own, *data, &net, &opts, t), ADROP_OK);
    CHECK_EQ(adrop_predictor_create(own, adrop_trainer_model(*t), &p), ADROP_OK);
    return p;
}

static void refuses(adrop_predictor *p, const adrop_raw_rows *r, adrop_status status,
                    const char *part)
{
    double mean[ROWS * 2];

    CHECK_WHERE("%s", part);
    CHECK_EQ(adrop_predictor_predict_rows(p, r, 0, mean, NULL), status);
    CHECK_HAS(adrop_ctx_message(ctx), part);
    check_where[0] = 0;
}

#define WITH(change, status, part)                                                                 \
  adrop_raw_rows_init(&r);                                                                         \
  r.n = ROWS;                                                                                      \
  change;                                                                                          \
  refuses(p, &r, status, part)

static void refusals(void)
{
    static const size_t others[COLUMNS] = { 2, 0, 0 };
    static const char *const twice[] = { "red", "red" };
    adrop_trainer *t;
    adrop_data *data;
    adrop_predictor *p = train(ctx, 1, &t, &data);
    adrop_raw_rows r;
    adrop_sparse m = sparse;
    double nothing;

    CHECK_TEXT(adrop_predictor_word(p, 1, 1), "red");
    CHECK(!adrop_predictor_word(p, 1, 2) && !adrop_predictor_word(p, 0, 0) &&
          !adrop_predictor_word(p, 9, 0));
    refuses(p, NULL, ADROP_EINVAL, "adrop_raw_rows is missing");
    WITH((void)0, ADROP_EINVAL, "need one of values, pixels, sparse and texts");
    WITH(r.values = values; r.sparse = &m, ADROP_EINVAL, "need one of values");
    WITH(r.texts = texts, ADROP_EINVAL, "are texts, and the model reads numbers");
    WITH(r.pixels = (const uint8_t *)"", ADROP_EINVAL, "does not read bytes");
    m.start = NULL;
    WITH(r.sparse = &m, ADROP_EINVAL, "start of sparse is NULL");
    m = sparse;
    sparse_values[2] = INFINITY;
    WITH(r.sparse = &m, ADROP_ENUMERIC, "is not finite");
    columns[0] = 7;
    WITH(r.sparse = &m, ADROP_EINVAL, "row 0: column 7 of sparse");
    WITH(r.values = values; r.words = words, ADROP_EINVAL, "say by n_words");
    WITH(r.values = values; r.n_words = n_words, ADROP_EINVAL, "words is NULL");
    WITH(r.values = values; r.n_words = n_words; r.words = twice, ADROP_EINVAL, "is there twice");
    WITH(r.values = values; r.n_words = others;
         r.words = words, ADROP_EINVAL, "column 0 of the rows holds words, and is to hold numbers");
    values[4] = 0.5F;
    WITH(r.values = values; r.n_words = n_words;
         r.words = words, ADROP_EINVAL, "row 1, column 1: 0.5 is not the number of a word");
    fill();
    values[3] = NAN;
    WITH(r.values = values, ADROP_ENUMERIC, "value 0 of row 1 is not finite");
    adrop_raw_rows_init(&r); /* no rows are nothing to do */
    CHECK_EQ(adrop_predictor_predict_rows(p, &r, 0, &nothing, NULL), ADROP_OK);
    fill();
    adrop_predictor_free(p);
    adrop_trainer_free(t);
    adrop_data_free(data);
    p = train(ctx, 2, &t, &data);
    texts[3] = "\xff";
    WITH(r.texts = texts, ADROP_EINVAL, "row 3: its text is not UTF-8");
    texts[3] = NULL;
    WITH(r.texts = texts, ADROP_EINVAL, "row 3: its text is NULL");
    fill();
    adrop_predictor_free(p);
    adrop_trainer_free(t);
    adrop_data_free(data);
}

/* A table takes sparse rows, too: their zeros are scaled as others. */
static void sparse_tables(void)
{
    double mean[ROWS], same[ROWS];
    adrop_trainer *t;
    adrop_data *data;
    adrop_predictor *p = train(ctx, 0, &t, &data);
    adrop_raw_rows r;

    adrop_raw_rows_init(&r);
    r.n = ROWS;
    r.sparse = &sparse;
    CHECK_EQ(adrop_predictor_predict(p, ROWS, values, NULL, 0, mean, NULL), ADROP_OK);
    CHECK_EQ(adrop_predictor_predict_rows(p, &r, 0, same, NULL), ADROP_OK);
    CHECK(!memcmp(mean, same, sizeof mean));
    CHECK(mean[0] != mean[1]);
    adrop_predictor_free(p);
    adrop_trainer_free(t);
    adrop_data_free(data);
}

typedef struct {
    adrop_model *model;
    adrop_raw_rows rows;
} asked;

static adrop_status attempt(adrop_ctx *own, const void *user)
{
    const asked *a = user;
    double mean[ROWS * 2];
    size_t size;
    void *bytes = NULL;
    adrop_predictor *p = NULL;
    adrop_status status;

    CHECK_EQ(adrop_model_write(a->model, &bytes, &size), ADROP_OK);
    status = adrop_predictor_read(own, bytes, size, NULL, &p);
    if (!status)
        status = adrop_predictor_predict_rows(p, &a->rows, 0, mean, NULL);
    adrop_predictor_free(p);
    adrop_free(ctx, bytes);
    return status;
}

static void memory(void)
{
    for (int form = 1; form < 3; form++) {
        adrop_trainer *t;
        adrop_data *data;
        adrop_predictor *p = train(ctx, form, &t, &data);
        asked a = { .model = adrop_trainer_model(t) };

        adrop_raw_rows_init(&a.rows);
        a.rows.n = ROWS;
        if (form == 1)
            a.rows.values = values, a.rows.n_words = n_words, a.rows.words = words;
        else
            a.rows.texts = texts;
        CHECK(scarce_each(form == 1 ? "words" : "texts", 0, attempt, &a) > 20);
        adrop_predictor_free(p);
        adrop_trainer_free(t);
        adrop_data_free(data);
    }
}

static void begin(void)
{
    CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
    fill();
}

static void end(void)
{
    adrop_ctx_free(ctx);
}

CHECK_MAIN(begin, refusals, sparse_tables, memory, end)
