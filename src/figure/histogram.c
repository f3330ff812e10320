/* Histograms: bars from low to high with the density as height, and densities as lines over them.
 *
 * The bin width is that of Freedman and Diaconis (1981), 2 IQR n^(-1/3); the range of the values
 * gives 1 to 100 bins. A bar's height is its share of the values divided by its width. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "base/option_check.h"
#include "figure/plain.h"
#include "figure/svg.h"

enum { MOST_BINS = 1 << 16 };

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static size_t choose_bins(const double *sorted, size_t n)
{
    const double iqr = sorted[(3 * n) / 4 < n ? (3 * n) / 4 : n - 1] - sorted[n / 4];
    const double width = 2 * iqr / cbrt((double)n), range = sorted[n - 1] - sorted[0];

    return !(width > 0) || !(range > 0) ? 1
           : range / width > 100        ? 100
                                        : (size_t)ceil(range / width);
}

static void add_bins(adrop_figure *f, const double *sorted, size_t n, size_t bins)
{
    const double low = sorted[0], high = sorted[n - 1];
    const double width = high > low ? (high - low) / (double)bins : 1;
    size_t next = 0;

    for (size_t b = 0; b < bins; b++) {
        const double from = low + (double)b * width, to = from + width;
        size_t have = 0;
        while (next < n && (sorted[next] < to || b + 1 == bins)) {
            next++;
            have++;
        }
        adrop_figure_spread(f, (from + to) / 2, (double)have / ((double)n * width), from, to);
    }
}

void adrop_figure_samples(adrop_figure *f, const char *name, int style, size_t n,
                          const double *values, size_t bins)
{
    double *sorted;
    size_t finite = 0;

    adrop_figure_series(f, name, style);
    if (!f->status && bins > MOST_BINS)
        f->status = ad_fail(f->ctx, ADROP_EINVAL, "a histogram of %zu bins: give at most %d", bins,
                            MOST_BINS);
    if (f->status || (f->status = ad_check_array(f->ctx, "values", n, values)) ||
        (f->status = AD_NEW(f->ctx, n, "a histogram", &sorted)))
        return;
    for (size_t i = 0; i < n; i++)
        if (isfinite(values[i]))
            sorted[finite++] = values[i];
    qsort(sorted, finite, sizeof *sorted, by_size);
    if (finite)
        add_bins(f, sorted, finite, bins ? bins : choose_bins(sorted, finite));
    ad_free(f->ctx, sorted);
}

static int is_bars(const ad_figure_series *s)
{
    return s->n && isfinite(s->points[0].low);
}

/* Heights start at 0; the edges of bars extend the x axis. */
static void range(const ad_figure_panel *p, adrop_figure_axis_of axis, double r[2])
{
    if (axis == ADROP_AXIS_Y)
        ad_range_add(&p->axis[axis], r, 0);
    for (size_t i = 0; i < p->n; i++)
        for (size_t k = 0; k < p->series[i].n; k++) {
            const ad_figure_point *at = &p->series[i].points[k];
            ad_range_add(&p->axis[axis], r, axis == ADROP_AXIS_X ? at->x : at->y);
            if (axis == ADROP_AXIS_X) {
                ad_range_add(&p->axis[axis], r, at->low);
                ad_range_add(&p->axis[axis], r, at->high);
            }
        }
}

static void histogram_svg(ad_svg *s, const ad_figure_panel *p)
{
    for (size_t i = 0; i < p->n; i++) {
        const ad_figure_series *series = &p->series[i];
        ad_svg_begin(s, series, "");
        for (size_t k = 0; is_bars(series) && k < series->n; k++) {
            const ad_figure_point *at = &series->points[k];
            const double x = ad_svg_x(s, at->low), to = ad_svg_x(s, at->high);
            const double y = ad_svg_y(s, at->y), zero = ad_svg_y(s, 0);
            if (isnan(x) || isnan(to) || isnan(y))
                continue;
            ad_text_add(s->out,
                        "<rect class=\"fill\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" "
                        "height=\"%.1f\">",
                        x + 0.5, y, fmax(0.5, to - x - 1), fmax(0, zero - y));
            ad_svg_hint(s, series->name, "", AD_VALUE(at->y, at->low, at->high));
            ad_text_add(s->out, "</rect>");
        }
        if (!is_bars(series))
            ad_svg_polyline(s, series);
        ad_svg_end(s);
    }
}

static void histogram_plain(ad_plain *t, const ad_figure_panel *p)
{
    adrop_ctx *ctx = t->out->ctx;

    if (!t->out->status)
        t->out->status = ad_canvas_open(t, ctx);
    for (size_t i = 0; !t->out->status && i < p->n; i++) {
        const ad_figure_series *s = &p->series[i];
        for (size_t k = 0; is_bars(s) && k < s->n; k++) {
            const double x0 = ad_canvas_x(t, s->points[k].low),
                         x1 = ad_canvas_x(t, s->points[k].high), y = ad_canvas_y(t, s->points[k].y),
                         zero = ad_canvas_y(t, 0);
            for (double x = x0; x < x1 && s->points[k].y > 0; x++)
                ad_canvas_line(t, x, zero, x, y, s->style);
        }
        if (!is_bars(s))
            ad_canvas_series(t, s);
    }
    if (!t->out->status)
        ad_canvas_write(t, p);
    ad_canvas_close(t, ctx);
}

const ad_figure_kind ad_figure_histogram = {
    .name = "histogram",
    .summary =
        "a bar of height y from low to high; points without low are a density, drawn as a line",
    .range = range,
    .has_legend = 1,
    .svg = histogram_svg,
    .plain = histogram_plain,
};
