/* What base/machine.c tells of an operating system (base/machine.h), where there is none, and no
 * process forks (base/forks.h). */
#include "base/machine.h"
#include "base/forks.h"

#if defined __wasm__

#  include <math.h>
#  include <stdint.h>

size_t ad_machine_memory(void)
{
    return SIZE_MAX; /* not known: the browser refuses what it does not have */
}

int ad_machine_cpus(void)
{
    return 1;
}

int ad_forks_watch(void)
{
    return 0;
}

int ad_machine_can_start(int threads)
{
    return threads <= 1;
}

double ad_machine_load(void)
{
    return NAN;
}

#else
typedef int nothing_here;
#endif
