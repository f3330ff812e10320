/* Optimisers by hand: a few steps worked out on paper, refusals, memory. */
#include <math.h>
#include <stdint.h>

#include "optim/optimizer.h"

#include "base/context.h"
#include "check.h"
#include "scarce.h"

enum { N = 3 };

static const ad_range ranges[] = { { 0, 1, 0 }, { 2, 1, 1 } };
static const ad_group_rule rules[] = { { 0.25, 0.5 }, { 0.125, 0 } };

static adrop_ctx *ctx;

static ad_optimizer *make(const char *text, int is_double)
{
    ad_optimizer *o;

    CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
    CHECK_EQ(ad_optimizer_create(ctx, text, is_double, N, ranges, 2, 1, &o), ADROP_OK);
    return o;
}

static void drop(ad_optimizer *o)
{
    ad_optimizer_free(o);
    adrop_ctx_free(ctx);
}

/* Sums of few powers of two: a float holds every number here, so equality is meant. */
static void sgd_with_momentum(void)
{
    ad_optimizer *o = make("sgd:momentum=0.5", 0);
    float p[N] = { 1, 1, 1 };
    const float *v = o->state[0];

    CHECK_EQ(o->n_state, 1);
    CHECK_EQ(o->n_groups, 2);
    CHECK_TEXT(o->type->state_names[0], "momentum");
    ad_optimizer_step(o, p, (float[N]){ 0.5f, 0.5f, 0.5f }, 1, rules);
    CHECK(v[0] == 1 && p[0] == 0.75f);      /* 0.5 + 0.5 * 1; 1 - 0.25 */
    CHECK(v[2] == 0.5f && p[2] == 0.9375f); /* no decay, half the rate */
    ad_optimizer_step(o, p, (float[N]){ 0.25f, 0.25f, 0.25f }, 1, rules);
    CHECK(v[0] == 1.125f && p[0] == 0.46875f); /* 0.5 + 0.25 + 0.375 */
    CHECK(v[2] == 0.5f && p[2] == 0.875f);
    ad_optimizer_step(o, p, (float[N]){ 1, 1, 1 }, 0.5, rules); /* halved gradients */
    CHECK(v[0] == 1.296875f && p[0] == 0.14453125f);
    CHECK(v[2] == 0.75f && p[2] == 0.78125f);
    CHECK(p[1] == 1); /* in no range */
    CHECK_EQ(o->step, 3);
    drop(o);
}

/* Rounded, 0.9 times the smallest number is itself: averages would be denormal for ever, and slow.
 */
static void averages_end_as_zero(void)
{
    static const char *const texts[] = { "sgd", "adam", "adamw" };

    for (size_t t = 0; t < 3; t++) {
        ad_optimizer *o = make(texts[t], 0);
        float p[N] = { 1, 1, 1 };
        const ad_group_rule still[] = { { 0.25, 0 }, { 0.125, 0 } };
        const float *average = o->state[0];
        size_t step = 0;

        CHECK_WHERE("%s", texts[t]);
        ad_optimizer_step(o, p, (float[N]){ 0.5f, 0.5f, 0.5f }, 1, still);
        CHECK(average[0] != 0 && average[2] != 0);
        for (; step < 2000 && average[0] != 0; step++) {
            CHECK(fpclassify(average[0]) == FP_NORMAL);
            ad_optimizer_step(o, p, (float[N]){ 0 }, 1, still);
        }
        CHECK(step < 2000 && average[2] == 0);
        drop(o);
    }
}

static void sgd_without_momentum(void)
{
    ad_optimizer *o = make("sgd:momentum=0", 1);
    double p[N] = { 1, 1, 1 };

    CHECK_EQ(o->n_state, 0);
    CHECK(!o->state[0]);
    ad_optimizer_step(o, p, (double[N]){ 0.5, 0.5, 0.5 }, 1, rules);
    ad_optimizer_step(o, p, (double[N]){ 0.25, 0.25, 0.25 }, 1, rules);
    CHECK(p[0] == 0.59375); /* 0.75 - 0.25 (0.25 + 0.375) */
    CHECK(p[1] == 1 && p[2] == 0.90625);
    CHECK_EQ(ad_optimizer_check_state(o), ADROP_OK);
    drop(o);
}

/* The first step is g / (|g| + eps) whatever the betas; eps inside the root, or
 * divided by the correction, would be seen in the first digit. */
static void adam_by_hand(void)
{
    ad_optimizer *o = make("adam:beta1=0.5,beta2=0.75,eps=0.5", 1);
    double p[N] = { 1, 1, 1 };
    const double *m = o->state[0], *v = o->state[1];

    CHECK_EQ(o->n_state, 2);
    CHECK_TEXT(o->type->state_names[0], "exp_avg");
    CHECK_TEXT(o->type->state_names[1], "exp_avg_sq");
    ad_optimizer_step(o, p, (double[N]){ 1, 0, 0.5 }, 1, rules);
    CHECK_NEAR(p[0], 1 - 0.25 * 1.5 / (1.5 + 0.5), 1e-15); /* 1 + 0.5 * 1 */
    CHECK_NEAR(p[2], 1 - 0.125 * 0.5 / (0.5 + 0.5), 1e-15);
    CHECK(m[2] == 0.25 && v[2] == 0.0625);
    ad_optimizer_step(o, p, (double[N]){ 0, 0, -1 }, 1, rules);
    CHECK(m[2] == -0.375 && v[2] == 0.296875); /* 0.125 - 0.5; 0.046875 + 0.25 */
    CHECK_NEAR(p[2], 0.9375 + 0.125 * 0.5 / (sqrt(0.296875 / 0.4375) + 0.5), 1e-15);
    CHECK(p[1] == 1);
    drop(o);
}

static void refuses(const char *text, const ad_range *r, size_t n_ranges, int n_threads,
                    adrop_status expected, const char *part)
{
    ad_optimizer *o = (ad_optimizer *)&ctx;

    CHECK_WHERE("%s: %s", text, part);
    CHECK_EQ(ad_optimizer_create(ctx, text, 0, 10, r, n_ranges, n_threads, &o), expected);
    CHECK(!o);
    CHECK_HAS(adrop_ctx_message(ctx), part);
}

static void refusals(void)
{
    const ad_range good[] = { { 0, 10, 0 } }, overlap[] = { { 0, 6, 0 }, { 5, 1, 0 } };
    const ad_range unsorted[] = { { 5, 5, 0 }, { 0, 5, 0 } }, beyond[] = { { 3, 8, 0 } };
    const ad_range wraps[] = { { 3, SIZE_MAX, 0 } }, far[] = { { 11, 0, 0 } };
    const ad_range below[] = { { 0, 1, -1 } }, above[] = { { 0, 1, AD_MAX_GROUPS } };

    CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
    refuses("sdg", good, 1, 1, ADROP_ENOENT, "did you mean 'sgd'?");
    refuses("newton", good, 1, 1, ADROP_ENOENT, "there are sgd, adam");
    refuses("", good, 1, 1, ADROP_ENOENT, "there is no optimizer ''");
    refuses("sgd:momentum=1", good, 1, 1, ADROP_EINVAL, "optimizer 'sgd': '1' is not a value");
    refuses("sgd:beta1=0.5", good, 1, 1, ADROP_ENOENT, "there is no option 'beta1'");
    refuses("adam:eps=0", good, 1, 1, ADROP_EINVAL, "'eps'");
    refuses("sgd", good, 1, 0, ADROP_EINVAL, "at least 1");
    refuses("sgd", overlap, 2, 1, ADROP_ESHAPE, "range 1 begins at element 5");
    refuses("sgd", unsorted, 2, 1, ADROP_ESHAPE, "range 1 begins at element 0");
    refuses("sgd", beyond, 1, 1, ADROP_ESHAPE, "leaves the block of 10");
    refuses("sgd", wraps, 1, 1, ADROP_ESHAPE, "leaves the block of 10");
    refuses("sgd", far, 1, 1, ADROP_ESHAPE, "leaves the block of 10");
    refuses("sgd", below, 1, 1, ADROP_EINVAL, "group -1");
    refuses("sgd", above, 1, 1, ADROP_EINVAL, "groups are 0 to 15");
    adrop_ctx_free(ctx);
}

static void bad_state_is_seen(void)
{
    ad_optimizer *o = make("adam", 0);
    float *m = o->state[0], *v = o->state[1];

    m[1] = -1;
    CHECK_EQ(ad_optimizer_check_state(o), ADROP_OK);
    v[2] = -1;
    CHECK_EQ(ad_optimizer_check_state(o), ADROP_ENUMERIC);
    CHECK_HAS(adrop_ctx_message(ctx), "element 2 of 'exp_avg_sq' is -1");
    m[0] = NAN;
    CHECK_EQ(ad_optimizer_check_state(o), ADROP_ENUMERIC);
    CHECK_HAS(adrop_ctx_message(ctx), "element 0 of 'exp_avg' is nan");
    drop(o);
}

static adrop_status make_and_free(adrop_ctx *with, const void *unused)
{
    ad_optimizer *o;
    const adrop_status status = ad_optimizer_create(with, "adam", 0, N, ranges, 2, 2, &o);

    (void)unused;
    CHECK(!o == (status != ADROP_OK));
    ad_optimizer_free(o);
    return status;
}

/* Every allocation of create fails once, and nothing is left behind; steps make none. */
static void memory(void)
{
    scarce s = { 0 };
    ad_optimizer *o;
    float p[N] = { 0 }, g[N] = { 1, 1, 1 };

    /* itself, settings, ranges, two blocks of state */
    CHECK_EQ(scarce_each("adam", 0, make_and_free, NULL), 5);
    ctx = scarce_context(&s, 0);
    CHECK_EQ(ad_optimizer_create(ctx, "adam", 0, N, ranges, 2, 2, &o), ADROP_OK);
    s.calls = 0;
    ad_optimizer_step(o, p, g, 1, rules);
    CHECK_EQ(s.calls, 0);
    CHECK(p[0] != 0);
    drop(o);
    ad_optimizer_free(NULL);
    CHECK_EQ(s.held, 0);
}

static void nothing_to_do(void)
{
    ad_optimizer *o;

    CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
    CHECK_EQ(ad_optimizer_create(ctx, "sgd", 0, 0, NULL, 0, 1, &o), ADROP_OK);
    ad_optimizer_step(o, NULL, NULL, 1, NULL);
    CHECK_EQ(o->step, 1);
    drop(o);
}

CHECK_MAIN(sgd_with_momentum, averages_end_as_zero, sgd_without_momentum, adam_by_hand, refusals,
           bad_state_is_seen, memory, nothing_to_do)
