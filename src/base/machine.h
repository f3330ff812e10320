/* Resources that the machine gives a process. */
#ifndef AD_BASE_MACHINE_H
#define AD_BASE_MACHINE_H

#include <stddef.h>

#include "base/lab.h"

/* Bytes available without swapping: the minimum of the kernel's available memory, the control
 * groups' limits, and the address space limit minus 64 MB for libraries; SIZE_MAX if none can be
 * read. */
size_t ad_machine_memory(void);

/* Address space for the stacks and heaps of `threads` threads; 0 if the address space is
 * unlimited. */
size_t ad_machine_threads_room(int threads);

/* Can this many threads run at once now? Starts and ends them, because OpenMP ends the process if
 * it cannot start one. */
AD_LAB int ad_machine_can_start(int threads);

/* The load average of the last minute; NaN if it cannot be read. */
AD_LAB double ad_machine_load(void);

/* Processors allowed by the control groups' CPU quota, rounded up; INT_MAX: no limit. */
int ad_machine_cpus(void);

#endif
