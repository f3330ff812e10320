/* Drop-path in the residual networks: a site at the end of every branch, rates that grow from block
 * to block, none before the dense layer; refused elsewhere. test_backward_from.c tests the
 * gradients of both networks. */
#include <math.h>
#include <stdlib.h>

#include "adrop/model.h"
#include "check.h"

static adrop_ctx *ctx;

static adrop_status make(const char *model, const char *dropout, adrop_model **m)
{
    adrop_model_opts o;

    adrop_model_opts_init(&o);
    o.model = model, o.dropout = dropout;
    o.channels = 3, o.height = o.width = 16;
    o.outputs = 4, o.batch = 3, o.n_train = 50;
    return adrop_model_create(ctx, &o, m);
}

static void start(void)
{
    if (adrop_ctx_create(NULL, &ctx))
        abort();
}

static void rates_grow(const char *model, size_t branches)
{
    adrop_model *m;

    CHECK_WHERE("%s", model);
    CHECK_EQ(make(model, "drop-path:rate=0.4", &m), ADROP_OK);
    for (size_t i = 0; i < branches; i++)
        CHECK_NEAR(adrop_model_dropout_rate(m, i), 0.4 * (double)(i + 1) / (double)branches, 1e-12);
    CHECK(!adrop_model_dropout_name(m, branches));
    adrop_model_free(m);
}

static void branches(void)
{
    rates_grow("resnet18:width=0.05", 8);
    rates_grow("wrn16-10:width=0.02", 6);
}

static void refusals(void)
{
    static const char *const others[] = { "mlp:7",
                                          "mlp",
                                          "vgg16:width=0.05",
                                          "densenet40:width=0.2",
                                          "mobilenet:width=0.05",
                                          "wrn16-10:width=0.02,block-dropout=yes" };

    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        adrop_model *m = NULL;
        CHECK_WHERE("%s", others[i]);
        CHECK_EQ(make(others[i], "drop-path", &m), ADROP_ESHAPE);
        CHECK_HAS(adrop_ctx_message(ctx), "resnet18 and wrn16-10 alone");
        adrop_model_free(m);
    }
    adrop_ctx_free(ctx);
}

CHECK_MAIN(start, branches, refusals)
