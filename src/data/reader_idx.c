/* IDX files, as MNIST and Fashion-MNIST are published.
 *
 *     0 0 type n_dims   4 bytes; type 8: unsigned bytes
 *     dims              n_dims numbers of 4 bytes, big-endian
 *     values            row by row
 *
 * Images have three dimensions, labels one; the headers tell them apart. Names with "train",
 * "t10k" or "test" give the part.
 *
 * LeCun, Cortes, Burges, "The MNIST database of handwritten digits". */
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "data/reader.h"

enum { N_PARTS = 2, MOST_FILES = 64, MAGIC_SIZE = 4 };

typedef struct {
    size_t images[N_PARTS], labels[N_PARTS]; /* entries; n_entries: none */
    int part[N_PARTS];                       /* ADROP_ROW_.. */
} files;

typedef struct {
    ad_raw *raw;
    ad_bytes pixels, labels, parts;
    size_t rows; /* of the last file read */
} state;

static bool is_magic(const unsigned char *head, size_t got, int n_dims)
{
    return got == MAGIC_SIZE && !head[0] && !head[1] && head[2] == 8 && head[3] == n_dims;
}

static adrop_status reader_idx_probe(ad_source *source, bool *mine)
{
    unsigned char head[MAGIC_SIZE];
    size_t got;
    adrop_status status = ADROP_OK;

    if (source->n_entries > MOST_FILES)
        return ADROP_OK;
    for (size_t i = 0; !*mine && i < source->n_entries; i++) {
        if ((status = ad_source_head(source, i, head, sizeof head, &got)))
            return status;
        *mine = is_magic(head, got, 3);
    }
    return ADROP_OK;
}

/* 0 train, 1 test; a name without either counts as train, with part free. */
static int reader_idx_part_of(const char *name, int *part)
{
    if (strstr(name, "t10k") || strstr(name, "test")) {
        *part = ADROP_ROW_TEST;
        return 1;
    }
    *part = strstr(name, "train") ? ADROP_ROW_TRAIN : ADROP_ROW_FREE;
    return 0;
}

static adrop_status sort_files(ad_source *source, files *f)
{
    const size_t none = source->n_entries;
    unsigned char head[MAGIC_SIZE];
    size_t got;
    int part;
    adrop_status status;

    *f = (files){ { none, none }, { none, none }, { ADROP_ROW_TRAIN, ADROP_ROW_TEST } };
    for (size_t i = 0; i < none && i < MOST_FILES; i++) {
        if ((status = ad_source_head(source, i, head, sizeof head, &got)))
            return status;
        const bool images = is_magic(head, got, 3);
        if (!images && !is_magic(head, got, 1))
            continue;
        const int p = reader_idx_part_of(ad_base_name(source->entries[i].name), &part);
        size_t *slot = images ? &f->images[p] : &f->labels[p];
        if (*slot != none)
            return ad_fail(
                source->ctx, ADROP_EFORMAT,
                "'%s': '%s' and '%s' are both %s of the %s part: keep one set per folder",
                source->path, source->entries[*slot].name, source->entries[i].name,
                images ? "images" : "labels", p ? "test" : "training");
        *slot = i;
        if (images)
            f->part[p] = part;
    }
    return ADROP_OK;
}

static uint32_t big_endian(const unsigned char *b)
{
    return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

static adrop_status read_images(void *arg, size_t entry, ad_stream *s)
{
    state *st = arg;
    ad_raw *raw = st->raw;
    unsigned char head[16];
    adrop_status status = ad_stream_exactly(s, head, sizeof head, "the header");

    (void)entry;
    if (status)
        return status;
    if (!is_magic(head, MAGIC_SIZE, 3))
        return ad_stream_refuse(s, "the first four bytes are not those of an idx file of images");
    const size_t n = big_endian(head + 4), height = big_endian(head + 8),
                 width = big_endian(head + 12);
    if (!n || n > AD_MAX_ROWS || !height || height > AD_MAX_SIDE || !width || width > AD_MAX_SIDE)
        return ad_stream_refuse(s, "the header says %zu images of %zu x %zu: out of range", n,
                                height, width);
    if (raw->rows && (height != raw->height || width != raw->width))
        return ad_stream_refuse(s, "images are %zu x %zu, those of the other part %zu x %zu",
                                height, width, raw->height, raw->width);
    raw->height = height;
    raw->width = width;
    raw->rows += st->rows = n;
    if ((status = ad_stream_append(s, n * height * width, &st->pixels, "the images")))
        return status;
    return ad_stream_end(s);
}

static adrop_status read_labels(void *arg, size_t entry, ad_stream *s)
{
    state *st = arg;
    unsigned char head[8];
    adrop_status status = ad_stream_exactly(s, head, sizeof head, "the header");

    (void)entry;
    if (status)
        return status;
    if (!is_magic(head, MAGIC_SIZE, 1))
        return ad_stream_refuse(s, "the first four bytes are not those of an idx file of labels");
    if (big_endian(head + 4) != st->rows)
        return ad_stream_refuse(s, "the header says %zu labels, but there are %zu images",
                                (size_t)big_endian(head + 4), st->rows);
    if ((status = ad_stream_append(s, st->rows, &st->labels, "the labels")))
        return status;
    return ad_stream_end(s);
}

static adrop_status read_part(ad_source *source, const files *f, int p, state *st)
{
    const size_t none = source->n_entries, before = st->raw->rows;
    adrop_status status;

    if (f->images[p] == none && f->labels[p] == none)
        return ADROP_OK;
    if (f->images[p] == none || f->labels[p] == none)
        return ad_fail(source->ctx, ADROP_EFORMAT,
                       "'%s': the %s part has %s but no %s; give the folder that holds both",
                       source->path, p ? "test" : "training",
                       f->images[p] == none ? "labels" : "images",
                       f->images[p] == none ? "images" : "labels");
    if ((status = ad_source_visit(source, f->images[p], read_images, st)) ||
        (status = ad_source_visit(source, f->labels[p], read_labels, st)))
        return status;
    return ad_raw_set_parts(st->raw, &st->parts, before, st->raw->rows, f->part[p]);
}

static adrop_status take_labels(ad_raw *raw, const ad_bytes *labels)
{
    const uint8_t *from = labels->data;
    size_t top = 0;
    const adrop_status status = AD_NEW(raw->ctx, raw->rows, "labels", &raw->labels);

    for (size_t i = 0; !status && i < raw->rows; i++) {
        raw->labels[i] = from[i];
        top = from[i] > top ? from[i] : top;
    }
    return status ? status : ad_raw_number_classes(raw, top + 1);
}

static adrop_status reader_idx_read(ad_source *source, const adrop_data_opts *opts, ad_raw *raw)
{
    state st = { .raw = raw };
    files f;
    adrop_status status;

    (void)opts;
    raw->task = ADROP_CLASSIFICATION;
    raw->channels = 1;
    raw->is_image = 1;
    raw->top = 255;
    if ((status = sort_files(source, &f)) || (status = read_part(source, &f, 0, &st)) ||
        (status = read_part(source, &f, 1, &st)))
        goto done;
    if (!raw->rows) {
        status = ad_fail(source->ctx, ADROP_EFORMAT, "'%s': there are no idx files of images",
                         source->path);
        goto done;
    }
    status = take_labels(raw, &st.labels);
    raw->pixels = ad_bytes_take(&st.pixels);
    raw->parts = ad_bytes_take(&st.parts);
done:
    ad_bytes_release(source->ctx, &st.pixels);
    ad_bytes_release(source->ctx, &st.labels);
    ad_bytes_release(source->ctx, &st.parts);
    return status;
}

const ad_data_reader ad_data_reader_idx = {
    .name = "idx",
    .summary = "MNIST's files of images and labels",
    .probe = reader_idx_probe,
    .read = reader_idx_read,
};
