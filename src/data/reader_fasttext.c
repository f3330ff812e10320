/* fastText's lines: one document per line, with its classes among its words.
 *
 *     __label__grain __label__wheat wheat exports rose
 *
 * A word that begins with __label__ is a class, wherever it stands; the rest is the document. The
 * source is one file, or a folder with train.* and test.* (or *.train, *.test). */
#include <string.h>

#include "base/context.h"
#include "data/encoding.h"
#include "data/reader.h"
#include "data/text_files.h"

#define PREFIX "__label__"

enum { PREFIX_LENGTH = sizeof PREFIX - 1, HEAD = 256 };

static bool reader_fasttext_is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

static bool is_label(const char *p, const char *end)
{
    return end - p >= PREFIX_LENGTH && !memcmp(p, PREFIX, PREFIX_LENGTH);
}

static adrop_status reader_fasttext_probe(ad_source *source, bool *mine)
{
    const size_t entry = ad_text_files_first(source);
    ad_text_head head;

    if (entry >= source->n_entries)
        return ADROP_OK;
    const adrop_status status = ad_text_head_read(source, entry, HEAD, &head);
    const char *p = head.text.data, *end = p + head.text.size;
    while (p < end && (reader_fasttext_is_blank(*p) || *p == '\n'))
        p++;
    *mine = !status && is_label(p, end);
    ad_text_head_release(source->ctx, &head);
    return status;
}

static adrop_status probe_text(ad_source *source, const adrop_data_opts *opts, bool *mine)
{
    (void)opts;
    return reader_fasttext_probe(source, mine);
}

/* Copy the line without its labels to text. */
static adrop_status copy_words(ad_document_list *docs, const char *line, const char *stop,
                               ad_bytes *text)
{
    adrop_status status = ADROP_OK;

    text->size = 0;
    for (const char *p = line; p < stop && !status;) {
        const char *end = p;
        while (end < stop && !reader_fasttext_is_blank(*end))
            end++;
        const bool label = is_label(p, end);
        while (end < stop && reader_fasttext_is_blank(*end))
            end++;
        if (!label)
            status = ad_bytes_append(docs->ctx, text, p, (size_t)(end - p), "a document");
        p = end;
    }
    return status;
}

/* Add its labels as classes of the document just added. */
static adrop_status tag_words(ad_document_list *docs, const ad_text_file *file, size_t number,
                              const char *line, const char *stop)
{
    adrop_status status = ADROP_OK;

    for (const char *p = line; p < stop && !status;) {
        const char *end = p;
        while (end < stop && !reader_fasttext_is_blank(*end))
            end++;
        const size_t length = (size_t)(end - p);
        if (is_label(p, end))
            status = length > PREFIX_LENGTH
                         ? ad_document_tag(docs, p + PREFIX_LENGTH, length - PREFIX_LENGTH)
                         : ad_fail(docs->ctx, ADROP_EFORMAT,
                                   "'%.300s', line %zu: a class has no name behind " PREFIX,
                                   file->where, number);
        while (end < stop && reader_fasttext_is_blank(*end))
            end++;
        p = end;
    }
    return status;
}

static adrop_status take_file(void *arg, ad_document_list *docs, const ad_text_file *file)
{
    ad_bytes *text = arg;
    const char *p = file->text, *end = p + file->size;
    adrop_status status = ADROP_OK;

    for (size_t line = 1; p < end && !status; line++) {
        const char *stop = memchr(p, '\n', (size_t)(end - p));
        stop = stop ? stop : end;
        const char *first = p;
        while (first < stop && reader_fasttext_is_blank(*first))
            first++;
        if (first < stop && !(status = copy_words(docs, first, stop, text)) &&
            !(status = ad_document_add(docs, file->where, line, text->data ? text->data : "",
                                       text->size, file->part)))
            status = tag_words(docs, file, line, first, stop);
        p = stop + (stop < end);
    }
    return status;
}

static adrop_status reader_fasttext_read(ad_source *source, const adrop_data_opts *opts,
                                         ad_raw *raw)
{
    ad_bytes text = { 0 };
    const adrop_status status = ad_text_files_read(source, opts, raw, take_file, &text);

    ad_bytes_release(source->ctx, &text);
    return status;
}

const ad_data_reader ad_data_reader_fasttext = {
    .name = "fasttext",
    .summary = "lines of __label__CLASS and words",
    .kinds = ADROP_FOR_LINES | ADROP_FOR_DOCUMENTS,
    .certain = true,
    .probe = reader_fasttext_probe,
    .probe_text = probe_text,
    .read = reader_fasttext_read,
};
