/* CIFAR-10 and CIFAR-100, binary version.
 *
 *     CIFAR-10    records of 3073 bytes: label, 3 x 32 x 32 bytes (red, green, blue)
 *     CIFAR-100   records of 3074 bytes: coarse label, fine label, pixels
 *
 * Training files are data_batch_*.bin or train*.bin, test files test_batch*.bin or
 * test*.bin. Class names come from batches.meta.txt or fine_label_names.txt if present.
 * The fine labels are used.
 *
 * Krizhevsky, "Learning multiple layers of features from tiny images", 2009. */
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "data/reader.h"

enum { PIXELS = 3 * 32 * 32, MOST_NAMES = 1 << 16, GROUP = 4 };

typedef struct {
    ad_raw *raw;
    size_t label_bytes; /* 1: CIFAR-10; 2: CIFAR-100 */
    ad_bytes pixels, labels, parts;
} state;

static bool begins(const char *text, const char *start)
{
    return !strncmp(text, start, strlen(start));
}

/* ADROP_ROW_TRAIN, ADROP_ROW_TEST, or ADROP_ROW_UNUSED for another file. */
static int reader_cifar_part_of(const char *path)
{
    const char *name = ad_base_name(path);
    const size_t length = strlen(name);

    if (length < 5 || strcmp(name + length - 4, ".bin"))
        return ADROP_ROW_UNUSED;
    if (begins(name, "data_batch") || begins(name, "train"))
        return ADROP_ROW_TRAIN;
    return begins(name, "test") ? ADROP_ROW_TEST : ADROP_ROW_UNUSED;
}

/* Label bytes per record, from the names of the files; 0: not CIFAR. */
static size_t label_bytes_of(const ad_source *source)
{
    size_t bytes = 0;

    for (size_t i = 0; i < source->n_entries; i++) {
        const char *name = ad_base_name(source->entries[i].name);
        if (reader_cifar_part_of(name) != ADROP_ROW_UNUSED)
            bytes = begins(name, "data_batch") || begins(name, "test_batch") ? 1
                    : bytes                                                  ? bytes
                                                                             : 2;
    }
    if (bytes && ad_source_find_base(source, "fine_label_names.txt") < source->n_entries)
        return 2;
    if (bytes && ad_source_find_base(source, "batches.meta.txt") < source->n_entries)
        return 1;
    return bytes;
}

static adrop_status reader_cifar_probe(ad_source *source, bool *mine)
{
    *mine = label_bytes_of(source) > 0;
    return ADROP_OK;
}

/* The records of one file. */
static adrop_status take_records(state *st, const ad_source *source, size_t entry,
                                 const ad_bytes *file)
{
    ad_raw *raw = st->raw;
    const size_t size = st->label_bytes + PIXELS, n = file->size / size;
    const int classes = st->label_bytes == 1 ? 10 : 100;
    adrop_status status;

    if (!n || file->size % size)
        return ad_source_refuse(source, entry, "record %zu has %zu of %zu bytes", n + 1,
                                file->size % size, size);
    if (n > AD_MAX_ROWS - raw->rows)
        return ad_source_refuse(source, entry, "more than %d records in all", AD_MAX_ROWS);
    if ((status = ad_bytes_reserve(raw->ctx, &st->labels, n * sizeof(int32_t), "labels")) ||
        (status = ad_bytes_reserve(raw->ctx, &st->pixels, n * PIXELS, "pixels")))
        return status;
    for (size_t i = 0; i < n; i++) {
        const uint8_t *record = (const uint8_t *)file->data + i * size;
        const int32_t label = record[st->label_bytes - 1];
        if (label >= classes)
            return ad_source_refuse(source, entry,
                                    "record %zu: the label is %d, beyond the last of %d classes",
                                    i + 1, (int)label, classes);
        ((int32_t *)st->labels.data)[raw->rows++] = label;
        memcpy((char *)st->pixels.data + st->pixels.size, record + st->label_bytes, PIXELS);
        st->labels.size += sizeof label;
        st->pixels.size += PIXELS;
    }
    return ADROP_OK;
}

/* Read up to GROUP files at a time, so that their bytes are not all held twice. */
static adrop_status read_group(ad_source *source, const size_t *entries, size_t n, state *st)
{
    ad_bytes files[GROUP] = { { 0 } };
    adrop_status status = ad_source_read_many(source, entries, n, files);

    for (size_t i = 0; i < n; i++) {
        if (!status)
            status = take_records(st, source, entries[i], &files[i]);
        ad_bytes_release(source->ctx, &files[i]);
    }
    return status;
}

static adrop_status read_part(ad_source *source, int part, state *st)
{
    const size_t before = st->raw->rows;
    size_t entries[GROUP], n = 0;
    adrop_status status = ADROP_OK;

    for (size_t i = 0; !status && i < source->n_entries; i++) {
        if (reader_cifar_part_of(source->entries[i].name) == part)
            entries[n++] = i;
        if (n == GROUP || (n && i + 1 == source->n_entries)) {
            status = read_group(source, entries, n, st);
            n = 0;
        }
    }
    return status ? status : ad_raw_set_parts(st->raw, &st->parts, before, st->raw->rows, part);
}

/* One name per line; numbers for names that are missing. */
static adrop_status read_names(ad_source *source, const char *file, size_t classes, ad_raw *raw)
{
    const size_t entry = ad_source_find_base(source, file);
    ad_bytes text = { 0 };
    adrop_status status;

    if (entry == source->n_entries)
        return ad_raw_number_classes(raw, classes);
    status = ad_source_read(source, entry, MOST_NAMES, &text);
    char *save = NULL, *line = status ? NULL : strtok_r(text.data, "\r\n", &save);
    for (; !status && line; line = strtok_r(NULL, "\r\n", &save))
        status = ad_raw_add_class(raw, line);
    ad_bytes_release(source->ctx, &text);
    if (!status && raw->n_classes != classes)
        return ad_fail(source->ctx, ADROP_EFORMAT, "'%s': '%s' has %zu names for %zu classes",
                       source->path, file, raw->n_classes, classes);
    return status;
}

/* All records must be in one folder: with several sets it is unknown which is meant. */
static adrop_status check_alone(const ad_source *source)
{
    const char *first = NULL;

    for (size_t i = 0; i < source->n_entries; i++) {
        const char *name = source->entries[i].name;
        const size_t length = (size_t)(ad_base_name(name) - name);
        if (reader_cifar_part_of(name) == ADROP_ROW_UNUSED)
            continue;
        if (first &&
            ((size_t)(ad_base_name(first) - first) != length || strncmp(first, name, length)))
            return ad_fail(source->ctx, ADROP_EFORMAT,
                           "'%s' holds records in more than one folder: name that of one set",
                           source->path);
        first = name;
    }
    return ADROP_OK;
}

static adrop_status reader_cifar_read(ad_source *source, const adrop_data_opts *opts, ad_raw *raw)
{
    state st = { .raw = raw, .label_bytes = label_bytes_of(source) };
    adrop_status status;

    (void)opts;
    if (!st.label_bytes)
        return ad_fail(source->ctx, ADROP_EFORMAT,
                       "'%s': there is no data_batch_*.bin, train*.bin or test*.bin", source->path);
    *raw = (ad_raw){ .ctx = raw->ctx,
                     .task = ADROP_CLASSIFICATION,
                     .channels = 3,
                     .height = 32,
                     .width = 32,
                     .is_image = 1,
                     .top = 255 };
    if ((status = check_alone(source)) || (status = read_part(source, ADROP_ROW_TRAIN, &st)) ||
        (status = read_part(source, ADROP_ROW_TEST, &st)))
        goto done;
    status = st.label_bytes == 1 ? read_names(source, "batches.meta.txt", 10, raw)
                                 : read_names(source, "fine_label_names.txt", 100, raw);
    raw->pixels = ad_bytes_take(&st.pixels);
    raw->labels = ad_bytes_take(&st.labels);
    raw->parts = ad_bytes_take(&st.parts);
done:
    ad_bytes_release(source->ctx, &st.pixels);
    ad_bytes_release(source->ctx, &st.labels);
    ad_bytes_release(source->ctx, &st.parts);
    return status;
}

const ad_data_reader ad_data_reader_cifar = {
    .name = "cifar",
    .summary = "CIFAR-10 and CIFAR-100, binary version",
    .probe = reader_cifar_probe,
    .read = reader_cifar_read,
};
