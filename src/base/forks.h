/* Processes that fork.
 *
 * A child has the forking thread alone, and OpenMP's runtime (libgomp) does not know: the pool of
 * threads that it keeps for that thread is gone, and the child's first parallel loop would wait for
 * it for ever. oneDNN keeps locks while it makes a primitive; one that another thread holds at the
 * fork would stay locked in the child. So, before a fork:
 *
 *     the pool of the forking thread is dissolved, if it worked for this library; parent and child
 *     make a new one when they need it, with the same number of threads and the same results
 *     (loops never depend on which threads there are);
 *
 *     primitives that other threads are making are waited for.
 *
 * This is all the state that the library keeps outside its contexts: a mark of each thread, a lock,
 * and the three functions that the C library calls at a fork. */
#ifndef AD_BASE_FORKS_H
#define AD_BASE_FORKS_H

/* From now on the process may fork. 0, or ENOMEM. */
int ad_forks_watch(void);

/* The calling thread's OpenMP pool works for the library. */
void ad_forks_mark(void);

/* Around what must not be cut in two by a fork of another thread. Not to be nested. */
void ad_forks_wait(void);
void ad_forks_go(void);

#endif
