/* Student's t distribution.
 *
 * With q = t^2 / df, x = 1 / (1 + q), y = q / (1 + q), a = df / 2, the upper tail is
 * I_x(a, 1/2) / 2, an incomplete beta function, and the area between 0 and t is
 * I_y(1/2, a) / 2. The general ad_beta_cdf would lose digits here: for large df, x is so
 * near 1 that its rounding matters, and so does that of ln Gamma. Hence
 *
 *     I_x(a, 1/2) = x^a y^(1/2) / B(a, 1/2) * 1 / (b_1 + a_2 / (b_2 + a_3 / (b_3 + ...)))
 *     a_n+1 = (a + n - 1)(a + n - 1/2) n (1/2 - n) x^2 / (a + 2n - 1)^2
 *     b_n+1 = n + n (1/2 - n) x / (a + 2n - 1) + (a + n) (c + n (1 + y)) / (a + 2n + 1)
 *     c     = a y - x / 2 + 1
 *
 * (Didonato and Morris, "Algorithm 708", TOMS 18, 1992, section 2, with b = 1/2), where
 * a y = x t^2 / 2 and x^a = exp(-a log1p(q)) are exact to rounding for all df; near the
 * middle, where the fraction converges slowly, the series
 *
 *     I_y(1/2, a) = 2 x^a y^(1/2) / B(a, 1/2) * sum (a + 1/2)_n / (3/2)_n y^n. */
#include "stats/student.h"

#include <float.h>
#include <math.h>

#include "dist/special.h"

#define SQRT_PI 1.77245385090551602730

double ad_gamma_half_ratio(double a)
{
    /* -(1 - 4^-k) B_2k / (k (2k - 1)) */
    static const double c[] = { -1 / 8.0, 1 / 192.0, -1 / 640.0, 17 / 14336.0, -31 / 18432.0 };
    double shift = 1;

    for (; a < 20; a += 1)
        shift *= a / (a + 0.5);
    const double w = 1 / (a * a);
    double sum = 0;
    for (int k = 4; k >= 0; k--)
        sum = sum * w + c[k];
    return shift * sqrt(a) * exp(sum / a);
}

typedef struct {
    double a, t, x, y;
    double front; /* x^a y^(1/2) / B(a, 1/2) = t times the density at t */
} point;

static point point_at(double df, double t)
{
    const double root = t / sqrt(df), q = root * root;
    const double log1p_q = root > 1e8 ? 2 * log(root) : log1p(q); /* q may overflow */
    point at = { .a = df / 2, .t = t, .x = 1 / (1 + q) };

    at.y = q > 1 ? 1 - at.x : q * at.x;
    at.front = exp(-at.a * log1p_q) * sqrt(at.y) * ad_gamma_half_ratio(at.a) / SQRT_PI;
    return at;
}

/* The series converges at least like 0.6^n here, the fraction fast elsewhere. */
static int is_middle(const point *at)
{
    return at->y * (at->a + 2.5) <= 1.5;
}

/* I_y(1/2, a) / 2, in the middle. */
static double from_zero(const point *at)
{
    double term = 1, sum = 1;

    for (int n = 0; n < 1000 && term > DBL_EPSILON / 8 * sum; n++) {
        term *= (at->a + 0.5 + n) / (1.5 + n) * at->y;
        sum += term;
    }
    return at->front * sum;
}

/* I_x(a, 1/2) / 2, outside the middle, by Lentz's method. */
static double tail(const point *at)
{
    const double a = at->a, x = at->x;
    const double ay = at->y > 0.5 ? a * at->y : 0.5 * at->t * at->t * x;
    const double c0 = ay - 0.5 * x + 1;
    double value = a / (a + 1) * c0, c = value, d = 0;

    for (int n = 1; n < 10000; n++) {
        const double up = a + 2 * n - 1, ratio = n * (0.5 - n) * x / up;
        const double above = (a + n - 1) / up * (a + n - 0.5) * ratio * x;
        const double below = n + ratio + (a + n) / (a + 2 * n + 1) * (c0 + n * (1 + at->y));
        d = 1 / (below + above * d);
        c = below + above / c;
        value *= c * d;
        if (fabs(c * d - 1) < DBL_EPSILON)
            break;
    }
    return 0.5 * at->front / value;
}

/* For t >= 0. */
static double student_upper(double df, double t)
{
    if (isinf(t))
        return 0;
    const point at = point_at(df, t);
    return is_middle(&at) ? 0.5 - from_zero(&at) : tail(&at);
}

double adrop_t_sf(double df, double t)
{
    if (!(df > 0) || isnan(t))
        return NAN;
    if (isinf(df))
        return ad_normal_sf(t);
    return t < 0 ? 1 - student_upper(df, -t) : student_upper(df, t);
}

double adrop_t_cdf(double df, double t)
{
    return adrop_t_sf(df, -t);
}

double ad_t_p(adrop_side side, double df, double t)
{
    switch (side) {
    case ADROP_SIDE_GREATER:
        return adrop_t_sf(df, t);
    case ADROP_SIDE_LESS:
        return adrop_t_cdf(df, t);
    case ADROP_SIDE_TWO:
        break;
    }
    return fmin(2 * adrop_t_sf(df, fabs(t)), 1);
}

/* The t > 0 with from_zero = target, by Newton's method: the function is concave, so
 * a start left of the root stays there. */
static double quantile_middle(double df, double target)
{
    double t = target * SQRT_PI * sqrt(df) / ad_gamma_half_ratio(df / 2);

    for (int i = 0; i < 50 && t > 0; i++) {
        const point at = point_at(df, t);
        const double step = (target - from_zero(&at)) * t / at.front;
        t += step;
        if (fabs(step) <= 1e-9 * t)
            break; /* quadratic convergence: the next step would not matter */
    }
    return t;
}

/* The t > 0 with tail = p. ln tail is concave in ln t and asymptotically linear, so
 * Newton's method converges from anywhere. The start is the larger of two lower
 * bounds: the normal quantile and the quantile of the tail's leading term. */
static double quantile_tail(double df, double p)
{
    const double a = df / 2;
    const double log_x = log(2 * a * p * SQRT_PI / ad_gamma_half_ratio(a)) / a;
    const double lead = log_x < 0 ? sqrt(df) * exp(0.5 * (log(-expm1(log_x)) - log_x)) : 0;
    double t = fmax(-ad_normal_quantile(p), lead);

    for (int i = 0; i < 100 && !isinf(t); i++) {
        const point at = point_at(df, t);
        const double value = student_upper(df, t), step = log(value / p) * value / at.front;
        t *= exp(step);
        if (!(fabs(step) > 1e-9))
            break;
    }
    return t;
}

/* The t >= 0 whose upper tail is p <= 1/2. */
static double upper_quantile(double df, double p)
{
    /* where the middle ends: y = 1.5 / (a + 2.5) */
    const double t = sqrt(1.5 * df / (df / 2 + 1));
    const point at = point_at(df, t * (1 - 1e-9));

    if (p == 0)
        return INFINITY;
    return 0.5 - p < from_zero(&at) ? quantile_middle(df, 0.5 - p) : quantile_tail(df, p);
}

double adrop_t_quantile(double df, double p)
{
    if (!(df > 0 && p >= 0 && p <= 1))
        return NAN;
    if (isinf(df))
        return ad_normal_quantile(p);
    return p < 0.5 ? -upper_quantile(df, p) : upper_quantile(df, 1 - p);
}

double adrop_normal_cdf(double z)
{
    return ad_normal_cdf(z);
}

double adrop_normal_quantile(double p)
{
    return ad_normal_quantile(p);
}
