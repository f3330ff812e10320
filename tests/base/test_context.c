/* Contexts: options, messages, the log callback, and independence of two contexts
 * on two threads. */
#include "base/context.h"

#include <limits.h>
#include <pthread.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/memory.h"
#include "check.h"

static void creation(void)
{
    adrop_ctx_opts opts;
    adrop_ctx *ctx;

    adrop_ctx_opts_init(&opts);
    CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
    CHECK_TEXT(adrop_ctx_message(ctx), "");
    CHECK(adrop_ctx_threads(ctx) >= 1);
    CHECK(adrop_isa_count() >= 1);
    adrop_ctx_free(ctx);
    adrop_ctx_free(NULL);

    opts.threads = 3;
    opts.isa = ADROP_ISA_BASELINE;
    CHECK_EQ(adrop_ctx_create(&opts, &ctx), ADROP_OK);
    CHECK_EQ(adrop_ctx_threads(ctx), 3);
    CHECK_TEXT(adrop_ctx_isa_name(ctx), "baseline");
    adrop_ctx_free(ctx);
}

static void refusals(void)
{
    adrop_ctx_opts opts;
    adrop_ctx_opts_init(&opts);
    adrop_ctx *ctx = (adrop_ctx *)&opts;

    opts.threads = -1;
    CHECK_EQ(adrop_ctx_create(&opts, &ctx), ADROP_EINVAL);
    CHECK(!ctx);
    adrop_ctx_opts_init(&opts);
    opts.isa = (adrop_isa)9;
    CHECK_EQ(adrop_ctx_create(&opts, &ctx), ADROP_EINVAL);
    adrop_ctx_opts_init(&opts);
    opts.allocator.allocate = (void *(*)(void *, size_t))(void (*)(void))creation;
    CHECK_EQ(adrop_ctx_create(&opts, &ctx), ADROP_EINVAL); /* without its partner */
    opts = (adrop_ctx_opts){ 0 };
    CHECK_EQ(adrop_ctx_create(&opts, &ctx), ADROP_EINVAL); /* never initialised */
}

/* More threads than can be had are a status: OpenMP would end the process. */
static void too_many_threads(void)
{
    adrop_ctx_opts opts;
    adrop_ctx *ctx;

    adrop_ctx_opts_init(&opts);
    opts.threads = 4097;
    CHECK_EQ(adrop_ctx_create(&opts, &ctx), ADROP_EINVAL);
    opts.threads = INT_MAX;
    CHECK_EQ(adrop_ctx_create(&opts, &ctx), ADROP_EINVAL);
    opts.threads = 64;
    CHECK_EQ(adrop_ctx_create(&opts, &ctx), ADROP_OK);
    adrop_ctx_free(ctx);
#ifndef __SANITIZE_ADDRESS__ /* which needs addresses without a limit */
    const pid_t child = fork();
    if (!child) {
        const struct rlimit few = { 512 << 20, 512 << 20 };
        setrlimit(RLIMIT_AS, &few);
        opts.threads = 4096;
        _exit(adrop_ctx_create(&opts, &ctx) == ADROP_ENOMEM && !ctx ? 0 : 1);
    }
    int code = 1;
    CHECK(child > 0 && waitpid(child, &code, 0) == child);
    CHECK_EQ(code, 0);
#endif
}

static void statuses(void)
{
    CHECK_TEXT(adrop_status_text(ADROP_OK), "no error");
    CHECK_TEXT(adrop_status_text(ADROP_ENOMEM), "out of memory");
    CHECK_TEXT(adrop_status_text((adrop_status)1000), "unknown status");
}

static char logged[AD_MESSAGE_SIZE];

static void keep_line(void *user, adrop_log_level level, const char *line)
{
    *(int *)user = (int)level;
    snprintf(logged, sizeof logged, "%s", line);
}

static void log_callback(void)
{
    adrop_ctx_opts opts;
    adrop_ctx *ctx;
    int level = -1;

    adrop_ctx_opts_init(&opts);
    opts.log = keep_line;
    opts.log_user = &level;
    CHECK_EQ(adrop_ctx_create(&opts, &ctx), ADROP_OK);
    ad_log(ctx, ADROP_LOG_WARNING, "half of %s is %d", AD_NUM(2.5), 1);
    CHECK_TEXT(logged, "half of 2.5 is 1");
    CHECK_EQ(level, ADROP_LOG_WARNING);
    adrop_ctx_free(ctx);
    CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
    ad_log(ctx, ADROP_LOG_WARNING, "nobody listens"); /* and nothing is printed */
    CHECK_TEXT(logged, "half of 2.5 is 1");
    adrop_ctx_free(ctx);
}

/* A message may quote the one before it. */
static void message_about_a_message(void)
{
    adrop_ctx *ctx;

    CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
    CHECK_EQ(ad_fail(ctx, ADROP_EIO, "inner"), ADROP_EIO);
    CHECK_EQ(ad_fail(ctx, ADROP_EFORMAT, "outer: %s", adrop_ctx_message(ctx)), ADROP_EFORMAT);
    CHECK_TEXT(adrop_ctx_message(ctx), "outer: inner");
    adrop_ctx_free(ctx);
}

/* Each thread fails thousands of times in its own context and must always read
 * its own sentence. */
static void *fail_often(void *arg)
{
    adrop_ctx *ctx;
    long *wrong = arg;
    char expected[64];

    if (adrop_ctx_create(NULL, &ctx)) {
        ++*wrong;
        return NULL;
    }
    for (int i = 0; i < 20000; i++) {
        snprintf(expected, sizeof expected, "thread %p, failure %d", arg, i);
        ad_fail(ctx, ADROP_EINVAL, "thread %p, failure %d", arg, i);
        *wrong += strcmp(adrop_ctx_message(ctx), expected) != 0;
    }
    adrop_ctx_free(ctx);
    return NULL;
}

static void two_contexts_on_two_threads(void)
{
    long wrong[2] = { 0 };
    pthread_t threads[2];

    for (int i = 0; i < 2; i++)
        CHECK_EQ(pthread_create(&threads[i], NULL, fail_often, &wrong[i]), 0);
    for (int i = 0; i < 2; i++)
        CHECK_EQ(pthread_join(threads[i], NULL), 0);
    CHECK_EQ(wrong[0], 0);
    CHECK_EQ(wrong[1], 0);
}

static void memory(void)
{
    adrop_ctx *ctx;
    char *p;

    CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
    CHECK_EQ(AD_NEW_RAW(ctx, 100, 3, "test", &p), ADROP_OK);
    CHECK_EQ((size_t)p % AD_ALIGNMENT, 0);
    for (int i = 0; i < 300; i++)
        CHECK_EQ(p[i], 0);
    ad_free(ctx, p);
    CHECK_EQ(AD_NEW_RAW(ctx, 0, 8, "test", &p), ADROP_OK);
    CHECK(p);
    ad_free(ctx, p);
    ad_free(ctx, NULL);
    CHECK_EQ(AD_NEW_RAW(ctx, (size_t)1 << 40, (size_t)1 << 40, "test", &p), ADROP_ENOMEM);
    CHECK(!p);
    CHECK_HAS(adrop_ctx_message(ctx), "more than memory can hold");
    adrop_ctx_free(ctx);
}

CHECK_MAIN(creation, refusals, too_many_threads, statuses, log_callback, message_about_a_message,
           two_contexts_on_two_threads, memory)
