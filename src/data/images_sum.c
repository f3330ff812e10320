/* The checksum of a folder of images (images_impl.h): XXH3 over the zero-terminated name,
 * the length and the XXH3 of the bytes of every image, in the order of the rows. A file's
 * own sum is computed when it is decoded, in any thread; images that are not decoded yet
 * are read once for it. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>

#include "base/context.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "data/images_impl.h"

enum { PIECE = 1 << 13, GROUP = 64 };

void ad_images_sum_one(const void *bytes, size_t size, ad_image_sum *sum)
{
    *sum = (ad_image_sum){ size, XXH3_64bits(bytes, size) };
}

typedef struct {
    const ad_source *source;
    const ad_image_item *items; /* (n) */
    size_t n;
    ad_image_sum *sums; /* (n) */
    int *why;           /* (n): errno; 0: success */
} work;

static int sum_file(const char *path, XXH3_state_t *hash, ad_image_sum *sum)
{
    char buffer[PIECE];
    const int fd = ad_file_open(path, O_RDONLY);
    ssize_t got = fd < 0 ? -1 : 1;

    sum->bytes = 0;
    XXH3_64bits_reset(hash);
    while (fd >= 0 && ((got = read(fd, buffer, PIECE)) > 0 || (got < 0 && errno == EINTR)))
        if (got > 0) {
            XXH3_64bits_update(hash, buffer, (size_t)got);
            sum->bytes += (uint64_t)got;
        }
    const int why = got < 0 ? errno : 0;
    if (fd >= 0)
        close(fd);
    sum->xxh3 = XXH3_64bits_digest(hash);
    return why;
}

static void sum_block(void *arg, size_t block)
{
    const work *w = arg;
    XXH3_state_t *hash = XXH3_createState();
    char path[AD_PATH_SIZE];

    for (size_t i = block * GROUP; i < w->n && i < (block + 1) * GROUP; i++)
        w->why[i] = hash ? sum_file(ad_source_where(w->source, w->items[i].entry, path), hash,
                                    &w->sums[i])
                         : ENOMEM;
    XXH3_freeState(hash);
}

adrop_status ad_images_sum_all(ad_source *source, const ad_image_item *items, size_t n,
                               ad_image_sum *sums)
{
    work w = { .source = source, .items = items, .n = n, .sums = sums };
    char path[AD_PATH_SIZE];
    adrop_status status = AD_NEW(source->ctx, n, "checksums", &w.why);

    if (status)
        return status;
    ad_parallel(source->ctx->threads, (n + GROUP - 1) / GROUP, sum_block, &w);
    for (size_t i = 0; i < n && !status; i++)
        if ((errno = w.why[i]) != 0)
            status = ad_file_fail_read(source->ctx, "read",
                                       ad_source_where(source, items[i].entry, path));
    ad_free(source->ctx, w.why);
    return status;
}

adrop_status ad_images_sum_total(const ad_source *source, const ad_image_item *items, size_t n,
                                 const ad_image_sum *sums, uint64_t *total)
{
    XXH3_state_t *hash = XXH3_createState();

    if (!hash)
        return ad_fail(source->ctx, ADROP_ENOMEM, "no memory for a checksum");
    XXH3_64bits_reset(hash);
    for (size_t i = 0; i < n; i++) {
        const char *name = source->entries[items[i].entry].disk;
        XXH3_64bits_update(hash, name, strlen(name) + 1);
        XXH3_64bits_update(hash, &sums[i].bytes, sizeof sums[i].bytes);
        XXH3_64bits_update(hash, &sums[i].xxh3, sizeof sums[i].xxh3);
    }
    *total = XXH3_64bits_digest(hash);
    XXH3_freeState(hash);
    return ADROP_OK;
}
