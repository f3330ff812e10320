/* Fuzz: the schema of rows that a model stores as text. Accepted schemas must be consistent, read
 * back the same after writing, and be safe to apply. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "rows/schema.h"
#include "scene.h"

enum { LARGEST = 1 << 16 }; /* values of a row to try */

static void apply(const ad_schema *s)
{
    const size_t size = ad_shape_size(s->shape), outputs = ad_shape_size(s->inputs.out);
    uint8_t *pixels = calloc(size, 1);
    float *row = calloc(size, sizeof *row), *x = malloc(outputs * sizeof *x);
    float *scratch = malloc(ad_schema_room(s) * sizeof *scratch);
    double factor;

    if (!pixels || !row || !x || !scratch)
        abort();
    ad_schema_apply_floats(s, row, x, scratch);
    ad_schema_apply_bytes(s, pixels, x, scratch);
    const size_t targets = ad_schema_outputs(s);
    float *answers = calloc(2 * targets + 1, sizeof *answers);
    if (!answers)
        abort();
    if (s->task == ADROP_REGRESSION)
        ad_schema_learned(s, answers, answers + targets);
    for (size_t k = 0; s->task == ADROP_REGRESSION && k < targets; k++)
        ad_schema_target(s, k, (double)answers[targets + k], &factor);
    free(answers);
    free(pixels);
    free(row);
    free(x);
    free(scratch);
}

static void inspect(adrop_ctx *ctx, const ad_schema *s)
{
    ad_schema again;
    char *text, *other;

    if (!ad_schema_outputs(s) || (s->columns.n && s->columns.n != s->shape.channels))
        abort();
    if (ad_schema_write(s, ctx, &text) || ad_schema_read(ctx, "again", text, &again) ||
        ad_schema_write(&again, ctx, &other) || strcmp(text, other))
        abort();
    if (ad_shape_size(s->shape) <= LARGEST)
        apply(&again);
    ad_free(ctx, text);
    ad_free(ctx, other);
    ad_schema_release(&again, ctx);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    adrop_ctx *ctx = scene_ctx();
    ad_schema s;

    if (!text)
        abort();
    memcpy(text, data, size);
    text[size] = 0;
    if (!ad_schema_read(ctx, "input", text, &s))
        inspect(ctx, &s);
    else if (!*adrop_ctx_message(ctx))
        abort(); /* refused without a message */
    ad_schema_release(&s, ctx);
    free(text);
    return 0;
}
