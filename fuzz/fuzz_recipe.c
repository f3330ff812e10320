/* Fuzz: recipes. */
#include <stdint.h>
#include <stdlib.h>

#include "adrop/lab.h"
#include "paper/recipe.h"
#include "scene.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ad_recipe_plan plan;
    ad_recipe *r;
    adrop_ctx *ctx = scene_ctx();
    char says[256];

    if (ad_recipe_read(ctx, "recipe.yaml", (const char *)data, size, &r)) {
        if (!*adrop_ctx_message(ctx) || r)
            abort(); /* refused without a message, or incomplete */
    } else {
        for (size_t i = 0; i < r->n_parts; i++)
            for (int s = 0; s < ADROP_N_SCALES; s++) {
                ad_recipe_plan_part(r, i, (adrop_scale)s, &plan);
                ad_recipe_says(r, (adrop_scale)s, says, sizeof says);
            }
        ad_recipe_free(r);
    }
    return 0;
}
