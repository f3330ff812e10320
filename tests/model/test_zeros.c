/* Weights that stay zero: with every optimiser, with decay and momentum, on dense layers and packed
 * convolutions; and the network of a file (file:PATH). */
#include <unistd.h>

#include "asked.h"
#include "layer/fixture.h"

enum { MOST = 1 << 16 };

static adrop_ctx *ctx;
static float was[MOST], is[MOST];

static adrop_model *make(const char *model, adrop_precision precision)
{
    adrop_model_opts o;
    adrop_model *m;

    adrop_model_opts_init(&o);
    o.model = model;
    o.channels = 2, o.height = o.width = 16;
    o.outputs = BED_OUTPUTS;
    o.batch = BED_ROWS;
    o.precision = precision;
    CHECK_EQ(adrop_model_create(ctx, &o, &m), ADROP_OK);
    if (!m)
        printf("%s\n", adrop_ctx_message(ctx));
    return m;
}

/* Two of three weights of every matrix become zero; returns how many. */
static size_t thin_out(adrop_model *m)
{
    adrop_tensor_info t;
    size_t zeros = 0;

    for (size_t i = 0; adrop_model_tensor(m, i, &t); i++) {
        if (t.group != ADROP_TENSOR_WEIGHTS || t.n_dims < 2)
            continue;
        CHECK(t.n <= MOST);
        CHECK_EQ(adrop_model_get(m, i, is), ADROP_OK);
        for (size_t k = 0; k < t.n; k++)
            if (k % 3) {
                is[k] = 0;
                zeros++;
            }
        CHECK_EQ(adrop_model_set(m, i, is), ADROP_OK);
    }
    return zeros;
}

static void step(adrop_model *m, uint32_t number)
{
    adrop_rates rates;
    adrop_losses losses;
    adrop_batch b;

    adrop_rates_init(&rates);
    rates.weight_decay = 0.01;
    adrop_batch_train(&b, number, BED_ROWS, bed_x, bed_labels);
    CHECK_EQ(adrop_model_gradients(m, &b, &losses), ADROP_OK);
    CHECK_EQ(adrop_model_step(m, &rates, NULL), ADROP_OK);
}

static void optimisers(void)
{
    static const char *const all[] = { "sgd", "sgd:momentum=0.9", "adam", "adamw" };
    static const char *const models[] = { "mlp:20,20", "vgg16:width=0.1" };

    CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
    bed_fill();
    for (size_t i = 0; i < 2 * sizeof all / sizeof *all; i++) {
        adrop_model *m = make(models[i % 2], i == 3 ? ADROP_PRECISION_F64 : ADROP_PRECISION_F32);
        adrop_tensor_info t;
        size_t zeros, moved = 0;
        const size_t thinned = thin_out(m);
        CHECK_WHERE("%s, %s", models[i % 2], all[i / 2]);
        CHECK_EQ(adrop_model_optimizer(m, all[i / 2]), ADROP_OK);
        CHECK_EQ(adrop_model_keep_zeros(m, &zeros), ADROP_OK);
        CHECK_EQ(zeros, thinned);
        for (uint32_t s = 0; s < 3; s++)
            step(m, s);
        for (size_t k = 0; adrop_model_tensor(m, k, &t); k++) {
            if (t.group != ADROP_TENSOR_WEIGHTS || t.n_dims < 2)
                continue;
            CHECK_EQ(adrop_model_get(m, k, is), ADROP_OK);
            for (size_t j = 0; j < t.n; j++) {
                CHECK(j % 3 == 0 || is[j] == 0);
                moved += j % 3 == 0 && is[j] != 0;
            }
        }
        CHECK(moved > 100);
        adrop_model_free(m);
    }
}

/* Without the call the same weights move. */
static void others_move(void)
{
    adrop_model *m = make("mlp:20,20", ADROP_PRECISION_F32);
    adrop_tensor_info t;
    size_t i = 0;

    thin_out(m);
    while (adrop_model_tensor(m, i, &t) && strcmp(t.name, "fc2.weight") != 0)
        i++;
    CHECK_EQ(adrop_model_get(m, i, was), ADROP_OK);
    CHECK_EQ(adrop_model_optimizer(m, "sgd"), ADROP_OK);
    step(m, 0);
    CHECK_EQ(adrop_model_get(m, i, is), ADROP_OK);
    size_t moved = 0;
    for (size_t k = 0; k < t.n; k++)
        moved += was[k] == 0 && is[k] != 0;
    CHECK(moved > 10);
    adrop_model_free(m);
}

static void networks_of_files(void)
{
    char path[] = "/tmp/adrop-zeros-XXXXXX", text[64];
    const int fd = mkstemp(path);
    adrop_model *a = make("net:flatten; dense 9; relu; dropout; dense", ADROP_PRECISION_F32), *b;
    adrop_model_opts o;
    char *network;

    CHECK(fd >= 0 && !close(fd));
    CHECK_EQ(adrop_model_save(a, path), ADROP_OK);
    snprintf(text, sizeof text, "file:%s", path);
    b = make(text, ADROP_PRECISION_F32);
    CHECK_EQ(adrop_model_network(b, &network), ADROP_OK);
    CHECK_HAS(network, "dense out=9");
    adrop_free(ctx, network);
    /* it carries the network, not the path */
    CHECK_EQ(adrop_model_save(b, path), ADROP_OK);
    adrop_model_free(b);
    CHECK_EQ(adrop_model_open_file(ctx, path, NULL, &b), ADROP_OK);
    CHECK_EQ(unlink(path), 0);
    adrop_model_free(a);
    adrop_model_free(b);
    adrop_model_opts_init(&o);
    o.model = text;
    CHECK_EQ(adrop_model_create(ctx, &o, &a), ADROP_EIO);
    o.model = "file:";
    CHECK_EQ(adrop_model_create(ctx, &o, &a), ADROP_EINVAL);
    adrop_ctx_free(ctx);
}

CHECK_MAIN(optimisers, others_move, networks_of_files)
