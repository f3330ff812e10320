/* Bands: a line, and the area between low and high around it.
 *
 * For several runs: the mean of the values present, m = sum v / n, +- one standard deviation,
 * s^2 = sum (v - m)^2 / (n - 1). One run has no area. */
#include <math.h>

#include "base/option_check.h"
#include "figure/plain.h"
#include "figure/svg.h"

void adrop_figure_runs(adrop_figure *f, const char *name, int style, size_t runs, size_t n,
                       const double *x, const double *values)
{
    adrop_figure_series(f, name, style);
    if (!f->status && !(f->status = ad_check_array(f->ctx, "x", n, x)))
        f->status = ad_check_array(f->ctx, "values", n * runs, values);
    if (f->status)
        return;
    for (size_t i = 0; i < n; i++) {
        double sum = 0, square = 0;
        size_t have = 0;
        for (size_t r = 0; r < runs; r++)
            if (isfinite(values[r * n + i])) {
                sum += values[r * n + i];
                have++;
            }
        const double mean = have ? sum / (double)have : NAN;
        for (size_t r = 0; r < runs; r++)
            if (isfinite(values[r * n + i]))
                square += (values[r * n + i] - mean) * (values[r * n + i] - mean);
        const double std = have > 1 ? sqrt(square / (double)(have - 1)) : NAN;
        adrop_figure_spread(f, x[i], mean, mean - std, mean + std);
    }
}

/* The area of points [from, to): along the upper edge and back along the lower. */
static void area(ad_svg *s, const ad_figure_series *series, size_t from, size_t to)
{
    ad_text_add(s->out, "M");
    for (size_t i = from; i < to; i++) {
        ad_svg_coordinate(s, ad_svg_x(s, series->points[i].x));
        ad_svg_coordinate(s, ad_svg_y(s, series->points[i].high));
    }
    for (size_t i = to; i-- > from;) {
        ad_svg_coordinate(s, ad_svg_x(s, series->points[i].x));
        ad_svg_coordinate(s, ad_svg_y(s, series->points[i].low));
    }
    ad_text_add(s->out, "z");
}

static int has_area(const ad_svg *s, const ad_figure_point *at)
{
    return !isnan(ad_svg_x(s, at->x)) && !isnan(ad_svg_y(s, at->low)) &&
           !isnan(ad_svg_y(s, at->high));
}

static void band_svg(ad_svg *s, const ad_figure_panel *p)
{
    for (size_t i = 0; i < p->n; i++) {
        const ad_figure_series *series = &p->series[i];
        ad_svg_begin(s, series, "");
        ad_text_add(s->out, "<path class=\"band\" d=\"");
        for (size_t from = 0, to; from < series->n; from = to + 1) {
            for (to = from; to < series->n && has_area(s, &series->points[to]); to++)
                ;
            if (to > from)
                area(s, series, from, to);
        }
        ad_text_add(s->out, "\"/>");
        ad_svg_polyline(s, series);
        ad_svg_end(s);
    }
}

/* The area as dots, every fourth, then the line over it. */
static void band_plain(ad_plain *t, const ad_figure_panel *p)
{
    adrop_ctx *ctx = t->out->ctx;

    if (!t->out->status)
        t->out->status = ad_canvas_open(t, ctx);
    for (size_t i = 0; !t->out->status && i < p->n && !t->lettered && !t->ascii; i++)
        for (size_t k = 0; k < p->series[i].n; k++) {
            const ad_figure_point *at = &p->series[i].points[k];
            const double top = ad_canvas_y(t, at->high), end = ad_canvas_y(t, at->low);
            for (double y = top; y <= end; y += 4) /* no iteration if one is NaN */
                ad_canvas_dot(t, ad_canvas_x(t, at->x), y, p->series[i].style);
        }
    for (size_t i = 0; !t->out->status && i < p->n; i++)
        ad_canvas_series(t, &p->series[i]);
    if (!t->out->status)
        ad_canvas_write(t, p);
    ad_canvas_close(t, ctx);
}

const ad_figure_kind ad_figure_band = {
    .name = "band",
    .summary = "points (x, y), joined, and the area from low to high",
    .range = ad_figure_range_of_points,
    .has_legend = 1,
    .svg = band_svg,
    .plain = band_plain,
    .is_curve = 1,
};
