/* Checksums of every technique's masks, for comparison between machines: one line per technique and
 * phase, FNV-1a of the outputs of a small layer, maps included. Uses public headers only.
 *
 *     cc masks.c $(pkg-config --cflags --libs adrop) && ./a.out */
#include <adrop/adrop.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 32, CHANNELS = 24, SIDE = 4, UNITS = CHANNELS * SIDE * SIDE };

static uint64_t sum_of(const void *data, size_t bytes)
{
    const unsigned char *byte = data;
    uint64_t sum = UINT64_C(14695981039346656037);

    for (size_t i = 0; i < bytes; i++)
        sum = (sum ^ byte[i]) * UINT64_C(1099511628211);
    return sum;
}

/* Outputs of a pass over a map; returns 0 if the technique has none of its own for the site. */
static int draw(adrop_ctx *ctx, const char *technique, int train, float *y)
{
    static float x[ROWS * UNITS];
    adrop_site site;
    adrop_dropout *drop;
    adrop_pass pass;

    for (size_t i = 0; i < ROWS * UNITS; i++)
        x[i] = (float)(i % 97) / 64 - 0.5f;
    adrop_site_map(&site, ROWS, CHANNELS, SIDE, SIDE);
    if (adrop_dropout_create(ctx, technique, &site, 1, &drop))
        return 0;
    if (train)
        adrop_pass_train(&pass, 2021, 3, ROWS, x, y);
    else
        adrop_pass_sample(&pass, 2021, 3, ROWS, x, y);
    const adrop_status status = adrop_dropout_forward(drop, &pass);
    adrop_dropout_free(drop);
    return !status;
}

int main(void)
{
    static float y[ROWS * UNITS];
    adrop_ctx *ctx;
    size_t n = 0;

    if (adrop_ctx_create(NULL, &ctx))
        return EXIT_FAILURE;
    for (size_t i = 0; i < adrop_technique_count(); i++)
        for (int train = 0; train < 2; train++) {
            adrop_technique_info info;
            if (!adrop_technique_at(i, &info) || !draw(ctx, info.name, train, y))
                continue;
            printf("%s %s %016" PRIx64 "\n", info.name, train ? "train" : "sample",
                   sum_of(y, sizeof y));
            n++;
        }
    adrop_ctx_free(ctx);
    return n >= 30 ? EXIT_SUCCESS : EXIT_FAILURE; /* fewer: something refused what it takes */
}
