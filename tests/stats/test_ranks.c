/* Wilcoxon's tests and the sign-flip test: SciPy's values, enumeration of all outcomes, ties, the
 * smallest p, large samples. */
#include "adrop/stats.h"
#include "check.h"

static adrop_ctx *ctx;

static void begin(void)
{
    CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
}

static void end(void)
{
    adrop_ctx_free(ctx);
}

static const double x[] = { 74.94, 75.21, 74.70, 74.88, 75.02, 73.1, 75.9, 74.4 };
static const double y[] = { 73.62, 74.05, 73.30, 75.11, 73.90, 74.2, 73.35, 74.9 };

/* By side; no ties. */
static void stored(void)
{
    static const double w[] = { 0.109375, 0.0546875, 0.9609375 };
    static const double u[] = { 0.10489510489510488, 0.05244755244755244, 0.9585081585081584 };
    static const double u58[] = { 0.04506604506604507, 0.022533022533022536, 0.9852369852369853 };
    adrop_rank_result r;

    for (int s = 0; s < 3; s++) {
        const adrop_side side = (adrop_side)s;
        CHECK_WHERE("side %d", s);
        CHECK_EQ(adrop_wilcoxon(ctx, side, 8, x, y, &r), ADROP_OK);
        CHECK(r.statistic == 30 && r.exact == 1);
        CHECK_NEAR(r.p, w[s], 1e-15);
        CHECK_NEAR(r.least_p, s ? 1 / 256.0 : 2 / 256.0, 0);
        CHECK_EQ(adrop_rank_sum(ctx, side, 8, x, 8, y, &r), ADROP_OK);
        CHECK(r.statistic == 48 && r.exact == 1);
        CHECK_NEAR(r.p, u[s], 1e-14);
        CHECK_NEAR(r.least_p, (s ? 1 : 2) / 12870.0, 1e-17);
        CHECK_EQ(adrop_rank_sum(ctx, side, 5, x, 8, y, &r), ADROP_OK);
        CHECK(r.statistic == 34);
        CHECK_NEAR(r.p, u58[s], 1e-14);
        /* the groups change places, and so do the sides */
        const adrop_side other = s ? (adrop_side)(3 - s) : side;
        CHECK_EQ(adrop_rank_sum(ctx, other, 8, y, 5, x, &r), ADROP_OK);
        CHECK(r.statistic == 6);
        CHECK_NEAR(r.p, u58[s], 1e-14);
    }
}

/* 300 pairs with many ties: SciPy's normal approximations, corrected for continuity. */
static void large(void)
{
    static const double w[] = { 0.35625020120345696, 0.17812510060172848, 0.82205082953872521 };
    static const double u[] = { 0.36466723695609371, 0.18233361847804685, 0.81779095592439277 };
    double a[300], b[300];
    adrop_rank_result r;

    for (int i = 0; i < 300; i++) {
        a[i] = (i + 1) * 37 % 101;
        b[i] = (i + 1) * 53 % 97;
    }
    for (int s = 0; s < 3; s++) {
        CHECK_WHERE("side %d", s);
        CHECK_EQ(adrop_wilcoxon(ctx, (adrop_side)s, 300, a, b, &r), ADROP_OK);
        CHECK(r.statistic == 23493.5 && r.exact == 0 && r.least_p < 1e-40);
        CHECK_NEAR(r.p / w[s], 1, 1e-12);
        CHECK_EQ(adrop_rank_sum(ctx, (adrop_side)s, 300, a, 300, b, &r), ADROP_OK);
        CHECK(r.statistic == 46925 && r.exact == 0 && r.least_p < 1e-40);
        CHECK_NEAR(r.p / u[s], 1, 1e-12);
    }
}

/* How many of the outcomes are at most and at least what was seen. */
typedef struct {
    double at_most, at_least, all;
} tally;

static void add(tally *t, double outcome, double seen)
{
    t->at_most += outcome <= seen + 1e-9;
    t->at_least += outcome >= seen - 1e-9;
    t->all++;
}

static double p_of(const tally *t, int side)
{
    const double most = t->at_most / t->all, least = t->at_least / t->all;

    return side == ADROP_SIDE_GREATER ? least
           : side == ADROP_SIDE_LESS  ? most
                                      : fmin(1, 2 * fmin(most, least));
}

/* Average ranks from the definition. */
static void rank(int n, const double *v, double *ranks)
{
    for (int i = 0; i < n; i++) {
        ranks[i] = 0.5;
        for (int j = 0; j < n; j++)
            ranks[i] += v[j] < v[i] ? 1 : v[j] == v[i] ? 0.5 : 0;
    }
}

/* Small whole numbers, many of them equal. */
static void tied(int seed, int n, double *v)
{
    for (int i = 0; i < n; i++)
        v[i] = (seed * 7 + i * i * 5 + seed * i) % 6;
}

static void signs_one_by_one(void)
{
    for (int seed = 0; seed < 60; seed++) {
        const int n = 1 + seed % 9;
        double a[9], b[9], d[9], size[9], ranks[9], plus = 0, sum = 0;
        int m = 0;
        tied(seed, n, a);
        tied(seed + 31, n, b);
        for (int i = 0; i < n; i++)
            if (a[i] != b[i]) {
                d[m] = a[i] - b[i];
                size[m] = fabs(d[m]);
                m++;
            }
        rank(m, size, ranks);
        for (int i = 0; i < m; i++) {
            plus += d[i] > 0 ? ranks[i] : 0;
            sum += d[i];
        }
        tally w = { 0 }, f = { 0 };
        for (unsigned bits = 0; bits < 1u << m; bits++) {
            double rank_sum = 0, flipped = 0;
            for (int i = 0; i < m; i++) {
                rank_sum += bits >> i & 1 ? ranks[i] : 0;
                flipped += bits >> i & 1 ? d[i] : -d[i];
            }
            add(&w, rank_sum, plus);
            add(&f, flipped, sum);
        }
        for (int s = 0; s < 3; s++) {
            adrop_rank_result r;
            CHECK_WHERE("seed %d, n %d, side %d", seed, n, s);
            CHECK_EQ(adrop_wilcoxon(ctx, (adrop_side)s, (size_t)n, a, b, &r), ADROP_OK);
            CHECK_NEAR(r.statistic, plus, 0);
            CHECK_NEAR(r.p, p_of(&w, s), 1e-15);
            CHECK_NEAR(r.least_p, fmin(1, (s ? 1 : 2) * pow(0.5, m)), 0);
            CHECK_EQ(adrop_sign_flip(ctx, (adrop_side)s, (size_t)n, a, b, 0, &r), ADROP_OK);
            CHECK_NEAR(r.statistic, sum / n, 1e-15);
            CHECK_NEAR(r.p, p_of(&f, s), 1e-15);
            CHECK_NEAR(r.least_p, fmin(1, (s ? 1 : 2) * pow(0.5, m)), 0);
        }
    }
}

static void groups_one_by_one(void)
{
    for (int seed = 0; seed < 60; seed++) {
        const int nx = 1 + seed % 5, ny = 1 + seed / 5 % 6, n = nx + ny;
        double both[11], ranks[11], seen = 0, low = INFINITY, high = -INFINITY;
        tied(seed, n, both);
        rank(n, both, ranks);
        for (int i = 0; i < nx; i++)
            seen += ranks[i];
        tally t = { 0 }, at_low = { 0 }, at_high = { 0 };
        double sums[2048];
        int count = 0;
        for (unsigned bits = 0; bits < 1u << n; bits++) {
            if (__builtin_popcount(bits) != nx)
                continue;
            sums[count] = 0;
            for (int i = 0; i < n; i++)
                sums[count] += bits >> i & 1 ? ranks[i] : 0;
            low = fmin(low, sums[count]);
            high = fmax(high, sums[count++]);
        }
        for (int i = 0; i < count; i++) {
            add(&t, sums[i], seen);
            add(&at_low, sums[i], low);
            add(&at_high, sums[i], high);
        }
        for (int s = 0; s < 3; s++) {
            adrop_rank_result r;
            CHECK_WHERE("seed %d, n %d and %d, side %d", seed, nx, ny, s);
            CHECK_EQ(
                adrop_rank_sum(ctx, (adrop_side)s, (size_t)nx, both, (size_t)ny, both + nx, &r),
                ADROP_OK);
            CHECK_NEAR(r.statistic, seen - nx * (nx + 1) / 2.0, 0);
            CHECK_NEAR(r.p, p_of(&t, s), 1e-14);
            CHECK_NEAR(r.least_p, fmin(p_of(&at_low, s), p_of(&at_high, s)), 1e-14);
        }
    }
}

/* Five pairs cannot reach 0.05 two-sided, six can; nor can three runs against three. */
static void few_runs_show_nothing(void)
{
    const double up[] = { 2, 3, 4, 5, 6, 7 }, zero[6] = { 0 };
    const double around[] = { 0, 1, -1 };
    adrop_rank_result r;

    CHECK_EQ(adrop_wilcoxon(ctx, ADROP_SIDE_TWO, 5, up, zero, &r), ADROP_OK);
    CHECK(r.p == 0.0625 && r.least_p == 0.0625);
    CHECK_EQ(adrop_wilcoxon(ctx, ADROP_SIDE_TWO, 6, up, zero, &r), ADROP_OK);
    CHECK(r.p == 0.03125 && r.least_p == 0.03125);
    CHECK_EQ(adrop_sign_flip(ctx, ADROP_SIDE_TWO, 5, up, zero, 0, &r), ADROP_OK);
    CHECK(r.p == 0.0625 && r.least_p == 0.0625);
    CHECK_EQ(adrop_rank_sum(ctx, ADROP_SIDE_TWO, 3, up, 3, around, &r), 0);
    CHECK_NEAR(r.p, 0.1, 1e-15);
    CHECK_NEAR(r.least_p, 0.1, 1e-15);
    CHECK_EQ(adrop_wilcoxon(ctx, ADROP_SIDE_TWO, 6, up, up, &r), ADROP_OK);
    CHECK(r.p == 1 && r.least_p == 1 && r.statistic == 0);
    CHECK_EQ(adrop_sign_flip(ctx, ADROP_SIDE_GREATER, 6, up, up, 0, &r), ADROP_OK);
    CHECK(r.p == 1 && r.least_p == 1);
    CHECK_EQ(adrop_rank_sum(ctx, ADROP_SIDE_TWO, 6, zero, 6, zero, &r), ADROP_OK);
    CHECK(r.p == 1 && r.least_p == 1 && r.statistic == 18);
}

/* Decimals whose sums tie but for rounding: 0.1 + 0.2 - 0.3 is no less extreme than 0. */
static void rounded_sums_tie(void)
{
    const double a[] = { 98.1, 98.2, 97.7 }, b[] = { 98, 98, 98 };
    adrop_rank_result r;

    CHECK_EQ(adrop_sign_flip(ctx, ADROP_SIDE_GREATER, 3, a, b, 0, &r), ADROP_OK);
    CHECK_NEAR(r.p, 5 / 8.0, 0); /* of 0.6, 0.4, 0.2, 0, 0, -0.2, -0.4, -0.6 */
}

/* Twenty-four pairs by draws; twenty are exact, four that do not matter change nothing. The
 * draws' standard error at p = 0.0x is sqrt(p / 100000); five of them: 6e-7 false alarms. */
static void draws(void)
{
    double a[24] = { 0 }, zero[24] = { 0 };
    adrop_rank_result exact, drawn, again, other;

    for (int i = 0; i < 20; i++)
        a[i] = sin(i * 1.7) + 0.32;
    CHECK_EQ(adrop_sign_flip(ctx, ADROP_SIDE_GREATER, 20, a, zero, 0, &exact), ADROP_OK);
    CHECK_EQ(adrop_sign_flip(ctx, ADROP_SIDE_GREATER, 24, a, zero, 1, &drawn), ADROP_OK);
    CHECK_EQ(adrop_sign_flip(ctx, ADROP_SIDE_GREATER, 24, a, zero, 1, &again), ADROP_OK);
    CHECK_EQ(adrop_sign_flip(ctx, ADROP_SIDE_GREATER, 24, a, zero, 2, &other), ADROP_OK);
    CHECK(exact.exact == 1 && drawn.exact == 0);
    CHECK(exact.p > 0.005 && exact.p < 0.2);
    CHECK_WITHIN(drawn.p, exact.p, sqrt(exact.p * (1 - exact.p) / 1e5), 5);
    CHECK_WITHIN(other.p, exact.p, sqrt(exact.p * (1 - exact.p) / 1e5), 5);
    CHECK(drawn.p == again.p && drawn.p != other.p);
    CHECK_NEAR(exact.least_p, 0x1p-20, 0);
    CHECK_NEAR(drawn.least_p, 1 / 100001.0, 1e-20);
    for (int i = 0; i < 24; i++)
        a[i] = 1 + i;
    CHECK_EQ(adrop_sign_flip(ctx, ADROP_SIDE_TWO, 24, a, zero, 1, &drawn), ADROP_OK);
    CHECK(drawn.p == drawn.least_p);
}

/* The exact tails of 200 pairs against the normal ones; they differ by about 1 / n. */
static void exact_meets_normal(void)
{
    double a[200], zero[200] = { 0 };
    adrop_rank_result r;

    for (int i = 0; i < 200; i++)
        a[i] = (i % 9 < 5 ? 1 : -1) * (i + 1.0);
    CHECK_EQ(adrop_wilcoxon(ctx, ADROP_SIDE_GREATER, 200, a, zero, &r), ADROP_OK);
    const double std = sqrt(200 * 201 * 401 / 24.0);
    const double normal = adrop_normal_cdf(-(r.statistic - 0.5 - 10050) / std);
    CHECK(r.exact == 1 && r.p > 0.01 && r.p < 0.3);
    CHECK_NEAR(r.p / normal, 1, 0.01);
    CHECK_EQ(adrop_rank_sum(ctx, ADROP_SIDE_GREATER, 63, a, 63, a + 70, &r), ADROP_OK);
    CHECK_EQ(r.exact, 1);
    CHECK_EQ(adrop_rank_sum(ctx, ADROP_SIDE_GREATER, 64, a, 64, a + 70, &r), ADROP_OK);
    CHECK_EQ(r.exact, 0);
}

CHECK_MAIN(begin, stored, large, signs_one_by_one, groups_one_by_one, few_runs_show_nothing,
           rounded_sums_tie, draws, exact_meets_normal, end)
