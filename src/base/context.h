/* The inside of a context, and its use by the library: failures, logging, the kernel set. */
#ifndef AD_BASE_CONTEXT_H
#define AD_BASE_CONTEXT_H

#include <stdatomic.h>
#include <stdint.h>

#include "adrop/context.h"
#include "adrop/number.h"
#include "base/kernel.h"
#include "base/lab.h"

#define AD_MESSAGE_SIZE 1024

enum { AD_MOST_THREADS = 4096 }; /* per context */

/* A text that is kept (base/keep.h). */
typedef struct ad_kept ad_kept;

/* Registered techniques (technique/plugin.h). */
typedef struct ad_techniques ad_techniques;

/* Registered seeds and mappings (dist/pairs.h). */
typedef struct ad_pairs ad_pairs;

struct adrop_ctx {
    adrop_allocator allocator;
    adrop_log_fn *log; /* NULL: silent */
    void *log_user;
    int threads;
    int threads_given;           /* set by the caller, not derived from the machine */
    ad_kernel_set kernels;       /* the best float kernels for this CPU */
    struct adrop_comm *comm;     /* the ranks of a job (adrop/comm.h); NULL: alone */
    _Atomic uint64_t bytes_read; /* of data, so far; several threads add to it */
    _Atomic(ad_kept *) kept;     /* owned: texts; several threads add to it */
    ad_techniques *techniques;   /* owned; NULL: none */
    void (*release_techniques)(adrop_ctx *ctx);
    ad_pairs *pairs; /* owned; NULL: none */
    void (*release_pairs)(adrop_ctx *ctx);
    char message[AD_MESSAGE_SIZE];
};

/* Store the message and return the status, so a failure is one line:
 *     return ad_fail(ctx, ADROP_ESHAPE, "input has %zu units, expected %zu", n, m);
 * Format fractions with AD_NUM, because %g depends on the locale. */
AD_LAB __attribute__((format(printf, 3, 4))) adrop_status
ad_fail(adrop_ctx *ctx, adrop_status status, const char *format, ...);

AD_LAB __attribute__((format(printf, 3, 4))) void ad_log(adrop_ctx *ctx, adrop_log_level level,
                                                         const char *format, ...);

/* Count bytes of data read, on any thread. */
AD_LAB void ad_ctx_count_read(adrop_ctx *ctx, uint64_t bytes);

/* A double as text that lives until the end of the enclosing block. */
#define AD_NUM(x) adrop_number_text((char[ADROP_NUMBER_SIZE]){ 0 }, (x))

#endif
