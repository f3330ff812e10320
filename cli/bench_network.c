/* A shared training step and its pieces against the clock (bench_network.h). */
#include "bench_network.h"

#include <stdio.h>

#include "json.h"
#include "out.h"

/* Steps of this process alone, on a context that has joined nothing. */
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

adrop_status bench_network_time(const command_call *call, adrop_comm *comm, const bench_step *what,
                                bench_network *found)
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
    *found = (bench_network){ .ranks = ranks,
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

double bench_network_overlap(const bench_network *n)
{
    return 1 - (n->step.median - n->compute.median) / n->sum;
}

double bench_network_ratio(const bench_network *n)
{
    return n->step.median / (n->compute.median > n->sum ? n->compute.median : n->sum);
}

void bench_network_json(const adrop_comm *c, const bench_step *what, const bench_network *n)
{
    json j = { .file = stdout };

    json_open(&j, '{');
    json_key(&j, "ranks");
    json_count(&j, n->ranks);
    json_key_text(&j, "library", adrop_comm_library(c));
    json_key_text(&j, "network", what->name);
    json_key_text(&j, "dropout", what->dropout);
    json_key(&j, "batch");
    json_count(&j, n->batch);
    json_key(&j, "shards");
    json_count(&j, n->shards);
    json_key(&j, "params");
    json_count(&j, n->params);
    json_key_number(&j, "compute_ms", 1e3 * n->compute.median);
    json_key_number(&j, "compute_ms_best", 1e3 * n->compute.best);
    json_key_number(&j, "sum_ms", 1e3 * n->sum);
    json_key_number(&j, "step_ms", 1e3 * n->step.median);
    json_key_number(&j, "step_ms_best", 1e3 * n->step.best);
    json_key_number(&j, "overlap", bench_network_overlap(n));
    json_key_number(&j, "ratio", bench_network_ratio(n));
    json_close(&j);
}

void bench_network_show(const adrop_comm *c, const bench_step *what, const bench_network *n)
{
    printf("%zu ranks, %s: %s, batch %zu, %zu shards, %zu parameters\n"
           "compute %.1f ms, communication %.1f ms, step %.1f ms: overlap %.0f %%, "
           "%.2f of the longer\n",
           n->ranks, OUT_CLEAN(adrop_comm_library(c)), what->name, n->batch, n->shards, n->params,
           1e3 * n->compute.median, 1e3 * n->sum, 1e3 * n->step.median,
           100 * bench_network_overlap(n), bench_network_ratio(n));
}
