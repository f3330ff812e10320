/* The ranks of a job (job.h).
 *
 * A rank is two processes: the keeper and the worker. The keeper passes stop signals on. The worker
 * has its own process group, so a signal to a group does not reach it twice, and it dies with its
 * keeper. */
#define _GNU_SOURCE /* strsignal */
#include "job.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#  include <sys/prctl.h>
#endif

#include "out.h"

static const int passed_on[] = { SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2 };
enum { PASSED_ON = sizeof passed_on / sizeof *passed_on };

/* This process's rank among several started by mpirun; NULL: a single process. */
static const char *rank_of_several(void)
{
    static const char *const names[][2] = { { "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK" },
                                            { "PMI_SIZE", "PMI_RANK" } };

    for (size_t i = 0; i < 2; i++) {
        const char *size = getenv(names[i][0]), *rank = getenv(names[i][1]);
        if (size && rank && strtol(size, NULL, 10) > 1)
            return rank;
    }
    return NULL;
}

/* After a rank has died, the MPI library ends the others in ways that look like crashes. So wait,
 * and let the rank that was killed from outside report first. */
static void give_way(int signal_number)
{
    if (signal_number != SIGKILL)
        nanosleep(&(struct timespec){ .tv_nsec = 500000000 }, NULL);
}

static int job_tell(const char *name, const char *rank, int signal_number)
{
    char host[256] = "";

    gethostname(host, sizeof host - 1);
    give_way(signal_number);
    out_complain(name, "rank %.20s on %s was killed by signal %d (%s), and its job ends with it",
                 rank, OUT_CLEAN(host), signal_number, strsignal(signal_number));
    return 128 + signal_number;
}

static int job_watch(pid_t worker, const sigset_t *awaited, const char *name, const char *rank)
{
    int number, end;

    for (;;) {
        if (sigwait(awaited, &number))
            continue;
        if (number != SIGCHLD) {
            kill(worker, number);
            continue;
        }
        if (waitpid(worker, &end, WNOHANG) != worker)
            continue;
        return WIFSIGNALED(end) ? job_tell(name, rank, WTERMSIG(end)) : WEXITSTATUS(end);
    }
}

int keeper_start(const char *name)
{
    const char *rank = rank_of_several();
    sigset_t awaited, before;

    if (!rank)
        return -1;
    sigemptyset(&awaited);
    sigaddset(&awaited, SIGCHLD);
    for (size_t i = 0; i < PASSED_ON; i++)
        sigaddset(&awaited, passed_on[i]);
    sigprocmask(SIG_BLOCK, &awaited, &before);
    const pid_t self = getpid(), worker = fork();
    if (worker > 0)
        return job_watch(worker, &awaited, name, rank);
    if (worker == 0) {
        setpgid(0, 0);
#ifdef __linux__
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != self)
            _exit(128 + SIGKILL);
#else
        (void)self;
#endif
    }
    sigprocmask(SIG_SETMASK, &before, NULL); /* in the worker, or if fork failed */
    return -1;
}

/* -- A command by all ranks -------------------------------------------------------------------- */

int job_run(const command_call *call, adrop_comm_opts *opts, int *is_other,
            int (*run)(const command_call *call))
{
    command_common *common = call->settings;
    adrop_comm *joined;

    opts->size = sizeof *opts;
    const adrop_status status = adrop_comm_open(call->ctx, opts, &joined);
    if (status)
        return command_fail(call, status);
    *is_other = adrop_comm_rank(joined) != 0;
    if (*is_other) {
        out_mute(1);
        common->quiet = 1;
        if (!freopen("/dev/null", "w", stdout))
            return OUT_FAILED;
    }
    const int code = run(call);
    if (joined)
        fflush(stdout); /* closing may end the process */
    adrop_comm_close(joined, code);
    return code;
}
