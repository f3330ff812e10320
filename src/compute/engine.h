/* The engine: executes the arithmetic of layers.
 *
 *     dnnl    oneDNN: float, or bf16 maps and products with float everything else
 *     plain   loops in double, every array in plain order: the oracle
 *
 * An operation (conv.h, dense.h, norm.h, pool.h, pointwise.h, reorder.h) is created once for one
 * shape on an engine, which fixes its algorithm, and then runs many times on any pointers. The
 * caller provides its scratch: scratch() returns the bytes, AD_ALIGNMENT-aligned; one block can
 * serve all operations, one after the other. Creation can fail; running fails only if oneDNN itself
 * fails. An operation belongs to one thread at a time.
 *
 * Operations run on engine->threads threads between ad_engine_enter and _leave.
 *
 * Files. An operation x has x.h (its calls), x.c (checks, and the table of its implementations,
 * choose.h), and one file per implementation, whose name tells how it is compiled and what it
 * includes:
 *
 *     x_impl.h             private declarations, shared by the files of x
 *     x_dnnl.c, .h         oneDNN does the work; no other file includes dnnl.h
 *     x_plain.c            the oracle: double, any shape, one order of sums
 *     x_kernel.c           our loops, compiled once per kernel set (base/kernel.h)
 *     x_avx2.c             hand-written for AVX2 and FMA, and compiled for them
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
    ad_dtype real;         /* type of vectors, parameters, statistics: f32, or f64 if plain */
    ad_dtype map;          /* type of maps: f32, bf16, or f64 if plain */
    ad_kernel_set kernels; /* for dropout, with the same real type */
    size_t block;          /* channels per block: 16 with AVX-512, else 8; 1 if plain */
    int has_avx512;        /* oneDNN's effective ISA is AVX-512 or above */
    int threads;
    const char *isa;      /* oneDNN's effective ISA, e.g. "avx2", or "plain" */
    const char *why;      /* one sentence: the chosen precision, and why */
    struct ad_dnnl *dnnl; /* owned; NULL if plain */
} ad_engine;

/* threads 0: the context's. ADROP_EINVAL with a message if bf16 is requested and oneDNN's effective
 * ISA (which its environment variable may limit) does not support it. */
adrop_status ad_engine_create(adrop_ctx *ctx, adrop_precision precision, int threads,
                              ad_engine **out);
void ad_engine_free(ad_engine *e);

/* The state of the calling thread before it entered. */
typedef struct ad_saved_threads {
    int threads; /* of its OpenMP loops */
    int limit;   /* of ad_parallel */
    int held;    /* 1: signals are blocked; `signals` has the mask from before */
    sigset_t signals;
} ad_saved_threads;

/* Set the calling thread's OpenMP loops to the engine's number of threads and, for a oneDNN engine,
 * block signals (base/signals.h); leave undoes both. */
void ad_engine_enter(const ad_engine *e, ad_saved_threads *saved);

/* For creating operations, which compute nothing: does not block signals in the other threads,
 * which would synchronise all of them. */
void ad_engine_enter_to_plan(const ad_engine *e, ad_saved_threads *saved);

/* The same with at most `threads` threads, for operations that do not depend on the number: not for
 * oneDNN's convolutions, which were planned for the engine's number. */
void ad_engine_enter_with(const ad_engine *e, int threads, ad_saved_threads *saved);
void ad_engine_leave(const ad_saved_threads *saved);

#endif
