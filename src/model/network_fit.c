/* `fit SIZE` in a network's text (network.h): brings a map of any size to SIZE x SIZE.
 *
 * A smaller map is centred in zeros. A larger one is padded with zeros to a square, then
 * averaged over windows of equal size at equal distances that cover it: from n to s
 * pixels, stride n / s (rounded down) and window n - (s - 1) stride. With larger=keep a map
 * with a side of at least SIZE is not changed, as in vgg16. */
#include "base/context.h"
#include "base/memory.h"
#include "layer/pad.h"
#include "layer/pooling.h"
#include "model/network.h"

typedef struct {
    size_t size;
    int larger;
} settings;

enum { POOL, KEEP };

static const char *const larger_words[] = { "pool", "keep", NULL };

static const adrop_option options[] = { { .name = "size",
                                          .kind = ADROP_OPT_COUNT,
                                          .offset = offsetof(settings, size),
                                          .fallback = 32,
                                          .min = 1,
                                          .max = AD_MOST_SIDE,
                                          .help = "side of the maps that come out" },
                                        { .name = "larger",
                                          .kind = ADROP_OPT_CHOICE,
                                          .offset = offsetof(settings, larger),
                                          .words = larger_words,
                                          .help = "what becomes of larger maps" },
                                        { 0 } };

const ad_layer_type ad_network_fit_type = { .name = "fit",
                                            .options = options,
                                            .settings_size = sizeof(settings) };

static ad_layer *pad(ad_build *b, ad_layer *x, const char *name, size_t size)
{
    return ad_build_typed(b, "pad", name, 1, &x, &(ad_pad_settings){ size });
}

static ad_layer *pool(ad_build *b, ad_layer *x, const char *name, size_t size)
{
    const size_t stride = x->shape.height / size;
    const ad_pool_settings s = { x->shape.height - (size - 1) * stride, stride, 0 };

    return ad_build_typed(b, "average_pool", name, 1, &x, &s);
}

static ad_layer *network_fit(ad_build *b, const settings *s, const char *name, ad_layer *x)
{
    const size_t height = x->shape.height, width = x->shape.width;
    const size_t side = height > width ? height : width;

    if (height == s->size && width == s->size)
        return x;
    if (s->larger == KEEP)
        return height < s->size && width < s->size ? pad(b, x, name, s->size) : x;
    if (side <= s->size)
        return pad(b, x, name, s->size);
    if (height != width)
        x = pad(b, x, NULL, side);
    return x ? pool(b, x, name, s->size) : NULL;
}

ad_layer *ad_network_fit(ad_build *b, const ad_statement *s, const char *name, ad_layer *x)
{
    void *typed = NULL;
    ad_layer *y = NULL;

    if (s->n_in != 1)
        b->status = ad_fail(b->ctx, ADROP_ESHAPE, "'fit' reads one layer, not %zu", s->n_in);
    if (!b->status)
        b->status = ad_network_settings(b->ctx, s, &ad_network_fit_type, &typed);
    if (!b->status)
        y = network_fit(b, typed, name, x);
    ad_free(b->ctx, typed);
    return y;
}
