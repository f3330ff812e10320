/* A figure as part of a page: the legend as words that wrap, and one drawing per panel, so a page
 * shows as many side by side as fit its width. The page writes title and notes.
 *
 * A panel is drawn at about its displayed width, so its letters have the size of the page's: the
 * width of a phone, or what its columns and axes need. */
#include <math.h>
#include <stdio.h>

#include "figure/svg.h"

enum {
    ONE = 440,
    BESIDE = 360,
    NARROW = 560,
    WIDEST = 1060,
    HEIGHT = 215,
    FOR_LABELS = 90,
    MARGIN = 8
};

/* Maximal enlargement of a drawing: letters of 12 pixels grow to the page's size. */
static const double LARGER = 1.25;

static void legend(const adrop_figure *f, ad_text *out)
{
    const ad_figure_kind *kind;
    const ad_figure_series *s;

    ad_text_add(out, "<div class=\"legend\">");
    for (size_t i = 0; (s = ad_figure_key(f, i, &kind)); i++) {
        ad_text_add(out, "<span class=\"key\" data-name=\"");
        ad_figure_put_xml(out, s->name);
        ad_text_add(out,
                    "\"><svg class=\"adfig\" aria-hidden=\"true\" viewBox=\"0 0 18 18\" "
                    "width=\"18\" height=\"18\"><g class=\"s%d%s\">",
                    s->style % AD_COLOURS, s->style >= AD_COLOURS ? " dashed" : "");
        ad_svg_sample(out, s, kind, 1, 0);
        ad_text_add(out, "</g></svg>");
        ad_figure_put_xml(out, s->name);
        ad_text_add(out, "</span>\n");
    }
    ad_text_add(out, "</div>\n");
}

/* The preferred width of a panel, in pixels. */
static double width_of(const adrop_figure *f, const ad_figure_panel *p)
{
    const ad_figure_kind *kind = p->kind;
    const double columns = (double)ad_figure_names(kind->column, p),
                 least = f->n > 1 ? BESIDE : ONE;
    const double each = kind->column_width + (p->n > 1 ? kind->column_beside : 0);

    return fmin(fmax(least, FOR_LABELS + each * columns), WIDEST);
}

static void put_panel(const adrop_figure *f, const ad_svg_frame *frame, size_t i)
{
    const ad_figure_panel *p = &f->panels[i];
    const double wide = width_of(f, p),
                 high = ceil(ad_svg_panel_height(frame, p, wide - MARGIN)) + 4;

    ad_text_add(frame->out,
                "<svg class=\"adfig%s\" role=\"img\" viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" "
                "height=\"%.0f\" style=\"max-width:%.0fpx\" aria-label=\"",
                wide > NARROW ? " broad" : "", wide, high, wide, high, LARGER * wide);
    ad_figure_put_xml(frame->out, f->title);
    ad_text_add(frame->out, "%s", *p->title && *f->title ? ": " : "");
    ad_figure_put_xml(frame->out, p->title);
    ad_text_add(frame->out, "\"><rect class=\"paper\" width=\"100%%\" height=\"100%%\"/>\n");
    ad_svg_panel(frame, i, p, 0, 0, wide - MARGIN);
    ad_text_add(frame->out, "</svg>\n");
}

void ad_figure_html(const adrop_figure *f, const adrop_figure_look *look, ad_text *out)
{
    const ad_svg_frame frame = { .out = out,
                                 .digits = look->digits,
                                 .plot_height = look->height ? (double)look->height : HEIGHT,
                                 .figure = look->number };

    if (ad_figure_has_legend(f))
        legend(f, out);
    ad_text_add(out, "<div class=\"panels of%zu\">\n", f->n < 4 ? f->n : f->n == 4 ? 2 : 3);
    for (size_t i = 0; i < f->n; i++)
        put_panel(f, &frame, i);
    ad_text_add(out, "</div>\n");
}
