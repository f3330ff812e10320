/* What a compiler is told of a loop, for gcc and for clang.
 *
 *     AD_INDEPENDENT
 *     for (..)        no turn reads what another writes, though the arrays may be the same one
 *
 *     AD_UNROLL(6)
 *     for (..)        the turns are written out */
#ifndef AD_BASE_LOOP_H
#define AD_BASE_LOOP_H

#define AD_PRAGMA_(words) _Pragma(#words)

/* clang complains of a loop that it was told to vectorise and could not: so it is not told where
 * the machine has no vectors, and in double, whose loops call the mathematics library. */
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
