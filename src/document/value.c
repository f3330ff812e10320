/* Writing values for people and for programs (document.h). */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "adrop/number.h"
#include "base/utf8.h"
#include "document/document.h"

int ad_node_is_fact(const ad_node *v)
{
    if (v->kind == AD_NODE_LIST) {
        for (const ad_node *i = v->first; i; i = i->next)
            if (!ad_node_is_fact(i))
                return 0;
        return 1;
    }
    return v->kind >= AD_NODE_NUMBER && v->kind <= AD_NODE_NONE;
}

static void put_text(ad_text *out, const char *text)
{
    ad_text_put(out, text, strlen(text));
}

static void put_number(const ad_node *v, int full, ad_text *out)
{
    const double x = v->of.number;
    char text[ADROP_NUMBER_SIZE];

    if (!isfinite(x))
        put_text(out, full ? "" : isnan(x) ? "undefined" : x > 0 ? "infinite" : "-infinite");
    else if (v->digits < 0 && !full)
        ad_text_add(out, "%.*f", -1 - v->digits, adrop_number_or_zero(x, -1 - v->digits));
    else if (v->digits && !full)
        put_text(out, adrop_number_round(text, x, v->digits));
    else if (v->kind == AD_NODE_FLOAT)
        put_text(out, adrop_number_round(text, x, 9));
    else
        put_text(out, adrop_number_text(text, x));
}

/* Write the items of a list or the members of a group on one line. */
static void put_members(const ad_node *v, int full, ad_text *out)
{
    for (const ad_node *i = v->first; i; i = i->next) {
        put_text(out, i == v->first ? "" : full ? "|" : ", ");
        ad_node_put(i, full, out);
    }
}

static void put_vector(const ad_node *v, int full, ad_text *out)
{
    char text[ADROP_NUMBER_SIZE];

    for (size_t i = 0; i < v->n; i++) {
        put_text(out, i == 0 ? "" : full ? "|" : ", ");
        put_text(out, isfinite(v->of.vector[i])
                          ? adrop_number_round(text, (double)v->of.vector[i], 9)
                          : "");
    }
}

static void value_put(const ad_node *v, int full, ad_text *out)
{
    switch (v->kind) {
    case AD_NODE_NUMBER:
    case AD_NODE_FLOAT:
        put_number(v, full, out);
        break;
    case AD_NODE_COUNT:
        ad_text_add(out, "%" PRIu64, v->of.count);
        break;
    case AD_NODE_TRUTH:
        put_text(out, full ? v->of.count ? "true" : "false" : v->of.count ? "yes" : "no");
        break;
    case AD_NODE_TEXT:
    case AD_NODE_SENTENCE:
    case AD_NODE_WARNING:
        put_text(out, v->of.text);
        break;
    case AD_NODE_VECTOR:
        put_vector(v, full, out);
        break;
    case AD_NODE_NULL:
        put_text(out, full || *v->before || *v->after ? "" : "-"); /* words may replace it */
        break;
    case AD_NODE_GROUP:
    case AD_NODE_LIST:
    case AD_NODE_TABLE:
        put_members(v, full, out);
        break;
    default:
        break;
    }
}

void ad_node_put(const ad_node *v, int full, ad_text *out)
{
    const int has_unit = !full && *v->unit &&
                         (v->kind != AD_NODE_NUMBER || isfinite(v->of.number)) &&
                         v->kind != AD_NODE_NULL && v->kind != AD_NODE_NONE;

    put_text(out, full ? "" : v->before);
    value_put(v, full, out);
    if (has_unit) {
        put_text(out, " ");
        put_text(out, v->unit);
    }
    put_text(out, full ? "" : v->after);
}

void ad_document_end_part(ad_text *part, ad_text *out)
{
    if (part->status && !out->status)
        out->status = part->status;
    ad_text_release(part);
}

/* C0, DEL and C1; direction marks and embeddings; line and paragraph separators. */
static int is_control(uint32_t c)
{
    return c < ' ' || (c >= 127 && c < 0xA0) || c == 0x61C || (c >= 0x200E && c <= 0x200F) ||
           (c >= 0x2028 && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069) || c == 0xFEFF;
}

void ad_document_clean(ad_text *out, const char *text, int ascii)
{
    char bytes[5];

    for (uint32_t c; (c = ad_utf8_next(&text));) {
        if (is_control(c) || c == AD_NO_CHARACTER)
            put_text(out, "?");
        else if (ascii && c > 127)
            put_text(out, c == 0xB1 ? "+-" : c == 0xD7 ? "x" : "?");
        else
            put_text(out, ad_utf8_write(c, bytes));
    }
}
