/* A comparison as a document (view.h): for people one row per technique, one group of rows per data
 * set and network, and findings; for programs every number. Keys are only added, never renamed. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "adrop/number.h"
#include "adrop/technique.h"
#include "base/context.h"
#include "base/format.h"
#include "base/keep.h"
#include "base/text.h"
#include "report/view.h"

static int any(const ad_comparison_view *v, size_t member, double above)
{
    for (size_t i = 0; i < v->n; i++) {
        double x;
        memcpy(&x, (const char *)&v->rows[i] + member, sizeof x);
        if (x > above)
            return 1;
    }
    return 0;
}

static int has_times(const ad_comparison_view *v)
{
    return any(v, offsetof(adrop_compare_row, seconds_per_epoch), -1);
}

static int has_noise(const ad_comparison_view *v)
{
    return any(v, offsetof(adrop_compare_row, noise_level), 0);
}

static void result_document_number(adrop_document *d, double x)
{
    if (isnan(x))
        adrop_document_cell_text(d, "");
    else
        adrop_document_cell_number(d, x);
}

/* -- For people -------------------------------------------------------------------------------- */

/* rank: columns of higher rank are dropped first if a line is too long. */
static void column(adrop_document *d, const char *label, char align, int digits, int rank)
{
    adrop_document_column(d, NULL, label, align, "", digits);
    adrop_document_rank(d, rank);
}

static void result_document_add_columns(const ad_comparison_view *v, adrop_document *d)
{
    static const char *const times[] = { "s/epoch", "s1", "s2", "s1 norm", "s2 norm" };
    const int digits = ADROP_DECIMALS(ad_view_decimals(v));
    char interval[64];

    snprintf(interval, sizeof interval, "difference [%s %% interval]", AD_NUM(100 * v->level));
    if (ad_view_has_blocks(v)) {
        column(d, "data", 'l', 0, 0);
        column(d, "model", 'l', 0, 0);
    }
    column(d, "technique", 'l', 0, 0);
    column(d, "runs", 'r', 0, 3);
    column(d, v->paper ? "mean ± pop. std" : "mean ± std", 'r', digits, 0);
    column(d, "rank", 'r', 0, 6);
    column(d, interval, 'r', digits, 1);
    column(d, "p", 'r', 0, 4);
    column(d, "p (Holm)", 'r', 0, 2);
    column(d, "Hedges' g", 'r', ADROP_DECIMALS(2), 5);
    if (v->paper)
        column(d, "p (paper)", 'r', 0, 0);
    if (has_noise(v)) {
        column(d, "rate", 'r', 3, 5);
        column(d, "noise", 'r', 3, 3);
    }
    for (size_t i = 0; has_times(v) && i < sizeof times / sizeof times[0]; i++)
        column(d, times[i], 'r', i ? ADROP_DECIMALS(3) : 3, i ? 7 : 6);
}

static void add_mean(const ad_comparison_view *v, adrop_document *d, const adrop_compare_row *row)
{
    const double std = v->paper ? row->std_population : row->std;
    char after[64];

    result_document_number(d, row->n ? row->mean : NAN);
    ad_print(after, sizeof after, " ± %.*f", ad_view_decimals(v), std);
    if (row->n > 1)
        adrop_document_around(d, "", after);
    adrop_document_mark(d, row->rank == 1   ? ADROP_MARK_BEST
                           : row->rank == 2 ? ADROP_MARK_SECOND
                                            : ADROP_MARK_PLAIN);
}

static void add_difference(const ad_comparison_view *v, adrop_document *d,
                           const adrop_compare_row *row)
{
    const int decimals = ad_view_decimals(v);
    char after[128] = "";

    if (row->is_baseline) {
        adrop_document_cell_text(d, "baseline");
        return;
    }
    result_document_number(d, row->difference);
    if (!isnan(row->low))
        ad_print(after, sizeof after, " [%.*f, %.*f]", decimals,
                 adrop_number_or_zero(row->low, decimals), decimals,
                 adrop_number_or_zero(row->high, decimals));
    if (!isnan(row->difference))
        adrop_document_around(d, adrop_number_or_zero(row->difference, decimals) < 0 ? "" : "+",
                              after);
}

static void result_document_add_row(const ad_comparison_view *v, adrop_document *d,
                                    const adrop_compare_row *row)
{
    const double times[] = { row->seconds_per_epoch, row->s1, row->s2, row->s1_norm, row->s2_norm };

    if (ad_view_has_blocks(v)) {
        adrop_document_cell_text(d, row->data);
        adrop_document_cell_text(d, row->model);
    }
    adrop_document_cell_text(d, row->asked);
    adrop_document_cell_count(d, row->n);
    add_mean(v, d, row);
    result_document_number(d, row->rank ? (double)row->rank : (double)NAN);
    add_difference(v, d, row);
    adrop_document_cell_text(d, AD_P(row->p));
    adrop_document_cell_text(d, AD_P(row->p_holm));
    result_document_number(d, row->effect);
    if (v->paper)
        adrop_document_cell_text(d, AD_P(row->p_paper));
    if (has_noise(v)) {
        result_document_number(d, row->rate);
        result_document_number(d, row->noise_level);
    }
    for (size_t i = 0; has_times(v) && i < sizeof times / sizeof times[0]; i++)
        result_document_number(d, times[i]);
}

__attribute__((format(printf, 2, 3))) static void note(adrop_document *d, const char *format, ...)
{
    char text[1024];
    va_list args;

    va_start(args, format);
    ad_print_list(text, sizeof text, format, args);
    va_end(args);
    adrop_document_note(d, text);
}

static void note_columns(const ad_comparison_view *v, adrop_document *d)
{
    const size_t tests = ad_view_tests(v);

    note(d, "%s is better. ± is the %s.", v->less_is_better ? "Lower" : "Higher",
         v->paper ? "standard deviation of the runs, divided by n"
                  : "sample standard deviation (n - 1)");
    if (tests)
        note(
            d,
            "Differences are from %.400s; p is that of %s, two-sided; Holm's correction is for %zu "
            "comparison%s.",
            v->baseline, ad_view_test_name(v), tests, tests == 1 ? "" : "s");
    if (v->paper && tests)
        note(d, "p (paper): Welch's t test, one-sided, with standard deviations divided by n and "
                "without correction, as in the paper's tables.");
    if (has_noise(v))
        note(d, "rate, noise: 1 - E[m] and Var[m] / E[m]^2 of the masks m after the last epoch, "
                "averages over layers and runs.");
    if (has_times(v))
        note(d, "s1 and s2: the paper's ratios of what is gained on `none` to the time it takes; "
                "norm: from 0 for the least to 1 for the greatest of a data set and network.");
    if (!strncmp(v->metric, "best_", 5))
        note(d,
             "The best epoch was found with the test rows, so these figures are better than what "
             "new rows would give.");
}

static void note_row(const ad_comparison_view *v, adrop_document *d, const adrop_compare_row *row)
{
    const size_t missing = row->planned - row->n - row->failed;
    char where[600] = "";

    if (ad_view_has_blocks(v))
        snprintf(where, sizeof where, "%.290s, %.290s: ", row->data, row->model);
    if (*row->chosen)
        note(d, "%s%s: %s, chosen by validation%s.", where, row->asked, row->chosen,
             row->chosen_edge < 0   ? "; it is the least of them, and a smaller one may be better"
             : row->chosen_edge > 0 ? "; it is the greatest of them, and a larger one may be better"
                                    : "");
    if (row->failed)
        note(d, "%s%s: %zu of %zu runs failed.", where, row->asked, row->failed, row->planned);
    if (missing)
        note(d, "%s%s: %zu of %zu runs %s not done yet.", where, row->asked, missing, row->planned,
             missing == 1 ? "is" : "are");
}

void ad_view_table(const ad_comparison_view *v, adrop_document *d)
{
    char title[700];

    snprintf(title, sizeof title, "%s", ad_view_title(v));
    if (v->n && !ad_view_has_blocks(v))
        snprintf(title, sizeof title, "%.80s, %.290s, %.290s", ad_view_title(v), v->rows[0].data,
                 v->rows[0].model);
    adrop_document_table(d, NULL, title, 0);
    result_document_add_columns(v, d);
    for (size_t from = 0, end; from < v->n; from = end) {
        end = ad_view_block(v, from);
        adrop_document_rule(d);
        for (size_t i = from; i < end; i++)
            result_document_add_row(v, d, &v->rows[i]);
    }
    note_columns(v, d);
    for (size_t i = 0; i < v->n; i++)
        note_row(v, d, &v->rows[i]);
    adrop_document_end(d);
}

/* -- For programs ------------------------------------------------------------------------------ */

typedef struct {
    const char *key;
    size_t member;
} member;

#define MEMBER(name)                                                                               \
  {                                                                                                \
#    name, offsetof(adrop_compare_row, name)                                                       \
  }

static const member results[] = { MEMBER(mean), MEMBER(std), MEMBER(std_population) };
static const member tests[] = { MEMBER(p), MEMBER(p_holm) };
static const member more[] = { MEMBER(effect), MEMBER(p_paper), MEMBER(p_rank),
                               MEMBER(least_p_rank) };
static const member times[] = { MEMBER(seconds_per_epoch), MEMBER(s1), MEMBER(s2), MEMBER(s1_norm),
                                MEMBER(s2_norm) };
static const member noise[] = { MEMBER(rate), MEMBER(noise_level) };

static double value_of(const adrop_compare_row *row, const member *m)
{
    double x;

    memcpy(&x, (const char *)row + m->member, sizeof x);
    return x;
}

#define EACH(i, list) for (size_t i = 0; i < sizeof(list) / sizeof *(list); i++)

static void add_facts(adrop_document *d, const adrop_compare_row *row, const member *m, size_t n)
{
    for (size_t i = 0; i < n; i++)
        adrop_document_number(d, m[i].key, NULL, value_of(row, &m[i]), "", 0);
}

#define FACTS(d, row, list) add_facts((d), (row), (list), sizeof(list) / sizeof *(list))

/* A setting, typed by its row. */
static void add_setting(adrop_document *d, const char *key, const adrop_option *row,
                        const char *text)
{
    double x;

    if (row && row->kind == ADROP_OPT_FLAG) {
        adrop_document_truth(d, key, NULL, !strcmp(text, "yes"));
    } else if (row && (row->kind == ADROP_OPT_COUNT || row->kind == ADROP_OPT_REAL) &&
               !adrop_number_read(text, &x)) {
        adrop_document_number(d, key, NULL, x, "", 0);
    } else if (row && row->kind == ADROP_OPT_REAL) {
        adrop_document_null(d, key);
    } else {
        adrop_document_text(d, key, NULL, text);
    }
}

/* Every setting of a technique by name, from the complete text "name:key=value,key=value". */
static adrop_status add_settings(const ad_comparison_view *v, adrop_document *d,
                                 const char *dropout)
{
    const char *text, *key, *value;
    adrop_technique_info technique = { 0 };
    size_t index;
    adrop_status status = adrop_technique_check(v->ctx, dropout, &index, &text);

    adrop_document_group(d, "settings", NULL);
    if (!status)
        adrop_technique_known(v->ctx, index, &technique);
    for (const char *at = status ? NULL : strchr(text, ':'); at && *at && !status;
         at += ad_setting_length(at)) {
        const size_t n = ad_setting_length(++at), to_equals = strcspn(at, "=");
        if (to_equals >= n)
            continue;
        if (!(status = ad_keep_part(v->ctx, at, to_equals, &key)) &&
            !(status = ad_keep_part(v->ctx, at + to_equals + 1, n - to_equals - 1, &value)))
            add_setting(d, key, adrop_option_find(technique.options, key), value);
    }
    adrop_document_end(d);
    return status;
}

static void add_runs(adrop_document *d, const adrop_compare_row *row)
{
    adrop_document_list(d, "runs", NULL);
    for (size_t i = 0; i < row->n; i++)
        adrop_document_cell_number(d, row->values[i]);
    adrop_document_end(d);
    adrop_document_list(d, "seeds", NULL);
    for (size_t i = 0; i < row->n; i++)
        adrop_document_cell_count(d, row->seeds[i]);
    adrop_document_end(d);
}

static void add_interval(adrop_document *d, const adrop_compare_row *row)
{
    if (!isfinite(row->low) || !isfinite(row->high)) {
        adrop_document_null(d, "ci");
        return;
    }
    adrop_document_list(d, "ci", NULL);
    adrop_document_cell_number(d, row->low);
    adrop_document_cell_number(d, row->high);
    adrop_document_end(d);
}

static adrop_status add_members(const ad_comparison_view *v, adrop_document *d,
                                const adrop_compare_row *row)
{
    adrop_document_group(d, NULL, NULL);
    adrop_document_text(d, "data", NULL, row->data);
    adrop_document_text(d, "model", NULL, row->model);
    adrop_document_text(d, "dropout", NULL, row->asked);
    adrop_document_text(d, "trained", NULL, row->dropout);
    const adrop_status status = add_settings(v, d, *row->dropout ? row->dropout : row->asked);
    adrop_document_text(d, "chosen", NULL, *row->chosen ? row->chosen : NULL);
    adrop_document_text(d, "chosen_edge", NULL,
                        row->chosen_edge < 0   ? "least"
                        : row->chosen_edge > 0 ? "greatest"
                                               : NULL);
    add_runs(d, row);
    adrop_document_count(d, "planned", NULL, row->planned);
    adrop_document_count(d, "failed", NULL, row->failed);
    FACTS(d, row, results);
    adrop_document_number(d, "rank", NULL, row->rank ? (double)row->rank : (double)NAN, "", 0);
    adrop_document_number(d, "difference", NULL, row->difference, "", 0);
    FACTS(d, row, tests);
    add_interval(d, row);
    FACTS(d, row, more);
    FACTS(d, row, noise);
    FACTS(d, row, times);
    adrop_document_end(d);
    return status;
}

/* CSV: one column per number, in full. */
static void add_numbers(const ad_comparison_view *v, adrop_document *d)
{
    static const char *const texts[] = { "data", "model", "dropout", "trained", "chosen" };
    static const char *const counts[] = { "runs", "planned", "failed" };
    static const member between[] = { MEMBER(difference), MEMBER(low), MEMBER(high) };
    static const struct {
        const member *list;
        size_t n;
    } parts[] = { { results, 3 }, { NULL, 0 },  { between, 3 }, { tests, 2 },
                  { more, 4 },    { times, 5 }, { noise, 2 } };

    adrop_document_table(d, NULL, NULL, 0);
    EACH(i, texts) adrop_document_column(d, texts[i], NULL, 'l', "", 0);
    EACH(i, counts) adrop_document_column(d, counts[i], NULL, 'r', "", 0);
    EACH(i, parts)
    {
        if (!parts[i].list)
            adrop_document_column(d, "rank", NULL, 'r', "", 0);
        for (size_t k = 0; k < parts[i].n; k++)
            adrop_document_column(d, parts[i].list[k].key, NULL, 'r', "", 0);
    }
    for (size_t r = 0; r < v->n; r++) {
        const adrop_compare_row *row = &v->rows[r];
        const char *const own[] = { row->data, row->model, row->asked, row->dropout, row->chosen };
        const size_t n[] = { row->n, row->planned, row->failed };
        EACH(i, own) adrop_document_cell_text(d, own[i]);
        EACH(i, n) adrop_document_cell_count(d, n[i]);
        EACH(i, parts)
        {
            if (!parts[i].list)
                result_document_number(d, row->rank ? (double)row->rank : (double)NAN);
            for (size_t k = 0; k < parts[i].n; k++)
                adrop_document_cell_number(d, value_of(row, &parts[i].list[k]));
        }
    }
    adrop_document_end(d);
}

/* -- The document ------------------------------------------------------------------------------ */

static adrop_status add_findings(const ad_comparison_view *v, adrop_document *d)
{
    adrop_findings *findings;
    const char *sentence;
    const adrop_status status = ad_view_findings(v, &findings);

    adrop_document_list(d, "verdict", "");
    for (size_t i = 0; !status && (sentence = adrop_findings_at(findings, i)); i++)
        adrop_document_sentence(d, NULL, sentence);
    adrop_document_end(d);
    if (!status)
        adrop_findings_free(findings);
    return status;
}

adrop_status ad_view_document(const ad_comparison_view *v, adrop_document *d)
{
    static const char *const words[] = { "welch", "pooled", "paired" };
    adrop_status status = ADROP_OK;

    adrop_document_text(d, "metric", NULL, v->metric);
    adrop_document_text(d, "baseline", NULL, v->baseline);
    adrop_document_list(d, "rows", NULL);
    for (size_t i = 0; !status && i < v->n; i++)
        status = add_members(v, d, &v->rows[i]);
    adrop_document_end(d);
    add_numbers(v, d);
    ad_view_table(v, d);
    adrop_document_text(d, "test", NULL, words[v->test]);
    adrop_document_number(d, "level", NULL, v->level, "", 0);
    adrop_document_text(d, "folder", NULL, v->folder);
    return status ? status : add_findings(v, d);
}
