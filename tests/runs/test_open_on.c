/* Runs opened and assessed on rows in memory: words and classes are matched by name, the run's own
 * rows must have their former parts, measures equal those of files to the bit; a mismatch is
 * reported. */
#include <math.h>
#include <stdbool.h>

#include "adrop/lab.h"
#include "train/fixture.h"

enum { ROWS = 80, COLUMNS = 2 };

static float values[ROWS * COLUMNS];
static int32_t labels[ROWS];
static const size_t n_words[COLUMNS] = { 0, 2 };
static const char *const words[] = { "blue", "red" }, *const turned[] = { "red", "blue" };
static const char *const classes[] = { "a", "b" }, *const names[] = { "x", "colour" };
static char table[512], file_run[512], memory_run[512];

static bool is_ok(adrop_status status)
{
    CHECK_EQ(status, ADROP_OK);
    if (status)
        printf("    %s\n", adrop_ctx_message(ctx));
    return !status;
}

/* The rows, or, turned, the same with words in another order. */
static void fill(int turn)
{
    for (int i = 0; i < ROWS; i++) {
        const int red = i % 3 == 0;
        values[i * COLUMNS] = (float)((i * 37) % 41 - 20);
        values[i * COLUMNS + 1] = (float)(turn ? !red : red);
        labels[i] = (i * 37) % 41 > 20 || (red && i % 2);
    }
}

static adrop_arrays arrays_of(int turn)
{
    adrop_arrays a;

    fill(turn);
    adrop_arrays_init(&a);
    a.rows = ROWS;
    a.channels = COLUMNS;
    a.values = values;
    a.column_names = names;
    a.n_words = n_words;
    a.words = turn ? turned : words;
    a.labels = labels;
    a.classes = 2;
    a.class_names = classes;
    return a;
}

static adrop_data *rows_of(const adrop_arrays *a, uint64_t seed)
{
    adrop_split_opts opts;
    adrop_data *data = NULL;

    adrop_split_opts_init(&opts);
    opts.seed = seed;
    opts.missing = ADROP_MISSING_MEAN;
    is_ok(adrop_data_from_arrays(ctx, a, &opts, &data));
    return data;
}

static void write_table(void)
{
    static char text[ROWS * 64];
    size_t used = (size_t)snprintf(text, sizeof text, "x,colour,y\n");

    for (int i = 0; i < ROWS; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%d,%s,%s\n",
                                 (int)values[i * COLUMNS], words[values[i * COLUMNS + 1] > 0],
                                 classes[labels[i]]);
    snprintf(table, sizeof table, "%s", bed_file("rows.csv", text, used));
}

static void train_both(void)
{
    const adrop_arrays a = arrays_of(0);
    adrop_data_opts d;
    adrop_train_result result;
    adrop_data *data = rows_of(&a, 1);

    write_table();
    d = bed_data(table, ADROP_CLASSIFICATION);
    d.missing = ADROP_MISSING_MEAN;
    for (int i = 0; i < 2; i++) {
        adrop_train_opts t = bed_train(i ? "memory" : "file", 3);
        t.dropout = "bernoulli:rate=0.3";
        snprintf(i ? memory_run : file_run, 512, "%s", t.out);
        is_ok(i ? adrop_train_on(ctx, data, NULL, &t, NULL, &result)
                : adrop_train(ctx, &d, &t, NULL, &result));
    }
    adrop_data_free(data);
}

/* Words in another order are the same words. */
static void found_by_name(void)
{
    const char *const paths[] = { file_run, memory_run };
    adrop_arrays a = arrays_of(0);
    adrop_data *own = rows_of(&a, 1);
    a = arrays_of(1);
    adrop_data *other = rows_of(&a, 1);

    for (int i = 0; i < 2; i++) {
        adrop_run *x = NULL, *y = NULL;
        float one[3], two[3];
        if (!is_ok(adrop_run_open_on(ctx, paths[i], own, NULL, &x)) ||
            !is_ok(adrop_run_open_on(ctx, paths[i], other, NULL, &y)))
            continue;
        CHECK_EQ(adrop_run_has_own_data(x), i);
        CHECK(!adrop_run_has_own_data(y));
        for (size_t row = 0; row < ROWS; row++) {
            is_ok(adrop_data_row(ctx, adrop_run_data(x), row, one));
            is_ok(adrop_data_row(ctx, adrop_run_data(y), row, two));
            CHECK(!memcmp(one, two, sizeof one));
        }
        adrop_run_free(x);
        adrop_run_free(y);
    }
    adrop_data_free(own);
    adrop_data_free(other);
}

static void refused(const char *path, const adrop_data *data, const char *part)
{
    adrop_run *run = NULL;
    const adrop_status status = adrop_run_open_on(ctx, path, data, NULL, &run);

    CHECK(status == ADROP_EINVAL || status == ADROP_ESHAPE);
    CHECK(run == NULL);
    CHECK_HAS(adrop_ctx_message(ctx), part);
}

static void refusals(void)
{
    static const char *const other_names[] = { "x", "color" };
    static const char *const other_classes[] = { "a", "c" };
    adrop_arrays a = arrays_of(0);
    adrop_run *run = NULL;
    adrop_data *data;

    refused(memory_run, NULL, "'data' is NULL");
    data = rows_of(&a, 2); /* its own rows, and another split: the run's is taken */
    if (is_ok(adrop_run_open_on(ctx, memory_run, data, NULL, &run))) {
        size_t n, m;
        adrop_data *same = rows_of(&a, 1);
        const uint32_t *x = adrop_data_rows(adrop_run_data(run), ADROP_PART_TEST, &n);
        const uint32_t *y = adrop_data_rows(same, ADROP_PART_TEST, &m);
        CHECK(n == m && !memcmp(x, y, n * sizeof *x));
        adrop_data_free(same);
        adrop_run_free(run);
    }
    adrop_data_free(data);
    a.column_names = other_names;
    data = rows_of(&a, 1);
    refused(memory_run, data,
            "column 1 of 'arrays' is 'color', and the run was trained on 'colour'");
    adrop_data_free(data);
    a = arrays_of(0);
    a.n_words = NULL, a.words = NULL;
    data = rows_of(&a, 1);
    refused(memory_run, data, "column 1 of arrays holds numbers, and is to hold words");
    adrop_data_free(data);
    a = arrays_of(0);
    a.class_names = other_classes;
    data = rows_of(&a, 1);
    refused(memory_run, data, "the class 'c', which the run was not trained on");
    adrop_data_free(data);
    a = arrays_of(0);
    a.channels = 1, a.n_words = NULL, a.words = NULL;
    data = rows_of(&a, 1);
    refused(memory_run, data, "a row of 'arrays' has 1 x 1 x 1 values");
    adrop_data_free(data);
    CHECK(adrop_run_open(ctx, memory_run, NULL, NULL, &run) != ADROP_OK);
    CHECK_HAS(adrop_ctx_message(ctx), "was trained on rows in memory, which are not there");
}

/* Assessed on the rows in memory: what the file gives. */
static void assessed(void)
{
    const char *runs[] = { file_run, memory_run };
    adrop_arrays a = arrays_of(0);
    adrop_data *data = rows_of(&a, 1), *other;
    adrop_uncertainty_opts o;
    adrop_uncertainty *by_file = NULL, *by_rows = NULL;
    adrop_uncertainty_info x, y;

    adrop_uncertainty_opts_init(&o);
    o.samples = 7;
    o.calibrate = 0.5;
    if (!is_ok(adrop_uncertainty_create(ctx, 1, runs, &o, NULL, &by_file)) ||
        !is_ok(adrop_uncertainty_on(ctx, 1, runs + 1, data, NULL, NULL, &o, NULL, &by_rows)))
        return;
    adrop_uncertainty_describe(by_file, &x);
    adrop_uncertainty_describe(by_rows, &y);
    CHECK(x.n == y.n && x.scores.nll == y.scores.nll && x.scores.brier == y.scores.brier);
    CHECK(x.temperature == y.temperature && x.ece == y.ece);
    adrop_uncertainty_free(by_file);
    adrop_uncertainty_free(by_rows);
    values[0] = 1; /* other rows may calibrate, and be foreign; its own may not calibrate */
    other = rows_of(&a, 3);
    o.calibrate = 0;
    if (is_ok(adrop_uncertainty_on(ctx, 1, runs + 1, data, other, other, &o, NULL, &by_rows))) {
        adrop_uncertainty_describe(by_rows, &y);
        CHECK(y.n_calibration == ROWS && y.n_ood == 16 && !isnan(y.temperature));
        adrop_uncertainty_free(by_rows);
    }
    CHECK_EQ(adrop_uncertainty_on(ctx, 1, runs + 1, data, NULL, data, &o, NULL, &by_rows),
             ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "was trained on 'arrays': rows that calibrate must be new");
    o.ood = "digits";
    CHECK_EQ(adrop_uncertainty_on(ctx, 1, runs + 1, data, other, NULL, &o, NULL, &by_rows),
             ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "`ood` is named and open");
    adrop_data_free(data);
    adrop_data_free(other);
}

CHECK_MAIN(bed_begin, train_both, found_by_name, refusals, assessed, bed_end)
