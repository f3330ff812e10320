/* Fuzz: checkpoints. The input is lines KEY=VALUE that replace texts of a small trainer's
 * checkpoint (where it stands, its settings, its model), whose sums are then made right; bytes of
 * any kind are fuzz_tensorfile's part. What is refused is refused with a sentence, and what is
 * accepted puts the trainer somewhere it can be. */
#include "adrop/rows.h"
#include "adrop/trainer.h"
#include "base/memory.h"
#include "changed_texts.h"
#include "scene.h"
#include "trainer/checkpoint.h"

enum { ROWS = 16 };

static adrop_ctx *ctx;
static adrop_trainer *trainer;
static ad_tensorfile file;

/* Made once, and a checkpoint of it kept. */
static void start(void)
{
    static float x[ROWS][2], y[ROWS];
    const adrop_ctx_opts one = { .size = sizeof one, .threads = 1 };
    adrop_trainer_opts opts;
    adrop_model_opts model;
    adrop_split_opts how;
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
    adrop_split_opts_init(&how);
    adrop_trainer_opts_init(&opts);
    adrop_model_opts_init(&model);
    model.model = "mlp:2";
    model.dropout = "advanced";
    opts.epochs = 2;
    const char *path = NULL;
    if (adrop_ctx_create(&one, &ctx) || adrop_data_from_arrays(ctx, &arrays, &how, &data) ||
        adrop_trainer_create(ctx, data, &model, &opts, &trainer) ||
        ad_checkpoint_write(trainer, path = scene_write("checkpoint", NULL, 0), NULL, 0) ||
        ad_tensorfile_read(ctx, path, 1 << 20, &file)) {
        fprintf(stderr, "%s\n", adrop_ctx_message(ctx));
        abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *lines = calloc(1, size + 1), *bytes = NULL;
    ad_file_text texts[MOST_TEXTS];
    ad_checkpoint c;
    size_t n_bytes;

    if (!lines)
        abort();
    if (!trainer)
        start();
    if (size)
        memcpy(lines, data, size);
    const size_t n = changed_texts(&file, lines, texts);
    if (!ad_tensorfile_pack(ctx, "a checkpoint", file.tensors, file.n_tensors, texts, n, &bytes,
                            &n_bytes)) {
        const char *path = scene_write("changed", (const uint8_t *)bytes, n_bytes);
        if (!ad_checkpoint_open(trainer, path, &c)) {
            if (ad_checkpoint_restore(trainer, &c) && !*adrop_ctx_message(ctx))
                abort();
            ad_checkpoint_release(&c);
        } else if (!*adrop_ctx_message(ctx)) {
            abort(); /* refused without a word */
        }
        ad_free(ctx, bytes);
    }
    free(lines);
    return 0;
}
