/* Which rows are for training, validation and tests.
 *
 * Every choice is by an order of its own within a class (regression: within all
 * rows), the rows sorted by key(seed, choice, row); what is taken is taken from the
 * end of that order. So what is kept is its beginning, and a smaller subset is part
 * of every larger one. */
#include <math.h>
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "data/dataset.h"
#include "data/order.h"

/* Choices, part of the address; kept for ever. */
enum { CHOOSE_TEST, CHOOSE_VAL, CHOOSE_TRAIN_CLASS, CHOOSE_TEST_CLASS, LIMIT_TRAIN, LIMIT_TEST };

typedef struct {
    adrop_data *data;
    const adrop_data_opts *opts;
    uint8_t *part; /* (rows), AD_ROW_.. */
    ad_keyed *items;
} split;

/* How many of a group of n are taken. */
typedef adrop_status count_fn(const split *s, size_t group, size_t n, size_t *taken);

static adrop_status take(split *s, int from, uint16_t choice, bool by_class, count_fn *count,
                         int to)
{
    const ad_raw *raw = &s->data->raw;
    size_t n = 0, taken = 0;
    adrop_status status = ADROP_OK;

    for (size_t row = 0; row < raw->rows; row++)
        if (s->part[row] == from) {
            const ad_address at = {
                .seed = s->opts->seed, .row = (uint32_t)row, .draw = choice, .purpose = AD_FOR_SPLIT
            };
            const uint32_t group = by_class && raw->labels ? (uint32_t)raw->labels[row] : 0;
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
    const adrop_data_opts *o = s->opts;
    const size_t pool = s->data->raw.train_pool;
    const double fraction = o->test_fraction > 0 ? o->test_fraction : 0.2;

    if (o->test_per_class && s->data->raw.labels) {
        if (o->test_per_class >= n)
            return ad_fail(s->data->ctx, ADROP_EINVAL,
                           "class '%s' has %zu rows: test-per-class=%zu leaves none to train on",
                           s->data->class_names[group], n, o->test_per_class);
        *taken = o->test_per_class;
    } else if (pool && pool < n && !(o->test_fraction > 0)) {
        *taken = n - pool;
    } else {
        *taken = (size_t)floor(fraction * (double)n + 0.5);
        if (*taken >= n)
            *taken = n - 1; /* something is left to train on */
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

    for (size_t row = 0; row < s->data->raw.rows; row++)
        n += s->part[row] == part;
    return n;
}

static void rename_part(split *s, int from, int to)
{
    for (size_t row = 0; row < s->data->raw.rows; row++)
        if (s->part[row] == from)
            s->part[row] = (uint8_t)to;
}

/* The test part: the files', or taken from the rows. */
static adrop_status settle_test(split *s)
{
    const adrop_data_opts *o = s->opts;
    adrop_status status;

    if (count_part(s, AD_ROW_TEST)) {
        if (o->test_fraction > 0)
            return ad_fail(s->data->ctx, ADROP_EINVAL,
                           "'%s' has a test part of its own: leave test-fraction out",
                           s->data->name);
        rename_part(s, AD_ROW_FREE, AD_ROW_TRAIN);
        return o->test_per_class
                   ? take(s, AD_ROW_TEST, CHOOSE_TEST_CLASS, true, beyond_test_class, AD_ROW_UNUSED)
                   : ADROP_OK;
    }
    rename_part(s, AD_ROW_TRAIN, AD_ROW_FREE);
    status = take(s, AD_ROW_FREE, CHOOSE_TEST, true, count_test, AD_ROW_TEST);
    rename_part(s, AD_ROW_FREE, AD_ROW_TRAIN);
    return status;
}

static adrop_status settle(split *s)
{
    const adrop_data_opts *o = s->opts;
    adrop_status status = settle_test(s);

    if (!status && o->val_fraction > 0) {
        if (count_part(s, AD_ROW_VAL))
            return ad_fail(s->data->ctx, ADROP_EINVAL,
                           "'%s' has a validation part of its own: leave val-fraction out",
                           s->data->name);
        status = take(s, AD_ROW_TRAIN, CHOOSE_VAL, true, count_val, AD_ROW_VAL);
    }
    if (!status && o->train_per_class)
        status = take(s, AD_ROW_TRAIN, CHOOSE_TRAIN_CLASS, true, beyond_train_class, AD_ROW_UNUSED);
    if (!status && o->train_limit)
        status = take(s, AD_ROW_TRAIN, LIMIT_TRAIN, false, beyond_train, AD_ROW_UNUSED);
    if (!status && o->test_limit)
        status = take(s, AD_ROW_TEST, LIMIT_TEST, false, beyond_test, AD_ROW_UNUSED);
    return status;
}

static adrop_status list_rows(split *s)
{
    adrop_data *data = s->data;
    adrop_status status = ADROP_OK;

    for (int p = 0; !status && p < AD_N_PARTS; p++) {
        size_t n = 0;
        status = ad_alloc(data->ctx, count_part(s, p), sizeof(uint32_t), "row lists",
                          &data->rows[p]);
        for (size_t row = 0; !status && row < data->raw.rows; row++)
            if (s->part[row] == p)
                data->rows[p][n++] = (uint32_t)row;
        data->n_rows[p] = n;
    }
    return status;
}

adrop_status ad_data_split(adrop_data *data, const adrop_data_opts *opts)
{
    const ad_raw *raw = &data->raw;
    split s = { .data = data, .opts = opts };
    adrop_status status;

    if ((opts->train_per_class || opts->test_per_class) && !raw->labels)
        return ad_fail(data->ctx, ADROP_EINVAL,
                       "'%s' has no classes: train-per-class and test-per-class do not fit a "
                       "regression",
                       data->name);
    if ((status = ad_alloc(data->ctx, raw->rows, 1, "a split", &s.part)) ||
        (status = ad_alloc(data->ctx, raw->rows, sizeof(ad_keyed), "a split", &s.items)))
        goto done;
    if (raw->parts)
        memcpy(s.part, raw->parts, raw->rows);
    else
        memset(s.part, AD_ROW_FREE, raw->rows);
    if (*opts->test_rows)
        status = ad_data_mark_test_rows(data, opts, s.part);
    if (!status && !(status = settle(&s)))
        status = list_rows(&s);
done:
    ad_free(data->ctx, s.part);
    ad_free(data->ctx, s.items);
    return status;
}
