/* Plan once, run many (adrop/model.h): once a number of rows is planned, passes and steps with it
 * allocate nothing, with any technique; nor do they in shards seen before. */
#include "adrop/adrop.h"
#include "scarce.h"

enum { ROWS = 6, FEWER = 4, CHANNELS = 3, SIDE = 8, UNITS = CHANNELS * SIDE * SIDE, OUTPUTS = 3 };

static float x[ROWS * UNITS];
static int32_t labels[ROWS];

static const char *const networks[] = {
    "net:flatten; dense 12; relu; dropout; dense 8; relu; dropout; dense",
    "net:conv 8 3 pad=1; norm; relu; pool 2; dropout; conv 5 3; relu; flatten; dropout; dense",
};

static void fill(void)
{
    for (size_t i = 0; i < ROWS * UNITS; i++)
        x[i] = (float)sin(12.9898 * (double)(i + 1));
    for (int i = 0; i < ROWS; i++)
        labels[i] = i % OUTPUTS;
}

static void step(adrop_model *m, uint32_t number, size_t rows)
{
    adrop_batch b;
    adrop_rates rates;
    adrop_losses losses;

    adrop_batch_train(&b, number, rows, x, labels);
    adrop_rates_init(&rates);
    CHECK_EQ(adrop_model_gradients(m, &b, &losses), ADROP_OK);
    CHECK_EQ(adrop_model_step(m, &rates, NULL), ADROP_OK);
    CHECK_EQ(adrop_model_forward(m, ADROP_PHASE_MEAN, &b), ADROP_OK);
    CHECK_EQ(adrop_model_forward(m, ADROP_PHASE_SAMPLE, &b), ADROP_OK);
}

/* Whether there is such a network. */
static int runs_without_memory(const char *network, const char *dropout, size_t shards)
{
    scarce s = { 0 };
    adrop_ctx *ctx = scarce_context(&s, 1);
    adrop_model_opts o;
    adrop_model *m;

    adrop_model_opts_init(&o);
    o.model = network, o.dropout = dropout;
    o.channels = CHANNELS, o.height = o.width = SIDE, o.outputs = OUTPUTS;
    o.batch = ROWS, o.shards = shards, o.n_train = 50, o.seed = 3;
    const int there = !adrop_model_create(ctx, &o, &m);
    if (there) {
        CHECK_EQ(adrop_model_optimizer(m, "adam"), ADROP_OK);
        CHECK_EQ(adrop_model_plan(m, ROWS), ADROP_OK);
        if (shards == 1)
            CHECK_EQ(adrop_model_plan(m, FEWER), ADROP_OK);
        else
            step(m, 0, ROWS); /* passes of whole batches are planned by the first */
        s.calls = 0;
        for (uint32_t i = 1; i < 5; i++)
            step(m, i, shards == 1 && i % 2 ? FEWER : ROWS);
        CHECK_EQ(s.calls, 0);
        adrop_model_free(m);
    }
    adrop_ctx_free(ctx);
    CHECK_EQ(s.held, 0);
    return there;
}

static void passes_allocate_nothing(void)
{
    adrop_technique_info t;
    size_t tried = 0;

    fill();
    for (size_t i = 0; adrop_technique_at(i, &t); i++)
        for (size_t k = 0; k < sizeof networks / sizeof *networks; k++)
            for (size_t shards = 1; shards <= 2; shards++) {
                CHECK_WHERE("%s, %zu shards, %s", t.name, shards, networks[k]);
                tried += (size_t)runs_without_memory(networks[k], t.name, shards);
            }
    CHECK_WHERE("%s", "");
    CHECK(tried > 60); /* the others are for networks of other kinds */
}

CHECK_MAIN(passes_allocate_nothing)
