/* Signals as a flag that work can poll (interrupt.h). */
#include "interrupt.h"

#include <signal.h>
#include <stddef.h>
#include <unistd.h>

#include "out.h"

static volatile sig_atomic_t came, ready;

static void interrupt_keep(int number)
{
    if (!ready && number != SIGPIPE) {
        static const char clear[] = "\r\033[K";
        if (isatty(STDERR_FILENO) && write(STDERR_FILENO, clear, sizeof clear - 1) < 0)
            _exit(128 + number);
        _exit(128 + number);
    }
    if (came && number != SIGPIPE) /* every write to a closed pipe raises SIGPIPE */
        _exit(128 + number);
    if (!came)
        came = number;
}

void interrupt_watch(void)
{
    static const int numbers[] = { SIGINT, SIGTERM, SIGHUP, SIGPIPE };
    struct sigaction action = { .sa_handler = interrupt_keep, .sa_flags = SA_RESTART }, before;

    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        if (numbers[i] == SIGHUP && !sigaction(SIGHUP, NULL, &before) &&
            before.sa_handler == SIG_IGN)
            continue; /* ignored, as under nohup */
        sigaction(numbers[i], &action, NULL);
    }
}

void interrupt_ready(void)
{
    ready = 1;
}

int interrupt_signal(void)
{
    return came;
}

int interrupt_stop(void *user)
{
    (void)user;
    return came != 0;
}

int interrupt_tell(const char *command, const char *folder)
{
    out_complain(command,
                 "interrupted; all that was learned is in '%s': the same command resumes it",
                 folder);
    return 128 + came;
}
