/* SIGPIPE is sent to the thread that writes: blocking it there and waiting for it with
 * no time at all makes it vanish (sigpipe.h). */
#include "data/sigpipe.h"

#include <time.h>

static sigset_t alone(void)
{
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, SIGPIPE);
    return set;
}

void ad_sigpipe_hold(ad_sigpipe *s)
{
    const sigset_t set = alone();
    sigset_t waiting;

    sigpending(&waiting);
    s->pending = sigismember(&waiting, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &set, &s->before);
}

void ad_sigpipe_release(const ad_sigpipe *s)
{
    const sigset_t set = alone();

    while (!s->pending && sigtimedwait(&set, NULL, &(struct timespec){ 0 }) > 0)
        continue;
    pthread_sigmask(SIG_SETMASK, &s->before, NULL);
}
