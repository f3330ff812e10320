/* Student's t distribution and the normal, against values computed with 60 digits (SciPy agrees to
 * 13), inverted, and in the tails. */
#include "adrop/stats.h"
#include "check.h"
#include "stats/student.h"

/* df, t, upper tail. */
static const double tails[][3] = {
    { 1, 1, 0.25 },
    { 1, 1e6, 3.1830988618368457e-7 },
    { 2, 0.3, 0.39624283042008881 },
    { 2, -4.5, 0.97699904600286199 },
    { 3.7, 12.25, 0.00019802510240846595 },
    { 4, 2.776445105, 0.025000000005059739 },
    { 4, 1e-8, 0.49999999625 },
    { 8, 40, 8.3928594395728961e-11 },
    { 8, -0.001, 0.50038669894845534 },
    { 1.0001, 300, 0.0010604444936351733 },
    { 17.25, 1.7, 0.053544769535304933 },
    { 30, 1.2, 0.11976517544483121 },
    { 57.3, 14, 1.9076252261887638e-20 },
    { 1000, 5, 3.3836281823243152e-7 },
    { 1000, -1.5, 0.93303498058895691 },
    { 999999.5, 1.96, 0.024998033792704218 },
    { 1e6, 11.5, 6.6251086303503289e-31 },
    { 1e6, 0.25, 0.40129369999425254 },
    { 0.3, 7, 0.1948470267948707 },
    { 1e9, 37, 5.7282584287775696e-300 },
};

/* df, p, quantile. */
static const double quantiles[][3] = {
    { 1, 0.975, 12.706204736174693 },    { 2, 0.975, 4.3026527297494618 },
    { 4, 0.975, 2.7764451051977935 },    { 4, 0.995, 4.604094871349992 },
    { 8, 0.95, 1.8595480375308978 },     { 2.5, 0.6, 0.28145951274854759 },
    { 5.3, 0.2, -0.91480409616315418 },  { 4, 1e-30, -41617914.502878131 },
    { 8, 1e-30, -12402.907169800625 },   { 3, 0.500001, 2.7206990464340377e-6 },
    { 57.3, 0.999, 3.2386629750698125 }, { 1e6, 0.975, 1.9599663568141067 },
    { 1e6, 1e-30, -11.464404226614269 }, { 12.4, 1e-100, -342174271.259859 },
    { 0.5, 0.01, -1028.4910104716219 },
};

enum {
    N_TAILS = sizeof tails / sizeof tails[0],
    N_QUANTILES = sizeof quantiles / sizeof quantiles[0]
};

/* 1e-12 in the far tail, where the exponent is 700; 1e-14 elsewhere. */
static double bound(double p)
{
    return p < 1e-40 ? 1e-12 : 1e-14;
}

static void stored_tails(void)
{
    for (size_t i = 0; i < N_TAILS; i++) {
        const double df = tails[i][0], t = tails[i][1], p = tails[i][2];
        CHECK_WHERE("df %g, t %g", df, t);
        CHECK_NEAR(adrop_t_sf(df, t) / p, 1, bound(p));
        CHECK_NEAR(adrop_t_cdf(df, -t) / p, 1, bound(p));
        CHECK_NEAR(adrop_t_cdf(df, t), 1 - p, 1e-15);
    }
}

/* p itself has a relative rounding of 1e-16, which 0.500001 feels 1e6 times. */
static void stored_quantiles(void)
{
    for (size_t i = 0; i < N_QUANTILES; i++) {
        const double df = quantiles[i][0], p = quantiles[i][1], t = quantiles[i][2];
        CHECK_WHERE("df %g, p %g", df, p);
        CHECK_NEAR(adrop_t_quantile(df, p) / t, 1, 1e-13);
        if (p > 0.01)
            CHECK_NEAR(adrop_t_quantile(df, 1 - p) / t, -1, 2e-9 * (fabs(p - 0.5) < 1e-3) + 1e-13);
    }
}

static void there_and_back(void)
{
    static const double dfs[] = { 0.5, 1, 1.3, 2, 3.45, 4, 8, 19.7, 100, 1234.5, 1e5, 1e6, 1e12 };

    for (size_t i = 0; i < sizeof dfs / sizeof dfs[0]; i++)
        for (double p = 1e-40; p < 0.5; p *= 1.37) {
            const double t = adrop_t_quantile(dfs[i], p);
            CHECK_WHERE("df %g, p %g, t %g", dfs[i], p, t);
            CHECK(t < 0);
            CHECK_NEAR(adrop_t_cdf(dfs[i], t) / p, 1, 1e-12);
            CHECK_NEAR(adrop_t_quantile(dfs[i], 1 - p), -t, p > 0.001 ? 1e-12 * fabs(t) : INFINITY);
        }
}

/* Where series and fraction meet, and against the closed forms of df = 1 and 2. */
static void without_seams(void)
{
    for (double df = 0.5; df < 2e6; df *= 1.9) {
        const double t = sqrt(1.5 * df / (df / 2 + 1));
        const double before = adrop_t_sf(df, t * (1 - 1e-15)),
                     after = adrop_t_sf(df, t * (1 + 1e-15));
        CHECK_WHERE("df %g", df);
        CHECK_NEAR(before / after, 1, 2e-14); /* 7e-15 of it is the slope */
    }
    for (double t = 1e-3; t < 1e12; t *= 1.7) {
        CHECK_WHERE("t %g", t);
        CHECK_NEAR(adrop_t_sf(1, t) / (atan(1 / t) / 3.14159265358979324), 1, 1e-14);
        const double root = sqrt(2 + t * t);
        CHECK_NEAR(adrop_t_sf(2, t) / (1 / (root * (root + t))), 1, 1e-14);
    }
}

static void ends(void)
{
    CHECK(adrop_t_sf(3, INFINITY) == 0);
    CHECK(adrop_t_cdf(3, INFINITY) == 1);
    CHECK(adrop_t_cdf(3, 0) == 0.5);
    CHECK(adrop_t_sf(2, 1e200) == 0);
    CHECK_NEAR(adrop_t_sf(1, 1e300) / 3.1830988618379067e-301, 1, 1e-13);
    CHECK(adrop_t_quantile(3, 0) == -INFINITY);
    CHECK(adrop_t_quantile(3, 1) == INFINITY);
    CHECK(adrop_t_quantile(3, 0.5) == 0);
    CHECK(adrop_t_quantile(0.001, 0.01) == -INFINITY); /* it is 1e1700 */
    CHECK(adrop_t_quantile(INFINITY, 0.3) == adrop_normal_quantile(0.3));
    CHECK(adrop_t_sf(INFINITY, 1.5) == adrop_normal_cdf(-1.5));
    CHECK(isnan(adrop_t_sf(0, 1)));
    CHECK(isnan(adrop_t_sf(-1, 1)));
    CHECK(isnan(adrop_t_sf(NAN, 1)));
    CHECK(isnan(adrop_t_cdf(3, NAN)));
    CHECK(isnan(adrop_t_quantile(3, 1.1)));
    CHECK(isnan(adrop_t_quantile(3, -0.1)));
    CHECK(isnan(adrop_t_quantile(0, 0.5)));
    CHECK(isnan(adrop_normal_quantile(2)));
}

static void normal(void)
{
    CHECK_CLOSE(adrop_normal_cdf(1.96), 0.97500210485177952, 1e-15);
    CHECK_CLOSE(adrop_normal_quantile(0.975), 1.9599639845400539, 1e-15);
}

static void half_ratio(void)
{
    CHECK_CLOSE(ad_gamma_half_ratio(0.5), 0.56418958354775629, 1e-15); /* 1 / sqrt pi */
    CHECK_CLOSE(ad_gamma_half_ratio(1), 0.88622692545275801, 1e-15);
    CHECK_CLOSE(ad_gamma_half_ratio(19.75), 4.4160618170791008, 1e-15);
    CHECK_CLOSE(ad_gamma_half_ratio(20.25), 4.4723105830667852, 1e-15);
    CHECK_CLOSE(ad_gamma_half_ratio(5e5), 707.10660440987432, 1e-15);
}

CHECK_MAIN(stored_tails, stored_quantiles, there_and_back, without_seams, ends, normal, half_ratio)
