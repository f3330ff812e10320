/* What the machine offers a process. */
#ifndef AD_BASE_MACHINE_H
#define AD_BASE_MACHINE_H

#include <stddef.h>

#include "base/lab.h"

/* Bytes that can still be had without swapping: the smaller of what the kernel calls
 * available, what the control groups leave, and what a limit on the address space leaves but for a
 * margin of 64 MB, which libraries may take; SIZE_MAX if none can be read. */
size_t ad_machine_memory(void);

/* Address space for the stacks and heaps of so many threads; 0 where the address space has no
 * limit. */
size_t ad_machine_threads_room(int threads);

/* Can so many threads run at once now? Starts and ends them: OpenMP ends the process when it cannot
 * start one. */
AD_LAB int ad_machine_can_start(int threads);

/* How many threads wanted a processor on average over the last minute; NaN if that
 * cannot be read. */
AD_LAB double ad_machine_load(void);

/* Processors that the control groups' time is enough for, rounded up; INT_MAX: they set
 * no limit. */
int ad_machine_cpus(void);

#endif
