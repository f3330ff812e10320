/* Fuzz: texts of `vary`, such as lr=0.001..0.1:log. Refused texts must give a message; accepted
 * ones must give values that the setting accepts, both on the grid and drawn. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "scene.h"
#include "study/tune_impl.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A value must be in range, and must parse back as it was shown. */
static void check(const ad_vary *v, double x)
{
    char text[ADROP_NUMBER_SIZE];
    double again;

    if (!v->is_range && !(x >= 0 && x < (double)v->values.n))
        abort();
    if (v->is_range && (!(x >= v->low && x <= v->high) ||
                        adrop_number_read(ad_vary_text(v, x, text), &again) || again != x))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static ad_vary v;
    char *text = malloc(size + 1);
    adrop_ctx *ctx = scene_ctx();
    size_t n;

    if (!text)
        abort();
    memcpy(text, data, size);
    text[size] = 0;
    if (ad_vary_read(ctx, text, &v)) {
        if (!*adrop_ctx_message(ctx))
            abort(); /* refused without a message */
    } else {
        for (size_t i = 1; i <= 8; i++)
            check(&v, ad_vary_draw(&v, size, i));
        if (!ad_vary_count(ctx, &v, 1, &n))
            for (size_t i = 0; i < n; i += 1 + n / 8)
                check(&v, ad_vary_point(&v, i));
    }
    free(text);
    return 0;
}
