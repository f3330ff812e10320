/* Networks from YAML files (docs/networks.md), read into the statements of network.h.
 *
 *     maps: channels-last                # or left out
 *     layers:
 *       - conv 16 3 pad=1                # a statement
 *       - stem: relu                     # the same with a name
 *       - layer: add                     # or one setting per key
 *         name: sum
 *         from: [stem, input]
 *
 * Events of libyaml are taken one by one; what the form does not have is refused where it
 * stands, so that depth is bounded by the form and memory by the largest file. */
#include <string.h>
#include <yaml.h>

#include "base/bytes.h"
#include "base/context.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/registry.h"
#include "base/text.h"
#include "model/network.h"

enum { LARGEST_FILE = 1 << 20 };

typedef struct {
    adrop_ctx *ctx;
    const char *path;
    yaml_parser_t parser;
    yaml_event_t event; /* the one that is looked at */
    int has_event;
    ad_bytes text; /* the statements so far, each ended by ';' */
    ad_bytes line; /* of each, size_t */
    size_t n;
} reader;

static adrop_status fail(const reader *r, const char *reason)
{
    return ad_fail(r->ctx, ADROP_EFORMAT, "'%.300s' line %zu: %s", r->path,
                   (size_t)r->event.start_mark.line + 1, reason);
}

static adrop_status next(reader *r)
{
    if (r->has_event)
        yaml_event_delete(&r->event);
    r->has_event = yaml_parser_parse(&r->parser, &r->event);
    if (r->has_event)
        return ADROP_OK;
    if (r->parser.error == YAML_MEMORY_ERROR)
        return ad_fail(r->ctx, ADROP_ENOMEM, "no memory to read '%.300s'", r->path);
    return ad_fail(r->ctx, ADROP_EFORMAT, "'%.300s' line %zu: %s", r->path,
                   (size_t)r->parser.problem_mark.line + 1,
                   r->parser.problem ? r->parser.problem : "not YAML");
}

/* The scalar that is looked at, a text without control characters. */
static adrop_status scalar(const reader *r, const char **text)
{
    if (r->event.type != YAML_SCALAR_EVENT)
        return fail(r, "a list, mapping or alias, where a word is expected");
    *text = (const char *)r->event.data.scalar.value;
    if (strlen(*text) != r->event.data.scalar.length)
        return fail(r, "a text with a zero byte");
    for (const char *c = *text; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            return fail(r, "a text with a control character");
        else if (*c == ';')
            return fail(r, "a ';': write each layer as an item of its own");
    return ADROP_OK;
}

static adrop_status append(const reader *r, ad_bytes *to, const char *text)
{
    return ad_bytes_append(r->ctx, to, text, strlen(text), "the network's text");
}

static adrop_status append_bytes(const reader *r, ad_bytes *to, const ad_bytes *from)
{
    return ad_bytes_append(r->ctx, to, from->data, from->size, "the network's text");
}

/* -- Layers ---------------------------------------------------------------------------- */

/* A layer begins at the event that is looked at. */
static adrop_status begin(reader *r)
{
    const size_t line = r->event.start_mark.line + 1;

    if (r->n++ == AD_MAX_LAYERS)
        return ad_fail(r->ctx, ADROP_EFORMAT, "'%.300s' line %zu: a network has at most %d layers",
                       r->path, line, AD_MAX_LAYERS);
    return ad_bytes_append(r->ctx, &r->line, &line, sizeof line, "the network's lines");
}

/* The parts of a layer that is a mapping. */
typedef struct {
    char name[AD_NAME_SIZE], kind[ADROP_TEXT_SIZE];
    ad_bytes from;             /* " < a, b" */
    char key[ADROP_TEXT_SIZE]; /* the first setting's, and its value: the layer's name and text, */
    char value[ADROP_TEXT_SIZE]; /* if there is nothing else */
    ad_bytes words;              /* further settings, " key=value" */
    size_t n_settings;
} parts;

static adrop_status keep(const reader *r, char *to, size_t size)
{
    const char *text;
    const adrop_status status = scalar(r, &text);

    if (status)
        return status;
    if (*to)
        return fail(r, "a key that is given twice");
    if (!*text || strlen(text) >= size)
        return fail(r, "a text that is empty or too long");
    memcpy(to, text, strlen(text) + 1);
    return ADROP_OK;
}

/* Has it no spaces, and nothing that has a meaning between words? */
static int is_word(const char *text)
{
    return *text && !strpbrk(text, " <");
}

static adrop_status add_name(const reader *r, parts *p)
{
    const char *text;
    adrop_status status = scalar(r, &text);

    if (!status && (!is_word(text) || strchr(text, ',')))
        status = fail(r, "not the name of a layer");
    if (!status)
        status = append(r, &p->from, p->from.size ? ", " : " < ");
    return status ? status : append(r, &p->from, text);
}

/* from: a, or from: [a, b]. */
static adrop_status take_from(reader *r, parts *p)
{
    adrop_status status;

    if (p->from.size)
        return fail(r, "a key that is given twice");
    if (r->event.type != YAML_SEQUENCE_START_EVENT)
        return add_name(r, p);
    while (!(status = next(r)) && r->event.type != YAML_SEQUENCE_END_EVENT)
        if ((status = add_name(r, p)))
            return status;
    if (!status && !p->from.size)
        status = fail(r, "'from' is an empty list: name the layers that are read");
    return status;
}

static adrop_status add_setting(const reader *r, ad_bytes *words, const char *key,
                                const char *value)
{
    adrop_status status = ADROP_OK;

    if (!is_word(key) || strchr(key, '=') || !is_word(value))
        status = fail(r, "a setting that is empty or has a space or '<'");
    const char *const pieces[] = { " ", key, "=", value };
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces && !status; i++)
        status = append(r, words, pieces[i]);
    return status;
}

static adrop_status take_setting(reader *r, parts *p, const char *key)
{
    const char *text;

    if (!p->n_settings++) {
        memcpy(p->key, key, strlen(key) + 1);
        return keep(r, p->value, sizeof p->value);
    }
    const adrop_status status = scalar(r, &text);
    return status ? status : add_setting(r, &p->words, key, text);
}

static adrop_status take_pairs(reader *r, parts *p)
{
    char key[ADROP_TEXT_SIZE];
    adrop_status status;

    while (!(status = next(r)) && r->event.type != YAML_MAPPING_END_EVENT) {
        *key = 0;
        if ((status = keep(r, key, sizeof key)) || (status = next(r)))
            return status;
        status = !strcmp(key, "layer")  ? keep(r, p->kind, sizeof p->kind)
                 : !strcmp(key, "name") ? keep(r, p->name, sizeof p->name)
                 : !strcmp(key, "from") ? take_from(r, p)
                                        : take_setting(r, p, key);
        if (status)
            return status;
    }
    return status;
}

static adrop_status write_parts(reader *r, const parts *p)
{
    const int is_named = !*p->kind;
    const char *name = is_named ? p->key : p->name;
    adrop_status status = ADROP_OK;

    if (is_named && (p->n_settings != 1 || *p->name || p->from.size))
        return fail(r, "an item is 'NAME: LAYER', or has a key 'layer' among its keys");
    if (*name && !(status = append(r, &r->text, name)))
        status = append(r, &r->text, " = ");
    if (!status)
        status = append(r, &r->text, is_named ? p->value : p->kind);
    if (!status && !is_named && p->n_settings)
        status = add_setting(r, &r->text, p->key, p->value);
    if (!status)
        status = append_bytes(r, &r->text, &p->words);
    return status ? status : append_bytes(r, &r->text, &p->from);
}

static adrop_status take_layer(reader *r)
{
    parts p = { 0 };
    const char *text;
    adrop_status status = begin(r);

    if (status)
        return status;
    if (r->event.type != YAML_MAPPING_START_EVENT) {
        if (!(status = scalar(r, &text)) && !*text)
            status = fail(r, "an item without a layer");
        if (!status)
            status = append(r, &r->text, text);
    } else if (!(status = take_pairs(r, &p))) {
        status = write_parts(r, &p);
    }
    ad_bytes_release(r->ctx, &p.words);
    ad_bytes_release(r->ctx, &p.from);
    return status ? status : append(r, &r->text, ";");
}

/* -- The document ---------------------------------------------------------------------- */

static adrop_status take_layers(reader *r)
{
    adrop_status status = ADROP_OK;

    if (r->event.type != YAML_SEQUENCE_START_EVENT)
        return fail(r, "'layers' is a list: begin each layer with '- '");
    while (!status && !(status = next(r)) && r->event.type != YAML_SEQUENCE_END_EVENT)
        status = take_layer(r);
    return status;
}

/* maps: channels-last stands before all layers, wherever the file has it. */
static adrop_status take_maps(reader *r, ad_bytes *first, size_t *line)
{
    const char *text;
    adrop_status status = scalar(r, &text);

    if (!status && strcmp(text, "channels-last") != 0)
        status = fail(r, "'maps' is channels-last, or left out");
    *line = r->event.start_mark.line + 1;
    return status ? status : append(r, first, "maps channels-last;");
}

static adrop_status unknown_key(const reader *r, const char *key)
{
    static const char *const keys[] = { "layers", "maps", NULL };

    ad_registry_refuse(r->ctx, &AD_REGISTRY_WORDS("key", keys), key);
    return ad_fail(r->ctx, ADROP_EFORMAT, "'%.300s' line %zu: %s", r->path,
                   (size_t)r->event.start_mark.line + 1, adrop_ctx_message(r->ctx));
}

static adrop_status take_document(reader *r, ad_bytes *maps, size_t *maps_line)
{
    char key[ADROP_TEXT_SIZE];
    adrop_status status;

    do
        status = next(r);
    while (!status && (r->event.type == YAML_STREAM_START_EVENT ||
                       r->event.type == YAML_DOCUMENT_START_EVENT));
    if (!status && r->event.type != YAML_MAPPING_START_EVENT)
        return fail(r, "a network begins with 'layers:'");
    while (!status && !(status = next(r)) && r->event.type != YAML_MAPPING_END_EVENT) {
        *key = 0;
        if ((status = keep(r, key, sizeof key)))
            return status;
        const int is_layers = !strcmp(key, "layers");
        if (!is_layers && strcmp(key, "maps") != 0)
            return unknown_key(r, key);
        if ((is_layers && r->n) || (!is_layers && maps->size))
            return fail(r, "a key that is given twice");
        if (!(status = next(r)))
            status = is_layers ? take_layers(r) : take_maps(r, maps, maps_line);
    }
    while (!status && r->event.type != YAML_STREAM_END_EVENT) {
        status = next(r);
        if (!status && r->event.type == YAML_DOCUMENT_START_EVENT)
            return fail(r, "a second document: a file holds one network");
    }
    return status;
}

/* All that was read in one text, the format of maps first. */
static adrop_status finish(reader *r, ad_bytes *maps, size_t maps_line, char **text, size_t **line)
{
    ad_bytes lines = { 0 };
    adrop_status status = ADROP_OK;

    if (!r->n)
        status = ad_fail(r->ctx, ADROP_EFORMAT,
                         "'%.300s' has no layers: write them below 'layers:'", r->path);
    if (!status && maps->size)
        status = ad_bytes_append(r->ctx, &lines, &maps_line, sizeof maps_line, "the lines");
    if (!status && !(status = append_bytes(r, &lines, &r->line)) &&
        !(status = append_bytes(r, maps, &r->text)))
        status = ad_bytes_append(r->ctx, maps, "", 1, "the network's text");
    if (!status) {
        *line = ad_bytes_take(&lines);
        *text = ad_bytes_take(maps);
    }
    ad_bytes_release(r->ctx, &lines);
    return status;
}

adrop_status ad_network_yaml_parse(adrop_ctx *ctx, const char *path, const char *data, size_t size,
                                   char **text, size_t **line)
{
    reader r = { .ctx = ctx, .path = path };
    ad_bytes maps = { 0 };
    size_t maps_line = 0;

    *text = NULL;
    *line = NULL;
    if (!yaml_parser_initialize(&r.parser))
        return ad_fail(ctx, ADROP_ENOMEM, "no memory to read '%.300s'", path);
    yaml_parser_set_input_string(&r.parser, (const unsigned char *)data, size);
    adrop_status status = take_document(&r, &maps, &maps_line);
    if (!status)
        status = finish(&r, &maps, maps_line, text, line);
    if (r.has_event)
        yaml_event_delete(&r.event);
    yaml_parser_delete(&r.parser);
    ad_bytes_release(ctx, &r.text);
    ad_bytes_release(ctx, &r.line);
    ad_bytes_release(ctx, &maps);
    return status;
}

adrop_status ad_network_yaml_read(adrop_ctx *ctx, const char *path, char **text, size_t **line)
{
    char *data;
    size_t size;

    *text = NULL;
    *line = NULL;
    adrop_status status = ad_file_read(ctx, path, LARGEST_FILE, &data, &size);
    if (!status)
        status = ad_network_yaml_parse(ctx, path, data, size, text, line);
    ad_free(ctx, data);
    return status;
}
