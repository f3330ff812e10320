/* The speed of one dropout layer beside that of a plain multiply, y = 2 x, of the
 * same array on one thread. The rounds alternate between the two, so that both see
 * the same machine. */
#ifndef ADROP_CLI_BENCH_MASKS_H
#define ADROP_CLI_BENCH_MASKS_H

#include <stddef.h>

#include "adrop/context.h"
#include "adrop/dropout.h"
#include "adrop/status.h"
#include "document_out.h"
#include "stopwatch.h"

/* How much is timed. */
typedef struct bench_size {
    size_t rows, units; /* of x */
    size_t outputs;     /* of the dense layer that follows */
    size_t rounds;
    double least; /* seconds a round takes at least */
} bench_size;

/* The arrays that all passes share. */
typedef struct bench_masks bench_masks;

typedef struct bench_masks_result {
    const char *dropout; /* as it was given */
    int backward;        /* timed as well */
    int threads;
    const char *isa;
    const bench_size *size;
    size_t outputs; /* 0 where none are needed */
    stopwatch_times pass, multiply;
} bench_masks_result;

/* Ends the program when there is no memory. */
bench_masks *bench_masks_create(const bench_size *size);
void bench_masks_free(bench_masks *b);

/* Where the technique can stand: before no dense layer if it can do without, else
 * before one; on a map of as many elements if it needs a map. */
adrop_status bench_masks_site(adrop_ctx *ctx, const char *text, const bench_size *size,
                              adrop_site *site);

/* Time the training passes of the technique at the site: forward alone, or with
 * backward, zero_grads and extra_loss. Sets pass and multiply. */
adrop_status bench_masks_time(bench_masks *b, adrop_ctx *ctx, const char *text,
                              const adrop_site *site, int backward, bench_masks_result *r);

/* The columns of a table of results, and the row of one; memory: the program's, in bytes. */
extern const document_column bench_masks_columns[];
void bench_masks_row(adrop_document *d, const bench_masks_result *r, size_t memory);

#endif
