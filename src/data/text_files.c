/* Files of many documents each (text_files.h): which ones to read, and for which part. */
#include "data/text_files.h"

#include <string.h>

#include "base/context.h"
#include "base/text.h"
#include "data/encoding.h"

#define MOST_BYTES ((size_t)1 << 31)

static bool is_single(const ad_source *source)
{
    return source->kind == AD_FILE || (source->kind == AD_ARCHIVE && source->n_entries == 1);
}

/* "train.csv", "news.train" and the like. */
static bool is_called(const char *name, const char *part)
{
    const char *base = ad_base_name(name), *dot = strrchr(base, '.');
    const size_t n = strlen(part);

    return (!strncmp(base, part, n) && (base[n] == '.' || !base[n])) ||
           (dot && !strcmp(dot + 1, part));
}

static int text_files_part_of(const char *name)
{
    return is_called(name, "train")  ? ADROP_ROW_TRAIN
           : is_called(name, "test") ? ADROP_ROW_TEST
           : is_called(name, "valid") || is_called(name, "val") || is_called(name, "validation")
               ? ADROP_ROW_VAL
               : ADROP_ROW_UNUSED;
}

size_t ad_text_files_first(const ad_source *source)
{
    size_t i = 0;

    if (is_single(source))
        return 0;
    while (i < source->n_entries && text_files_part_of(source->entries[i].name) != ADROP_ROW_TRAIN)
        i++;
    return i;
}

const char *ad_text_column(const adrop_data_opts *opts)
{
    return *opts->text ? opts->text : "text";
}

static const char *trim(const char *p, const char *end, size_t *length)
{
    while (p < end && (*p == ' ' || *p == '\t'))
        p++;
    while (end > p && (end[-1] == ' ' || end[-1] == '\t'))
        end--;
    *length = (size_t)(end - p);
    return p;
}

adrop_status ad_text_tag_cell(ad_document_list *docs, const char *cell, size_t length)
{
    const char *separator = *docs->opts->label_separator ? docs->opts->label_separator : "|";
    const size_t step = strlen(separator);
    const char *p = cell, *end = cell + length;
    adrop_status status = ADROP_OK;

    while (p < end && !status) {
        const char *stop = p;
        size_t n;
        if (ad_document_has_sets(docs))
            while ((size_t)(end - stop) >= step && memcmp(stop, separator, step))
                stop++;
        if (!ad_document_has_sets(docs) || (size_t)(end - stop) < step)
            stop = end;
        const char *tag = trim(p, stop, &n);
        if (n)
            status = ad_document_tag(docs, tag, n);
        p = stop < end ? stop + step : end;
    }
    return status;
}

typedef struct {
    ad_document_list *docs;
    ad_text_file_fn *fn;
    void *arg;
} work;

/* Read a file as UTF-8. If no encoding was given and none fits, bytes that are not UTF-8 stay, and
 * ad_document_add replaces them. */
static adrop_status text_files_read(const work *w, ad_source *source, size_t entry,
                                    const char *where, ad_bytes *bytes)
{
    ad_decoder d;
    adrop_status status = ad_source_read(source, entry, MOST_BYTES, bytes);

    if (status)
        return status;
    ad_decoder_open_source(&d, source, where);
    if (!source->encoding && w->docs->opts->strict)
        d.given = ADROP_ENCODING_UTF_8;
    status = ad_text_decode(&d, false, bytes);
    if (status != ADROP_EFORMAT || d.given || d.has_zero)
        return status;
    bytes->size = 0;
    if ((status = ad_source_read(source, entry, MOST_BYTES, bytes)))
        return status;
    ad_decoder_open(&d, source->ctx, where, ADROP_ENCODING_UTF_8);
    return ad_text_decode(&d, true, bytes);
}

static adrop_status read_one(const work *w, ad_source *source, size_t entry, int part)
{
    char where[AD_PATH_SIZE];
    ad_bytes bytes = { 0 };

    ad_source_where(source, entry, where);
    adrop_status status = text_files_read(w, source, entry, where, &bytes);
    if (!status) {
        const ad_text_file file = { source, entry, part, where, bytes.data, bytes.size };
        status = w->fn(w->arg, w->docs, &file);
    }
    ad_bytes_release(source->ctx, &bytes);
    return status;
}

/* Read the files of a folder or an archive. */
static adrop_status read_folder(const work *w, ad_source *source)
{
    const bool every = ad_text_files_first(source) == source->n_entries;
    bool has_test = w->docs->raw->test_source != NULL;
    adrop_status status = ADROP_OK;

    if (every && !w->docs->raw->inputs_only)
        return ad_fail(source->ctx, ADROP_EFORMAT,
                       "'%s' has no train.* or *.train: name the file itself", source->path);
    for (size_t i = 0; i < source->n_entries; i++)
        has_test |= text_files_part_of(source->entries[i].name) == ADROP_ROW_TEST;
    for (size_t i = 0; i < source->n_entries && !status; i++) {
        const int part = every ? ADROP_ROW_FREE : text_files_part_of(source->entries[i].name);
        if (part != ADROP_ROW_UNUSED)
            status = read_one(w, source, i,
                              part == ADROP_ROW_VAL && !has_test ? ADROP_ROW_TEST : part);
    }
    return status;
}

adrop_status ad_text_files_read(ad_source *source, const adrop_data_opts *opts, ad_raw *raw,
                                ad_text_file_fn *fn, void *arg)
{
    ad_document_list docs = { .ctx = source->ctx, .opts = opts, .raw = raw };
    const work w = { &docs, fn, arg };
    ad_source *other = raw->test_source;
    adrop_status status;

    if (other && !is_single(other))
        return ad_fail(source->ctx, ADROP_EINVAL, "'%s' cannot be the test part: it is not a file",
                       other->path);
    status = is_single(source) ? read_one(&w, source, 0, other ? ADROP_ROW_TRAIN : ADROP_ROW_FREE)
                               : read_folder(&w, source);
    if (!status && other)
        status = read_one(&w, other, 0, ADROP_ROW_TEST);
    if (!status)
        status = ad_document_end(&docs, source->path, AD_COUNT_LINES, false);
    ad_document_release(&docs);
    return status;
}
