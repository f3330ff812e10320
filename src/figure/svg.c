/* Building blocks of SVG drawings (svg.h). */
#include "figure/svg.h"

#include <math.h>
#include <string.h>

double ad_svg_x(const ad_svg *s, double x)
{
    return s->left + s->width * ad_scale_at(&s->x, x);
}

double ad_svg_y(const ad_svg *s, double y)
{
    return s->top + s->height * (1 - ad_scale_at(&s->y, y));
}

double ad_svg_column_width(const ad_svg *s)
{
    return s->width / (double)(s->n_columns ? s->n_columns : 1);
}

double ad_svg_row_height(const ad_svg *s)
{
    return s->height / (double)(s->n_rows ? s->n_rows : 1);
}

double ad_svg_column(const ad_svg *s, size_t i)
{
    return s->left + ad_svg_column_width(s) * ((double)i + 0.5);
}

double ad_svg_row(const ad_svg *s, size_t i)
{
    return s->top + ad_svg_row_height(s) * ((double)i + 0.5);
}

void ad_svg_coordinate(ad_svg *s, double at)
{
    ad_text_add(s->out, " %.1f", fabs(at) < 1e7 ? at : at < 0 ? -1e7 : 1e7);
}

/* 1..n is written as "1..n", other lists in full. */
static void put_list(ad_svg *s, const char *key, const ad_figure_series *series, size_t offset)
{
    size_t finite = 0, counts = 1;

    for (size_t i = 0; i < series->n; i++) {
        const double x = *(const double *)((const char *)&series->points[i] + offset);
        finite += isfinite(x) != 0;
        counts &= x == (double)(i + 1);
    }
    if (!finite)
        return;
    ad_text_add(s->out, " data-%s=\"", key);
    if (counts && series->n > 2)
        ad_text_add(s->out, "1..%zu", series->n);
    for (size_t i = 0; !(counts && series->n > 2) && i < series->n; i++) {
        const double x = *(const double *)((const char *)&series->points[i] + offset);
        ad_text_put(s->out, ",", i > 0);
        ad_figure_put_number(s->out, x, s->digits);
    }
    ad_text_add(s->out, "\"");
}

void ad_svg_begin(ad_svg *s, const ad_figure_series *series, const char *more)
{
    int names = 0;

    ad_text_add(s->out, "<g class=\"series s%d%s%s%s\" data-name=\"", series->style % AD_COLOURS,
                series->style >= AD_COLOURS ? " dashed" : "", *more ? " " : "", more);
    ad_figure_put_xml(s->out, series->name);
    ad_text_add(s->out, "\"");
    put_list(s, "x", series, offsetof(ad_figure_point, x));
    put_list(s, "y", series, offsetof(ad_figure_point, y));
    put_list(s, "low", series, offsetof(ad_figure_point, low));
    put_list(s, "high", series, offsetof(ad_figure_point, high));
    for (size_t i = 0; i < series->n; i++)
        names |= series->points[i].label != NULL;
    if (names) {
        ad_text_add(s->out, " data-label=\"");
        for (size_t i = 0; i < series->n; i++) {
            ad_text_put(s->out, "&#9;", i > 0 ? 4 : 0);
            if (series->points[i].label)
                ad_figure_put_xml(s->out, series->points[i].label);
        }
        ad_text_add(s->out, "\"");
    }
    ad_text_add(s->out, ">");
}

void ad_svg_end(ad_svg *s)
{
    ad_text_add(s->out, "</g>\n");
}

void ad_svg_text(ad_svg *s, double x, double y, char anchor, const char *classes, const char *text)
{
    ad_text_add(s->out, "<text x=\"%.1f\" y=\"%.1f\"", x, y);
    if (anchor != 's')
        ad_text_add(s->out, " text-anchor=\"%s\"", anchor == 'm' ? "middle" : "end");
    if (*classes)
        ad_text_add(s->out, " class=\"%s\"", classes);
    ad_text_add(s->out, ">");
    ad_figure_put_xml(s->out, text);
    ad_text_add(s->out, "</text>\n");
}

void ad_svg_hint(ad_svg *s, const char *series, const char *name, const char *value)
{
    ad_text_add(s->out, "<title>");
    ad_figure_put_xml(s->out, series);
    ad_text_add(s->out, "%s", *series && *name ? ", " : "");
    ad_figure_put_xml(s->out, name);
    ad_text_add(s->out, "%s%s</title>", *series || *name ? ": " : "", value);
}

void ad_svg_polyline(ad_svg *s, const ad_figure_series *series)
{
    int open = 0;

    ad_text_add(s->out, "<path class=\"line\" d=\"");
    for (size_t i = 0; i < series->n; i++) {
        const double x = ad_svg_x(s, series->points[i].x), y = ad_svg_y(s, series->points[i].y);
        if (isnan(x) || isnan(y)) {
            open = 0;
            continue;
        }
        ad_text_put(s->out, "M", !open);
        ad_svg_coordinate(s, x);
        ad_svg_coordinate(s, y);
        if (!open && (i + 1 == series->n || isnan(ad_svg_x(s, series->points[i + 1].x)) ||
                      isnan(ad_svg_y(s, series->points[i + 1].y))))
            ad_text_add(s->out, "h.01"); /* a lone point shows through its round line ends */
        open = 1;
    }
    ad_text_add(s->out, "\"/>");
}

void ad_svg_mark(ad_svg *s, int style, double x, double y, double size)
{
    const double r = size;

    ad_text_add(s->out, "<path class=\"mark ring\" d=\"M");
    switch (style % 4) {
    case 0: /* disc */
        ad_text_add(s->out, "%.1f %.1fa%.1f %.1f 0 1 0 %.1f 0a%.1f %.1f 0 1 0 %.1f 0z", x - r, y, r,
                    r, 2 * r, r, r, -2 * r);
        break;
    case 1: /* square */
        ad_text_add(s->out, "%.1f %.1fh%.1fv%.1fh%.1fz", x - 0.9 * r, y - 0.9 * r, 1.8 * r, 1.8 * r,
                    -1.8 * r);
        break;
    case 2: /* triangle */
        ad_text_add(s->out, "%.1f %.1fl%.1f %.1fh%.1fz", x, y - 1.2 * r, 1.15 * r, 2 * r, -2.3 * r);
        break;
    default: /* diamond */
        ad_text_add(s->out, "%.1f %.1fl%.1f %.1fl%.1f %.1fl%.1f %.1fz", x, y - 1.3 * r, 1.3 * r,
                    1.3 * r, -1.3 * r, 1.3 * r, -1.3 * r, -1.3 * r);
    }
    ad_text_add(s->out, "\">");
}
