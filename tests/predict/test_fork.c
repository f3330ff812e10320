/* Processes that fork after networks were trained and used: children, grandchildren and several at
 * once continue with the same objects on as many threads, with the bits of a process that never
 * forked. So does the parent, also if another thread computes or creates networks during the fork.
 * SIGTERM ends a computing child. Nothing takes longer than LIMIT seconds. */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/wait.h>
#include <time.h>

#include "trainer/fixture.h"

enum { LIMIT = 60, ROWS = 24, SIDE = 32, UNITS = 3 * SIDE * SIDE, CLASSES = 4, TURNS = 3 };

static uint8_t pixels[ROWS * UNITS];
static int32_t labels[ROWS];

/* A trainer with threads that augment ahead, and a predictor of a network of its own. */
typedef struct {
    adrop_ctx *ctx;
    adrop_data *data;
    adrop_trainer *trainer;
    adrop_predictor *predictor;
    void *bytes; /* the predictor's model */
    size_t size;
} scene;

static uint64_t sum(uint64_t so_far, const void *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++)
        so_far = (so_far ^ ((const unsigned char *)bytes)[i]) * 1099511628211u;
    return so_far;
}

static void make(scene *s, const char *network, int threads)
{
    adrop_trainer_opts o = bed_opts();
    adrop_model_opts m;
    adrop_arrays a;

    s->ctx = bed_context(threads);
    adrop_arrays_init(&a);
    a.rows = ROWS, a.channels = 3, a.height = a.width = SIDE;
    a.pixels = pixels, a.labels = labels, a.classes = CLASSES;
    CHECK_EQ(adrop_data_from_arrays(s->ctx, &a, NULL, &s->data), ADROP_OK);
    adrop_model_opts_init(&m);
    m.model = network, m.dropout = "advanced", m.dropout_at = ADROP_AT_HIDDEN;
    o.epochs = TURNS + 1, o.batch = 8, o.workers = 2, o.augment = 1;
    CHECK_EQ(adrop_trainer_create(s->ctx, s->data, &m, &o, &s->trainer), ADROP_OK);
    CHECK_EQ(adrop_model_write(adrop_trainer_model(s->trainer), &s->bytes, &s->size), ADROP_OK);
    CHECK_EQ(adrop_predictor_read(s->ctx, s->bytes, s->size, NULL, &s->predictor), ADROP_OK);
}

static void destroy(scene *s)
{
    adrop_predictor_free(s->predictor);
    adrop_trainer_free(s->trainer);
    adrop_data_free(s->data);
    adrop_free(s->ctx, s->bytes);
    adrop_ctx_free(s->ctx);
}

static uint64_t ask(scene *s, adrop_predictor *p, uint64_t so_far)
{
    double mean[ROWS * CLASSES], std[ROWS * CLASSES];

    CHECK_EQ(adrop_predictor_predict_bytes(p, ROWS, pixels, NULL, 2, mean, std), ADROP_OK);
    (void)s;
    return sum(sum(so_far, mean, sizeof mean), std, sizeof std);
}

/* What there is to do once more: some steps, which end inside an epoch, and predictions, also of a
 * predictor made now. */
static uint64_t turn(scene *s)
{
    uint64_t all = 14695981039346656037u;
    adrop_predictor *p;
    adrop_step step;
    void *bytes;
    size_t size;

    for (int i = 0; i < 2; i++)
        CHECK_EQ(adrop_trainer_step(s->trainer, &step), ADROP_OK);
    CHECK_EQ(adrop_model_write(adrop_trainer_model(s->trainer), &bytes, &size), ADROP_OK);
    all = sum(all, bytes, size);
    CHECK_EQ(adrop_predictor_read(s->ctx, bytes, size, NULL, &p), ADROP_OK);
    all = ask(s, s->predictor, ask(s, p, all));
    adrop_predictor_free(p);
    adrop_free(s->ctx, bytes);
    return all;
}

static uint64_t expected[TURNS];

/* Wait for a child, not for ever; its status, -1 if it did not end. */
static int await(pid_t child)
{
    const struct timespec nap = { 0, 5000000 };
    int status = -1;

    for (int i = 0; i < LIMIT * 200; i++) {
        if (waitpid(child, &status, WNOHANG) == child)
            return status;
        nanosleep(&nap, NULL);
    }
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    return -1;
}

/* A child that does turn number k, and leaves the rest to a child of its own. */
static pid_t begin_child(scene *s, int k)
{
    fflush(stdout);
    const pid_t child = fork();

    if (child)
        return child;
    CHECK(turn(s) == expected[k]);
    if (k + 1 < TURNS)
        CHECK_EQ(await(begin_child(s, k + 1)), 0);
    else
        destroy(s);
    fflush(stdout);
    _exit(check_failed != 0);
}

static void expect(const char *network, int threads)
{
    scene s;

    make(&s, network, threads);
    for (int k = 0; k < TURNS; k++)
        expected[k] = turn(&s);
    destroy(&s);
}

static void generations(void)
{
    static const char *const networks[] = { "mlp:200,100", "vgg16:width=0.1,head=16" };

    for (size_t n = 0; n < 2; n++)
        for (int threads = 1; threads <= 4; threads *= 2) {
            scene s;
            pid_t child[3];
            CHECK_WHERE("%s, %d threads", networks[n], threads);
            expect(networks[n], threads);
            make(&s, networks[n], threads);
            CHECK(turn(&s) == expected[0]);
            for (int i = 0; i < 3; i++)
                child[i] = begin_child(&s, 1);
            for (int k = 1; k < TURNS; k++)
                CHECK(turn(&s) == expected[k]);
            for (int i = 0; i < 3; i++)
                CHECK_EQ(await(child[i]), 0);
            destroy(&s);
        }
}

static atomic_int over;

/* Another thread, which computes and makes networks without end. */
static void *disturb(void *arg)
{
    scene s;

    make(&s, arg, 2);
    while (!over) {
        adrop_predictor *p;
        CHECK_EQ(adrop_predictor_read(s.ctx, s.bytes, s.size, NULL, &p), ADROP_OK);
        ask(&s, p, 0);
        adrop_predictor_free(p);
    }
    destroy(&s);
    return NULL;
}

static void beside_a_thread(void)
{
    enum { CHILDREN = 6 };
    static char network[] = "vgg16:width=0.1,head=16";
    pthread_t thread;
    scene s;

    CHECK_WHERE("beside a thread");
#ifdef __SANITIZE_ADDRESS__
    /* Its list of threads stays locked in a child if a thread begins or ends at the fork: the
     * child's first thread would wait for ever (seen with the library of gcc 12). */
    puts("not tested beside a thread: AddressSanitizer's own lock may hang the child");
    return;
#endif
    expect("mlp:200,100", 2);
    make(&s, "mlp:200,100", 2);
    CHECK(turn(&s) == expected[0]);
    CHECK(!pthread_create(&thread, NULL, disturb, network));
    for (int i = 0; i < CHILDREN; i++)
        CHECK_EQ(await(begin_child(&s, 1)), 0);
    over = 1;
    pthread_join(thread, NULL);
    CHECK(turn(&s) == expected[1]);
    destroy(&s);
}

/* A child that would compute for ever. */
static void terminated(void)
{
    const struct timespec nap = { 0, 300000000 };
    scene s;

    CHECK_WHERE("terminated");
    make(&s, "vgg16:width=0.1,head=16", 2);
    turn(&s);
    for (int i = 0; i < 3; i++) {
        fflush(stdout);
        const pid_t child = fork();
        for (; !child;)
            ask(&s, s.predictor, 0);
        nanosleep(&nap, NULL);
        CHECK(!kill(child, SIGTERM));
        const int status = await(child);
        CHECK(status != -1 && WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM);
    }
    destroy(&s);
}

static void setup(void)
{
    for (size_t i = 0; i < sizeof pixels; i++)
        pixels[i] = (uint8_t)(i * 2654435761u >> 13);
    for (int i = 0; i < ROWS; i++)
        labels[i] = i % CLASSES;
}

CHECK_MAIN(setup, generations, beside_a_thread, terminated)
