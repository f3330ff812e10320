/* Fuzz: formulas of mappings and of quantile functions. Refusals must name the position of the
 * error; accepted formulas run in double and in float, with the same bits in every set. One input
 * in 64 is also checked as a pair. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "dist/formula.h"
#include "dist/pairs.h"
#include "scene.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Uses its own context, because a context keeps what it creates. */
static void choose(const char *inside, char variable)
{
    char text[4096];
    const ad_map_sets *map;
    const ad_seed_sets *seed;
    adrop_ctx *ctx;

    if (strlen(inside) + 12 > sizeof text || adrop_ctx_create(NULL, &ctx))
        return;
    snprintf(text, sizeof text, "%s(%s)", variable == 'r' ? "formula" : "quantile", inside);
    const adrop_status status = variable == 'r' ? ad_map_choose(ctx, text, &map)
                                                : ad_seed_choose(ctx, text, &seed);
    if (status && !*adrop_ctx_message(ctx))
        abort(); /* refused without a message */
    if (!status && variable == 'r') {
        const double m = ad_map_value(map->of[AD_F64], 0.3);
        if (!(m >= 0 && m <= 1))
            abort();
    }
    adrop_ctx_free(ctx);
}

static void run(const ad_program *p)
{
    static const float x[4] = { -2.5f, 0.0f, 0.25f, 40.0f };
    float value[4], slope[4], alone[4];

    ad_formula_run_f32(p, 4, x, value, slope);
    ad_formula_run_f32(p, 4, x, alone, NULL);
    for (int i = 0; i < 4; i++) {
        ad_formula_at(p, (double)x[i], 1 - (double)x[i], NULL);
        if (memcmp(&value[i], &alone[i], sizeof *value) && !(isnan(value[i]) && isnan(alone[i])))
            abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    adrop_ctx *ctx = scene_ctx();
    char *text = malloc(size + 1);
    ad_program p;

    if (!text)
        abort();
    memcpy(text, data, size);
    text[size] = 0;
    for (int i = 0; i < 2; i++) {
        const char variable = i ? 'u' : 'r';
        if (ad_formula_read(ctx, text, variable, &p)) {
            if (strncmp(adrop_ctx_message(ctx), "character ", 10))
                abort();
            continue;
        }
        if (!p.n || p.n > AD_FORMULA_STEPS)
            abort();
        run(&p);
        if (scene_seldom(data, size, 64))
            choose(text, variable);
    }
    free(text);
    return 0;
}
