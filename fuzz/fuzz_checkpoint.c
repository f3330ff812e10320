/* Fuzz: checkpoints. The input is KEY=VALUE lines that replace texts of a small trainer's
 * checkpoint (its state, settings, model). Refused input must give a message; accepted input must
 * put the trainer into a valid state. One input in SELDOM is also written as a file with correct
 * checksums, and reading it must give the same result. fuzz_tensorfile covers arbitrary bytes. */
#include "adrop/rows.h"
#include "adrop/trainer.h"
#include "base/memory.h"
#include "changed_texts.h"
#include "scene.h"
#include "trainer/checkpoint.h"

enum { ROWS = 16, SELDOM = 64 };

static adrop_ctx *ctx;
static adrop_trainer *trainer;
static ad_tensorfile file;

/* Created once, with a checkpoint of it. */
static void start(void)
{
    static float x[ROWS][2], y[ROWS];
    adrop_trainer_opts opts;
    adrop_model_opts model;
    adrop_split_opts split_opts;
    adrop_arrays arrays;
    adrop_data *data;

    for (int i = 0; i < ROWS; i++) {
        x[i][0] = (float)(i % 5);
        x[i][1] = (float)(i % 3);
        y[i] = (float)(i % 7);
    }
    adrop_arrays_init(&arrays);
    arrays.rows = ROWS, arrays.channels = 2;
    arrays.values = x[0], arrays.targets = y, arrays.borrow = 1;
    adrop_split_opts_init(&split_opts);
    adrop_trainer_opts_init(&opts);
    adrop_model_opts_init(&model);
    model.model = "mlp:2";
    model.dropout = "advanced";
    opts.epochs = 2;
    const char *path = NULL;
    ctx = scene_ctx();
    if (adrop_data_from_arrays(ctx, &arrays, &split_opts, &data) ||
        adrop_trainer_create(ctx, data, &model, &opts, &trainer) ||
        ad_checkpoint_write(trainer, path = scene_write("checkpoint", NULL, 0), NULL, 0) ||
        ad_tensorfile_read(ctx, path, 1 << 20, &file)) {
        fprintf(stderr, "%s\n", adrop_ctx_message(ctx));
        abort();
    }
}

/* The same through a file, unless its texts cannot be written. */
static void as_file(const ad_tensorfile *changed, adrop_status expected)
{
    char *bytes;
    size_t n;
    ad_checkpoint c;

    if (ad_tensorfile_pack(ctx, "a checkpoint", changed->tensors, changed->n_tensors,
                           changed->texts, changed->n_texts, &bytes, &n))
        return;
    if (ad_tensorfile_unpack(ctx, "a checkpoint", bytes, n, &c.file) ||
        ad_checkpoint_check(trainer, "a checkpoint", &c) != expected)
        abort();
    ad_checkpoint_release(&c);
    ad_free(ctx, bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *lines = calloc(1, size + 1);
    ad_file_text texts[MOST_TEXTS];
    ad_checkpoint c;

    if (!lines)
        abort();
    if (!trainer)
        start();
    if (size)
        memcpy(lines, data, size);
    ctx->message[0] = 0;
    c.file = file;
    c.file.texts = texts;
    c.file.n_texts = changed_texts(&file, lines, texts);
    const adrop_status status = ad_checkpoint_check(trainer, "a checkpoint", &c);
    if ((status || ad_checkpoint_restore(trainer, &c)) && !*adrop_ctx_message(ctx))
        abort(); /* refused without a message */
    if (scene_seldom(data, size, SELDOM))
        as_file(&c.file, status);
    free(lines);
    return 0;
}
