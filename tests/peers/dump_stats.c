/* Answer questions of statistics, for a comparison with another implementation:
 *
 *     dump_stats < QUESTIONS > ANSWERS
 *
 * A question is a line of words and numbers; its answer is a line of numbers. KIND and
 * SIDE are the numbers of the enums; a list is its length and its values.
 *
 *     summary LIST                          mean std std_population
 *     t KIND SIDE LEVEL LIST LIST           difference standard_error t df p low high
 *     table KIND SIDE LEVEL N MEAN STD N MEAN STD    the same
 *     g KIND LIST LIST                      g
 *     wilcoxon SIDE LIST LIST               statistic p least_p exact
 *     rank-sum SIDE LIST LIST               the same
 *     sign-flip SIDE SEED LIST LIST         the same
 *     holm LIST                             the adjusted ones
 *     student DF T                          cdf sf
 *     quantile DF P                         t
 *     normal Z P                            cdf quantile */
#include <stdio.h>

#include "adrop/stats.h"
#include "check.h"

enum { MOST = 5000 };

static adrop_ctx *ctx;
static double x[MOST], y[MOST];

static double number(void)
{
    double value = NAN;

    if (scanf("%lf", &value) != 1)
        CHECK_FAIL("a number");
    return value;
}

static size_t list(double *values)
{
    const double n = number();

    CHECK(n >= 0 && n <= MOST);
    for (size_t i = 0; i < (size_t)n && i < MOST; i++)
        values[i] = number();
    return (size_t)n;
}

static void answer(size_t n, const double *values)
{
    for (size_t i = 0; i < n; i++)
        printf("%s%.17g", i ? " " : "", values[i]);
    printf("\n");
}

static void summary(void)
{
    adrop_summary s;

    adrop_summarize(list(x), x, &s);
    answer(3, (const double[]){ s.mean, s.std, s.std_population });
}

static void answer_t(const adrop_t_result *r)
{
    answer(7, (const double[]){ r->difference, r->standard_error, r->t, r->df, r->p, r->low,
                                r->high });
}

static void t_test(void)
{
    const int kind = (int)number(), side = (int)number();
    const double level = number();
    const size_t nx = list(x), ny = list(y);
    adrop_t_result r = { 0 };

    CHECK_EQ(adrop_t_test(ctx, (adrop_t_kind)kind, (adrop_side)side, nx, x, ny, y, level, &r),
             ADROP_OK);
    answer_t(&r);
}

static adrop_summary read_summary(void)
{
    adrop_summary s = { .n = (size_t)number() };

    s.mean = number();
    s.std = number();
    return s;
}

static void table(void)
{
    const int kind = (int)number(), side = (int)number();
    const double level = number();
    const adrop_summary sx = read_summary(), sy = read_summary();
    adrop_t_result r = { 0 };

    CHECK_EQ(adrop_t_test_summary(ctx, (adrop_t_kind)kind, (adrop_side)side, &sx, &sy, level, &r),
             ADROP_OK);
    answer_t(&r);
}

static void hedges(void)
{
    const int kind = (int)number();
    const size_t nx = list(x), ny = list(y);
    double g = NAN;

    CHECK_EQ(adrop_hedges_g(ctx, (adrop_t_kind)kind, nx, x, ny, y, &g), ADROP_OK);
    answer(1, &g);
}

static void rank_test(const char *name)
{
    const adrop_side side = (adrop_side)(int)number();
    const uint64_t seed = strcmp(name, "sign-flip") ? 0 : (uint64_t)number();
    const size_t nx = list(x), ny = list(y);
    adrop_rank_result r = { 0 };

    if (!strcmp(name, "rank-sum"))
        CHECK_EQ(adrop_rank_sum(ctx, side, nx, x, ny, y, &r), ADROP_OK);
    else if (!strcmp(name, "wilcoxon"))
        CHECK_EQ(adrop_wilcoxon(ctx, side, nx, x, y, &r), ADROP_OK);
    else
        CHECK_EQ(adrop_sign_flip(ctx, side, nx, x, y, seed, &r), ADROP_OK);
    answer(4, (const double[]){ r.statistic, r.p, r.least_p, r.exact });
}

static void holm(void)
{
    const size_t n = list(x);

    CHECK_EQ(adrop_holm(ctx, n, x, x), ADROP_OK);
    answer(n, x);
}

static void distribution(const char *name)
{
    const double a = number(), b = number();

    if (!strcmp(name, "student"))
        answer(2, (const double[]){ adrop_t_cdf(a, b), adrop_t_sf(a, b) });
    else if (!strcmp(name, "quantile"))
        answer(1, (const double[]){ adrop_t_quantile(a, b) });
    else
        answer(2, (const double[]){ adrop_normal_cdf(a), adrop_normal_quantile(b) });
}

int main(void)
{
    char name[16];

    CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
    while (scanf("%15s", name) == 1) {
        if (!strcmp(name, "summary"))
            summary();
        else if (!strcmp(name, "t"))
            t_test();
        else if (!strcmp(name, "table"))
            table();
        else if (!strcmp(name, "g"))
            hedges();
        else if (!strcmp(name, "holm"))
            holm();
        else if (strchr("wr", name[0]) || !strcmp(name, "sign-flip"))
            rank_test(name);
        else
            distribution(name);
    }
    adrop_ctx_free(ctx);
    return check_done > 0 && check_failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
