/* A program outside the project that uses the lab: the paper's recipes. */
#include <adrop/lab.h>
#include <stdio.h>

int main(void)
{
    adrop_ctx *ctx;
    adrop_recipes *recipes;

    if (adrop_ctx_create(NULL, &ctx))
        return 1;
    if (adrop_recipes_open(ctx, NULL, &recipes)) {
        fprintf(stderr, "%s\n", adrop_ctx_message(ctx));
        adrop_ctx_free(ctx);
        return 1;
    }
    printf("adrop %s: %s\n", adrop_version(), *adrop_recipes_machine(recipes) ? "recipes" : "none");
    adrop_recipes_free(recipes);
    adrop_ctx_free(ctx);
    return 0;
}
