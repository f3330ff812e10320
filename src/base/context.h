/* The inside of a context, and how the library's files use it: fail, log, ask
 * which kernels to run. */
#ifndef AD_BASE_CONTEXT_H
#define AD_BASE_CONTEXT_H

#include <stdatomic.h>
#include <stdint.h>

#include "adrop/context.h"
#include "adrop/number.h"
#include "base/kernel.h"
#include "base/lab.h"

#define AD_MESSAGE_SIZE 1024

enum { AD_MOST_THREADS = 4096 }; /* of a context */

/* A text that is kept (base/keep.h). */
typedef struct ad_kept ad_kept;

/* Techniques from outside (technique/plugin.h). */
typedef struct ad_techniques ad_techniques;

/* Seeds and mappings from outside (dist/pairs.h). */
typedef struct ad_pairs ad_pairs;

struct adrop_ctx {
    adrop_allocator allocator;
    adrop_log_fn *log; /* NULL: silent */
    void *log_user;
    int threads;
    int threads_given;           /* asked for, not by the machine */
    ad_kernel_set kernels;       /* the float kernels this CPU runs best */
    struct adrop_comm *comm;     /* the ranks of a job (adrop/comm.h); NULL: alone */
    _Atomic uint64_t bytes_read; /* of data, so far; several threads add */
    _Atomic(ad_kept *) kept;     /* owned: texts; several threads add */
    ad_techniques *techniques;   /* owned; NULL: none */
    void (*release_techniques)(adrop_ctx *ctx);
    ad_pairs *pairs; /* owned; NULL: none */
    void (*release_pairs)(adrop_ctx *ctx);
    char message[AD_MESSAGE_SIZE];
};

/* Keep the sentence and return the status, so that a failure is one line:
 *     return ad_fail(ctx, ADROP_ESHAPE, "input has %zu units, expected %zu", n, m);
 * Numbers with a fraction go through AD_NUM, for %g follows the locale. */
AD_LAB __attribute__((format(printf, 3, 4))) adrop_status
ad_fail(adrop_ctx *ctx, adrop_status status, const char *format, ...);

AD_LAB __attribute__((format(printf, 3, 4))) void ad_log(adrop_ctx *ctx, adrop_log_level level,
                                                         const char *format, ...);

/* Count bytes of data that were read, on any thread. */
AD_LAB void ad_ctx_count_read(adrop_ctx *ctx, uint64_t bytes);

/* A double as text that lives until the end of the enclosing block. */
#define AD_NUM(x) adrop_number_text((char[ADROP_NUMBER_SIZE]){ 0 }, (x))

#endif
