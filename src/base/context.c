/* Contexts: creation, the last message, the log callback. */
#include "base/context.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/forks.h"
#include "base/format.h"
#include "base/keep.h"
#include "base/machine.h"
#include "base/memory.h"
#include "base/option_check.h"
#include "base/parallel.h"

static const char *const isa_words[] = { "auto", "baseline", "avx2", "avx512", NULL };

static const adrop_option options[] = {
    { .name = "threads",
      .group = ADROP_GROUP_ADVANCED,
      .traits = ADROP_TRAIT_COMMON,
      .kind = ADROP_OPT_INT,
      .offset = offsetof(adrop_ctx_opts, threads),
      .max = AD_MOST_THREADS,
      .help = "threads of the context's loops; 0: as many as the process may use" },
    { .name = "isa",
      .group = ADROP_GROUP_ADVANCED,
      .kind = ADROP_OPT_CHOICE,
      .offset = offsetof(adrop_ctx_opts, isa),
      .words = isa_words,
      .help = "instruction set of the kernels; auto: the best this CPU has" },
    { 0 },
};

const adrop_option *adrop_ctx_options(void)
{
    return options;
}

void adrop_ctx_opts_init_sized(adrop_ctx_opts *opts, size_t size)
{
    ad_struct_init(opts, size, &(const adrop_ctx_opts){ 0 }, sizeof *opts);
}

int adrop_isa_count(void)
{
    int count = 1;

    while (count < 3 && ad_kernel_set_usable((ad_kernel_set)(AD_F32 + count)))
        count++;
    return count;
}

adrop_status adrop_ctx_create(const adrop_ctx_opts *opts, adrop_ctx **out)
{
    adrop_ctx_opts o;

    if (!out)
        return ADROP_EINVAL;
    adrop_ctx_opts_init(&o);
    *out = NULL;
    if (opts && AD_SETTINGS_READ(NULL, adrop_ctx_opts, options, &o, opts))
        return ADROP_EINVAL; /* out of range, made for a newer library, or never initialised */
    if (!o.allocator.allocate != !o.allocator.release || (int)o.isa > adrop_isa_count())
        return ADROP_EINVAL;
    if (o.threads > ad_parallel_default() && !ad_machine_can_start(o.threads))
        return ADROP_ENOMEM;
    if (!o.allocator.allocate)
        o.allocator = ad_default_allocator;

    if (ad_forks_watch())
        return ADROP_ENOMEM;
    adrop_ctx *ctx = o.allocator.allocate(o.allocator.user, ad_round_up(sizeof *ctx));
    if (!ctx)
        return ADROP_ENOMEM;
    int isa = o.isa == ADROP_ISA_AUTO ? adrop_isa_count() : (int)o.isa;
    *ctx = (adrop_ctx){
        .allocator = o.allocator,
        .log = o.log,
        .log_user = o.log_user,
        .threads = o.threads ? o.threads : ad_parallel_default(),
        .threads_given = o.threads != 0,
        .kernels = (ad_kernel_set)(AD_F32 + isa - 1),
    };
    *out = ctx;
    return ADROP_OK;
}

void adrop_ctx_free(adrop_ctx *ctx)
{
    if (!ctx)
        return;
    if (ctx->techniques)
        ctx->release_techniques(ctx);
    if (ctx->pairs)
        ctx->release_pairs(ctx);
    ad_keep_release(ctx);
    ctx->allocator.release(ctx->allocator.user, ctx);
}

const char *adrop_ctx_message(const adrop_ctx *ctx)
{
    return ctx->message;
}

const char *adrop_ctx_isa_name(const adrop_ctx *ctx)
{
    static const char *const names[] = { "baseline", "avx2", "avx512" };

    return names[ctx->kernels - AD_F32];
}

int adrop_ctx_threads(const adrop_ctx *ctx)
{
    return ctx->threads;
}

void ad_ctx_count_read(adrop_ctx *ctx, uint64_t bytes)
{
    atomic_fetch_add_explicit(&ctx->bytes_read, bytes, memory_order_relaxed);
}

uint64_t adrop_ctx_bytes_read(const adrop_ctx *ctx)
{
    return atomic_load_explicit(&ctx->bytes_read, memory_order_relaxed);
}

adrop_status ad_fail(adrop_ctx *ctx, adrop_status status, const char *format, ...)
{
    char text[AD_MESSAGE_SIZE]; /* the arguments may point into the old message */
    va_list args;

    va_start(args, format);
    ad_print_list(text, sizeof text, format, args);
    va_end(args);
    memcpy(ctx->message, text, sizeof text);
    return status;
}

void ad_log(adrop_ctx *ctx, adrop_log_level level, const char *format, ...)
{
    char line[AD_MESSAGE_SIZE];
    va_list args;

    if (!ctx->log)
        return;
    va_start(args, format);
    ad_print_list(line, sizeof line, format, args);
    va_end(args);
    ctx->log(ctx->log_user, level, line);
}
