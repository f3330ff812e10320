/* A document as part of a page: facts as a list of terms, tables, figures, paragraphs. A number is
 * in <data>, whose value has all digits, and shown as people read it. A node without a label is
 * named by its key. */
#include <string.h>

#include "base/memory.h"
#include "document/document.h"
#include "figure/figure.h"

enum { DIGITS = 6 }; /* in the values of a figure */

typedef struct {
    const ad_document_writer *w;
    int in_facts;
    size_t figures;
} page;

static void html_put(page *p, const char *text)
{
    ad_text_put(p->w->out, text, strlen(text));
}

static void put_element(page *p, const char *before, const char *text, const char *after)
{
    html_put(p, before);
    ad_figure_put_xml(p->w->out, text);
    html_put(p, after);
}

static void open_facts(page *p)
{
    html_put(p, p->in_facts ? "" : "<dl class=\"facts\">\n");
    p->in_facts = 1;
}

static void close_facts(page *p)
{
    html_put(p, p->in_facts ? "</dl>\n" : "");
    p->in_facts = 0;
}

static void put_shown(page *p, const ad_node *v, int full)
{
    ad_text text = ad_text_start(p->w->d->arena.ctx);

    ad_node_put(v, full, &text);
    ad_figure_put_xml(p->w->out, text.bytes ? text.bytes : "");
    ad_document_end_part(&text, p->w->out);
}

static void put_table(page *p, const ad_node *table);

/* Write a value on a line. Each number of a list has its own <data>. */
static void html_put_value(page *p, const ad_node *v)
{
    if (v->kind == AD_NODE_TABLE) {
        put_table(p, v);
    } else if (ad_node_is_place(v)) {
        for (const ad_node *i = v->first; i; i = i->next) {
            html_put(p, i == v->first ? "" : ", ");
            html_put_value(p, i);
        }
    } else if (v->kind == AD_NODE_NUMBER || v->kind == AD_NODE_FLOAT) {
        html_put(p, "<data value=\"");
        put_shown(p, v, 1);
        html_put(p, "\">");
        put_shown(p, v, 0);
        html_put(p, "</data>");
    } else if (v->kind != AD_NODE_NONE) {
        put_shown(p, v, 0);
    }
}

/* NULL: it is not shown. */
static const char *html_name_of(const page *p, const ad_node *v)
{
    return v->label || p->w->look->brief ? v->label : v->key;
}

static void put_fact(page *p, const ad_node *v)
{
    if (!html_name_of(p, v) || (v->kind == AD_NODE_LIST && !v->first))
        return;
    open_facts(p);
    put_element(p, "<dt>", html_name_of(p, v), "</dt><dd>");
    html_put_value(p, v);
    html_put(p, "</dd>\n");
}

static void put_header(page *p, const ad_node *table)
{
    const char *name = html_name_of(p, table);

    put_element(p, "<div class=\"wrap\" tabindex=\"0\" role=\"group\" aria-label=\"table ",
                name ? name : "", "\"><table class=\"sort\"><thead><tr>");
    for (const ad_node *c = table->first_column; c; c = c->next)
        if (html_name_of(p, c)) {
            ad_text_add(p->w->out, "<th class=\"%c\" scope=\"col\">", c->align);
            put_element(p, "", html_name_of(p, c), "</th>");
        }
    html_put(p, "</tr></thead><tbody>\n");
}

static void html_put_rows(page *p, const ad_node *table)
{
    static const char *const marks[] = { "", " best", " second" };

    put_header(p, table);
    for (const ad_node *v = table->first; v; v = v->next) {
        if (v->column == table->first_column)
            html_put(p, v->ruled ? "<tr class=\"ruled\">" : "<tr>");
        if (html_name_of(p, v->column)) {
            ad_text_add(p->w->out, "<td class=\"%c%s\">", v->column->align, marks[v->mark]);
            html_put_value(p, v);
            html_put(p, "</td>");
        }
        if (v->column == table->last_column)
            html_put(p, "</tr>\n");
    }
    html_put(p, "</tbody></table></div>\n");
}

static void put_table(page *p, const ad_node *table)
{
    if (table->first)
        html_put_rows(p, table);
    for (const ad_node *note = table->first_note; note; note = note->next)
        put_element(p, "<p class=\"soft\">", note->of.text, "</p>\n");
}

/* A table with its title. */
static void put_titled(page *p, const ad_node *table)
{
    const char *name = html_name_of(p, table);
    const int folded = (table->traits & ADROP_TABLE_FOLDED) != 0;

    if (!name)
        return;
    if (*name)
        put_element(p, folded ? "<details><summary>" : "<h3>", name,
                    folded ? "</summary>\n" : "</h3>\n");
    put_table(p, table);
    html_put(p, *name && folded ? "</details>\n" : "");
}

/* The caption of a figure. */
static void put_caption(page *p, const adrop_figure *f)
{
    html_put(p, f->n_notes ? "<figcaption>" : "");
    for (size_t i = 0; i < f->n_notes; i++)
        put_element(p, i ? " " : "", f->notes[i], "");
    html_put(p, f->n_notes ? "</figcaption>" : "");
}

/* Write a figure, unless it has no values. */
static void put_figure(page *p, const ad_node *v)
{
    adrop_figure *f = v->of.figure;
    const size_t number = p->w->look->number + p->figures;
    adrop_figure_look look;
    char *text;

    if (!f->status && adrop_figure_is_empty(f))
        return;
    p->figures++;
    adrop_figure_look_init(&look);
    look.digits = DIGITS;
    look.number = number;
    const adrop_status status = adrop_figure_write(f, ADROP_FIGURE_HTML, &look, &text);
    if (status && !p->w->out->status)
        p->w->out->status = status;
    if (!status) {
        ad_text_add(p->w->out, "<figure class=\"adf\" id=\"f%zu\">", number);
        put_element(p, "<h4>", f->title, "</h4>\n<div class=\"draw\">");
        html_put(p, text);
        html_put(p, "</div>\n");
        put_caption(p, f);
        html_put(p, "</figure>\n");
    }
    ad_free(p->w->d->arena.ctx, text);
}

static void put_nodes(page *p, const ad_node *place);

static void put_place(page *p, const ad_node *v)
{
    const char *name = html_name_of(p, v);

    close_facts(p);
    if (name && *name)
        put_element(p, "<h3>", name, "</h3>\n");
    put_nodes(p, v);
    close_facts(p);
}

static void put_node(page *p, const ad_node *v)
{
    if (v->kind == AD_NODE_GROUP && !v->key && !v->label) {
        put_nodes(p, v);
        return;
    }
    if (ad_node_is_fact(v)) {
        put_fact(p, v);
        return;
    }
    close_facts(p);
    if (v->kind == AD_NODE_TABLE) {
        put_titled(p, v);
    } else if (ad_node_is_place(v)) {
        put_place(p, v);
    } else if (v->kind == AD_NODE_FIGURE) {
        put_figure(p, v);
    } else if (v->kind == AD_NODE_WARNING) {
        put_element(p, "<p class=\"warning\">", v->of.text, "</p>\n");
    } else if (v->kind == AD_NODE_SENTENCE) {
        put_element(p, "<p>", v->of.text, "</p>\n");
    }
}

static void put_nodes(page *p, const ad_node *place)
{
    for (const ad_node *v = place->first; v; v = v->next)
        put_node(p, v);
}

void ad_document_html(const ad_document_writer *w)
{
    page p = { .w = w };

    if (*w->d->title)
        put_element(&p, "<h2>", w->d->title, "</h2>\n");
    put_nodes(&p, &w->d->root);
    close_facts(&p);
}
