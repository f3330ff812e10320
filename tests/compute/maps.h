/* Arrays of every format and number type for the tests of operations: filled from doubles in plain
 * order and read back as such, with padding and a guard at the end that are checked afterwards.
 * Also engines and errors. */
#ifndef ADROP_TESTS_MAPS_H
#define ADROP_TESTS_MAPS_H

#include <stdint.h>

#include "base/memory.h"
#include "check.h"
#include "compute/bf16.h"
#include "compute/engine.h"

enum { MAP_GUARD = 64, MAP_GUARD_BYTE = 0xa5 };

static uint64_t map_state = 20260101; /* the seed */

static inline uint64_t map_next(void)
{
    uint64_t z = (map_state += 0x9e3779b97f4a7c15u);

    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* In [low, high]. */
static inline size_t map_pick(size_t low, size_t high)
{
    return low + (size_t)(map_next() % (high - low + 1));
}

static inline double map_uniform(void)
{
    return (double)(map_next() >> 11) * 0x1p-53;
}

static inline double map_round(double v, ad_dtype t)
{
    if (t == AD_DATA_F64)
        return v;
    return t == AD_DATA_F32 ? (double)(float)v
                            : (double)ad_bf16_to_float(ad_bf16_from_float((float)v));
}

/* (n) nearly normal numbers that type t holds. */
static inline double *map_random(size_t n, double centre, double spread, ad_dtype t)
{
    double *v = malloc((n + 1) * sizeof *v);

    if (!v)
        abort();
    for (size_t i = 0; i < n; i++) {
        double sum = 0;
        for (int k = 0; k < 4; k++)
            sum += map_uniform() - 0.5;
        v[i] = map_round(centre + spread * sum * 1.7320508, t);
    }
    return v;
}

static inline adrop_ctx *map_context(int threads)
{
    adrop_ctx_opts opts;
    adrop_ctx *ctx;

    adrop_ctx_opts_init(&opts);
    opts.threads = threads;
    if (adrop_ctx_create(&opts, &ctx))
        abort();
    return ctx;
}

/* NULL, with a line that says so, where the CPU has no such precision. */
static inline ad_engine *map_engine(adrop_ctx *ctx, adrop_precision precision)
{
    ad_engine *e;

    if (ad_engine_create(ctx, precision, 0, &e) == ADROP_OK)
        return e;
    printf("skipped: %s\n", adrop_ctx_message(ctx));
    return NULL;
}

/* Zeroed, aligned, the guard behind it. */
static inline void *map_bytes(size_t n)
{
    const size_t room = ad_round_up(n);
    unsigned char *memory = aligned_alloc(AD_ALIGNMENT, room + AD_ALIGNMENT);

    if (!memory)
        abort();
    memset(memory, 0, n);
    memset(memory + n, MAP_GUARD_BYTE, room + AD_ALIGNMENT - n);
    return memory;
}

static inline int map_guarded(const void *memory, size_t n)
{
    const unsigned char *guard = (const unsigned char *)memory + n;

    for (size_t i = 0; i < ad_round_up(n) + AD_ALIGNMENT - n; i++)
        if (guard[i] != MAP_GUARD_BYTE)
            return 0;
    return 1;
}

/* Where element (row, channel, position) of d lies. */
static inline size_t map_index(const ad_engine *e, const ad_desc *d, size_t r, size_t c, size_t p)
{
    const size_t area = d->height * d->width, b = e->block, blocks = (d->channels + b - 1) / b;

    switch (d->format) {
    case AD_CHANNELS_LAST:
        return (r * area + p) * d->channels + c;
    case AD_BLOCKED:
        return ((r * blocks + c / b) * area + p) * b + c % b;
    default:
        return (r * d->channels + c) * area + p;
    }
}

static inline double map_at(ad_dtype t, const void *array, size_t i)
{
    return t == AD_DATA_F64   ? ((const double *)array)[i]
           : t == AD_DATA_F32 ? (double)((const float *)array)[i]
                              : (double)ad_bf16_to_float(((const ad_bf16 *)array)[i]);
}

static inline void map_set(ad_dtype t, void *array, size_t i, double v)
{
    if (t == AD_DATA_F64)
        ((double *)array)[i] = v;
    else if (t == AD_DATA_F32)
        ((float *)array)[i] = (float)v;
    else
        ((ad_bf16 *)array)[i] = ad_bf16_from_float((float)v);
}

static inline size_t map_count(const ad_desc *d)
{
    return d->rows * ad_desc_units(d);
}

/* An array of d with the values (rows, channels, area), or zero if NULL. */
static inline void *map_make(const ad_engine *e, const ad_desc *d, const double *values)
{
    const size_t area = d->height * d->width;
    void *array = map_bytes(ad_desc_bytes(d, e->block));

    for (size_t i = 0; values && i < map_count(d); i++)
        map_set(d->dtype, array,
                map_index(e, d, i / area / d->channels, i / area % d->channels, i % area),
                values[i]);
    return array;
}

/* The values of an array in plain order; checks padding and guard, and frees it. */
static inline double *map_take(const ad_engine *e, const ad_desc *d, void *array)
{
    const size_t area = d->height * d->width, n = map_count(d);
    const size_t bytes = ad_desc_bytes(d, e->block), size = ad_dtype_size(d->dtype);
    double *values = malloc((n + 1) * sizeof *values);
    size_t not_zero = 0;

    if (!values)
        abort();
    for (size_t i = 0; i < n; i++) {
        const size_t at = map_index(e, d, i / area / d->channels, i / area % d->channels, i % area);
        values[i] = map_at(d->dtype, array, at);
        map_set(d->dtype, array, at, 0);
    }
    for (size_t i = 0; i < bytes / size; i++)
        not_zero += !(map_at(d->dtype, array, i) == 0);
    CHECK_EQ(not_zero, 0);
    CHECK(map_guarded(array, bytes));
    free(array);
    return values;
}

/* A desc of one vector of the engine's reals. */
static inline ad_desc map_vector(const ad_engine *e, size_t n)
{
    return (ad_desc){ 1, n, 1, 1, e->real, AD_PLAIN };
}

/* |a - b| / max(|b|, floor), Euclidean; infinite if a value is not finite. */
static inline double map_error(size_t n, const double *a, const double *b, double floor)
{
    double difference = 0, size = 0;

    for (size_t i = 0; i < n; i++) {
        difference += (a[i] - b[i]) * (a[i] - b[i]);
        size += b[i] * b[i];
    }
    if (!isfinite(difference))
        return INFINITY;
    size = sqrt(size) > floor ? sqrt(size) : floor;
    return difference > 0 ? sqrt(difference) / size : 0;
}

static inline double map_norm(size_t n, const double *a)
{
    double sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += a[i] * a[i];
    return sqrt(sum);
}

/* Same numbers, whatever the sign of zero. */
static inline int map_same(size_t n, const double *a, const double *b)
{
    for (size_t i = 0; i < n; i++)
        if (!(a[i] == b[i]))
            return 0;
    return 1;
}

/* Rows 1 to 9, channels 1 to 40, maps 1 x 1 to 13 x 13; every fifth one a vector. */
static inline ad_desc map_shape(ad_dtype t, ad_format f)
{
    const int vector = map_pick(0, 4) == 0;

    return (ad_desc){ map_pick(1, 9),
                      map_pick(1, 40),
                      vector ? 1 : map_pick(1, 13),
                      vector ? 1 : map_pick(1, 13),
                      t,
                      f };
}

static inline ad_desc map_plain(ad_desc d)
{
    d.dtype = AD_DATA_F64;
    d.format = AD_PLAIN;
    return d;
}

#endif
