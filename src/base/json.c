/* Building, reading and replacing JSON, with failures recorded (json.h). */
#include "base/json.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "base/file.h"
#include "base/json_text.h"
#include "base/memory.h"
#include "base/utf8.h"

void ad_json_put(ad_json *b, json_t *object, const char *key, json_t *value)
{
    if (json_object_set_new(object, key, value))
        b->failed = true;
}

void ad_json_append(ad_json *b, json_t *array, json_t *value)
{
    if (json_array_append_new(array, value))
        b->failed = true;
}

bool ad_json_holds(const char *text)
{
    for (const char *before = text; *text; before = text)
        if (ad_utf8_next(&text) == AD_NO_CHARACTER && text - before == 1)
            return false;
    return true;
}

json_t *ad_json_string(const char *text)
{
    enum { MOST = 3 }; /* bytes per input byte: U+FFFD has three */
    char *shown, bytes[5], *end;

    if (ad_json_holds(text))
        return json_string(text);
    if (!(shown = end = malloc(MOST * strlen(text) + 1)))
        return NULL;
    for (uint32_t c; (c = ad_utf8_next(&text));) {
        const size_t n = strlen(ad_utf8_write(c, bytes));
        memcpy(end, bytes, n);
        end += n;
    }
    *end = 0;
    json_t *string = json_string(shown);
    free(shown);
    return string;
}

bool ad_json_count(const json_t *value, size_t least, size_t most, size_t *n)
{
    const json_int_t x = json_integer_value(value);

    if (!json_is_integer(value) || x < 0 || (size_t)x < least || (size_t)x > most)
        return false;
    *n = (size_t)x;
    return true;
}

json_t *ad_json_real(double x)
{
    return isfinite(x) ? json_real(x) : json_null();
}

static adrop_status no_memory(adrop_ctx *ctx, const char *what)
{
    return ad_fail(ctx, ADROP_ENOMEM, "not enough memory for '%s'", what);
}

adrop_status ad_json_end(const ad_json *b, adrop_ctx *ctx, const char *what, json_t **root)
{
    if (!b->failed && *root)
        return ADROP_OK;
    json_decref(*root);
    *root = NULL;
    return no_memory(ctx, what);
}

json_t *ad_json_load(const char *text, size_t size, size_t flags, json_error_t *error)
{
    errno = 0;
    json_t *first = json_loadb(text, size, flags, error);
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
    return first; /* allocations do not fail there, and this takes half of the time */
#endif
    json_t *second = first ? json_loadb(text, size, flags, error) : NULL;
    const bool same = second && json_equal(first, second);

    json_decref(second);
    if (first && !same) {
        json_decref(first);
        first = NULL;
        errno = ENOMEM;
    }
    return first;
}

adrop_status ad_json_parse(adrop_ctx *ctx, const char *path, const char *text, size_t size,
                           size_t flags, json_t **out)
{
    json_error_t error;

    /* Jansson reports many failed allocations as an invalid token; errno is reliable. */
    *out = ad_json_load(text, size, flags, &error);
    if (*out)
        return ADROP_OK;
    if (errno == ENOMEM || json_error_code(&error) == json_error_out_of_memory)
        return no_memory(ctx, path);
    return ad_fail(ctx, ADROP_EFORMAT, "'%s' is not JSON: %s in line %d", path, error.text,
                   error.line);
}

/* Equal, except that a whole real may have become an integer: 1.0 is written as 1. */
static bool is_same(const json_t *a, const json_t *b)
{
    if (json_is_real(a) && json_is_number(b))
        return json_real_value(a) == json_number_value(b);
    if (json_is_array(a) && json_array_size(a) == json_array_size(b)) {
        for (size_t i = 0; i < json_array_size(a); i++)
            if (!is_same(json_array_get(a, i), json_array_get(b, i)))
                return false;
        return json_is_array(b);
    }
    if (json_is_object(a) && json_object_size(a) == json_object_size(b)) {
        const char *key;
        json_t *value, *object = (json_t *)(uintptr_t)a; /* iterating needs the cast, but changes
                                                            nothing */
        json_object_foreach(object, key, value)
        {
            if (!is_same(value, json_object_get(b, key)))
                return false;
        }
        return json_is_object(b);
    }
    return json_equal(a, b);
}

adrop_status ad_json_replace(adrop_ctx *ctx, const char *path, const json_t *json, size_t flags)
{
    json_t *again = NULL;
    char *text;
    adrop_status status = ad_json_text(ctx, json, flags, &text);

    if (!status)
        status = ad_json_parse(ctx, path, text, strlen(text), JSON_REJECT_DUPLICATES, &again);
    if (!status && !is_same(json, again))
        status = no_memory(ctx, path);
    if (!status)
        status = ad_file_replace(ctx, path, text, strlen(text));
    json_decref(again);
    ad_free(ctx, text);
    return status;
}
