/* Fuzz: safetensors files. Accepted files must read back the same after writing; refused ones must
 * give a message. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/tensorfile.h"
#include "mutate.h"

MUTATOR(mutate_safetensors)

enum { LIMIT = 1 << 20 };

static int same_tensor(const ad_file_tensor *a, const ad_file_tensor *b)
{
    size_t n = 1;

    if (strcmp(a->name, b->name) || a->n_dims != b->n_dims || (uintptr_t)a->values % sizeof(float))
        return 0;
    for (size_t i = 0; i < a->n_dims; i++) {
        if (a->dims[i] != b->dims[i])
            return 0;
        n *= a->dims[i];
    }
    return !memcmp(a->values, b->values, n * sizeof(float));
}

static int same(const ad_tensorfile *a, const ad_tensorfile *b)
{
    if (a->n_tensors != b->n_tensors || a->n_texts != b->n_texts)
        return 0;
    for (size_t i = 0; i < a->n_tensors; i++)
        if (!same_tensor(&a->tensors[i], &b->tensors[i]))
            return 0;
    for (size_t i = 0; i < a->n_texts; i++)
        if (strcmp(a->texts[i].key, b->texts[i].key) ||
            strcmp(a->texts[i].value, b->texts[i].value))
            return 0;
    return 1;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ad_tensorfile first, second;
    adrop_ctx *ctx = scene_ctx();
    char *bytes;
    size_t n;

    if (size > LIMIT)
        return 0;
    if (ad_tensorfile_unpack(ctx, "the input", data, size, &first)) {
        if (!strstr(adrop_ctx_message(ctx), "the input"))
            abort(); /* refused without a message */
    } else {
        if (ad_tensorfile_pack(ctx, "again", first.tensors, first.n_tensors, first.texts,
                               first.n_texts, &bytes, &n))
            abort();
        if (ad_tensorfile_unpack(ctx, "again", bytes, n, &second) || !same(&first, &second))
            abort();
        ad_tensorfile_release(&second);
        adrop_free(ctx, bytes);
    }
    ad_tensorfile_release(&first);
    return 0;
}
