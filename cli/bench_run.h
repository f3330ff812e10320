/* `adrop bench` at work: what its two kinds of cases share. */
#ifndef ADROP_CLI_BENCH_RUN_H
#define ADROP_CLI_BENCH_RUN_H

#include <stddef.h>

#include "bench_masks.h"
#include "bench_step.h"
#include "command.h"
#include "document_out.h"

/* A technique to be timed. */
typedef struct bench_subject {
    char text[ADROP_TEXT_SIZE];
    adrop_site site; /* masks alone */
} bench_subject;

/* Everything that is to be timed. */
typedef struct bench {
    const command_call *call;
    int json, quiet;
    int first_pass, last_pass; /* masks: 0 forward, 1 with backward */
    bench_size size;           /* masks */
    bench_step step;           /* steps: all but the technique */
    bench_subject *subjects;   /* (n), owned */
    size_t n;
    adrop_ctx *ctx[2]; /* (n_ctx), owned: one a number of threads */
    size_t n_ctx;
    size_t done, all;     /* results so far, and to come */
    adrop_document *rows; /* what is to be printed, its table open; NULL: none yet */
} bench;

/* Time everything and print it, each as soon as it is there. Return the exit status. */
int bench_run_masks(bench *b);
int bench_run_steps(bench *b);
int bench_run_uncertainty(bench *b, size_t samples);
int bench_run_pruned(bench *b);

/* On a terminal, one line that is written over; what is NULL at the end. */
void bench_progress(const bench *b, const char *what);

/* The program's memory so far, at its peak, in bytes. */
size_t bench_peak_memory(void);

/* Say what went wrong in a context; returns the exit status. */
int bench_fail(const bench *b, adrop_ctx *ctx, adrop_status status);

#endif
