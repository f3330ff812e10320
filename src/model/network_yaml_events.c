/* Where a reader of YAML stands: events of libyaml, one by one, and the texts that they hold
 * (network_yaml_impl.h). */
#include <string.h>

#include "base/context.h"
#include "base/keep.h"
#include "model/network_yaml_impl.h"

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
