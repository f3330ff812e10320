/* Marks of passes (mark.h). */
#include "technique/mark.h"

/* FNV-1a over 32-bit numbers (Fowler, Noll and Vo); it depends on their order. */
static uint64_t sum_of(const uint32_t *numbers, size_t n)
{
    uint64_t sum = 14695981039346656037u;

    for (size_t i = 0; i < n; i++)
        sum = (sum ^ numbers[i]) * 1099511628211u;
    return sum;
}

ad_mark ad_mark_of(const ad_where *where, size_t rows, const void *x)
{
    return (ad_mark){ .is_set = 1,
                      .seed = where->seed,
                      .step = where->step,
                      .first_row = where->first_row,
                      .numbers = where->row_numbers ? sum_of(where->row_numbers, rows) : 0,
                      .rows = rows,
                      .batch_rows = where->batch_rows,
                      .x = x };
}

const char *ad_mark_difference(const ad_mark *a, const ad_mark *b)
{
    return a->seed != b->seed                                         ? "seed"
           : a->step != b->step                                       ? "step"
           : a->first_row != b->first_row || a->numbers != b->numbers ? "row numbers"
           : a->rows != b->rows || a->batch_rows != b->batch_rows     ? "number of rows"
           : a->x != b->x                                             ? "array x"
                                                                      : NULL;
}
