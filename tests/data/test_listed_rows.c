/* Test rows listed by a file or by the word `paper`, and inputs divided by their rows' norms. */
#include "asked.h"
#include "config/builtin.h"
#include "data/scene.h"

static adrop_data_opts table_opts(const char *rows)
{
    adrop_data_opts opts = scene_opts(
        scene_text("t.csv", "3,4,1\n0,0,2\n6,8,3\n5,12,4\n0,-2,5\n1,0,6\n"));

    opts.task = ADROP_REGRESSION;
    opts.test_rows = rows;
    return opts;
}

static void listed(void)
{
    adrop_data_opts opts = table_opts(scene_text("rows.txt", " 4 0\r\n\n\t2\n"));
    adrop_data_file file;
    size_t n;

    adrop_data *data = scene_open(&opts);
    const uint32_t *rows = adrop_data_rows(data, ADROP_PART_TEST, &n);
    CHECK_EQ(n, 3);
    CHECK(rows[0] == 0 && rows[1] == 2 && rows[2] == 4);
    rows = adrop_data_rows(data, ADROP_PART_TRAIN, &n);
    CHECK_EQ(n, 3);
    CHECK(rows[0] == 1 && rows[1] == 3 && rows[2] == 5);
    CHECK_CLOSE(asked_data(data).target_mean, 4, 1e-15); /* of 2, 4, 6 */
    CHECK_EQ(adrop_data_n_files(data), 2);
    CHECK(adrop_data_file_at(data, 1, &file)); /* the list is recorded */
    CHECK_HAS(file.path, "rows.txt");
    CHECK_EQ(file.bytes, 10);
    adrop_data_free(data);
    opts.val_fraction = 0.4; /* what is left is split as ever */
    data = scene_open(&opts);
    CHECK_EQ(asked_data(data).n_val, 1);
    CHECK_EQ(asked_data(data).n_test, 3);
    adrop_data_free(data);
}

/* uci: the list takes the place of the index files, which need not be there. */
static void in_place_of_splits(void)
{
    scene_clear();
    scene_text("set/data.txt", "1 10 100\n2 20 200\n3 30 300\n");
    scene_text("set/index_features.txt", "0\n2\n");
    scene_text("set/index_target.txt", "1\n");
    adrop_data_opts opts = scene_opts(scene_path("set"));
    opts.test_rows = scene_text("rows", "1");
    adrop_data *data = scene_open(&opts);
    CHECK_EQ(asked_data(data).n_train, 2);
    CHECK_EQ(asked_data(data).n_test, 1);
    adrop_data_free(data);
}

static void refuses(const char *text, const char *part)
{
    const adrop_data_opts opts = table_opts(scene_text("rows.txt", text));

    scene_refuses(&opts, ADROP_EFORMAT, part);
    CHECK_HAS(adrop_ctx_message(ctx), "rows.txt");
}

static void hostile(void)
{
    char text[8192];

    refuses("0 6", "entry 2, '6', is no row");
    refuses("0\n-1", "entry 2, '-1'");
    refuses("1.5", "entry 1, '1.5'");
    refuses("1,2", "entry 1, '1,2'");
    refuses("0x1", "entry 1, '0x1'");
    refuses("99999999999999999999999999999999999999999999999999", "entry 1, '9999");
    refuses("0 1 0", "row 0 is named twice");
    refuses("1 01", "row 1 is named twice");
    refuses("", "names no rows");
    refuses(" \n\n", "names no rows");
    refuses("5 4 3 2 1 0", "names all 6 rows");
    adrop_data_opts opts = table_opts(scene_file("rows.txt", "1\0002", 3));
    scene_refuses(&opts, ADROP_EFORMAT, "zero byte");
    memset(text, ' ', sizeof text); /* longer than 6 rows can be */
    opts = table_opts(scene_file("rows.txt", text, sizeof text));
    scene_refuses(&opts, ADROP_EIO, "rows.txt");
    opts = table_opts("/nonexistent/rows");
    scene_refuses(&opts, ADROP_EIO, "/nonexistent/rows");
    opts = table_opts("paper");
    scene_refuses(&opts, ADROP_EINVAL, "boston, concrete, wine-red and yacht");
    opts = table_opts(scene_text("rows.txt", "1"));
    opts.test_fraction = 0.5;
    scene_refuses(&opts, ADROP_EINVAL, "leave test-fraction out");
    opts.test_fraction = 0;
    opts.data = "digits";
    opts.task = ADROP_TASK_AUTO;
    scene_refuses(&opts, ADROP_EINVAL, "leave test-rows out");
}

static void row_norm(void)
{
    static const float expected[6][2] = { { 0.6f, 0.8f },          { 0, 0 },  { 0.6f, 0.8f },
                                          { 5 / 13.f, 12 / 13.f }, { 0, -1 }, { 1, 0 } };
    adrop_data_opts opts = table_opts("");
    float x[2];

    CHECK_EQ(adrop_option_set(ctx, adrop_data_options(), &opts, "input-scale", "row-norm"),
             ADROP_OK);
    adrop_data *data = scene_open(&opts);
    CHECK_EQ(asked_data(data).input_scale, ADROP_SCALE_ROW_NORM);
    for (size_t row = 0; row < 6; row++) {
        CHECK_EQ(adrop_data_row(ctx, data, row, x), ADROP_OK);
        CHECK_NEAR(x[0], expected[row][0], 1e-7); /* an ulp of a float below 1 */
        CHECK_NEAR(x[1], expected[row][1], 1e-7);
    }
    adrop_data_free(data);
    opts.data = "digits";
    opts.task = ADROP_TASK_AUTO;
    scene_refuses(&opts, ADROP_EINVAL, "holds pixels");
}

/* The splits that are built in: a fifth of the rows, rounded up, each once. */
static void built_in(void)
{
    static const struct {
        const char *name;
        size_t rows, first, last;
    } sets[] = { { "splits/boston.txt", 506, 0, 501 },
                 { "splits/concrete.txt", 1030, 2, 1029 },
                 { "splits/wine-red.txt", 1599, 15, 1588 },
                 { "splits/yacht.txt", 308, 3, 305 } };

    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++) {
        const ad_builtin_file *file = ad_builtin_find(sets[i].name);
        size_t n = 0, before = 0, row = 0, first = 0;
        CHECK_WHERE("%s", sets[i].name);
        CHECK(file != NULL);
        if (!file)
            continue;
        CHECK_EQ(strlen(file->text), file->size);
        for (const char *p = file->text; *p; p += strspn(p, " \n"), before = row, n++) {
            row = strtoul(p, (char **)&p, 10);
            first = n ? first : row;
            CHECK(!n || row > before);
        }
        CHECK_EQ(n, (sets[i].rows + 4) / 5);
        CHECK_EQ(first, sets[i].first);
        CHECK_EQ(row, sets[i].last);
    }
}

/* What predicting the training rows' mean gives on these splits of the real sets;
 * computed once with NumPy from the same permutation. */
static void constant_predictor(void)
{
    static const struct {
        const char *name;
        double rmse;
    } sets[] = {
        { "boston", 8.6629 }, { "concrete", 16.0536 }, { "wine-red", 0.8107 }, { "yacht", 12.9305 }
    };
    const char *folder = scene_real("boston, concrete, wine-red, yacht");

    for (size_t i = 0; folder && i < sizeof sets / sizeof sets[0]; i++) {
        adrop_data_opts opts = scene_opts(sets[i].name);
        adrop_data *data;
        double squares = 0;
        size_t n;
        opts.data_dir = folder;
        opts.test_rows = "paper";
        CHECK_WHERE("%s", sets[i].name);
        const adrop_status status = adrop_data_open(ctx, &opts, &data);
        if (status == ADROP_ENOENT) {
            printf("skipped: %s (%s)\n", sets[i].name, adrop_ctx_message(ctx));
            continue;
        }
        CHECK_EQ(status, ADROP_OK);
        if (status)
            continue;
        adrop_data_info info;
        adrop_data_describe(data, &info);
        const uint32_t *rows = adrop_data_rows(data, ADROP_PART_TEST, &n);
        for (size_t j = 0; j < n; j++) {
            const double d = adrop_data_target(data, rows[j]) - info.target_mean;
            squares += d * d;
        }
        CHECK_EQ(info.n_train + info.n_test, info.rows);
        CHECK_NEAR(sqrt(squares / (double)n), sets[i].rmse, 5.1e-5); /* four decimals */
        adrop_data_free(data);
    }
}

CHECK_MAIN(scene_begin, listed, in_place_of_splits, hostile, row_norm, built_in, constant_predictor,
           scene_end)
