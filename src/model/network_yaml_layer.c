/* A layer of a network in YAML, an item of the list, as a statement (network_yaml_impl.h).
 *
 *     - conv 16 3 pad=1                # a statement
 *     - stem: relu                     # the same with a name
 *     - layer: add                     # or one setting per key
 *       name: sum
 *       from: [stem, input] */
#include <string.h>

#include "base/context.h"
#include "model/network_yaml_impl.h"

/* Begin a layer at the current event. */
static adrop_status network_yaml_layer_begin(ad_yaml_reader *r)
{
    const size_t line = r->event.start_mark.line + 1;

    if (r->n++ == AD_MAX_LAYERS)
        return ad_fail(r->ctx, ADROP_EFORMAT, "'%.300s' line %zu: a network has at most %d layers",
                       r->path, line, AD_MAX_LAYERS);
    return ad_bytes_append(r->ctx, &r->line, &line, sizeof line, "the network's lines");
}

/* The parts of a layer that is a mapping. */
typedef struct {
    const char *name, *kind;
    ad_bytes from;     /* " < a, b" */
    const char *key;   /* the first key and its value: the layer's name and text */
    const char *value; /* if there is no other key */
    ad_bytes words;    /* further settings, " key=value" */
    size_t n_settings;
} parts;

/* Is it free of spaces and of characters with a meaning between words? */
static int is_word(const char *text)
{
    return *text && !strpbrk(text, " <");
}

static adrop_status add_name(const ad_yaml_reader *r, parts *p)
{
    const char *text;
    adrop_status status = ad_yaml_scalar(r, &text);

    if (!status && (!is_word(text) || strchr(text, ',')))
        status = ad_yaml_fail(r, "not the name of a layer");
    if (!status)
        status = ad_yaml_append(r, &p->from, p->from.size ? ", " : " < ");
    return status ? status : ad_yaml_append(r, &p->from, text);
}

/* from: a, or from: [a, b]. */
static adrop_status take_from(ad_yaml_reader *r, parts *p)
{
    adrop_status status;

    if (p->from.size)
        return ad_yaml_fail(r, "a key that is given twice");
    if (r->event.type != YAML_SEQUENCE_START_EVENT)
        return add_name(r, p);
    while (!(status = ad_yaml_next(r)) && r->event.type != YAML_SEQUENCE_END_EVENT)
        if ((status = add_name(r, p)))
            return status;
    if (!status && !p->from.size)
        status = ad_yaml_fail(r, "'from' is an empty list: name the layers that are read");
    return status;
}

static adrop_status add_setting(const ad_yaml_reader *r, ad_bytes *words, const char *key,
                                const char *value)
{
    adrop_status status = ADROP_OK;

    if (!is_word(key) || strchr(key, '=') || !is_word(value))
        status = ad_yaml_fail(r, "a setting that is empty or has a space or '<'");
    const char *const pieces[] = { " ", key, "=", value };
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces && !status; i++)
        status = ad_yaml_append(r, words, pieces[i]);
    return status;
}

static adrop_status take_setting(ad_yaml_reader *r, parts *p, const char *key)
{
    const char *text;

    if (!p->n_settings++) {
        p->key = key;
        return ad_yaml_keep(r, &p->value);
    }
    const adrop_status status = ad_yaml_scalar(r, &text);
    return status ? status : add_setting(r, &p->words, key, text);
}

static adrop_status take_pairs(ad_yaml_reader *r, parts *p)
{
    const char *key;
    adrop_status status;

    while (!(status = ad_yaml_next(r)) && r->event.type != YAML_MAPPING_END_EVENT) {
        key = "";
        if ((status = ad_yaml_keep(r, &key)) || (status = ad_yaml_next(r)))
            return status;
        status = !strcmp(key, "layer")  ? ad_yaml_keep(r, &p->kind)
                 : !strcmp(key, "name") ? ad_yaml_keep(r, &p->name)
                 : !strcmp(key, "from") ? take_from(r, p)
                                        : take_setting(r, p, key);
        if (status)
            return status;
    }
    return status;
}

static adrop_status write_parts(ad_yaml_reader *r, const parts *p)
{
    const int is_named = !*p->kind;
    const char *name = is_named ? p->key : p->name;
    adrop_status status = ADROP_OK;

    if (is_named && (p->n_settings != 1 || *p->name || p->from.size))
        return ad_yaml_fail(r, "an item is 'NAME: LAYER', or has a key 'layer' among its keys");
    if (*name && !(status = ad_yaml_append(r, &r->text, name)))
        status = ad_yaml_append(r, &r->text, " = ");
    if (!status)
        status = ad_yaml_append(r, &r->text, is_named ? p->value : p->kind);
    if (!status && !is_named && p->n_settings)
        status = add_setting(r, &r->text, p->key, p->value);
    if (!status)
        status = ad_yaml_append_bytes(r, &r->text, &p->words);
    return status ? status : ad_yaml_append_bytes(r, &r->text, &p->from);
}

adrop_status ad_yaml_take_layer(ad_yaml_reader *r)
{
    parts p = { .name = "", .kind = "", .key = "", .value = "" };
    const char *text;
    adrop_status status = network_yaml_layer_begin(r);

    if (status)
        return status;
    if (r->event.type != YAML_MAPPING_START_EVENT) {
        if (!(status = ad_yaml_scalar(r, &text)) && !*text)
            status = ad_yaml_fail(r, "an item without a layer");
        if (!status)
            status = ad_yaml_append(r, &r->text, text);
    } else if (!(status = take_pairs(r, &p))) {
        status = write_parts(r, &p);
    }
    ad_bytes_release(r->ctx, &p.words);
    ad_bytes_release(r->ctx, &p.from);
    return status ? status : ad_yaml_append(r, &r->text, ";");
}
