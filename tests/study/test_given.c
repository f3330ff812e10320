/* Comparisons, searches and prunings on rows in memory: results equal to the bit those on a file of
 * the same rows; resumed on the same rows, refused on others; unsupported cases are reported. */
#include "adrop/lab.h"
#include "train/fixture.h"

#include <stdbool.h>

enum { ROWS = 60, COLUMNS = 3 };

static float values[ROWS * COLUMNS];
static int32_t labels[ROWS];
static char table[512];

/* The rows, and the same in a file. */
static void fill(void)
{
    static char text[ROWS * 64];
    size_t used = 0;

    for (int i = 0; i < ROWS; i++) {
        for (int c = 0; c < COLUMNS; c++) {
            values[i * COLUMNS + c] = (float)((i * 37 + c * 11) % 41 - 20);
            used += (size_t)snprintf(text + used, sizeof text - used, "%d,",
                                     (i * 37 + c * 11) % 41 - 20);
        }
        labels[i] = (i * 37) % 41 > 20;
        used += (size_t)snprintf(text + used, sizeof text - used, "%s\n", labels[i] ? "b" : "a");
    }
    snprintf(table, sizeof table, "%s", bed_file("rows.csv", text, used));
}

static adrop_data *rows_of(const char *name, const adrop_split_opts *opts)
{
    static const char *const classes[] = { "a", "b" };
    adrop_arrays a;
    adrop_data *data = NULL;

    adrop_arrays_init(&a);
    a.name = name;
    a.rows = ROWS;
    a.channels = COLUMNS;
    a.values = values;
    a.labels = labels;
    a.classes = 2;
    a.class_names = classes;
    CHECK_EQ(adrop_data_from_arrays(ctx, &a, opts, &data), ADROP_OK);
    return data;
}

static adrop_train_opts training(void)
{
    adrop_train_opts t = bed_train("", 2);

    t.out = "";
    t.dropout_at = 1 + ADROP_AT_HIDDEN;
    return t;
}

static bool is_ok(adrop_status status)
{
    CHECK_EQ(status, ADROP_OK);
    if (status)
        printf("    %s\n", adrop_ctx_message(ctx));
    return !status;
}

static void refused(adrop_status status, const char *part)
{
    CHECK(status == ADROP_EINVAL || status == ADROP_EFORMAT);
    CHECK_HAS(adrop_ctx_message(ctx), part);
}

/* -- Comparisons ------------------------------------------------------------------------------ */

static adrop_compare_opts comparison(const char *out)
{
    adrop_compare_opts opts;

    adrop_compare_opts_init(&opts);
    opts.out = bed_path(out);
    opts.runs = 2;
    adrop_texts_add(ctx, &opts.model, "mlp:6");
    adrop_texts_add(ctx, &opts.dropout, "none,bernoulli");
    return opts;
}

/* The results of all rows; done: how many runs are there. */
static void results(adrop_compare *c, double values_of[4], size_t *done)
{
    adrop_compare_row row;
    adrop_planned_run run;
    size_t n = 0;

    *done = 0;
    is_ok(adrop_compare_table(c, ADROP_METRIC_LAST));
    for (size_t i = 0; adrop_compare_row_at(c, i, &row); i++)
        for (size_t k = 0; k < row.n && n < 4; k++)
            values_of[n++] = row.values[k];
    for (size_t i = 0; adrop_compare_run_at(c, i, &run); i++)
        *done += run.state == ADROP_RUN_DONE;
}

static void compared(void)
{
    adrop_compare_opts by_file = comparison("c-file"), by_rows = comparison("c-rows");
    adrop_train_opts t = training();
    adrop_data_opts d = bed_data(table, ADROP_CLASSIFICATION);
    adrop_data *data = rows_of("mine", NULL);
    const adrop_data *const one[] = { data };
    adrop_compare *c, *again;
    double a[4], b[4];
    size_t done;

    adrop_texts_add(ctx, &by_file.data, table);
    if (!is_ok(adrop_compare_create(ctx, &by_file, &d, &t, &c)) ||
        !is_ok(adrop_compare_go(c, NULL)))
        return;
    results(c, a, &done);
    CHECK_EQ(done, 4);
    adrop_compare_free(c);
    if (!is_ok(adrop_compare_on(ctx, &by_rows, 1, one, NULL, &t, &c)))
        return;
    adrop_data_free(data); /* the comparison shares its rows */
    is_ok(adrop_compare_go(c, NULL));
    results(c, b, &done);
    CHECK_EQ(done, 4);
    CHECK(!memcmp(a, b, sizeof a));
    adrop_compare_free(c);
    data = rows_of("mine", NULL);
    const adrop_data *const same[] = { data };
    if (is_ok(adrop_compare_on(ctx, &by_rows, 1, same, NULL, &t, &again))) {
        adrop_compare_hooks hooks;
        adrop_compare_hooks_init(&hooks);
        hooks.launch = (adrop_launch *)(void *)&hooks; /* is not looked into */
        refused(adrop_compare_go(again, &hooks), "cannot be handed to workers");
        results(again, b, &done);
        CHECK_EQ(done, 4); /* found, and not trained again */
        CHECK(!memcmp(a, b, sizeof a));
        adrop_compare_free(again);
    }
    adrop_data_free(data);
    values[7]++;
    data = rows_of("mine", NULL);
    const adrop_data *const other[] = { data };
    refused(adrop_compare_on(ctx, &by_rows, 1, other, NULL, &t, &again),
            "the rows of 'mine' are not those that the comparison in");
    adrop_data_free(data);
    values[7]--;
}

static void two_sets(void)
{
    adrop_compare_opts opts = comparison("c-two");
    adrop_train_opts t = training();
    adrop_split_opts split;
    adrop_compare *c = NULL;
    adrop_compare_group g;

    adrop_split_opts_init(&split);
    split.val_fraction = 0.2;
    adrop_data *a = rows_of("a", NULL), *b = rows_of("b", &split), *twin = rows_of("a", NULL);
    const adrop_data *const both[] = { a, b }, *const twins[] = { a, twin },
                            *const hole[] = { a, NULL };
    refused(adrop_compare_on(ctx, &opts, 0, NULL, NULL, &t, &c), "there is no data set");
    refused(adrop_compare_on(ctx, &opts, 2, NULL, NULL, &t, &c), "data set 1 of 2 is NULL");
    refused(adrop_compare_on(ctx, &opts, 2, hole, NULL, &t, &c), "data set 2 of 2 is NULL");
    refused(adrop_compare_on(ctx, &opts, 2, twins, NULL, &t, &c), "two data sets are called 'a'");
    refused(adrop_compare_on(ctx, &opts, 2, both, NULL, &t, &c),
            "split with val-fraction '0' and '0.2'");
    adrop_texts_add(ctx, &opts.data, "digits");
    refused(adrop_compare_on(ctx, &opts, 2, both, &split, &t, &c), "leave `data` out");
    opts = comparison("c-two");
    opts.by_split = 1;
    refused(adrop_compare_on(ctx, &opts, 2, both, &split, &t, &c), "`by-split` needs data");
    opts.by_split = 0;
    if (is_ok(adrop_compare_on(ctx, &opts, 2, both, &split, &t, &c))) {
        CHECK(adrop_compare_group_at(c, 1, &g));
        CHECK_TEXT(g.data, "b");
        CHECK_EQ(g.n_train, 38);
        adrop_compare_free(c);
    }
    adrop_data_free(a);
    adrop_data_free(b);
    adrop_data_free(twin);
}

/* -- Searches --------------------------------------------------------------------------------- */

static adrop_tune_opts search(const char *out)
{
    adrop_tune_opts opts;

    adrop_tune_opts_init(&opts);
    opts.out = bed_path(out);
    opts.method = ADROP_TUNE_GRID;
    opts.runs = 1;
    adrop_texts_add(ctx, &opts.vary, "dropout=none,bernoulli");
    adrop_texts_add(ctx, &opts.vary, "input-scale=standard,none");
    return opts;
}

static void found(adrop_tune *t, double value[5])
{
    adrop_tune_result r;
    adrop_trial trial;

    adrop_tune_describe(t, &r);
    value[0] = r.final.mean;
    for (size_t i = 0; i < 4; i++)
        value[i + 1] = adrop_tune_trial_at(t, i, &trial) ? trial.val : -1;
}

static void searched(void)
{
    adrop_tune_opts by_file = search("t-file"), by_rows = search("t-rows");
    adrop_train_opts t = training();
    adrop_data_opts d = bed_data(table, ADROP_CLASSIFICATION);
    adrop_data *data = rows_of("mine", NULL);
    adrop_split_opts split;
    adrop_tune *s = NULL;
    double a[5], b[5];

    adrop_split_opts_init(&split);
    d.folds = split.folds = 2;
    if (!is_ok(adrop_tune_create(ctx, &by_file, &d, &t, &s)) || !is_ok(adrop_tune_go(s, NULL)))
        return;
    found(s, a);
    adrop_tune_free(s);
    if (is_ok(adrop_tune_on(ctx, &by_rows, data, &split, &t, &s)) && is_ok(adrop_tune_go(s, NULL)))
        found(s, b);
    CHECK(!memcmp(a, b, sizeof a));
    adrop_tune_free(s);
    refused(adrop_tune_on(ctx, &by_rows, NULL, &split, &t, &s), "'data' is NULL");
    adrop_texts_add(ctx, &by_rows.vary, "encoding=utf-8,utf-16");
    refused(adrop_tune_on(ctx, &by_rows, data, &split, &t, &s), "decides how the data are read");
    adrop_data_free(data);
    labels[0] ^= 1;
    data = rows_of("mine", NULL);
    by_rows = search("t-rows");
    refused(adrop_tune_on(ctx, &by_rows, data, &split, &t, &s),
            "the rows of 'mine' are not those that the search in");
    labels[0] ^= 1;
    adrop_data_free(data);
}

/* -- Prunings --------------------------------------------------------------------------------- */

static void rounds_of(adrop_pruning *p, double value[3])
{
    adrop_prune_round r;

    for (size_t i = 0; i < 3; i++)
        value[i] = adrop_prune_round_at(p, i, &r) ? r.test : -1;
}

static void pruned(void)
{
    adrop_train_opts t = training();
    adrop_data_opts d = bed_data(table, ADROP_CLASSIFICATION);
    adrop_data *data = rows_of("mine", NULL);
    adrop_prune_opts opts;
    adrop_pruning *p = NULL;
    double a[3], b[3];

    adrop_prune_opts_init(&opts);
    opts.criterion = "magnitude";
    opts.rounds = 2;
    t.dropout = "none";
    opts.out = bed_path("p-file");
    if (!is_ok(adrop_prune_create(ctx, &opts, &d, &t, &p)) || !is_ok(adrop_prune_go(p, NULL)))
        return;
    rounds_of(p, a);
    adrop_prune_free(p);
    opts.out = bed_path("p-rows");
    if (is_ok(adrop_prune_on(ctx, &opts, data, NULL, &t, &p)) && is_ok(adrop_prune_go(p, NULL)))
        rounds_of(p, b);
    CHECK(!memcmp(a, b, sizeof a));
    adrop_prune_free(p);
    adrop_data_free(data);
    values[1] += 2;
    data = rows_of("mine", NULL);
    refused(adrop_prune_on(ctx, &opts, data, NULL, &t, &p),
            "the rows of 'mine' are not those that the pruning in");
    values[1] -= 2;
    adrop_data_free(data);
}

CHECK_MAIN(bed_begin, fill, compared, two_sets, searched, pruned, bed_end)
