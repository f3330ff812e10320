/* The functions of formulas over `real`, each with its slope, for formula_kernel.c.
 *
 * Branches are written as choices between two values, so that loops vectorise. Outside its domain a
 * function is NaN or a limit, as noted at each. */
#ifndef AD_DIST_FORMULA_MATH_H
#define AD_DIST_FORMULA_MATH_H

#include <float.h>
#include <math.h>

#include "base/real.h"
#include "dist/formula.h"
#include "dist/special.h"

#if defined AD_KERNEL_DOUBLE
static const real f_cut = AD_EXP_CUT;
#else
static const real f_cut = 80;
#endif

static inline real f_exp(real x)
{
    const real y = r_exp_within(r_min(r_max(x, -f_cut), f_cut));

    return x == x ? y : x; /* NaN stays */
}

static inline real f_exp_slope(real x, real *slope)
{
    const real y = f_exp(x);

    *slope = r_fabs(x) > f_cut ? 0 : y;
    return y;
}

static inline real f_exp_minus_slope(real x, real *slope)
{
    const real y = f_exp_slope(-x, slope);

    *slope = -*slope;
    return y;
}

/* -infinity at 0, NaN below. */
static inline real f_log(real x)
{
#if defined AD_KERNEL_DOUBLE
    return log(x);
#else
    const real y = r_log(r_max(x, FLT_MIN));
    return x > 0 ? y : x < 0 ? NAN : -INFINITY;
#endif
}

static inline real f_log_slope(real x, real *slope)
{
    *slope = 1 / x;
    return f_log(x);
}

static inline real f_sqrt_slope(real x, real *slope)
{
    const real y = r_sqrt(x);

    *slope = (real)0.5 / y;
    return y;
}

static inline real f_sign(real x)
{
    return (real)(x > 0) - (real)(x < 0);
}

static inline real f_abs_slope(real x, real *slope)
{
    *slope = f_sign(x);
    return r_fabs(x);
}

static inline real f_sign_slope(real x, real *slope)
{
    *slope = 0;
    return f_sign(x);
}

/* sin(x), and cos(x) in *cosine. The float error is 2e-7 up to |x| = 1000 and grows beyond: x is
 * reduced by multiples of pi / 2, which is split in three parts. */
static inline real f_sin(real x, real *cosine)
{
#if defined AD_KERNEL_DOUBLE
    *cosine = cos(x);
    return sin(x);
#else
    const float shifted = x * 0.636619772f + 12582912.0f, k = shifted - 12582912.0f;
    const float t = ((x - k * 1.5703125f) - k * 4.83751297e-4f) - k * 7.54979013e-8f;
    const float a = fabsf(t) * 0.636619772f, s = copysignf(r_sin_eighth(a), t);
    const float c = r_cos_eighth(a);
    const int32_t quarter = r_bits(shifted) & 3;
    const float up = quarter & 1 ? c : s, across = quarter & 1 ? s : c;

    *cosine = quarter == 1 || quarter == 2 ? -across : across;
    return quarter & 2 ? -up : up;
#endif
}

static inline real f_sin_slope(real x, real *slope)
{
    return f_sin(x, slope);
}

static inline real f_cos_slope(real x, real *slope)
{
    real cosine;

    *slope = -f_sin(x, &cosine);
    return cosine;
}

static inline real f_tan_slope(real x, real *slope)
{
    real cosine;
    const real y = f_sin(x, &cosine) / cosine;

    *slope = 1 + y * y;
    return y;
}

static inline real f_tanh_slope(real x, real *slope)
{
    const real t = r_exp_minus(2 * x), d = 1 / (1 + t);

    *slope = 4 * t * d * d;
    return x == x ? r_tanh(x) : x; /* NaN stays, whatever its sign */
}

static inline real f_atan_slope(real x, real *slope)
{
    *slope = 1 / (1 + x * x);
    return r_atan(x);
}

/* e^(-x^2 / 2) without overflow of the square. */
static inline real f_bell(real x)
{
    const real a = r_min(r_fabs(x), 100);

    return r_exp_minus((real)0.5 * a * a);
}

static inline real f_normcdf_slope(real x, real *slope)
{
    *slope = (real)(1 / AD_SQRT_2PI) * f_bell(x);
    return r_normal_cdf(x);
}

static inline real f_erf_slope(real x, real *slope)
{
    const real z = x * (real)1.41421356237309504880;

    *slope = (real)1.12837916709551257390 * f_bell(z);
#if defined AD_KERNEL_DOUBLE
    return erf(x);
#else
    return 2 * r_normal_cdf(z) - 1;
#endif
}

static inline real f_sigmoid_slope(real x, real *slope)
{
    const real t = r_exp_minus(x), d = 1 / (1 + t);

    *slope = t * d * d;
    return x < 0 ? t * d : d;
}

static inline real f_softplus_slope(real x, real *slope)
{
    const real t = r_exp_minus(x), d = 1 / (1 + t);

    *slope = x < 0 ? t * d : d;
    return r_max(x, 0) + r_log1p(t);
}

/* Wichura's PPND7 (Applied Statistics 37, 1988): 1e-7 relative in (0, 1). */
static inline real f_norminv(real p)
{
#if defined AD_KERNEL_DOUBLE
    return ad_normal_quantile(p);
#else
    const float q = p - 0.5f, s = 0.180625f - q * q;
    const float near = q *
                       (((5.9109374720e+01f * s + 1.5929113202e+02f) * s + 5.0434271938e+01f) * s +
                        3.3871327179e+00f) /
                       (((6.7187563600e+01f * s + 7.8757757664e+01f) * s + 1.7895169469e+01f) * s +
                        1.0f);
    const float w = r_sqrt(r_max(-f_log(r_min(p, 1 - p)), 0)), a = w - 1.6f, b = w - 5.0f;
    const float far = (((1.7023821103e-01f * a + 1.3067284816e+00f) * a + 2.7568153900e+00f) * a +
                       1.4234372777e+00f) /
                      ((1.2021132975e-01f * a + 7.3700164250e-01f) * a + 1.0f);
    const float end = (((1.7337203997e-02f * b + 4.2868294337e-01f) * b + 3.0812263860e+00f) * b +
                       6.6579051150e+00f) /
                      ((1.2258202635e-02f * b + 2.4197894225e-01f) * b + 1.0f);
    const float tail = w <= 5.0f ? far : end;

    return fabsf(q) <= 0.425f ? near : q == q ? copysignf(tail, q) : q;
#endif
}

static inline real f_norminv_slope(real p, real *slope)
{
    const real z = f_norminv(p);

    *slope = (real)AD_SQRT_2PI * f_exp((real)0.5 * z * z);
    return z;
}

/* a^b for a > 0; 0 for a = 0 and b > 0. */
static inline real f_pow(real a, real b)
{
#if defined AD_KERNEL_DOUBLE
    return pow(a, b);
#else
    const real y = f_exp(b * f_log(a));
    return a > 0 ? y : a < 0 ? NAN : b > 0 ? 0 : b < 0 ? INFINITY : 1;
#endif
}

#endif
