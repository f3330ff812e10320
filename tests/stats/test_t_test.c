/* Welch's, pooled and paired t tests, Hedges' g, Holm's adjustment: SciPy's values (1e-10 relative;
 * SciPy itself loses three digits where means are subtracted), p-values of the paper, zero
 * variance, large means. */
#include "adrop/stats.h"
#include "asked.h"
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

typedef struct {
    size_t nx, ny;
    double x[7], y[7];
    struct {
        double difference, standard_error, t, df, p, p_greater, low, high, g;
    } kind[3]; /* by adrop_t_kind; df is 0 where nothing is paired */
} row;

static const row rows[] = {
    { 3,
      3,
      { 98.1, 98.3, 98.2 },
      { 97.9, 98.0, 97.7 },
      { { 1 / 3.0, 0.10540925533894598, 3.1622776601681997, 3.4482758620690057,
          0.041914517471459793, 0.020957258735729897, 0.021244938143756553, 0.64542172852287227,
          2.0601290774568941 },
        { 1 / 3.0, 0.10540925533894596, 3.1622776601681997, 4, 0.034109423167415498,
          0.017054711583707749, 0.040670322304953377, 0.62599634436167539, 2.0601290774568941 },
        { 1 / 3.0, 0.088191710368822729, 3.7796447300920883, 2, 0.063414188418311632,
          0.031707094209155816, -0.046124970026360623, 0.71279163669301782,
          1.2311626061490857 } } },
    { 5,
      5,
      { 74.94, 75.21, 74.70, 74.88, 75.02 },
      { 73.62, 74.05, 73.30, 73.11, 73.90 },
      { { 1.354, 0.19531000998412737, 6.9325683824911133, 5.711531420375195, 0.00055152977488111049,
          0.00027576488744055524, 0.87018124289618348, 1.8378187571037865, 3.9579399801857922 },
        { 1.354, 0.1953100099841274, 6.9325683824911115, 8, 0.00012051004618996817,
          6.0255023094984087e-05, 0.90361430932982023, 1.8043856906701499, 3.9579399801857922 },
        { 1.354, 0.11591376104673756, 11.681097979851161, 4, 0.00030710720885143808,
          0.00015355360442571904, 1.0321718055167151, 1.6758281944832776, 4.1681057217991739 } } },
    { 4,
      7,
      { 3.1, 2.9, 4.4, 3.8 },
      { 1.2, 5.5, 0.7, 9.1, 2.2, 3.3, 8.4 },
      { { -0.7928571428571427, 1.3290897606394894, -0.5965414574224549, 6.8163199530949328,
          0.57008587236538721, 0.71495706381730639, -3.9529048388004777, 2.3671905530861923,
          -0.25857955097370722 },
        { -0.7928571428571427, 1.7563248192598939, -0.45142967528708527, 9, 0.66236122005821052,
          0.66881938997089474, -4.7659399129461733, 3.1802256272318883, -0.25857955097370722 },
        { .df = 0 } } },
    { 2,
      2,
      { 1, 2 },
      { 4, 4.5 },
      { { -2.75, 0.55901699437494745, -4.919349550499537, 1.4705882352941178, 0.069286173343953178,
          0.96535691332802342, -6.2092614150355345, 0.70926141503553453, -2.7754457742221765 },
        { -2.75, 0.55901699437494745, -4.919349550499537, 2, 0.038925537672858272,
          0.98053723116357083, -5.1552559968237084, -0.34474400317629161, -2.7754457742221765 },
        { -2.75, 0.25, -11, 1, 0.057715876752608947, 0.97114206162369554, -5.9265511840436762,
          0.42655118404367576, NAN } } },
    { 6,
      6,
      { 1, 2, 2, 3, 3, 3 },
      { 2, 3, 3, 4, 4, 4 },
      { { -1, 0.47140452079103168, -2.1213203435596428, 10, 0.05989032442555936,
          0.97005483778722035, -2.0503547277764689, 0.050354727776468877, -1.1301279510621318 },
        { -1, 0.47140452079103168, -2.1213203435596428, 10, 0.05989032442555936,
          0.97005483778722035, -2.0503547277764689, 0.050354727776468877, -1.1301279510621318 },
        { -1, 0, -INFINITY, 5, 0, 1, -1, -1, -INFINITY } } },
    { 4,
      4,
      { 5, 5, 5, 5 },
      { 4.1, 4.9, 5.2, 4.4 },
      { { 0.35, 0.24664414311581248, 1.4190484946389184, 3, 0.25093948411268374,
          0.12546974205634187, -0.43493174197878426, 1.1349317419787837, 0.8715963603801814 },
        { 0.35, 0.24664414311581251, 1.4190484946389184, 6, 0.20568312178686504,
          0.10284156089343252, -0.25351647680557787, 0.95351647680557716, 0.8715963603801814 },
        { 0.35, 0.24664414311581245, 1.4190484946389195, 3, 0.25093948411268346,
          0.12546974205634173, -0.43493174197878393, 1.1349317419787837, 0.51341263549987159 } } },
    { 5,
      5,
      { 74.82, 74.83, 74.81, 74.80, 74.84 },
      { 10.1, 10.2, 10.0, 10.1, 10.05 },
      { { 64.73, 0.033911649915626299, 1908.7835643813007, 4.3628865979382105, 4.35946770789055e-14,
          2.179733853945275e-14, 64.638855703237326, 64.821144296762682, 1089.7621727131916 },
        { 64.73, 0.033911649915626299, 1908.7835643813007, 8, 6.3556664204962367e-24,
          3.1778332102481184e-24, 64.651799595062968, 64.80820040493704, 1089.7621727131916 },
        { 64.73, 0.032403703492040747, 1997.6111686091529, 4, 3.767963567109947e-13,
          1.8839817835549735e-13, 64.640032896049249, 64.819967103950759, 712.79725212234177 } } },
};
enum { N_ROWS = sizeof rows / sizeof rows[0] };

/* Relative; infinite and NaN are equal to themselves. */
static void check_same(const char *what, double found, double expected)
{
    const int same = found == expected || (isnan(found) && isnan(expected)) ||
                     fabs(found - expected) <= 1e-10 * fabs(expected);

    CHECK_REPORT_(same, "%s is %.17g, expected %.17g", what, found, expected);
}

static void stored(void)
{
    for (size_t i = 0; i < N_ROWS; i++)
        for (int k = 0; k < 3 && rows[i].kind[k].df > 0; k++) {
            const row *v = &rows[i];
            const adrop_t_kind kind = (adrop_t_kind)k;
            adrop_t_result r;
            double g;
            CHECK_WHERE("row %zu, kind %d", i, k);
            CHECK_EQ(
                adrop_t_test(ctx, kind, ADROP_SIDE_GREATER, v->nx, v->x, v->ny, v->y, 0.95, &r), 0);
            check_same("p greater", r.p, v->kind[k].p_greater);
            CHECK_EQ(adrop_t_test(ctx, kind, ADROP_SIDE_TWO, v->nx, v->x, v->ny, v->y, 0.95, &r),
                     0);
            check_same("difference", r.difference, v->kind[k].difference);
            check_same("standard error", r.standard_error, v->kind[k].standard_error);
            check_same("t", r.t, v->kind[k].t);
            check_same("df", r.df, v->kind[k].df);
            check_same("p", r.p, v->kind[k].p);
            check_same("low", r.low, v->kind[k].low);
            check_same("high", r.high, v->kind[k].high);
            CHECK_EQ(adrop_hedges_g(ctx, kind, v->nx, v->x, v->ny, v->y, &g), 0);
            check_same("g", g, v->kind[k].g);
        }
}

/* The end of the interval of level 1 - p is 0; of the one-sided ones too. */
static void interval_and_p_agree(void)
{
    const row *v = &rows[2];
    adrop_t_result r, at;

    for (int k = 0; k < 2; k++)
        for (int s = 0; s < 3; s++) {
            const adrop_t_kind kind = (adrop_t_kind)k;
            const adrop_side side = (adrop_side)s;
            CHECK_WHERE("kind %d, side %d", k, s);
            CHECK_EQ(adrop_t_test(ctx, kind, side, 4, v->x, 7, v->y, 0.95, &r), 0);
            CHECK_EQ(adrop_t_test(ctx, kind, side, 4, v->x, 7, v->y, 1 - r.p, &at), 0);
            CHECK_NEAR(side == ADROP_SIDE_GREATER ? at.low : at.high, 0, 1e-13);
            CHECK(at.low < at.high);
            CHECK_EQ(isinf(r.low) != 0, side == ADROP_SIDE_LESS);
            CHECK_EQ(isinf(r.high) != 0, side == ADROP_SIDE_GREATER);
        }
}

/* The paper's printed p, to its three digits, by the convention of each table; and by
 * ours. Its standard deviations are divided by n in the UCI table. */
static void paper(void)
{
    static const struct {
        const char *cell;
        double mean, std, other, other_std;
        size_t n, other_n;
        int population;
        adrop_t_kind kind;
        adrop_side side;
        double p;
    } cells[] = {
        { "boston", 8.4577, 0.0009, 8.5535, 0.0129, 5, 5, 1, ADROP_TEST_WELCH, ADROP_SIDE_LESS,
          5.67e-5 },
        { "yacht", 12.2142, 0.0057, 13.1689, 0.1765, 5, 5, 1, ADROP_TEST_WELCH, ADROP_SIDE_LESS,
          2.05e-4 },
        { "yacht 2", 12.2142, 0.0057, 13.0169, 0.0722, 5, 5, 1, ADROP_TEST_WELCH, ADROP_SIDE_LESS,
          1.11e-5 },
        { "imagenet", 74.82, 0.017, 73.42, 0.059, 5, 5, 0, ADROP_TEST_POOLED, ADROP_SIDE_TWO,
          2.43e-11 },
        { "dropconnect", 74.82, 0.017, 73.18, 0.050, 5, 10, 0, ADROP_TEST_POOLED, ADROP_SIDE_TWO,
          3.70e-18 },
        { "boston, ours", 8.4577, 0.0009, 8.5535, 0.0129, 5, 5, 0, ADROP_TEST_WELCH, ADROP_SIDE_TWO,
          7.27e-5 },
        { "yacht, ours", 12.2142, 0.0057, 13.1689, 0.1765, 5, 5, 0, ADROP_TEST_WELCH,
          ADROP_SIDE_TWO, 2.65e-4 },
    };

    for (size_t i = 0; i < sizeof cells / sizeof cells[0]; i++) {
        const double grow = cells[i].population ? sqrt(5 / 4.0) : 1;
        const adrop_summary x = { cells[i].n, cells[i].mean, cells[i].std * grow, 0 };
        const adrop_summary y = { cells[i].other_n, cells[i].other, cells[i].other_std * grow, 0 };
        adrop_t_result r;
        CHECK_WHERE("%s", cells[i].cell);
        CHECK_EQ(adrop_t_test_summary(ctx, cells[i].kind, cells[i].side, &x, &y, 0.95, &r), 0);
        CHECK_NEAR(r.p / cells[i].p, 1, 0.5e-2); /* half a unit of the third digit */
    }
}

/* Runs and their summary give the same. */
static void summaries(void)
{
    for (size_t i = 0; i < N_ROWS; i++) {
        const row *v = &rows[i];
        const adrop_summary x = asked_summary(v->nx, v->x), y = asked_summary(v->ny, v->y);
        adrop_t_result r;
        CHECK_WHERE("row %zu", i);
        CHECK_EQ(x.n, v->nx);
        CHECK_NEAR(x.std_population, x.std * sqrt(((double)x.n - 1) / (double)x.n), 1e-14 * x.std);
        CHECK_EQ(adrop_t_test_summary(ctx, ADROP_TEST_WELCH, ADROP_SIDE_TWO, &x, &y, 0.95, &r), 0);
        check_same("p", r.p, v->kind[0].p);
        check_same("df", r.df, v->kind[0].df);
    }
    const adrop_summary none = asked_summary(0, NULL), one = asked_summary(1, rows[0].x);
    CHECK(isnan(none.mean) && isnan(none.std) && isnan(none.std_population));
    CHECK(one.mean == 98.1 && isnan(one.std) && one.std_population == 0);
    CHECK(isnan(asked_summary(2, (const double[]){ 1, INFINITY }).mean));
}

/* A common part does not matter, nor does a scale: all that is added here is exact. */
static void large_means_and_scales(void)
{
    const double x[] = { 0.25, 1.5, 2, 3.75, 4 }, y[] = { 1.25, 2.5, 4.75, 5, 6.5 };
    adrop_t_result plain, r;
    double moved[2][5];

    CHECK_EQ(adrop_t_test(ctx, ADROP_TEST_WELCH, ADROP_SIDE_TWO, 5, x, 5, y, 0.95, &plain), 0);
    for (int c = 0; c < 4; c++) {
        static const double add[] = { 0x1p50, -0x1p50, 0, 0 },
                            times[] = { 1, 1, 0x1p-800, 0x1p900 };
        for (int i = 0; i < 5; i++) {
            moved[0][i] = x[i] * times[c] + add[c];
            moved[1][i] = y[i] * times[c] + add[c];
        }
        CHECK_WHERE("change %d", c);
        CHECK_EQ(
            adrop_t_test(ctx, ADROP_TEST_WELCH, ADROP_SIDE_TWO, 5, moved[0], 5, moved[1], 0.95, &r),
            0);
        check_same("difference", r.difference / times[c], plain.difference);
        check_same("standard error", r.standard_error / times[c], plain.standard_error);
        check_same("p", r.p, plain.p);
        check_same("df", r.df, plain.df);
    }
}

static void no_variance(void)
{
    const double low[] = { 0.1, 0.1, 0.1 }, high[] = { 0.3, 0.3, 0.3, 0.3 };
    static const double differ[] = { 0, 0, 1 }, same[] = { 1, 0.5, 0.5 };
    adrop_t_result r;
    double g;

    for (int k = 0; k < 3; k++)
        for (int s = 0; s < 3; s++) {
            const size_t nx = k == ADROP_TEST_PAIRED ? 3 : 4;
            CHECK_WHERE("kind %d, side %d", k, s);
            CHECK_EQ(adrop_t_test(ctx, (adrop_t_kind)k, (adrop_side)s, nx, high, 3, low, 0.95, &r),
                     0);
            CHECK(r.t == INFINITY && r.standard_error == 0 && r.p == differ[s]);
            CHECK_EQ(r.df, k == ADROP_TEST_POOLED ? 5 : 2);
            CHECK(s == ADROP_SIDE_LESS ? r.low == -INFINITY : r.low == r.difference);
            CHECK(s == ADROP_SIDE_GREATER ? r.high == INFINITY : r.high == r.difference);
            CHECK_EQ(adrop_t_test(ctx, (adrop_t_kind)k, (adrop_side)s, 3, low, 3, low, 0.95, &r),
                     0);
            CHECK(r.t == 0 && r.difference == 0 && r.p == same[s]);
        }
    CHECK_EQ(adrop_hedges_g(ctx, ADROP_TEST_WELCH, 4, high, 3, low, &g), 0);
    CHECK(g == INFINITY);
    CHECK_EQ(adrop_hedges_g(ctx, ADROP_TEST_PAIRED, 3, low, 3, low, &g), 0);
    CHECK(g == 0);
}

static void holm(void)
{
    const double p[] = { 0.01, 0.04, NAN, 0.03, 0.005, 0.9 };
    const double expected[] = { 0.04, 0.09, NAN, 0.09, 0.025, 0.9 };
    double q[6] = { 0 };

    CHECK_EQ(adrop_holm(ctx, 6, p, q), ADROP_OK);
    for (int i = 0; i < 6; i++)
        check_same("adjusted", q[i], expected[i]);
    memcpy(q, p, sizeof q);
    CHECK_EQ(adrop_holm(ctx, 6, q, q), ADROP_OK);
    for (int i = 0; i < 6; i++)
        check_same("adjusted in place", q[i], expected[i]);
    const double ties[] = { 0.02, 0.02, 0.4, 0.6 }, tied[] = { 0.08, 0.08, 0.8, 0.8 };
    CHECK_EQ(adrop_holm(ctx, 4, ties, q), ADROP_OK);
    for (int i = 0; i < 4; i++)
        check_same("adjusted ties", q[i], tied[i]);
    CHECK_EQ(adrop_holm(ctx, 0, NULL, NULL), ADROP_OK);
}

CHECK_MAIN(begin, stored, interval_and_p_agree, paper, summaries, large_means_and_scales,
           no_variance, holm, end)
