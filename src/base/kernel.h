/* Kernel sets: one source, compiled once per set.
 *
 * A kernel file (random/noise_kernel.c, a mapping, a technique) is written over the type `real` and
 * built up to four times:
 *
 *     f64          double, the mathematics library: the oracle
 *     f32          float, our own short polynomials, any CPU
 *     f32_avx2     the same float source, vectorised for AVX2 (x86-64 only)
 *     f32_avx512   the same float source, vectorised for AVX-512 (x86-64 only)
 *
 * Contraction is off, sums have a fixed order, and approximate reciprocals are not used, so all
 * float sets give the same bits. Code that was gradient-checked in double and compared with float
 * on one CPU therefore behaves the same on every CPU.
 *
 * AD_KERNEL(name) is the name with the set's suffix. Headers shared with non-kernel files pass
 * arrays as void *: "of the set's real type". */
#ifndef AD_BASE_KERNEL_H
#define AD_BASE_KERNEL_H

#include <stddef.h>

typedef enum ad_kernel_set {
    AD_F64,
    AD_F32,
    AD_F32_AVX2,
    AD_F32_AVX512,
    AD_N_KERNEL_SETS
} ad_kernel_set;

/* Is the set built, and does this CPU run it? */
int ad_kernel_set_usable(ad_kernel_set set);

/* "f64", "f32", "f32_avx2", "f32_avx512". */
const char *ad_kernel_set_name(ad_kernel_set set);

/* Bytes of the set's real type. */
static inline size_t ad_real_size(ad_kernel_set set)
{
    return set == AD_F64 ? sizeof(double) : sizeof(float);
}

#define AD_PASTE_(name, set) name##_##set
#define AD_PASTE(name, set)  AD_PASTE_(name, set)

#if defined AD_KERNEL_SET /* defined by the build, only for kernel files */
enum {
    AD_SET_f64 = AD_F64,
    AD_SET_f32 = AD_F32,
    AD_SET_f32_avx2 = AD_F32_AVX2,
    AD_SET_f32_avx512 = AD_F32_AVX512
};
#  define AD_THIS_SET     ((ad_kernel_set)AD_PASTE(AD_SET, AD_KERNEL_SET))
#  define AD_KERNEL(name) AD_PASTE(name, AD_KERNEL_SET)
#  if defined AD_KERNEL_DOUBLE
typedef double real;
#  else
typedef float real;
#  endif
#endif

/* The sets that are built: the wide ones only on x86-64. A table indexed by set has NULL for a set
 * that is not built; ad_kernel_set_usable then returns 0.
 *
 *     AD_EACH_KERNEL_SET(DECLARE)            with #define DECLARE(set) ... name_##set;
 *     AD_DECLARE_EACH_SET(ad_seed, ad_seed_uniform)      the constant object of every set
 *     AD_OF_EACH_SET(ad_seed_uniform)                    a table of their addresses */
#if defined __x86_64__
#  define AD_EACH_KERNEL_SET(X) X(f64) X(f32) X(f32_avx2) X(f32_avx512)
#  define AD_DECLARE_EACH_SET(type, stem)                                                          \
    extern const type stem##_f64, stem##_f32, stem##_f32_avx2, stem##_f32_avx512
#  define AD_OF_EACH_SET(stem)                                                                     \
    {                                                                                              \
      [AD_F64] = &stem##_f64, [AD_F32] = &stem##_f32, [AD_F32_AVX2] = &stem##_f32_avx2,            \
      [AD_F32_AVX512] = &stem##_f32_avx512                                                         \
    }
#else
#  define AD_EACH_KERNEL_SET(X)           X(f64) X(f32)
#  define AD_DECLARE_EACH_SET(type, stem) extern const type stem##_f64, stem##_f32
#  define AD_OF_EACH_SET(stem)                                                                     \
    {                                                                                              \
      [AD_F64] = &stem##_f64, [AD_F32] = &stem##_f32, [AD_F32_AVX2] = NULL, [AD_F32_AVX512] = NULL \
    }
#endif

#endif
