/* The choice of engine: the plain one, or oneDNN's (engine.h). */
#include "compute/engine.h"

#include "adrop/context.h"
#include "base/context.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "compute/engine_impl.h"

adrop_status ad_engine_create(adrop_ctx *ctx, adrop_precision precision, int threads,
                              ad_engine **out)
{
    ad_engine *e;
    adrop_status status = AD_NEW(ctx, 1, "the engine", &e);

    *out = NULL;
    if (status)
        return status;
    *e = (ad_engine){ .ctx = ctx,
                      .real = AD_DATA_F32,
                      .kernels = ctx->kernels,
                      .threads = threads > 0 ? threads : ctx->threads };
    if (precision == ADROP_PRECISION_F64) {
        e->plain = 1;
        e->real = e->map = AD_DATA_F64;
        e->kernels = AD_F64;
        e->block = 1;
        e->isa = "plain";
        e->why = "f64: the plain engine, as asked for";
    } else {
        status = ad_engine_dnnl_start(e, precision);
    }
    if (status)
        ad_engine_free(e);
    else
        *out = e;
    return status;
}

void ad_engine_free(ad_engine *e)
{
    if (!e)
        return;
    ad_engine_dnnl_stop(e);
    ad_free(e->ctx, e);
}

void ad_engine_enter_with(const ad_engine *e, int threads, ad_saved_threads *saved)
{
    saved->threads = ad_parallel_set(threads);
    saved->limit = ad_parallel_limit(threads < e->threads ? threads : 0);
    saved->held = !e->plain;
    if (saved->held)
        ad_signals_hold(threads, &saved->signals);
}

void ad_engine_enter(const ad_engine *e, ad_saved_threads *saved)
{
    ad_engine_enter_with(e, e->threads, saved);
}

void ad_engine_enter_to_plan(const ad_engine *e, ad_saved_threads *saved)
{
    ad_engine_enter_with(e, 1, saved);
    ad_parallel_limit(saved->limit);
    ad_parallel_set(e->threads); /* oneDNN plans for the number of threads it sees */
}

void ad_engine_leave(const ad_saved_threads *saved)
{
    if (saved->held)
        ad_signals_release(&saved->signals);
    ad_parallel_limit(saved->limit);
    ad_parallel_set(saved->threads);
}
