/* Every kind of layer: gradients in double by differences, and the oneDNN engine against the plain
 * one. Each case is a small network around the layer, with a learned layer before it, so that
 * gradients of inputs are checked too. */
#include "layer/fixture.h"

static void fc(size_t i, char text[AD_NAME_SIZE])
{
    snprintf(text, AD_NAME_SIZE, "fc%zu", i);
}

static ad_layer *finish(ad_build *b, ad_layer *x)
{
    if (x && x->shape.height * x->shape.width > 1)
        x = ad_build_flatten(b, x);
    return ad_build_head(b, x, 0, 0, NULL, fc);
}

static ad_layer *convolved(ad_build *b, ad_layer *x, ad_conv_settings s, const char *name)
{
    return ad_build_conv(b, x, s, "%s", name);
}

/* A 3x3 convolution with bias, and others. */
static ad_conv_settings square(size_t out)
{
    return (ad_conv_settings){ .out = out, .kernel = 3, .stride = 1, .pad = 1, .bias = 1 };
}

static ad_layer *first(ad_build *b, ad_layer *x)
{
    return convolved(b, x, square(8), "first");
}

static ad_layer *dense_relu(ad_build *b, ad_layer *x, const void *s)
{
    (void)s;
    return ad_build_head(b, x, 0, 2, (size_t[]){ 7, 6 }, fc);
}

static ad_layer *sparse_relu(ad_build *b, ad_layer *x, const void *s)
{
    (void)s;
    x = ad_build_layer(b, "sparse_dense", "fc1", 1, &x, "out=5,relu=yes");
    return ad_build_layer(b, "dense", "fc2", 1, &x, "out=3");
}

static ad_layer *conv(ad_build *b, ad_layer *x, const void *s)
{
    (void)s;
    return finish(b, convolved(b, first(b, x), square(5), "c"));
}

static ad_layer *conv_strided(ad_build *b, ad_layer *x, const void *s)
{
    (void)s;
    return finish(
        b, convolved(b, first(b, x),
                     (ad_conv_settings){ .out = 16, .kernel = 3, .stride = 2, .pad = 1, .bias = 1 },
                     "c"));
}

static ad_layer *conv_point(ad_build *b, ad_layer *x, const void *s)
{
    (void)s;
    return finish(b, convolved(b, first(b, x),
                               (ad_conv_settings){ .out = 9, .kernel = 1, .stride = 1 }, "c"));
}

static ad_layer *conv_depthwise(ad_build *b, ad_layer *x, const void *s)
{
    (void)s;
    return finish(b, convolved(b, first(b, x),
                               (ad_conv_settings){
                                   .out = 8, .kernel = 3, .stride = 1, .pad = 1, .depthwise = 1 },
                               "c"));
}

static ad_layer *conv_last(ad_build *b, ad_layer *x, const void *s)
{
    (void)s;
    b->graph->facts.channels_last = 1;
    return finish(b, convolved(b, first(b, x), square(12), "c"));
}

static ad_layer *norm(ad_build *b, ad_layer *x, const void *s)
{
    (void)s;
    return finish(b, ad_build_norm(b, first(b, x), AD_LINEAR, "n"));
}

static ad_layer *norm_relu(ad_build *b, ad_layer *x, const void *s)
{
    (void)s;
    return finish(b, ad_build_norm(b, first(b, x), AD_ACTIVATED, "n"));
}

/* An activation on maps, in the format of convolutions; after a norm; between dense layers. */
static ad_layer *activated(ad_build *b, ad_layer *x, const char *kind)
{
    b->activation = kind;
    x = ad_build_norm(b, ad_build_activation(b, first(b, x)), AD_ACTIVATED, "n");
    x = ad_build_flatten(b, x);
    return ad_build_head(b, x, 0, 1, (size_t[]){ 6 }, fc);
}

#define ACTIVATION(id, name, reads, at_zero, summary)                                              \
  static ad_layer *act_##id(ad_build *b, ad_layer *x, const void *s)                               \
  {                                                                                                \
    (void)s;                                                                                       \
    return activated(b, x, name);                                                                  \
  }
#include "compute/activation_list.h"
#undef ACTIVATION

static ad_layer *max_pool(ad_build *b, ad_layer *x, const void *s)
{
    (void)s;
    return finish(b, ad_build_max_pool(b, first(b, x), 3, 2, 1));
}

static ad_layer *average_pool(ad_build *b, ad_layer *x, const void *s)
{
    (void)s;
    return finish(b, ad_build_average_pool(b, first(b, x), 2, 2));
}

static ad_layer *global_pool(ad_build *b, ad_layer *x, const void *s)
{
    (void)s;
    return finish(b, ad_build_global_pool(b, first(b, x)));
}

/* x is read three times: its gradients add up, in two formats. */
static ad_layer *branches(ad_build *b, ad_layer *x, const void *s)
{
    (void)s;
    x = first(b, x);
    ad_layer *y = convolved(b, x, square(8), "left");
    y = ad_build_activation(b, ad_build_add(b, y, x));
    return finish(b, ad_build_add(b, y, ad_build_norm(b, x, AD_LINEAR, "right")));
}

static ad_layer *join(ad_build *b, ad_layer *x, const void *s)
{
    (void)s;
    b->graph->facts.channels_last = 1;
    x = first(b, x);
    return finish(b, ad_build_concat(b, x, convolved(b, x, square(4), "more")));
}

static ad_layer *join_full_blocks(ad_build *b, ad_layer *x, const void *s)
{
    (void)s;
    x = first(b, x);
    return finish(b, ad_build_concat(b, x, convolved(b, x, square(16), "more")));
}

static ad_layer *join_odd_blocks(ad_build *b, ad_layer *x, const void *s)
{
    (void)s;
    x = first(b, x);
    return finish(b, ad_build_concat(b, x, convolved(b, x, square(3), "more")));
}

static ad_layer *pad(ad_build *b, ad_layer *x, const void *s)
{
    (void)s;
    return finish(b, first(b, ad_build_pad(b, first(b, x), 9)));
}

static ad_layer *drop_map(ad_build *b, ad_layer *x, const void *s)
{
    (void)s;
    x = ad_build_dropout(b, first(b, x), NULL, 0);
    return finish(b, convolved(b, x, square(8), "c"));
}

static ad_layer *raw_head(ad_build *b, ad_layer *x, const void *s)
{
    (void)s;
    return ad_build_head(b, x, 1, 2, (size_t[]){ 7, 6 }, fc);
}

static ad_layer *gelu_head(ad_build *b, ad_layer *x, const void *s)
{
    b->activation = "gelu";
    return raw_head(b, x, s);
}

static const bed_case cases[] = {
    { "dense", dense_relu, 6, 1, 1, NULL, 0 },
    { "sparse", sparse_relu, 6, 1, 1, NULL, 0 },
    { "conv", conv, 3, 5, 6, NULL, 0 },
    { "conv of one channel", conv, 1, 4, 4, NULL, 0 },
    { "conv strided", conv_strided, 3, 5, 6, NULL, 0 },
    { "conv 1x1", conv_point, 3, 3, 3, NULL, 0 },
    { "conv depthwise", conv_depthwise, 3, 4, 5, NULL, 0 },
    { "conv channels last", conv_last, 3, 5, 4, NULL, 0 },
    { "norm", norm, 3, 4, 4, NULL, 0 },
    { "norm with relu", norm_relu, 3, 4, 4, NULL, 0 },
#define ACTIVATION(id, name, reads, at_zero, summary) { name, act_##id, 3, 4, 4, NULL, 0 },
#include "compute/activation_list.h"
#undef ACTIVATION
    { "max_pool", max_pool, 3, 7, 6, NULL, 0 },
    { "average_pool", average_pool, 3, 6, 7, NULL, 0 },
    { "global pool", global_pool, 3, 5, 4, NULL, 0 },
    { "add", branches, 3, 4, 4, NULL, 0 },
    { "concat", join, 3, 4, 4, NULL, 0 },
    { "concat of full blocks", join_full_blocks, 3, 4, 4, NULL, 0 },
    { "concat of odd blocks", join_odd_blocks, 3, 4, 4, NULL, 0 },
    { "pad", pad, 3, 4, 5, NULL, 0 },
    { "dropout on maps", drop_map, 3, 4, 4, "gaussian", 0 },
    { "dropblock on maps", drop_map, 3, 6, 6, "dropblock:block=3", 0 },
    { "bernoulli", raw_head, 6, 1, 1, "bernoulli", 0 },
    { "advanced", raw_head, 6, 1, 1, "advanced:detach=no", 0 },
    { "advanced, hidden", raw_head, 6, 1, 1, "advanced:detach=no", ADROP_AT_HIDDEN },
    { "advanced, pre-activation", raw_head, 6, 1, 1, "advanced:detach=no", ADROP_AT_PREACTIVATION },
    { "concrete", raw_head, 6, 1, 1, "concrete:lengthscale=0.1", 0 },
    { "dropconnect", raw_head, 6, 1, 1, "dropconnect", 0 },
    { "variational b", raw_head, 6, 1, 1, "variational:type=b", ADROP_AT_HIDDEN },
    { "standout", raw_head, 6, 1, 1, "standout", ADROP_AT_HIDDEN },
    { "standout, gelu", gelu_head, 6, 1, 1, "standout", ADROP_AT_HIDDEN },
    { "advanced, gelu, pre-activation", gelu_head, 6, 1, 1, "advanced:detach=no",
      ADROP_AT_PREACTIVATION },
};
enum { N_CASES = sizeof cases / sizeof *cases };

static void gradients_by_differences(void)
{
    bed_fill();
    for (size_t i = 0; i < N_CASES; i++) {
        adrop_ctx *ctx;
        CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
        adrop_model_opts o = bed_options(&cases[i], ADROP_PRECISION_F64);
        o.loss = (adrop_loss)(i % 3);
        adrop_model *m = bed_model(ctx, &cases[i], &o);
        CHECK_WHERE("%s", cases[i].name);
        if (m)
            bed_check_gradients(m, 12);
        adrop_model_free(m);
        adrop_ctx_free(ctx);
    }
}

/* L2 distance of two tensors relative to the second's norm, or to `least` if that is
 * larger. */
static double distance(size_t n, const float *a, const float *b, double least)
{
    double off = 0, norm = 0;

    for (size_t k = 0; k < n; k++) {
        off += ((double)a[k] - (double)b[k]) * ((double)a[k] - (double)b[k]);
        norm += (double)b[k] * (double)b[k];
    }
    return sqrt(off) / fmax(sqrt(norm), least);
}

/* The engines start from the same parameters and see the same noise: outputs and every
 * gradient agree to float's rounding (those that are 0 in truth, of biases before a
 * norm, to the size of others). Short batches too. */
static void engines_agree(void)
{
    static float a[BED_MOST], b[BED_MOST];

    for (size_t i = 0; i < N_CASES; i++)
        for (size_t rows = 1; rows <= BED_ROWS; rows += 2) {
            adrop_ctx *ctx;
            CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
            const adrop_model_opts fast = bed_options(&cases[i], ADROP_PRECISION_F32);
            const adrop_model_opts plain = bed_options(&cases[i], ADROP_PRECISION_F64);
            adrop_model *m = bed_model(ctx, &cases[i], &fast);
            adrop_model *oracle = bed_model(ctx, &cases[i], &plain);
            const adrop_batch batch = bed_batch(rows);
            CHECK_WHERE("%s, %zu rows", cases[i].name, rows);
            CHECK_NEAR(bed_loss(m, &batch), bed_loss(oracle, &batch), 1e-5);
            CHECK_NEAR(distance(rows * BED_OUTPUTS, adrop_model_outputs(m),
                                adrop_model_outputs(oracle), 0),
                       0, 1e-4);
            for (size_t t = 0; t < m->n_tensors; t++) {
                if (m->tensor[t]->group == ADROP_TENSOR_BUFFERS)
                    continue;
                CHECK_WHERE("%s, %zu rows, %s", cases[i].name, rows, m->tensor[t]->name);
                adrop_model_get_gradient(m, t, a);
                adrop_model_get_gradient(oracle, t, b);
                CHECK_NEAR(distance(m->tensor[t]->n, a, b, 1e-2), 0, 1e-4);
            }
            adrop_model_free(m);
            adrop_model_free(oracle);
            adrop_ctx_free(ctx);
        }
}

/* Every kind in layer_list.h appears in a case above. */
static void every_kind_is_tested(void)
{
    char seen[64] = { 0 };

    for (size_t i = 0; i < N_CASES; i++) {
        adrop_ctx *ctx;
        CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
        const adrop_model_opts o = bed_options(&cases[i], ADROP_PRECISION_F64);
        adrop_model *m = bed_model(ctx, &cases[i], &o);
        for (size_t k = 0; k < m->graph->n; k++)
            for (size_t t = 0; ad_layer_type_at(t); t++)
                if (ad_layer_type_at(t) == m->graph->layer[k]->type)
                    seen[t] = 1;
        adrop_model_free(m);
        adrop_ctx_free(ctx);
    }
    for (size_t t = 0; ad_layer_type_at(t); t++) {
        CHECK_WHERE("%s", ad_layer_type_at(t)->name);
        CHECK(seen[t]);
    }
}

/* A network of typed settings, and the same one of texts. */
static ad_layer *typed(ad_build *b, ad_layer *x, const void *s)
{
    (void)s;
    x = ad_build_conv(b, ad_build_pad(b, x, 8), square(8), "c");
    x = ad_build_max_pool(b, ad_build_norm(b, x, AD_ACTIVATED, "n"), 3, 2, 1);
    return ad_build_head(b, ad_build_global_pool(b, x), 0, 1, (size_t[]){ 6 }, fc);
}

static ad_layer *written(ad_build *b, ad_layer *x, const void *s)
{
    (void)s;
    x = ad_build_layer(b, "pad", NULL, 1, &x, "size=8");
    x = ad_build_layer(b, "conv", "c", 1, &x, "out=8,kernel=3,pad=1,bias=yes");
    x = ad_build_layer(b, "norm", "n", 1, &x, "relu=yes");
    x = ad_build_layer(b, "max_pool", NULL, 1, &x, "window=3,stride=2,pad=1");
    x = ad_build_layer(b, "average_pool", NULL, 1, &x, "window=0,stride=1");
    x = ad_build_layer(b, "flatten", NULL, 1, &x, "");
    x = ad_build_layer(b, "dropout", "drop1", 1, &x, "technique=gaussian");
    x = ad_build_layer(b, "dense", "fc0", 1, &x, "out=6,relu=yes");
    x = ad_build_layer(b, "dropout", "drop2", 1, &x, "technique=gaussian");
    return ad_build_layer(b, "dense", "fc1", 1, &x, "out=3");
}

static void texts_build_the_same(void)
{
    const bed_case a = { "typed", typed, 3, 5, 6, "gaussian", 0 };
    const bed_case b = { "written", written, 3, 5, 6, "gaussian", 0 };
    const adrop_batch batch = bed_batch(BED_ROWS);
    const adrop_model_opts o = bed_options(&a, ADROP_PRECISION_F32);
    adrop_ctx *ctx;

    CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
    adrop_model *m = bed_model(ctx, &a, &o), *n = bed_model(ctx, &b, &o);
    CHECK_EQ(m->n_params, n->n_params);
    CHECK(bed_loss(m, &batch) == bed_loss(n, &batch));
    CHECK(!memcmp(m->grads, n->grads, m->n_params * sizeof(float)));
    adrop_model_free(m);
    adrop_model_free(n);
    adrop_ctx_free(ctx);
}

/* One layer of a text after the input. */
static const struct {
    const char *kind, *settings;
    size_t n_in;
    adrop_status status;
    const char *part; /* of the sentence */
} refused[] = {
    { "konv", "", 1, ADROP_ENOENT, "did you mean 'conv'" },
    { "conv", "out=8,kernl=3", 1, ADROP_ENOENT, "did you mean 'kernel'" },
    { "conv", "out=8,kernel=0", 1, ADROP_EINVAL, "layer 'conv'" },
    { "conv", "kernel=3", 1, ADROP_ESHAPE, "no channels" },
    { "conv", "out=8,kernel=9", 1, ADROP_ESHAPE, "too small" },
    { "dense", "out=8", 1, ADROP_ESHAPE, "takes vectors" },
    { "max_pool", "window=2,pad=2", 1, ADROP_ESHAPE, "pad must be below window" },
    { "max_pool", "stride=-1", 1, ADROP_EINVAL, "stride" },
    { "relu", "slope=1", 1, ADROP_EINVAL, "no settings" },
    { "add", "", 1, ADROP_ESHAPE, "reads 1 others" },
    { "conv", "out=8", 2, ADROP_ESHAPE, "reads 2 others" },
    { "pad", "size=2", 1, ADROP_ESHAPE, "does not fit" },
    { "dropout", "technique=bernouli", 1, ADROP_ENOENT, "bernoulli" },
    { "dropped_dense", "technique=dropconnect", 1, ADROP_ESHAPE, "no units" },
};

static size_t refusal;

static ad_layer *refusing(ad_build *b, ad_layer *x, const void *s)
{
    (void)s;
    return ad_build_layer(b, refused[refusal].kind, NULL, refused[refusal].n_in,
                          (ad_layer *[]){ x, x }, refused[refusal].settings);
}

static void texts_are_refused(void)
{
    const bed_case c = { "refusing", refusing, 3, 5, 6, NULL, 0 };
    const ad_architecture type = { .name = c.name, .build = c.build };
    const adrop_model_opts o = bed_options(&c, ADROP_PRECISION_F32);
    adrop_ctx *ctx;

    CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
    for (refusal = 0; refusal < sizeof refused / sizeof *refused; refusal++) {
        adrop_model *m;
        CHECK_WHERE("%s:%s", refused[refusal].kind, refused[refusal].settings);
        CHECK_EQ(ad_model_create(ctx, &o, &type, NULL, &(ad_model_create_args){ 0 }, &m),
                 refused[refusal].status);
        CHECK_HAS(adrop_ctx_message(ctx), refused[refusal].part);
    }
    adrop_ctx_free(ctx);
}

CHECK_MAIN(gradients_by_differences, engines_agree, every_kind_is_tested, texts_build_the_same,
           texts_are_refused)
