/* Threads by the size of a step: small networks train on one, unless a number was given. */
#include "fixture.h"

#include "base/thread_rule.h"

static void rule(void)
{
    CHECK_EQ(ad_threads_worth(8, 0), 1);
    CHECK_EQ(ad_threads_worth(8, NAN), 1);
    CHECK_EQ(ad_threads_worth(8, 3.2e7), 1); /* digits, 256-256, batch 64 */
    CHECK_EQ(ad_threads_worth(8, 9.9e7), 1);
    CHECK_EQ(ad_threads_worth(8, 1e8), 2);
    CHECK_EQ(ad_threads_worth(2, 1.9e9), 2); /* mnist, 800-800, batch 256 */
    CHECK_EQ(ad_threads_worth(64, 1.9e9), 38);
    CHECK_EQ(ad_threads_worth(64, 1e30), 64);
    CHECK_EQ(ad_threads_worth(1, 1e30), 1);
}

static int threads_of(const char *name)
{
    char file[64];
    snprintf(file, sizeof file, "%s/run.json", name);
    char *text = bed_read(file), *at = strstr(text, "\"threads\": ");
    const int threads = at ? atoi(at + 11) : -1;

    CHECK_HAS(text, "\"step_flops\": ");
    free(text);
    return threads;
}

/* One epoch of digits in a context of so many threads. */
static void train(int threads, const char *name)
{
    const adrop_data_opts d = bed_data("digits", ADROP_TASK_AUTO);
    const adrop_train_opts t = bed_train(name, 1);
    adrop_train_result r;
    adrop_ctx_opts o;
    adrop_ctx *mine;

    adrop_ctx_opts_init(&o);
    o.threads = threads;
    CHECK_EQ(adrop_ctx_create(&o, &mine), ADROP_OK);
    const int before = adrop_ctx_threads(mine);
    CHECK_EQ(adrop_train(mine, &d, &t, NULL, &r), ADROP_OK);
    CHECK_EQ(adrop_ctx_threads(mine), before); /* for what the caller does next */
    adrop_ctx_free(mine);
}

static void runs(void)
{
    train(0, "usual");
    CHECK_EQ(threads_of("usual"), 1);
    train(2, "asked");
    CHECK_EQ(threads_of("asked"), 2);
}

CHECK_MAIN(bed_begin, rule, runs, bed_end)
