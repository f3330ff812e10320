/* The checksums of a selection of rows (selection.h): XXH3 of the numbers of a part's rows in the
 * data set, ascending, 32 bits each with the low byte first. */
#include "train/selection.h"

#include <inttypes.h>
#include <stdio.h>
#include <xxhash.h>

#include "rows/dataset.h"

enum { AT_ONCE = 256, BYTES = 4 };

/* 0 on success; -1 without memory. */
static int sum_of(const uint32_t *rows, size_t n, uint64_t *sum)
{
    XXH3_state_t *state = XXH3_createState();
    uint8_t bytes[AT_ONCE * BYTES];
    size_t filled = 0;

    if (!state)
        return -1;
    XXH3_64bits_reset(state);
    for (size_t i = 0; i < n; i++) {
        for (int k = 0; k < BYTES; k++)
            bytes[filled++] = (uint8_t)(rows[i] >> (8 * k));
        if (filled == sizeof bytes || i + 1 == n) {
            XXH3_64bits_update(state, bytes, filled);
            filled = 0;
        }
    }
    *sum = XXH3_64bits_digest(state);
    XXH3_freeState(state);
    return 0;
}

json_t *ad_selection_write(ad_json *b, const adrop_data *data)
{
    static const char *const names[AD_N_PARTS] = { "train", "val", "test" };
    json_t *parts = json_object();

    for (int p = 0; p < AD_N_PARTS; p++) {
        char text[20] = "";
        uint64_t sum;
        if (!sum_of(data->part[p], data->n_part[p], &sum))
            snprintf(text, sizeof text, "%016" PRIx64, sum);
        else
            b->failed = 1;
        ad_json_put(b, parts, names[p],
                    json_pack("{s:I, s:s}", "n", (json_int_t)data->n_part[p], "xxh3", text));
    }
    return parts;
}
