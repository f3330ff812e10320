/* UCI folders: columns and published splits from index files. */
#include "asked.h"
#include "data/scene.h"

static void write_set(void)
{
    scene_clear();
    scene_text("data.txt", " 1 10 100\n2 20 200\n3\t30 300 \n4 40 400\n\n");
    scene_text("index_features.txt", "0\n2\n");
    scene_text("index_target.txt", "1\n");
    scene_text("index_train_0.txt", "3\n1\n0\n");
    scene_text("index_test_0.txt", "2\n");
    scene_text("index_train_1.txt", "0\n1\n");
    scene_text("index_test_1.txt", "3\n2\n");
}

static void splits(void)
{
    adrop_data_opts opts = scene_opts(scene_folder);
    float x[2];
    size_t n;

    write_set();
    adrop_data *data = scene_open(&opts);
    if (!data)
        return;
    adrop_data_info info;
    adrop_data_describe(data, &info);
    CHECK_TEXT(info.format, "uci");
    CHECK_EQ(info.task, ADROP_REGRESSION);
    CHECK_EQ(info.channels, 2);
    CHECK_EQ(info.rows, 4);
    const uint32_t *train = adrop_data_rows(data, ADROP_PART_TRAIN, &n);
    CHECK_EQ(n, 3);
    CHECK_EQ(train[2], 3);
    CHECK_EQ(adrop_data_rows(data, ADROP_PART_TEST, &n)[0], 2);
    CHECK(adrop_data_target(data, 3) == 40);
    /* training targets 10, 20, 40: mean 70/3, population standard deviation */
    CHECK_CLOSE(info.target_mean, 70.0 / 3, 1e-15);
    CHECK_CLOSE(info.target_deviation, sqrt((100 + 400 + 1600) / 3.0 - 4900 / 9.0), 1e-14);
    /* inputs 1, 2, 4 likewise; the test row is scaled by the same */
    CHECK_EQ(adrop_data_row(ctx, data, 2, x), ADROP_OK);
    const double mean = 7.0 / 3, deviation = sqrt(21 / 3.0 - 49 / 9.0);
    CHECK_NEAR(x[0], (3 - mean) / deviation, 1e-6); /* float */
    CHECK_NEAR(x[1], (3 - mean) / deviation, 1e-6);
    adrop_data_free(data);
    opts.split = 1;
    data = scene_open(&opts);
    CHECK_EQ(asked_data(data).n_test, 2);
    adrop_data_free(data);
    opts.split = 2;
    scene_refuses(&opts, ADROP_EFORMAT, "there is no 'index_train_2.txt'");
    opts.test_fraction = 0.5;
    data = scene_open(&opts);
    CHECK_EQ(asked_data(data).n_test, 2);
    adrop_data_free(data);
    opts.task = ADROP_CLASSIFICATION;
    scene_refuses(&opts, ADROP_EINVAL, "regression set");
}

static void refuses(const char *file, const char *text, const char *part)
{
    write_set();
    scene_text(file, text);
    scene_refuses_path(scene_folder, ADROP_EFORMAT, part);
}

static void hostile(void)
{
    refuses("index_features.txt", "0\n3\n", "entry 2 is 3");
    refuses("index_features.txt", "-1\n", "entry 1 is -1");
    refuses("index_features.txt", "0.5\n", "entry 1 is 0.5");
    refuses("index_features.txt", "0\n1\n", "both an input and the target");
    refuses("index_features.txt", "0\n0\n0\n", "names 3 of 3 columns");
    refuses("index_features.txt", "", "is empty");
    refuses("index_target.txt", "0\n1\n", "names 2 columns");
    refuses("index_train_0.txt", "0\n1\n4\n", "entry 3 is 4");
    refuses("index_train_0.txt", "0\n1\n1\n", "named twice");
    refuses("index_test_0.txt", "0\n", "in both parts");
    refuses("data.txt", "1 2 3\n1 2\n", "line 2: 2 columns");
    refuses("data.txt", "1 2 3\n1 x 3\n", "line 2: column 2");
    refuses("data.txt", "1 2 3\n1 nan 3\n", "line 2: column 2: the value is missing");
    refuses("more/data.txt", "1 2 3\n", "2 files data.txt");
}

CHECK_MAIN(scene_begin, splits, hostile, scene_end)
