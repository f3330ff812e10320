/* Power of the t test, by the noncentral t distribution (power.h).
 *
 * T = (Z + d)/S with Z normal and S^2 chi-squared over df, independent. Hence
 *
 *     P(T > c) = integral of Phi(d - c s) f(s) ds,
 *     f(s) = 2 (df/2)^(df/2) / Gamma(df/2) s^(df-1) exp(-df s^2/2)
 *
 * and P(T < -c) likewise with -d. Simpson's rule integrates over the range where f is not
 * negligible, with steps small compared to the width 1/c of Phi's rise. tests/report/test_power.c
 * compares with SciPy's nct. */
#include "report/power.h"

#include <math.h>

#include "adrop/stats.h"

enum { STEPS = 2000, MORE_STEPS = 100, MOST_STEPS = 100000 };

static double density(double df, double s)
{
    const double h = df / 2;

    if (s <= 0)
        return df > 1 ? 0 : sqrt(2 / acos(-1.0)); /* df >= 1 */
    return exp(log(2.0) + h * log(h) - lgamma(h) + (df - 1) * log(s) - h * s * s);
}

double ad_t_power(double df, double alpha, double shift)
{
    const double c = adrop_t_quantile(df, 1 - alpha / 2);
    const double reach = 9 / sqrt(df), low = reach < 1 ? 1 - reach : 0, high = 1 + reach;
    const double wanted = STEPS + MORE_STEPS * c;
    const int steps = wanted < MOST_STEPS ? 2 * (int)(wanted / 2) : MOST_STEPS;
    const double h = (high - low) / steps;
    double sum = 0;

    for (int i = 0; i <= steps; i++) {
        const double s = low + i * h, weight = i == 0 || i == steps ? 1 : i % 2 ? 4 : 2;
        const double rejects = adrop_normal_cdf(shift - c * s) + adrop_normal_cdf(-shift - c * s);
        sum += weight * density(df, s) * rejects;
    }
    return sum * h / 3;
}

double ad_t_shift(double df, double alpha, double power)
{
    double low = 0, high = 1;

    while (ad_t_power(df, alpha, high) < power && high < 1e6)
        high *= 2;
    while (high - low > 1e-4 * high) {
        const double middle = (low + high) / 2;
        if (ad_t_power(df, alpha, middle) < power)
            low = middle;
        else
            high = middle;
    }
    return high;
}
