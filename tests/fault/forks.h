/* Many faults from one run: at each allocation of a range the process forks. The child continues
 * with that allocation failing, in a copy of the working folder. Earlier work is not repeated, so a
 * trial costs milliseconds (faults.py reads the results).
 *
 *   FAULT_FORKS  a folder; allocation k leaves K-once/ and K-lasts/ there, copies of the working
 *                folder in which the failure happened, with K-*.out and .err, the output, .code,
 *                the exit status or 128 plus the signal, and .where, the library that made the
 *                allocation
 *   FAULT_FROM, FAULT_TO   the range, inclusive
 *
 * A process with several threads cannot be forked this way: it leaves a file K-threads instead. */
#ifndef ADROP_TESTS_FORKS_H
#define ADROP_TESTS_FORKS_H

#include <dirent.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/wait.h>

enum { FORK_PATH = 1024, FORK_SECONDS = 100 };

static const char *forks;
static long fork_from, fork_to;
static char fork_home[FORK_PATH]; /* the working folder */
static _Thread_local int fork_busy;

static void forks_start(void)
{
    const char *from = getenv("FAULT_FROM"), *to = getenv("FAULT_TO");

    forks = getenv("FAULT_FORKS");
    fork_from = from ? atol(from) : 1;
    fork_to = to ? atol(to) : 0;
    if (forks && !getcwd(fork_home, sizeof fork_home))
        abort();
}

static void fork_copy_file(const char *from, const char *to)
{
    char block[1 << 14];
    ssize_t n;
    const int in = (int)syscall(SYS_openat, AT_FDCWD, from, O_RDONLY, 0);
    const int out = (int)syscall(SYS_openat, AT_FDCWD, to, O_WRONLY | O_CREAT | O_TRUNC, 0666);

    if (in < 0 || out < 0)
        abort();
    while ((n = syscall(SYS_read, in, block, sizeof block)) > 0)
        if (syscall(SYS_write, out, block, (size_t)n) != n)
            abort();
    syscall(SYS_close, in);
    syscall(SYS_close, out);
}

static void fork_copy(const char *from, const char *to)
{
    DIR *dir = opendir(from);
    struct dirent *e;
    char a[FORK_PATH], b[FORK_PATH];

    syscall(SYS_mkdirat, AT_FDCWD, to, 0777);
    if (!dir)
        abort();
    while ((e = readdir(dir))) {
        if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, ".."))
            continue;
        snprintf(a, sizeof a, "%s/%s", from, e->d_name);
        snprintf(b, sizeof b, "%s/%s", to, e->d_name);
        if (e->d_type == DT_DIR)
            fork_copy(a, b);
        else
            fork_copy_file(a, b);
    }
    closedir(dir);
}

/* An open file of the working folder becomes that of the copy, at the same place. */
static void fork_reopen(int fd, const char *copy)
{
    char link[64], path[FORK_PATH], other[2 * FORK_PATH];
    const size_t home = strlen(fork_home);

    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    const ssize_t n = readlink(link, path, sizeof path - 1);
    if (n < 0)
        return;
    path[n] = 0;
    if (strncmp(path, fork_home, home) || (path[home] != '/' && path[home]))
        return;
    snprintf(other, sizeof other, "%s%s", copy, path + home);
    const int flags = fcntl(fd, F_GETFL), cloexec = fcntl(fd, F_GETFD);
    const off_t at = lseek(fd, 0, SEEK_CUR);
    const int fresh = (int)syscall(SYS_openat, AT_FDCWD, other,
                                   flags & ~(O_CREAT | O_EXCL | O_TRUNC), 0);
    if (fresh < 0)
        abort(); /* unlinked, or not copied */
    if (at > 0)
        lseek(fresh, at, SEEK_SET);
    flock(fresh, LOCK_EX | LOCK_NB); /* nobody else has it; what needs no lock is not harmed */
    syscall(SYS_dup3, fresh, fd, cloexec & FD_CLOEXEC ? O_CLOEXEC : 0);
    syscall(SYS_close, fresh);
}

static void fork_move(const char *copy)
{
    char path[FORK_PATH + 8];
    static const char *const ends[] = { "out", "err" };

    for (int fd = 3; fd < 256; fd++)
        fork_reopen(fd, copy);
    if (chdir(copy))
        abort();
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s.%s", copy, ends[i]);
        const int fd = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT, 0666);
        syscall(SYS_dup3, fd, i + 1, 0);
        syscall(SYS_close, fd);
    }
    alarm(FORK_SECONDS);
}

static void fork_note(const char *name, const char *text)
{
    const int fd = (int)syscall(SYS_openat, AT_FDCWD, name, O_WRONLY | O_CREAT, 0666);

    syscall(SYS_write, fd, text, strlen(text));
    syscall(SYS_close, fd);
}

static int fork_has_threads(void)
{
    DIR *dir = opendir("/proc/self/task");
    int n = 0;

    while (dir && readdir(dir))
        n++;
    if (dir)
        closedir(dir);
    return n != 3; /* . and .. and this one */
}

/* At allocation k. 0: the process itself, which goes on; 1: a copy in which it fails; 2: one in
 * which it and all after it fail. where: the library that allocates. */
static int fork_at(long k, const char *where)
{
    static const char *const words[] = { "once", "lasts" };
    char copy[FORK_PATH], note_name[FORK_PATH + 8], text[16];

    if (!forks || k < fork_from || k > fork_to)
        return 0;
    fork_busy = 1;
    if (fork_has_threads()) {
        snprintf(note_name, sizeof note_name, "%s/%ld-threads", forks, k);
        fork_note(note_name, "");
        fork_busy = 0;
        return 0;
    }
    for (int i = 0; i < 2; i++) {
        int status = 0;
        snprintf(copy, sizeof copy, "%s/%ld-%s", forks, k, words[i]);
        fork_copy(fork_home, copy);
        const pid_t pid = fork();
        if (!pid) {
            fork_move(copy);
            forks = NULL;
            fork_busy = 0;
            return 1 + i;
        }
        if (pid < 0 || waitpid(pid, &status, 0) != pid)
            abort();
        snprintf(text, sizeof text, "%d",
                 WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status));
        snprintf(note_name, sizeof note_name, "%s.code", copy);
        fork_note(note_name, text);
        snprintf(note_name, sizeof note_name, "%s.where", copy);
        fork_note(note_name, where);
    }
    fork_busy = 0;
    return 0;
}

#endif
