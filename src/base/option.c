/* Option tables: defaults, checked setting, showing (adrop/option.h). */
#include "adrop/option.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
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
    [ADROP_OPT_TEXT] = ADROP_TEXT_SIZE,      [ADROP_OPT_LIST] = sizeof(adrop_list),
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
            snprintf(at, ADROP_TEXT_SIZE, "%s", row->text ? row->text : "");
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
    for (const adrop_option *row = table; row->name; row++)
        if (!strcmp(row->name, name))
            return row;
    return NULL;
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

static adrop_status refuse(adrop_ctx *ctx, const adrop_option *row, const char *text)
{
    char range[512];

    return ad_fail(ctx, ADROP_EINVAL, "'%s' is not a value for '%s': give %s", text, row->name,
                   adrop_option_range(row, range, sizeof range));
}

static adrop_status set_number(adrop_ctx *ctx, const adrop_option *row, void *at, const char *text)
{
    double x;

    if (row->kind == ADROP_OPT_COUNT && row->words && !strcmp(text, row->words[0]))
        text = "0";
    if (adrop_number_read(text, &x) || !ad_option_in_range(row, x))
        return refuse(ctx, row, text);
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
        return refuse(ctx, row, text);
    return ad_fail(ctx, ADROP_EINVAL, "'%s' is not a value for '%s': did you mean '%s'?", text,
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
        char item[ADROP_NUMBER_SIZE * 2];
        size_t length = strcspn(rest, ",/");
        snprintf(item, sizeof item, "%.*s", (int)(length < sizeof item ? length : sizeof item - 1),
                 rest);
        if (list.n == ADROP_LIST_MAX)
            return ad_fail(ctx, ADROP_EINVAL, "'%s' takes at most %d numbers", row->name,
                           ADROP_LIST_MAX);
        if (adrop_number_read(item, &list.value[list.n]) ||
            !ad_option_in_range(row, list.value[list.n]))
            return refuse(ctx, row, item);
        list.n++;
        rest += length;
        if (*rest && !*++rest) /* a comma with nothing behind it */
            return refuse(ctx, row, text);
    }
    *(adrop_list *)at = list;
    return ADROP_OK;
}

/* Where text i begins, or the room behind the last; NULL if that is past the end. */
static const char *place(const adrop_texts *texts, size_t i)
{
    const char *at = texts->packed, *end = at + sizeof texts->packed;

    for (; at && at < end && i; i--) {
        const char *zero = memchr(at, 0, (size_t)(end - at));
        at = zero ? zero + 1 : NULL;
    }
    return at && at < end ? at : NULL;
}

const char *adrop_texts_at(const adrop_texts *texts, size_t i)
{
    const char *at = i < texts->n ? place(texts, i) : NULL;

    return at && memchr(at, 0, sizeof texts->packed - (size_t)(at - texts->packed)) ? at : NULL;
}

int adrop_texts_add(adrop_texts *texts, const char *text)
{
    const char *free = place(texts, texts->n);
    const size_t size = strlen(text) + 1, used = free ? (size_t)(free - texts->packed) : 0;

    if (!free || size > ADROP_TEXT_SIZE || size > sizeof texts->packed - used)
        return 0;
    memcpy(texts->packed + used, text, size);
    texts->n++;
    return 1;
}

static adrop_status add_texts(adrop_ctx *ctx, const adrop_option *row, adrop_texts *texts,
                              const char *text)
{
    char one[ADROP_TEXT_SIZE];

    for (const char *rest = text;; rest++) {
        const size_t length = strcspn(rest, ";");
        if (!length)
            return refuse(ctx, row, text);
        if (length < sizeof one)
            snprintf(one, sizeof one, "%.*s", (int)length, rest);
        if (length >= sizeof one || !adrop_texts_add(texts, one))
            return ad_fail(ctx, ADROP_EINVAL,
                           "'%s' takes texts of at most %d characters, %d in all", row->name,
                           ADROP_TEXT_SIZE - 1, ADROP_TEXTS_SIZE);
        rest += length;
        if (!*rest)
            return ADROP_OK;
    }
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
    if (strlen(text) >= ADROP_TEXT_SIZE)
        return ad_fail(ctx, ADROP_EINVAL,
                       "the value of '%s' is %zu bytes long, and at most %d are accepted: give a "
                       "shorter one",
                       row->name, strlen(text), ADROP_TEXT_SIZE - 1);
    strcpy(at, text);
    return ADROP_OK;
}

static const char *name_at(const void *list, size_t i)
{
    const adrop_option *table = list;

    return table[i].name;
}

static adrop_status unknown(adrop_ctx *ctx, const adrop_option *table, const char *name)
{
    const ad_registry registry = { "option", name_at, table };

    if (table->name)
        return ad_registry_refuse(ctx, &registry, name);
    return ad_fail(ctx, ADROP_ENOENT, "there is no option '%s': it takes none", AD_SHOWN(name));
}

adrop_status adrop_option_set_sized(adrop_ctx *ctx, const adrop_option *table, void *dst,
                                    size_t dst_size, const char *name, const char *text)
{
    if (ad_check_given(ctx, "name", name) || ad_check_given(ctx, "text", text))
        return ADROP_EINVAL;

    const adrop_option *row = adrop_option_find(table, name);

    if (!row)
        return unknown(ctx, table, name);
    if (!ad_option_fits(row, dst_size))
        return ad_fail(ctx, ADROP_EINVAL,
                       "'%s' is newer than the program, which has no room for it: leave it out",
                       name);
    return set_row(ctx, row, field(row, dst), text);
}

adrop_status adrop_options_parse_sized(adrop_ctx *ctx, const adrop_option *table, void *dst,
                                       size_t dst_size, const char *text)
{
    if (ad_check_given(ctx, "text", text))
        return ADROP_EINVAL;

    while (*text) {
        char pair[2 * ADROP_TEXT_SIZE];
        size_t length = ad_setting_length(text);
        if (length >= sizeof pair)
            return ad_fail(ctx, ADROP_EINVAL, "a setting of %zu characters is too long", length);
        snprintf(pair, sizeof pair, "%.*s", (int)length, text);
        char *equals = strchr(pair, '=');
        if (!equals || equals == pair)
            return ad_fail(ctx, ADROP_EINVAL, "'%s' is not a setting: write key=value", pair);
        *equals = 0;
        adrop_status status = adrop_option_set_sized(ctx, table, dst, dst_size, pair, equals + 1);
        if (status)
            return status;
        text += length;
        if (*text && !*++text)
            return ad_fail(ctx, ADROP_EINVAL, "a comma with no key=value behind it");
    }
    return ADROP_OK;
}

static void show_list(const adrop_list *list, char *buffer, size_t size)
{
    size_t used = 0;

    buffer[0] = 0;
    for (size_t i = 0; i < list->n && i < ADROP_LIST_MAX && used < size; i++)
        used += (size_t)snprintf(buffer + used, size - used, "%s%s", i ? "," : "",
                                 AD_NUM(list->value[i]));
}

static void show_texts(const adrop_texts *texts, char *buffer, size_t size)
{
    const char *text;
    size_t used = 0;

    buffer[0] = 0;
    for (size_t i = 0; used < size && (text = adrop_texts_at(texts, i)); i++)
        used += (size_t)snprintf(buffer + used, size - used, "%s%s", i ? ";" : "", text);
}

/* The word of a choice; the number in brackets for one that is none. */
static void show_choice(const adrop_option *row, int choice, char *buffer, size_t size)
{
    if (choice >= 0 && (size_t)choice < ad_option_words(row))
        snprintf(buffer, size, "%s", row->words[choice]);
    else
        snprintf(buffer, size, "(%d)", choice);
}

char *adrop_option_show(const adrop_option *row, const void *dst, char *buffer, size_t size)
{
    const void *at = (const char *)dst + row->offset;

    switch (row->kind) {
    case ADROP_OPT_REAL:
        snprintf(buffer, size, "%s", AD_NUM(*(const double *)at));
        break;
    case ADROP_OPT_COUNT:
        if (row->words && !*(const size_t *)at)
            snprintf(buffer, size, "%s", row->words[0]);
        else
            snprintf(buffer, size, "%zu", *(const size_t *)at);
        break;
    case ADROP_OPT_FLAG:
        snprintf(buffer, size, "%s", *(const int *)at ? "yes" : "no");
        break;
    case ADROP_OPT_CHOICE:
        show_choice(row, *(const int *)at, buffer, size);
        break;
    case ADROP_OPT_INT:
        snprintf(buffer, size, "%d", *(const int *)at);
        break;
    case ADROP_OPT_TEXT:
        snprintf(buffer, size, "%.*s", ADROP_TEXT_SIZE - 1, (const char *)at);
        break;
    case ADROP_OPT_LIST:
        show_list(at, buffer, size);
        break;
    case ADROP_OPT_TEXTS:
        show_texts(at, buffer, size);
        break;
    }
    return buffer;
}

static void show_interval(const adrop_option *row, const char *kind, char *buffer, size_t size)
{
    if (!has_range(row))
        snprintf(buffer, size, "%s", kind);
    else if (isinf(row->max))
        snprintf(buffer, size, "%s %s %s", kind,
                 row->open & ADROP_OPEN_MIN ? "greater than" : "of at least", AD_NUM(row->min));
    else
        snprintf(buffer, size, "%s in %c%s, %s%c", kind, row->open & ADROP_OPEN_MIN ? '(' : '[',
                 AD_NUM(row->min), AD_NUM(row->max), row->open & ADROP_OPEN_MAX ? ')' : ']');
}

static void show_words(const adrop_option *row, char *buffer, size_t size)
{
    size_t used = (size_t)snprintf(buffer, size, "one of");

    for (int i = 0; row->words[i] && used < size; i++)
        used += (size_t)snprintf(buffer + used, size - used, "%s %s", i ? "," : "", row->words[i]);
    if (row->kind == ADROP_OPT_TEXT && row->value && used < size)
        snprintf(buffer + used, size - used, ", or %s", row->value);
}

char *adrop_option_range(const adrop_option *row, char *buffer, size_t size)
{
    size_t used;

    switch (row->kind) {
    case ADROP_OPT_REAL:
        show_interval(row, "a number", buffer, size);
        break;
    case ADROP_OPT_COUNT:
    case ADROP_OPT_INT:
        show_interval(row, "a whole number", buffer, size);
        used = strlen(buffer);
        if (row->words && used < size)
            snprintf(buffer + used, size - used, ", or %s", row->words[0]);
        break;
    case ADROP_OPT_LIST:
        show_interval(row,
                      has_range(row) ? "numbers separated by commas, each"
                                     : "numbers separated by commas",
                      buffer, size);
        break;
    case ADROP_OPT_FLAG:
        snprintf(buffer, size, "yes or no");
        break;
    case ADROP_OPT_TEXT:
        if (!row->words) {
            snprintf(buffer, size, "a text");
            break;
        }
        show_words(row, buffer, size);
        break;
    case ADROP_OPT_TEXTS:
        snprintf(buffer, size, "a text, or several separated by ';'");
        break;
    case ADROP_OPT_CHOICE:
        show_words(row, buffer, size);
        break;
    }
    return buffer;
}

char *adrop_option_applies(const adrop_option *row, char *buffer, size_t size)
{
    static const char *const names[] = { "tables",
                                         "JSON lines",
                                         "sets with published splits (uci)",
                                         "folders of images",
                                         "lines of documents",
                                         "documents",
                                         "classification",
                                         "regression",
                                         "optimizers that have it",
                                         "schedules that have it" };
    size_t used = 0;

    *buffer = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names && used < size; i++)
        if (row->applies >> i & 1)
            used += (size_t)snprintf(buffer + used, size - used, "%s%s",
                                     !used                     ? ""
                                     : row->applies >> (i + 1) ? ", "
                                                               : " and ",
                                     names[i]);
    return buffer;
}
