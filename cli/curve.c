/* Curves in the terminal (curve.h). Cells fill in eighths from below; the scale spans the values,
 * and its ends are labelled. */
#include "curve.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "out.h"

enum { LINES = 6, MARGIN = 10 };

static const char *const blocks[] = { " ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█" };
static const char *const plain[] = { " ", ".", ".", ":", ":", "|", "|", "#", "#" };

/* The mean of the epochs in a column; NaN if there are none. */
static double column_of(const double *values, size_t n, size_t columns, size_t c)
{
    const size_t first = c * n / columns, end = (c + 1) * n / columns;
    double sum = 0;
    size_t count = 0;

    for (size_t i = first; i < (end > first ? end : first + 1) && i < n; i++)
        if (isfinite(values[i])) {
            sum += values[i];
            count++;
        }
    return count ? sum / (double)count : NAN;
}

static void draw_line(FILE *file, const double *bars, size_t columns, int line, double low,
                      double high, int utf8)
{
    fprintf(file, "%*s ", MARGIN - 1,
            line == LINES - 1 ? OUT_NUMBER(high, 4)
            : line == 0       ? OUT_NUMBER(low, 4)
                              : "");
    for (size_t c = 0; c < columns; c++) {
        /* the smallest value still shows as one eighth of the lowest line */
        const double part = high > low ? (bars[c] - low) / (high - low) : 0.5;
        const double filled = 8 * (part * LINES - line);
        int eighths = isnan(bars[c]) || filled < 0 ? 0 : filled >= 8 ? 8 : (int)lround(filled);
        if (!eighths && line == 0 && isfinite(bars[c]))
            eighths = 1;
        fputs((utf8 ? blocks : plain)[eighths], file);
    }
    fputc('\n', file);
}

void curve_draw(FILE *file, const char *title, const double *values, size_t n, size_t columns,
                int utf8)
{
    double low = INFINITY, high = -INFINITY;
    size_t finite = 0;

    columns = columns > 2 * MARGIN ? columns - MARGIN - 1 : MARGIN;
    columns = columns > n ? n : columns > 100 ? 100 : columns;
    double *bars = out_memory(columns ? columns : 1, sizeof *bars);
    for (size_t c = 0; c < columns; c++) {
        bars[c] = column_of(values, n, columns, c);
        finite += isfinite(bars[c]) != 0;
        if (isfinite(bars[c])) {
            low = fmin(low, bars[c]);
            high = fmax(high, bars[c]);
        }
    }
    if (finite >= 2) {
        fprintf(file, "\n%s, epochs 1 to %zu\n", title, n);
        for (int line = LINES; line--;)
            draw_line(file, bars, columns, line, low, high, utf8);
    }
    free(bars);
}
