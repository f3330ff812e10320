/* The user-defined seeds and mappings that a context keeps (pairs.h). */
#include "dist/pairs.h"

#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/keep.h"
#include "base/memory.h"
#include "base/option_check.h"
#include "base/option_word.h"
#include "base/registry.h"
#include "base/struct.h"
#include "base/text.h"
#include "dist/own.h"

enum { MOST = 4096 };

/* A list that grows by one, newest first. */
typedef struct kept_map {
    struct kept_map *next;
    char *file; /* the file it was loaded from; owned, or NULL */
    ad_own_map own;
} kept_map;

typedef struct kept_seed {
    struct kept_seed *next;
    char *file; /* likewise */
    ad_own_seed own;
} kept_seed;

struct ad_pairs {
    kept_map *maps;
    kept_seed *seeds;
    size_t n;
};

static void pairs_release(adrop_ctx *ctx)
{
    ad_pairs *p = ctx->pairs;

    for (kept_map *m = p->maps, *next; m; m = next) {
        next = m->next;
        ad_free(ctx, m->file);
        ad_free(ctx, m);
    }
    for (kept_seed *s = p->seeds, *next; s; s = next) {
        next = s->next;
        ad_free(ctx, s->file);
        ad_free(ctx, s);
    }
    ad_free(ctx, p);
    ctx->pairs = NULL;
}

static adrop_status ready(adrop_ctx *ctx)
{
    if (!ctx->pairs) {
        const adrop_status status = AD_NEW(ctx, 1, "seeds and mappings", &ctx->pairs);
        if (status)
            return status;
        ctx->release_pairs = pairs_release;
    }
    return ctx->pairs->n < MOST ? ADROP_OK
                                : ad_fail(ctx, ADROP_EINVAL,
                                          "a context keeps at most %d formulas: use another", MOST);
}

/* -- Finding ------------------------------------------------------------------------------ */

static const ad_own_map *find_map(const adrop_ctx *ctx, const char *name)
{
    for (const kept_map *m = ctx->pairs ? ctx->pairs->maps : NULL; m; m = m->next)
        if (!strcmp(m->own.name, name))
            return &m->own;
    return NULL;
}

static const ad_own_seed *find_seed(const adrop_ctx *ctx, const char *name)
{
    for (const kept_seed *s = ctx->pairs ? ctx->pairs->seeds : NULL; s; s = s->next)
        if (!strcmp(s->own.name, name))
            return &s->own;
    return NULL;
}

/* -- Making ------------------------------------------------------------------------------- */

static adrop_status keep_map(adrop_ctx *ctx, const char *name, const ad_curve *curve,
                             const char *file, const ad_map_sets **out)
{
    kept_map *m;
    adrop_status status = ready(ctx);

    if (status || (status = AD_NEW(ctx, 1, "a mapping", &m)))
        return status;
    m->own.curve = *curve;
    if (!(status = ad_keep(ctx, name, &m->own.name)))
        status = ad_own_map_prepare(ctx, &m->own);
    if (status || (file && (status = ad_copy_text(ctx, file, &m->file)))) {
        ad_free(ctx, m);
        return status;
    }
    m->next = ctx->pairs->maps;
    ctx->pairs->maps = m;
    ctx->pairs->n++;
    if (out)
        *out = &m->own.sets;
    return ADROP_OK;
}

static adrop_status keep_seed(adrop_ctx *ctx, const char *name, const ad_curve *curve,
                              const char *file, const ad_seed_sets **out)
{
    kept_seed *s;
    adrop_status status = ready(ctx);

    if (status || (status = AD_NEW(ctx, 1, "a seed", &s)))
        return status;
    s->own.curve = *curve;
    if (!(status = ad_keep(ctx, name, &s->own.name)))
        status = ad_own_seed_prepare(ctx, &s->own);
    if (status || (file && (status = ad_copy_text(ctx, file, &s->file)))) {
        ad_free(ctx, s);
        return status;
    }
    s->next = ctx->pairs->seeds;
    ctx->pairs->seeds = s;
    ctx->pairs->n++;
    if (out)
        *out = &s->own.sets;
    return ADROP_OK;
}

/* Read "formula(..)" into a curve. ADROP_ENOENT if the text does not begin with that. */
static adrop_status read_curve(adrop_ctx *ctx, const char *text, const char *word, char variable,
                               ad_curve *out)
{
    const size_t n = strlen(word), length = strlen(text);
    const char *inside;

    *out = (ad_curve){ .variable = variable, .is_formula = 1 };
    if (strncmp(text, word, n) || text[n] != '(')
        return ADROP_ENOENT;
    if (text[length - 1] != ')')
        return ad_fail(ctx, ADROP_EINVAL, "'%s' does not end with ')'", AD_SHOWN(text));
    adrop_status status = ad_keep_part(ctx, text + n + 1, length - n - 2, &inside);
    if (status)
        return status;
    status = ad_formula_read(ctx, inside, variable, &out->program);
    return status ? ad_fail(ctx, status, "'%s': %s", AD_SHOWN(inside), adrop_ctx_message(ctx))
                  : ADROP_OK;
}

/* -- Choosing ------------------------------------------------------------------------------ */

/* The built-in names, then the registered ones, for "did you mean". */
static const char *map_name_at(const void *list, size_t i)
{
    const char *name = adrop_map_name(i);
    size_t n = 0;

    while (adrop_map_name(n))
        n++;
    return name ? name : adrop_map_registered(list, i - n, NULL);
}

static const char *seed_name_at(const void *list, size_t i)
{
    const char *name = adrop_seed_name(i);
    size_t n = 0;

    while (adrop_seed_name(n))
        n++;
    return name ? name : adrop_seed_registered(list, i - n, NULL);
}

static const char learned[] = "spline";

adrop_status ad_map_choose(adrop_ctx *ctx, const char *text, const ad_map_sets **out)
{
    const ad_registry registry = { "mapping", map_name_at, ctx };
    const ad_own_map *own = find_map(ctx, text);
    ad_curve curve;

    for (size_t i = 0; ad_map_names[i]; i++)
        if (!strcmp(text, ad_map_names[i])) {
            *out = ad_map_each(i);
            return ADROP_OK;
        }
    if (!strcmp(text, learned))
        return ad_fail(ctx, ADROP_EINVAL,
                       "mapping 'spline' is learned, which technique 'advanced-cross' alone does: "
                       "use another mapping here, or --dropout advanced-cross:map=spline");
    if (own) {
        *out = &own->sets;
        return ADROP_OK;
    }
    const adrop_status status = read_curve(ctx, text, "formula", 'r', &curve);
    if (status == ADROP_ENOENT)
        return ad_registry_refuse(ctx, &registry, text);
    return status ? status : keep_map(ctx, text, &curve, NULL, out);
}

adrop_status ad_seed_choose(adrop_ctx *ctx, const char *text, const ad_seed_sets **out)
{
    const ad_registry registry = { "seed", seed_name_at, ctx };
    const ad_own_seed *own = find_seed(ctx, text);
    ad_curve curve;

    for (size_t i = 0; ad_seed_names[i]; i++)
        if (!strcmp(text, ad_seed_names[i])) {
            *out = ad_seed_each(i);
            return ADROP_OK;
        }
    if (own) {
        *out = &own->sets;
        return ADROP_OK;
    }
    const adrop_status status = read_curve(ctx, text, "quantile", 'u', &curve);
    if (status == ADROP_ENOENT)
        return ad_registry_refuse(ctx, &registry, text);
    return status ? status : keep_seed(ctx, text, &curve, NULL, out);
}

adrop_status ad_pairs_choose(adrop_ctx *ctx, const adrop_option *table, void *settings)
{
    adrop_status status = ADROP_OK;

    for (const adrop_option *row = table; row && row->name && !status; row++) {
        void *at = (char *)settings + row->offset;
        if (row->kind != ADROP_OPT_TEXT)
            continue;
        const char *text = ad_option_text(row, settings);
        if (row->words == ad_seed_names)
            status = ad_seed_choose(ctx, text, &((ad_seed_choice *)at)->sets);
        else if (row->words == ad_learned_map_names && !strcmp(text, learned))
            ((ad_map_choice *)at)->sets = NULL;
        else if (row->words == ad_map_names || row->words == ad_learned_map_names)
            status = ad_map_choose(ctx, text, &((ad_map_choice *)at)->sets);
        if (status == ADROP_ENOENT)
            status = ad_option_refuse_word(ctx, row, text);
    }
    return status;
}

int ad_pair_is_papers(const ad_seed_sets *seed, const ad_map_sets *map)
{
    return seed == ad_seed_each(0) && map == ad_map_each(0);
}

/* -- Registering ----------------------------------------------------------------------------- */

static int is_name(const char *name)
{
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyz0123456789-";
    const size_t n = name ? strlen(name) : 0;

    return n > 0 && n < 64 && strspn(name, allowed) == n && *name >= 'a' && *name <= 'z';
}

static adrop_status read_table(adrop_ctx *ctx, const adrop_curve_table *given, char variable,
                               const char *what, ad_curve *out)
{
    const adrop_status status = AD_STRUCT_READ(ctx, adrop_curve_table, &out->table, given);

    out->variable = variable;
    if (status)
        return status;
    if (!is_name(out->table.name))
        return ad_fail(ctx, ADROP_EINVAL, "a %s's name has 1 to 63 small letters, digits and '-'",
                       what);
    if (!out->table.summary || !out->table.at)
        return ad_fail(ctx, ADROP_EINVAL, "%s '%s' needs a summary and a function", what,
                       out->table.name);
    return ADROP_OK;
}

adrop_status ad_map_register_from(adrop_ctx *ctx, const adrop_curve_table *table, const char *file)
{
    ad_curve curve = { 0 };
    const adrop_status status = read_table(ctx, table, 'r', "mapping", &curve);

    if (status)
        return status;
    if (ad_map_named(curve.table.name) || find_map(ctx, curve.table.name) ||
        !strcmp(curve.table.name, learned))
        return ad_fail(ctx, ADROP_EEXIST, "there is a mapping '%s' already", curve.table.name);
    return keep_map(ctx, curve.table.name, &curve, file, NULL);
}

adrop_status ad_seed_register_from(adrop_ctx *ctx, const adrop_curve_table *table, const char *file)
{
    ad_curve curve = { 0 };
    const adrop_status status = read_table(ctx, table, 'u', "seed", &curve);

    if (status)
        return status;
    if (ad_seed_named(curve.table.name) || find_seed(ctx, curve.table.name))
        return ad_fail(ctx, ADROP_EEXIST, "there is a seed '%s' already", curve.table.name);
    return keep_seed(ctx, curve.table.name, &curve, file, NULL);
}

adrop_status adrop_map_register(adrop_ctx *ctx, const adrop_curve_table *table)
{
    return ad_map_register_from(ctx, table, NULL);
}

adrop_status adrop_seed_register(adrop_ctx *ctx, const adrop_curve_table *table)
{
    return ad_seed_register_from(ctx, table, NULL);
}

/* Registered mapping i; the list has the newest first. */
static const kept_map *map_at(const adrop_ctx *ctx, size_t i)
{
    const kept_map *m = ctx->pairs ? ctx->pairs->maps : NULL;

    while (m && (m->own.curve.is_formula || i--))
        m = m->next;
    return m;
}

static const kept_seed *seed_at(const adrop_ctx *ctx, size_t i)
{
    const kept_seed *s = ctx->pairs ? ctx->pairs->seeds : NULL;

    while (s && (s->own.curve.is_formula || i--))
        s = s->next;
    return s;
}

const char *adrop_map_registered(const adrop_ctx *ctx, size_t i, const char **summary)
{
    const kept_map *m = map_at(ctx, i);

    if (m && summary)
        *summary = m->own.curve.table.summary;
    return m ? m->own.name : NULL;
}

const char *adrop_seed_registered(const adrop_ctx *ctx, size_t i, const char **summary)
{
    const kept_seed *s = seed_at(ctx, i);

    if (s && summary)
        *summary = s->own.curve.table.summary;
    return s ? s->own.name : NULL;
}

const char *ad_map_file(const adrop_ctx *ctx, size_t i)
{
    return map_at(ctx, i)->file;
}

const char *ad_seed_file(const adrop_ctx *ctx, size_t i)
{
    return seed_at(ctx, i)->file;
}

adrop_status ad_pairs_inherit(adrop_ctx *to, const adrop_ctx *from)
{
    adrop_status status = ADROP_OK;

    for (size_t i = 0; map_at(from, i) && !status; i++)
        status = ad_map_register_from(to, &map_at(from, i)->own.curve.table, map_at(from, i)->file);
    for (size_t i = 0; seed_at(from, i) && !status; i++)
        status = ad_seed_register_from(to, &seed_at(from, i)->own.curve.table,
                                       seed_at(from, i)->file);
    return status;
}
