/* Sentences about comparisons with known outcomes. */
#include "report/view.h"

#include "check.h"
#include "rows.h"

static adrop_ctx *ctx;
static const uint64_t seeds[] = { 11, 22, 33, 44, 55 };
static const double base[] = { 98.0, 98.2, 98.1 };

static void setup(void)
{
    CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
}

static ad_comparison_view view_of(adrop_compare_row *rows, size_t n)
{
    return (ad_comparison_view){ .ctx = ctx,
                                 .rows = rows,
                                 .n = n,
                                 .metric = "test_acc",
                                 .baseline = rows[0].asked,
                                 .folder = "runs/x",
                                 .level = 0.95 };
}

static void check_sentences(const ad_comparison_view *v, const char *const *expected)
{
    adrop_findings *f;

    CHECK_EQ(ad_view_findings(v, &f), ADROP_OK);
    for (size_t i = 0; expected[i]; i++)
        CHECK_TEXT(adrop_findings_at(f, i) ? adrop_findings_at(f, i) : "nothing", expected[i]);
    for (size_t i = 0; adrop_findings_at(f, i); i++)
        if (!expected[i]) {
            CHECK_TEXT(adrop_findings_at(f, i), "nothing more");
            break;
        }
    adrop_findings_free(f);
}

static void one_shown_one_not(void)
{
    static const double lower[] = { 97.4, 97.5, 97.3 }, near[] = { 98.1, 98.5, 97.9 };
    adrop_compare_row rows[] = { row_of("digits", "advanced", 3, base, seeds),
                                 row_of("digits", "none", 3, lower, seeds),
                                 row_of("digits", "bernoulli", 3, near, seeds) };
    ad_comparison_view v = view_of(rows, 3);

    test_rows(ctx, ADROP_TEST_WELCH, rows, 3);
    check_sentences(
        &v, (const char *[]){
                "digits, mlp:256,256: none is 0.70 points below advanced (95 % interval 0.47 to "
                "0.93; p = 0.002 after Holm's correction for 2 comparisons; Hedges' g 5.6).",
                "digits, mlp:256,256: no difference from advanced is shown for bernoulli (+0.07 "
                "points, 95 % interval -0.61 to 0.75); with 3 runs of this spread only differences "
                "above about 0.7 points would be seen four times in five.",
                "With 3 runs Wilcoxon's rank-sum test cannot give a p below 0.100, whatever the "
                "results; only the t test can show a difference, and it takes results to be about "
                "normally distributed.",
                "The test is Welch's t test, two-sided, at the level 0.05 for all 2 comparisons "
                "together (Holm); what would be seen is computed from the noncentral t "
                "distribution with the pooled standard deviation.",
                NULL });
    rows[0].n = 0; /* no baseline */
    check_sentences(
        &v,
        (const char *[]){
            "digits, mlp:256,256: no run of advanced is done, so there is nothing to compare with.",
            "With 3 runs Wilcoxon's rank-sum test cannot give a p below 0.100, whatever the "
            "results; only the t test can show a difference, and it takes results to be about "
            "normally distributed.",
            "The test is Welch's t test, two-sided, at the level 0.05 for all 2 comparisons "
            "together (Holm).",
            NULL });
}

static void single_runs(void)
{
    static const double lower[] = { 97.4 };
    adrop_compare_row rows[] = { row_of("digits", "advanced", 1, base, seeds),
                                 row_of("digits", "none", 1, lower, seeds) };
    ad_comparison_view v = view_of(rows, 2);

    test_rows(ctx, ADROP_TEST_WELCH, rows, 2);
    check_sentences(
        &v, (const char *[]){ "digits, mlp:256,256: one run says nothing about chance: what none "
                              "(-0.60 points) and advanced differ by may be chance alone.",
                              NULL });
}

static void no_spread(void)
{
    static const double same[] = { 98, 98, 98 }, other[] = { 97, 97, 97 };
    adrop_compare_row rows[] = { row_of("digits", "advanced", 3, same, seeds),
                                 row_of("digits", "none", 3, other, seeds) };
    ad_comparison_view v = view_of(rows, 2);

    test_rows(ctx, ADROP_TEST_WELCH, rows, 2);
    check_sentences(&v,
                    (const char *[]){
                        "digits, mlp:256,256: all runs of none (-1.00 points) gave one result, and "
                        "so did those of advanced: without any spread chance cannot be judged.",
                        "With 3 runs Wilcoxon's rank-sum test cannot give a p below 0.100, "
                        "whatever the results; only the t test can show a difference, and it takes "
                        "results to be about normally distributed.",
                        "The test is Welch's t test, two-sided, at the level 0.05.", NULL });
}

static void many_of_a_kind(void)
{
    static const double worse[][5] = { { 95.1, 95.2, 95.0, 95.3, 95.1 },
                                       { 96.1, 96.2, 96.0, 96.3, 96.1 },
                                       { 94.1, 94.2, 94.0, 94.3, 94.1 } };
    static const double near[][5] = { { 98.0, 98.3, 98.1, 98.5, 98.2 },
                                      { 98.4, 98.3, 98.2, 98.5, 98.4 },
                                      { 97.4, 98.9, 98.1, 98.5, 97.4 } };
    static const double five[] = { 98.0, 98.2, 98.1, 98.3, 98.1 };
    static const char *const names[] = {
        "none", "bernoulli", "gaussian", "beta", "uniform", "soft"
    };
    adrop_compare_row rows[7] = { row_of("mnist", "advanced", 5, five, seeds) };
    ad_comparison_view v = view_of(rows, 7);

    for (size_t i = 0; i < 3; i++) {
        rows[1 + i] = row_of("mnist", names[i], 5, worse[i], seeds);
        rows[4 + i] = row_of("mnist", names[3 + i], 5, near[i], seeds);
    }
    test_rows(ctx, ADROP_TEST_WELCH, rows, 7);
    check_sentences(
        &v,
        (const char *[]){
            "mnist, mlp:256,256: worse than advanced are none by 3.00 points (2.83 to 3.17; p < "
            "0.0001; g 23.8), bernoulli by 2.00 points (1.83 to 2.17; p < 0.0001; g 15.8) and "
            "gaussian by 4.00 points (3.83 to 4.17; p < 0.0001; g 31.7); intervals of 95 %, p "
            "after Holm's correction for 6 comparisons, g is Hedges'.",
            "mnist, mlp:256,256: uniform is 0.22 points above advanced (95 % interval 0.05 to "
            "0.39; p = 0.047 after Holm's correction for 6 comparisons; Hedges' g 1.7).",
            "mnist, mlp:256,256: no difference from advanced is shown for beta (+0.08 points, 95 % "
            "interval -0.16 to 0.32) and soft (-0.08, -0.90 to 0.74); with 5 runs of this spread "
            "only differences above about 0.37 to 1.1 points would be seen four times in five.",
            "The test is Welch's t test, two-sided, at the level 0.05 for all 6 comparisons "
            "together (Holm); what would be seen is computed from the noncentral t distribution "
            "with the pooled standard deviation.",
            NULL });
}

/* Pairs are found by seed, in whatever order the runs are told. */
static void paired_errors(void)
{
    static const uint64_t turned[] = { 33, 22, 11 };
    static const double ours[] = { 3.0, 4.0, 5.5 }, theirs[] = { 5.6, 4.2, 3.1 };
    static const double in_order[] = { 3.1, 4.2, 5.6 };
    static const char *const expected[] = {
        "boston, mlp:256,256: no difference from advanced is shown for none (+0.1333, 95 % "
        "interval -0.0101 to 0.2768); with 3 runs of this spread only differences above about 0.19 "
        "would be seen four times in five.",
        "With 3 runs Wilcoxon's signed-rank test cannot give a p below 0.250, whatever the "
        "results; only the t test can show a difference, and it takes results to be about "
        "normally distributed.",
        "The test is the paired t test, two-sided, at the level 0.05; what would be seen is "
        "computed from the noncentral t distribution with the differences' standard deviation.",
        NULL,
    };
    adrop_compare_row rows[] = { row_of("boston", "advanced", 3, ours, seeds),
                                 row_of("boston", "none", 3, in_order, seeds) };
    ad_comparison_view v = view_of(rows, 2);

    v.less_is_better = 1;
    v.test = ADROP_TEST_PAIRED;
    test_rows(ctx, ADROP_TEST_PAIRED, rows, 2);
    check_sentences(&v, expected);
    rows[1].values = theirs;
    rows[1].seeds = turned;
    check_sentences(&v, expected);
}

/* Two blocks of errors: one shown, one that would be if it were the only one. */
static void alone(void)
{
    static const double ours[] = { 3.0, 3.1, 2.9, 3.0, 3.05 };
    static const double far[] = { 4.0, 4.1, 3.9, 4.0, 4.05 };
    static const double near[] = { 3.12, 3.23, 3.04, 3.14, 3.08 };
    static const double like[] = { 3.01, 3.09, 2.9, 3.0, 3.06 };
    adrop_compare_row rows[] = { row_of("boston", "advanced", 5, ours, seeds),
                                 row_of("boston", "none", 5, far, seeds),
                                 row_of("boston", "beta", 5, near, seeds),
                                 row_of("yacht", "advanced", 5, ours, seeds),
                                 row_of("yacht", "none", 5, like, seeds) };
    adrop_compare_row other[] = { rows[3], rows[4] };
    ad_comparison_view v = view_of(rows, 5);
    double p[5];

    v.less_is_better = 1;
    test_rows(ctx, ADROP_TEST_POOLED, rows, 3);
    test_rows(ctx, ADROP_TEST_POOLED, other, 2);
    v.test = ADROP_TEST_POOLED;
    memcpy(rows + 3, other, sizeof other);
    for (size_t i = 0; i < 5; i++)
        p[i] = rows[i].p;
    adrop_holm(ctx, 5, p, p); /* over both blocks, as a comparison has it */
    for (size_t i = 0; i < 5; i++)
        rows[i].p_holm = p[i];
    check_sentences(
        &v, (const char *[]){
                "boston, mlp:256,256: the error of none is 1.0000 above that of advanced (95 % "
                "interval 0.8918 to 1.1082; p < 0.0001 after Holm's correction for 3 comparisons; "
                "Hedges' g 12.2).",
                "boston, mlp:256,256: no difference from advanced is shown for beta (+0.1120, 95 % "
                "interval 0.0057 to 0.2183); with 5 runs of this spread only differences above "
                "about 0.17 would be seen four times in five; alone, beta (p = 0.041) would be "
                "shown to differ, but 3 comparisons were made.",
                "yacht, mlp:256,256: no difference from advanced is shown for none (+0.0020, 95 % "
                "interval -0.1050 to 0.1090); with 5 runs of this spread only differences above "
                "about 0.17 would be seen four times in five.",
                "The test is the pooled t test, two-sided, at the level 0.05 for all 3 comparisons "
                "together (Holm); what would be seen is computed from the noncentral t "
                "distribution with the pooled standard deviation.",
                NULL });
}

static void teardown(void)
{
    adrop_ctx_free(ctx);
}

CHECK_MAIN(setup, one_shown_one_not, single_runs, no_spread, many_of_a_kind, paired_errors, alone,
           teardown)
