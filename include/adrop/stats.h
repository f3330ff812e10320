/* Statistics of repeated runs: do two techniques differ, by how much, and how certain is that?
 *
 *     const double ours[] = { 98.1, 98.3, 98.2 }, theirs[] = { 97.9, 98.0, 97.7 };
 *     adrop_t_result r;
 *     if (!adrop_t_test(ctx, ADROP_TEST_WELCH, ADROP_SIDE_TWO, 3, ours, 3, theirs, 0.95, &r))
 *         printf("%+.2f [%.2f, %.2f], p = %.3f\n", r.difference, r.low, r.high, r.p);
 *
 * The default verdict of this library is Welch's test, two-sided, on the runs themselves, with
 * Holm's adjustment over all comparisons with the baseline, at level 0.05. docs/statistics.md
 * explains why, and what few runs can show. Everything is computed in double.
 * tests/peers/check_stats.py compares with SciPy. */
#ifndef ADROP_STATS_H
#define ADROP_STATS_H

#include <stddef.h>
#include <stdint.h>

#include "adrop/context.h"
#include "adrop/export.h"
#include "adrop/status.h"

ADROP_BEGIN_DECLS

typedef struct adrop_summary {
    size_t n;
    double mean;
    double std;            /* divided by n - 1; NaN for n < 2 */
    double std_population; /* divided by n */
} adrop_summary;

/* Of n values; all NaN for n == 0 or if a value is not finite. Sums are of differences from the
 * first value, so a small standard deviation about a large mean keeps its digits. */
ADROP_API void adrop_summarize_sized(size_t n, const double *x, adrop_summary *summary,
                                     size_t size);
#define adrop_summarize(n, x, summary) adrop_summarize_sized((n), (x), (summary), sizeof *(summary))

/* ------------------------------------------------------------------------
 * Tests on means. */
typedef enum adrop_t_kind {
    ADROP_TEST_WELCH,  /* two groups, each with its own variance */
    ADROP_TEST_POOLED, /* two groups, one variance: Student's */
    ADROP_TEST_PAIRED, /* x[i] belongs to y[i]: the same seed, the same split */
} adrop_t_kind;

/* The alternative. Greater: x lies above y. */
typedef enum adrop_side {
    ADROP_SIDE_TWO,
    ADROP_SIDE_GREATER,
    ADROP_SIDE_LESS,
} adrop_side;

typedef struct adrop_t_result {
    double difference;     /* mean x - mean y */
    double standard_error; /* of the difference */
    double t, df;
    double p;
    double low, high; /* interval of the difference; one-sided: one end is infinite */
} adrop_t_result;

/* Student's t tests. level is the level of the interval, such as 0.95.
 *
 * If there is no variance, the standard error is 0, t is infinite and the interval is the
 * difference itself; p is 0, or 1 if the difference has the wrong sign. If the means are also
 * equal, t is 0 and p is its usual value for t = 0: 1 two-sided and 1/2 one-sided. For Welch, df is
 * then n - 1 of the smaller group, its lower bound.
 *
 * ADROP_EINVAL for n < 2, paired with nx != ny, a level outside (0, 1), values that are
 * not finite; ADROP_ENUMERIC if the differences overflow. */
ADROP_API adrop_status adrop_t_test_sized(adrop_ctx *ctx, adrop_t_kind kind, adrop_side side,
                                          size_t nx, const double *x, size_t ny, const double *y,
                                          double level, adrop_t_result *r, size_t size);
#define adrop_t_test(ctx, kind, side, nx, x, ny, y, level, r)                                      \
  adrop_t_test_sized((ctx), (kind), (side), (nx), (x), (ny), (y), (level), (r), sizeof *(r))

/* The same from n, mean and std (n - 1), as in published tables; other members are ignored. Not
 * paired. */
ADROP_API adrop_status adrop_t_test_summary_sized(adrop_ctx *ctx, adrop_t_kind kind,
                                                  adrop_side side, const adrop_summary *x,
                                                  const adrop_summary *y, double level,
                                                  adrop_t_result *r, size_t size);
#define adrop_t_test_summary(ctx, kind, side, x, y, level, r)                                      \
  adrop_t_test_summary_sized((ctx), (kind), (side), (x), (y), (level), (r), sizeof *(r))

/* Hedges' g: the difference of means in pooled standard deviations (paired: in standard deviations
 * of the differences), times Gamma(f/2) / (sqrt(f/2) Gamma((f-1)/2)), which removes the bias for f
 * = nx + ny - 2 (n - 1) degrees of freedom. Welch and pooled give the same. Without any variance it
 * is infinite, or 0 if the means are equal. NaN for two pairs: the factor is undefined for f = 1.
 * Errors as above. */
ADROP_API adrop_status adrop_hedges_g(adrop_ctx *ctx, adrop_t_kind kind, size_t nx, const double *x,
                                      size_t ny, const double *y, double *g);

/* Holm's step-down adjustment of n p-values: if every comparison with adjusted <= alpha is called a
 * difference, the probability of any false call is at most alpha. NaN (no test) is not counted and
 * stays NaN. adjusted may be p. ADROP_EINVAL for a p outside [0, 1]. */
ADROP_API adrop_status adrop_holm(adrop_ctx *ctx, size_t n, const double *p, double *adjusted);

/* ------------------------------------------------------------------------
 * Tests that do not assume a normal distribution. Exact tests count the equally likely outcomes
 * that are at least as extreme; two-sided p is twice the smaller tail, at most 1. Ties are equal
 * doubles: 98.3 - 98.1 and 98.2 - 98.0 are not equal, but 983 - 981 and 982 - 980 are. ADROP_EINVAL
 * for zero values, and for values that are not finite. */
typedef struct adrop_rank_result {
    double statistic, p;
    double least_p; /* the smallest p possible with this many values; if it is above alpha, no
                       outcome is significant */
    int exact;      /* 1: p is exact; 0: an approximation, described below */
} adrop_rank_result;

/* Wilcoxon's signed-rank test of n pairs. Differences of zero are dropped, and equal ones get their
 * average rank; statistic is the sum of the ranks of positive differences. Exact up to 200
 * differences, including ties; beyond that by the normal distribution, with corrections for ties
 * and continuity. If all differences are zero, p is 1. */
ADROP_API adrop_status adrop_wilcoxon_sized(adrop_ctx *ctx, adrop_side side, size_t n,
                                            const double *x, const double *y, adrop_rank_result *r,
                                            size_t size);
#define adrop_wilcoxon(ctx, side, n, x, y, r)                                                      \
  adrop_wilcoxon_sized((ctx), (side), (n), (x), (y), (r), sizeof *(r))

/* The Wilcoxon-Mann-Whitney rank-sum test, for unpaired runs; statistic is U, the number of pairs
 * (i, j) with x[i] > y[j], ties counted as halves. Exact, given the ties, up to 63 runs in both
 * groups (more if one is small: while it takes at most 1e8 additions); beyond that by the normal
 * distribution, with corrections for ties and continuity. */
ADROP_API adrop_status adrop_rank_sum_sized(adrop_ctx *ctx, adrop_side side, size_t nx,
                                            const double *x, size_t ny, const double *y,
                                            adrop_rank_result *r, size_t size);
#define adrop_rank_sum(ctx, side, nx, x, ny, y, r)                                                 \
  adrop_rank_sum_sized((ctx), (side), (nx), (x), (ny), (y), (r), sizeof *(r))

/* Sign-flip (permutation) test of the mean of n paired differences, which is statistic. Exact for n
 * <= 20, over all 2^n signs; otherwise with 100,000 random ones, a pure function of the seed, and p
 * = (1 + number at least as extreme) / 100,001. Sums that differ by less than 1e-12 of the sum of
 * x - y| count as equal. */
ADROP_API adrop_status adrop_sign_flip_sized(adrop_ctx *ctx, adrop_side side, size_t n,
                                             const double *x, const double *y, uint64_t seed,
                                             adrop_rank_result *r, size_t size);
#define adrop_sign_flip(ctx, side, n, x, y, seed, r)                                               \
  adrop_sign_flip_sized((ctx), (side), (n), (x), (y), (seed), (r), sizeof *(r))

/* ------------------------------------------------------------------------
 * The accuracy that a technique gains for its additional time (the paper's ratios). Row i has
 * accuracy a[i] in percent and t[i] seconds per epoch; a0 and t0 are those without dropout:
 *
 *     s1 = sigmoid(a - a0) / sigmoid((t - t0) / t0)
 *     s2 = ((a - a0) / a0) / ((t - t0) / t0)
 *
 * and *_norm = (s - min) / (max - min) over the n rows. Omit the run without dropout, or give NaN
 * for it; otherwise s1 = 1 and s2 = 0/0 would take part. s2 is undefined for t <= t0 (and for a0 =
 * 0) and is NaN there; s1 is defined. NaN rows are excluded from min and max; if these are equal,
 * the norm is NaN. All NaN unless t0 > 0. Any output may be NULL. */
ADROP_API void adrop_effectiveness(size_t n, const double *a, const double *t, double a0, double t0,
                                   double *s1, double *s2, double *s1_norm, double *s2_norm);

/* ------------------------------------------------------------------------
 * Student's t distribution, for real df > 0 (infinite: the normal), and the normal distribution. sf
 * is 1 - cdf without cancellation. Small probabilities keep their digits: relative errors are below
 * 1e-12 down to 1e-300. Quantiles are infinite for p = 0 and 1. NaN outside. */
ADROP_API double adrop_t_cdf(double df, double t);
ADROP_API double adrop_t_sf(double df, double t);
ADROP_API double adrop_t_quantile(double df, double p);
ADROP_API double adrop_normal_cdf(double z);
ADROP_API double adrop_normal_quantile(double p);

ADROP_END_DECLS

#endif
