/* Bars: one per name and series, side by side, with an error bar from low to high. The axis need
 * not begin at 0: accuracies near 98 would look alike. The length of a bar that does not begin at 0
 * has no meaning, so without 0 in the range a value is drawn as a mark with its error bar. */
#include <math.h>
#include <string.h>

#include "figure/plain.h"
#include "figure/svg.h"

static void bar_one(ad_svg *s, const ad_figure_series *series, size_t name, double x, double wide)
{
    const ad_figure_point *at = &series->points[name];
    const double y = ad_svg_y(s, at->y), low = ad_svg_y(s, at->low), high = ad_svg_y(s, at->high);
    const double zero = s->y.low <= 0 && s->y.high >= 0 ? ad_svg_y(s, 0) : NAN;

    if (isnan(y))
        return;
    ad_text_add(s->out, "<g>");
    ad_svg_hint(s, series->name, at->label ? at->label : "", AD_VALUE(at->y, at->low, at->high));
    if (!isnan(zero))
        ad_text_add(s->out,
                    "<rect class=\"fill\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>",
                    x - 0.4 * wide, fmin(y, zero), 0.8 * wide, fmax(0.5, fabs(y - zero)));
    if (!isnan(low) && !isnan(high))
        ad_text_add(s->out, "<path class=\"whisker\" d=\"M%.1f %.1fV%.1fM%.1f %.1fh8m-8 %.1fh8\"/>",
                    x, low, high, x - 4, low, high - low);
    if (isnan(zero)) {
        ad_svg_mark(s, series->style, x, y, 4);
        ad_text_add(s->out, "</path>");
    }
    ad_text_add(s->out, "</g>");
}

static void bar_svg(ad_svg *s, const ad_figure_panel *p)
{
    const double room = 0.86 * ad_svg_column_width(s), wide = room / (double)(p->n ? p->n : 1);

    for (size_t i = 0; i < p->n; i++) {
        ad_svg_begin(s, &p->series[i], "");
        for (size_t k = 0; k < p->series[i].n; k++)
            bar_one(s, &p->series[i], k, ad_svg_column(s, k) - room / 2 + wide * ((double)i + 0.5),
                    wide < 44 ? wide : 44);
        ad_svg_end(s);
    }
}

static void bar_plain(ad_plain *t, const ad_figure_panel *p)
{
    const size_t names = ad_plain_widest(t, p, ad_figure_point_name);
    const size_t series = p->n > 1 ? ad_plain_widest(t, p, ad_figure_series_name) : 0;
    const size_t used = names + series + 30;
    const size_t room = t->columns > used + 2 ? t->columns - used : 2;

    for (size_t k = 0; ad_figure_point_name(p, k); k++)
        for (size_t i = 0; i < p->n; i++) {
            const ad_figure_series *s = &p->series[i];
            if (k >= s->n)
                continue;
            ad_plain_name(t, i ? "" : ad_figure_point_name(p, k), names, 0);
            ad_text_add(t->out, " ");
            if (series) {
                ad_plain_name(t, s->name, series, 0);
                ad_text_add(t->out, " ");
            }
            ad_plain_colour(t, s->style);
            ad_plain_bar(t, ad_scale_at(&t->y, s->points[k].y), room);
            ad_plain_end_colour(t);
            ad_text_add(t->out, " %s\n",
                        AD_VALUE(s->points[k].y, s->points[k].low, s->points[k].high));
        }
    if (p->axis[ADROP_AXIS_Y].label && *p->axis[ADROP_AXIS_Y].label) {
        ad_text_add(t->out, "%s, from ", p->axis[ADROP_AXIS_Y].label);
        ad_figure_put_number(t->out, t->y.low, 5);
        ad_text_add(t->out, " to ");
        ad_figure_put_number(t->out, t->y.high, 5);
        ad_text_add(t->out, "\n");
    }
}

static void range(const ad_figure_panel *p, adrop_figure_axis_of axis, double r[2])
{
    if (axis == ADROP_AXIS_Y)
        ad_figure_range_of_points(p, axis, r);
}

const ad_figure_kind ad_figure_bar = {
    .name = "bar",
    .summary = "a bar of height y for each name, with an error bar from low to high",
    .range = range,
    .column = ad_figure_point_name,
    .has_legend = 1,
    .names_rows = 1,
    .svg = bar_svg,
    .plain = bar_plain,
    .column_width = 40,
    .column_beside = 12,
    .sample = AD_SAMPLE_BAR,
};
