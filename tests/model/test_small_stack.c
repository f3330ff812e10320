/* Networks in a thread with a stack of 128 KB: the losses equal those of the main thread.
 *
 * The stack is our own memory with a guard of 64 KB below it and a pattern below that, so a frame
 * that jumps over the guard is noticed, as is one that runs into it. */
#include <pthread.h>
#include <sys/mman.h>

#include "layer/fixture.h"

enum { STACK = 128 << 10, GUARD = 64 << 10, BELOW = 512 << 10, PATTERN = 0x5a };

typedef struct {
    const char *model, *dropout;
    size_t channels, side, steps;
    int threads;
    double loss[8];
} job;

static void *train(void *arg)
{
    job *j = arg;
    adrop_model_opts o;
    adrop_model_opts_init(&o);
    adrop_ctx_opts opts;
    adrop_ctx_opts_init(&opts);
    adrop_rates rates;
    adrop_rates_init(&rates);
    adrop_ctx *ctx;
    adrop_model *m;

    opts.threads = j->threads;
    o.model = j->model, o.dropout = j->dropout;
    o.channels = j->channels, o.height = o.width = j->side;
    o.outputs = BED_OUTPUTS, o.batch = 12, o.n_train = 100, o.seed = 3;
    for (size_t i = 0; i < 8; i++)
        j->loss[i] = NAN;
    if (adrop_ctx_create(&opts, &ctx))
        return NULL;
    if (!adrop_model_create(ctx, &o, &m)) {
        adrop_model_optimizer(m, "sgd:momentum=0.9");
        for (uint32_t step = 0; step < j->steps; step++) {
            adrop_batch b;
            adrop_batch_train(&b, step, 12, bed_x, bed_labels);
            adrop_losses l = { 0 };
            if (!adrop_model_gradients(m, &b, &l) && !adrop_model_step(m, &rates, NULL))
                j->loss[step] = l.data + l.extra;
        }
        adrop_model_free(m);
    }
    adrop_ctx_free(ctx);
    return NULL;
}

static void small_stack(job *j)
{
    void *block;
    pthread_attr_t attr;
    pthread_t thread;

    if (posix_memalign(&block, GUARD, BELOW + GUARD + STACK))
        abort();
    char *memory = block;
    memset(memory, PATTERN, BELOW);
    CHECK(!mprotect(memory + BELOW, GUARD, PROT_NONE));
    CHECK(!pthread_attr_init(&attr));
    CHECK(!pthread_attr_setstack(&attr, memory + BELOW + GUARD, STACK));
    CHECK(!pthread_create(&thread, &attr, train, j));
    CHECK(!pthread_join(thread, NULL));
    size_t touched = 0;
    for (size_t i = 0; i < BELOW; i++)
        touched += memory[i] != PATTERN;
    CHECK_EQ(touched, 0);
    pthread_attr_destroy(&attr);
    CHECK(!mprotect(memory + BELOW, GUARD, PROT_READ | PROT_WRITE));
    free(block);
}

static void losses_are_the_main_threads(void)
{
    static const job jobs[] = {
        { "mlp:800,800", "advanced", 784, 1, 5, 1, { 0 } },
        { "mlp:800,800", "advanced", 784, 1, 5, 2, { 0 } },
        { "mlp:800,800", "advanced:unit=node", 784, 1, 2, 1, { 0 } },
        { "mlp:100,100", "dropconnect", 784, 1, 2, 1, { 0 } },
        { "mlp:100,100", "soft-laplace", 784, 1, 2, 1, { 0 } },
        { "mlp:100,100", "beta:beta=0.2", 784, 1, 2, 1, { 0 } },
        { "mlp:100,100", "information", 784, 1, 2, 1, { 0 } },
        { "vgg16:width=0.1", "advanced", 3, 32, 1, 2, { 0 } },
    };

    bed_fill();
    for (size_t i = 0; i < sizeof jobs / sizeof *jobs; i++) {
        job here = jobs[i], there = jobs[i];
        CHECK_WHERE("%s, %s, %d threads", here.model, here.dropout, here.threads);
        train(&here);
        small_stack(&there);
        for (size_t s = 0; s < here.steps; s++) {
            CHECK(isfinite(here.loss[s]));
            CHECK(here.loss[s] == there.loss[s]);
        }
    }
}

CHECK_MAIN(losses_are_the_main_threads)
