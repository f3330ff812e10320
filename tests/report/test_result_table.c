/* The document of a comparison, for people and for programs. */
#include "report/view.h"

#include <stddef.h>

#include <jansson.h>

#include "base/memory.h"
#include "check.h"
#include "rows.h"

static adrop_ctx *ctx;
static const uint64_t seeds[] = { 11, 22, 33 };
static const double values[][3] = { { 98.0, 98.2, 98.1 },
                                    { 97.4, 97.5, 97.3 },
                                    { 98.1, 98.5, 97.9 } };
static adrop_compare_row rows[3];

static void setup(void)
{
    CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
    rows[0] = row_of("digits", "advanced", 3, values[0], seeds);
    rows[1] = row_of("digits", "none", 3, values[1], seeds);
    rows[2] = row_of("digits", "beta", 3, values[2], seeds);
    test_rows(ctx, ADROP_TEST_WELCH, rows, 3);
    rows[0].rank = 2;
    rows[1].rank = 3;
    rows[2].rank = 1;
    rows[2].dropout = "beta:beta=0.2";
    rows[2].chosen = "beta=0.2 of 0.1, 0.2, 0.5";
    rows[2].planned = 5;
    rows[2].failed = 1;
    rows[1].p_paper = 0.00012;
    rows[2].p_paper = 0.7;
}

static ad_comparison_view view_of(size_t n)
{
    return (ad_comparison_view){ .ctx = ctx,
                                 .rows = rows,
                                 .n = n,
                                 .metric = "test_acc",
                                 .baseline = "advanced",
                                 .folder = "runs/x",
                                 .level = 0.95 };
}

/* Freed with adrop_free. */
static char *written(const ad_comparison_view *v, adrop_document_form form)
{
    adrop_document_look look;
    adrop_document *d;
    char *text = NULL;

    adrop_document_look_init(&look);
    look.brief = 1;
    CHECK_EQ(adrop_document_create(ctx, "", &d), ADROP_OK);
    CHECK_EQ(ad_view_document(v, d), ADROP_OK);
    CHECK_EQ(adrop_document_write(d, form, &look, &text), ADROP_OK);
    adrop_document_free(d);
    return text;
}

/* The table alone: what stands before the sentences. */
static void check_table(const ad_comparison_view *v, adrop_document_form form, const char *expected)
{
    char *text = written(v, form);

    CHECK_EQ(strlen(text) >= strlen(expected), 1);
    text[strlen(expected)] = 0;
    CHECK_TEXT(text, expected);
    adrop_free(ctx, text);
}

static void for_people(void)
{
    ad_comparison_view v = view_of(3);

    check_table(&v, ADROP_DOCUMENT_TEXT,
                "Test accuracy (%), digits, mlp:256,256\n"
                "  technique  runs    mean ± std  rank  difference [95 % interval]      p  p "
                "(Holm)  Hedges' g\n"
                "  advanced      3  98.10 ± 0.10     2                    baseline\n"
                "  none          3  97.40 ± 0.10     3        -0.70 [-0.93, -0.47]  0.001     "
                "0.002      -5.59\n"
                "  beta          3  98.17 ± 0.31     1         +0.07 [-0.61, 0.75]  0.748     "
                "0.748       0.23\n"
                "  Higher is better. ± is the sample standard deviation (n - 1).\n"
                "  Differences are from advanced; p is that of Welch's t test, two-sided; Holm's "
                "correction is for 2 comparisons.\n"
                "  beta: beta=0.2 of 0.1, 0.2, 0.5, chosen by validation.\n"
                "  beta: 1 of 5 runs failed.\n"
                "  beta: 1 of 5 runs is not done yet.\n");
    v.paper = 1;
    check_table(
        &v, ADROP_DOCUMENT_MARKDOWN,
        "**Test accuracy (%), digits, mlp:256,256**\n"
        "\n"
        "| technique | runs | mean ± pop. std | rank | difference \\[95 % interval\\] | p | p "
        "(Holm) | "
        "Hedges' g | p (paper) |\n"
        "|---|---:|---:|---:|---:|---:|---:|---:|---:|\n"
        "| advanced | 3 | <u>98.10 ± 0.08</u> | 2 | baseline |  |  |  |  |\n"
        "| none | 3 | 97.40 ± 0.08 | 3 | -0.70 \\[-0.93, -0.47\\] | 0.001 | 0.002 | -5.59 | 0.0001 "
        "|\n"
        "| beta | 3 | **98.17 ± 0.25** | 1 | +0.07 \\[-0.61, 0.75\\] | 0.748 | 0.748 | 0.23 | "
        "0.700 |\n"
        "\n"
        "Higher is better. ± is the standard deviation of the runs, divided by n.\n"
        "\n"
        "Differences are from advanced; p is that of Welch's t test, two-sided; Holm's correction "
        "is for 2 comparisons.\n"
        "\n"
        "p (paper): Welch's t test, one-sided, with standard deviations divided by n and without "
        "correction, as in the paper's tables.\n"
        "\n"
        "beta: beta=0.2 of 0.1, 0.2, 0.5, chosen by validation.\n"
        "\n"
        "beta: 1 of 5 runs failed.\n"
        "\n"
        "beta: 1 of 5 runs is not done yet.\n");
}

/* What the masks were in the end, beside the figures. */
static void with_noise(void)
{
    const ad_comparison_view v = view_of(2);
    const adrop_compare_row kept[] = { rows[0], rows[1] };

    rows[0].rate = 0.4, rows[0].noise_level = 0.2153;
    rows[1].rate = rows[1].noise_level = 0;
    check_table(&v, ADROP_DOCUMENT_TEXT,
                "Test accuracy (%), digits, mlp:256,256\n"
                "  technique  runs    mean ± std  rank  difference [95 % interval]      p  p "
                "(Holm)  Hedges' g  rate  noise\n"
                "  advanced      3  98.10 ± 0.10     2                    baseline                 "
                "              0.4  0.215\n"
                "  none          3  97.40 ± 0.10     3        -0.70 [-0.93, -0.47]  0.001     "
                "0.002      -5.59     0      0\n"
                "  Higher is better. ± is the sample standard deviation (n - 1).\n"
                "  Differences are from advanced; p is that of Welch's t test, two-sided; Holm's "
                "correction is for 1 comparison.\n"
                "  rate, noise: 1 - E[m] and Var[m] / E[m]^2 of the masks m after the last epoch, "
                "averages over layers and runs.\n");
    memcpy(rows, kept, sizeof kept);
}

/* Times, two blocks, errors, a single run and none. */
static void with_times(void)
{
    ad_comparison_view v = view_of(3);
    const adrop_compare_row kept[] = { rows[0], rows[1], rows[2] };

    v.less_is_better = 1;
    v.metric = "best_test_rmse";
    rows[0].seconds_per_epoch = 1.25;
    rows[1] = row_of("yacht", "advanced", 1, values[1], seeds);
    rows[1].is_baseline = rows[1].rank = 1;
    rows[2] = row_of("yacht", "none", 0, values[1], seeds);
    rows[2].planned = 3;
    check_table(&v, ADROP_DOCUMENT_TEXT,
                "Best test rmse of all epochs\n"
                "  data    model        technique  runs        mean ± std  rank  difference [95 % "
                "interval]  p  p (Holm)  Hedges' g  s/epoch  s1  s2  s1 norm  s2 norm\n"
                "  digits  mlp:256,256  advanced      3  98.1000 ± 0.1000     2                    "
                "baseline                             1.25\n"
                "  "
                "──────────────────────────────────────────────────────────────────────────────────"
                "─────────────────────────────────────────────────────────────────\n"
                "  yacht   mlp:256,256  advanced      1           97.4000     1                    "
                "baseline\n"
                "  yacht   mlp:256,256  none          0\n"
                "  Lower is better. ± is the sample standard deviation (n - 1).\n"
                "  s1 and s2: the paper's ratios of what is gained on `none` to the time it takes; "
                "norm: from 0 for the least to 1 for the greatest of a data set and network.\n"
                "  The best epoch was found with the test rows, so these figures are better than "
                "what new rows would give.\n"
                "  yacht, mlp:256,256: none: 3 of 3 runs are not done yet.\n");
    memcpy(rows, kept, sizeof kept);
}

static void for_programs(void)
{
    const ad_comparison_view v = view_of(2);

    check_table(
        &v, ADROP_DOCUMENT_CSV,
        "data,model,dropout,trained,chosen,runs,planned,failed,mean,std,std_population,rank,"
        "difference,low,high,p,p_holm,effect,p_paper,p_rank,least_p_rank,seconds_per_epoch,s1,s2,"
        "s1_norm,s2_norm,rate,noise_level\n"
        "digits,\"mlp:256,256\",advanced,advanced,,3,3,0,98.1,0.10000000000000142,0."
        "08164965809277377,2,,,,,,,,,,,,,,,,\n"
        "digits,\"mlp:256,256\",none,none,,3,3,0,97.4,0.10000000000000142,0.08164965809277377,3,-0."
        "6999999999999886,-0.9266957935527531,-0.47330420644724297,0.001016662617289188,0."
        "002033325234578376,-5.585191925619962,0.00012,0.1,0.1,,,,,,,\n");
}

static double number_at(const json_t *row, const char *key)
{
    return json_number_value(json_object_get(row, key));
}

static void as_json(void)
{
    ad_comparison_view v = view_of(3);
    char *text = written(&v, ADROP_DOCUMENT_JSON);
    json_t *all = json_loads(text, 0, NULL);
    const json_t *list = json_object_get(all, "rows"), *beta = json_array_get(list, 2);
    const json_t *baseline = json_array_get(list, 0);
    CHECK(strchr(text, '\n') == text + strlen(text) - 1);
    CHECK_TEXT(json_string_value(json_object_get(all, "metric")), "test_acc");
    CHECK_TEXT(json_string_value(json_object_get(all, "baseline")), "advanced");
    CHECK_TEXT(json_string_value(json_object_get(all, "folder")), "runs/x");
    CHECK_EQ(json_array_size(list), 3);
    CHECK(json_array_size(json_object_get(all, "verdict")) > 2);
    CHECK(json_is_null(json_object_get(baseline, "p")));
    CHECK(json_is_null(json_object_get(baseline, "ci")));
    CHECK(json_is_null(json_object_get(baseline, "chosen")));
    CHECK_TEXT(json_string_value(json_object_get(beta, "dropout")), "beta");
    CHECK_TEXT(json_string_value(json_object_get(beta, "trained")), "beta:beta=0.2");
    CHECK_NEAR(number_at(json_object_get(beta, "settings"), "beta"), 0.2, 0);
    CHECK_EQ(number_at(beta, "failed"), 1);
    CHECK_EQ(json_integer_value(json_array_get(json_object_get(beta, "seeds"), 2)), 33);
    CHECK_NEAR(json_real_value(json_array_get(json_object_get(beta, "runs"), 1)), 98.5, 0);
    CHECK_NEAR(number_at(beta, "mean"), rows[2].mean, 0);
    CHECK_NEAR(number_at(beta, "p_holm"), rows[2].p_holm, 0);
    CHECK_NEAR(json_real_value(json_array_get(json_object_get(beta, "ci"), 1)), rows[2].high, 0);
    json_decref(all);
    adrop_free(ctx, text);
}

static const struct {
    const char *key;
    size_t offset;
} numbers[] = {
#define NUMBER(x)                                                                                  \
  {                                                                                                \
#    x, offsetof(adrop_compare_row, x)                                                             \
  }
    NUMBER(mean),
    NUMBER(std),
    NUMBER(std_population),
    NUMBER(difference),
    NUMBER(p),
    NUMBER(p_holm),
    NUMBER(effect),
    NUMBER(p_paper),
    NUMBER(p_rank),
    NUMBER(least_p_rank),
    NUMBER(seconds_per_epoch),
    NUMBER(s1),
    NUMBER(s2),
    NUMBER(s1_norm),
    NUMBER(s2_norm),
    NUMBER(rate),
    NUMBER(noise_level)
#undef NUMBER
};

/* Each number of a row is in JSON under its own name, and null if there is none. */
static void every_number_has_its_key(void)
{
    enum { N = sizeof numbers / sizeof *numbers };
    const adrop_compare_row before = rows[2];

    for (size_t missing = 0; missing <= N; missing++) {
        const ad_comparison_view v = view_of(3);
        for (size_t i = 0; i < N; i++)
            *(double *)((char *)&rows[2] + numbers[i].offset) = i == missing
                                                                    ? NAN
                                                                    : 0.01 * (double)(i + 1);
        char *text = written(&v, ADROP_DOCUMENT_JSON);
        json_t *all = json_loads(text, 0, NULL);
        const json_t *row = json_array_get(json_object_get(all, "rows"), 2);
        for (size_t i = 0; i < N; i++) {
            CHECK_WHERE("%s without %s", numbers[i].key,
                        missing < N ? numbers[missing].key : "none");
            if (i == missing)
                CHECK(json_is_null(json_object_get(row, numbers[i].key)));
            else
                CHECK_NEAR(number_at(row, numbers[i].key), 0.01 * (double)(i + 1), 0);
        }
        CHECK_EQ(number_at(row, "rank"), 1);
        CHECK_EQ(number_at(row, "planned"), 5);
        CHECK_NEAR(json_real_value(json_array_get(json_object_get(row, "ci"), 0)), before.low, 0);
        json_decref(all);
        adrop_free(ctx, text);
    }
    CHECK_WHERE("%s", "");
    rows[2] = before;
}

/* A path is bytes; JSON is not. */
static void foreign_bytes(void)
{
    ad_comparison_view v = view_of(3);
    char *text;

    v.folder = "runs/\xFF\"x";
    for (size_t i = 0; i < 3; i++)
        rows[i].data = "\xFE.csv";
    text = written(&v, ADROP_DOCUMENT_JSON);
    CHECK_HAS(text, "\"folder\":\"runs/\xEF\xBF\xBD\\\"x\"");
    CHECK_HAS(text, "\"verdict\":[\"\xEF\xBF\xBD.csv, mlp:256,256: none is");
    adrop_free(ctx, text);
}

static void p_texts(void)
{
    CHECK_TEXT(AD_P(0.0123), "0.012");
    CHECK_TEXT(AD_P(0.00042), "0.0004");
    CHECK_TEXT(AD_P(0.00002), "< 0.0001");
    CHECK_TEXT(AD_P(1), "1.000");
    CHECK_TEXT(AD_P(0.9999), "1.000");
    CHECK_TEXT(AD_P(0.00099999), "0.001");
    CHECK_TEXT(AD_P(0), "< 0.0001");
    CHECK_TEXT(AD_P(NAN), "");
}

static void teardown(void)
{
    adrop_ctx_free(ctx);
}

CHECK_MAIN(setup, for_people, with_noise, with_times, for_programs, as_json,
           every_number_has_its_key, foreign_bytes, p_texts, teardown)
