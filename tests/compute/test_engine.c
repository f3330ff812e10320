/* Engines: which precision is chosen and why, the refusal of bf16, oneDNN's environment
 * variable, and threads that enter and leave.
 *
 * oneDNN reads the variable once a process, so each cap is a child of its own. */
#include "compute/engine.h"

#include <sys/wait.h>
#include <unistd.h>

#include "base/parallel.h"
#include "maps.h"
#include "scarce_engine.h"

static void kinds(void)
{
    adrop_ctx *ctx = map_context(3);
    ad_engine *e;

    CHECK_EQ(ad_engine_create(ctx, ADROP_F64, 0, &e), ADROP_OK);
    CHECK(e->plain && !e->dnnl && e->real == AD_DATA_F64 && e->map == AD_DATA_F64);
    CHECK(e->kernels == AD_F64 && e->block == 1 && e->threads == 3);
    CHECK_TEXT(e->isa, "plain");
    ad_engine_free(e);
    CHECK_EQ(ad_engine_create(ctx, ADROP_F32, 2, &e), ADROP_OK);
    CHECK(!e->plain && e->dnnl && e->real == AD_DATA_F32 && e->map == AD_DATA_F32);
    CHECK(e->kernels != AD_F64 && e->threads == 2);
    CHECK_EQ(e->block, e->has_avx512 ? 16 : 8);
    CHECK_HAS(e->why, "f32");
    ad_engine_free(e);
    ad_engine_free(NULL);
    adrop_ctx_free(ctx);
}

/* auto is bf16 exactly where bf16 itself is not refused. */
static void automatic(void)
{
    adrop_ctx *ctx = map_context(1);
    ad_engine *e, *wanted;
    const adrop_status status = ad_engine_create(ctx, ADROP_BF16, 0, &wanted);

    CHECK(status == ADROP_OK || status == ADROP_EINVAL);
    CHECK(!status == !!wanted);
    if (status)
        CHECK_HAS(adrop_ctx_message(ctx), "use f32 or auto");
    CHECK_EQ(ad_engine_create(ctx, ADROP_AUTO, 0, &e), ADROP_OK);
    CHECK_EQ(e->map, status ? AD_DATA_F32 : AD_DATA_BF16);
    CHECK_EQ(e->real, AD_DATA_F32);
    CHECK_HAS(e->why, status ? "f32: the CPU has no bf16" : "bf16: the CPU multiplies");
    ad_engine_free(e);
    ad_engine_free(wanted);
    adrop_ctx_free(ctx);
}

/* In a child with the variable set: bf16 is refused, and the sentence names the cap. */
static int capped(const char *isa)
{
    adrop_ctx *ctx = map_context(1);
    ad_engine *e;

    CHECK_EQ(ad_engine_create(ctx, ADROP_BF16, 0, &e), ADROP_EINVAL);
    CHECK(!e);
    CHECK_HAS(adrop_ctx_message(ctx), isa);
    CHECK_HAS(adrop_ctx_message(ctx), "use f32 or auto");
    CHECK_EQ(ad_engine_create(ctx, ADROP_AUTO, 0, &e), ADROP_OK);
    CHECK_TEXT(e->isa, isa);
    CHECK(e->map == AD_DATA_F32 && e->block == 8 && !e->has_avx512);
    ad_engine_free(e);
    adrop_ctx_free(ctx);
    return check_failed > 0;
}

static void caps(void)
{
    static const char *const names[] = { "ONEDNN_MAX_CPU_ISA", "DNNL_MAX_CPU_ISA" };

    for (size_t i = 0; i < 2; i++) {
        fflush(stdout);
        const pid_t child = fork();
        if (child == 0) {
            setenv(names[i], "SSE41", 1);
            const int failed = capped("sse41");
            fflush(stdout);
            _exit(failed);
        }
        int status = -1;
        CHECK_WHERE("%s", names[i]);
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

    CHECK_EQ(ad_engine_create(ctx, ADROP_F32, before + 2, &e), ADROP_OK);
    CHECK_EQ(ad_parallel_now(), before); /* creating changes nothing */
    ad_outside outside;
    ad_engine_enter(e, &outside);
    CHECK_EQ(outside.threads, before);
    CHECK_EQ(ad_parallel_now(), before + 2);
    ad_engine_leave(&outside);
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
    scarce_engine_each(nothing, ADROP_F32, 1);
    scarce_engine_each(nothing, ADROP_F64, 1);
}

CHECK_MAIN(caps, kinds, automatic, threads, failing_allocations)
