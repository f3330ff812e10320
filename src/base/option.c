/* Option tables: defaults, checked setting (adrop/option.h). */
#include "adrop/option.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/keep.h"
#include "base/memory.h"
#include "base/option_check.h"
#include "base/option_word.h"
#include "base/registry.h"
#include "base/text.h"

static void *field(const adrop_option *row, void *dst)
{
    return (char *)dst + row->offset;
}

static int has_range(const adrop_option *row)
{
    return row->min < row->max;
}

static const size_t sizes[] = {
    [ADROP_OPT_REAL] = sizeof(double),       [ADROP_OPT_COUNT] = sizeof(size_t),
    [ADROP_OPT_FLAG] = sizeof(int),          [ADROP_OPT_CHOICE] = sizeof(int),
    [ADROP_OPT_TEXT] = sizeof(char *),       [ADROP_OPT_LIST] = sizeof(adrop_list),
    [ADROP_OPT_TEXTS] = sizeof(adrop_texts), [ADROP_OPT_INT] = sizeof(int),
};

int ad_option_fits(const adrop_option *row, size_t dst_size)
{
    if ((size_t)row->kind >= sizeof sizes / sizeof *sizes)
        return 0;
    return row->offset <= dst_size && sizes[row->kind] <= dst_size - row->offset;
}

void ad_options_copy(const adrop_option *to_rows, void *to, const adrop_option *from_rows,
                     const void *from)
{
    for (const adrop_option *row = to_rows; row->name; row++) {
        const adrop_option *other = adrop_option_find(from_rows, row->name);
        if (other && other->kind == row->kind)
            memcpy(field(row, to), (const char *)from + other->offset, sizes[row->kind]);
    }
}

void adrop_options_default_sized(const adrop_option *table, void *dst, size_t dst_size)
{
    for (const adrop_option *row = table; row->name; row++) {
        void *at = field(row, dst);
        if (!ad_option_fits(row, dst_size))
            continue;
        switch (row->kind) {
        case ADROP_OPT_REAL:
            *(double *)at = row->fallback;
            break;
        case ADROP_OPT_COUNT:
            *(size_t *)at = (size_t)row->fallback;
            break;
        case ADROP_OPT_FLAG:
        case ADROP_OPT_CHOICE:
        case ADROP_OPT_INT:
            *(int *)at = (int)row->fallback;
            break;
        case ADROP_OPT_TEXT:
            *(const char **)at = row->text ? row->text : "";
            break;
        case ADROP_OPT_LIST:
            *(adrop_list *)at = (adrop_list){ 0 };
            break;
        case ADROP_OPT_TEXTS:
            *(adrop_texts *)at = (adrop_texts){ 0 };
            break;
        }
    }
}

size_t ad_option_words(const adrop_option *row)
{
    size_t n = 0;

    while (row->words && row->words[n])
        n++;
    return n;
}

const char *adrop_option_group_title(adrop_option_group group)
{
    static const char *const titles[ADROP_N_GROUPS] = {
        [ADROP_GROUP_NONE] = "Other",        [ADROP_GROUP_OWN] = "Options",
        [ADROP_GROUP_DATA] = "Data",         [ADROP_GROUP_NETWORK] = "Network and dropout",
        [ADROP_GROUP_TRAINING] = "Training", [ADROP_GROUP_OUTPUT] = "Output",
        [ADROP_GROUP_ADVANCED] = "Advanced",
    };

    return (unsigned)group < ADROP_N_GROUPS ? titles[group] : NULL;
}

size_t adrop_options_append(adrop_option *rows, size_t n, const adrop_option *table, size_t offset)
{
    rows[n].name = NULL;
    for (; table->name; table++) {
        if (adrop_option_find(rows, table->name))
            continue;
        rows[n] = *table;
        rows[n].offset += offset;
        rows[++n].name = NULL;
    }
    return n;
}

const adrop_option *adrop_option_find(const adrop_option *table, const char *name)
{
    for (const adrop_option *row = table; name && row->name; row++)
        if (!strcmp(row->name, name))
            return row;
    return NULL;
}

static int has_synonym(const adrop_option *row, const char *word)
{
    const size_t length = strlen(word);

    for (const char *p = row->synonyms; length && p && *p; p += strspn(p, " ")) {
        const size_t n = strcspn(p, " ");
        if (n == length && !memcmp(p, word, n))
            return 1;
        p += n;
    }
    return 0;
}

const adrop_option *adrop_option_meant(const adrop_option *table, const char *word)
{
    const adrop_option *found = adrop_option_find(table, word);

    for (const adrop_option *row = table; !found && row->name; row++)
        if (has_synonym(row, word))
            found = row;
    return found;
}

int ad_option_in_range(const adrop_option *row, double x)
{
    if (!isfinite(x))
        return 0;
    if (row->kind == ADROP_OPT_COUNT && (x < 0 || x > AD_MOST_COUNT || x != floor(x)))
        return 0;
    if (row->kind == ADROP_OPT_INT && (x < INT_MIN || x > INT_MAX || x != floor(x)))
        return 0;
    if (!has_range(row))
        return 1;
    int above = row->open & ADROP_OPEN_MIN ? x > row->min : x >= row->min;
    int below = row->open & ADROP_OPEN_MAX ? x < row->max : x <= row->max;
    return above && below;
}

static adrop_status option_refuse(adrop_ctx *ctx, const adrop_option *row, const char *text)
{
    char range[512];

    return ad_fail(ctx, ADROP_EINVAL, "'%.300s' is not a value for '%s': give %s", text, row->name,
                   adrop_option_range(row, range, sizeof range));
}

static adrop_status set_number(adrop_ctx *ctx, const adrop_option *row, void *at, const char *text)
{
    double x;

    if (row->kind == ADROP_OPT_COUNT && row->words && !strcmp(text, row->words[0]))
        text = "0";
    if (adrop_number_read(text, &x) || !ad_option_in_range(row, x))
        return option_refuse(ctx, row, text);
    if (row->kind == ADROP_OPT_REAL)
        *(double *)at = x;
    else if (row->kind == ADROP_OPT_INT)
        *(int *)at = (int)x;
    else
        *(size_t *)at = (size_t)x;
    return ADROP_OK;
}

static const char *const no_yes[] = { "no", "yes", NULL };

static const char *const *words_of(const adrop_option *row)
{
    return row->kind == ADROP_OPT_FLAG ? no_yes : row->words;
}

adrop_status ad_option_refuse_word(adrop_ctx *ctx, const adrop_option *row, const char *text)
{
    const char *near = adrop_nearest(text, words_of(row));

    if (!near)
        return option_refuse(ctx, row, text);
    return ad_fail(ctx, ADROP_EINVAL, "'%.300s' is not a value for '%s': did you mean '%s'?", text,
                   row->name, near);
}

static adrop_status set_word(adrop_ctx *ctx, const adrop_option *row, void *at, const char *text)
{
    const char *const *words = words_of(row);

    for (int i = 0; words[i]; i++)
        if (!strcmp(words[i], text)) {
            *(int *)at = i;
            return ADROP_OK;
        }
    return ad_option_refuse_word(ctx, row, text);
}

static adrop_status set_list(adrop_ctx *ctx, const adrop_option *row, void *at, const char *text)
{
    adrop_list list = { 0 };

    for (const char *rest = text; *rest;) {
        char item[512];
        size_t length = strcspn(rest, ",/");
        if (length >= sizeof item)
            return option_refuse(ctx, row, text);
        snprintf(item, sizeof item, "%.*s", (int)length, rest);
        if (list.n == ADROP_LIST_MAX)
            return ad_fail(ctx, ADROP_EINVAL, "'%s' takes at most %d numbers", row->name,
                           ADROP_LIST_MAX);
        if (adrop_number_read(item, &list.value[list.n]) ||
            !ad_option_in_range(row, list.value[list.n]))
            return option_refuse(ctx, row, item);
        list.n++;
        rest += length;
        if (*rest && !*++rest) /* a trailing comma */
            return option_refuse(ctx, row, text);
    }
    *(adrop_list *)at = list;
    return ADROP_OK;
}

const char *adrop_texts_at(const adrop_texts *texts, size_t i)
{
    return texts && i < texts->n ? texts->text[i] : NULL;
}

adrop_status adrop_texts_add(adrop_ctx *ctx, adrop_texts *texts, const char *text)
{
    if (ad_check_given(ctx, "texts", texts) || ad_check_given(ctx, "text", text))
        return ADROP_EINVAL;
    return *text ? ad_texts_append(ctx, texts, 1, &text)
                 : ad_fail(ctx, ADROP_EINVAL, "one of several texts is empty: leave it out");
}

/* A text in double quotes, in which "" stands for a quote, from *at; *at moves to its end. */
static adrop_status take_quoted(adrop_ctx *ctx, const char **at, const char **out)
{
    const char *from = *at + 1;
    char *copy;
    size_t n = 0;
    adrop_status status = AD_NEW(ctx, strlen(from) + 1, "a text", &copy);

    if (status)
        return status;
    for (; *from && (*from != '"' || from[1] == '"'); from++) {
        from += *from == '"';
        copy[n++] = *from;
    }
    *at = from + (*from == '"');
    status = *from ? ad_keep(ctx, copy, out) : ADROP_EINVAL;
    ad_free(ctx, copy);
    return status;
}

/* Add the parts of a text separated by ';'. */
static adrop_status add_texts(adrop_ctx *ctx, const adrop_option *row, adrop_texts *texts,
                              const char *text)
{
    const char **each, *at = text;
    size_t most = 1, n = 0;

    for (const char *c = text; *c; c++)
        most += *c == ';';
    adrop_status status = AD_NEW(ctx, most, "texts", &each);
    for (int more = 1; more && !status; at += more) {
        const size_t length = strcspn(at, ";");
        if (*at == '"')
            status = take_quoted(ctx, &at, &each[n]);
        else if (!(status = ad_keep_part(ctx, at, length, &each[n])))
            at += length;
        more = *at == ';';
        if (status == ADROP_EINVAL || (!status && (!*each[n++] || (*at && !more))))
            status = option_refuse(ctx, row, text);
    }
    if (!status)
        status = ad_texts_append(ctx, texts, n, each);
    ad_free(ctx, each);
    return status;
}

static adrop_status set_text(adrop_ctx *ctx, const char **at, const char *text)
{
    const char *kept;
    const adrop_status status = ad_keep(ctx, text, &kept);

    if (!status)
        *at = kept;
    return status;
}

static adrop_status set_row(adrop_ctx *ctx, const adrop_option *row, void *at, const char *text)
{
    switch (row->kind) {
    case ADROP_OPT_REAL:
    case ADROP_OPT_COUNT:
    case ADROP_OPT_INT:
        return set_number(ctx, row, at, text);
    case ADROP_OPT_FLAG:
    case ADROP_OPT_CHOICE:
        return set_word(ctx, row, at, text);
    case ADROP_OPT_LIST:
        return set_list(ctx, row, at, text);
    case ADROP_OPT_TEXTS:
        return add_texts(ctx, row, at, text);
    case ADROP_OPT_TEXT:
        break;
    }
    return set_text(ctx, at, text);
}

static const char *option_name_at(const void *list, size_t i)
{
    const adrop_option *table = list;

    return table[i].name;
}

static adrop_status option_unknown(adrop_ctx *ctx, const adrop_option *table, const char *name)
{
    const ad_registry registry = { "option", option_name_at, table };

    if (table->name)
        return ad_registry_refuse(ctx, &registry, name);
    return ad_fail(ctx, ADROP_ENOENT, "there is no option '%s': it takes none", AD_SHOWN(name));
}

adrop_status adrop_option_set_sized(adrop_ctx *ctx, const adrop_option *table, void *dst,
                                    size_t dst_size, const char *name, const char *text)
{
    if (ad_check_given(ctx, "name", name) || ad_check_given(ctx, "text", text))
        return ADROP_EINVAL;

    const adrop_option *row = adrop_option_meant(table, name);

    if (!row)
        return option_unknown(ctx, table, name);
    if (!ad_option_fits(row, dst_size))
        return ad_fail(ctx, ADROP_EINVAL,
                       "'%s' is newer than the program, which has no room for it: leave it out",
                       name);
    return set_row(ctx, row, field(row, dst), text);
}

/* Is it the name of a flag, short for name=yes? */
static int is_flag(const adrop_option *table, const char *name)
{
    const adrop_option *row = adrop_option_find(table, name);

    return row && row->kind == ADROP_OPT_FLAG;
}

/* One "key=value" of n characters, or a flag. */
static adrop_status parse_pair(adrop_ctx *ctx, const adrop_option *table, void *dst,
                               size_t dst_size, const char *text, size_t n)
{
    char *pair;
    adrop_status status = AD_NEW(ctx, n + 1, "a setting", &pair);

    if (status)
        return status;
    memcpy(pair, text, n);
    char *equals = strchr(pair, '=');
    if (!equals && is_flag(table, pair)) {
        status = adrop_option_set_sized(ctx, table, dst, dst_size, pair, "yes");
    } else if (!equals || equals == pair) {
        status = ad_fail(ctx, ADROP_EINVAL, "'%.300s' is not a setting: write key=value", pair);
    } else {
        *equals = 0;
        status = adrop_option_set_sized(ctx, table, dst, dst_size, pair, equals + 1);
    }
    ad_free(ctx, pair);
    return status;
}

adrop_status adrop_options_parse_sized(adrop_ctx *ctx, const adrop_option *table, void *dst,
                                       size_t dst_size, const char *text)
{
    if (ad_check_given(ctx, "text", text))
        return ADROP_EINVAL;

    while (*text) {
        const size_t length = ad_setting_length(text);
        const adrop_status status = parse_pair(ctx, table, dst, dst_size, text, length);
        if (status)
            return status;
        text += length;
        if (*text && !*++text)
            return ad_fail(ctx, ADROP_EINVAL, "a comma with no key=value behind it");
    }
    return ADROP_OK;
}
