/* Build a network layer by layer, print it, and train it for a few steps.
 *
 * It has a residual block with its own technique on the maps, and the model's technique before the
 * dense layer. The network is then written as a YAML file, which `adrop train --model` and
 * adrop_graph_read accept.
 *
 *     cc 09_graph.c $(pkg-config --cflags --libs adrop) && ./a.out */
#include <adrop/adrop.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 32, SIDE = 8, CLASSES = 2 };

static float images[N][SIDE][SIDE];
static int32_t labels[N];

/* Bars, vertical or horizontal. */
static void make_data(void)
{
    for (int i = 0; i < N; i++) {
        labels[i] = i % CLASSES;
        for (int k = 0; k < SIDE; k++)
            *(labels[i] ? &images[i][k][i % SIDE] : &images[i][i % SIDE][k]) = 1;
    }
}

static void must(adrop_status status, const adrop_ctx *ctx)
{
    if (status) {
        fprintf(stderr, "%s\n", adrop_ctx_message(ctx));
        exit(EXIT_FAILURE);
    }
}

static adrop_graph *make_graph(adrop_ctx *ctx)
{
    static const char *const layers[][3] = {
        { "a", "conv 8 3 pad=1", NULL },
        { NULL, "norm relu=yes", NULL },
        { NULL, "dropout spatial:rate=0.1", NULL },
        { "b", "conv 8 3 pad=1", NULL },
        { NULL, "add", "a, b" },
        { NULL, "relu", NULL },
        { NULL, "average_pool 0", NULL },
        { NULL, "flatten", NULL },
        { NULL, "dropout", NULL },
        { "out", "dense", NULL },
    };
    adrop_graph *g;

    must(adrop_graph_create(ctx, &g), ctx);
    for (size_t i = 0; i < sizeof layers / sizeof *layers; i++)
        must(adrop_graph_add(g, layers[i][0], layers[i][1], layers[i][2]), ctx);
    if (adrop_graph_add(g, NULL, "dens", NULL)) /* an invalid layer is an error, and changes
                                                   nothing */
        printf("%s\n", adrop_ctx_message(ctx));
    return g;
}

static adrop_model *make_model(adrop_ctx *ctx, const adrop_graph *g)
{
    adrop_model_opts o;
    adrop_model *model;
    char *text;

    must(adrop_graph_text(g, &text), ctx);
    adrop_model_opts_init(&o);
    o.model = text;
    o.dropout = "advanced";
    o.channels = 1, o.height = o.width = SIDE;
    o.outputs = CLASSES;
    o.batch = o.n_train = N;
    must(adrop_model_create(ctx, &o, &model), ctx);
    must(adrop_model_optimizer(model, "sgd:momentum=0.9"), ctx);
    adrop_free(ctx, text);
    return model;
}

static void show(const adrop_model *model)
{
    adrop_layer_info l;

    for (size_t i = 0; adrop_model_layer(model, i, &l); i++)
        printf("%-14s %zu x %zu x %zu, %zu parameters\n", l.name, l.channels, l.height, l.width,
               l.n_params);
}

static void train(adrop_ctx *ctx, adrop_model *model)
{
    adrop_losses losses = { 0 };
    adrop_rates rates;

    adrop_rates_init(&rates);
    rates.lr = 0.05;
    for (uint32_t step = 0; step < 60; step++) {
        adrop_batch batch;
        adrop_batch_train(&batch, step, N, images[0][0], labels);
        must(adrop_model_gradients(model, &batch, &losses), ctx);
        must(adrop_model_step(model, &rates, NULL), ctx);
    }
    printf("loss below 0.5: %s\n", losses.data < 0.5 ? "yes" : "no");
}

int main(void)
{
    adrop_ctx *ctx;
    char *yaml;

    if (adrop_ctx_create(NULL, &ctx))
        return EXIT_FAILURE;
    make_data();
    adrop_graph *g = make_graph(ctx);
    adrop_model *model = make_model(ctx, g);
    show(model);
    train(ctx, model);
    must(adrop_graph_yaml(g, &yaml), ctx);
    fputs(yaml, stdout);
    adrop_free(ctx, yaml);
    adrop_model_free(model);
    adrop_graph_free(g);
    adrop_ctx_free(ctx);
    return EXIT_SUCCESS;
}
