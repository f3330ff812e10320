/* Augmentation (augment.h).
 *
 * Crop: a border of 4 zero pixels, then a window of the original size whose corner is
 * uniform among 9 x 9. Flip: by one random bit. Resize: a window whose area is uniform in
 * [0.08, 1] of the image and whose aspect ratio (width / height) is log-uniform in
 * [3/4, 4/3], with ten attempts to find one that fits, else the whole image; its corner is
 * uniform; it is resampled to the original size.
 *
 * The crop: Lee, Xie, Gallagher, Zhang, Tu, "Deeply-supervised nets", 2015. The
 * resize: Szegedy et al., "Going deeper with convolutions", CVPR 2015, section 6. */
#include "rows/augment.h"

#include <math.h>
#include <string.h>

#include "adrop/rows.h"
#include "rows/order.h"
#include "rows/resample.h"

enum { ATTEMPTS = 10 };

/* Uniform in {0, .., n - 1}, with a bias below n / 2^32. */
static size_t augment_below(uint32_t word, size_t n)
{
    return (size_t)((uint64_t)word * n >> 32);
}

/* In (0, 1). */
static double uniform(uint32_t word)
{
    return ((double)word + 0.5) / 4294967296.0;
}

static void crop(const ad_augment *a, size_t down, size_t right, const uint8_t *from, uint8_t *to)
{
    const size_t h = a->height, w = a->width;

    memset(to, 0, a->channels * h * w);
    for (size_t c = 0; c < a->channels; c++)
        for (size_t y = 0; y < h; y++) {
            /* column x of the output is column x + right - border of the input */
            const size_t begin = right < AD_CROP_BORDER ? AD_CROP_BORDER - right : 0;
            const size_t skip = right > AD_CROP_BORDER ? right - AD_CROP_BORDER : 0;
            if (y + down < AD_CROP_BORDER || y + down >= h + AD_CROP_BORDER || begin + skip >= w)
                continue;
            memcpy(to + (c * h + y) * w + begin,
                   from + (c * h + y + down - AD_CROP_BORDER) * w + skip, w - begin - skip);
        }
}

static void flip(const ad_augment *a, uint8_t *pixels)
{
    for (size_t i = 0; i < a->channels * a->height; i++) {
        uint8_t *row = pixels + i * a->width;
        for (size_t x = 0; x < a->width / 2; x++) {
            const uint8_t kept = row[x];
            row[x] = row[a->width - 1 - x];
            row[a->width - 1 - x] = kept;
        }
    }
}

static ad_region find_window(const ad_augment *a, ad_address at)
{
    const double area = (double)a->height * (double)a->width;
    uint32_t words[4];

    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        at.draw = (uint16_t)(attempt + 1);
        ad_row_words(&at, 0, words);
        const double part = area * (0.08 + 0.92 * uniform(words[0]));
        const double shape = exp(log(0.75) + (log(4.0 / 3) - log(0.75)) * uniform(words[1]));
        const size_t w = (size_t)lrint(sqrt(part * shape)), h = (size_t)lrint(sqrt(part / shape));
        if (w >= 1 && w <= a->width && h >= 1 && h <= a->height)
            return (ad_region){ (double)augment_below(words[2], a->width - w + 1),
                                (double)augment_below(words[3], a->height - h + 1), (double)w,
                                (double)h };
    }
    return (ad_region){ 0, 0, (double)a->width, (double)a->height };
}

static void resize(const ad_augment *a, const ad_address *at, const uint8_t *from, uint8_t *to,
                   float *scratch)
{
    const ad_region window = find_window(a, *at);
    const size_t n = a->height * a->width;

    for (size_t c = 0; c < a->channels; c++) {
        const ad_plane plane = { from + c * n, a->width, a->height, 1, a->width };
        ad_resample(&plane, &window, a->height, a->width, to + c * n, scratch);
    }
}

size_t ad_augment_room(const ad_augment *a)
{
    return a->flags & ADROP_AUGMENT_RESIZE ? ad_resample_room(a->width, a->height, a->width) : 0;
}

void ad_augment_apply(const ad_augment *a, uint32_t row, uint32_t epoch, const uint8_t *from,
                      uint8_t *to, float *scratch)
{
    const ad_address at = { .seed = a->seed, .row = row, .step = epoch, .purpose = AD_FOR_AUGMENT };
    uint32_t words[4];

    ad_row_words(&at, 0, words);
    if (a->flags & ADROP_AUGMENT_RESIZE)
        resize(a, &at, from, to, scratch);
    else if (a->flags & ADROP_AUGMENT_CROP)
        crop(a, augment_below(words[0], 2 * AD_CROP_BORDER + 1),
             augment_below(words[1], 2 * AD_CROP_BORDER + 1), from, to);
    else
        memcpy(to, from, a->channels * a->height * a->width);
    if ((a->flags & ADROP_AUGMENT_FLIP) && words[2] >> 31)
        flip(a, to);
}
