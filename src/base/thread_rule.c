/* Threads by the size of a step (thread_rule.h). */
#include "base/thread_rule.h"

int ad_threads_worth(int available, double flops)
{
    const double worth = flops / AD_FLOPS_PER_THREAD;

    if (!(worth >= 2))
        return 1;
    return worth < available ? (int)worth : available;
}
