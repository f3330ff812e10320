/* Documents and figures of a page (html.h). */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "report/html.h"

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

void ad_page_figure(adrop_page *p, adrop_figure *f)
{
    if (f)
        adrop_document_figure(p->d, NULL, f);
}

void ad_page_cell(adrop_page *p, double x)
{
    if (isfinite(x))
        adrop_document_cell_number(p->d, x);
    else
        adrop_document_cell_null(p->d);
}

/* Number the figures of a document, and write them to the folder. */
static void count_figures(adrop_page *p, const adrop_document *d)
{
    adrop_figure *f;
    char name[32];

    for (size_t i = 0; !p->status && (f = adrop_document_figure_at(d, i)); i++) {
        if (adrop_figure_is_empty(f))
            continue;
        snprintf(name, sizeof name, "figure-%zu", ++p->n_figures);
        if (p->figures)
            p->status = adrop_figure_save(f, p->figures, name, NULL);
    }
}

/* Behind what is in body. */
static void write(adrop_page *p, const adrop_document *d)
{
    adrop_document_look look;
    char *html = NULL;

    adrop_document_look_init(&look);
    look.number = p->n_figures + 1;
    look.brief = 1;
    if (!p->status)
        p->status = adrop_document_write(d, ADROP_DOCUMENT_HTML, &look, &html);
    if (html)
        ad_text_put(&p->body, html, strlen(html));
    adrop_free(p->ctx, html);
    count_figures(p, d);
}

ad_text *ad_page_body(adrop_page *p)
{
    adrop_document *next;

    write(p, p->d);
    const adrop_status status = adrop_document_create(p->ctx, "", &next);
    if (status && !p->status)
        p->status = status;
    if (!status) {
        adrop_document_free(p->d);
        p->d = next;
    }
    return &p->body;
}

void adrop_page_put(adrop_page *p, const adrop_document *document)
{
    ad_page_body(p);
    write(p, document);
}

size_t adrop_page_figures(const adrop_page *p)
{
    return p->n_figures;
}
