/* Times exchanges and sums between ranks (bench.h); and a training step shared by the ranks, with
 * its two parts: the computation of one rank, and the sum of all gradients over the ranks. These
 * are the terms of the model in docs/scaling.md. */
#include "bench.h"

#include <stdio.h>

#include "document_out.h"
#include "out.h"

static const size_t sizes[] = { 1 << 10, 1 << 16, 1 << 19, 1 << 22 }; /* floats */
enum { N_SIZES = sizeof sizes / sizeof *sizes };

/* A document with the table of costs, left open. */
static adrop_document *open_costs(const command_call *call, const adrop_comm *c)
{
    static const adrop_column columns[] = {
        { "ranks", NULL, 'r', NULL, 0, 0 },
        { "library", NULL, 'l', NULL, 0, 0 },
        { "bytes", "bytes", 'r', NULL, 0, 0 },
        { "exchange_us", "exchange (us)", 'r', NULL, ADROP_DECIMALS(1), 0 },
        { "sum_ms", "sum (ms)", 'r', NULL, ADROP_DECIMALS(3), 0 },
        { "add_ms", "add (ms)", 'r', NULL, ADROP_DECIMALS(3), 0 },
        { "mb_per_second", "MB/s", 'r', NULL, ADROP_DECIMALS(0), 0 },
        { 0 },
    };
    adrop_document *d = document_start(call->ctx, "");

    if (c)
        adrop_document_say(d, "%d ranks, %s", adrop_comm_ranks(c), adrop_comm_library(c));
    adrop_document_table(d, NULL, "", ADROP_TABLE_MEMBERS);
    adrop_document_columns(d, columns);
    return d;
}

static void add_cost(adrop_document *d, const adrop_comm *c, const adrop_comm_cost *cost)
{
    adrop_document_cell_count(d, (size_t)adrop_comm_ranks(c));
    adrop_document_cell_text(d, adrop_comm_library(c));
    adrop_document_cell_count(d, cost->numbers * sizeof(float));
    adrop_document_cell_number(d, 1e6 * cost->exchange_seconds);
    adrop_document_cell_number(d, 1e3 * cost->sum_seconds);
    adrop_document_cell_number(d, 1e3 * cost->add_seconds);
    adrop_document_cell_number(d, 1e-6 * cost->bytes_per_second);
}

static int bench_comm_measure(const command_call *call, adrop_comm *c)
{
    const command_common *common = call->settings;
    adrop_document *d = NULL;
    adrop_status status = ADROP_OK;

    for (size_t i = 0; i < N_SIZES && !status; i++) {
        adrop_comm_cost cost;
        status = adrop_comm_measure(call->ctx, c, sizes[i], &cost);
        if (status || adrop_comm_rank(c))
            continue;
        d = d ? d : open_costs(call, c);
        add_cost(d, c, &cost);
        if (!common->json && i + 1 < N_SIZES)
            continue;
        adrop_document_end(d);
        document_print(call, d);
        d = NULL;
    }
    adrop_document_free(d);
    return status ? command_fail(call, status) : OUT_OK;
}

/* -- A step of a network ----------------------------------------------------------------------- */

typedef struct {
    size_t ranks, batch, shards, params;
    stopwatch_times compute; /* this rank's rows only, while the others compute theirs */
    double sum;              /* seconds for the sum of all gradients alone */
    stopwatch_times step;    /* the whole batch on all ranks */
} network;

/* Steps of this process alone, in a context that has joined no job. */
static adrop_status time_alone(const command_call *call, const bench_step *what,
                               stopwatch_times *times)
{
    const command_common *common = call->settings;
    bench_step_result r = { 0 };
    adrop_ctx_opts opts;
    adrop_ctx *ctx;

    adrop_ctx_opts_init(&opts);
    opts.threads = adrop_ctx_threads(call->ctx);
    opts.isa = (adrop_isa)common->isa;
    adrop_status status = adrop_ctx_create(&opts, &ctx);
    if (status)
        return status;
    status = bench_step_time(ctx, what, &r);
    *times = r.step;
    adrop_model_free(r.model);
    adrop_ctx_free(ctx);
    return status;
}

/* Called by all ranks; the call's context has joined the job. One shard per rank, or more if
 * asked. */
static adrop_status time_network(const command_call *call, adrop_comm *comm, const bench_step *what,
                                 network *found)
{
    const size_t ranks = (size_t)adrop_comm_ranks(comm);
    bench_step whole = *what, part = *what;
    bench_step_result r = { 0 };
    adrop_model_info info;
    adrop_comm_cost cost;

    whole.shards = what->shards > ranks ? what->shards : ranks;
    adrop_status status = bench_step_time(call->ctx, &whole, &r);
    if (status)
        return status;
    adrop_model_describe(r.model, &info);
    *found = (network){ .ranks = ranks,
                        .batch = r.batch,
                        .shards = whole.shards,
                        .params = info.n_params + info.n_dropout_params,
                        .step = r.step };
    adrop_model_free(r.model);
    part.batch = (found->batch + ranks - 1) / ranks;
    part.shards = (whole.shards + ranks - 1) / ranks;
    if ((status = adrop_comm_measure(call->ctx, comm, found->params, &cost)) ||
        (status = time_alone(call, &part, &found->compute)))
        return status;
    found->sum = cost.sum_seconds;
    return ADROP_OK;
}

static void show_network(const command_call *call, const adrop_comm *c, const bench_step *what,
                         const network *n)
{
    const double compute = n->compute.median, step = n->step.median;
    adrop_document *d = document_start(call->ctx, "");

    adrop_document_count(d, "ranks", "ranks", n->ranks);
    adrop_document_text(d, "library", "library", adrop_comm_library(c));
    adrop_document_text(d, "network", "network", what->name);
    adrop_document_text(d, "dropout", "technique", what->dropout);
    adrop_document_count(d, "batch", "batch", n->batch);
    adrop_document_count(d, "shards", "shards", n->shards);
    adrop_document_count(d, "params", "parameters", n->params);
    adrop_document_number(d, "compute_ms", "compute", 1e3 * compute, "ms", ADROP_DECIMALS(1));
    adrop_document_number(d, "compute_ms_best", NULL, 1e3 * n->compute.best, "ms", 0);
    adrop_document_number(d, "sum_ms", "communication", 1e3 * n->sum, "ms", ADROP_DECIMALS(1));
    adrop_document_number(d, "step_ms", "step", 1e3 * step, "ms", ADROP_DECIMALS(1));
    adrop_document_number(d, "step_ms_best", NULL, 1e3 * n->step.best, "ms", 0);
    /* share of the sum hidden behind computing: step = compute + (1 - overlap) sum */
    adrop_document_number(d, "overlap", "overlap", 1 - (step - compute) / n->sum, "",
                          ADROP_DECIMALS(2));
    adrop_document_number(d, "ratio", "step by the longer of the two",
                          step / (compute > n->sum ? compute : n->sum), "", ADROP_DECIMALS(2));
    document_print(call, d);
}

static int measure_network(const command_call *call, adrop_comm *c, const bench_step *what)
{
    network found;
    const adrop_status status = time_network(call, c, what, &found);

    if (status)
        return command_fail(call, status);
    if (!adrop_comm_rank(c))
        show_network(call, c, what, &found);
    return OUT_OK;
}

int bench_comm(const command_call *call, adrop_comm_opts *opts, const bench_step *what)
{
    adrop_comm *joined;

    opts->size = sizeof *opts;
    const adrop_status status = adrop_comm_open(call->ctx, opts, &joined);
    if (status)
        return command_fail(call, status);
    out_mute(!adrop_comm_speaks(joined));
    const int code = what->name && joined ? measure_network(call, joined, what)
                                          : bench_comm_measure(call, joined);
    fflush(stdout); /* closing may end the process */
    adrop_comm_close(joined, code);
    return code;
}
