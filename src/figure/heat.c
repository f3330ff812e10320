/* Heat maps: a series is a row, its points are the columns, y is the value. Darkness grows with the
 * square root of the value, so few errors beside many right answers still show. The value is
 * written into the cell if it fits. */
#include <math.h>
#include <string.h>

#include "adrop/number.h"
#include "figure/plain.h"
#include "figure/svg.h"

static void extremes(const ad_figure_panel *p, double *low, double *high)
{
    *low = 0;
    *high = 0;
    for (size_t i = 0; i < p->n; i++)
        for (size_t k = 0; k < p->series[i].n; k++) {
            const double y = p->series[i].points[k].y;
            *low = y > -1e150 && y < *low ? y : *low;
            *high = y < 1e150 && y > *high ? y : *high;
        }
}

static double shade(double y, double low, double high)
{
    return y >= low && y <= high && high > low ? sqrt((y - low) / (high - low)) : 0;
}

/* Black or white, whichever has a contrast of at least 4.5 with the cell. White begins at darker
 * cells on light paper than black does on dark paper. */
static const char *ink(double part)
{
    return part > 0.855 ? "tick many" : part > 0.595 ? "tick some" : "tick few";
}

static void heat_cell(ad_svg *s, const ad_figure_series *row, size_t i, size_t k, double part)
{
    const double wide = ad_svg_column_width(s), high = ad_svg_row_height(s);
    const ad_figure_point *at = &row->points[k];
    char text[ADROP_NUMBER_SIZE];

    ad_text_add(s->out,
                "<g><rect class=\"cell\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" "
                "fill-opacity=\"%.3f\"/>",
                s->left + (double)k * wide + 0.5, s->top + (double)i * high + 0.5, wide - 1,
                high - 1, 0.04 + 0.96 * part);
    ad_svg_hint(s, row->name, at->label ? at->label : "", AD_VALUE(at->y, NAN, NAN));
    if (isfinite(at->y) && at->y != 0 &&
        ad_figure_pixels(adrop_number_round(text, at->y, 4), 11) < wide - 2)
        ad_svg_text(s, ad_svg_column(s, k), ad_svg_row(s, i) + 4, 'm', ink(part), text);
    ad_text_add(s->out, "</g>");
}

static void heat_svg(ad_svg *s, const ad_figure_panel *p)
{
    double low, high;

    extremes(p, &low, &high);
    for (size_t i = 0; i < p->n; i++) {
        ad_svg_begin(s, &p->series[i], "");
        for (size_t k = 0; k < p->series[i].n && k < s->n_columns; k++)
            heat_cell(s, &p->series[i], i, k, shade(p->series[i].points[k].y, low, high));
        ad_svg_end(s);
    }
}

/* Numbers in columns, with shaded background if there are colours. */
static void heat_plain(ad_plain *t, const ad_figure_panel *p)
{
    const size_t names = ad_plain_widest(t, p, ad_figure_series_name);
    size_t n = 0, wide = 1;
    double low, high;
    char text[ADROP_NUMBER_SIZE];
    const char *name;

    extremes(p, &low, &high);
    for (; ad_figure_point_name(p, n); n++)
        ;
    for (size_t i = 0; i < p->n; i++)
        for (size_t k = 0; k < p->series[i].n; k++) {
            const size_t long_ = strlen(adrop_number_round(text, p->series[i].points[k].y, 4));
            wide = long_ > wide && isfinite(p->series[i].points[k].y) ? long_ : wide;
        }
    const size_t room = t->columns > names ? (t->columns - names) / (n ? n : 1) : 2;
    wide = room < wide + 1 ? (room > 1 ? room - 1 : 1) : wide;
    ad_plain_name(t, "", names, 0);
    for (size_t k = 0; (name = ad_figure_point_name(p, k)); k++) {
        ad_text_add(t->out, " ");
        ad_plain_name(t, name, wide, 1);
    }
    ad_text_add(t->out, "\n");
    for (size_t i = 0; i < p->n; i++) {
        ad_plain_name(t, p->series[i].name, names, 0);
        for (size_t k = 0; k < p->series[i].n; k++) {
            const double y = p->series[i].points[k].y, part = shade(y, low, high);
            ad_text_add(t->out, " ");
            if (t->colour && part > 0)
                ad_text_add(t->out, "\033[48;5;%dm%s", 232 + (int)(23 * part),
                            part > 0.5 ? "\033[38;5;16m" : "\033[38;5;255m");
            ad_plain_name(t,
                          y == 0        ? "."
                          : isfinite(y) ? adrop_number_round(text, y, 4)
                                        : "",
                          wide, 1);
            if (t->colour && part > 0)
                ad_plain_end_colour(t);
        }
        ad_text_add(t->out, "\n");
    }
    if (p->axis[ADROP_AXIS_Y].label && *p->axis[ADROP_AXIS_Y].label)
        ad_text_add(t->out, "rows: %s", p->axis[ADROP_AXIS_Y].label);
    if (p->axis[ADROP_AXIS_X].label && *p->axis[ADROP_AXIS_X].label)
        ad_text_add(t->out, "; columns: %s", p->axis[ADROP_AXIS_X].label);
    ad_text_add(t->out, "\n");
}

const ad_figure_kind ad_figure_heat = {
    .name = "heat",
    .summary = "a series is a row; y is the value of the column that is named",
    .column = ad_figure_point_name,
    .row = ad_figure_series_name,
    .svg = heat_svg,
    .plain = heat_plain,
    .row_height = 22,
    .column_width = 38,
};
