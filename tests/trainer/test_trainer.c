/* Trainers: steps, epochs and the whole give equal bits; so does a training saved at any step and
 * resumed; stops, refusals, non-finite rows, failing memory. */
#include "fixture.h"
#include "scarce.h"
#include "texts.h"
#include "trainer/options.h"

static char path[] = "/tmp/adrop-trainer-XXXXXX";
static adrop_ctx *ctx;

static void begin(void)
{
    ctx = bed_context(1);
    CHECK(mkstemp(path) >= 0);
}

static adrop_trainer *trainer(const adrop_data *data, const adrop_trainer_opts *o)
{
    const adrop_model_opts m = bed_model("advanced");
    adrop_trainer *t;

    if (adrop_trainer_create(ctx, data, &m, o, &t)) {
        printf("%s\n", adrop_ctx_message(ctx)); /* the rest of the test needs it */
        exit(1);
    }
    return t;
}

static int same_state(const adrop_trainer *a, const adrop_trainer *b)
{
    adrop_trainer_info x, y;

    adrop_trainer_describe(a, &x);
    adrop_trainer_describe(b, &y);
    return bed_same(adrop_trainer_model(a), adrop_trainer_model(b), ctx) && x.step == y.step &&
           x.epoch == y.epoch && x.batch == y.batch && x.since_best == y.since_best &&
           !memcmp(&x.best, &y.best, sizeof x.best) &&
           !memcmp(&x.best_val, &y.best_val, sizeof x.best_val);
}

static int same_epoch(const adrop_epoch *a, const adrop_epoch *b)
{
    return a->epoch == b->epoch && a->train_loss == b->train_loss && a->val_loss == b->val_loss &&
           a->test_loss == b->test_loss && a->lr == b->lr;
}

/* Steps one by one, epochs, the whole. */
static void steps_are_epochs(void)
{
    for (int regression = 0; regression < 2; regression++) {
        adrop_data *data = bed_data(ctx, regression);
        adrop_trainer_opts o = bed_opts();
        adrop_epoch e, f;
        adrop_step step;

        o.schedule = 2, o.warmup = 0.7; /* rates change from step to step */
        adrop_trainer *a = trainer(data, &o), *b = trainer(data, &o), *c = trainer(data, &o);
        for (size_t k = 1; k <= 4; k++) {
            size_t n = 0, rows = 0;
            do {
                CHECK_EQ(adrop_trainer_step(a, &step), ADROP_OK);
                CHECK_EQ(step.step, ++n);
                CHECK_EQ(step.epoch, k);
                CHECK(step.loss > 0);
                rows += step.rows;
            } while (!step.epoch_over);
            CHECK_EQ(n, step.steps);
            CHECK_EQ(rows, 58); /* of 90: a fifth for tests, of the rest a fifth for validation */
            CHECK_EQ(adrop_trainer_epoch(a, &e), ADROP_OK);
            CHECK_EQ(adrop_trainer_epoch(b, &f), ADROP_OK);
            CHECK(same_epoch(&e, &f) && e.epoch == k);
            CHECK(isnan(regression ? e.test_acc : e.test_rmse) &&
                  !isnan(regression ? e.val_rmse : e.val_acc));
        }
        CHECK(adrop_trainer_is_done(a) && adrop_trainer_is_done(b) && !adrop_trainer_is_done(c));
        CHECK_EQ(adrop_trainer_run(c), ADROP_OK);
        CHECK(same_state(a, b) && same_state(a, c));
        CHECK_EQ(adrop_trainer_step(a, &step), ADROP_EINVAL);
        CHECK_EQ(adrop_trainer_epoch(a, &e), ADROP_EINVAL);
        CHECK_HAS(adrop_ctx_message(ctx), "epochs are done");
        adrop_trainer_free(a), adrop_trainer_free(b), adrop_trainer_free(c);
        adrop_data_free(data);
    }
}

/* Saved at every step, resumed by a trainer that knows nothing: the same bits at the end. */
static void resumed(void)
{
    static const char *const optimizers[] = { "sgd", "adam" };

    static const char *const strengths[] = { "", "", "early:3", "late:2", "linear:0.2..0.9" };

    for (size_t k = 0; k < 5; k++) {
        adrop_data *data = bed_data(ctx, 0);
        adrop_trainer_opts o = bed_opts();
        o.dropout_schedule = strengths[k];
        o.optimizer = optimizers[k % 2];
        o.r_drop = k == 2 ? 1.5 : 0;
        adrop_trainer *whole = trainer(data, &o), *first = trainer(data, &o);
        adrop_trainer_info at;

        CHECK_EQ(adrop_trainer_run(whole), ADROP_OK);
        while (!adrop_trainer_is_done(first)) {
            adrop_step step;
            adrop_epoch e;
            CHECK_EQ(adrop_trainer_step(first, &step), ADROP_OK);
            CHECK_EQ(adrop_trainer_save(first, path), ADROP_OK);
            adrop_trainer *second = trainer(data, &o);
            CHECK_EQ(adrop_trainer_resume(second, path), ADROP_OK);
            CHECK(same_state(first, second));
            CHECK_EQ(adrop_trainer_run(second), ADROP_OK);
            CHECK(same_state(second, whole));
            adrop_trainer_free(second);
            if (step.epoch_over)
                CHECK_EQ(adrop_trainer_epoch(first, &e), ADROP_OK);
        }
        adrop_trainer_describe(first, &at);
        CHECK_EQ(at.epoch, 4);
        adrop_trainer_free(first);
        adrop_trainer_free(whole);
        adrop_data_free(data);
    }
}

/* R-Drop: it changes the weights, a checkpoint without it is not resumed with it, a regression
 * refuses it, and a model that is too small for two passes does. */
static void r_drop(void)
{
    adrop_data *data = bed_data(ctx, 0), *numbers = bed_data(ctx, 1);
    adrop_trainer_opts o = bed_opts();
    adrop_model_opts tiny;
    adrop_model *model;
    adrop_trainer *a = trainer(data, &o), *c = NULL;

    o.r_drop = 1;
    adrop_trainer *b = trainer(data, &o);
    CHECK_EQ(adrop_trainer_run(a), ADROP_OK);
    CHECK_EQ(adrop_trainer_run(b), ADROP_OK);
    CHECK(!same_state(a, b));
    CHECK_EQ(adrop_trainer_save(a, path), ADROP_OK);
    CHECK_EQ(adrop_trainer_resume(b, path), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "r-drop");
    adrop_model_opts_init(&tiny);
    CHECK_EQ(adrop_trainer_create(ctx, numbers, &tiny, &o, &c), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "`r-drop` is for classification");
    tiny.dropout = "none";
    CHECK_EQ(adrop_trainer_create(ctx, data, &tiny, &o, &c), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "has no noise");
    tiny.model = "mlp:4", tiny.dropout = "bernoulli";
    tiny.channels = BED_COLUMNS, tiny.outputs = BED_CLASSES, tiny.batch = 1, tiny.n_train = 58;
    CHECK_EQ(adrop_model_create(ctx, &tiny, &model), ADROP_OK);
    CHECK_EQ(adrop_trainer_create_on(ctx, data, model, &o, &c), ADROP_ESHAPE);
    CHECK_HAS(adrop_ctx_message(ctx), "no room for two passes");
    adrop_model_free(model);
    adrop_trainer_free(a), adrop_trainer_free(b);
    adrop_data_free(data), adrop_data_free(numbers);
}

static void other_checkpoints(void)
{
    adrop_data *data = bed_data(ctx, 0);
    adrop_trainer_opts o = bed_opts();
    adrop_trainer *a = trainer(data, &o);
    adrop_model *opened;
    adrop_epoch e;

    CHECK_EQ(adrop_trainer_epoch(a, &e), ADROP_OK);
    CHECK_EQ(adrop_trainer_save(a, path), ADROP_OK);
    CHECK_EQ(adrop_model_open_file(ctx, path, NULL, &opened), ADROP_OK); /* it is a model, too */
    CHECK(bed_same(opened, adrop_trainer_model(a), ctx));
    adrop_model_free(opened);
    o.lr = 0.06;
    adrop_trainer *b = trainer(data, &o);
    CHECK_EQ(adrop_trainer_resume(b, path), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "lr 0.05, not 0.06");
    adrop_trainer_free(b);
    o = bed_opts();
    o.epochs = 9, o.workers = 0; /* more epochs are fine */
    b = trainer(data, &o);
    CHECK_EQ(adrop_trainer_resume(b, path), ADROP_OK);
    CHECK(same_state(a, b));
    CHECK_EQ(adrop_model_save(adrop_trainer_model(a), path), ADROP_OK);
    CHECK_EQ(adrop_trainer_resume(b, path), ADROP_EFORMAT);
    CHECK_HAS(adrop_ctx_message(ctx), "no checkpoint");
    CHECK(same_state(a, b));
    adrop_trainer_free(b);
    adrop_trainer_free(a);
    adrop_data_free(data);
}

typedef struct {
    size_t stop_after, steps, epochs;
} watch;

static void on_progress(void *user, const adrop_progress *p)
{
    watch *w = user;

    w->steps++;
    CHECK(p->step >= 1 && p->step <= p->steps && p->loss > 0);
}

static void on_epoch(void *user, const adrop_epoch *e)
{
    watch *w = user;

    CHECK_EQ(e->epoch, ++w->epochs);
}

static int on_stop(void *user)
{
    const watch *w = user;

    return w->steps == w->stop_after;
}

/* Stopped at every step, and resumed: nothing is lost. */
static void stopped(void)
{
    adrop_data *data = bed_data(ctx, 0);
    const adrop_trainer_opts o = bed_opts();
    adrop_trainer *whole = trainer(data, &o);

    CHECK_EQ(adrop_trainer_run(whole), ADROP_OK);
    for (size_t stop = 1; stop <= 20; stop++) {
        watch w = { .stop_after = stop };
        const adrop_trainer_hooks hooks = { sizeof hooks, &w, on_progress, on_epoch, on_stop };
        adrop_trainer *t = trainer(data, &o);
        adrop_trainer_info at;
        CHECK_WHERE("stopped after step %zu", stop);
        CHECK_EQ(adrop_trainer_watch(t, &hooks), ADROP_OK);
        CHECK_EQ(adrop_trainer_run(t), stop < 20 ? ADROP_EINTR : ADROP_OK);
        adrop_trainer_describe(t, &at);
        CHECK_EQ(at.step, stop);
        CHECK_EQ(at.epoch, stop / 5);
        CHECK_EQ(w.epochs, stop / 5);
        w.stop_after = 0;
        if (stop < 20)
            CHECK_EQ(adrop_trainer_run(t), ADROP_OK);
        CHECK_EQ(w.steps, 20);
        CHECK(same_state(t, whole));
        adrop_trainer_free(t);
    }
    CHECK_WHERE("%s", "");
    adrop_trainer_free(whole);
    adrop_data_free(data);
}

/* On a model that exists: it goes on from its weights, and is the caller's. */
static void existing_model(void)
{
    adrop_data *data = bed_data(ctx, 0), *other = bed_data(ctx, 1);
    adrop_trainer_opts o = bed_opts();
    adrop_model_opts m = bed_model("bernoulli");
    adrop_trainer *t;
    adrop_model *model;
    adrop_score before, after;

    m.channels = BED_COLUMNS, m.outputs = BED_CLASSES, m.batch = 12, m.n_train = 58;
    o.epochs = 40;
    CHECK_EQ(adrop_model_create(ctx, &m, &model), ADROP_OK);
    CHECK_EQ(adrop_trainer_create_on(ctx, data, model, &o, &t), ADROP_OK);
    CHECK(adrop_trainer_model(t) == model && adrop_trainer_data(t) == data);
    CHECK_EQ(adrop_trainer_evaluate(t, ADROP_PART_TRAIN, &before), ADROP_OK);
    CHECK_EQ(adrop_trainer_run(t), ADROP_OK);
    CHECK_EQ(adrop_trainer_evaluate(t, ADROP_PART_TRAIN, &after), ADROP_OK);
    CHECK_EQ(after.n, 58);
    CHECK(after.loss < before.loss && after.acc > before.acc && isnan(after.rmse));
    CHECK_EQ(adrop_trainer_evaluate(t, (adrop_part)7, &after), ADROP_EINVAL);
    adrop_trainer_free(t);
    CHECK(adrop_model_schema(model) != NULL);
    CHECK_HAS(adrop_model_schema(model), "\"ant\"");
    CHECK_EQ(adrop_trainer_create_on(ctx, other, model, &o, &t), ADROP_ESHAPE);
    CHECK(t == NULL);
    adrop_model_free(model);
    adrop_data_free(data);
    adrop_data_free(other);
}

static void refused(void)
{
    static const struct {
        const char *key, *text, *said;
    } bad[] = {
        { "augment", "crop-flip", "only images" },
        { "lr-drop", "9", "never acts" },
        { "warmup", "5", "longer than the run" },
        { "optimizer", "sdg", "did you mean 'sgd'" },
    };
    adrop_data *data = bed_data(ctx, 0);
    const adrop_model_opts m = bed_model("advanced");
    adrop_trainer_opts o;
    adrop_trainer *t;

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        CHECK_WHERE("%s", bad[i].key);
        o = bed_opts();
        CHECK_EQ(adrop_option_set(ctx, adrop_trainer_options(), &o, bad[i].key, bad[i].text),
                 ADROP_OK);
        CHECK(adrop_trainer_create(ctx, data, &m, &o, &t) != ADROP_OK);
        CHECK_HAS(adrop_ctx_message(ctx), bad[i].said);
        CHECK(t == NULL);
    }
    CHECK_WHERE("%s", "");
    o = bed_opts();
    o.schedule = 7; /* by hand */
    CHECK_EQ(adrop_trainer_create(ctx, data, &m, &o, &t), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "'7' is not a value for 'schedule'");
    o = bed_opts();
    o.size = 0;
    CHECK_EQ(adrop_trainer_create(ctx, data, &m, &o, &t), ADROP_EINVAL);
    adrop_data_free(data);
}

/* A row that is not finite is a status, and the weights stay as they were. */
static void not_finite(void)
{
    const adrop_model_opts m = bed_model("none");
    adrop_trainer_opts o = bed_opts();
    adrop_arrays a;
    adrop_split_opts opts;
    adrop_data *data;
    adrop_trainer *t, *fresh;
    adrop_step step;

    bed_fill();
    adrop_arrays_init(&a);
    a.rows = BED_ROWS, a.channels = BED_COLUMNS, a.values = bed_x, a.labels = bed_labels;
    a.borrow = 1;
    adrop_split_opts_init(&opts);
    opts.input_scale = ADROP_SCALE_NONE;
    CHECK_EQ(adrop_data_from_arrays(ctx, &a, &opts, &data), ADROP_OK);
    o.batch = BED_ROWS;
    CHECK_EQ(adrop_trainer_create(ctx, data, &m, &o, &t), ADROP_OK);
    CHECK_EQ(adrop_trainer_create(ctx, data, &m, &o, &fresh), ADROP_OK);
    size_t n;
    const uint32_t row = adrop_data_rows(data, ADROP_PART_TRAIN, &n)[1];
    bed_x[row * BED_COLUMNS + 2] = NAN; /* the caller's array, changed afterwards */
    CHECK_EQ(adrop_trainer_step(t, &step), ADROP_ENUMERIC);
    CHECK_HAS(adrop_ctx_message(ctx), "value 2 of row");
    CHECK(bed_same(adrop_trainer_model(t), adrop_trainer_model(fresh), ctx));
    bed_fill();
    CHECK_EQ(adrop_trainer_step(t, &step), ADROP_OK); /* the same batch again */
    CHECK_EQ(step.step, 1);
    adrop_trainer_free(t);
    adrop_trainer_free(fresh);
    adrop_data_free(data);
}

/* A gradient that is not finite ends the step with the tensor's name, and the weights stay. The
 * check can be turned off, and then training goes on to the same bits where all is finite. */
static void no_gradient(void)
{
    static float values[1000];
    adrop_data *data = bed_data(ctx, 1);
    adrop_trainer_opts o = bed_opts();
    adrop_trainer_info at;
    adrop_step step;

    o.clip = 0;
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        values[i] = 1e10f;
    for (int off = 0; off < 2; off++) {
        o.no_finite_check = 0;
        adrop_trainer *fresh = trainer(data, &o);
        o.no_finite_check = off;
        adrop_trainer *t = trainer(data, &o);
        CHECK_EQ(adrop_trainer_step(t, &step), ADROP_OK);
        CHECK_EQ(adrop_trainer_step(fresh, &step), ADROP_OK);
        CHECK(same_state(t, fresh));
        adrop_model *m = adrop_trainer_model(t);
        for (size_t i = 0; i < adrop_model_n_tensors(m); i++) {
            adrop_tensor_info info;
            CHECK_EQ(adrop_model_tensor(m, i, &info), 1);
            if (info.group == ADROP_TENSOR_WEIGHTS)
                CHECK_EQ(adrop_model_set(m, i, values), ADROP_OK);
        }
        CHECK_EQ(adrop_trainer_step(t, &step), off ? ADROP_OK : ADROP_ENUMERIC);
        adrop_trainer_describe(t, &at);
        CHECK_EQ(at.step, 1 + off);
        if (!off)
            CHECK_HAS(adrop_ctx_message(ctx),
                      "the gradient of 'fc1.weight' is not finite at step 2 (epoch 1): lower `lr`");
        adrop_trainer_free(t);
        adrop_trainer_free(fresh);
    }
    adrop_data_free(data);
}

static adrop_status try_training(adrop_ctx *with, const void *unused)
{
    const adrop_model_opts m = bed_model("advanced");
    const adrop_trainer_opts o = bed_opts();
    adrop_trainer *t = NULL;
    adrop_data *data;
    adrop_epoch e;
    adrop_status status = bed_open(with, 0, &data);

    (void)unused;
    if (!status) {
        status = adrop_trainer_create(with, data, &m, &o, &t);
        CHECK(!t == (status != ADROP_OK));
    }
    if (!status)
        status = adrop_trainer_epoch(t, &e);
    if (!status)
        status = adrop_trainer_save(t, path);
    if (!status)
        status = adrop_trainer_resume(t, path);
    adrop_trainer_free(t);
    adrop_data_free(data);
    return status;
}

static void scarce_memory(void)
{
    CHECK(scarce_each("a trainer", 0, try_training, NULL) >= 60);
}

static void end(void)
{
    unlink(path);
    adrop_ctx_free(ctx);
}

/* Every optimiser with every setting that optimisers take: refused where it has no option of that
 * name, and otherwise part of the text that the optimiser is made of, unless the text is whole. */
static void settings_of_optimizers(void)
{
    adrop_data *data = bed_data(ctx, 0);
    const adrop_model_opts m = bed_model("none");
    const ad_optimizer_type *type;
    size_t refused = 0, taken = 0;

    for (size_t i = 0; (type = ad_optimizer_type_at(AD_F64, i)) != NULL; i++)
        for (const adrop_option *row = adrop_trainer_options(); row->name; row++) {
            adrop_trainer_opts o = bed_opts();
            const char *text;
            char part[80];
            adrop_trainer *t = NULL;
            if (!(row->applies & ADROP_FOR_OPTIMIZERS))
                continue;
            CHECK_WHERE("%s of %s", row->name, type->name);
            o.optimizer = type->name;
            CHECK_EQ(adrop_option_set(ctx, adrop_trainer_options(), &o, row->name, "0.25"),
                     ADROP_OK);
            const int has = adrop_option_find(type->options, row->name) != NULL;
            CHECK_EQ(adrop_trainer_create(ctx, data, &m, &o, &t), has ? ADROP_OK : ADROP_EINVAL);
            adrop_trainer_free(t);
            snprintf(part, sizeof part, "%s=0.25", row->name);
            CHECK_EQ(ad_trainer_optimizer(ctx, &o, &text), ADROP_OK);
            CHECK((strstr(text, part) != NULL) == has);
            snprintf(part, sizeof part, "`%s` has no effect", row->name);
            if (!has)
                CHECK_HAS(adrop_ctx_message(ctx), part);
            o.optimizer = text_of("%s:", type->name);
            CHECK_EQ(ad_trainer_optimizer(ctx, &o, &text), ADROP_OK);
            CHECK_TEXT(text, o.optimizer);
            refused += has == 0, taken += has == 1;
        }
    CHECK(refused && taken);
    adrop_data_free(data);
}

CHECK_MAIN(begin, settings_of_optimizers, steps_are_epochs, resumed, r_drop, other_checkpoints,
           stopped, existing_model, refused, not_finite, no_gradient, scarce_memory, end)
