/* Fuzz: ONNX files. An accepted model must give finite or infinite outputs without a crash, and its
 * exported file must be readable; refused files must give a message. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "adrop/model.h"
#include "exchange/import_impl.h"
#include "scene.h"

enum { LIMIT = 1 << 20 };

static void look(adrop_ctx *ctx, adrop_model *m)
{
    adrop_model *again;
    void *bytes;
    size_t size;

    if (adrop_model_write(m, &bytes, &size)) {
        if (!*adrop_ctx_message(ctx))
            abort();
        return;
    }
    if (adrop_model_read(ctx, bytes, size, NULL, &again))
        abort();
    adrop_model_free(again);
    adrop_free(ctx, bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    adrop_ctx *ctx = scene_ctx();
    adrop_model_file_opts opts;
    adrop_model *m;

    adrop_model_file_opts_init(&opts);
    opts.batch = 1;
    if (size > LIMIT)
        return 0;
    if (!ad_model_import_bytes(ctx, "the input", (ad_proto_view){ data, size }, &opts, &m))
        look(ctx, m);
    else if (!*adrop_ctx_message(ctx))
        abort(); /* refused without a message */
    adrop_model_free(m);
    return 0;
}
