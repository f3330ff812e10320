/* A trainer that keeps the best weights: its model ends with the weights of the epoch with the best
 * validation result; equal bits if saved and resumed at any step, before or after the end; training
 * beyond the end starts from the last epoch's weights; refusals. */
#include "fixture.h"

enum { EPOCHS = 12 };

static adrop_ctx *ctx;
static adrop_data *data;
static char path[] = "/tmp/adrop-best-XXXXXX";
static const char *const schedules[] = { "", "linear:1..0" };

static void begin(void)
{
    ctx = bed_context(1);
    data = bed_data(ctx, 0);
    CHECK(mkstemp(path) >= 0);
}

static void end(void)
{
    unlink(path);
    adrop_data_free(data);
    adrop_ctx_free(ctx);
}

static adrop_trainer_opts opts_of(size_t epochs, int keep_best, const char *schedule)
{
    adrop_trainer_opts o = bed_opts();

    o.epochs = epochs;
    o.lr = 0.3; /* so that the last epoch is not the best */
    o.keep_best = keep_best;
    o.dropout_schedule = schedule;
    return o;
}

static adrop_trainer *make(const adrop_trainer_opts *o)
{
    const adrop_model_opts m = bed_model("advanced");
    adrop_trainer *t;

    CHECK_EQ(adrop_trainer_create(ctx, data, &m, o, &t), ADROP_OK);
    return t;
}

static adrop_trainer *trained(size_t epochs, int keep_best, const char *schedule)
{
    const adrop_trainer_opts o = opts_of(epochs, keep_best, schedule);
    adrop_trainer *t = make(&o);

    CHECK_EQ(adrop_trainer_run(t), ADROP_OK);
    return t;
}

static int same(const adrop_trainer *a, const adrop_trainer *b)
{
    return bed_same(adrop_trainer_model(a), adrop_trainer_model(b), ctx);
}

static size_t since_best(const adrop_trainer *t)
{
    adrop_trainer_info at;

    adrop_trainer_describe(t, &at);
    return at.since_best;
}

/* Of a training that keeps nothing, the model after its best epoch. */
static void has_the_best(void)
{
    for (size_t s = 0; s < 2; s++) {
        const adrop_trainer_opts o = opts_of(EPOCHS, 0, schedules[s]);
        adrop_trainer *plain = make(&o), *keeper = trained(EPOCHS, 1, schedules[s]);
        void *bytes = NULL, *kept;
        size_t size = 0, kept_size;
        adrop_score score;
        adrop_trainer_info at;
        adrop_epoch e;
        while (!adrop_trainer_is_done(plain)) {
            CHECK_EQ(adrop_trainer_epoch(plain, &e), ADROP_OK);
            if (since_best(plain))
                continue;
            adrop_free(ctx, bytes);
            CHECK_EQ(adrop_model_write(adrop_trainer_model(plain), &bytes, &size), ADROP_OK);
        }
        CHECK(since_best(plain) > 0);
        CHECK_EQ(adrop_model_write(adrop_trainer_model(keeper), &kept, &kept_size), ADROP_OK);
        CHECK(size == kept_size && !memcmp(bytes, kept, size));
        CHECK(!same(plain, keeper));
        adrop_trainer_describe(keeper, &at);
        CHECK_EQ(adrop_trainer_evaluate(keeper, ADROP_PART_VAL, &score), ADROP_OK);
        CHECK(score.acc == at.best_val);
        adrop_free(ctx, bytes);
        adrop_free(ctx, kept);
        adrop_trainer_free(plain);
        adrop_trainer_free(keeper);
    }
}

/* From the file after so many steps, in a trainer for that many epochs. */
static adrop_trainer *resumed(size_t steps, size_t first_epochs, size_t epochs,
                              const char *schedule)
{
    const adrop_trainer_opts first = opts_of(first_epochs, 1, schedule),
                             second = opts_of(epochs, 1, schedule);
    adrop_trainer *a = make(&first), *b = make(&second);
    adrop_trainer_info at;
    adrop_epoch e;
    adrop_step step;

    adrop_trainer_describe(a, &at);
    for (size_t i = 0; i < steps / at.steps; i++)
        CHECK_EQ(adrop_trainer_epoch(a, &e), ADROP_OK);
    for (size_t i = 0; i < steps % at.steps; i++)
        CHECK_EQ(adrop_trainer_step(a, &step), ADROP_OK);
    CHECK_EQ(adrop_trainer_save(a, path), ADROP_OK);
    CHECK_EQ(adrop_trainer_resume(b, path), ADROP_OK);
    CHECK(steps % at.steps || first_epochs != epochs || same(a, b));
    CHECK_EQ(adrop_trainer_run(b), ADROP_OK);
    adrop_trainer_free(a);
    return b;
}

static void same_bits(void)
{
    for (size_t s = 0; s < 2; s++) {
        adrop_trainer *whole = trained(EPOCHS, 1, schedules[s]), *t;
        adrop_trainer_info at;
        adrop_trainer_describe(whole, &at);
        for (size_t step = 0; step <= EPOCHS * at.steps; step += 3) {
            CHECK_WHERE("'%s' resumed at step %zu", schedules[s], step);
            t = resumed(step, EPOCHS, EPOCHS, schedules[s]);
            CHECK(same(t, whole));
            adrop_trainer_free(t);
        }
        adrop_trainer_free(whole);
    }
    check_where[0] = 0;
}

/* More epochs after the end: those of a training that was never over. Fewer: over at once. */
static void other_epochs(void)
{
    adrop_trainer *whole = trained(EPOCHS, 1, ""), *half = trained(EPOCHS / 2, 1, ""), *t;
    adrop_trainer_info at;

    adrop_trainer_describe(whole, &at);
    CHECK(since_best(half) > 0);
    t = resumed(EPOCHS / 2 * at.steps, EPOCHS / 2, EPOCHS, "");
    CHECK(same(t, whole) && !same(t, half));
    adrop_trainer_free(t);
    t = resumed(EPOCHS / 2 * at.steps, EPOCHS, EPOCHS / 2, "");
    CHECK(same(t, half));
    adrop_trainer_free(t);
    adrop_trainer_free(whole);
    adrop_trainer_free(half);
}

/* Patience has run out, and steps follow: from the last weights, not from the best. */
static void steps_after_the_end(void)
{
    adrop_trainer *t[2];
    adrop_step step;

    for (int k = 0; k < 2; k++) {
        adrop_trainer_opts o = opts_of(100, k, "");
        o.patience = 3;
        t[k] = make(&o);
        CHECK_EQ(adrop_trainer_run(t[k]), ADROP_OK);
    }
    CHECK_EQ(since_best(t[0]), 3);
    CHECK(!same(t[0], t[1]));
    for (int k = 0; k < 2; k++)
        CHECK_EQ(adrop_trainer_step(t[k], &step), ADROP_OK);
    CHECK(same(t[0], t[1]));
    for (int k = 0; k < 2; k++)
        adrop_trainer_free(t[k]);
}

static void refusals(void)
{
    const adrop_model_opts m = bed_model("advanced");
    adrop_trainer_opts o = opts_of(EPOCHS, 1, "");
    adrop_split_opts opts;
    adrop_data *no_val;
    adrop_trainer *t, *plain;

    adrop_data_split(data, &opts);
    opts.val_fraction = 0;
    CHECK_EQ(adrop_data_view(ctx, data, &opts, &no_val), ADROP_OK);
    CHECK_EQ(adrop_trainer_create(ctx, no_val, &m, &o, &t), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "keep-best needs a validation part");
    adrop_data_free(no_val);
    o.eval_every = 0;
    CHECK_EQ(adrop_trainer_create(ctx, data, &m, &o, &t), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "keep-best needs validation results on the way");

    plain = trained(2, 0, "");
    t = trained(2, 1, "");
    CHECK_EQ(adrop_trainer_save(plain, path), ADROP_OK);
    CHECK_EQ(adrop_trainer_resume(t, path), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "keep-best");
    CHECK_EQ(adrop_trainer_save(t, path), ADROP_OK);
    CHECK_EQ(adrop_trainer_resume(plain, path), ADROP_EINVAL);
    adrop_trainer_free(plain);
    adrop_trainer_free(t);
}

CHECK_MAIN(begin, has_the_best, same_bits, other_epochs, steps_after_the_end, refusals, end)
