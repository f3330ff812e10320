/* Exchanges and sums between ranks against the clock (bench_comm.h). */
#include "bench_comm.h"

#include <stdio.h>

#include "bench_network.h"
#include "json.h"
#include "out.h"

static const size_t sizes[] = { 1 << 10, 1 << 16, 1 << 19, 1 << 22 }; /* floats */
enum { N_SIZES = sizeof sizes / sizeof *sizes };

static void show_json(const adrop_comm *c, const adrop_comm_cost *cost)
{
    json j = { .file = stdout };

    json_open(&j, '{');
    json_key(&j, "ranks");
    json_count(&j, (size_t)adrop_comm_ranks(c));
    json_key_text(&j, "library", adrop_comm_library(c));
    json_key(&j, "bytes");
    json_count(&j, cost->numbers * sizeof(float));
    json_key_number(&j, "exchange_us", 1e6 * cost->exchange_seconds);
    json_key_number(&j, "sum_ms", 1e3 * cost->sum_seconds);
    json_key_number(&j, "add_ms", 1e3 * cost->add_seconds);
    json_key_number(&j, "mb_per_second", 1e-6 * cost->bytes_per_second);
    json_close(&j);
}

static int measure(const command_call *call, adrop_comm *c, int as_json)
{
    const int first = !adrop_comm_rank(c);
    adrop_status status = ADROP_OK;

    if (first && c && !as_json)
        printf("%d ranks, %s\n%12s %14s %10s %10s %10s\n", adrop_comm_ranks(c),
               OUT_CLEAN(adrop_comm_library(c)), "bytes", "exchange (us)", "sum (ms)", "add (ms)",
               "MB/s");
    for (size_t i = 0; i < N_SIZES && !status; i++) {
        adrop_comm_cost cost;
        status = adrop_comm_measure(call->ctx, c, sizes[i], &cost);
        if (status || !first)
            continue;
        if (as_json)
            show_json(c, &cost);
        else
            printf("%12zu %14.1f %10.3f %10.3f %10.0f\n", cost.numbers * sizeof(float),
                   1e6 * cost.exchange_seconds, 1e3 * cost.sum_seconds, 1e3 * cost.add_seconds,
                   1e-6 * cost.bytes_per_second);
    }
    return status ? command_fail(call, status) : OUT_OK;
}

static int measure_network(const command_call *call, adrop_comm *c, const bench_step *what,
                           int as_json)
{
    bench_network found;
    const adrop_status status = bench_network_time(call, c, what, &found);

    if (status)
        return command_fail(call, status);
    if (!adrop_comm_rank(c))
        (as_json ? bench_network_json : bench_network_show)(c, what, &found);
    return OUT_OK;
}

int bench_comm(const command_call *call, adrop_comm_opts *opts, const bench_step *network,
               int as_json)
{
    adrop_comm *joined;

    opts->size = sizeof *opts;
    const adrop_status status = adrop_comm_open(call->ctx, opts, &joined);
    if (status)
        return command_fail(call, status);
    out_mute(!adrop_comm_speaks(joined));
    const int code = network->name && joined ? measure_network(call, joined, network, as_json)
                                             : measure(call, joined, as_json);
    fflush(stdout); /* closing may end the process */
    adrop_comm_close(joined, code);
    return code;
}
