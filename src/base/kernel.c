/* Which kernel sets are built, and run on this CPU. */
#include "base/kernel.h"

int ad_kernel_set_usable(ad_kernel_set set)
{
    switch (set) {
    case AD_F64:
    case AD_F32:
        return 1;
#if defined __x86_64__
    case AD_F32_AVX2:
        return __builtin_cpu_supports("avx2") != 0;
    case AD_F32_AVX512:
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
               __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw");
#else
    case AD_F32_AVX2:
    case AD_F32_AVX512:
#endif
    case AD_N_KERNEL_SETS:
        break;
    }
    return 0;
}

const char *ad_kernel_set_name(ad_kernel_set set)
{
    static const char *const names[] = { "f64", "f32", "f32_avx2", "f32_avx512" };

    return names[set];
}
