/* Objects of JSON, one per line: rows by the names of their columns.
 *
 *     {"age": 39, "job": "clerk", "income": "<=50K"}
 *
 * They are written as a table in memory and read like one (reader_table.c), so that columns mean
 * the same: numbers, texts, true and false as words, null and absent keys as missing. */
#include <errno.h>
#include <string.h>

#include "adrop/number.h"
#include "base/context.h"
#include "base/json.h"
#include "base/text.h"
#include "data/encoding.h"
#include "data/reader.h"
#include "data/table.h"
#include "data/text_files.h"
#include "data/words.h"

enum { HEAD = 64 };

#define MOST_BYTES ((size_t)1 << 31)

typedef struct {
    adrop_ctx *ctx;
    ad_source *source;
    char *p, *end; /* the rest of the text */
    size_t line;
    ad_words keys;   /* columns, in order of first appearance */
    ad_bytes *table; /* output; NULL: collect keys only */
    char where[AD_PATH_SIZE];
} state;

adrop_status ad_json_lines_probe(ad_source *source, size_t entry, bool *mine)
{
    ad_text_head head;
    const adrop_status status = ad_text_head_read(source, entry, HEAD, &head);

    const char *p = head.text.data, *stop = p + head.text.size;
    while (p < stop && strchr(" \t\n[", *p) && *p)
        p++;
    if (!status && p < stop && *p == '{') {
        for (p++; p < stop && (*p == ' ' || *p == '\t'); p++)
            ;
        *mine = p < stop && (*p == '"' || *p == '}');
    }
    ad_text_head_release(source->ctx, &head);
    return status;
}

static adrop_status reader_jsonl_probe(ad_source *source, bool *mine)
{
    return source->kind == AD_FOLDER || source->n_entries != 1
               ? ADROP_OK
               : ad_json_lines_probe(source, 0, mine);
}

static adrop_status reader_jsonl_put(const state *st, const char *text)
{
    return ad_bytes_append(st->ctx, st->table, text, strlen(text), "a table");
}

static adrop_status put_quoted(const state *st, const char *text)
{
    adrop_status status = reader_jsonl_put(st, "\"");

    for (; *text && !status; text++)
        status = *text == '"' ? reader_jsonl_put(st, "\"\"")
                              : ad_bytes_append(st->ctx, st->table, text, 1, "a table");
    return status ? status : reader_jsonl_put(st, "\"");
}

static adrop_status reader_jsonl_put_value(const state *st, const char *key, const json_t *value)
{
    char number[ADROP_NUMBER_SIZE];

    if (!value || json_is_null(value))
        return reader_jsonl_put(st, "NA");
    if (json_is_integer(value)) {
        snprintf(number, sizeof number, "%lld", (long long)json_integer_value(value));
        return reader_jsonl_put(st, number);
    }
    if (json_is_number(value))
        return reader_jsonl_put(st, adrop_number_text(number, json_number_value(value)));
    if (json_is_boolean(value))
        return reader_jsonl_put(st, json_is_true(value) ? "true" : "false");
    if (json_is_string(value))
        return put_quoted(st, json_string_value(value));
    return ad_fail(st->ctx, ADROP_EFORMAT,
                   "'%s', line %zu: '%s' is %s: a row has numbers, texts, true, false and null",
                   st->where, st->line, AD_SHOWN(key),
                   json_is_array(value) ? "an array" : "an object");
}

static adrop_status put_row(const state *st, const json_t *row)
{
    adrop_status status = ADROP_OK;

    for (size_t i = 0; i < st->keys.n && !status; i++) {
        const char *key = ad_words_at(&st->keys, i);
        if (i)
            status = reader_jsonl_put(st, ",");
        if (!status)
            status = reader_jsonl_put_value(st, key, json_object_get(row, key));
    }
    return status ? status : reader_jsonl_put(st, "\n");
}

static adrop_status put_header(const state *st)
{
    adrop_status status = ADROP_OK;

    for (size_t i = 0; i < st->keys.n && !status; i++) {
        const char *key = ad_words_at(&st->keys, i);
        if (i)
            status = reader_jsonl_put(st, ",");
        if (!status)
            status = put_quoted(st, key);
    }
    return status ? status : reader_jsonl_put(st, "\n");
}

static adrop_status take_keys(state *st, json_t *row)
{
    adrop_status status = ADROP_OK;
    const char *key;
    json_t *value;

    json_object_foreach(row, key, value)
    {
        uint32_t number;
        if (!status)
            status = ad_words_add(st->ctx, &st->keys, key, strlen(key), &number);
    }
    if (!status && st->keys.n > AD_MAX_SIDE)
        status = ad_fail(st->ctx, ADROP_EFORMAT, "'%s', line %zu: more than %d columns", st->where,
                         st->line, AD_MAX_SIDE);
    return status;
}

/* One line: collect its keys or write its values. */
static adrop_status take_line(state *st, const char *line, size_t length)
{
    json_error_t error;
    adrop_status status;

    errno = 0;
    json_t *row = ad_json_load(line, length, JSON_REJECT_DUPLICATES, &error);
    if (!row && errno == ENOMEM)
        return ad_fail(st->ctx, ADROP_ENOMEM, "no memory for '%s'", st->where);
    if (!json_is_object(row)) {
        status = ad_fail(st->ctx, ADROP_EFORMAT,
                         "'%s', line %zu: %s: every line must be an object, "
                         "{\"column\": value, ..}",
                         st->where, st->line, row ? "it is no object" : error.text);
        json_decref(row);
        return status;
    }
    status = st->table ? put_row(st, row) : take_keys(st, row);
    json_decref(row);
    return status;
}

/* All lines; blank ones stay, to keep the line numbers. */
static adrop_status take_lines(state *st)
{
    adrop_status status = ADROP_OK;

    for (st->line = 1; st->p < st->end && !status; st->line++) {
        char *stop = memchr(st->p, '\n', (size_t)(st->end - st->p));
        stop = stop ? stop : st->end;
        size_t length = (size_t)(stop - st->p);
        while (length && strchr(" \t", st->p[length - 1]))
            length--;
        if (length)
            status = take_line(st, st->p, length);
        else if (st->table)
            status = reader_jsonl_put(st, "\n");
        st->p = stop + (stop < st->end);
    }
    return status;
}

static adrop_status write_table(state *st, char *text, size_t size, ad_bytes *table)
{
    adrop_status status;

    st->p = text;
    st->end = text + size;
    if (size && text[strspn(text, " \t\r\n")] == '[')
        return ad_fail(st->ctx, ADROP_EFORMAT,
                       "'%s' is one array of JSON: write one object per line (jq -c '.[]')",
                       st->where);
    if ((status = take_lines(st)))
        return status;
    if (!st->keys.n)
        return ad_fail(st->ctx, ADROP_EFORMAT, "'%s' has no rows", st->where);
    st->table = table;
    st->p = text;
    if (!(status = put_header(st)))
        status = take_lines(st);
    return status;
}

static adrop_status reader_jsonl_read(ad_source *source, const adrop_data_opts *opts, ad_raw *raw)
{
    state st = { .ctx = source->ctx, .source = source };
    ad_bytes text = { 0 }, table = { 0 };
    ad_source *memory = NULL;
    ad_decoder decoder;
    adrop_status status;

    if (ad_wants_documents(opts, raw))
        return ad_text_json_read(source, opts, raw);
    if (source->kind == AD_FOLDER || source->n_entries != 1)
        return ad_fail(source->ctx, ADROP_EFORMAT,
                       "'%s' is not one file of JSON lines: name the file itself", source->path);
    ad_source_where(source, 0, st.where);
    ad_decoder_open_source(&decoder, source, st.where);
    if (!(status = ad_source_read(source, 0, MOST_BYTES, &text)) &&
        !(status = ad_text_decode(&decoder, false, &text)) &&
        !(status = write_table(&st, text.data, text.size, &table))) {
        const ad_memory_file file = { ad_base_name(source->path), table.data, table.size };
        ad_bytes_release(st.ctx, &text);
        status = ad_source_memory(st.ctx, st.where, AD_FILE, &file, 1, UINT64_MAX, &memory);
        if (!status) {
            memory->encoding = ADROP_ENCODING_UTF_8;
            status = ad_table_read(memory, opts, true, raw);
        }
    }
    ad_source_free(memory);
    ad_words_release(st.ctx, &st.keys);
    ad_bytes_release(st.ctx, &table);
    ad_bytes_release(st.ctx, &text);
    return status;
}

const ad_data_reader ad_data_reader_jsonl = {
    .name = "jsonl",
    .summary = "objects of JSON, one per line, by the names of columns",
    .kinds = ADROP_FOR_JSON_LINES,
    .probe = reader_jsonl_probe,
    .probe_text = ad_text_json_probe,
    .read = reader_jsonl_read,
};
