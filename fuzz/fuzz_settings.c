/* Fuzz: texts that choose a technique, `name:key=value,...`, and number texts. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "adrop/lab.h"
#include "scene.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *resolved, *again;
    char *text = malloc(size + 1);
    adrop_ctx *ctx = scene_ctx();
    double x;

    if (!text)
        abort();
    memcpy(text, data, size);
    text[size] = 0;
    if (!adrop_technique_check(ctx, text, NULL, &resolved)) {
        /* an accepted text must be accepted again, with the same meaning */
        if (adrop_technique_check(ctx, resolved, NULL, &again) || strcmp(resolved, again))
            abort();
    } else if (!*adrop_ctx_message(ctx)) {
        abort(); /* refused without a message */
    }
    adrop_number_read(text, &x);
    free(text);
    return 0;
}
