/* A figure as one SVG drawing: title, legend, panels in rows (small multiples), notes.
 *
 * A panel that is a curve carries what a page needs to draw it anew: data-plot (left, top, width,
 * height in pixels), data-xr and data-yr (the ends of its axes), data-log. */
#include <math.h>
#include <string.h>

#include "figure/svg.h"

enum {
    WIDTH = 640,
    HEIGHT = 240,
    READABLE = 270, /* pixels of a panel beside others */
    PAD = 10,
    GAP = 18,
    TITLE = 24,
    LINE = 17,
    LEGEND = 19,
    SWATCH = 22,
};

typedef struct {
    const adrop_figure *f;
    const adrop_figure_look *look;
    ad_text *out;
    double width, plot_height, y;
    size_t columns, panel;
    int is_alone;
} drawing;

static const ad_figure_kind *kind_of(const ad_figure_panel *p)
{
    return ad_figure_kinds[p->kind];
}

static size_t count(const char *(*name)(const ad_figure_panel *, size_t), const ad_figure_panel *p)
{
    size_t n = 0;

    while (name && name(p, n))
        n++;
    return n;
}

/* -- The legend ---------------------------------------------------------------------------- */

/* Is there an earlier series of that name? */
static int is_known(const adrop_figure *f, size_t panel, size_t series)
{
    const char *name = f->panels[panel].series[series].name;

    for (size_t i = 0; i <= panel; i++)
        for (size_t k = 0; k < (i < panel ? f->panels[i].n : series); k++)
            if (kind_of(&f->panels[i])->has_legend && !strcmp(f->panels[i].series[k].name, name))
                return 1;
    return 0;
}

static int has_legend(const adrop_figure *f)
{
    size_t n = 0;

    for (size_t i = 0; i < f->n; i++)
        for (size_t k = 0; k < f->panels[i].n && kind_of(&f->panels[i])->has_legend; k++)
            n += *f->panels[i].series[k].name && !is_known(f, i, k);
    return n > 1;
}

static void key(drawing *d, const ad_figure_series *s, const ad_figure_kind *kind, double x)
{
    ad_svg pen = { .out = d->out };

    ad_text_add(d->out, "<g class=\"key s%d%s\" data-name=\"", s->style % AD_COLOURS,
                s->style >= AD_COLOURS ? " dashed" : "");
    ad_figure_put_xml(d->out, s->name);
    ad_text_add(d->out, "\">");
    if (kind == &ad_figure_scatter) {
        ad_svg_mark(&pen, s->style, x + SWATCH / 2.0 - 3, d->y + 9, 4);
        ad_text_add(d->out, "</path>");
    } else if (kind == &ad_figure_bar) {
        ad_text_add(d->out,
                    "<rect class=\"fill\" x=\"%.1f\" y=\"%.1f\" width=\"14\" height=\"10\"/>", x,
                    d->y + 4);
    } else {
        ad_text_add(d->out, "<path class=\"line\" d=\"M%.1f %.1fh16\"/>", x, d->y + 9);
    }
    ad_svg_text(&pen, x + SWATCH, d->y + 13, 's', "", s->name);
    ad_text_add(d->out, "</g>");
}

static void legend(drawing *d)
{
    double x = PAD;

    ad_text_add(d->out, "<g class=\"legend\">\n");
    for (size_t i = 0; i < d->f->n; i++)
        for (size_t k = 0; k < d->f->panels[i].n; k++) {
            const ad_figure_series *s = &d->f->panels[i].series[k];
            const double wide = SWATCH + ad_figure_pixels(s->name, 12) + 14;
            if (!kind_of(&d->f->panels[i])->has_legend || is_known(d->f, i, k) || !*s->name)
                continue;
            if (x > PAD && x + wide > d->width - PAD) {
                x = PAD;
                d->y += LEGEND;
            }
            key(d, s, kind_of(&d->f->panels[i]), x);
            x += wide;
        }
    ad_text_add(d->out, "</g>\n");
    d->y += LEGEND + 4;
}

/* -- A panel --------------------------------------------------------------------------------- */

static double plot_height(const drawing *d, const ad_figure_panel *p)
{
    const ad_figure_kind *kind = kind_of(p);
    const size_t rows = count(kind->row, p);

    return kind->row_height > 0 && kind->row ? kind->row_height * (double)(rows ? rows : 1)
                                             : d->plot_height;
}

static double head_height(const ad_figure_panel *p)
{
    const char *y = p->axis[ADROP_Y].label;

    return (*p->title ? LINE + 3 : 0) + (y && *y ? LINE + 7 : 8);
}

/* The plot of a panel that begins at x and is `wide` pixels wide. */
static ad_svg place(const drawing *d, const ad_figure_panel *p, double x, double wide)
{
    const ad_figure_kind *kind = kind_of(p);
    ad_svg s = { .out = d->out, .digits = d->look->digits, .is_alone = d->is_alone };
    double xr[2] = { INFINITY, -INFINITY }, yr[2] = { INFINITY, -INFINITY };

    if (kind->range) {
        kind->range(p, ADROP_X, xr);
        kind->range(p, ADROP_Y, yr);
    }
    for (size_t i = 0; i < p->n_marks; i++)
        ad_range_add(&p->axis[p->marks[i].axis], p->marks[i].axis == ADROP_X ? xr : yr,
                     p->marks[i].at);
    s.x = ad_scale_make(&p->axis[ADROP_X], xr[0], xr[1], kind->row != NULL);
    s.y = ad_scale_make(&p->axis[ADROP_Y], yr[0], yr[1], 1);
    s.n_columns = count(kind->column, p);
    s.n_rows = count(kind->row, p);
    s.height = plot_height(d, p);
    s.top = d->y + head_height(p);
    s.width = wide;
    const double left = ad_svg_axis_left(&s, p);
    s.left = x + left;
    s.width = wide - left - 8 > 40 ? wide - left - 8 : 40;
    return s;
}

static void panel(drawing *d, const ad_figure_panel *p, double x, double wide)
{
    ad_svg s = place(d, p, x, wide);
    const ad_figure_kind *kind = kind_of(p);

    ad_text_add(d->out, "<g class=\"panel k-%s\"", kind->name);
    if (kind->is_curve) {
        ad_text_add(d->out, " data-plot=\"%.1f %.1f %.1f %.1f\" data-xr=\"", s.left, s.top, s.width,
                    s.height);
        ad_figure_put_number(d->out, s.x.low, 10);
        ad_text_add(d->out, " ");
        ad_figure_put_number(d->out, s.x.high, 10);
        ad_text_add(d->out, "\" data-yr=\"");
        ad_figure_put_number(d->out, s.y.low, 10);
        ad_text_add(d->out, " ");
        ad_figure_put_number(d->out, s.y.high, 10);
        ad_text_add(d->out, "\" data-log=\"%d %d\"", s.x.is_log, s.y.is_log);
    }
    ad_text_add(d->out, ">\n");
    if (*p->title)
        ad_svg_text(&s, x + 4, d->y + 13, 's', "subtitle", p->title);
    ad_svg_axes(&s, p);
    if (kind->is_curve) /* what leaves the plot is cut off */
        ad_text_add(d->out,
                    "<clipPath id=\"adclip%zu-%zu\"><rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" "
                    "height=\"%.1f\"/></clipPath><g class=\"clip\" "
                    "clip-path=\"url(#adclip%zu-%zu)\">\n",
                    d->look->number, d->panel, s.left, s.top - 2, s.width + 2, s.height + 4,
                    d->look->number, d->panel);
    kind->svg(&s, p);
    ad_text_add(d->out, kind->is_curve ? "</g></g>\n" : "</g>\n");
}

/* The panels of one row; d->y moves beneath them. */
static void row(drawing *d, size_t first, size_t end)
{
    const double wide = (d->width - 2 * PAD - GAP * (double)(d->columns - 1)) / (double)d->columns;
    double below = 0;

    for (size_t i = first; i < end; i++) {
        const ad_figure_panel *p = &d->f->panels[i];
        const ad_svg s = place(d, p, PAD, wide);
        const double need = head_height(p) + s.height + ad_svg_axis_below(&s, p);
        below = fmax(below, need);
    }
    for (d->panel = first; d->panel < end; d->panel++)
        panel(d, &d->f->panels[d->panel], PAD + (double)(d->panel - first) * (wide + GAP), wide);
    d->y += below + 8;
}

/* -- The whole ------------------------------------------------------------------------------- */

/* A sentence of letters of a size, wrapped; lines are 16 pixels apart. */
static void note(drawing *d, const char *text, const char *class, double size)
{
    ad_svg pen = { .out = d->out };
    ad_text line = ad_text_start(d->out->ctx);

    while (*text) {
        const size_t word = strcspn(text, " "), blanks = strspn(text + word, " ");
        ad_text one = ad_text_start(d->out->ctx);
        ad_text_put(&one, text, word);
        const double wide = line.bytes && one.bytes ? ad_figure_pixels(line.bytes, size) +
                                                          ad_figure_pixels(one.bytes, size)
                                                    : 0;
        ad_text_release(&one);
        if (line.n && wide > d->width - 2 * PAD - 4) {
            d->y += 16;
            ad_svg_text(&pen, PAD, d->y, 's', class, line.bytes);
            ad_text_release(&line);
        }
        ad_text_put(&line, " ", line.n > 0);
        ad_text_put(&line, text, word);
        text += word + blanks;
    }
    if (line.n) {
        d->y += 16;
        ad_svg_text(&pen, PAD, d->y, 's', class, line.bytes);
    }
    if (line.status && !d->out->status)
        d->out->status = line.status;
    ad_text_release(&line);
}

static size_t columns_of(const drawing *d)
{
    const size_t n = d->f->n ? d->f->n : 1;
    size_t most = d->look->columns ? d->look->columns : (size_t)(d->width / READABLE);

    most = most < 1 ? 1 : most > n ? n : most;
    while (!d->look->columns && most > 1 && n % most &&
           (n + most - 1) / most == (n + most - 2) / (most - 1))
        most--; /* as even as can be: 4 as 2 and 2, not 3 and 1 */
    return most;
}

static void draw_body(drawing *d)
{
    d->y = PAD;
    if (*d->f->title && d->is_alone) {
        note(d, d->f->title, "title", 15);
        d->y += TITLE - 16;
    }
    if (has_legend(d->f))
        legend(d);
    for (size_t i = 0; i < d->f->n; i += d->columns)
        row(d, i, i + d->columns < d->f->n ? i + d->columns : d->f->n);
    for (size_t i = 0; d->is_alone && i < d->f->n_notes; i++)
        note(d, d->f->notes[i], "soft", 12);
    d->y += d->is_alone && d->f->n_notes ? 10 : 0;
}

void ad_figure_svg(const adrop_figure *f, const adrop_figure_look *look, int alone, ad_text *out)
{
    ad_text body = ad_text_start(f->ctx);
    drawing d = { .f = f,
                  .look = look,
                  .out = &body,
                  .width = look->width ? (double)look->width : WIDTH,
                  .plot_height = look->height ? (double)look->height : HEIGHT,
                  .is_alone = alone };

    d.columns = columns_of(&d);
    draw_body(&d);
    ad_text_add(out,
                "<svg class=\"adfig\" role=\"img\" xmlns=\"http://www.w3.org/2000/svg\" "
                "viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" height=\"%.0f\" aria-label=\"",
                d.width, ceil(d.y), d.width, ceil(d.y));
    ad_figure_put_xml(out, f->title);
    ad_text_add(out, "\">\n");
    if (alone)
        ad_text_add(out, "<style>%s</style>\n", adrop_figure_css());
    ad_text_add(out, "<rect class=\"paper\" width=\"100%%\" height=\"100%%\"/>\n");
    if (body.n)
        ad_text_put(out, body.bytes, body.n);
    ad_text_add(out, "</svg>\n");
    if (body.status && !out->status)
        out->status = body.status;
    ad_text_release(&body);
}
