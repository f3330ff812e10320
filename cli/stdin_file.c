/* Standard input as a file (stdin_file.h): formats are recognised by looking at a file twice. */
#include "stdin_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { PIECE = 8192 };

static int copy(int to)
{
    char piece[PIECE];
    ssize_t n;

    while ((n = read(STDIN_FILENO, piece, sizeof piece)) != 0) {
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

int stdin_file_make(char path[ADROP_TEXT_SIZE])
{
    const char *folder = getenv("TMPDIR");
    const int n = snprintf(path, ADROP_TEXT_SIZE, "%s/adrop-stdin-XXXXXX",
                           folder && *folder ? folder : "/tmp");

    if (n >= ADROP_TEXT_SIZE) {
        errno = ENAMETOOLONG;
        return -1;
    }
    const int fd = mkstemp(path);
    if (fd < 0)
        return -1;
    const int failed = copy(fd);
    const int why = errno;
    if (close(fd) || failed) {
        unlink(path);
        errno = failed ? why : errno;
        return -1;
    }
    return 0;
}
