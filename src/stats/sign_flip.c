/* The sign-flip test of paired differences: under the null hypothesis d and -d are equally
 * likely, and so are all 2^n signs of the n differences (R. A. Fisher, "The Design of
 * Experiments", 1935, section 21). */
#include <math.h>

#include "base/context.h"
#include "base/memory.h"
#include "base/struct.h"
#include "random/noise.h"
#include "stats/ranks.h"
#include "stats/sample.h"

enum {
    MOST_EXACT = 20, /* differences */
    HALF = 1 << (MOST_EXACT / 2),
    DRAWS = 100000,
    SIGNS = 32, /* per random word */
};

typedef struct {
    double sum, slack; /* sum: observed; slack: bound on rounding errors */
    double at_most, at_least;
} tally;

static void sign_flip_add(tally *t, double sum)
{
    t->at_most += sum <= t->sum + t->slack;
    t->at_least += sum >= t->sum - t->slack;
}

/* The sums of n differences under all signs; returns their number, 2^n. */
static size_t all_sums(size_t n, const double *d, double *sums)
{
    size_t count = 1;

    sums[0] = 0;
    for (size_t i = 0; i < n; i++, count *= 2)
        for (size_t j = 0; j < count; j++) {
            sums[count + j] = sums[j] - d[i];
            sums[j] += d[i];
        }
    return count;
}

/* Combine each of the first half's sums with those of the n differences d. Not inlined: a frame
 * holds the sums of one half. */
__attribute__((noinline)) static void try_halves(size_t n_first, const double *first, size_t n,
                                                 const double *d, tally *t)
{
    double second[HALF];
    const size_t n_second = all_sums(n, d, second);
    const double count = (double)(n_first * n_second);

    for (size_t i = 0; i < n_first; i++)
        for (size_t j = 0; j < n_second; j++)
            sign_flip_add(t, first[i] + second[j]);
    t->at_most /= count;
    t->at_least /= count;
}

/* Every sum is one of the first half's plus one of the second half's: few roundings. */
static void try_all(size_t n, const double *d, tally *t)
{
    double first[HALF];

    try_halves(all_sums(n / 2, d, first), first, n - n / 2, d + n / 2, t);
}

/* Draw k uses the words of row k, one bit per sign. The observed signs count as one draw. */
static void sign_flip_draw(size_t n, const double *d, uint64_t seed, uint32_t *words, tally *t)
{
    ad_address at = { .seed = seed, .purpose = AD_FOR_FLIP };

    for (at.row = 0; at.row < DRAWS; at.row++) {
        double sum = 0;
        ad_noise_words_f64(&at, 0, (n + SIGNS - 1) / SIGNS, words);
        for (size_t i = 0; i < n; i++)
            sum += words[i / SIGNS] >> i % SIGNS & 1 ? -d[i] : d[i];
        sign_flip_add(t, sum);
    }
    t->at_most = (1 + t->at_most) / (1 + DRAWS);
    t->at_least = (1 + t->at_least) / (1 + DRAWS);
}

static adrop_status test(adrop_ctx *ctx, adrop_side side, size_t n, const double *d, uint64_t seed,
                         adrop_rank_result *r)
{
    tally t = { 0 };
    int moving = 0; /* nonzero differences */

    for (size_t i = 0; i < n; i++) {
        t.sum += d[i];
        t.slack += 1e-12 * fabs(d[i]);
        moving += d[i] != 0;
    }
    if (!isfinite(t.slack))
        return ad_fail(ctx, ADROP_ENUMERIC, "the values are too large: their differences overflow");
    r->statistic = t.sum / (double)n;
    r->exact = n <= MOST_EXACT;
    const double least = r->exact ? ldexp(1, -moving) : fmax(ldexp(1, -moving), 1.0 / (1 + DRAWS));
    r->least_p = fmin(side == ADROP_SIDE_TWO ? 2 * least : least, 1);
    if (r->exact) {
        try_all(n, d, &t);
    } else {
        uint32_t *words;
        const adrop_status status = AD_NEW(ctx, (n + SIGNS - 1) / SIGNS, "the signs", &words);
        if (status)
            return status;
        sign_flip_draw(n, d, seed, words, &t);
        ad_free(ctx, words);
    }
    r->p = ad_tails_p(side, t.at_most, t.at_least);
    return ADROP_OK;
}

static adrop_status sign_flip(adrop_ctx *ctx, adrop_side side, size_t n, const double *x,
                              const double *y, uint64_t seed, adrop_rank_result *r)
{
    double *d;

    adrop_status status = ad_side_check(ctx, side);
    if (!status)
        status = ad_sample_check(ctx, "x", n, x, 1);
    if (!status)
        status = ad_sample_check(ctx, "y", n, y, 1);
    if (!status)
        status = AD_NEW(ctx, n, "the differences", &d);
    if (status)
        return status;
    for (size_t i = 0; i < n; i++)
        d[i] = x[i] - y[i];
    status = test(ctx, side, n, d, seed, r);
    ad_free(ctx, d);
    return status;
}

adrop_status adrop_sign_flip_sized(adrop_ctx *ctx, adrop_side side, size_t n, const double *x,
                                   const double *y, uint64_t seed, adrop_rank_result *r,
                                   size_t size)
{
    adrop_rank_result mine = { 0 };
    const adrop_status status = sign_flip(ctx, side, n, x, y, seed, &mine);

    if (!status)
        ad_struct_write(r, size, &mine, sizeof mine);
    return status;
}
