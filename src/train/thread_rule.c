/* Threads by the size of a step (thread_rule.h). */
#include "train/thread_rule.h"

int ad_train_threads(int available, double step_flops)
{
    const double worth = step_flops / AD_FLOPS_PER_THREAD;

    if (!(worth >= 2))
        return 1;
    return worth < available ? (int)worth : available;
}
