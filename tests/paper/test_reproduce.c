/* Reproductions: those without training give the figures that follow from the paper's numbers; a
 * restricted recipe runs, resumes, and shows curves, and the paper's numbers only where they apply;
 * meaningless restrictions are refused. */
#include <jansson.h>
#include <stdio.h>
#include <unistd.h>

#include "adrop/lab.h"
#include "adrop/reproduce.h"
#include "asked.h"
#include "check.h"
#include "texts.h"

static char folder[64];

static adrop_ctx *context(void)
{
    adrop_ctx_opts opts;
    adrop_ctx *ctx;

    adrop_ctx_opts_init(&opts);
    opts.threads = 1;
    if (adrop_ctx_create(&opts, &ctx))
        exit(1);
    return ctx;
}

static adrop_reproduction *make(adrop_ctx *ctx, const char *label, const adrop_reproduce_opts *opts)
{
    adrop_reproduction *r;
    adrop_status status = adrop_reproduce_create(ctx, label, opts, &r);

    CHECK_EQ(status, ADROP_OK);
    if (status) {
        printf("%s: %s\n", label, adrop_ctx_message(ctx));
        exit(EXIT_FAILURE);
    }
    return r;
}

/* The whole as JSON, and sheet i of it with its numbers. */
typedef struct {
    json_t *all, *columns, *rows, *notes;
    size_t n_columns, n_rows;
} sheet;

static json_t *document(adrop_ctx *ctx, adrop_reproduction *r)
{
    adrop_document *d;
    json_t *all = NULL;
    char *text;

    CHECK_EQ(adrop_reproduce_document(r, &d), ADROP_OK);
    if (d && !adrop_document_write(d, ADROP_DOCUMENT_JSON, NULL, &text)) {
        all = json_loads(text, 0, NULL);
        adrop_free(ctx, text);
    }
    adrop_document_free(d);
    CHECK(all != NULL);
    return all;
}

static int sheet_at(json_t *all, size_t i, sheet *s)
{
    json_t *one = json_array_get(json_object_get(all, "sheets"), i);

    *s = (sheet){ .all = one,
                  .columns = json_object_get(one, "columns"),
                  .rows = json_object_get(one, "rows"),
                  .notes = json_object_get(one, "notes") };
    s->n_columns = json_array_size(s->columns);
    s->n_rows = json_array_size(s->rows);
    return one != NULL;
}

static const char *text_at(const sheet *s, size_t row, size_t column)
{
    const char *text = json_string_value(json_array_get(json_array_get(s->rows, row), column));

    return text ? text : "";
}

static double number_at(const sheet *s, size_t row, size_t column)
{
    const json_t *x = json_array_get(json_array_get(s->rows, row), column);

    return json_is_number(x) ? json_number_value(x) : NAN;
}

static const char *note_at(const sheet *s, size_t i)
{
    const char *text = json_string_value(json_array_get(s->notes, i));

    return text ? text : "";
}

/* A column of a sheet by its header. */
static double cell(const sheet *s, size_t row, const char *header)
{
    for (size_t i = 0; i < s->n_columns; i++)
        if (!strcmp(json_string_value(json_array_get(s->columns, i)), header))
            return number_at(s, row, i);
    return NAN;
}

static void ratios(void)
{
    adrop_reproduce_opts opts;
    adrop_reproduce_opts_init(&opts);
    adrop_ctx *ctx = context();
    adrop_reproduction *r = make(ctx, "accvstime", &opts);
    sheet s;

    CHECK_EQ(adrop_reproduce_go(r, NULL), ADROP_OK);
    json_t *all = document(ctx, r);
    CHECK(sheet_at(all, 0, &s));
    CHECK_EQ(s.n_rows, 11);
    CHECK_NEAR(number_at(&s, 0, 2), 0.9740, 5e-5); /* mnist's s1, as in the specification */
    CHECK_HAS(note_at(&s, 0), "first by s1 in 9 of 11 cases, by s2 in 6 of 11, second by s2 in 3");
    CHECK(sheet_at(all, 1, &s));
    CHECK_HAS(note_at(&s, 0), "first by s1 in 9 of 11 cases, by s2 in 5 of 11, second by s2 in 4");
    json_decref(all);
    adrop_reproduce_free(r);
    adrop_ctx_free(ctx);
}

static void pvalues(void)
{
    adrop_reproduce_opts opts;
    adrop_reproduce_opts_init(&opts);
    adrop_ctx *ctx = context();
    adrop_reproduction *r = make(ctx, "pvalue", &opts);
    sheet tally = { 0 }, cells = { 0 }, rest = { 0 };
    size_t marked = 0;
    json_t *all = document(ctx, r);

    CHECK(sheet_at(all, 0, &tally) && sheet_at(all, 1, &cells) && sheet_at(all, 2, &rest));
    CHECK_EQ(tally.n_rows, 7);
    CHECK_EQ(cells.n_rows, 99);
    for (size_t i = 0; i < cells.n_rows; i++)
        marked += strstr(text_at(&cells, i, cells.n_columns - 1), "no convention gives it") != NULL;
    CHECK_EQ(marked, 5); /* 94 of 99 fit one of the eight */
    CHECK(rest.n_rows > 0);
    json_decref(all);
    adrop_reproduce_free(r);
    adrop_ctx_free(ctx);
}

/* The quickest: 64 rows of digits, a network of 8 units, two epochs. */
static adrop_reproduce_opts small(const char *name)
{
    adrop_reproduce_opts opts;

    adrop_reproduce_opts_init(&opts);
    texts_put(&opts.data, "digits");
    texts_put(&opts.model, "mlp:8");
    texts_put(&opts.change, "train-limit=64");
    texts_put(&opts.change, "batch=16");
    opts.runs = 2;
    opts.epochs = 2;
    opts.out = text_of("%s/%s", folder, name);
    return opts;
}

static size_t count_done(const adrop_reproduction *r)
{
    adrop_reproduce_part part;
    adrop_planned_run run;
    size_t done = 0;

    for (size_t i = 0; adrop_reproduce_part_at(r, i, &part); i++)
        for (size_t k = 0; adrop_compare_run_at(part.compare, k, &run); k++)
            done += run.state == ADROP_RUN_DONE;
    return done;
}

static adrop_reproduction *on_digits(adrop_ctx *ctx, const char *label)
{
    adrop_reproduce_opts opts = small("sure");

    opts.epochs = 8;
    texts_put(&opts.part, "mnist");
    adrop_reproduction *r = make(ctx, label, &opts);
    CHECK_EQ(adrop_reproduce_go(r, NULL), ADROP_OK);
    return r;
}

/* Three recipes on one set of runs: means of the runs, matrices whose diagonal is the accuracy,
 * examples that follow their rule. */
static void uncertainty(void)
{
    adrop_ctx *ctx = context();
    adrop_reproduction *r = on_digits(ctx, "uncertainty");
    sheet means = { 0 }, runs = { 0 }, s;
    adrop_example e;
    double accuracy = 0;
    json_t *all = document(ctx, r);

    CHECK_EQ(count_done(r), 4);
    CHECK(sheet_at(all, 0, &means) && sheet_at(all, 1, &runs));
    CHECK_EQ(means.n_rows, 3);
    CHECK_EQ(runs.n_rows, 6);
    CHECK(!strcmp(text_at(&means, 0, 0), "mc-dropout"));
    CHECK(!strcmp(text_at(&means, 1, 0), "apdeepsense"));
    CHECK(!strcmp(text_at(&means, 2, 0), "advanced"));
    for (size_t i = 0; i < 3; i++)
        CHECK_NEAR((cell(&runs, 2 * i, "AUROC p") + cell(&runs, 2 * i + 1, "AUROC p")) / 2,
                   cell(&means, i, "AUROC p"), 1e-12);
    for (size_t i = 0; i < 6; i++)
        CHECK(cell(&runs, i, "from") < cell(&runs, i, "AUROC p"));
    accuracy = cell(&runs, 4, "accuracy");
    json_decref(all);
    adrop_reproduce_free(r);

    r = on_digits(ctx, "confusion");
    CHECK_EQ(count_done(r), 4);
    all = document(ctx, r);
    for (size_t i = 0; i < 3; i++) {
        double right = 0, rows = 0;
        CHECK(sheet_at(all, i, &s));
        for (size_t t = 0; t < 10; t++)
            for (size_t k = 0; k < 10; k++) {
                const double count = number_at(&s, t, 1 + k);
                right += t == k ? count : 0;
                rows += count;
            }
        CHECK_EQ(rows, 360);
        CHECK(i < 2 || fabs(100 * right / rows - accuracy) < 1e-9);
    }
    CHECK(!sheet_at(all, 3, &s) && !adrop_reproduce_example_at(r, 0, &e));
    json_decref(all);
    adrop_reproduce_free(r);

    r = on_digits(ctx, "uncertainty-examples");
    all = document(ctx, r);
    for (size_t i = 0; i < 4; i++) {
        double most = 0, sum = 0;
        CHECK(adrop_reproduce_example_at(r, i, &e) && sheet_at(all, i, &s));
        CHECK_EQ(strcmp(e.truth, e.predicted) != 0, strstr(e.rule, "wrong") != NULL);
        CHECK_EQ(e.height * e.width, 64);
        for (size_t k = 0; k < 64; k++)
            most = fmax(most, (double)e.pixels[k]);
        CHECK(most > 0);
        for (size_t k = 0; k < 10; k++)
            sum += cell(&s, k, "advanced");
        CHECK_NEAR(sum, 1, 1e-9);
        CHECK(isnan(number_at(&s, 0, 4))); /* moments of outputs give none of probabilities */
    }
    CHECK(!adrop_reproduce_example_at(r, 4, &e));
    json_decref(all);
    adrop_reproduce_free(r);
    adrop_ctx_free(ctx);
}

static void other_data(void)
{
    adrop_reproduce_opts opts = small("depth");
    adrop_ctx *ctx = context();
    adrop_reproduced row;
    size_t n = 0;

    texts_put(&opts.dropout, "none,advanced");
    adrop_reproduction *r = make(ctx, "depth", &opts);
    CHECK_EQ(adrop_reproduce_go(r, NULL), ADROP_OK);
    CHECK_EQ(adrop_reproduce_table(r), ADROP_OK);
    CHECK(!asked_reproduction(r).paper_applies);
    CHECK_HAS(asked_reproduction(r).restricted, "digits in place of the recipe's data sets");
    CHECK_HAS(asked_reproduction(r).restricted, "the paper's numbers do not apply");
    CHECK_HAS(asked_reproduction(r).restricted, "2 epochs");
    for (; adrop_reproduced_at(r, n, &row); n++) {
        CHECK_EQ(row.ours->n, 2);
        CHECK(row.ours->mean >= 0 && row.ours->mean <= 100);
        CHECK(isnan(row.paper_mean));
    }
    CHECK_EQ(n, 2);
    CHECK_HAS(adrop_reproduce_verdict(r, 0), "the paper has no number for this");
    CHECK(adrop_reproduce_verdict(r, 1) == NULL);
    adrop_reproduce_free(r);

    r = make(ctx, "depth", &opts); /* all is done, and is not done again */
    CHECK_EQ(count_done(r), 9);    /* advanced has chosen one of five rates */
    adrop_reproduce_free(r);
    adrop_ctx_free(ctx);
}

/* Times as a pass would have recorded them: bernoulli is no slower than none. */
static void write_times(const char *path)
{
    FILE *file = fopen(path, "w");

    CHECK(file != NULL);
    if (!file)
        return;
    fputs("{\"groups\": [{\"data\": \"digits\", \"model\": \"mlp:8\", \"rows\": ["
          "{\"dropout\": \"none\", \"seconds_per_step\": [0.002]},"
          "{\"dropout\": \"bernoulli\", \"seconds_per_step\": [0.002]},"
          "{\"dropout\": \"advanced\", \"seconds_per_step\": [0.003]}]}]}",
          file);
    CHECK_EQ(fclose(file), 0);
}

/* Ratios of our runs: a technique that takes no longer than none has no second one. */
static void own_ratios(void)
{
    adrop_reproduce_opts opts = small("results");
    adrop_ctx *ctx = context();
    sheet s;
    char path[512];

    texts_put(&opts.part, "mnist");
    texts_put(&opts.dropout, "none,bernoulli,advanced");
    adrop_reproduction *r = make(ctx, "results", &opts);
    CHECK_EQ(adrop_reproduce_go(r, NULL), ADROP_OK);
    adrop_reproduce_free(r);
    snprintf(path, sizeof path, "%s/mnist/timing.json", opts.out);
    write_times(path);
    r = make(ctx, "accvstime", &opts);
    json_t *all = document(ctx, r);
    CHECK(sheet_at(all, 2, &s));
    CHECK_EQ(s.n_rows, 2); /* without none, which the others are held against */
    CHECK_EQ(s.n_columns, 9);
    CHECK_HAS(text_at(&s, 0, 8), "bernoulli");
    CHECK(isnan(number_at(&s, 0, 5)) && isnan(number_at(&s, 0, 6))); /* s2 and its rank */
    CHECK_HAS(text_at(&s, 1, 8), "advanced");
    CHECK_EQ(number_at(&s, 1, 6), 1);
    CHECK_HAS(note_at(&s, 0), "no s2: the technique took no more time than no dropout");
    json_decref(all);
    adrop_reproduce_free(r);
    adrop_ctx_free(ctx);
}

static void distributions_by_epoch(void)
{
    const adrop_reproduce_opts opts = small("distributions");
    adrop_ctx *ctx = context();
    adrop_reproduction *r = make(ctx, "learneddistribution", &opts);
    sheet s;

    CHECK_EQ(adrop_reproduce_go(r, NULL), ADROP_OK);
    json_t *all = document(ctx, r);
    CHECK(sheet_at(all, 0, &s));
    CHECK_EQ(s.n_columns, 8);
    CHECK_EQ(s.n_rows, 4); /* two epochs, two layers */
    CHECK_EQ(number_at(&s, 3, 1), 2);
    CHECK_NEAR(number_at(&s, 3, 7), 0, 1e-12); /* of the last from itself */
    CHECK(number_at(&s, 0, 7) > 0);            /* of the first */
    CHECK(!sheet_at(all, 1, &s));
    json_decref(all);
    adrop_reproduce_free(r);
    adrop_ctx_free(ctx);
}

static void starts_of_mu_and_sigma(void)
{
    adrop_reproduce_opts opts = small("starts");
    adrop_ctx *ctx = context();
    sheet s;

    opts.runs = 1;
    adrop_reproduction *r = make(ctx, "parammnist", &opts);
    CHECK_EQ(adrop_reproduce_go(r, NULL), ADROP_OK);
    json_t *all = document(ctx, r);
    CHECK(sheet_at(all, 0, &s));
    CHECK_EQ(s.n_rows, 14);                     /* seven starts, two layers */
    CHECK_NEAR(number_at(&s, 0, 2), 0.6, 0.02); /* mu -1, sigma 4: the paper's 0.6 */
    CHECK(adrop_reproduce_verdict(r, 0) != NULL);
    json_decref(all);
    adrop_reproduce_free(r);
    adrop_ctx_free(ctx);
}

static void refuse(const char *label, const adrop_reproduce_opts *opts, adrop_status expected,
                   const char *reason)
{
    adrop_ctx *ctx = context();
    adrop_reproduction *r = NULL;

    CHECK_WHERE("%s: %s", label, reason);
    CHECK_EQ(adrop_reproduce_create(ctx, label, opts, &r), expected);
    CHECK(r == NULL);
    CHECK_HAS(adrop_ctx_message(ctx), reason);
    adrop_ctx_free(ctx);
}

static void refusals(void)
{
    adrop_reproduce_opts opts;

    adrop_reproduce_opts_init(&opts);
    refuse("dept", &opts, ADROP_ENOENT, "did you mean 'depth'");
    refuse("index", &opts, ADROP_ENOENT, "there is no recipe 'index'");
    refuse("depth", &opts, ADROP_ENOENT, "'depth' needs mnist, not built in");
    refuse("uci", &opts, ADROP_ENOENT, "boston, concrete, wine-red, yacht");
    texts_put(&opts.data, "mnist");
    texts_put(&opts.data, "digits");
    refuse("depth", &opts, ADROP_EINVAL, "some of mnist, digits");
    opts = small("refused");
    texts_put(&opts.part, "mnst");
    refuse("depth", &opts, ADROP_ENOENT, "did you mean 'mnist'");
    opts = small("refused");
    texts_put(&opts.change, "epoch=3");
    refuse("depth", &opts, ADROP_ENOENT, "did you mean 'epochs'");
    opts = small("refused");
    texts_put(&opts.dropout, "nune");
    refuse("depth", &opts, ADROP_ENOENT, "did you mean 'none'");
}

static void start(void)
{
    snprintf(folder, sizeof folder, "/tmp/adrop-reproduce-XXXXXX");
    CHECK(mkdtemp(folder) != NULL);
}

static void end(void)
{
    char command[128];

    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    CHECK_EQ(system(command), 0);
}

CHECK_MAIN(start, ratios, pvalues, uncertainty, other_data, own_ratios, distributions_by_epoch,
           starts_of_mu_and_sigma, refusals, end)
