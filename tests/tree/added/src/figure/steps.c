/* Steps: points (x, y), each value held until the next point. */
#include <math.h>

#include "figure/plain.h"
#include "figure/svg.h"

static void svg(ad_svg *s, const ad_figure_panel *p)
{
    for (size_t i = 0; i < p->n; i++) {
        const ad_figure_series *series = &p->series[i];
        int any = 0;

        ad_svg_begin(s, series, "");
        ad_text_add(s->out, "<path class=\"line\" d=\"M");
        for (size_t k = 0; k < series->n; k++) {
            const double x = ad_svg_x(s, series->points[k].x);
            const double y = ad_svg_y(s, series->points[k].y);
            if (!isfinite(x) || !isfinite(y))
                continue;
            ad_text_add(s->out, any ? "H%.1fV%.1f" : "%.1f %.1f", x, y);
            any = 1;
        }
        ad_text_add(s->out, "%s\"/>", any ? "" : "0 0");
        ad_svg_end(s);
    }
}

static void plain(ad_plain *t, const ad_figure_panel *p)
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

const ad_figure_kind ad_figure_steps = {
    .name = "steps",
    .summary = "points (x, y), each held until the next",
    .range = ad_figure_range_of_points,
    .has_legend = 1,
    .svg = svg,
    .plain = plain,
};
