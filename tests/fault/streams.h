/* For the preloaded libraries: streams on the descriptors they watch. The C library's own streams
 * bypass the libraries' write(), so fdopen returns a stream that uses their write() and close(),
 * and fileno knows its descriptor. The including file defines `stream_is_ours(fd)`. */
#ifndef ADROP_TESTS_FAULT_STREAMS_H
#define ADROP_TESTS_FAULT_STREAMS_H

#include <dlfcn.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

enum { MOST_STREAMS = 64 };

static int stream_is_ours(int fd);

static struct {
    FILE *stream;
    int fd;
} streams[MOST_STREAMS];

/* All of it, as long as nothing fails: a stream reports a short count as a failure. */
static ssize_t stream_write(void *cookie, const char *from, size_t n)
{
    size_t done = 0;

    while (done < n) {
        const ssize_t k = write((int)(intptr_t)cookie, from + done, n - done);
        if (k < 0 && errno != EINTR)
            return 0;
        done += k > 0 ? (size_t)k : 0;
    }
    return (ssize_t)done;
}

static int stream_close(void *cookie)
{
    for (int i = 0; i < MOST_STREAMS; i++)
        if (streams[i].stream && streams[i].fd == (int)(intptr_t)cookie)
            streams[i].stream = NULL;
    return close((int)(intptr_t)cookie);
}

FILE *fdopen(int fd, const char *mode)
{
    const cookie_io_functions_t calls = { .write = stream_write, .close = stream_close };
    int i = 0;

    if (!stream_is_ours(fd))
        return ((FILE * (*)(int, const char *)) dlsym(RTLD_NEXT, "fdopen"))(fd, mode);
    while (i < MOST_STREAMS && streams[i].stream)
        i++;
    FILE *stream = i < MOST_STREAMS ? fopencookie((void *)(intptr_t)fd, mode, calls) : NULL;
    if (stream) {
        streams[i].stream = stream;
        streams[i].fd = fd;
    }
    return stream;
}

int fileno(FILE *stream)
{
    for (int i = 0; i < MOST_STREAMS; i++)
        if (streams[i].stream == stream)
            return streams[i].fd;
    return ((int (*)(FILE *))dlsym(RTLD_NEXT, "fileno"))(stream);
}

#endif
