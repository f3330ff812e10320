/* Checksums of what was read, for the record of a run: XXH3_64bits of each file. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>

#include "base/context.h"
#include "base/memory.h"
#include "base/struct.h"
#include "data/dataset.h"

enum { PIECE = 1 << 16 };

static adrop_status add(adrop_data *data, const char *path, uint64_t bytes, uint64_t xxh3,
                        uint64_t contents)
{
    char *copy;
    adrop_status status = ad_alloc(data->ctx, strlen(path) + 1, 1, "a path", &copy);

    if (status)
        return status;
    const adrop_data_file file = { strcpy(copy, path), bytes, xxh3, contents };
    if ((status = ad_bytes_append(data->ctx, &data->files, &file, sizeof file, "checksums")))
        ad_free(data->ctx, copy);
    return status;
}

/* Feed the file to the hash; *bytes counts them. */
static int hash_file(int fd, char *buffer, XXH3_state_t *hash, uint64_t *bytes)
{
    for (;;) {
        const ssize_t got = read(fd, buffer, PIECE);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return (int)got;
        XXH3_64bits_update(hash, buffer, (size_t)got);
        *bytes += (uint64_t)got;
    }
}

static adrop_status sum_file(adrop_data *data, const char *path, char *buffer, XXH3_state_t *hash)
{
    uint64_t bytes = 0;
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    int bad = fd < 0;

    XXH3_64bits_reset(hash);
    if (!bad) {
        bad = hash_file(fd, buffer, hash, &bytes);
        close(fd);
    }
    if (bad)
        return ad_fail(data->ctx, ADROP_EIO, "cannot read '%s': %s", path, strerror(errno));
    return add(data, path, bytes, XXH3_64bits_digest(hash), 0);
}

/* A folder of images: the names and lengths of all files, each ended by a zero; the
 * reader has summed their contents. */
static adrop_status sum_listing(adrop_data *data, const ad_source *source, XXH3_state_t *hash)
{
    uint64_t bytes = 0;

    XXH3_64bits_reset(hash);
    for (size_t i = 0; i < source->n_entries; i++) {
        XXH3_64bits_update(hash, source->entries[i].disk, strlen(source->entries[i].disk) + 1);
        XXH3_64bits_update(hash, &source->entries[i].size, sizeof source->entries[i].size);
        bytes += source->entries[i].size;
    }
    return add(data, source->path, bytes, XXH3_64bits_digest(hash), data->raw.contents);
}

adrop_status ad_data_sum_source(adrop_data *data, const ad_source *source)
{
    char path[AD_PATH_SIZE], *buffer;
    XXH3_state_t *hash = XXH3_createState();
    adrop_status status = ad_alloc(data->ctx, PIECE, 1, "a buffer", &buffer);

    if (!status && !hash)
        status = ad_fail(data->ctx, ADROP_ENOMEM, "no memory for a checksum");
    if (!status && source->kind != AD_FOLDER)
        status = sum_file(data, source->path, buffer, hash);
    else if (!status && data->raw.whole_folder)
        status = sum_listing(data, source, hash);
    else
        for (size_t i = 0; !status && i < source->n_entries; i++)
            if (source->touched[i])
                status = sum_file(data, ad_source_where(source, i, path), buffer, hash);
    XXH3_freeState(hash);
    ad_free(data->ctx, buffer);
    return status;
}

adrop_status ad_data_sum_bytes(adrop_data *data, const char *path, const void *bytes, size_t size)
{
    return add(data, path, size, XXH3_64bits(bytes, size), 0);
}

void ad_data_release_sums(adrop_data *data)
{
    const adrop_data_file *files = data->files.data;

    for (size_t i = 0; i < adrop_data_n_files(data); i++)
        ad_free(data->ctx, (void *)files[i].path);
    ad_bytes_release(data->ctx, &data->files);
}

size_t adrop_data_n_files(const adrop_data *data)
{
    return data->files.size / sizeof(adrop_data_file);
}

int adrop_data_file_at_sized(const adrop_data *data, size_t i, adrop_data_file *file, size_t size)
{
    static const adrop_data_file none;
    const adrop_data_file *files = data->files.data;
    const int there = i < adrop_data_n_files(data);

    ad_struct_write(file, size, there ? &files[i] : &none, sizeof none);
    return there;
}
