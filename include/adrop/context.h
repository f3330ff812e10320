/* The context: who allocates, who is told, how many threads, which kernels, and
 * the sentence that explains the last failure.
 *
 * Every object is made in a context and must be freed before it. Two contexts
 * share nothing, so two threads may each use one without locks; one context
 * (and the objects made in it) belongs to one thread at a time.
 *
 * The library prints nothing, never exits and keeps no state outside its contexts but what a fork
 * and a pass need (below). Of the environment it reads OMP_NUM_THREADS alone (threads, below); the
 * libraries beneath it read variables of their own: OpenMP its OMP_ and GOMP_, oneDNN its DNNL_ and
 * ONEDNN_.
 *
 * While a network computes, signals are held back in the calling thread and in the OpenMP threads
 * that help it (but SIGSEGV and others of faults): handlers run when the pass has ended, for oneDNN
 * keeps the stack pointer where a handler's frame would do harm.
 *
 * fork. A process may fork at any time, and the child may use the contexts and objects that
 * belonged to the forking thread: they give the bits that they would have given in the parent, on
 * as many threads. Those that another thread was using at that moment are of no use in the child.
 * For this the library keeps a mark of each thread that had OpenMP threads work for it (and, while
 * a pass runs, how many may), and a lock; before a fork it lets the forking thread's OpenMP
 * threads go, in both processes, to be made anew (about a millisecond), and waits for networks
 * that other threads are making. A pool that a program's own OpenMP loops made in a thread that
 * never used the library is the program's: a child that inherits one hangs in any OpenMP loop of
 * gcc's runtime, unless the parent has called omp_pause_resource_all(omp_pause_hard) before the
 * fork. Ranks of a job (adrop/comm.h) must not fork.
 *
 * Structs in these headers. Whoever provides the memory of a struct says how large it is, so that
 * a program and a library of different versions go together:
 *
 *   settings, which the program fills and the library reads, begin with `size`. Start them with
 *   their _init call: it writes the defaults and the size. What a program made for an older
 *   library has no member for keeps its default; a member that this library does not know must
 *   be zero (ADROP_EINVAL otherwise). A copy of such a struct keeps the size of the original.
 *
 *   results, which the library fills: the calls that fill them are macros that pass the size of
 *   what the pointer points to, to the function of the same name with _sized behind it. The
 *   pointer must have the struct's type; it is evaluated once, and is never NULL.
 *
 *   what hooks receive by const pointer belongs to the library, which may append members.
 *
 * All of them grow at the end only. Small ones that are stated to be fixed never grow.
 *
 * Settings out of range are ADROP_EINVAL before anything is done: every member is looked at, by
 * the struct's option table (option.h).
 *
 * Arrays. One that is NULL, though it is to have values, is ADROP_EINVAL unless the call says that
 * it may be; a call without a status then does nothing. After a failure the arrays that a call
 * writes to hold what they held before, unless it says otherwise.
 *
 * Numbers out of range. A listing, `int adrop_x_at(i, &info)`, returns 1, or 0 with info zeroed
 * past its last entry; a call that returns a text or pointer then returns NULL, one that returns
 * a real number NaN, and one that returns a status ADROP_EINVAL with a sentence. */
#ifndef ADROP_CONTEXT_H
#define ADROP_CONTEXT_H

#include <stddef.h>
#include <stdint.h>

#include "adrop/export.h"
#include "adrop/status.h"

ADROP_BEGIN_DECLS

typedef struct adrop_ctx adrop_ctx;

/* Every byte that the library itself takes comes from this pair; a fixed struct. The libraries it
 * is built on do not know of it: oneDNN's primitives and OpenMP's threads in training, libyaml,
 * Jansson, libarchive, the image decoders and libcurl around files take theirs from the C library
 * (a small resnet18 makes oneDNN take about 2 MB).
 *
 * allocate  returns `size` bytes aligned to 64, or NULL; size is never 0.
 * release   takes back what allocate returned; never called with NULL. */
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

/* One line of text without its newline; valid during the call only. */
typedef void adrop_log_fn(void *user, adrop_log_level level, const char *line);

/* Instruction sets for which kernels are built. All of them give the same masks, bit for bit;
 * they differ in speed alone. */
typedef enum adrop_isa {
    ADROP_ISA_AUTO, /* the best this CPU has */
    ADROP_ISA_BASELINE,
    ADROP_ISA_AVX2,
    ADROP_ISA_AVX512,
} adrop_isa;

typedef struct adrop_ctx_opts {
    size_t size;               /* sizeof(adrop_ctx_opts), set by adrop_ctx_opts_init */
    adrop_allocator allocator; /* both NULL: the C library's */
    adrop_log_fn *log;         /* NULL: silent */
    void *log_user;
    int threads; /* at most 4096; 0: the least of the processors that the process may use, those
                    that its control groups' quota is enough for, and OMP_NUM_THREADS; runs
                    (adrop_train) use fewer where a step is small, and so do passes
                    without gradients, for any number */
    adrop_isa isa;
} adrop_ctx_opts;

/* Every member 0: the defaults. */
ADROP_API void adrop_ctx_opts_init_sized(adrop_ctx_opts *opts, size_t size);
#define adrop_ctx_opts_init(opts) adrop_ctx_opts_init_sized((opts), sizeof *(opts))

/* Its option table (option.h): threads and isa. The allocator, log and log_user are no rows. */
ADROP_API const struct adrop_option *adrop_ctx_options(void);

/* opts may be NULL for the defaults. ADROP_EINVAL if threads or isa is out of range, one of
 * the two allocator functions is missing, or the CPU lacks the instruction set;
 * ADROP_ENOMEM if more threads than processors were asked for and cannot be started;
 * *out is NULL after any failure. */
ADROP_API adrop_status adrop_ctx_create(const adrop_ctx_opts *opts, adrop_ctx **out);

/* NULL is fine. */
ADROP_API void adrop_ctx_free(adrop_ctx *ctx);

/* Give back memory that a call has handed over, and says that it is freed so. NULL is fine. */
ADROP_API void adrop_free(adrop_ctx *ctx, void *memory);

/* The sentence for the last failure in this context, "" if there was none. It
 * lives until the next failure or the end of the context. */
ADROP_API const char *adrop_ctx_message(const adrop_ctx *ctx);

/* "avx512", "avx2" or "baseline": the kernels this context runs. */
ADROP_API const char *adrop_ctx_isa_name(const adrop_ctx *ctx);

/* How many threads the context's loops use. Masks and predictions do not depend on it;
 * training does, in the last bits. */
ADROP_API int adrop_ctx_threads(const adrop_ctx *ctx);

/* Bytes of data sets that were read and expanded in this context so far. Unlike all other calls
 * it may be made by another thread at any time, to show how far a long reading is. */
ADROP_API uint64_t adrop_ctx_bytes_read(const adrop_ctx *ctx);

/* How many instruction sets this CPU has; the first `count` of BASELINE, AVX2,
 * AVX512 can be asked for. */
ADROP_API int adrop_isa_count(void);

ADROP_END_DECLS

#endif
