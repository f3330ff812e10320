/* A user-defined mapping (own.h): its checks and its numbers.
 *
 * It is sampled at 12,289 points: every 1/256 from -16 to 16, and 2048 on each side up to the
 * limit, at distances proportional to r; then between them (own_scan.c). It is refused if it is
 * not finite, falls, jumps, leaves [0, 1], is constant, is flat elsewhere than at 0 or 1, or loses
 * its digits in float. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "dist/own_scan.h"
#include "dist/quadrature.h"

enum { OUTER = 2048, INNER = 8192, POINTS = 2 * OUTER + INNER + 1 };

static const double inner = 16, slack = 1e-9, float_slack = 1e-4;

static double position(size_t i, double limit)
{
    const double step = log(limit / inner) / OUTER;

    if (i < OUTER)
        return -inner * exp((double)(OUTER - i) * step);
    if (i <= OUTER + INNER)
        return -inner + (double)(i - OUTER) * 2 * inner / INNER;
    return inner * exp((double)(i - OUTER - INNER) * step);
}

static int near_double(const ad_curve *c, float r, float m)
{
    return fabs((double)m - ad_curve_at(c, (double)r, 0, NULL).value) <= float_slack;
}

/* The largest power of ten, from 100 to 1e30, up to which float has the right values on both
 * sides. */
static double find_limit(const ad_curve *c)
{
    double limit = 100;

    for (double r = 1000; r <= 1.0001e30; r *= 10) {
        const float x[2] = { (float)-r, (float)r };
        float value[2], slope[2];
        ad_curve_run_f32(c, 2, x, value, slope);
        if (isnan(slope[0]) || isnan(slope[1]) || !near_double(c, x[0], value[0]) ||
            !near_double(c, x[1], value[1]))
            break;
        limit = r;
    }
    return limit;
}

static adrop_status check_range(const ad_scan *s)
{
    const ad_sample *bad = NULL;

    for (size_t i = 0; i < s->n; i++)
        if (s->at[i].value < -slack || s->at[i].value > 1 + slack)
            bad = !bad || fabs(s->at[i].x) < fabs(bad->x) ? &s->at[i] : bad;
    if (bad && bad->value > 1 && bad->value < 1.0005) /* four digits would show 1 */
        return ad_scan_refuse(s, "leaves [0, 1]: at %s it is above 1 by %s", AD_WHERE(s, bad->x),
                              AD_FOUR(bad->value - 1));
    if (bad)
        return ad_scan_refuse(s, "leaves [0, 1]: at %s it is %s", AD_WHERE(s, bad->x),
                              AD_FOUR(bad->value));
    if (s->at[s->n - 1].value - s->at[0].value < 1e-6)
        return ad_scan_refuse(s, "is constant: it must rise with r");
    return ADROP_OK;
}

/* -- Flat parts ----------------------------------------------------------------------------- */

static int is_flat(const ad_sample *a)
{
    return !(a->slope > 0);
}

static int is_rising(const ad_sample *a)
{
    return a->slope > 0;
}

/* `where` is like "from r = 1 on". */
static adrop_status refuse_atom(const ad_scan *s, const char *where, double value)
{
    return ad_scan_refuse(s,
                          "is flat %s, at %s: masks would be exactly that, and only 0 and 1 may be",
                          where, AD_FOUR(value));
}

static adrop_status refuse_tail(const ad_scan *s, double edge, double side, double value)
{
    char where[80];

    snprintf(where, sizeof where, side > 0 ? "up to %s" : "from %s on", AD_WHERE(s, edge));
    return refuse_atom(s, where, value);
}

/* Refuse the flat part from point i on. */
static adrop_status refuse_part(const ad_scan *s, size_t i)
{
    char where[120];
    size_t end = i;

    while (end + 1 < s->n && is_flat(&s->at[end + 1]))
        end++;
    snprintf(where, sizeof where, "from %s to %s", AD_WHERE(s, s->at[i].x),
             AD_WHERE(s, s->at[end].x));
    return refuse_atom(s, where, s->at[i].value);
}

/* Find where the flat tail ends; infinite if it is flat only by rounding and the slope fades. */
static adrop_status find_end(const ad_scan *s, size_t flat, size_t rising, double *out)
{
    const double edge = ad_scan_edge(s, s->at[flat].x, s->at[rising].x, is_rising);
    const double side = s->at[rising].x > edge ? 1 : -1;
    const ad_sample inside = ad_scan_at(s, edge + side * 1e-6 * (1 + fabs(edge)));
    const double value = s->at[flat].value, goal = side > 0 ? 0 : 1;

    *out = -side * INFINITY;
    if (!(inside.slope > 1e-40) || fabs(edge) > 1e6)
        return ADROP_OK;
    if (fabs(value - goal) > slack)
        return refuse_tail(s, edge, side, value);
    *out = edge;
    return ADROP_OK;
}

static adrop_status check_flat(const ad_scan *s, double *low, double *high)
{
    size_t first = 0, last = s->n - 1;
    adrop_status status = ADROP_OK;

    while (first < last && is_flat(&s->at[first]))
        first++;
    while (last > first && is_flat(&s->at[last]))
        last--;
    *low = -INFINITY;
    *high = INFINITY;
    if (first)
        status = find_end(s, first - 1, first, low);
    if (!status && last + 1 < s->n)
        status = find_end(s, last + 1, last, high);
    for (size_t i = first + 1; i < last && !status; i++)
        if (is_flat(&s->at[i]) && is_flat(&s->at[i + 1]) &&
            s->at[i].value > s->at[0].value + 1e-6 && s->at[i].value < s->at[s->n - 1].value - 1e-6)
            status = refuse_part(s, i);
    return status;
}

/* -- The functions of map.h ------------------------------------------------------------------- */

static ad_jet jet(const ad_own_map *k, double r)
{
    return ad_curve_at(&k->curve, fmin(fmax(r, -k->limit), k->limit), 0, NULL);
}

static double own_map_value(const void *self, double r)
{
    const ad_own_map *k = self;

    return isnan(r) ? NAN : fmin(fmax(jet(k, r).value, 0), 1);
}

static double own_map_upper(const void *self, double r)
{
    return 1 - own_map_value(self, r);
}

static double own_map_log_slope(const void *self, double r)
{
    const ad_own_map *k = self;
    const double slope = jet(k, r).slope;

    return isnan(r) ? NAN : slope > 0 ? log(slope) : -INFINITY;
}

static double ratio_within(const ad_own_map *k, double r, double *slope)
{
    const ad_jet j = jet(k, r);

    *slope = j.slope / j.value - j.bend / j.slope;
    return log(j.value) - log(j.slope);
}

/* Outside the accurate range, extrapolate: below by the tangent, above by a parabola, which -ln k'
 * is if k has Gaussian tails. */
static double own_map_log_ratio(const void *self, double r, double *slope)
{
    const ad_own_map *k = self;
    const double sure = fmin(fmax(r, k->sure[0]), k->sure[1]), beyond = r - sure;
    double before;
    const double at_sure = ratio_within(k, sure, slope);

    if (beyond > 0) {
        const double step = 0.01 * (1 + fabs(sure));
        ratio_within(k, sure - step, &before);
        const double bend = (*slope - before) / step;
        const double at_edge = *slope;
        *slope += bend * beyond;
        return at_sure + (at_edge + 0.5 * bend * beyond) * beyond;
    }
    return at_sure + *slope * beyond;
}

static const char *obstacle(const void *self)
{
    const ad_own_map *k = self;

    return *k->no_divergence ? k->no_divergence : NULL;
}

/* ln k(r) or ln(1 - k(r)), minus the goal, and its slope. */
static double distance(const ad_own_map *k, double r, int upper, double goal, double *slope)
{
    const ad_jet j = jet(k, r);
    const double part = upper ? 1 - j.value : j.value;

    *slope = (upper ? -j.slope : j.slope) / part;
    return part > 0 ? log(part) - goal : -INFINITY;
}

/* Newton's method in a bracket, with bisection where it fails. */
static double solve(const ad_own_map *k, double low, double high, int upper, double goal)
{
    double r = 0.5 * (low + high);

    for (int i = 0; i < 200 && low < high; i++) {
        double slope;
        const double f = distance(k, r, upper, goal, &slope);
        if (f == 0)
            return r;
        *((f < 0) != upper ? &low : &high) = r;
        const double newton = r - f / slope;
        const double next = newton > low && newton < high ? newton : 0.5 * (low + high);
        if (fabs(next - r) <= 2e-16 * fabs(r) || next == r)
            return next;
        r = next;
    }
    return r;
}

/* Solve for r, given m = k(r), or q = 1 - k(r). */
static double own_map_invert(const ad_own_map *k, double part, int upper)
{
    const double m = upper ? 1 - part : part;
    size_t low = 0, high = AD_OWN_TABLE - 1;

    if (!(part > (upper ? 1 - k->top : k->bottom)))
        return upper ? k->of[AD_F64].high : k->of[AD_F64].low;
    if (!(upper ? m > k->bottom : m < k->top))
        return upper ? k->of[AD_F64].low : k->of[AD_F64].high;
    while (high - low > 1) {
        const size_t middle = (low + high) / 2;
        *(k->value[middle] < m ? &low : &high) = middle;
    }
    return solve(k, k->r[low], k->r[high], upper, log(part));
}

static double own_map_inverse(const void *self, double m)
{
    return own_map_invert(self, m, 0);
}

static double own_map_inverse_upper(const void *self, double q)
{
    return own_map_invert(self, q, 1);
}

static const ad_map_own functions = { .value = own_map_value,
                                      .upper = own_map_upper,
                                      .log_slope = own_map_log_slope,
                                      .inverse = own_map_inverse,
                                      .inverse_upper = own_map_inverse_upper,
                                      .log_ratio = own_map_log_ratio,
                                      .obstacle = obstacle };

/* -- Float ---------------------------------------------------------------------------------- */

/* Compare float and double at every 16th point. */
static adrop_status check_float(const ad_scan *s, const ad_own_map *k)
{
    for (size_t i = 0; i < s->n; i += 16) {
        const float r = (float)s->at[i].x;
        float m, slope;
        ad_own_map_apply_f32(k, 1, &r, &m, &slope);
        const double right = own_map_value(k, (double)r);
        if (!(fabs((double)m - right) <= float_slack))
            return ad_scan_refuse(s,
                                  "loses its digits in single precision, which training uses: at "
                                  "%s it is %s, not %s: write it without differences of large "
                                  "numbers",
                                  AD_WHERE(s, (double)r), AD_FOUR((double)m), AD_FOUR(right));
    }
    return ADROP_OK;
}

/* -- Tables and breaks ------------------------------------------------------------------------ */

static void fill_table(const ad_scan *s, ad_own_map *k)
{
    for (size_t i = 0; i < AD_OWN_TABLE; i++) {
        const ad_sample *a = &s->at[i * (s->n - 1) / (AD_OWN_TABLE - 1)];
        k->r[i] = a->x;
        k->value[i] = i ? fmax(a->value, k->value[i - 1]) : a->value;
    }
}

/* Points that cut k into pieces: levels of it, its corners, its ends. */
static size_t find_breaks(const ad_scan *s, ad_own_map *k, double low, double high)
{
    static const double levels[] = { 1e-12, 1e-8, 1e-5, 1e-3, 0.02, 0.1, 0.3, 0.5 };
    enum { N = sizeof levels / sizeof levels[0] };
    const double width = k->top - k->bottom;
    size_t n = 2;

    k->breaks[0] = isfinite(low) ? low : own_map_inverse(k, k->bottom + 1e-14 * width);
    k->breaks[1] = isfinite(high) ? high : own_map_inverse_upper(k, 1 - k->top + 1e-14 * width);
    for (size_t i = 0; i < N; i++) {
        n = ad_break_insert(k->breaks, n, own_map_inverse(k, k->bottom + levels[i] * width));
        n = ad_break_insert(k->breaks, n, own_map_inverse_upper(k, 1 - k->top + levels[i] * width));
    }
    for (size_t i = 0; i < s->n_corners; i++)
        n = ad_break_insert(k->breaks, n, s->corner[i]);
    return n;
}

/* Do value and slope agree? They do not where k has cancelled or underflowed. */
static int is_sure(const ad_scan *s, const ad_sample *a)
{
    if (!(a->value > 1e-290 && a->slope > 1e-270))
        return 0;
    const double d = 1e-3 * fmin(a->value / a->slope, 1 + fabs(a->x));
    const double rise = ad_scan_at(s, a->x + d).value - ad_scan_at(s, a->x - d).value;
    return fabs(rise - 2 * d * a->slope) < 1e-4 * 2 * d * a->slope;
}

/* Find the accurate range: down to where k loses its digits, up to where its slope underflows. */
static void find_sure(const ad_scan *s, ad_own_map *k)
{
    const double middle = 0.5 * (k->bottom + k->top);
    size_t i = 0, low, high;

    while (i + 1 < s->n && s->at[i].value < middle)
        i++;
    for (low = i; low && is_sure(s, &s->at[low - 1]); low--)
        ;
    for (high = i; high + 1 < s->n && s->at[high + 1].slope > 1e-270; high++)
        ;
    k->sure[0] = s->at[low].x;
    k->sure[1] = s->at[high].x;
}

/* ln k' has no gradient where the slope vanishes, nor across a corner. */
static void find_obstacle(const ad_scan *s, ad_own_map *k)
{
    double most = 0;

    if (s->n_corners)
        snprintf(k->no_divergence, sizeof k->no_divergence,
                 "has a corner at %s, across which a divergence from a log-uniform prior has no "
                 "gradient",
                 AD_WHERE(s, s->corner[0]));
    for (size_t i = 0; i < s->n; i++)
        most = fmax(most, s->at[i].slope);
    for (size_t i = OUTER + 1; i < OUTER + INNER && !*k->no_divergence; i++)
        if (s->at[i].slope < 1e-9 * most && s->at[i - 1].slope > 10 * s->at[i].slope &&
            s->at[i + 1].slope > 10 * s->at[i].slope)
            snprintf(k->no_divergence, sizeof k->no_divergence,
                     "has a slope of 0 at %s, where the divergence from a log-uniform prior has no "
                     "gradient",
                     AD_WHERE(s, s->at[i].x));
}

static void own_map_describe(ad_own_map *k, double low, double high, size_t n_breaks)
{
    static void (*const apply[AD_N_KERNEL_SETS])(const void *, size_t, const void *, void *,
                                                 void *) = AD_OF_EACH_SET(ad_own_map_apply);

    for (int set = 0; set < AD_N_KERNEL_SETS; set++) {
        if (!apply[set])
            continue;
        k->of[set] = (ad_map){ .name = k->name,
                               .summary = k->curve.is_formula ? k->name : k->curve.table.summary,
                               .low = low,
                               .high = high,
                               .breaks = k->breaks,
                               .n_breaks = n_breaks,
                               .own = &functions,
                               .self = k,
                               .range = { k->bottom, k->top },
                               .own_apply = apply[set] };
        k->sets.of[set] = &k->of[set];
    }
}

static adrop_status own_map_prepare(ad_scan *s, ad_own_map *k)
{
    double low, high;
    adrop_status status = ad_scan_run(s);

    if (!status)
        status = check_range(s);
    if (!status)
        status = ad_scan_join(s);
    if (!status)
        status = check_flat(s, &low, &high);
    if (status)
        return status;
    k->bottom = isfinite(low) ? 0 : fmin(fmax(s->at[0].value, 0), 1);
    k->top = isfinite(high) ? 1 : fmin(fmax(s->at[s->n - 1].value, 0), 1);
    fill_table(s, k);
    own_map_describe(k, low, high, 0);
    own_map_describe(k, low, high, find_breaks(s, k, low, high));
    find_sure(s, k);
    find_obstacle(s, k);
    return check_float(s, k);
}

adrop_status ad_own_map_prepare(adrop_ctx *ctx, ad_own_map *k)
{
    ad_scan s = { .ctx = ctx, .curve = &k->curve, .what = "mapping", .name = k->name, .n = POINTS };
    adrop_status status = AD_NEW(ctx, POINTS, "the check of a mapping", &s.at);

    if (status)
        return status;
    k->limit = find_limit(&k->curve);
    for (size_t i = 0; i < POINTS; i++)
        s.at[i].x = position(i, k->limit);
    status = own_map_prepare(&s, k);
    ad_free(ctx, s.at);
    return status;
}
