/* A reproduction as a document (adrop/reproduce.h): our numbers and the paper's as tables, sheets
 * and figures, with remarks on them. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "adrop/number.h"
#include "base/context.h"
#include "base/format.h"
#include "base/option_check.h"
#include "paper/reproduce_impl.h"

/* -- Sheets -------------------------------------------------------------------------------------
 */

void ad_reproduce_sheet(adrop_document *d, const char *title, const adrop_column *columns)
{
    adrop_document_table(d, NULL, title, ADROP_TABLE_SHEET);
    if (columns)
        adrop_document_columns(d, columns);
}

void ad_reproduce_number(adrop_document *d, double x)
{
    if (isnan(x))
        adrop_document_cell_null(d);
    else
        adrop_document_cell_number(d, x);
}

void ad_reproduce_note(adrop_document *d, const char *format, ...)
{
    char text[1024];
    va_list args;

    va_start(args, format);
    ad_print_list(text, sizeof text, format, args);
    va_end(args);
    adrop_document_note(d, text);
}

static adrop_status add_sheets(adrop_reproduction *r, adrop_document *d)
{
    const adrop_recipe_kind kind = r->recipe->kind;

    if (r->recipe->curve != ADROP_CURVE_NONE)
        return ad_reproduce_curves(r, d);
    if (kind == ADROP_RECIPE_PVALUE)
        return ad_reproduce_pvalue(r, d);
    if (kind == ADROP_RECIPE_RATIOS)
        return ad_reproduce_ratios(r, d);
    if (kind == ADROP_RECIPE_DENSITIES)
        return ad_reproduce_densities(r, d);
    if (kind == ADROP_RECIPE_DIVERGENCES)
        return ad_reproduce_divergences(r, d);
    if (kind == ADROP_RECIPE_PRUNING)
        return ad_reproduce_pruning(r, d);
    return kind > ADROP_RECIPE_MISSING ? ad_reproduce_uncertainty(r, d) : ADROP_OK;
}

/* -- Rows, for programs -------------------------------------------------------------------------
 */

static void reproduce_document_add_row(adrop_document *d, const adrop_reproduced *row)
{
    const adrop_compare_row *ours = row->ours;
    const double numbers[] = { ours->mean, ours->std,    ours->rank ? (double)ours->rank : NAN,
                               ours->p,    ours->p_holm, ours->seconds_per_epoch };

    adrop_document_cell_text(d, row->part);
    adrop_document_cell_text(d, ours->data);
    adrop_document_cell_text(d, ours->model);
    adrop_document_cell_text(d, ours->dropout);
    adrop_document_cell_text(d, ours->asked);
    adrop_document_cell_text(d, *ours->chosen ? ours->chosen : NULL);
    adrop_document_cell_text(d, ours->chosen_edge < 0   ? "least"
                                : ours->chosen_edge > 0 ? "greatest"
                                                        : NULL);
    adrop_document_cell_text(d, row->column);
    adrop_document_list(d, NULL, NULL);
    for (size_t i = 0; i < ours->n; i++)
        adrop_document_cell_number(d, ours->values[i]);
    adrop_document_end(d);
    adrop_document_list(d, NULL, NULL);
    for (size_t i = 0; i < ours->n; i++)
        adrop_document_cell_count(d, ours->seeds[i]);
    adrop_document_end(d);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        adrop_document_cell_number(d, numbers[i]);
    adrop_document_group(d, NULL, NULL);
    adrop_document_number(d, "mean", NULL, row->paper_mean, "", 0);
    adrop_document_number(d, "std", NULL, row->paper_std, "", 0);
    adrop_document_number(d, "p", NULL, row->paper_p, "", 0);
    adrop_document_number(d, "rank", NULL, row->paper_rank ? (double)row->paper_rank : NAN, "", 0);
    adrop_document_number(d, "rows", NULL, row->paper_rows ? (double)row->paper_rows : NAN, "", 0);
    adrop_document_text(d, "note", NULL, *row->note ? row->note : NULL);
    adrop_document_end(d);
}

static void reproduce_document_add_rows(const adrop_reproduction *r, adrop_document *d)
{
    static const char *const keys[] = { "part",  "data",   "model",       "dropout",
                                        "asked", "chosen", "chosen_edge", "metric",
                                        "runs",  "seeds",  "mean",        "std",
                                        "rank",  "p",      "p_holm",      "seconds_per_epoch",
                                        "paper" };

    adrop_document_table(d, "rows", NULL, 0);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        adrop_document_column(d, keys[i], NULL, i < 8 ? 'l' : 'r', "", 0);
    for (size_t i = 0; i < r->n_rows; i++)
        reproduce_document_add_row(d, &r->rows[i].shown);
    adrop_document_end(d);
}

/* -- Rows, for people ---------------------------------------------------------------------------
 */

/* "98.23 ± 0.11"; with flag, followed by a star. */
static void add_result(adrop_document *d, const char *column, int rank, double mean, double std,
                       int flag)
{
    const int digits = ad_column_decimals(column, mean);
    char after[64] = "";

    ad_reproduce_number(d, mean);
    if (isnan(mean))
        return;
    if (!isnan(std))
        ad_print(after, sizeof after, " ± %.*f", digits, std);
    adrop_document_differs(d, NULL, "", ADROP_DECIMALS(digits));
    adrop_document_around(d, "", strcat(after, flag ? " *" : ""));
    adrop_document_mark(d, rank == 1   ? ADROP_MARK_BEST
                           : rank == 2 ? ADROP_MARK_SECOND
                                       : ADROP_MARK_PLAIN);
}

static void add_rank(adrop_document *d, int rank, double mean)
{
    ad_reproduce_number(d, rank && !isnan(mean) ? (double)rank : NAN);
}

static void add_shown(adrop_document *d, const adrop_reproduced *row, int paper)
{
    const adrop_compare_row *ours = row->ours;
    char text[1200];

    adrop_document_cell_text(d, ours->asked);
    snprintf(text, sizeof text, " (%.1100s%s)", ours->chosen,
             ours->chosen_edge < 0   ? ", the least"
             : ours->chosen_edge > 0 ? ", the greatest"
                                     : "");
    if (*ours->chosen)
        adrop_document_around(d, "", text);
    if (!strcmp(row->column, "seconds_per_epoch"))
        adrop_document_cell_null(d);
    else
        adrop_document_cell_count(d, ours->n);
    snprintf(text, sizeof text, " of %zu", ours->planned);
    if (ours->n < ours->planned)
        adrop_document_around(d, "", text);
    add_result(d, row->column, ours->rank, ours->mean, ours->std, 0);
    add_rank(d, ours->rank, ours->mean);
    ad_reproduce_number(d, ours->p_holm);
    if (!paper)
        return;
    add_result(d, row->column, row->paper_rank, row->paper_mean, row->paper_std, *row->note != 0);
    add_rank(d, row->paper_rank, row->paper_mean);
    ad_reproduce_number(d, row->paper_p);
}

/* Rows [from, end) of one data set, network and column, and their remarks. */
static void add_block(const adrop_reproduction *r, adrop_document *d, size_t from, size_t end,
                      const char *verdict)
{
    static const char *const labels[] = { "technique", "runs",  "here", "rank",
                                          "p (Holm)",  "paper", "rank", "p" };
    const adrop_reproduced *first = &r->rows[from].shown;
    const int paper = ad_reproduce_paper_applies(r);
    char title[600];

    snprintf(title, sizeof title, "%s: %.150s, %.150s, %s", first->part, first->ours->data,
             first->ours->model, first->column);
    adrop_document_table(d, NULL, title, 0);
    for (size_t i = 0; i < (paper ? 8 : 5); i++)
        adrop_document_column(d, NULL, labels[i], i ? 'r' : 'l', "", i == 4 || i == 7 ? 3 : 0);
    for (size_t i = from; i < end; i++)
        add_shown(d, &r->rows[i].shown, paper);
    for (size_t i = from; i < end; i++)
        if (paper && *r->rows[i].shown.note)
            ad_reproduce_note(d, "* %s, %s, %s: %s", r->rows[i].ours.asked, r->rows[i].ours.data,
                              r->rows[i].ours.model, r->rows[i].shown.note);
    ad_reproduce_note(d, "%s.", verdict);
    adrop_document_end(d);
}

/* Our numbers and the paper's as bars; a terminal shows the table only. */
static adrop_status add_bars(const adrop_reproduction *r, adrop_document *d, size_t from,
                             size_t end)
{
    const adrop_reproduced *first = &r->rows[from].shown;
    adrop_figure *f;
    char title[600];

    snprintf(title, sizeof title, "%s: %.150s, %.150s, %s", first->part, first->ours->data,
             first->ours->model, first->column);
    const adrop_status status = adrop_figure_create(r->ctx, title, &f);
    if (status)
        return status;
    adrop_figure_panel(f, "bar", "");
    adrop_figure_axis(f, ADROP_AXIS_Y, first->column, 0);
    for (int paper = 0; paper < 2; paper++) {
        adrop_figure_series(f, paper ? "the paper" : "here", paper);
        for (size_t k = from; k < end; k++) {
            const adrop_reproduced *row = &r->rows[k].shown;
            const double mean = paper ? row->paper_mean : row->ours->mean,
                         std = paper ? row->paper_std : row->ours->std;
            adrop_figure_named(f, row->ours->asked, NAN, mean, mean - std, mean + std);
        }
    }
    adrop_figure_note(f, "Error bars: one standard deviation, where there are several runs.");
    adrop_document_figure(d, NULL, f);
    return ADROP_OK;
}

static void add_blocks(const adrop_reproduction *r, adrop_document *d)
{
    for (size_t i = 0, k = 0, end; i < r->n_rows; i = end, k++) {
        end = ad_reproduce_block(r, i);
        add_block(r, d, i, end, r->verdicts[k]);
    }
}

static adrop_status add_all_bars(const adrop_reproduction *r, adrop_document *d)
{
    adrop_status status = ADROP_OK;

    adrop_document_list(d, NULL, NULL); /* not in text */
    adrop_document_group(d, NULL, NULL);
    for (size_t i = 0; !status && i < r->n_rows; i = ad_reproduce_block(r, i))
        status = add_bars(r, d, i, ad_reproduce_block(r, i));
    adrop_document_end(d);
    adrop_document_end(d);
    return status;
}

/* -- The whole ----------------------------------------------------------------------------------
 */

static void add_head(const adrop_reproduction *r, adrop_document *d)
{
    const char *remark;

    adrop_document_text(d, "recipe", NULL, r->recipe->label);
    adrop_document_text(d, "title", NULL, r->recipe->title);
    adrop_document_text(d, "claim", NULL, r->recipe->claim);
    adrop_document_text(d, "scale", NULL, ad_scale_words[r->opts.scale]);
    adrop_document_text(d, "says", NULL, r->says);
    adrop_document_text(d, "restricted", NULL, r->restricted);
    adrop_document_text(d, "absent", NULL, r->absent);
    adrop_document_text(d, "out", NULL, r->out);
    adrop_document_truth(d, "paper_applies", NULL, ad_reproduce_paper_applies(r));
    adrop_document_list(d, "remarks", NULL);
    for (size_t i = 0; (remark = adrop_reproduce_remark(r, i)); i++)
        adrop_document_cell_text(d, remark);
    adrop_document_end(d);
}

static void add_sentences(const adrop_reproduction *r, adrop_document *d)
{
    const char *remark;

    adrop_document_say(d, "The paper's claim: %s.", r->recipe->claim);
    if (*r->says)
        adrop_document_say(d, "This is the %s scale: %s.",
                           r->opts.scale == ADROP_SCALE_PAPER ? "paper's" : "quick", r->says);
    if (*r->restricted)
        adrop_document_say(d, "Restricted: %s.", r->restricted);
    if (*r->absent)
        adrop_document_say(d, "Not here, and left out: %s.", r->absent);
    for (size_t i = 0; (remark = adrop_reproduce_remark(r, i)); i++)
        adrop_document_say(d, "Known of the paper's %s: %s.", r->recipe->label, remark);
}

static void add_examples(const adrop_reproduction *r, adrop_document *d)
{
    static const char *const keys[] = { "rule", "row", "truth", "predicted" };

    if (!r->n_examples)
        return;
    adrop_document_table(d, "examples", NULL, 0);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        adrop_document_column(d, keys[i], NULL, 'l', "", 0);
    for (size_t i = 0; i < r->n_examples; i++) {
        adrop_document_cell_text(d, r->examples[i].shown.rule);
        adrop_document_cell_count(d, r->examples[i].shown.row);
        adrop_document_cell_text(d, r->examples[i].shown.truth);
        adrop_document_cell_text(d, r->examples[i].shown.predicted);
    }
    adrop_document_end(d);
}

static adrop_status reproduce_document_fill(adrop_reproduction *r, adrop_document *d)
{
    add_head(r, d);
    reproduce_document_add_rows(r, d);
    add_blocks(r, d);
    adrop_document_list(d, "sheets", "");
    adrop_status status = add_sheets(r, d);
    adrop_document_end(d);
    add_examples(r, d);
    adrop_document_list(d, "verdicts", NULL);
    for (size_t i = 0; i < r->n_verdicts; i++)
        adrop_document_cell_text(d, r->verdicts[i]);
    adrop_document_end(d);
    if (!status)
        status = ad_reproduce_figures(r, d);
    if (!status)
        status = add_all_bars(r, d);
    add_sentences(r, d);
    return status;
}

adrop_status adrop_reproduce_document(adrop_reproduction *r, adrop_document **out)
{
    if (ad_check_given(r->ctx, "out", out))
        return ADROP_EINVAL;

    *out = NULL;
    adrop_status status = adrop_reproduce_table(r);
    if (!status)
        status = adrop_document_create(r->ctx, "", out);
    if (!status && (status = reproduce_document_fill(r, *out))) {
        adrop_document_free(*out);
        *out = NULL;
    }
    return status;
}
