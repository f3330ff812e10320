/* The axes of a panel: grid, ticks, names and marked lines (svg.h). The name of the vertical axis
 * stands above it, so readers need not turn their head. */
#include <math.h>
#include <string.h>

#include "figure/svg.h"

enum { TICK = 11, LONGEST_NAME = 190, LINE = 14 };

static size_t most_x(const ad_svg *s)
{
    return (size_t)(s->width / 62);
}

static size_t most_y(const ad_svg *s)
{
    return (size_t)(s->height / 34);
}

/* Maximal pixels for the name of a row: two fifths of a wide panel, because names of techniques
 * with settings are long. */
static double longest_row(const ad_svg *s)
{
    return fmax(LONGEST_NAME, 0.4 * s->panel);
}

double ad_svg_axis_left(const ad_svg *s, const ad_figure_panel *p)
{
    const ad_figure_kind *kind = p->kind;
    double widest = 0;
    ad_ticks t;

    if (kind->row) {
        const char *name;
        for (size_t i = 0; (name = kind->row(p, i)); i++)
            widest = fmax(widest, ad_figure_pixels(name, TICK));
    } else if (kind->range) {
        ad_scale_ticks(&s->y, most_y(s), &t);
        for (size_t i = 0; i < t.n; i++)
            widest = fmax(widest, ad_figure_pixels(t.text[i], TICK));
    }
    return 12 + fmin(widest, longest_row(s));
}

/* Do the names of columns fit side by side? If not, they are slanted. */
static int names_fit(const ad_svg *s, const ad_figure_panel *p)
{
    const char *name;

    for (size_t i = 0; (name = p->kind->column(p, i)); i++)
        if (ad_figure_pixels(name, TICK) > ad_svg_column_width(s) - 4)
            return 0;
    return 1;
}

double ad_svg_axis_below(const ad_svg *s, const ad_figure_panel *p)
{
    const ad_figure_kind *kind = p->kind;
    double room = p->axis[ADROP_AXIS_X].label && *p->axis[ADROP_AXIS_X].label ? 2 * LINE + 8
                                                                              : LINE + 6;

    if (kind->column && !names_fit(s, p)) {
        const char *name;
        double longest = 0;
        for (size_t i = 0; (name = kind->column(p, i)); i++)
            longest = fmax(longest, ad_figure_pixels(name, TICK));
        room += 0.72 * fmin(longest, LONGEST_NAME);
    }
    return room;
}

double ad_svg_axis_lean(const ad_svg *s, const ad_figure_panel *p)
{
    const ad_figure_kind *kind = p->kind;
    const char *first = kind->column ? kind->column(p, 0) : NULL;

    if (!first || names_fit(s, p))
        return 0;
    return 0.72 * fmin(ad_figure_pixels(first, TICK), LONGEST_NAME) - ad_svg_column_width(s) / 2;
}

static void grid_line(ad_svg *s, const char *class, double x0, double y0, double x1, double y1)
{
    ad_text_add(s->out, "<path class=\"%s\" d=\"M%.1f %.1fL%.1f %.1f\"/>\n", class, x0, y0, x1, y1);
}

static void number_axis_x(ad_svg *s)
{
    ad_ticks t;

    ad_scale_ticks(&s->x, most_x(s), &t);
    ad_text_add(s->out, "<g class=\"xticks\">");
    for (size_t i = 0; i < t.n; i++) {
        const double x = ad_svg_x(s, t.at[i]);
        grid_line(s, "grid", x, s->top, x, s->top + s->height);
        ad_svg_text(s, x, s->top + s->height + LINE, 'm', "tick", t.text[i]);
    }
    ad_text_add(s->out, "</g>");
}

static void number_axis_y(ad_svg *s)
{
    ad_ticks t;

    ad_scale_ticks(&s->y, most_y(s), &t);
    ad_text_add(s->out, "<g class=\"yticks\">");
    for (size_t i = 0; i < t.n; i++) {
        const double y = ad_svg_y(s, t.at[i]);
        grid_line(s, "grid", s->left, y, s->left + s->width, y);
        ad_svg_text(s, s->left - 6, y + 4, 'e', "tick", t.text[i]);
    }
    ad_text_add(s->out, "</g>");
}

/* A name cut to an approximate width in pixels. */
static void put_cut(ad_svg *s, const char *name, double pixels)
{
    ad_text one = ad_text_start(s->out->ctx);
    const double wide = ad_figure_pixels(name, TICK);
    size_t columns = ad_figure_columns(name);

    if (wide > pixels)
        columns = (size_t)((double)columns * pixels / wide);
    ad_figure_put_text(&one, name, columns < 2 ? 2 : columns, 0);
    if (one.status)
        s->out->status = s->out->status ? s->out->status : one.status;
    else
        ad_figure_put_xml(s->out, one.bytes ? one.bytes : "");
    ad_text_release(&one);
}

static void name_axis_x(ad_svg *s, const ad_figure_panel *p)
{
    const int flat = names_fit(s, p);
    const double y = s->top + s->height + (flat ? LINE : 10);
    const char *name;

    for (size_t i = 0; (name = p->kind->column(p, i)); i++) {
        const double x = ad_svg_column(s, i);
        if (flat)
            ad_text_add(s->out,
                        "<text class=\"tick\" text-anchor=\"middle\" x=\"%.1f\" y=\"%.1f\">", x, y);
        else
            ad_text_add(s->out,
                        "<text class=\"tick\" text-anchor=\"end\" transform=\"translate(%.1f "
                        "%.1f) rotate(-45)\">",
                        x + 4, y);
        put_cut(s, name, LONGEST_NAME);
        ad_text_add(s->out, "</text>\n");
    }
}

static void name_axis_y(ad_svg *s, const ad_figure_panel *p)
{
    const char *name;

    for (size_t i = 0; (name = p->kind->row(p, i)); i++) {
        ad_text_add(s->out, "<text class=\"tick\" text-anchor=\"end\" x=\"%.1f\" y=\"%.1f\">",
                    s->left - 6, ad_svg_row(s, i) + 4);
        put_cut(s, name, longest_row(s));
        ad_text_add(s->out, "</text>\n");
    }
}

static void reference(ad_svg *s, const ad_figure_mark *m)
{
    const int is_x = m->axis == ADROP_AXIS_X;
    const double at = is_x ? ad_svg_x(s, m->at) : ad_svg_y(s, m->at);
    const double part = ad_scale_at(is_x ? &s->x : &s->y, m->at);

    if (!(part >= 0 && part <= 1))
        return;
    if (is_x)
        grid_line(s, "ref", at, s->top, at, s->top + s->height);
    else
        grid_line(s, "ref", s->left, at, s->left + s->width, at);
    if (!*m->label)
        return;
    if (is_x)
        ad_svg_text(s, part > 0.7 ? at - 4 : at + 4, s->top + 11, part > 0.7 ? 'e' : 's', "soft",
                    m->label);
    else
        ad_svg_text(s, s->left + s->width - 4, part > 0.9 ? at + 13 : at - 4, 'e', "soft",
                    m->label);
}

void ad_svg_axes(ad_svg *s, const ad_figure_panel *p)
{
    const ad_figure_kind *kind = p->kind;
    const char *x = p->axis[ADROP_AXIS_X].label, *y = p->axis[ADROP_AXIS_Y].label;

    if (kind->column)
        name_axis_x(s, p);
    else if (kind->range)
        number_axis_x(s);
    if (kind->row)
        name_axis_y(s, p);
    else if (kind->range)
        number_axis_y(s);
    if (kind->range && !kind->row)
        grid_line(s, "axis", s->left, s->top + s->height, s->left + s->width, s->top + s->height);
    for (size_t i = 0; i < p->n_marks; i++)
        reference(s, &p->marks[i]);
    if (x && *x)
        ad_svg_text(s, s->left + s->width / 2, s->top + s->height + ad_svg_axis_below(s, p) - 6,
                    'm', "soft xlabel", x);
    if (y && *y)
        ad_svg_text(s, fmin(s->left, s->left - ad_svg_axis_left(s, p) + 4), s->top - 12, 's',
                    "soft ylabel", y);
}
