/* Class folders of JPEG and PNG images:
 *
 *     [.../][train|val|test/]CLASS/anything.jpg
 *
 * The folder that holds an image is its class; classes are sorted by name. If the
 * folders above are called train and val (valid, validation) or test, they are the
 * parts; val alone serves as the test part, as ImageNet's does. Otherwise the rows
 * are free. Rows are sorted by part, then by name. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/context.h"
#include "base/memory.h"
#include "data/images_impl.h"
#include "data/reader.h"

typedef struct {
    ad_source *source;
    ad_raw *raw;
    ad_image_item *items; /* (n), owned */
    size_t n;
    const ad_image_item **classes; /* (n_classes), owned: an item of each */
} state;

static bool is_image(const char *name)
{
    const char *dot = strrchr(name, '.');

    return dot &&
           (!strcasecmp(dot, ".jpg") || !strcasecmp(dot, ".jpeg") || !strcasecmp(dot, ".png"));
}

static bool same(const char *text, size_t length, const char *word)
{
    return strlen(word) == length && !strncasecmp(text, word, length);
}

static int part_of(const char *text, size_t length)
{
    if (same(text, length, "train") || same(text, length, "training"))
        return ADROP_ROW_TRAIN;
    if (same(text, length, "val") || same(text, length, "valid") ||
        same(text, length, "validation"))
        return ADROP_ROW_VAL;
    return same(text, length, "test") || same(text, length, "testing") ? ADROP_ROW_TEST
                                                                       : ADROP_ROW_FREE;
}

/* The folder that ends before `end`, and where it begins. */
static const char *folder_before(const char *name, const char *end)
{
    const char *start = end;

    while (start > name && start[-1] != '/')
        start--;
    return start;
}

/* Class and part from the entry's name; false if it is no image in a folder. */
static bool parse(const ad_source *source, size_t entry, ad_image_item *item)
{
    const char *name = source->entries[entry].name, *slash = strrchr(name, '/');

    if (!slash || !is_image(name))
        return false;
    const char *class_name = folder_before(name, slash);
    *item = (ad_image_item){ entry, class_name, (size_t)(slash - class_name), ADROP_ROW_FREE };
    if (class_name > name) {
        const char *above = folder_before(name, class_name - 1);
        item->part = part_of(above, (size_t)(class_name - 1 - above));
    }
    return item->class_length > 0;
}

static adrop_status probe(ad_source *source, bool *mine)
{
    ad_image_item item;

    for (size_t i = 0; !*mine && i < source->n_entries; i++)
        *mine = parse(source, i, &item);
    return ADROP_OK;
}

static int by_part(const void *a, const void *b)
{
    const ad_image_item *x = a, *y = b;

    if (x->part != y->part)
        return x->part - y->part;
    return x->entry < y->entry ? -1 : x->entry > y->entry;
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

static adrop_status list_images(state *st)
{
    ad_source *source = st->source;
    size_t parts[ADROP_ROW_UNUSED] = { 0 };
    const adrop_status status = AD_NEW(source->ctx, source->n_entries, "images", &st->items);

    if (status)
        return status;
    for (size_t i = 0; i < source->n_entries; i++)
        if (parse(source, i, &st->items[st->n]))
            parts[st->items[st->n++].part]++;
    if (!st->n)
        return ad_fail(source->ctx, ADROP_EFORMAT,
                       "'%s': there are no .jpg, .jpeg or .png images in class folders",
                       source->path);
    if (parts[ADROP_ROW_FREE] && parts[ADROP_ROW_FREE] < st->n)
        return ad_fail(source->ctx, ADROP_EFORMAT,
                       "'%s': some images are in train, val or test folders and some are not",
                       source->path);
    for (size_t i = 0; i < st->n && !parts[ADROP_ROW_TEST]; i++)
        if (st->items[i].part == ADROP_ROW_VAL)
            st->items[i].part = ADROP_ROW_TEST;
    qsort(st->items, st->n, sizeof *st->items, by_part);
    return ADROP_OK;
}

static adrop_status name_classes(state *st)
{
    ad_raw *raw = st->raw;
    size_t n = 0;
    adrop_status status = AD_NEW(raw->ctx, st->n, "classes", &st->classes);

    if (status)
        return status;
    for (size_t i = 0; i < st->n; i++)
        st->classes[i] = &st->items[i];
    qsort(st->classes, st->n, sizeof *st->classes, by_class);
    for (size_t i = 0; i < st->n && !status; i++) {
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
        raw->labels[i] = (int32_t)(found - st->classes);
        raw->parts[i] = (uint8_t)item->part;
    }
    return ADROP_OK;
}

/* The size of the first image, where none is asked for. */
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

/* Decode now if all of them fit, later otherwise. */
static adrop_status decode(state *st, const ad_image_wish *wish, size_t cache_mb,
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

static adrop_status take_pixels(state *st, const adrop_data_opts *opts)
{
    ad_raw *raw = st->raw;
    const bool folder = st->source->kind == AD_FOLDER; /* an archive is summed as one file */
    ad_image_wish wish = { opts->channels ? opts->channels : 3, opts->image_size, opts->image_size,
                           !opts->image_size };
    ad_image_sum *sums = NULL;
    adrop_status status = ADROP_OK;

    if (wish.exact && (status = size_of_first(st, &wish)))
        return status;
    raw->rows = st->n;
    raw->channels = wish.channels;
    raw->height = wish.height;
    raw->width = wish.width;
    if (folder && (status = AD_NEW(raw->ctx, st->n, "checksums", &sums)))
        return status;
    status = decode(st, &wish, opts->cache_mb, sums);
    if (!status && folder)
        status = ad_images_sum_total(st->source, st->items, st->n, sums, &raw->contents);
    ad_free(raw->ctx, sums);
    return status;
}

static adrop_status read(ad_source *source, const adrop_data_opts *opts, ad_raw *raw)
{
    state st = { .source = source, .raw = raw };
    adrop_status status;

    raw->task = ADROP_CLASSIFICATION;
    raw->is_image = 1;
    raw->top = 255;
    raw->whole_folder = 1;
    if (!(status = list_images(&st)) && !(status = name_classes(&st)) &&
        !(status = take_labels(&st)))
        status = take_pixels(&st, opts);
    ad_free(raw->ctx, st.classes);
    ad_free(raw->ctx, st.items);
    return status;
}

const ad_data_reader ad_data_reader_images = {
    .name = "images",
    .summary = "class folders of JPEG and PNG images",
    .probe = probe,
    .read = read,
};
