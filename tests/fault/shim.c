/* A preloaded library that makes one call of the C library fail: the k-th allocation, or the
 * k-th call on a file below a folder (tests/fault/faults.py runs programs with it).
 *
 *   FAULT_KIND   alloc | io
 *   FAULT_AT     k, counted from 1; 0: only count
 *   FAULT_HOW    ENOMEM ENOSPC EIO EDQUOT EINTR | short | torn | kill-before | kill-after
 *   FAULT_LASTS  1: every call from the k-th on fails
 *   FAULT_UNDER  the folder; io only counts calls on paths that contain this text, and on
 *                descriptors opened from such paths
 *   FAULT_SKIP   names of libraries, separated by ':', whose allocations are not counted
 *                (default: oneDNN, libarchive, the OpenMP and C++ runtimes and the dynamic
 *                linker, which end the program themselves)
 *   FAULT_FORKS  many faults from one run: see forks.h
 *   FAULT_LOG    a file that gets one line per counted call: k, name, bytes, path
 *
 * short: half of a read or write is done and its count returned. torn: half of a write is
 * done, then the process is killed. Only tests load this library. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "forks.h"
#include "streams.h"

extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t), *__libc_memalign(size_t, size_t);

enum { NOT_READY, OFF, ALLOC, IO };
enum { FAIL, SHORT, TORN, KILL_BEFORE, KILL_AFTER };
enum { MOST_FDS = 4096, CALLERS = 4096 };

static int kind = NOT_READY, how, why = EIO, lasts, log_fd = -1;
static long at;
static const char *under, *skip = "libdnnl:libgomp:libstdc++:libgcc_s:ld-linux:libarchive";
static atomic_long count;
static atomic_bool watched[MOST_FDS];
static atomic_uintptr_t callers[CALLERS]; /* address << 1 | counted, by a hash of the address */

static const struct {
    const char *name;
    int how, why;
} faults[] = {
    { "ENOMEM", FAIL, ENOMEM }, { "ENOSPC", FAIL, ENOSPC },        { "EIO", FAIL, EIO },
    { "EDQUOT", FAIL, EDQUOT }, { "EINTR", FAIL, EINTR },          { "short", SHORT, 0 },
    { "torn", TORN, 0 },        { "kill-before", KILL_BEFORE, 0 }, { "kill-after", KILL_AFTER, 0 },
};

__attribute__((constructor)) static void start(void)
{
    const char *k = getenv("FAULT_KIND"), *n = getenv("FAULT_AT"), *f = getenv("FAULT_HOW");
    const char *s = getenv("FAULT_SKIP"), *l = getenv("FAULT_LOG"), *t = getenv("FAULT_LASTS");

    under = getenv("FAULT_UNDER");
    at = n ? atol(n) : 0;
    skip = s ? s : skip;
    lasts = t && *t == '1';
    for (size_t i = 0; f && i < sizeof faults / sizeof *faults; i++)
        if (!strcmp(f, faults[i].name)) {
            how = faults[i].how;
            why = faults[i].why;
        }
    if (l)
        log_fd = (int)syscall(SYS_openat, AT_FDCWD, l, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC,
                              0666);
    forks_start();
    kind = !k ? OFF : !strcmp(k, "alloc") ? ALLOC : !strcmp(k, "io") ? IO : OFF;
}

static void die(void)
{
    syscall(SYS_kill, getpid(), SIGKILL);
    for (;;)
        pause();
}

static void note(long k, const char *name, size_t bytes, const char *path)
{
    char line[512];
    const int n = snprintf(line, sizeof line, "%ld %s %zu %s\n", k, name, bytes, path);

    syscall(SYS_write, log_fd, line, (size_t)(n < (int)sizeof line ? n : (int)sizeof line - 1));
}

/* Count a call; is it the one that is to fail? */
static int is_due(const char *name, size_t bytes, const char *path)
{
    const long k = atomic_fetch_add(&count, 1) + 1;

    if (log_fd >= 0)
        note(k, name, bytes, path);
    return forks || (at && (k == at || (lasts && k > at)));
}

/* -- Allocations ---------------------------------------------------------------------- */

static int is_skipped(const char *library)
{
    for (const char *s = skip; *s;) {
        char name[64];
        const size_t n = strcspn(s, ":");
        snprintf(name, sizeof name, "%.*s", (int)n, s);
        if (n && strstr(library, name))
            return 1;
        s += n + (s[n] == ':');
    }
    return 0;
}

/* Does the object that holds this address count? Asked once per address. */
static int counts(void *caller)
{
    const uintptr_t a = (uintptr_t)caller;
    atomic_uintptr_t *slot = &callers[(a >> 2 ^ a >> 14) % CALLERS];
    const uintptr_t known = atomic_load(slot);
    Dl_info info;

    if (known >> 1 == a)
        return (int)(known & 1);
    const int yes = dladdr(caller, &info) && info.dli_fname && !is_skipped(info.dli_fname);
    atomic_store(slot, a << 1 | (uintptr_t)yes);
    return yes;
}

static int alloc_fails(void *caller, const char *name, size_t bytes)
{
    if (kind != ALLOC || fork_busy || !counts(caller))
        return 0;
    char where[32] = "";
    if (log_fd >= 0 || forks) {
        Dl_info info;
        if (dladdr(caller, &info) && info.dli_fname) {
            const char *slash = strrchr(info.dli_fname, '/');
            snprintf(where, sizeof where, "%s", slash ? slash + 1 : info.dli_fname);
        }
    }
    if (!is_due(name, bytes, where))
        return 0;
    if (forks) {
        const long k = atomic_load(&count);
        const int fate = fork_at(k, where);
        if (!fate)
            return 0;
        at = k;
        lasts = fate == 2;
    } else if (how == KILL_BEFORE || how == KILL_AFTER)
        die();
    errno = ENOMEM;
    return 1;
}

#define CALLER __builtin_return_address(0)

void *malloc(size_t n)
{
    return alloc_fails(CALLER, "malloc", n) ? NULL : __libc_malloc(n);
}

void *calloc(size_t n, size_t size)
{
    return alloc_fails(CALLER, "calloc", n * size) ? NULL : __libc_calloc(n, size);
}

void *realloc(void *p, size_t n)
{
    return alloc_fails(CALLER, "realloc", n) ? NULL : __libc_realloc(p, n);
}

void *aligned_alloc(size_t align, size_t n)
{
    return alloc_fails(CALLER, "aligned_alloc", n) ? NULL : __libc_memalign(align, n);
}

int posix_memalign(void **out, size_t align, size_t n)
{
    void *p = alloc_fails(CALLER, "posix_memalign", n) ? NULL : __libc_memalign(align, n);

    if (!p)
        return ENOMEM;
    *out = p;
    return 0;
}

/* -- Files ---------------------------------------------------------------------------- */

static int is_ours(const char *path)
{
    return kind == IO && path && (!under || strstr(path, under));
}

static int is_open(int fd)
{
    return kind == IO && fd >= 0 && fd < MOST_FDS && atomic_load(&watched[fd]);
}

static int stream_is_ours(int fd)
{
    return is_open(fd);
}

/* The fate of a call that is due: 1 to fail with errno, 0 to go ahead (and perhaps die). */
static int strikes(void)
{
    if (how == KILL_BEFORE)
        die();
    if (how != FAIL)
        return 0;
    errno = why;
    return 1;
}

#define REAL(type, name, ...) ((type(*)(__VA_ARGS__))dlsym(RTLD_NEXT, name))

/* A call without a count of bytes: due -> fate -> the call -> perhaps die. */
#define SIMPLE(ours, name, path, call, failed)                                                     \
  do {                                                                                             \
    const int due = (ours) && is_due(name, 0, path);                                               \
    if (due && strikes())                                                                          \
      return failed;                                                                               \
    result = call;                                                                                 \
    if (due && how == KILL_AFTER)                                                                  \
      die();                                                                                       \
  } while (0)

static int opened(int fd, int ours)
{
    if (fd >= 0 && fd < MOST_FDS)
        atomic_store(&watched[fd], ours);
    return fd;
}

static int open_at(const char *name, int folder, const char *path, int flags, mode_t mode)
{
    const int ours = is_ours(path);
    int result;

    SIMPLE(ours, name, path, (int)syscall(SYS_openat, folder, path, flags, mode), -1);
    return opened(result, ours);
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
    return open_at("open", AT_FDCWD, path, flags, mode);
}

int open64(const char *path, int flags, ...)
{
    MODE_OF(flags)
    return open_at("open", AT_FDCWD, path, flags, mode);
}

int openat(int folder, const char *path, int flags, ...)
{
    MODE_OF(flags)
    return open_at("openat", folder, path, flags, mode);
}

int openat64(int folder, const char *path, int flags, ...)
{
    MODE_OF(flags)
    return open_at("openat", folder, path, flags, mode);
}

/* Streams that are opened by name do not come by here: their opening at least can fail. */
FILE *fopen(const char *path, const char *mode)
{
    FILE *result;

    SIMPLE(is_ours(path), "fopen", path,
           REAL(FILE *, "fopen", const char *, const char *)(path, mode), NULL);
    return result;
}

FILE *fopen64(const char *path, const char *mode)
{
    return fopen(path, mode);
}

int close(int fd)
{
    const int due = is_open(fd) && is_due("close", 0, "");
    int result;

    if (due && how == KILL_BEFORE)
        die();
    if (fd >= 0 && fd < MOST_FDS)
        atomic_store(&watched[fd], 0);
    result = (int)syscall(SYS_close, fd); /* Linux releases it whatever is reported */
    if (due && how == KILL_AFTER)
        die();
    if (due && how == FAIL) {
        errno = why;
        return -1;
    }
    return result;
}

/* What a transfer of n bytes does: *n is made smaller, or it fails (1). */
static int transfer(int due, size_t *n)
{
    if (!due)
        return 0;
    if (strikes())
        return 1;
    if ((how == SHORT || how == TORN) && *n > 1)
        *n /= 2;
    return 0;
}

static ssize_t transferred(int due, int writes, ssize_t result)
{
    if (due && (how == KILL_AFTER || (how == TORN && writes)))
        die();
    return result;
}

ssize_t read(int fd, void *to, size_t n)
{
    const int due = is_open(fd) && is_due("read", n, "");

    return transfer(due, &n) ? -1 : transferred(due, 0, syscall(SYS_read, fd, to, n));
}

ssize_t write(int fd, const void *from, size_t n)
{
    const int due = is_open(fd) && is_due("write", n, "");

    return transfer(due, &n) ? -1 : transferred(due, 1, syscall(SYS_write, fd, from, n));
}

ssize_t pwrite(int fd, const void *from, size_t n, off_t where)
{
    const int due = is_open(fd) && is_due("write", n, "");

    return transfer(due, &n) ? -1 : transferred(due, 1, syscall(SYS_pwrite64, fd, from, n, where));
}

ssize_t pwrite64(int fd, const void *from, size_t n, off_t where)
{
    return pwrite(fd, from, n, where);
}

int fsync(int fd)
{
    int result;

    SIMPLE(is_open(fd), "fsync", "", (int)syscall(SYS_fsync, fd), -1);
    return result;
}

int fdatasync(int fd)
{
    int result;

    SIMPLE(is_open(fd), "fdatasync", "", (int)syscall(SYS_fdatasync, fd), -1);
    return result;
}

int ftruncate(int fd, off_t length)
{
    int result;

    SIMPLE(is_open(fd), "ftruncate", "", (int)syscall(SYS_ftruncate, fd, length), -1);
    return result;
}

int ftruncate64(int fd, off_t length)
{
    return ftruncate(fd, length);
}

int rename(const char *from, const char *to)
{
    int result;

    SIMPLE(is_ours(to), "rename", to, (int)syscall(SYS_renameat, AT_FDCWD, from, AT_FDCWD, to), -1);
    return result;
}

int mkdir(const char *path, mode_t mode)
{
    int result;

    SIMPLE(is_ours(path), "mkdir", path, (int)syscall(SYS_mkdirat, AT_FDCWD, path, mode), -1);
    return result;
}
