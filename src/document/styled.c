/* Documents in the styles of tables: CSV, Markdown, LaTeX. Characters that could move a cursor are
 * replaced. Consecutive facts form one table, and so does each table; an empty line separates
 * blocks. */
#include <string.h>

#include "base/memory.h"
#include "document/document.h"
#include "figure/table.h"

typedef struct {
    const ad_document_writer *w;
    const ad_document_style *style;
    adrop_table *facts; /* NULL: none yet */
    int blocks, was_line;
} page;

/* Keep the first failure; returns 1 to continue. */
static int styled_keep(page *p, adrop_status status)
{
    if (status && !p->w->out->status)
        p->w->out->status = status;
    return !p->w->out->status;
}

static const char *styled_name_of(const page *p, const ad_node *v)
{
    return p->style->full ? v->key : v->label;
}

/* Sentences in CSV follow each other without an empty line. */
static void begin_block(page *p, int is_line)
{
    ad_text_put(p->w->out, "\n", p->blocks++ > 0 && !(p->style->full && is_line && p->was_line));
    p->was_line = is_line;
}

static void put_table(page *p, adrop_table *t)
{
    char *text = NULL;

    begin_block(p, 0);
    if (styled_keep(p, adrop_table_write(t, p->style->table, 0, &text)))
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

static void styled_add_text(page *p, adrop_table *t, const ad_node *v, int full)
{
    ad_text text = ad_text_start(p->w->d->arena.ctx), clean = text;

    if (v->kind != AD_NODE_NONE && (v->kind != AD_NODE_NULL || !p->style->full))
        ad_node_put(v, full, &text);
    ad_document_clean(&clean, text.bytes ? text.bytes : "", 0);
    if (styled_keep(p, text.status) && styled_keep(p, clean.status))
        styled_keep(p, adrop_table_cell(t, v->mark, "%s", clean.bytes ? clean.bytes : ""));
    ad_text_release(&clean);
    ad_text_release(&text);
}

static int start_facts(page *p)
{
    const int full = p->style->full;

    if (p->facts)
        return 1;
    return styled_keep(p, adrop_table_create(p->w->d->arena.ctx, "", &p->facts)) &&
           styled_keep(p, adrop_table_column(p->facts, 'l', full ? "key" : "")) &&
           styled_keep(p, adrop_table_column(p->facts, full ? 'l' : 'r', full ? "value" : "")) &&
           (!full || styled_keep(p, adrop_table_column(p->facts, 'l', "unit")));
}

static void add_fact(page *p, const ad_node *v, const char *prefix)
{
    const char *name = styled_name_of(p, v);

    if (!name || (p->style->full ? p->w->look->brief : v->kind == AD_NODE_NULL) || !start_facts(p))
        return;
    styled_keep(p, adrop_table_cell(p->facts, ADROP_MARK_PLAIN, "%s%s",
                                    p->style->full ? prefix : "", name));
    styled_add_text(p, p->facts, v, p->style->full);
    if (p->style->full)
        styled_keep(p, adrop_table_cell(p->facts, ADROP_MARK_PLAIN, "%s", v->unit));
}

static void put_line(page *p, void (*put)(ad_text *out, const char *text), const char *text)
{
    if (!put || !*text)
        return;
    put_facts(p);
    begin_block(p, 1);
    put(p->w->out, text);
}

/* Write the notes of a table without rows. */
static void put_notes(page *p, const ad_node *table)
{
    for (const ad_node *note = table->first_note; note && table->label; note = note->next) {
        ad_text text = ad_text_start(p->w->d->arena.ctx);
        ad_text_add(&text, "%s%s%s", table->label, *table->label ? ": " : "", note->of.text);
        if (styled_keep(p, text.status))
            put_line(p, p->style->sentence, text.bytes);
        ad_text_release(&text);
    }
}

static void styled_add_rows(page *p, const ad_node *table)
{
    const int full = p->style->full && !(table->traits & ADROP_TABLE_SHEET);
    adrop_table *t = NULL;
    size_t n = 0;

    if (!full && !table->first)
        put_notes(p, table);
    if (!table->first && p->w->look->brief)
        return;
    if ((!full && (!table->label || !table->first)) || !table->first_column)
        return;
    put_facts(p);
    const char *title = full ? "" : table->label;
    styled_keep(p, adrop_table_create(p->w->d->arena.ctx, title, &t));
    for (const ad_node *c = table->first_column; t && c; c = c->next) {
        const char *name = full ? c->key : c->label;
        if (name && ++n)
            styled_keep(p, adrop_table_column(t, c->align, name));
    }
    for (const ad_node *v = table->first; t && v; v = v->next) {
        if (v->ruled && v->column == table->first_column)
            styled_keep(p, adrop_table_rule(t));
        if (full ? v->column->key : v->column->label)
            styled_add_text(p, t, v, full);
    }
    for (const ad_node *note = table->first_note; t && note && !full; note = note->next)
        styled_keep(p, adrop_table_note(t, "%s", note->of.text));
    if (n && !p->w->out->status)
        put_table(p, t);
    else
        adrop_table_free(t);
}

/* Write a table whose cells have keys of their own as one fact per cell. */
static void add_members(page *p, const ad_node *table, const char *prefix)
{
    for (const ad_node *v = table->first; v; v = v->next)
        if (v->key && v->kind != AD_NODE_NONE)
            add_fact(p, v, prefix);
}

static void put_nodes(page *p, const ad_node *place, const char *prefix);

/* Write the members of a group or a list; their keys begin with that of the place and a point. */
static void put_place(page *p, const ad_node *v, const char *prefix)
{
    ad_text inner = ad_text_start(p->w->d->arena.ctx);

    if (v->kind == AD_NODE_GROUP && v->label)
        put_line(p, p->style->heading, v->label);
    ad_text_add(&inner, "%s%s%s", prefix, v->key ? v->key : "", v->key ? "." : "");
    if (styled_keep(p, inner.status) && (v->kind == AD_NODE_GROUP || p->style->full || v->label))
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
            styled_add_rows(p, v);
        else if (ad_node_is_place(v))
            put_place(p, v, prefix);
        else if (p->style->full && place->kind == AD_NODE_LIST && place->key)
            continue; /* sentences in a list are data */
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
