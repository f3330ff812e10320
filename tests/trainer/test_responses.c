/* Responses in training: resumed at any step to the bit, by steps and by epochs, with every
 * optimiser; what else training has beside them; epochs of one batch; refusals. */
#include "bed.h"
#include "model/response.h"
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
    CHECK(whole->at.responses > 2 && first_rho(whole) != log(1.4633));
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
        CHECK_EQ(b->at.responses, whole->at.responses);
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
        snprintf(o.optimizer, sizeof o.optimizer, "%s", optimizers[i]);
        check_resume(ctx, classes, i % 2 ? "advanced-cross:unit=node" : "advanced-cross", &o, path);
    }
    o = options();
    check_resume(ctx, values, "advanced-cross", &o, path);
    o.r_drop = 1;
    o.schedule = 2;
    snprintf(o.dropout_schedule, sizeof o.dropout_schedule, "linear:1..0.2");
    check_resume(ctx, classes, "advanced-cross", &o, path);
    o = options();
    o.batch = 1000; /* one batch an epoch */
    o.epochs = 9;
    check_resume(ctx, classes, "advanced-cross", &o, path);
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
    CHECK_EQ(usual->at.responses, (usual->at.step + 1) / 2);
    for (size_t i = 0; i < 6; i++) {
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
        else
            other.dropout_wait = 0.5;
        adrop_trainer *t = made(ctx, data, "advanced-cross", &other);
        CHECK_WHERE("setting %zu", i);
        CHECK_EQ(adrop_trainer_run(t), ADROP_OK);
        CHECK_EQ(
            !memcmp(t->model->params, usual->model->params, t->model->n_params * sizeof(float)),
            i == 4);
        if (i == 5) /* of 15 steps those at 8, 10, 12 and 14 have one */
            CHECK_EQ(t->at.responses, 4);
        adrop_trainer_free(t);
    }
    o.dropout_every = 0;
    adrop_trainer *none = made(ctx, data, "advanced-cross", &o);
    CHECK_EQ(adrop_trainer_run(none), ADROP_OK);
    CHECK(none->at.responses == 0 && first_rho(none) == (double)(float)log(1.4633));
    adrop_trainer_free(none);
    o = options();
    snprintf(o.freeze, sizeof o.freeze, "*.log_sigma");
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

static void count_warnings(void *user, adrop_log_level level, const char *line)
{
    *(int *)user += level == ADROP_LOG_WARNING && strstr(line, "stays as it starts") != NULL;
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
    o.batch = 6; /* fewer rows than it learns from: said, and not learned */
    t = made(ctx, data, "advanced-cross", &o);
    CHECK_EQ(warnings, 1);
    CHECK_EQ(adrop_trainer_run(t), ADROP_OK);
    CHECK_EQ(t->at.responses, 0);
    adrop_trainer_free(t);
    adrop_data_free(data);
    adrop_ctx_free(ctx);
}

CHECK_MAIN(resumes, settings_act, without_responses_it_is_fixed, refusals)
