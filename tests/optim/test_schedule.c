/* Schedules: factors by hand, at and between epochs, and refusals. */
#include "optim/schedule.h"

#include "check.h"

enum { STEPS = 7 };

/* At a step of an epoch, both counted from 0. */
static double at(const ad_schedule *s, size_t epoch, size_t step)
{
    return ad_schedule_factor(s, (double)(epoch * s->steps_per_epoch + step) /
                                     (double)s->steps_per_epoch);
}

static void constant(void)
{
    const ad_schedule s = { .kind = AD_SCHEDULE_CONSTANT, .epochs = 9, .steps_per_epoch = STEPS };

    for (size_t e = 0; e < 9; e++)
        CHECK(at(&s, e, e % STEPS) == 1);
}

/* The drop acts with the first step after that many epochs, for every length of epoch. */
static void drops(void)
{
    ad_schedule s = { .kind = AD_SCHEDULE_STEP, .epochs = 300, .drops = { 2, { 150, 225 } } };

    for (size_t steps = 1; steps < 2000; steps += 37) {
        s.steps_per_epoch = steps;
        CHECK_WHERE("%zu steps an epoch", steps);
        CHECK(at(&s, 0, 0) == 1 && at(&s, 149, steps - 1) == 1);
        CHECK(at(&s, 150, 0) == 0.1 && at(&s, 224, steps - 1) == 0.1);
        CHECK_NEAR(at(&s, 225, 0), 0.01, 1e-17);
        CHECK_NEAR(at(&s, 299, steps - 1), 0.01, 1e-17);
    }
    s.drops.n = 0;
    CHECK(at(&s, 299, 0) == 1);
}

static void cosine(void)
{
    const ad_schedule s = { .kind = AD_SCHEDULE_COSINE, .epochs = 12, .steps_per_epoch = STEPS };

    CHECK(at(&s, 0, 0) == 1 && at(&s, 0, STEPS - 1) == 1);
    CHECK_NEAR(at(&s, 2, 3), (1 + sqrt(0.75)) / 2, 1e-15);
    CHECK_NEAR(at(&s, 4, 0), 0.75, 1e-15);
    CHECK_NEAR(at(&s, 6, 5), 0.5, 1e-15);
    CHECK_NEAR(at(&s, 8, 0), 0.25, 1e-15);
    CHECK(at(&s, 11, STEPS - 1) > 0);
    CHECK(at(&s, 12, 0) == 0 && at(&s, 30, 0) == 0); /* it does not rise again */
}

/* 100 steps: the top after 0.3 of them, ends at 1/25 and 1/250000. */
static void one_cycle(void)
{
    const ad_schedule s = { .kind = AD_SCHEDULE_ONE_CYCLE, .epochs = 10, .steps_per_epoch = 10 };

    CHECK_NEAR(at(&s, 0, 0), 0.04, 1e-15);
    CHECK_NEAR(at(&s, 2, 9), 1, 1e-15);
    CHECK_NEAR(at(&s, 9, 9), 4e-6, 1e-15);
    CHECK_NEAR(at(&s, 6, 4), (1 + 4e-6) / 2, 1e-12);
    CHECK(at(&s, 1, 0) < at(&s, 1, 1) && at(&s, 5, 0) > at(&s, 5, 1));
}

static void warmup(void)
{
    ad_schedule s = {
        .kind = AD_SCHEDULE_STEP, .epochs = 9, .steps_per_epoch = 8, .drops = { 1, { 1 } }
    };

    s.warmup = 2;
    CHECK(at(&s, 0, 0) == 1.0 / 16 && at(&s, 0, 7) == 0.5);
    CHECK_NEAR(at(&s, 1, 3), 0.1 * 12 / 16, 1e-16); /* multiplied with the schedule */
    CHECK(at(&s, 1, 7) == 0.1 && at(&s, 2, 0) == 0.1);
    s.warmup = 0.5; /* four steps */
    CHECK(at(&s, 0, 0) == 0.25 && at(&s, 0, 2) == 0.75 && at(&s, 0, 3) == 1);
    s.warmup = 0.01; /* less than a step */
    CHECK(at(&s, 0, 0) == 1);
}

static adrop_ctx *ctx;

static void refuses(ad_schedule s, const char *part)
{
    CHECK_WHERE("%s", part);
    CHECK_EQ(ad_schedule_check(ctx, &s), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), part);
}

#define STEP_(...) .kind = AD_SCHEDULE_STEP, .epochs = 10, .steps_per_epoch = 5, __VA_ARGS__

static void refusals(void)
{
    const ad_schedule good = { STEP_(.drops = { 3, { 1, 5, 9 } }, .warmup = 10) };

    CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
    CHECK_EQ(ad_schedule_check(ctx, &good), ADROP_OK);
    refuses((ad_schedule){ STEP_(.warmup = 1) }, "without `lr-drop`");
    refuses(
        (ad_schedule){
            .kind = AD_SCHEDULE_ONE_CYCLE, .epochs = 10, .steps_per_epoch = 5, .warmup = 1 },
        "rises by itself");
    refuses((ad_schedule){ STEP_(.drops = { 2, { 5, 5 } }) }, "epoch 5 after 5");
    refuses((ad_schedule){ STEP_(.drops = { 2, { 5, 2 } }) }, "increasing order");
    refuses((ad_schedule){ STEP_(.drops = { 2, { 5, 10 } }) }, "never acts in a run of 10");
    refuses((ad_schedule){ STEP_(.drops = { 1, { 2.5 } }) }, "a drop at epoch 2.5");
    refuses((ad_schedule){ STEP_(.drops = { 1, { 0 } }) }, "from 1 on");
    refuses((ad_schedule){ STEP_(.drops = { 1, { NAN } }) }, "a drop at epoch nan");
    refuses((ad_schedule){ STEP_(.warmup = -1) }, "'warmup' is -1");
    refuses((ad_schedule){ STEP_(.warmup = NAN) }, "'warmup' is nan");
    refuses((ad_schedule){ STEP_(.warmup = 10.5) }, "longer than the run of 10");
    refuses(
        (ad_schedule){
            .kind = AD_SCHEDULE_COSINE, .epochs = 10, .steps_per_epoch = 5, .drops = { 1, { 2 } } },
        "not for 'cosine'");
    refuses((ad_schedule){ .epochs = 0, .steps_per_epoch = 5 }, "over 0 epochs");
    refuses((ad_schedule){ .epochs = 5, .steps_per_epoch = 0 }, "of 0 steps");
    adrop_ctx_free(ctx);
}

static void words(void)
{
    CHECK_TEXT(ad_schedule_words[AD_SCHEDULE_CONSTANT], "constant");
    CHECK_TEXT(ad_schedule_words[AD_SCHEDULE_STEP], "step");
    CHECK_TEXT(ad_schedule_words[AD_SCHEDULE_COSINE], "cosine");
    CHECK_TEXT(ad_schedule_words[AD_SCHEDULE_ONE_CYCLE], "one-cycle");
    CHECK(!ad_schedule_words[4]);
}

CHECK_MAIN(constant, drops, cosine, one_cycle, warmup, refusals, words)
