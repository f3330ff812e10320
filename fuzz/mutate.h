/* Mutators that keep file headers plausible, so that inputs pass the first check more often:
 * safetensors (a length, JSON, values), npy (a magic number, a length, a dictionary, values), idx
 * (a magic number, sizes, values). An input may have several parts (scene.h), one of which is
 * changed. Occasionally the mutation is arbitrary, so that the first checks are also tested.
 *
 * A target uses `MUTATOR(mutate_npy)`. Without libFuzzer (replay.c) it is never called. */
#ifndef ADROP_FUZZ_MUTATE_H
#define ADROP_FUZZ_MUTATE_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scene.h"

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t room) __attribute__((weak));

/* Changes one part: data (size) becomes data (the returned size), at most room. */
typedef size_t mutate_part(uint8_t *data, size_t size, size_t room, uint32_t *seed);

static inline uint32_t mutate_draw(uint32_t *seed, uint32_t n)
{
    *seed = *seed * 1664525u + 1013904223u; /* Numerical Recipes; any will do */
    return n ? (*seed >> 8) % n : 0;
}

/* Change the bytes [from, to) with libFuzzer, and move the rest. */
static inline size_t mutate_span(uint8_t *data, size_t size, size_t room, size_t from, size_t to)
{
    const size_t rest = size - to, most = room - from - rest;
    uint8_t *tail = malloc(rest + 1);

    if (!tail)
        abort();
    memcpy(tail, data + to, rest);
    const size_t n = LLVMFuzzerMutate(data + from, to - from, most);
    memcpy(data + from + n, tail, rest);
    free(tail);
    return from + n + rest;
}

/* Replace a decimal number in [from, to) by a nearby one or an edge case. */
static inline size_t mutate_number(uint8_t *data, size_t size, size_t room, size_t from, size_t to,
                                   uint32_t *seed)
{
    static const char *const edges[] = { "0",          "1",
                                         "2",          "3",
                                         "4",          "8",
                                         "255",        "256",
                                         "65536",      "2147483648",
                                         "4294967296", "18446744073709551615",
                                         "-1",         "9223372036854775807" };
    char number[32];
    size_t at = from + mutate_draw(seed, (uint32_t)(to - from)), end;

    while (at < to && (data[at] < '0' || data[at] > '9'))
        at++;
    for (end = at; end < to && data[end] >= '0' && data[end] <= '9' && end - at < 20;)
        end++;
    if (end == at)
        return size;
    memcpy(number, data + at, end - at);
    number[end - at] = 0;
    if (mutate_draw(seed, 2))
        snprintf(number, sizeof number, "%llu",
                 strtoull(number, NULL, 10) + 2ull * mutate_draw(seed, 2) - 1);
    else
        snprintf(number, sizeof number, "%s",
                 edges[mutate_draw(seed, sizeof edges / sizeof *edges)]);
    const size_t n = strlen(number);
    if (size - (end - at) + n > room)
        return size;
    memmove(data + at + n, data + end, size - end);
    memcpy(data + at, number, n);
    return size - (end - at) + n;
}

/* A text header at [at, at + length), followed by values: changes one of them; *length is
 * updated. */
static inline size_t mutate_headed(uint8_t *data, size_t size, size_t room, size_t at,
                                   size_t *length, uint32_t *seed)
{
    const size_t end = at + *length, before = size;

    switch (mutate_draw(seed, 4)) {
    case 0:
        return size > end || room > size ? mutate_span(data, size, room, end, size) : size;
    case 1:
        size = mutate_span(data, size, room, at, end);
        break;
    default:
        size = mutate_number(data, size, room, at, end, seed);
    }
    *length += size - before;
    return size;
}

static inline size_t mutate_safetensors(uint8_t *data, size_t size, size_t room, uint32_t *seed)
{
    uint64_t length;

    if (size < 10)
        return LLVMFuzzerMutate(data, size, room);
    memcpy(&length, data, 8);
    size_t n = length > size - 8 ? size - 8 : (size_t)length;
    size = mutate_headed(data, size, room, 8, &n, seed);
    length = n;
    memcpy(data, &length, 8);
    return size;
}

static inline size_t mutate_npy(uint8_t *data, size_t size, size_t room, uint32_t *seed)
{
    if (size < 12 || memcmp(data, "\x93NUMPY", 6) != 0)
        return LLVMFuzzerMutate(data, size, room);
    size_t n = (size_t)data[8] | (size_t)data[9] << 8;
    if (n > size - 10)
        n = size - 10;
    size = mutate_headed(data, size, room, 10, &n, seed);
    data[8] = (uint8_t)n;
    data[9] = (uint8_t)(n >> 8);
    return size;
}

static inline size_t mutate_idx(uint8_t *data, size_t size, size_t room, uint32_t *seed)
{
    static const uint8_t types[] = { 8, 9, 11, 12, 13, 14 };

    if (size < 8)
        return LLVMFuzzerMutate(data, size, room);
    const size_t most = (size - 4) / 4, dims = data[3] && data[3] <= most ? data[3] : 1;
    uint8_t *dim = data + 4 + 4 * mutate_draw(seed, (uint32_t)dims);
    size_t product = 1;
    switch (mutate_draw(seed, 5)) {
    case 0:
        data[2] = types[mutate_draw(seed, sizeof types)];
        return size;
    case 1:
        dim[3] = (uint8_t)(dim[3] + 2 * mutate_draw(seed, 2) - 1);
        return size;
    case 2: /* as many as the bytes allow */
        for (size_t i = 1; i < dims; i++)
            product *= data[4 + 4 * i + 3] ? data[4 + 4 * i + 3] : 1;
        product = (size - 4 - 4 * dims) / (product ? product : 1); /* it may have overflowed */
        data[4] = data[5] = 0;
        data[6] = (uint8_t)(product >> 8);
        data[7] = (uint8_t)product;
        return size;
    case 3:
        dim[mutate_draw(seed, 4)] ^= (uint8_t)(1u << mutate_draw(seed, 8));
        return size;
    default:
        return mutate_span(data, size, room, 4 + 4 * dims, size);
    }
}

/* Change one part of the input, with one of the functions above. */
static inline size_t mutate_one(uint8_t *data, size_t size, size_t room, uint32_t seed,
                                mutate_part *part)
{
    const uint8_t *at = data, *found;
    size_t left = size, from = 0, length = size, parts = 0;

    if (!mutate_draw(&seed, 8))
        return LLVMFuzzerMutate(data, size, room);
    while (left || !parts) { /* each part with equal probability */
        const size_t n = scene_part(&at, &left, &found);
        if (!mutate_draw(&seed, (uint32_t)++parts)) {
            from = (size_t)(found - data);
            length = n;
        }
    }
    const size_t rest = size - from - length;
    uint8_t *tail = malloc(rest + 1);
    if (!tail)
        abort();
    memcpy(tail, data + from + length, rest);
    const size_t n = part(data + from, length, room - from - rest, &seed);
    memcpy(data + from + n, tail, rest);
    free(tail);
    return from + n + rest;
}

#define MUTATOR(part)                                                                              \
  size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room, unsigned seed);          \
  size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room, unsigned seed)           \
  {                                                                                                \
    return mutate_one(data, size, room, seed, part);                                               \
  }

#endif
