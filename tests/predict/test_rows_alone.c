/* A row has the same bits alone, among any number of rows and at any place: networks of every kind,
 * and random dense and convolutional ones, by predictors of random blocks on one and two threads,
 * plain and by passes with noise.
 *
 *     ADROP_CASES=N   random networks; 12 */
#define _XOPEN_SOURCE 700 /* mkstemp */
#include <stdlib.h>
#include <string.h>

#include "adrop/adrop.h"
#include "check.h"

enum { CASES = 12, MOST_ROWS = 70, MOST_INPUTS = 3 * 32 * 32, OUTPUTS = 5, SAMPLES = 3 };

typedef struct {
    const char *model, *dropout;
    size_t channels, side;
} network;

static const network named[] = {
    { "mlp:50", "bernoulli", 1, 8 },
    { "mlp:300,77", "advanced", 1, 13 },
    { "vgg16:width=0.125", "bernoulli", 3, 32 },
    { "resnet18:width=0.125", "advanced", 3, 32 },
    { "densenet40", "bernoulli", 3, 32 },
    { "mobilenet:width=0.25", "gaussian", 3, 32 },
    { "net:conv 9 3; relu; conv 7 3 stride=2; relu; flatten; dropout; dense", "advanced", 2, 9 },
};

static uint32_t state = 1;

static uint32_t draw(uint32_t n)
{
    state = state * 1664525u + 1013904223u;
    return (state >> 8) % n;
}

static adrop_predictor *open_by(adrop_ctx *ctx, const char *path, size_t batch)
{
    adrop_predictor_opts o;
    adrop_predictor *p = NULL;

    adrop_predictor_opts_init(&o);
    o.batch = batch;
    CHECK_EQ(adrop_predictor_open(ctx, path, &o, &p), ADROP_OK);
    return p;
}

static adrop_ctx *context_of(int threads)
{
    adrop_ctx_opts o;
    adrop_ctx *ctx = NULL;

    adrop_ctx_opts_init(&o);
    o.threads = threads;
    CHECK_EQ(adrop_ctx_create(&o, &ctx), ADROP_OK);
    return ctx;
}

static float x[MOST_ROWS * MOST_INPUTS], part[MOST_ROWS * MOST_INPUTS];
static double whole[2][MOST_ROWS * OUTPUTS], some[MOST_ROWS * OUTPUTS];

/* n rows from `first` on, by blocks of `batch`: those of the whole. */
static void compare(adrop_predictor *p, size_t inputs, size_t samples, size_t first, size_t n)
{
    uint32_t numbers[MOST_ROWS];

    for (size_t i = 0; i < n; i++)
        numbers[i] = (uint32_t)(first + i);
    memcpy(part, x + first * inputs, n * inputs * sizeof *x);
    CHECK_EQ(adrop_predictor_predict(p, n, part, numbers, samples, some, NULL), ADROP_OK);
    CHECK(!memcmp(some, whole[samples > 0] + first * OUTPUTS, n * OUTPUTS * sizeof *some));
}

static void try_network(const network *k, const char *path, size_t cases)
{
    adrop_ctx *ctx = context_of(1), *two = context_of(2);
    adrop_model_opts o;
    adrop_model *m = NULL;
    const size_t inputs = k->channels * k->side * k->side;

    adrop_model_opts_init(&o);
    o.model = k->model, o.dropout = k->dropout, o.outputs = OUTPUTS, o.batch = 16;
    o.channels = k->channels, o.height = o.width = k->side;
    o.seed = draw(1000);
    CHECK_EQ(adrop_model_create(ctx, &o, &m), ADROP_OK);
    CHECK_EQ(adrop_model_save(m, path), ADROP_OK);
    adrop_model_free(m);
    for (size_t i = 0; i < MOST_ROWS * inputs; i++)
        x[i] = (float)draw(1u << 20) / (1u << 19) - 1;
    adrop_predictor *p = open_by(ctx, path, 64);
    for (size_t s = 0; s < 2; s++)
        CHECK_EQ(adrop_predictor_predict(p, MOST_ROWS, x, NULL, s * SAMPLES, whole[s], NULL),
                 ADROP_OK);
    adrop_predictor_free(p);
    for (size_t i = 0; i < cases; i++) {
        p = open_by(draw(2) ? ctx : two, path, 1 + draw(i % 2 ? 4 : 80));
        const size_t first = draw(MOST_ROWS), most = MOST_ROWS - first;
        compare(p, inputs, 0, first, 1 + draw((uint32_t)(i % 3 && most > 9 ? 9 : most)));
        compare(p, inputs, 0, first, 1);
        compare(p, inputs, SAMPLES, first, 1 + draw((uint32_t)(most > 9 ? 9 : most)));
        adrop_predictor_free(p);
    }
    adrop_ctx_free(two);
    adrop_ctx_free(ctx);
}

static void try_drawn(const char *path, size_t i)
{
    char text[256];
    network k = { text, i % 2 ? "advanced" : "bernoulli", 1 + draw(4), 1 + draw(12) };

    if (i % 2)
        snprintf(text, sizeof text, "mlp:%u,%u,%u", 1 + draw(300), 1 + draw(70), 1 + draw(20));
    else
        snprintf(text, sizeof text,
                 "net:conv %u 3 pad=1; relu; conv %u 3 pad=1 stride=%u; norm; relu; conv %u 1; "
                 "relu; flatten; dropout; dense %u; relu; dense",
                 1 + draw(40), 1 + draw(40), 1 + draw(2), 1 + draw(20), 1 + draw(40));
    try_network(&k, path, 4);
}

static void alone(void)
{
    char path[] = "rows-alone-XXXXXX";
    const char *asked = getenv("ADROP_CASES");
    const size_t drawn = asked ? strtoul(asked, NULL, 10) : CASES;

    CHECK(mkstemp(path) >= 0);
    for (size_t i = 0; i < sizeof named / sizeof *named; i++)
        try_network(&named[i], path, 5);
    for (size_t i = 0; i < drawn; i++)
        try_drawn(path, i);
    remove(path);
}

CHECK_MAIN(alone)
