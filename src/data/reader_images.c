/* Class folders of JPEG and PNG images:
 *
 *     [.../][train|val|test/]CLASS/anything.jpg
 *
 * images.c reads the names; classes are sorted by name. Images to be predicted may also be in no
 * folder, or a single file, and are resized to what the run was trained on. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "data/images_impl.h"
#include "data/reader.h"

typedef struct {
    ad_source *source;
    ad_raw *raw;
    ad_image_item *items; /* (n), owned */
    size_t n;
    const ad_image_item **classes; /* (n_classes), owned: one item per class */
} state;

/* Does the file begin like a JPEG or PNG? */
static adrop_status probe_file(ad_source *source, bool *mine)
{
    unsigned char head[4];
    size_t got = 0;
    const adrop_status status = ad_source_head(source, 0, head, sizeof head, &got);

    *mine = !status && got == sizeof head &&
            (!memcmp(head, "\xff\xd8\xff", 3) || !memcmp(head, "\x89PNG", 4));
    return status;
}

/* Images in class folders; or most of the files are images, to be predicted. */
static adrop_status reader_images_probe(ad_source *source, bool *mine)
{
    size_t loose = 0;

    if (source->kind == AD_FILE)
        return probe_file(source, mine);
    for (size_t i = 0; !*mine && i < source->n_entries; i++) {
        ad_image_item item;
        const bool is_image = ad_image_item_parse(source, i, &item);
        *mine = is_image && item.class_length;
        loose += is_image;
    }
    *mine |= 2 * loose > source->n_entries;
    return ADROP_OK;
}

static int compare_class(const ad_image_item *x, const ad_image_item *y)
{
    const size_t n = x->class_length < y->class_length ? x->class_length : y->class_length;
    const int order = memcmp(x->class_name, y->class_name, n);

    return order ? order
                 : (x->class_length > y->class_length) - (x->class_length < y->class_length);
}

static int by_class(const void *a, const void *b)
{
    return compare_class(*(const ad_image_item *const *)a, *(const ad_image_item *const *)b);
}

static adrop_status name_classes(state *st)
{
    ad_raw *raw = st->raw;
    size_t n = 0;
    adrop_status status = AD_NEW(raw->ctx, st->n, "classes", &st->classes);

    if (status)
        return status;
    size_t named = 0;
    for (size_t i = 0; i < st->n; i++)
        if (st->items[i].class_length)
            st->classes[named++] = &st->items[i];
    qsort(st->classes, named, sizeof *st->classes, by_class);
    for (size_t i = 0; i < named && !status; i++) {
        if (n && !compare_class(st->classes[n - 1], st->classes[i]))
            continue;
        const ad_image_item *c = st->classes[n++] = st->classes[i];
        if (raw->n_classes >= AD_MAX_CLASSES)
            return ad_fail(raw->ctx, ADROP_EFORMAT, "'%s' holds more than %d class folders",
                           st->source->path, AD_MAX_CLASSES);
        raw->n_classes++;
        if (!(status = ad_bytes_append(raw->ctx, &raw->classes, c->class_name, c->class_length,
                                       "class names")))
            status = ad_bytes_append(raw->ctx, &raw->classes, "", 1, "class names");
    }
    return status;
}

static adrop_status take_labels(state *st)
{
    ad_raw *raw = st->raw;
    adrop_status status;

    if ((status = AD_NEW(raw->ctx, st->n, "labels", &raw->labels)) ||
        (status = AD_NEW(raw->ctx, st->n, "parts", &raw->parts)))
        return status;
    for (size_t i = 0; i < st->n; i++) {
        const ad_image_item *item = &st->items[i];
        const ad_image_item **found = bsearch(&item, st->classes, raw->n_classes,
                                              sizeof *st->classes, by_class);
        raw->labels[i] = found ? (int32_t)(found - st->classes) : -1;
        raw->parts[i] = (uint8_t)item->part;
    }
    raw->no_answers = !raw->n_classes;
    return ADROP_OK;
}

/* Labels; for values to be predicted, unknown targets. */
static adrop_status take_answers(state *st)
{
    ad_raw *raw = st->raw;

    if (raw->task == ADROP_CLASSIFICATION)
        return take_labels(st);
    raw->n_targets = ad_schema_outputs(raw->expected);
    const size_t n = st->n * raw->n_targets;
    const adrop_status status = AD_NEW(raw->ctx, n, "targets", &raw->targets);
    for (size_t i = 0; !status && i < n; i++)
        raw->targets[i] = NAN;
    raw->no_answers = true;
    return status;
}

/* Name the rows after their files. */
static adrop_status take_names(state *st)
{
    adrop_status status = ADROP_OK;

    for (size_t i = 0; i < st->n && !status; i++) {
        const char *name = st->source->entries[st->items[i].entry].name;
        status = ad_bytes_append(st->raw->ctx, &st->raw->ids, name, strlen(name) + 1, "file names");
    }
    return status;
}

/* Without a given size, use that of the first image. */
static adrop_status size_of_first(state *st, ad_image_wish *wish)
{
    char where[AD_PATH_SIZE];
    const size_t entry = st->items[0].entry;
    ad_bytes bytes = { 0 };
    ad_image image = { 0 };
    adrop_status status = ad_source_read(st->source, entry, AD_MAX_IMAGE_FILE, &bytes);

    if (!status)
        status = ad_image_decode(st->raw->ctx, ad_source_where(st->source, entry, where),
                                 bytes.data, bytes.size, wish->channels, &image);
    wish->height = image.height;
    wish->width = image.width;
    ad_image_release(st->raw->ctx, &image);
    ad_bytes_release(st->raw->ctx, &bytes);
    return status;
}

/* Decode now if all images fit the cache, otherwise on demand. */
static adrop_status reader_images_decode(state *st, const ad_image_wish *wish, size_t cache_mb,
                                         ad_image_sum *sums)
{
    ad_raw *raw = st->raw;
    const size_t size = ad_raw_row_size(raw);

    if (st->n <= ((uint64_t)cache_mb << 20) / size) {
        const adrop_status status = AD_NEW_RAW(raw->ctx, st->n, size, "decoded images",
                                               &raw->pixels);
        return status ? status
                      : ad_images_decode_all(st->source, wish, st->items, st->n, raw->pixels, sums);
    }
    if (st->source->kind != AD_FOLDER)
        return ad_fail(raw->ctx, ADROP_EINVAL,
                       "'%s': %zu images of %zu bytes do not fit into cache-mb=%zu: allow more, or "
                       "unpack the archive to a folder",
                       st->source->path, st->n, size, cache_mb);
    const adrop_status status = ad_lazy_images_create(st->source, wish, st->items, st->n,
                                                      &raw->images);
    return status ? status : ad_images_sum_all(st->source, st->items, st->n, sums);
}

/* The size and the channels that the run was trained on. */
static adrop_status wish_of_run(state *st, const adrop_data_opts *opts, ad_image_wish *wish)
{
    const ad_schema *s = st->raw->expected;
    const ad_shape shape = s->shape;
    ad_image_wish first = { .channels = shape.channels };
    char where[AD_PATH_SIZE];

    if (!s->is_pixels || (shape.channels != 1 && shape.channels != 3))
        return ad_fail(st->raw->ctx, ADROP_EINVAL,
                       "'%s' holds images, and the run was not trained on images of bytes",
                       st->source->path);
    *wish = (ad_image_wish){ shape.channels, shape.height, shape.width, 0 };
    if (opts->image_size) /* the run's own images were resized, too */
        return ADROP_OK;
    const adrop_status status = size_of_first(st, &first);
    if (!status && (first.height != shape.height || first.width != shape.width))
        ad_log(st->raw->ctx, ADROP_LOG_WARNING,
               "'%s' is %zu x %zu: images are brought to the %zu x %zu that the run was trained on",
               ad_source_where(st->source, st->items[0].entry, where), first.height, first.width,
               shape.height, shape.width);
    return status;
}

static adrop_status take_pixels(state *st, const adrop_data_opts *opts)
{
    ad_raw *raw = st->raw;
    const bool folder = st->source->kind == AD_FOLDER; /* an archive has the checksum of one file */
    ad_image_wish wish = { opts->channels ? opts->channels : 3, opts->image_size, opts->image_size,
                           !opts->image_size };
    ad_image_sum *sums = NULL;
    adrop_status status = ADROP_OK;

    if (raw->expected)
        status = wish_of_run(st, opts, &wish);
    else if (wish.exact)
        status = size_of_first(st, &wish);
    if (status)
        return status;
    raw->rows = st->n;
    raw->channels = wish.channels;
    raw->height = wish.height;
    raw->width = wish.width;
    if (folder && (status = AD_NEW(raw->ctx, st->n, "checksums", &sums)))
        return status;
    status = reader_images_decode(st, &wish, opts->cache_mb, sums);
    if (!status && folder)
        status = ad_images_sum_total(st->source, st->items, st->n, sums, &raw->contents);
    ad_free(raw->ctx, sums);
    return status;
}

static adrop_status reader_images_read(ad_source *source, const adrop_data_opts *opts, ad_raw *raw)
{
    state st = { .source = source, .raw = raw };
    adrop_status status;

    raw->task = raw->inputs_only ? raw->expected->task : ADROP_CLASSIFICATION;
    raw->is_image = 1;
    raw->top = 255;
    raw->whole_folder = 1;
    status = ad_images_list(source, raw->inputs_only, &st.items, &st.n);
    if (!status && !(status = name_classes(&st)) && !(status = take_answers(&st)) &&
        raw->inputs_only)
        status = take_names(&st);
    if (!status)
        status = take_pixels(&st, opts);
    ad_free(raw->ctx, st.classes);
    ad_free(raw->ctx, st.items);
    return status;
}

const ad_data_reader ad_data_reader_images = {
    .name = "images",
    .summary = "class folders of JPEG and PNG images",
    .kinds = ADROP_FOR_IMAGES,
    .probe = reader_images_probe,
    .read = reader_images_read,
};
