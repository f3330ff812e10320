/* Which cells a note is about (paper_sheet.h). */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "paper/paper_sheet.h"

/* One alternative of a selector, up to end. The last '*' takes as much as it must. */
static bool fits(const char *pattern, const char *end, const char *word)
{
    const char *star = NULL, *again = NULL;

    while (*word) {
        if (pattern < end && *pattern == '*') {
            star = ++pattern;
            again = word;
        } else if (pattern < end && *pattern == *word) {
            pattern++;
            word++;
        } else if (star) {
            pattern = star;
            word = ++again;
        } else {
            return false;
        }
    }
    while (pattern < end && *pattern == '*')
        pattern++;
    return pattern == end;
}

bool ad_paper_selects(const char *selector, const char *word)
{
    for (;;) {
        const size_t length = strcspn(selector, "|");
        if (fits(selector, selector + length, word))
            return true;
        if (!selector[length])
            return false;
        selector += length + 1;
    }
}

static bool prints(const ad_paper_cell *cell, const char *selector)
{
    return (!isnan(cell->mean) && ad_paper_selects(selector, "mean")) ||
           (!isnan(cell->std) && ad_paper_selects(selector, "std")) ||
           (!isnan(cell->p) && ad_paper_selects(selector, "p")) ||
           (!isnan(cell->rho) && ad_paper_selects(selector, "rho"));
}

bool ad_paper_note_holds(const ad_paper_note *note, const char *table, const ad_paper_cell *cell)
{
    char per_class[24];

    snprintf(per_class, sizeof per_class, "%zu", cell->per_class);
    return *note->column && ad_paper_selects(note->table, table) &&
           ad_paper_selects(note->method, cell->method) &&
           ad_paper_selects(note->dataset, cell->dataset) &&
           ad_paper_selects(note->model, cell->model) &&
           ad_paper_selects(note->metric, cell->metric) &&
           ad_paper_selects(note->per_class, per_class) && prints(cell, note->column);
}
