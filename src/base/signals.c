/* Signal masks of threads (signals.h). */
#include "base/signals.h"

#include <pthread.h>
#include <stddef.h>

#include "base/parallel.h"

static void signals_choose(sigset_t *held)
{
    static const int faults[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGABRT };

    sigfillset(held);
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        sigdelset(held, faults[i]);
}

static void hold(void *held)
{
    pthread_sigmask(SIG_BLOCK, held, NULL);
}

void ad_signals_hold(int threads, sigset_t *former)
{
    sigset_t held;

    signals_choose(&held);
    pthread_sigmask(SIG_BLOCK, &held, former);
    /* Threads created here inherit the mask; threads that existed before a pass have their own. A
     * signal to the process goes to any thread that does not block it. */
    if (threads > 1)
        ad_parallel_each(threads, hold, &held);
}

void ad_signals_release(const sigset_t *former)
{
    pthread_sigmask(SIG_SETMASK, former, NULL);
}
