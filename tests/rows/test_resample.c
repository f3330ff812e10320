/* Resampling against its formula in the plainest form, and its properties. */
#include "rows/resample.h"

#include "check.h"

enum { MOST = 64 };

/* The weight of input pixel j for output i, before they are made to sum to 1. */
static double weight(double start, double length, size_t n, size_t i, size_t j)
{
    const double step = length / (double)n, reach = fmax(step, 1);

    return fmax(0, 1 - fabs((double)j + 0.5 - start - ((double)i + 0.5) * step) / reach);
}

/* One output pixel, straight from the formula: all pixels of the window, in double. */
static double plain(const ad_plane *p, const ad_region *w, size_t nh, size_t nw, size_t k, size_t i)
{
    double sum = 0, total = 0;

    for (size_t y = (size_t)floor(w->y); (double)y < w->y + w->height; y++)
        for (size_t x = (size_t)floor(w->x); (double)x < w->x + w->width; x++) {
            const double a = weight(w->x, w->width, nw, i, x) * weight(w->y, w->height, nh, k, y);
            sum += a * p->data[y * p->row_step + x * p->step];
            total += a;
        }
    return sum / total;
}

static void against_formula(void)
{
    static uint8_t pixels[MOST * MOST * 3], out[MOST * MOST];
    static float scratch[MOST * MOST + MOST + 2];
    const ad_region windows[] = {
        { 0, 0, 20, 17 }, { 3, 2, 11, 7 }, { 2.5, 1.25, 12.5, 13 }, { 19, 16, 1, 1 }
    };

    for (size_t i = 0; i < sizeof pixels; i++)
        pixels[i] = (uint8_t)(i * i * 2654435761u >> 13);
    for (size_t v = 0; v < sizeof windows / sizeof windows[0]; v++)
        for (size_t n = 1; n <= 40; n += 13) {
            const ad_plane plane = { pixels + 1, 20, 17, 3, 60 }; /* the second of 3 channels */
            const size_t nh = n, nw = n + 2;
            CHECK(ad_resample_room(20, 17, nw) <= sizeof scratch / sizeof scratch[0]);
            ad_resample(&plane, &windows[v], nh, nw, out, scratch);
            for (size_t k = 0; k < nh; k++)
                for (size_t i = 0; i < nw; i++) {
                    const double expected = plain(&plane, &windows[v], nh, nw, k, i);
                    CHECK_WHERE("window %zu to %zu x %zu at %zu, %zu", v, nh, nw, k, i);
                    /* rounded to the nearest; float sums may tip a half either way */
                    CHECK_NEAR(out[k * nw + i], expected, 0.5 + 1e-3);
                }
        }
}

static void identity_and_means(void)
{
    uint8_t pixels[64], out[64];
    float scratch[128];
    const ad_plane plane = { pixels, 8, 8, 1, 8 };
    const ad_region whole = { 0, 0, 8, 8 };

    for (size_t i = 0; i < 64; i++)
        pixels[i] = (uint8_t)(i * 4);
    ad_resample(&plane, &whole, 8, 8, out, scratch);
    CHECK(!memcmp(pixels, out, 64)); /* the same size: the same bytes */
    ad_resample(&plane, &whole, 1, 1, out, scratch);
    CHECK_NEAR(out[0], 126, 1); /* the middle of the ramp */
    memset(pixels, 255, 64);
    ad_resample(&plane, &whole, 5, 3, out, scratch);
    for (int i = 0; i < 15; i++)
        CHECK_EQ(out[i], 255);
}

CHECK_MAIN(against_formula, identity_and_means)
