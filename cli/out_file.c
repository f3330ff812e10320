/* Output files, written completely or not at all (out_file.h). */
#include "out_file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

/* open(2), repeated if a signal interrupts it. */
static int open_again(const char *path, int flags)
{
    int fd;

    do
        fd = open(path, flags | O_CLOEXEC, 0666);
    while (fd < 0 && errno == EINTR);
    return fd;
}

static int flush(int fd)
{
    int bad;

    do
        bad = fsync(fd);
    while (bad && errno == EINTR);
    return bad;
}

/* The folder of a path, with a slash, or "./". */
static void folder_of(const char *path, char folder[4096])
{
    const char *slash = strrchr(path, '/');

    snprintf(folder, 4096, "%.*s", slash ? (int)(slash - path) + 1 : 2, slash ? path : "./");
}

/* Is it the name of one of our temporary files? */
static int is_temporary(const char *name)
{
    return strlen(name) == 27 && !strncmp(name, ".adrop-", 7) &&
           strspn(name + 7, "0123456789abcdef") == 16 && !strcmp(name + 23, ".tmp");
}

/* Is it a file of a killed program? Then nobody holds its lock. A file made a moment ago may not be
 * locked yet. */
static int is_left_over(int folder, const char *name)
{
    enum { YOUNG = 60 }; /* seconds */
    const int fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    struct stat info;
    const int left = fd >= 0 && !fstat(fd, &info) && S_ISREG(info.st_mode) &&
                     info.st_uid == geteuid() && time(NULL) - info.st_mtime > YOUNG &&
                     !flock(fd, LOCK_EX | LOCK_NB);

    if (fd >= 0)
        close(fd);
    return left;
}

/* Remove files that killed programs of this user left in a folder, and nothing else. */
static void sweep(const char *folder)
{
    DIR *list = opendir(folder);

    for (struct dirent *e; list && (e = readdir(list));)
        if (is_temporary(e->d_name) && is_left_over(dirfd(list), e->d_name))
            unlinkat(dirfd(list), e->d_name, 0);
    if (list)
        closedir(list);
}

static int open_beside(out_file *f)
{
    char folder[4096];
    uint64_t number = 0;

    folder_of(f->path, folder);
    if (getrandom(&number, sizeof number, GRND_NONBLOCK) != (ssize_t)sizeof number)
        number = (uint64_t)getpid();
    if (snprintf(f->beside, sizeof f->beside, "%s.adrop-%016llx.tmp", folder,
                 (unsigned long long)number) >= (int)sizeof f->beside) {
        errno = ENAMETOOLONG;
        return -1;
    }
    sweep(folder);
    const int fd = open_again(f->beside, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW);
    if (fd >= 0)
        flock(fd, LOCK_EX | LOCK_NB); /* marks it as in use; without locks its age does */
    return fd;
}

/* The temporary file of the current output, removed if the program ends early, for example without
 * memory. One output at a time. */
static char unfinished[4096];

static void remove_unfinished(void)
{
    if (*unfinished)
        unlink(unfinished);
}

static void is_unfinished(const char *beside)
{
    static int registered;

    if (!registered)
        registered = !atexit(remove_unfinished);
    snprintf(unfinished, sizeof unfinished, "%s", beside);
}

int out_file_open(out_file *f, const char *path)
{
    struct stat info;
    int fd;

    *f = (out_file){ 0 };
    snprintf(f->path, sizeof f->path, "%s", path);
    if (!stat(path, &info) && S_ISDIR(info.st_mode)) {
        errno = EISDIR;
        return -1;
    }
    if (!stat(path, &info) && !S_ISREG(info.st_mode))
        fd = open_again(path, O_WRONLY);
    else
        fd = open_beside(f);
    if (fd < 0 || !(f->file = fdopen(fd, "w"))) {
        const int why = errno;
        if (fd >= 0)
            close(fd);
        if (fd >= 0 && *f->beside)
            unlink(f->beside);
        errno = why;
        return -1;
    }
    is_unfinished(f->beside);
    return 0;
}

/* Makes the new name survive a power cut. */
static int sync_folder(const char *path)
{
    char folder[4096];

    folder_of(path, folder);
    const int fd = open_again(folder, O_RDONLY | O_DIRECTORY);
    const int bad = fd < 0 ? -1 : flush(fd);
    if (fd >= 0)
        close(fd);
    return bad;
}

/* Why a file could not be written. fflush retries pending bytes, and gives the reason. If none are
 * pending, the reason is the last errno if it is a write error, or a full disk. */
static int reason(FILE *file)
{
    const int last = errno;
    struct statvfs disk;

    errno = 0;
    if (fflush(file) && errno)
        return errno;
    if (!ferror(file))
        return 0;
    if (last == ENOSPC || last == EDQUOT || last == EFBIG || last == EPIPE)
        return last;
    return !fstatvfs(fileno(file), &disk) && disk.f_blocks && !disk.f_bavail ? ENOSPC : EIO;
}

int out_file_close(out_file *f)
{
    int why = reason(f->file), bad = why != 0;

    if (!bad && *f->beside) {
        bad = flush(fileno(f->file));
        why = errno;
    }
    if (fclose(f->file) && !bad && errno != EINTR) {
        bad = -1;
        why = errno;
    }
    f->file = NULL;
    if (!bad && *f->beside) {
        do
            bad = rename(f->beside, f->path);
        while (bad && errno == EINTR);
        why = errno;
    }
    if (bad && *f->beside)
        unlink(f->beside);
    else if (!bad && *f->beside && (bad = sync_folder(f->path)))
        why = errno;
    *unfinished = 0;
    errno = why;
    return bad ? -1 : 0;
}

void out_file_drop(out_file *f)
{
    fclose(f->file);
    f->file = NULL;
    if (*f->beside)
        unlink(f->beside);
    *unfinished = 0;
}

int out_file_is_of_run(const char *path, const char *run)
{
    static const char *const names[] = { "lock",
                                         "run.json",
                                         "metrics.jsonl",
                                         "calibration.json",
                                         "model.safetensors",
                                         "checkpoint.safetensors",
                                         "checkpoint.prev.safetensors",
                                         "checkpoint.next.safetensors" };
    char folder[4096];
    struct stat a, b;
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;

    folder_of(path, folder);
    if (stat(folder, &a) || stat(run, &b) || a.st_dev != b.st_dev || a.st_ino != b.st_ino)
        return 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(name, names[i]))
            return 1;
    return 0;
}
