/* Passes without gradients use as many threads as pay off (base/thread_rule.h), in predictors and
 * in forward: a small network only the caller's, however many the context has, a large one several.
 * A plug-in technique reports the calling threads. */
#include <pthread.h>
#include <stdatomic.h>

#include "trainer/fixture.h"

enum { ROWS = 256, INPUTS = 64, THREADS = 4, SAMPLES = 3 };

static pthread_t caller;
static atomic_int by_caller, by_others;
static float x[ROWS * INPUTS];
static int32_t labels[ROWS];

static void mask(const void *settings, size_t n, const double *u, double *m)
{
    (void)settings;
    atomic_fetch_add(pthread_equal(pthread_self(), caller) ? &by_caller : &by_others, 1);
    for (size_t i = 0; i < n; i++)
        m[i] = u[i];
}

static void moments(const void *settings, double *mean, double *variance)
{
    (void)settings;
    *mean = 0.5;
    *variance = 1.0 / 12;
}

static void distribution(const void *settings, double m, double *pdf, double *cdf)
{
    (void)settings;
    *pdf = m >= 0 && m <= 1;
    *cdf = m < 0 ? 0 : m > 1 ? 1 : m;
}

static const adrop_technique_table watched = { .size = sizeof watched,
                                               .name = "watched",
                                               .summary = "uniform masks",
                                               .mask = mask,
                                               .moments = moments,
                                               .distribution = distribution };

static adrop_model *make(adrop_ctx *ctx, const char *network)
{
    adrop_model_opts o;
    adrop_model *m = NULL;

    CHECK_EQ(adrop_technique_register(ctx, &watched), ADROP_OK);
    adrop_model_opts_init(&o);
    o.model = network, o.dropout = "watched", o.dropout_at = ADROP_AT_HIDDEN;
    o.channels = INPUTS, o.outputs = BED_CLASSES, o.batch = ROWS;
    CHECK_EQ(adrop_model_create(ctx, &o, &m), ADROP_OK);
    return m;
}

static void forget(void)
{
    by_caller = by_others = 0;
}

/* Predictions of the network, by a context of so many threads: mean, then deviation. */
static void predict(const char *network, int threads, int is_large, double *both)
{
    adrop_ctx *ctx = bed_context(threads);
    adrop_model *m = make(ctx, network);
    adrop_predictor *p;
    adrop_losses losses;
    adrop_batch b;

    CHECK_WHERE("%s, %d threads", network, threads);
    CHECK_EQ(adrop_predictor_create(ctx, m, &p), ADROP_OK);
    forget();
    CHECK_EQ(adrop_predictor_predict(p, ROWS, x, NULL, SAMPLES, both, both + ROWS * BED_CLASSES),
             ADROP_OK);
    CHECK(by_caller > 0);
    CHECK((by_others > 0) == (is_large && threads > 1));
    forget();
    adrop_batch_input(&b, 1, ROWS, x);
    CHECK_EQ(adrop_model_forward(m, ADROP_PHASE_SAMPLE, &b), ADROP_OK);
    CHECK((by_others > 0) == (is_large && threads > 1));
    forget();
    adrop_batch_train(&b, 1, ROWS, x, labels);
    CHECK_EQ(adrop_model_gradients(m, &b, &losses), ADROP_OK);
    CHECK((by_others > 0) == (threads > 1)); /* as asked for: bits depend on it */
    adrop_predictor_free(p);
    adrop_model_free(m);
    adrop_ctx_free(ctx);
}

static void threads_by_size(void)
{
    static double one[2 * ROWS * BED_CLASSES], several[2 * ROWS * BED_CLASSES];

    caller = pthread_self();
    for (size_t i = 0; i < ROWS * INPUTS; i++)
        x[i] = (float)(i * 2654435761u >> 8 & 255) / 128 - 1;
    for (int i = 0; i < ROWS; i++)
        labels[i] = i % BED_CLASSES;
    for (int is_large = 0; is_large < 2; is_large++) {
        const char *network = is_large ? "mlp:1500,500" : "mlp:200,100";
        predict(network, 1, is_large, one);
        predict(network, THREADS, is_large, several);
        CHECK(!memcmp(one, several, sizeof one));
    }
}

CHECK_MAIN(threads_by_size)
