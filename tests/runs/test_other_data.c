/* Runs on data they were not trained on: scaled by the run's moments, labelled by its classes,
 * refused in one sentence on a mismatch; also if the run's own data are gone, and with records that
 * lack the moments. */
#include <jansson.h>

#include "asked.h"
#include "train/fixture.h"

enum { ROWS = 60 };

static double value(int row, int column)
{
    return 10 * column + (column + 1) * ((row * (7 + 4 * column)) % 23);
}

/* Two columns and an answer; shift moves the numbers and so changes their moments. */
static const char *write_table(const char *name, int rows, double shift, int classes)
{
    static const char *const words[] = { "ant", "bee", "cow" };
    const char *path = bed_path(name);
    FILE *file = fopen(path, "w");

    CHECK(file != NULL);
    fprintf(file, "a,b,y\n");
    for (int i = 0; i < rows; i++) {
        const double a = value(i, 0) + shift, b = value(i, 1) + shift;
        fprintf(file, "%g,%g,", a, b);
        if (classes)
            fprintf(file, "%s\n", words[(int)(a + b) % classes]);
        else
            fprintf(file, "%g\n", 100 + 3 * a - b);
    }
    fclose(file);
    return path;
}

static void train(const char *name, const char *table, adrop_task task)
{
    adrop_data_opts d = bed_data(table, task);
    adrop_train_opts t = bed_train(name, 3);
    adrop_train_result r;

    d.test_fraction = 0.3;
    CHECK_EQ(adrop_train(ctx, &d, &t, NULL, &r), ADROP_OK);
}

static adrop_run *open_run(const char *name, const char *data)
{
    adrop_run *run = NULL;

    if (adrop_run_open(ctx, bed_path(name), data, NULL, &run))
        CHECK_TEXT(adrop_ctx_message(ctx), "");
    return run;
}

/* Are all rows of the two the same, scaled? first: of how many rows. */
static int same_rows(adrop_run *a, adrop_run *b, size_t n)
{
    float x[2], y[2];
    int same = 1;

    for (size_t i = 0; i < n; i++) {
        CHECK_EQ(adrop_data_row(ctx, adrop_run_data(a), i, x), ADROP_OK);
        CHECK_EQ(adrop_data_row(ctx, adrop_run_data(b), i, y), ADROP_OK);
        same &= x[0] == y[0] && x[1] == y[1];
    }
    return same;
}

static void scaled_as_the_run(void)
{
    const char *own = write_table("own.csv", ROWS, 0, 0);
    const char *few = write_table("few.csv", 7, 0, 0);
    adrop_epoch e[2];
    size_t n[2];

    train("regression", own, ADROP_REGRESSION);
    adrop_run *a = open_run("regression", NULL), *b = open_run("regression", few);
    CHECK(same_rows(a, b, 7)); /* seven rows have other moments of their own */
    adrop_data_info x;
    adrop_data_describe(adrop_run_data(a), &x);
    adrop_data_info y;
    adrop_data_describe(adrop_run_data(b), &y);
    CHECK(x.target_mean == y.target_mean && x.target_deviation == y.target_deviation);
    CHECK(x.target_mean != 0 && x.input_scale == ADROP_SCALE_STANDARD);
    CHECK_EQ(y.rows, 7);
    adrop_run_free(b);
    /* A copy elsewhere is split as the run's own, and gives the same error to the bit. */
    char command[600];
    snprintf(command, sizeof command, "cp %s %s/copy.csv", own, bed_folder);
    CHECK_EQ(system(command), 0);
    b = open_run("regression", bed_path("copy.csv"));
    CHECK_EQ(adrop_run_evaluate(a, ADROP_PART_TEST, &e[0], &n[0]), ADROP_OK);
    CHECK_EQ(adrop_run_evaluate(b, ADROP_PART_TEST, &e[1], &n[1]), ADROP_OK);
    CHECK_EQ(n[0], 18);
    CHECK_EQ(n[1], 18);
    CHECK(e[0].test_rmse == e[1].test_rmse && e[0].test_loss == e[1].test_loss);
    adrop_run_free(a);
    adrop_run_free(b);
}

/* Labels by name: the same class has the same number, whatever the order and the set. */
static void classes_by_name(void)
{
    const char *two = "a,b,y\n1,2,cow\n3,4,ant\n5,6,cow\n7,8,ant\n1,5,cow\n";
    const char *strange = "a,b,y\n1,2,cow\n3,4,dog\n5,6,cow\n7,8,ant\n1,5,dog\n";

    train("classes", write_table("animals.csv", ROWS, 0, 3), ADROP_CLASSIFICATION);
    adrop_run *run = open_run("classes", bed_file("two.csv", two, strlen(two)));
    adrop_data *data = adrop_run_data(run);
    CHECK_EQ(asked_data(data).classes, 3); /* fewer are fine */
    CHECK_TEXT(adrop_data_class_name(data, 1), "bee");
    CHECK_EQ(adrop_data_label(data, 0), 2);
    CHECK_EQ(adrop_data_label(data, 1), 0);
    adrop_run_free(run);

    bed_file("strange.csv", strange, strlen(strange));
    CHECK_EQ(adrop_run_open(ctx, bed_path("classes"), bed_path("strange.csv"), NULL, &run),
             ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "holds the class 'dog'");
    CHECK(run == NULL);
    CHECK_EQ(
        adrop_run_open_inputs(ctx, bed_path("classes"), bed_path("strange.csv"), NULL, 1, &run),
        ADROP_OK); /* what is predicted may be anything */
    CHECK_EQ(adrop_data_label(adrop_run_data(run), 0), 2);
    CHECK_EQ(adrop_data_label(adrop_run_data(run), 1), -1);
    adrop_run_free(run);
}

/* Where one side has numbers for names, classes are taken by number. */
static void classes_by_number(void)
{
    const char *numbers = "a,b,y\n1,2,0\n3,4,2\n5,6,1\n7,8,2\n1,5,0\n";
    const char *too_many = "a,b,y\n1,2,0\n3,4,2\n5,6,1\n7,8,3\n1,5,0\n";
    adrop_run *run = open_run("classes", bed_file("numbers.csv", numbers, strlen(numbers)));

    CHECK_EQ(adrop_data_label(adrop_run_data(run), 1), 2);
    CHECK_TEXT(adrop_data_class_name(adrop_run_data(run), 2), "cow");
    adrop_run_free(run);
    bed_file("more.csv", too_many, strlen(too_many));
    CHECK_EQ(adrop_run_open(ctx, bed_path("classes"), bed_path("more.csv"), NULL, &run),
             ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "the class '0'");
}

static void other_shapes(void)
{
    const char *three = "a,b,c,y\n1,2,3,4\n5,6,7,8\n1,2,3,5\n";
    adrop_run *run;

    bed_file("three.csv", three, strlen(three));
    run = open_run("regression", bed_path("three.csv")); /* another column is left out */
    CHECK_EQ(asked_data(adrop_run_data(run)).columns, 2);
    adrop_run_free(run);
    three = "a,c,y\n1,2,4\n5,6,8\n1,2,5\n";
    bed_file("three.csv", three, strlen(three));
    CHECK_EQ(adrop_run_open(ctx, bed_path("regression"), bed_path("three.csv"), NULL, &run),
             ADROP_EFORMAT);
    CHECK_HAS(adrop_ctx_message(ctx), "lacks columns that the run was trained on: b; it has");
    three = "1,2,3,4\n5,6,7,8\n1,2,3,5\n";
    bed_file("three.csv", three, strlen(three));
    CHECK_EQ(adrop_run_open(ctx, bed_path("regression"), bed_path("three.csv"), NULL, &run),
             ADROP_ESHAPE);
    CHECK_HAS(adrop_ctx_message(ctx), "4 columns without names, and the run was trained on 2");
    CHECK_EQ(adrop_run_open(ctx, bed_path("regression"), "digits", NULL, &run), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "digits");
    CHECK(run == NULL);
}

/* Columns are found by name, in any order; the target need not be there. */
static void columns_by_name(void)
{
    static const char *const same[] = { "a,b,y\n3,4,5\n10,20,30\n", "b,a,y\n4,3,5\n20,10,30\n",
                                        "b,a\n4,3\n20,10\n",        "y,b,z,a\n1,4,0,3\n1,20,0,10\n",
                                        "3,4,5\n10,20,30\n",        "3,4\n10,20\n" };
    float x[2], first[2] = { 0 };

    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        adrop_run *run = NULL;
        CHECK_WHERE("%s", same[i]);
        bed_file("same.csv", same[i], strlen(same[i]));
        CHECK_EQ(
            adrop_run_open_inputs(ctx, bed_path("regression"), bed_path("same.csv"), NULL, 1, &run),
            ADROP_OK);
        if (!run)
            continue;
        CHECK_EQ(adrop_data_row(ctx, adrop_run_data(run), 1, x), ADROP_OK);
        if (!i)
            memcpy(first, x, sizeof x);
        CHECK(x[0] == first[0] && x[1] == first[1]);
        CHECK_EQ(asked_data(adrop_run_data(run)).has_answers, i != 2 && i != 5);
        CHECK_EQ(isnan(adrop_data_target(adrop_run_data(run), 0)) != 0, i == 2 || i == 5);
        adrop_run_free(run);
    }
    CHECK_WHERE("%s", "");
}

static void predict(adrop_run *run, double *out)
{
    const uint32_t row = 3;
    float x[2];

    CHECK_EQ(adrop_data_row(ctx, adrop_run_data(run), row, x), ADROP_OK);
    CHECK_EQ(adrop_run_predict(run, 1, x, &row, 0, out, NULL), ADROP_OK);
}

/* Take "inputs" out of a record: it is then of an older adrop. */
static void make_old(const char *name)
{
    char path[64];

    snprintf(path, sizeof path, "%s/run.json", name);
    json_t *record = json_load_file(bed_path(path), 0, NULL);
    CHECK(json_is_object(json_object_get(record, "inputs")));
    json_object_del(record, "inputs");
    CHECK_EQ(json_dump_file(record, bed_path(path), 0), 0);
    json_decref(record);
}

static void data_gone(void)
{
    adrop_run *run = open_run("regression", bed_path("few.csv"));
    double with[1], without[1], old[1];

    predict(run, with);
    adrop_run_free(run);
    CHECK_EQ(rename(bed_path("own.csv"), bed_path("hidden.csv")), 0);
    run = open_run("regression", bed_path("few.csv"));
    predict(run, without);
    adrop_run_free(run);
    CHECK(with[0] == without[0]);
    CHECK(adrop_run_open(ctx, bed_path("regression"), NULL, NULL, &run) == ADROP_EIO);

    make_old("regression");
    CHECK_EQ(adrop_run_open(ctx, bed_path("regression"), bed_path("few.csv"), NULL, &run),
             ADROP_EIO);
    CHECK_HAS(adrop_ctx_message(ctx), "is of an older adrop");
    CHECK_HAS(adrop_ctx_message(ctx), "own.csv");
    CHECK_EQ(rename(bed_path("hidden.csv"), bed_path("own.csv")), 0);
    run = open_run("regression", bed_path("few.csv")); /* read again */
    predict(run, old);
    adrop_run_free(run);
    CHECK(with[0] == old[0]);
}

/* A record that was tampered with is refused by the name of the key. */
static void broken_records(void)
{
    static const struct {
        const char *key, *value;
    } bad[] = {
        { "shape", "[2, 1]" },     { "shape", "[2, 1, -1]" },
        { "scale", "\"auto\"" },   { "task", "\"something\"" },
        { "mean", "[1]" },         { "mean", "[1, \"2\"]" },
        { "deviation", "[1, 0]" }, { "deviation", "[1, 2, 3]" },
        { "classes", "[]" },       { "classes", "[\"ant\", 2, \"cow\"]" },
        { "classes", "\"many\"" },
    };
    json_t *record = json_load_file(bed_path("classes/run.json"), 0, NULL);
    json_t *inputs = json_object_get(record, "inputs");
    adrop_run *run;

    CHECK_EQ(json_object_del(inputs, "schema"), 0); /* as before tables had words */

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        CHECK_WHERE("%s %s", bad[i].key, bad[i].value);
        json_t *good = json_incref(json_object_get(inputs, bad[i].key));
        json_object_set_new(inputs, bad[i].key, json_loads(bad[i].value, JSON_DECODE_ANY, NULL));
        CHECK_EQ(json_dump_file(record, bed_path("classes/run.json"), 0), 0);
        CHECK_EQ(adrop_run_open(ctx, bed_path("classes"), NULL, NULL, &run), ADROP_EFORMAT);
        CHECK_HAS(adrop_ctx_message(ctx), bad[i].key);
        json_object_set_new(inputs, bad[i].key, good);
    }
    CHECK_WHERE("%s", "");
    json_decref(record);
}

CHECK_MAIN(bed_begin, scaled_as_the_run, classes_by_name, classes_by_number, other_shapes,
           columns_by_name, data_gone, broken_records, bed_end)
