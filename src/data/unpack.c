/* Writing an archive to disk: a kept comparison is shown as the folder it was. */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "adrop/data.h"
#include "base/context.h"
#include "base/file.h"
#include "base/memory.h"
#include "data/source.h"

enum { LARGEST_MEMBER = 1 << 30 };

typedef struct {
    ad_source *source;
    const char *folder;
    ad_bytes bytes; /* of the current member */
} unpacking;

/* Set path to folder/name, and create the folders above it. */
static adrop_status unpack_place(unpacking *u, const char *name, char path[AD_PATH_SIZE])
{
    const int n = snprintf(path, AD_PATH_SIZE, "%s/%s", u->folder, name);

    if (n >= AD_PATH_SIZE)
        return ad_fail(u->source->ctx, ADROP_EINVAL, "the path '%.60s...' is too long", path);
    char *end = strrchr(path, '/');
    *end = 0;
    const adrop_status status = ad_file_make_folders(u->source->ctx, path);
    *end = '/';
    return status;
}

static adrop_status unpack_member(void *arg, size_t entry, ad_stream *stream)
{
    unpacking *u = arg;
    const char *name = u->source->entries[entry].disk;
    char path[AD_PATH_SIZE];
    adrop_status status = unpack_place(u, name, path);

    u->bytes.size = 0;
    if (!status && !access(path, F_OK))
        status = ad_fail(u->source->ctx, ADROP_EEXIST, "'%s' is there already", path);
    if (!status)
        status = ad_stream_rest(stream, LARGEST_MEMBER, &u->bytes);
    return status ? status
                  : ad_file_replace(u->source->ctx, path, u->bytes.size ? u->bytes.data : "",
                                    u->bytes.size);
}

adrop_status adrop_unpack(adrop_ctx *ctx, const char *archive, const char *folder)
{
    unpacking u = { .folder = folder };

    if (!archive || !folder)
        return ad_fail(ctx, ADROP_EINVAL, "which archive, and where to? give both");
    adrop_status status = ad_source_open(ctx, archive, (uint64_t)LARGEST_MEMBER * 4, &u.source);
    if (!status && u.source->kind != AD_ARCHIVE)
        status = ad_fail(ctx, ADROP_EFORMAT, "'%s' is no archive (tar or zip, compressed or not)",
                         archive);
    if (!status)
        status = ad_source_walk(u.source, NULL, unpack_member, &u);
    ad_bytes_release(ctx, &u.bytes);
    ad_source_free(u.source);
    return status;
}
