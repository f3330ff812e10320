/* The columns of a table as JSON (layout.h). */
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "rows/layout.h"

enum { MOST = 1 << 20 }; /* columns */

static const char *const order_words[AD_N_DATE_ORDERS] = { "ymd", "dmy", "mdy" };

static json_t *write_column(ad_json *b, const char *name, const ad_layout_column *c)
{
    json_t *to = json_pack("{s:s}", "role", ad_column_role_word(c->role));
    const ad_form *f = &c->form;

    if (*name)
        ad_json_put(b, to, "name", json_string(name));
    if (c->is_unnamed)
        ad_json_put(b, to, "unnamed", json_true());
    if (c->role == AD_COLUMN_TARGET)
        ad_json_put(b, to, "target", json_integer((json_int_t)c->target));
    if (c->is_whole)
        ad_json_put(b, to, "whole", json_true());
    if (f->kind == AD_FORM_TIME) {
        ad_json_put(b, to, "form", json_string("time"));
    } else if (f->kind == AD_FORM_DATE) {
        ad_json_put(b, to, "form", json_string("date"));
        ad_json_put(b, to, "order", json_string(order_words[f->order]));
    } else if (f->kind == AD_FORM_NUMBER) {
        ad_json_put(b, to, "form", json_string("number"));
        ad_json_put(b, to, "thousands", json_string((char[]){ f->thousands, 0 }));
        ad_json_put(b, to, "decimal", json_string((char[]){ f->mark, 0 }));
        ad_json_put(b, to, "unit", json_string(f->unit));
    }
    return to;
}

json_t *ad_layout_write(ad_json *b, const ad_layout *layout)
{
    json_t *to = json_pack("{s:b}", "header", (int)layout->has_header), *list = json_array();

    for (size_t i = 0; i < layout->n; i++)
        ad_json_append(b, list, write_column(b, layout->names.at[i], &layout->at[i]));
    ad_json_put(b, to, "columns", list);
    return to;
}

static bool read_role(const json_t *from, ad_column_role *role)
{
    const char *word = json_string_value(json_object_get(from, "role"));

    for (int i = 0; word && i < AD_N_COLUMN_ROLES; i++)
        if (!strcmp(word, ad_column_role_word((ad_column_role)i))) {
            *role = (ad_column_role)i;
            return true;
        }
    return false;
}

/* Read a text of one character from `all`, or with or_none an empty text. */
static bool read_character(const json_t *from, const char *key, const char *all, bool or_none,
                           char *to)
{
    const char *text = json_string_value(json_object_get(from, key));

    if (!text || (!*text && !or_none) || (*text && (text[1] || !strchr(all, *text))))
        return false;
    *to = *text;
    return true;
}

static bool read_form(const json_t *from, ad_form *f)
{
    const char *kind = json_string_value(json_object_get(from, "form"));
    const char *unit = json_string_value(json_object_get(from, "unit"));
    const char *order = json_string_value(json_object_get(from, "order"));

    if (!json_object_get(from, "form"))
        return true;
    if (kind && !strcmp(kind, "date")) {
        f->kind = AD_FORM_DATE;
        for (int i = 0; order && i < AD_N_DATE_ORDERS; i++)
            if (!strcmp(order, order_words[i])) {
                f->order = (ad_date_order)i;
                return true;
            }
        return false;
    }
    f->kind = kind && !strcmp(kind, "time") ? AD_FORM_TIME : AD_FORM_NUMBER;
    if (f->kind == AD_FORM_TIME)
        return true;
    if (!kind || strcmp(kind, "number") != 0 || !unit || strlen(unit) >= sizeof f->unit)
        return false;
    memcpy(f->unit, unit, strlen(unit) + 1);
    return read_character(from, "thousands", ",. '", true, &f->thousands) &&
           read_character(from, "decimal", ".,", false, &f->mark) && f->thousands != f->mark;
}

static bool read_column(const json_t *from, size_t targets, ad_layout_column *c, const char **name)
{
    const json_t *given = json_object_get(from, "name");

    *name = given ? json_string_value(given) : "";
    c->is_unnamed = json_is_true(json_object_get(from, "unnamed"));
    c->is_whole = json_is_true(json_object_get(from, "whole"));
    if (!*name || !read_role(from, &c->role) || !read_form(from, &c->form))
        return false;
    return c->role != AD_COLUMN_TARGET ||
           ad_json_count(json_object_get(from, "target"), 0, targets - 1, &c->target);
}

/* Are there `inputs` inputs, and every target once? *status: out of memory. */
static bool is_whole(adrop_ctx *ctx, const ad_layout *l, size_t inputs, size_t targets,
                     adrop_status *status)
{
    size_t n_inputs = 0, n_targets = 0;
    bool *seen, twice = false;

    if ((*status = AD_NEW(ctx, targets, "targets", &seen)))
        return false;
    for (size_t i = 0; i < l->n; i++) {
        n_inputs += l->at[i].role == AD_COLUMN_INPUT;
        if (l->at[i].role != AD_COLUMN_TARGET)
            continue;
        n_targets++;
        twice |= seen[l->at[i].target];
        seen[l->at[i].target] = true;
    }
    ad_free(ctx, seen);
    return n_inputs == inputs && n_targets == targets && !twice;
}

adrop_status ad_layout_read(adrop_ctx *ctx, const char *where, const json_t *from, size_t inputs,
                            size_t targets, ad_layout *out)
{
    const json_t *list = json_object_get(from, "columns");
    const size_t n = json_array_size(list);
    const char **names = NULL;
    bool fits = json_is_object(from) && n && n <= MOST;
    adrop_status status = ADROP_OK;

    if (fits && ((status = AD_NEW(ctx, n, "columns", &out->at)) ||
                 (status = AD_NEW(ctx, n, "column names", &names))))
        return status;
    out->n = fits ? n : 0;
    out->has_header = json_is_true(json_object_get(from, "header"));
    for (size_t i = 0; i < n && fits; i++)
        fits = read_column(json_array_get(list, i), targets, &out->at[i], &names[i]);
    fits = fits && is_whole(ctx, out, inputs, targets, &status);
    if (!fits && !status)
        status = ad_fail(ctx, ADROP_EFORMAT, "'%s': 'table' of the inputs is not as it should be",
                         where);
    if (!status)
        status = ad_names_copy(ctx, names, n, &out->names);
    ad_free(ctx, names);
    return status;
}
