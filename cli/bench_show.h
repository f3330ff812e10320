/* What `adrop bench` prints about one result. */
#ifndef ADROP_CLI_BENCH_SHOW_H
#define ADROP_CLI_BENCH_SHOW_H

#include <stddef.h>
#include <stdio.h>

#include "bench_masks.h"
#include "bench_step.h"
#include "out.h"

typedef struct bench_result {
    const char *dropout; /* as it was given */
    int backward;        /* timed as well */
    int threads;
    const char *isa;
    size_t rows, units, outputs; /* outputs is 0 where none are needed */
    bench_masks_times times;
} bench_result;

/* One line, pushed out at once. */
void bench_json(FILE *file, const bench_result *r);

/* Make an empty table and its head; add a row. */
out_table bench_table(void);
void bench_table_add(out_table *table, const bench_result *r);

/* The same of training steps. */
void bench_step_json(FILE *file, const bench_step *b, const bench_step_result *r, int threads);
out_table bench_step_table(void);
void bench_step_table_add(out_table *table, const bench_step *b, const bench_step_result *r,
                          int threads);

/* Where the time of a step went, layer by layer, and by kind of layer. */
void bench_step_profile(FILE *file, const bench_step_result *r);

/* The program's memory so far, at its peak, in bytes. */
size_t bench_peak_memory(void);

#endif
