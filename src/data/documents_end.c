/* Finishing a list of documents (documents.h): sort the classes, make labels or sets of labels, and
 * move everything to the raw rows. */
#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "base/text.h"
#include "data/documents.h"

static int documents_end_by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Move the class names to raw, in order; every tag becomes the index of its class. */
static adrop_status name_classes(ad_document_list *d, bool as_given)
{
    const size_t n = d->classes.n;
    int32_t *tags = d->tags.data;
    const char **names = NULL;
    int32_t *place = NULL;
    adrop_status status;

    if ((status = AD_NEW(d->ctx, n, "classes", &names)) ||
        (status = AD_NEW(d->ctx, n, "classes", &place)))
        goto done;
    for (size_t i = 0; i < n; i++)
        names[i] = ad_words_at(&d->classes, i);
    if (!as_given)
        qsort(names, n, sizeof *names, documents_end_by_name);
    for (size_t i = 0; i < n && !status; i++) {
        uint32_t number; /* the word is known: nothing is added */
        if (!(status = ad_words_add(d->ctx, &d->classes, names[i], strlen(names[i]), &number))) {
            place[number] = (int32_t)i;
            status = ad_raw_add_class(d->raw, names[i]);
        }
    }
    for (size_t k = 0; k < d->tags.size / sizeof *tags; k++)
        tags[k] = place[tags[k]];
done:
    ad_free(d->ctx, names);
    ad_free(d->ctx, place);
    return status;
}

static size_t n_tags(const ad_document_list *d, size_t i)
{
    const size_t *start = d->tag_start.data, all = d->tags.size / sizeof(int32_t);

    return (i + 1 < d->n ? start[i + 1] : all) - start[i];
}

static adrop_status refuse_count(const ad_document_list *d, const char *where,
                                 ad_document_count count, size_t i)
{
    const size_t n = n_tags(d, i);
    const char *what = count == AD_COUNT_LINES ? "line" : "document";
    const unsigned number = ((const uint32_t *)d->lines.data)[i];

    if (!n)
        return ad_fail(d->ctx, ADROP_EFORMAT, "'%.300s', %s %u: the document has no class", where,
                       what, number);
    return ad_fail(d->ctx, ADROP_EFORMAT,
                   "'%.300s', %s %u: the document has %zu classes: allow several with "
                   "`multi-label`",
                   where, what, number, n);
}

/* Set every label: the document's class, or the first of several. Without a class it is 0 in sets
 * of labels and -1 in rows to be predicted. */
static adrop_status take_labels(ad_document_list *d, const char *where, ad_document_count count)
{
    const size_t *start = d->tag_start.data;
    const int32_t *tags = d->tags.data;
    const bool sets = ad_document_has_sets(d);
    const adrop_status status = AD_NEW(d->ctx, d->n, "labels", &d->raw->labels);

    for (size_t i = 0; !status && i < d->n; i++) {
        const size_t n = n_tags(d, i);
        if (!sets && (n > 1 || (!n && !d->raw->inputs_only)))
            return refuse_count(d, where, count, i);
        d->raw->labels[i] = n ? tags[start[i]] : sets && !d->raw->no_answers ? 0 : -1;
    }
    return status;
}

static adrop_status take_sets(ad_document_list *d)
{
    const size_t *start = d->tag_start.data, all = d->tags.size / sizeof(int32_t);
    ad_label_sets *sets = &d->raw->sets;
    const adrop_status status = ad_label_sets_new(d->ctx, d->n, all, sets);

    if (status)
        return status;
    memcpy(sets->start, start, d->n * sizeof *start);
    sets->start[d->n] = all;
    if (all)
        memcpy(sets->label, d->tags.data, all * sizeof *sets->label);
    return ADROP_OK;
}

static const char *documents_end_name_of(const ad_document_list *d, size_t c)
{
    const char *name = d->raw->classes.data;

    while (c--)
        name += strlen(name) + 1;
    return name;
}

/* A class without training documents cannot be learned. */
static adrop_status check_classes(const ad_document_list *d, const char *where)
{
    const size_t *start = d->tag_start.data;
    const int32_t *tags = d->tags.data;
    const uint8_t *parts = d->parts.data;
    uint8_t *seen;
    adrop_status status = AD_NEW(d->ctx, d->classes.n, "classes", &seen);

    for (size_t i = 0; !status && i < d->n; i++)
        for (size_t k = start[i]; parts[i] != ADROP_ROW_TEST && k < start[i] + n_tags(d, i); k++)
            seen[tags[k]] = 1;
    for (size_t c = 0; !status && c < d->classes.n; c++)
        if (!seen[c])
            status = ad_fail(d->ctx, ADROP_EFORMAT,
                             "the class '%s' of '%.300s' is empty: no training document has it",
                             AD_SHOWN(documents_end_name_of(d, c)), where);
    ad_free(d->ctx, seen);
    return status;
}

/* Without classes: make names, so that labels have classes. */
static adrop_status name_none(ad_document_list *d)
{
    const adrop_status status = ad_document_tag(d, "?", 1);

    d->tags.size = 0;
    return status;
}

adrop_status ad_document_end(ad_document_list *d, const char *where, ad_document_count count,
                             bool as_given)
{
    ad_raw *raw = d->raw;
    adrop_status status;

    if (!d->n)
        return ad_fail(d->ctx, ADROP_EFORMAT, "'%.300s' has no documents", where);
    if (d->classes.n < 2 && !raw->expected)
        return ad_fail(d->ctx, ADROP_EFORMAT,
                       "the documents of '%.300s' are in %s: there must be two classes at least",
                       where, d->classes.n ? "one class" : "no class");
    raw->rows = d->n;
    raw->channels = raw->height = raw->width = 1;
    raw->no_answers = !d->classes.n || !d->tags.size;
    raw->task = ADROP_CLASSIFICATION;
    if ((!d->classes.n && (status = name_none(d))) || (status = name_classes(d, as_given)) ||
        (status = take_labels(d, where, count)) ||
        (ad_document_has_sets(d) && (status = take_sets(d))) ||
        (!raw->expected && !as_given && (status = check_classes(d, where))) ||
        (status = ad_bytes_append(d->ctx, &d->starts, &d->text.size, sizeof d->text.size,
                                  "documents")))
        return status;
    if (d->bad)
        ad_log(d->ctx, ADROP_LOG_WARNING,
               "'%s': %zu bytes in %zu documents are not UTF-8 and were replaced", where,
               d->replaced, d->bad);
    raw->texts = (ad_texts){ ad_bytes_take(&d->text), ad_bytes_take(&d->starts) };
    raw->parts = ad_bytes_take(&d->parts);
    raw->ids = d->ids;
    d->ids = (ad_bytes){ 0 };
    if (raw->inputs_only && count == AD_COUNT_LINES)
        raw->lines = ad_bytes_take(&d->lines);
    return ADROP_OK;
}
