/* Loop hints for gcc and clang.
 *
 *     AD_INDEPENDENT
 *     for (..)        no iteration reads what another writes, even if the arrays are the same
 *
 *     AD_UNROLL(6)
 *     for (..)        the loop is unrolled */
#ifndef AD_BASE_LOOP_H
#define AD_BASE_LOOP_H

#define AD_PRAGMA_(words) _Pragma(#words)

/* clang warns about a loop that it was asked to vectorise and could not. So the hint is omitted on
 * machines without vectors, and in double, whose loops call the mathematics library. */
#if defined __clang__ &&                                                                           \
    (defined AD_KERNEL_DOUBLE || (defined __wasm__ && !defined __wasm_simd128__))
#  define AD_INDEPENDENT
#  define AD_UNROLL(n) AD_PRAGMA_(clang loop unroll_count(n))
#elif defined __clang__
#  define AD_INDEPENDENT AD_PRAGMA_(clang loop vectorize(assume_safety))
#  define AD_UNROLL(n)   AD_PRAGMA_(clang loop unroll_count(n))
#elif defined __GNUC__
#  define AD_INDEPENDENT AD_PRAGMA_(GCC ivdep)
#  define AD_UNROLL(n)   AD_PRAGMA_(GCC unroll n)
#else
#  define AD_INDEPENDENT
#  define AD_UNROLL(n)
#endif

#endif
