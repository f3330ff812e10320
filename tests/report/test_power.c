/* Power of the t test against SciPy 1.10: nct.sf(t.isf(a/2, df), df, d) + nct.cdf(-.., df, d),
 * and the root of that minus 0.8. */
#include "report/power.h"

#include "check.h"

static const struct {
    double df, alpha, shift, power, shift_of_80;
} cases[] = {
    { 4, 0.05, 3, 0.6192614594023286, 3.761059553825027 },
    { 4, 0.05, 0, 0.05, 3.761059553825027 }, /* no difference: the level itself */
    { 1, 0.05, 10, 0.5673065663926568, 16.334008870249914 },
    { 2, 0.025, 5, 0.474026951754321, 8.01042386167974 },
    { 8, 0.05 / 14, 4, 0.5212007056996955, 5.132576834809536 },
    { 38, 0.01, 2.5, 0.4267710009396505, 3.574758822039212 },
    { 200, 0.05, 2.8, 0.7957597219496519, 2.8151240602377503 },
    { 1, 0.05 / 14, 100, 0.42519956249677565, 228.44229671381848 },
};

static void like_scipy(void)
{
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        CHECK_WHERE("df %g, alpha %g", cases[i].df, cases[i].alpha);
        CHECK_NEAR(ad_t_power(cases[i].df, cases[i].alpha, cases[i].shift), cases[i].power, 1e-7);
        /* bisected to 1e-4: two digits are shown */
        CHECK_NEAR(ad_t_shift(cases[i].df, cases[i].alpha, 0.8) / cases[i].shift_of_80, 1, 2e-4);
    }
}

CHECK_MAIN(like_scipy)
