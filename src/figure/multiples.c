/* A figure as one SVG drawing: title, legend, panels in rows (small multiples), notes. */
#include <math.h>
#include <string.h>

#include "figure/svg.h"

enum {
    WIDTH = 640,
    HEIGHT = 240,
    READABLE = 270, /* minimal pixels per panel, unless it is alone */
    PAD = 10,
    GAP = 18,
    TITLE = 24,
    LEGEND = 19,
};

typedef struct {
    const adrop_figure *f;
    const adrop_figure_look *look;
    ad_text *out;
    ad_svg_frame frame;
    double width, y;
    size_t columns;
} drawing;

static void legend(drawing *d)
{
    const ad_figure_kind *kind;
    const ad_figure_series *s;
    ad_svg pen = { .out = d->out };
    double x = PAD;

    ad_text_add(d->out, "<g class=\"legend\">\n");
    for (size_t i = 0; (s = ad_figure_key(d->f, i, &kind)); i++) {
        const double wide = AD_SAMPLE + ad_figure_pixels(s->name, 12) + 14;
        if (x > PAD && x + wide > d->width - PAD) {
            x = PAD;
            d->y += LEGEND;
        }
        ad_text_add(d->out, "<g class=\"key s%d%s\" data-name=\"", s->style % AD_COLOURS,
                    s->style >= AD_COLOURS ? " dashed" : "");
        ad_figure_put_xml(d->out, s->name);
        ad_text_add(d->out, "\">");
        ad_svg_sample(d->out, s, kind, x, d->y);
        ad_svg_text(&pen, x + AD_SAMPLE, d->y + 13, 's', "", s->name);
        ad_text_add(d->out, "</g>");
        x += wide;
    }
    ad_text_add(d->out, "</g>\n");
    d->y += LEGEND + 4;
}

/* Draw the panels of one row; d->y moves below them. */
static void row(drawing *d, size_t first, size_t end)
{
    const double wide = (d->width - 2 * PAD - GAP * (double)(d->columns - 1)) / (double)d->columns;
    double below = 0;

    for (size_t i = first; i < end; i++)
        below = fmax(below, ad_svg_panel_height(&d->frame, &d->f->panels[i], wide));
    for (size_t i = first; i < end; i++)
        ad_svg_panel(&d->frame, i, &d->f->panels[i], PAD + (double)(i - first) * (wide + GAP), d->y,
                     wide);
    d->y += below + 8;
}

/* Release a text of the drawing, and keep its failure. */
static void drop(drawing *d, ad_text *text)
{
    if (text->status && !d->out->status)
        d->out->status = text->status;
    ad_text_release(text);
}

/* A wrapped text in letters of this size; lines are 16 pixels apart. */
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
        drop(d, &one);
        if (line.n && wide > d->width - 2 * PAD - 4) {
            d->y += 16;
            ad_svg_text(&pen, PAD, d->y, 's', class, line.bytes);
            drop(d, &line);
        }
        ad_text_put(&line, " ", line.n > 0);
        ad_text_put(&line, text, word);
        text += word + blanks;
    }
    if (line.n) {
        d->y += 16;
        ad_svg_text(&pen, PAD, d->y, 's', class, line.bytes);
    }
    drop(d, &line);
}

static size_t columns_of(const drawing *d)
{
    const size_t n = d->f->n ? d->f->n : 1;
    size_t most = d->look->columns ? d->look->columns : (size_t)(d->width / READABLE);

    most = most < 1 ? 1 : most > n ? n : most;
    while (!d->look->columns && most > 1 && n % most &&
           (n + most - 1) / most == (n + most - 2) / (most - 1))
        most--; /* even rows: 4 as 2 and 2, not 3 and 1 */
    return most;
}

static void draw_body(drawing *d)
{
    d->y = PAD;
    if (*d->f->title) {
        note(d, d->f->title, "title", 15);
        d->y += TITLE - 16;
    }
    if (ad_figure_has_legend(d->f))
        legend(d);
    for (size_t i = 0; i < d->f->n; i += d->columns)
        row(d, i, i + d->columns < d->f->n ? i + d->columns : d->f->n);
    for (size_t i = 0; i < d->f->n_notes; i++)
        note(d, d->f->notes[i], "soft", 12);
    d->y += d->f->n_notes ? 10 : 0;
}

void ad_figure_svg(const adrop_figure *f, const adrop_figure_look *look, ad_text *out)
{
    ad_text body = ad_text_start(f->ctx);
    drawing d = { .f = f,
                  .look = look,
                  .out = &body,
                  .width = look->width ? (double)look->width : WIDTH,
                  .frame = { .out = &body,
                             .digits = look->digits,
                             .plot_height = look->height ? (double)look->height : HEIGHT } };

    d.columns = columns_of(&d);
    draw_body(&d);
    ad_text_add(out,
                "<svg class=\"adfig\" role=\"img\" xmlns=\"http://www.w3.org/2000/svg\" "
                "viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" height=\"%.0f\" aria-label=\"",
                d.width, ceil(d.y), d.width, ceil(d.y));
    ad_figure_put_xml(out, f->title);
    ad_text_add(
        out, "\">\n<style>%s</style>\n<rect class=\"paper\" width=\"100%%\" height=\"100%%\"/>\n",
        adrop_figure_css());
    if (body.n)
        ad_text_put(out, body.bytes, body.n);
    ad_text_add(out, "</svg>\n");
    if (body.status && !out->status)
        out->status = body.status;
    ad_text_release(&body);
}
