/* Sentences and headings of a page (html.h). Every text goes through ad_figure_put_xml. */
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "figure/figure.h"
#include "report/html.h"

/* A formatted text, escaped, between two pieces of HTML. */
__attribute__((format(printf, 4, 0))) static void html_text_put(ad_text *out, const char *before,
                                                                const char *behind,
                                                                const char *format, va_list args)
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
    ad_text text = ad_text_start(p->ctx);
    va_list args;

    va_start(args, format);
    ad_text_add_list(&text, format, args);
    va_end(args);
    if (text.status)
        p->status = p->status ? p->status : text.status;
    else
        adrop_document_sentence(p->d, NULL, text.bytes);
    ad_text_release(&text);
}

void ad_page_say_again(adrop_page *p, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    html_text_put(ad_page_body(p), "<p class=\"again\">", "</p>\n", format, args);
    va_end(args);
}

void ad_page_note(adrop_page *p, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    html_text_put(ad_page_body(p), "<p class=\"soft\">", "</p>\n", format, args);
    va_end(args);
}

/* A finding stands below the name of its section, which links to it. */
void ad_page_tell(adrop_page *p, const char *format, ...)
{
    va_list args;

    if (!p->n_found || p->found_in != p->n_sections) {
        ad_text_add(&p->found, "%s", p->n_found ? "</ul>\n" : "");
        if (p->section) {
            ad_text_add(&p->found, "<h3><a href=\"#s%zu\">", p->n_sections);
            ad_figure_put_xml(&p->found, p->section);
            ad_text_add(&p->found, "</a></h3>\n");
        }
        ad_text_add(&p->found, "<ul>\n");
        p->found_in = p->n_sections;
    }
    va_start(args, format);
    html_text_put(&p->found, "<li>", "</li>\n", format, args);
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
    html_text_put(&p->missing, "<li>", "</li>\n", format, args);
    va_end(args);
}

/* Name and number the section that begins. */
static void name_section(adrop_page *p, const char *format, va_list args)
{
    ad_text name = ad_text_start(p->ctx);

    ad_text_add_list(&name, format, args);
    ad_free(p->ctx, p->section);
    p->section = NULL;
    const adrop_status status = ad_text_take(&name, &p->section);
    if (status && !p->status)
        p->status = status;
    p->n_sections++;
    ad_text_add(&p->contents, "<li><a href=\"#s%zu\">", p->n_sections);
    ad_figure_put_xml(&p->contents, p->section ? p->section : "");
    ad_text_add(&p->contents, "</a></li>\n");
}

void ad_page_head(adrop_page *p, int level, const char *format, ...)
{
    char tag[48];
    va_list args;

    snprintf(tag, sizeof tag, "<h%d>", level);
    if (level == 2) {
        va_start(args, format);
        name_section(p, format, args);
        va_end(args);
        snprintf(tag, sizeof tag, "<h2 id=\"s%zu\">", p->n_sections);
    }
    va_start(args, format);
    html_text_put(ad_page_body(p), tag, level == 2 ? "</h2>\n" : "</h3>\n", format, args);
    va_end(args);
}

/* -- Public calls -------------------------------------------------------------------------- */

void adrop_page_section(adrop_page *p, const char *title)
{
    ad_page_head(p, 2, "%s", title);
}

void adrop_page_found(adrop_page *p, const char *sentence)
{
    ad_page_tell(p, "%s", sentence);
}

void adrop_page_missing(adrop_page *p, const char *sentence)
{
    ad_page_lack(p, "%s", sentence);
}
