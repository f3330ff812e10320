/* A preloaded library that records a program's file operations in order, so that a checker
 * (powercut.py) can work out what a power cut at any moment may leave on the disk.
 *
 * RECORD_TO is the file to write. Only relative paths are recorded: a test starts the program in a
 * folder of its own. One line per call, `w` followed by the bytes and a newline:
 *
 *   o FD CREATED CUT PATH   open for writing, or of a folder; CREATED: it did not exist before;
 *                           CUT: O_TRUNC was given
 *   w FD OFFSET BYTES       write
 *   t FD LENGTH             ftruncate
 *   s FD                    fsync, fdatasync
 *   r FROM TO               rename
 *   u PATH                  unlink
 *   m PATH                  mkdir
 *
 * Failed calls are not recorded. One lock covers a call and its line, so lines of several threads
 * have the order of the calls. The checker notices operations that bypass the recorder, because its
 * final state then differs from the folder. Only tests load this library. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "streams.h"

enum { MOST_FDS = 4096 };

static int to = -1;
static char watched[MOST_FDS]; /* by descriptor, under the lock */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

__attribute__((constructor)) static void start(void)
{
    const char *path = getenv("RECORD_TO");

    if (path)
        to = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC,
                          0666);
}

/* A line, and bytes behind it; the lock is held. */
static void note(const void *bytes, size_t n, const char *format, ...)
{
    char line[8400];
    va_list args;

    va_start(args, format);
    const int length = vsnprintf(line, sizeof line, format, args);
    va_end(args);
    const struct iovec parts[] = { { line, (size_t)length },
                                   { (void *)bytes, n },
                                   { (char *)"\n", bytes ? 1 : 0 } };
    if (syscall(SYS_writev, to, parts, 3) != (long)((size_t)length + n + (bytes != NULL)))
        abort(); /* a record with a hole would be a wrong record */
}

static int is_watched(int fd)
{
    return to >= 0 && fd >= 0 && fd < MOST_FDS && watched[fd];
}

static int stream_is_ours(int fd)
{
    return is_watched(fd);
}

static int is_ours(const char *path)
{
    return to >= 0 && path && *path && *path != '/';
}

static int open_recorded(const char *path, int flags, mode_t mode)
{
    const int ours = is_ours(path) && (flags & (O_WRONLY | O_RDWR | O_DIRECTORY));

    pthread_mutex_lock(&lock);
    const int was_there = !ours || syscall(SYS_faccessat, AT_FDCWD, path, F_OK) == 0;
    const int fd = (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
    if (fd >= 0 && fd < MOST_FDS) {
        watched[fd] = ours != 0;
        if (ours)
            note(NULL, 0, "o %d %d %d %s\n", fd, !was_there, (flags & O_TRUNC) != 0, path);
    }
    pthread_mutex_unlock(&lock);
    return fd;
}

#define MODE_OF(last)                                                                              \
  mode_t mode = 0;                                                                                 \
  if (flags & (O_CREAT | O_TMPFILE)) {                                                             \
    va_list args;                                                                                  \
    va_start(args, last);                                                                          \
    mode = (mode_t)va_arg(args, unsigned);                                                         \
    va_end(args);                                                                                  \
  }

int open(const char *path, int flags, ...)
{
    MODE_OF(flags)
    return open_recorded(path, flags, mode);
}

int open64(const char *path, int flags, ...)
{
    MODE_OF(flags)
    return open_recorded(path, flags, mode);
}

int close(int fd)
{
    pthread_mutex_lock(&lock);
    if (fd >= 0 && fd < MOST_FDS)
        watched[fd] = 0;
    const int result = (int)syscall(SYS_close, fd);
    pthread_mutex_unlock(&lock);
    return result;
}

ssize_t write(int fd, const void *from, size_t n)
{
    pthread_mutex_lock(&lock);
    const ssize_t done = syscall(SYS_write, fd, from, n);
    if (done > 0 && is_watched(fd))
        note(from, (size_t)done, "w %d %ld %zd\n", fd,
             (long)syscall(SYS_lseek, fd, 0, SEEK_CUR) - (long)done, done);
    pthread_mutex_unlock(&lock);
    return done;
}

ssize_t pwrite(int fd, const void *from, size_t n, off_t where)
{
    pthread_mutex_lock(&lock);
    const ssize_t done = syscall(SYS_pwrite64, fd, from, n, where);
    if (done > 0 && is_watched(fd))
        note(from, (size_t)done, "w %d %ld %zd\n", fd, (long)where, done);
    pthread_mutex_unlock(&lock);
    return done;
}

ssize_t pwrite64(int fd, const void *from, size_t n, off_t where)
{
    return pwrite(fd, from, n, where);
}

int ftruncate(int fd, off_t length)
{
    pthread_mutex_lock(&lock);
    const int result = (int)syscall(SYS_ftruncate, fd, length);
    if (!result && is_watched(fd))
        note(NULL, 0, "t %d %ld\n", fd, (long)length);
    pthread_mutex_unlock(&lock);
    return result;
}

int ftruncate64(int fd, off_t length)
{
    return ftruncate(fd, length);
}

static int flush(long call, int fd)
{
    pthread_mutex_lock(&lock);
    const int result = (int)syscall(call, fd);
    if (!result && is_watched(fd))
        note(NULL, 0, "s %d\n", fd);
    pthread_mutex_unlock(&lock);
    return result;
}

int fsync(int fd)
{
    return flush(SYS_fsync, fd);
}

int fdatasync(int fd)
{
    return flush(SYS_fdatasync, fd);
}

int rename(const char *from, const char *target)
{
    pthread_mutex_lock(&lock);
    const int result = (int)syscall(SYS_renameat, AT_FDCWD, from, AT_FDCWD, target);
    if (!result && is_ours(target))
        note(NULL, 0, "r %s %s\n", from, target);
    pthread_mutex_unlock(&lock);
    return result;
}

int unlink(const char *path)
{
    pthread_mutex_lock(&lock);
    const int result = (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
    if (!result && is_ours(path))
        note(NULL, 0, "u %s\n", path);
    pthread_mutex_unlock(&lock);
    return result;
}

int mkdir(const char *path, mode_t mode)
{
    pthread_mutex_lock(&lock);
    const int result = (int)syscall(SYS_mkdirat, AT_FDCWD, path, mode);
    if (!result && is_ours(path))
        note(NULL, 0, "m %s\n", path);
    pthread_mutex_unlock(&lock);
    return result;
}
