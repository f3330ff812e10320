/* Averages over height and width (pool.h). */
#include "technique/pool.h"

#include "base/memory.h"

size_t AD_KERNEL(ad_pool_size)(const ad_site *site)
{
    return ad_site_area(site) == 1 ? 0 : ad_round_up(site->rows * site->channels * sizeof(real));
}

const real *AD_KERNEL(ad_pool)(const ad_call *call, const void *x, void *room)
{
    const size_t area = ad_site_area(call->site), n = call->rows * call->site->channels;
    const real *from = x;
    real *to = room;

    if (area == 1)
        return x;
    for (size_t i = 0; i < n; i++) {
        double sum = 0;
        for (size_t k = 0; k < area; k++)
            sum += (double)from[i * area + k];
        to[i] = (real)(sum / (double)area);
    }
    return to;
}

void AD_KERNEL(ad_pool_back)(const ad_call *call, const real *daverages, void *dx)
{
    const size_t area = ad_site_area(call->site), n = call->rows * call->site->channels;
    real *to = dx;

    for (size_t i = 0; i < n; i++) {
        const real share = daverages[i] / (real)area;
        for (size_t k = 0; k < area; k++)
            to[i * area + k] += share;
    }
}
