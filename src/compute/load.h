/* Loads and stores one element of an array of the kernel set's real type or of bf16, for kernel
 * files (kernel.h). bf16 is a constant at every call, so the loop around it has no branch. */
#ifndef AD_COMPUTE_LOAD_H
#define AD_COMPUTE_LOAD_H

#include <stddef.h>

#include "base/kernel.h"
#include "compute/bf16.h"

static inline real ad_load(const void *array, size_t i, int bf16)
{
    if (bf16)
        return (real)ad_bf16_to_float(((const ad_bf16 *)array)[i]);
    return ((const real *)array)[i];
}

static inline void ad_store(void *array, size_t i, real value, int bf16)
{
    if (bf16)
        ((ad_bf16 *)array)[i] = ad_bf16_from_float((float)value);
    else
        ((real *)array)[i] = value;
}

#endif
