/* The grid on which a user's function is checked (own_scan.h). */
#include "dist/own_scan.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/context.h"
#include "base/format.h"
#include "base/text.h"
#include "dist/special.h"

/* Tolerances for rounding of a value and of a slope. */
static const double value_slack = 1e-9, slope_slack = 1e-9;

ad_sample ad_scan_at(const ad_scan *s, double x)
{
    ad_sample a = { .x = x };
    const ad_jet j = s->curve->variable == 'u'
                         ? ad_curve_at(s->curve, ad_sigmoid(x), ad_sigmoid(-x), &a.branch)
                         : ad_curve_at(s->curve, x, 1 - x, &a.branch);

    a.value = j.value;
    a.slope = j.slope;
    return a;
}

adrop_status ad_scan_refuse(const ad_scan *s, const char *format, ...)
{
    char why[400];
    va_list list;

    va_start(list, format);
    vsnprintf(why, sizeof why, format, list);
    va_end(list);
    return ad_fail(s->ctx, ADROP_EINVAL, "%s '%s' %s", s->what, AD_SHOWN(s->name), why);
}

char *ad_scan_number(double x, char text[ADROP_NUMBER_SIZE])
{
    char digits[32];
    double rounded;

    ad_print(digits, sizeof digits, "%.3e", x);
    return adrop_number_text(text, adrop_number_read(digits, &rounded) ? x : rounded);
}

char *ad_scan_where(const ad_scan *s, double x, char text[48])
{
    if (s->curve->variable == 'u')
        snprintf(text, 48, "u = %s", AD_FOUR(ad_sigmoid(x)));
    else
        snprintf(text, 48, "r = %s", AD_FOUR(fabs(x) < 1e-12 ? 0 : x));
    return text;
}

double ad_scan_edge(const ad_scan *s, double no, double yes, int (*test)(const ad_sample *))
{
    for (int i = 0; i < 80; i++) {
        const double x = 0.5 * (no + yes);
        const ad_sample a = ad_scan_at(s, x);
        *(test(&a) ? &yes : &no) = x;
    }
    return no;
}

static int finite(const ad_sample *a)
{
    return isfinite(a->value) && isfinite(a->slope);
}

/* Keep the failing point nearest to the middle, which tells a reader most. */
static void nearer(const ad_sample **found, const ad_sample *a)
{
    if (!*found || fabs(a->x) < fabs((*found)->x))
        *found = a;
}

/* A single point without a slope, like sqrt at 0, is evaluated just beside. */
static adrop_status own_scan_measure(ad_scan *s)
{
    const ad_sample *bad = NULL;

    for (size_t i = 0; i < s->n; i++) {
        const double x = s->at[i].x;
        s->at[i] = ad_scan_at(s, x);
        if (!finite(&s->at[i])) {
            s->at[i] = ad_scan_at(s, x + 1e-9 * (1 + fabs(x)));
            s->at[i].x = x;
        }
        if (!finite(&s->at[i]))
            nearer(&bad, &s->at[i]);
    }
    if (!bad)
        return ADROP_OK;
    return isfinite(bad->value)
               ? ad_scan_refuse(s, "has no finite slope at %s", AD_WHERE(s, bad->x))
               : ad_scan_refuse(s, "is not finite at %s", AD_WHERE(s, bad->x));
}

/* The point of least slope between low and high, by golden section. */
static ad_sample least_slope(const ad_scan *s, double low, double high)
{
    static const double golden = 0.38196601125010515180;
    ad_sample a = ad_scan_at(s, low + golden * (high - low));
    ad_sample b = ad_scan_at(s, high - golden * (high - low));

    for (int i = 0; i < 40; i++) {
        if (a.slope < b.slope) {
            high = b.x;
            b = a;
            a = ad_scan_at(s, low + golden * (high - low));
        } else {
            low = a.x;
            a = b;
            b = ad_scan_at(s, high - golden * (high - low));
        }
    }
    return a.slope < b.slope ? a : b;
}

/* Is the slope at point i lower than at its neighbours? */
static int dips(const ad_scan *s, size_t i)
{
    const ad_sample *a = &s->at[i];

    return i && i + 1 < s->n && a->slope <= a[-1].slope && a->slope <= a[1].slope &&
           (a->slope < a[-1].slope || a->slope < a[1].slope);
}

static adrop_status check_rising(ad_scan *s)
{
    const ad_sample *bad = NULL, *fallen = NULL;
    ad_sample least;

    for (size_t i = 0; i < s->n; i++) {
        const ad_sample *a = &s->at[i];
        if (a->slope < -slope_slack)
            nearer(&bad, a);
        if (i && a->value < a[-1].value - value_slack * (1 + fabs(a->value)))
            nearer(&fallen, a);
    }
    for (size_t i = 0; i < s->n && !bad; i++)
        if (dips(s, i)) {
            least = least_slope(s, s->at[i - 1].x, s->at[i + 1].x);
            bad = least.slope < -slope_slack ? &least : NULL;
        }
    if (bad)
        return ad_scan_refuse(s, "is not monotone: at %s it falls (slope %s)", AD_WHERE(s, bad->x),
                              AD_FOUR(bad->slope));
    if (fallen)
        return ad_scan_refuse(s, "is not monotone: it falls between %s and %s",
                              AD_WHERE(s, fallen[-1].x), AD_WHERE(s, fallen->x));
    return ADROP_OK;
}

/* Bisect towards the larger rise; a rise that remains at the end is a jump. */
static adrop_status check_jump(const ad_scan *s, const ad_sample *low, const ad_sample *high)
{
    ad_sample a = *low, b = *high;
    const double most = 1e-3 * (1 + fabs(a.value));

    if (b.value - a.value < most)
        return ADROP_OK;
    for (int i = 0; i < 100; i++) {
        const ad_sample c = ad_scan_at(s, 0.5 * (a.x + b.x));
        if (c.x <= a.x || c.x >= b.x)
            break;
        *(c.value - a.value > b.value - c.value ? &b : &a) = c;
        if (b.value - a.value < 0.1 * most)
            return ADROP_OK;
    }
    return ad_scan_refuse(s, "is not continuous: at %s it jumps from %s to %s", AD_WHERE(s, a.x),
                          AD_FOUR(a.value), AD_FOUR(b.value));
}

static void find_corner(ad_scan *s, const ad_sample *low, const ad_sample *high)
{
    double a = low->x, b = high->x;

    if (low->branch == high->branch || s->n_corners == AD_OWN_CORNERS)
        return;
    for (int i = 0; i < 80; i++) {
        const double x = 0.5 * (a + b);
        *(ad_scan_at(s, x).branch == low->branch ? &a : &b) = x;
    }
    s->corner[s->n_corners++] = a;
}

adrop_status ad_scan_run(ad_scan *s)
{
    const adrop_status status = own_scan_measure(s);

    return status ? status : check_rising(s);
}

adrop_status ad_scan_join(ad_scan *s)
{
    adrop_status status = ADROP_OK;

    for (size_t i = 1; i < s->n && !status; i++) {
        status = check_jump(s, &s->at[i - 1], &s->at[i]);
        find_corner(s, &s->at[i - 1], &s->at[i]);
    }
    return status;
}
