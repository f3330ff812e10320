/* Processes that fork.
 *
 * A child has only the forking thread, but OpenMP's runtime (libgomp) does not know: the thread
 * pool that it keeps for that thread is gone, and the child's first parallel loop would wait for it
 * for ever. oneDNN holds locks while it makes a primitive; a lock that another thread holds at the
 * fork would stay locked in the child. So, before a fork:
 *
 *     the pool of the forking thread is dissolved, if it worked for this library; parent and child
 *     create a new one when they need it, with the same number of threads and the same results
 *     (loops never depend on which threads exist);
 *
 *     the fork waits for primitives that other threads are making.
 *
 * This is all the state that the library keeps outside its contexts: a mark per thread, a lock, and
 * the three functions that the C library calls at a fork. */
#ifndef AD_BASE_FORKS_H
#define AD_BASE_FORKS_H

/* Prepare the process for forks. 0, or ENOMEM. */
int ad_forks_watch(void);

/* Mark that the calling thread's OpenMP pool works for the library. */
void ad_forks_mark(void);

/* Enclose code that a fork in another thread must not interrupt. Do not nest. */
void ad_forks_wait(void);
void ad_forks_go(void);

#endif
