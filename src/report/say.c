/* The clauses of findings (findings.h). One or two techniques get a clause each; more become a
 * list. */
#include <math.h>

#include "adrop/number.h"
#include "base/context.h"
#include "report/findings.h"

enum { FEW = 2 };

/* The unit of a difference; errors have the target's unit. */
static const char *unit(const ad_block *b)
{
    return b->view->less_is_better ? "" : " points";
}

/* "95 %". */
static void say_level(const ad_block *b, ad_text *out)
{
    ad_text_add(out, "%s %%",
                adrop_number_round((char[ADROP_NUMBER_SIZE]){ 0 }, 100 * b->view->level, 4));
}

static void say_p(const ad_block *b, double p, int corrected, ad_text *out)
{
    const char *text = AD_P(p);

    ad_text_add(out, "p %s%s", *text == '<' ? "" : "= ", text);
    if (corrected && b->tests > 1)
        ad_text_add(out, " after Holm's correction for %zu comparisons", b->tests);
}

/* ", " or " and " or nothing before item i of n. */
static const char *joint(size_t i, size_t n)
{
    return !i ? "" : i + 1 == n ? " and " : ", ";
}

/* An interval of a difference's absolute value: 0.21 to 0.91. */
static void say_interval(const ad_block *b, const adrop_compare_row *row, ad_text *out)
{
    const int decimals = ad_view_decimals(b->view), less = row->difference < 0;

    ad_text_add(out, "%.*f to %.*f; ", decimals,
                adrop_number_or_zero(less ? -row->high : row->low, decimals), decimals,
                adrop_number_or_zero(less ? -row->low : row->high, decimals));
}

/* "none is 0.56 points below advanced (95 % interval 0.21 to 0.91; p = 0.012; Hedges' g 2.9)" */
static void say_one(const ad_block *b, const adrop_compare_row *row, ad_text *out)
{
    const int error = b->view->less_is_better;

    ad_text_add(out, "%s%s is %.*f%s %s %s%s (", error ? "the error of " : "", row->asked,
                ad_view_decimals(b->view), fabs(row->difference), unit(b),
                row->difference < 0 ? "below" : "above", error ? "that of " : "",
                b->baseline->asked);
    say_level(b, out);
    ad_text_add(out, " interval ");
    say_interval(b, row, out);
    say_p(b, row->p_holm, 1, out);
    if (isfinite(row->effect))
        ad_text_add(out, "; Hedges' g %.1f", fabs(row->effect));
    ad_text_add(out, ")");
}

/* "none by 0.56 points (0.21 to 0.91; p = 0.012; g 2.9)" */
static void say_listed(const ad_block *b, const adrop_compare_row *row, ad_text *out)
{
    ad_text_add(out, "%s by %.*f%s (", row->asked, ad_view_decimals(b->view), fabs(row->difference),
                unit(b));
    say_interval(b, row, out);
    say_p(b, row->p_holm, 0, out);
    if (isfinite(row->effect))
        ad_text_add(out, "; g %.1f", fabs(row->effect));
    ad_text_add(out, ")");
}

void ad_say_shown(const ad_block *b, ad_finding which, size_t n, ad_text *out)
{
    const int better = (which == AD_BELOW) == b->view->less_is_better;
    size_t i = 0;

    if (n > FEW)
        ad_text_add(out, "%s than %s are ", better ? "better" : "worse", b->baseline->asked);
    for (size_t k = 0; k < b->n; k++) {
        if (ad_block_finding(b, &b->rows[k]) != which)
            continue;
        ad_text_add(out, "%s", joint(i++, n));
        if (n > FEW)
            say_listed(b, &b->rows[k], out);
        else
            say_one(b, &b->rows[k], out);
    }
    if (n <= FEW)
        return;
    ad_text_add(out, "; intervals of ");
    say_level(b, out);
    ad_text_add(out, ", p after Holm's correction for %zu comparisons, g is Hedges'", b->tests);
}

/* "0.9" or "0.9 to 1.4": the detectable difference, to two digits. */
static void say_detectable(const ad_block *b, ad_text *out)
{
    double least = INFINITY, most = 0;
    size_t runs_least = (size_t)-1;

    for (size_t k = 0; k < b->n; k++) {
        if (ad_block_finding(b, &b->rows[k]) != AD_NOT_SHOWN)
            continue;
        const double d = ad_block_detectable(b, &b->rows[k]);
        if (isnan(d))
            continue;
        least = fmin(least, d);
        most = fmax(most, d);
        if (b->rows[k].n < runs_least)
            runs_least = b->rows[k].n;
    }
    if (!isfinite(least))
        return;
    char low[ADROP_NUMBER_SIZE], high[ADROP_NUMBER_SIZE];
    adrop_number_round(low, least, 2);
    adrop_number_round(high, most, 2);
    ad_text_add(out, "; with %zu runs of this spread only differences above about %s", runs_least,
                low);
    if (most > 1.2 * least)
        ad_text_add(out, " to %s", high);
    ad_text_add(out, "%s would be seen four times in five", unit(b));
}

/* Rows significant alone, but not after correction for the number of comparisons. */
static void say_alone(const ad_block *b, ad_text *out)
{
    size_t n = 0, i = 0;

    for (size_t k = 0; k < b->n; k++)
        n += ad_block_finding(b, &b->rows[k]) == AD_NOT_SHOWN && b->rows[k].p < 1 - b->view->level;
    if (!n)
        return;
    ad_text_add(out, "; alone, ");
    for (size_t k = 0; k < b->n; k++) {
        const adrop_compare_row *row = &b->rows[k];
        if (ad_block_finding(b, row) != AD_NOT_SHOWN || !(row->p < 1 - b->view->level))
            continue;
        ad_text_add(out, "%s%s (", joint(i++, n), row->asked);
        say_p(b, row->p, 0, out);
        ad_text_add(out, ")");
    }
    ad_text_add(out, " would be shown to differ, but %zu comparisons were made", b->tests);
}

void ad_say_not_shown(const ad_block *b, size_t n, ad_text *out)
{
    const int decimals = ad_view_decimals(b->view);
    size_t i = 0;

    ad_text_add(out, "no difference from %s is shown for ", b->baseline->asked);
    for (size_t k = 0; k < b->n; k++) {
        const adrop_compare_row *row = &b->rows[k];
        if (ad_block_finding(b, row) != AD_NOT_SHOWN)
            continue;
        ad_text_add(out, "%s%s (%+.*f%s, ", joint(i, n), row->asked, decimals,
                    adrop_number_or_zero(row->difference, decimals), i ? "" : unit(b));
        if (!i++) {
            say_level(b, out);
            ad_text_add(out, " interval ");
        }
        ad_text_add(out, "%.*f to %.*f)", decimals, adrop_number_or_zero(row->low, decimals),
                    decimals, adrop_number_or_zero(row->high, decimals));
    }
    say_detectable(b, out);
    say_alone(b, out);
}

/* The techniques with a finding and their differences. */
static void say_list(const ad_block *b, ad_finding which, size_t n, ad_text *out)
{
    size_t i = 0;

    for (size_t k = 0; k < b->n; k++)
        if (ad_block_finding(b, &b->rows[k]) == which) {
            ad_text_add(out, "%s%s (%+.*f%s)", joint(i, n), b->rows[k].asked,
                        ad_view_decimals(b->view), b->rows[k].difference, i ? "" : unit(b));
            i++;
        }
}

void ad_say_single(const ad_block *b, size_t n, ad_text *out)
{
    ad_text_add(out, "one run says nothing about chance: what ");
    say_list(b, AD_SINGLE, n, out);
    ad_text_add(out, " and %s differ by may be chance alone", b->baseline->asked);
}

void ad_say_flat(const ad_block *b, size_t n, ad_text *out)
{
    ad_text_add(out, "all runs of ");
    say_list(b, AD_FLAT, n, out);
    ad_text_add(out,
                " gave one result, and so did those of %s: without any spread chance cannot "
                "be judged",
                b->baseline->asked);
}

void ad_say_same(const ad_block *b, size_t n, ad_text *out)
{
    size_t i = 0;

    for (size_t k = 0; k < b->n; k++)
        if (ad_block_finding(b, &b->rows[k]) == AD_SAME)
            ad_text_add(out, "%s%s", joint(i++, n), b->rows[k].asked);
    ad_text_add(out, " gave the same result as %s in every run", b->baseline->asked);
}
