/* Arrays for tests of operations: the same numbers as doubles in plain order, for the plain engine,
 * and in an engine's own format and type. */
#ifndef ADROP_TESTS_ARRAYS_H
#define ADROP_TESTS_ARRAYS_H

#include <stdint.h>

#include "check.h"
#include "compute/engine.h"
#include "random/philox.h"

static inline ad_engine *arrays_engine(adrop_precision precision, int threads)
{
    adrop_ctx *ctx;
    ad_engine *e;

    if (adrop_ctx_create(NULL, &ctx))
        abort();
    if (!ad_engine_create(ctx, precision, threads, &e))
        return e;
    printf("no engine: %s\n", adrop_ctx_message(ctx));
    adrop_ctx_free(ctx);
    return NULL;
}

static inline void arrays_close(ad_engine *e)
{
    adrop_ctx *ctx = e->ctx;

    ad_engine_free(e);
    adrop_ctx_free(ctx);
}

static inline void *arrays_memory(size_t bytes)
{
    void *p = aligned_alloc(64, (bytes + 64) / 64 * 64);

    if (!p)
        abort();
    memset(p, 0xff, bytes); /* NaN, wherever nothing is written */
    return p;
}

/* A number that a float holds exactly, between -1 and 1. */
static inline double arrays_value(uint32_t seed, uint32_t i)
{
    uint32_t word[4] = { i, seed, 0, 0 };

    ad_philox(word, 7, 7);
    return (double)(int32_t)(word[0] & 0xffffff) / (1 << 23) - 1;
}

static inline double arrays_round(ad_dtype t, double x)
{
    float f = (float)x;
    uint32_t bits;

    if (t != AD_DATA_BF16)
        return t == AD_DATA_F64 ? x : (double)f;
    memcpy(&bits, &f, sizeof bits);
    bits = (bits + 0x7fff + (bits >> 16 & 1)) & 0xffff0000u;
    memcpy(&f, &bits, sizeof f);
    return (double)f;
}

/* n numbers of the given type. */
static inline double *arrays_random(size_t n, ad_dtype t, uint32_t seed)
{
    double *a = arrays_memory(n * sizeof *a);

    for (size_t i = 0; i < n; i++)
        a[i] = arrays_round(t, arrays_value(seed, (uint32_t)i));
    return a;
}

static inline double arrays_get(ad_dtype t, const void *a, size_t i)
{
    uint32_t bits;
    float f;

    if (t == AD_DATA_F64)
        return ((const double *)a)[i];
    if (t == AD_DATA_F32)
        return (double)((const float *)a)[i];
    bits = (uint32_t)((const uint16_t *)a)[i] << 16;
    memcpy(&f, &bits, sizeof f);
    return (double)f;
}

static inline void arrays_put(ad_dtype t, void *a, size_t i, double x)
{
    const float f = (float)arrays_round(t, x);
    uint32_t bits;

    memcpy(&bits, &f, sizeof bits);
    if (t == AD_DATA_F64)
        ((double *)a)[i] = x;
    else if (t == AD_DATA_F32)
        ((float *)a)[i] = f;
    else
        ((uint16_t *)a)[i] = (uint16_t)(bits >> 16);
}

/* Where element i of plain order is in the desc's format. */
static inline size_t arrays_place(const ad_desc *d, size_t block, size_t i)
{
    const size_t area = d->height * d->width, position = i % area, c = i / area % d->channels;
    const size_t row = i / area / d->channels, blocks = (d->channels + block - 1) / block;

    if (d->format == AD_CHANNELS_LAST)
        return (row * area + position) * d->channels + c;
    if (d->format == AD_BLOCKED)
        return ((row * blocks + c / block) * area + position) * block + c % block;
    return i;
}

/* A copy of n numbers of type t; one in the desc's format, padding zero. */
static inline void *arrays_vector(ad_dtype t, const double *plain, size_t n)
{
    void *a = arrays_memory(n * ad_dtype_size(t));

    for (size_t i = 0; i < n; i++)
        arrays_put(t, a, i, plain[i]);
    return a;
}

static inline void *arrays_map(const ad_engine *e, const ad_desc *d, const double *plain)
{
    void *a = arrays_memory(ad_desc_bytes(d, e->block));

    memset(a, 0, ad_desc_bytes(d, e->block));
    for (size_t i = 0; i < d->rows * ad_desc_units(d); i++)
        arrays_put(d->dtype, a, arrays_place(d, e->block, i), plain[i]);
    return a;
}

/* || a - b || / || b ||, and 0 if both are zero. */
static inline double arrays_error(size_t n, const double *a, const double *b)
{
    double d = 0, norm = 0;

    for (size_t i = 0; i < n; i++) {
        d += (a[i] - b[i]) * (a[i] - b[i]);
        norm += b[i] * b[i];
    }
    return d == 0 ? 0 : sqrt(d / norm);
}

/* The same of an array of type t, and of a map; its padding must be zero. */
static inline double arrays_vector_error(ad_dtype t, const void *a, size_t n, const double *plain)
{
    double *values = arrays_memory(n * sizeof *values);

    for (size_t i = 0; i < n; i++)
        values[i] = arrays_get(t, a, i);
    const double error = arrays_error(n, values, plain);
    free(values);
    return error;
}

static inline double arrays_map_error(const ad_engine *e, const ad_desc *d, const void *map,
                                      const double *plain)
{
    const size_t n = d->rows * ad_desc_units(d);
    const size_t all = ad_desc_bytes(d, e->block) / ad_dtype_size(d->dtype);
    double *values = arrays_memory(n * sizeof *values), inside = 0, total = 0;

    for (size_t i = 0; i < n; i++) {
        values[i] = arrays_get(d->dtype, map, arrays_place(d, e->block, i));
        inside += values[i] != 0;
    }
    for (size_t i = 0; i < all; i++)
        total += arrays_get(d->dtype, map, i) != 0;
    CHECK_EQ(total, inside);
    const double error = arrays_error(n, values, plain);
    free(values);
    return error;
}

#endif
