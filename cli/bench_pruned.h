/* The time of pruned networks beside the whole ones. */
#ifndef ADROP_CLI_BENCH_PRUNED_H
#define ADROP_CLI_BENCH_PRUNED_H

#include <stddef.h>

#include "adrop/context.h"
#include "adrop/status.h"
#include "document_out.h"
#include "stopwatch.h"

typedef struct bench_pruned_result {
    const char *name, *model; /* "nodes", "mlp:800,800" */
    double kept;              /* share of nodes, channels or weights */
    size_t rows;
    stopwatch_times whole, pruned; /* one forward pass of all rows */
    size_t whole_bytes, pruned_bytes;
} bench_pruned_result;

/* How many cases there are: networks without some of their nodes or channels, dense layers without
 * most of their weights. */
size_t bench_pruned_cases(void);

/* Time case number `which`; single: one row alone. */
adrop_status bench_pruned_time(adrop_ctx *ctx, size_t which, size_t rounds, int single,
                               bench_pruned_result *r);

/* What a table of results is, its columns, and the row of one. */
extern const char bench_pruned_says[];
extern const document_column bench_pruned_columns[];
void bench_pruned_row(adrop_document *d, const bench_pruned_result *r, int threads);

#endif
