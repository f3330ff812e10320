/* Bilinear resampling (resample.h). */
#include "rows/resample.h"

#include <math.h>

/* The input pixels that contribute to one output pixel. */
typedef struct {
    size_t first, n;
    float *weight; /* (n) */
} taps;

static void find_taps(double start, double length, size_t side, size_t i, size_t n, taps *t)
{
    const double step = length / (double)n, reach = step > 1 ? step : 1;
    const double centre = start + ((double)i + 0.5) * step;
    double low = floor(start), high = ceil(start + length), sum = 0;

    low = fmax(low, floor(centre - reach));
    high = fmin(fmin(high, (double)side), ceil(centre + reach));
    t->first = (size_t)fmax(low, 0);
    t->n = 0;
    for (size_t j = t->first; j < (size_t)high; j++) {
        const double w = 1 - fabs((double)j + 0.5 - centre) / reach;
        t->weight[t->n++] = (float)(w > 0 ? w : 0);
        sum += w > 0 ? w : 0;
    }
    for (size_t j = 0; j < t->n; j++)
        t->weight[j] = (float)(t->weight[j] / sum);
}

size_t ad_resample_room(size_t width, size_t height, size_t to_width)
{
    return height * to_width + (width > height ? width : height) + 2;
}

void ad_resample(const ad_plane *from, const ad_region *window, size_t to_height, size_t to_width,
                 uint8_t *out, float *scratch)
{
    const size_t first = (size_t)floor(window->y);
    const size_t last = (size_t)fmin(ceil(window->y + window->height), (double)from->height);
    float *rows = scratch; /* (height, to_width), of which first..last are used */
    taps t = { .weight = scratch + from->height * to_width };

    for (size_t i = 0; i < to_width; i++) {
        find_taps(window->x, window->width, from->width, i, to_width, &t);
        for (size_t y = first; y < last; y++) {
            const uint8_t *p = from->data + y * from->row_step + t.first * from->step;
            float sum = 0;
            for (size_t j = 0; j < t.n; j++)
                sum += t.weight[j] * (float)p[j * from->step];
            rows[y * to_width + i] = sum;
        }
    }
    for (size_t k = 0; k < to_height; k++) {
        find_taps(window->y, window->height, from->height, k, to_height, &t);
        for (size_t i = 0; i < to_width; i++) {
            float sum = 0.5f;
            for (size_t j = 0; j < t.n; j++)
                sum += t.weight[j] * rows[(t.first + j) * to_width + i];
            out[k * to_width + i] = (uint8_t)fminf(fmaxf(sum, 0), 255);
        }
    }
}
