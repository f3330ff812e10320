/* What a target is called where there are several. */
#ifndef ADROP_CLI_TARGET_NAME_H
#define ADROP_CLI_TARGET_NAME_H

#include <stddef.h>

#include "adrop/data.h"

/* Its column's name, or its number from 1 on. Returns buffer. */
char *target_name(const adrop_data *data, size_t target, char *buffer, size_t size);

/* The same as a text that lives until the end of the enclosing block. */
#define TARGET_NAME(data, target) target_name((data), (target), (char[256]){ 0 }, 256)

#endif
