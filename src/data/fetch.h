/* Downloading over HTTP into an open file: the only place that uses libcurl.
 *
 *     URLs      https, or http on a loopback address; redirects are followed here, not by
 *               libcurl, so that each obeys the same rule
 *     length    an answer whose length differs from the published one is refused before a
 *               byte is written; an answer without a length, once it grows beyond
 *     time      a limit to connect, and a limit without bytes
 *     resuming  asked for bytes from `have` on, a server may send those (206), or all of
 *               them (200), which are then written from the start */
#ifndef AD_DATA_FETCH_H
#define AD_DATA_FETCH_H

#include <stdint.h>

#include "adrop/context.h"

enum { AD_MAX_REDIRECTS = 5, AD_URL_SIZE = 2048 };

/* Progress. */
typedef struct ad_fetched {
    uint64_t have; /* bytes in the file */
    uint64_t came; /* bytes over the network */
    int stopped;   /* by watch */
} ad_fetched;

typedef struct ad_fetch {
    const char *url;
    const char *path;             /* of the open file, for messages */
    uint64_t size;                /* of the whole file, as published */
    const char *proxy, *no_proxy; /* for https; NULL: none */
    double connect_seconds, stall_seconds;
    void *user;
    int (*watch)(void *user, const ad_fetched *at); /* not 0: stop; may be NULL */
} ad_fetch;

/* ADROP_EINVAL if it is not a URL, or neither https nor loopback. */
adrop_status ad_fetch_check(adrop_ctx *ctx, const char *url);

/* Download the bytes after at->have. The file is shorter than size afterwards only after a
 * stop or a failure: ADROP_ENETWORK, ADROP_EDISK, ADROP_EIO, ADROP_ENOMEM, or ADROP_EFORMAT
 * if this cannot be the published file, which is emptied then if wrong bytes were written. */
adrop_status ad_fetch_run(adrop_ctx *ctx, const ad_fetch *f, int fd, ad_fetched *at);

#endif
