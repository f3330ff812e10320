/* Documents: building them (adrop/document.h). A new node goes to the open place, which was opened
 * last: the members of a group, the items of a list, the cells of a table. */
#include "document/document.h"

#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "base/option_check.h"

adrop_status adrop_document_create(adrop_ctx *ctx, const char *title, adrop_document **out)
{
    if (ad_check_given(ctx, "out", out))
        return ADROP_EINVAL;

    adrop_document *d;
    adrop_status status = AD_NEW(ctx, 1, "a document", &d);

    *out = NULL;
    if (status)
        return status;
    d->arena.ctx = ctx;
    d->open = &d->root;
    d->title = ad_document_arena_text(&d->arena, title ? title : "");
    status = d->arena.status;
    if (status)
        adrop_document_free(d);
    else
        *out = d;
    return status;
}

static void free_figures(ad_node *v)
{
    if (v->kind == AD_NODE_FIGURE)
        adrop_figure_free(v->of.figure);
    for (ad_node *i = v->first; i; i = i->next)
        free_figures(i);
}

void adrop_document_free(adrop_document *d)
{
    if (!d)
        return;
    adrop_ctx *ctx = d->arena.ctx;
    free_figures(&d->root);
    ad_document_arena_release(&d->arena);
    ad_free(ctx, d);
}

static void *keep_failure(adrop_document *d, adrop_status status)
{
    d->status = d->status ? d->status : status;
    return NULL;
}

#define REFUSE(d, ...)                                                                             \
  keep_failure((d), (d)->status ? (d)->status : ad_fail((d)->arena.ctx, ADROP_EINVAL, __VA_ARGS__))

static const char *keep_text(adrop_document *d, const char *text)
{
    return ad_document_arena_text(&d->arena, text);
}

/* Make a node without a parent; NULL after a failure. */
static ad_node *make_node(adrop_document *d, ad_node_kind kind, const char *key, const char *label)
{
    if (d->status)
        return NULL;
    ad_node *v = ad_document_arena_take(&d->arena, sizeof *v);
    if (v) {
        v->kind = kind;
        v->key = keep_text(d, key);
        v->label = keep_text(d, label);
        v->unit = v->before = v->after = "";
        v->parent = d->open;
    }
    return d->arena.status ? keep_failure(d, d->arena.status) : v;
}

static void append_node(ad_node **first, ad_node **last, ad_node *v)
{
    if (*last)
        (*last)->next = v;
    else
        *first = v;
    *last = v;
}

/* The column of the next cell; NULL: the table has no columns. */
static const ad_node *next_column(const ad_node *table)
{
    const size_t n = table->n_columns ? table->n % table->n_columns : 0;

    return !table->n_columns || n == 0 ? table->first_column : table->last->column->next;
}

static ad_node *add_cell(adrop_document *d, ad_node *v)
{
    ad_node *table = d->open;

    if (!(v->column = next_column(table)))
        return REFUSE(d, "a table without columns takes no cells");
    v->key = v->column->key;
    v->unit = v->column->unit;
    v->digits = v->column->digits;
    v->ruled = table->rule;
    table->rule = 0;
    return v;
}

/* Add a node to the open place. Facts are members of groups; is_item: it has no name, so it is an
 * item or a cell. */
static ad_node *add_node(adrop_document *d, ad_node *v, int is_item)
{
    ad_node *place = d->open;
    const int is_group = place->kind == AD_NODE_GROUP;

    if (!v)
        return NULL;
    if (is_group && is_item)
        return REFUSE(d, "a cell or an item needs a table or a list");
    if (!is_group && !is_item && !ad_node_is_place(v) && v->kind != AD_NODE_SENTENCE)
        return REFUSE(d, "a table or a list has cells or items, not facts");
    if (place->kind == AD_NODE_TABLE && !add_cell(d, v))
        return NULL;
    append_node(&place->first, &place->last, v);
    place->n++;
    return d->last = v;
}

static void open_place(adrop_document *d, ad_node_kind kind, const char *key, const char *label,
                       int traits)
{
    ad_node *v = add_node(d, make_node(d, kind, key, label), 0);

    if (!v)
        return;
    v->traits = traits;
    d->open = v;
}

void adrop_document_group(adrop_document *d, const char *key, const char *heading)
{
    open_place(d, AD_NODE_GROUP, key, heading, 0);
}

void adrop_document_list(adrop_document *d, const char *key, const char *label)
{
    open_place(d, AD_NODE_LIST, key, label, 0);
}

void adrop_document_table(adrop_document *d, const char *key, const char *title, int traits)
{
    open_place(d, AD_NODE_TABLE, key, title, traits);
}

void adrop_document_end(adrop_document *d)
{
    ad_node *v = d->open;

    if (v == &d->root) {
        REFUSE(d, "there is no open place to end");
    } else if (v->n_columns && v->n % v->n_columns) {
        REFUSE(d, "the last row of a table has %zu of %zu cells", v->n % v->n_columns,
               v->n_columns);
    } else if (!d->status) {
        d->open = v->parent;
        d->last = v;
    }
}

static ad_node *add_fact(adrop_document *d, ad_node_kind kind, const char *key, const char *label)
{
    return add_node(d, make_node(d, kind, key, label), 0);
}

void adrop_document_number(adrop_document *d, const char *key, const char *label, double x,
                           const char *unit, int digits)
{
    ad_node *v = add_fact(d, AD_NODE_NUMBER, key, label);

    if (!v)
        return;
    v->of.number = x;
    v->unit = keep_text(d, unit ? unit : "");
    v->digits = digits;
}

void adrop_document_float(adrop_document *d, const char *key, const char *label, float x)
{
    ad_node *v = add_fact(d, AD_NODE_FLOAT, key, label);

    if (v)
        v->of.number = (double)x;
}

void adrop_document_count(adrop_document *d, const char *key, const char *label, uint64_t n)
{
    ad_node *v = add_fact(d, AD_NODE_COUNT, key, label);

    if (v)
        v->of.count = n;
}

void adrop_document_text(adrop_document *d, const char *key, const char *label, const char *text)
{
    ad_node *v = add_fact(d, text ? AD_NODE_TEXT : AD_NODE_NULL, key, label);

    if (v)
        v->of.text = keep_text(d, text);
}

void adrop_document_vector(adrop_document *d, const char *key, const char *label, size_t n,
                           const float *x)
{
    if (!d->status && ad_check_array(d->arena.ctx, "x", n, x))
        keep_failure(d, ADROP_EINVAL);
    ad_node *v = add_fact(d, AD_NODE_VECTOR, key, label);
    float *copy = v && n && x ? ad_document_arena_take(&d->arena, n * sizeof *copy) : NULL;

    if (v && n && x && !copy)
        keep_failure(d, d->arena.status);
    if (!copy)
        return;
    v->of.vector = memcpy(copy, x, n * sizeof *copy);
    v->n = n;
}

void adrop_document_truth(adrop_document *d, const char *key, const char *label, int truth)
{
    ad_node *v = add_fact(d, AD_NODE_TRUTH, key, label);

    if (v)
        v->of.count = truth != 0;
}

void adrop_document_null(adrop_document *d, const char *key)
{
    add_fact(d, AD_NODE_NULL, key, NULL);
}

void adrop_document_column(adrop_document *d, const char *key, const char *label, char align,
                           const char *unit, int digits)
{
    ad_node *table = d->open, *v = make_node(d, AD_NODE_COLUMN, key, label);

    if (!v)
        return;
    if (table->kind != AD_NODE_TABLE || table->n) {
        REFUSE(d, "a column belongs to a table, before its first cell");
        return;
    }
    v->align = align == 'r' || align == 'c' ? align : 'l';
    v->unit = keep_text(d, unit ? unit : "");
    v->digits = digits;
    append_node(&table->first_column, &table->last_column, v);
    table->n_columns++;
}

void adrop_document_rank(adrop_document *d, int rank)
{
    if (!d->status && d->open->kind == AD_NODE_TABLE && d->open->last_column)
        d->open->last_column->rank = rank;
    else
        REFUSE(d, "a rank belongs to a column");
}

void adrop_document_columns(adrop_document *d, const adrop_column *columns)
{
    for (const adrop_column *c = columns; c->align; c++) {
        adrop_document_column(d, c->key, c->label, c->align, c->unit, c->digits);
        adrop_document_rank(d, c->rank);
    }
}

static ad_node *add_item(adrop_document *d, ad_node_kind kind)
{
    return add_node(d, make_node(d, kind, NULL, NULL), 1);
}

void adrop_document_cell_number(adrop_document *d, double x)
{
    ad_node *v = add_item(d, AD_NODE_NUMBER);

    if (v)
        v->of.number = x;
}

void adrop_document_cell_float(adrop_document *d, float x)
{
    ad_node *v = add_item(d, AD_NODE_FLOAT);

    if (v)
        v->of.number = (double)x;
}

void adrop_document_cell_count(adrop_document *d, uint64_t n)
{
    ad_node *v = add_item(d, AD_NODE_COUNT);

    if (v)
        v->of.count = n;
}

void adrop_document_cell_text(adrop_document *d, const char *text)
{
    ad_node *v = add_item(d, text ? AD_NODE_TEXT : AD_NODE_NULL);

    if (v)
        v->of.text = keep_text(d, text);
}

void adrop_document_cell_truth(adrop_document *d, int truth)
{
    ad_node *v = add_item(d, AD_NODE_TRUTH);

    if (v)
        v->of.count = truth != 0;
}

void adrop_document_cell_null(adrop_document *d)
{
    add_item(d, AD_NODE_NULL);
}

void adrop_document_cell_none(adrop_document *d)
{
    add_item(d, AD_NODE_NONE);
}

void adrop_document_rule(adrop_document *d)
{
    const ad_node *table = d->open;

    if (table->kind != AD_NODE_TABLE || !table->n_columns || table->n % table->n_columns)
        REFUSE(d, "a rule stands between the rows of a table");
    else if (!d->status)
        d->open->rule = table->n > 0;
}

void adrop_document_note(adrop_document *d, const char *text)
{
    ad_node *v = make_node(d, AD_NODE_NOTE, NULL, NULL);

    if (!v)
        return;
    v->of.text = keep_text(d, text ? text : "");
    if (d->open->kind == AD_NODE_TABLE)
        append_node(&d->open->first_note, &d->open->last_note, v);
    else
        REFUSE(d, "a note belongs to a table");
}

void adrop_document_around(adrop_document *d, const char *before, const char *after)
{
    if (d->status || !d->last)
        return;
    d->last->before = keep_text(d, before ? before : "");
    d->last->after = keep_text(d, after ? after : "");
    keep_failure(d, d->arena.status);
}

void adrop_document_also(adrop_document *d, const char *key)
{
    if (d->status || !d->last)
        return;
    d->last->also = keep_text(d, key);
    keep_failure(d, d->arena.status);
}

void adrop_document_differs(adrop_document *d, const char *key, const char *unit, int digits)
{
    if (d->status || !d->last)
        return;
    d->last->key = keep_text(d, key);
    d->last->unit = keep_text(d, unit ? unit : "");
    d->last->digits = digits;
    keep_failure(d, d->arena.status);
}

void adrop_document_mark(adrop_document *d, adrop_mark mark)
{
    if (!d->status && d->last)
        d->last->mark = mark;
}

static void document_add_text(adrop_document *d, ad_node_kind kind, const char *key,
                              const char *text)
{
    ad_node *v = add_node(d, make_node(d, kind, key, NULL), d->open->kind != AD_NODE_GROUP);

    if (v)
        v->of.text = keep_text(d, text ? text : "");
}

void adrop_document_sentence(adrop_document *d, const char *key, const char *text)
{
    document_add_text(d, AD_NODE_SENTENCE, key, text);
}

void adrop_document_say(adrop_document *d, const char *format, ...)
{
    ad_text text = ad_text_start(d->arena.ctx);
    va_list args;

    va_start(args, format);
    ad_text_add_list(&text, format, args);
    va_end(args);
    if (text.status)
        keep_failure(d, text.status);
    else
        document_add_text(d, AD_NODE_SENTENCE, NULL, text.bytes);
    ad_text_release(&text);
}

void adrop_document_warning(adrop_document *d, const char *key, const char *text)
{
    document_add_text(d, AD_NODE_WARNING, key, text);
}

void adrop_document_plain(adrop_document *d, const char *lines)
{
    document_add_text(d, AD_NODE_PLAIN, NULL, lines);
}

static adrop_figure *find_figure(const ad_node *v, size_t *i)
{
    adrop_figure *found = v->kind == AD_NODE_FIGURE && !(*i)-- ? v->of.figure : NULL;

    for (const ad_node *k = v->first; k && !found; k = k->next)
        found = find_figure(k, i);
    return found;
}

adrop_figure *adrop_document_figure_at(const adrop_document *d, size_t i)
{
    return find_figure(&d->root, &i);
}

void adrop_document_figure(adrop_document *d, const char *key, adrop_figure *figure)
{
    ad_node *v = add_node(d, make_node(d, AD_NODE_FIGURE, key, NULL), 0);

    if (v)
        v->of.figure = figure;
    else
        adrop_figure_free(figure);
}
