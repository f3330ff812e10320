/* Copies standard input or a pipe to a file (stdin_file.h), because format detection reads a file
 * twice. */
#include "stdin_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PIECE = 8192 };

static int stdin_file_copy(int from, int to)
{
    char piece[PIECE];
    ssize_t n;

    while ((n = read(from, piece, sizeof piece)) != 0) {
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return -1;
        for (ssize_t done = 0; done < n;) {
            const ssize_t put = write(to, piece + done, (size_t)(n - done));
            if (put < 0 && errno != EINTR)
                return -1;
            done += put > 0 ? put : 0;
        }
    }
    return 0;
}

int stdin_file_is(const char *input)
{
    struct stat info;

    return !strcmp(input, "-") || !strcmp(input, "/dev/stdin") ||
           (!stat(input, &info) && S_ISFIFO(info.st_mode));
}

int stdin_file_make(const char *input, char path[STDIN_FILE_PATH])
{
    const int is_stdin = !strcmp(input, "-") || !strcmp(input, "/dev/stdin");
    const int from = is_stdin ? STDIN_FILENO : open(input, O_RDONLY | O_CLOEXEC);
    const char *folder = getenv("TMPDIR");
    const int n = snprintf(path, STDIN_FILE_PATH, "%s/adrop-stdin-XXXXXX",
                           folder && *folder ? folder : "/tmp");

    if (from >= 0 && n >= STDIN_FILE_PATH)
        errno = ENAMETOOLONG;
    const int fd = from < 0 || n >= STDIN_FILE_PATH ? -1 : mkstemp(path);
    if (fd < 0) {
        if (from >= 0 && !is_stdin)
            close(from);
        return -1;
    }
    const int failed = stdin_file_copy(from, fd);
    const int why = errno;
    if (!is_stdin)
        close(from);
    if (close(fd) || failed) {
        unlink(path);
        errno = failed ? why : errno;
        return -1;
    }
    return 0;
}
