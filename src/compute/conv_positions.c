/* Convolution on maps with few positions, as products over the batch.
 *
 * Maps are (height, width, rows, channels), weights (kernel, kernel, in, out), both with row stride
 * ad_conv_positions_row; the padding of weights is zero. For every tap (u, v) of output position q
 * that lies inside the map, at position p of x,
 *
 *     y[q] += x[p] W[u, v]     dx[p] += dy[q] W[u, v]'     dW[u, v] += x[p]' dy[q]
 *
 * Taps outside the map cost nothing: of the 36 of a 3x3 window on a 2x2 map, 16 remain. Work is
 * split into positions, or taps, and blocks of channels; one thread processes each block, so bits
 * do not depend on threads. */
#include <string.h>

#include "base/parallel.h"
#include "compute/columns.h"
#include "compute/conv_impl.h"

enum {
    BLOCK = 128, /* channels */
    TASKS = 8,   /* in the forward pass */
    STRIDE = 24  /* rows: full steps of sgemm's kernels, 6 with AVX2 and 8 with AVX-512 */
};

typedef struct {
    const ad_conv_shape *s;
    size_t row_x, row_y; /* row strides of a position, in floats */
    const float *x, *w, *dy;
    float *y, *dx, *dw;
    int same_bits;
} work;

static work work_on(const ad_conv_shape *s)
{
    return (work){ .s = s,
                   .row_x = ad_conv_positions_row(s->in),
                   .row_y = ad_conv_positions_row(s->out) };
}

static size_t blocks(size_t channels)
{
    return (channels + BLOCK - 1) / BLOCK;
}

/* Channels of the block that starts at `first`. */
static size_t block_size(size_t channels, size_t first)
{
    return channels - first < BLOCK ? channels - first : BLOCK;
}

static size_t positions(const ad_conv_shape *s)
{
    return s->out_height * s->out_width;
}

static size_t scratch_size(const ad_conv_shape *s)
{
    return ad_columns_scratch(s->rows * positions(s), s->out);
}

/* y, or dy, as a matrix. */
static ad_columns columns(const work *k)
{
    return (ad_columns){ .rows = k->s->rows * positions(k->s),
                         .cols = k->s->out,
                         .ld = k->row_y,
                         .threads = k->s->threads };
}

/* Blocks of rows per output position, about TASKS in all: blocks of out would split the rows of
 * W. */
static size_t row_blocks(const ad_conv_shape *s)
{
    const size_t n = (TASKS + positions(s) - 1) / positions(s);

    return n < s->rows ? n : s->rows;
}

/* The first row of block b of n. sgemm adds the last one to three rows after full steps of its
 * kernel in another order (oneDNN 2.6, AVX2), so only the last block may end within a step. If the
 * number of rows leaves no such remainder, as with 64 and 256, a row has the same bits at every
 * place. */
static size_t block_row(const ad_conv_shape *s, size_t b, size_t n)
{
    return b == n ? s->rows : b * s->rows / n / STRIDE * STRIDE;
}

/* Output position b / row blocks, with a block of rows, which may be empty. */
static void conv_positions_forward_block(void *arg, size_t b)
{
    const work *k = arg;
    const ad_conv_shape *s = k->s;
    const size_t n = row_blocks(s), at = b / n, row = block_row(s, b % n, n);
    const size_t rows = block_row(s, b % n + 1, n) - row;
    const size_t p = at / s->out_width, q = at % s->out_width;
    size_t u1, v1;
    const size_t u0 = ad_conv_taps(s, p, s->height, &u1), v0 = ad_conv_taps(s, q, s->width, &v1);

    for (size_t u = u0; rows && u < u1; u++)
        for (size_t v = v0; v < v1; v++) {
            const size_t line = p * s->stride + u - s->pad, column = q * s->stride + v - s->pad;
            const size_t from = (line * s->width + column) * s->rows + row;
            ad_conv_product(s, k->same_bits,
                            &(ad_product){ .m = rows,
                                           .n = s->out,
                                           .k = s->in,
                                           .a = k->x + from * k->row_x,
                                           .lda = k->row_x,
                                           .b = k->w + (u * s->kernel + v) * s->in * k->row_y,
                                           .ldb = k->row_y,
                                           .c = k->y + (at * s->rows + row) * k->row_y,
                                           .ldc = k->row_y,
                                           .add = u > u0 || v > v0 });
        }
}

static void conv_positions_forward(const ad_conv_shape *s, const ad_conv_args *a)
{
    work k = work_on(s);

    k.x = a->in[0];
    k.w = a->in[1];
    k.y = a->out;
    k.same_bits = a->same_bits;
    ad_parallel(s->threads, positions(s) * row_blocks(s), conv_positions_forward_block, &k);
    const ad_columns m = columns(&k);
    ad_columns_bias(&m, a->bias, 0, a->out);
}

/* The matrix (rows, out) of dy at output position (p, q). */
static const float *dy_at(const work *k, size_t p, size_t q)
{
    return k->dy + (p * k->s->out_width + q) * k->s->rows * k->row_y;
}

/* Input position b / blocks, with a block of in. */
static void data_block(void *arg, size_t b)
{
    const work *k = arg;
    const ad_conv_shape *s = k->s;
    const size_t at = b / blocks(s->in), i = b % blocks(s->in) * BLOCK, n = block_size(s->in, i);
    float *dx = k->dx + at * s->rows * k->row_x + i;
    size_t p, q;
    int add = 0;

    for (size_t t = 0; t < s->kernel * s->kernel; t++)
        if (ad_conv_output_at(s, at / s->width, t / s->kernel, s->out_height, &p) &&
            ad_conv_output_at(s, at % s->width, t % s->kernel, s->out_width, &q)) {
            ad_matmul_f32_alone(&(ad_product){ .m = s->rows,
                                               .n = n,
                                               .k = s->out,
                                               .a = dy_at(k, p, q),
                                               .lda = k->row_y,
                                               .tb = AD_TRANSPOSED,
                                               .b = k->w + (t * s->in + i) * k->row_y,
                                               .ldb = k->row_y,
                                               .c = dx,
                                               .ldc = k->row_x,
                                               .add = add });
            add = 1;
        }
    for (size_t r = 0; r < s->rows && !add; r++)
        memset(dx + r * k->row_x, 0, n * sizeof *dx);
}

static void conv_positions_backward_data(const ad_conv_shape *s, const ad_conv_args *a)
{
    work k = work_on(s);

    k.dy = a->in[0];
    k.w = a->in[1];
    k.dx = a->out;
    ad_parallel(s->threads, s->height * s->width * blocks(s->in), data_block, &k);
}

/* Tap b % taps, which distributes the taps with much work, and a block of in. */
static void weights_block(void *arg, size_t b)
{
    const work *k = arg;
    const ad_conv_shape *s = k->s;
    const size_t taps = s->kernel * s->kernel, t = b % taps, i = b / taps * BLOCK;
    const size_t n = block_size(s->in, i);
    float *dw = k->dw + (t * s->in + i) * k->row_y;
    size_t p, q;
    int add = 0;

    for (size_t at = 0; at < s->height * s->width; at++)
        if (ad_conv_output_at(s, at / s->width, t / s->kernel, s->out_height, &p) &&
            ad_conv_output_at(s, at % s->width, t % s->kernel, s->out_width, &q)) {
            ad_matmul_f32_alone(&(ad_product){ .m = n,
                                               .n = s->out,
                                               .k = s->rows,
                                               .ta = AD_TRANSPOSED,
                                               .a = k->x + at * s->rows * k->row_x + i,
                                               .lda = k->row_x,
                                               .b = dy_at(k, p, q),
                                               .ldb = k->row_y,
                                               .c = dw,
                                               .ldc = k->row_y,
                                               .add = add });
            add = 1;
        }
    const size_t kept = add ? s->out : 0;
    for (size_t j = 0; j < n; j++)
        memset(dw + j * k->row_y + kept, 0, (k->row_y - kept) * sizeof *dw);
}

static void conv_positions_backward_weights(const ad_conv_shape *s, const ad_conv_args *a)
{
    work k = work_on(s);

    k.x = a->in[0];
    k.dy = a->in[1];
    k.dw = a->out;
    ad_parallel(s->threads, s->kernel * s->kernel * blocks(s->in), weights_block, &k);
    const ad_columns m = columns(&k);
    ad_columns_sum(&m, NULL, (float *)k.dy, a->bias, a->scratch);
}

const ad_conv_impl ad_conv_positions = { ad_conv_layout_positions,
                                         scratch_size,
                                         { conv_positions_forward, conv_positions_backward_data,
                                           conv_positions_backward_weights } };
