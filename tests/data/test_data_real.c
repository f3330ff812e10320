/* Real data sets against their published figures. A set that is missing is skipped and named;
 * ADROP_DATA gives the folder. */
#include "asked.h"
#include "data/scene.h"

static const char *folder;

static adrop_data *open_set(const char *name, adrop_data_opts *opts)
{
    adrop_data *data;

    opts->data = name;
    opts->data_dir = folder;
    CHECK_WHERE("%s", name);
    const adrop_status status = adrop_data_open(ctx, opts, &data);
    if (status == ADROP_ENOENT) {
        printf("skipped: %s (%s)\n", name, adrop_ctx_message(ctx));
        CHECK(1);
        return NULL;
    }
    CHECK_EQ(status, ADROP_OK);
    if (status)
        printf("%s\n", adrop_ctx_message(ctx));
    return data;
}

static void counts(adrop_data *data, adrop_part part, const size_t *expected, size_t classes)
{
    size_t n, found[100] = { 0 };
    const uint32_t *rows = adrop_data_rows(data, part, &n);

    for (size_t i = 0; i < n; i++)
        found[adrop_data_label(data, rows[i])]++;
    for (size_t c = 0; c < classes; c++)
        CHECK_EQ(found[c], expected[c]);
}

static void mnist(void)
{
    static const size_t train[] = { 5923, 6742, 5958, 6131, 5842, 5421, 5918, 6265, 5851, 5949 };
    static const size_t test[] = { 980, 1135, 1032, 1010, 982, 892, 958, 1028, 974, 1009 };
    adrop_data_opts opts;
    double mean, deviation;

    adrop_data_opts_init(&opts);
    opts.input_scale = ADROP_SCALE_STANDARD;
    adrop_data *data = open_set("mnist", &opts);
    if (!data)
        return;
    counts(data, ADROP_PART_TRAIN, train, 10);
    counts(data, ADROP_PART_TEST, test, 10);
    adrop_data_moments(data, 0, &mean, &deviation);
    CHECK_NEAR(mean, 0.13066, 5e-6); /* as published, to five digits */
    CHECK_NEAR(deviation, 0.30811, 5e-6);
    adrop_data_free(data);
}

static void fashion(void)
{
    adrop_data_opts opts;
    adrop_data_opts_init(&opts);
    adrop_data *data = open_set("fashion-mnist", &opts);

    if (!data)
        return;
    CHECK_EQ(asked_data(data).n_train, 60000);
    CHECK_EQ(asked_data(data).n_test, 10000);
    CHECK_TEXT(adrop_data_class_name(data, 9), "Ankle boot");
    adrop_data_free(data);
}

static void cifar100(void)
{
    adrop_data_opts opts;
    adrop_data_opts_init(&opts);
    adrop_data *data = open_set("cifar100", &opts);
    uint8_t pixels[3072];

    if (!data)
        return;
    CHECK_EQ(asked_data(data).classes, 100);
    CHECK_TEXT(adrop_data_class_name(data, 0), "apple");
    /* the first images' leading bytes, as published dumps show them */
    CHECK_EQ(adrop_data_pixels(ctx, data, 0, pixels), ADROP_OK);
    CHECK(pixels[0] == 255 && pixels[1] == 255 && pixels[3071] == 79);
    CHECK_EQ(adrop_data_pixels(ctx, data, 1, pixels), ADROP_OK);
    CHECK(pixels[0] == 255 && pixels[1] == 253 && pixels[3071] == 255);
    adrop_data_free(data);
}

static void uci(void)
{
    static const struct {
        const char *name;
        size_t rows, columns, n_train, n_test;
        double mean, deviation; /* of the target over all rows */
    } sets[] = { { "boston", 506, 13, 455, 51, 22.5328, 9.1880 },
                 { "concrete", 1030, 8, 927, 103, 35.8180, 16.6976 },
                 { "wine-red", 1599, 11, 1439, 160, 5.6360, 0.8073 },
                 { "yacht", 308, 6, 277, 31, 10.4954, 15.1359 } };

    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++)
        for (size_t split = 0; split < 20; split += 19) {
            adrop_data_opts opts;
            adrop_data_opts_init(&opts);
            double sum = 0, squares = 0;
            opts.split = split;
            adrop_data *data = open_set(sets[i].name, &opts);
            if (!data)
                continue;
            adrop_data_info info;
            adrop_data_describe(data, &info);
            CHECK_EQ(info.rows, sets[i].rows);
            CHECK_EQ(info.channels, sets[i].columns);
            CHECK_EQ(info.n_train, sets[i].n_train);
            CHECK_EQ(info.n_test, sets[i].n_test);
            for (size_t row = 0; row < info.rows; row++) {
                const double y = adrop_data_target(data, row);
                sum += y / (double)info.rows;
                squares += y * y / (double)info.rows;
            }
            CHECK_NEAR(sum, sets[i].mean, 6e-5); /* published to four digits */
            CHECK_NEAR(sqrt(squares - sum * sum), sets[i].deviation, 6e-5);
            adrop_data_free(data);
        }
}

static void images(void)
{
    adrop_data_opts opts;

    adrop_data_opts_init(&opts);
    opts.image_size = 32;
    opts.test_per_class = 5;
    opts.train_per_class = 15;
    adrop_data *data = open_set("caltech256", &opts);
    if (data) {
        CHECK_EQ(asked_data(data).n_train, 15 * asked_data(data).classes);
        CHECK_EQ(asked_data(data).n_test, 5 * asked_data(data).classes);
        adrop_data_free(data);
    }
    adrop_data_opts_init(&opts);
    opts.image_size = 64;
    if ((data = open_set("miniimagenet", &opts))) {
        CHECK_EQ(asked_data(data).channels, 3);
        CHECK(asked_data(data).n_test > 0);
        adrop_data_free(data);
    }
}

/* The built-in digits are the published file, row by row. */
static void digits(void)
{
    char path[512];
    adrop_data_opts opts;
    float x[64];
    uint8_t pixels[64];

    adrop_data_opts_init(&opts);
    snprintf(path, sizeof path, "%s/digits/digits.csv.gz", folder);
    if (access(path, R_OK)) {
        printf("skipped: digits.csv.gz (%s is not there)\n", path);
        return;
    }
    opts.data = path;
    opts.task = ADROP_CLASSIFICATION;
    opts.input_scale = ADROP_SCALE_NONE;
    adrop_data *table = scene_open(&opts);
    adrop_data_opts_init(&opts);
    opts.data = "digits";
    adrop_data *built_in = scene_open(&opts);
    CHECK_EQ(asked_data(table).rows, 1797);
    for (size_t row = 0; row < 1797; row++) {
        CHECK_EQ(adrop_data_label(table, row), adrop_data_label(built_in, row));
        CHECK_EQ(adrop_data_row(ctx, table, row, x), ADROP_OK);
        CHECK_EQ(adrop_data_pixels(ctx, built_in, row, pixels), ADROP_OK);
        for (int j = 0; j < 64; j++)
            CHECK(x[j] == (float)pixels[j]);
    }
    adrop_data_free(table);
    adrop_data_free(built_in);
}

static void all(void)
{
    folder = scene_real("mnist, cifar, uci, images, digits.csv.gz");
    fashion(); /* may be in /usr/share/datasets */
    if (!folder)
        return;
    mnist();
    cifar100();
    uci();
    images();
    digits();
}

CHECK_MAIN(scene_begin, all, scene_end)
