/* A user-defined seed with quantile function Q (own.h): its checks and its numbers.
 *
 * With t the logit of u, Q is sampled every 1/64 for t from -32 to 32 (u from 1.3e-14), and between
 * the points (own_scan.c). It is refused if it is not finite, does not rise, jumps, has no
 * variance, or loses its digits in float. The density at e = Q(u) is 1 / Q'(u), and
 *
 *     mean = int Q du,   variance = int (Q - mean)^2 du,   entropy = int ln Q' du */
#include <math.h>

#include "base/context.h"
#include "base/memory.h"
#include "dist/own_scan.h"
#include "dist/quadrature.h"
#include "dist/special.h"

enum { POINTS = 4097 };

static const double most_t = 32, float_slack = 1e-4;

static ad_jet jet(const ad_own_seed *s, double t)
{
    return ad_curve_at(&s->curve, ad_sigmoid(t), ad_sigmoid(-t), NULL);
}

/* Q', or at a single point where it is 0, the slope beside it. */
static double slope_near(const ad_own_seed *s, double t)
{
    const double slope = jet(s, t).slope;

    return slope > 0 ? slope : jet(s, t + 1e-9).slope;
}

/* -- Checks ------------------------------------------------------------------------------------ */

static adrop_status check_rising(const ad_scan *s)
{
    for (size_t i = 1; i < s->n; i++)
        if (!(s->at[i].slope > 0) && !(s->at[i - 1].slope > 0))
            return ad_scan_refuse(s,
                                  "is not increasing: about %s its slope is 0, so that the noise "
                                  "would be one number with positive probability",
                                  AD_WHERE(s, s->at[i].x));
    return ADROP_OK;
}

/* Estimate a in |Q| ~ u^-a towards an end: a finite variance needs a < 1/2. */
static adrop_status check_tail(const ad_scan *s, double side)
{
    const double near = fabs(ad_scan_at(s, 20 * side).value);
    const double far = fabs(ad_scan_at(s, 30 * side).value), power = log(far / near) / 10;

    if (far > near && power > 0.49)
        return ad_scan_refuse(s,
                              "has no variance: towards u = %d it grows like the power -%s of "
                              "the distance",
                              side > 0, AD_FOUR(round(100 * power) / 100));
    return ADROP_OK;
}

/* Uniform i of 4096, odd multiples of 2^-24 like the draws, with the first and the last of them. */
static float uniform(int i)
{
    const long most = (1L << 23) - 1, near = 4095 - i;
    const long k = i < 2048 ? (long)i * i : most - near * near;

    return ((float)k + 0.5f) * 0x1p-23f;
}

static adrop_status check_float(const ad_scan *s, const ad_own_seed *own)
{
    enum { BLOCK = 128 };
    float u[BLOCK], e[BLOCK];

    for (int i = 0; i < 4096; i++) {
        if (i % BLOCK == 0) {
            for (int k = 0; k < BLOCK; k++)
                u[k] = uniform(i + k);
            ad_curve_run_f32(&own->curve, BLOCK, u, e, NULL);
        }
        const double at = (double)u[i % BLOCK], found = (double)e[i % BLOCK];
        const double value = ad_own_seed_quantile(own, at);
        if (!(fabs(found - value) <= float_slack * (1 + fabs(value))))
            return ad_scan_refuse(s,
                                  "loses its digits in single precision, which training uses: at "
                                  "u = %s it is %s, not %s",
                                  AD_FOUR(at), AD_FOUR(found), AD_FOUR(value));
    }
    return ADROP_OK;
}

/* -- Moments ---------------------------------------------------------------------------------- */

typedef struct query {
    const ad_own_seed *s;
    int which; /* 0: Q, 1: its squared distance from the mean, 2: ln Q' */
    double mean;
} query;

static double term(double t, void *arg)
{
    const query *q = arg;
    const ad_jet j = jet(q->s, t);
    const double weight = ad_sigmoid(t) * ad_sigmoid(-t), d = j.value - q->mean;

    return weight * (q->which == 0 ? j.value : q->which == 1 ? d * d : log(slope_near(q->s, t)));
}

static double moment(const ad_own_seed *s, const ad_scan *scan, int which, double mean)
{
    double breaks[17 + AD_OWN_CORNERS];
    query q = { s, which, mean };
    size_t n = 0;

    while (n < 17) {
        breaks[n] = -most_t + (double)n * most_t / 8;
        n++;
    }
    for (size_t i = 0; i < scan->n_corners; i++)
        n = ad_break_insert(breaks, n, scan->corner[i]);
    return ad_integrate(term, &q, breaks, n, 1e-11);
}

/* -- Tables and breaks ---------------------------------------------------------------------- */

/* An end of the support: Q at u = 0 or 1, if finite. */
static double support(const ad_own_seed *s, double u)
{
    const double e = ad_curve_at(&s->curve, u, 1 - u, NULL).value;

    return isfinite(e) ? e : u > 0 ? INFINITY : -INFINITY;
}

static void fill_table(ad_own_seed *s)
{
    for (size_t i = 0; i < AD_OWN_TABLE; i++) {
        s->t[i] = -most_t + 2 * most_t * (double)i / (AD_OWN_TABLE - 1);
        s->e[i] = jet(s, s->t[i]).value;
        if (i && s->e[i] < s->e[i - 1])
            s->e[i] = s->e[i - 1]; /* by rounding */
    }
    for (int end = 0; end < 2; end++) {
        const double slope = jet(s, end ? most_t : -most_t).slope;
        s->log_pdf[end] = -log(slope);
        /* a bounded support ends with the density it has there */
        s->hazard[end] = isfinite(support(s, end)) ? 0 : 1 / (slope * ad_sigmoid(-most_t));
    }
}

static size_t find_breaks(const ad_scan *scan, ad_own_seed *s, double low, double high)
{
    static const double at[] = { -24, -16, -10, -6, -3, -1, 0, 1, 3, 6, 10, 16, 24 };
    size_t n = 2;

    s->breaks[0] = isfinite(low) ? low : s->e[0];
    s->breaks[1] = isfinite(high) ? high : s->e[AD_OWN_TABLE - 1];
    for (size_t i = 0; i < sizeof at / sizeof at[0]; i++)
        n = ad_break_insert(s->breaks, n, jet(s, at[i]).value);
    for (size_t i = 0; i < scan->n_corners; i++)
        n = ad_break_insert(s->breaks, n, jet(s, scan->corner[i]).value);
    return n;
}

static void own_seed_describe(const ad_scan *scan, ad_own_seed *s)
{
    static void (*const fill[AD_N_KERNEL_SETS])(const ad_own_seed *, const ad_address *, size_t,
                                                size_t, void *) = AD_OF_EACH_SET(ad_own_seed_fill);
    const double low = support(s, 0), high = support(s, 1), mean = moment(s, scan, 0, 0);
    const ad_seed found = { .name = s->name,
                            .summary = s->curve.is_formula ? s->name : s->curve.table.summary,
                            .low = low,
                            .high = high,
                            .mean = fabs(mean) < 1e-12 ? 0 : mean,
                            .variance = moment(s, scan, 1, mean),
                            .entropy = moment(s, scan, 2, 0),
                            .breaks = s->breaks,
                            .n_breaks = find_breaks(scan, s, low, high),
                            .own = s };

    for (int set = 0; set < AD_N_KERNEL_SETS; set++) {
        if (!fill[set])
            continue;
        s->of[set] = found;
        s->of[set].own_fill = fill[set];
        s->sets.of[set] = &s->of[set];
    }
}

static adrop_status own_seed_prepare(ad_scan *scan, ad_own_seed *s)
{
    adrop_status status = ad_scan_run(scan);

    if (!status)
        status = check_rising(scan);
    if (!status)
        status = check_tail(scan, -1);
    if (!status)
        status = check_tail(scan, 1);
    if (!status)
        status = ad_scan_join(scan);
    if (!status)
        status = check_float(scan, s);
    if (status)
        return status;
    fill_table(s);
    own_seed_describe(scan, s);
    return ADROP_OK;
}

adrop_status ad_own_seed_prepare(adrop_ctx *ctx, ad_own_seed *s)
{
    ad_scan scan = { .ctx = ctx, .curve = &s->curve, .what = "seed", .name = s->name, .n = POINTS };
    adrop_status status = AD_NEW(ctx, POINTS, "the check of a seed", &scan.at);

    if (status)
        return status;
    for (size_t i = 0; i < POINTS; i++)
        scan.at[i].x = -most_t + 2 * most_t * (double)i / (POINTS - 1);
    status = own_seed_prepare(&scan, s);
    ad_free(ctx, scan.at);
    return status;
}

/* -- The functions of seed.h ------------------------------------------------------------------ */

/* The t of a number within the table. */
static double logit_of(const ad_own_seed *s, double e)
{
    size_t first = 0, last = AD_OWN_TABLE - 1;

    while (last - first > 1) {
        const size_t middle = (first + last) / 2;
        *(s->e[middle] < e ? &first : &last) = middle;
    }
    double low = s->t[first], high = s->t[last], t = 0.5 * (low + high);
    for (int i = 0; i < 100; i++) {
        const ad_jet j = jet(s, t);
        const double f = j.value - e, slope = j.slope * ad_sigmoid(t) * ad_sigmoid(-t);
        if (f == 0)
            break;
        *(f < 0 ? &low : &high) = t;
        const double newton = t - f / slope;
        const double next = newton > low && newton < high ? newton : 0.5 * (low + high);
        if (fabs(next - t) <= 2e-16 * (1 + fabs(t)) || next == t)
            break;
        t = next;
    }
    return t;
}

/* The distance beyond an end of the table; 0 within. */
static double beyond(const ad_own_seed *s, double e, int *end)
{
    *end = e > s->e[AD_OWN_TABLE - 1];
    return *end ? e - s->e[AD_OWN_TABLE - 1] : fmax(s->e[0] - e, 0);
}

double ad_own_seed_log_pdf(const ad_own_seed *s, double e)
{
    int end;
    const double far = beyond(s, e, &end);

    if (e < s->of[AD_F64].low || e > s->of[AD_F64].high)
        return -INFINITY;
    if (far > 0)
        return s->log_pdf[end] - s->hazard[end] * far;
    return isnan(e) ? NAN : -log(slope_near(s, logit_of(s, e)));
}

/* P(eps <= e), or with upper P(eps > e). */
static double mass(const ad_own_seed *s, double e, int upper)
{
    int end;
    const double far = beyond(s, e, &end);

    if (isnan(e))
        return NAN;
    if (e <= s->of[AD_F64].low || e >= s->of[AD_F64].high)
        return (e >= s->of[AD_F64].high) != upper;
    if (far > 0) {
        const double tail = ad_sigmoid(-most_t) * exp(-s->hazard[end] * far);
        return end == upper ? tail : 1 - tail;
    }
    const double t = logit_of(s, e);
    return ad_sigmoid(upper ? -t : t);
}

double ad_own_seed_cdf(const ad_own_seed *s, double e)
{
    return mass(s, e, 0);
}

double ad_own_seed_survival(const ad_own_seed *s, double e)
{
    return mass(s, e, 1);
}

double ad_own_seed_quantile(const ad_own_seed *s, double p)
{
    return ad_curve_at(&s->curve, p, 1 - p, NULL).value;
}

double ad_own_seed_logit(const ad_own_seed *s, double e)
{
    if (e <= s->e[0])
        return -most_t;
    return e >= s->e[AD_OWN_TABLE - 1] ? most_t : logit_of(s, e);
}

double ad_own_seed_at_logit(const ad_own_seed *s, double t, double *weight)
{
    const double u = ad_sigmoid(t), rest = ad_sigmoid(-t);

    *weight = u * rest;
    return ad_curve_at(&s->curve, u, rest, NULL).value;
}
