/* Figures and tables of a page (html.h). */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "figure/figure.h"
#include "report/html.h"

enum { DIGITS = 6 };

adrop_figure *ad_page_new_figure(adrop_page *p, const char *format, ...)
{
    ad_text title = ad_text_start(p->ctx);
    adrop_figure *f = NULL;
    va_list args;

    if (p->status)
        return NULL;
    va_start(args, format);
    ad_text_add_list(&title, format, args);
    va_end(args);
    p->status = title.status ? title.status : adrop_figure_create(p->ctx, title.bytes, &f);
    ad_text_release(&title);
    return f;
}

adrop_table *ad_page_new_table(adrop_page *p, const char *title)
{
    adrop_table *t = NULL;

    if (!p->status)
        p->status = adrop_table_create(p->ctx, title, &t);
    return t;
}

/* Has it one value? */
static int has_values(const adrop_figure *f)
{
    for (size_t i = 0; i < f->n; i++)
        for (size_t k = 0; k < f->panels[i].n; k++)
            for (size_t j = 0; j < f->panels[i].series[k].n; j++) {
                const ad_figure_point *at = &f->panels[i].series[k].points[j];
                if (isfinite(at->y) ||
                    (f->panels[i].kind == ADROP_FIGURE_FOREST && isfinite(at->x)))
                    return 1;
            }
    return 0;
}

void adrop_page_put_figure(adrop_page *p, adrop_figure *f)
{
    adrop_figure_look look;
    char *svg = NULL;

    if (!p->status)
        p->status = f->status; /* what failed while it was filled */
    if (p->status || !has_values(f))
        return;
    adrop_figure_look_init(&look);
    look.digits = DIGITS;
    look.number = p->n_figures + 1;
    if ((p->status = adrop_figure_write(f, ADROP_FIGURE_HTML, &look, &svg)))
        return;
    p->n_figures++;
    ad_text_add(&p->body, "<figure class=\"adf\" id=\"f%zu\"><h4>", p->n_figures);
    ad_figure_put_xml(&p->body, f->title);
    ad_text_add(&p->body, "</h4>\n<div class=\"draw\">");
    ad_text_put(&p->body, svg, strlen(svg));
    ad_text_add(&p->body, "</div>\n");
    if (f->n_notes)
        ad_text_add(&p->body, "<figcaption>");
    for (size_t i = 0; i < f->n_notes; i++) {
        ad_text_add(&p->body, "%s", i ? " " : "");
        ad_figure_put_xml(&p->body, f->notes[i]);
    }
    ad_text_add(&p->body, "%s</figure>\n", f->n_notes ? "</figcaption>" : "");
    adrop_free(p->ctx, svg);
    if (p->figures) {
        char name[32];
        snprintf(name, sizeof name, "figure-%zu", p->n_figures);
        p->status = adrop_figure_save(f, p->figures, name, NULL);
    }
}

void ad_page_figure(adrop_page *p, adrop_figure *f)
{
    if (f)
        adrop_page_put_figure(p, f);
    adrop_figure_free(f);
}

void adrop_page_put_table(adrop_page *p, adrop_table *t)
{
    char *html = NULL;

    if (!p->status)
        p->status = adrop_table_write(t, ADROP_HTML, 0, &html);
    if (html)
        ad_text_put(&p->body, html, strlen(html));
    adrop_free(p->ctx, html);
}

void ad_page_table(adrop_page *p, adrop_table *t)
{
    if (t)
        adrop_page_put_table(p, t);
    adrop_table_free(t);
}

void ad_page_details(adrop_page *p, const char *summary, adrop_table *t)
{
    ad_text_add(&p->body, "<details><summary>");
    ad_figure_put_xml(&p->body, summary);
    ad_text_add(&p->body, "</summary>\n");
    ad_page_table(p, t);
    ad_text_add(&p->body, "</details>\n");
}

size_t adrop_page_figures(const adrop_page *p)
{
    return p->n_figures;
}
