/* The built-in digits, and how rows are split, limited and scaled. */
#include "asked.h"
#include "data/scene.h"

static adrop_data *digits(const adrop_data_opts *base)
{
    adrop_data_opts opts;

    adrop_data_opts_init(&opts);
    if (base)
        opts = *base;

    opts.data = "digits";
    return scene_open(&opts);
}

static size_t count(adrop_data *data, adrop_part part, int32_t label)
{
    size_t n, k = 0;
    const uint32_t *rows = adrop_data_rows(data, part, &n);

    for (size_t i = 0; i < n; i++)
        k += adrop_data_label(data, rows[i]) == label;
    return k;
}

/* Is every row of a's part in b's? */
static int within(adrop_data *a, adrop_data *b, adrop_part part)
{
    size_t na, nb, j = 0;
    const uint32_t *ra = adrop_data_rows(a, part, &na), *rb = adrop_data_rows(b, part, &nb);

    for (size_t i = 0; i < na; i++, j++) {
        while (j < nb && rb[j] < ra[i])
            j++;
        if (j == nb || rb[j] != ra[i])
            return 0;
    }
    return 1;
}

static void built_in(void)
{
    static const size_t per_class[] = { 178, 182, 177, 183, 181, 182, 181, 179, 174, 180 };
    /* the first image of the set, as published */
    static const uint8_t first[8] = { 0, 0, 5, 13, 9, 1, 0, 0 };
    adrop_data *data = digits(NULL);
    adrop_data_info info;
    uint8_t pixels[64];
    float x[64];

    adrop_data_describe(data, &info);
    CHECK_TEXT(info.format, "built-in");
    CHECK_TEXT(info.path, "");
    CHECK_EQ(info.rows, 1797);
    CHECK_EQ(info.n_train, 1437);
    CHECK_EQ(info.n_test, 360);
    for (int c = 0; c < 10; c++)
        CHECK_EQ(count(data, ADROP_PART_TRAIN, c) + count(data, ADROP_PART_TEST, c), per_class[c]);
    CHECK_EQ(adrop_data_pixels(ctx, data, 0, pixels), ADROP_OK);
    CHECK(!memcmp(pixels, first, sizeof first));
    CHECK_EQ(adrop_data_row(ctx, data, 0, x), ADROP_OK);
    CHECK(x[2] == 5 / 16.0f);
    CHECK_EQ(adrop_data_n_files(data), 0);
    adrop_data_free(data);
}

static void nested_subsets(void)
{
    adrop_data_opts opts;
    adrop_data *set[3];

    adrop_data_opts_init(&opts);
    for (int i = 0; i < 3; i++) {
        opts.train_per_class = (size_t)(60 >> i);
        set[i] = digits(&opts);
        CHECK_EQ(asked_data(set[i]).n_train, 10 * opts.train_per_class);
        CHECK_EQ(asked_data(set[i]).n_test, 360);
        for (int c = 0; c < 10; c++)
            CHECK_EQ(count(set[i], ADROP_PART_TRAIN, c), opts.train_per_class);
    }
    CHECK(within(set[2], set[1], ADROP_PART_TRAIN));
    CHECK(within(set[1], set[0], ADROP_PART_TRAIN));
    CHECK(!within(set[0], set[1], ADROP_PART_TRAIN));
    opts.seed = 2; /* another seed, other rows */
    adrop_data *other = digits(&opts);
    CHECK(!within(set[2], other, ADROP_PART_TRAIN));
    adrop_data_free(other);
    for (int i = 0; i < 3; i++)
        adrop_data_free(set[i]);
}

static void validation_and_limits(void)
{
    adrop_data_opts opts;
    adrop_data *whole = digits(NULL);

    adrop_data_opts_init(&opts);
    opts.val_fraction = 0.25;
    opts.test_per_class = 7;
    adrop_data *data = digits(&opts);
    adrop_data_info info;
    adrop_data_describe(data, &info);
    CHECK_EQ(info.n_train + info.n_val, 1437);
    CHECK_EQ(info.n_test, 70);
    CHECK(within(data, whole, ADROP_PART_TRAIN));
    for (int c = 0; c < 10; c++) {
        const double all = (double)count(whole, ADROP_PART_TRAIN, c);
        CHECK_NEAR((double)count(data, ADROP_PART_VAL, c), 0.25 * all, 0.5);
    }
    adrop_data_free(data);
    opts.train_limit = 100;
    opts.test_limit = 50;
    data = digits(&opts);
    CHECK_EQ(asked_data(data).n_train, 100);
    CHECK_EQ(asked_data(data).n_test, 50);
    adrop_data_free(data);
    adrop_data_free(whole);
    opts.data = "digits";
    opts.test_fraction = 0.5;
    scene_refuses(&opts, ADROP_EINVAL, "test part of its own");
}

/* A set without a test part: 3 classes of 10 rows. */
static adrop_data_opts free_table(void)
{
    char text[1024];
    size_t at = 0;

    for (int i = 0; i < 30; i++)
        at += (size_t)snprintf(text + at, sizeof text - at, "%d,%d,%c\n", i, 5, "abc"[i % 3]);
    return scene_opts(scene_text("free.csv", text));
}

static void without_test_part(void)
{
    adrop_data_opts opts = free_table();
    adrop_data *data = scene_open(&opts);

    for (int c = 0; c < 3; c++)
        CHECK_EQ(count(data, ADROP_PART_TEST, c), 2); /* a fifth of each class */
    opts.train_per_class = 4;                         /* the test part stays as it was */
    adrop_data *fewer = scene_open(&opts);
    CHECK_EQ(asked_data(fewer).n_train, 12);
    CHECK(within(data, fewer, ADROP_PART_TEST) && within(fewer, data, ADROP_PART_TEST));
    adrop_data_free(fewer);
    adrop_data_free(data);
    opts.train_per_class = 0;
    opts.test_per_class = 3;
    data = scene_open(&opts);
    CHECK_EQ(asked_data(data).n_test, 9);
    CHECK_EQ(asked_data(data).n_train, 21);
    adrop_data_free(data);
    opts.test_per_class = 10;
    scene_refuses(&opts, ADROP_EINVAL, "class 'a' has 10 rows");
    opts.test_per_class = 0;
    opts.test_fraction = 0.5;
    data = scene_open(&opts);
    CHECK_EQ(asked_data(data).n_test, 15);
    adrop_data_free(data);
}

/* Moments over the training rows alone, from a plain loop. */
static void scaling(void)
{
    adrop_data_opts opts = free_table();
    double sum = 0, squares = 0, mean, deviation;
    float x[2];
    size_t n;

    adrop_data *data = scene_open(&opts); /* tables are standardised by default */
    const uint32_t *rows = adrop_data_rows(data, ADROP_PART_TRAIN, &n);
    CHECK_EQ(asked_data(data).input_scale, ADROP_SCALE_STANDARD);
    for (size_t i = 0; i < n; i++) {
        sum += rows[i];
        squares += (double)rows[i] * rows[i];
    }
    adrop_data_moments(data, 0, &mean, &deviation);
    CHECK_CLOSE(mean, sum / (double)n, 1e-14);
    CHECK_CLOSE(deviation, sqrt(squares / (double)n - mean * mean), 1e-13);
    CHECK_EQ(adrop_data_row(ctx, data, 7, x), ADROP_OK);
    CHECK_NEAR(x[0], (7 - mean) / deviation, 1e-6); /* a float near 1 */
    CHECK(x[1] == 0);                               /* a column that does not vary */
    adrop_data_free(data);

    opts.data = "digits";
    opts.input_scale = ADROP_SCALE_SYMMETRIC;
    float pixel[64];
    data = scene_open(&opts);
    CHECK_EQ(adrop_data_row(ctx, data, 0, pixel), ADROP_OK);
    CHECK(pixel[0] == -1 && pixel[3] == (float)(2 * 13 / 16.0 - 1));
    adrop_data_moments(data, 0, &mean, &deviation);
    CHECK(isnan(mean));
    adrop_data_free(data);
    opts.input_scale = ADROP_SCALE_NONE;
    data = scene_open(&opts);
    CHECK_EQ(adrop_data_row(ctx, data, 0, pixel), ADROP_OK);
    CHECK(pixel[3] == 13);
    adrop_data_free(data);
    opts.input_scale = ADROP_SCALE_STANDARD;
    data = scene_open(&opts);
    sum = squares = 0;
    rows = adrop_data_rows(data, ADROP_PART_TRAIN, &n);
    for (size_t i = 0; i < n; i++) {
        CHECK_EQ(adrop_data_row(ctx, data, rows[i], pixel), ADROP_OK);
        for (int j = 0; j < 64; j++) {
            sum += pixel[j];
            squares += (double)pixel[j] * pixel[j];
        }
    }
    CHECK_NEAR(sum / (64.0 * (double)n), 0, 1e-6); /* floats, rounded independently */
    CHECK_NEAR(squares / (64.0 * (double)n), 1, 1e-6);
    adrop_data_free(data);
}

static void options(void)
{
    adrop_data_opts opts;
    adrop_data *data;

    adrop_data_opts_init(&opts);
    CHECK_EQ(adrop_option_set(ctx, adrop_data_options(), &opts, "input-scale", "symmetric"),
             ADROP_OK);
    CHECK_EQ(opts.input_scale, ADROP_SCALE_SYMMETRIC);
    CHECK_EQ(adrop_option_set(ctx, adrop_data_options(), &opts, "format", "uci"), ADROP_OK);
    CHECK_TEXT(asked_format((size_t)opts.format - 1).name, "uci");
    CHECK_EQ(adrop_option_set(ctx, adrop_data_options(), &opts, "val-fraction", "1"), ADROP_EINVAL);
    adrop_data_opts_init(&opts);
    scene_refuses(&opts, ADROP_EINVAL, "no data set was named");
    opts.data = "mnst";
    scene_refuses(&opts, ADROP_ENOENT, "did you mean 'mnist'?");
    opts.data = "mnist";
    scene_refuses(&opts, ADROP_ENOENT, "give the folder");
    opts.data_dir = scene_folder;
    scene_refuses(&opts, ADROP_ENOENT, "looked for mnist");
    opts.data = "reuters21578";
    scene_refuses(&opts, ADROP_ENOENT, "looked for reuters21578");
    opts.data = "/nonexistent/file";
    scene_refuses(&opts, ADROP_EIO, "/nonexistent/file");
    opts.data = "digits";
    opts.val_fraction = NAN;
    scene_refuses(&opts, ADROP_EINVAL, "val-fraction");
    opts.val_fraction = 0;
    opts.task = 9;
    scene_refuses(&opts, ADROP_EINVAL, "task");
    opts.task = 0;
    opts.channels = 2;
    scene_refuses(&opts, ADROP_EINVAL, "channels");
    opts.size = 0;
    CHECK_EQ(adrop_data_open(ctx, &opts, &data), ADROP_EINVAL);
    CHECK_EQ(adrop_data_open(ctx, NULL, &data), ADROP_EINVAL);
    size_t n = 0;
    while (asked_known(n).name)
        n++;
    CHECK_EQ(n, 14);
}

CHECK_MAIN(scene_begin, built_in, nested_subsets, validation_and_limits, without_test_part, scaling,
           options, scene_end)
