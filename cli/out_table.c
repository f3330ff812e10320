/* Tables for a terminal (out.h): every column as wide as its widest cell. What does not fit the
 * terminal is dealt with in this order: columns that `drop` names are left out, the least important
 * first; a last column of text is wrapped, or stands on lines of its own where less than a third
 * of the line is left for it; then the widest columns of text are cut. Where the output is not a
 * terminal only the last column is wrapped, at 80 columns. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "out.h"
#include "terminal.h"

enum { MOST_COLUMNS = 16, LEAST_TEXT = 8, FOLDED = 6 };

void out_cell(out_table *table, int bold, const char *format, ...)
{
    va_list args, again;

    if (table->n == table->room) {
        size_t room = table->room ? 2 * table->room : 64;
        char **cells = out_memory(room, sizeof *cells), *bolds = out_memory(room, 1);
        if (table->n) {
            memcpy(cells, table->cells, table->n * sizeof *cells);
            memcpy(bolds, table->bold, table->n);
        }
        free(table->cells);
        free(table->bold);
        table->cells = cells;
        table->bold = bolds;
        table->room = room;
    }
    va_start(args, format);
    va_copy(again, args);
    size_t size = (size_t)vsnprintf(NULL, 0, format, args) + 1;
    va_end(args);
    table->cells[table->n] = out_memory(size, 1);
    vsnprintf(table->cells[table->n], size, format, again);
    out_clean(table->cells[table->n]);
    va_end(again);
    table->bold[table->n++] = (char)bold;
}

/* How a table is laid out. */
typedef struct {
    size_t n;                   /* columns */
    size_t width[MOST_COLUMNS]; /* 0 and gone: left out */
    char gone[MOST_COLUMNS];
    int wraps; /* the last column is text, and wrapped */
    int folds; /* it stands on lines of its own */
} layout;

/* Does the line end behind the column? */
static int is_last(const layout *l, size_t i)
{
    for (size_t k = i + 1; k < (l->folds && i + 1 < l->n ? l->n - 1 : l->n); k++)
        if (!l->gone[k])
            return 0;
    return 1;
}

/* Columns up to the end of the first n. That n is no more than there is room for is said for gcc
 * 14, which takes it for the size of a text. */
static size_t taken(const layout *l, size_t n, size_t indent)
{
    size_t sum = indent, shown = 0;

    for (size_t i = 0; i < n && i < MOST_COLUMNS; i++) {
        sum += l->gone[i] ? 0 : l->width[i] + 2;
        shown += !l->gone[i];
    }
    return shown ? sum - 2 : sum;
}

static void measure(const out_table *table, layout *l)
{
    *l = (layout){ .n = strlen(table->align) };
    l->wraps = table->align[l->n - 1] == 'l' && !table->drop;
    for (size_t i = 0; i < table->n; i++) {
        const size_t wide = out_columns(table->cells[i], strlen(table->cells[i]));
        if (wide > l->width[i % l->n])
            l->width[i % l->n] = wide;
        if (i % l->n == l->n - 1 && table->bold[i] && i >= l->n)
            l->wraps = 0; /* bold cells are not wrapped */
    }
}

/* Leave the least important column out; 0 if none may be. */
static int drop_one(const out_table *table, layout *l)
{
    size_t which = l->n;

    for (size_t i = 0; table->drop && i < l->n; i++)
        if (!l->gone[i] && table->drop[i] > '0' &&
            (which == l->n || table->drop[i] > table->drop[which]))
            which = i;
    if (which == l->n)
        return 0;
    l->gone[which] = 1;
    return 1;
}

/* Make the widest column of text narrower by what is too much; 0 if none can be. */
static int cut_one(const out_table *table, layout *l, size_t columns, size_t too_much)
{
    size_t which = l->n;

    for (size_t i = 0; i < columns; i++)
        if (!l->gone[i] && table->align[i] == 'l' && l->width[i] > LEAST_TEXT &&
            (which == l->n || l->width[i] > l->width[which]))
            which = i;
    if (which == l->n)
        return 0;
    const size_t spare = l->width[which] - LEAST_TEXT, half = l->width[which] / 2;
    const size_t most = spare < half ? spare : half;
    l->width[which] -= too_much < most ? too_much : most;
    return 1;
}

static void fit(const out_table *table, layout *l, size_t indent, FILE *file)
{
    const size_t limit = terminal_limit(file), columns = terminal_columns(file);
    size_t last = l->n - 1;

    if (l->wraps) {
        const size_t start = taken(l, last, indent) + 2;
        l->folds = limit <= columns && start + columns / 3 > columns &&
                   start + l->width[last] > columns;
    }
    while (taken(l, l->wraps ? last : l->n, indent) > limit && drop_one(table, l))
        ;
    for (size_t wide; (wide = taken(l, l->wraps ? last : l->n, indent)) > limit;)
        if (!cut_one(table, l, l->wraps ? last : l->n, wide - limit))
            break;
}

/* The text, cut to its column. */
static void print_cut(FILE *file, const char *text, size_t width)
{
    size_t used = 0;

    if (out_columns(text, strlen(text)) <= width) {
        fputs(text, file);
        return;
    }
    for (; *text; text++) {
        used += ((unsigned char)*text & 0xC0) != 0x80;
        if (used + 1 > width)
            break;
        fputc(*text, file);
    }
    fputc('~', file);
}

static void print_cell(FILE *file, const char *text, int bold, size_t width, int right, int last)
{
    const size_t wide = out_columns(text, strlen(text)), pad = wide < width ? width - wide : 0;

    fprintf(file, "%*s%s", (int)(right ? pad : 0), "", bold ? out_bold(file) : "");
    print_cut(file, text, width);
    fprintf(file, "%s%*s", bold ? out_plain(file) : "", (int)(right || last ? 0 : pad), "");
    fputs(last ? "\n" : "  ", file);
}

static void print_row(const out_table *table, size_t row, const layout *l, FILE *file,
                      size_t indent)
{
    size_t column = indent;

    fprintf(file, "%*s", (int)indent, "");
    for (size_t i = 0; i < l->n; i++) {
        const char *text = table->cells[row * l->n + i];
        const int bold = table->bold[row * l->n + i], last = is_last(l, i);
        if (l->gone[i])
            continue;
        if (i + 1 == l->n && l->wraps && (!bold || l->folds)) {
            const size_t from = l->folds ? indent + FOLDED : column;
            if (l->folds && !*text)
                return;
            if (l->folds)
                fprintf(file, "%*s", (int)from, "");
            out_wrap(file, text, from, from);
            return;
        }
        print_cell(file, text, bold, l->width[i], table->align[i] == 'r', last);
        if (last && !l->folds)
            return;
        column += l->width[i] + 2;
    }
}

void out_table_print(out_table *table, FILE *file, size_t indent)
{
    layout l = { 0 };

    measure(table, &l);
    fit(table, &l, indent, file);
    for (size_t row = 0; row < table->n / l.n; row++)
        print_row(table, row, &l, file, indent);
    for (size_t i = 0; i < table->n; i++)
        free(table->cells[i]);
    free(table->cells);
    free(table->bold);
    *table = (out_table){ .align = table->align, .drop = table->drop };
}
