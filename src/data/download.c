/* NAME.part: found, locked, resumed, checked and renamed (download.h). A lock on it
 * keeps two programs from writing the same bytes. */
#include "data/download.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/context.h"
#include "base/file.h"
#include "data/source.h"
#include "data/verify.h"

typedef struct {
    char path[AD_PATH_SIZE];
    int fd;
    ad_fetched at;
} part;

/* Any failed operation on NAME.part is reported as a failure to write. */
static adrop_status download_fail(adrop_ctx *ctx, const char *doing, const char *path)
{
    return ad_fail(ctx, ADROP_EDISK, "cannot %s '%s': %s", doing, path, strerror(errno));
}

/* Is the file in place the published one? */
static adrop_status check_place(adrop_ctx *ctx, const ad_download *d)
{
    char sum[AD_SUM_SIZE];
    const adrop_status status = ad_sum_file(ctx, d->path, d->sum, sum);

    if (status || !strcmp(sum, d->sum))
        return status;
    return ad_fail(ctx, ADROP_EFORMAT,
                   "'%s' is there, but is not the published file: its sum is %s, the published "
                   "one %s; move it away to get that",
                   d->path, sum, d->sum);
}

static adrop_status in_use(adrop_ctx *ctx, const part *p)
{
    return ad_fail(ctx, ADROP_EEXIST, "another program is writing '%s'", p->path);
}

/* Open or create NAME.part, and lock it. The name must still refer to the open file: another
 * program may have renamed it meanwhile. */
static adrop_status open_part(adrop_ctx *ctx, const ad_download *d, part *p)
{
    struct stat open_one, named;

    if (snprintf(p->path, sizeof p->path, "%s.part", d->path) >= (int)sizeof p->path)
        return ad_fail(ctx, ADROP_EIO, "cannot write '%s': the path is too long", d->path);
    p->fd = open(p->path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (p->fd < 0)
        return download_fail(ctx, "open", p->path);
    if (flock(p->fd, LOCK_EX | LOCK_NB))
        return in_use(ctx, p);
    if (fstat(p->fd, &open_one))
        return download_fail(ctx, "examine", p->path);
    if (lstat(p->path, &named) || named.st_ino != open_one.st_ino)
        return in_use(ctx, p);
    if (!S_ISREG(open_one.st_mode))
        return ad_fail(ctx, ADROP_EIO, "cannot write '%s': it is not a regular file", p->path);
    p->at.have = (uint64_t)open_one.st_size;
    if (p->at.have > d->fetch.size) {
        p->at.have = 0;
        if (ftruncate(p->fd, 0))
            return download_fail(ctx, "empty", p->path);
    }
    return ADROP_OK;
}

/* Add to the message what is kept and how to resume. */
static adrop_status say_kept(adrop_ctx *ctx, const ad_download *d, const part *p)
{
    char why[AD_MESSAGE_SIZE], kept[128] = "try again";

    snprintf(why, sizeof why, "%s", adrop_ctx_message(ctx));
    if (p->at.have)
        snprintf(kept, sizeof kept,
                 "%" PRIu64 " of %" PRIu64 " bytes are kept: try again to resume from there",
                 p->at.have, d->fetch.size);
    return ad_fail(ctx, ADROP_ENETWORK, "%s; %s, or put the file there by hand, as '%s'", why, kept,
                   d->path);
}

/* Move NAME.part to NAME, unless a file appeared there meanwhile: a link, unlike a rename, never
 * replaces a file. */
static adrop_status take_place(adrop_ctx *ctx, const ad_download *d, const part *p)
{
    adrop_status status;

    if (!link(p->path, d->path)) {
        unlink(p->path);
        return ad_file_flush(ctx, d->path);
    }
    if (errno == EEXIST) {
        if (!(status = check_place(ctx, d)))
            unlink(p->path);
        return status;
    }
    /* the file system has no links */
    return access(d->path, F_OK) ? ad_file_rename(ctx, p->path, d->path) : check_place(ctx, d);
}

static adrop_status put_in_place(adrop_ctx *ctx, const ad_download *d, const part *p)
{
    char sum[AD_SUM_SIZE];

    int bad;
    do
        bad = fsync(p->fd);
    while (bad && errno == EINTR);
    if (bad)
        return download_fail(ctx, "flush", p->path);
    adrop_status status = ad_sum_file(ctx, p->path, d->sum, sum);
    if (status)
        return status;
    if (strcmp(sum, d->sum)) {
        unlink(p->path);
        return ad_fail(ctx, ADROP_EFORMAT,
                       "the file from '%.300s' for '%s' is not the published one, and was "
                       "removed: its sum is %s, the published one %s",
                       d->fetch.url, d->path, sum, d->sum);
    }
    return take_place(ctx, d, p);
}

static adrop_status download_complete(adrop_ctx *ctx, const ad_download *d, part *p)
{
    ad_fetch fetch = d->fetch;
    adrop_status status = ADROP_OK;

    fetch.path = p->path;
    if (p->at.have < fetch.size)
        status = ad_fetch_run(ctx, &fetch, p->fd, &p->at);
    if (status == ADROP_ENETWORK)
        status = say_kept(ctx, d, p);
    if (!status && !p->at.stopped)
        return put_in_place(ctx, d, p);
    if (!p->at.have) /* nothing to keep */
        unlink(p->path);
    return status;
}

adrop_status ad_download_run(adrop_ctx *ctx, const ad_download *d, ad_fetched *at)
{
    part p = { .fd = -1 };
    struct stat info;

    *at = (ad_fetched){ .have = d->fetch.size };
    if (!lstat(d->path, &info))
        return check_place(ctx, d);
    adrop_status status = open_part(ctx, d, &p);
    if (!status)
        status = download_complete(ctx, d, &p);
    if (p.fd >= 0 && close(p.fd) && errno != EINTR && !status)
        status = download_fail(ctx, "close", d->path);
    *at = p.at;
    return status;
}
