/* Whole-file reading, appending, folders and locks (file.h) with POSIX calls, so the write that
 * fills the disk reports it. */
#include "base/file.h"

#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>

#include "base/context.h"
#include "base/file_impl.h"
#include "base/memory.h"

static adrop_status file_fail(adrop_ctx *ctx, adrop_status status, const char *doing,
                              const char *path)
{
    if (errno == AD_NOT_REGULAR)
        return ad_fail(ctx, ADROP_EIO, "cannot %s '%s': it is not a regular file", doing, path);
    return ad_fail(ctx, errno == ENOMEM ? ADROP_ENOMEM : status, "cannot %s '%s': %s", doing, path,
                   strerror(errno));
}

adrop_status ad_file_fail_read(adrop_ctx *ctx, const char *doing, const char *path)
{
    return file_fail(ctx, ADROP_EIO, doing, path);
}

adrop_status ad_file_fail_write(adrop_ctx *ctx, const char *doing, const char *path)
{
    return file_fail(ctx, ADROP_EDISK, doing, path);
}

/* -- Calls that survive signals ------------------------------------------------------- */

int ad_file_open(const char *path, int flags)
{
    struct stat info;
    int fd;

    AD_RETRY(fd, open(path, flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0666));
    if (fd < 0 || flags & O_DIRECTORY || (!fstat(fd, &info) && S_ISREG(info.st_mode)))
        return fd;
    close(fd);
    errno = AD_NOT_REGULAR;
    return -1;
}

int ad_file_close(int fd)
{
    return close(fd) && errno != EINTR ? -1 : 0;
}

/* Write all bytes at the file's position. Zero, or -1 with errno. */
static int put_all(int fd, const void *data, size_t size)
{
    const char *at = data;

    while (size > 0) {
        ssize_t put;
        AD_RETRY(put, write(fd, at, size));
        if (put < 0)
            return -1;
        at += put;
        size -= (size_t)put;
    }
    return 0;
}

static int flush(int fd)
{
    int bad;

    AD_RETRY(bad, fsync(fd));
    return bad;
}

int ad_file_write_all(int fd, const void *data, size_t size)
{
    return put_all(fd, data, size) || flush(fd) ? -1 : 0;
}

int ad_file_sync_folder(const char *path)
{
    char folder[AD_PATH_SIZE] = ".";
    const char *slash = strrchr(path, '/');
    int bad;

    if (slash)
        snprintf(folder, sizeof folder, "%.*s", (int)(slash - path) + 1, path);
    const int fd = ad_file_open(folder, O_RDONLY | O_DIRECTORY);
    if (fd < 0)
        return -1;
    bad = flush(fd);
    if (bad && errno == EINVAL) /* the file system does not flush folders */
        bad = 0;
    const int why = errno;
    ad_file_close(fd);
    errno = why;
    return bad;
}

/* -- Reading -------------------------------------------------------------------------- */

static adrop_status read_all(adrop_ctx *ctx, int fd, const char *path, size_t limit, char **data,
                             size_t *size)
{
    struct stat info;

    if (fstat(fd, &info))
        return ad_file_fail_read(ctx, "examine", path);
    if ((size_t)info.st_size > limit)
        return ad_fail(ctx, ADROP_EIO, "'%s' has %zu bytes; at most %zu are accepted", path,
                       (size_t)info.st_size, limit);

    size_t length = (size_t)info.st_size, done = 0;
    char *buffer;
    adrop_status status = AD_NEW(ctx, length + 1, path, &buffer);
    if (status)
        return status;
    while (done < length) {
        ssize_t got;
        AD_RETRY(got, read(fd, buffer + done, length - done));
        if (got < 0) {
            status = ad_file_fail_read(ctx, "read", path);
            ad_free(ctx, buffer);
            return status;
        }
        if (got == 0) /* the file was truncated in the meantime */
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
    const int fd = ad_file_open(path, O_RDONLY);
    if (fd < 0)
        return ad_file_fail_read(ctx, "open", path);
    const adrop_status status = read_all(ctx, fd, path, limit, data, size);
    ad_file_close(fd);
    return status;
}

/* -- Writing -------------------------------------------------------------------------- */

static int file_cut(int fd, size_t length)
{
    int bad;

    AD_RETRY(bad, ftruncate(fd, (off_t)length));
    return bad;
}

/* ADROP_EFORMAT if the open file is shorter than length. */
static adrop_status check_length(adrop_ctx *ctx, int fd, const char *path, size_t length)
{
    struct stat info;

    if (fstat(fd, &info))
        return ad_file_fail_read(ctx, "examine", path);
    if ((uintmax_t)info.st_size >= length)
        return ADROP_OK;
    return ad_fail(ctx, ADROP_EFORMAT,
                   "'%s' has %jd bytes where %zu had been written: it was cut or replaced; put the "
                   "whole file back, or begin anew in another folder",
                   path, (intmax_t)info.st_size, length);
}

adrop_status ad_file_append(adrop_ctx *ctx, const char *path, size_t length, const void *data,
                            size_t size)
{
    const int fd = ad_file_open(path, O_WRONLY | O_NOFOLLOW | (length ? 0 : O_CREAT));

    if (fd < 0 && length && errno == ENOENT)
        return ad_fail(ctx, ADROP_EFORMAT,
                       "'%s' is not there, and %zu bytes of it had been written: put it back, or "
                       "begin anew in another folder",
                       path, length);
    if (fd < 0)
        return ad_file_fail_write(ctx, "open", path);
    adrop_status status = check_length(ctx, fd, path, length);
    if (!status && (file_cut(fd, length) || lseek(fd, (off_t)length, SEEK_SET) < 0 ||
                    put_all(fd, data, size))) {
        status = ad_file_fail_write(ctx, "write", path);
        if (file_cut(fd, length)) /* drop a partial line */
            status = ad_file_fail_write(ctx, "cut", path);
    }
    if (ad_file_close(fd) && !status)
        status = ad_file_fail_write(ctx, "close", path);
    return status;
}

adrop_status ad_file_flush(adrop_ctx *ctx, const char *path)
{
    const int fd = ad_file_open(path, O_WRONLY | O_NOFOLLOW);

    if (fd < 0)
        return ad_file_fail_write(ctx, "open", path);
    adrop_status status = flush(fd) ? ad_file_fail_write(ctx, "flush", path) : ADROP_OK;
    if (ad_file_close(fd) && !status)
        status = ad_file_fail_write(ctx, "close", path);
    if (!status && ad_file_sync_folder(path))
        status = ad_file_fail_write(ctx, "flush the folder of", path);
    return status;
}

adrop_status ad_file_write_at(adrop_ctx *ctx, int fd, const char *path, uint64_t offset,
                              const void *data, size_t size)
{
    for (size_t done = 0; done < size;) {
        ssize_t put;
        AD_RETRY(put, pwrite(fd, (const char *)data + done, size - done, (off_t)(offset + done)));
        if (put < 0)
            return ad_file_fail_write(ctx, "write", path);
        done += (size_t)put;
    }
    return ADROP_OK;
}

adrop_status ad_file_rename(adrop_ctx *ctx, const char *from, const char *to)
{
    int bad;

    AD_RETRY(bad, rename(from, to));
    if (bad)
        return ad_file_fail_write(ctx, "rename", from);
    return ad_file_sync_folder(to) ? ad_file_fail_write(ctx, "flush the folder of", to) : ADROP_OK;
}

adrop_status ad_file_make_folders(adrop_ctx *ctx, const char *path)
{
    char part[AD_PATH_SIZE];
    const size_t n = strlen(path);
    struct stat info;
    int bad;

    if (n >= sizeof part)
        return ad_fail(ctx, ADROP_EINVAL,
                       "the name of a folder has %zu characters; at most %zu fit", n,
                       sizeof part - 1);
    for (size_t i = 1; i <= n; i++) {
        if ((path[i] && path[i] != '/') || path[i - 1] == '/')
            continue;
        snprintf(part, sizeof part, "%.*s", (int)i, path);
        AD_RETRY(bad, mkdir(part, 0777));
        if (bad && errno != EEXIST)
            return ad_file_fail_write(ctx, "make the folder", part);
        if (bad && !stat(part, &info) && !S_ISDIR(info.st_mode))
            return ad_fail(ctx, ADROP_EEXIST,
                           "cannot make the folder '%s': a file of that name is "
                           "there; move it away, or name another folder",
                           part);
        if (!bad && ad_file_sync_folder(part))
            return ad_file_fail_write(ctx, "flush the folder of", part);
    }
    return ADROP_OK;
}

adrop_status ad_file_lock(adrop_ctx *ctx, const char *path, int *lock)
{
    int bad;

    *lock = ad_file_open(path, O_RDWR | O_CREAT | O_NOFOLLOW);
    if (*lock < 0)
        return ad_file_fail_write(ctx, "open", path);
    AD_RETRY(bad, flock(*lock, LOCK_EX | LOCK_NB));
    if (bad && errno == EWOULDBLOCK)
        return ad_fail(ctx, ADROP_EEXIST, "another program works in this folder: '%s' is locked",
                       path);
    return bad ? ad_file_fail_write(ctx, "lock", path) : ADROP_OK;
}
