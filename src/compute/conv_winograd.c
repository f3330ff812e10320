/* Our Winograd convolution (winograd.h) as an implementation of ad_conv. */
#include "compute/conv_impl.h"
#include "compute/winograd.h"

static ad_winograd_spec spec(const ad_conv_shape *s)
{
    return (ad_winograd_spec){ s->rows, s->in, s->out, s->height, s->width };
}

static size_t scratch_size(const ad_conv_shape *s)
{
    const ad_winograd_spec w = spec(s);

    return ad_winograd_scratch(&w, s->threads);
}

static void forward(const ad_conv_shape *s, const ad_conv_args *a)
{
    const ad_winograd_spec ws = spec(s);

    ad_winograd_forward(&ws, s->threads, a->in[0], a->in[1], a->bias, a->out, a->scratch);
}

static void backward_data(const ad_conv_shape *s, const ad_conv_args *a)
{
    const ad_winograd_spec ws = spec(s);

    ad_winograd_backward_data(&ws, s->threads, a->in[0], a->in[1], a->out, a->scratch);
}

static void backward_weights(const ad_conv_shape *s, const ad_conv_args *a)
{
    const ad_winograd_spec ws = spec(s);

    ad_winograd_backward_weights(&ws, s->threads, a->in[0], a->in[1], a->out, a->bias, a->scratch);
}

const ad_conv_impl ad_conv_winograd = { ad_conv_layout_blocked,
                                        scratch_size,
                                        { forward, backward_data, backward_weights } };
