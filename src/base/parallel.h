/* Threads: the one place that starts them.
 *
 * Work is cut into blocks by its shape alone, never by the number of threads;
 * each block writes its own results and its own partial sums, and the caller
 * folds the sums in block order. So results do not depend on the thread count. */
#ifndef AD_BASE_PARALLEL_H
#define AD_BASE_PARALLEL_H

#include <stddef.h>

typedef void ad_block_fn(void *arg, size_t block);

/* Call fn(arg, b) once for every b in [0, n_blocks), on up to `threads` threads. */
void ad_parallel(int threads, size_t n_blocks, ad_block_fn *fn, void *arg);

/* How many threads OpenMP would use: OMP_NUM_THREADS, or the processors. */
int ad_parallel_default(void);

/* Give the calling thread's OpenMP loops (oneDNN's) that many threads; returns what
 * they had. Other threads are not touched. */
int ad_parallel_set(int threads);

#endif
