/* Configuration files: a flat YAML mapping, read with libyaml into an option table; every key and
 * value is checked against its row. A setting with several texts may be a sequence. */
#include "adrop/config.h"

#include <stdio.h>
#include <string.h>
#include <yaml.h>

#include "base/context.h"
#include "base/file.h"
#include "base/keep.h"
#include "base/memory.h"
#include "base/option_check.h"

enum { LARGEST_FILE = 1 << 24, MOST_KEYS = 256 };

typedef struct {
    adrop_ctx *ctx;
    const adrop_option *table;
    void *dst;
    size_t dst_size;
    const char *path;
    const adrop_option *seen[MOST_KEYS]; /* (n_seen) */
    size_t n_seen;
    int in_list; /* inside a sequence, for the key before it */
} reader;

static adrop_status fail_at(const reader *r, size_t line, const char *reason)
{
    return ad_fail(r->ctx, ADROP_EFORMAT, "'%s' line %zu: %s", r->path, line + 1, reason);
}

static adrop_status set_pair(reader *r, const char *key, const char *value, size_t line)
{
    const adrop_option *row = adrop_option_meant(r->table, key);

    for (size_t i = 0; row && i < r->n_seen; i++)
        if (r->seen[i] == row && !r->in_list)
            return ad_fail(r->ctx, ADROP_EFORMAT, "'%s' line %zu: '%s' is given twice", r->path,
                           line + 1, key);
    if (row && r->n_seen < MOST_KEYS && !r->in_list)
        r->seen[r->n_seen++] = row;
    adrop_status status = adrop_option_set_sized(r->ctx, r->table, r->dst, r->dst_size, key, value);
    if (status)
        return ad_fail(r->ctx, status, "'%s' line %zu: %s", r->path, line + 1,
                       adrop_ctx_message(r->ctx));
    return ADROP_OK;
}

/* A sequence starts: its key must take several texts, and must not be repeated. */
static adrop_status begin_list(reader *r, const char *key, size_t line)
{
    const adrop_option *row = *key ? adrop_option_meant(r->table, key) : NULL;

    if (!row || row->kind != ADROP_OPT_TEXTS || r->in_list)
        return fail_at(r, line, "a sequence, where key: value is expected; separate by commas");
    for (size_t i = 0; i < r->n_seen; i++)
        if (r->seen[i] == row)
            return fail_at(r, line, "a sequence for a key that was given before");
    if (r->n_seen < MOST_KEYS)
        r->seen[r->n_seen++] = row;
    r->in_list = 1;
    return ADROP_OK;
}

/* One event of the file. *key is the pending key, "" when one is expected. */
static adrop_status take_event(reader *r, const yaml_event_t *event, int *depth, const char **key)
{
    size_t line = event->start_mark.line;

    switch (event->type) {
    case YAML_MAPPING_START_EVENT:
        if (++*depth > 1 || r->in_list)
            return fail_at(r, line, "a nested mapping, where key: value is expected");
        return ADROP_OK;
    case YAML_MAPPING_END_EVENT:
        --*depth;
        return ADROP_OK;
    case YAML_SCALAR_EVENT:
        break;
    case YAML_SEQUENCE_START_EVENT:
        return begin_list(r, *key, line);
    case YAML_SEQUENCE_END_EVENT:
        r->in_list = 0;
        *key = "";
        return ADROP_OK;
    case YAML_ALIAS_EVENT:
        return fail_at(r, line, "an alias, where key: value is expected");
    default:
        return ADROP_OK;
    }

    const char *text = (const char *)event->data.scalar.value;
    if (*depth == 0) {
        if (!*text) /* an empty document */
            return ADROP_OK;
        return fail_at(r, line, "not a mapping of key: value lines");
    }
    if (strlen(text) != event->data.scalar.length)
        return fail_at(r, line, "a text that holds a zero byte");
    if (r->in_list)
        return set_pair(r, *key, text, line);
    if (**key) {
        const char *name = *key;
        *key = "";
        return set_pair(r, name, text, line);
    }
    if (!*text)
        return fail_at(r, line, "an empty key");
    return ad_keep(r->ctx, text, key);
}

static adrop_status read_events(reader *r, yaml_parser_t *parser)
{
    const char *key = "";
    int depth = 0, done = 0;
    adrop_status status = ADROP_OK;

    while (!status && !done) {
        yaml_event_t event;
        if (!yaml_parser_parse(parser, &event))
            return parser->error == YAML_MEMORY_ERROR || !parser->problem
                       ? ad_fail(r->ctx, ADROP_ENOMEM, "no memory to read '%s'", r->path)
                       : fail_at(r, parser->problem_mark.line, parser->problem);
        done = event.type == YAML_STREAM_END_EVENT;
        status = take_event(r, &event, &depth, &key);
        yaml_event_delete(&event);
    }
    return status;
}

adrop_status adrop_options_read_sized(adrop_ctx *ctx, const adrop_option *table, void *dst,
                                      size_t dst_size, const char *path)
{
    if (ad_check_given(ctx, "path", path))
        return ADROP_EINVAL;

    reader r = { .ctx = ctx, .table = table, .dst = dst, .dst_size = dst_size, .path = path };
    yaml_parser_t parser;
    char *data;
    size_t size;

    adrop_status status = ad_file_read(ctx, path, LARGEST_FILE, &data, &size);
    if (status)
        return status;
    if (!yaml_parser_initialize(&parser)) {
        ad_free(ctx, data);
        return ad_fail(ctx, ADROP_ENOMEM, "no memory to read '%s'", path);
    }
    yaml_parser_set_input_string(&parser, (const unsigned char *)data, size);
    status = read_events(&r, &parser);
    yaml_parser_delete(&parser);
    ad_free(ctx, data);
    return status;
}
