/* Responses in training: exact resume at any step, by steps and by epochs, with every optimiser;
 * combined with other features of training; epochs of one batch; judging rows that are not trained
 * on; refusals. */
#include "fixture.h"
#include "model/response.h"
#include "rows/batches.h"
#include "trainer/trainer.h"

static adrop_trainer_opts options(void)
{
    adrop_trainer_opts o = bed_opts();

    o.epochs = 3, o.dropout_every = 2, o.dropout_wait = 0;
    return o;
}

static adrop_trainer *made(adrop_ctx *ctx, const adrop_data *data, const char *dropout,
                           const adrop_trainer_opts *o)
{
    const adrop_model_opts m = bed_model(dropout);
    adrop_trainer *t;

    if (adrop_trainer_create(ctx, data, &m, o, &t)) {
        printf("%s\n", adrop_ctx_message(ctx)); /* the rest of the test needs it */
        exit(1);
    }
    return t;
}

static double first_rho(const adrop_trainer *t)
{
    const adrop_model *m = t->model;

    return (double)((const float *)m->params)[m->response->place[0]];
}

/* Trained for so many steps, saved, and resumed by another to the end. */
static void check_resume(adrop_ctx *ctx, const adrop_data *data, const char *dropout,
                         const adrop_trainer_opts *o, const char *path)
{
    adrop_trainer *whole = made(ctx, data, dropout, o);
    adrop_trainer_info info;
    adrop_step step;

    CHECK_EQ(adrop_trainer_run(whole), ADROP_OK);
    adrop_trainer_describe(whole, &info);
    CHECK(whole->state.responses > 2 && first_rho(whole) != log(1.4633));
    for (size_t cut = 1; cut < info.step; cut += 3) {
        adrop_trainer *a = made(ctx, data, dropout, o), *b = made(ctx, data, dropout, o);
        CHECK_WHERE("%s, %s, saved after %zu steps", dropout, o->optimizer, cut);
        for (size_t i = 0; i < cut; i++)
            CHECK_EQ(adrop_trainer_step(a, &step), ADROP_OK);
        CHECK_EQ(adrop_trainer_save(a, path), ADROP_OK);
        adrop_trainer_free(a);
        CHECK_EQ(adrop_trainer_resume(b, path), ADROP_OK);
        CHECK_EQ(adrop_trainer_run(b), ADROP_OK);
        CHECK(bed_same(whole->model, b->model, ctx));
        CHECK_EQ(b->state.responses, whole->state.responses);
        adrop_trainer_free(b);
    }
    adrop_trainer_free(whole);
}

static void resumes(void)
{
    static const char *const optimizers[] = { "sgd", "sgd:momentum=0", "adam", "adamw" };
    static const char path[] = "test_responses.safetensors";
    adrop_ctx *ctx = bed_context(2);
    adrop_data *classes = bed_data(ctx, 0), *values = bed_data(ctx, 1);
    adrop_trainer_opts o = options();

    for (size_t i = 0; i < sizeof optimizers / sizeof *optimizers; i++) {
        o.optimizer = optimizers[i];
        check_resume(ctx, classes, i % 2 ? "advanced-cross:unit=node" : "advanced-cross", &o, path);
    }
    o = options();
    check_resume(ctx, values, "advanced-cross", &o, path);
    check_resume(ctx, classes, "advanced-cross:map=spline", &o, path);
    o.r_drop = 1;
    o.schedule = 2;
    o.dropout_schedule = "linear:1..0.2";
    check_resume(ctx, classes, "advanced-cross", &o, path);
    o = options();
    o.batch = 1000; /* one batch an epoch */
    o.epochs = 9;
    check_resume(ctx, classes, "advanced-cross", &o, path);
    o = options();
    o.dropout_judge = 1, o.dropout_held_out = 0.5; /* two batches that judge */
    o.epochs = 5;
    check_resume(ctx, classes, "advanced-cross", &o, path);
    o.dropout_lr = 0.05;
    check_resume(ctx, classes, "self-tuning", &o, path);
    o.batch = 1000;
    o.epochs = 11;
    check_resume(ctx, values, "advanced-cross", &o, path);
    remove(path);
    adrop_data_free(classes);
    adrop_data_free(values);
    adrop_ctx_free(ctx);
}

/* Steps with responses, and what each setting does to them. */
static void settings_act(void)
{
    adrop_ctx *ctx = bed_context(1);
    adrop_data *data = bed_data(ctx, 0);
    adrop_trainer_opts o = options();
    adrop_trainer *usual = made(ctx, data, "advanced-cross", &o);

    CHECK_EQ(adrop_trainer_run(usual), ADROP_OK);
    CHECK_EQ(usual->state.responses, (usual->state.step + 1) / 2);
    for (size_t i = 0; i < 7; i++) {
        adrop_trainer_opts other = options();
        if (i == 0)
            other.dropout_every = 3;
        else if (i == 1)
            other.dropout_horizon = 40;
        else if (i == 2)
            other.dropout_step = 0.1;
        else if (i == 3)
            other.dropout_rows = 8;
        else if (i == 4)
            other.dropout_lr = 0.5; /* that of other techniques */
        else if (i == 5)
            other.dropout_wait = 0.5;
        else
            other.dropout_judge = 1, other.dropout_held_out = 0.2;
        adrop_trainer *t = made(ctx, data, "advanced-cross", &other);
        CHECK_WHERE("setting %zu", i);
        CHECK_EQ(adrop_trainer_run(t), ADROP_OK);
        CHECK_EQ(
            !memcmp(t->model->params, usual->model->params, t->model->n_params * sizeof(float)),
            i == 4);
        if (i == 5) /* of 15 steps those at 8, 10, 12 and 14 have one */
            CHECK_EQ(t->state.responses, 4);
        adrop_trainer_free(t);
    }
    o.dropout_every = 0;
    adrop_trainer *none = made(ctx, data, "advanced-cross", &o);
    CHECK_EQ(adrop_trainer_run(none), ADROP_OK);
    CHECK(none->state.responses == 0 && first_rho(none) == (double)(float)log(1.4633));
    adrop_trainer_free(none);
    o = options();
    o.freeze = "*.log_sigma";
    none = made(ctx, data, "advanced-cross", &o);
    CHECK(!none->model->response);
    CHECK_EQ(adrop_trainer_run(none), ADROP_OK);
    adrop_trainer_free(none);
    adrop_trainer_free(usual);
    adrop_data_free(data);
    adrop_ctx_free(ctx);
}

/* A step alone and one with a response move the same rows in the same order: dropout of fixed
 * sigma is advanced-cross without responses, to the bit. */
static void without_responses_it_is_fixed(void)
{
    adrop_ctx *ctx = bed_context(1);
    adrop_data *data = bed_data(ctx, 0);
    adrop_trainer_opts o = options();
    adrop_epoch a, b;

    o.dropout_step = 0; /* responses that do not move */
    adrop_trainer *cross = made(ctx, data, "advanced-cross:sigma=2", &o);
    adrop_trainer *fixed = made(ctx, data, "advanced-fixed:mu=0,sigma=2", &o);
    for (size_t e = 0; e < o.epochs; e++) {
        CHECK_EQ(adrop_trainer_epoch(cross, &a), ADROP_OK);
        CHECK_EQ(adrop_trainer_epoch(fixed, &b), ADROP_OK);
        CHECK_NEAR(a.train_loss, b.train_loss, 1e-6); /* exp(log(2)) in float */
        CHECK_NEAR(a.val_loss, b.val_loss, 1e-6);
    }
    adrop_trainer_free(cross);
    adrop_trainer_free(fixed);
    adrop_data_free(data);
    adrop_ctx_free(ctx);
}

/* -- Rows that judge -------------------------------------------------------------------- */

/* Rows of a batch that was just taken are counted. */
static size_t count(const adrop_batches *b, size_t seen[BED_ROWS])
{
    const size_t first = (b->taken - 1) * b->opts.rows;
    const size_t n = b->n_rows - first < b->opts.rows ? b->n_rows - first : b->opts.rows;

    for (size_t i = 0; i < n; i++)
        seen[b->order[first + i]]++;
    return n;
}

/* Over a whole training: every row that trains once an epoch, every row that judges at most once a
 * pass, none of them both, none of them a validation or test row. */
static void check_apart(adrop_ctx *ctx, const adrop_data *data, const adrop_trainer_opts *o)
{
    adrop_trainer *t = made(ctx, data, "advanced-cross", o);
    size_t trains[BED_ROWS] = { 0 }, judges[BED_ROWS] = { 0 }, n, passes = 0, judged = 0;
    uint32_t order[2][BED_ROWS]; /* of the first two passes */
    adrop_step step;
    const uint32_t *rows = adrop_data_rows(data, ADROP_PART_TRAIN, &n);
    const size_t held = (size_t)round(o->dropout_held_out * (double)n);
    const adrop_batches *b = t->judges.batches;

    CHECK_EQ(b->n_rows, held);
    CHECK_EQ(t->steps->n_rows, n - held);
    while (!adrop_trainer_is_done(t) && t->state.epoch < o->epochs) {
        const size_t before = t->state.step;
        CHECK_EQ(adrop_trainer_step(t, &step), ADROP_OK);
        count(t->steps, trains);
        if (before % o->dropout_every == 0) {
            judged += count(b, judges);
            if (b->taken == 1 && passes < 2)
                memcpy(order[passes++], b->order, held * sizeof **order);
        }
        if (step.epoch_over && step.epoch == o->epochs)
            break;
    }
    const size_t each = b->opts.rows * b->n_batches;
    for (size_t i = 0, k = 0; i < BED_ROWS; i++) {
        const int is_train = k < n && rows[k] == i;
        k += (size_t)is_train;
        CHECK(is_train || (!trains[i] && !judges[i]));
        CHECK(!trains[i] || (trains[i] == o->epochs && !judges[i]));
        CHECK(judges[i] <= (judged + each - 1) / each);
    }
    if (passes == 2 && held > 8)
        CHECK(memcmp(order[0], order[1], held * sizeof **order) != 0);
    adrop_trainer_free(t);
}

static void judges_are_apart(void)
{
    adrop_ctx *ctx = bed_context(1);
    adrop_data *data = bed_data(ctx, 0);

    for (uint32_t i = 0; i < 40; i++) {
        adrop_trainer_opts o = options();
        o.seed = 1 + i / 2;
        o.dropout_judge = 1, o.dropout_held_out = 0.15 + 0.02 * (i % 31);
        o.batch = 8 + i * 7 % 23;
        o.dropout_every = 1 + i % 3;
        o.epochs = 4;
        CHECK_WHERE("held out %g, batch %zu", o.dropout_held_out, o.batch);
        check_apart(ctx, data, &o);
    }
    adrop_data_free(data);
    adrop_ctx_free(ctx);
}

/* The rows that judge follow from the seed and the fraction alone, a larger part has those of a
 * smaller; and where nothing responds all rows train. */
static void judges_are_chosen_once(void)
{
    adrop_ctx *ctx = bed_context(1);
    adrop_data *data = bed_data(ctx, 0);
    adrop_trainer_opts o = options();

    o.dropout_judge = 1, o.dropout_held_out = 0.3;
    adrop_trainer *a = made(ctx, data, "advanced-cross", &o);
    o.batch = 9, o.dropout_every = 3, o.epochs = 7, o.dropout_held_out = 0.6;
    adrop_trainer *b = made(ctx, data, "advanced-cross:unit=node", &o);
    o.seed++;
    adrop_trainer *c = made(ctx, data, "advanced-cross:unit=node", &o);
    size_t found = 0, n = b->judges.n;
    for (size_t i = 0; i < a->judges.n; i++)
        for (size_t k = 0; k < n; k++)
            found += a->judges.rows[a->judges.n_rest + i] == b->judges.rows[b->judges.n_rest + k];
    CHECK_EQ(found, a->judges.n);
    CHECK(memcmp(b->judges.rows, c->judges.rows, n * sizeof(uint32_t)) != 0);
    adrop_trainer_free(a);
    adrop_trainer_free(b);
    adrop_trainer_free(c);
    for (size_t i = 0; i < 2; i++) {
        adrop_trainer_opts plain = options();
        o = options();
        o.dropout_judge = 1;
        o.dropout_every = plain.dropout_every = i ? 0 : 2;
        const char *dropout = i ? "advanced-cross" : "bernoulli";
        a = made(ctx, data, dropout, &o);
        b = made(ctx, data, dropout, &plain);
        CHECK(!a->judges.n && a->info.n_train == b->info.n_train);
        CHECK_EQ(adrop_trainer_run(a), ADROP_OK);
        CHECK_EQ(adrop_trainer_run(b), ADROP_OK);
        CHECK(bed_same(a->model, b->model, ctx));
        adrop_trainer_free(a);
        adrop_trainer_free(b);
    }
    adrop_data_free(data);
    adrop_ctx_free(ctx);
}

static void count_warnings(void *user, adrop_log_level level, const char *line)
{
    *(int *)user += level == ADROP_LOG_WARNING &&
                    (strstr(line, "stays as it starts") || strstr(line, "are trained on") ||
                     strstr(line, "so little noise"));
}

static void refusals(void)
{
    int warnings = 0;
    adrop_ctx_opts with_log;
    adrop_ctx *ctx;

    adrop_ctx_opts_init(&with_log);
    with_log.log = count_warnings, with_log.log_user = &warnings;
    CHECK_EQ(adrop_ctx_create(&with_log, &ctx), ADROP_OK);
    adrop_data *data = bed_data(ctx, 0);
    const adrop_model_opts m = bed_model("advanced-cross");
    adrop_trainer_opts o = options();
    adrop_trainer *t;

    o.dropout_rows = 3;
    CHECK_EQ(adrop_trainer_create(ctx, data, &m, &o, &t), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "dropout-rows");
    o = options();
    o.dropout_judge = 1, o.dropout_held_out = 0.05;
    CHECK_EQ(adrop_trainer_create(ctx, data, &m, &o, &t), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "dropout-held-out");
    o.dropout_held_out = 0.999;
    CHECK_EQ(adrop_trainer_create(ctx, data, &m, &o, &t), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "0 to train on");
    o = options();
    o.batch = 6; /* fewer rows than it learns from: said, and not learned */
    t = made(ctx, data, "advanced-cross", &o);
    CHECK_EQ(warnings, 1);
    CHECK_EQ(adrop_trainer_run(t), ADROP_OK);
    CHECK_EQ(t->state.responses, 0);
    adrop_trainer_free(t);
    for (int judge = 0; judge < 2; judge++) { /* rows that are trained on ask for no noise */
        o = options();
        o.dropout_judge = judge, o.dropout_held_out = 0.3;
        t = made(ctx, data, "self-tuning", &o);
        CHECK_EQ(warnings, 2);
        adrop_trainer_free(t);
    }
    for (int quiet = 0; quiet < 2; quiet++) { /* a start that may not be heard */
        o = options();
        t = made(ctx, data, quiet ? "advanced-cross:sigma=0.3" : "advanced-cross", &o);
        CHECK_EQ(warnings, 2 + quiet);
        adrop_trainer_free(t);
    }
    adrop_data_free(data);
    adrop_ctx_free(ctx);
}

CHECK_MAIN(resumes, settings_act, without_responses_it_is_fixed, judges_are_apart,
           judges_are_chosen_once, refusals)
