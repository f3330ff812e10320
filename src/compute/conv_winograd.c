/* Our Winograd convolution (winograd.h) as a method of ad_conv. */
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

static void forward(const ad_conv_shape *s, const float *x, const float *w, const float *bias,
                    float *y, void *scratch)
{
    const ad_winograd_spec ws = spec(s);

    ad_winograd_forward(&ws, s->threads, x, w, bias, y, scratch);
}

static void backward_data(const ad_conv_shape *s, const float *dy, const float *w, float *dx,
                          void *scratch)
{
    const ad_winograd_spec ws = spec(s);

    ad_winograd_backward_data(&ws, s->threads, dy, w, dx, scratch);
}

static void backward_weights(const ad_conv_shape *s, const float *x, const float *dy, float *dw,
                             float *db, void *scratch)
{
    const ad_winograd_spec ws = spec(s);

    ad_winograd_backward_weights(&ws, s->threads, x, dy, dw, db, scratch);
}

const ad_conv_own ad_conv_winograd = { scratch_size, forward, backward_data, backward_weights };
