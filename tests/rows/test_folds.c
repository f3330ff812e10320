/* Folds and held-out rows: the promises of folds.h and hold_out.h, over many random sets of rows.
 * Of the order within a class, the test assumes only that it depends on the seed. */
#include "rows/folds.h"

#include "adrop/rows.h"
#include "check.h"
#include "rows/hold_out.h"

enum { MOST = 200, CLASSES = 4, FOLDS = 7 };

static adrop_ctx *ctx;
static int32_t labels[MOST];
static uint32_t groups[MOST], fold[MOST];
static uint8_t part[MOST];
static float values[MOST];

static void begin(void)
{
    CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
}

static void end(void)
{
    adrop_ctx_free(ctx);
}

/* A number in 0, .. n - 1 without a generator's state. */
static uint32_t number(size_t draw, size_t i, uint32_t n)
{
    uint64_t x = (draw * 1000003 + i + 1) * 0x9E3779B97F4A7C15;

    x ^= x >> 29, x *= 0xBF58476D1CE4E5B9, x ^= x >> 32;
    return (uint32_t)(x % n);
}

/* A set of n rows: classes of different sizes, some rows unused; returns how many are not. */
static size_t draw_rows(size_t draw, size_t n)
{
    size_t used = 0;

    for (size_t i = 0; i < n; i++) {
        labels[i] = (int32_t)(number(draw, i, 10) * number(draw, i + MOST, 10) / 21);
        groups[i] = number(draw, i + 2 * MOST, 30);
        part[i] = number(draw, i, 11) == 3 ? ADROP_ROW_UNUSED : ADROP_ROW_FREE;
        values[i] = (float)i;
        used += part[i] != ADROP_ROW_UNUSED;
    }
    return used;
}

/* Used rows of fold f, of a class or (-1) of all. */
static size_t rows_of(size_t n, size_t f, int32_t label)
{
    size_t k = 0;

    for (size_t i = 0; i < n; i++)
        k += part[i] != ADROP_ROW_UNUSED && fold[i] == f && (label < 0 || labels[i] == label);
    return k;
}

static void sizes_differ_by_one_at_most(void)
{
    for (size_t draw = 0; draw < 60; draw++) {
        const size_t n = 20 + number(draw, 5000, MOST - 19), folds = 2 + draw % (FOLDS - 1);
        const ad_rows rows = { .name = "rows", .n = n, .labels = labels };
        static uint32_t again[MOST];
        draw_rows(draw, n);
        CHECK_WHERE("draw %zu: %zu rows, %zu folds", draw, n, folds);
        CHECK_EQ(ad_folds_deal(ctx, &rows, draw, folds, part, fold), ADROP_OK);
        for (int32_t label = -1; label < CLASSES; label++) {
            size_t least = MOST, most = 0, all = 0, there = 0;
            for (size_t f = 0; f < folds; f++) {
                const size_t k = rows_of(n, f, label);
                least = k < least ? k : least, most = k > most ? k : most, all += k;
            }
            for (size_t i = 0; i < n; i++)
                there += part[i] != ADROP_ROW_UNUSED && (label < 0 || labels[i] == label);
            CHECK_EQ(all, there);
            CHECK(most - least <= 1);
        }
        memcpy(again, fold, sizeof fold);
        CHECK_EQ(ad_folds_deal(ctx, &rows, draw, folds, part, fold), ADROP_OK);
        CHECK(!memcmp(again, fold, n * sizeof *fold));
        CHECK_EQ(ad_folds_deal(ctx, &rows, draw + 1, folds, part, fold), ADROP_OK);
        CHECK(memcmp(again, fold, n * sizeof *fold) != 0);
    }
}

/* The largest group first, to the emptiest fold: no two folds differ by more than the group that
 * was put last into the fuller one, which is no larger than any in it. */
static void groups_stay_together(void)
{
    for (size_t draw = 0; draw < 60; draw++) {
        const size_t n = 100 + number(draw, 5000, MOST - 99), folds = 2 + draw % (FOLDS - 1);
        const ad_rows rows = { .name = "rows", .n = n, .labels = labels, .groups = groups };
        size_t smallest[FOLDS], size[FOLDS] = { 0 };
        draw_rows(draw, n);
        CHECK_WHERE("draw %zu: %zu rows in groups, %zu folds", draw, n, folds);
        CHECK_EQ(ad_folds_deal(ctx, &rows, draw, folds, part, fold), ADROP_OK);
        for (size_t f = 0; f < folds; f++)
            smallest[f] = MOST, size[f] = rows_of(n, f, -1);
        for (uint32_t g = 0; g < 30; g++) {
            size_t k = 0, at = MOST;
            for (size_t i = 0; i < n; i++)
                if (part[i] != ADROP_ROW_UNUSED && groups[i] == g) {
                    CHECK(at == MOST || fold[i] == at);
                    at = fold[i];
                    k++;
                }
            if (k) {
                CHECK(at < folds);
                smallest[at] = k < smallest[at] ? k : smallest[at];
            }
        }
        for (size_t f = 0; f < folds; f++)
            for (size_t other = 0; other < folds; other++)
                CHECK(size[f] <= size[other] + smallest[f]);
    }
}

static void too_many_folds_are_refused(void)
{
    ad_rows rows = { .name = "few", .n = 6, .labels = labels };

    for (size_t i = 0; i < 6; i++)
        labels[i] = 0, groups[i] = (uint32_t)i / 2 * 5, part[i] = ADROP_ROW_FREE;
    part[5] = ADROP_ROW_UNUSED;
    CHECK_EQ(ad_folds_deal(ctx, &rows, 1, 5, part, fold), ADROP_OK);
    CHECK_EQ(ad_folds_deal(ctx, &rows, 1, 6, part, fold), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "'few' has 5 rows: 6 folds are too many");
    rows.groups = groups;
    CHECK_EQ(ad_folds_deal(ctx, &rows, 1, 3, part, fold), ADROP_OK);
    CHECK(fold[0] == fold[1] && fold[2] == fold[3] && fold[0] != fold[2] && fold[4] != fold[0]);
    CHECK_EQ(ad_folds_deal(ctx, &rows, 1, 4, part, fold), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "'few' has 3 groups: 4 folds are too many");
}

/* How often each row is in the part, added to seen. */
static size_t count_part(const adrop_data *data, adrop_part of, int *seen)
{
    size_t n;
    const uint32_t *rows = adrop_data_rows(data, of, &n);

    for (size_t i = 0; i < n; i++)
        seen[rows[i]]++;
    return n;
}

static adrop_data *data_of(size_t n, const adrop_split_opts *opts)
{
    adrop_arrays a;
    adrop_data *data;

    adrop_arrays_init(&a);
    a.rows = n, a.channels = 1, a.values = values, a.labels = labels, a.classes = CLASSES + 1;
    CHECK_TEXT(adrop_data_from_arrays(ctx, &a, opts, &data) ? adrop_ctx_message(ctx) : "", "");
    return data;
}

/* Each row is tested once, and trained on in all other folds. */
static void each_fold_is_the_test_part_once(void)
{
    int train[MOST] = { 0 }, test[MOST] = { 0 };
    adrop_split_opts opts;

    draw_rows(1, MOST);
    adrop_split_opts_init(&opts);
    opts.folds = 5;
    for (opts.fold = 1; opts.fold <= 5; opts.fold++) {
        adrop_data *data = data_of(MOST, &opts);
        CHECK_EQ(count_part(data, ADROP_PART_TEST, test), MOST / 5);
        CHECK_EQ(count_part(data, ADROP_PART_TRAIN, train), MOST - MOST / 5);
        adrop_data_free(data);
    }
    for (size_t i = 0; i < MOST; i++)
        CHECK(test[i] == 1 && train[i] == 4);
}

static void folds_that_are_not_there(void)
{
    static const struct {
        size_t folds, fold;
        double test_fraction;
        size_t test_per_class;
        const char *part;
    } refused[] = { { 5, 0, 0, 0, "fold 0 of 5 folds" },
                    { 5, 6, 0, 0, "fold 6 of 5 folds" },
                    { 1, 1, 0, 0, "2 folds or more" },
                    { 5, 1, 0.1, 0, "leave `test-fraction`" },
                    { 5, 1, 0, 1, "leave `test-fraction`" } };

    draw_rows(1, MOST);
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        adrop_split_opts opts;
        adrop_arrays a;
        adrop_data *data;
        CHECK_WHERE("case %zu", i);
        adrop_split_opts_init(&opts);
        opts.folds = refused[i].folds, opts.fold = refused[i].fold;
        opts.test_fraction = refused[i].test_fraction;
        opts.test_per_class = refused[i].test_per_class;
        adrop_arrays_init(&a);
        a.rows = MOST, a.channels = 1, a.values = values, a.labels = labels;
        CHECK_EQ(adrop_data_from_arrays(ctx, &a, &opts, &data), ADROP_EINVAL);
        CHECK_HAS(adrop_ctx_message(ctx), refused[i].part);
    }
}

/* Held out: the training and validation rows as they are, or fold by fold; test rows never. */
static void test_rows_are_held_out(void)
{
    int base[ADROP_PART_VAL + 1][MOST] = { { 0 } }, all[MOST] = { 0 };
    adrop_split_opts opts;
    adrop_data *data, *held;

    draw_rows(2, MOST);
    adrop_split_opts_init(&opts);
    opts.val_fraction = 0.25;
    data = data_of(MOST, &opts);
    CHECK_EQ(ad_data_hold_out(ctx, data, 0, 0, &held), ADROP_OK);
    for (int p = ADROP_PART_TRAIN; p <= ADROP_PART_VAL; p++) {
        int seen[MOST] = { 0 };
        CHECK(count_part(data, (adrop_part)p, base[p]) > 0);
        CHECK_EQ(count_part(held, (adrop_part)p, seen), count_part(data, (adrop_part)p, all));
        CHECK(!memcmp(seen, base[p], sizeof seen));
    }
    CHECK_EQ(count_part(held, ADROP_PART_TEST, all), 0);
    adrop_data_free(held);
    CHECK_EQ(ad_data_hold_out(ctx, data, 4, 1, &held), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "has a validation part of its own");
    CHECK(held == NULL);
    adrop_data_free(data);

    int train[MOST] = { 0 }, val[MOST] = { 0 }, trained[MOST] = { 0 };
    opts.val_fraction = 0;
    data = data_of(MOST, &opts);
    const size_t n = count_part(data, ADROP_PART_TRAIN, trained);
    for (size_t f = 1; f <= 4; f++) {
        CHECK_EQ(ad_data_hold_out(ctx, data, 4, f, &held), ADROP_OK);
        CHECK_EQ(count_part(held, ADROP_PART_TRAIN, train) + count_part(held, ADROP_PART_VAL, val),
                 n);
        CHECK_EQ(count_part(held, ADROP_PART_TEST, all), 0);
        adrop_data_free(held);
    }
    for (size_t i = 0; i < MOST; i++)
        CHECK(val[i] == trained[i] && train[i] == 3 * trained[i]);
    adrop_data_free(data);
}

CHECK_MAIN(begin, sizes_differ_by_one_at_most, groups_stay_together, too_many_folds_are_refused,
           each_fold_is_the_test_part_once, folds_that_are_not_there, test_rows_are_held_out, end)
