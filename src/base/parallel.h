/* Threads: the one place that starts them.
 *
 * Work is cut into blocks by its shape alone, never by the number of threads;
 * each block writes its own results and its own partial sums, and the caller
 * folds the sums in block order. So results do not depend on the thread count. */
#ifndef AD_BASE_PARALLEL_H
#define AD_BASE_PARALLEL_H

#include <stddef.h>

#include "base/lab.h"

typedef void ad_block_fn(void *arg, size_t block);

/* Call fn(arg, b) once for every b in [0, n_blocks), on up to `threads` threads. */
AD_LAB void ad_parallel(int threads, size_t n_blocks, ad_block_fn *fn, void *arg);

/* Call fn(arg) once in each of `threads` threads. */
void ad_parallel_each(int threads, void (*fn)(void *arg), void *arg);

/* As many threads as there is something to run them on: the least of the processors that
 * the process may use (affinity), those that its control groups pay for, rounded up, and
 * OMP_NUM_THREADS. */
int ad_parallel_default(void);

/* How many the calling thread's OpenMP loops (oneDNN's) have; give them that many, which
 * returns what they had. Other threads are not touched. */
int ad_parallel_now(void);
int ad_parallel_set(int threads);

/* At most so many threads for ad_parallel in the calling thread, whatever it is asked for; 0: no
 * limit. Returns the former one. */
int ad_parallel_limit(int most);

/* Let the threads go that OpenMP keeps for the calling thread, unless that is in a loop; the next
 * loop makes others. */
void ad_parallel_dissolve(void);

#endif
