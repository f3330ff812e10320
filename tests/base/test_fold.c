/* The fixed tree over shards: the counter and the fold of stored blocks equal the tree's definition
 * bit for bit, on numbers whose sums depend on the order. */
#include "base/fold.h"

#include "check.h"

enum { MOST = 33, N = 7, SLOTS = 6 };

static float number(size_t shard, size_t k)
{
    return (float)(sin(12.9898 * (double)(shard * N + k + 1)) * pow(10, (double)(k % 5)));
}

/* The definition. */
static float tree_f32(size_t lo, size_t hi, size_t k)
{
    size_t half = 1;

    if (hi - lo == 1)
        return number(lo, k);
    while (2 * half < hi - lo)
        half *= 2;
    return tree_f32(lo, lo + half, k) + tree_f32(lo + half, hi, k);
}

static double tree_f64(size_t lo, size_t hi, size_t k)
{
    size_t half = 1;

    if (hi - lo == 1)
        return (double)number(lo, k) / 3;
    while (2 * half < hi - lo)
        half *= 2;
    return tree_f64(lo, lo + half, k) + tree_f64(lo + half, hi, k);
}

static void counter_in_float(void)
{
    float slot[SLOTS][N];

    for (size_t shards = 1; shards <= MOST; shards++) {
        ad_fold f = { .n = N };
        CHECK_WHERE("%zu shards", shards);
        CHECK(ad_fold_slots(shards) <= SLOTS);
        for (size_t i = 0; i < ad_fold_slots(shards); i++)
            f.slot[i] = slot[i]; /* a slot too many would be NULL */
        ad_fold_start(&f);
        for (size_t s = 0; s < shards; s++) {
            float *to = ad_fold_place(&f);
            for (size_t k = 0; k < N; k++)
                to[k] = number(s, k);
            ad_fold_push(&f);
        }
        ad_fold_end(&f);
        for (size_t k = 0; k < N; k++) {
            const float expected = tree_f32(0, shards, k);
            CHECK(!memcmp(&slot[0][k], &expected, sizeof expected));
        }
    }
}

static void both_in_double(void)
{
    double slot[SLOTS][N], blocks[MOST * N];

    for (size_t shards = 1; shards <= MOST; shards++) {
        ad_fold f = { .n = N, .is_double = 1 };
        CHECK_WHERE("%zu shards", shards);
        for (size_t i = 0; i < ad_fold_slots(shards); i++)
            f.slot[i] = slot[i];
        ad_fold_start(&f);
        for (size_t s = 0; s < shards; s++) {
            double *to = ad_fold_place(&f);
            for (size_t k = 0; k < N; k++)
                blocks[s * N + k] = to[k] = (double)number(s, k) / 3;
            ad_fold_push(&f);
        }
        ad_fold_end(&f);
        ad_fold_all(shards, N, blocks);
        for (size_t k = 0; k < N; k++) {
            const double expected = tree_f64(0, shards, k);
            CHECK(!memcmp(&slot[0][k], &expected, sizeof expected));
            CHECK(!memcmp(&blocks[k], &expected, sizeof expected));
        }
    }
}

/* The numbers would show another order: from left to right differs somewhere. */
static void order_matters(void)
{
    size_t differing = 0;

    for (size_t k = 0; k < N; k++) {
        float sum = 0;
        for (size_t s = 0; s < MOST; s++)
            sum += number(s, k);
        const float expected = tree_f32(0, MOST, k);
        differing += memcmp(&sum, &expected, sizeof sum) != 0;
    }
    CHECK(differing > 0);
}

static void slots(void)
{
    static const size_t expected[] = { 1, 2, 2, 3, 3, 3, 3, 4, 4 };

    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        CHECK_EQ(ad_fold_slots(i + 1), expected[i]);
}

CHECK_MAIN(counter_in_float, both_in_double, order_matters, slots)
