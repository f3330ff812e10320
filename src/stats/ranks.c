/* Ranks with ties (ranks.h). */
#include "stats/ranks.h"

#include <math.h>
#include <stdlib.h>

#include "dist/special.h"

static int ranks_compare(const void *a, const void *b)
{
    const ad_ranked *x = a, *y = b;

    if (x->value != y->value)
        return x->value < y->value ? -1 : 1;
    return x->place < y->place ? -1 : x->place > y->place;
}

void ad_ranked_sort(ad_ranked *items, size_t n)
{
    qsort(items, n, sizeof *items, ranks_compare);
}

double ad_ranked_fill(ad_ranked *items, size_t n)
{
    double ties = 0;

    ad_ranked_sort(items, n);
    for (size_t first = 0, end; first < n; first = end) {
        for (end = first + 1; end < n && items[end].value == items[first].value;)
            end++;
        for (size_t i = first; i < end; i++)
            items[i].twice = first + 1 + end; /* ranks first + 1 to end */
        const double t = (double)(end - first);
        ties += t * t * t - t;
    }
    return ties;
}

double ad_tails_p(adrop_side side, double at_most, double at_least)
{
    switch (side) {
    case ADROP_SIDE_GREATER:
        return fmin(at_least, 1);
    case ADROP_SIDE_LESS:
        return fmin(at_most, 1);
    case ADROP_SIDE_TWO:
        break;
    }
    return fmin(2 * fmin(at_most, at_least), 1);
}

double ad_normal_p(adrop_side side, double value, double mean, double std)
{
    if (!(std > 0))
        return 1;
    return ad_tails_p(side, ad_normal_cdf((value - mean + 0.5) / std),
                      ad_normal_sf((value - mean - 0.5) / std));
}
