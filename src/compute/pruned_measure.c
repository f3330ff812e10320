/* Measures which method of the product of pruned weights is faster here (pruned.h). Both give the
 * same bits, so timings do not affect results. */
#include "base/clock.h"
#include "base/memory.h"
#include "compute/pruned_impl.h"

enum { ROUNDS = 5 };

/* Distinct inputs in [0, 1). */
static void pruned_measure_fill(const ad_engine *e, size_t n, void *x)
{
    for (size_t i = 0; i < n; i++) {
        const double v = (double)(((uint32_t)i * 2654435761u) >> 8) * 0x1p-24;
        if (e->real == AD_DATA_F64)
            ((double *)x)[i] = v;
        else
            ((float *)x)[i] = (float)v;
    }
}

static ad_pruned_way faster(const ad_pruned *p, size_t rows, const ad_pruned_args *a)
{
    double best[AD_PRUNED_WAYS] = { 0 };

    for (int round = -1; round < ROUNDS; round++)
        for (int way = 0; way < AD_PRUNED_WAYS; way++) {
            const double start = ad_clock();
            ad_pruned_forward_by(p, (ad_pruned_way)way, rows, a);
            const double seconds = ad_clock() - start;
            if (round <= 0 || seconds < best[way]) /* the round before the first is a warm-up */
                best[way] = seconds;
        }
    return best[AD_PRUNED_DENSE] < best[AD_PRUNED_CSR] ? AD_PRUNED_DENSE : AD_PRUNED_CSR;
}

adrop_status ad_pruned_measure(ad_pruned *p, const void *w)
{
    const size_t size = ad_dtype_size(p->e->real), in = p->slices.in, out = p->slices.out;
    void *x = NULL, *y = NULL;
    adrop_status status = AD_NEW_RAW(p->e->ctx, in * AD_PRUNED_ROWS, size, "a measurement", &x);

    if (!status)
        status = AD_NEW_RAW(p->e->ctx, out * AD_PRUNED_ROWS, size, "a measurement", &y);
    if (!status) {
        const ad_pruned_args a = { .x = x, .w = w, .y = y };
        pruned_measure_fill(p->e, in * AD_PRUNED_ROWS, x);
        p->way[0] = faster(p, AD_PRUNED_ROWS, &a);
        p->way[1] = faster(p, 1, &a);
    }
    ad_free(p->e->ctx, x);
    ad_free(p->e->ctx, y);
    return status;
}
