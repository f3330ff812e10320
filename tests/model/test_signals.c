/* No signal is handled while the stack pointer is outside a stack: oneDNN's products keep it in the
 * heap, and the frame of a handler would overwrite data there.
 *
 * A thread sends signals to the process while networks train. The handler, on a stack of its own,
 * checks where the pointer was. If signals are not blocked (base/signals.h), several of thirty find
 * it in the heap, and helper threads receive some. */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <ucontext.h>
#include <unistd.h>

#include "layer/fixture.h"

#ifdef __x86_64__
#  define STACK_POINTER(context) ((uintptr_t)(context)->uc_mcontext.gregs[REG_RSP])
#else
#  define STACK_POINTER(context) ((void)(context), (uintptr_t)stack_low)
#endif

enum { SIGNAL_STACK = 64 << 10, SIGNALS = 30, MAX_STEPS = 100000 };

static char *stack_low;
static size_t stack_size;
static pid_t the_thread;
static atomic_int over;
static volatile sig_atomic_t handled, off_the_stack, in_other_threads;

static void look(int number, siginfo_t *info, void *context)
{
    const ucontext_t *c = context;
    const uintptr_t at = STACK_POINTER(c), low = (uintptr_t)stack_low;

    (void)number, (void)info;
    handled = handled + 1;
    if (gettid() != the_thread)
        in_other_threads = in_other_threads + 1;
    else if (at < low || at > low + stack_size)
        off_the_stack = off_the_stack + 1;
}

static void *send(void *unused)
{
    (void)unused;
    while (!over) {
        kill(getpid(), SIGUSR1);
        sched_yield();
    }
    return NULL;
}

/* The handler, and where the calling thread's stack is. */
static void watch(void)
{
    static char room[SIGNAL_STACK];
    const stack_t alternate = { .ss_sp = room, .ss_size = sizeof room };
    struct sigaction action = { .sa_sigaction = look,
                                .sa_flags = SA_RESTART | SA_ONSTACK | SA_SIGINFO };
    pthread_attr_t attr;
    void *low;

    CHECK(!pthread_getattr_np(pthread_self(), &attr));
    CHECK(!pthread_attr_getstack(&attr, &low, &stack_size));
    pthread_attr_destroy(&attr);
    stack_low = low;
    the_thread = gettid();
    CHECK(!sigaltstack(&alternate, NULL));
    sigemptyset(&action.sa_mask);
    CHECK(!sigaction(SIGUSR1, &action, NULL));
}

/* Training steps and predictions of a network, until so many signals have been handled. */
static void compute(int threads, const char *model, size_t channels, size_t side)
{
    adrop_ctx_opts opts;
    adrop_ctx *ctx;
    adrop_model_opts o;
    adrop_model *m;
    adrop_batch b;
    adrop_losses l;

    adrop_ctx_opts_init(&opts);
    opts.threads = threads;
    CHECK_EQ(adrop_ctx_create(&opts, &ctx), ADROP_OK);
    adrop_model_opts_init(&o);
    o.model = model, o.dropout = "advanced";
    o.channels = channels, o.height = o.width = side;
    o.outputs = BED_OUTPUTS, o.batch = 12, o.n_train = 100;
    CHECK_EQ(adrop_model_create(ctx, &o, &m), ADROP_OK);
    handled = off_the_stack = in_other_threads = 0;
    for (uint32_t step = 0; step < MAX_STEPS && handled < SIGNALS; step++) {
        adrop_batch_train(&b, step, 12, bed_x, bed_labels);
        CHECK_EQ(adrop_model_gradients(m, &b, &l), ADROP_OK);
        CHECK_EQ(adrop_model_forward(m, ADROP_PHASE_MEAN, &b), ADROP_OK);
    }
    CHECK_WHERE("%s, %d threads", model, threads);
    CHECK(handled >= SIGNALS);
    CHECK_EQ(off_the_stack, 0);
    CHECK_EQ(in_other_threads, 0);
    CHECK_WHERE("%s", "");
    adrop_model_free(m);
    adrop_ctx_free(ctx);
}

static void the_pointer_is_in_a_stack(void)
{
    sigset_t sent, former, after;
    pthread_t sender;

    bed_fill();
    watch();
    sigemptyset(&sent);
    sigaddset(&sent, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &sent, &former); /* the sender is not to get them */
    CHECK(!pthread_create(&sender, NULL, send, NULL));
    pthread_sigmask(SIG_SETMASK, &former, NULL);
    for (int threads = 1; threads <= 2; threads++) {
        compute(threads, "mlp:300,300", 784, 1);
        compute(threads, "vgg16:width=0.1", 3, 32);
    }
    over = 1;
    CHECK(!pthread_join(sender, NULL));
    pthread_sigmask(SIG_SETMASK, NULL, &after);
    CHECK_EQ(sigismember(&after, SIGUSR1), 0); /* a pass leaves the mask as it was */
    CHECK_EQ(sigismember(&after, SIGTERM), 0);
}

CHECK_MAIN(the_pointer_is_in_a_stack)
