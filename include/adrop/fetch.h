/* Downloading data sets.
 *
 *     adrop_get_opts opts;
 *     adrop_get_result result;
 *
 *     adrop_get_opts_init(&opts);
 *     opts.name = "mnist";
 *     opts.data_dir = "data";
 *     adrop_data_get(ctx, &opts, NULL, &result);     // into data/mnist
 *
 * Files come from their authors' site, or from a mirror if one is given. A file is installed only
 * if its MD5 or SHA-256 is the published one. A partial download stays beside it as NAME.part, and
 * the next call resumes it.
 *
 * Connections use HTTPS with certificate checks. Plain HTTP is accepted only for this machine:
 * 127.0.0.1, [::1], localhost. At most five redirects are followed, each under the same rule, and
 * never from HTTPS to HTTP.
 *
 * libcurl does not use the context's allocator. Its cookies, .netrc files and proxy variables are
 * ignored. */
#ifndef ADROP_FETCH_H
#define ADROP_FETCH_H

#include <stddef.h>
#include <stdint.h>

#include "adrop/context.h"
#include "adrop/export.h"
#include "adrop/option.h"
#include "adrop/status.h"

ADROP_BEGIN_DECLS

typedef struct adrop_get_opts {
    size_t size;            /* sizeof(adrop_get_opts), set by adrop_get_opts_init */
    const char *name;       /* of a known set (adrop_known_data_at) */
    const char *data_dir;   /* the folder of known sets; created if missing */
    const char *source;     /* URL of a folder with the same files; NULL: the official site */
    const char *proxy;      /* for HTTPS, in libcurl's syntax; NULL: none */
    const char *no_proxy;   /* hosts to reach without the proxy, comma-separated; NULL: none */
    double connect_seconds; /* timeout for connecting; 30 */
    double stall_seconds;   /* timeout while a server sends nothing; 60 */
} adrop_get_opts;

ADROP_API void adrop_get_opts_init_sized(adrop_get_opts *opts, size_t size);
#define adrop_get_opts_init(opts) adrop_get_opts_init_sized((opts), sizeof *(opts))
/* Its option table (option.h): the timeouts. The texts have no rows; name must be given. */
ADROP_API const adrop_option *adrop_get_options(void);

/* Progress of a download. */
typedef struct adrop_get_progress {
    const char *file;          /* the name of the current file */
    size_t index, files;       /* its number, from 1, and the number of files */
    uint64_t bytes, all_bytes; /* done and total, of all files, including those already present */
    double bytes_per_second;   /* during this call; 0 at the start */
    double seconds_left;       /* an estimate; NaN at the start */
} adrop_get_progress;

/* A file in place. */
typedef struct adrop_get_file {
    const char *path, *url;
    const char *sum; /* 32 digits: MD5; 64: SHA-256 */
    uint64_t bytes;
    int fetched; /* 0: it was already present */
} adrop_get_file;

/* Members may be NULL. progress and stop are called during the transfer, at least once a second. If
 * stop returns nonzero, the call ends with ADROP_EINTR and keeps what was received. */
typedef struct adrop_get_hooks {
    size_t size; /* sizeof(adrop_get_hooks) */
    void *user;
    void (*progress)(void *user, const adrop_get_progress *p);
    void (*file)(void *user, const adrop_get_file *file);
    int (*stop)(void *user);
} adrop_get_hooks;

ADROP_API void adrop_get_hooks_init_sized(adrop_get_hooks *hooks, size_t size);
#define adrop_get_hooks_init(hooks) adrop_get_hooks_init_sized((hooks), sizeof *(hooks))

typedef struct adrop_get_result {
    size_t files, fetched; /* files in place now, and those downloaded by this call */
    uint64_t bytes;        /* received over the network */
    double seconds;
    int interrupted; /* stop ended the call: ADROP_EINTR */
} adrop_get_result;

/* Download the files of a set to the place where it is searched for. Files that are present and as
 * published are kept; a file that differs is never replaced.
 *
 * ADROP_EINTR if stop ended it: the same call resumes. ADROP_ENOENT for an unknown name, or a set
 * without a published checksum or with terms of its own (the message says where to find it).
 * ADROP_EINVAL for a source that is neither HTTPS nor this machine. ADROP_EEXIST if the set is
 * present in another form, or another program is downloading it. ADROP_EFORMAT for a file, present
 * or downloaded, that is not the published one. ADROP_ENETWORK if a transfer fails, ADROP_EDISK if
 * the disk is full, ADROP_EIO for other file errors. */
ADROP_API adrop_status adrop_data_get_sized(adrop_ctx *ctx, const adrop_get_opts *opts,
                                            const adrop_get_hooks *hooks, adrop_get_result *result,
                                            size_t size);
#define adrop_data_get(ctx, opts, hooks, result)                                                   \
  adrop_data_get_sized((ctx), (opts), (hooks), (result), sizeof *(result))

ADROP_END_DECLS

#endif
