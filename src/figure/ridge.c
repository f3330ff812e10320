/* Ridges: densities in rows of their own, the first on top, all to one scale. A curve may reach
 * into the row above. */
#include <math.h>

#include "figure/plain.h"
#include "figure/svg.h"

/* Height of the highest curve, in rows. */
static const double reach = 1.1;

static double highest(const ad_figure_panel *p)
{
    double most = 0;

    for (size_t i = 0; i < p->n; i++)
        for (size_t k = 0; k < p->series[i].n; k++)
            if (p->series[i].points[k].y > most && p->series[i].points[k].y < 1e150)
                most = p->series[i].points[k].y;
    return most > 0 ? most : 1;
}

static void ridge_svg(ad_svg *s, const ad_figure_panel *p)
{
    const double most = highest(p), room = ad_svg_row_height(s);

    for (size_t i = 0; i < p->n; i++) {
        const ad_figure_series *series = &p->series[i];
        const double base = ad_svg_row(s, i) + 0.42 * room;
        for (int line = 0; line < 2; line++) {
            int any = 0;
            if (!line)
                ad_svg_begin(s, series, "");
            ad_text_add(s->out, line ? "<path class=\"line\" d=\"M" : "<path class=\"band\" d=\"M");
            for (size_t k = 0; k < series->n; k++) {
                const double x = ad_svg_x(s, series->points[k].x);
                const double y = base - reach * room * series->points[k].y / most;
                if (isnan(x) || !isfinite(y))
                    continue;
                if (!line && !any) {
                    ad_svg_coordinate(s, x);
                    ad_svg_coordinate(s, base);
                }
                any = 1;
                ad_svg_coordinate(s, x);
                ad_svg_coordinate(s, y);
            }
            if (!any)
                ad_text_add(s->out, "0 0");
            else if (!line)
                ad_text_add(s->out, "V%.1fz", base);
            ad_text_add(s->out, "\"/>");
        }
        ad_svg_end(s);
    }
}

static void range(const ad_figure_panel *p, adrop_figure_axis_of axis, double r[2])
{
    if (axis == ADROP_AXIS_X)
        ad_figure_range_of_points(p, axis, r);
}

/* The largest value of the points in a column. */
static double column_of(const ad_plain *t, const ad_figure_series *s, size_t column, size_t wide)
{
    double most = NAN, last = NAN;

    for (size_t k = 0; k < s->n; k++) {
        const double at = ad_scale_at(&t->x, s->points[k].x) * (double)(wide - 1);
        if (isnan(at) || !isfinite(s->points[k].y))
            continue;
        if ((size_t)lround(at) == column)
            most = isnan(most) ? s->points[k].y : fmax(most, s->points[k].y);
        if (at <= (double)column)
            last = s->points[k].y; /* for columns between two distant points */
    }
    return isnan(most) ? last : most;
}

static void ridge_plain(ad_plain *t, const ad_figure_panel *p)
{
    const size_t names = ad_plain_widest(t, p, ad_figure_series_name);
    const size_t wide = t->columns > names + 12 ? t->columns - names - 2 : 10;
    const double most = highest(p);
    ad_ticks ticks;

    for (size_t i = 0; i < p->n; i++) {
        ad_plain_name(t, p->series[i].name, names, 1);
        ad_text_add(t->out, " ");
        ad_plain_colour(t, p->series[i].style);
        for (size_t c = 0; c < wide; c++)
            ad_text_add(t->out, "%s",
                        ad_plain_level(t, column_of(t, &p->series[i], c, wide) / most));
        ad_plain_end_colour(t);
        ad_text_add(t->out, "\n");
    }
    ad_scale_ticks(&t->x, 2, &ticks);
    ad_text_repeat(t->out, " ", names + 1);
    ad_figure_put_number(t->out, t->x.low, 4);
    ad_text_repeat(t->out, " ", wide > 24 ? wide - 24 : 1);
    ad_text_add(t->out, "%s%sto ", p->axis[ADROP_AXIS_X].label ? p->axis[ADROP_AXIS_X].label : "",
                p->axis[ADROP_AXIS_X].label ? ", " : "");
    ad_figure_put_number(t->out, t->x.high, 4);
    ad_text_add(t->out, "\n");
}

const ad_figure_kind ad_figure_ridge = {
    .name = "ridge",
    .summary = "a series is a density (x, y) on a line of its own, the first on top",
    .range = range,
    .row = ad_figure_series_name,
    .svg = ridge_svg,
    .plain = ridge_plain,
    .row_height = 30,
};
