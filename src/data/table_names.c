/* The names of a table's columns (table.h): made unique, and looked up. */
#include <stdio.h>
#include <string.h>

#include "adrop/number.h"
#include "adrop/option.h"
#include "base/ascii.h"
#include "base/context.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/text.h"
#include "data/table.h"

enum { SHOWN_LIST = 400 };

/* -- Unique names -------------------------------------------------------------------- */

typedef struct {
    adrop_ctx *ctx;
    ad_words taken;        /* names in the header, and new names */
    uint32_t *count;       /* (n), owned: how many new names were made from each name */
    bool *seen;            /* (n), owned: a column already has this name */
    size_t *which;         /* (n), owned: index in taken of each column's name */
    char list[SHOWN_LIST]; /* the new names */
} naming;

/* Can a run keep it as a name? */
static bool is_name(const char *field)
{
    return *field && ad_json_holds(field);
}

/* Make a new unique name: name.1, name.2, .. */
static adrop_status make_name(naming *m, const char *name, uint32_t *count, size_t *which)
{
    const size_t room = strlen(name) + 16, before = m->taken.n;
    char *text;
    adrop_status status = AD_NEW(m->ctx, room, "a column's name", &text);

    while (!status && m->taken.n == before) {
        uint32_t number;
        const int length = snprintf(text, room, "%s.%u", name, ++*count);
        status = ad_words_add(m->ctx, &m->taken, text, (size_t)length, &number);
        *which = number;
    }
    if (!status)
        ad_join(m->list, sizeof m->list, ", ", AD_SHOWN(text));
    ad_free(m->ctx, text);
    return status;
}

/* Name a column that the header names. */
static adrop_status take_name(naming *m, const char *name, size_t i)
{
    const size_t k = ad_words_find(&m->taken, name, strlen(name));

    m->which[i] = k;
    if (m->seen[k])
        return make_name(m, name, &m->count[k], &m->which[i]);
    m->seen[k] = true;
    return ADROP_OK;
}

/* Name a column that it does not name: by its position. */
static adrop_status take_place(naming *m, size_t i)
{
    const size_t before = m->taken.n;
    char name[32];
    uint32_t number = 0, count = 0;
    const int length = snprintf(name, sizeof name, "column %zu", i + 1);
    const adrop_status status = ad_words_add(m->ctx, &m->taken, name, (size_t)length, &number);

    m->which[i] = number;
    return status || m->taken.n > before ? status : make_name(m, name, &count, &m->which[i]);
}

/* The header's own names come first, so that new names cannot change them. */
static adrop_status name_all(naming *m, char *const *fields, size_t n)
{
    adrop_status status;
    uint32_t k;

    if ((status = AD_NEW(m->ctx, n, "column names", &m->count)) ||
        (status = AD_NEW(m->ctx, n, "column names", &m->seen)) ||
        (status = AD_NEW(m->ctx, n, "column names", &m->which)))
        return status;
    for (size_t i = 0; i < n && !status; i++)
        if (is_name(fields[i]))
            status = ad_words_add(m->ctx, &m->taken, fields[i], strlen(fields[i]), &k);
    for (size_t i = 0; i < n && !status; i++)
        if (is_name(fields[i]))
            status = take_name(m, fields[i], i);
    for (size_t i = 0; i < n && !status; i++)
        if (!is_name(fields[i]))
            status = take_place(m, i);
    return status;
}

adrop_status ad_table_name(adrop_ctx *ctx, const char *where, char *const *fields, size_t n,
                           bool tell, ad_names *out)
{
    naming m = { .ctx = ctx };
    const char **names = NULL;
    adrop_status status = name_all(&m, fields, n);

    if (!status)
        status = AD_NEW(ctx, n, "column names", &names);
    for (size_t i = 0; i < n && !status; i++)
        names[i] = ad_words_at(&m.taken, m.which[i]);
    if (!status)
        status = ad_names_copy(ctx, names, n, out);
    if (!status && tell && *m.list)
        ad_log(ctx, ADROP_LOG_WARNING,
               "'%s' has several columns of the same name: the later ones are called %s", where,
               m.list);
    ad_words_release(ctx, &m.taken);
    ad_free(ctx, m.count);
    ad_free(ctx, m.seen);
    ad_free(ctx, m.which);
    ad_free(ctx, names);
    return status;
}

/* -- Looking up names ---------------------------------------------------------------- */

size_t ad_table_find(const char *name, const ad_names *names, size_t n)
{
    double number;

    for (size_t i = 0; i < names->n; i++)
        if (!strcmp(names->at[i], name))
            return i;
    if (!adrop_number_read(name, &number) && number >= 1 && number <= (double)n &&
        number == (double)(size_t)number)
        return (size_t)number - 1;
    return n;
}

bool ad_table_next_name(const char **list, char *name)
{
    const char *p = *list + strspn(*list, ",");
    size_t n = 0;

    if (*p == '"' && p[1]) {
        for (p++; *p && (*p != '"' || p[1] == '"'); p++) {
            p += *p == '"';
            name[n++] = *p;
        }
        p += *p == '"';
    }
    for (; *p && *p != ','; p++)
        name[n++] = *p;
    name[n] = 0;
    *list = p;
    return n > 0;
}

/* The nearest name, or one that differs only in case; NULL: none. */
static adrop_status find_near(adrop_ctx *ctx, const char *name, const ad_names *names,
                              const char **near)
{
    const char **words;
    const adrop_status status = AD_NEW(ctx, names->n + 1, "column names", &words);

    *near = NULL;
    if (status)
        return status;
    memcpy(words, names->at, names->n * sizeof *words);
    *near = adrop_nearest(name, words);
    for (size_t i = 0; i < names->n; i++)
        if (ad_alike(names->at[i], name))
            *near = names->at[i];
    ad_free(ctx, words);
    return ADROP_OK;
}

adrop_status ad_table_refuse_name(adrop_ctx *ctx, const char *where, const char *name,
                                  const char *setting, const ad_names *names, size_t n)
{
    char list[SHOWN_LIST] = "";
    const char *near = NULL;
    adrop_status status = names->n ? find_near(ctx, name, names, &near) : ADROP_OK;

    if (status)
        return status;
    for (size_t i = 0; i < names->n; i++)
        ad_join(list, sizeof list, ", ", AD_SHOWN(names->at[i]));
    if (near)
        return ad_fail(ctx, ADROP_EINVAL,
                       "'%s' has no column '%s' to be the %s: did you mean '%s'?", where,
                       AD_SHOWN(name), setting, AD_SHOWN(near));
    if (names->n)
        return ad_fail(
            ctx, ADROP_EINVAL,
            "'%s' has no column '%s' to be the %s: there are %s; or give a number from 1 "
            "to %zu",
            where, AD_SHOWN(name), setting, list, n);
    return ad_fail(
        ctx, ADROP_EINVAL,
        "'%s' has no column '%s' to be the %s: it has no header, so give a number from 1 "
        "to %zu",
        where, AD_SHOWN(name), setting, n);
}
