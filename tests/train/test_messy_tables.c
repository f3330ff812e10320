/* A run reads any table that it can train on again to the same rows: its test figures equal those
 * of training, if it is opened again, or if some rows are predicted with reordered columns and
 * without the target. The same table in plain numbers gives the same inputs to the bit. Tables are
 * generated (data/messy_table.h); ADROP_CASES=N makes N. */
#include "adrop/train.h"

#include <sys/stat.h>
#include <unistd.h>

#include "data/messy_table.h"

enum { CASES = 150, WIDEST = 1024 };

static char folder[64], table[80], other[80], run_path[80];
static adrop_ctx *ctx;
static messy m;
static char text[MESSY_TEXT];

static void begin(void)
{
    adrop_ctx_opts o;

    adrop_ctx_opts_init(&o);
    o.threads = 1;
    CHECK_EQ(adrop_ctx_create(&o, &ctx), ADROP_OK);
    /* runs are forced to the disk, which takes most of the time: memory is as good */
    snprintf(folder, sizeof folder, "%s/adrop-messy-XXXXXX",
             access("/dev/shm", W_OK) ? "/tmp" : "/dev/shm");
    CHECK(mkdtemp(folder) != NULL);
    snprintf(table, sizeof table, "%s/table.csv", folder);
    snprintf(other, sizeof other, "%s/other.csv", folder);
    snprintf(run_path, sizeof run_path, "%s/run", folder);
}

static void end(void)
{
    char command[128];

    snprintf(command, sizeof command, "rm -rf %s", folder);
    CHECK_EQ(system(command), 0);
    adrop_ctx_free(ctx);
}

static void put(const char *path)
{
    FILE *file = fopen(path, "w");

    CHECK(file && fputs(text, file) >= 0 && !fclose(file));
}

static bool is_ok(adrop_status status)
{
    CHECK_EQ(status, ADROP_OK);
    if (status)
        printf("    %s\n", adrop_ctx_message(ctx));
    return !status;
}

/* Row a of x and row b of y have the same inputs. */
static void same_row(adrop_data *x, size_t a, adrop_data *y, size_t b)
{
    float one[WIDEST], two[WIDEST];
    adrop_data_info p, q;

    adrop_data_describe(x, &p);
    adrop_data_describe(y, &q);
    CHECK_EQ(p.channels, q.channels);
    if (p.channels != q.channels || p.channels > WIDEST)
        return;
    CHECK_EQ(adrop_data_row(ctx, x, a, one), ADROP_OK);
    CHECK_EQ(adrop_data_row(ctx, y, b, two), ADROP_OK);
    CHECK(!memcmp(one, two, p.channels * sizeof *one));
}

/* The same table in plain numbers. */
static void check_plain(adrop_data *data)
{
    adrop_data_opts opts = messy_plain_opts(&m);
    adrop_data *plain;

    messy_write_plain(&m, text);
    put(other);
    opts.data = other;
    if (!is_ok(adrop_data_open(ctx, &opts, &plain)))
        return;
    for (size_t row = 0; row < m.rows; row++) {
        same_row(data, row, plain, row);
        CHECK_EQ(adrop_data_label(data, row), adrop_data_label(plain, row));
        CHECK(!m.regression || adrop_data_target(data, row) == adrop_data_target(plain, row));
    }
    adrop_data_free(plain);
}

/* Every third row, columns backwards where their names differ, and without the target, unless it
 * has no name of its own. */
static void check_some(adrop_data *data, uint64_t seed)
{
    bool differ = m.has_header, no_target = true;
    adrop_run *run;

    for (size_t i = 0; i < m.n; i++)
        for (size_t k = 0; k < m.n; k++) {
            const bool own = *m.at[i].name && (k == i || strcmp(m.at[i].name, m.at[k].name) != 0);
            differ &= own;
            no_target &= m.at[i].role != MESSY_TARGET || !m.has_header ||
                         (own && strcmp(m.at[i].name, "a.1") != 0);
        }
    messy_write(&m, text, seed % 3, 3, differ, no_target);
    put(other);
    if (!is_ok(adrop_run_open_inputs(ctx, run_path, other, NULL, 1, &run)))
        return;
    for (size_t row = seed % 3, i = 0; row < m.rows; row += 3, i++)
        same_row(data, row, adrop_run_data(run), i);
    adrop_run_free(run);
}

/* The figures of the test rows, recomputed of predictions. */
static void check_predictions(adrop_run *run, const adrop_epoch *last)
{
    adrop_data *data = adrop_run_data(run);
    size_t n, right = 0;
    const uint32_t *rows = adrop_data_rows(data, ADROP_PART_TEST, &n);
    double mean[8], deviation[8], squares = 0;
    float x[WIDEST];

    for (size_t i = 0; i < n; i++) {
        CHECK_EQ(adrop_data_row(ctx, data, rows[i], x), ADROP_OK);
        CHECK_EQ(adrop_run_predict(run, 1, x, &rows[i], 0, mean, deviation), ADROP_OK);
        if (m.regression)
            squares += pow(mean[0] - adrop_data_target(data, rows[i]), 2);
        else
            right += (mean[1] > mean[0]) == adrop_data_label(data, rows[i]);
    }
    if (m.regression)
        CHECK_CLOSE(sqrt(squares / (double)n), last->test_rmse, 1e-4);
    else
        CHECK_NEAR(100 * (double)right / (double)n, last->test_acc, 1e-9);
}

static void check_own(adrop_data *data, const adrop_epoch *last)
{
    adrop_run *run;
    adrop_epoch e;
    size_t n;

    if (!is_ok(adrop_run_open(ctx, run_path, NULL, NULL, &run)))
        return;
    CHECK_EQ(adrop_run_evaluate(run, ADROP_PART_TEST, &e, &n), ADROP_OK);
    CHECK(e.test_loss == last->test_loss);
    CHECK(m.regression ? e.test_rmse == last->test_rmse : e.test_acc == last->test_acc);
    for (size_t row = 0; row < m.rows; row++)
        same_row(data, row, adrop_run_data(run), row);
    check_predictions(run, last);
    adrop_run_free(run);
}

static void note(void *user, const adrop_epoch *e)
{
    *(adrop_epoch *)user = *e;
}

static void check_case(uint64_t seed)
{
    adrop_train_opts train;
    adrop_train_result result;
    adrop_epoch last = { 0 };
    adrop_data *data;
    char command[128];

    CHECK_WHERE("seed %llu", (unsigned long long)seed);
    messy_make(&m, seed);
    messy_write(&m, text, 0, 1, false, false);
    put(table);
    m.opts.data = table;
    if (!is_ok(adrop_data_open(ctx, &m.opts, &data)))
        return;
    check_plain(data);
    adrop_train_opts_init(&train);
    train.epochs = 1;
    train.model = "mlp:4";
    train.out = run_path;
    const adrop_train_hooks hooks = { .size = sizeof hooks, .user = &last, .epoch = note };
    if (is_ok(adrop_train(ctx, &m.opts, &train, &hooks, &result))) {
        check_own(data, &last);
        check_some(data, seed);
    }
    adrop_data_free(data);
    snprintf(command, sizeof command, "rm -rf %s", run_path);
    CHECK_EQ(system(command), 0);
}

/* Train on a table, with the run in run_path. */
static void train_on(const char *rows, adrop_task task)
{
    adrop_data_opts opts;
    adrop_train_opts train;
    adrop_train_result result;

    snprintf(text, sizeof text, "%s", rows);
    put(table);
    adrop_data_opts_init(&opts);
    adrop_train_opts_init(&train);
    opts.data = table;
    opts.task = (int)task;
    train.epochs = 1;
    train.model = "mlp:4";
    train.out = run_path;
    is_ok(adrop_train(ctx, &opts, &train, NULL, &result));
}

static void refuses(const char *rows, const char *part)
{
    adrop_run *run;

    snprintf(text, sizeof text, "%s", rows);
    put(other);
    CHECK(adrop_run_open_inputs(ctx, run_path, other, NULL, 1, &run) != ADROP_OK);
    CHECK_HAS(adrop_ctx_message(ctx), strrchr(other, '/') + 1);
    CHECK_HAS(adrop_ctx_message(ctx), part);
}

static void takes(const char *rows)
{
    adrop_run *run;

    snprintf(text, sizeof text, "%s", rows);
    put(other);
    if (is_ok(adrop_run_open_inputs(ctx, run_path, other, NULL, 1, &run)))
        adrop_run_free(run);
}

/* A value that does not fit the form of its column is refused with its place. */
static void other_forms(void)
{
    char command[128];

    train_on(",v,d,w,y\n0,\"$1,234.5\",2/14/2023,red,p\n1,$5,2/1/2023,red,q\n"
             "2,$7,2/1/2023,blue,p\n3,$8,2/1/2023,red,q\n4,$9,2/1/2023,red,p\n",
             ADROP_CLASSIFICATION);
    refuses("v,d,w\n$5,2/1/2023,red\n7,2/1/2023,red\n",
            "line 3: column 'v': '7' does not fit the column, which holds numbers in $, commas "
            "between thousands");
    refuses("v,d,w\n\"$1.234,5\",2/1/2023,red\n", "line 2: column 'v': '$1.234,5' does not fit");
    refuses("v,d,w\n$5,14/2/2023,red\n",
            "line 2: column 'd': '14/2/2023' does not fit the column, which holds dates, month");
    refuses("d,w\n2/1/2023,red\n", "lacks columns that the run was trained on: v");
    snprintf(command, sizeof command, "rm -rf %s", run_path);
    CHECK_EQ(system(command), 0);
    train_on("v,t,w,y\n999,9:30,5 kg,p\n1234,9:31,7 kg,q\n5,10:00,1 kg,p\n7,0:01,2 kg,q\n",
             ADROP_CLASSIFICATION);
    refuses("v;t;w\n1.234;9:30;5 kg\n",
            "column 'v' holds '1.234', which reads two ways, and whole");
    refuses("v,t,w\n5,9h30,5 kg\n",
            "column 't': '9h30' does not fit the column, which holds times");
    refuses("v,t,w\n5,9:30,5 lb\n", "column 'w': '5 lb' does not fit the column, which holds "
                                    "numbers in kg");
    takes("v;t;w\n1.5;9:30;5 kg\n1.234;9:30;5 kg\n");
    takes("v,t,w\n1.234,9:30,5 kg\n");
    snprintf(other, sizeof other, "%s/no-name", folder); /* and no number in the first rows */
    refuses("t,w\n9:30,5 kg\n", "no-name' lacks columns that the run was trained on: v");
    refuses("no table", "no-name");
    snprintf(other, sizeof other, "%s/other.csv", folder);
    snprintf(command, sizeof command, "rm -rf %s", run_path);
    CHECK_EQ(system(command), 0);
}

/* Classes that are numbers are the same however they are written. */
static void number_classes(void)
{
    char command[128];
    adrop_run *run;

    train_on("v,y\n1,1.0\n2,2\n3,1\n4,2.0\n5,1\n6,2\n", ADROP_CLASSIFICATION);
    snprintf(text, sizeof text, "v,y\n3,1\n4,2.00\n");
    put(other);
    if (is_ok(adrop_run_open(ctx, run_path, other, NULL, &run))) {
        CHECK_EQ(adrop_data_label(adrop_run_data(run), 0), 0);
        CHECK_EQ(adrop_data_label(adrop_run_data(run), 1), 1);
        adrop_run_free(run);
    }
    snprintf(command, sizeof command, "rm -rf %s", run_path);
    CHECK_EQ(system(command), 0);
}

static void tables(void)
{
    const char *asked = getenv("ADROP_CASES"), *first = getenv("ADROP_SEED");
    const uint64_t n = asked ? strtoull(asked, NULL, 10) : CASES;
    const uint64_t from = first ? strtoull(first, NULL, 10) : 1;

    for (uint64_t seed = from; seed < from + n; seed++)
        check_case(seed);
}

CHECK_MAIN(begin, other_forms, number_classes, tables, end)
