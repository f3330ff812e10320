/* Networks from YAML files (docs/networks.md), read into the statements of network.h.
 *
 *     maps: channels-last                # optional
 *     layers:
 *       - conv 16 3 pad=1                # one item per layer (network_yaml_layer.c)
 *
 * libyaml's events are read one by one; anything outside the form is refused where it
 * stands, so the form bounds the depth and the largest file bounds the memory. */
#include <string.h>

#include "base/context.h"
#include "base/file.h"
#include "base/keep.h"
#include "base/memory.h"
#include "base/registry.h"
#include "base/text.h"
#include "model/network_yaml_impl.h"

enum { LARGEST_FILE = 1 << 20 };

adrop_status ad_yaml_fail(const ad_yaml_reader *r, const char *reason)
{
    return ad_fail(r->ctx, ADROP_EFORMAT, "'%.300s' line %zu: %s", r->path,
                   (size_t)r->event.start_mark.line + 1, reason);
}

adrop_status ad_yaml_next(ad_yaml_reader *r)
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

adrop_status ad_yaml_scalar(const ad_yaml_reader *r, const char **text)
{
    if (r->event.type != YAML_SCALAR_EVENT)
        return ad_yaml_fail(r, "a list, mapping or alias, where a word is expected");
    *text = (const char *)r->event.data.scalar.value;
    if (strlen(*text) != r->event.data.scalar.length)
        return ad_yaml_fail(r, "a text with a zero byte");
    for (const char *c = *text; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            return ad_yaml_fail(r, "a text with a control character");
        else if (*c == ';')
            return ad_yaml_fail(r, "a ';': write each layer as an item of its own");
    return ADROP_OK;
}

adrop_status ad_yaml_append(const ad_yaml_reader *r, ad_bytes *to, const char *text)
{
    return ad_bytes_append(r->ctx, to, text, strlen(text), "the network's text");
}

adrop_status ad_yaml_append_bytes(const ad_yaml_reader *r, ad_bytes *to, const ad_bytes *from)
{
    return ad_bytes_append(r->ctx, to, from->data, from->size, "the network's text");
}

adrop_status ad_yaml_keep(const ad_yaml_reader *r, const char **to)
{
    const char *text;
    const adrop_status status = ad_yaml_scalar(r, &text);

    if (status)
        return status;
    if (**to)
        return ad_yaml_fail(r, "a key that is given twice");
    return *text ? ad_keep(r->ctx, text, to) : ad_yaml_fail(r, "a text that is empty");
}

static adrop_status take_layers(ad_yaml_reader *r)
{
    adrop_status status = ADROP_OK;

    if (r->event.type != YAML_SEQUENCE_START_EVENT)
        return ad_yaml_fail(r, "'layers' is a list: begin each layer with '- '");
    while (!status && !(status = ad_yaml_next(r)) && r->event.type != YAML_SEQUENCE_END_EVENT)
        status = ad_yaml_take_layer(r);
    return status;
}

/* "maps: channels-last" precedes all layers in the text, wherever it is in the file. */
static adrop_status take_maps(ad_yaml_reader *r, ad_bytes *first, size_t *line)
{
    const char *text;
    adrop_status status = ad_yaml_scalar(r, &text);

    if (!status && strcmp(text, "channels-last") != 0)
        status = ad_yaml_fail(r, "'maps' is channels-last, or left out");
    *line = r->event.start_mark.line + 1;
    return status ? status : ad_yaml_append(r, first, "maps channels-last;");
}

static adrop_status unknown_key(const ad_yaml_reader *r, const char *key)
{
    static const char *const keys[] = { "layers", "maps", NULL };

    ad_registry_refuse(r->ctx, &AD_REGISTRY_WORDS("key", keys), key);
    return ad_fail(r->ctx, ADROP_EFORMAT, "'%.300s' line %zu: %s", r->path,
                   (size_t)r->event.start_mark.line + 1, adrop_ctx_message(r->ctx));
}

static adrop_status take_document(ad_yaml_reader *r, ad_bytes *maps, size_t *maps_line)
{
    const char *key;
    adrop_status status;

    do
        status = ad_yaml_next(r);
    while (!status && (r->event.type == YAML_STREAM_START_EVENT ||
                       r->event.type == YAML_DOCUMENT_START_EVENT));
    if (!status && r->event.type != YAML_MAPPING_START_EVENT)
        return ad_yaml_fail(r, "a network begins with 'layers:'");
    while (!status && !(status = ad_yaml_next(r)) && r->event.type != YAML_MAPPING_END_EVENT) {
        key = "";
        if ((status = ad_yaml_keep(r, &key)))
            return status;
        const int is_layers = !strcmp(key, "layers");
        if (!is_layers && strcmp(key, "maps") != 0)
            return unknown_key(r, key);
        if ((is_layers && r->n) || (!is_layers && maps->size))
            return ad_yaml_fail(r, "a key that is given twice");
        if (!(status = ad_yaml_next(r)))
            status = is_layers ? take_layers(r) : take_maps(r, maps, maps_line);
    }
    while (!status && r->event.type != YAML_STREAM_END_EVENT) {
        status = ad_yaml_next(r);
        if (!status && r->event.type == YAML_DOCUMENT_START_EVENT)
            return ad_yaml_fail(r, "a second document: a file holds one network");
    }
    return status;
}

/* Join all that was read into one text, the format of maps first. */
static adrop_status network_yaml_finish(ad_yaml_reader *r, ad_bytes *maps, size_t maps_line,
                                        char **text, size_t **line)
{
    ad_bytes lines = { 0 };
    adrop_status status = ADROP_OK;

    if (!r->n)
        status = ad_fail(r->ctx, ADROP_EFORMAT,
                         "'%.300s' has no layers: write them below 'layers:'", r->path);
    if (!status && maps->size)
        status = ad_bytes_append(r->ctx, &lines, &maps_line, sizeof maps_line, "the lines");
    if (!status && !(status = ad_yaml_append_bytes(r, &lines, &r->line)) &&
        !(status = ad_yaml_append_bytes(r, maps, &r->text)))
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
    ad_yaml_reader r = { .ctx = ctx, .path = path };
    ad_bytes maps = { 0 };
    size_t maps_line = 0;

    *text = NULL;
    *line = NULL;
    if (!yaml_parser_initialize(&r.parser))
        return ad_fail(ctx, ADROP_ENOMEM, "no memory to read '%.300s'", path);
    yaml_parser_set_input_string(&r.parser, (const unsigned char *)data, size);
    adrop_status status = take_document(&r, &maps, &maps_line);
    if (!status)
        status = network_yaml_finish(&r, &maps, maps_line, text, line);
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
