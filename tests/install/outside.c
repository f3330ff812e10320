/* A program outside the project: it uses only the installed headers and library. Valid as C and
 * C++. */
#include <adrop/adrop.h>
#include <stdio.h>

int main(void)
{
    adrop_ctx *ctx;
    adrop_dist *dist;
    char text[ADROP_NUMBER_SIZE];

    if (adrop_ctx_create(NULL, &ctx))
        return 1;
    if (adrop_dist_create(ctx, "gaussian", "sigmoid", 1, 2, &dist)) {
        fprintf(stderr, "%s\n", adrop_ctx_message(ctx));
        adrop_ctx_free(ctx);
        return 1;
    }
    printf("adrop %s: mean %s\n", adrop_version(),
           adrop_number_round(text, adrop_dist_mean(dist), 6));
    adrop_dist_free(dist);
    adrop_ctx_free(ctx);
    return 0;
}
