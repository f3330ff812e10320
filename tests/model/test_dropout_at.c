/* Where dropout is placed: also on the logits, and everywhere, with one mask per channel of a map.
 * Sites of every network, masks, gradients by differences, every technique, refusals. */
#include "layer/fixture.h"

#include "layer/dropout.h"

static adrop_ctx *ctx;

static adrop_model_opts options(const char *model, const char *dropout, adrop_dropout_at at)
{
    adrop_model_opts o;

    adrop_model_opts_init(&o);
    o.model = model, o.dropout = dropout, o.dropout_at = at;
    o.channels = 2, o.height = o.width = 16;
    o.outputs = BED_OUTPUTS, o.batch = 4, o.n_train = 50;
    return o;
}

static adrop_model *make(const char *model, const char *dropout, adrop_dropout_at at)
{
    const adrop_model_opts o = options(model, dropout, at);
    adrop_model *m = NULL;

    CHECK_EQ(adrop_model_create(ctx, &o, &m), ADROP_OK);
    if (!m)
        printf("%s: %s\n", model, adrop_ctx_message(ctx));
    return m;
}

static const struct {
    const char *model;
    size_t maps, vectors; /* activations of maps; hidden dense layers */
} networks[] = {
    { "mlp:7,5", 0, 2 },
    { "vgg16:width=0.03,head=6", 13, 1 },
    { "vgg16:width=0.03,head=6,activation=gelu", 13, 1 },
    { "resnet18:width=0.05", 17, 0 },
    { "densenet40:width=0.17", 39, 0 },
    { "mobilenet:width=0.07", 27, 0 },
    { "wrn16-10:width=0.02", 13, 0 },
    { "wrn16-10:width=0.02,block-dropout=yes", 13, 0 },
};

enum { N_NETWORKS = sizeof networks / sizeof *networks };

static void start(void)
{
    if (adrop_ctx_create(NULL, &ctx))
        abort();
    bed_fill();
}

/* Everywhere: a site after each activation; those on maps drop whole channels, unless asked. */
static void sites(void)
{
    for (size_t i = 0; i < N_NETWORKS; i++) {
        size_t maps = 0, vectors = 0;
        CHECK_WHERE("%s", networks[i].model);
        adrop_model *m = make(networks[i].model, "bernoulli:rate=0.1", ADROP_AT_EVERYWHERE);
        for (size_t k = 0; m && k < m->graph->n; k++) {
            const ad_layer *l = m->graph->layer[k];
            const ad_dropout *d = ad_layer_technique(l);
            if (!d)
                continue;
            const char *text = ((const ad_dropout_settings *)l->settings)->technique;
            const ad_layer *x = l->in[0], *before = x->n_in ? x->in[0] : x;
            const int on_map = strcmp(x->type->name, "dense") &&
                               strcmp(before->type->name, "dense");
            CHECK_TEXT(text, on_map ? "bernoulli:rate=0.1,mask=channel" : "bernoulli:rate=0.1");
            *(on_map ? &maps : &vectors) += 1;
        }
        CHECK_EQ(maps, networks[i].maps);
        CHECK_EQ(vectors, networks[i].vectors);
        adrop_model_free(m);
    }
    adrop_model *m = make("resnet18:width=0.05", "bernoulli:mask=element", ADROP_AT_EVERYWHERE);
    for (size_t k = 0; m && k < m->graph->n; k++)
        if (ad_layer_technique(m->graph->layer[k]))
            CHECK_TEXT(((const ad_dropout_settings *)m->graph->layer[k]->settings)->technique,
                       "bernoulli:mask=element");
    adrop_model_free(m);
}

/* A map that one norm leaves to the pool: its channels are kept whole or dropped whole, so the
 * outputs are those of no dropout times 0 or 2. */
static ad_layer *one_map(ad_build *b, ad_layer *x, const void *settings)
{
    (void)settings;
    return ad_build_flatten(
        b, ad_build_average_pool(b, ad_build_norm(b, x, AD_ACTIVATED, "bn"), 0, 1));
}

static void whole_channels(void)
{
    const ad_architecture type = { .name = "one_map", .build = one_map };
    adrop_model_opts o = options("one_map", "bernoulli", ADROP_AT_EVERYWHERE);
    adrop_model *m[2] = { 0 };
    size_t dropped = 0, kept = 0;
    adrop_batch b = bed_batch(4);

    o.channels = BED_OUTPUTS, o.height = o.width = 6;
    CHECK_EQ(ad_model_create(ctx, &o, &type, NULL, &(ad_model_create_args){ 0 }, &m[0]), ADROP_OK);
    o.dropout = "none";
    CHECK_EQ(ad_model_create(ctx, &o, &type, NULL, &(ad_model_create_args){ 0 }, &m[1]), ADROP_OK);
    for (b.step = 0; b.step < 8 && m[0] && m[1]; b.step++) {
        for (size_t k = 0; k < 2; k++)
            CHECK_EQ(adrop_model_forward(m[k], ADROP_PHASE_SAMPLE, &b), ADROP_OK);
        const float *y = adrop_model_outputs(m[0]), *plain = adrop_model_outputs(m[1]);
        for (size_t i = 0; i < 4 * BED_OUTPUTS; i++) {
            const int is_kept = y[i] != 0;
            CHECK_CLOSE(y[i], is_kept ? 2 * plain[i] : 0, 1e-6);
            *(is_kept ? &kept : &dropped) += 1;
        }
    }
    CHECK(kept > 20 && dropped > 20);
    adrop_model_free(m[0]);
    adrop_model_free(m[1]);
}

/* On the logits: hidden masks as with `hidden`, and the logits times 0 or 2; the mean is the same
 * network's. */
static void logits(void)
{
    adrop_model *hidden = make("mlp:7,5", "bernoulli", ADROP_AT_HIDDEN);
    adrop_model *too = make("mlp:7,5", "bernoulli", ADROP_AT_LOGITS_TOO);
    size_t dropped = 0, kept = 0;
    adrop_batch b = bed_batch(4);

    CHECK_EQ(too->n_dropouts, hidden->n_dropouts + 1);
    for (b.step = 0; b.step < 8; b.step++)
        for (adrop_phase phase = ADROP_PHASE_TRAIN; phase <= ADROP_PHASE_MEAN; phase++) {
            CHECK_EQ(adrop_model_forward(hidden, phase, &b), ADROP_OK);
            CHECK_EQ(adrop_model_forward(too, phase, &b), ADROP_OK);
            const float *y = adrop_model_outputs(too), *plain = adrop_model_outputs(hidden);
            for (size_t i = 0; i < 4 * BED_OUTPUTS; i++) {
                if (phase == ADROP_PHASE_MEAN) {
                    CHECK(y[i] == plain[i]);
                    continue;
                }
                CHECK(y[i] == 0 || y[i] == 2 * plain[i]);
                *(y[i] != 0 ? &kept : &dropped) += 1;
            }
        }
    CHECK(kept > 50 && dropped > 50);
    adrop_model_free(hidden);
    adrop_model_free(too);
}

/* Two convolutions and a head. */
static void name(size_t i, char text[AD_NAME_SIZE])
{
    snprintf(text, AD_NAME_SIZE, "fc%zu", i);
}

static ad_layer *small(ad_build *b, ad_layer *x, const void *settings)
{
    static const size_t hidden[] = { 5 };

    (void)settings;
    for (size_t i = 0; i < 2; i++) {
        const ad_conv_settings conv = { .out = 3 + i, .kernel = 3, .stride = 1, .pad = 1 };
        x = ad_build_norm(b, ad_build_conv(b, x, conv, "conv%zu", i), AD_ACTIVATED, "bn%zu", i);
    }
    return ad_build_head(b, ad_build_global_pool(b, x), 0, 1, hidden, name);
}

static void gradients(void)
{
    static const char *const techniques[] = { "advanced:detach=no", "concrete:unit=node",
                                              "variational:unit=node" };
    static const adrop_dropout_at at[] = { ADROP_AT_LOGITS_TOO, ADROP_AT_EVERYWHERE };
    const ad_architecture type = { .name = "small", .build = small };

    for (size_t k = 0; k < 2; k++)
        for (size_t t = 0; t < sizeof techniques / sizeof *techniques; t++) {
            adrop_model_opts o = options("small", techniques[t], at[k]);
            adrop_model *m;
            o.precision = ADROP_PRECISION_F64, o.height = o.width = 5;
            CHECK_WHERE("%s, %zu", o.dropout, k);
            CHECK_EQ(ad_model_create(ctx, &o, &type, NULL, &(ad_model_create_args){ 0 }, &m),
                     ADROP_OK);
            if (m)
                bed_check_gradients(m, 4);
            adrop_model_free(m);
        }
}

/* Every technique learns everywhere in a network of maps and on logits, or says why not. */
static void all_techniques(void)
{
    size_t learned[2] = { 0 };

    for (size_t t = 0; t < adrop_technique_count(); t++)
        for (size_t k = 0; k < 2; k++) {
            adrop_technique_info info;
            adrop_technique_at(t, &info);
            const adrop_model_opts o = options("vgg16:width=0.03,head=6", info.name,
                                               k ? ADROP_AT_LOGITS_TOO : ADROP_AT_EVERYWHERE);
            const adrop_batch b = bed_batch(4);
            adrop_losses loss = { 0 };
            adrop_model *m;
            CHECK_WHERE("%s, %zu", info.name, k);
            if (adrop_model_create(ctx, &o, &m)) {
                char named[80];
                snprintf(named, sizeof named, "technique '%s'", info.name);
                CHECK_HAS(adrop_ctx_message(ctx), named);
                continue;
            }
            CHECK_EQ(adrop_model_gradients(m, &b, &loss), ADROP_OK);
            CHECK(isfinite(loss.data + loss.extra));
            learned[k] += strcmp(info.name, "none") != 0;
            adrop_model_free(m);
        }
    CHECK(learned[0] >= 18); /* not standout, information, drop-path, two products, none */
    CHECK(learned[1] >= 17); /* not the two for maps either, but information */
}

static void refusals(void)
{
    static const struct {
        const char *model, *dropout;
        adrop_dropout_at at;
        const char *part;
    } cases[] = {
        { "vgg16:width=0.05", "fast", ADROP_AT_EVERYWHERE, "the channels of maps" },
        { "vgg16:width=0.05", "standout", ADROP_AT_EVERYWHERE, "the channels of maps" },
        { "vgg16:width=0.05", "information", ADROP_AT_EVERYWHERE, "the channels of maps" },
        { "vgg16:width=0.05", "variational:type=b", ADROP_AT_EVERYWHERE, "the channels of maps" },
        { "vgg16:width=0.05", "concrete:lengthscale=1", ADROP_AT_EVERYWHERE, "channels of maps" },
        { "mobilenet:width=0.05", "drop-path", ADROP_AT_EVERYWHERE, "finds no place" },
        { "resnet18:width=0.05", "advanced", ADROP_AT_PREACTIVATION, "finds no place" },
        { "mlp:7", "fast", ADROP_AT_LOGITS_TOO, "cannot sit on logits" },
        { "mlp:7", "standout", ADROP_AT_LOGITS_TOO, "cannot sit on logits" },
        { "resnet18:width=0.05", "spatial", ADROP_AT_LOGITS_TOO, "cannot sit on logits" },
        { "mlp:7", "concrete:lengthscale=1", ADROP_AT_LOGITS_TOO, "cannot sit on logits" },
        { "resnet18:width=0.05", "drop-path", ADROP_AT_LOGITS_TOO, "cannot sit on logits" },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const adrop_model_opts o = options(cases[i].model, cases[i].dropout, cases[i].at);
        adrop_model *m;
        CHECK_WHERE("%s, %s", o.model, o.dropout);
        CHECK_EQ(adrop_model_create(ctx, &o, &m), ADROP_EINVAL);
        CHECK_HAS(adrop_ctx_message(ctx), cases[i].part);
        adrop_model_free(m);
    }
}

/* A file says where dropout sits. */
static void files(void)
{
    const char *path = "test_dropout_at.safetensors";

    for (adrop_dropout_at at = ADROP_AT_DENSE_INPUTS; at <= ADROP_AT_EVERYWHERE; at++) {
        adrop_model *m = make("mlp:7,5", "advanced", at), *read = NULL;
        CHECK_WHERE("%d", (int)at);
        CHECK_EQ(adrop_model_save(m, path), ADROP_OK);
        CHECK_EQ(adrop_model_open_file(ctx, path, NULL, &read), ADROP_OK);
        if (read)
            CHECK_EQ(read->options.dropout_at, at);
        adrop_model_free(m);
        adrop_model_free(read);
    }
    remove(path);
    adrop_ctx_free(ctx);
}

CHECK_MAIN(start, sites, whole_channels, logits, gradients, all_techniques, refusals, files)
