/* Fuzz: a run directory as `runs`, `show`, `watch` and reports read it, run.json and then
 * metrics.jsonl: every text, number and epoch of the record, and the curves. */
#include "adrop/runs.h"
#include "data_scene.h"
#include "experiment/run_curves.h"

static void look(const adrop_record *r)
{
    static const char *const names[] = { "settings.model", "result.test_acc", "data.files", "epoch",
                                         "train_loss" };
    const char *key, *value;

    if (!adrop_record_state(r))
        abort();
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        adrop_record_text(r, names[i]);
        adrop_record_number(r, names[i]);
    }
    for (size_t i = 0; adrop_record_setting(r, i, &key, &value); i++)
        if (!key || !value)
            abort();
    for (size_t i = 0; i <= adrop_record_epochs(r); i++) /* one behind the last */
        adrop_record_epoch(r, i, "train_loss");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ad_shown_runs runs = { 0 };
    adrop_record *r = NULL;
    adrop_ctx *ctx;
    const uint8_t *part;

    if (adrop_ctx_create(NULL, &ctx))
        abort();
    size_t n = scene_part(&data, &size, &part);
    scene_write("run.json", part, n);
    n = scene_part(&data, &size, &part);
    scene_write("metrics.jsonl", part, n);
    if (!adrop_record_open(ctx, scene_folder(), &r))
        look(r);
    else if (!*adrop_ctx_message(ctx) || r)
        abort(); /* refused without a word */
    adrop_record_free(r);
    runs.ctx = ctx;
    if (ad_shown_runs_add(&runs, scene_folder()) && (!*adrop_ctx_message(ctx) || runs.n))
        abort();
    ad_shown_runs_release(&runs);
    adrop_ctx_free(ctx);
    return 0;
}
