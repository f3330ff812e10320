/* The check of structs by the rows of their option tables (option_check.h): one loop, one case for
 * each kind of row. What it accepts adrop_option_show writes so that adrop_option_set reads it. */
#include "base/option_check.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"

static adrop_status refuse(adrop_ctx *ctx, const char *name, const adrop_option *row,
                           const char *value)
{
    char range[512];

    return ctx ? ad_fail(ctx, ADROP_EINVAL, "%s: '%s' is not a value for '%s': give %s", name,
                         value, row->name, adrop_option_range(row, range, sizeof range))
               : ADROP_EINVAL;
}

static adrop_status refuse_text(adrop_ctx *ctx, const char *name, const adrop_option *row)
{
    return ctx ? ad_fail(ctx, ADROP_EINVAL,
                         "%s: the text of '%s' has no end: at most %d characters fit", name,
                         row->name, ADROP_TEXT_SIZE - 1)
               : ADROP_EINVAL;
}

static adrop_status check_number(adrop_ctx *ctx, const char *name, const adrop_option *row,
                                 const void *at)
{
    char text[ADROP_NUMBER_SIZE];
    double x;

    if (row->kind == ADROP_OPT_REAL)
        adrop_number_text(text, x = *(const double *)at);
    else if (row->kind == ADROP_OPT_INT)
        snprintf(text, sizeof text, "%d", *(const int *)at), x = *(const int *)at;
    else
        snprintf(text, sizeof text, "%zu", *(const size_t *)at), x = (double)*(const size_t *)at;
    const int exact = row->kind != ADROP_OPT_COUNT || /* 2^53 + 1 would be rounded to 2^53 */
                      (uint64_t) * (const size_t *)at <= (uint64_t)AD_MOST_COUNT;
    return exact && ad_option_in_range(row, x) ? ADROP_OK : refuse(ctx, name, row, text);
}

static adrop_status check_word(adrop_ctx *ctx, const char *name, const adrop_option *row, int value)
{
    char text[ADROP_NUMBER_SIZE];
    const size_t n = row->kind == ADROP_OPT_FLAG ? 2 : ad_option_words(row);

    snprintf(text, sizeof text, "%d", value);
    return value >= 0 && (size_t)value < n ? ADROP_OK : refuse(ctx, name, row, text);
}

static adrop_status check_list(adrop_ctx *ctx, const char *name, const adrop_option *row,
                               const adrop_list *list)
{
    if (list->n > ADROP_LIST_MAX)
        return ctx ? ad_fail(ctx, ADROP_EINVAL, "%s: '%s' takes at most %d numbers", name,
                             row->name, ADROP_LIST_MAX)
                   : ADROP_EINVAL;
    for (size_t i = 0; i < list->n; i++)
        if (!ad_option_in_range(row, list->value[i]))
            return refuse(ctx, name, row, AD_NUM(list->value[i]));
    return ADROP_OK;
}

/* As adrop_texts_add packs them: each ended by its zero, none longer than a text may be. */
static adrop_status check_texts(adrop_ctx *ctx, const char *name, const adrop_option *row,
                                const adrop_texts *texts)
{
    const char *at = texts->packed, *end = at + sizeof texts->packed;

    for (size_t i = 0; i < texts->n; i++) {
        const char *zero = at < end ? memchr(at, 0, (size_t)(end - at)) : NULL;
        if (!zero || zero == at || zero - at >= ADROP_TEXT_SIZE)
            return ctx ? ad_fail(ctx, ADROP_EINVAL,
                                 "%s: text %zu of '%s' is %s: add texts of 1 to %d characters by "
                                 "adrop_texts_add",
                                 name, i + 1, row->name,
                                 zero == at ? "empty"
                                 : zero     ? "too long"
                                            : "not there",
                                 ADROP_TEXT_SIZE - 1)
                       : ADROP_EINVAL;
        at = zero + 1;
    }
    return ADROP_OK;
}

static adrop_status check_row(adrop_ctx *ctx, const char *name, const adrop_option *row,
                              const void *at)
{
    switch (row->kind) {
    case ADROP_OPT_REAL:
    case ADROP_OPT_COUNT:
    case ADROP_OPT_INT:
        return check_number(ctx, name, row, at);
    case ADROP_OPT_FLAG:
    case ADROP_OPT_CHOICE:
        return check_word(ctx, name, row, *(const int *)at);
    case ADROP_OPT_TEXT:
        return memchr(at, 0, ADROP_TEXT_SIZE) ? ADROP_OK : refuse_text(ctx, name, row);
    case ADROP_OPT_LIST:
        return check_list(ctx, name, row, at);
    case ADROP_OPT_TEXTS:
        return check_texts(ctx, name, row, at);
    }
    return ADROP_EINVAL;
}

adrop_status ad_options_check(adrop_ctx *ctx, const adrop_option *table, const void *from,
                              size_t size, const char *name)
{
    adrop_status status = ADROP_OK;

    for (const adrop_option *row = table; row->name && !status; row++)
        if (ad_option_fits(row, size))
            status = check_row(ctx, name, row, (const char *)from + row->offset);
    return status;
}

int ad_option_is_default(const adrop_option *row, const void *from)
{
    const void *at = (const char *)from + row->offset;

    switch (row->kind) {
    case ADROP_OPT_REAL:
        return !(*(const double *)at < row->fallback || *(const double *)at > row->fallback);
    case ADROP_OPT_COUNT:
        return *(const size_t *)at == (size_t)row->fallback;
    case ADROP_OPT_FLAG:
    case ADROP_OPT_CHOICE:
    case ADROP_OPT_INT:
        return *(const int *)at == (int)row->fallback;
    case ADROP_OPT_TEXT:
        return !strcmp(at, row->text ? row->text : "");
    case ADROP_OPT_LIST:
        return !((const adrop_list *)at)->n;
    case ADROP_OPT_TEXTS:
        return !((const adrop_texts *)at)->n;
    }
    return 0;
}

adrop_status ad_settings_read(adrop_ctx *ctx, const char *name, const adrop_option *table,
                              void *mine, size_t size, const void *given, size_t given_size)
{
    const adrop_status status = ad_struct_read(ctx, name, mine, size, given, given_size);

    return status ? status : ad_options_check(ctx, table, mine, size, name);
}

adrop_status ad_check_given(adrop_ctx *ctx, const char *name, const void *given)
{
    return given ? ADROP_OK
                 : ad_fail(ctx, ADROP_EINVAL, "the argument '%s' is NULL: give it", name);
}

adrop_status ad_check_array(adrop_ctx *ctx, const char *name, size_t n, const void *array)
{
    return n && !array
               ? ad_fail(ctx, ADROP_EINVAL,
                         "the array '%s' is NULL, and is to have %zu values or rows", name, n)
               : ADROP_OK;
}
