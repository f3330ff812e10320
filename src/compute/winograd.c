/* Shared by the passes of the Winograd convolution: eligibility, tiles, scratch. */
#include "compute/winograd.h"

#include "compute/winograd_impl.h"

int ad_winograd_usable(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}

int ad_winograd_fits(const ad_winograd_spec *s)
{
    const ad_winograd_maps m = ad_winograd_maps_of(s, s->in);

    return ad_winograd_usable() && s->in > AD_LANES && s->out > AD_LANES &&
           2 * m.height * m.width >= m.down * m.across * AD_TILE * AD_TILE;
}

ad_winograd_maps ad_winograd_maps_of(const ad_winograd_spec *s, size_t channels)
{
    return (ad_winograd_maps){ .rows = s->rows,
                               .blocks = ad_winograd_padded(channels) / AD_LANES,
                               .height = s->height,
                               .width = s->width,
                               .down = (s->height + AD_TILE - 1) / AD_TILE,
                               .across = (s->width + AD_TILE - 1) / AD_TILE };
}

size_t ad_winograd_block(size_t tiles, size_t most)
{
    const size_t blocks = (tiles + most - 1) / most;
    const size_t even = (tiles + blocks - 1) / blocks;

    return (even + AD_GROUP - 1) / AD_GROUP * AD_GROUP;
}

size_t ad_winograd_scratch(const ad_winograd_spec *s, int threads)
{
    const size_t forward = ad_winograd_data_scratch(s, threads, 0);
    const size_t data = ad_winograd_data_scratch(s, threads, 1);
    const size_t weights = ad_winograd_weights_scratch(s, threads);
    const size_t most = forward > data ? forward : data;

    return (most > weights ? most : weights) * sizeof(float);
}
