/* Replaces the Winograd convolution (winograd.h), which is written for AVX2, on machines other than
 * x86-64: it fits no shape, so its passes are never called. CMake compiles either this file or the
 * others. */
#include <assert.h>

#include "compute/winograd.h"

int ad_winograd_usable(void)
{
    return 0;
}

int ad_winograd_fits(const ad_winograd_spec *spec)
{
    (void)spec;
    return 0;
}

size_t ad_winograd_scratch(const ad_winograd_spec *spec, int threads)
{
    (void)spec;
    (void)threads;
    return 0;
}

void ad_winograd_forward(const ad_winograd_spec *spec, int threads, const float *x, const float *w,
                         const float *bias, float *y, void *scratch)
{
    (void)spec, (void)threads, (void)x, (void)w, (void)bias, (void)y, (void)scratch;
    assert(!"fits");
}

void ad_winograd_backward_data(const ad_winograd_spec *spec, int threads, const float *dy,
                               const float *w, float *dx, void *scratch)
{
    (void)spec, (void)threads, (void)dy, (void)w, (void)dx, (void)scratch;
    assert(!"fits");
}

void ad_winograd_backward_weights(const ad_winograd_spec *spec, int threads, const float *x,
                                  const float *dy, float *dw, float *db, void *scratch)
{
    (void)spec, (void)threads, (void)x, (void)dy, (void)dw, (void)db, (void)scratch;
    assert(!"fits");
}
