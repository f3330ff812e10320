/* Tallies: the four letters "TLLY", then rows of three bytes, two inputs and a class, 0 or 1. */
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "data/reader.h"

enum { MOST = 1 << 20 }; /* bytes of a file */

static const char magic[] = "TLLY";
enum { MAGIC = sizeof magic - 1, INPUTS = 2, ROW = INPUTS + 1 };

static adrop_status probe(ad_source *source, bool *mine)
{
    char head[MAGIC];
    size_t got = 0;
    adrop_status status = source->n_entries == 1 ? ad_source_head(source, 0, head, MAGIC, &got)
                                                 : ADROP_OK;

    *mine = !status && got == MAGIC && !memcmp(head, magic, MAGIC);
    return status;
}

static adrop_status take_rows(ad_source *source, const unsigned char *from, size_t rows,
                              ad_raw *raw)
{
    adrop_status status = AD_NEW(raw->ctx, rows, "labels", &raw->labels);

    if (!status)
        status = AD_NEW(raw->ctx, rows * INPUTS, "values", &raw->values);
    for (size_t i = 0; !status && i < rows; i++, from += ROW) {
        if (from[INPUTS] > 1)
            return ad_source_refuse(source, 0, "row %zu has class %d: it must be 0 or 1", i + 1,
                                    from[INPUTS]);
        raw->labels[i] = from[INPUTS];
        for (size_t k = 0; k < INPUTS; k++)
            raw->values[i * INPUTS + k] = from[k];
    }
    return status;
}

static adrop_status read(ad_source *source, const adrop_data_opts *opts, ad_raw *raw)
{
    ad_bytes bytes = { 0 };
    adrop_status status = ad_source_read(source, 0, MOST, &bytes);

    (void)opts;
    if (!status && (bytes.size <= MAGIC || (bytes.size - MAGIC) % ROW))
        status = ad_source_refuse(source, 0, "rows of %d bytes must follow the first four", ROW);
    if (!status) {
        raw->task = ADROP_CLASSIFICATION;
        raw->rows = (bytes.size - MAGIC) / ROW;
        raw->channels = INPUTS;
        raw->height = raw->width = 1;
        status = take_rows(source, (const unsigned char *)bytes.data + MAGIC, raw->rows, raw);
    }
    if (!status)
        status = ad_raw_number_classes(raw, 2);
    ad_bytes_release(raw->ctx, &bytes);
    return status;
}

const ad_data_reader ad_data_reader_tally = {
    .name = "tally",
    .summary = "rows of three bytes behind the letters TLLY",
    .probe = probe,
    .read = read,
    .certain = true,
};
