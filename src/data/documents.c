/* Collecting documents from text readers (documents.h). */
#include "data/documents.h"

#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/utf8.h"

void ad_document_release(ad_document_list *d)
{
    ad_bytes_release(d->ctx, &d->text);
    ad_bytes_release(d->ctx, &d->starts);
    ad_bytes_release(d->ctx, &d->parts);
    ad_bytes_release(d->ctx, &d->tags);
    ad_bytes_release(d->ctx, &d->tag_start);
    ad_words_release(d->ctx, &d->classes);
    ad_bytes_release(d->ctx, &d->ids);
    ad_bytes_release(d->ctx, &d->lines);
}

/* Count the bytes that are not UTF-8; text is zero-terminated. */
static size_t count_bad(const char *text)
{
    size_t n = 0;

    for (const char *before = text; *text; before = text)
        n += ad_utf8_next(&text) == AD_NO_CHARACTER && text - before == 1;
    return n;
}

/* Replace bad bytes by U+FFFD in the document that begins at `start`. */
static adrop_status replace(ad_document_list *d, size_t start)
{
    ad_bytes clean = { 0 };
    const char *p = (const char *)d->text.data + start;
    adrop_status status = ADROP_OK;

    while (*p && !status) {
        const char *before = p;
        char bytes[5];
        const int bad = ad_utf8_next(&p) == AD_NO_CHARACTER && p - before == 1;
        if (bad)
            before = ad_utf8_write(AD_NO_CHARACTER, bytes);
        status = ad_bytes_append(d->ctx, &clean, before, bad ? 3 : (size_t)(p - before),
                                 "a document");
    }
    d->text.size = start;
    if (!status)
        status = ad_bytes_append(d->ctx, &d->text, clean.data, clean.size, "a document");
    ad_bytes_release(d->ctx, &clean);
    return status;
}

/* Zeros become blanks, bad bytes U+FFFD. Only a document with bytes above 127 is decoded. */
static adrop_status clean(ad_document_list *d, const char *where, size_t number, size_t start)
{
    char *text = (char *)d->text.data + start;
    const size_t length = d->text.size - start;
    unsigned char most = 0, zeros = 0;

    for (size_t i = 0; i < length; i++) {
        most |= (unsigned char)text[i];
        zeros |= text[i] == 0;
    }
    for (size_t i = 0; zeros && i < length; i++)
        if (!text[i])
            text[i] = ' ';
    text[length] = 0; /* there is room: ad_document_add made it */
    const size_t bad = most < 128 ? 0 : count_bad(text);
    if (!bad)
        return ADROP_OK;
    if (d->opts->strict)
        return ad_fail(d->ctx, ADROP_EFORMAT,
                       "'%.300s': document %zu has %zu bytes that are not UTF-8: convert the file, "
                       "or leave `strict` out to have them replaced",
                       where, number, bad);
    d->replaced += bad;
    d->bad++;
    return replace(d, start);
}

adrop_status ad_document_add(ad_document_list *d, const char *where, size_t number,
                             const char *text, size_t length, int part)
{
    const size_t start = d->text.size, tag = d->tags.size / sizeof(int32_t);
    const uint8_t byte = (uint8_t)part;
    const uint32_t line = (uint32_t)number;
    adrop_status status;

    if (length > AD_MAX_DOCUMENT)
        return ad_fail(d->ctx, ADROP_EFORMAT,
                       "'%.300s': document %zu has %zu bytes, at most %d are possible: cut it into "
                       "parts",
                       where, number, length, AD_MAX_DOCUMENT);
    if (d->n == AD_MAX_ROWS)
        return ad_fail(d->ctx, ADROP_EFORMAT, "'%.300s' has more than %d documents", where,
                       AD_MAX_ROWS);
    if ((status = ad_bytes_append(d->ctx, &d->text, text, length, "documents")) ||
        (status = ad_bytes_reserve(d->ctx, &d->text, 1, "documents")) ||
        (status = clean(d, where, number, start)) ||
        (status = ad_bytes_append(d->ctx, &d->starts, &start, sizeof start, "documents")) ||
        (status = ad_bytes_append(d->ctx, &d->parts, &byte, 1, "documents")) ||
        (status = ad_bytes_append(d->ctx, &d->lines, &line, sizeof line, "documents")) ||
        (status = ad_bytes_append(d->ctx, &d->tag_start, &tag, sizeof tag, "documents")))
        return status;
    d->n++;
    return ADROP_OK;
}

adrop_status ad_document_name(ad_document_list *d, const char *name)
{
    return ad_bytes_append(d->ctx, &d->ids, name, strlen(name) + 1, "names of documents");
}

bool ad_document_has_sets(const ad_document_list *d)
{
    return d->raw->expected ? d->raw->expected->is_multi_label : d->opts->multi_label;
}

adrop_status ad_document_tag(ad_document_list *d, const char *tag, size_t length)
{
    uint32_t number;
    adrop_status status;

    if (memchr(tag, 0, length) || !length)
        return ad_fail(d->ctx, ADROP_EFORMAT, "a class has no name, or a zero in it");
    if ((status = ad_words_add(d->ctx, &d->classes, tag, length, &number)))
        return status;
    if (d->classes.n > AD_MAX_CLASSES)
        return ad_fail(d->ctx, ADROP_EFORMAT, "there are more than %d classes", AD_MAX_CLASSES);
    const int32_t label = (int32_t)number, *tags = d->tags.data;
    const size_t *first = (const size_t *)d->tag_start.data + d->n - 1;
    for (size_t i = *first; i < d->tags.size / sizeof *tags; i++)
        if (tags[i] == label)
            return ADROP_OK;
    return ad_bytes_append(d->ctx, &d->tags, &label, sizeof label, "classes");
}
