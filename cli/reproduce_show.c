/* Ours and the paper's numbers as tables, and the sheets (reproduce_show.h). */
#include "reproduce_show.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "figure_show.h"
#include "out.h"
#include "picture.h"
#include "prune_plot.h"
#include "terminal.h"

/* Write a table and free it; an earlier failure passes through. */
static adrop_status write(adrop_ctx *ctx, FILE *file, adrop_table *t, adrop_table_style style,
                          adrop_status status)
{
    char *text = NULL;

    if (!status)
        adrop_table_fit(t, terminal_table(file));
    if (!status)
        status = adrop_table_write(t, style, !out_utf8(), &text);
    if (!status && (style == ADROP_TEXT || style == ADROP_TEXT_COLOUR))
        fputs(text, file);
    else if (!status)
        out_lines(file, text);
    if (!status)
        fputc('\n', file);
    adrop_free(ctx, text);
    adrop_table_free(t);
    return status;
}

static int is_seconds(const char *column)
{
    return !strcmp(column, "seconds_per_epoch");
}

static int decimals(const char *column, double x)
{
    return !strcmp(column, "rmse") || (is_seconds(column) && x < 1) ? 4 : 2;
}

/* "98.23 ± 0.11", "98.23", "-"; flag: a star behind it. */
static adrop_status number(adrop_table *t, int rank, double mean, double std, int digits, int flag)
{
    const adrop_mark mark = rank == 1 ? ADROP_BEST : rank == 2 ? ADROP_SECOND : ADROP_PLAIN;
    const char *star = flag ? " *" : "";

    if (isnan(mean))
        return adrop_table_cell(t, ADROP_PLAIN, "-");
    if (isnan(std))
        return adrop_table_cell(t, mark, "%.*f%s", digits, mean, star);
    return adrop_table_cell(t, mark, "%.*f ± %.*f%s", digits, mean, digits, std, star);
}

static adrop_status probability(adrop_table *t, double p)
{
    return isnan(p) ? adrop_table_cell(t, ADROP_PLAIN, "-")
                    : adrop_table_cell(t, ADROP_PLAIN, "%s", OUT_NUMBER(p, 3));
}

static adrop_status rank(adrop_table *t, int place, double mean)
{
    return place && !isnan(mean) ? adrop_table_cell(t, ADROP_PLAIN, "%d", place)
                                 : adrop_table_cell(t, ADROP_PLAIN, "-");
}

static adrop_status add_columns(adrop_table *t, int paper, int whole)
{
    static const char *const before[] = { "part", "data", "model", "metric", NULL };
    static const char *const columns[] = { "technique", "runs", "here", "rank", "p (Holm)", NULL };
    static const char *const printed[] = { "paper", "rank", "p", NULL };
    adrop_status status = ADROP_OK;

    for (size_t i = 0; whole && !status && before[i]; i++)
        status = adrop_table_column(t, 'l', before[i]);
    for (size_t i = 0; !status && columns[i]; i++)
        status = adrop_table_column(t, i ? 'r' : 'l', columns[i]);
    for (size_t i = 0; paper && !status && printed[i]; i++)
        status = adrop_table_column(t, 'r', printed[i]);
    return status;
}

static adrop_status add_row(adrop_table *t, const adrop_reproduced *row, int paper, int whole)
{
    const adrop_compare_row *ours = row->ours;
    const int digits = decimals(row->column, ours->mean);
    const char *const before[] = { row->part, ours->data, ours->model, row->column };
    adrop_status status = ADROP_OK;

    for (size_t i = 0; whole && !status && i < sizeof before / sizeof *before; i++)
        status = adrop_table_cell(t, ADROP_PLAIN, "%s", before[i]);
    if (!status)
        status = adrop_table_cell(t, ADROP_PLAIN, "%s%s%s%s%s", ours->asked,
                                  *ours->chosen ? " (" : "", ours->chosen,
                                  ours->chosen_edge < 0   ? ", the least"
                                  : ours->chosen_edge > 0 ? ", the greatest"
                                                          : "",
                                  *ours->chosen ? ")" : "");
    if (!status)
        status = is_seconds(row->column) ? adrop_table_cell(t, ADROP_PLAIN, "-")
                 : ours->n < ours->planned
                     ? adrop_table_cell(t, ADROP_PLAIN, "%zu of %zu", ours->n, ours->planned)
                     : adrop_table_cell(t, ADROP_PLAIN, "%zu", ours->n);
    if (!status)
        status = number(t, ours->rank, ours->mean, ours->std, digits, 0);
    if (!status)
        status = rank(t, ours->rank, ours->mean);
    if (!status)
        status = probability(t, ours->p_holm);
    if (status || !paper)
        return status;
    status = number(t, row->paper_rank, row->paper_mean, row->paper_std,
                    decimals(row->column, row->paper_mean), *row->note != 0);
    if (!status)
        status = rank(t, row->paper_rank, row->paper_mean);
    return status ? status : probability(t, row->paper_p);
}

static int same_block(const adrop_reproduced *a, const adrop_reproduced *b)
{
    return !strcmp(a->part, b->part) && !strcmp(a->column, b->column) &&
           !strcmp(a->ours->data, b->ours->data) && !strcmp(a->ours->model, b->ours->model);
}

/* Rows [*i, end) of one data set, network and column, or all; moves *i behind them. */
static adrop_status table(FILE *file, adrop_ctx *ctx, const adrop_reproduction *r,
                          adrop_table_style style, size_t *i, size_t verdict)
{
    const int whole = style == ADROP_CSV;
    adrop_reproduce_info info;
    adrop_reproduced first, row;
    adrop_table *t;
    char title[512];

    adrop_reproduce_describe(r, &info);
    adrop_reproduced_at(r, *i, &first);
    snprintf(title, sizeof title, "%s: %s, %s, %s", first.part, first.ours->data, first.ours->model,
             first.column);
    adrop_status status = adrop_table_create(ctx, title, &t);
    if (status)
        return status;
    status = add_columns(t, info.paper_applies, whole);
    for (; !status && adrop_reproduced_at(r, *i, &row); ++*i) {
        if (!whole && !same_block(&first, &row))
            break;
        status = add_row(t, &row, info.paper_applies, whole);
        if (!status && info.paper_applies && *row.note)
            status = adrop_table_note(t, "* %s, %s, %s: %s", row.ours->asked, row.ours->data,
                                      row.ours->model, row.note);
    }
    while (!status && adrop_reproduce_verdict(r, verdict)) {
        status = adrop_table_note(t, "%s.", adrop_reproduce_verdict(r, verdict++));
        if (!whole)
            break;
    }
    return write(ctx, file, t, style, status);
}

static adrop_status show_sheet(FILE *file, adrop_ctx *ctx, const adrop_sheet *s,
                               adrop_table_style style)
{
    adrop_table *t;

    if (!s->n_rows) { /* the notes say why */
        for (size_t i = 0; i < s->n_notes; i++)
            fprintf(file, "%s: %s\n", s->title, s->notes[i]);
        return ADROP_OK;
    }
    adrop_status status = adrop_table_create(ctx, s->title, &t);
    if (status)
        return status;
    for (size_t i = 0; !status && i < s->n_columns; i++) {
        const int numbers = s->n_rows && !isnan(s->cells[i].number);
        status = adrop_table_column(t, numbers ? 'r' : 'l', s->headers[i]);
    }
    for (size_t i = 0; !status && i < s->n_rows * s->n_columns; i++)
        status = adrop_table_cell(t, ADROP_PLAIN, "%s", s->cells[i].text);
    for (size_t i = 0; !status && i < s->n_notes; i++)
        status = adrop_table_note(t, "%s", s->notes[i]);
    return write(ctx, file, t, style, status);
}

static void claim(FILE *file, const adrop_reproduction *r, const char *before)
{
    adrop_reproduce_info info;

    adrop_reproduce_describe(r, &info);
    fprintf(file, "%sThe paper's claim: %s.\n", before, info.claim);
    if (*info.says)
        fprintf(file, "%sThis is the %s scale: %s.\n", before,
                info.scale == ADROP_PAPER ? "paper's" : "quick", info.says);
    if (*info.restricted)
        fprintf(file, "%sRestricted: %s.\n", before, info.restricted);
    if (*info.absent)
        fprintf(file, "%sNot here, and left out: %s.\n", before, info.absent);
    for (size_t i = 0; adrop_reproduce_remark(r, i); i++)
        fprintf(file, "%sKnown of the paper's %s: %s.\n", before, info.label,
                adrop_reproduce_remark(r, i));
}

/* The picture that sheet i is about, if there is one; only a reader of text wants it. */
static void draw_example(FILE *file, const adrop_reproduction *r, size_t i, adrop_table_style style)
{
    adrop_example e;

    if ((style != ADROP_TEXT && style != ADROP_TEXT_COLOUR) ||
        !adrop_reproduce_example_at(r, i, &e) || e.height < 2)
        return;
    const picture one = { .x = e.pixels, .caption = e.truth };
    picture_draw(file, &one, 1, e.channels, e.height, e.width, out_utf8());
}

/* Those that say more than the tables above them. */
static adrop_status draw_figures(FILE *file, adrop_ctx *ctx, const adrop_reproduction *r)
{
    adrop_reproduce_info info;
    adrop_figure *f;
    adrop_status status = ADROP_OK;

    (void)ctx;
    adrop_reproduce_describe(r, &info);
    if (info.curve == ADROP_CURVE_NONE &&
        (info.kind == ADROP_RECIPE_COMPARISON || info.kind == ADROP_RECIPE_TIMING))
        return status;
    for (size_t i = 0; !status && (f = adrop_reproduce_figure_at(r, i)); i++)
        status = figure_show(ctx, file, f);
    return status;
}

/* The curves of a panel, likewise. */
static void draw_panel(FILE *file, const adrop_reproduction *r, const adrop_sheet *s,
                       adrop_table_style style)
{
    adrop_reproduce_info info;

    adrop_reproduce_describe(r, &info);
    if (info.kind == ADROP_RECIPE_PRUNING && s->n_columns > 2 && !strcmp(s->headers[0], "round") &&
        (style == ADROP_TEXT || style == ADROP_TEXT_COLOUR))
        prune_plot(file, s);
}

adrop_status reproduce_show(FILE *file, adrop_ctx *ctx, const adrop_reproduction *r,
                            adrop_table_style style)
{
    adrop_status status = ADROP_OK;
    adrop_reproduced row;
    adrop_sheet sheet;

    if (style == ADROP_TEXT && *out_bold(file))
        style = ADROP_TEXT_COLOUR;
    for (size_t i = 0, k = 0; !status && adrop_reproduced_at(r, i, &row); k++)
        status = table(file, ctx, r, style, &i, k);
    for (size_t i = 0; !status && adrop_reproduce_sheet_at(r, i, &sheet); i++)
        if (sheet.n_rows || style != ADROP_CSV) {
            draw_example(file, r, i, style);
            status = show_sheet(file, ctx, &sheet, style);
            draw_panel(file, r, &sheet, style);
        }
    if (style == ADROP_TEXT || style == ADROP_TEXT_COLOUR)
        status = status ? status : draw_figures(file, ctx, r);
    if (!status)
        claim(file, r, style == ADROP_CSV ? "# " : style == ADROP_LATEX ? "% " : "");
    return status;
}
