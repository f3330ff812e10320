/* Fuzz: model files as predictors read them. The input is the bytes of a file; or, after a first
 * line "texts", lines KEY=VALUE that replace texts of a small model's metadata, whose sums are then
 * made right, so that what is behind them is reached. What is accepted must predict; what is
 * refused must be refused with a sentence.
 *
 * A network costs a millisecond, most of it oneDNN's. So every input is unpacked, its sums, tensors
 * and schema being read, and one in SELDOM, by a hash of its bytes, becomes a predictor that
 * predicts; FUZZ_ALL=1 makes all of them one, as the replay of seeds does. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "adrop/predict.h"
#include "base/tensorfile.h"
#include "changed_texts.h"
#include "rows/schema.h"

enum { LIMIT = 1 << 20, UNITS = 4, CLASSES = 2, SELDOM = 64 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What a file says, without a network. */
static void look(adrop_ctx *ctx, const void *bytes, size_t size)
{
    ad_tensorfile file;
    ad_schema schema = { 0 };

    if (ad_tensorfile_unpack(ctx, "a model", bytes, size, &file)) {
        if (!*adrop_ctx_message(ctx))
            abort(); /* refused without a word */
        return;
    }
    for (size_t i = 0; i < file.n_texts; i++)
        if (!strcmp(file.texts[i].key, "schema")) {
            if (ad_schema_read(ctx, "a model", file.texts[i].value, &schema) &&
                !*adrop_ctx_message(ctx))
                abort();
            ad_schema_release(&schema, ctx);
        }
    ad_tensorfile_release(&file);
}

static int is_chosen(const uint8_t *data, size_t size)
{
    static int all = -1;
    uint32_t hash = 2166136261u;

    if (all < 0)
        all = getenv("FUZZ_ALL") != NULL;
    for (size_t i = 0; i < size && i < 4096; i++)
        hash = (hash ^ data[i]) * 16777619u;
    return all || (hash >> 16) % SELDOM == 0;
}

/* A predictor from bytes, and a prediction of it. */
static void predict(adrop_ctx *ctx, const void *bytes, size_t size, int whole)
{
    adrop_predictor_opts opts;
    adrop_predictor_info info;
    adrop_predictor *p;

    look(ctx, bytes, size);
    if (!whole)
        return;
    adrop_predictor_opts_init(&opts);
    opts.batch = 2;
    if (adrop_predictor_read(ctx, bytes, size, &opts, &p)) {
        if (!*adrop_ctx_message(ctx))
            abort(); /* refused without a word */
        return;
    }
    adrop_predictor_describe(p, &info);
    float *x = calloc(3 * info.channels * info.height * info.width, sizeof *x);
    double *mean = calloc(2 * 3 * info.outputs, sizeof *mean);
    if (x && mean)
        adrop_predictor_predict(p, 3, x, NULL, 2, mean, mean + 3 * info.outputs);
    free(mean);
    free(x);
    adrop_predictor_free(p);
}

/* A small model, made once: it stays. */
static const ad_tensorfile *small_model(void)
{
    static ad_tensorfile file;
    static void *bytes;
    adrop_model_opts o;
    adrop_model *m;
    adrop_ctx *ctx;
    size_t size;

    if (bytes)
        return &file;
    adrop_model_opts_init(&o);
    o.model = "mlp:3", o.dropout = "advanced", o.channels = UNITS, o.outputs = CLASSES, o.batch = 2;
    if (adrop_ctx_create(NULL, &ctx) || adrop_model_create(ctx, &o, &m) ||
        adrop_model_write(m, &bytes, &size) ||
        ad_tensorfile_unpack(ctx, "a model", bytes, size, &file))
        abort();
    adrop_model_free(m);
    return &file;
}

static void predict_changed(adrop_ctx *ctx, char *lines, int whole)
{
    const ad_tensorfile *file = small_model();
    ad_file_text texts[MOST_TEXTS];
    const size_t n = changed_texts(file, lines, texts);
    char *changed;
    size_t size;

    if (!ad_tensorfile_pack(ctx, "a model", file->tensors, file->n_tensors, texts, n, &changed,
                            &size)) {
        predict(ctx, changed, size, whole);
        adrop_free(ctx, changed);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char head[] = "texts\n";
    const size_t skip = sizeof head - 1;
    adrop_ctx_opts opts;
    adrop_ctx *ctx;

    adrop_ctx_opts_init(&opts);
    opts.threads = 1;
    if (size > LIMIT || adrop_ctx_create(&opts, &ctx))
        return 0;
    if (size >= skip && !memcmp(data, head, skip)) {
        char *lines = calloc(1, size - skip + 1);
        if (lines)
            predict_changed(ctx, memcpy(lines, data + skip, size - skip), is_chosen(data, size));
        free(lines);
    } else {
        predict(ctx, data, size, is_chosen(data, size));
    }
    adrop_ctx_free(ctx);
    return 0;
}
