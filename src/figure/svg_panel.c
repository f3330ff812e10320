/* A panel as SVG: its title, axes and series (svg.h).
 *
 * A curve panel carries the data that a page needs to redraw it: data-plot (left, top, width,
 * height in pixels), data-xr and data-yr (limits of the axes), data-log. */
#include <math.h>

#include "figure/svg.h"

enum { LINE = 17 };

size_t ad_figure_names(const char *(*name)(const ad_figure_panel *, size_t),
                       const ad_figure_panel *p)
{
    size_t n = 0;

    while (name && name(p, n))
        n++;
    return n;
}

static double plot_height(const ad_svg_frame *d, const ad_figure_panel *p)
{
    const ad_figure_kind *kind = p->kind;
    const size_t rows = ad_figure_names(kind->row, p);

    return kind->row_height > 0 && kind->row ? kind->row_height * (double)(rows ? rows : 1)
                                             : d->plot_height;
}

static double head_height(const ad_figure_panel *p)
{
    const char *y = p->axis[ADROP_AXIS_Y].label;

    return (*p->title ? LINE + 3 : 0) + (y && *y ? LINE + 7 : 8);
}

/* The plot area of a panel that begins at (x, y) and is `wide` pixels wide. */
static ad_svg svg_panel_place(const ad_svg_frame *d, const ad_figure_panel *p, double x, double y,
                              double wide)
{
    const ad_figure_kind *kind = p->kind;
    ad_svg s = { .out = d->out, .digits = d->digits };
    double xr[2] = { INFINITY, -INFINITY }, yr[2] = { INFINITY, -INFINITY };

    if (kind->range) {
        kind->range(p, ADROP_AXIS_X, xr);
        kind->range(p, ADROP_AXIS_Y, yr);
    }
    for (size_t i = 0; i < p->n_marks; i++)
        ad_range_add(&p->axis[p->marks[i].axis], p->marks[i].axis == ADROP_AXIS_X ? xr : yr,
                     p->marks[i].at);
    s.x = ad_scale_make(&p->axis[ADROP_AXIS_X], xr[0], xr[1], kind->row != NULL);
    s.y = ad_scale_make(&p->axis[ADROP_AXIS_Y], yr[0], yr[1], 1);
    s.n_columns = ad_figure_names(kind->column, p);
    s.n_rows = ad_figure_names(kind->row, p);
    s.height = plot_height(d, p);
    s.top = y + head_height(p);
    s.width = s.panel = wide;
    const double numbers = ad_svg_axis_left(&s, p);
    s.width = wide - numbers - 8 > 40 ? wide - numbers - 8 : 40;
    const double left = fmin(fmax(numbers, ad_svg_axis_lean(&s, p)), fmax(numbers, wide / 3));
    s.left = x + left;
    s.width = wide - left - 8 > 40 ? wide - left - 8 : 40;
    return s;
}

double ad_svg_panel_height(const ad_svg_frame *d, const ad_figure_panel *p, double wide)
{
    const ad_svg s = svg_panel_place(d, p, 0, 0, wide);

    return head_height(p) + s.height + ad_svg_axis_below(&s, p);
}

/* The limits of an axis. */
static void put_ends(ad_text *out, const char *key, const ad_scale *s)
{
    ad_text_add(out, " data-%s=\"", key);
    ad_figure_put_number(out, s->low, 10);
    ad_text_add(out, " ");
    ad_figure_put_number(out, s->high, 10);
    ad_text_add(out, "\"");
}

void ad_svg_panel(const ad_svg_frame *d, size_t number, const ad_figure_panel *p, double x,
                  double y, double wide)
{
    ad_svg s = svg_panel_place(d, p, x, y, wide);
    const ad_figure_kind *kind = p->kind;

    ad_text_add(d->out, "<g class=\"panel k-%s\"", kind->name);
    if (kind->is_curve) {
        ad_text_add(d->out, " data-plot=\"%.1f %.1f %.1f %.1f\"", s.left, s.top, s.width, s.height);
        put_ends(d->out, "xr", &s.x);
        put_ends(d->out, "yr", &s.y);
        ad_text_add(d->out, " data-log=\"%d %d\"", s.x.is_log, s.y.is_log);
    }
    ad_text_add(d->out, ">\n");
    if (*p->title)
        ad_svg_text(&s, x + 4, y + 13, 's', "subtitle", p->title);
    ad_svg_axes(&s, p);
    if (kind->is_curve) /* clip at the plot area */
        ad_text_add(d->out,
                    "<clipPath id=\"adclip%zu-%zu\"><rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" "
                    "height=\"%.1f\"/></clipPath><g class=\"clip\" "
                    "clip-path=\"url(#adclip%zu-%zu)\">\n",
                    d->figure, number, s.left, s.top - 2, s.width + 2, s.height + 4, d->figure,
                    number);
    kind->svg(&s, p);
    ad_text_add(d->out, kind->is_curve ? "</g></g>\n" : "</g>\n");
}
