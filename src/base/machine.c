/* What the machine offers a process (machine.h). */
#include "base/machine.h"

#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>

#include "adrop/number.h"
#include "base/cgroup.h"

static ad_limits limits(void)
{
    return ad_cgroup_limits("/proc/self/cgroup", "/sys/fs/cgroup");
}

size_t ad_machine_memory(void)
{
    const size_t kilobytes = ad_number_in_file("/proc/meminfo", "MemAvailable:");
    const size_t available = kilobytes == SIZE_MAX ? SIZE_MAX : kilobytes * 1024;
    const size_t left = limits().memory;

    return available < left ? available : left;
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
