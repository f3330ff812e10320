/* The findings of a comparison, one sentence each: for each data set and network, the techniques
 * shown to differ from the baseline, those not distinguished from it with the detectable
 * difference, then remarks on the whole table. */
#include "report/findings.h"

#include <math.h>
#include <string.h>

#include "base/context.h"
#include "base/memory.h"

/* Add a sentence; takes ownership even on failure. */
static adrop_status findings_add(adrop_findings *f, ad_text *sentence)
{
    if (f->n == f->room) { /* f->room is the largest possible number */
        ad_text_release(sentence);
        return ad_fail(f->ctx, ADROP_ENOMEM, "too many sentences for a report");
    }
    adrop_status status = ad_text_take(sentence, &f->sentences[f->n]);
    f->n += !status;
    return status;
}

static size_t findings_count(const ad_block *b, ad_finding which)
{
    size_t n = 0;

    for (size_t i = 0; i < b->n; i++)
        n += ad_block_finding(b, &b->rows[i]) == which;
    return n;
}

static void findings_begin(const ad_block *b, ad_text *sentence)
{
    ad_text_add(sentence, "%s, %s: ", b->rows->data, b->rows->model);
}

static adrop_status add_finding(adrop_findings *f, const ad_block *b, ad_finding which)
{
    const size_t n = findings_count(b, which);
    ad_text sentence = ad_text_start(f->ctx);

    if (!n || which == AD_NOT_COMPARED)
        return ADROP_OK;
    findings_begin(b, &sentence);
    if (which == AD_BELOW || which == AD_ABOVE)
        ad_say_shown(b, which, n, &sentence);
    else if (which == AD_NOT_SHOWN)
        ad_say_not_shown(b, n, &sentence);
    else if (which == AD_SINGLE)
        ad_say_single(b, n, &sentence);
    else if (which == AD_SAME)
        ad_say_same(b, n, &sentence);
    else
        ad_say_flat(b, n, &sentence);
    ad_text_add(&sentence, ".");
    return findings_add(f, &sentence);
}

static adrop_status add_block(adrop_findings *f, const ad_block *b)
{
    static const ad_finding order[] = { AD_BELOW, AD_ABOVE,  AD_NOT_SHOWN,
                                        AD_SAME,  AD_SINGLE, AD_FLAT };
    ad_text sentence = ad_text_start(f->ctx);
    adrop_status status = ADROP_OK;

    if (!b->baseline && b->n > 1) {
        findings_begin(b, &sentence);
        ad_text_add(&sentence, "no run of %s is done, so there is nothing to compare with.",
                    b->view->baseline);
        return findings_add(f, &sentence);
    }
    for (size_t i = 0; !status && i < sizeof order / sizeof order[0]; i++)
        status = add_finding(f, b, order[i]);
    return status;
}

/* Report if rank tests cannot show anything, whatever the results. Ties only raise their smallest
 * p, so the row with the smallest p decides. */
static adrop_status add_ranks(adrop_findings *f, const ad_comparison_view *v)
{
    ad_text sentence = ad_text_start(f->ctx);
    const adrop_compare_row *row = NULL;

    for (size_t i = 0; i < v->n; i++)
        if (!isnan(v->rows[i].p) && v->rows[i].least_p_rank > 1 - v->level &&
            v->rows[i].least_p_rank < 1 && /* 1: all pairs are equal, so there are no ranks */
            (!row || v->rows[i].least_p_rank < row->least_p_rank))
            row = &v->rows[i];
    if (!row)
        return ADROP_OK;
    ad_text_add(&sentence,
                "With %zu runs Wilcoxon's %s test cannot give a p below %s, whatever the results; "
                "only the t test can show a difference, and it takes results to be about normally "
                "distributed.",
                row->n, v->test == ADROP_TEST_PAIRED ? "signed-rank" : "rank-sum",
                AD_P(row->least_p_rank));
    return findings_add(f, &sentence);
}

static adrop_status add_method(adrop_findings *f, const ad_block *b, int any_not_shown)
{
    const ad_comparison_view *v = b->view;
    ad_text sentence = ad_text_start(f->ctx);

    if (!b->tests)
        return ADROP_OK;
    ad_text_add(&sentence, "The test is %s, two-sided, at the level %s", ad_view_test_name(v),
                adrop_number_round((char[ADROP_NUMBER_SIZE]){ 0 }, 1 - v->level, 4));
    if (b->tests > 1)
        ad_text_add(&sentence, " for all %zu comparisons together (Holm)", b->tests);
    if (any_not_shown)
        ad_text_add(&sentence,
                    "; what would be seen is computed from the noncentral t distribution with the "
                    "%s standard deviation",
                    v->test == ADROP_TEST_PAIRED ? "differences'" : "pooled");
    ad_text_add(&sentence, ".");
    return findings_add(f, &sentence);
}

static ad_block block_at(const ad_comparison_view *v, size_t from)
{
    ad_block b = { .view = v,
                   .rows = v->rows + from,
                   .n = ad_view_block(v, from) - from,
                   .tests = ad_view_tests(v) };
    size_t shown = 0;

    for (size_t i = 0; i < b.n; i++)
        if (b.rows[i].is_baseline && b.rows[i].n)
            b.baseline = &b.rows[i];
    for (size_t i = 0; i < v->n; i++)
        shown += ad_view_shown(v, &v->rows[i]) ? 1 : 0;
    b.alpha = (1 - v->level) / (double)(b.tests > shown ? b.tests - shown : 1);
    return b;
}

static adrop_status add_all(adrop_findings *f, const ad_comparison_view *v)
{
    adrop_status status = ADROP_OK;
    ad_block b = { .view = v };
    int any_not_shown = 0;

    for (size_t from = 0; !status && from < v->n; from += b.n) {
        b = block_at(v, from);
        any_not_shown |= findings_count(&b, AD_NOT_SHOWN) > 0;
        status = add_block(f, &b);
    }
    if (!status)
        status = add_ranks(f, v);
    return status ? status : add_method(f, &b, any_not_shown);
}

adrop_status ad_view_findings(const ad_comparison_view *v, adrop_findings **out)
{
    adrop_findings *f;

    *out = NULL;
    adrop_status status = AD_NEW(v->ctx, 1, "a report", &f);
    if (status)
        return status;
    f->ctx = v->ctx;
    f->room = v->n * AD_FINDINGS + 2;
    status = AD_NEW(v->ctx, f->room, "a report", &f->sentences);
    if (!status)
        status = add_all(f, v);
    if (status)
        adrop_findings_free(f);
    else
        *out = f;
    return status;
}

const char *adrop_findings_at(const adrop_findings *f, size_t i)
{
    return i < f->n ? f->sentences[i] : NULL;
}

void adrop_findings_free(adrop_findings *f)
{
    if (!f)
        return;
    for (size_t i = 0; i < f->n; i++)
        ad_free(f->ctx, f->sentences[i]);
    ad_free(f->ctx, f->sentences);
    ad_free(f->ctx, f);
}
