/* The SGML of Reuters-21578 (sgml.h). */
#define _GNU_SOURCE /* memmem */
#include "data/sgml.h"

#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/text.h"
#include "base/utf8.h"

/* Find a word in a span; NULL: not there. */
static const char *sgml_find(ad_span s, const char *word)
{
    return memmem(s.text, s.length, word, strlen(word));
}

/* The text between two words of a span; an empty span without text if they are not there. */
static ad_span between(ad_span s, const char *open, const char *close)
{
    const char *start = sgml_find(s, open);

    if (!start)
        return (ad_span){ 0 };
    start += strlen(open);
    const ad_span rest = { start, (size_t)(s.text + s.length - start) };
    const char *end = sgml_find(rest, close);
    return end ? (ad_span){ start, (size_t)(end - start) } : (ad_span){ 0 };
}

static int is(ad_span s, const char *word)
{
    return s.length == strlen(word) && !memcmp(s.text, word, s.length);
}

static int sgml_is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* The next NAME="VALUE" of a tag: 1; 0: there is none; -1: it is malformed. */
static int attribute(ad_span *tag, ad_span *name, ad_span *value)
{
    const char *p = tag->text, *end = p + tag->length, *quote;

    while (p < end && sgml_is_blank(*p))
        p++;
    if (p == end)
        return 0;
    const char *equals = memchr(p, '=', (size_t)(end - p));
    if (!equals || equals + 1 == end || equals[1] != '"' ||
        !(quote = memchr(equals + 2, '"', (size_t)(end - equals - 2))))
        return -1;
    *name = (ad_span){ p, (size_t)(equals - p) };
    *value = (ad_span){ equals + 2, (size_t)(quote - equals - 2) };
    *tag = (ad_span){ quote + 1, (size_t)(end - quote - 1) };
    return 1;
}

/* Read the attributes; returns what is wrong with them, or NULL. */
static const char *read_tag(ad_span tag, ad_story *s)
{
    ad_span name, value, split = { 0 }, topics = { 0 };
    int more;

    while ((more = attribute(&tag, &name, &value)) > 0) {
        if (is(name, "LEWISSPLIT"))
            split = value;
        else if (is(name, "TOPICS"))
            topics = value;
        else if (is(name, "NEWID"))
            for (size_t i = 0; i < value.length && i < 9; i++) {
                if (value.text[i] < '0' || value.text[i] > '9')
                    return "its NEWID is not a number";
                s->number = 10 * s->number + (size_t)(value.text[i] - '0');
            }
    }
    if (more < 0)
        return "an attribute is not NAME=\"VALUE\"";
    if (!split.text || !topics.text)
        return "it lacks LEWISSPLIT or TOPICS";
    s->part = !is(topics, "YES")   ? AD_LEWIS_UNUSED
              : is(split, "TRAIN") ? AD_LEWIS_TRAIN
              : is(split, "TEST")  ? AD_LEWIS_TEST
                                   : AD_LEWIS_UNUSED;
    return NULL;
}

/* Read one document, from after "<REUTERS" to "</REUTERS>"; returns what is wrong, or NULL. */
static const char *read_story(ad_span all, ad_story *s)
{
    const char *end = memchr(all.text, '>', all.length), *why;

    if (!end)
        return "its first tag does not end";
    if ((why = read_tag((ad_span){ all.text, (size_t)(end - all.text) }, s)))
        return why;
    const ad_span rest = { end + 1, all.length - (size_t)(end + 1 - all.text) };
    s->topics = between(rest, "<TOPICS>", "</TOPICS>");
    if (!s->topics.text)
        return "it has no <TOPICS>..</TOPICS>";
    ad_span text = between(rest, "<TEXT", "</TEXT>");
    const char *open = text.text ? memchr(text.text, '>', text.length) : NULL;
    if (!open)
        return "it has no <TEXT>..</TEXT>";
    text = (ad_span){ open + 1, text.length - (size_t)(open + 1 - text.text) };
    s->title = between(text, "<TITLE>", "</TITLE>");
    s->body = between(text, "<BODY>", "</BODY>");
    if (!s->body.text) { /* brief or unprocessed documents */
        const char *after = s->title.text ? s->title.text + s->title.length : text.text;
        s->body = (ad_span){ after, text.length - (size_t)(after - text.text) };
    }
    return NULL;
}

adrop_status ad_sgml_read(adrop_ctx *ctx, const char *where, const char *bytes, size_t size,
                          ad_bytes *stories)
{
    ad_span rest = { bytes, size };
    const char *start, *why = NULL;
    size_t n = 0;
    adrop_status status = ADROP_OK;

    while (!status && !why && (start = sgml_find(rest, "<REUTERS"))) {
        ad_story s = { 0 };
        start += strlen("<REUTERS");
        ad_span all = { start, (size_t)(bytes + size - start) };
        const char *end = sgml_find(all, "</REUTERS>");
        n++;
        if (!end) {
            why = "it does not end with </REUTERS>";
            break;
        }
        all.length = (size_t)(end - start);
        rest = (ad_span){ end, (size_t)(bytes + size - end) };
        if (!(why = read_story(all, &s)))
            status = ad_bytes_append(ctx, stories, &s, sizeof s, "documents");
    }
    if (why)
        return ad_fail(ctx, ADROP_EFORMAT, "'%.300s', document %zu: %s", where, n, why);
    if (!status && !n)
        return ad_fail(ctx, ADROP_EFORMAT, "'%.300s' holds no <REUTERS> document", where);
    return status;
}

int ad_sgml_topic(ad_span *topics, ad_span *one)
{
    *one = between(*topics, "<D>", "</D>");
    if (!one->text)
        return 0;
    const char *next = one->text + one->length;
    topics->length -= (size_t)(next - topics->text);
    topics->text = next;
    return 1;
}

/* The character of the entity at p (which begins with '&') and its end; 0: not an entity. */
static uint32_t entity(const char *p, const char *end, const char **stop)
{
    static const struct {
        const char *name;
        char value;
    } known[] = { { "&lt;", '<' }, { "&gt;", '>' }, { "&amp;", '&' }, { "&quot;", '"' } };
    const size_t left = (size_t)(end - p);

    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (left >= strlen(known[i].name) && !memcmp(p, known[i].name, strlen(known[i].name))) {
            *stop = p + strlen(known[i].name);
            return (uint32_t)known[i].value;
        }
    if (left < 4 || p[1] != '#')
        return 0;
    uint32_t c = 0;
    size_t i = 2;
    for (; i < left && i < 9 && p[i] >= '0' && p[i] <= '9'; i++)
        c = 10 * c + (uint32_t)(p[i] - '0');
    if (i == 2 || i == left || p[i] != ';')
        return 0;
    *stop = p + i + 1;
    return c < ' ' || c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF) ? ' ' : c;
}

adrop_status ad_sgml_text(adrop_ctx *ctx, ad_span span, ad_bytes *out)
{
    const char *p = span.text, *end = span.length ? p + span.length : p; /* NULL + 0 is undefined */
    /* no entity is shorter than its character */
    const adrop_status status = ad_bytes_reserve(ctx, out, span.length + 5, "a document");

    if (status)
        return status;
    char *to = (char *)out->data + out->size;
    while (p < end) {
        const char *stop;
        uint32_t c;
        if (*p == '&' && (c = entity(p, end, &stop))) {
            to += strlen(ad_utf8_write(c, to));
            p = stop;
        } else if (*p == '<' && (stop = memchr(p, '>', (size_t)(end - p)))) {
            *to++ = ' ';
            p = stop + 1;
        } else {
            *to++ = (unsigned char)*p < ' ' ? ' ' : *p;
            p++;
        }
    }
    out->size = (size_t)(to - (char *)out->data);
    return ADROP_OK;
}

/* -- The context's threads share the files; stories are joined in the order of the files -- */

typedef struct {
    const ad_source *source;
    const ad_bytes *files; /* (n_entries) */
    const bool *wanted;    /* (n_entries) */
    struct {
        adrop_ctx own; /* for the file's message */
        ad_bytes stories;
        adrop_status status;
    } * said; /* (n_entries), owned */
} work;

static void parse_file(void *arg, size_t i)
{
    const work *w = arg;
    char where[AD_PATH_SIZE];

    if (!w->wanted[i])
        return;
    w->said[i].own = (adrop_ctx){ .allocator = w->source->ctx->allocator, .threads = 1 };
    w->said[i].status = ad_sgml_read(&w->said[i].own, ad_source_where(w->source, i, where),
                                     w->files[i].data ? w->files[i].data : "", w->files[i].size,
                                     &w->said[i].stories);
}

adrop_status ad_sgml_read_files(const ad_source *source, const ad_bytes *files, const bool *wanted,
                                ad_bytes *stories)
{
    adrop_ctx *ctx = source->ctx;
    const size_t n = source->n_entries;
    work w = { .source = source, .files = files, .wanted = wanted };
    adrop_status status = AD_NEW(ctx, n, "files", &w.said);

    if (status)
        return status;
    ad_parallel(adrop_ctx_threads(ctx), n, parse_file, &w);
    for (size_t i = 0; i < n; i++) {
        const ad_bytes *s = &w.said[i].stories;
        if (!status && w.said[i].status)
            status = ad_fail(ctx, w.said[i].status, "%s", w.said[i].own.message);
        if (!status)
            status = ad_bytes_append(ctx, stories, s->data, s->size, "documents");
        ad_bytes_release(ctx, &w.said[i].stories);
    }
    ad_free(ctx, w.said);
    return status;
}
