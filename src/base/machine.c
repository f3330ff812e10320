/* Resources of the machine (machine.h). */
#include "base/machine.h"

#include <limits.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/resource.h>

#include "adrop/number.h"
#include "base/cgroup.h"

static ad_limits limits(void)
{
    return ad_cgroup_limits("/proc/self/cgroup", "/sys/fs/cgroup");
}

/* Address space left under ulimit -v, minus a margin for libraries: oneDNN ends the program if one
 * of its own allocations fails. */
static size_t left_of_addresses(void)
{
    enum { MARGIN = 64 << 20 };
    struct rlimit limit;
    const size_t kilobytes = ad_number_in_file("/proc/self/status", "VmSize:");

    if (getrlimit(RLIMIT_AS, &limit) || limit.rlim_cur == RLIM_INFINITY || kilobytes == SIZE_MAX)
        return SIZE_MAX;
    const size_t used = kilobytes * 1024 + MARGIN;
    return limit.rlim_cur > used ? (size_t)limit.rlim_cur - used : 0;
}

typedef struct {
    int left, failed;
} chain;

/* Each thread starts the next and waits for it, so that all run at once. */
static void *link_of(void *arg)
{
    chain *c = arg;
    pthread_t next;

    if (c->left-- <= 0)
        return NULL;
    if (pthread_create(&next, NULL, link_of, c))
        c->failed = 1;
    else
        pthread_join(next, NULL);
    return NULL;
}

int ad_machine_can_start(int threads)
{
    chain c = { .left = threads - 1 };
    sigset_t all, before;

    sigfillset(&all); /* signal handlers must run in the program's own threads */
    pthread_sigmask(SIG_SETMASK, &all, &before);
    link_of(&c);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return !c.failed;
}

size_t ad_machine_threads_room(int threads)
{
    enum { ARENA = 64 << 20, STACK = 8 << 20 };
    struct rlimit space, stack;

    if (threads <= 1 || getrlimit(RLIMIT_AS, &space) || space.rlim_cur == RLIM_INFINITY)
        return 0;
    const int known = !getrlimit(RLIMIT_STACK, &stack) && stack.rlim_cur != RLIM_INFINITY;
    const size_t each = ARENA + (known ? (size_t)stack.rlim_cur : STACK);
    return each < SIZE_MAX / (size_t)threads ? (size_t)(threads - 1) * each : SIZE_MAX;
}

size_t ad_machine_memory(void)
{
    const size_t kilobytes = ad_number_in_file("/proc/meminfo", "MemAvailable:");
    const size_t available = kilobytes == SIZE_MAX ? SIZE_MAX : kilobytes * 1024;
    const size_t left = limits().memory, addresses = left_of_addresses();
    const size_t less = available < left ? available : left;

    return less < addresses ? less : addresses;
}

int ad_machine_cpus(void)
{
    const double cpus = ceil(limits().cpus);

    return cpus < INT_MAX ? (int)cpus : INT_MAX;
}

double ad_machine_load(void)
{
    FILE *file = fopen("/proc/loadavg", "r");
    char word[32] = "";
    double load = NAN;

    if (file && fscanf(file, "%31s", word) == 1 && adrop_number_read(word, &load))
        load = NAN;
    if (file)
        fclose(file);
    return load;
}
