/* Searches: texts of `vary`, draws, grids, rungs, equal trials, settings, and refusals. The
 * program's own test (tests/study/tune.sh) covers jobs, kills and rows. */
#include <math.h>
#include <unistd.h>

#include "adrop/lab.h"
#include "check.h"
#include "study/tune_impl.h"
#include "texts.h"

static char base[] = "/tmp/adrop-tune-XXXXXX";

static adrop_ctx *context(void)
{
    adrop_ctx_opts opts;
    adrop_ctx *ctx;

    adrop_ctx_opts_init(&opts);
    opts.threads = 1;
    CHECK_EQ(adrop_ctx_create(&opts, &ctx), ADROP_OK);
    return ctx;
}

/* -- Texts ----------------------------------------------------------------------- */

/* Its texts live as long as the context. */
static ad_vary *reads(adrop_ctx *ctx, const char *text)
{
    static ad_vary v;

    CHECK_WHERE("%s", text);
    CHECK_EQ(ad_vary_read(ctx, text, &v), ADROP_OK);
    CHECK_WHERE("%s", "");
    return &v;
}

static void refuses(const char *text, const char *part)
{
    static ad_vary v;
    adrop_ctx *ctx = context();

    CHECK_WHERE("%s", text);
    CHECK(ad_vary_read(ctx, text, &v) != ADROP_OK);
    CHECK_HAS(adrop_ctx_message(ctx), part);
    CHECK_WHERE("%s", "");
    adrop_ctx_free(ctx);
}

static void texts(void)
{
    adrop_ctx *ctx = context();
    const ad_vary *v = reads(ctx, "lr=0.001..0.1:log");

    CHECK(v->is_range && v->is_log && !v->is_whole && v->low == 0.001 && v->high == 0.1);
    v = reads(ctx, "batch=16..256:log:5");
    CHECK(v->is_range && v->is_log && v->is_whole && v->points == 5);
    v = reads(ctx, "lr=-0..1e-1:3");
    CHECK(!v->is_log && v->points == 3 && v->high == 0.1);
    v = reads(ctx, "model=\"mlp:256,256\",vgg16");
    CHECK_EQ(v->values.n, 2);
    CHECK_TEXT(adrop_texts_at(&v->values, 0), "mlp:256,256");
    CHECK_TEXT(adrop_texts_at(&v->values, 1), "vgg16");
    v = reads(ctx, "dropout.rate=0.1,0.3");
    CHECK(v->owner == AD_VARY_DROPOUT && !strcmp(v->name, "rate"));
    v = reads(ctx, "model.width=0.25..1");
    CHECK(v->owner == AD_VARY_MODEL && v->is_range);
    v = reads(ctx, "input-scale=unit,standard");
    CHECK_EQ(v->owner, AD_VARY_DATA);
    v = reads(ctx, "init=a..b,../c");
    CHECK(!v->is_range && v->values.n == 2);
    adrop_ctx_free(ctx);
}

static void bad_texts(void)
{
    refuses("lr", "an equals sign and values");
    refuses("=1", "an equals sign and values");
    refuses("lr=", "empty value");
    refuses("lr=0.1,,0.2", "empty value");
    refuses("lr=0.1,0.1", "'0.1' twice");
    refuses("lr=0.1..0.001", "is empty");
    refuses("lr=1..1", "is empty");
    refuses("lr=0..1:log", "cannot begin at 0");
    refuses("lr=0.1..0.2:lin", "behind a range");
    refuses("lr=0.1..0.2:1", "behind a range");
    refuses("lr=0.1..x", "no range");
    refuses("lr=1..5000", "1000");
    refuses("batch=1.5..3", "batch");
    refuses("learning-rate=1", "the setting to vary 'learning-rate' is 'lr' here");
    refuses("learning-rates=1", "there is no setting to vary 'learning-rates'");
    refuses("dropot=none", "did you mean 'dropout'");
    refuses("dropout.rat=0.1", "did you mean 'rate'");
    refuses("optimizer.beta=1", "before a dot stands dropout or model");
    refuses("seed=1,2", "cannot be varied");
    refuses("val-fraction=0.1,0.2", "cannot be varied");
    refuses("target=a,b", "cannot be varied");
    refuses("dropout=1..2", "a range is for numbers");
    refuses("model=\"mlp:2", "not closed");
    refuses("model=\"a\"b", "a comma must follow");
    refuses("batch=many", "batch");
}

/* -- Values ---------------------------------------------------------------------- */

/* 10,000 draws of a log range: each of three decades has a third, within 5 standard errors (a false
 * alarm in 1e6, and the seed is fixed); a linear range would have 0.9 in the last. */
static void draws(void)
{
    enum { N = 10000 };
    adrop_ctx *ctx = context();
    const ad_vary *v = reads(ctx, "lr=0.001..1:log");
    size_t decade[3] = { 0 };
    char text[ADROP_NUMBER_SIZE];

    for (size_t i = 1; i <= N; i++) {
        const double x = ad_vary_draw(v, 7, i);
        CHECK(x >= 0.001 && x <= 1 && x == ad_vary_draw(v, 7, i));
        decade[x < 0.01 ? 0 : x < 0.1 ? 1 : 2]++;
        CHECK(strlen(ad_vary_text(v, x, text)) <= 9); /* four digits */
    }
    for (int k = 0; k < 3; k++)
        CHECK_NEAR((double)decade[k] / N, 1.0 / 3, 5 * sqrt(2.0 / 9 / N));
    CHECK(ad_vary_draw(v, 7, 1) != ad_vary_draw(v, 8, 1));

    size_t seen[4] = { 0 };
    v = reads(ctx, "batch=2..5");
    for (size_t i = 1; i <= N; i++) {
        const double x = ad_vary_draw(v, 1, i);
        CHECK(x == floor(x) && x >= 2 && x <= 5);
        seen[(size_t)x - 2]++;
    }
    for (int k = 0; k < 4; k++)
        CHECK_NEAR((double)seen[k] / N, 0.25, 5 * sqrt(3.0 / 16 / N));
    adrop_ctx_free(ctx);
}

static void points(void)
{
    adrop_ctx *ctx = context();
    const ad_vary *v = reads(ctx, "lr=0.001..0.1:log:3");
    size_t n;

    CHECK_EQ(ad_vary_point(v, 0) == 0.001 && ad_vary_point(v, 1) == 0.01, 1);
    CHECK(ad_vary_point(v, 2) == 0.1);
    v = reads(ctx, "batch=8..11");
    CHECK_EQ(ad_vary_count(ctx, v, 1, &n), ADROP_OK);
    CHECK_EQ(n, 4);
    CHECK(ad_vary_point(v, 3) == 11);
    v = reads(ctx, "lr=0.1..0.2");
    CHECK_EQ(ad_vary_count(ctx, v, 1, &n), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "write 0.1..0.2:5");
    adrop_ctx_free(ctx);
}

/* -- Plans ----------------------------------------------------------------------- */

typedef struct {
    adrop_tune_opts opts;
    adrop_data_opts data;
    adrop_train_opts train;
} settings;

static settings *options(const char *vary)
{
    static settings s;

    adrop_tune_opts_init(&s.opts);
    adrop_data_opts_init(&s.data);
    adrop_train_opts_init(&s.train);
    s.data.data = "digits";
    texts_put(&s.opts.vary, vary);
    s.opts.out = text_of("%s/none", base);
    s.train.model = "mlp:8";
    s.train.epochs = 9;
    return &s;
}

static adrop_tune *plan(adrop_ctx *ctx, const settings *s)
{
    adrop_tune *t;

    CHECK_EQ(adrop_tune_create(ctx, &s->opts, &s->data, &s->train, &t), ADROP_OK);
    CHECK_TEXT(t ? "" : adrop_ctx_message(ctx), "");
    return t;
}

static void has_rungs(const settings *s, size_t n, const size_t (*expected)[3])
{
    adrop_ctx *ctx = context();
    adrop_tune *t = plan(ctx, s);
    adrop_rung rung;
    size_t i = 0;

    for (; t && adrop_tune_rung_at(t, i, &rung) && i < n; i++) {
        CHECK_EQ(rung.bracket, expected[i][0]);
        CHECK_EQ(rung.trials, expected[i][1]);
        CHECK_EQ(rung.epochs, expected[i][2]);
    }
    CHECK_EQ(i, n);
    CHECK(!t || !adrop_tune_rung_at(t, n, &rung));
    adrop_tune_free(t);
    adrop_ctx_free(ctx);
}

static void rungs(void)
{
    settings *s = options("lr=0.001..0.1:log");

    has_rungs(s, 3, (const size_t[][3]){ { 1, 27, 1 }, { 1, 9, 3 }, { 1, 3, 9 } });
    s->opts.min_epochs = 2;
    has_rungs(s, 2, (const size_t[][3]){ { 1, 27, 3 }, { 1, 9, 9 } });
    s->opts.min_epochs = 1;
    s->opts.eta = 2;
    s->opts.trials = 5;
    has_rungs(s, 3, (const size_t[][3]){ { 1, 5, 2 }, { 1, 2, 4 }, { 1, 1, 9 } });
    s = options("lr=0.001..0.1:log");
    s->opts.method = ADROP_TUNE_RANDOM;
    has_rungs(s, 1, (const size_t[][3]){ { 1, 27, 9 } });
    s->opts.method = ADROP_TUNE_HYPERBAND; /* n = ceil((s + 1) eta^k / (k + 1)): 9, 5, 3 */
    has_rungs(s, 6,
              (const size_t[][3]){
                  { 1, 9, 1 }, { 1, 3, 3 }, { 1, 1, 9 }, { 2, 5, 3 }, { 2, 1, 9 }, { 3, 3, 9 } });
}

/* Trials that come out equal, those left out, and finite sets that are taken whole. */
static void trials(void)
{
    settings *s = options("dropout=none,bernoulli");
    adrop_ctx *ctx = context();
    adrop_trial trial;
    adrop_tune_result r;

    texts_put(&s->opts.vary, "dropout.rate=0.1,0.3,0.5");
    adrop_tune *t = plan(ctx, s);
    adrop_tune_describe(t, &r);
    CHECK(r.trials == 6 && r.distinct == 4);
    adrop_tune_trial_at(t, 2, &trial);
    CHECK(trial.state == ADROP_TRIAL_EQUAL && trial.same_as == 1);
    CHECK_TEXT(trial.settings, "dropout=none");
    adrop_tune_trial_at(t, 5, &trial);
    CHECK_TEXT(trial.settings, "dropout=bernoulli dropout.rate=0.5");
    adrop_tune_free(t);

    s = options("dropout=none,bernoulli,advanced"); /* only one of them has a rate to learn */
    texts_put(&s->opts.vary, "dropout-lr=0.001,0.01");
    t = plan(ctx, s);
    adrop_tune_describe(t, &r);
    CHECK(r.trials == 6 && r.distinct == 4);
    adrop_tune_free(t);

    s = options("schedule=one-cycle,cosine");
    texts_put(&s->opts.vary, "warmup=0,2");
    t = plan(ctx, s);
    adrop_tune_describe(t, &r);
    CHECK(r.trials == 4 && r.distinct == 3 && r.left_out == 1);
    adrop_tune_trial_at(t, 1, &trial);
    CHECK_EQ(trial.state, ADROP_TRIAL_LEFT_OUT);
    CHECK_HAS(trial.message, "one-cycle");
    adrop_tune_free(t);
    adrop_ctx_free(ctx);
}

static void is_refused(const settings *s, const char *part)
{
    adrop_ctx *ctx = context();
    adrop_tune *t;

    CHECK_WHERE("%s", part);
    CHECK(adrop_tune_create(ctx, &s->opts, &s->data, &s->train, &t) != ADROP_OK);
    CHECK(t == NULL);
    CHECK_HAS(adrop_ctx_message(ctx), part);
    CHECK_WHERE("%s", "");
    adrop_ctx_free(ctx);
}

static void contradictions(void)
{
    settings *s = options("lr=0.1,0.2");

    s->opts.method = ADROP_TUNE_GRID;
    s->opts.trials = 5;
    is_refused(s, "`trials` has no effect");
    s->opts.trials = 0;
    s->opts.eta = 4;
    is_refused(s, "`eta` and `min-epochs` have no effect");
    s = options("lr=0.1,0.2");
    s->data.folds = 3;
    s->data.val_fraction = 0.2;
    is_refused(s, "contradict each other");
    s->data.val_fraction = 0;
    s->data.folds = 1;
    is_refused(s, "2 folds or more");
    s = options("lr=0.1,0.2");
    s->opts.min_epochs = 10;
    is_refused(s, "`min-epochs` is 10");
    s = options("epochs=1,2");
    is_refused(s, "epochs cannot be varied");
    s = options("lr=0.1,0.2");
    texts_put(&s->opts.vary, "lr=0.3");
    is_refused(s, "lr twice");
    s = options("dropout=none");
    texts_put(&s->opts.vary, "dropout.rate=0.1,0.2");
    is_refused(s, "no technique that is tried has the option 'rate'");
    s = options("dropout=none,bernoulli:rate=0.2");
    texts_put(&s->opts.vary, "dropout.rate=0.1,0.2");
    is_refused(s, "sets rate by itself");
    s = options("dropout=bernoulli");
    texts_put(&s->opts.vary, "dropout.rate=0.1,1.5");
    is_refused(s, "rate");
    s = options("dropout=none,bernouli");
    is_refused(s, "did you mean 'bernoulli'");
    s = options("model=mlp:8,vgg61");
    is_refused(s, "did you mean 'vgg16'");
    s = options("lr=0.1,0.2");
    s->opts.vary.n = 0;
    is_refused(s, "nothing to search");
}

/* A trial whose loss is not finite fails, and the others go on. */
static void failures(void)
{
    settings *s = options("lr=0.05,900");
    adrop_ctx *ctx = context();
    adrop_tune_result r;
    adrop_trial trial;

    s->opts.out = text_of("%s/failures", base);
    s->opts.method = ADROP_TUNE_RANDOM;
    s->opts.runs = 1;
    s->opts.no_baseline = 1;
    s->train.momentum = 0.99;
    s->train.epochs = 3;
    adrop_tune *t = plan(ctx, s);
    CHECK_EQ(adrop_tune_go(t, NULL), ADROP_OK);
    adrop_tune_describe(t, &r);
    CHECK_EQ(r.best, 1);
    CHECK_EQ(r.final.n, 1);
    adrop_tune_trial_at(t, 1, &trial);
    CHECK_EQ(trial.state, ADROP_TRIAL_FAILED);
    CHECK_HAS(trial.message, "not finite");
    CHECK(isnan(trial.val));
    adrop_tune_free(t);
    s->opts.seed = 2;
    is_refused(s, "was made with seed '1', not '2'");
    adrop_ctx_free(ctx);
}

/* Rows that any network learns to classify: in the end all trials have the same result. */
static const char *easy_table(void)
{
    static char path[64];
    snprintf(path, sizeof path, "%s/easy.csv", base);
    FILE *file = fopen(path, "w");
    CHECK(file != NULL);
    fprintf(file, "a,b,y\n");
    for (int i = 0; i < 120; i++)
        fprintf(file, "%d,%d,%s\n", (i % 2 ? 40 : -40) + i * 7 % 31, i * 11 % 23,
                i % 2 ? "yes" : "no");
    fclose(file);
    return path;
}

/* The third trial learns faster than the second and is ahead after the first rung, the others learn
 * nothing; after the second rung both classify every row, and the lower number is promoted. */
static void ties_go_to_the_lower_number(void)
{
    settings *s = options("lr=0.0000001,0.02,0.3,0.00000001");
    adrop_ctx *ctx = context();
    adrop_trial first, second;

    s->data.data = easy_table();
    s->data.val_fraction = 0.2;
    s->opts.out = text_of("%s/ties", base);
    s->opts.eta = 2;
    s->opts.runs = 1;
    s->opts.no_baseline = 1;
    s->train.epochs = 8;
    has_rungs(s, 3, (const size_t[][3]){ { 1, 4, 2 }, { 1, 2, 4 }, { 1, 1, 8 } });
    adrop_tune *t = plan(ctx, s);
    CHECK_EQ(adrop_tune_go(t, NULL), ADROP_OK);
    adrop_tune_trial_at(t, 1, &first);
    adrop_tune_trial_at(t, 2, &second);
    CHECK(first.rung == 3 && first.epochs == 8 && first.val == 100);
    CHECK(second.rung == 2 && second.epochs == 4 && second.val == 100);
    adrop_tune_free(t);
    adrop_ctx_free(ctx);
}

/* A search goes on with its own settings alone: each that is another is refused by its name. */
static void other_settings_are_refused(void)
{
    settings *s = options("lr=0.01,0.02");
    adrop_ctx *ctx = context();

    s->data.data = easy_table();
    s->data.folds = 2;
    s->opts.out = text_of("%s/settings", base);
    s->opts.method = ADROP_TUNE_GRID;
    s->opts.runs = 1;
    s->opts.no_baseline = 1;
    s->train.epochs = 2;
    adrop_tune *t = plan(ctx, s);
    CHECK_EQ(adrop_tune_go(t, NULL), ADROP_OK);
    adrop_tune_free(t);
    adrop_tune_free(plan(ctx, s));
    const settings same = *s;
    s->data.folds = 3;
    is_refused(s, "was made with folds '2', not '3'");
    *s = same, s->train.batch = 7;
    is_refused(s, ", not '7'");
    *s = same, s->train.epochs = 3;
    is_refused(s, "was made with epochs '2', not '3'");
    *s = same, s->opts.method = ADROP_TUNE_RANDOM;
    is_refused(s, "was made with method 'grid', not 'random'");
    *s = same, s->data.input_scale = ADROP_SCALE_NONE;
    is_refused(s, "was made with input-scale");
    adrop_tune_free(plan(ctx, &same));
    adrop_ctx_free(ctx);
}

static void begin(void)
{
    CHECK(mkdtemp(base) != NULL);
}

static void end(void)
{
    char command[128];

    snprintf(command, sizeof command, "rm -rf %s", base);
    CHECK_EQ(system(command), 0);
}

CHECK_MAIN(begin, texts, bad_texts, draws, points, rungs, trials, contradictions, failures,
           ties_go_to_the_lower_number, other_settings_are_refused, end)
