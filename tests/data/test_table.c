/* Tables as text: separators, headers, targets, and refusals. */
#include "asked.h"
#include "data/scene.h"

static adrop_data_opts opts_of(const char *text, adrop_task task, const char *target)
{
    adrop_data_opts opts = scene_opts(scene_text("t.csv", text));

    opts.task = (int)task;
    opts.input_scale = ADROP_SCALE_NONE;
    opts.target = target;
    return opts;
}

/* Row `row` of the table has these inputs. */
static void has_row(adrop_data *data, size_t row, float a, float b)
{
    float x[2];

    CHECK_EQ(asked_data(data).channels, 2);
    CHECK_EQ(adrop_data_row(ctx, data, row, x), ADROP_OK);
    CHECK(x[0] == a && x[1] == b);
}

static void separators(void)
{
    static const char *const same[] = {
        "1,2,3\n4,5,6\n7,8,9\n",
        "1;2;3\r\n4;5;6\r\n7;8;9",
        "  1 2\t3\n4  5 6  \n\n7 8 9\n\n",
        "\xef\xbb\xbf# a comment\n1, 2 ,3\n\"4\",5,6\n7,8,\"9\"\n",
        "a,b,y\n1,2,3\n4,5,6\n7,8,9\n",
    };

    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++) {
        const adrop_data_opts opts = opts_of(same[i], ADROP_REGRESSION, "");
        CHECK_WHERE("%s", same[i]);
        adrop_data *data = scene_open(&opts);
        if (!data)
            continue;
        CHECK_TEXT(asked_data(data).format, "table");
        CHECK_EQ(asked_data(data).rows, 3);
        CHECK_EQ(asked_data(data).is_image, 0);
        has_row(data, 1, 4, 5);
        CHECK(adrop_data_target(data, 2) == 9);
        CHECK_EQ(adrop_data_label(data, 2), -1);
        CHECK_TEXT(adrop_data_column_name(data, 1), i == 4 ? "b" : "");
        adrop_data_free(data);
    }
}

static void targets(void)
{
    static const char *const choices[] = { "first", "1" };

    for (int i = 0; i < 2; i++) {
        const adrop_data_opts opts = opts_of("first,b,\"c \"\"d\"\"\"\n1,2,3\n4,5,6\n7,8,9\n",
                                             ADROP_REGRESSION, choices[i]);
        adrop_data *data = scene_open(&opts);
        has_row(data, 0, 2, 3);
        CHECK(adrop_data_target(data, 2) == 7);
        CHECK_TEXT(adrop_data_column_name(data, 1), "c \"d\"");
        adrop_data_free(data);
    }
}

static void several_targets(void)
{
    static const char *const choices[] = { "y,a", "3,1" };

    for (int i = 0; i < 2; i++) {
        const adrop_data_opts opts = opts_of("a,b,y,c\n1,2,3,4\n5,6,7,8\n9,10,11,13\n",
                                             ADROP_TASK_AUTO, choices[i]);
        adrop_data *data = scene_open(&opts);
        if (!data)
            continue;
        const adrop_data_info info = asked_data(data);
        CHECK_EQ(info.task, ADROP_REGRESSION);
        CHECK_EQ(info.targets, 2);
        has_row(data, 2, 10, 13);
        CHECK(adrop_data_target_at(data, 1, 0) == 7 && adrop_data_target_at(data, 1, 1) == 5);
        CHECK(adrop_data_target(data, 2) == 11);
        CHECK(isnan(adrop_data_target_at(data, 1, 2)) && isnan(adrop_data_target_at(data, 3, 0)));
        CHECK_TEXT(adrop_data_target_name(data, 0), "y");
        CHECK_TEXT(adrop_data_target_name(data, 1), "a");
        CHECK(!adrop_data_target_name(data, 2));
        CHECK(info.target_deviations[0] > 0 && info.target_deviations[0] == info.target_deviation);
        adrop_data_free(data);
    }
    /* a column whose name has a comma is one */
    const adrop_data_opts opts = opts_of("a,\"b,a\"\n1,2\n3,4\n5,6\n", ADROP_REGRESSION, "b,a");
    adrop_data *data = scene_open(&opts);
    CHECK_EQ(asked_data(data).targets, 1);
    adrop_data_free(data);
}

static void labels(void)
{
    adrop_data_opts opts = opts_of("1,2,dog\n3,4,cat\n5,6,dog\n7,8,ant\n", ADROP_TASK_AUTO, "");
    adrop_data *data = scene_open(&opts);

    CHECK_EQ(asked_data(data).classes, 3);
    CHECK_TEXT(adrop_data_class_name(data, 1), "cat");
    CHECK_EQ(adrop_data_label(data, 0), 2);
    CHECK_EQ(adrop_data_label(data, 3), 0);
    CHECK(isnan(adrop_data_target(data, 0)));
    adrop_data_free(data);
    /* numbers as classes are sorted as numbers */
    opts = opts_of("1,2,10\n3,4,9\n5,6,10\n", ADROP_CLASSIFICATION, "");
    data = scene_open(&opts);
    CHECK_TEXT(adrop_data_class_name(data, 0), "9");
    CHECK_EQ(adrop_data_label(data, 0), 1);
    adrop_data_free(data);
    /* also before what stands before digits in ASCII */
    opts = opts_of("3,4,10\n1,2,!x\n5,6,9\n7,8,(y\n", ADROP_CLASSIFICATION, "");
    data = scene_open(&opts);
    CHECK_TEXT(adrop_data_class_name(data, 0), "9");
    CHECK_TEXT(adrop_data_class_name(data, 1), "10");
    CHECK_TEXT(adrop_data_class_name(data, 2), "!x");
    CHECK_TEXT(adrop_data_class_name(data, 3), "(y");
    adrop_data_free(data);
    /* numbers before words; the same number is the same class */
    opts = opts_of("1,2,1a\n3,4,10\n5,6,9\n5,6,10.0\n", ADROP_CLASSIFICATION, "");
    data = scene_open(&opts);
    CHECK_EQ(asked_data(data).classes, 3);
    CHECK_EQ(adrop_data_label(data, 0), 2);
    CHECK_EQ(adrop_data_label(data, 2), 0);
    CHECK_EQ(adrop_data_label(data, 1), adrop_data_label(data, 3));
    adrop_data_free(data);
    opts = opts_of("1,2,10\n3,4,9\n5,6,10\n", ADROP_TASK_AUTO, "");
    scene_refuses(&opts, ADROP_EINVAL, "give `task` classification or");
}

static void refuses(const char *text, const char *part)
{
    const adrop_data_opts opts = opts_of(text, ADROP_REGRESSION, "");

    scene_refuses(&opts, ADROP_EFORMAT, part);
    CHECK_HAS(adrop_ctx_message(ctx), "t.csv");
}

/* Words, missing values, dates, columns with a part of their own. */
static void columns(void)
{
    adrop_data_opts opts = opts_of("id,age,job,day,w,y\np1,10,cook,1970-01-02,1,a\n"
                                   "p2,?,smith,2000-03-01,2,b\np3,30,,1970-01-01 12:00,1,a\n",
                                   ADROP_TASK_AUTO, "");
    float x[8];

    opts.id = "id";
    opts.weight = "w";
    opts.dates = "day";
    opts.test_fraction = 0.01; /* all are for training */
    scene_refuses(&opts, ADROP_EFORMAT, "line 3: column 'age': the value is missing ('?')");
    CHECK_HAS(adrop_ctx_message(ctx), "`missing` mean");
    opts.missing = ADROP_MISSING_INDICATOR;
    adrop_data *data = scene_open(&opts);
    CHECK_EQ(asked_data(data).columns, 3);
    CHECK_EQ(asked_data(data).channels, 6); /* age, cook, smith, day, two indicators */
    CHECK_EQ(asked_data(data).words, 1);
    CHECK_EQ(asked_data(data).missing, 2);
    CHECK_TEXT(adrop_data_row_name(data, 1), "p2");
    CHECK_EQ(adrop_data_row(ctx, data, 1, x), ADROP_OK);
    CHECK(x[0] == 20 && x[1] == 0 && x[2] == 1 && x[3] == 11017 && x[4] == 1 && x[5] == 0);
    CHECK_EQ(adrop_data_row(ctx, data, 2, x), ADROP_OK);
    CHECK(x[0] == 30 && x[1] == 0 && x[2] == 0 && x[3] == 0.5f && x[4] == 0 && x[5] == 1);
    adrop_data_free(data);
    opts.drop = "age,3";
    data = scene_open(&opts);
    CHECK_EQ(asked_data(data).columns, 1);
    CHECK_TEXT(adrop_data_column_name(data, 0), "day");
    adrop_data_free(data);
    opts.drop = "aged";
    scene_refuses(&opts, ADROP_EINVAL, "no column 'aged' to be the column to drop");
    opts.drop = "id";
    scene_refuses(&opts, ADROP_EINVAL, "was named before: it cannot be the");
}

/* A column is of words only if no value is a number. */
static void kinds(void)
{
    refuses("a,b,y\n1,2,3\n4,5,6\n7,big,9\n", "line 4: column 'b': 'big' is not a number");
    refuses("a,b,y\n1,red,3\n4,5,6\n7,blue,9\n", "line 3: column 'b': '5' is a number");
    adrop_data_opts opts = opts_of("a;b;y\n1,5;2;3\n-2,25;0,5;6\n", ADROP_REGRESSION, "");
    adrop_data *data = scene_open(&opts); /* decimal commas */
    has_row(data, 0, 1.5f, 2);
    has_row(data, 1, -2.25f, 0.5f);
    adrop_data_free(data);
    opts = opts_of("a\tb\ty\n1\t\t3\n4\t5\t6\n", ADROP_REGRESSION, "");
    opts.missing = ADROP_MISSING_MEAN; /* an empty field between two tabs */
    data = scene_open(&opts);
    CHECK_EQ(asked_data(data).missing, 1);
    adrop_data_free(data);
}

/* Numbers are the nearest ones, short and long. */
static void exact(void)
{
    static const char *const texts[] = { "0.1",
                                         "123456789012345678",
                                         "1.7976931348623157e30",
                                         "9007199254740993",
                                         "0.000000000000000000000000001234567",
                                         "8.41e21",
                                         "-4.9406564584124654e-30",
                                         "5e-10",
                                         "00000000000000000000000001.5",
                                         ".5",
                                         "7." };
    char text[256];

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        snprintf(text, sizeof text, "a,b,y\n%s,1,2\n1,%s,3\n", texts[i], texts[i]);
        const adrop_data_opts opts = opts_of(text, ADROP_REGRESSION, "");
        adrop_data *data = scene_open(&opts);
        CHECK_WHERE("%s", texts[i]);
        const locale_t before = check_points_begin();
        const float x = (float)strtod(texts[i], NULL);
        check_points_end(before);
        has_row(data, 0, x, 1);
        has_row(data, 1, 1, x);
        adrop_data_free(data);
    }
}

/* Many blocks of lines give what one thread gives, and lines keep their numbers. */
static void blocks(void)
{
    const size_t rows = 90000;
    char *text = malloc(rows * 40 + 100);
    size_t n = (size_t)sprintf(text, "a,word,y\n");

    for (size_t i = 0; i < rows; i++)
        n += (size_t)sprintf(text + n, "%zu.25,w%zu,%zu\n", i, (i * i) % 97, i % 1000);
    adrop_data_opts opts = opts_of(text, ADROP_REGRESSION, "");
    adrop_data *data = scene_open(&opts);
    CHECK_EQ(asked_data(data).rows, rows);
    float x[128];
    for (size_t i = 0; i < rows; i += 89) {
        CHECK_EQ(adrop_data_row(ctx, data, i, x), ADROP_OK);
        CHECK(x[0] == (float)((double)i + 0.25));
        CHECK(adrop_data_target(data, i) == (double)(i % 1000));
    }
    adrop_data_free(data);
    sprintf(text + n, "1,w1,oops\n");
    opts = opts_of(text, ADROP_REGRESSION, "");
    scene_refuses(&opts, ADROP_EFORMAT, "line 90002: column 'y', the target: 'oops'");
    free(text);
}

static void test_file(void)
{
    adrop_data_opts opts = opts_of("a,b,y\n1,2,3\n4,5,6\n", ADROP_REGRESSION, "");
    char path[200];

    snprintf(path, sizeof path, "%s", scene_text("other.csv", "y,b,a\n9,8,7\n"));
    opts.test = path;
    adrop_data *data = scene_open(&opts);
    CHECK_EQ(asked_data(data).n_train, 2);
    CHECK_EQ(asked_data(data).n_test, 1);
    CHECK_EQ(adrop_data_n_files(data), 2);
    has_row(data, 2, 7, 8);
    CHECK(adrop_data_target(data, 2) == 9);
    adrop_data_free(data);
}

static void two_files(void)
{
    adrop_data_opts opts = scene_opts(scene_folder);

    scene_clear();
    scene_text("train.csv", "a,b,c\n1,2,x\n3,4,y\n");
    scene_text("test.csv", "a,b,c\n5,6,y\n");
    opts.input_scale = ADROP_SCALE_NONE;
    adrop_data *data = scene_open(&opts);
    CHECK_EQ(asked_data(data).n_train, 2);
    CHECK_EQ(asked_data(data).n_test, 1);
    has_row(data, 2, 5, 6);
    CHECK_EQ(adrop_data_label(data, 2), 1);
    adrop_data_free(data);
    opts.test_fraction = 0.5;
    scene_refuses(&opts, ADROP_EINVAL, "test part of its own");
    scene_text("test.csv", "a,c\n5,y\n");
    opts.test_fraction = 0;
    scene_refuses(&opts, ADROP_EFORMAT, "differ from the training file's");
    scene_clear();
}

static void hostile(void)
{
    refuses("1,2,3\n4,,6\n", "line 2: column 2: the value is missing");
    refuses("1,2,3\n4,5\n", "line 2: 2 columns, where the first line has 3");
    refuses("1,2,3\n4,NA,6\n", "line 2: column 2: the value is missing");
    refuses("1,2,3\n4,?,6\n", "line 2: column 2: the value is missing");
    refuses("1,2,3\n4,5,\n", "line 2: column 3, the target: the value is missing");
    refuses("1,2,3\n4,five,6\n", "line 2: column 2: 'five' is not a number");
    refuses("1,2,3\n4,1e39,6\n", "line 2: column 2: 1e39 is too large");
    refuses("1,2,3\n4,inf,6\n", "line 2: column 2: 'inf' is not a number");
    refuses("1,2,3\n4,5,word\n", "line 2: column 3, the target: 'word' is not a number");
    refuses("1,2,3\n4,\"5,6\n", "line 2: column 2: a quote is not closed");
    refuses("1,2,3\n4,\"5\"x,6\n", "line 2: column 2: text follows");
    refuses("a,b,c\n", "has no rows below its first line, a header");
    adrop_data_opts opts = opts_of("a,b,c\n", ADROP_REGRESSION, "");
    opts.format = 6;
    CHECK_TEXT(asked_format(5).name, "table");
    scene_refuses(&opts, ADROP_EFORMAT, "has no rows");
    opts = opts_of("1\n2\n", ADROP_REGRESSION, "");
    opts.format = 6;
    scene_refuses(&opts, ADROP_EFORMAT, "one column only");
    opts.data = scene_file("zero.csv", "1,2\n3,\0\n", 8);
    scene_refuses(&opts, ADROP_EFORMAT, "zero byte");
    opts = opts_of("a,b,c\n1,2,3\n", ADROP_REGRESSION, "d");
    scene_refuses(&opts, ADROP_EINVAL, "no column 'd'");
    opts = opts_of("1,2,3\n4,5,6\n", ADROP_REGRESSION, "4");
    scene_refuses(&opts, ADROP_EINVAL, "from 1 to 3");
    opts = opts_of("1,2,3\n4,5,6\n", ADROP_REGRESSION, "");
    opts.train_per_class = 3;
    scene_refuses(&opts, ADROP_EINVAL, "has no classes");
}

/* A line of a million commas, and a name that goes on for ever. */
static void wide(void)
{
    const size_t n = 1 << 20;
    char *text = malloc(n + 1);

    memset(text, ',', n);
    text[n] = 0;
    adrop_data_opts opts = opts_of(text, ADROP_REGRESSION, "");
    opts.format = 6;
    scene_refuses(&opts, ADROP_EFORMAT, "more than 65536 columns");
    memset(text, 'x', n);
    memcpy(text, "1,2\n3,", 6);
    opts = opts_of(text, ADROP_REGRESSION, "1");
    scene_refuses(&opts, ADROP_EFORMAT, "line 2: column 2: 'xxx");
    free(text);
}

CHECK_MAIN(scene_begin, separators, targets, several_targets, labels, columns, kinds, exact, blocks,
           test_file, two_files, hostile, wide, scene_end)
