/* Draw masks into your own buffers.
 *
 * A mask is a dropout layer's output for an input of ones. It is a pure function of (seed, step,
 * row, unit): drawn again, in any order or in parts, it is the same, so a program need not store
 * it. This program prints a few masks of several techniques, and shows that a row drawn alone
 * equals the row drawn within a batch.
 *
 *     cc 02_masks.c $(pkg-config --cflags --libs adrop) && ./a.out */
#include <adrop/adrop.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 64, UNITS = 8 };

/* Draw the masks of `rows` rows, starting at row `first`, into masks (rows, UNITS). */
static adrop_status draw(adrop_ctx *ctx, const char *technique, unsigned first, size_t rows,
                         float *masks)
{
    adrop_site site;
    adrop_dropout *drop;

    adrop_site_dense(&site, rows, UNITS);
    adrop_status status = adrop_dropout_create(ctx, technique, &site, 1, &drop);
    if (status)
        return status;
    for (size_t i = 0; i < rows * UNITS; i++)
        masks[i] = 1;
    adrop_pass pass;
    adrop_pass_sample(&pass, 2021, 0, rows, masks, masks); /* in place */
    pass.first_row = first;
    status = adrop_dropout_forward(drop, &pass);
    adrop_dropout_free(drop);
    return status;
}

int main(void)
{
    static const char *const techniques[] = { "bernoulli:rate=0.5", "gaussian:rate=0.2",
                                              "beta:beta=0.2", "advanced",
                                              "advanced:seed-dist=laplace,map=probit" };
    float batch[ROWS * UNITS], row[UNITS];
    adrop_ctx *ctx;

    if (adrop_ctx_create(NULL, &ctx))
        return EXIT_FAILURE;
    for (size_t t = 0; t < sizeof techniques / sizeof techniques[0]; t++) {
        if (draw(ctx, techniques[t], 0, ROWS, batch) || draw(ctx, techniques[t], 10, 1, row)) {
            fprintf(stderr, "%s\n", adrop_ctx_message(ctx));
            adrop_ctx_free(ctx);
            return EXIT_FAILURE;
        }
        printf("%s\n ", techniques[t]);
        for (int j = 0; j < UNITS; j++)
            printf(" %.3f", (double)row[j]);
        printf("   row 10 alone and in the batch: %s\n",
               memcmp(row, batch + 10 * UNITS, sizeof row) ? "different" : "the same");
    }
    if (draw(ctx, "bernouli", 0, 1, row)) /* a typo */
        printf("%s\n", adrop_ctx_message(ctx));
    adrop_ctx_free(ctx);
    return EXIT_SUCCESS;
}
