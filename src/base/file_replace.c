/* Atomic replacement of a file: write a temporary file beside it, then rename (file.h). The
 * temporary names are distinctive, so files left by killed programs can be removed without touching
 * others. */
#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>

#include "base/context.h"
#include "base/file_impl.h"

#define BEFORE ".adrop-"
#define AFTER  ".tmp"
enum { DIGITS = 16, NAME_LENGTH = sizeof BEFORE - 1 + DIGITS + sizeof AFTER - 1, TRIES = 100 };

bool ad_file_is_temporary(const char *name)
{
    const char *digits = name + sizeof BEFORE - 1;

    return strlen(name) == NAME_LENGTH && !strncmp(name, BEFORE, sizeof BEFORE - 1) &&
           strspn(digits, "0123456789abcdef") == DIGITS && !strcmp(digits + DIGITS, AFTER);
}

void ad_file_sweep(const char *folder)
{
    DIR *list = opendir(folder);
    struct stat info;

    for (struct dirent *e; list && (e = readdir(list));)
        if (ad_file_is_temporary(e->d_name) &&
            !fstatat(dirfd(list), e->d_name, &info, AT_SYMLINK_NOFOLLOW) && S_ISREG(info.st_mode))
            unlinkat(dirfd(list), e->d_name, 0);
    if (list)
        closedir(list);
}

/* A file left by a killed program is not locked; a file created a moment ago may not be locked
 * yet. */
static bool is_left_over(int folder, const char *name)
{
    enum { YOUNG = 60 }; /* seconds */
    const int fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    struct stat info;
    const bool left = fd >= 0 && !fstat(fd, &info) && S_ISREG(info.st_mode) &&
                      info.st_uid == geteuid() && time(NULL) - info.st_mtime > YOUNG &&
                      !flock(fd, LOCK_EX | LOCK_NB);

    if (fd >= 0)
        close(fd);
    return left;
}

void ad_file_sweep_left(const char *folder)
{
    DIR *list = opendir(folder);

    for (struct dirent *e; list && (e = readdir(list));)
        if (ad_file_is_temporary(e->d_name) && is_left_over(dirfd(list), e->d_name))
            unlinkat(dirfd(list), e->d_name, 0);
    if (list)
        closedir(list);
}

/* A number that is unique to this program; used only in file names. */
static uint64_t file_replace_draw(void)
{
    struct timespec now;
    uint64_t number;

    if (getrandom(&number, sizeof number, GRND_NONBLOCK) == (ssize_t)sizeof number)
        return number;
    clock_gettime(CLOCK_REALTIME, &now);
    return (uint64_t)getpid() << 40 ^ (uint64_t)now.tv_sec << 30 ^ (uint64_t)now.tv_nsec;
}

/* Create a new file beside path and store its name in `beside`. The descriptor, or -1 with
 * errno. */
static int create_beside(const char *path, char beside[AD_PATH_SIZE])
{
    const char *slash = strrchr(path, '/');
    const int folder = slash ? (int)(slash - path) + 1 : 0;
    int fd = -1;

    for (int i = 0; i < TRIES && fd < 0; i++) {
        if (snprintf(beside, AD_PATH_SIZE, "%.*s" BEFORE "%016" PRIx64 AFTER, folder, path,
                     file_replace_draw()) >= AD_PATH_SIZE) {
            errno = ENAMETOOLONG;
            return -1;
        }
        fd = ad_file_open(beside, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW);
        if (fd < 0 && errno != EEXIST)
            return -1;
    }
    if (fd >= 0)
        flock(fd, LOCK_EX | LOCK_NB); /* marks it as in use: see ad_file_sweep_left */
    return fd;
}

adrop_status ad_file_temporary(adrop_ctx *ctx, const char *path, char beside[AD_PATH_SIZE])
{
    const int fd = create_beside(path, beside);

    if (fd < 0)
        return ad_file_fail_write(ctx, "create a file beside", path);
    close(fd);
    return ADROP_OK;
}

adrop_status ad_file_replace(adrop_ctx *ctx, const char *path, const void *data, size_t size)
{
    char beside[AD_PATH_SIZE];
    const int fd = create_beside(path, beside);

    if (fd < 0)
        return ad_file_fail_write(ctx, "create", path);
    int bad = ad_file_write_all(fd, data, size), why = errno;
    if (ad_file_close(fd) && !bad) {
        bad = -1;
        why = errno;
    }
    if (!bad) {
        AD_RETRY(bad, rename(beside, path));
        why = errno;
    }
    if (bad) {
        unlink(beside);
        errno = why;
        return ad_file_fail_write(ctx, "write", path);
    }
    return ad_file_sync_folder(path) ? ad_file_fail_write(ctx, "flush the folder of", path)
                                     : ADROP_OK;
}
