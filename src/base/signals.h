/* Signals blocked while oneDNN computes.
 *
 * A matrix product of oneDNN (2.6.3, sgemm without copies, both AVX2 and AVX-512) points the stack
 * pointer into a heap buffer. A signal handled at that moment writes its frame, some kilobytes,
 * below the pointer, over whatever lies before the buffer. So a pass runs with signals blocked in
 * the calling thread and its OpenMP threads; pending signals are handled at its end, on a proper
 * stack. Fault signals (SIGSEGV and the like) are not blocked. */
#ifndef AD_BASE_SIGNALS_H
#define AD_BASE_SIGNALS_H

#include <signal.h>

/* Block signals in the calling thread and, from now on, in the other threads of its OpenMP loops
 * with `threads` threads, which no one else uses. *former is the caller's mask, for release. */
void ad_signals_hold(int threads, sigset_t *former);
void ad_signals_release(const sigset_t *former);

#endif
