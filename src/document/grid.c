/* Cells in columns (grid.h). */
#include "document/grid.h"

#include <string.h>

#include "base/utf8.h"
#include "document/document.h"

enum { LEAST_TEXT = 8, FOLDED = 6, GAP = 2 };

ad_grid ad_grid_start(adrop_ctx *ctx, const adrop_document_look *look, size_t n)
{
    ad_grid g = { .arena = { .ctx = ctx }, .look = look, .n = n };

    g.columns = ad_document_arena_take(&g.arena, n * sizeof *g.columns);
    for (size_t i = 0; g.columns && i < n; i++)
        g.columns[i].align = 'l';
    return g;
}

static int grid_add_row(ad_grid *g, int ruled)
{
    ad_grid_row *row = ad_document_arena_take(&g->arena, sizeof *row);
    ad_grid_cell *cells = ad_document_arena_take(&g->arena, g->n * sizeof *cells);

    if (!row || !cells)
        return 0;
    *row = (ad_grid_row){ .cells = cells, .ruled = ruled };
    if (g->last)
        g->last->next = row;
    else
        g->first = row;
    g->last = row;
    g->filled = 0;
    return 1;
}

void ad_grid_add(ad_grid *g, const char *text, adrop_mark mark, int ruled)
{
    ad_text clean = ad_text_start(g->arena.ctx);

    if (!g->columns || ((!g->last || g->filled == g->n) && !grid_add_row(g, ruled)))
        return;
    ad_document_clean(&clean, text, g->look->ascii);
    const char *copy = ad_document_arena_text(&g->arena, clean.bytes ? clean.bytes : "");
    if (clean.status && !g->arena.status)
        g->arena.status = clean.status;
    ad_text_release(&clean);
    if (!copy)
        return;
    g->last->cells[g->filled++] = (ad_grid_cell){ copy, mark };
}

/* The columns of the first n bytes. */
static size_t columns_of(const char *text, size_t n)
{
    const char *end = text + n;
    size_t columns = 0;

    for (uint32_t c; text < end && (c = ad_utf8_next(&text));)
        columns += ad_utf8_columns(c);
    return columns;
}

/* The columns of a terminal that a text takes. */
static size_t grid_columns(const char *text)
{
    return columns_of(text, strlen(text));
}

const char *ad_grid_code(const adrop_document_look *look, adrop_mark mark)
{
    static const char *const codes[] = { "", "\033[1m", "\033[4m" };

    return look->colour ? codes[mark] : "";
}

void ad_grid_wrap(ad_text *out, const char *text, size_t column, size_t indent, size_t most)
{
    int first = 1; /* of its line */

    while (*text) {
        const size_t length = strcspn(text, " "), wide = columns_of(text, length);
        if (!first && most && column + 1 + wide > most) {
            ad_text_add(out, "\n%*s", (int)indent, "");
            column = indent;
            first = 1;
        }
        ad_text_put(out, " ", !first);
        ad_text_put(out, text, length);
        column += wide + (size_t)!first;
        first = 0;
        text += length;
        text += strspn(text, " ");
    }
    ad_text_put(out, "\n", 1);
}

/* -- Widths ---------------------------------------------------------------------------------- */

/* May the last column be wrapped? It must be text, and no column may have a rank. */
static int may_wrap(const ad_grid *g)
{
    for (size_t i = 0; i < g->n; i++)
        if (g->columns[i].rank)
            return 0;
    return g->columns[g->n - 1].align == 'l';
}

static void measure_columns(ad_grid *g)
{
    for (size_t i = 0; i < g->n; i++)
        g->columns[i].width = 0;
    for (const ad_grid_row *row = g->first; row; row = row->next)
        for (size_t i = 0; i < g->n; i++) {
            const size_t wide = grid_columns(row->cells[i].text);
            if (wide > g->columns[i].width)
                g->columns[i].width = wide;
        }
}

/* The columns of the terminal up to the end of the first n columns. */
static size_t width_of_first(const ad_grid *g, size_t n)
{
    size_t sum = g->indent, shown = 0;

    for (size_t i = 0; i < n; i++) {
        sum += g->columns[i].gone ? 0 : g->columns[i].width + GAP;
        shown += !g->columns[i].gone;
    }
    return shown ? sum - GAP : sum;
}

size_t ad_grid_width(ad_grid *g)
{
    if (!g->columns || g->arena.status)
        return 0;
    measure_columns(g);
    return width_of_first(g, g->n);
}

/* Leave out the least important column; 0 if none may be left out. */
static int drop_column(ad_grid *g)
{
    ad_grid_column *which = NULL;

    for (size_t i = 0; i < g->n; i++) {
        ad_grid_column *c = &g->columns[i];
        if (!c->gone && c->rank && (!which || c->rank > which->rank))
            which = c;
    }
    if (which)
        which->gone = 1;
    return which != NULL;
}

/* Make the widest text column of the first n narrower by too_much, at most by half; 0 if none can
 * be cut. */
static int cut_column(ad_grid *g, size_t n, size_t too_much)
{
    ad_grid_column *which = NULL;

    for (size_t i = 0; i < n; i++) {
        ad_grid_column *c = &g->columns[i];
        if (!c->gone && c->align == 'l' && c->width > LEAST_TEXT &&
            (!which || c->width > which->width))
            which = c;
    }
    if (!which)
        return 0;
    const size_t spare = which->width - LEAST_TEXT, half = which->width / 2;
    const size_t most = spare < half ? spare : half;
    which->width -= too_much < most ? too_much : most;
    return 1;
}

/* Fit the columns to the line; 0: they do not fit, and rows must be stacked. */
static int fit_columns(ad_grid *g)
{
    const size_t limit = g->look->is_terminal ? g->look->columns : 0, columns = g->look->columns;
    size_t last = g->n - 1;

    g->wraps = may_wrap(g);
    if (g->wraps && limit) {
        const size_t start = width_of_first(g, last) + GAP;
        g->folds = g->n > 1 && start + columns / 3 > columns &&
                   start + g->columns[last].width > columns;
    }
    const size_t n = g->wraps && g->n > 1 ? last : g->n;
    while (limit && width_of_first(g, n) > limit && drop_column(g))
        ;
    for (size_t wide; limit && (wide = width_of_first(g, n)) > limit;)
        if (!cut_column(g, n, wide - limit))
            return 0;
    return 1;
}

/* -- Writing --------------------------------------------------------------------------------- */

/* Write a text, cut to its column. */
static void put_cut(ad_text *out, const char *text, size_t width)
{
    char bytes[5];
    size_t used = 0;

    if (grid_columns(text) <= width) {
        ad_text_put(out, text, strlen(text));
        return;
    }
    for (uint32_t c; (c = ad_utf8_next(&text)) && used + ad_utf8_columns(c) < width;) {
        used += ad_utf8_columns(c);
        ad_utf8_write(c, bytes);
        ad_text_put(out, bytes, strlen(bytes));
    }
    ad_text_put(out, "~", 1);
}

/* Remove trailing blanks and end the line. */
static void end_line(ad_text *out)
{
    while (out->n && out->bytes[out->n - 1] == ' ')
        out->n--;
    ad_text_put(out, "\n", 1);
}

static void put_cell(const ad_grid *g, size_t i, const ad_grid_cell *cell, ad_text *out)
{
    const ad_grid_column *c = &g->columns[i];
    const size_t wide = grid_columns(cell->text);
    const size_t pad = wide < c->width ? c->width - wide : 0;
    const size_t before = c->align == 'r' ? pad : c->align == 'c' ? pad / 2 : 0;
    const char *code = ad_grid_code(g->look, cell->mark);

    ad_text_repeat(out, " ", before);
    ad_text_put(out, code, strlen(code));
    put_cut(out, cell->text, c->width);
    ad_text_put(out, "\033[0m", *code ? 4 : 0);
    ad_text_repeat(out, " ", pad - before + GAP);
}

/* Write the last cell over as many lines as it needs; column is the current column of the line. */
static void put_wrapped(const ad_grid *g, const ad_grid_cell *cell, size_t column, ad_text *out)
{
    const size_t from = g->folds ? g->indent + FOLDED : column;
    const char *code = ad_grid_code(g->look, cell->mark);

    if (g->folds) {
        end_line(out);
        if (!*cell->text)
            return;
        ad_text_repeat(out, " ", from);
    }
    if (!*cell->text) {
        end_line(out);
        return;
    }
    ad_text_put(out, code, strlen(code));
    ad_grid_wrap(out, cell->text, from, from, g->look->columns);
    if (*code) { /* put the reset code before the end of the line */
        out->n--;
        ad_text_put(out, "\033[0m\n", 5);
    }
}

static void put_row(const ad_grid *g, const ad_grid_row *row, ad_text *out)
{
    const size_t n = g->wraps ? g->n - 1 : g->n;
    size_t column = g->indent;

    ad_text_repeat(out, " ", g->indent);
    for (size_t i = 0; i < n; i++) {
        if (g->columns[i].gone)
            continue;
        put_cell(g, i, &row->cells[i], out);
        column += g->columns[i].width + GAP;
    }
    if (g->wraps)
        put_wrapped(g, &row->cells[n], column, out);
    else
        end_line(out);
}

static void put_rule(const ad_grid *g, ad_text *out)
{
    const size_t wide = width_of_first(g, g->n), most = g->look->columns;
    const size_t to = g->look->is_terminal && wide > most ? most : wide;

    ad_text_repeat(out, " ", g->indent);
    ad_text_repeat(out, g->look->ascii ? "-" : "─", to > g->indent ? to - g->indent : 0);
    ad_text_put(out, "\n", 1);
}

/* Write rows as lines of "header  cell"; empty cells are left out. */
static void put_stacked(const ad_grid *g, ad_text *out)
{
    const ad_grid_row *header = g->has_header ? g->first : NULL;
    size_t wide = 0;

    for (size_t i = 0; header && i < g->n; i++) {
        const size_t columns = grid_columns(header->cells[i].text);
        wide = columns > wide ? columns : wide;
    }
    for (const ad_grid_row *row = header ? header->next : g->first; row; row = row->next) {
        for (size_t i = 0; i < g->n; i++) {
            const char *name = header ? header->cells[i].text : "";
            const char *code = ad_grid_code(g->look, row->cells[i].mark);
            if (!*row->cells[i].text)
                continue;
            ad_text_add(out, "%*s%s", (int)g->indent, "", name);
            ad_text_repeat(out, " ", wide - grid_columns(name) + (header ? GAP : 0));
            ad_text_add(out, "%s%s%s\n", code, row->cells[i].text, *code ? "\033[0m" : "");
        }
        if (row->next)
            put_rule(g, out);
    }
}

/* List the columns left out. */
static void put_gone(const ad_grid *g, ad_text *out)
{
    ad_text note = ad_text_start(out->ctx);
    size_t n = 0;

    for (size_t i = 0; g->has_header && i < g->n; i++)
        if (g->columns[i].gone)
            ad_text_add(&note, "%s%s",
                        n++ ? ", " : "Not shown, for want of width: ", g->first->cells[i].text);
    if (n) {
        ad_text_put(&note, ".", 1);
        ad_grid_wrap(out, note.bytes ? note.bytes : "", 0, 0, g->look->columns);
    }
    ad_document_end_part(&note, out);
}

void ad_grid_write(ad_grid *g, size_t indent, ad_text *out)
{
    g->indent = indent;
    if (g->first && !g->arena.status) { /* all rows are complete */
        measure_columns(g);
        const int fits = fit_columns(g);
        for (const ad_grid_row *row = g->first; fits && row; row = row->next) {
            if (row->ruled)
                put_rule(g, out);
            put_row(g, row, out);
        }
        if (fits) {
            put_gone(g, out);
        } else {
            for (size_t i = 0; i < g->n; i++)
                g->columns[i].gone = 0;
            measure_columns(g);
            put_stacked(g, out);
        }
    }
    if (g->arena.status && !out->status)
        out->status = g->arena.status;
    ad_document_arena_release(&g->arena);
}
