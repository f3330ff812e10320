/* Convolution by plain loops in double (conv.h's formula): the oracle.
 *
 * Maps (rows, channels, height, width), weights (out, in / groups, kernel, kernel). The innermost
 * loop runs along a line of y. Every sum has a fixed order. */
#include <string.h>

#include "base/parallel.h"
#include "compute/conv_impl.h"

typedef struct {
    const ad_conv_shape *s;
    const double *x, *w, *bias, *dy;
    double *y, *dx, *dw, *db;
} work;

/* A line of y and the line of x under window row u, for tap column v: the tap is inside the map at
 * positions [first, last) of y. */
typedef struct {
    size_t y, x;
    size_t first, last;
} span;

static size_t in_of_group(const ad_conv_shape *s)
{
    return s->in / s->groups;
}

/* The channel of x that weight i of output channel o reads. */
static size_t channel(const ad_conv_shape *s, size_t o, size_t i)
{
    return o / (s->out / s->groups) * in_of_group(s) + i;
}

/* 0 if the tap is outside at every position of the line. */
static int span_at(const ad_conv_shape *s, size_t p, size_t u, size_t v, span *out)
{
    const size_t h = p * s->stride + u;

    if (h < s->pad || h - s->pad >= s->height)
        return 0;
    const size_t first = v < s->pad ? (s->pad - v + s->stride - 1) / s->stride : 0;
    const size_t end = s->width + s->pad; /* q s + v < end */
    const size_t last = end > v ? (end - v + s->stride - 1) / s->stride : 0;
    *out = (span){ .y = p * s->out_width,
                   .x = (h - s->pad) * s->width + v, /* + q s - pad */
                   .first = first,
                   .last = last < s->out_width ? last : s->out_width };
    return out->first < out->last;
}

/* The operation on each span of output channel o, weight channel i, tap (u, v). */
typedef double span_fn(const work *k, const span *a, size_t y, size_t x, double w);

static double to_y(const work *k, const span *a, size_t y, size_t x, double w)
{
    const ad_conv_shape *s = k->s;

    for (size_t q = a->first; q < a->last; q++)
        k->y[y + a->y + q] += w * k->x[x + a->x + q * s->stride - s->pad];
    return 0;
}

static double to_dx(const work *k, const span *a, size_t y, size_t x, double w)
{
    const ad_conv_shape *s = k->s;

    for (size_t q = a->first; q < a->last; q++)
        k->dx[x + a->x + q * s->stride - s->pad] += w * k->dy[y + a->y + q];
    return 0;
}

static double to_dw(const work *k, const span *a, size_t y, size_t x, double w)
{
    const ad_conv_shape *s = k->s;
    double sum = 0;

    (void)w;
    for (size_t q = a->first; q < a->last; q++)
        sum += k->dy[y + a->y + q] * k->x[x + a->x + q * s->stride - s->pad];
    return sum;
}

/* Visit all spans of row r and output channel o; dw is NULL unless sums are needed. */
static void each_span(const work *k, size_t r, size_t o, span_fn *fn, double *dw)
{
    const ad_conv_shape *s = k->s;
    const size_t taps = s->kernel * s->kernel;
    const size_t y = (r * s->out + o) * s->out_height * s->out_width;
    span a;

    for (size_t i = 0; i < in_of_group(s); i++) {
        const size_t x = (r * s->in + channel(s, o, i)) * s->height * s->width;
        for (size_t t = 0; t < taps; t++) {
            const size_t weight = (o * in_of_group(s) + i) * taps + t;
            double sum = 0;
            for (size_t p = 0; p < s->out_height; p++)
                if (span_at(s, p, t / s->kernel, t % s->kernel, &a))
                    sum += fn(k, &a, y, x, dw ? 0 : k->w[weight]);
            if (dw)
                dw[weight] += sum;
        }
    }
}

static void forward_row(void *arg, size_t r)
{
    const work *k = arg;
    const ad_conv_shape *s = k->s;
    const size_t area = s->out_height * s->out_width;

    for (size_t o = 0; o < s->out; o++) {
        for (size_t q = 0; q < area; q++)
            k->y[(r * s->out + o) * area + q] = k->bias ? k->bias[o] : 0;
        each_span(k, r, o, to_y, NULL);
    }
}

static void conv_plain_forward(const ad_conv_shape *s, const ad_conv_args *a)
{
    work k = { .s = s, .x = a->in[0], .w = a->in[1], .bias = a->bias, .y = a->out };

    ad_parallel(s->threads, s->rows, forward_row, &k);
}

static void data_row(void *arg, size_t r)
{
    const work *k = arg;
    const size_t n = k->s->in * k->s->height * k->s->width;

    memset(k->dx + r * n, 0, n * sizeof *k->dx);
    for (size_t o = 0; o < k->s->out; o++)
        each_span(k, r, o, to_dx, NULL);
}

static void conv_plain_backward_data(const ad_conv_shape *s, const ad_conv_args *a)
{
    work k = { .s = s, .dy = a->in[0], .w = a->in[1], .dx = a->out };

    ad_parallel(s->threads, s->rows, data_row, &k);
}

static void weights_of(void *arg, size_t o)
{
    const work *k = arg;
    const ad_conv_shape *s = k->s;
    const size_t n = in_of_group(s) * s->kernel * s->kernel, area = s->out_height * s->out_width;

    memset(k->dw + o * n, 0, n * sizeof *k->dw);
    for (size_t r = 0; r < s->rows; r++)
        each_span(k, r, o, to_dw, k->dw);
    if (!k->db)
        return;
    k->db[o] = 0;
    for (size_t r = 0; r < s->rows; r++)
        for (size_t q = 0; q < area; q++)
            k->db[o] += k->dy[(r * s->out + o) * area + q];
}

static void conv_plain_backward_weights(const ad_conv_shape *s, const ad_conv_args *a)
{
    work k = { .s = s, .x = a->in[0], .dy = a->in[1], .dw = a->out, .db = a->bias };

    ad_parallel(s->threads, s->out, weights_of, &k);
}

/* Arrays unchanged, weights in PyTorch's layout. */
static adrop_status conv_plain_plan(ad_conv *c, ad_conv_pass pass)
{
    const ad_conv_shape *s = &c->shape;

    (void)pass;
    c->packed = s->out * in_of_group(s) * s->kernel * s->kernel;
    return ADROP_OK;
}

const ad_conv_impl ad_conv_plain = { conv_plain_plan,
                                     NULL,
                                     { conv_plain_forward, conv_plain_backward_data,
                                       conv_plain_backward_weights } };
