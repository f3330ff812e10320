/* Depthwise convolution tap by tap, channels innermost, for shapes for which oneDNN has no kernel:
 *
 *     y[r,p,q,c] = b[c] + sum over u, v of x[r, p s + u - pad, q s + v - pad, c] W[u,v,c]
 *
 * The weight gradient is summed over a fixed number of blocks of rows, which are added in order. */
#include <string.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "compute/columns.h"
#include "compute/conv_impl.h"

enum { ROW_BLOCKS = 16 };

typedef struct {
    const ad_conv_shape *s;
    const float *x, *w, *bias, *dy; /* maps (rows, height, width, in), w (kernel, kernel, in) */
    float *y, *dx;
    float *partial; /* (ROW_BLOCKS, kernel, kernel, in) */
} work;

static void multiply_add(size_t n, const float *a, const float *b, float *sum)
{
    for (size_t i = 0; i < n; i++)
        sum[i] += a[i] * b[i];
}

static void forward_line(void *arg, size_t l)
{
    const work *k = arg;
    const ad_conv_shape *s = k->s;
    const size_t r = l / s->out_height, p = l % s->out_height;
    size_t u1, v1;
    const size_t u0 = ad_conv_taps(s, p, s->height, &u1);

    for (size_t q = 0; q < s->out_width; q++) {
        const size_t v0 = ad_conv_taps(s, q, s->width, &v1);
        float *y = k->y + (l * s->out_width + q) * s->in;
        for (size_t c = 0; c < s->in; c++)
            y[c] = k->bias ? k->bias[c] : 0;
        for (size_t u = u0; u < u1; u++)
            for (size_t v = v0; v < v1; v++) {
                const size_t line = r * s->height + p * s->stride + u - s->pad;
                const size_t column = q * s->stride + v - s->pad;
                multiply_add(s->in, k->x + (line * s->width + column) * s->in,
                             k->w + (u * s->kernel + v) * s->in, y);
            }
    }
}

static void conv_taps_forward(const ad_conv_shape *s, const ad_conv_args *a)
{
    work k = { .s = s, .x = a->in[0], .w = a->in[1], .bias = a->bias, .y = a->out };

    ad_parallel(s->threads, s->rows * s->out_height, forward_line, &k);
}

static void data_line(void *arg, size_t l)
{
    const work *k = arg;
    const ad_conv_shape *s = k->s;
    const size_t r = l / s->height, h = l % s->height;
    size_t p, q;

    for (size_t i = 0; i < s->width; i++) {
        float *dx = k->dx + (l * s->width + i) * s->in;
        memset(dx, 0, s->in * sizeof *dx);
        for (size_t u = 0; u < s->kernel; u++) {
            if (!ad_conv_output_at(s, h, u, s->out_height, &p))
                continue;
            for (size_t v = 0; v < s->kernel; v++)
                if (ad_conv_output_at(s, i, v, s->out_width, &q))
                    multiply_add(s->in,
                                 k->dy + ((r * s->out_height + p) * s->out_width + q) * s->in,
                                 k->w + (u * s->kernel + v) * s->in, dx);
        }
    }
}

static void conv_taps_backward_data(const ad_conv_shape *s, const ad_conv_args *a)
{
    work k = { .s = s, .dy = a->in[0], .w = a->in[1], .dx = a->out };

    ad_parallel(s->threads, s->rows * s->height, data_line, &k);
}

static void weights_line(const work *k, size_t r, size_t p, float *dw)
{
    const ad_conv_shape *s = k->s;
    size_t u1, v1;
    const size_t u0 = ad_conv_taps(s, p, s->height, &u1);

    for (size_t q = 0; q < s->out_width; q++) {
        const size_t v0 = ad_conv_taps(s, q, s->width, &v1);
        const float *dy = k->dy + ((r * s->out_height + p) * s->out_width + q) * s->in;
        for (size_t u = u0; u < u1; u++)
            for (size_t v = v0; v < v1; v++) {
                const size_t line = r * s->height + p * s->stride + u - s->pad;
                const size_t column = q * s->stride + v - s->pad;
                multiply_add(s->in, k->x + (line * s->width + column) * s->in, dy,
                             dw + (u * s->kernel + v) * s->in);
            }
    }
}

static void weights_block(void *arg, size_t b)
{
    const work *k = arg;
    const ad_conv_shape *s = k->s;
    const size_t n = s->kernel * s->kernel * s->in;
    float *dw = k->partial + b * n;

    memset(dw, 0, n * sizeof *dw);
    for (size_t r = b * s->rows / ROW_BLOCKS; r < (b + 1) * s->rows / ROW_BLOCKS; r++)
        for (size_t p = 0; p < s->out_height; p++)
            weights_line(k, r, p, dw);
}

static size_t partial_size(const ad_conv_shape *s)
{
    return ad_round_up(ROW_BLOCKS * s->kernel * s->kernel * s->in * sizeof(float));
}

static void conv_taps_backward_weights(const ad_conv_shape *s, const ad_conv_args *a)
{
    const size_t n = s->kernel * s->kernel * s->in;
    float *dw = a->out;
    work k = { .s = s, .x = a->in[0], .dy = a->in[1], .partial = a->scratch };

    ad_parallel(s->threads, ROW_BLOCKS, weights_block, &k);
    for (size_t i = 0; i < n; i++) {
        double sum = 0;
        for (size_t b = 0; b < ROW_BLOCKS; b++)
            sum += k.partial[b * n + i];
        dw[i] = (float)sum;
    }
    const ad_columns m = { .rows = s->rows * s->out_height * s->out_width,
                           .cols = s->in,
                           .ld = s->in,
                           .threads = s->threads };
    ad_columns_sum(&m, NULL, (float *)k.dy, a->bias, (char *)a->scratch + partial_size(s));
}

static size_t scratch_size(const ad_conv_shape *s)
{
    return partial_size(s) + ad_columns_scratch(s->rows * s->out_height * s->out_width, s->in);
}

const ad_conv_impl ad_conv_by_taps = { ad_conv_layout_channels_last,
                                       scratch_size,
                                       { conv_taps_forward, conv_taps_backward_data,
                                         conv_taps_backward_weights } };
