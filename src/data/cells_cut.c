/* Cutting a text into blocks of rows (cells_impl.h): each ends at the first end of a row after
 * AD_CELL_BLOCK bytes. Without quotes that is a line break; with quotes, rows are scanned one by
 * one. */
#define _GNU_SOURCE /* memrchr */
#include <string.h>

#include "data/cells_impl.h"

static size_t count_lines(const char *p, const char *end)
{
    size_t n = 0;

    for (; p < end && (p = memchr(p, '\n', (size_t)(end - p))); p++)
        n++;
    return n;
}

/* The end of the block at p: just after a line break, or p if there is no whole row. */
static char *cut_lines(char *p, char *end, bool last)
{
    const size_t left = (size_t)(end - p);
    char *stop = left > AD_CELL_BLOCK ? memchr(p + AD_CELL_BLOCK, '\n', left - AD_CELL_BLOCK)
                                      : NULL;

    if (!stop && last)
        return end;
    if (!stop)
        stop = memrchr(p, '\n', left);
    return stop ? stop + 1 : p;
}

static char *cut_rows(const ad_cell_block *b, char *end, bool last, size_t *rows, size_t *breaks)
{
    const char *p = b->text;

    while (p < end && p - b->text < AD_CELL_BLOCK) {
        size_t inside = 0;
        const char *stop = ad_row_end(p, end, b->cells->dialect.separator, &inside);
        if ((!stop || stop == end) && !last)
            break;
        ++*rows;
        *breaks += inside;
        p = !stop || stop == end ? end : stop + 1;
    }
    return (char *)p;
}

bool ad_cell_block_cut(ad_cell_block *b, char *end, bool has_quotes, bool last, size_t *lines)
{
    size_t breaks = 0;

    if (has_quotes) {
        b->end = cut_rows(b, end, last, &b->most_rows, &breaks);
        *lines = b->most_rows + (b->cells->is_named ? 0 : breaks);
    } else {
        b->end = cut_lines(b->text, end, last);
        *lines = b->most_rows = count_lines(b->text, b->end);
        if (b->end > b->text && b->end[-1] != '\n')
            *lines = ++b->most_rows;
    }
    return b->end > b->text;
}
