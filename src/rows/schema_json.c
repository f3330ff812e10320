/* A schema as JSON (schema.h). */
#include <errno.h>
#include <string.h>

#include "base/context.h"
#include "base/json_text.h"
#include "base/memory.h"
#include "base/text.h"
#include "rows/schema.h"

static const char *const tasks[] = { "auto", "classification", "regression" };

static adrop_status check_list(adrop_ctx *ctx, const char *where, const ad_names *names,
                               const char *what, const char *of)
{
    for (size_t i = 0; i < names->n; i++)
        if (!ad_json_holds(names->at[i]))
            return ad_fail(ctx, ADROP_EFORMAT,
                           "'%s': the %s '%s'%s%s%s is not UTF-8, and could not be found again: "
                           "rename it, or say with `encoding` what the file is",
                           where, what, AD_SHOWN(names->at[i]), *of ? " of column '" : "",
                           *of ? AD_SHOWN(of) : "", *of ? "'" : "");
    return ADROP_OK;
}

adrop_status ad_schema_check_names(const ad_schema *s, adrop_ctx *ctx, const char *where)
{
    adrop_status status;

    if ((status = check_list(ctx, where, &s->classes, "class", "")) ||
        (status = check_list(ctx, where, &s->columns, "column", "")) ||
        (status = check_list(ctx, where, &s->answers, "column", "")))
        return status;
    for (size_t i = 0; s->categories && i < s->shape.channels && !status; i++)
        status = check_list(ctx, where, &s->categories[i], "word",
                            i < s->columns.n ? s->columns.at[i] : "");
    return status;
}

static json_t *write_names(ad_json *b, const ad_names *names)
{
    json_t *list = json_array();

    for (size_t i = 0; i < names->n; i++)
        ad_json_append(b, list, json_string(names->at[i]));
    return list;
}

/* The words of each column, or null. */
static json_t *write_categories(ad_json *b, const ad_schema *s)
{
    json_t *list = json_array();

    for (size_t i = 0; i < s->shape.channels; i++) {
        const ad_names *words = &s->categories[i];
        ad_json_append(b, list, words->n ? write_names(b, words) : json_null());
    }
    return list;
}

json_t *ad_schema_to_json(ad_json *b, const ad_schema *s)
{
    adrop_ctx own = { .allocator = s->text ? s->text->own.allocator : ad_default_allocator };
    json_t *to = json_pack("{s:s, s:[III], s:b}", "task", tasks[s->task], "shape",
                           (json_int_t)s->shape.channels, (json_int_t)s->shape.height,
                           (json_int_t)s->shape.width, "pixels", s->is_pixels);

    ad_json_put(b, to, "transforms", ad_transforms_write(b, &s->inputs));
    ad_json_put(b, to, "target", ad_transforms_write(b, &s->target));
    ad_json_put(b, to, "classes", write_names(b, &s->classes));
    ad_json_put(b, to, "columns", write_names(b, &s->columns));
    if (s->is_multi_label)
        ad_json_put(b, to, "multi_label", json_true());
    if (s->text)
        ad_json_put(b, to, "text", ad_features_write(b, s->text, &own));
    if (s->categories)
        ad_json_put(b, to, "categories", write_categories(b, s));
    if (s->task == ADROP_REGRESSION && ad_schema_outputs(s) > 1)
        ad_json_put(b, to, "targets", json_integer((json_int_t)ad_schema_outputs(s)));
    if (s->answers.n)
        ad_json_put(b, to, "answers", write_names(b, &s->answers));
    if (s->layout.n)
        ad_json_put(b, to, "table", ad_layout_write(b, &s->layout));
    return to;
}

adrop_status ad_schema_write(const ad_schema *s, adrop_ctx *ctx, char **text)
{
    ad_json b = { 0 };

    *text = NULL;
    adrop_status status = ad_schema_check_names(s, ctx, "the schema");
    if (status)
        return status;
    json_t *json = ad_schema_to_json(&b, s);
    status = ad_json_end(&b, ctx, "the schema", &json);
    if (!status)
        status = ad_json_text(ctx, json, JSON_COMPACT, text);
    json_decref(json);
    return status;
}

static adrop_status schema_json_refuse(adrop_ctx *ctx, const char *where, const char *member)
{
    return ad_fail(ctx, ADROP_EFORMAT, "'%s': '%s' of the inputs is not as it should be", where,
                   member);
}

static int read_task(const json_t *from)
{
    const char *word = json_string_value(from);

    for (int i = 1; word && i < 3; i++) /* 0 is auto */
        if (!strcmp(tasks[i], word))
            return i;
    return 0;
}

static int read_shape(const json_t *from, ad_shape *shape)
{
    size_t *const to[] = { &shape->channels, &shape->height, &shape->width };

    for (size_t i = 0; i < 3; i++) {
        const json_int_t n = json_integer_value(json_array_get(from, i));
        if (n < 1 || (size_t)n > AD_MAX_VALUES)
            return 0;
        *to[i] = (size_t)n;
    }
    return json_array_size(from) == 3 && ad_shape_fits(*shape);
}

/* Read at most `most` texts. */
static adrop_status read_names(adrop_ctx *ctx, const char *where, const json_t *from,
                               const char *member, size_t most, ad_names *out)
{
    const size_t n = json_array_size(from);
    const char **texts;
    adrop_status status;

    if (!json_is_array(from) || n > most)
        return schema_json_refuse(ctx, where, member);
    if ((status = AD_NEW(ctx, n, "names", &texts)))
        return status;
    for (size_t i = 0; i < n && !status; i++) {
        texts[i] = json_string_value(json_array_get(from, i));
        if (!texts[i])
            status = schema_json_refuse(ctx, where, member);
    }
    if (!status)
        status = ad_names_copy(ctx, texts, n, out);
    ad_free(ctx, texts);
    return status;
}

/* Read the words of columns; a schema of an older version has none. */
static adrop_status read_categories(adrop_ctx *ctx, const char *where, const json_t *from,
                                    ad_schema *s)
{
    const json_t *list = json_object_get(from, "categories");
    adrop_status status;

    if (!list)
        return ADROP_OK;
    if (json_array_size(list) != s->shape.channels)
        return schema_json_refuse(ctx, where, "categories");
    if ((status = AD_NEW(ctx, s->shape.channels, "categories", &s->categories)))
        return status;
    for (size_t i = 0; i < s->shape.channels && !status; i++)
        if (!json_is_null(json_array_get(list, i)))
            status = read_names(ctx, where, json_array_get(list, i), "categories", AD_MAX_CLASSES,
                                &s->categories[i]);
    return status;
}

static adrop_status read_meaning(adrop_ctx *ctx, const char *where, const json_t *from,
                                 ad_schema *s)
{
    const json_t *several = json_object_get(from, "targets");
    size_t n = 1;
    adrop_status status;

    if (several && (s->task != ADROP_REGRESSION || !ad_json_count(several, 1, AD_MAX_SIDE, &n)))
        return schema_json_refuse(ctx, where, "targets");
    const ad_shape targets = { n, 1, 1 };
    if ((status = ad_transforms_read(&s->target, ctx, where, json_object_get(from, "target"),
                                     targets)) ||
        (status = read_names(ctx, where, json_object_get(from, "classes"), "classes",
                             AD_MAX_CLASSES, &s->classes)) ||
        (status = read_names(ctx, where, json_object_get(from, "columns"), "columns",
                             s->shape.channels, &s->columns)) ||
        (status = read_categories(ctx, where, from, s)) ||
        (json_object_get(from, "answers") &&
         (status = read_names(ctx, where, json_object_get(from, "answers"), "answers", AD_MAX_SIDE,
                              &s->answers))) ||
        (json_object_get(from, "table") &&
         (status = ad_layout_read(ctx, where, json_object_get(from, "table"), s->shape.channels, n,
                                  &s->layout))))
        return status;
    if (!ad_transforms_invertible(&s->target) || s->target.n > 1 ||
        ad_shape_size(s->target.out) != n || (s->target.n && s->task != ADROP_REGRESSION))
        return schema_json_refuse(ctx, where, "target");
    if (s->answers.n && s->task == ADROP_REGRESSION && s->answers.n != n)
        return schema_json_refuse(ctx, where, "answers");
    if ((s->task != ADROP_REGRESSION) != (s->classes.n > 0) ||
        (s->is_multi_label && s->task != ADROP_CLASSIFICATION))
        return schema_json_refuse(ctx, where, "classes");
    if (s->columns.n && s->columns.n != s->shape.channels)
        return schema_json_refuse(ctx, where, "columns");
    return ADROP_OK;
}

adrop_status ad_schema_from_json(adrop_ctx *ctx, const char *where, const json_t *from,
                                 ad_schema *s)
{
    const json_t *pixels = json_object_get(from, "pixels");
    adrop_status status;

    *s = (ad_schema){ .task = (adrop_task)read_task(json_object_get(from, "task")),
                      .is_multi_label = json_is_true(json_object_get(from, "multi_label")),
                      .is_pixels = json_is_true(pixels) };
    if (!s->task)
        return schema_json_refuse(ctx, where, "task");
    if (!read_shape(json_object_get(from, "shape"), &s->shape) ||
        (s->is_pixels && s->shape.channels > AD_MAX_SIDE))
        return schema_json_refuse(ctx, where, "shape");
    if (!json_is_boolean(pixels))
        return schema_json_refuse(ctx, where, "pixels");
    if (json_object_get(from, "text")) {
        if ((status = ad_features_read(ctx, where, json_object_get(from, "text"), &s->text)))
            return status;
        if (s->is_pixels || s->shape.channels != ad_features_width(s->text) ||
            s->shape.height * s->shape.width != 1 ||
            (ad_schema_is_sparse(s) && json_array_size(json_object_get(from, "transforms"))))
            return schema_json_refuse(ctx, where, "shape");
    }
    if ((status = ad_transforms_read(&s->inputs, ctx, where, json_object_get(from, "transforms"),
                                     s->shape)) ||
        (status = read_meaning(ctx, where, from, s)))
        return status;
    return ad_schema_settle(s, ctx);
}

adrop_status ad_schema_read(adrop_ctx *ctx, const char *where, const char *text, ad_schema *s)
{
    json_error_t why;
    json_t *from = ad_json_load(text, strlen(text), JSON_REJECT_DUPLICATES, &why);
    adrop_status status;

    *s = (ad_schema){ 0 };
    if (!from && (errno == ENOMEM || json_error_code(&why) == json_error_out_of_memory))
        return ad_fail(ctx, ADROP_ENOMEM, "'%s': not enough memory to read the inputs", where);
    if (!from)
        return ad_fail(ctx, ADROP_EFORMAT, "'%s': the inputs are not JSON: %s", where, why.text);
    status = ad_schema_from_json(ctx, where, from, s);
    json_decref(from);
    return status;
}
