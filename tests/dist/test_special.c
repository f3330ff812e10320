/* Special functions against values computed with 50 digits, and against each other where the method
 * changes. */
#include "check.h"
#include "dist/special.h"

typedef struct {
    const char *name;
    double (*f)(double);
    double bound; /* of the relative error */
    double at[8][2];
} row;

static const row rows[] = {
    { "ad_normal_pdf",
      ad_normal_pdf,
      2e-15,
      { { 0, 0.398942280401432678 },
        { 1.3, 0.171368592047807347 },
        { -8.7, 1.462296357500655e-17 },
        { 30.1, 7.30025938428061072e-198 } } },
    { "ad_normal_cdf",
      ad_normal_cdf,
      2e-15,
      { { 0, 0.5 },
        { 0.7, 0.758036347776926971 },
        { -1.9, 0.0287165598160018052 },
        { -8.3, 5.20556974489025402e-17 },
        { -37.1, 1.40471196631062213e-301 },
        { 6.5, 0.999999999959839994 } } },
    { "ad_log_normal_cdf",
      ad_log_normal_cdf,
      2e-15,
      { { 3.3, -0.000483541029506719997 },
        { -0.4, -1.06543404918957665 },
        { -11.9, -74.2074180512482917 },
        { -12.1, -76.6238612425132356 },
        { -1000, -500007.826694812184 } } },
    { "ad_normal_quantile",
      ad_normal_quantile,
      2e-15,
      { { 0.3, -0.524400512708040816 },
        { 0.5001, 0.000250662830088007492 },
        { 0.975, 1.95996398454005386 },
        { 1e-10, -6.3613409024040562 },
        { 1e-300, -37.0470962993611992 } } },
    { "ad_mills_ratio",
      ad_mills_ratio,
      2e-15,
      { { -20, 1.81128301589259162e+87 },
        { 0, 1.25331413731550025 },
        { 3, 0.304590298710103296 },
        { 11.9, 0.0834523458817922899 },
        { 12.1, 0.0820913432753867955 },
        { 500, 0.00199999200009599808 } } },
    { "ad_softplus",
      ad_softplus,
      1e-15,
      { { -700, 9.85967654375977086e-305 },
        { -1, 0.313261687518222834 },
        { 0, 0.693147180559945309 },
        { 3, 3.04858735157374206 },
        { 710, 710.0 } } },
    { "ad_softplus_inverse",
      ad_softplus_inverse,
      1e-14,
      { { 1e-12, -27.6310211159280482 },
        { 0.5, -0.432752129567188572 },
        { 0.7, 0.0136589971916148021 },
        { 40, 40.0 } } },
    { "ad_logit",
      ad_logit,
      1e-15,
      { { 0.25, -1.09861228866810969 },
        { 0.5000001, 3.99999999789462994e-7 },
        { 0.999, 6.90675477864855263 },
        { 1e-200, -460.517018598809137 } } },
    { "ad_decay_integral",
      ad_decay_integral,
      2e-15,
      { { 1e-9, 4.99999999833333396e-19 },
        { 0.49, 0.102626394184416066 },
        { 0.51, 0.110495578812265946 },
        { 30, 29.0000000000000936 } } },
    { "ad_dawson",
      ad_dawson,
      1e-14,
      { { 1e-6, 9.99999999999333288e-7 },
        { 0.3, 0.282631665021311919 },
        { 0.9241388730, 0.541044224635181698 },
        { 2.5, 0.223083722167435481 },
        { 5.99, 0.0846880651928436296 },
        { 6.01, 0.0843978189413028497 },
        { -3, -0.178271030610558287 },
        { 1e5, 5.00000000025e-6 } } },
    { "ad_log_gamma",
      ad_log_gamma,
      2e-15,
      { { 0.001, 6.90717888538385366 },
        { 0.5, 0.572364942924700087 },
        { 3.7, 1.42807232666538813 },
        { 100.5, 361.435540467777622 } } },
    { "ad_digamma",
      ad_digamma,
      4e-15,
      { { 0.001, -1000.57557193181028 },
        { 0.5, -1.96351002602142348 },
        { 1, -0.577215664901532861 },
        { 9.9, 2.24118031660638144 },
        { 1234.5, 7.11801623182799784 } } },
    { "ad_trigamma",
      ad_trigamma,
      2e-15,
      { { 0.001, 1000001.64253319583 },
        { 0.5, 4.93480220054467931 },
        { 1, 1.64493406684822644 },
        { 11.9, 0.0876632011900041836 },
        { 1234.5, 0.000810372727126966653 } } },
};

static void has_the_digits(void)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        for (int j = 0; j < 8 && (rows[i].at[j][0] != 0 || rows[i].at[j][1] != 0); j++) {
            const double x = rows[i].at[j][0], y = rows[i].at[j][1];
            CHECK_WHERE("%s(%g)", rows[i].name, x);
            CHECK_NEAR(rows[i].f(x) / y, 1, rows[i].bound);
        }
}

static void normal_quantile_inverts(void)
{
    for (double z = -37.5; z < 8; z += 0.13) {
        CHECK_WHERE("z = %g", z);
        if (z < 5) /* above, the probability is 1 less too few digits */
            CHECK_CLOSE(ad_normal_quantile(ad_normal_cdf(z)), z, z < 2 ? 2e-15 : 1e-11);
        CHECK_CLOSE(ad_normal_quantile_log(ad_log_normal_cdf(-fabs(z))), -fabs(z), 2e-15);
    }
    for (double z = -1e6; z < -38; z *= 0.7)
        CHECK_NEAR(ad_normal_quantile_log(ad_log_normal_cdf(z)) / z, 1, 1e-14);
    CHECK(ad_normal_quantile(0) == -INFINITY && ad_normal_quantile(1) == INFINITY);
    CHECK(ad_normal_quantile_log(-INFINITY) == -INFINITY);
    CHECK(ad_normal_quantile(0.5) == 0);
    CHECK(isnan(ad_normal_quantile(-0.1)) && isnan(ad_normal_quantile(1.1)));
    CHECK(isnan(ad_normal_quantile(NAN)) && isnan(ad_normal_quantile_log(0.1)));
}

static void normal_tails_are_whole(void)
{
    for (double z = -37; z <= 37; z += 0.37) {
        CHECK_NEAR(ad_normal_cdf(z) + ad_normal_sf(z), 1, 2e-16);
        CHECK_NEAR(ad_normal_sf(z) / ad_normal_pdf(z) / ad_mills_ratio(z), 1, 2e-15);
    }
    CHECK(ad_normal_cdf(-INFINITY) == 0 && ad_normal_cdf(INFINITY) == 1);
    CHECK(ad_normal_pdf(INFINITY) == 0 && ad_mills_ratio(-100) == INFINITY);
}

static void logistic_functions(void)
{
    for (double x = -700; x <= 700; x += 3.7) {
        CHECK_NEAR(ad_sigmoid(x) + ad_sigmoid(-x), 1, 3e-16);
        CHECK_CLOSE(ad_softplus(x) - ad_softplus(-x), x, 1e-15);
        CHECK_CLOSE(ad_softplus_inverse(ad_softplus(x)), x, 1e-14);
        CHECK_CLOSE(ad_logit_log(-ad_softplus(fabs(x))), -fabs(x), 1e-14);
    }
    CHECK(ad_sigmoid(-1e6) == 0 && ad_sigmoid(1e6) == 1 && ad_softplus(-1e6) == 0);
    CHECK(ad_logit(0.5) == 0 && ad_logit(0) == -INFINITY && ad_logit(1) == INFINITY);
}

/* D' = 1 - 2 y D, across the change of method at 6. */
static void dawson_obeys_its_equation(void)
{
    for (double y = 0.01; y < 12; y += 0.0973) {
        const double h = 1e-4;
        const double slope = (ad_dawson(y + h) - ad_dawson(y - h)) / (2 * h);
        CHECK_NEAR(slope, 1 - 2 * y * ad_dawson(y), 1e-8);
        CHECK(ad_dawson(-y) == -ad_dawson(y));
    }
    CHECK(ad_dawson(0) == 0 && ad_dawson(1e300) > 0);
}

static void gamma_functions_step(void)
{
    for (double x = 0.05; x < 40; x *= 1.17) {
        CHECK_CLOSE(ad_log_gamma(x + 1) - ad_log_gamma(x), log(x), 2e-14);
        CHECK_CLOSE(ad_digamma(x + 1) - ad_digamma(x), 1 / x, 1e-15);
        CHECK_CLOSE(ad_trigamma(x) - ad_trigamma(x + 1), 1 / (x * x), 1e-15);
    }
    CHECK_NEAR(ad_digamma(1.4616321449683623), 0, 2e-15);
    CHECK(isnan(ad_log_gamma(-0.5)) && isnan(ad_digamma(0)) && isnan(ad_trigamma(-1)));
}

/* Its derivative is softplus; the two halves meet; -Li2(-1) = pi^2 / 12. */
static void softplus_integral_is_one(void)
{
    const double pi = 3.14159265358979323846;

    for (double x = -30; x < 30; x += 0.37) {
        const double h = 1e-3;
        const double slope = (8 * (ad_softplus_integral(x + h) - ad_softplus_integral(x - h)) -
                              ad_softplus_integral(x + 2 * h) + ad_softplus_integral(x - 2 * h)) /
                             (12 * h);
        CHECK_CLOSE(slope, ad_softplus(x), 1e-11);
        CHECK_CLOSE(ad_softplus_integral(x) + ad_softplus_integral(-x), pi * pi / 6 + x * x / 2,
                    1e-15);
    }
    CHECK_NEAR(ad_softplus_integral(0), pi * pi / 12, 1e-15);
    CHECK_NEAR(ad_softplus_integral(-20) * exp(20), 1 - exp(-20) / 4, 1e-15);
    CHECK(ad_softplus_integral(-1e6) == 0);
}

CHECK_MAIN(has_the_digits, normal_quantile_inverts, normal_tails_are_whole, logistic_functions,
           dawson_obeys_its_equation, gamma_functions_step, softplus_integral_is_one)
