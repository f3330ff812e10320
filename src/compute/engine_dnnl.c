/* oneDNN's engine: the CPU's features as oneDNN reports them, and the number types that follow
 * (engine.h).
 *
 * bf16 is used only if the CPU has bf16 multiplication (AVX512_BF16 and above). oneDNN also creates
 * bf16 primitives on plain AVX-512, where it emulates them at less than the speed of float. auto
 * uses bf16 only with AMX. With AVX512_BF16 alone, a training step takes 0.6 to 3 times as long as
 * in float, which has Winograd, depending on the CPU and the network (docs/performance.md), so
 * float is the safe choice.
 *
 * Some virtual machines report AMX but hide the size of its tiles (CPUID leaf 1DH is zero). oneDNN
 * then configures no tile, and its first tile instruction is illegal. On these, its AMX
 * implementations are skipped (ad_dnnl_describe). */
#if defined(__x86_64__) || defined(__i386__)
#  include <cpuid.h>
#endif

#include "base/context.h"
#include "base/memory.h"
#include "compute/engine_impl.h"
#include "compute/prim_dnnl.h"

/* 1 if the CPU reports the number of AMX tiles. */
static int amx_has_tiles(void)
{
#if defined(__x86_64__) || defined(__i386__)
    unsigned a, b, c, d;

    return __get_cpuid_count(0x1d, 1, &a, &b, &c, &d) && b >> 16;
#else
    return 0;
#endif
}

static adrop_status engine_dnnl_start(ad_engine *e)
{
    adrop_status status = AD_NEW(e->ctx, 1, "the engine", &e->dnnl);

    if (status)
        return status;
    e->dnnl->without_amx = !amx_has_tiles();
    dnnl_status_t s = dnnl_engine_create(&e->dnnl->engine, dnnl_cpu, 0);
    if (s == dnnl_success)
        s = dnnl_stream_create(&e->dnnl->stream, e->dnnl->engine, dnnl_stream_in_order);
    return s == dnnl_success ? ADROP_OK : ad_dnnl_fail(e->ctx, s, "an engine");
}

/* Choose the number types from the CPU's features, as oneDNN reports them, and the requested
 * precision. */
static adrop_status engine_dnnl_choose(ad_engine *e, adrop_precision wish)
{
    const dnnl_cpu_isa_t isa = dnnl_get_effective_cpu_isa();
    int bf16 = 0, amx = 0;

    e->isa = "other";
    for (size_t i = 0; i < ad_n_dnnl_isas; i++)
        if (ad_dnnl_isas[i].isa == isa) {
            e->isa = ad_dnnl_isas[i].name;
            e->has_avx512 = ad_dnnl_isas[i].avx512;
            bf16 = ad_dnnl_isas[i].bf16;
            amx = ad_dnnl_isas[i].amx && amx_has_tiles();
        }
    if (wish == ADROP_PRECISION_BF16 && !bf16)
        return ad_fail(e->ctx, ADROP_EINVAL,
                       "precision bf16 needs a CPU with AVX512_BF16 or AMX, and oneDNN sees %s "
                       "here: use f32 or auto",
                       e->isa);
    e->block = e->has_avx512 ? 16 : 8;
    e->map = wish == ADROP_PRECISION_BF16 || (wish == ADROP_PRECISION_AUTO && amx) ? AD_DATA_BF16
                                                                                   : AD_DATA_F32;
    e->why = wish == ADROP_PRECISION_F32    ? "f32, as asked for"
             : wish == ADROP_PRECISION_BF16 ? "bf16, as asked for"
             : amx                          ? "bf16: the CPU multiplies bf16 numbers with AMX"
             : bf16                         ? "f32: bf16 may be slower than float without AMX"
                                            : "f32: the CPU has no bf16 arithmetic of its own";
    return ADROP_OK;
}

adrop_status ad_engine_dnnl_start(ad_engine *e, adrop_precision wish)
{
    const adrop_status status = engine_dnnl_choose(e, wish);

    return status ? status : engine_dnnl_start(e);
}

void ad_engine_dnnl_stop(ad_engine *e)
{
    if (!e->dnnl)
        return;
    dnnl_stream_destroy(e->dnnl->stream);
    dnnl_engine_destroy(e->dnnl->engine);
    ad_free(e->ctx, e->dnnl);
}
