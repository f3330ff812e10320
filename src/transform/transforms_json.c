/* Lists of transforms as JSON (transforms.h). base/json_text.h writes doubles that are read back to
 * the same bits. Everything read is checked. */
#include <string.h>

#include "base/context.h"
#include "base/json_text.h"
#include "base/text.h"
#include "transform/transforms_impl.h"

/* Write a number, or the word of a choice. */
static void write_setting(ad_json *b, json_t *to, const adrop_option *row, const void *settings)
{
    double x;

    if (row->kind == ADROP_OPT_REAL) {
        memcpy(&x, (const char *)settings + row->offset, sizeof x);
        ad_json_put(b, to, row->name, ad_json_real(x));
    } else {
        int choice;
        memcpy(&choice, (const char *)settings + row->offset, sizeof choice);
        ad_json_put(b, to, row->name, json_string(row->words[choice]));
    }
}

json_t *ad_transforms_write(ad_json *b, const ad_transforms *list)
{
    json_t *to = json_array();

    for (size_t i = 0; i < list->n; i++) {
        const ad_transform *t = &list->item[i];
        json_t *one = json_pack("{s:s}", "name", t->type->name);
        for (const adrop_option *row = t->type->options; row->name; row++)
            write_setting(b, one, row, t->settings);
        if (t->type->write)
            t->type->write(t, b, one);
        ad_json_append(b, to, one);
    }
    return to;
}

static adrop_status transforms_json_refuse(adrop_ctx *ctx, const char *where, const char *name,
                                           const char *member)
{
    return ad_fail(ctx, ADROP_EFORMAT, "'%s': '%s' of the transform '%s' is not as it should be",
                   where, member, AD_SHOWN(name));
}

/* Read a number or a text through the option table, which checks the range. */
static adrop_status read_setting(ad_transform *t, adrop_ctx *ctx, const adrop_option *row,
                                 const json_t *value)
{
    char number[ADROP_NUMBER_SIZE];
    const char *text = json_string_value(value);

    if (json_is_number(value))
        text = adrop_number_text(number, json_number_value(value));
    return text ? adrop_option_set_sized(ctx, t->type->options, t->settings, t->type->settings_size,
                                         row->name, text)
                : ADROP_EFORMAT;
}

static adrop_status read_one(ad_transforms *list, adrop_ctx *ctx, const char *where,
                             const json_t *from)
{
    const char *name = json_string_value(json_object_get(from, "name")), *member = "fitted";
    ad_transform *t;
    adrop_status status;

    if (!name)
        return ad_fail(ctx, ADROP_EFORMAT, "'%s': a transform has no name", where);
    if ((status = ad_transforms_begin(list, ctx, name, &t)))
        return status == ADROP_ENOMEM
                   ? status
                   : ad_fail(ctx, ADROP_EFORMAT, "'%s': %s", where, adrop_ctx_message(ctx));
    t->in = list->out;
    for (const adrop_option *row = t->type->options; row->name; row++)
        if (read_setting(t, ctx, row, json_object_get(from, row->name)))
            return transforms_json_refuse(ctx, where, name, row->name);
    if (t->type->read && (status = t->type->read(t, ctx, from, &member)))
        return status == ADROP_EFORMAT ? transforms_json_refuse(ctx, where, name, member) : status;
    if ((status = ad_transforms_settle(t, ctx)) && status != ADROP_ENOMEM)
        return ad_fail(ctx, ADROP_EFORMAT, "'%s': %s", where, adrop_ctx_message(ctx));
    list->out = t->out;
    return status;
}

adrop_status ad_transforms_read(ad_transforms *list, adrop_ctx *ctx, const char *where,
                                const json_t *from, ad_shape in)
{
    const size_t n = json_array_size(from);
    adrop_status status = ADROP_OK;

    *list = (ad_transforms){ .in = in, .out = in };
    if (!json_is_array(from))
        return ad_fail(ctx, ADROP_EFORMAT, "'%s': the transforms are not a list", where);
    for (size_t i = 0; i < n && !status; i++)
        status = read_one(list, ctx, where, json_array_get(from, i));
    return status;
}
