/* Downsampled ImageNet: .npz batches, each with
 *
 *     data     (n, 3 side side), bytes: red, green, blue planes
 *     labels   (n), integers from 1 to 1000
 *
 * as train_data_batch_K.npz and val_data.npz in a folder; val is the test part. A single
 * batch can be opened as well.
 *
 * Chrabaszcz, Loshchilov, Hutter, "A downsampled variant of ImageNet", 2017. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "data/npy.h"
#include "data/reader.h"

enum { CLASSES = 1000 };

typedef struct {
    ad_raw *raw;
    ad_bytes pixels, labels, parts;
    size_t n; /* rows of the batch */
} state;

static bool is_batch(const ad_source *source)
{
    return source->kind == AD_ARCHIVE && ad_source_find(source, "data.npy") < source->n_entries &&
           ad_source_find(source, "labels.npy") < source->n_entries;
}

/* The part from the file's name; ADROP_ROW_UNUSED: not a batch. */
static int reader_imagenet32_part_of(const char *path)
{
    const char *name = ad_base_name(path), *dot = strrchr(name, '.');

    if (!dot || strcmp(dot, ".npz"))
        return ADROP_ROW_UNUSED;
    if (!strncmp(name, "train_data", 10))
        return ADROP_ROW_TRAIN;
    return !strncmp(name, "val_data", 8) ? ADROP_ROW_TEST : ADROP_ROW_UNUSED;
}

static adrop_status reader_imagenet32_probe(ad_source *source, bool *mine)
{
    *mine = is_batch(source);
    for (size_t i = 0; source->kind == AD_FOLDER && i < source->n_entries; i++)
        *mine |= reader_imagenet32_part_of(source->entries[i].name) != ADROP_ROW_UNUSED;
    return ADROP_OK;
}

static adrop_status read_data(void *arg, size_t entry, ad_stream *s)
{
    state *st = arg;
    ad_raw *raw = st->raw;
    ad_npy a;
    adrop_status status = ad_npy_header(s, &a);

    (void)entry;
    if (status)
        return status;
    if (a.n_dims != 2 || a.kind != 'u' || a.size != 1 || !a.count || a.dims[0] > AD_MAX_ROWS)
        return ad_stream_refuse(s, "data is not an array of bytes of two dimensions");
    const size_t side = (size_t)lrint(sqrt((double)a.dims[1] / 3));
    if (side > AD_MAX_SIDE || side * side * 3 != a.dims[1])
        return ad_stream_refuse(s, "rows of %zu bytes are not square colour images", a.dims[1]);
    if (raw->rows && side != raw->height)
        return ad_stream_refuse(s, "images are %zu x %zu, in other batches %zu x %zu", side, side,
                                raw->height, raw->height);
    raw->height = raw->width = side;
    st->n = a.dims[0];
    status = ad_stream_append(s, a.count, &st->pixels, "the images");
    return status ? status : ad_stream_end(s);
}

static adrop_status read_labels(void *arg, size_t entry, ad_stream *s)
{
    state *st = arg;
    ad_npy a;
    adrop_status status = ad_npy_header(s, &a);

    (void)entry;
    if (status)
        return status;
    if (a.n_dims != 1 || a.kind == 'f' || a.count != st->n)
        return ad_stream_refuse(s, "labels are not %zu whole numbers, one an image", st->n);
    const size_t before = st->labels.size / sizeof(int32_t);
    if ((status = ad_npy_ints(s, &a, st->raw->ctx, &st->labels)))
        return status;
    int32_t *labels = (int32_t *)st->labels.data + before;
    for (size_t i = 0; i < st->n; i++) {
        if (labels[i] < 1 || labels[i] > CLASSES)
            return ad_stream_refuse(s, "label %zu is %d, not from 1 to %d", i, (int)labels[i],
                                    CLASSES);
        labels[i]--;
    }
    return ADROP_OK;
}

static adrop_status read_batch(ad_source *batch, int part, state *st)
{
    const size_t before = st->raw->rows;
    adrop_status status;

    if (!is_batch(batch))
        return ad_fail(batch->ctx, ADROP_EFORMAT, "'%s' does not hold the arrays data and labels",
                       batch->path);
    if ((status = ad_source_visit(batch, ad_source_find(batch, "data.npy"), read_data, st)) ||
        (status = ad_source_visit(batch, ad_source_find(batch, "labels.npy"), read_labels, st)))
        return status;
    st->raw->rows += st->n;
    return ad_raw_set_parts(st->raw, &st->parts, before, st->raw->rows, part);
}

static adrop_status read_part(ad_source *source, int part, state *st)
{
    char path[AD_PATH_SIZE];
    adrop_status status = ADROP_OK;

    for (size_t i = 0; !status && i < source->n_entries; i++) {
        ad_source *batch;
        if (reader_imagenet32_part_of(source->entries[i].name) != part)
            continue;
        source->touched[i] = true;
        status = ad_source_open(source->ctx, ad_source_where(source, i, path), source->limit,
                                &batch);
        if (!status)
            status = read_batch(batch, part, st);
        ad_source_free(batch);
    }
    return status;
}

static adrop_status reader_imagenet32_read(ad_source *source, const adrop_data_opts *opts,
                                           ad_raw *raw)
{
    state st = { .raw = raw };
    adrop_status status;

    (void)opts;
    raw->task = ADROP_CLASSIFICATION;
    raw->channels = 3;
    raw->is_image = 1;
    raw->top = 255;
    if (source->kind != AD_FOLDER) {
        const int part = reader_imagenet32_part_of(source->path);
        status = read_batch(source, part == ADROP_ROW_UNUSED ? ADROP_ROW_FREE : part, &st);
    } else if (!(status = read_part(source, ADROP_ROW_TRAIN, &st))) {
        status = read_part(source, ADROP_ROW_TEST, &st);
    }
    if (!status && !raw->rows)
        status = ad_fail(source->ctx, ADROP_EFORMAT,
                         "'%s': there is no train_data_batch_*.npz or val_data.npz", source->path);
    raw->pixels = ad_bytes_take(&st.pixels);
    raw->labels = ad_bytes_take(&st.labels);
    raw->parts = ad_bytes_take(&st.parts);
    return status ? status : ad_raw_number_classes(raw, CLASSES);
}

const ad_data_reader ad_data_reader_imagenet32 = {
    .name = "imagenet32",
    .summary = "32x32 ImageNet, .npz batches of data and labels",
    .probe = reader_imagenet32_probe,
    .read = reader_imagenet32_read,
};
