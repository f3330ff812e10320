/* A small HTTP server on 127.0.0.1, in a thread of the test: one connection at a time, one request
 * per connection. A table row gives its answer to a path. */
#ifndef ADROP_TESTS_DATA_SERVER_H
#define ADROP_TESTS_DATA_SERVER_H

#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "check.h"

typedef struct {
    const char *path;
    const char *data; /* (size), what is served */
    size_t size;
    int ignores_range;    /* answers 200 with everything */
    int chunked;          /* says no length */
    size_t cut;           /* closes after so many bytes of a body; 0: never */
    int stalls;           /* keeps the connection open at the cut */
    int code;             /* an answer without a body in place of data */
    const char *location; /* with it */
    const char *range;    /* Content-Range in place of the right one */
} server_row;

static struct {
    const server_row *rows; /* ended by one without a path */
    int listening, port;
    pthread_t thread;
    atomic_int requests, ranges; /* seen; of these, with a Range */
    atomic_int go_on;            /* ends a stall */
} server;

static inline void server_send(int fd, const char *data, size_t size)
{
    while (size) {
        const ssize_t put = send(fd, data, size, MSG_NOSIGNAL);
        if (put <= 0)
            return;
        data += put;
        size -= (size_t)put;
    }
}

/* The body in pieces, each with its length before it if chunked. */
static inline void server_body(int fd, const server_row *row, size_t first)
{
    enum { PIECE = 1000 };
    const size_t end = row->cut && first + row->cut < row->size ? first + row->cut : row->size;
    char line[32];

    for (size_t at = first; at < end; at += PIECE) {
        const size_t n = end - at < PIECE ? end - at : PIECE;
        snprintf(line, sizeof line, "%zx\r\n", n);
        if (row->chunked)
            server_send(fd, line, strlen(line));
        server_send(fd, row->data + at, n);
        if (row->chunked)
            server_send(fd, "\r\n", 2);
    }
    if (row->chunked && end == row->size)
        server_send(fd, "0\r\n\r\n", 5);
    while (row->stalls && !server.go_on)
        nanosleep(&(struct timespec){ .tv_nsec = 10000000 }, NULL);
}

static inline void server_answer(int fd, const char *request)
{
    char path[256] = "", head[1024], range[128] = "";
    const char *asked = strstr(request, "Range: bytes=");
    const server_row *row = server.rows;

    sscanf(request, "GET %255s", path);
    while (row->path && strcmp(row->path, path))
        row++;
    server.requests++;
    server.ranges += asked != NULL;
    size_t first = asked && !row->ignores_range ? strtoull(asked + 13, NULL, 10) : 0;
    int code = !row->path ? 404 : row->code ? row->code : first ? 206 : 200;
    if (code == 206 && first >= row->size)
        code = 416;
    if (code == 206)
        snprintf(range, sizeof range, "Content-Range: bytes %zu-%zu/%zu\r\n", first, row->size - 1,
                 row->size);
    if (code == 206 && row->range)
        snprintf(range, sizeof range, "Content-Range: %s\r\n", row->range);
    const int sends = code == 200 || code == 206;
    snprintf(head, sizeof head, "HTTP/1.1 %d x\r\nConnection: close\r\n%s%s%s%s", code, range,
             row->location ? "Location: " : "", row->location ? row->location : "",
             row->location ? "\r\n" : "");
    server_send(fd, head, strlen(head));
    if (row->chunked && sends)
        snprintf(head, sizeof head, "Transfer-Encoding: chunked\r\n\r\n");
    else
        snprintf(head, sizeof head, "Content-Length: %zu\r\n\r\n", sends ? row->size - first : 0);
    server_send(fd, head, strlen(head));
    if (sends)
        server_body(fd, row, first);
}

static inline void *server_loop(void *unused)
{
    for (int fd; (fd = accept(server.listening, NULL, NULL)) >= 0; close(fd)) {
        char request[4096];
        size_t n = 0;
        for (ssize_t got = 1; got > 0 && n < sizeof request - 1; n += (size_t)got) {
            got = recv(fd, request + n, sizeof request - 1 - n, 0);
            if (got <= 0)
                break;
            request[n + (size_t)got] = 0;
            if (request[0] != 'G') /* TLS */
                break;
            if (strstr(request, "\r\n\r\n")) {
                server_answer(fd, request);
                break;
            }
        }
        shutdown(fd, SHUT_WR);
    }
    return unused;
}

static inline void server_begin(const server_row *rows)
{
    struct sockaddr_in address = { .sin_family = AF_INET,
                                   .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    socklen_t size = sizeof address;

    server.rows = rows;
    server.listening = socket(AF_INET, SOCK_STREAM, 0);
    CHECK_EQ(bind(server.listening, (struct sockaddr *)&address, size), 0);
    CHECK_EQ(listen(server.listening, 8), 0);
    CHECK_EQ(getsockname(server.listening, (struct sockaddr *)&address, &size), 0);
    server.port = ntohs(address.sin_port);
    CHECK_EQ(pthread_create(&server.thread, NULL, server_loop, NULL), 0);
}

static inline void server_end(void)
{
    server.go_on = 1;
    shutdown(server.listening, SHUT_RDWR);
    pthread_join(server.thread, NULL);
    close(server.listening);
}

#endif
