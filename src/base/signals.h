/* Signals held back while oneDNN computes.
 *
 * A matrix product of oneDNN (2.6.3, sgemm without copies, AVX2 and AVX-512 alike) works with the
 * stack pointer in a buffer of the heap. A signal that is handled at that moment leaves its frame,
 * some kilobytes, below the pointer: over whatever lies before the buffer. So a pass runs with
 * signals blocked, in the calling thread and in the OpenMP threads that help it, and what came
 * meanwhile is handled at its end, on a stack. Signals of faults (SIGSEGV and its like) pass. */
#ifndef AD_BASE_SIGNALS_H
#define AD_BASE_SIGNALS_H

#include <signal.h>

/* Hold signals back in the calling thread and, from now on, in the others of its OpenMP loops of
 * so many threads, which belong to nobody else. *former is the caller's mask, for release. */
void ad_signals_hold(int threads, sigset_t *former);
void ad_signals_release(const sigset_t *former);

#endif
