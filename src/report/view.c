/* The rows of a comparison (view.h), and the calls that report on them. */
#include "report/view.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "base/option_check.h"

static const adrop_option options[] = {
    { .name = "paper",
      .group = ADROP_GROUP_OWN,
      .kind = ADROP_OPT_FLAG,
      .offset = offsetof(adrop_report_opts, paper),
      .help = "the paper's conventions: population standard deviations, and its one-sided p" },
    { 0 },
};

const adrop_option *adrop_report_options(void)
{
    return options;
}

void adrop_report_opts_init_sized(adrop_report_opts *opts, size_t size)
{
    ad_struct_init(opts, size, &(const adrop_report_opts){ 0 }, sizeof *opts);
}

/* auto is 0; the others follow the order of adrop_t_kind. */
static adrop_t_kind test_of(const adrop_compare_opts *opts)
{
    if (opts->test)
        return (adrop_t_kind)(opts->test - 1);
    return opts->paired ? ADROP_TEST_PAIRED : ADROP_TEST_WELCH;
}

adrop_status ad_view_open(adrop_ctx *ctx, const adrop_compare *c, const adrop_report_opts *given,
                          ad_comparison_view *view)
{
    const adrop_compare_opts *compare_opts = adrop_compare_settings(c);
    adrop_report_opts opts = { 0 };
    adrop_compare_row row;
    size_t n = 0;

    *view = (ad_comparison_view){ .ctx = ctx };
    adrop_status status = AD_SETTINGS_READ(ctx, adrop_report_opts, options, &opts, given);
    if (status)
        return status;
    while (adrop_compare_row_at(c, n, &row))
        n++;
    *view = (ad_comparison_view){
        .ctx = ctx,
        .n = n,
        .metric = adrop_compare_metric(c),
        .baseline = compare_opts->baseline,
        .folder = compare_opts->out,
        .less_is_better = adrop_compare_less_is_better(c),
        .paper = opts.paper,
        .level = compare_opts->level,
        .test = test_of(compare_opts),
    };
    status = AD_NEW(ctx, n, "the rows of a report", &view->rows);
    for (size_t i = 0; !status && i < n; i++) {
        adrop_compare_row_at(c, i, &view->rows[i]);
        if (view->rows[i].is_baseline)
            view->baseline = view->rows[i].asked;
    }
    return status;
}

void ad_view_release(ad_comparison_view *view)
{
    ad_free(view->ctx, view->rows);
    view->rows = NULL;
}

size_t ad_view_block(const ad_comparison_view *v, size_t from)
{
    size_t end = from + 1;

    while (end < v->n && !strcmp(v->rows[end].data, v->rows[from].data) &&
           !strcmp(v->rows[end].model, v->rows[from].model))
        end++;
    return end;
}

int ad_view_has_blocks(const ad_comparison_view *v)
{
    return v->n && ad_view_block(v, 0) < v->n;
}

size_t ad_view_tests(const ad_comparison_view *v)
{
    size_t n = 0;

    for (size_t i = 0; i < v->n; i++)
        n += isnan(v->rows[i].p) ? 0 : 1;
    return n;
}

int ad_view_shown(const ad_comparison_view *v, const adrop_compare_row *row)
{
    return row->p_holm <= 1 - v->level; /* false for NaN */
}

const char *ad_view_title(const ad_comparison_view *v)
{
    static const char *const titles[][2] = {
        { "test_acc", "Test accuracy (%)" },
        { "best_test_acc", "Best test accuracy of all epochs (%)" },
        { "test_top5", "Test accuracy, top 5 (%)" },
        { "test_micro_f1", "Test micro F1 (%)" },
        { "test_macro_f1", "Test macro F1 (%)" },
        { "test_rmse", "Test rmse" },
        { "best_test_rmse", "Best test rmse of all epochs" },
    };

    for (size_t i = 0; i < sizeof titles / sizeof titles[0]; i++)
        if (!strcmp(titles[i][0], v->metric))
            return titles[i][1];
    return v->metric;
}

int ad_view_decimals(const ad_comparison_view *v)
{
    return v->less_is_better ? 4 : 2;
}

const char *ad_view_test_name(const ad_comparison_view *v)
{
    static const char *const names[] = { "Welch's t test", "the pooled t test",
                                         "the paired t test" };

    return names[v->test];
}

char *ad_p_text(char buffer[AD_P_SIZE], double p)
{
    const long parts = isnan(p) ? 0 : lround(p * 1e4); /* integers have no locale */

    if (isnan(p))
        *buffer = 0;
    else if (p < 0.0001)
        strcpy(buffer, "< 0.0001");
    else if (parts < 10)
        snprintf(buffer, AD_P_SIZE, "0.%04ld", parts);
    else
        snprintf(buffer, AD_P_SIZE, "%ld.%03ld", lround(p * 1e3) / 1000, lround(p * 1e3) % 1000);
    return buffer;
}

adrop_status adrop_report_findings(adrop_ctx *ctx, const adrop_compare *c,
                                   const adrop_report_opts *opts, adrop_findings **out)
{
    if (ad_check_given(ctx, "out", out))
        return ADROP_EINVAL;

    ad_comparison_view view;

    *out = NULL;
    adrop_status status = ad_view_open(ctx, c, opts, &view);
    if (!status)
        status = ad_view_findings(&view, out);
    ad_view_release(&view);
    return status;
}

adrop_status adrop_report_document(adrop_ctx *ctx, const adrop_compare *c,
                                   const adrop_report_opts *opts, adrop_document **out)
{
    if (ad_check_given(ctx, "out", out))
        return ADROP_EINVAL;

    ad_comparison_view view;

    *out = NULL;
    adrop_status status = ad_view_open(ctx, c, opts, &view);
    if (!status)
        status = adrop_document_create(ctx, "", out);
    if (!status && (status = ad_view_document(&view, *out))) {
        adrop_document_free(*out);
        *out = NULL;
    }
    ad_view_release(&view);
    return status;
}
