/* Our Winograd convolution (winograd.h) as an implementation of ad_conv, for any number of
 * channels.
 *
 * The last block of blocked maps and packed weights is padded with zeros (desc.h, conv.h), so the
 * passes process whole blocks: products of zeros are zero, and the resulting maps and gradients
 * have the same padding. Only bias and its gradient have exactly one number per channel; if these
 * do not fill the blocks, they go through scratch. */
#include <string.h>

#include "base/memory.h"
#include "compute/conv_impl.h"
#include "compute/winograd.h"

enum { BLOCK = 8 };

static ad_winograd_spec spec(const ad_conv_shape *s)
{
    return (ad_winograd_spec){ s->rows, s->in, s->out, s->height, s->width };
}

/* Bytes of a padded bias, placed before the scratch of the passes; 0 if not needed. */
static size_t bias_size(const ad_conv_shape *s)
{
    return s->out % BLOCK ? ad_round_up(ad_whole_blocks(s->out, BLOCK) * sizeof(float)) : 0;
}

static size_t scratch_size(const ad_conv_shape *s)
{
    const ad_winograd_spec w = spec(s);

    return bias_size(s) + ad_winograd_scratch(&w, s->threads);
}

static void *work_at(const ad_conv_shape *s, const ad_conv_args *a)
{
    return (char *)a->scratch + bias_size(s);
}

static void conv_winograd_forward(const ad_conv_shape *s, const ad_conv_args *a)
{
    const ad_winograd_spec w = spec(s);
    const float *bias = a->bias;

    if (bias && bias_size(s)) {
        float *padded = a->scratch;
        memcpy(padded, bias, s->out * sizeof *padded);
        memset(padded + s->out, 0, bias_size(s) - s->out * sizeof *padded);
        bias = padded;
    }
    ad_winograd_forward(&w, s->threads, a->in[0], a->in[1], bias, a->out, work_at(s, a));
}

static void conv_winograd_backward_data(const ad_conv_shape *s, const ad_conv_args *a)
{
    const ad_winograd_spec w = spec(s);

    ad_winograd_backward_data(&w, s->threads, a->in[0], a->in[1], a->out, work_at(s, a));
}

static void conv_winograd_backward_weights(const ad_conv_shape *s, const ad_conv_args *a)
{
    const ad_winograd_spec w = spec(s);
    float *db = a->bias && bias_size(s) ? a->scratch : a->bias;

    ad_winograd_backward_weights(&w, s->threads, a->in[0], a->in[1], a->out, db, work_at(s, a));
    if (db != a->bias)
        memcpy(a->bias, db, s->out * sizeof *db);
}

const ad_conv_impl ad_conv_winograd = { ad_conv_layout_blocked,
                                        scratch_size,
                                        { conv_winograd_forward, conv_winograd_backward_data,
                                          conv_winograd_backward_weights } };
