/* Documents to be predicted, one per line: typed, or from a pipe. Blank lines are skipped. The
 * content does not identify this format: readers.c chooses it if no other format fits. */
#include <string.h>

#include "base/context.h"
#include "data/reader.h"
#include "data/text_files.h"

static adrop_status take_file(void *arg, ad_document_list *docs, const ad_text_file *file)
{
    const char *p = file->text, *end = p + file->size;
    adrop_status status = ADROP_OK;

    (void)arg;
    for (size_t line = 1; p < end && !status; line++) {
        const char *stop = memchr(p, '\n', (size_t)(end - p));
        stop = stop ? stop : end;
        const char *first = p;
        while (first < stop && strchr(" \t\r", *first))
            first++;
        if (first < stop)
            status = ad_document_add(docs, file->where, line, first, (size_t)(stop - first),
                                     file->part);
        p = stop + (stop < end);
    }
    return status;
}

static adrop_status reader_lines_probe(ad_source *source, bool *mine)
{
    (void)source;
    *mine = false;
    return ADROP_OK;
}

static adrop_status reader_lines_read(ad_source *source, const adrop_data_opts *opts, ad_raw *raw)
{
    if (!raw->inputs_only)
        return ad_fail(source->ctx, ADROP_EINVAL,
                       "'%s': lines have no classes: they can be predicted, not learned from",
                       source->path);
    return ad_text_files_read(source, opts, raw, take_file, NULL);
}

const ad_data_reader ad_data_reader_lines = {
    .name = "lines",
    .summary = "one document per line, to be predicted",
    .kinds = ADROP_FOR_LINES | ADROP_FOR_DOCUMENTS,
    .probe = reader_lines_probe,
    .read = reader_lines_read,
};
