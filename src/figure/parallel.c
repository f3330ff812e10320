/* Parallel coordinates (A. Inselberg, 1985): an axis per name, and a line through the axes per
 * series. Every axis spans its own range, with the limits written at its ends; it is logarithmic if
 * all values are positive and span a factor of 30. Lines fade by the rank of their last value: the
 * best three tenths are drawn strong. */
#include <math.h>
#include <string.h>

#include "adrop/number.h"
#include "figure/plain.h"
#include "figure/svg.h"

enum { ABOVE = 14, BELOW = 18 }; /* pixels for the limits of an axis */

static ad_scale axis_of(const ad_figure_panel *p, size_t i)
{
    double r[2] = { INFINITY, -INFINITY };

    for (size_t k = 0; k < p->n; k++)
        if (i < p->series[k].n)
            ad_range_add(&p->axis[ADROP_AXIS_Y], r, p->series[k].points[i].y);
    const int wide = r[0] > 0 && r[1] / r[0] > 30;
    return ad_scale_make(
        &(const ad_figure_axis){ .flags = wide ? ADROP_AXIS_LOG : 0, .low = NAN, .high = NAN },
        r[0], r[1], 0);
}

static size_t n_axes(const ad_figure_panel *p)
{
    size_t n = 0;

    while (ad_figure_point_name(p, n))
        n++;
    return n;
}

/* The share of series whose last value is at least this series' last value. */
static double rank_of(const ad_figure_panel *p, size_t i)
{
    const size_t last = n_axes(p) ? n_axes(p) - 1 : 0;
    size_t above = 0, n = 0;

    for (size_t k = 0; k < p->n; k++)
        if (last < p->series[k].n && isfinite(p->series[k].points[last].y)) {
            n++;
            above += last < p->series[i].n &&
                     p->series[k].points[last].y >= p->series[i].points[last].y;
        }
    return n ? (double)above / (double)n : 1;
}

static void axes(ad_svg *s, const ad_figure_panel *p)
{
    for (size_t i = 0; i < n_axes(p); i++)
        ad_text_add(s->out, "<path class=\"axis\" d=\"M%.1f %.1fV%.1f\"/>", ad_svg_column(s, i),
                    s->top + ABOVE, s->top + s->height - BELOW);
}

/* The limits of the axes, above and below them. */
static void ends(ad_svg *s, const ad_figure_panel *p)
{
    char text[ADROP_NUMBER_SIZE];

    for (size_t i = 0; i < n_axes(p); i++) {
        const ad_scale a = axis_of(p, i);
        const double x = ad_svg_column(s, i);
        ad_svg_text(s, x, s->top + 8, 'm', "tick", adrop_number_round(text, a.high, 3));
        ad_svg_text(s, x, s->top + s->height - 3, 'm', "tick", adrop_number_round(text, a.low, 3));
    }
}

static void parallel_svg(ad_svg *s, const ad_figure_panel *p)
{
    axes(s, p);
    for (size_t i = 0; i < p->n; i++) {
        const ad_figure_series *series = &p->series[i];
        const double rank = rank_of(p, i);
        int open = 0;
        ad_svg_begin(s, series, rank > 0.3 ? "faint" : "");
        ad_text_add(s->out, "<path class=\"line\" stroke-opacity=\"%.2f\" d=\"",
                    rank > 0.3 ? 0.25 : 0.9);
        for (size_t k = 0; k < series->n; k++) {
            const ad_scale a = axis_of(p, k);
            const double part = ad_scale_at(&a, series->points[k].y);
            if (isnan(part)) {
                open = 0;
                continue;
            }
            ad_text_add(s->out, open ? " " : "M");
            ad_text_add(s->out, "%.1f %.1f", ad_svg_column(s, k),
                        s->top + ABOVE + (1 - part) * (s->height - ABOVE - BELOW));
            open = 1;
        }
        ad_text_add(s->out, "\">");
        ad_svg_hint(s, series->name, "",
                    series->n ? AD_VALUE(series->points[series->n - 1].y, NAN, NAN) : "");
        ad_text_add(s->out, "</path>");
        ad_svg_end(s);
    }
    ends(s, p);
}

/* A table, because lines of characters would not show this. */
static void parallel_plain(ad_plain *t, const ad_figure_panel *p)
{
    const size_t names = ad_plain_widest(t, p, ad_figure_series_name), n = n_axes(p);
    const size_t room = (t->columns - names) / (n ? n : 1), wide = room > 13 ? 12 : room - 1;
    const char *name;
    char text[ADROP_NUMBER_SIZE];

    ad_plain_name(t, "", names, 0);
    for (size_t k = 0; (name = ad_figure_point_name(p, k)); k++) {
        ad_text_add(t->out, " ");
        ad_plain_name(t, name, wide, 1);
    }
    ad_text_add(t->out, "\n");
    for (size_t i = 0; i < p->n; i++) {
        ad_plain_colour(t, p->series[i].style);
        ad_plain_name(t, p->series[i].name, names, 0);
        ad_plain_end_colour(t);
        for (size_t k = 0; k < p->series[i].n; k++) {
            ad_text_add(t->out, " ");
            ad_plain_name(t,
                          isfinite(p->series[i].points[k].y)
                              ? adrop_number_round(text, p->series[i].points[k].y, 4)
                              : "",
                          wide, 1);
        }
        ad_text_add(t->out, "\n");
    }
}

const ad_figure_kind ad_figure_parallel = {
    .name = "parallel",
    .summary = "a series is a line through the axes that the names are, with y the value of each",
    .column = ad_figure_point_name,
    .svg = parallel_svg,
    .plain = parallel_plain,
    .column_width = 130,
};
