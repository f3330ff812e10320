/* The norm of a block and the scale that clips it (clip.h). */
#include "optim/clip.h"

#include <math.h>

#include "base/parallel.h"

/* A block is summed in lanes, so that the loop vectorises without changing the
 * order of the sum. BLOCK is the least stride of a block, MOST_BLOCKS the largest number of
 * blocks, so that the sums fit the stack. */
enum { LANES = 8, BLOCK = 1 << 16, MOST_BLOCKS = 1024 };

typedef struct {
    const void *block;
    size_t n, stride; /* elements in all, and per block */
    int is_double;
    double sums[MOST_BLOCKS];
} work;

static double clip_fold(const double *lane)
{
    double sum = 0;

    for (size_t j = 0; j < LANES; j++)
        sum += lane[j];
    return sum;
}

static double squares_of_floats(const float *x, size_t n)
{
    const size_t whole = n / LANES * LANES;
    double lane[LANES] = { 0 };

    for (size_t i = 0; i < whole; i += LANES)
        for (size_t j = 0; j < LANES; j++)
            lane[j] += (double)x[i + j] * (double)x[i + j];
    for (size_t i = whole; i < n; i++)
        lane[i - whole] += (double)x[i] * (double)x[i];
    return clip_fold(lane);
}

static double squares_of_doubles(const double *x, size_t n)
{
    const size_t whole = n / LANES * LANES;
    double lane[LANES] = { 0 };

    for (size_t i = 0; i < whole; i += LANES)
        for (size_t j = 0; j < LANES; j++)
            lane[j] += x[i + j] * x[i + j];
    for (size_t i = whole; i < n; i++)
        lane[i - whole] += x[i] * x[i];
    return clip_fold(lane);
}

static void sum_block(void *arg, size_t b)
{
    work *w = arg;
    const size_t first = b * w->stride, left = w->n - first;
    const size_t n = left < w->stride ? left : w->stride;

    if (w->is_double)
        w->sums[b] = squares_of_doubles((const double *)w->block + first, n);
    else
        w->sums[b] = squares_of_floats((const float *)w->block + first, n);
}

double ad_global_norm(const void *block, size_t n, int is_double, int threads)
{
    work w = { .block = block, .n = n, .stride = BLOCK, .is_double = is_double };
    double sum = 0;

    if (n / MOST_BLOCKS >= BLOCK)
        w.stride = n / MOST_BLOCKS + 1;
    const size_t n_blocks = n / w.stride + (n % w.stride != 0);
    ad_parallel(threads, n_blocks, sum_block, &w);
    for (size_t b = 0; b < n_blocks; b++)
        sum += w.sums[b];
    return sqrt(sum);
}

double ad_clip_scale(double norm, double limit)
{
    const double scale = limit / (norm + 1e-6);

    return scale > 1 ? 1 : scale; /* fmin would hide a NaN */
}
