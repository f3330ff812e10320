/* Tables for a terminal: columns as wide as their widest cell and two blanks apart, a line under
 * the header and between groups, wrapped notes below.
 *
 * A table limited to a width (adrop_table_fit) drops columns of the highest ranks, as many as
 * needed. If it is still too wide, nothing is dropped and rows are stacked:
 *
 *     technique  bernoulli
 *     runs       3
 *     mean ± std 98.2 ± 0.1 */
#include <string.h>

#include "base/memory.h"
#include "base/utf8.h"
#include "figure/table.h"

enum { NOTE_WIDTH = 80 };

typedef struct {
    const adrop_table *t;
    ad_text *out;
    int colour, ascii;
    size_t *width; /* (n_columns), in terminal columns */
    char *gone;    /* (n_columns), 1: dropped */
} writer;

/* The bytes written for a character; never one that moves the cursor. */
static const char *shown(const writer *w, uint32_t c, char bytes[5])
{
    if (c == '\n' || c == '\t' || c == '\r')
        return " ";
    if (c < ' ' || (c >= 127 && c < 0xA0) || c == 0x61C || c == 0x200E || c == 0x200F ||
        (c >= 0x2028 && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069) || c == 0xFEFF)
        return "?";
    if (w->ascii && c > 127)
        return c == 0xB1 ? "+-" : c == 0xD7 ? "x" : "?";
    return ad_utf8_write(c, bytes);
}

/* Columns of a text; also writes it, if asked. */
static size_t table_text_put(const writer *w, const char *text, int write)
{
    char bytes[5];
    size_t columns = 0;

    for (uint32_t c; (c = ad_utf8_next(&text));) {
        const char *as = shown(w, c, bytes);
        columns += as == bytes ? ad_utf8_columns(c) : strlen(as);
        if (write)
            ad_text_put(w->out, as, strlen(as));
    }
    return columns;
}

static void table_text_measure(const writer *w)
{
    const adrop_table *t = w->t;

    for (size_t i = 0; i < t->n_columns; i++)
        w->width[i] = table_text_put(w, t->columns[i].header, 0);
    for (size_t i = 0; i < t->n_cells; i++) {
        const size_t wide = table_text_put(w, t->cells[i].text, 0), column = i % t->n_columns;
        if (wide > w->width[column])
            w->width[column] = wide;
    }
}

/* End a line without trailing blanks. */
static void end_line(ad_text *out)
{
    while (out->n && out->bytes[out->n - 1] == ' ')
        out->n--;
    ad_text_add(out, "\n");
}

static int is_last(const writer *w, size_t column)
{
    while (++column < w->t->n_columns)
        if (!w->gone[column])
            return 0;
    return 1;
}

/* Width of a whole line. */
static size_t line_width(const writer *w)
{
    size_t wide = 0;

    for (size_t i = 0; i < w->t->n_columns; i++)
        wide += w->gone[i] ? 0 : w->width[i] + 2;
    return wide ? wide - 2 : 0;
}

/* Drop columns until the line fits. Returns 0, and drops none, if that is not enough. */
static int table_text_fit(const writer *w)
{
    const size_t n = w->t->n_columns;

    while (w->t->fit && line_width(w) > w->t->fit) {
        size_t which = n;
        for (size_t i = 0; i < n; i++)
            if (!w->gone[i] && w->t->columns[i].rank &&
                (which == n || w->t->columns[i].rank >= w->t->columns[which].rank))
                which = i;
        if (which == n) {
            memset(w->gone, 0, n);
            return 0;
        }
        w->gone[which] = 1;
    }
    return 1;
}

/* Write a cell, padded to its column. */
static void put_cell(const writer *w, size_t column, const char *text, const char *code)
{
    const char align = w->t->columns[column].align;
    const size_t pad = w->width[column] - table_text_put(w, text, 0);
    const size_t before = align == 'r' ? pad : align == 'c' ? pad / 2 : 0;
    const int last = is_last(w, column);

    if (w->gone[column])
        return;
    ad_text_repeat(w->out, " ", before);
    if (w->colour)
        ad_text_add(w->out, "%s", code);
    table_text_put(w, text, 1);
    if (w->colour && *code)
        ad_text_add(w->out, "\033[0m");
    if (last)
        end_line(w->out);
    else
        ad_text_repeat(w->out, " ", pad - before + 2);
}

static void put_rule(const writer *w)
{
    const size_t wide = line_width(w);

    ad_text_repeat(w->out, w->ascii ? "-" : "─", w->t->fit && wide > w->t->fit ? w->t->fit : wide);
    ad_text_add(w->out, "\n");
}

static void put_word(const writer *w, const char *word, size_t n, size_t *column)
{
    ad_text one = ad_text_start(w->out->ctx);

    ad_text_put(&one, word, n);
    if (!one.status) {
        const size_t wide = table_text_put(w, one.bytes, 0);
        const size_t most = w->t->fit && w->t->fit < NOTE_WIDTH ? w->t->fit : NOTE_WIDTH;
        const int fits = *column + 1 + wide <= most;
        if (*column)
            ad_text_add(w->out, fits ? " " : "\n");
        table_text_put(w, one.bytes, 1);
        *column = *column && fits ? *column + 1 + wide : wide;
    } else if (!w->out->status) {
        w->out->status = one.status;
    }
    ad_text_release(&one);
}

static void put_note(const writer *w, const char *note)
{
    size_t column = 0;

    while (*(note += strspn(note, " \n\t\r"))) {
        const size_t n = strcspn(note, " \n\t\r");
        put_word(w, note, n, &column);
        note += n;
    }
    ad_text_add(w->out, "\n");
}

static const char *const codes[] = { "", "\033[1m", "\033[4m" };

/* Rows as lines of "header  cell", without empty cells. */
static void put_stacked(const writer *w)
{
    const adrop_table *t = w->t;
    size_t wide = 0;

    for (size_t i = 0; i < t->n_columns; i++) {
        const size_t header = table_text_put(w, t->columns[i].header, 0);
        wide = header > wide ? header : wide;
    }
    for (size_t i = 0; i < t->n_cells; i++) {
        const char *header = t->columns[i % t->n_columns].header;
        if (i && i % t->n_columns == 0)
            put_rule(w);
        if (!*t->cells[i].text)
            continue;
        table_text_put(w, header, 1);
        ad_text_repeat(w->out, " ", wide - table_text_put(w, header, 0) + 2);
        ad_text_add(w->out, "%s", w->colour ? codes[t->cells[i].mark] : "");
        table_text_put(w, t->cells[i].text, 1);
        ad_text_add(w->out, "%s\n", w->colour && *codes[t->cells[i].mark] ? "\033[0m" : "");
    }
}

static void table_text_put_rows(const writer *w)
{
    const adrop_table *t = w->t;

    for (size_t i = 0; i < t->n_columns; i++)
        put_cell(w, i, t->columns[i].header, codes[ADROP_MARK_BEST]);
    put_rule(w);
    for (size_t i = 0; i < t->n_cells; i++) {
        if (t->cells[i].ruled)
            put_rule(w);
        put_cell(w, i % t->n_columns, t->cells[i].text, codes[t->cells[i].mark]);
    }
}

/* A note that names the dropped columns. */
static void put_gone(const writer *w)
{
    ad_text note = ad_text_start(w->out->ctx);
    size_t n = 0;

    for (size_t i = 0; i < w->t->n_columns; i++)
        if (w->gone[i])
            ad_text_add(&note, "%s%s",
                        n++ ? ", " : "Not shown, for want of width: ", w->t->columns[i].header);
    if (n)
        ad_text_add(&note, ".");
    if (note.status && !w->out->status)
        w->out->status = note.status;
    else if (n)
        put_note(w, note.bytes);
    ad_text_release(&note);
}

static void put_all(const writer *w)
{
    const adrop_table *t = w->t;

    if (*t->title) {
        if (t->fit) {
            put_note(w, t->title);
        } else {
            table_text_put(w, t->title, 1);
            ad_text_add(w->out, "\n");
        }
        ad_text_add(w->out, "\n");
    }
    if (table_text_fit(w))
        table_text_put_rows(w);
    else
        put_stacked(w);
    put_gone(w);
    if (t->n_notes)
        ad_text_add(w->out, "\n");
    for (size_t i = 0; i < t->n_notes; i++)
        put_note(w, t->notes[i]);
}

void ad_table_text(const adrop_table *t, int colour, int ascii, ad_text *out)
{
    writer w = { t, out, colour, ascii, NULL, NULL };

    out->status = AD_NEW(t->ctx, t->n_columns, "the widths", &w.width);
    if (!out->status)
        out->status = AD_NEW(t->ctx, t->n_columns, "the widths", &w.gone);
    if (!out->status) {
        table_text_measure(&w);
        put_all(&w);
    }
    ad_free(t->ctx, w.gone);
    ad_free(t->ctx, w.width);
}
