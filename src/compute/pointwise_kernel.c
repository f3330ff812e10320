/* ReLU by our own loops over the whole buffer (pointwise.h): max(0, 0) = 0, so a block's
 * padding stays zero. NaN stays NaN. */
#include "base/parallel.h"
#include "compute/load.h"
#include "compute/pointwise_impl.h"

enum { BLOCK = 16384 }; /* elements a thread does at a time */

typedef struct {
    size_t n;
    int bf16;
    const void *x, *dy; /* (n); x is y in backward */
    void *out;          /* (n), may be one of them */
} job;

static size_t end_of(const job *j, size_t block)
{
    const size_t end = (block + 1) * BLOCK;

    return end < j->n ? end : j->n;
}

static inline void block_forward(const job *j, size_t block, int bf16)
{
    const size_t end = end_of(j, block);

#pragma GCC ivdep
    for (size_t i = block * BLOCK; i < end; i++) {
        const real x = ad_load(j->x, i, bf16);
        ad_store(j->out, i, x < 0 ? 0 : x, bf16);
    }
}

static inline void block_backward(const job *j, size_t block, int bf16)
{
    const size_t end = end_of(j, block);

#pragma GCC ivdep
    for (size_t i = block * BLOCK; i < end; i++) {
        const real y = ad_load(j->x, i, bf16), dy = ad_load(j->dy, i, bf16);
        ad_store(j->out, i, y > 0 ? dy : 0, bf16);
    }
}

static void forward_block(void *arg, size_t block)
{
    const job *j = arg;

    if (j->bf16)
        block_forward(j, block, 1);
    else
        block_forward(j, block, 0);
}

static void backward_block(void *arg, size_t block)
{
    const job *j = arg;

    if (j->bf16)
        block_backward(j, block, 1);
    else
        block_backward(j, block, 0);
}

static void forward(int threads, size_t n, int bf16, const void *x, void *y)
{
    job j = { .n = n, .bf16 = bf16, .x = x, .out = y };

    ad_parallel(threads, (n + BLOCK - 1) / BLOCK, forward_block, &j);
}

static void backward(int threads, size_t n, int bf16, const void *y, const void *dy, void *dx)
{
    job j = { .n = n, .bf16 = bf16, .x = y, .dy = dy, .out = dx };

    ad_parallel(threads, (n + BLOCK - 1) / BLOCK, backward_block, &j);
}

const ad_relu_loop AD_KERNEL(ad_relu_loop) = { forward, backward };
