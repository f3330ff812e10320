/* The context holds the allocator, the log function, the number of threads, the kernel set, and the
 * message of the last failure.
 *
 * Every object is made in a context and must be freed before it. Two contexts share nothing, so two
 * threads may each use one without locks. A context and its objects belong to one thread at a time.
 *
 * The library prints nothing, never exits and keeps no state outside its contexts except what forks
 * and passes need (below). It reads one environment variable, OMP_NUM_THREADS (threads, below). The
 * libraries beneath it read their own: OpenMP its OMP_ and GOMP_, oneDNN its DNNL_ and ONEDNN_.
 *
 * While a network computes, signals other than faults (SIGSEGV, ..) are blocked in the calling
 * thread and its OpenMP threads. Handlers run when the pass has ended, because oneDNN uses the
 * stack pointer in a way that a handler's frame would break.
 *
 * fork. A process may fork at any time. The child may use the contexts and objects of the forking
 * thread: they give the same bits as in the parent, on as many threads. Objects that another thread
 * was using at that moment must not be used in the child. To make this work, the library keeps a
 * marker for each thread that ran OpenMP threads (and, during a pass, their maximum number), and a
 * lock. Before a fork it ends the forking thread's OpenMP threads in both processes, which later
 * start again (about a millisecond), and it waits for networks that other threads are creating. The
 * library does not manage a pool that a program's own OpenMP loops created in a thread that never
 * used the library: a child that inherits one hangs in any OpenMP loop of gcc's runtime, unless the
 * parent called omp_pause_resource_all(omp_pause_hard) before the fork. Ranks of a job
 * (adrop/comm.h) must not fork.
 *
 * Structs in these headers. The caller of a function that takes a struct passes its size, so a
 * program and a library of different versions work together:
 *
 *   settings, which the program fills and the library reads, begin with `size`. Initialise them
 *   with their _init call: it writes the defaults and the size. Members that an older program
 *   does not have keep their defaults; members that this library does not know must be zero
 *   (ADROP_EINVAL otherwise). A copy of such a struct keeps the size of the original.
 *
 *   results, which the library fills: the calls that fill them are macros. They pass the size of
 *   the pointed-to struct to the function of the same name with _sized appended. The pointer must
 *   have the struct's type; it is evaluated once, and must not be NULL.
 *
 *   structs passed to hooks by const pointer belong to the library, which may append members.
 *
 * All of them grow only at the end. Small structs that are documented as fixed never grow.
 *
 * Settings out of range return ADROP_EINVAL before anything is done: every member is checked
 * against the struct's option table (option.h).
 *
 * Arrays. A required array that is NULL returns ADROP_EINVAL, unless the call says that it may be
 * NULL; a call without a status then does nothing. After a failure, output arrays are unchanged,
 * unless the call says otherwise.
 *
 * Indices out of range. A listing, `int adrop_x_at(i, &info)`, returns 1, or 0 with info zeroed
 * past its last entry. Other calls return NULL for a text or pointer, NaN for a real number, and
 * ADROP_EINVAL with a message for a status. */
#ifndef ADROP_CONTEXT_H
#define ADROP_CONTEXT_H

#include <stddef.h>
#include <stdint.h>

#include "adrop/export.h"
#include "adrop/status.h"

ADROP_BEGIN_DECLS

typedef struct adrop_ctx adrop_ctx;

/* The library itself allocates all memory with this pair; a fixed struct. The libraries beneath it
 * use the C library instead: oneDNN's primitives and OpenMP's threads in training; libyaml,
 * Jansson, libarchive, the image decoders and libcurl for files (with a small resnet18, oneDNN
 * takes about 2 MB).
 *
 * allocate  returns `size` bytes aligned to 64, or NULL; size is never 0.
 * release   frees what allocate returned; never called with NULL. */
typedef struct adrop_allocator {
    void *(*allocate)(void *user, size_t size);
    void (*release)(void *user, void *memory);
    void *user;
} adrop_allocator;

typedef enum adrop_log_level {
    ADROP_LOG_DEBUG,
    ADROP_LOG_INFO,
    ADROP_LOG_WARNING,
} adrop_log_level;

/* One line of text without its newline; valid only during the call. */
typedef void adrop_log_fn(void *user, adrop_log_level level, const char *line);

/* Instruction sets with kernels. All give the same masks, bit for bit; they differ only in
 * speed. */
typedef enum adrop_isa {
    ADROP_ISA_AUTO, /* the best that this CPU supports */
    ADROP_ISA_BASELINE,
    ADROP_ISA_AVX2,
    ADROP_ISA_AVX512,
} adrop_isa;

typedef struct adrop_ctx_opts {
    size_t size;               /* sizeof(adrop_ctx_opts), set by adrop_ctx_opts_init */
    adrop_allocator allocator; /* both NULL: the C library's */
    adrop_log_fn *log;         /* NULL: silent */
    void *log_user;
    int threads; /* at most 4096; 0: the minimum of the processors available to the process, its
                    control groups' CPU quota, and OMP_NUM_THREADS; runs (adrop_train) then use
                    fewer where a step is small. Passes without gradients do so for any number */
    adrop_isa isa;
} adrop_ctx_opts;

/* Set every member to 0: the defaults. */
ADROP_API void adrop_ctx_opts_init_sized(adrop_ctx_opts *opts, size_t size);
#define adrop_ctx_opts_init(opts) adrop_ctx_opts_init_sized((opts), sizeof *(opts))

/* Its option table (option.h): threads and isa. allocator, log and log_user have no rows. */
ADROP_API const struct adrop_option *adrop_ctx_options(void);

/* opts may be NULL for the defaults. ADROP_EINVAL if threads or isa is out of range, if only one
 * allocator function is set, or if the CPU lacks the instruction set. ADROP_ENOMEM if more threads
 * than processors were requested and cannot be started. *out is NULL after any failure. */
ADROP_API adrop_status adrop_ctx_create(const adrop_ctx_opts *opts, adrop_ctx **out);

/* NULL is fine. */
ADROP_API void adrop_ctx_free(adrop_ctx *ctx);

/* Free memory that a call returned, where that call says so. NULL is fine. */
ADROP_API void adrop_free(adrop_ctx *ctx, void *memory);

/* The message of the last failure in this context, or "". It lives until the next failure or the
 * end of the context. */
ADROP_API const char *adrop_ctx_message(const adrop_ctx *ctx);

/* "avx512", "avx2" or "baseline": the kernel set of this context. */
ADROP_API const char *adrop_ctx_isa_name(const adrop_ctx *ctx);

/* How many threads the context's loops use. Masks and predictions do not depend on it; training
 * does, in the last bits. */
ADROP_API int adrop_ctx_threads(const adrop_ctx *ctx);

/* Bytes of data sets read and decompressed in this context so far. Unlike all other calls, it may
 * be made by another thread at any time, to show progress. */
ADROP_API uint64_t adrop_ctx_bytes_read(const adrop_ctx *ctx);

/* How many instruction sets this CPU supports: the first `count` of BASELINE, AVX2, AVX512. */
ADROP_API int adrop_isa_count(void);

ADROP_END_DECLS

#endif
