/* Whole-file reading and atomic replacement with POSIX calls, so that a full
 * disk is noticed by the write that hits it. */
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/context.h"
#include "base/memory.h"

static adrop_status fail(adrop_ctx *ctx, const char *doing, const char *path)
{
    const int full = errno == ENOSPC || errno == EDQUOT || errno == EFBIG;

    return ad_fail(ctx,
                   errno == ENOMEM ? ADROP_ENOMEM
                   : full          ? ADROP_EDISK
                                   : ADROP_EIO,
                   "cannot %s '%s': %s", doing, path, strerror(errno));
}

static adrop_status read_all(adrop_ctx *ctx, int fd, const char *path, size_t limit, char **data,
                             size_t *size)
{
    struct stat info;

    if (fstat(fd, &info))
        return fail(ctx, "examine", path);
    if (!S_ISREG(info.st_mode))
        return ad_fail(ctx, ADROP_EIO, "cannot read '%s': it is not a regular file", path);
    if ((size_t)info.st_size > limit)
        return ad_fail(ctx, ADROP_EIO, "'%s' has %zu bytes; at most %zu are accepted", path,
                       (size_t)info.st_size, limit);

    size_t length = (size_t)info.st_size, done = 0;
    char *buffer;
    adrop_status status = ad_alloc(ctx, length + 1, 1, path, &buffer);
    if (status)
        return status;
    while (done < length) {
        ssize_t got = read(fd, buffer + done, length - done);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0) {
            status = fail(ctx, "read", path);
            ad_free(ctx, buffer);
            return status;
        }
        if (got == 0) /* it became shorter meanwhile */
            break;
        done += (size_t)got;
    }
    buffer[done] = 0;
    *data = buffer;
    *size = done;
    return ADROP_OK;
}

adrop_status ad_file_read(adrop_ctx *ctx, const char *path, size_t limit, char **data, size_t *size)
{
    *data = NULL;
    *size = 0;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return fail(ctx, "open", path);
    adrop_status status = read_all(ctx, fd, path, limit, data, size);
    close(fd);
    return status;
}

static int write_all(int fd, const char *data, size_t size)
{
    while (size > 0) {
        ssize_t put = write(fd, data, size);
        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0)
            return -1;
        data += put;
        size -= (size_t)put;
    }
    return fsync(fd);
}

/* So that the new name itself survives a power cut. */
static int sync_folder(const char *path)
{
    char folder[4096] = ".";
    const char *slash = strrchr(path, '/');

    if (slash)
        snprintf(folder, sizeof folder, "%.*s", (int)(slash - path) + 1, path);
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return -1;
    int result = fsync(fd);
    close(fd);
    return result;
}

adrop_status ad_file_replace(adrop_ctx *ctx, const char *path, const void *data, size_t size)
{
    char beside[4096];

    if (snprintf(beside, sizeof beside, "%s.tmp.%ld", path, (long)getpid()) >= (int)sizeof beside)
        return ad_fail(ctx, ADROP_EIO, "cannot write '%s': the path is too long", path);
    int fd = open(beside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0)
        return fail(ctx, "create", beside);
    int bad = write_all(fd, data, size);
    int saved = errno;
    if (close(fd) && !bad) {
        bad = -1;
        saved = errno;
    }
    if (!bad && rename(beside, path)) {
        bad = -1;
        saved = errno;
    }
    if (bad) {
        unlink(beside);
        errno = saved;
        return fail(ctx, "write", path);
    }
    if (sync_folder(path))
        return fail(ctx, "flush the folder of", path);
    return ADROP_OK;
}

adrop_status ad_file_append(adrop_ctx *ctx, const char *path, size_t length, const void *data,
                            size_t size)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);

    if (fd < 0)
        return fail(ctx, "open", path);
    int bad = ftruncate(fd, (off_t)length) || lseek(fd, (off_t)length, SEEK_SET) < 0 ||
              write_all(fd, data, size);
    int saved = errno;
    if (bad && ftruncate(fd, (off_t)length)) /* half a line is worse than none */
        saved = errno;
    close(fd);
    errno = saved;
    return bad ? fail(ctx, "write", path) : ADROP_OK;
}

adrop_status ad_file_write_at(adrop_ctx *ctx, int fd, const char *path, uint64_t offset,
                              const void *data, size_t size)
{
    for (size_t done = 0; done < size;) {
        const ssize_t put = pwrite(fd, (const char *)data + done, size - done,
                                   (off_t)(offset + done));
        if (put < 0 && errno != EINTR)
            return fail(ctx, "write", path);
        done += put < 0 ? 0 : (size_t)put;
    }
    return ADROP_OK;
}

adrop_status ad_file_rename(adrop_ctx *ctx, const char *from, const char *to)
{
    if (rename(from, to))
        return fail(ctx, "rename", from);
    return sync_folder(to) ? fail(ctx, "flush the folder of", to) : ADROP_OK;
}

adrop_status ad_file_make_folders(adrop_ctx *ctx, const char *path)
{
    char part[4096];
    const size_t n = strlen(path);

    if (n >= sizeof part)
        return ad_fail(ctx, ADROP_EIO, "the name of a folder has %zu characters; at most %zu fit",
                       n, sizeof part - 1);
    for (size_t i = 1; i <= n; i++) {
        if (path[i] && path[i] != '/')
            continue;
        snprintf(part, sizeof part, "%.*s", (int)i, path);
        if (mkdir(part, 0777) && errno != EEXIST)
            return fail(ctx, "make the folder", part);
    }
    return ADROP_OK;
}

adrop_status ad_file_lock(adrop_ctx *ctx, const char *path, int *lock)
{
    *lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (*lock < 0)
        return fail(ctx, "open", path);
    if (flock(*lock, LOCK_EX | LOCK_NB))
        return ad_fail(ctx, ADROP_EEXIST, "another program works in this folder: '%s' is locked",
                       path);
    return ADROP_OK;
}
