/* How many threads a run's step is worth.
 *
 * Threads meet after every layer. Where a step is short they wait for one another more than they
 * compute, and on a machine that is busy with other programs each meeting waits for the thread
 * that is not running: a step of a third of a millisecond then takes ten. So a thread is used for
 * every AD_FLOPS_PER_THREAD operations of a step, about half a millisecond of a core, and at least
 * one: a rule of the network and the batch alone, the same on every machine. A number of threads
 * that was asked for is kept. */
#ifndef AD_TRAIN_THREAD_RULE_H
#define AD_TRAIN_THREAD_RULE_H

#define AD_FLOPS_PER_THREAD 5e7

/* available: as many as there are; step_flops: floating-point operations of one step. */
int ad_train_threads(int available, double step_flops);

#endif
