/* Refusals of the statistics, with their sentences, and failing memory. */
#include "adrop/stats.h"
#include "check.h"
#include "scarce.h"

static adrop_ctx *ctx;

static void begin(void)
{
    CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
}

static void end(void)
{
    adrop_ctx_free(ctx);
}

#define REFUSED(status, part, call)                                                                \
  do {                                                                                             \
    CHECK_EQ(call, status);                                                                        \
    CHECK_HAS(adrop_ctx_message(ctx), part);                                                       \
  } while (0)
#define TEST(kind, nx, a, ny, b, level)                                                            \
  adrop_t_test(ctx, kind, ADROP_SIDE_TWO, nx, a, ny, b, level, &r)

static void t_tests(void)
{
    const double x[] = { 1, 2, 3 }, bad[] = { 1, NAN, 3 }, huge[] = { 1e308, -1e308, 1e308 };
    const adrop_summary fine = { 3, 1, 1, 0 }, one = { 1, 1, 1, 0 }, none = { 3, 1, NAN, 0 };
    adrop_t_result r;
    double g;

    REFUSED(ADROP_EINVAL, "x has 1 value: this test needs at least 2",
            TEST(ADROP_TEST_WELCH, 1, x, 3, x, 0.95));
    REFUSED(ADROP_EINVAL, "y has 0 values", TEST(ADROP_TEST_POOLED, 3, x, 0, x, 0.95));
    REFUSED(ADROP_EINVAL, "3 values cannot be paired with 2",
            TEST(ADROP_TEST_PAIRED, 3, x, 2, x, 0.95));
    REFUSED(ADROP_EINVAL, "y[1] is nan", TEST(ADROP_TEST_WELCH, 3, x, 3, bad, 0.95));
    REFUSED(ADROP_EINVAL, "level is 1", TEST(ADROP_TEST_WELCH, 3, x, 3, x, 1));
    REFUSED(ADROP_EINVAL, "level is nan", TEST(ADROP_TEST_WELCH, 3, x, 3, x, NAN));
    REFUSED(ADROP_EINVAL, "7 is no t test", TEST((adrop_t_kind)7, 3, x, 3, x, 0.95));
    REFUSED(ADROP_ENUMERIC, "overflow", TEST(ADROP_TEST_WELCH, 3, huge, 3, x, 0.95));
    REFUSED(ADROP_EINVAL, "9 is no side",
            adrop_t_test(ctx, ADROP_TEST_WELCH, (adrop_side)9, 3, x, 3, x, 0.95, &r));
    REFUSED(ADROP_EINVAL, "paired one needs the runs",
            adrop_t_test_summary(ctx, ADROP_TEST_PAIRED, ADROP_SIDE_LESS, &fine, &fine, 0.95, &r));
    REFUSED(ADROP_EINVAL, "y is of 1 value",
            adrop_t_test_summary(ctx, ADROP_TEST_WELCH, ADROP_SIDE_LESS, &fine, &one, 0.95, &r));
    REFUSED(ADROP_EINVAL, "standard deviation of x is nan",
            adrop_t_test_summary(ctx, ADROP_TEST_WELCH, ADROP_SIDE_LESS, &none, &fine, 0.95, &r));
    REFUSED(ADROP_EINVAL, "x[1] is nan", adrop_hedges_g(ctx, ADROP_TEST_WELCH, 3, bad, 3, x, &g));
    REFUSED(ADROP_ENUMERIC, "overflow", adrop_hedges_g(ctx, ADROP_TEST_PAIRED, 3, huge, 3, x, &g));
    REFUSED(ADROP_EINVAL, "p[1] is 1.5", adrop_holm(ctx, 2, (const double[]){ 0.1, 1.5 }, &g));
}

static void ranks(void)
{
    const double x[] = { 1, 2, 3 }, bad[] = { 1, INFINITY }, huge[] = { 1e308, 1e308 };
    const double low[] = { -1e308, 0 };
    adrop_rank_result r;

    REFUSED(ADROP_EINVAL, "x has 0 values", adrop_wilcoxon(ctx, ADROP_SIDE_LESS, 0, x, x, &r));
    REFUSED(ADROP_EINVAL, "5 is no side", adrop_wilcoxon(ctx, (adrop_side)5, 3, x, x, &r));
    REFUSED(ADROP_EINVAL, "y[1] is inf", adrop_rank_sum(ctx, ADROP_SIDE_LESS, 2, x, 2, bad, &r));
    REFUSED(ADROP_EINVAL, "y has 0 values", adrop_rank_sum(ctx, ADROP_SIDE_LESS, 2, x, 0, x, &r));
    REFUSED(ADROP_EINVAL, "x[1] is inf", adrop_sign_flip(ctx, ADROP_SIDE_LESS, 2, bad, x, 0, &r));
    REFUSED(ADROP_ENUMERIC, "overflow", adrop_sign_flip(ctx, ADROP_SIDE_LESS, 2, huge, low, 0, &r));
}

/* Every allocation fails once; nothing stays behind. */
static void failing_memory(void)
{
    scarce s = { .for_good = 1 };
    adrop_ctx *poor = scarce_context(&s, 0);
    adrop_rank_result r;
    double many[30], p[3] = { 0.1, 0.2, 0.3 }, zero[30] = { 0 };

    for (int i = 0; i < 30; i++)
        many[i] = i;
    for (int left = 0; left < 3; left++) {
        CHECK_WHERE("%d allocations", left);
        scarce_fail(&s, left + 1);
        CHECK_EQ(adrop_wilcoxon(poor, ADROP_SIDE_LESS, 8, many, zero, &r),
                 left < 2 ? ADROP_ENOMEM : ADROP_OK);
        scarce_fail(&s, left + 1);
        CHECK_EQ(adrop_rank_sum(poor, ADROP_SIDE_LESS, 8, many, 8, zero, &r),
                 left < 2 ? ADROP_ENOMEM : 0);
        scarce_fail(&s, left + 1);
        CHECK_EQ(adrop_sign_flip(poor, ADROP_SIDE_LESS, 30, many, zero, 0, &r),
                 left < 2 ? ADROP_ENOMEM : ADROP_OK);
        scarce_fail(&s, left + 1);
        CHECK_EQ(adrop_holm(poor, 3, p, p), left < 1 ? ADROP_ENOMEM : ADROP_OK);
        CHECK_EQ(s.held, 1); /* the context itself */
    }
    adrop_ctx_free(poor);
    CHECK_EQ(s.held, 0);
}

CHECK_MAIN(begin, t_tests, ranks, failing_memory, end)
