/* A panel of the pruning figure in the terminal (prune_plot.h). Where letters fall together the
 * first criterion's is shown. */
#include "prune_plot.h"

#include <math.h>
#include <string.h>

#include "out.h"

enum { LINES = 16, STEP = 3, MOST_ROUNDS = 60, KEPT = 1, FIRST = 2 };

static double at(const adrop_sheet *s, size_t row, size_t column)
{
    return s->cells[row * s->n_columns + column].number;
}

static void find_range(const adrop_sheet *s, double *low, double *high)
{
    *low = INFINITY;
    *high = -INFINITY;
    for (size_t r = 0; r < s->n_rows; r++)
        for (size_t c = FIRST; c < s->n_columns; c++) {
            *low = fmin(*low, at(s, r, c)); /* NaN is left out */
            *high = fmax(*high, at(s, r, c));
        }
}

void prune_plot(FILE *file, const adrop_sheet *s)
{
    char field[LINES][STEP * MOST_ROUNDS + 1];
    const size_t rounds = s->n_rows < MOST_ROUNDS ? s->n_rows : MOST_ROUNDS;
    double low, high;

    find_range(s, &low, &high);
    if (!(high > low) || s->n_columns <= FIRST || rounds < 2)
        return;
    memset(field, ' ', sizeof field);
    for (size_t c = s->n_columns; c-- > FIRST;)
        for (size_t r = 0; r < rounds; r++)
            if (!isnan(at(s, r, c))) {
                const double part = (high - at(s, r, c)) / (high - low);
                field[lround(part * (LINES - 1))][STEP * r] = (char)('a' + (c - FIRST) % 26);
            }
    for (size_t l = 0; l < LINES; l++) {
        field[l][STEP * rounds] = 0;
        if (l % 5 == 0)
            fprintf(file, "%7.2f |%s\n", high - (high - low) * (double)l / (LINES - 1), field[l]);
        else
            fprintf(file, "        |%s\n", field[l]);
    }
    fputs(" kept %  ", file);
    for (size_t r = 0; r < rounds; r += 4)
        fprintf(file, "%-*s", 4 * STEP, OUT_NUMBER(at(s, r, KEPT), 3));
    fputs("\n        ", file);
    for (size_t c = FIRST; c < s->n_columns; c++)
        fprintf(file, " %c %s", (char)('a' + (c - FIRST) % 26), s->headers[c]);
    fputs("\n\n", file);
}
