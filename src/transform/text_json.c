/* The features of documents as JSON (text.h):
 *
 *     {"kind": "lsa", "rank": 10, "ngrams": 1, "characters": [0, 0], "min_df": 3, "max_df": 1,
 *      "stop_words": false, "stem": "", "documents": 6490, "n": 13730, "terms": ["00", ..],
 *      "df": BASE64, "components": BASE64, "singular": [..]}
 *
 * Arrays of numbers are the bytes of little-endian 32-bit numbers in base64. Everything read is
 * checked. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/base64.h"
#include "base/json_text.h"
#include "base/memory.h"
#include "transform/text.h"

static const char *const kinds[] = { "tfidf", "lsa", "hash" };

static void put_bytes(ad_json *b, json_t *to, const char *key, adrop_ctx *ctx, const void *bytes,
                      size_t size)
{
    char *text = NULL;

    if (ad_base64_write(ctx, bytes, size, &text))
        b->failed = true;
    else
        ad_json_put(b, to, key, json_string(text));
    ad_free(ctx, text);
}

json_t *ad_features_write(ad_json *b, const ad_features *t, adrop_ctx *ctx)
{
    const ad_features_settings *s = &t->settings;
    json_t *to = json_pack("{s:s, s:I, s:[II], s:I, s:b, s:s, s:I, s:I}", "kind", kinds[s->kind],
                           "ngrams", (json_int_t)s->ngrams, "characters", (json_int_t)s->char_from,
                           (json_int_t)s->char_to, "min_df", (json_int_t)s->min_df, "stop_words",
                           s->stop_words, "stem", s->stem, "documents", (json_int_t)t->documents,
                           "n", (json_int_t)t->n);

    ad_json_put(b, to, "max_df", ad_json_real(s->max_df));
    put_bytes(b, to, "df", ctx, t->df, t->n * sizeof *t->df);
    if (t->terms) {
        json_t *terms = json_array();
        for (size_t i = 0; i < t->n; i++)
            ad_json_append(b, terms, json_string(t->terms + t->term_start[i]));
        ad_json_put(b, to, "terms", terms);
    }
    if (t->components) {
        json_t *values = json_array();
        for (size_t i = 0; i < s->rank; i++)
            ad_json_append(b, values, ad_json_real(t->singular[i]));
        ad_json_put(b, to, "singular", values);
        put_bytes(b, to, "components", ctx, t->components, t->n * s->rank * sizeof *t->components);
    }
    return to;
}

static adrop_status text_json_refuse(adrop_ctx *ctx, const char *where, const char *member)
{
    return ad_fail(ctx, ADROP_EFORMAT, "'%s': '%s' of the text features is not as it should be",
                   where, member);
}

/* An integer in a range. */
static int read_count(const json_t *from, size_t least, size_t most, size_t *out)
{
    const json_int_t n = json_integer_value(from);

    *out = (size_t)n;
    return json_is_integer(from) && n >= (json_int_t)least && n <= (json_int_t)most;
}

/* Returns the faulty member, or NULL. */
static const char *read_settings(const json_t *from, ad_features_settings *s, size_t *documents,
                                 size_t *n)
{
    const char *kind = json_string_value(json_object_get(from, "kind"));
    const char *stem = json_string_value(json_object_get(from, "stem"));
    const json_t *characters = json_object_get(from, "characters");
    size_t k = 0;

    while (kind && k < 3 && strcmp(kind, kinds[k]))
        k++;
    if (!kind || k == 3)
        return "kind";
    s->kind = (ad_features_kind)k;
    if (!read_count(json_object_get(from, "ngrams"), 1, 16, &s->ngrams))
        return "ngrams";
    if (!read_count(json_array_get(characters, 0), 0, 16, &s->char_from) ||
        !read_count(json_array_get(characters, 1), s->char_from, 16, &s->char_to) ||
        (s->char_to && !s->char_from))
        return "characters";
    if (!read_count(json_object_get(from, "min_df"), 1, (size_t)1 << 40, &s->min_df))
        return "min_df";
    s->max_df = json_number_value(json_object_get(from, "max_df"));
    if (!(s->max_df > 0 && s->max_df <= 1))
        return "max_df";
    s->stop_words = json_is_true(json_object_get(from, "stop_words"));
    if (!stem || strlen(stem) >= sizeof s->stem)
        return "stem";
    snprintf(s->stem, sizeof s->stem, "%s", stem);
    if (!read_count(json_object_get(from, "documents"), 1, UINT32_MAX, documents))
        return "documents";
    return read_count(json_object_get(from, "n"), 1,
                      s->kind == AD_TEXT_HASH ? 1 << 24 : AD_MAX_TERMS, n)
               ? NULL
               : "n";
}

/* The terms must be sorted, so that they are unique. */
static adrop_status read_terms(ad_features *t, adrop_ctx *ctx, const char *where,
                               const json_t *list)
{
    size_t size = 0;
    const char *before = NULL;
    adrop_status status;

    if (json_array_size(list) != t->n)
        return text_json_refuse(ctx, where, "terms");
    for (size_t i = 0; i < t->n; i++) {
        const json_t *one = json_array_get(list, i);
        const char *term = json_string_value(one);
        if (!term || strlen(term) != json_string_length(one) ||
            (before && strcmp(before, term) >= 0))
            return text_json_refuse(ctx, where, "terms");
        before = term;
        size += strlen(term) + 1;
    }
    if ((status = AD_NEW(ctx, size, "terms", &t->terms)) ||
        (status = AD_NEW(ctx, t->n, "terms", &t->term_start)))
        return status;
    size = 0;
    for (size_t i = 0; i < t->n; i++) {
        const char *term = json_string_value(json_array_get(list, i));
        t->term_start[i] = size;
        memcpy(t->terms + size, term, strlen(term) + 1);
        size += strlen(term) + 1;
    }
    return ADROP_OK;
}

static adrop_status read_df(ad_features *t, adrop_ctx *ctx, const char *where, const json_t *from)
{
    const char *text = json_string_value(json_object_get(from, "df"));
    adrop_status status;

    if (!text || strlen(text) < t->n) /* before allocating what a file claims */
        return text_json_refuse(ctx, where, "df");
    if ((status = AD_NEW(ctx, t->n, "terms", &t->df)))
        return status;
    if (!ad_base64_read(text, t->df, t->n * sizeof *t->df))
        return text_json_refuse(ctx, where, "df");
    for (size_t i = 0; i < t->n; i++)
        if (t->df[i] > t->documents)
            return text_json_refuse(ctx, where, "df");
    return ADROP_OK;
}

static adrop_status read_vectors(ad_features *t, adrop_ctx *ctx, const char *where,
                                 const json_t *from)
{
    const json_t *values = json_object_get(from, "singular");
    const char *text = json_string_value(json_object_get(from, "components"));
    const size_t rank = t->settings.rank = json_array_size(values);
    adrop_status status;

    if (!rank || rank > AD_MAX_RANK || rank > t->n)
        return text_json_refuse(ctx, where, "singular");
    if (!text || strlen(text) < t->n * rank)
        return text_json_refuse(ctx, where, "components");
    if ((status = AD_NEW(ctx, rank, "singular values", &t->singular)) ||
        (status = AD_NEW(ctx, t->n * rank, "singular vectors", &t->components)))
        return status;
    for (size_t i = 0; i < rank; i++)
        t->singular[i] = json_number_value(json_array_get(values, i));
    if (!ad_base64_read(text, t->components, t->n * rank * sizeof *t->components))
        return text_json_refuse(ctx, where, "components");
    for (size_t i = 0; i < t->n * rank; i++)
        if (!isfinite(t->components[i]))
            return text_json_refuse(ctx, where, "components");
    return ADROP_OK;
}

static adrop_status text_json_fill(ad_features *t, adrop_ctx *ctx, const char *where,
                                   const json_t *from)
{
    const ad_features_settings *s = &t->settings;
    adrop_status status = read_df(t, ctx, where, from);

    if (!status && s->kind != AD_TEXT_HASH)
        status = read_terms(t, ctx, where, json_object_get(from, "terms"));
    if (!status && s->kind == AD_TEXT_LSA)
        status = read_vectors(t, ctx, where, from);
    return status ? status : ad_features_settle(t, ctx);
}

adrop_status ad_features_read(adrop_ctx *ctx, const char *where, const json_t *from,
                              ad_features **out)
{
    ad_features_settings settings = { 0 };
    size_t documents, n;
    const char *member = read_settings(from, &settings, &documents, &n);
    adrop_status status;

    *out = NULL;
    if (!member && settings.kind == AD_TEXT_HASH) {
        while ((size_t)1 << settings.bits < n)
            settings.bits++;
        if (!settings.bits || (size_t)1 << settings.bits != n)
            member = "n";
    }
    if (member)
        return text_json_refuse(ctx, where, member);
    if ((status = ad_features_new(ctx, &settings, out)))
        return status;
    (*out)->documents = documents;
    (*out)->n = n;
    if ((status = text_json_fill(*out, ctx, where, from))) {
        ad_features_release(*out);
        *out = NULL;
    }
    return status;
}
