/* Getting a data set over the network.
 *
 *     adrop_get_opts opts;
 *     adrop_get_result result;
 *
 *     adrop_get_opts_init(&opts);
 *     opts.name = "mnist";
 *     opts.data_dir = "data";
 *     adrop_data_get(ctx, &opts, NULL, &result);     // into data/mnist
 *
 * Files come from the place their authors name, or from another that is given, and a
 * file is put into place only if its MD5 or SHA-256 is the published one. What was got
 * of a file is kept beside it as NAME.part, and the next call resumes from there.
 *
 * Connections are HTTPS with the server's certificate checked. Plain HTTP is accepted
 * for this machine alone: 127.0.0.1, [::1], localhost. At most five redirects are
 * followed, each under the same rule, and never from HTTPS to HTTP.
 *
 * The memory that libcurl takes does not come from the context's allocator, and its
 * cookies, .netrc files and proxy variables are left alone. */
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
    const char *data_dir;   /* the folder of known sets; made if it is not there */
    const char *source;     /* URL of a folder with the same files; NULL: the official */
    const char *proxy;      /* for HTTPS, as libcurl names them; NULL: none */
    const char *no_proxy;   /* hosts that are reached without it, by comma; NULL: none */
    double connect_seconds; /* to reach a server within; 30 */
    double stall_seconds;   /* after which a server that sends nothing is given up; 60 */
} adrop_get_opts;

ADROP_API void adrop_get_opts_init_sized(adrop_get_opts *opts, size_t size);
#define adrop_get_opts_init(opts) adrop_get_opts_init_sized((opts), sizeof *(opts))
/* Its option table (option.h): the seconds. The texts are no rows; name must be given. */
ADROP_API const adrop_option *adrop_get_options(void);

/* How far it is. */
typedef struct adrop_get_progress {
    const char *file;          /* the name of the one that comes */
    size_t index, files;       /* its number from 1 on, of so many */
    uint64_t bytes, all_bytes; /* of all files, those that were there too */
    double bytes_per_second;   /* of this call; 0 at the start */
    double seconds_left;       /* an estimate; NaN at the start */
} adrop_get_progress;

/* A file that is in place. */
typedef struct adrop_get_file {
    const char *path, *url;
    const char *sum; /* 32 digits: MD5; 64: SHA-256 */
    uint64_t bytes;
    int fetched; /* 0: it was there already */
} adrop_get_file;

/* All may be NULL. progress and stop are called while bytes come, once a second at
 * least; stop not 0 ends the call with ADROP_EINTR, and what came is kept. */
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
    size_t files, fetched; /* in place now; of these, got by this call */
    uint64_t bytes;        /* that came over the network */
    double seconds;
    int interrupted; /* stop said so: ADROP_EINTR */
} adrop_get_result;

/* Get the files of a set to where it is looked for. Files that are there and as published
 * are left alone; one that differs is never replaced.
 *
 * ADROP_EINTR when stop said so: the same call goes on from there. ADROP_ENOENT for a name that
 * is not known, or a set without a published checksum or
 * with terms of its own (the message says where to find it), ADROP_EINVAL for a source
 * that is neither HTTPS nor this machine, ADROP_EEXIST if the set is there in another
 * form or another program is getting it, ADROP_EFORMAT for a file, in place or got, that
 * is not the published one, ADROP_ENETWORK for what keeps a file from coming, ADROP_EDISK
 * if there is no room, ADROP_EIO for other troubles with files. */
ADROP_API adrop_status adrop_data_get_sized(adrop_ctx *ctx, const adrop_get_opts *opts,
                                            const adrop_get_hooks *hooks, adrop_get_result *result,
                                            size_t size);
#define adrop_data_get(ctx, opts, hooks, result)                                                   \
  adrop_data_get_sized((ctx), (opts), (hooks), (result), sizeof *(result))

ADROP_END_DECLS

#endif
