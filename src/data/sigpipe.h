/* SIGPIPE held back in this thread, so that a peer that is gone ends a connection and
 * not the program. The disposition of the signal stays the program's. */
#ifndef AD_DATA_SIGPIPE_H
#define AD_DATA_SIGPIPE_H

#include <signal.h>
#include <stdbool.h>

typedef struct ad_sigpipe {
    sigset_t before;
    bool pending; /* one was waiting before */
} ad_sigpipe;

void ad_sigpipe_hold(ad_sigpipe *s);

/* Take away what came meanwhile, and let go. */
void ad_sigpipe_release(const ad_sigpipe *s);

#endif
