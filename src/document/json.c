/* A document as one line of JSON. Numbers are the shortest texts that read back as the same double
 * or float; infinite numbers and NaN are null. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "adrop/number.h"
#include "base/utf8.h"
#include "document/document.h"
#include "figure/figure.h"

static void json_put(ad_text *out, const char *text)
{
    ad_text_put(out, text, strlen(text));
}

static void put_quoted(ad_text *out, const char *text)
{
    char bytes[5];

    json_put(out, "\"");
    for (uint32_t c; (c = ad_utf8_next(&text));) {
        if (c == '"' || c == '\\')
            json_put(out, "\\");
        if (c == '\n')
            json_put(out, "\\n");
        else if (c == '\t')
            json_put(out, "\\t");
        else if (c < ' ' || c == 127)
            ad_text_add(out, "\\u%04x", (unsigned)c);
        else
            json_put(out, ad_utf8_write(c, bytes));
    }
    json_put(out, "\"");
}

static void put_number(ad_text *out, double x, int is_float)
{
    char text[ADROP_NUMBER_SIZE];

    if (!isfinite(x))
        json_put(out, "null");
    else
        json_put(out, is_float ? adrop_number_round(text, x, 9) : adrop_number_text(text, x));
}

/* Write a comma, except before the first, and the key. */
static void put_key(ad_text *out, int *first, const char *key)
{
    json_put(out, *first ? "" : ",");
    *first = 0;
    if (!key)
        return;
    put_quoted(out, key);
    json_put(out, ":");
}

static void json_put_value(ad_text *out, const ad_node *v);
static void put_members(ad_text *out, const ad_node *group, int *first);

static void put_items(ad_text *out, const ad_node *list)
{
    int first = 1;

    json_put(out, "[");
    for (const ad_node *v = list->first; v; v = v->next) {
        put_key(out, &first, NULL);
        json_put_value(out, v);
    }
    json_put(out, "]");
}

static void put_cell(ad_text *out, const ad_node *v, int *first, int has_keys)
{
    if (v->kind == AD_NODE_NONE || !v->key)
        return;
    put_key(out, first, has_keys ? v->key : NULL);
    json_put_value(out, v);
    if (!has_keys || !v->also)
        return;
    put_key(out, first, v->also);
    json_put_value(out, v);
}

/* Write rows as objects or as arrays. */
static void json_put_rows(ad_text *out, const ad_node *table)
{
    const int has_keys = !(table->traits & (ADROP_TABLE_ARRAYS | ADROP_TABLE_SHEET));
    int first = 1, first_cell = 1;

    json_put(out, "[");
    for (const ad_node *v = table->first; v; v = v->next) {
        if (v->column == table->first_column) {
            put_key(out, &first, NULL);
            json_put(out, has_keys ? "{" : "[");
            first_cell = 1;
        }
        put_cell(out, v, &first_cell, has_keys);
        if (v->column == table->last_column)
            json_put(out, has_keys ? "}" : "]");
    }
    json_put(out, "]");
}

/* Write the texts of notes, or the labels of columns. */
static void put_texts(ad_text *out, const char *key, const ad_node *first_node)
{
    int first = 0;

    put_key(out, &first, key);
    json_put(out, "[");
    first = 1;
    for (const ad_node *v = first_node; v; v = v->next) {
        put_key(out, &first, NULL);
        put_quoted(out, v->kind == AD_NODE_NOTE ? v->of.text : v->label ? v->label : "");
    }
    json_put(out, "]");
}

static void put_sheet(ad_text *out, const ad_node *table)
{
    json_put(out, "{\"title\":");
    put_quoted(out, table->label ? table->label : "");
    put_texts(out, "columns", table->first_column);
    json_put(out, ",\"rows\":");
    json_put_rows(out, table);
    put_texts(out, "notes", table->first_note);
    json_put(out, "}");
}

/* Write one array per column. */
static void put_columns(ad_text *out, const ad_node *table, int *first)
{
    for (const ad_node *c = table->first_column; c; c = c->next) {
        int first_cell = 1;
        if (!c->key)
            continue;
        put_key(out, first, c->key);
        json_put(out, "[");
        for (const ad_node *v = table->first; v; v = v->next)
            if (v->column == c && v->kind != AD_NODE_NONE) {
                put_key(out, &first_cell, NULL);
                json_put_value(out, v);
            }
        json_put(out, "]");
    }
}

/* Write "x":[..] of a series; offset: of the value in a point. */
static void put_points(ad_text *out, const char *key, const ad_figure_series *s, size_t offset)
{
    int first = 1;

    ad_text_add(out, ",\"%s\":[", key);
    for (size_t i = 0; i < s->n; i++) {
        put_key(out, &first, NULL);
        put_number(out, *(const double *)((const char *)&s->points[i] + offset), 0);
    }
    json_put(out, "]");
}

static void put_series(ad_text *out, const ad_figure_series *s)
{
    int first = 1;

    json_put(out, "{\"name\":");
    put_quoted(out, s->name);
    json_put(out, ",\"names\":[");
    for (size_t i = 0; i < s->n; i++)
        if (s->points[i].label) {
            put_key(out, &first, NULL);
            put_quoted(out, s->points[i].label);
        }
    json_put(out, "]");
    put_points(out, "x", s, offsetof(ad_figure_point, x));
    put_points(out, "y", s, offsetof(ad_figure_point, y));
    put_points(out, "low", s, offsetof(ad_figure_point, low));
    put_points(out, "high", s, offsetof(ad_figure_point, high));
    json_put(out, "}");
}

/* Write the data of a figure: its panels with their series. */
static void put_figure(ad_text *out, const adrop_figure *f)
{
    int first = 1;

    json_put(out, "[");
    for (size_t i = 0; i < f->n; i++) {
        const ad_figure_panel *p = &f->panels[i];
        int first_series = 1;
        put_key(out, &first, NULL);
        json_put(out, "{\"title\":");
        put_quoted(out, *p->title ? p->title : f->title);
        json_put(out, ",\"series\":[");
        for (size_t k = 0; k < p->n; k++) {
            put_key(out, &first_series, NULL);
            put_series(out, &p->series[k]);
        }
        json_put(out, "]}");
    }
    json_put(out, "]");
}

static void put_vector(ad_text *out, const ad_node *v)
{
    json_put(out, "[");
    for (size_t i = 0; i < v->n; i++) {
        json_put(out, i ? "," : "");
        put_number(out, (double)v->of.vector[i], 1);
    }
    json_put(out, "]");
}

static void json_put_value(ad_text *out, const ad_node *v)
{
    int first = 1;

    switch (v->kind) {
    case AD_NODE_NUMBER:
    case AD_NODE_FLOAT:
        put_number(out, v->of.number, v->kind == AD_NODE_FLOAT);
        break;
    case AD_NODE_COUNT:
        ad_text_add(out, "%" PRIu64, v->of.count);
        break;
    case AD_NODE_TRUTH:
        json_put(out, v->of.count ? "true" : "false");
        break;
    case AD_NODE_TEXT:
    case AD_NODE_SENTENCE:
    case AD_NODE_WARNING:
        put_quoted(out, v->of.text);
        break;
    case AD_NODE_VECTOR:
        put_vector(out, v);
        break;
    case AD_NODE_GROUP:
        json_put(out, "{");
        put_members(out, v, &first);
        json_put(out, "}");
        break;
    case AD_NODE_LIST:
        put_items(out, v);
        break;
    case AD_NODE_TABLE:
        if (v->traits & ADROP_TABLE_SHEET)
            put_sheet(out, v);
        else
            json_put_rows(out, v);
        break;
    case AD_NODE_FIGURE:
        put_figure(out, v->of.figure);
        break;
    default:
        json_put(out, "null");
        break;
    }
}

static void put_members(ad_text *out, const ad_node *group, int *first)
{
    for (const ad_node *v = group->first; v; v = v->next) {
        if (v->key) {
            put_key(out, first, v->key);
            json_put_value(out, v);
        } else if (v->kind == AD_NODE_GROUP) {
            put_members(out, v, first);
        } else if (v->kind == AD_NODE_TABLE && v->traits & ADROP_TABLE_BY_COLUMN) {
            put_columns(out, v, first);
        } else if (v->kind == AD_NODE_TABLE && v->traits & ADROP_TABLE_MEMBERS) {
            for (const ad_node *i = v->first; i; i = i->next)
                put_cell(out, i, first, 1);
        }
        if (v->key && v->also) {
            put_key(out, first, v->also);
            json_put_value(out, v);
        }
    }
}

void ad_document_json(const ad_document_writer *w)
{
    int first = 1;

    json_put(w->out, "{");
    put_members(w->out, &w->d->root, &first);
    json_put(w->out, "}\n");
}
