/* Lines: points (x, y), joined in order. */
#include "figure/plain.h"
#include "figure/svg.h"

static void line_svg(ad_svg *s, const ad_figure_panel *p)
{
    for (size_t i = 0; i < p->n; i++) {
        ad_svg_begin(s, &p->series[i], p->n > 20 ? "thin" : "");
        ad_svg_polyline(s, &p->series[i]);
        ad_svg_end(s);
    }
}

static void line_plain(ad_plain *t, const ad_figure_panel *p)
{
    adrop_ctx *ctx = t->out->ctx;

    if (!t->out->status)
        t->out->status = ad_canvas_open(t, ctx);
    for (size_t i = 0; !t->out->status && i < p->n; i++)
        ad_canvas_series(t, &p->series[i]);
    if (!t->out->status)
        ad_canvas_write(t, p);
    ad_canvas_close(t, ctx);
}

const ad_figure_kind ad_figure_line = {
    .name = "line",
    .summary = "points (x, y), joined in order",
    .range = ad_figure_range_of_points,
    .has_legend = 1,
    .svg = line_svg,
    .plain = line_plain,
    .is_curve = 1,
};
