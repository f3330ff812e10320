/* Rows with words, missing values and texts, without a file.
 *
 * The first network reads a table with a column of words and missing values, whose rows have names
 * and weights. New rows come with their own list of words: words are matched by name, so their
 * order does not matter, and an unknown word counts as none of them. The second network reads texts
 * that may have several classes, or none.
 *
 *     cc 11_words_and_texts.c $(pkg-config --cflags --libs adrop) -lm && ./a.out */
#include <adrop/adrop.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 400, COLUMNS = 2 };

static void must(adrop_status status, const adrop_ctx *ctx)
{
    if (status) {
        fprintf(stderr, "%s\n", adrop_ctx_message(ctx));
        exit(EXIT_FAILURE);
    }
}

/* Train a network on these rows. */
static adrop_trainer *train(adrop_ctx *ctx, const adrop_data *data, size_t epochs, double lr)
{
    adrop_trainer_opts opts;
    adrop_model_opts model;
    adrop_trainer *t;

    adrop_trainer_opts_init(&opts);
    adrop_model_opts_init(&model);
    model.model = "mlp:16";
    model.dropout = "bernoulli:rate=0.1";
    model.dropout_at = ADROP_AT_HIDDEN;
    opts.epochs = epochs;
    opts.batch = 20;
    opts.lr = lr;
    must(adrop_trainer_create(ctx, data, &model, &opts, &t), ctx);
    must(adrop_trainer_run(t), ctx);
    return t;
}

/* -- A table ---------------------------------------------------------------------------------- */

static float x[ROWS][COLUMNS], price[ROWS], weight[ROWS];
static char name[ROWS][16];
static const char *names[ROWS];

/* Size and district; a metre costs twice as much in the centre. Some sizes are missing. */
static adrop_data *make_table(adrop_ctx *ctx)
{
    static const char *const columns[COLUMNS] = { "size", "district" };
    static const size_t n_words[COLUMNS] = { 0, 3 };
    static const char *const districts[] = { "centre", "north", "south" };
    adrop_split_opts how;
    adrop_arrays a;
    adrop_data *data;

    for (int i = 0; i < ROWS; i++) {
        const int district = i % 3;
        const float size = (float)(40 + i * 37 % 101);
        x[i][0] = i % 19 ? size : NAN;
        x[i][1] = (float)district;
        price[i] = (district == 0 ? 6 : 3) * size;
        weight[i] = i % 19 ? 1 : 0.5F; /* uncertain rows count less */
        snprintf(name[i], sizeof name[i], "flat %d", i);
        names[i] = name[i];
    }
    adrop_arrays_init(&a);
    a.name = "flats";
    a.rows = ROWS;
    a.channels = COLUMNS;
    a.values = x[0];
    a.column_names = columns;
    a.n_words = n_words;
    a.words = districts;
    a.targets = price;
    a.target_name = "price";
    a.weights = weight;
    a.ids = names;
    adrop_split_opts_init(&how);
    how.missing = ADROP_MISSING_MEAN;
    must(adrop_data_from_arrays(ctx, &a, &how, &data), ctx);
    return data;
}

/* New flats, with a word list in another order. */
static void ask_prices(adrop_ctx *ctx, adrop_model *model)
{
    static const size_t n_words[COLUMNS] = { 0, 3 };
    static const char *const words[] = { "harbour", "south", "centre" };
    static const float flats[3][COLUMNS] = { { 100, 2 }, { 100, 1 }, { 100, 0 } };
    adrop_raw_rows rows;
    adrop_predictor *p;
    double mean[3];

    adrop_raw_rows_init(&rows);
    rows.n = 3;
    rows.values = flats[0];
    rows.n_words = n_words;
    rows.words = words;
    must(adrop_predictor_create(ctx, model, &p), ctx);
    must(adrop_predictor_predict_rows(p, &rows, 0, mean, NULL), ctx);
    printf("100 metres in the centre cost about twice as much as in the south: %s\n",
           fabs(mean[0] / mean[1] - 2) < 0.2 ? "yes" : "no");
    printf("a district that nobody has seen has a price, too: %s\n",
           isfinite(mean[2]) ? "yes" : "no");
    adrop_predictor_free(p);
}

/* -- Texts ------------------------------------------------------------------------------------ */

static const char *texts[ROWS];
static int32_t labels[2 * ROWS];
static size_t start[ROWS + 1];

/* The classes of a text: cats, dogs, both or neither. */
static adrop_data *make_texts(adrop_ctx *ctx)
{
    static const char *const said[] = { "the cat sleeps on the mat", "a dog barks in the yard",
                                        "the dog and the cat run", "rain falls all day" };
    static const char *const classes[] = { "cats", "dogs" };
    static const int has[][2] = { { 1, 0 }, { 0, 1 }, { 1, 1 }, { 0, 0 } };
    adrop_arrays a;
    adrop_data *data;

    for (int i = 0; i < ROWS; i++) {
        texts[i] = said[i % 4];
        start[i + 1] = start[i];
        for (int k = 0; k < 2; k++)
            if (has[i % 4][k])
                labels[start[i + 1]++] = k;
    }
    adrop_arrays_init(&a);
    a.name = "texts";
    a.rows = ROWS;
    a.texts = texts;
    a.labels = labels;
    a.label_start = start;
    a.classes = 2;
    a.class_names = classes;
    must(adrop_data_from_arrays(ctx, &a, NULL, &data), ctx);
    return data;
}

static void ask_texts(adrop_ctx *ctx, adrop_model *model)
{
    static const char *const said[] = { "the cat and a dog", "all day rain" };
    adrop_raw_rows rows;
    adrop_predictor *p;
    double mean[2][2];

    adrop_raw_rows_init(&rows);
    rows.n = 2;
    rows.texts = said;
    must(adrop_predictor_create(ctx, model, &p), ctx);
    must(adrop_predictor_predict_rows(p, &rows, 0, mean[0], NULL), ctx);
    for (int i = 0; i < 2; i++)
        printf("'%s' is about cats: %s, dogs: %s\n", said[i], mean[i][0] > 0.5 ? "yes" : "no",
               mean[i][1] > 0.5 ? "yes" : "no");
    adrop_predictor_free(p);
}

int main(void)
{
    adrop_ctx_opts opts;
    adrop_ctx *ctx;
    adrop_data_info info;

    adrop_ctx_opts_init(&opts);
    opts.threads = 1;
    if (adrop_ctx_create(&opts, &ctx))
        return EXIT_FAILURE;
    adrop_data *table = make_table(ctx), *documents = make_texts(ctx);
    adrop_data_describe(table, &info);
    printf("%zu columns, %zu of words, are %zu inputs; %zu values are missing\n", info.columns,
           info.words, info.channels, info.missing);
    printf("row 7 is called %s\n", adrop_data_row_name(table, 7));
    adrop_trainer *t = train(ctx, table, 60, 0.02);
    ask_prices(ctx, adrop_trainer_model(t));
    adrop_trainer_free(t);
    t = train(ctx, documents, 30, 0.5);
    ask_texts(ctx, adrop_trainer_model(t));
    adrop_trainer_free(t);
    adrop_data_free(table);
    adrop_data_free(documents);
    adrop_ctx_free(ctx);
    return EXIT_SUCCESS;
}
