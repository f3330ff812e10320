/* A whole page (html.h): the first screen, the contents, the sections. It has no src, and href only
 * within the page. */
#include "report/html.h"

#include <string.h>

#include "adrop/version.h"
#include "base/context.h"
#include "base/memory.h"
#include "base/option_check.h"
#include "base/text.h"
#include "figure/figure.h"

adrop_status adrop_page_create(adrop_ctx *ctx, const char *title, adrop_page **out)
{
    if (ad_check_given(ctx, "title", title) || ad_check_given(ctx, "out", out))
        return ADROP_EINVAL;

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
    if (!status)
        status = adrop_document_create(ctx, "", &p->d);
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
    adrop_document_free(p->d);
    ad_text_release(&p->body);
    ad_text_release(&p->contents);
    ad_text_release(&p->found);
    ad_text_release(&p->missing);
    ad_free(p->ctx, p->figures);
    ad_free(p->ctx, p->section);
    ad_free(p->ctx, p->title);
    ad_free(p->ctx, p);
}

adrop_status adrop_page_save_figures(adrop_page *p, const char *folder)
{
    if (ad_check_given(p->ctx, "folder", folder))
        return ADROP_EINVAL;

    ad_free(p->ctx, p->figures);
    return ad_copy_text(p->ctx, folder, &p->figures);
}

static void put_front(const adrop_page *p, ad_text *out)
{
    ad_text_add(out, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
                     "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
                     "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                     "style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:\">\n"
                     "<link rel=\"icon\" href=\"data:,\">\n<title>");
    ad_figure_put_xml(out, p->title);
    ad_text_add(out, "</title>\n<style>%s%s</style></head>\n<body%s>\n<header><h1>",
                (const char *)ad_page_css, adrop_figure_css(),
                p->n_sections == 1 ? " class=\"one\"" : "");
    ad_figure_put_xml(out, p->title);
    ad_text_add(out, "</h1></header>\n<main>\n");
}

static void put_first_screen(const adrop_page *p, ad_text *out)
{
    if (p->n_found)
        ad_text_add(out, "<section class=\"found\"><h2>What was found</h2>\n%s</ul></section>\n",
                    p->found.bytes);
    if (p->n_missing) {
        ad_text_add(out, "<section class=\"missing\"><h2>What is missing</h2><ul>\n%s",
                    p->missing.bytes);
        if (p->n_missing > 40)
            ad_text_add(out, "<li>and %zu more like these.</li>", p->n_missing - 40);
        ad_text_add(out, "</ul></section>\n");
    }
    if (p->n_sections > 1)
        ad_text_add(out, "<nav aria-label=\"contents\"><ul>\n%s</ul></nav>\n", p->contents.bytes);
}

adrop_status adrop_page_write(adrop_page *p, char **html)
{
    if (ad_check_given(p->ctx, "html", html))
        return ADROP_EINVAL;

    ad_text out = ad_text_start(p->ctx);
    const ad_text *const parts[] = { &p->body, &p->contents, &p->found, &p->missing };

    *html = NULL;
    ad_page_body(p);
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
