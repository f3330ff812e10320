/* The time of Monte Carlo passes beside that of plain ones. */
#ifndef ADROP_CLI_BENCH_UNCERTAINTY_H
#define ADROP_CLI_BENCH_UNCERTAINTY_H

#include <stddef.h>

#include "adrop/context.h"
#include "adrop/status.h"
#include "document_out.h"
#include "stopwatch.h"

typedef struct bench_uncertainty_result {
    const char *name, *dropout; /* the case: mnist, vgg16 */
    size_t rows, samples;
    stopwatch_times plain;   /* one pass without noise of all rows */
    stopwatch_times sampled; /* all samples of all rows */
    stopwatch_times masks;   /* of all these samples, the layers by themselves */
} bench_uncertainty_result;

/* How many cases there are: 1,024 rows of 28 x 28 (time grows with rows) through 784-800-800-10,
 * and a batch of 32 x 32 images through vgg16 with dropout in its head. */
size_t bench_uncertainty_cases(void);

/* Time case number `which`; single: one row alone. */
adrop_status bench_uncertainty_time(adrop_ctx *ctx, size_t which, const char *dropout,
                                    size_t samples, size_t rounds, int single,
                                    bench_uncertainty_result *r);

/* What a table of results is, its columns, and the row of one. */
extern const char bench_uncertainty_says[];
extern const document_column bench_uncertainty_columns[];
void bench_uncertainty_row(adrop_document *d, const bench_uncertainty_result *r, int threads);

#endif
