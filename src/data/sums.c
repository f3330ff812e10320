/* Checksums of the files read, for the record of a run: XXH3_64bits of each. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>

#include "base/context.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/struct.h"
#include "data/opening.h"
#include "data/source_impl.h"

enum { PIECE = 1 << 16 };

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

static adrop_status sum_file(ad_opening *o, const char *path, char *buffer, XXH3_state_t *hash)
{
    uint64_t bytes = 0;
    const int fd = ad_file_open(path, O_RDONLY);
    int bad = fd < 0;

    XXH3_64bits_reset(hash);
    if (!bad) {
        bad = hash_file(fd, buffer, hash, &bytes);
        close(fd);
    }
    if (bad)
        return ad_file_fail_read(o->ctx, "read", path);
    return ad_files_add(o->ctx, &o->files,
                        &(ad_file_sum){ path, bytes, XXH3_64bits_digest(hash), 0 });
}

/* A folder of images: hash the names and lengths of all files, names zero-terminated; the
 * reader has hashed their contents. */
static adrop_status sum_listing(ad_opening *o, const ad_source *source, XXH3_state_t *hash)
{
    uint64_t bytes = 0;

    XXH3_64bits_reset(hash);
    for (size_t i = 0; i < source->n_entries; i++) {
        XXH3_64bits_update(hash, source->entries[i].disk, strlen(source->entries[i].disk) + 1);
        XXH3_64bits_update(hash, &source->entries[i].size, sizeof source->entries[i].size);
        bytes += source->entries[i].size;
    }
    return ad_files_add(
        o->ctx, &o->files,
        &(ad_file_sum){ source->path, bytes, XXH3_64bits_digest(hash), o->raw.contents });
}

static adrop_status sum_memory(ad_opening *o, const ad_source *source)
{
    char path[AD_PATH_SIZE];
    adrop_status status = ADROP_OK;

    for (size_t i = 0; !status && i < source->n_entries; i++)
        if (source->touched[i])
            status = ad_files_sum_bytes(o->ctx, &o->files, ad_source_where(source, i, path),
                                        ad_memory_at(source, i)->bytes, source->entries[i].size);
    return status;
}

adrop_status ad_opening_sum_source(ad_opening *o, const ad_source *source)
{
    char path[AD_PATH_SIZE], *buffer;

    if (source->files)
        return sum_memory(o, source);
    if (source->packed)
        return ad_files_sum_bytes(o->ctx, &o->files, source->path, source->packed->bytes,
                                  source->packed->size);
    XXH3_state_t *hash = XXH3_createState();
    adrop_status status = AD_NEW(o->ctx, PIECE, "a buffer", &buffer);
    if (!status && !hash)
        status = ad_fail(o->ctx, ADROP_ENOMEM, "no memory for a checksum");
    if (!status && source->kind != AD_FOLDER)
        status = sum_file(o, source->path, buffer, hash);
    else if (!status && o->raw.whole_folder)
        status = sum_listing(o, source, hash);
    else
        for (size_t i = 0; !status && i < source->n_entries; i++)
            if (source->touched[i])
                status = sum_file(o, ad_source_where(source, i, path), buffer, hash);
    XXH3_freeState(hash);
    ad_free(o->ctx, buffer);
    return status;
}

adrop_status ad_files_sum_bytes(adrop_ctx *ctx, ad_files *files, const char *path,
                                const void *bytes, size_t size)
{
    return ad_files_add(ctx, files, &(ad_file_sum){ path, size, XXH3_64bits(bytes, size), 0 });
}

size_t adrop_data_n_files(const adrop_data *data)
{
    return ad_files_count(&data->files);
}

int adrop_data_file_at_sized(const adrop_data *data, size_t i, adrop_data_file *file, size_t size)
{
    const ad_file_sum *found = ad_files_at(&data->files, i);
    adrop_data_file mine = { 0 };

    if (found)
        mine = (adrop_data_file){ found->path, found->bytes, found->xxh3, found->contents };
    ad_struct_write(file, size, &mine, sizeof mine);
    return found != NULL;
}
