/* Names of targets (target_name.h). */
#include "target_name.h"

#include <stdio.h>

#include "out.h"

char *target_name(const adrop_data *data, size_t target, char *buffer, size_t size)
{
    const char *name = adrop_data_target_name(data, target);

    if (name)
        return out_copy(buffer, size, name);
    snprintf(buffer, size, "%zu", target + 1);
    return buffer;
}
