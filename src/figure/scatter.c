/* Scatter: a mark per point, with its name beside it and its value as a tooltip. */
#include <math.h>

#include "figure/plain.h"
#include "figure/svg.h"

static void scatter_svg(ad_svg *s, const ad_figure_panel *p)
{
    for (size_t i = 0; i < p->n; i++) {
        const ad_figure_series *series = &p->series[i];
        ad_svg_begin(s, series, "");
        for (size_t k = 0; k < series->n; k++) {
            const ad_figure_point *at = &series->points[k];
            const double x = ad_svg_x(s, at->x), y = ad_svg_y(s, at->y);
            char value[AD_VALUE_SIZE];
            if (isnan(x) || isnan(y))
                continue;
            ad_svg_mark(s, series->style, x, y, 4);
            ad_text both = ad_text_start(s->out->ctx);
            ad_text_add(&both, "%s at ", ad_figure_value(value, at->y, NAN, NAN));
            ad_text_add(&both, "%s", ad_figure_value(value, at->x, NAN, NAN));
            ad_svg_hint(s, series->name, at->label ? at->label : "", both.bytes ? both.bytes : "");
            if (both.status && !s->out->status)
                s->out->status = both.status;
            ad_text_release(&both);
            ad_text_add(s->out, "</path>");
            if (at->label && *at->label)
                ad_svg_text(s, x > s->left + 0.8 * s->width ? x - 7 : x + 7, y + 4,
                            x > s->left + 0.8 * s->width ? 'e' : 's', "tick", at->label);
        }
        ad_svg_end(s);
    }
}

static void scatter_plain(ad_plain *t, const ad_figure_panel *p)
{
    adrop_ctx *ctx = t->out->ctx;

    if (!t->out->status)
        t->out->status = ad_canvas_open(t, ctx);
    for (size_t i = 0; !t->out->status && i < p->n; i++)
        for (size_t k = 0; k < p->series[i].n; k++)
            ad_canvas_dot(t, ad_canvas_x(t, p->series[i].points[k].x),
                          ad_canvas_y(t, p->series[i].points[k].y), p->series[i].style);
    if (!t->out->status)
        ad_canvas_write(t, p);
    ad_canvas_close(t, ctx);
}

const ad_figure_kind ad_figure_scatter = {
    .name = "scatter",
    .summary = "points (x, y), each a mark; the name is shown where there is one",
    .range = ad_figure_range_of_points,
    .has_legend = 1,
    .svg = scatter_svg,
    .plain = scatter_plain,
    .sample = AD_SAMPLE_MARK,
};
