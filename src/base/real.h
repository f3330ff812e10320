/* Elementary functions over `real`, for kernel files.
 *
 * In the f64 set they are those of the mathematics library. In the float sets they are short
 * polynomials without branches, so a plain loop over an array vectorises. Polynomials are evaluated
 * by halves, which gives shorter dependency chains than Horner's scheme, and without fused
 * operations, so every float set gives the same bits. tests/base/test_real.c measures the errors
 * stated here. */
#ifndef AD_BASE_REAL_H
#define AD_BASE_REAL_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/kernel.h"

static inline real r_min(real a, real b)
{
    return a < b ? a : b;
}

static inline real r_max(real a, real b)
{
    return a > b ? a : b;
}

/* x, or 0 if |x| < least: avoids denormal numbers, which are slow. */
static inline real r_unless_tiny(real x, real least)
{
    return x < least && x > -least ? 0 : x;
}

#if defined AD_KERNEL_DOUBLE

static inline real r_at_most_one(real x)
{
    return x < 1 ? x : 1;
}

static inline real r_fabs(real x)
{
    return fabs(x);
}

static inline real r_sqrt(real x)
{
    return sqrt(x);
}

static inline real r_exp(real x)
{
    return exp(x);
}

static inline real r_exp_within(real x)
{
    return exp(x);
}

static inline real r_exp_minus(real x)
{
    return exp(-fabs(x));
}

static inline real r_log(real x)
{
    return log(x);
}

static inline real r_log1p(real x)
{
    return log1p(x);
}

static inline real r_log_24(int32_t n)
{
    return log(n * 0x1p-24);
}

static inline real r_radius_24(int32_t n)
{
    return sqrt(-2 * log(n * 0x1p-24));
}

static inline real r_sin_quarter(real x)
{
    return sin(1.57079632679489661923 * x);
}

static inline real r_sin_eighth(real x)
{
    return sin(1.57079632679489661923 * x);
}

static inline real r_cos_eighth(real x)
{
    return cos(1.57079632679489661923 * x);
}

static inline real r_atan(real x)
{
    return atan(x);
}

static inline real r_tanh(real x)
{
    return tanh(x);
}

static inline real r_normal_cdf(real x)
{
    return 0.5 * erfc(-0.70710678118654752440 * x);
}

#else /* float: x is finite and inside the range given with each function */

static inline real r_fabs(real x)
{
    return fabsf(x);
}

static inline real r_sqrt(real x)
{
    return sqrtf(x);
}

static inline int32_t r_bits(float x)
{
    int32_t i;

    memcpy(&i, &x, sizeof i);
    return i;
}

static inline float r_from_bits(int32_t i)
{
    float x;

    memcpy(&x, &i, sizeof x);
    return x;
}

/* e^x to 1.3 ulp for x in [-87, 88]. x = k ln 2 + r, |r| <= ln 2 / 2; 355/512 is ln 2 to nine bits,
 * so k times it is exact. Adding 1.5 * 2^23 rounds to the nearest whole number. */
static inline real r_exp_within(real x)
{
    const float shifted = x * 1.44269504f + 12582912.0f;
    const float k = shifted - 12582912.0f;
    const float r = (x - k * 0.693359375f) - k * -2.12194440e-4f;
    const float r2 = r * r;
    const float p = (0.49999994f + r * 0.166665152f) +
                    r2 * ((0.041668456f + r * 0.00836941879f) + r2 * 0.00138131424f);
    const float y = 1.0f + (r + r2 * p);

    /* the low bits of shifted hold k; multiply y by 2^k in its exponent (unsigned, because shifting
     * a negative number is undefined) */
    return r_from_bits((int32_t)((uint32_t)r_bits(y) + ((uint32_t)r_bits(shifted) << 23)));
}

/* e^x; x is clamped to [-87, 88], so the result is neither 0 nor infinite. */
static inline real r_exp(real x)
{
    return r_exp_within(r_min(r_max(x, -87.0f), 88.0f));
}

/* The smaller of two nonnegative numbers, compared as integers. If floats are compared with a
 * constant, the compiler duplicates all that follows for both cases, and executes both. */
static inline float r_smaller(float x, float most)
{
    const int32_t i = r_bits(x), j = r_bits(most);

    return r_from_bits(i < j ? i : j);
}

/* min(x, 1) for x >= 0. */
static inline real r_at_most_one(real x)
{
    return r_smaller(x, 1.0f);
}

/* e^-|x|, clamped likewise. */
static inline real r_exp_minus(real x)
{
    return r_exp_within(-r_smaller(fabsf(x), 87.0f));
}

/* ln(1 + f) / f - 1 + f / 2, divided by f^2, for 1 + f in [sqrt 1/2, sqrt 2). */
static inline float r_log_tail(float f)
{
    const float f2 = f * f, f4 = f2 * f2;
    const float low = (0.333333313f + f * -0.250008225f) + f2 * (0.200012267f + f * -0.166233569f);
    const float high = (0.142017618f + f * -0.131601945f) +
                       f2 * (0.127615497f + f * -0.0763442963f);

    return low + f4 * high;
}

/* k ln 2 + ln(1 + f) */
static inline float r_log_sum(float k, float f)
{
    const float tail = f * f * (f * r_log_tail(f) - 0.5f) + k * -2.12194440e-4f;

    return k * 0.693359375f + (tail + f);
}

/* k and f of x = 2^k (1 + f), from the bits of x minus those of sqrt 1/2. */
static inline float r_log_parts(int32_t i, float *f)
{
    *f = r_from_bits((i & 0x007fffff) + 0x3f3504f3) - 1.0f;
    return (float)(i >> 23);
}

/* ln x to 1.2 ulp for normal x > 0. */
static inline real r_log(real x)
{
    float f;
    const float k = r_log_parts(r_bits(x) - 0x3f3504f3, &f);

    return r_log_sum(k, f);
}

/* The same for n 2^-24, n > 0. */
static inline real r_log_24(int32_t n)
{
    float f;
    const float k = r_log_parts(r_bits((float)n) - (0x3f3504f3 + (24 << 23)), &f);

    return r_log_sum(k, f);
}

/* sqrt(-2 ln u) to 1.3 ulp for u = n 2^-24 in (0, 1): like r_log, in units of -1/2, with one term
 * less, because the root halves the error. */
static inline real r_radius_24(int32_t n)
{
    float f;
    const float k = r_log_parts(r_bits((float)n) - (0x3f3504f3 + (24 << 23)), &f);
    const float f2 = f * f, f4 = f2 * f2;
    const float low = (-0.66667819f + f * 0.500026762f) + f2 * (-0.399261266f + f * 0.331551701f);
    const float high = (-0.298295349f + f * 0.285349727f) + f2 * -0.174008712f;
    const float tail = f2 * (1.0f + f * (low + f4 * high)) + k * 4.2438888e-4f;

    return sqrtf(k * -1.38671875f + (tail - (f + f)));
}

/* ln(1 + x) to 2.5 ulp for x > -1: where 1 + x is near 1, x itself is f. */
static inline real r_log1p(real x)
{
    const int near = x > -0.29f && x < 0.41f;
    const int32_t i = r_bits(1.0f + x) - 0x3f3504f3;
    const float k = near ? 0.0f : (float)(i >> 23);
    const float f = near ? x : r_from_bits((i & 0x007fffff) + 0x3f3504f3) - 1.0f;

    return r_log_sum(k, f);
}

/* sin(pi x / 2) to 3 ulp for x in [0, 1]; pi / 2 in two parts. */
static inline real r_sin_quarter(real x)
{
    const float z = x * x;
    const float z2 = z * z;
    const float rest = (-4.37113900e-8f + z * -0.645964086f) +
                       z2 * ((0.0796926022f + z * -0.00468165101f) +
                             z2 * (0.000160247058f + z * -3.4288023e-06f));

    return x * 1.57079637f + x * rest;
}

/* sin(pi x / 2) and cos(pi x / 2) to 2 ulp for x in [0, 1/2]. */
static inline real r_sin_eighth(real x)
{
    const float z = x * x;
    const float rest = (-4.37113900e-8f + z * -0.645963669f) +
                       z * z * (0.0796815827f + z * -0.00460531004f);

    return x * 1.57079637f + x * rest;
}

static inline real r_cos_eighth(real x)
{
    const float z = x * x;

    return 1.0f + (z * -1.23369771f + z * z * (0.25360321f + z * -0.02041728f));
}

/* arctan x to 3 ulp. */
static inline real r_atan(real x)
{
    const float a = fabsf(x), b = a > 1.0f ? 1.0f / a : a, z = b * b;
    const float z2 = z * z, z4 = z2 * z2;
    const float low = (1.0f + z * -0.333332837f) + z2 * (0.199982673f + z * -0.142619416f);
    const float middle = (0.109420665f + z * -0.0837740675f) +
                         z2 * (0.0575535037f + z * -0.0308058765f);
    const float p = b * (low + z4 * (middle + z4 * (0.0107275825f + z * -0.00175406411f)));
    const float y = a > 1.0f ? 1.57079637f - p : p;

    return x < 0.0f ? -y : y;
}

/* tanh x to 2.5 ulp, with the sign of x, also for zero: an odd polynomial up to 0.625, above that
 * (1 - t) / (1 + t) with t = e^-2|x|. */
static inline real r_tanh(real x)
{
    const float a = fabsf(x), z = a * a, z2 = z * z, t = r_exp_minus(2.0f * a);
    const float low = -0.333333289f + z * 0.133327697f;
    const float high = (-0.0538509096f + z * 0.020997179f) + z2 * -0.00609671417f;
    const float near = a + a * z * (low + z2 * high), far = (1.0f - t) / (1.0f + t);

    return copysignf(a < 0.625f ? near : far, x);
}

/* The normal distribution function, to 2e-7 absolute; in the lower tail to a relative 1e-5 down to
 * -13. Q(a) = phi(a) R(a), with Mills' ratio R as a polynomial in 1 / (1 + 0.35 a). */
static inline real r_normal_cdf(real x)
{
    const float a = r_min(fabsf(x), 13.0f), t = 1.0f / (1.0f + 0.35f * a);
    const float t2 = t * t, t4 = t2 * t2;
    const float low = (0.349978954f + t * 0.350581765f) + t2 * (0.300376058f + t * 0.264470965f);
    const float high = (-0.0579316281f + t * 0.398996145f) +
                       t2 * (-0.640985608f + t * 0.360886008f);
    const float mills = t * (low + t4 * (high + t4 * -0.0730585232f));
    const float q = 0.398942280f * r_exp_minus(0.5f * a * a) * mills;

    return x < 0.0f ? q : 1.0f - q;
}

#endif

/* 1 / (1 + e^-x), without overflow. */
static inline real r_sigmoid(real x)
{
    const real t = r_exp_minus(x), d = 1 / (1 + t);

    return x < 0 ? t * d : d;
}

#endif
