/* Documents in the styles of tables: CSV, Markdown, LaTeX. What could move a cursor is replaced.
 * Facts that follow each other are one table, and so is each table; an empty line stands between
 * two blocks. */
#include <string.h>

#include "base/memory.h"
#include "document/document.h"
#include "figure/table.h"

typedef struct {
    const ad_document_writer *w;
    const ad_document_style *style;
    adrop_table *facts; /* NULL: none yet */
    int blocks;
} page;

/* The first failure; 1: go on. */
static int keep(page *p, adrop_status status)
{
    if (status && !p->w->out->status)
        p->w->out->status = status;
    return !p->w->out->status;
}

static const char *name_of(const page *p, const ad_node *v)
{
    return p->style->full ? v->key : v->label;
}

static void begin_block(page *p)
{
    ad_text_put(p->w->out, "\n", p->blocks++ > 0);
}

static void put_table(page *p, adrop_table *t)
{
    char *text = NULL;

    begin_block(p);
    if (keep(p, adrop_table_write(t, p->style->table, 0, &text)))
        ad_text_put(p->w->out, text, strlen(text));
    ad_free(p->w->d->arena.ctx, text);
    adrop_table_free(t);
}

static void put_facts(page *p)
{
    adrop_table *t = p->facts;

    p->facts = NULL;
    if (t)
        put_table(p, t);
}

static void add_text(page *p, adrop_table *t, const ad_node *v)
{
    ad_text text = ad_text_start(p->w->d->arena.ctx), clean = text;

    if (v->kind != AD_NODE_NONE)
        ad_node_put(v, p->style->full, &text);
    ad_document_clean(&clean, text.bytes ? text.bytes : "", 0);
    if (keep(p, text.status) && keep(p, clean.status))
        keep(p, adrop_table_cell(t, v->mark, "%s", clean.bytes ? clean.bytes : ""));
    ad_text_release(&clean);
    ad_text_release(&text);
}

static int start_facts(page *p)
{
    const int full = p->style->full;

    if (p->facts)
        return 1;
    return keep(p, adrop_table_create(p->w->d->arena.ctx, "", &p->facts)) &&
           keep(p, adrop_table_column(p->facts, 'l', full ? "key" : "")) &&
           keep(p, adrop_table_column(p->facts, full ? 'l' : 'r', full ? "value" : "")) &&
           (!full || keep(p, adrop_table_column(p->facts, 'l', "unit")));
}

static void add_fact(page *p, const ad_node *v, const char *prefix)
{
    const char *name = name_of(p, v);

    if (!name || (!p->style->full && v->kind == AD_NODE_NULL) || !start_facts(p))
        return;
    keep(p, adrop_table_cell(p->facts, ADROP_PLAIN, "%s%s", p->style->full ? prefix : "", name));
    add_text(p, p->facts, v);
    if (p->style->full)
        keep(p, adrop_table_cell(p->facts, ADROP_PLAIN, "%s", v->unit));
}

static void add_rows(page *p, const ad_node *table)
{
    adrop_table *t = NULL;
    size_t n = 0;

    if ((!p->style->full && !table->label) || !table->first_column)
        return;
    put_facts(p);
    const char *title = p->style->full || !table->label ? "" : table->label;
    keep(p, adrop_table_create(p->w->d->arena.ctx, title, &t));
    for (const ad_node *c = table->first_column; t && c; c = c->next)
        if (name_of(p, c) && ++n)
            keep(p, adrop_table_column(t, c->align, name_of(p, c)));
    for (const ad_node *v = table->first; t && v; v = v->next) {
        if (v->ruled && v->column == table->first_column)
            keep(p, adrop_table_rule(t));
        if (name_of(p, v->column))
            add_text(p, t, v);
    }
    for (const ad_node *note = table->first_note; t && note && !p->style->full; note = note->next)
        keep(p, adrop_table_note(t, "%s", note->of.text));
    if (n && !p->w->out->status)
        put_table(p, t);
    else
        adrop_table_free(t);
}

/* A table whose cells have keys of their own: a fact each. */
static void add_members(page *p, const ad_node *table, const char *prefix)
{
    for (const ad_node *v = table->first; v; v = v->next)
        if (v->key && v->kind != AD_NODE_NONE)
            add_fact(p, v, prefix);
}

static void put_line(page *p, void (*put)(ad_text *out, const char *text), const char *text)
{
    if (!put || !*text)
        return;
    put_facts(p);
    begin_block(p);
    put(p->w->out, text);
}

static void put_nodes(page *p, const ad_node *place, const char *prefix);

/* Members of a group or a list; their keys follow that of the place and a point. */
static void put_place(page *p, const ad_node *v, const char *prefix)
{
    ad_text inner = ad_text_start(p->w->d->arena.ctx);

    if (v->kind == AD_NODE_GROUP && v->label)
        put_line(p, p->style->heading, v->label);
    ad_text_add(&inner, "%s%s%s", prefix, v->key ? v->key : "", v->key ? "." : "");
    if (keep(p, inner.status) && (v->kind == AD_NODE_GROUP || p->style->full || v->label))
        put_nodes(p, v, inner.bytes);
    ad_text_release(&inner);
    if (v->kind == AD_NODE_GROUP && v->label && *v->label && !p->style->full)
        put_facts(p);
}

static void put_nodes(page *p, const ad_node *place, const char *prefix)
{
    for (const ad_node *v = place->first; v && !p->w->out->status; v = v->next) {
        if (ad_node_is_fact(v))
            add_fact(p, v, prefix);
        else if (v->kind == AD_NODE_TABLE && p->style->full && v->traits & ADROP_TABLE_MEMBERS)
            add_members(p, v, prefix);
        else if (v->kind == AD_NODE_TABLE)
            add_rows(p, v);
        else if (ad_node_is_place(v))
            put_place(p, v, prefix);
        else if (v->kind == AD_NODE_SENTENCE || v->kind == AD_NODE_WARNING)
            put_line(p, p->style->sentence, v->of.text);
    }
}

void ad_document_styled(const ad_document_writer *w, const ad_document_style *style)
{
    page p = { .w = w, .style = style };

    put_line(&p, style->heading, w->d->title);
    put_nodes(&p, &w->d->root, "");
    put_facts(&p);
    adrop_table_free(p.facts);
}
