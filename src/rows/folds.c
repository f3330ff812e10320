/* K-fold (folds.h). */
#include "rows/folds.h"

#include <stdlib.h>

#include "base/memory.h"
#include "rows/order.h"

enum { CHOOSE_FOLD = 6 }; /* part of the address, after those of split.c; never change it */

typedef struct {
    uint32_t number, rows;
} group;

/* The largest first; ties by position. */
static int by_size(const void *a, const void *b)
{
    const group *x = a, *y = b;

    if (x->rows != y->rows)
        return x->rows > y->rows ? -1 : 1;
    return x->number < y->number ? -1 : x->number > y->number;
}

static adrop_status folds_refuse(adrop_ctx *ctx, const ad_rows *rows, size_t folds, size_t n,
                                 const char *what)
{
    return ad_fail(ctx, ADROP_EINVAL, "'%s' has %zu %s: %zu folds are too many", rows->name, n,
                   what, folds);
}

static adrop_status deal_groups(adrop_ctx *ctx, const ad_rows *rows, size_t folds,
                                const uint8_t *part, uint32_t *fold)
{
    uint32_t most = 0, *of_group = NULL;
    size_t *taken = NULL, n = 0;
    group *groups = NULL;
    adrop_status status;

    for (size_t row = 0; row < rows->n; row++)
        most = rows->groups[row] > most ? rows->groups[row] : most;
    if ((status = AD_NEW(ctx, (size_t)most + 1, "groups", &groups)) ||
        (status = AD_NEW(ctx, (size_t)most + 1, "groups", &of_group)) ||
        (status = AD_NEW(ctx, folds, "folds", &taken)))
        goto done;
    for (uint32_t g = 0; g <= most; g++)
        groups[g].number = g;
    for (size_t row = 0; row < rows->n; row++)
        groups[rows->groups[row]].rows += part[row] != ADROP_ROW_UNUSED;
    qsort(groups, (size_t)most + 1, sizeof *groups, by_size);
    for (; n <= most && groups[n].rows; n++) {
        size_t least = 0;
        for (size_t f = 1; f < folds; f++)
            least = taken[f] < taken[least] ? f : least;
        of_group[groups[n].number] = (uint32_t)least;
        taken[least] += groups[n].rows;
    }
    for (size_t row = 0; row < rows->n; row++)
        fold[row] = of_group[rows->groups[row]];
    if (n < folds)
        status = folds_refuse(ctx, rows, folds, n, "groups");
done:
    ad_free(ctx, groups);
    ad_free(ctx, of_group);
    ad_free(ctx, taken);
    return status;
}

static adrop_status deal_rows(adrop_ctx *ctx, const ad_rows *rows, uint64_t seed, size_t folds,
                              const uint8_t *part, uint32_t *fold)
{
    ad_keyed *items;
    size_t n = 0;
    adrop_status status = AD_NEW(ctx, rows->n, "folds", &items);

    for (size_t row = 0; !status && row < rows->n; row++)
        if (part[row] != ADROP_ROW_UNUSED) {
            const ad_address at = {
                .seed = seed, .row = (uint32_t)row, .draw = CHOOSE_FOLD, .purpose = AD_FOR_SPLIT
            };
            items[n++] = (ad_keyed){ ad_row_key(&at),
                                     rows->labels ? (uint32_t)rows->labels[row] : 0,
                                     (uint32_t)row };
        }
    if (!status && n < folds)
        status = folds_refuse(ctx, rows, folds, n, "rows");
    if (!status)
        ad_keyed_sort(items, n);
    for (size_t i = 0; !status && i < n; i++)
        fold[items[i].row] = (uint32_t)(i % folds);
    ad_free(ctx, items);
    return status;
}

adrop_status ad_folds_deal(adrop_ctx *ctx, const ad_rows *rows, uint64_t seed, size_t folds,
                           const uint8_t *part, uint32_t *fold)
{
    return rows->groups ? deal_groups(ctx, rows, folds, part, fold)
                        : deal_rows(ctx, rows, seed, folds, part, fold);
}

adrop_status ad_folds_settle(adrop_ctx *ctx, const ad_rows *rows, const adrop_split_opts *opts,
                             uint8_t *part)
{
    uint32_t *fold;
    adrop_status status;

    if (opts->folds < 2 || !opts->fold || opts->fold > opts->folds)
        return ad_fail(ctx, ADROP_EINVAL,
                       "fold %zu of %zu folds: there are 2 folds or more, numbered from 1 on",
                       opts->fold, opts->folds);
    if (opts->test_fraction > 0 || opts->test_per_class)
        return ad_fail(ctx, ADROP_EINVAL,
                       "the folds of '%s' are its test parts: leave `test-fraction` and "
                       "`test-per-class` out",
                       rows->name);
    for (size_t row = 0; row < rows->n; row++)
        if (part[row] == ADROP_ROW_TEST || part[row] == ADROP_ROW_VAL)
            return ad_fail(ctx, ADROP_EINVAL, "'%s' has parts of its own: leave `folds` out",
                           rows->name);
    if ((status = AD_NEW(ctx, rows->n, "folds", &fold)))
        return status;
    status = ad_folds_deal(ctx, rows, opts->seed, opts->folds, part, fold);
    for (size_t row = 0; !status && row < rows->n; row++)
        if (part[row] != ADROP_ROW_UNUSED)
            part[row] = fold[row] + 1 == opts->fold ? ADROP_ROW_TEST : ADROP_ROW_TRAIN;
    ad_free(ctx, fold);
    return status;
}
