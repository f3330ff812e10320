/* Threads: the only place that starts them.
 *
 * Work is split into blocks by its shape alone, never by the number of threads. Each block writes
 * its own results and partial sums, and the caller adds the sums in block order. Results therefore
 * do not depend on the thread count. */
#ifndef AD_BASE_PARALLEL_H
#define AD_BASE_PARALLEL_H

#include <stddef.h>

#include "base/lab.h"

typedef void ad_block_fn(void *arg, size_t block);

/* Call fn(arg, b) once for every b in [0, n_blocks), on up to `threads` threads. */
AD_LAB void ad_parallel(int threads, size_t n_blocks, ad_block_fn *fn, void *arg);

/* Call fn(arg) once in each of `threads` threads. */
void ad_parallel_each(int threads, void (*fn)(void *arg), void *arg);

/* The default number of threads: the minimum of the processors available to the process (affinity),
 * the control groups' CPU quota, rounded up, and OMP_NUM_THREADS. */
int ad_parallel_default(void);

/* The number of threads of the calling thread's OpenMP loops (and oneDNN's); set it, which returns
 * the old number. Other threads are not affected. */
int ad_parallel_now(void);
int ad_parallel_set(int threads);

/* Limit the threads of ad_parallel in the calling thread, whatever the call asks for; 0: no limit.
 * Returns the old limit. */
int ad_parallel_limit(int most);

/* End the OpenMP threads of the calling thread, unless it is in a loop; the next loop starts new
 * ones. */
void ad_parallel_dissolve(void);

#endif
