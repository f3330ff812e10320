/* Forests: estimates with their intervals, one per line, by name. */
#include <math.h>
#include <string.h>

#include "figure/plain.h"
#include "figure/svg.h"

static void forest_svg(ad_svg *s, const ad_figure_panel *p)
{
    for (size_t i = 0; i < p->n; i++) {
        const ad_figure_series *series = &p->series[i];
        ad_svg_begin(s, series, "");
        for (size_t k = 0; k < series->n; k++) {
            const ad_figure_point *at = &series->points[k];
            const double x = ad_svg_x(s, at->x), low = ad_svg_x(s, at->low),
                         high = ad_svg_x(s, at->high);
            const double y = ad_svg_row(s, k) + 5 * ((double)i - (double)(p->n - 1) / 2);
            if (isnan(x))
                continue;
            ad_text_add(s->out, "<g>");
            ad_svg_hint(s, p->n > 1 ? series->name : "", at->label ? at->label : "",
                        AD_VALUE(at->x, at->low, at->high));
            if (!isnan(low) && !isnan(high))
                ad_text_add(s->out,
                            "<path class=\"whisker\" d=\"M%.1f %.1fH%.1fM%.1f %.1fv8m%.1f -8v8\"/>",
                            low, y, high, low, y - 4, high - low);
            ad_svg_mark(s, series->style, x, y, 4);
            ad_text_add(s->out, "</path></g>");
        }
        ad_svg_end(s);
    }
}

static void range(const ad_figure_panel *p, adrop_figure_axis_of axis, double r[2])
{
    if (axis != ADROP_AXIS_X)
        return;
    for (size_t i = 0; i < p->n; i++)
        for (size_t k = 0; k < p->series[i].n; k++) {
            ad_range_add(&p->axis[ADROP_AXIS_X], r, p->series[i].points[k].x);
            ad_range_add(&p->axis[ADROP_AXIS_X], r, p->series[i].points[k].low);
            ad_range_add(&p->axis[ADROP_AXIS_X], r, p->series[i].points[k].high);
        }
}

/* The column of a value in a line of `wide` columns. */
static size_t column(const ad_plain *t, double x, size_t wide)
{
    const double part = ad_scale_at(&t->x, x);

    return isnan(part) ? wide : (size_t)lround(fmax(0, fmin(1, part)) * (double)(wide - 1));
}

static void plain_row(ad_plain *t, const ad_figure_panel *p, const ad_figure_point *at, int style,
                      size_t wide)
{
    const size_t low = column(t, at->low, wide), high = column(t, at->high, wide),
                 mid = column(t, at->x, wide);

    for (size_t c = 0; c < wide; c++) {
        int ref = 0;
        for (size_t m = 0; m < p->n_marks; m++)
            ref |= p->marks[m].axis == ADROP_AXIS_X && column(t, p->marks[m].at, wide) == c;
        const int in = low < wide && high < wide && c >= low && c <= high;
        if (c == mid || in)
            ad_plain_colour(t, style);
        ad_text_add(t->out, "%s",
                    c == mid          ? (t->ascii ? "o" : "●")
                    : in && c == low  ? (t->ascii ? "[" : "├")
                    : in && c == high ? (t->ascii ? "]" : "┤")
                    : in              ? (t->ascii ? "-" : "─")
                    : ref             ? (t->ascii ? ":" : "┊")
                                      : " ");
        if (c == mid || in)
            ad_plain_end_colour(t);
    }
}

static void forest_plain(ad_plain *t, const ad_figure_panel *p)
{
    const size_t names = ad_plain_widest(t, p, ad_figure_point_name);
    const size_t used = names + 30, wide = t->columns > used + 12 ? t->columns - used : 12;

    for (size_t i = 0; i < p->n; i++)
        for (size_t k = 0; k < p->series[i].n; k++) {
            const ad_figure_point *at = &p->series[i].points[k];
            ad_plain_name(t, at->label ? at->label : "", names, 0);
            ad_text_add(t->out, " ");
            plain_row(t, p, at, p->series[i].style, wide);
            ad_text_add(t->out, " %s\n", AD_VALUE(at->x, at->low, at->high));
        }
    if (p->axis[ADROP_AXIS_X].label && *p->axis[ADROP_AXIS_X].label) {
        ad_figure_put_text(t->out, p->axis[ADROP_AXIS_X].label, t->columns, t->ascii);
        ad_text_add(t->out, ", from ");
        ad_figure_put_number(t->out, t->x.low, 4);
        ad_text_add(t->out, " to ");
        ad_figure_put_number(t->out, t->x.high, 4);
        ad_text_add(t->out, "\n");
    }
}

const ad_figure_kind ad_figure_forest = {
    .name = "forest",
    .is_by_x = 1,
    .summary = "x with its interval from low to high on a line of its own, by name",
    .range = range,
    .row = ad_figure_point_name,
    .svg = forest_svg,
    .plain = forest_plain,
    .row_height = 24,
};
