/* Comparisons on the built-in digits: lists of techniques, plans, seeds, equality with `train`,
 * stopping and resuming, jobs, choices, failures, folders with other settings, times, and the table
 * against the statistics behind it. */
#include <math.h>
#include <sys/stat.h>
#include <unistd.h>

#include "adrop/lab.h"
#include "check.h"
#include "study/compare_impl.h"
#include "texts.h"

static char base[] = "/tmp/adrop-compare-XXXXXX";

static adrop_ctx *context(int threads)
{
    adrop_ctx_opts opts;
    adrop_ctx *ctx;

    adrop_ctx_opts_init(&opts);
    opts.threads = threads;
    CHECK_EQ(adrop_ctx_create(&opts, &ctx), ADROP_OK);
    return ctx;
}

typedef struct {
    adrop_compare_opts opts;
    adrop_data_opts data;
    adrop_train_opts train;
} settings;

static settings *options(const char *name, const char *techniques)
{
    static settings s;

    adrop_compare_opts_init(&s.opts);
    adrop_data_opts_init(&s.data);
    adrop_train_opts_init(&s.train);
    texts_put(&s.opts.data, "digits");
    texts_put(&s.opts.model, "mlp:16,12");
    texts_put(&s.opts.dropout, techniques);
    s.opts.out = text_of("%s/%s", base, name);
    s.opts.runs = 3;
    s.train.epochs = 3;
    s.train.batch = 100;
    return &s;
}

static adrop_compare *plan(adrop_ctx *ctx, const settings *s)
{
    adrop_compare *c;

    CHECK_EQ(adrop_compare_create(ctx, &s->opts, &s->data, &s->train, &c), ADROP_OK);
    return c;
}

static void refuses(settings *s, adrop_status expected, const char *part)
{
    adrop_ctx *ctx = context(1);
    adrop_compare *c;

    CHECK_WHERE("%s", part);
    CHECK_EQ(adrop_compare_create(ctx, &s->opts, &s->data, &s->train, &c), expected);
    CHECK(!c);
    CHECK_HAS(adrop_ctx_message(ctx), part);
    adrop_ctx_free(ctx);
}

static void setup(void)
{
    CHECK(mkdtemp(base));
}

static void lists(void)
{
    static adrop_texts from, to;
    adrop_ctx *ctx = context(1);

    adrop_texts_add(ctx, &from, "none,bernoulli:rate=0.2,advanced:mu=0,sigma=1,beta");
    adrop_texts_add(ctx, &from, "gaussian");
    CHECK_EQ(adrop_compare_techniques(ctx, &from, &to), ADROP_OK);
    CHECK_EQ(to.n, 5);
    CHECK_TEXT(adrop_texts_at(&to, 1), "bernoulli:rate=0.2");
    CHECK_TEXT(adrop_texts_at(&to, 2), "advanced:mu=0,sigma=1");
    CHECK_TEXT(adrop_texts_at(&to, 3), "beta");
    CHECK_TEXT(adrop_texts_at(&to, 4), "gaussian");
    from.n = 0;
    adrop_texts_add(ctx, &from, "all");
    CHECK_EQ(adrop_compare_techniques(ctx, &from, &to), ADROP_OK);
    CHECK_EQ(to.n, adrop_technique_count());
    adrop_ctx_free(ctx);
}

static void folder_names(void)
{
    char a[AD_SLUG_SIZE], b[AD_SLUG_SIZE];

    CHECK_TEXT(ad_study_slug("advanced:mu=-1,sigma=2", a), "advanced_mu=-1,sigma=2");
    CHECK(strchr(ad_study_slug("../a/b.csv", a), '/') == NULL);
    CHECK(a[0] != '.');
    CHECK(strcmp(a, ad_study_slug("../a_b.csv", b)));
}

static void bad_plans(void)
{
    settings *s = options("bad", "none,advanced,none");

    refuses(s, ADROP_EINVAL, "'none' is there twice");
    refuses(options("bad", "bernoulli,bernoulli:rate=0.5"), ADROP_EINVAL, "there twice");
    refuses(options("bad", "none,advancd"), ADROP_ENOENT, "did you mean 'advanced'");
    s = options("bad", "none,advanced");
    texts_put(&s->opts.data, "digits");
    refuses(s, ADROP_EINVAL, "twice");
    s = options("bad", "none");
    texts_put(&s->opts.data, "nowhere.csv");
    refuses(s, ADROP_ENOENT, "nowhere.csv");
    s = options("bad", "none,advanced");
    s->opts.baseline = "gaussian";
    refuses(s, ADROP_EINVAL, "not among the techniques");
    s = options("", "none");
    s->opts.out = "";
    refuses(s, ADROP_EINVAL, "`out`");
    refuses(options("bad", "none,spatial"), ADROP_ESHAPE, "spatial");
}

/* Every run's figure is that of adrop_train with its seed. */
static void equals_train(void)
{
    adrop_ctx *ctx = context(1);
    adrop_compare *c = plan(ctx, options("first", "none,bernoulli,advanced"));
    adrop_compare_row row;
    adrop_compare_group group;
    adrop_train_result result;

    CHECK_EQ(adrop_compare_go(c, NULL), ADROP_OK);
    CHECK_EQ(adrop_compare_table(c, ADROP_METRIC_LAST), ADROP_OK);
    CHECK_TEXT(adrop_compare_metric(c), "test_acc");
    CHECK(adrop_compare_ctx(c) == ctx);
    CHECK_TEXT(adrop_compare_settings(c)->baseline, "advanced");
    CHECK(adrop_compare_group_at(c, 0, &group));
    CHECK(group.n_train && group.n_test && group.epochs && group.batch);
    CHECK_EQ(group.task, ADROP_CLASSIFICATION);
    CHECK(!adrop_compare_group_at(c, 1, &group));
    CHECK(!group.data);
    for (size_t i = 0; adrop_compare_row_at(c, i, &row); i++) {
        CHECK_WHERE("%s", row.dropout);
        CHECK_EQ(row.n, 3);
        for (size_t k = 0; k < row.n; k++) {
            settings *s = options("first", row.dropout);
            s->data.data = "digits";
            s->train.seed = row.seeds[k];
            s->train.model = "mlp:16,12";
            s->train.dropout = row.dropout;
            CHECK_EQ(adrop_train(ctx, &s->data, &s->train, NULL, &result), ADROP_OK);
            CHECK(result.test_acc == row.values[k]);
        }
    }
    adrop_compare_free(c);
    adrop_ctx_free(ctx);
}

static void statistics(void)
{
    adrop_ctx *ctx = context(1);
    adrop_compare *c = plan(ctx, options("first", "none,bernoulli,advanced"));
    adrop_compare_row row[3];
    adrop_t_result t;
    double p[3], g;

    CHECK_EQ(adrop_compare_table(c, ADROP_METRIC_LAST), ADROP_OK);
    for (size_t i = 0; i < 3; i++)
        CHECK(adrop_compare_row_at(c, i, &row[i]));
    CHECK(row[2].is_baseline && isnan(row[2].p) && isnan(row[2].p_holm));
    CHECK(row[0].rank + row[1].rank + row[2].rank >= 4);
    for (size_t i = 0; i < 2; i++) {
        CHECK_EQ(adrop_t_test(ctx, ADROP_TEST_PAIRED, ADROP_SIDE_TWO, 3, row[i].values, 3,
                              row[2].values, 0.95, &t),
                 ADROP_OK);
        CHECK(row[i].p == t.p && row[i].low == t.low && row[i].high == t.high);
        CHECK_EQ(adrop_hedges_g(ctx, ADROP_TEST_PAIRED, 3, row[i].values, 3, row[2].values, &g),
                 ADROP_OK);
        CHECK(row[i].effect == g);
        p[i] = t.p;
    }
    CHECK_EQ(adrop_holm(ctx, 2, p, p), ADROP_OK);
    CHECK(row[0].p_holm == p[0] && row[1].p_holm == p[1]);
    CHECK(isnan(row[0].seconds_per_epoch) && isnan(row[0].s1));
    for (size_t i = 0; i < 2; i++) /* advanced starts from 0.285; none has no masks */
        CHECK(strncmp(row[i].asked, "none", 4) ? row[i].noise_level > 0.01 && row[i].rate > 0.01
                                               : row[i].noise_level == 0 && row[i].rate == 0);
    adrop_compare_free(c);
    adrop_ctx_free(ctx);
}

/* -- Stops ------------------------------------------------------------------------------ */

typedef struct {
    int steps, stop_after;
    size_t ended, most_running;
} watch;

static void progress(void *user, const adrop_compare_progress *p)
{
    watch *w = user;

    w->steps++;
    if (p->running > w->most_running)
        w->most_running = p->running;
    CHECK(p->done + p->failed <= p->runs);
}

static void ended(void *user, const adrop_planned_run *run, const adrop_train_result *result)
{
    watch *w = user;

    (void)result;
    CHECK(run->state == ADROP_RUN_DONE || run->state == ADROP_RUN_FAILED);
    w->ended++;
}

static int stop(void *user)
{
    const watch *w = user;

    return w->stop_after && w->steps >= w->stop_after;
}

static const adrop_compare_hooks *hooks(watch *w)
{
    static adrop_compare_hooks h;

    h = (adrop_compare_hooks){
        .size = sizeof h, .user = w, .progress = progress, .ended = ended, .stop = stop
    };
    return &h;
}

static void compare_with_first(adrop_ctx *ctx, adrop_compare *c)
{
    adrop_compare *first = plan(ctx, options("first", "none,bernoulli,advanced"));
    adrop_compare_row a, b;

    CHECK_EQ(adrop_compare_table(c, ADROP_METRIC_LAST), ADROP_OK);
    CHECK_EQ(adrop_compare_table(first, ADROP_METRIC_LAST), ADROP_OK);
    for (size_t i = 0; adrop_compare_row_at(first, i, &a); i++) {
        CHECK(adrop_compare_row_at(c, i, &b));
        CHECK(a.n == b.n && !memcmp(a.values, b.values, a.n * sizeof *a.values));
        CHECK(!memcmp(a.seeds, b.seeds, a.n * sizeof *a.seeds));
        CHECK(a.mean == b.mean);
    }
    adrop_compare_free(first);
}

static void goes_on(void)
{
    adrop_ctx *ctx = context(1);
    adrop_compare *c = plan(ctx, options("stopped", "none,bernoulli,advanced"));
    watch w = { .stop_after = 200 };
    size_t done = 0;
    adrop_planned_run run;

    CHECK_EQ(adrop_compare_go(c, hooks(&w)), ADROP_EINTR);
    adrop_compare_free(c);
    c = plan(ctx, options("stopped", "none,bernoulli,advanced"));
    for (size_t i = 0; adrop_compare_run_at(c, i, &run); i++)
        done += run.state == ADROP_RUN_DONE;
    CHECK(done > 0 && done < 9);
    w = (watch){ 0 };
    CHECK_EQ(adrop_compare_go(c, hooks(&w)), ADROP_OK);
    CHECK_EQ(w.ended, 9 - done);
    compare_with_first(ctx, c);
    w = (watch){ 0 };
    CHECK_EQ(adrop_compare_go(c, hooks(&w)), ADROP_OK);
    CHECK_EQ(w.ended, 0);
    adrop_compare_free(c);
    adrop_ctx_free(ctx);
}

static void jobs(void)
{
    adrop_ctx *ctx = context(2);
    settings *s = options("jobs", "none,bernoulli,advanced");
    watch w = { 0 };

    s->opts.jobs = 2;
    adrop_compare *c = plan(ctx, s);
    CHECK_EQ(adrop_compare_go(c, hooks(&w)), ADROP_OK);
    CHECK_EQ(w.most_running, 2);
    compare_with_first(ctx, c);
    adrop_compare_free(c);
    adrop_ctx_free(ctx);
}

static void other_settings(void)
{
    settings *s = options("first", "none,bernoulli,advanced");
    adrop_ctx *ctx = context(1);

    s->train.epochs = 4;
    refuses(s, ADROP_EINVAL, "was made with epochs '3', not '4'");
    s = options("first", "none,bernoulli,advanced");
    s->opts.seed = 2;
    refuses(s, ADROP_EINVAL, "seed '1', not '2'");
    s = options("first", "none,bernoulli,advanced,gaussian"); /* more is fine */
    s->opts.runs = 4;
    adrop_compare_free(plan(ctx, s));
    adrop_ctx_free(ctx);
}

/* -- Pairs, choices, failures, times ------------------------------------------------------ */

static void pairs(void)
{
    adrop_ctx *ctx = context(1);
    settings *s = options("pairs", "none,advanced");
    adrop_compare_row row[2];
    adrop_t_result t;

    adrop_compare *c = plan(ctx, s); /* pairs are the default */
    CHECK_EQ(adrop_compare_go(c, NULL), ADROP_OK);
    CHECK_EQ(adrop_compare_table(c, ADROP_METRIC_BEST), ADROP_OK);
    CHECK(adrop_compare_row_at(c, 0, &row[0]) && adrop_compare_row_at(c, 1, &row[1]));
    CHECK(!memcmp(row[0].seeds, row[1].seeds, 3 * sizeof *row[0].seeds));
    CHECK_EQ(adrop_t_test(ctx, ADROP_TEST_PAIRED, ADROP_SIDE_TWO, 3, row[0].values, 3,
                          row[1].values, 0.95, &t),
             ADROP_OK);
    CHECK(row[0].p == t.p);
    CHECK_NEAR(row[0].least_p_rank, 0.25, 1e-12);
    adrop_compare_free(c);
    adrop_ctx_free(ctx);
}

/* Unpaired: seeds of their own, rows all the same, Welch's test. */
static void unpaired(void)
{
    adrop_ctx *ctx = context(1);
    settings *s = options("unpaired", "none,advanced");
    adrop_planned_run a, b;
    adrop_compare_row row[2];
    adrop_t_result t;

    s->opts.unpaired = 1;
    adrop_compare *c = plan(ctx, s);
    for (size_t i = 0; i < 6; i += 2) {
        CHECK(adrop_compare_run_at(c, i, &a) && adrop_compare_run_at(c, i + 1, &b));
        CHECK(a.run == b.run && a.seed != b.seed);
        CHECK(a.data_seed == b.data_seed && a.data_seed != a.seed && b.data_seed != b.seed);
    }
    CHECK_EQ(adrop_compare_go(c, NULL), ADROP_OK);
    CHECK_EQ(adrop_compare_table(c, ADROP_METRIC_LAST), ADROP_OK);
    CHECK(adrop_compare_row_at(c, 0, &row[0]) && adrop_compare_row_at(c, 1, &row[1]));
    CHECK_EQ(adrop_t_test(ctx, ADROP_TEST_WELCH, ADROP_SIDE_TWO, 3, row[0].values, 3, row[1].values,
                          0.95, &t),
             ADROP_OK);
    CHECK(row[0].p == t.p);
    adrop_compare_free(c);
    s = options("unpaired", "none,advanced");
    refuses(s, ADROP_EINVAL, "was made with paired 'no', not 'yes'");
    adrop_ctx_free(ctx);
}

static void choices(void)
{
    adrop_ctx *ctx = context(1);
    settings *s = options("choices", "continuous,beta:beta=0.5,advanced");
    adrop_planned_run run;
    adrop_compare_row row;
    double most = 0;
    const char *best = "";

    s->opts.runs = 2;
    adrop_compare *c = plan(ctx, s);
    CHECK(adrop_compare_run_at(c, 0, &run));
    CHECK_TEXT(run.candidate, "spread=0.2");
    CHECK_EQ(adrop_compare_go(c, NULL), ADROP_OK);
    CHECK_EQ(adrop_compare_table(c, ADROP_METRIC_LAST), ADROP_OK);
    for (size_t i = 0; i < 3; i++) {
        ad_run_figures f;
        CHECK(adrop_compare_run_at(c, i, &run) && run.run == 0);
        CHECK_EQ(ad_run_read(ctx, run.path, &f), ADROP_OK);
        if (f.val > most) {
            most = f.val;
            best = run.candidate;
        }
    }
    CHECK(adrop_compare_row_at(c, 0, &row));
    CHECK_HAS(row.dropout, best);
    CHECK_HAS(row.chosen, "of 0.2, 0.3, 0.4");
    CHECK_EQ(row.chosen_edge, strstr(best, "0.2") ? -1 : strstr(best, "0.4") ? 1 : 0);
    CHECK(adrop_compare_row_at(c, 1, &row));
    CHECK_TEXT(row.chosen, "");
    CHECK_EQ(row.chosen_edge, 0);
    adrop_compare_free(c);
    adrop_ctx_free(ctx);
}

/* Does a file in the run's folder have the text? */
static int run_says(const adrop_planned_run *run, const char *name, const char *text)
{
    char path[1024], content[1 << 14];

    snprintf(path, sizeof path, "%s/%s", run->path, name);
    FILE *file = fopen(path, "r");
    if (!file)
        return 0;
    content[fread(content, 1, sizeof content - 1, file)] = 0;
    fclose(file);
    return strstr(content, text) != NULL;
}

/* Shorter trials keep the place of the rate's drops: after epoch 3 of 4, 1 of 2. */
static void short_choices(void)
{
    adrop_ctx *ctx = context(1);
    settings *s = options("short-choices", "continuous");
    adrop_planned_run run;

    s->opts.runs = 2;
    s->opts.choose_epochs = 2;
    s->train.epochs = 4;
    s->train.lr_drop = (adrop_list){ 1, { 3 } };
    adrop_compare *c = plan(ctx, s);
    CHECK_EQ(adrop_compare_go(c, NULL), ADROP_OK);
    for (size_t i = 0; adrop_compare_run_at(c, i, &run); i++) {
        CHECK_WHERE("run %zu: %s", i, run.message);
        CHECK_EQ(run.state, ADROP_RUN_DONE);
        CHECK(run_says(&run, "run.json",
                       *run.candidate ? "\"lr-drop\": \"1\"" : "\"lr-drop\": \"3\""));
        CHECK(
            run_says(&run, "run.json", *run.candidate ? "\"epochs\": \"2\"" : "\"epochs\": \"4\""));
    }
    adrop_compare_free(c);
    adrop_ctx_free(ctx);
}

/* A file stands where a run directory should be made: that run fails, the rest stands. */
static void failures(void)
{
    adrop_ctx *ctx = context(1);
    settings *s = options("failures", "none,advanced");
    adrop_planned_run run;
    adrop_compare_row row;
    char folder[512];

    s->opts.runs = 2;
    adrop_compare *c = plan(ctx, s);
    CHECK(adrop_compare_run_at(c, 0, &run));
    snprintf(folder, sizeof folder, "mkdir -p $(dirname '%s') && touch '%s'", run.path, run.path);
    CHECK_EQ(system(folder), 0);
    CHECK_EQ(adrop_compare_go(c, NULL), ADROP_OK);
    CHECK(adrop_compare_run_at(c, 0, &run));
    CHECK_EQ(run.state, ADROP_RUN_FAILED);
    CHECK_HAS(run.message, run.path);
    CHECK_EQ(adrop_compare_table(c, ADROP_METRIC_LAST), ADROP_OK);
    CHECK(adrop_compare_row_at(c, 0, &row));
    CHECK(row.n == 1 && row.failed == 1 && isnan(row.p));
    CHECK(adrop_compare_row_at(c, 1, &row));
    CHECK(row.n == 2 && row.failed == 0);
    adrop_compare_free(c);
    adrop_ctx_free(ctx);
}

static void times(void)
{
    adrop_ctx *ctx = context(1);
    settings *s = options("first", "none,bernoulli,advanced");
    adrop_compare_row row;
    double seconds;

    s->opts.timing_rounds = 2;
    adrop_compare *c = plan(ctx, s);
    CHECK_EQ(adrop_compare_estimate(c, &seconds), ADROP_OK);
    CHECK(seconds == 0); /* all is done */
    CHECK_EQ(adrop_compare_time(c, NULL), ADROP_OK);
    CHECK_EQ(adrop_compare_table(c, ADROP_METRIC_LAST), ADROP_OK);
    for (size_t i = 0; adrop_compare_row_at(c, i, &row); i++) {
        CHECK(row.seconds_per_epoch > 0 && row.seconds_per_epoch < 60);
        CHECK(i ? row.s1 > 0 : isnan(row.s1));
    }
    adrop_compare_free(c);
    s->opts.runs = 5;
    c = plan(ctx, s);
    CHECK_EQ(adrop_compare_estimate(c, &seconds), ADROP_OK);
    CHECK(seconds > 0 && seconds < 600);
    adrop_compare_free(c);
    adrop_ctx_free(ctx);
}

static void teardown(void)
{
    char command[64];

    snprintf(command, sizeof command, "rm -rf '%s'", base);
    CHECK_EQ(system(command), 0);
}

/* A data set is read once, when it is planned with: its file may go, and every run of every job,
 * each with a split of its own, and the timing pass have their rows. */
static void read_once(void)
{
    adrop_ctx *ctx = context(2);
    settings *s = options("once", "none,bernoulli");
    char path[512];
    adrop_planned_run run;

    snprintf(path, sizeof path, "%s/once.csv", base);
    FILE *file = fopen(path, "w");
    CHECK(file != NULL);
    for (int i = 0; file && i < 80; i++)
        fprintf(file, "%d,%d,%s\n", i * 7 % 23, i * 11 % 19, i * 7 % 23 < 12 ? "low" : "high");
    if (file)
        fclose(file);
    s->opts.data.n = 0;
    texts_put(&s->opts.data, path);
    s->data.task = ADROP_CLASSIFICATION;
    s->opts.jobs = 2;
    s->opts.timing = 1;
    s->opts.timing_rounds = 1;
    adrop_compare *c = plan(ctx, s);
    CHECK_EQ(unlink(path), 0);
    CHECK_EQ(adrop_compare_go(c, NULL), ADROP_OK);
    for (size_t i = 0; adrop_compare_run_at(c, i, &run); i++)
        CHECK_EQ(run.state, ADROP_RUN_DONE);
    adrop_compare_free(c);
    adrop_ctx_free(ctx);
}

CHECK_MAIN(setup, lists, folder_names, bad_plans, equals_train, statistics, goes_on, jobs,
           other_settings, pairs, unpaired, choices, short_choices, failures, times, read_once,
           teardown)
