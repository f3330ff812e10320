/* A document as text: facts in two columns, tables, prose. An empty line separates blocks; the
 * content of a heading or a title is indented. */
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "document/document.h"
#include "document/grid.h"

enum { STEP = 2, PROSE = 100 };

typedef enum { NOTHING, HEADING, PROSE_BLOCK, BLOCK } block;

typedef struct {
    const ad_document_writer *w;
    size_t indent;
    block before; /* the last block written */
    ad_grid facts;
    int has_facts;
} page;

static void put_facts(page *p);

/* Write pending facts, and the empty line before a block if it needs one. */
static void begin_block(page *p, block kind)
{
    put_facts(p);
    if (p->before == BLOCK || (p->before == PROSE_BLOCK && kind != PROSE_BLOCK))
        ad_text_put(p->w->out, "\n", 1);
    p->before = kind;
}

static void put_facts(page *p)
{
    if (!p->has_facts)
        return;
    p->has_facts = 0;
    begin_block(p, BLOCK);
    ad_grid_write(&p->facts, p->indent, p->w->out);
}

/* Add a value as one cell of a grid. */
static void add_value(ad_grid *g, const ad_node *v, adrop_mark mark)
{
    ad_text text = ad_text_start(g->arena.ctx);

    if (v->kind != AD_NODE_NONE)
        ad_node_put(v, 0, &text);
    ad_grid_add(g, text.bytes ? text.bytes : "", mark, v->ruled);
    if (text.status && !g->arena.status)
        g->arena.status = text.status;
    ad_text_release(&text);
}

static void add_fact(page *p, const ad_node *v)
{
    if (!v->label || v->kind == AD_NODE_NULL || (v->kind == AD_NODE_LIST && !v->first))
        return;
    if (!p->has_facts)
        p->facts = ad_grid_start(p->w->d->arena.ctx, p->w->look, 2);
    p->has_facts = 1;
    ad_grid_add(&p->facts, v->label, ADROP_MARK_PLAIN, 0);
    add_value(&p->facts, v, v->mark);
}

static void put_line(page *p, const char *text, adrop_mark mark)
{
    const adrop_document_look *look = p->w->look;
    const char *code = ad_grid_code(look, mark);
    const size_t most = !look->is_terminal ? 0 : look->columns > PROSE ? PROSE : look->columns;
    ad_text clean = ad_text_start(p->w->out->ctx);

    ad_document_clean(&clean, text, look->ascii);
    ad_text_add(p->w->out, "%*s%s", (int)p->indent, "", code);
    ad_grid_wrap(p->w->out, clean.bytes ? clean.bytes : "", p->indent, p->indent, most);
    if (*code && p->w->out->n) { /* put the reset code before the end of the line */
        p->w->out->n--;
        ad_text_put(p->w->out, "\033[0m\n", 5);
    }
    ad_document_end_part(&clean, p->w->out);
}

static void put_heading(page *p, const char *text)
{
    begin_block(p, BLOCK);
    put_line(p, text, ADROP_MARK_BEST);
    p->before = HEADING;
}

static ad_grid grid_of(page *p, const ad_node *table)
{
    size_t n = 0, i = 0;

    for (const ad_node *c = table->first_column; c; c = c->next)
        n += c->label != NULL;
    ad_grid g = ad_grid_start(p->w->d->arena.ctx, p->w->look, n);
    for (const ad_node *c = table->first_column; g.columns && c; c = c->next) {
        if (!c->label)
            continue;
        g.columns[i].align = c->align;
        g.columns[i++].rank = c->rank;
        g.has_header |= *c->label != 0;
    }
    for (const ad_node *c = table->first_column; g.has_header && c; c = c->next)
        if (c->label)
            ad_grid_add(&g, c->label, ADROP_MARK_BEST, 0);
    for (const ad_node *v = table->first; v; v = v->next)
        if (v->column->label)
            add_value(&g, v, v->mark);
    return g;
}

/* Write the notes of a table without rows. */
static void put_notes(page *p, const ad_node *table)
{
    for (const ad_node *note = table->first_note; note; note = note->next) {
        ad_text text = ad_text_start(p->w->out->ctx);
        ad_text_add(&text, "%s%s%s", table->label, *table->label ? ": " : "", note->of.text);
        begin_block(p, PROSE_BLOCK);
        put_line(p, text.bytes ? text.bytes : "", ADROP_MARK_PLAIN);
        ad_document_end_part(&text, p->w->out);
    }
}

static void put_table(page *p, const ad_node *table)
{
    const adrop_document_look *look = p->w->look;

    if (table->label && !table->first)
        put_notes(p, table);
    if (!table->label || !table->first)
        return;
    ad_grid g = grid_of(p, table);
    const size_t wide = ad_grid_width(&g) + p->indent + (*table->label ? STEP : 0);
    if (!g.n || (table->traits & ADROP_TABLE_WHOLE && look->is_terminal && wide > look->columns)) {
        ad_document_arena_release(&g.arena);
        return;
    }
    begin_block(p, BLOCK);
    if (*table->label) {
        put_line(p, table->label, ADROP_MARK_PLAIN);
        p->indent += STEP;
    }
    ad_grid_write(&g, p->indent, p->w->out);
    for (const ad_node *note = table->first_note; note; note = note->next)
        put_line(p, note->of.text, ADROP_MARK_PLAIN);
    p->indent -= *table->label ? STEP : 0;
}

static void put_figure(page *p, const ad_node *v)
{
    const adrop_document_look *look = p->w->look;
    adrop_figure_look of_figure;
    adrop_ctx *ctx = p->w->d->arena.ctx;
    char *text;

    adrop_figure_look_init(&of_figure);
    of_figure.width = look->columns;
    of_figure.ascii = look->ascii;
    of_figure.colour = look->colour;
    const adrop_status status = adrop_figure_write(v->of.figure, ADROP_FIGURE_TEXT, &of_figure,
                                                   &text);
    begin_block(p, BLOCK);
    if (status && !p->w->out->status)
        p->w->out->status = status;
    else if (!status)
        ad_text_put(p->w->out, text, strlen(text));
    ad_free(ctx, text);
}

static void put_prose(page *p, const ad_node *v)
{
    ad_text text = ad_text_start(p->w->out->ctx);

    ad_text_add(&text, "%s%s", v->kind == AD_NODE_WARNING ? "Warning: " : "", v->of.text);
    begin_block(p, PROSE_BLOCK);
    put_line(p, text.bytes ? text.bytes : "", ADROP_MARK_PLAIN);
    ad_document_end_part(&text, p->w->out);
}

static void put_nodes(page *p, const ad_node *place);

static void put_group(page *p, const ad_node *v)
{
    const int has_heading = v->label && *v->label;

    if (has_heading && v->first) {
        put_heading(p, v->label);
        p->indent += STEP;
    }
    put_nodes(p, v);
    if (has_heading && v->first) {
        put_facts(p);
        p->indent -= STEP;
        p->before = BLOCK;
    }
}

static void put_node(page *p, const ad_node *v)
{
    if (ad_node_is_fact(v)) {
        add_fact(p, v);
        return;
    }
    switch (v->kind) {
    case AD_NODE_GROUP:
        put_group(p, v);
        break;
    case AD_NODE_LIST:
        if (v->label)
            put_nodes(p, v);
        break;
    case AD_NODE_TABLE:
        put_table(p, v);
        break;
    case AD_NODE_PLAIN:
        begin_block(p, BLOCK);
        ad_text_put(p->w->out, v->of.text, strlen(v->of.text));
        break;
    case AD_NODE_FIGURE:
        put_figure(p, v);
        break;
    default:
        put_prose(p, v);
        break;
    }
}

static void put_nodes(page *p, const ad_node *place)
{
    for (const ad_node *v = place->first; v; v = v->next)
        put_node(p, v);
}

void ad_document_text(const ad_document_writer *w)
{
    page p = { .w = w };

    if (*w->d->title) {
        put_line(&p, w->d->title, ADROP_MARK_BEST);
        p.before = BLOCK;
    }
    put_nodes(&p, &w->d->root);
    put_facts(&p);
}
