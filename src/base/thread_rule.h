/* How many threads a pass is worth.
 *
 * Threads meet after every layer. Where a step is short they wait for one another more than they
 * compute, and on a machine that is busy with other programs each meeting waits for the thread
 * that is not running: a step of a third of a millisecond then takes ten. So a thread is used for
 * every AD_FLOPS_PER_THREAD operations of a step, about half a millisecond of a core, and at least
 * one: a rule of the network and the batch alone, the same on every machine.
 *
 * A run (src/train/run.c) takes it for its training steps, where bits depend on threads, unless a
 * number was asked for; passes without gradients, whose bits do not, always follow it
 * (src/model/step.c). */
#ifndef AD_BASE_THREAD_RULE_H
#define AD_BASE_THREAD_RULE_H

#include "base/lab.h"

#define AD_FLOPS_PER_THREAD 5e7

/* available: as many as there are; flops: floating-point operations between the first layer and the
 * last. */
AD_LAB int ad_threads_worth(int available, double flops);

#endif
