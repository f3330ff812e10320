/* Reproductions: what needs no training gives the figures that the paper's numbers give;
 * a restricted recipe runs, resumes, and shows curves and the paper's numbers only where
 * they apply; restrictions that make no sense are refused. */
#include <stdio.h>
#include <unistd.h>

#include "adrop/lab.h"
#include "adrop/reproduce.h"
#include "asked.h"
#include "check.h"

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

static adrop_reproduction *make(adrop_ctx *ctx, const char *label, const adrop_reproduce_opts *how)
{
    adrop_reproduction *r;
    adrop_status status = adrop_reproduce_create(ctx, label, how, &r);

    CHECK_EQ(status, ADROP_OK);
    if (status) {
        printf("%s: %s\n", label, adrop_ctx_message(ctx));
        exit(EXIT_FAILURE);
    }
    return r;
}

static void ratios(void)
{
    adrop_reproduce_opts how;
    adrop_reproduce_opts_init(&how);
    adrop_ctx *ctx = context();
    adrop_reproduction *r = make(ctx, "accvstime", &how);
    adrop_sheet sheet;

    CHECK_EQ(adrop_reproduce_go(r, NULL), ADROP_OK);
    CHECK_EQ(adrop_reproduce_table(r), ADROP_OK);
    CHECK(adrop_reproduce_sheet_at(r, 0, &sheet));
    CHECK_EQ(sheet.n_rows, 11);
    CHECK_NEAR(sheet.cells[2].number, 0.9740, 5e-5); /* mnist's s1, as in the specification */
    CHECK_HAS(sheet.notes[0], "first by s1 in 9 of 11 cases, by s2 in 6 of 11, second by s2 in 3");
    CHECK(adrop_reproduce_sheet_at(r, 1, &sheet));
    CHECK_HAS(sheet.notes[0], "first by s1 in 9 of 11 cases, by s2 in 5 of 11, second by s2 in 4");
    adrop_reproduce_free(r);
    adrop_ctx_free(ctx);
}

static void pvalues(void)
{
    adrop_reproduce_opts how;
    adrop_reproduce_opts_init(&how);
    adrop_ctx *ctx = context();
    adrop_reproduction *r = make(ctx, "pvalue", &how);
    adrop_sheet tally, cells, rest;
    size_t marked = 0;

    CHECK_EQ(adrop_reproduce_table(r), ADROP_OK);
    CHECK(adrop_reproduce_sheet_at(r, 0, &tally) && adrop_reproduce_sheet_at(r, 1, &cells) &&
          adrop_reproduce_sheet_at(r, 2, &rest));
    CHECK_EQ(tally.n_rows, 7);
    CHECK_EQ(cells.n_rows, 99);
    for (size_t i = 0; i < cells.n_rows; i++)
        marked += strstr(cells.cells[(i + 1) * cells.n_columns - 1].text,
                         "no convention gives it") != NULL;
    CHECK_EQ(marked, 5); /* 94 of 99 fit one of the eight */
    CHECK(rest.n_rows > 0);
    adrop_reproduce_free(r);
    adrop_ctx_free(ctx);
}

/* The quickest: 64 rows of digits, a network of 8 units, two epochs. */
static adrop_reproduce_opts small(const char *name)
{
    adrop_reproduce_opts how;

    adrop_reproduce_opts_init(&how);
    adrop_texts_add(&how.data, "digits");
    adrop_texts_add(&how.model, "mlp:8");
    adrop_texts_add(&how.change, "train-limit=64");
    adrop_texts_add(&how.change, "batch=16");
    how.runs = 2;
    how.epochs = 2;
    snprintf(how.out, sizeof how.out, "%s/%s", folder, name);
    return how;
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

/* A column of a sheet by its header. */
static double cell(const adrop_sheet *s, size_t row, const char *header)
{
    for (size_t i = 0; i < s->n_columns; i++)
        if (!strcmp(s->headers[i], header))
            return s->cells[row * s->n_columns + i].number;
    return NAN;
}

static adrop_reproduction *on_digits(adrop_ctx *ctx, const char *label)
{
    adrop_reproduce_opts how = small("sure");

    how.epochs = 8;
    adrop_texts_add(&how.part, "mnist");
    adrop_reproduction *r = make(ctx, label, &how);
    CHECK_EQ(adrop_reproduce_go(r, NULL), ADROP_OK);
    CHECK_EQ(adrop_reproduce_table(r), ADROP_OK);
    return r;
}

/* Three recipes on one set of runs: means of the runs, matrices whose diagonal is the accuracy,
 * examples that follow their rule. */
static void uncertainty(void)
{
    adrop_ctx *ctx = context();
    adrop_reproduction *r = on_digits(ctx, "uncertainty");
    adrop_sheet all, runs, s;
    adrop_example e;
    double accuracy = 0;

    CHECK_EQ(count_done(r), 4);
    CHECK(adrop_reproduce_sheet_at(r, 0, &all) && adrop_reproduce_sheet_at(r, 1, &runs));
    CHECK_EQ(all.n_rows, 3);
    CHECK_EQ(runs.n_rows, 6);
    CHECK(!strcmp(all.cells[0].text, "mc-dropout"));
    CHECK(!strcmp(all.cells[all.n_columns].text, "apdeepsense"));
    CHECK(!strcmp(all.cells[2 * all.n_columns].text, "advanced"));
    for (size_t i = 0; i < 3; i++)
        CHECK_NEAR((cell(&runs, 2 * i, "AUROC p") + cell(&runs, 2 * i + 1, "AUROC p")) / 2,
                   cell(&all, i, "AUROC p"), 1e-12);
    for (size_t i = 0; i < 6; i++)
        CHECK(cell(&runs, i, "from") < cell(&runs, i, "AUROC p"));
    accuracy = cell(&runs, 4, "accuracy");
    adrop_reproduce_free(r);

    r = on_digits(ctx, "confusion");
    CHECK_EQ(count_done(r), 4);
    for (size_t i = 0; i < 3; i++) {
        double right = 0, rows = 0;
        CHECK(adrop_reproduce_sheet_at(r, i, &s));
        for (size_t t = 0; t < 10; t++)
            for (size_t k = 0; k < 10; k++) {
                const double count = s.cells[t * s.n_columns + 1 + k].number;
                right += t == k ? count : 0;
                rows += count;
            }
        CHECK_EQ(rows, 360);
        CHECK(i < 2 || fabs(100 * right / rows - accuracy) < 1e-9);
    }
    CHECK(!adrop_reproduce_sheet_at(r, 3, &s) && !adrop_reproduce_example_at(r, 0, &e));
    adrop_reproduce_free(r);

    r = on_digits(ctx, "uncertainty-examples");
    for (size_t i = 0; i < 4; i++) {
        double most = 0, sum = 0;
        CHECK(adrop_reproduce_example_at(r, i, &e) && adrop_reproduce_sheet_at(r, i, &s));
        CHECK_EQ(strcmp(e.truth, e.predicted) != 0, strstr(e.rule, "wrong") != NULL);
        CHECK_EQ(e.height * e.width, 64);
        for (size_t k = 0; k < 64; k++)
            most = fmax(most, (double)e.pixels[k]);
        CHECK(most > 0);
        for (size_t k = 0; k < 10; k++)
            sum += cell(&s, k, "advanced");
        CHECK_NEAR(sum, 1, 1e-9);
        CHECK(isnan(s.cells[4].number)); /* moments of outputs give none of probabilities */
    }
    CHECK(!adrop_reproduce_example_at(r, 4, &e));
    adrop_reproduce_free(r);
    adrop_ctx_free(ctx);
}

static void other_data(void)
{
    adrop_reproduce_opts how = small("depth");
    adrop_ctx *ctx = context();
    adrop_reproduced row;
    size_t n = 0;

    adrop_texts_add(&how.dropout, "none,advanced");
    adrop_reproduction *r = make(ctx, "depth", &how);
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

    r = make(ctx, "depth", &how); /* all is done, and is not done again */
    CHECK_EQ(count_done(r), 9);   /* advanced has chosen one of five rates */
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
    adrop_reproduce_opts how = small("results");
    adrop_ctx *ctx = context();
    adrop_sheet sheet;
    char path[ADROP_TEXT_SIZE + 32];

    adrop_texts_add(&how.part, "mnist");
    adrop_texts_add(&how.dropout, "none,bernoulli,advanced");
    adrop_reproduction *r = make(ctx, "results", &how);
    CHECK_EQ(adrop_reproduce_go(r, NULL), ADROP_OK);
    adrop_reproduce_free(r);
    snprintf(path, sizeof path, "%s/mnist/timing.json", how.out);
    write_times(path);
    r = make(ctx, "accvstime", &how);
    CHECK_EQ(adrop_reproduce_table(r), ADROP_OK);
    CHECK(adrop_reproduce_sheet_at(r, 2, &sheet));
    CHECK_EQ(sheet.n_rows, 2); /* without none, which the others are held against */
    CHECK_EQ(sheet.n_columns, 9);
    CHECK_HAS(sheet.cells[8].text, "bernoulli");
    CHECK(isnan(sheet.cells[5].number) && isnan(sheet.cells[6].number)); /* s2 and its rank */
    CHECK_HAS(sheet.cells[9 + 8].text, "advanced");
    CHECK_EQ(sheet.cells[9 + 6].number, 1);
    CHECK_HAS(sheet.notes[0], "no s2: the technique took no more time than no dropout");
    adrop_reproduce_free(r);
    adrop_ctx_free(ctx);
}

static void distributions_by_epoch(void)
{
    const adrop_reproduce_opts how = small("distributions");
    adrop_ctx *ctx = context();
    adrop_reproduction *r = make(ctx, "learneddistribution", &how);
    adrop_sheet sheet;

    CHECK_EQ(adrop_reproduce_go(r, NULL), ADROP_OK);
    CHECK_EQ(adrop_reproduce_table(r), ADROP_OK);
    CHECK(adrop_reproduce_sheet_at(r, 0, &sheet));
    CHECK_EQ(sheet.n_columns, 8);
    CHECK_EQ(sheet.n_rows, 4); /* two epochs, two layers */
    const adrop_sheet_cell *last = sheet.cells + 3 * 8;
    CHECK_EQ(last[1].number, 2);
    CHECK_NEAR(last[7].number, 0, 1e-12); /* of the last from itself */
    CHECK(sheet.cells[7].number > 0);     /* of the first */
    CHECK(!adrop_reproduce_sheet_at(r, 1, &sheet));
    adrop_reproduce_free(r);
    adrop_ctx_free(ctx);
}

static void starts_of_mu_and_sigma(void)
{
    adrop_reproduce_opts how = small("starts");
    adrop_ctx *ctx = context();
    adrop_sheet sheet;

    how.runs = 1;
    adrop_reproduction *r = make(ctx, "parammnist", &how);
    CHECK_EQ(adrop_reproduce_go(r, NULL), ADROP_OK);
    CHECK_EQ(adrop_reproduce_table(r), ADROP_OK);
    CHECK(adrop_reproduce_sheet_at(r, 0, &sheet));
    CHECK_EQ(sheet.n_rows, 14);                   /* seven starts, two layers */
    CHECK_NEAR(sheet.cells[2].number, 0.6, 0.02); /* mu -1, sigma 4: the paper's 0.6 */
    CHECK(adrop_reproduce_verdict(r, 0) != NULL);
    adrop_reproduce_free(r);
    adrop_ctx_free(ctx);
}

static void refuse(const char *label, const adrop_reproduce_opts *how, adrop_status expected,
                   const char *reason)
{
    adrop_ctx *ctx = context();
    adrop_reproduction *r = NULL;

    CHECK_WHERE("%s: %s", label, reason);
    CHECK_EQ(adrop_reproduce_create(ctx, label, how, &r), expected);
    CHECK(r == NULL);
    CHECK_HAS(adrop_ctx_message(ctx), reason);
    adrop_ctx_free(ctx);
}

static void refusals(void)
{
    adrop_reproduce_opts how;

    adrop_reproduce_opts_init(&how);
    refuse("dept", &how, ADROP_ENOENT, "did you mean 'depth'");
    refuse("index", &how, ADROP_ENOENT, "there is no recipe 'index'");
    refuse("depth", &how, ADROP_ENOENT, "'depth' needs mnist, not built in");
    refuse("uci", &how, ADROP_ENOENT, "boston, concrete, wine-red, yacht");
    adrop_texts_add(&how.data, "mnist");
    adrop_texts_add(&how.data, "digits");
    refuse("depth", &how, ADROP_EINVAL, "some of mnist, digits");
    how = small("refused");
    adrop_texts_add(&how.part, "mnst");
    refuse("depth", &how, ADROP_ENOENT, "did you mean 'mnist'");
    how = small("refused");
    adrop_texts_add(&how.change, "epoch=3");
    refuse("depth", &how, ADROP_ENOENT, "did you mean 'epochs'");
    how = small("refused");
    adrop_texts_add(&how.dropout, "nune");
    refuse("depth", &how, ADROP_ENOENT, "did you mean 'none'");
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
