/* How many threads a pass is worth.
 *
 * Threads synchronise after every layer. In a short step they spend more time waiting than
 * computing, and on a busy machine each synchronisation waits for a thread that is not scheduled: a
 * step of a third of a millisecond then takes ten. So the rule gives one thread per
 * AD_FLOPS_PER_THREAD operations of a step, about half a millisecond of a core, and at least one.
 * It depends only on the network and the batch, and is the same on every machine.
 *
 * A run (src/train/run.c) uses it for training steps, whose bits depend on threads, unless a number
 * was given. Passes without gradients, whose bits do not, always use it (src/model/step.c). */
#ifndef AD_BASE_THREAD_RULE_H
#define AD_BASE_THREAD_RULE_H

#include "base/lab.h"

#define AD_FLOPS_PER_THREAD 5e7

/* available: the number of threads available; flops: floating-point operations of all layers. */
AD_LAB int ad_threads_worth(int available, double flops);

#endif
