/* Fully connected: `mlp:800,800` has two hidden layers of 800 units with ReLU, and
 * `mlp:800,800,activation=gelu` another activation; `mlp:` has no hidden layer and is a linear
 * network: logistic regression. Dense layers are called fc1, fc2, ...;
 * images are flattened. */
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/keep.h"
#include "model/architecture.h"

typedef struct {
    size_t n, hidden[AD_MAX_HIDDEN];
    int activation;
} settings;

static const adrop_option options[] = { AD_ACTIVATION_ROW(settings), { 0 } };

/* Where key=value begins after the widths; the end if there is none. */
static const char *settings_of(const char *text)
{
    const char *equals = strchr(text, '=');

    if (!equals)
        return text + strlen(text);
    while (equals > text && equals[-1] != ',')
        equals--;
    return equals;
}

static adrop_status mlp_read(adrop_ctx *ctx, const char *text, void *dst)
{
    settings *s = dst;
    const char *widths;
    const char *rest = settings_of(text);
    const size_t length = (size_t)(rest - text) - (rest > text && rest[-1] == ',' && *rest);

    adrop_status status = ad_keep_part(ctx, text, length, &widths);
    if (!status)
        status = ad_read_widths(ctx, "the list of hidden widths",
                                *widths || !*rest ? widths : "800,800", ',', &s->n, s->hidden);
    return status ? status : adrop_options_parse(ctx, options, s, rest);
}

static void mlp_name(size_t i, char text[AD_NAME_SIZE])
{
    snprintf(text, AD_NAME_SIZE, "fc%zu", i + 1);
}

static ad_layer *mlp_build(ad_build *b, ad_layer *x, const void *src)
{
    const settings *s = src;

    b->activation = ad_activation_words[s->activation];
    if (x && x->shape.height * x->shape.width > 1)
        x = ad_build_flatten(b, x);
    return ad_build_head(b, x, 1, s->n, s->hidden, mlp_name);
}

const ad_architecture ad_architecture_mlp = {
    .name = "mlp",
    .summary = "fully connected; the hidden widths after the colon",
    .reference = "Rosenblatt 1958; Rumelhart, Hinton, Williams 1986",
    .options = options,
    .settings_size = sizeof(settings),
    .examples = (const char *const[]){ "mlp:800,800", "mlp:", "mlp:50,50,activation=gelu", "mlp",
                                       NULL },
    .bare = "800,800",
    .read = mlp_read,
    .build = mlp_build,
};
