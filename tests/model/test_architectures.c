/* The networks: published numbers of parameters, shapes at every image size, gradients of whole
 * small networks by differences, initial weights, refusals. */
#include "asked.h"
#include "layer/fixture.h"

enum { MOST_WEIGHTS = 100000 };

static adrop_ctx *ctx;

static adrop_status make(const char *model, size_t channels, size_t side, size_t outputs,
                         adrop_model **m)
{
    adrop_model_opts o;

    adrop_model_opts_init(&o);
    o.model = model;
    o.dropout = "none";
    o.channels = channels, o.height = o.width = side;
    o.outputs = outputs;
    o.batch = 1;
    return adrop_model_create(ctx, &o, m);
}

/* Without the techniques' own parameters; the sources' own counts. */
static void counts(void)
{
    static const struct {
        const char *model;
        size_t channels, side, outputs, expected;
    } published[] = {
        { "mlp:800", 784, 1, 10, 636010 },
        { "mlp:800,800", 784, 1, 10, 1276810 },
        { "mlp:800,800,800,800", 784, 1, 10, 2558410 },
        { "mlp:800,800,800,800,800,800,800,800", 784, 1, 10, 5121610 },
        { "mlp:800", 10, 1, 10, 16810 + 0 },
        { "mlp:50,50", 13, 1, 1, 3301 },
        { "mlp:50,50", 6, 1, 1, 2951 },
        { "vgg16", 3, 32, 10, 14990922 },
        { "vgg16", 3, 32, 100, 15037092 },
        { "vgg16", 3, 32, 1000, 15498792 },
        { "vgg16:head=512-512", 3, 32, 10, 15253578 },
        { "vgg16:head=512-512", 3, 32, 100, 15299748 },
        { "resnet18", 3, 32, 10, 11173962 },
        { "resnet18", 3, 32, 100, 11220132 },
        { "resnet18", 3, 32, 1000, 11681832 },
        { "densenet40", 3, 32, 10, 176122 },
        { "densenet40", 3, 32, 100, 188092 },
        { "resnet18:imagenet", 3, 224, 1000, 11689512 }, /* torchvision's */
        { "densenet121:imagenet", 3, 224, 1000, 7978856 },
        { "mobilenet", 3, 32, 10, 3217226 },
        { "mobilenet", 3, 32, 100, 3309476 },
        { "wrn16-10", 3, 32, 10, 17116634 },
        { "wrn16-10", 3, 32, 100, 17174324 },
    };

    CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
    for (size_t i = 0; i < sizeof published / sizeof *published; i++) {
        adrop_model *m;
        CHECK_WHERE("%s, %zu outputs", published[i].model, published[i].outputs);
        CHECK_EQ(make(published[i].model, published[i].channels, published[i].side,
                      published[i].outputs, &m),
                 ADROP_OK);
        if (m)
            CHECK_EQ(asked_model(m).n_params, published[i].expected);
        adrop_model_free(m);
    }
}

/* Every network takes images of 28 to 224 pixels with 1 or 3 channels, and says
 * something finite about them. */
static void sizes(void)
{
    static const char *const small[] = { "vgg16:width=0.125",      "resnet18:width=0.125",
                                         "densenet40:width=0.25",  "mobilenet:width=0.125",
                                         "densenet121:width=0.07", "vgg16_bn:width=0.0625",
                                         "wrn16-10:width=0.05" };
    static const size_t sides[] = { 28, 32, 64, 84, 224 };
    static float x[3 * 224 * 224];

    for (size_t i = 0; i < sizeof x / sizeof *x; i++)
        x[i] = bed_number(i);
    for (size_t i = 0; i < sizeof small / sizeof *small; i++)
        for (size_t s = 0; s < sizeof sides / sizeof *sides; s++)
            for (size_t channels = 1; channels <= 3; channels += 2) {
                adrop_batch b;
                adrop_batch_input(&b, 0, 1, x);
                adrop_model *m;
                CHECK_WHERE("%s, %zu x %zu, %zu channels", small[i], sides[s], sides[s], channels);
                CHECK_EQ(make(small[i], channels, sides[s], 5, &m), ADROP_OK);
                if (!m)
                    continue;
                CHECK_EQ(adrop_model_forward(m, ADROP_PHASE_MEAN, &b), ADROP_OK);
                for (size_t k = 0; k < 5; k++)
                    CHECK(isfinite(adrop_model_outputs(m)[k]));
                adrop_model_free(m);
            }
}

static void gradients(void)
{
    static const char *const tiny[] = { "mlp:7,5",
                                        "mlp:7,5,activation=gelu",
                                        "vgg16:width=0.03,head=6",
                                        "resnet18:width=0.05",
                                        "densenet40:width=0.17",
                                        "mobilenet:width=0.07",
                                        "wrn16-10:width=0.02,block-dropout=yes" };

    bed_fill();
    for (size_t i = 0; i < sizeof tiny / sizeof *tiny; i++) {
        adrop_model_opts o;
        adrop_model_opts_init(&o);
        adrop_model *m;
        o.model = tiny[i];
        o.dropout = "advanced:detach=no";
        o.channels = 2, o.height = o.width = 16;
        o.outputs = BED_OUTPUTS;
        o.batch = 3;
        o.precision = ADROP_PRECISION_F64;
        CHECK_WHERE("%s", tiny[i]);
        CHECK_EQ(adrop_model_create(ctx, &o, &m), ADROP_OK);
        if (m)
            bed_check_gradients(m, 2);
        adrop_model_free(m);
    }
}

/* Every example of the list chooses the architecture it belongs to. */
static void examples(void)
{
    for (size_t i = 0; i < adrop_architecture_count(); i++) {
        adrop_architecture_info info;
        adrop_architecture_at(i, &info);
        CHECK(info.examples[0] != NULL || !strcmp(info.name, "file") ||
              !strcmp(info.name, "yaml")); /* they would need a file */
        for (size_t k = 0; info.examples[k]; k++) {
            adrop_model *m;
            CHECK_WHERE("%s", info.examples[k]);
            CHECK(!strncmp(info.examples[k], info.name, strlen(info.name)));
            CHECK_EQ(make(info.examples[k], 3, 32, 5, &m), ADROP_OK);
            adrop_model_free(m);
        }
    }
}

/* The weights a network starts from, one tensor after the other; their number. */
static size_t first_weights(const char *model, const char *dropout, uint64_t seed, float *out)
{
    adrop_model_opts o;
    adrop_model *m;
    size_t n = 0;

    adrop_model_opts_init(&o);
    o.model = model;
    o.dropout = dropout;
    o.channels = 3, o.height = o.width = 32;
    o.outputs = 4;
    o.batch = 1;
    o.seed = seed;
    CHECK_EQ(adrop_model_create(ctx, &o, &m), ADROP_OK);
    for (size_t i = 0; m && i < adrop_model_n_tensors(m); i++) {
        adrop_tensor_info t;
        adrop_model_tensor(m, i, &t);
        if (t.group == ADROP_TENSOR_WEIGHTS && n + t.n <= MOST_WEIGHTS) {
            CHECK_EQ(adrop_model_get(m, i, out + n), ADROP_OK);
            n += t.n;
        }
    }
    adrop_model_free(m);
    return n;
}

/* Networks that differ in their dropout alone start from the same weights. */
static void starts(void)
{
    static const char *const models[] = { "mlp:8,6", "vgg16:width=0.05,head=12" };
    static const char *const techniques[] = { "bernoulli", "advanced", "concrete", "dropconnect" };
    static float plain[MOST_WEIGHTS], other[MOST_WEIGHTS];

    for (size_t i = 0; i < 2; i++)
        for (size_t t = 0; t < sizeof techniques / sizeof *techniques - i; t++) {
            CHECK_WHERE("%s, %s", models[i], techniques[t]);
            const size_t n = first_weights(models[i], "none", 1, plain);
            CHECK(n > 0);
            CHECK_EQ(first_weights(models[i], techniques[t], 1, other), n);
            CHECK(!memcmp(plain, other, n * sizeof *plain));
            CHECK_EQ(first_weights(models[i], techniques[t], 2, other), n);
            CHECK(memcmp(plain, other, n * sizeof *plain) != 0);
        }
}

/* What cannot be gets one sentence that says why. */
static void refusals(void)
{
    static const struct {
        const char *model, *dropout;
        size_t channels, side, outputs, batch, shards;
        adrop_status status;
        const char *part;
    } cases[] = {
        { "vg16", "none", 3, 32, 10, 4, 1, ADROP_ENOENT, "did you mean 'vgg16'?" },
        { "vgg16:wdth=1", "none", 3, 32, 10, 4, 1, ADROP_ENOENT, "did you mean 'width'" },
        { "vgg16:width=0", "none", 3, 32, 10, 4, 1, ADROP_EINVAL, "width" },
        { "vgg16:width=0.001", "none", 3, 32, 10, 4, 1, ADROP_ESHAPE, "no channels" },
        { "vgg16:head=512-x", "none", 3, 32, 10, 4, 1, ADROP_EINVAL, "512-x" },
        { "densenet40", "none", 3, 2, 10, 4, 1, ADROP_ESHAPE, "too small" },
        { "vgg16_bn:imagenet", "none", 3, 32, 10, 4, 1, ADROP_ESHAPE, "224 x 224 or a multiple" },
        { "vgg16_bn:imagenet", "none", 3, 256, 10, 4, 1, ADROP_ESHAPE, "is not 8 x 8" },
        { "resnet18:imagenets", "none", 3, 32, 10, 4, 1, ADROP_EINVAL, "write key=value" },
        { "mlp:800,0", "none", 784, 1, 10, 4, 1, ADROP_EINVAL, "800,0" },
        { "mlp:8,activation=relo", "none", 784, 1, 10, 4, 1, ADROP_EINVAL, "'relu'" },
        { "mlp:8,activaton=relu", "none", 784, 1, 10, 4, 1, ADROP_ENOENT, "'activation'" },
        { "mlp:8,,activation=relu", "none", 784, 1, 10, 4, 1, ADROP_EINVAL, "8," },
        { "mlp:activation=relu,8", "none", 784, 1, 10, 4, 1, ADROP_EINVAL, "key=value" },
        { "mlp", "none", 784, 1, 0, 4, 1, ADROP_EINVAL, "'0' is not a value for 'outputs'" },
        { "mlp", "none", 784, 1, 10, 0, 1, ADROP_EINVAL, "'batch'" },
        { "mlp", "none", 0, 1, 10, 4, 1, ADROP_EINVAL, "'channels'" },
        { "mlp", "none", 784, 1, 10, 4, 9, ADROP_EINVAL, "9 shards" },
        { "mlp", "advancd", 784, 1, 10, 4, 1, ADROP_ENOENT, "advanced" },
        { "mlp", "standout", 784, 1, 10, 4, 1, ADROP_EINVAL, "standout" },
        { "mlp", "dropblock", 784, 1, 10, 4, 1, ADROP_ESHAPE, "dropblock" },
        { "vgg16:width=16", "none", 3, 224, 10, 4096, 1, ADROP_ENOMEM, "MB" },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        adrop_model_opts o;
        adrop_model_opts_init(&o);
        adrop_model *m;
        o.model = cases[i].model, o.dropout = cases[i].dropout;
        o.channels = cases[i].channels, o.height = o.width = cases[i].side;
        o.outputs = cases[i].outputs, o.batch = cases[i].batch, o.shards = cases[i].shards;
        CHECK_WHERE("%s, %s: %s", o.model, o.dropout, adrop_ctx_message(ctx));
        CHECK_EQ(adrop_model_create(ctx, &o, &m), cases[i].status);
        CHECK(m == NULL);
        CHECK_HAS(adrop_ctx_message(ctx), cases[i].part);
        adrop_model_free(m);
    }
    adrop_ctx_free(ctx);
}

CHECK_MAIN(counts, sizes, gradients, examples, starts, refusals)
