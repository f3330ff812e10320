/* Checks structs against their option tables (option_check.h): one loop, one case per kind of row.
 * adrop_option_set can read back what adrop_option_show writes for any accepted value. */
#include "base/option_check.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/keep.h"
#include "base/memory.h"

static adrop_status option_check_refuse(adrop_ctx *ctx, const char *name, const adrop_option *row,
                                        const char *value)
{
    char range[512];

    return ctx ? ad_fail(ctx, ADROP_EINVAL, "%s: '%s' is not a value for '%s': give %s", name,
                         value, row->name, adrop_option_range(row, range, sizeof range))
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
    return exact && ad_option_in_range(row, x) ? ADROP_OK
                                               : option_check_refuse(ctx, name, row, text);
}

static adrop_status check_word(adrop_ctx *ctx, const char *name, const adrop_option *row, int value)
{
    char text[ADROP_NUMBER_SIZE];
    const size_t n = row->kind == ADROP_OPT_FLAG ? 2 : ad_option_words(row);

    snprintf(text, sizeof text, "%d", value);
    return value >= 0 && (size_t)value < n ? ADROP_OK : option_check_refuse(ctx, name, row, text);
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
            return option_check_refuse(ctx, name, row, AD_NUM(list->value[i]));
    return ADROP_OK;
}

/* No text may be NULL or empty. */
static adrop_status check_texts(adrop_ctx *ctx, const char *name, const adrop_option *row,
                                const adrop_texts *texts)
{
    const int there = texts->n < SIZE_MAX / sizeof *texts->text && (texts->text || !texts->n);

    for (size_t i = 0; !there || i < texts->n; i++) {
        const char *text = there ? texts->text[i] : NULL;
        if (!text || !*text)
            return ctx ? ad_fail(ctx, ADROP_EINVAL, "%s: text %zu of '%s' is %s", name, i + 1,
                                 row->name, text ? "empty: leave it out" : "not there: add it")
                       : ADROP_EINVAL;
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
        return ADROP_OK; /* any text, or NULL */
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
        return !strcmp(ad_option_text(row, from), row->text ? row->text : "");
    case ADROP_OPT_LIST:
        return !((const adrop_list *)at)->n;
    case ADROP_OPT_TEXTS:
        return !((const adrop_texts *)at)->n;
    }
    return 0;
}

const char *ad_option_text(const adrop_option *row, const void *from)
{
    const char *const *at = (const void *)((const char *)from + row->offset);

    return *at ? *at : "";
}

adrop_status ad_texts_append(adrop_ctx *ctx, adrop_texts *texts, size_t n, const char *const *more)
{
    const char **all;
    const void *kept;
    adrop_status status = AD_NEW(ctx, texts->n + n, "texts", &all);

    for (size_t i = 0; i < texts->n + n && !status; i++)
        status = ad_keep(ctx, i < texts->n ? texts->text[i] : more[i - texts->n], &all[i]);
    if (!status && !(status = ad_keep_bytes(ctx, all, (texts->n + n) * sizeof *all, &kept)))
        *texts = (adrop_texts){ texts->n + n, kept };
    ad_free(ctx, all);
    return status;
}

adrop_status ad_options_keep(adrop_ctx *ctx, const adrop_option *table, void *settings, size_t size)
{
    adrop_status status = ADROP_OK;

    for (const adrop_option *row = table; row->name && !status; row++) {
        void *at = (char *)settings + row->offset;
        if (!ad_option_fits(row, size))
            continue;
        if (row->kind == ADROP_OPT_TEXT) {
            status = ad_keep(ctx, *(const char **)at, at);
        } else if (row->kind == ADROP_OPT_TEXTS) {
            adrop_texts mine = { 0 };
            if (((adrop_texts *)at)->n)
                status = ad_texts_append(ctx, &mine, ((adrop_texts *)at)->n,
                                         ((adrop_texts *)at)->text);
            *(adrop_texts *)at = mine;
        }
    }
    return status;
}

adrop_status adrop_keep(adrop_ctx *ctx, const char *text, const char **kept)
{
    if (ad_check_given(ctx, "kept", kept))
        return ADROP_EINVAL;

    return ad_keep(ctx, text, kept);
}

adrop_status ad_settings_read(adrop_ctx *ctx, const char *name, const adrop_option *table,
                              void *mine, size_t size, const void *given, size_t given_size)
{
    adrop_status status = ad_struct_read(ctx, name, mine, size, given, given_size);

    if (!status)
        status = ad_options_check(ctx, table, mine, size, name);
    return status || !ctx ? status : ad_options_keep(ctx, table, mine, size);
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
