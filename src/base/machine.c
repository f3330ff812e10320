/* What the machine offers a process (machine.h). */
#include "base/machine.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "adrop/number.h"

/* The number after key at the start of a line of the file ("" matches the first line);
 * SIZE_MAX if there is none, or the word "max". */
static size_t number_in(const char *path, const char *key)
{
    FILE *file = fopen(path, "r");
    size_t found = SIZE_MAX;
    char line[256];

    while (file && found == SIZE_MAX && fgets(line, sizeof line, file)) {
        unsigned long long value;
        if (!strncmp(line, key, strlen(key)) && sscanf(line + strlen(key), "%llu", &value) == 1)
            found = (size_t)value;
    }
    if (file)
        fclose(file);
    return found;
}

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

size_t ad_machine_memory(void)
{
    const size_t kilobytes = number_in("/proc/meminfo", "MemAvailable:");
    const size_t limit = number_in("/sys/fs/cgroup/memory.max", "");
    const size_t used = number_in("/sys/fs/cgroup/memory.current", "");
    const size_t available = kilobytes == SIZE_MAX ? SIZE_MAX : kilobytes * 1024;
    const size_t left = limit == SIZE_MAX || used == SIZE_MAX ? SIZE_MAX
                        : limit > used                        ? limit - used
                                                              : 0;

    return smaller(available, left);
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
