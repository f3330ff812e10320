/* Signals as a question that can be asked (interrupt.h). */
#include "interrupt.h"

#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t came;

static void keep(int number)
{
    if (came)
        _exit(128 + number);
    came = number;
}

void interrupt_watch(void)
{
    struct sigaction action = { .sa_handler = keep, .sa_flags = SA_RESTART };

    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

int interrupt_signal(void)
{
    return came;
}
