/* Inside activations: the loops of a kernel set (activation_kernel.c) and their order. */
#ifndef AD_COMPUTE_ACTIVATION_IMPL_H
#define AD_COMPUTE_ACTIVATION_IMPL_H

#include "compute/activation.h"

enum {
#define ACTIVATION(id, name, reads, at_zero, summary) AD_ACTIVATION_##id,
#include "compute/activation_list.h"
#undef ACTIVATION
    AD_N_ACTIVATIONS
};

/* Over n elements of the set's real type, or of bf16 if that is 1. from is x or y, as the kind
 * requires; out may be any of the others. */
typedef struct ad_activation_loops {
    void (*forward)(int threads, size_t n, int bf16, const void *x, void *out);
    void (*backward)(int threads, size_t n, int bf16, const void *from, const void *dy, void *out);
} ad_activation_loops;

/* (AD_N_ACTIVATIONS), in the order of the list. */
#define AD_DECLARE_ACTIVATIONS(set) extern const ad_activation_loops ad_activation_loops_##set[];
AD_EACH_KERNEL_SET(AD_DECLARE_ACTIVATIONS)

#endif
