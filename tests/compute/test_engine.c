/* Engines: the chosen precision and its reason, refusal of bf16, oneDNN's environment variable, and
 * threads that enter and leave.
 *
 * oneDNN reads the variable once per process, so each cap has its own child process. */
#include "compute/engine.h"

#include <sys/wait.h>
#include <unistd.h>

#include "base/parallel.h"
#include "compute/prim_dnnl.h"
#include "maps.h"
#include "scarce_engine.h"

static void kinds(void)
{
    adrop_ctx *ctx = map_context(3);
    ad_engine *e;

    CHECK_EQ(ad_engine_create(ctx, ADROP_PRECISION_F64, 0, &e), ADROP_OK);
    CHECK(e->plain && !e->dnnl && e->real == AD_DATA_F64 && e->map == AD_DATA_F64);
    CHECK(e->kernels == AD_F64 && e->block == 1 && e->threads == 3);
    CHECK_TEXT(e->isa, "plain");
    ad_engine_free(e);
    CHECK_EQ(ad_engine_create(ctx, ADROP_PRECISION_F32, 2, &e), ADROP_OK);
    CHECK(!e->plain && e->dnnl && e->real == AD_DATA_F32 && e->map == AD_DATA_F32);
    CHECK(e->kernels != AD_F64 && e->threads == 2);
    CHECK_EQ(e->block, e->has_avx512 ? 16 : 8);
    CHECK_HAS(e->why, "f32");
    ad_engine_free(e);
    ad_engine_free(NULL);
    adrop_ctx_free(ctx);
}

/* auto is bf16 exactly where AMX runs; where bf16 is refused it does not. */
static void automatic(void)
{
    adrop_ctx *ctx = map_context(1);
    ad_engine *e, *wanted;
    const adrop_status status = ad_engine_create(ctx, ADROP_PRECISION_BF16, 0, &wanted);

    CHECK(status == ADROP_OK || status == ADROP_EINVAL);
    CHECK(!status == !!wanted);
    if (status)
        CHECK_HAS(adrop_ctx_message(ctx), "use f32 or auto");
    CHECK_EQ(ad_engine_create(ctx, ADROP_PRECISION_AUTO, 0, &e), ADROP_OK);
    const int amx = strstr(e->isa, "amx") && !e->dnnl->without_amx;
    CHECK(!amx || !status);
    CHECK_EQ(e->map, amx ? AD_DATA_BF16 : AD_DATA_F32);
    CHECK_EQ(e->real, AD_DATA_F32);
    CHECK_HAS(e->why, amx      ? "bf16: the CPU multiplies"
                      : status ? "f32: the CPU has no bf16"
                               : "f32: bf16 may be slower");
    ad_engine_free(e);
    ad_engine_free(wanted);
    adrop_ctx_free(ctx);
}

/* In a child with the variable set: bf16 is refused, and the sentence names the cap. */
static int capped(const char *isa)
{
    adrop_ctx *ctx = map_context(1);
    ad_engine *e;

    CHECK_EQ(ad_engine_create(ctx, ADROP_PRECISION_BF16, 0, &e), ADROP_EINVAL);
    CHECK(!e);
    CHECK_HAS(adrop_ctx_message(ctx), isa);
    CHECK_HAS(adrop_ctx_message(ctx), "use f32 or auto");
    CHECK_EQ(ad_engine_create(ctx, ADROP_PRECISION_AUTO, 0, &e), ADROP_OK);
    CHECK_TEXT(e->isa, isa);
    CHECK(e->map == AD_DATA_F32 && e->block == 8 && !e->has_avx512);
    ad_engine_free(e);
    adrop_ctx_free(ctx);
    return check_failed > 0;
}

/* Where the CPU has AVX512_BF16 and oneDNN is told to use no more: bf16 if asked for, not by auto.
 */
static int without_amx(const char *isa)
{
    adrop_ctx *ctx = map_context(1);
    ad_engine *e;

    if (!ad_engine_create(ctx, ADROP_PRECISION_BF16, 0, &e)) {
        CHECK(e->map == AD_DATA_BF16 && e->block == 16);
        CHECK_TEXT(e->isa, isa);
        ad_engine_free(e);
    }
    CHECK_EQ(ad_engine_create(ctx, ADROP_PRECISION_AUTO, 0, &e), ADROP_OK);
    CHECK_EQ(e->map, AD_DATA_F32);
    ad_engine_free(e);
    adrop_ctx_free(ctx);
    return check_failed > 0;
}

/* What oneDNN sees with a cap at SSE41; elsewhere than on x86 a cap changes nothing. */
#if defined __x86_64__
#  define LEAST "sse41"
#else
#  define LEAST "other"
#endif

static void caps(void)
{
    static const struct {
        const char *variable, *value, *isa;
        int (*look)(const char *isa);
    } each[] = {
        { "ONEDNN_MAX_CPU_ISA", "SSE41", LEAST, capped },
        { "DNNL_MAX_CPU_ISA", "SSE41", LEAST, capped },
        { "ONEDNN_MAX_CPU_ISA", "AVX512_CORE_BF16", "avx512_core_bf16", without_amx },
    };

    for (size_t i = 0; i < sizeof each / sizeof *each; i++) {
        fflush(stdout);
        const pid_t child = fork();
        if (child == 0) {
            setenv(each[i].variable, each[i].value, 1);
            const int failed = each[i].look(each[i].isa);
            fflush(stdout);
            _exit(failed);
        }
        int status = -1;
        CHECK_WHERE("%s=%s", each[i].variable, each[i].value);
        CHECK(child > 0 && waitpid(child, &status, 0) == child);
        CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
    check_where[0] = 0;
}

static void threads(void)
{
    adrop_ctx *ctx = map_context(1);
    ad_engine *e;
    const int before = ad_parallel_now();

    CHECK_EQ(ad_engine_create(ctx, ADROP_PRECISION_F32, before + 2, &e), ADROP_OK);
    CHECK_EQ(ad_parallel_now(), before); /* creating changes nothing */
    ad_saved_threads saved;
    ad_engine_enter(e, &saved);
    CHECK_EQ(saved.threads, before);
    CHECK_EQ(ad_parallel_now(), before + 2);
    ad_engine_leave(&saved);
    CHECK_EQ(ad_parallel_now(), before);
    ad_engine_free(e);
    adrop_ctx_free(ctx);
}

static adrop_status nothing(ad_engine *e)
{
    CHECK(e->dnnl || e->plain);
    return ADROP_OK;
}

static void failing_allocations(void)
{
    scarce_engine_each(nothing, ADROP_PRECISION_F32, 1);
    scarce_engine_each(nothing, ADROP_PRECISION_F64, 1);
}

CHECK_MAIN(caps, kinds, automatic, threads, failing_allocations)
