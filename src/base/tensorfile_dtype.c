/* Converts values of safetensors files other than F32 to floats: F64 and I64 to the nearest float;
 * F16 and BF16 exactly, because floats include their values. Infinities and NaN are kept. An F64
 * beyond the largest float becomes infinite, which readers of weights refuse. */
#include <string.h>

#include "base/tensorfile_impl.h"

static float from_f32(const char *bytes)
{
    float value;

    memcpy(&value, bytes, sizeof value);
    return value;
}

static float from_f64(const char *bytes)
{
    double value;

    memcpy(&value, bytes, sizeof value);
    return (float)value;
}

static float from_i64(const char *bytes)
{
    int64_t value;

    memcpy(&value, bytes, sizeof value);
    return (float)value;
}

static float from_bits(uint32_t bits)
{
    float value;

    memcpy(&value, &bits, sizeof value);
    return value;
}

static float from_bf16(const char *bytes)
{
    uint16_t half;

    memcpy(&half, bytes, sizeof half);
    return from_bits((uint32_t)half << 16);
}

/* 1 bit of sign, 5 of the exponent with a bias of 15, 10 of the mantissa. */
float ad_float_of_half(uint16_t half)
{
    const uint32_t sign = (uint32_t)(half & 0x8000u) << 16, mantissa = half & 0x3ffu;
    const uint32_t exponent = half >> 10 & 0x1fu;

    if (exponent == 0) { /* zero and subnormal numbers: mantissa / 2^24 */
        const float small = (float)mantissa * 0x1p-24f;
        return sign ? -small : small;
    }
    return from_bits(sign | (exponent == 31 ? 0xffu : exponent + 112) << 23 | mantissa << 13);
}

static float from_f16(const char *bytes)
{
    uint16_t half;

    memcpy(&half, bytes, sizeof half);
    return ad_float_of_half(half);
}

static const ad_file_dtype dtypes[] = { { "F32", 4, from_f32 },
                                        { "F64", 8, from_f64 },
                                        { "F16", 2, from_f16 },
                                        { "BF16", 2, from_bf16 },
                                        { "I64", 8, from_i64 } };

const ad_file_dtype *ad_file_dtype_find(const char *name)
{
    for (size_t i = 0; i < sizeof dtypes / sizeof *dtypes; i++)
        if (!strcmp(dtypes[i].name, name))
            return &dtypes[i];
    return NULL;
}
