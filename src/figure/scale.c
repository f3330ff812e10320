/* Scales of axes and their ticks (figure.h).
 *
 * Ticks stand at multiples of 1, 2 or 5 times a power of ten, with the smallest step whose ticks
 * fit (W. S. Cleveland, The Elements of Graphing Data, 1985). On a logarithmic axis they stand at
 * powers of ten, and at 2 and 5 times these if they fit. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "adrop/number.h"
#include "figure/figure.h"

static double scale_place(const ad_scale *s, double x)
{
    return s->is_log ? log10(x) : x;
}

/* Sums and differences of these values do not overflow. */
static int has_place(double x)
{
    return isfinite(x) && fabs(x) < 1e150;
}

double ad_scale_at(const ad_scale *s, double x)
{
    if (!has_place(x) || (s->is_log && x <= 0))
        return NAN;
    return (scale_place(s, x) - scale_place(s, s->low)) /
           (scale_place(s, s->high) - scale_place(s, s->low));
}

void ad_range_add(const ad_figure_axis *axis, double range[2], double x)
{
    if (!has_place(x) || ((axis->flags & ADROP_AXIS_LOG) && x <= 0))
        return;
    range[0] = fmin(range[0], x);
    range[1] = fmax(range[1], x);
}

/* The smallest of 1, 2, 5 times a power of ten that is at least x. */
static double round_step(double x)
{
    const double power = pow(10, floor(log10(x)));
    const double part = x / power;

    return power * (part <= 1.0000001 ? 1 : part <= 2.0000001 ? 2 : part <= 5.0000001 ? 5 : 10);
}

static void widen(ad_scale *s, int low_is_free, int high_is_free)
{
    if (s->is_log) {
        if (low_is_free)
            s->low /= 1.1;
        if (high_is_free)
            s->high *= 1.1;
        return;
    }
    const double step = round_step((s->high - s->low) / 5), slack = 0.02 * (s->high - s->low);
    if (low_is_free)
        s->low = step * floor((s->low - slack * (s->low != 0)) / step);
    if (high_is_free)
        s->high = step * ceil((s->high + slack) / step);
}

ad_scale ad_scale_make(const ad_figure_axis *axis, double low, double high, int wide)
{
    ad_scale s = { low, high, (axis->flags & ADROP_AXIS_LOG) != 0 };
    const int low_is_free = isnan(axis->low), high_is_free = isnan(axis->high);

    if (!(low <= high)) { /* no data */
        s.low = s.is_log ? 0.1 : 0;
        s.high = 1;
    }
    if (axis->flags & ADROP_AXIS_FROM_ZERO && !s.is_log && s.low > 0)
        s.low = 0;
    s.low = low_is_free ? s.low : axis->low;
    s.high = high_is_free ? s.high : axis->high;
    if (s.is_log && !(s.low > 0))
        s.low = s.high > 0 ? s.high / 1000 : 0.1;
    if (!(s.high > s.low) || (s.high - s.low) < 1e-12 * (fabs(s.high) + fabs(s.low))) {
        const double around = s.low != 0 ? 0.1 * fabs(s.low) : 1;
        s.high = s.low + around;
        s.low = s.is_log ? s.low / 1.1 : s.low - (s.low != 0 || low_is_free ? around : 0);
    }
    const double least = s.low;
    if (wide)
        widen(&s, low_is_free && !(axis->flags & ADROP_AXIS_FROM_ZERO && s.low == 0), high_is_free);
    if (low_is_free && least >= 0 && s.low < 0)
        s.low = 0; /* no negative ticks for data that are never negative */
    if (axis->flags & ADROP_AXIS_PERCENT && high_is_free && s.low < 100 && s.high > 100)
        s.high = 100;
    return s;
}

static void add_tick(ad_ticks *t, double at)
{
    if (t->n < AD_TICKS)
        t->at[t->n++] = at;
}

/* Write ticks with enough decimals to distinguish multiples of a step. */
static void write_plain(ad_ticks *t, double step)
{
    const int decimals = step >= 1 ? 0 : (int)ceil(-log10(step) - 1e-9);
    const double most = fmax(fabs(t->at[0]), fabs(t->at[t->n - 1]));

    for (size_t i = 0; i < t->n; i++)
        if (decimals > 6 || most >= 1e7) {
            adrop_number_round(t->text[i], t->at[i], 6);
        } else { /* whole numbers do not depend on the locale */
            const double scale = pow(10, decimals), whole = round(fabs(t->at[i]) * scale);
            const double above = floor(whole / scale);
            snprintf(t->text[i], AD_TICK_SIZE, "%s%.0f", t->at[i] < 0 && whole > 0 ? "-" : "",
                     above);
            if (decimals)
                snprintf(t->text[i] + strlen(t->text[i]), AD_TICK_SIZE - strlen(t->text[i]),
                         ".%0*.0f", decimals, whole - above * scale);
        }
}

static void plain_ticks(const ad_scale *s, size_t most, ad_ticks *t)
{
    double step = round_step((s->high - s->low) / (double)most);

    for (int tries = 0; tries < 4; tries++) {
        const double first = ceil(s->low / step - 1e-9), last = floor(s->high / step + 1e-9);
        if (last - first + 1 <= (double)most || tries == 3) {
            for (double k = first; k <= last && t->n < AD_TICKS; k++)
                add_tick(t, k * step == 0 ? 0 : k * step);
            break;
        }
        step = round_step(step * 1.5);
    }
    if (t->n)
        write_plain(t, step);
}

static void log_ticks(const ad_scale *s, size_t most, ad_ticks *t)
{
    static const double parts[3][3] = { { 1, 0, 0 }, { 1, 3, 0 }, { 1, 2, 5 } };
    const double from = floor(log10(s->low)), to = ceil(log10(s->high)), decades = to - from;
    const int fine = 3 * decades <= (double)most ? 2 : 2 * decades <= (double)most ? 1 : 0;
    const double step = fmax(1, ceil(decades / (double)most));

    for (double e = from; e <= to; e += step)
        for (int k = 0; k <= fine; k++) {
            const double at = parts[fine][k] * pow(10, e);
            if (at >= s->low * (1 - 1e-9) && at <= s->high * (1 + 1e-9))
                add_tick(t, at);
        }
    for (size_t i = 0; i < t->n; i++)
        adrop_number_round(t->text[i], t->at[i], 3);
}

void ad_scale_ticks(const ad_scale *s, size_t most, ad_ticks *t)
{
    t->n = 0;
    most = most < 2 ? 2 : most > AD_TICKS ? AD_TICKS : most;
    if (s->is_log)
        log_ticks(s, most, t);
    if (!s->is_log || t->n < 2) {
        t->n = 0;
        plain_ticks(&(const ad_scale){ s->low, s->high, 0 }, most, t);
    }
}
