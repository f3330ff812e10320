/* Documents, figures and pictures on a page (html.h). */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "base/option_check.h"
#include "figure/figure.h"
#include "report/html.h"

enum { MOST_SIDE = 4096 };

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

/* Count the figures of a document, and write them to the folder. */
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

/* Append a document to the body. */
static void html_figure_write(adrop_page *p, const adrop_document *d)
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

    html_figure_write(p, p->d);
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
    html_figure_write(p, document);
}

size_t adrop_page_figures(const adrop_page *p)
{
    return p->n_figures;
}

static adrop_status check_picture(adrop_ctx *ctx, size_t channels, size_t height, size_t width,
                                  const float *pixels, const char *caption)
{
    if (channels != 1 && channels != 3)
        return ad_fail(ctx, ADROP_EINVAL, "a picture of %zu channels: give 1 or 3", channels);
    if (height < 1 || height > MOST_SIDE || width < 1 || width > MOST_SIDE)
        return ad_fail(ctx, ADROP_EINVAL, "a picture of %zu x %zu pixels: give sides of 1 to %d",
                       height, width, MOST_SIDE);
    const adrop_status status = ad_check_given(ctx, "caption", caption);
    return status ? status : ad_check_array(ctx, "pixels", channels * height * width, pixels);
}

/* 0 to 255; 0 for NaN. */
static int shade(float v, float low, float high)
{
    const float s = 255 * (v - low) / (high - low);

    return s >= 0 && s <= 255 ? (int)s : 0;
}

/* Pixels as rows of an SVG: equal neighbours become one rectangle. */
void adrop_page_put_picture(adrop_page *p, size_t channels, size_t height, size_t width,
                            const float *pixels, const char *caption)
{
    const size_t area = height * width;
    float low = INFINITY, high = -INFINITY;

    if (p->status || (p->status = check_picture(p->ctx, channels, height, width, pixels, caption)))
        return;
    ad_text *body = ad_page_body(p);
    for (size_t i = 0; i < channels * area; i++) {
        low = pixels[i] < low ? pixels[i] : low;
        high = pixels[i] > high ? pixels[i] : high;
    }
    ad_text_add(body,
                "<figure class=\"example\"><svg role=\"img\" viewBox=\"0 0 %zu %zu\" "
                "shape-rendering=\"crispEdges\" aria-label=\"",
                width, height);
    ad_figure_put_xml(body, caption);
    ad_text_add(body, "\">");
    for (size_t y = 0; y < height; y++)
        for (size_t x = 0, to; x < width; x = to) {
            int colour[2][3];
            for (to = x; to < width; to++) {
                for (size_t c = 0; c < 3; c++) {
                    const float v = pixels[(channels == 3 ? c : 0) * area + y * width + to];
                    colour[to > x][c] = shade(v, low, high);
                }
                if (to > x && memcmp(colour[0], colour[1], sizeof colour[0]))
                    break;
            }
            ad_text_add(body,
                        "<rect x=\"%zu\" y=\"%zu\" width=\"%zu\" height=\"1\" "
                        "fill=\"#%02x%02x%02x\"/>",
                        x, y, to - x, colour[0][0] & 255, colour[0][1] & 255, colour[0][2] & 255);
        }
    ad_text_add(body, "</svg><figcaption>");
    ad_figure_put_xml(body, caption);
    ad_text_add(body, "</figcaption></figure>\n");
}
