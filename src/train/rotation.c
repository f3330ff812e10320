/* The checkpoints of a run directory (rotation.h): the new one is written beside the others, then
 * the current one becomes the previous, and the new one the current. One is always complete. */
#include "train/rotation.h"

#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/context.h"
#include "base/file.h"

#define NEXT     "checkpoint.next.safetensors"
#define CURRENT  "checkpoint.safetensors"
#define PREVIOUS "checkpoint.prev.safetensors"

#define METRICS_BYTES "metrics_bytes"

/* Rename CURRENT to PREVIOUS, then NEXT to CURRENT. */
static adrop_status rotate(ad_folder *f)
{
    char current[AD_PATH_SIZE], other[AD_PATH_SIZE];
    adrop_status status = ADROP_OK;

    ad_folder_file(f, CURRENT, current);
    if (access(current, F_OK) == 0)
        status = ad_file_rename(f->ctx, current, ad_folder_file(f, PREVIOUS, other));
    return status ? status : ad_file_rename(f->ctx, ad_folder_file(f, NEXT, other), current);
}

/* Settle the files of a program that was killed between two renames: finish the rotation, or remove
 * NEXT if it is older or damaged. */
static adrop_status rotation_settle(ad_folder *f, int newest)
{
    char next[AD_PATH_SIZE];

    if (newest)
        return rotate(f);
    unlink(ad_folder_file(f, NEXT, next));
    return ADROP_OK;
}

int ad_rotation_is_unfinished(const char *folder)
{
    char path[AD_PATH_SIZE];

    return snprintf(path, sizeof path, "%s/" NEXT, folder) < AD_PATH_SIZE && !access(path, F_OK);
}

adrop_status ad_rotation_write(ad_folder *f, adrop_trainer *t, size_t metrics_bytes)
{
    char next[AD_PATH_SIZE], text[AD_BITS_SIZE];
    const ad_file_text extra = { METRICS_BYTES, text };

    ad_bits_show(metrics_bytes, text);
    const adrop_status status = ad_checkpoint_write(t, ad_folder_file(f, NEXT, next), &extra, 1);
    return status ? status : rotate(f);
}

/* Bytes of a file; 0 if it does not exist. */
static uint64_t size_of(const char *path)
{
    struct stat info;

    return stat(path, &info) || info.st_size < 0 ? 0 : (uint64_t)info.st_size;
}

/* Open a file that verifies and whose recorded length of metrics.jsonl is not above the current. */
static adrop_status open_one(ad_folder *f, adrop_trainer *t, const char *path, ad_checkpoint *c,
                             size_t *metrics_bytes)
{
    char metrics[AD_PATH_SIZE];
    uint64_t bytes;
    adrop_status status = ad_checkpoint_open(t, path, c);

    if (status)
        return status;
    if (!ad_bits_read(ad_tensorfile_text(&c->file, METRICS_BYTES), &bytes))
        status = ad_fail(f->ctx, ADROP_EFORMAT,
                         "'%s': field '" METRICS_BYTES "' is not sixteen digits", path);
    else if (bytes > size_of(ad_folder_file(f, "metrics.jsonl", metrics)))
        status = ad_fail(f->ctx, ADROP_EFORMAT,
                         "'%s' was written when '%s' was longer: lines of it are lost", path,
                         metrics);
    if (status)
        ad_checkpoint_release(c);
    else
        *metrics_bytes = (size_t)bytes;
    return status;
}

adrop_status ad_rotation_read(ad_folder *f, adrop_trainer *t, size_t *metrics_bytes, int *found)
{
    static const char *const names[] = { NEXT, CURRENT, PREVIOUS };
    ad_checkpoint best = { 0 };
    int seen = 0, newest = 0; /* newest: NEXT is the one that is loaded */
    adrop_status status = ADROP_OK;

    *found = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[AD_PATH_SIZE];
        ad_checkpoint c;
        size_t bytes;
        if (access(ad_folder_file(f, names[i], path), F_OK))
            continue;
        seen = 1;
        const adrop_status bad = open_one(f, t, path, &c, &bytes);
        if (bad) {
            ad_log(f->ctx, ADROP_LOG_WARNING, "%s", adrop_ctx_message(f->ctx));
            status = bad;
        } else if (!*found || c.state.step > best.state.step) {
            ad_checkpoint_release(&best);
            best = c;
            *metrics_bytes = bytes;
            *found = 1;
            newest = i == 0;
        } else {
            ad_checkpoint_release(&c);
        }
    }
    if (!*found)
        return seen ? status : ADROP_OK;
    status = ad_checkpoint_restore(t, &best);
    ad_checkpoint_release(&best);
    return status ? status : rotation_settle(f, newest);
}
