/* The built-in digits equal the rows of the published file, in its order: a checksum over all of
 * them, also computed by tools/make_digits.py (`tools/make_digits.py | sha256sum`). */
#include "data/digest.h"
#include "data/scene.h"

enum { ROWS = 1797, PIXELS = 64 };

static void rows_are_the_same(void)
{
    static const char expected[] =
        "68aea062d35a127749050fa0e52dca09d6569ac08092c925610e0954e172dde2";
    adrop_data_opts opts = scene_opts("digits");
    adrop_data *data = scene_open(&opts);
    uint8_t row[PIXELS + 1], sum[AD_SHA256_SIZE];
    char text[2 * AD_SHA256_SIZE + 1];
    size_t n;
    ad_digest d;

    ad_sha256_init(&d);
    for (size_t i = 0; i < ROWS; i++) {
        CHECK_EQ(adrop_data_pixels(ctx, data, i, row), ADROP_OK);
        row[PIXELS] = (uint8_t)adrop_data_label(data, i);
        ad_sha256_add(&d, row, sizeof row);
    }
    ad_sha256_end(&d, sum);
    for (size_t i = 0; i < AD_SHA256_SIZE; i++)
        sprintf(text + 2 * i, "%02x", sum[i]);
    CHECK_TEXT(text, expected);
    const uint32_t *test = adrop_data_rows(data, ADROP_PART_TEST, &n);
    CHECK(n == 360 && test[0] == 1437 && test[359] == ROWS - 1);
    adrop_data_free(data);
}

CHECK_MAIN(scene_begin, rows_are_the_same, scene_end)
