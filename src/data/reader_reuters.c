/* Reuters-21578, distribution 1.0: .sgm files (sgml.h), in a folder, an archive, or one alone.
 *
 * Parts are those of the ModApte split. The classes are the ten topics with most training documents
 * (R10), the most frequent first. A document with several of them is in the most frequent, or with
 * `multi-label` in all. With `single-topic` only documents with one topic count, and the ten
 * largest classes among them are used. A repeated topic counts once. Documents without one of these
 * topics are left out. */
#define _GNU_SOURCE /* memmem */
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "data/documents.h"
#include "data/reader.h"
#include "data/sgml.h"

enum { CLASSES = 10, MOST_TOPICS = 1 << 12, OF_ONE = 64, HEAD = 4096 };

static bool is_sgml(const char *name)
{
    const char *dot = strrchr(name, '.');

    return dot && (!strcmp(dot, ".sgm") || !strcmp(dot, ".sgml"));
}

static adrop_status reader_reuters_probe(ad_source *source, bool *mine)
{
    char head[HEAD];
    size_t got = 0, entry = 0;

    if (source->kind != AD_FILE)
        while (entry < source->n_entries && !is_sgml(source->entries[entry].name))
            entry++;
    if (entry >= source->n_entries)
        return ADROP_OK;
    const adrop_status status = ad_source_head(source, entry, head, sizeof head, &got);
    *mine = !status && memmem(head, got, "<REUTERS", 8) != NULL;
    return status;
}

static adrop_status probe_text(ad_source *source, const adrop_data_opts *opts, bool *mine)
{
    (void)opts;
    return reader_reuters_probe(source, mine);
}

typedef struct {
    ad_source *source;
    const adrop_data_opts *opts;
    ad_bytes *files;  /* (n_entries), owned: contents of the wanted files */
    bool *wanted;     /* (n_entries), owned */
    ad_bytes stories; /* ad_story, owned */
    ad_words topics;  /* owned */
    size_t *count;    /* (MOST_TOPICS), owned: training documents */
    uint32_t best[CLASSES];
    size_t n_best;
    size_t n_tags; /* of the last story in topics_of; a repeated topic counts twice */
} state;

static adrop_status visit(void *arg, size_t entry, ad_stream *stream)
{
    state *st = arg;
    char piece[8192];
    size_t got = sizeof piece;
    adrop_status status = ADROP_OK;

    while (!status && got == sizeof piece)
        if (!(status = ad_stream_read(stream, piece, sizeof piece, &got)))
            status = ad_bytes_append(st->source->ctx, &st->files[entry], piece, got, "documents");
    return status;
}

static adrop_status read_files(state *st)
{
    ad_source *source = st->source;
    size_t *list = NULL, n = 0;
    ad_bytes *contents = NULL;
    adrop_status status;

    if ((status = AD_NEW(source->ctx, source->n_entries, "files", &st->files)) ||
        (status = AD_NEW(source->ctx, source->n_entries, "files", &st->wanted)) ||
        (status = AD_NEW(source->ctx, source->n_entries, "files", &list)) ||
        (status = AD_NEW(source->ctx, source->n_entries, "files", &contents)))
        goto done;
    for (size_t i = 0; i < source->n_entries; i++) {
        st->wanted[i] = source->kind == AD_FILE || is_sgml(source->entries[i].name);
        if (st->wanted[i])
            list[n++] = i;
    }
    if (source->kind == AD_FOLDER) {
        status = ad_source_read_many(source, list, n, contents);
        for (size_t i = 0; i < n; i++)
            st->files[list[i]] = contents[i];
    } else {
        status = ad_source_walk(source, st->wanted, visit, st);
    }
done:
    ad_free(source->ctx, list);
    ad_free(source->ctx, contents);
    return status;
}

/* The distinct topics of a story, as numbers; at most OF_ONE. */
static adrop_status topics_of(state *st, const ad_story *s, uint32_t *list, size_t *n)
{
    ad_span topics = s->topics, one;
    adrop_status status = ADROP_OK;

    *n = st->n_tags = 0;
    while (!status && *n < OF_ONE && ad_sgml_topic(&topics, &one)) {
        uint32_t number;
        size_t i = 0;
        st->n_tags++;
        if (!one.length || memchr(one.text, 0, one.length))
            continue;
        if ((status = ad_words_add(st->source->ctx, &st->topics, one.text, one.length, &number)))
            break;
        if (number >= MOST_TOPICS)
            return ad_fail(st->source->ctx, ADROP_EFORMAT, "'%.300s' has more than %d topics",
                           st->source->path, MOST_TOPICS);
        while (i < *n && list[i] != number)
            i++;
        if (i == *n)
            list[(*n)++] = number;
    }
    return status;
}

/* Set st->best: the topics with most training documents; ties are broken by name. */
static adrop_status count_topics(state *st)
{
    const ad_story *s = st->stories.data;
    const size_t n = st->stories.size / sizeof *s;
    uint32_t list[OF_ONE];
    size_t k;
    adrop_status status = AD_NEW(st->source->ctx, MOST_TOPICS, "topics", &st->count);

    for (size_t i = 0; i < n && !status; i++) {
        if (s[i].part != AD_LEWIS_TRAIN || (status = topics_of(st, &s[i], list, &k)))
            continue;
        for (size_t j = 0; j < k && (st->n_tags == 1 || !st->opts->single_topic); j++)
            st->count[list[j]]++;
    }
    for (; !status && st->n_best < CLASSES; st->n_best++) {
        size_t best = st->topics.n;
        for (size_t t = 0; t < st->topics.n; t++) {
            bool taken = !st->count[t];
            for (size_t b = 0; b < st->n_best; b++)
                taken |= st->best[b] == t;
            if (!taken &&
                (best == st->topics.n || st->count[t] > st->count[best] ||
                 (st->count[t] == st->count[best] &&
                  strcmp(ad_words_at(&st->topics, t), ad_words_at(&st->topics, best)) < 0)))
                best = t;
        }
        if (best == st->topics.n)
            break;
        st->best[st->n_best] = (uint32_t)best;
    }
    return status;
}

/* For documents to be predicted, the topics of the run. */
static adrop_status choose_topics(state *st, const ad_schema *expected)
{
    adrop_status status = ADROP_OK;

    if (!expected || expected->classes.n > CLASSES)
        return count_topics(st);
    for (; st->n_best < expected->classes.n && !status; st->n_best++) {
        const char *name = expected->classes.at[st->n_best];
        status = ad_words_add(st->source->ctx, &st->topics, name, strlen(name),
                              &st->best[st->n_best]);
    }
    return status;
}

/* The chosen topics of a story, the most frequent first; all of them, or only the first. */
static adrop_status reader_reuters_choose(state *st, const ad_story *s, bool all,
                                          uint32_t chosen[CLASSES], size_t *n)
{
    uint32_t list[OF_ONE];
    size_t n_list;
    const adrop_status status = topics_of(st, s, list, &n_list);

    *n = 0;
    if (status || (st->n_tags != 1 && st->opts->single_topic))
        return status;
    for (size_t b = 0; b < st->n_best && (all || !*n); b++)
        for (size_t i = 0; i < n_list; i++)
            if (list[i] == st->best[b])
                chosen[(*n)++] = list[i];
    return ADROP_OK;
}

static adrop_status reader_reuters_add_text(const state *st, const ad_story *s, int part,
                                            ad_document_list *docs, ad_bytes *text)
{
    adrop_status status;

    text->size = 0;
    if ((status = ad_sgml_text(docs->ctx, s->title, text)) ||
        (status = ad_bytes_append(docs->ctx, text, "\n", 1, "a document")) ||
        (status = ad_sgml_text(docs->ctx, s->body, text)))
        return status;
    return ad_document_add(docs, st->source->path, s->number, text->data, text->size, part);
}

/* Add the story as a row if it has one of the chosen topics. Documents to be predicted are all
 * rows, named by their numbers; without a topic or a part they are in no part. */
static adrop_status add_story(state *st, const ad_story *s, ad_document_list *docs, ad_bytes *text)
{
    const bool every = docs->raw->inputs_only;
    uint32_t chosen[CLASSES];
    char number[24];
    size_t n;
    adrop_status status;

    if (s->part == AD_LEWIS_UNUSED && !every)
        return ADROP_OK;
    if ((status = reader_reuters_choose(st, s, ad_document_has_sets(docs), chosen, &n)) ||
        (!n && !every))
        return status;
    const int part = !n || s->part == AD_LEWIS_UNUSED ? ADROP_ROW_UNUSED
                     : s->part == AD_LEWIS_TRAIN      ? ADROP_ROW_TRAIN
                                                      : ADROP_ROW_TEST;
    status = reader_reuters_add_text(st, s, part, docs, text);
    for (size_t i = 0; i < n && !status; i++) {
        const char *name = ad_words_at(&st->topics, chosen[i]);
        status = ad_document_tag(docs, name, strlen(name));
    }
    snprintf(number, sizeof number, "%zu", s->number);
    return status || !every ? status : ad_document_name(docs, number);
}

/* Documents in the order of the files; classes by frequency. */
static adrop_status reader_reuters_take(state *st, ad_document_list *docs)
{
    const ad_story *s = st->stories.data;
    const size_t n = st->stories.size / sizeof *s;
    ad_bytes text = { 0 };
    uint32_t number;
    adrop_status status = ADROP_OK;

    for (size_t b = 0; b < st->n_best && !status; b++) {
        const char *name = ad_words_at(&st->topics, st->best[b]);
        status = ad_words_add(docs->ctx, &docs->classes, name, strlen(name), &number);
    }
    for (size_t i = 0; i < n && !status; i++)
        status = add_story(st, &s[i], docs, &text);
    ad_bytes_release(docs->ctx, &text);
    return status ? status : ad_document_end(docs, st->source->path, AD_COUNT_DOCUMENTS, true);
}

static adrop_status reader_reuters_read(ad_source *source, const adrop_data_opts *opts, ad_raw *raw)
{
    state st = { .source = source, .opts = opts };
    ad_document_list docs = { .ctx = source->ctx, .opts = opts, .raw = raw };
    adrop_status status;

    if (!(status = read_files(&st)) &&
        !(status = ad_sgml_read_files(source, st.files, st.wanted, &st.stories)) &&
        !(status = choose_topics(&st, raw->expected)))
        status = reader_reuters_take(&st, &docs);
    for (size_t i = 0; st.files && i < source->n_entries; i++)
        ad_bytes_release(source->ctx, &st.files[i]);
    ad_free(source->ctx, st.files);
    ad_free(source->ctx, st.wanted);
    ad_free(source->ctx, st.count);
    ad_bytes_release(source->ctx, &st.stories);
    ad_words_release(source->ctx, &st.topics);
    ad_document_release(&docs);
    return status;
}

const ad_data_reader ad_data_reader_reuters = {
    .name = "reuters",
    .summary = "Reuters-21578: SGML files with topics",
    .kinds = ADROP_FOR_DOCUMENTS,
    .probe_text = probe_text,
    .certain = true,
    .probe = reader_reuters_probe,
    .read = reader_reuters_read,
};
