/* Convolution as products over unfolded windows (im2col), for shapes for which oneDNN has no
 * kernel. Maps are (rows, height, width, channels), weights (kernel, kernel, in, out).
 *
 *     col[(r, p, q), (u, v, i)] = x[r, p s + u - pad, q s + v - pad, i], 0 outside
 *     y = col W,   dcol = dy W',   dW = col' dy,   dx = dcol folded back
 *
 * Forward and data passes process groups of rows, each group on one thread. In a group, a few lines
 * (r, p) at a time are unfolded, so that col stays within COL_BYTES, or one line; bits do not
 * depend on threads. The weight gradients are sums by sgemm, on all threads. */
#include <string.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "compute/columns.h"
#include "compute/conv_impl.h"

enum {
    COL_BYTES = 1 << 19, /* per thread: its level 2 cache */
    WEIGHTS_CHUNKS = 4,  /* of COL_BYTES, in one product of the weights pass */
};

typedef struct {
    const ad_conv_shape *s;
    const float *x, *w, *dy;
    float *y, *dx;
    float *col;   /* (threads or WEIGHTS_CHUNKS, chunk, out_width, kernel, kernel, in) */
    size_t first; /* line, in the weights pass */
    int same_bits;
} work;

static size_t depth(const ad_conv_shape *s)
{
    return s->kernel * s->kernel * s->in;
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Lines per chunk, and rows per group. */
static size_t chunk_lines(const ad_conv_shape *s)
{
    const size_t fit = COL_BYTES / (s->out_width * depth(s) * sizeof(float));

    return fit < 1 ? 1 : least(fit, s->rows * s->out_height);
}

static size_t group_rows(const ad_conv_shape *s)
{
    const size_t rows = chunk_lines(s) / s->out_height;

    return rows < 1 ? 1 : rows;
}

static size_t groups(const ad_conv_shape *s)
{
    return (s->rows + group_rows(s) - 1) / group_rows(s);
}

static size_t col_size(const ad_conv_shape *s)
{
    return chunk_lines(s) * s->out_width * depth(s); /* floats */
}

static size_t cols_bytes(const ad_conv_shape *s)
{
    const size_t n = s->threads > WEIGHTS_CHUNKS ? (size_t)s->threads : WEIGHTS_CHUNKS;

    return ad_round_up(n * col_size(s) * sizeof(float));
}

static size_t scratch_size(const ad_conv_shape *s)
{
    return cols_bytes(s) + ad_columns_scratch(s->rows * s->out_height * s->out_width, s->out);
}

/* y, or dy, as a matrix. */
static ad_columns columns(const ad_conv_shape *s)
{
    return (ad_columns){ .rows = s->rows * s->out_height * s->out_width,
                         .cols = s->out,
                         .ld = s->out,
                         .threads = s->threads };
}

/* Unfold line l of the batch into col: for each position and window row, the run of taps inside the
 * map. */
static void unfold(const ad_conv_shape *s, const float *x, size_t l, float *col)
{
    const size_t r = l / s->out_height, p = l % s->out_height, window = s->kernel * s->in;
    size_t u1, v1;
    const size_t u0 = ad_conv_taps(s, p, s->height, &u1);

    for (size_t q = 0; q < s->out_width; q++) {
        const size_t v0 = ad_conv_taps(s, q, s->width, &v1);
        memset(col, 0, depth(s) * sizeof *col);
        for (size_t u = u0; u < u1; u++) {
            const size_t line = r * s->height + p * s->stride + u - s->pad;
            const size_t column = q * s->stride + v0 - s->pad;
            memcpy(col + u * window + v0 * s->in, x + (line * s->width + column) * s->in,
                   (v1 - v0) * s->in * sizeof *col);
        }
        col += depth(s);
    }
}

/* Add line l of col to dx. */
static void conv_gemm_fold(const ad_conv_shape *s, const float *col, size_t l, float *dx)
{
    const size_t r = l / s->out_height, p = l % s->out_height, window = s->kernel * s->in;
    size_t u1, v1;
    const size_t u0 = ad_conv_taps(s, p, s->height, &u1);

    for (size_t q = 0; q < s->out_width; q++) {
        const size_t v0 = ad_conv_taps(s, q, s->width, &v1);
        for (size_t u = u0; u < u1; u++) {
            const size_t line = r * s->height + p * s->stride + u - s->pad;
            const size_t column = q * s->stride + v0 - s->pad;
            const float *from = col + u * window + v0 * s->in;
            float *to = dx + (line * s->width + column) * s->in;
            for (size_t j = 0; j < (v1 - v0) * s->in; j++)
                to[j] += from[j];
        }
        col += depth(s);
    }
}

static void forward_chunk(const work *k, size_t first, size_t n, float *col)
{
    const ad_conv_shape *s = k->s;

    for (size_t l = 0; l < n; l++)
        unfold(s, k->x, first + l, col + l * s->out_width * depth(s));
    ad_conv_product(s, k->same_bits,
                    &(ad_product){ .m = n * s->out_width,
                                   .n = s->out,
                                   .k = depth(s),
                                   .a = col,
                                   .lda = depth(s),
                                   .b = k->w,
                                   .ldb = s->out,
                                   .c = k->y + first * s->out_width * s->out,
                                   .ldc = s->out });
}

static void data_chunk(const work *k, size_t first, size_t n, float *col)
{
    const ad_conv_shape *s = k->s;

    ad_matmul_f32_alone(&(ad_product){ .m = n * s->out_width,
                                       .n = depth(s),
                                       .k = s->out,
                                       .a = k->dy + first * s->out_width * s->out,
                                       .lda = s->out,
                                       .tb = AD_TRANSPOSED,
                                       .b = k->w,
                                       .ldb = s->out,
                                       .c = col,
                                       .ldc = depth(s) });
    for (size_t l = 0; l < n; l++)
        conv_gemm_fold(s, col + l * s->out_width * depth(s), first + l, k->dx);
}

/* Every threads-th group, starting at group `lane`, using the lane's own col. */
static void lane(void *arg, size_t at)
{
    const work *k = arg;
    const ad_conv_shape *s = k->s;
    const size_t row_x = s->height * s->width * s->in;
    float *col = k->col + at * col_size(s);

    for (size_t g = at; g < groups(s); g += (size_t)s->threads) {
        const size_t row = g * group_rows(s), end = least(row + group_rows(s), s->rows);
        if (k->dx)
            memset(k->dx + row * row_x, 0, (end - row) * row_x * sizeof(float));
        for (size_t l = row * s->out_height; l < end * s->out_height; l += chunk_lines(s)) {
            const size_t n = least(chunk_lines(s), end * s->out_height - l);
            if (k->dx)
                data_chunk(k, l, n, col);
            else
                forward_chunk(k, l, n, col);
        }
    }
}

static void conv_gemm_forward(const ad_conv_shape *s, const ad_conv_args *a)
{
    work k = { .s = s,
               .x = a->in[0],
               .w = a->in[1],
               .y = a->out,
               .col = a->scratch,
               .same_bits = a->same_bits };

    ad_parallel(s->threads, (size_t)s->threads, lane, &k);
    const ad_columns m = columns(s);
    ad_columns_bias(&m, a->bias, 0, a->out);
}

static void conv_gemm_backward_data(const ad_conv_shape *s, const ad_conv_args *a)
{
    work k = { .s = s, .dy = a->in[0], .w = a->in[1], .dx = a->out, .col = a->scratch };

    ad_parallel(s->threads, (size_t)s->threads, lane, &k);
}

static void unfold_line(void *arg, size_t l)
{
    const work *k = arg;

    unfold(k->s, k->x, k->first + l, k->col + l * k->s->out_width * depth(k->s));
}

static void conv_gemm_backward_weights(const ad_conv_shape *s, const ad_conv_args *a)
{
    const size_t lines = s->rows * s->out_height, most = WEIGHTS_CHUNKS * chunk_lines(s);
    const float *dy = a->in[1];
    work k = { .s = s, .x = a->in[0], .col = a->scratch };

    for (; k.first < lines; k.first += most) {
        const size_t n = least(most, lines - k.first);
        ad_parallel(s->threads, n, unfold_line, &k);
        ad_matmul_f32(&(ad_product){ .m = depth(s),
                                     .n = s->out,
                                     .k = n * s->out_width,
                                     .ta = AD_TRANSPOSED,
                                     .a = k.col,
                                     .lda = depth(s),
                                     .b = dy + k.first * s->out_width * s->out,
                                     .ldb = s->out,
                                     .c = a->out,
                                     .ldc = s->out,
                                     .add = k.first > 0 });
    }
    const ad_columns m = columns(s);
    ad_columns_sum(&m, NULL, (float *)dy, a->bias, (char *)a->scratch + cols_bytes(s));
}

const ad_conv_impl ad_conv_gemm = { ad_conv_layout_channels_last,
                                    scratch_size,
                                    { conv_gemm_forward, conv_gemm_backward_data,
                                      conv_gemm_backward_weights } };
