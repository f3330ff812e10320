/* Reuters-21578, distribution 1.0: .sgm files (sgml.h), in a folder, an archive, or one alone.
 *
 * Parts are those of the ModApte split. The classes are the ten topics that most training documents
 * have (R10), the most frequent first; a document of several is in the most frequent of them, with
 * `multi-label` in all of them. With
 * `single-topic` the documents with one topic alone count, and the ten largest of such classes. A
 * topic that is there twice counts once. Documents without such a topic are left out. */
#define _GNU_SOURCE /* memmem */
#include <stdlib.h>
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

static adrop_status probe(ad_source *source, bool *mine)
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
    return probe(source, mine);
}

typedef struct {
    ad_source *source;
    const adrop_data_opts *opts;
    ad_bytes *files;  /* (n_entries), owned: contents of those that are wanted */
    bool *wanted;     /* (n_entries), owned */
    ad_bytes stories; /* ad_story, owned */
    ad_words topics;  /* owned */
    size_t *count;    /* (MOST_TOPICS), owned: training documents */
    uint32_t best[CLASSES];
    size_t n_best;
    size_t n_tags; /* of the story that topics_of saw last: a topic that is there twice is two */
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

static adrop_status parse_files(state *st)
{
    char where[AD_PATH_SIZE];
    adrop_status status = ADROP_OK;

    for (size_t i = 0; i < st->source->n_entries && !status; i++)
        if (st->wanted[i])
            status = ad_sgml_read(st->source->ctx, ad_source_where(st->source, i, where),
                                  st->files[i].data ? st->files[i].data : "", st->files[i].size,
                                  &st->stories);
    return status;
}

/* The different topics of a story, as numbers; at most OF_ONE. */
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

/* st->best: the topics with most training documents; of equals the first by name. */
static adrop_status choose_topics(state *st)
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

/* The story as a row, if it has one of the chosen topics. */
static adrop_status add_story(state *st, const ad_story *s, ad_document_list *docs, ad_bytes *text)
{
    uint32_t list[OF_ONE];
    size_t n, chosen = 0;
    adrop_status status;

    if (s->part == AD_LEWIS_UNUSED || (status = topics_of(st, s, list, &n)) ||
        (st->n_tags != 1 && st->opts->single_topic))
        return s->part == AD_LEWIS_UNUSED ? ADROP_OK : status;
    for (size_t b = 0; b < st->n_best; b++) {
        const char *name = ad_words_at(&st->topics, st->best[b]);
        bool has = false;
        for (size_t i = 0; i < n; i++)
            has |= list[i] == st->best[b];
        if (!has || (chosen && !ad_document_has_sets(docs)))
            continue;
        text->size = 0;
        if (!chosen && ((status = ad_sgml_text(docs->ctx, s->title, text)) ||
                        (status = ad_bytes_append(docs->ctx, text, "\n", 1, "a document")) ||
                        (status = ad_sgml_text(docs->ctx, s->body, text)) ||
                        (status = ad_document_add(
                             docs, st->source->path, s->number, text->data, text->size,
                             s->part == AD_LEWIS_TRAIN ? ADROP_ROW_TRAIN : ADROP_ROW_TEST))))
            return status;
        chosen++;
        if ((status = ad_document_tag(docs, name, strlen(name))))
            return status;
    }
    return ADROP_OK;
}

/* Documents in the order of the files; classes in that of their frequency. */
static adrop_status take(state *st, ad_document_list *docs)
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

static adrop_status read(ad_source *source, const adrop_data_opts *opts, ad_raw *raw)
{
    state st = { .source = source, .opts = opts };
    ad_document_list docs = { .ctx = source->ctx, .opts = opts, .raw = raw };
    adrop_status status;

    if (!(status = read_files(&st)) && !(status = parse_files(&st)) &&
        !(status = choose_topics(&st)))
        status = take(&st, &docs);
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
    .probe_text = probe_text,
    .certain = true,
    .probe = probe,
    .read = read,
};
