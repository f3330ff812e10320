/* Fuzz: model files as read by predictors. The input is the bytes of a file or, after a first line
 * "texts", KEY=VALUE lines that replace texts of a small model's metadata. Accepted models must
 * predict; refused ones must give a message.
 *
 * A network takes a millisecond, most of it in oneDNN. So for every input only the checksums, the
 * tensors and the schema are read, and one in SELDOM becomes a predictor that predicts; for that,
 * changed texts are written as a file with correct checksums. */
#include "adrop/predict.h"
#include "base/tensorfile.h"
#include "changed_texts.h"
#include "rows/schema.h"
#include "scene.h"

enum { LIMIT = 1 << 20, UNITS = 4, CLASSES = 2, SELDOM = 256 };

/* Read the schema in the texts. */
static void look(adrop_ctx *ctx, const ad_file_text *texts, size_t n)
{
    ad_schema schema = { 0 };

    for (size_t i = 0; i < n; i++)
        if (!strcmp(texts[i].key, "schema")) {
            if (ad_schema_read(ctx, "a model", texts[i].value, &schema) && !*adrop_ctx_message(ctx))
                abort();
            ad_schema_release(&schema, ctx);
        }
}

/* Read a file's contents, without creating a network. */
static void look_at_bytes(adrop_ctx *ctx, const void *bytes, size_t size)
{
    ad_tensorfile file;

    if (ad_tensorfile_unpack(ctx, "a model", bytes, size, &file)) {
        if (!*adrop_ctx_message(ctx))
            abort(); /* refused without a message */
        return;
    }
    look(ctx, file.texts, file.n_texts);
    ad_tensorfile_release(&file);
}

/* Create a predictor from bytes, and predict with it. */
static void predict(adrop_ctx *ctx, const void *bytes, size_t size)
{
    adrop_predictor_opts opts;
    adrop_predictor_info info;
    adrop_predictor *p;

    adrop_predictor_opts_init(&opts);
    opts.batch = 2;
    if (adrop_predictor_read(ctx, bytes, size, &opts, &p)) {
        if (!*adrop_ctx_message(ctx))
            abort(); /* refused without a message */
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

/* A small model, created once and kept. */
static const ad_tensorfile *small_model(void)
{
    static ad_tensorfile file;
    static void *bytes;
    adrop_model_opts o;
    adrop_model *m;
    adrop_ctx *ctx = scene_ctx();
    size_t size;

    if (bytes)
        return &file;
    adrop_model_opts_init(&o);
    o.model = "mlp:3", o.dropout = "advanced", o.channels = UNITS, o.outputs = CLASSES, o.batch = 2;
    if (adrop_model_create(ctx, &o, &m) || adrop_model_write(m, &bytes, &size) ||
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

    look(ctx, texts, n);
    if (whole && !ad_tensorfile_pack(ctx, "a model", file->tensors, file->n_tensors, texts, n,
                                     &changed, &size)) {
        predict(ctx, changed, size);
        adrop_free(ctx, changed);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char head[] = "texts\n";
    const size_t skip = sizeof head - 1;
    adrop_ctx *ctx = scene_ctx();
    const int whole = scene_seldom(data, size, SELDOM);

    if (size > LIMIT)
        return 0;
    if (size >= skip && !memcmp(data, head, skip)) {
        char *lines = calloc(1, size - skip + 1);
        if (lines)
            predict_changed(ctx, memcpy(lines, data + skip, size - skip), whole);
        free(lines);
    } else {
        look_at_bytes(ctx, data, size);
        if (whole)
            predict(ctx, data, size);
    }
    return 0;
}
