/* Which rows are for training, validation and tests.
 *
 * Every choice has its own order within a class (regression: within all rows): rows sorted by
 * key(seed, choice, row). Rows are taken from the end of that order and the beginning is kept, so a
 * smaller subset is part of every larger one. */
#include <math.h>
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "rows/dataset.h"
#include "rows/folds.h"
#include "rows/order.h"

/* Choices, part of the address; never change them. */
enum { CHOOSE_TEST, CHOOSE_VAL, CHOOSE_TRAIN_CLASS, CHOOSE_TEST_CLASS, LIMIT_TRAIN, LIMIT_TEST };
/* folds.c has 6. */

typedef struct {
    adrop_data *data;
    adrop_ctx *ctx;
    const ad_rows *rows;
    const adrop_split_opts *opts;
    uint8_t *part; /* (rows), ADROP_ROW_.. */
    ad_keyed *items;
} split;

/* How many rows of a group of n to take. */
typedef adrop_status count_fn(const split *s, size_t group, size_t n, size_t *taken);

static adrop_status split_take(split *s, int from, uint16_t choice, bool by_class, count_fn *count,
                               int to)
{
    const ad_rows *rows = s->rows;
    size_t n = 0, taken = 0;
    adrop_status status = ADROP_OK;

    for (size_t row = 0; row < rows->n; row++)
        if (s->part[row] == from) {
            const ad_address at = {
                .seed = s->opts->seed, .row = (uint32_t)row, .draw = choice, .purpose = AD_FOR_SPLIT
            };
            const uint32_t group = by_class && rows->labels ? (uint32_t)rows->labels[row] : 0;
            s->items[n++] = (ad_keyed){ ad_row_key(&at), group, (uint32_t)row };
        }
    ad_keyed_sort(s->items, n);
    for (size_t begin = 0, end; begin < n && !status; begin = end) {
        for (end = begin; end < n && s->items[end].group == s->items[begin].group; end++)
            ;
        status = count(s, s->items[begin].group, end - begin, &taken);
        for (size_t i = end - taken; !status && i < end; i++)
            s->part[s->items[i].row] = (uint8_t)to;
    }
    return status;
}

static adrop_status count_test(const split *s, size_t group, size_t n, size_t *taken)
{
    const adrop_split_opts *o = s->opts;
    const size_t pool = s->rows->train_pool;
    const double fraction = o->test_fraction > 0 ? o->test_fraction : 0.2;

    if (o->test_per_class && s->rows->labels) {
        if (o->test_per_class >= n)
            return ad_fail(s->ctx, ADROP_EINVAL,
                           "class '%s' has %zu rows: test-per-class=%zu leaves none to train on",
                           group < s->rows->classes.n ? s->rows->classes.at[group] : "", n,
                           o->test_per_class);
        *taken = o->test_per_class;
    } else if (pool && pool < n && !(o->test_fraction > 0)) {
        *taken = n - pool;
    } else {
        *taken = (size_t)floor(fraction * (double)n + 0.5);
        if (*taken >= n)
            *taken = n - 1; /* leave a row to train on */
    }
    return ADROP_OK;
}

static adrop_status count_val(const split *s, size_t group, size_t n, size_t *taken)
{
    (void)group;
    *taken = (size_t)floor(s->opts->val_fraction * (double)n + 0.5);
    if (*taken >= n)
        *taken = n - 1;
    return ADROP_OK;
}

static adrop_status beyond(size_t most, size_t n, size_t *taken)
{
    *taken = n > most ? n - most : 0;
    return ADROP_OK;
}

static adrop_status beyond_train_class(const split *s, size_t group, size_t n, size_t *taken)
{
    (void)group;
    return beyond(s->opts->train_per_class, n, taken);
}

static adrop_status beyond_test_class(const split *s, size_t group, size_t n, size_t *taken)
{
    (void)group;
    return beyond(s->opts->test_per_class, n, taken);
}

static adrop_status beyond_train(const split *s, size_t group, size_t n, size_t *taken)
{
    (void)group;
    return beyond(s->opts->train_limit, n, taken);
}

static adrop_status beyond_test(const split *s, size_t group, size_t n, size_t *taken)
{
    (void)group;
    return beyond(s->opts->test_limit, n, taken);
}

static size_t count_part(const split *s, int part)
{
    size_t n = 0;

    for (size_t row = 0; row < s->rows->n; row++)
        n += s->part[row] == part;
    return n;
}

static void rename_part(split *s, int from, int to)
{
    for (size_t row = 0; row < s->rows->n; row++)
        if (s->part[row] == from)
            s->part[row] = (uint8_t)to;
}

/* Settle the test part: the given one, or rows taken for it. */
static adrop_status settle_test(split *s)
{
    const adrop_split_opts *o = s->opts;
    adrop_status status;

    if (count_part(s, ADROP_ROW_TEST)) {
        if (o->test_fraction > 0)
            return ad_fail(s->ctx, ADROP_EINVAL,
                           "'%s' has a test part of its own: leave test-fraction out",
                           s->rows->name);
        rename_part(s, ADROP_ROW_FREE, ADROP_ROW_TRAIN);
        return o->test_per_class ? split_take(s, ADROP_ROW_TEST, CHOOSE_TEST_CLASS, true,
                                              beyond_test_class, ADROP_ROW_UNUSED)
                                 : ADROP_OK;
    }
    if (s->rows->parts_stand && !(o->test_fraction > 0) && !o->test_per_class)
        return ADROP_OK;
    rename_part(s, ADROP_ROW_TRAIN, ADROP_ROW_FREE);
    status = split_take(s, ADROP_ROW_FREE, CHOOSE_TEST, true, count_test, ADROP_ROW_TEST);
    rename_part(s, ADROP_ROW_FREE, ADROP_ROW_TRAIN);
    return status;
}

static adrop_status split_settle(split *s)
{
    const adrop_split_opts *o = s->opts;
    adrop_status status = o->folds ? ad_folds_settle(s->ctx, s->rows, o, s->part) : settle_test(s);

    if (!status && o->val_fraction > 0) {
        if (count_part(s, ADROP_ROW_VAL))
            return ad_fail(s->ctx, ADROP_EINVAL,
                           "'%s' has a validation part of its own: leave `val-fraction` out",
                           s->rows->name);
        status = split_take(s, ADROP_ROW_TRAIN, CHOOSE_VAL, true, count_val, ADROP_ROW_VAL);
    }
    if (!status && o->train_per_class)
        status = split_take(s, ADROP_ROW_TRAIN, CHOOSE_TRAIN_CLASS, true, beyond_train_class,
                            ADROP_ROW_UNUSED);
    if (!status && o->train_limit)
        status = split_take(s, ADROP_ROW_TRAIN, LIMIT_TRAIN, false, beyond_train, ADROP_ROW_UNUSED);
    if (!status && o->test_limit)
        status = split_take(s, ADROP_ROW_TEST, LIMIT_TEST, false, beyond_test, ADROP_ROW_UNUSED);
    return status;
}

static adrop_status list_rows(split *s)
{
    adrop_data *data = s->data;
    adrop_status status = ADROP_OK;

    for (int p = 0; !status && p < AD_N_PARTS; p++) {
        size_t n = 0;
        status = AD_NEW(s->ctx, count_part(s, p), "row lists", &data->part[p]);
        for (size_t row = 0; !status && row < s->rows->n; row++)
            if (s->part[row] == p)
                data->part[p][n++] = (uint32_t)row;
        data->n_part[p] = n;
    }
    return status;
}

adrop_status ad_data_split(adrop_data *data, adrop_ctx *ctx)
{
    const ad_rows *rows = data->rows;
    const uint8_t *given = data->given ? data->given : rows->parts;
    split s = { .data = data, .ctx = ctx, .rows = rows, .opts = &data->opts };
    adrop_status status;

    if ((s.opts->train_per_class || s.opts->test_per_class) && !rows->labels)
        return ad_fail(ctx, ADROP_EINVAL,
                       "'%s' has no classes: train-per-class and test-per-class do not fit a "
                       "regression",
                       rows->name);
    if ((status = AD_NEW(ctx, rows->n, "a split", &s.part)) ||
        (status = AD_NEW(ctx, rows->n, "a split", &s.items)))
        goto done;
    if (given)
        memcpy(s.part, given, rows->n);
    else
        memset(s.part, ADROP_ROW_FREE, rows->n);
    if (!(status = split_settle(&s)))
        status = list_rows(&s);
done:
    ad_free(ctx, s.part);
    ad_free(ctx, s.items);
    return status;
}
