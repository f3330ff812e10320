/* Fuzz: batches of ImageNet: data and labels, put into an archive here, so that its
 * checksums do not stand in the way. */
#include <archive.h>
#include <archive_entry.h>

#include "data_scene.h"

static const char *const names[] = { "val_data.npz", NULL };

static void add(struct archive *a, const char *name, const uint8_t *data, size_t size)
{
    struct archive_entry *entry = archive_entry_new();

    archive_entry_set_pathname(entry, name);
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_entry_set_size(entry, (la_int64_t)size);
    if (archive_write_header(a, entry) || archive_write_data(a, data, size) != (la_ssize_t)size)
        abort();
    archive_entry_free(entry);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *path = scene_write(names[0], data, 0);
    const uint8_t *part;
    struct archive *a = archive_write_new();

    archive_write_set_format_zip(a);
    archive_write_zip_set_compression_store(a);
    if (archive_write_open_filename(a, path))
        abort();
    size_t n = scene_part(&data, &size, &part);
    add(a, "data.npy", part, n);
    n = scene_part(&data, &size, &part);
    add(a, "labels.npy", part, n);
    if (archive_write_close(a))
        abort();
    archive_write_free(a);
    scene_try(path, "imagenet32");
    scene_remove(names);
    return 0;
}
