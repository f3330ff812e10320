/* Views of one data set: equal to opening it again; freed in any order; shared by threads. */
#include <pthread.h>

#include "data/opening.h"
#include "data/scene.h"
#include "rows/same.h"

static adrop_data_opts digits(uint64_t seed)
{
    adrop_data_opts opts = scene_opts("digits");

    opts.seed = seed;
    opts.val_fraction = 0.1;
    opts.train_limit = 200;
    opts.test_limit = 50;
    opts.input_scale = ADROP_SCALE_STANDARD;
    return opts;
}

static void views_equal_opening(void)
{
    const adrop_data_opts opts = digits(1);
    adrop_data *base = scene_open(&opts), *view, *again;
    adrop_split_opts split_opts;

    for (uint64_t seed = 1; seed < 4; seed++) {
        const adrop_data_opts other = digits(seed);
        CHECK_WHERE("seed %d", (int)seed);
        adrop_data_split(base, &split_opts);
        CHECK_EQ(split_opts.train_limit, 200);
        split_opts.seed = seed;
        CHECK_EQ(adrop_data_view(ctx, base, &split_opts, &view), ADROP_OK);
        adrop_data *opened = scene_open(&other);
        same_data(ctx, opened, view);
        CHECK_EQ(adrop_data_view(ctx, view, &split_opts, &again), ADROP_OK); /* a view of a view */
        adrop_data_free(view);
        same_data(ctx, opened, again);
        adrop_data_free(opened);
        adrop_data_free(again);
    }
    split_opts.input_scale = ADROP_SCALE_SYMMETRIC;
    split_opts.val_fraction = 0;
    CHECK_EQ(adrop_data_view(ctx, base, &split_opts, &view), ADROP_OK);
    adrop_data_free(base); /* the rows stay */
    adrop_data_opts other = digits(split_opts.seed);
    other.input_scale = ADROP_SCALE_SYMMETRIC;
    other.val_fraction = 0;
    adrop_data *opened = scene_open(&other);
    same_data(ctx, opened, view);
    adrop_data_free(view);
    adrop_data_free(opened);
}

/* Test rows that a file lists stay with the rows, and its name with the record. */
static void listed(void)
{
    adrop_data_opts opts = scene_opts(
        scene_text("t.csv", "3,4,1\n0,0,2\n6,8,3\n5,12,4\n0,-2,5\n1,0,6\n9,9,7\n"));
    adrop_split_opts split_opts;
    adrop_data_file file;
    adrop_data *view;

    opts.task = ADROP_REGRESSION;
    opts.val_fraction = 0.5;
    opts.test_rows = scene_text("rows.txt", "4 0");
    adrop_data *base = scene_open(&opts);
    opts.seed = 8;
    adrop_data_opts_split(&opts, &split_opts);
    CHECK_EQ(adrop_data_view(ctx, base, &split_opts, &view), ADROP_OK);
    adrop_data *opened = scene_open(&opts);
    same_data(ctx, opened, view);
    CHECK_EQ(adrop_data_n_files(view), 2);
    CHECK(adrop_data_file_at(view, 1, &file));
    CHECK_HAS(file.path, "rows.txt");
    adrop_data_free(base);
    adrop_data_free(view);
    adrop_data_free(opened);
}

/* Rows that are read as a model wants them: a view keeps that. */
static void adopted(void)
{
    adrop_data_opts opts = digits(1);
    adrop_data *base = scene_open(&opts), *other, *view;
    adrop_split_opts split_opts;
    float x[64], y[64];

    opts.seed = 9;
    opts.train_limit = 20;
    CHECK_EQ(ad_data_open(ctx, &opts, ad_data_schema(base), 0, &other), ADROP_OK);
    adrop_data_opts_split(&opts, &split_opts);
    split_opts.seed = 77;
    CHECK_EQ(adrop_data_view(ctx, other, &split_opts, &view), ADROP_OK);
    for (size_t row = 0; row < 20; row++) {
        CHECK_EQ(adrop_data_row(ctx, base, row, x), ADROP_OK);
        CHECK_EQ(adrop_data_row(ctx, view, row, y), ADROP_OK);
        CHECK(!memcmp(x, y, sizeof x));
        CHECK_EQ(adrop_data_label(base, row), adrop_data_label(view, row));
    }
    adrop_data_free(base);
    adrop_data_free(other);
    adrop_data_free(view);
}

static void refusals(void)
{
    const adrop_data_opts opts = digits(1);
    adrop_data *base = scene_open(&opts), *view;
    adrop_split_opts split_opts;

    adrop_split_opts_init(&split_opts);
    split_opts.test_fraction = 0.5;
    CHECK_EQ(adrop_data_view(ctx, base, &split_opts, &view), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "test part of its own");
    CHECK(view == NULL);
    split_opts.size = 0;
    CHECK_EQ(adrop_data_view(ctx, base, &split_opts, &view), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "adrop_split_opts");
    adrop_data_free(base);
}

/* -- Threads, a context each, on one data set -------------------------------------- */

enum { THREADS = 4 };

typedef struct {
    const adrop_data *data;
    double sum[2]; /* over all batches, in their order: augmented by workers; of a view */
    int failed;
} reader;

static int add(adrop_ctx *own, const adrop_data *data, unsigned augment, double *sum)
{
    adrop_batches_opts opts;
    adrop_batches *batches;
    adrop_data_batch batch;
    int failed;

    adrop_batches_opts_init(&opts);
    opts.rows = 32;
    opts.augment = augment;
    failed = adrop_batches_create(own, data, &opts, &batches) != ADROP_OK;
    for (uint32_t epoch = 0; !failed && epoch < 3; epoch++) {
        failed |= adrop_batches_begin(batches, epoch, 0) != ADROP_OK;
        while (!failed && !(failed = adrop_batches_next(batches, &batch) != ADROP_OK) && batch.n)
            for (size_t i = 0; i < batch.n * 64; i++)
                *sum = *sum / 2 + batch.x[i];
    }
    adrop_batches_free(batches);
    return failed;
}

static void *read_all(void *arg)
{
    reader *r = arg;
    adrop_ctx *own;
    adrop_data *view;
    adrop_split_opts opts;
    float x[64];

    if ((r->failed = adrop_ctx_create(NULL, &own) != ADROP_OK))
        return NULL;
    r->failed |= add(own, r->data, ADROP_AUGMENT_CROP, &r->sum[0]);
    adrop_data_split(r->data, &opts);
    opts.seed = 5;
    if (!(r->failed |= adrop_data_view(own, r->data, &opts, &view) != ADROP_OK))
        r->failed |= add(own, view, 0, &r->sum[1]);
    r->failed |= adrop_data_row(own, r->data, 1 << 20, x) != ADROP_EINVAL; /* messages, too */
    r->failed |= strstr(adrop_ctx_message(own), "no row") == NULL;
    adrop_data_free(view);
    adrop_ctx_free(own);
    return NULL;
}

static void threads(void)
{
    const adrop_data_opts opts = digits(1);
    adrop_data *data = scene_open(&opts);
    reader readers[THREADS + 1];
    pthread_t ids[THREADS];

    for (int i = 0; i <= THREADS; i++)
        readers[i] = (reader){ .data = data };
    read_all(&readers[THREADS]);
    for (int i = 0; i < THREADS; i++)
        CHECK_EQ(pthread_create(&ids[i], NULL, read_all, &readers[i]), 0);
    for (int i = 0; i < THREADS; i++) {
        pthread_join(ids[i], NULL);
        CHECK_EQ(readers[i].failed, 0);
        CHECK(!memcmp(readers[i].sum, readers[THREADS].sum, sizeof readers[i].sum));
    }
    CHECK(readers[0].sum[0] != readers[0].sum[1]);
    adrop_data_free(data);
}

/* The context in which rows were read may go before the last that uses them. */
static void outlived(void)
{
    adrop_ctx *first, *second;
    const adrop_data_opts opts = digits(1);
    adrop_data *base, *view;
    float x[64];

    CHECK_EQ(adrop_ctx_create(NULL, &first), ADROP_OK);
    CHECK_EQ(adrop_ctx_create(NULL, &second), ADROP_OK);
    CHECK_EQ(adrop_data_open(first, &opts, &base), ADROP_OK);
    CHECK_EQ(adrop_data_view(second, base, NULL, &view), ADROP_OK);
    adrop_data_free(base);
    adrop_ctx_free(first);
    CHECK_EQ(adrop_data_row(second, view, 3, x), ADROP_OK);
    adrop_data_free(view);
    adrop_ctx_free(second);
}

CHECK_MAIN(scene_begin, views_equal_opening, listed, adopted, refusals, threads, outlived,
           scene_end)
