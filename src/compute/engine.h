/* The engine: who does the arithmetic of layers.
 *
 *     dnnl    oneDNN: float, or bf16 maps and products with float everything else
 *     plain   loops in double, every array in plain order: the oracle
 *
 * An operation (conv.h, dense.h, norm.h, pool.h, pointwise.h, reorder.h) is created
 * once for one shape on an engine, which settles its algorithm, and then runs many
 * times on any pointers. Its memory to work in comes from the caller: scratch() says
 * how many bytes, AD_ALIGNMENT-aligned; one block can serve all, one after the other.
 * Creating can fail; running returns a status that is not ADROP_OK only if oneDNN
 * itself fails. An operation belongs to one thread at a time.
 *
 * Operations run on engine->threads threads between ad_engine_enter and _leave.
 *
 * Files. An operation x has x.h (its calls), x.c (checks, and the table of its implementations,
 * choose.h), and one file per implementation, whose name says who compiles it and what it sees:
 *
 *     x_impl.h             what the files of x share, for them alone
 *     x_dnnl.c, .h         oneDNN does the work; no other file sees dnnl.h
 *     x_plain.c            the oracle: double, any shape, one order of sums
 *     x_kernel.c           our loops, compiled once for each kernel set (base/kernel.h)
 *     x_avx2.c             written by hand for AVX2 and FMA, compiled for them
 *     x.c, x_<what>.c      the rest, compiled once, for any CPU
 *
 * Arguments: a create takes a spec, a pass of more than six arrays an x_args. */
#ifndef AD_COMPUTE_ENGINE_H
#define AD_COMPUTE_ENGINE_H

#include "adrop/context.h"
#include "adrop/model.h"
#include "base/kernel.h"
#include "base/signals.h"
#include "compute/desc.h"

struct ad_dnnl; /* oneDNN's engine and stream (prim_dnnl.h) */

typedef struct ad_engine {
    adrop_ctx *ctx;
    int plain;             /* 1: the plain engine */
    ad_dtype real;         /* of vectors, parameters, statistics: f32, or f64 if plain */
    ad_dtype map;          /* of maps: f32, bf16, or f64 if plain */
    ad_kernel_set kernels; /* of dropout, with the same real type */
    size_t block;          /* channels of a block: 16 with AVX-512, else 8; 1 if plain */
    int has_avx512;        /* oneDNN's effective ISA is AVX-512 or above */
    int threads;
    const char *isa;      /* oneDNN's effective ISA, e.g. "avx2", or "plain" */
    const char *why;      /* one sentence: which precision was chosen, and why */
    struct ad_dnnl *dnnl; /* owned; NULL if plain */
} ad_engine;

/* threads 0: the context's. ADROP_EINVAL with a sentence where bf16 is asked for and
 * oneDNN's effective ISA (which its environment variable may cap) has none. */
adrop_status ad_engine_create(adrop_ctx *ctx, adrop_precision precision, int threads,
                              ad_engine **out);
void ad_engine_free(ad_engine *e);

/* What the calling thread was like before it entered. */
typedef struct ad_saved_threads {
    int threads; /* of its OpenMP loops */
    int limit;   /* of ad_parallel */
    int held;    /* 1: signals are held back since, and were as `signals` says */
    sigset_t signals;
} ad_saved_threads;

/* Give the calling thread's OpenMP loops the engine's number of threads and, if oneDNN is to work,
 * hold signals back (base/signals.h); leave undoes both. */
void ad_engine_enter(const ad_engine *e, ad_saved_threads *saved);

/* For creating operations, which compute nothing: the other threads are not asked to hold signals
 * back, which takes a meeting of all of them. */
void ad_engine_enter_to_plan(const ad_engine *e, ad_saved_threads *saved);

/* The same with at most so many threads, for what does not depend on them: not oneDNN's
 * convolutions, which were planned for the engine's number. */
void ad_engine_enter_with(const ad_engine *e, int threads, ad_saved_threads *saved);
void ad_engine_leave(const ad_saved_threads *saved);

#endif
