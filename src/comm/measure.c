/* Measures the cost of communication (adrop/comm.h): small exchanges, and sums over shards. */
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/context.h"
#include "base/memory.h"
#include "base/struct.h"
#include "comm/reduce.h"

enum { ROUNDS = 9, SMALL = 100 };

/* The minimum of several measurements is the least disturbed one. */
static void keep_least(double *least, double seconds)
{
    *least = *least > 0 && *least < seconds ? *least : seconds;
}

static adrop_status time_exchanges(adrop_comm *c, adrop_ctx *ctx, double *seconds)
{
    uint64_t mine = (uint64_t)c->rank, *all;
    adrop_status status = AD_NEW(ctx, (size_t)c->ranks, "an exchange", &all);

    for (int round = 0; round < ROUNDS && !status; round++) {
        const double start = ad_clock();
        for (int i = 0; i < SMALL && !status; i++)
            status = ad_comm_gather(c, ctx, &mine, sizeof mine, all);
        keep_least(seconds, (ad_clock() - start) / SMALL);
    }
    ad_free(ctx, all);
    return status;
}

/* A sum of n floats over one shard per rank, in one bucket. */
static adrop_status time_sums(adrop_comm *c, adrop_ctx *ctx, size_t n, double *seconds)
{
    ad_reducer *r = NULL;
    float *block;
    adrop_status status = AD_NEW(ctx, n, "a sum over ranks", &block);

    if (status)
        return status;
    status = ad_reducer_create(ctx, c, (size_t)c->ranks, 0, 1, &n, &r);
    for (int round = 0; round < ROUNDS && !status; round++) {
        void *blocks[] = { block };
        const double start = ad_clock();
        ad_reducer_begin(r, (size_t)c->ranks, blocks, block);
        ad_reducer_start(r, 0);
        status = ad_reducer_wait(r);
        keep_least(seconds, ad_clock() - start);
    }
    if (!ad_reducer_is_stuck(r))
        ad_free(ctx, block);
    ad_reducer_free(r);
    return status;
}

/* Only the additions of such a sum. */
static adrop_status time_additions(adrop_ctx *ctx, size_t n, double *seconds)
{
    float *block;
    adrop_status status = AD_NEW(ctx, 2 * n, "a sum over ranks", &block);

    for (int round = 0; round < ROUNDS && !status; round++) {
        const double start = ad_clock();
        for (size_t i = 0; i < n; i++)
            block[i] += block[n + i];
        keep_least(seconds, ad_clock() - start);
    }
    if (!status)
        ad_free(ctx, block);
    return status;
}

adrop_status adrop_comm_measure_sized(adrop_ctx *ctx, adrop_comm *c, size_t numbers,
                                      adrop_comm_cost *cost, size_t size)
{
    adrop_comm_cost mine = { .numbers = numbers };
    adrop_status status;

    if (!c)
        return ad_fail(ctx, ADROP_EINVAL, "there are no other ranks: start the program by mpirun");
    if ((status = time_exchanges(c, ctx, &mine.exchange_seconds)) ||
        (status = time_sums(c, ctx, numbers, &mine.sum_seconds)) ||
        (status = time_additions(ctx, numbers, &mine.add_seconds)))
        return status;
    const double share = 2.0 * (c->ranks - 1) / c->ranks;
    mine.bytes_per_second = share * (double)numbers * sizeof(float) / mine.sum_seconds;
    ad_struct_write(cost, size, &mine, sizeof mine);
    return ADROP_OK;
}
