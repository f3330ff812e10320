/* Pages: the pieces, and the whole (html.h). Every text goes through ad_figure_put_xml. There is no
 * src and no href but to places of the page itself. */
#include "report/html.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "adrop/version.h"
#include "base/context.h"
#include "base/memory.h"
#include "base/text.h"
#include "figure/figure.h"

enum { RECORD = 64 << 20, DIGITS = 6, WIDE = 720 };

adrop_status adrop_page_create(adrop_ctx *ctx, const char *title, adrop_page **out)
{
    adrop_page *p;

    *out = NULL;
    adrop_status status = AD_NEW(ctx, 1, "a page", &p);
    if (status)
        return status;
    p->ctx = ctx;
    p->body = ad_text_start(ctx);
    p->contents = ad_text_start(ctx);
    p->found = ad_text_start(ctx);
    p->missing = ad_text_start(ctx);
    status = ad_copy_text(ctx, title, &p->title);
    if (status)
        adrop_page_free(p);
    else
        *out = p;
    return status;
}

void adrop_page_free(adrop_page *p)
{
    if (!p)
        return;
    ad_text_release(&p->body);
    ad_text_release(&p->contents);
    ad_text_release(&p->found);
    ad_text_release(&p->missing);
    ad_free(p->ctx, p->figures);
    ad_free(p->ctx, p->title);
    ad_free(p->ctx, p);
}

adrop_status adrop_page_save_figures(adrop_page *p, const char *folder)
{
    ad_free(p->ctx, p->figures);
    return ad_copy_text(p->ctx, folder, &p->figures);
}

/* A formatted text, escaped, between two pieces of HTML. */
__attribute__((format(printf, 4, 0))) static void
put(ad_text *out, const char *before, const char *behind, const char *format, va_list args)
{
    ad_text text = ad_text_start(out->ctx);

    ad_text_add_list(&text, format, args);
    ad_text_add(out, "%s", before);
    ad_figure_put_xml(out, text.bytes ? text.bytes : "");
    ad_text_add(out, "%s", behind);
    if (text.status && !out->status)
        out->status = text.status;
    ad_text_release(&text);
}

void ad_page_say(adrop_page *p, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    put(&p->body, "<p>", "</p>\n", format, args);
    va_end(args);
}

void ad_page_note(adrop_page *p, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    put(&p->body, "<p class=\"soft\">", "</p>\n", format, args);
    va_end(args);
}

void ad_page_tell(adrop_page *p, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    put(&p->found, "<li>", "</li>\n", format, args);
    va_end(args);
    p->n_found++;
}

void ad_page_lack(adrop_page *p, const char *format, ...)
{
    enum { MOST = 40 };
    va_list args;

    if (p->n_missing++ >= MOST)
        return;
    va_start(args, format);
    put(&p->missing, "<li>", "</li>\n", format, args);
    va_end(args);
}

void ad_page_head(adrop_page *p, int level, const char *format, ...)
{
    ad_text tag = ad_text_start(p->ctx);
    va_list args;

    if (level == 2) {
        p->n_sections++;
        ad_text_add(&tag, "<li><a href=\"#s%zu\">", p->n_sections);
        va_start(args, format);
        put(&p->contents, tag.bytes ? tag.bytes : "", "</a></li>\n", format, args);
        va_end(args);
        ad_text_release(&tag);
        ad_text_add(&tag, "<h2 id=\"s%zu\">", p->n_sections);
    } else {
        ad_text_add(&tag, "<h%d>", level);
    }
    va_start(args, format);
    put(&p->body, tag.bytes ? tag.bytes : "", level == 2 ? "</h2>\n" : "</h3>\n", format, args);
    va_end(args);
    if (tag.status && !p->status)
        p->status = tag.status;
    ad_text_release(&tag);
}

/* -- Figures and tables ------------------------------------------------------------------------ */

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
    look.width = WIDE;
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
    adrop_figure_text_free(f, svg);
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
    adrop_table_text_free(t, html);
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

/* Pixels as rows of an SVG: a shade that repeats is one rectangle. */
void adrop_page_put_picture(adrop_page *p, size_t channels, size_t height, size_t width,
                            const float *pixels, const char *caption)
{
    const size_t area = height * width;
    float low = INFINITY, high = -INFINITY;

    for (size_t i = 0; i < channels * area; i++) {
        low = pixels[i] < low ? pixels[i] : low;
        high = pixels[i] > high ? pixels[i] : high;
    }
    ad_text_add(&p->body,
                "<figure><div class=\"examples\"><svg role=\"img\" viewBox=\"0 0 %zu %zu\" "
                "shape-rendering=\"crispEdges\" aria-label=\"",
                width, height);
    ad_figure_put_xml(&p->body, caption);
    ad_text_add(&p->body, "\">");
    for (size_t y = 0; y < height; y++)
        for (size_t x = 0, to; x < width; x = to) {
            int colour[2][3];
            for (to = x; to < width; to++) {
                for (size_t c = 0; c < 3; c++) {
                    const float v = pixels[(channels == 3 ? c : 0) * area + y * width + to];
                    colour[to > x][c] = high > low ? (int)(255 * (v - low) / (high - low)) : 0;
                }
                if (to > x && memcmp(colour[0], colour[1], sizeof colour[0]))
                    break;
            }
            ad_text_add(&p->body,
                        "<rect x=\"%zu\" y=\"%zu\" width=\"%zu\" height=\"1\" "
                        "fill=\"#%02x%02x%02x\"/>",
                        x, y, to - x, colour[0][0] & 255, colour[0][1] & 255, colour[0][2] & 255);
        }
    ad_text_add(&p->body, "</svg></div><figcaption>");
    ad_figure_put_xml(&p->body, caption);
    ad_text_add(&p->body, "</figcaption></figure>\n");
}

/* -- Records ------------------------------------------------------------------------------------
 */

json_t *ad_page_read(adrop_page *p, const char *folder, const char *name, int quiet)
{
    char path[AD_PATH_SIZE], *text = NULL;
    json_t *root = NULL;
    size_t size;

    if (snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path)
        return NULL;
    if (access(path, F_OK)) {
        if (!quiet)
            ad_page_lack(p, "%s is not there.", path);
        return NULL;
    }
    adrop_status status = ad_file_read(p->ctx, path, RECORD, &text, &size);
    if (!status)
        status = ad_json_parse(p->ctx, path, text, size, 0, &root);
    if (status == ADROP_ENOMEM)
        p->status = status;
    else if (status)
        ad_page_lack(p, "%s", adrop_ctx_message(p->ctx));
    ad_free(p->ctx, text);
    if (root && !json_is_object(root)) {
        ad_page_lack(p, "%s is no object of JSON.", path);
        json_decref(root);
        root = NULL;
    }
    return root;
}

double ad_page_number(const json_t *from, const char *key)
{
    const json_t *x = json_object_get(from, key);

    return json_is_number(x) ? json_number_value(x) : NAN;
}

const char *ad_page_text(const json_t *from, const char *key)
{
    const char *text = json_string_value(json_object_get(from, key));

    return text ? text : "";
}

/* -- What callers put ---------------------------------------------------------------------------
 */

void adrop_page_section(adrop_page *p, const char *title)
{
    ad_page_head(p, 2, "%s", title);
}

void adrop_page_say(adrop_page *p, const char *sentence)
{
    ad_page_say(p, "%s", sentence);
}

void adrop_page_found(adrop_page *p, const char *sentence)
{
    ad_page_tell(p, "%s", sentence);
}

void adrop_page_missing(adrop_page *p, const char *sentence)
{
    ad_page_lack(p, "%s", sentence);
}

size_t adrop_page_figures(const adrop_page *p)
{
    return p->n_figures;
}

/* -- The whole ----------------------------------------------------------------------------------
 */

static void put_front(const adrop_page *p, ad_text *out)
{
    ad_text_add(out, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
                     "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
                     "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                     "style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:\">\n"
                     "<link rel=\"icon\" href=\"data:,\">\n<title>");
    ad_figure_put_xml(out, p->title);
    ad_text_add(out, "</title>\n<style>%s%s</style></head>\n<body>\n<header><h1>",
                (const char *)ad_page_css, adrop_figure_css());
    ad_figure_put_xml(out, p->title);
    ad_text_add(out, "</h1></header>\n<main>\n");
}

static void put_first_screen(const adrop_page *p, ad_text *out)
{
    if (p->n_found)
        ad_text_add(out,
                    "<div class=\"found\"><strong>What was found</strong><ul>\n%s</ul></div>\n",
                    p->found.bytes);
    if (p->n_missing) {
        ad_text_add(out, "<div class=\"missing\"><strong>What is missing</strong><ul>\n%s",
                    p->missing.bytes);
        if (p->n_missing > 40)
            ad_text_add(out, "<li>and %zu more like these.</li>", p->n_missing - 40);
        ad_text_add(out, "</ul></div>\n");
    }
    if (p->n_sections > 1)
        ad_text_add(out, "<nav aria-label=\"contents\"><ul>\n%s</ul></nav>\n", p->contents.bytes);
}

adrop_status adrop_page_write(adrop_page *p, char **html)
{
    ad_text out = ad_text_start(p->ctx);
    const ad_text *const parts[] = { &p->body, &p->contents, &p->found, &p->missing };

    *html = NULL;
    for (size_t i = 0; i < 4 && !p->status; i++)
        p->status = parts[i]->status;
    if (p->status)
        return p->status;
    put_front(p, &out);
    put_first_screen(p, &out);
    if (p->body.n)
        ad_text_put(&out, p->body.bytes, p->body.n);
    ad_text_add(&out,
                "</main>\n<footer><p>Made by adrop %s. This page is one file and asks nothing of "
                "the network.</p></footer>\n<script>",
                adrop_version());
    ad_text_put(&out, (const char *)ad_page_js, strlen((const char *)ad_page_js));
    ad_text_add(&out, "</script>\n</body></html>\n");
    return ad_text_take(&out, html);
}

void adrop_page_text_free(adrop_page *p, char *html)
{
    ad_free(p->ctx, html);
}
