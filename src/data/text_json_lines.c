/* Documents in JSON lines (text_files.h):
 *
 *     {"text": "wheat exports rose", "label": "grain"}
 *
 * The class is the member named by `target`, by default the last that is neither documents nor id:
 * a text, a number, true or false or, with several classes allowed, a list of texts. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/json.h"
#include "base/keep.h"
#include "base/text.h"
#include "data/text_files.h"

adrop_status ad_text_json_probe(ad_source *source, const adrop_data_opts *opts, bool *mine)
{
    const size_t entry = ad_text_files_first(source);

    (void)opts;
    return entry < source->n_entries ? ad_json_lines_probe(source, entry, mine) : ADROP_OK;
}

typedef struct {
    ad_document_list *docs;
    const ad_text_file *file;
    size_t line;
    const char *target; /* found in the first line; "": none */
    bool planned;
} state;

static adrop_status text_json_lines_refuse(const state *st, const char *key, const char *why)
{
    return ad_fail(st->docs->ctx, ADROP_EFORMAT, "'%.300s', line %zu: '%s' %s", st->file->where,
                   st->line, AD_SHOWN(key), why);
}

/* Find the member that is the class, from the first line. */
static adrop_status text_json_lines_plan(state *st, json_t *row)
{
    const adrop_data_opts *o = st->docs->opts;
    ad_raw *raw = st->docs->raw;
    const ad_names *known = raw->expected ? &raw->expected->answers : NULL;
    const char *key, *name = "";
    json_t *value;

    st->planned = true;
    if (*o->target || raw->expected) {
        st->target = *o->target ? o->target : known && known->n ? known->at[0] : "";
    } else {
        json_object_foreach(row, key, value) if (strcmp(key, ad_text_column(o)) != 0 &&
                                                 strcmp(key, o->id) != 0) name = key;
        const adrop_status status = ad_keep(st->docs->ctx, name, &st->target);
        if (status)
            return status;
        if (!*st->target)
            return ad_fail(st->docs->ctx, ADROP_EFORMAT,
                           "'%.300s', line %zu: there is no class beside '%s': name its member as "
                           "`target`",
                           st->file->where, st->line, AD_SHOWN(ad_text_column(o)));
    }
    const char *const list[] = { st->target };
    return raw->answers.n || !*st->target ? ADROP_OK
                                          : ad_names_copy(raw->ctx, list, 1, &raw->answers);
}

static adrop_status tag(const state *st, const json_t *value)
{
    char number[32];
    const char *text = json_string_value(value);

    if (!value || json_is_null(value))
        return ADROP_OK;
    if (json_is_integer(value)) {
        snprintf(number, sizeof number, "%lld", (long long)json_integer_value(value));
        text = number;
    } else if (json_is_boolean(value)) {
        text = json_is_true(value) ? "true" : "false";
    }
    if (!text)
        return text_json_lines_refuse(st, st->target,
                                      "is no class: give a text, a whole number, true or false");
    return ad_text_tag_cell(st->docs, text, strlen(text));
}

/* Add one class, or a list of them. */
static adrop_status tag_all(const state *st, const json_t *value)
{
    adrop_status status = ADROP_OK;

    if (!json_is_array(value))
        return tag(st, value);
    if (!ad_document_has_sets(st->docs))
        return text_json_lines_refuse(st, st->target,
                                      "is a list: allow several classes with `multi-label`");
    for (size_t i = 0; i < json_array_size(value) && !status; i++) {
        const char *text = json_string_value(json_array_get(value, i));
        if (!text || !*text)
            return text_json_lines_refuse(st, st->target, "has an item that is no text");
        status = ad_document_tag(st->docs, text, strlen(text));
    }
    return status;
}

static adrop_status text_json_lines_add_row(state *st, json_t *row)
{
    const adrop_data_opts *o = st->docs->opts;
    const json_t *text = json_object_get(row, ad_text_column(o));
    adrop_status status = st->planned ? ADROP_OK : text_json_lines_plan(st, row);

    if (status)
        return status;
    if (!json_is_string(text))
        return text_json_lines_refuse(
            st, ad_text_column(o),
            text ? "is no text" : "is missing: name the member of the documents as `text`");
    if ((status = ad_document_add(st->docs, st->file->where, st->line, json_string_value(text),
                                  json_string_length(text), st->file->part)))
        return status;
    if (*st->target && (status = tag_all(st, json_object_get(row, st->target))))
        return status;
    const char *id = *o->id ? json_string_value(json_object_get(row, o->id)) : NULL;
    if (!*o->id || (!id && st->docs->raw->expected && !st->docs->ids.size))
        return ADROP_OK;
    return id ? ad_document_name(st->docs, id) : text_json_lines_refuse(st, o->id, "is no text");
}

static adrop_status take_line(state *st, const char *line, size_t length)
{
    json_error_t error;
    adrop_status status;

    errno = 0;
    json_t *row = ad_json_load(line, length, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, &error);
    if (!row && errno == ENOMEM)
        return ad_fail(st->docs->ctx, ADROP_ENOMEM, "no memory for '%s'", st->file->where);
    if (json_is_object(row))
        status = text_json_lines_add_row(st, row);
    else
        status = ad_fail(st->docs->ctx, ADROP_EFORMAT,
                         "'%.300s', line %zu: %s: every line must be an object, {\"text\": \"..\", "
                         "..}",
                         st->file->where, st->line, row ? "it is no object" : error.text);
    json_decref(row);
    return status;
}

static adrop_status take_file(void *arg, ad_document_list *docs, const ad_text_file *file)
{
    state st = { .docs = docs, .file = file, .line = 1 };
    const char *p = file->text, *end = p + file->size;
    adrop_status status = ADROP_OK;

    (void)arg;
    for (; p < end && !status; st.line++) {
        const char *stop = memchr(p, '\n', (size_t)(end - p));
        stop = stop ? stop : end;
        size_t length = (size_t)(stop - p);
        while (length && strchr(" \t\r", p[length - 1]))
            length--;
        if (length)
            status = take_line(&st, p, length);
        p = stop + (stop < end);
    }
    return status;
}

adrop_status ad_text_json_read(ad_source *source, const adrop_data_opts *opts, ad_raw *raw)
{
    return ad_text_files_read(source, opts, raw, take_file, NULL);
}
