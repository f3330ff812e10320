/* The machine's speed at matrix products, the best of several rounds: the reference for the speed
 * of a training step. */

#include "adrop/model.h"
#include "base/clock.h"
#include "base/context.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/signals.h"
#include "compute/product.h"

static double best_rate(size_t rounds, size_t m, size_t n, size_t k, const float *a, float *c)
{
    double best = 0;

    for (size_t i = 0; i < rounds; i++) {
        const double start = ad_clock();
        ad_matmul_f32(&(ad_product){
            .m = m, .n = n, .k = k, .a = a, .lda = k, .b = a, .ldb = n, .c = c, .ldc = n });
        const double rate = 2e-9 * (double)m * (double)n * (double)k / (ad_clock() - start);
        best = rate > best ? rate : best;
    }
    return best;
}

adrop_status adrop_peak_gflops(adrop_ctx *ctx, size_t rounds, double *gflops)
{
    enum { SIDE = 1024 };
    sigset_t signals;
    float *a, *c = NULL;
    adrop_status status = AD_NEW(ctx, SIDE * SIDE, "a matrix", &a);

    if (!status)
        status = AD_NEW(ctx, SIDE * SIDE, "a matrix", &c);
    for (size_t i = 0; !status && i < SIDE * SIDE; i++)
        a[i] = (float)(i % 7) - 3;
    if (!status) {
        const int former = ad_parallel_set(ctx->threads);
        ad_signals_hold(ctx->threads, &signals);
        const double layer = best_rate(rounds, 256, 800, 800, a, c);
        const double square = best_rate(rounds, SIDE, SIDE, SIDE, a, c);
        *gflops = layer > square ? layer : square;
        ad_signals_release(&signals);
        ad_parallel_set(former);
    }
    ad_free(ctx, a);
    ad_free(ctx, c);
    return status;
}
