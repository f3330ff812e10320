/* A file over HTTP into an open one: the only place that uses libcurl.
 *
 *     who       https, or http on a loopback address; redirects are followed here, not by
 *               libcurl, so that each is judged by the same rule
 *     how much  an answer that says another length than the published one is refused
 *               before a byte is written, one that says none when it grows beyond
 *     how long  a time to connect, and a time without bytes
 *     resuming  asked for bytes from `have` on, a server may send those (206), or all of
 *               them (200), which are then written from the start */
#ifndef AD_DATA_FETCH_H
#define AD_DATA_FETCH_H

#include <stdint.h>

#include "adrop/context.h"

enum { AD_MAX_REDIRECTS = 5, AD_URL_SIZE = 2048 };

/* How far it is. */
typedef struct ad_fetched {
    uint64_t have; /* bytes in the file */
    uint64_t came; /* over the network */
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

/* ADROP_EINVAL for a text that is no URL, or one that is neither https nor loopback. */
adrop_status ad_fetch_check(adrop_ctx *ctx, const char *url);

/* Write what is missing of the file behind at->have. It has fewer than size bytes
 * afterwards only if this failed or was stopped: ADROP_ENETWORK, ADROP_EDISK, ADROP_EIO,
 * ADROP_ENOMEM, or ADROP_EFORMAT for what cannot be the published file; it is empty then
 * if bytes of that were written. */
adrop_status ad_fetch_run(adrop_ctx *ctx, const ad_fetch *f, int fd, ad_fetched *at);

#endif
