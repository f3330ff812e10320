/* Fully connected: `mlp:800,800` has two hidden layers of 800 units with ReLU. Dense
 * layers are called fc1, fc2, ...; images are flattened. */
#include <stdio.h>

#include "model/architecture.h"

typedef struct {
    size_t n, hidden[AD_MAX_HIDDEN];
} settings;

static const adrop_option options[] = { { 0 } };

static adrop_status read(adrop_ctx *ctx, const char *text, void *dst)
{
    settings *s = dst;

    return ad_read_widths(ctx, "the list of hidden widths", *text ? text : "800,800", ',', &s->n,
                          s->hidden);
}

static void name(size_t i, char text[AD_NAME_SIZE])
{
    snprintf(text, AD_NAME_SIZE, "fc%zu", i + 1);
}

static ad_layer *build(ad_build *b, ad_layer *x, const void *src)
{
    const settings *s = src;

    if (x && x->shape.height * x->shape.width > 1)
        x = ad_build_flatten(b, x);
    return ad_build_head(b, x, 1, s->n, s->hidden, name);
}

const ad_architecture ad_architecture_mlp = {
    .name = "mlp",
    .summary = "fully connected, ReLU; the hidden widths after the colon",
    .reference = "Rosenblatt 1958; Rumelhart, Hinton, Williams 1986",
    .options = options,
    .settings_size = sizeof(settings),
    .examples = (const char *const[]){ "mlp:800,800", "mlp:50,50", "mlp", NULL },
    .read = read,
    .build = build,
};
