/* Fuzz: a run directory as read by `runs`, `show`, `watch` and reports: run.json, then
 * metrics.jsonl. The length of the input selects every text, number and epoch of the record, or the
 * curves; one input in BOTH is read both ways. */
#include "adrop/record.h"
#include "data_scene.h"
#include "experiment/run_curves.h"

enum { BOTH = 64 };

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
    for (size_t i = 0; i <= adrop_record_epochs(r); i++) /* one past the last */
        adrop_record_epoch(r, i, "train_loss");
}

static void read_record(adrop_ctx *ctx)
{
    adrop_record *r = NULL;

    if (!adrop_record_open(ctx, scene_folder(), &r))
        look(r);
    else if (!*adrop_ctx_message(ctx) || r)
        abort(); /* refused without a message */
    adrop_record_free(r);
}

static void read_curves(adrop_ctx *ctx)
{
    ad_shown_runs runs = { .ctx = ctx };

    if (ad_shown_runs_add(&runs, scene_folder()) && (!*adrop_ctx_message(ctx) || runs.n))
        abort();
    ad_shown_runs_release(&runs);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const int both = scene_seldom(data, size, BOTH), first = both || size % 2;
    adrop_ctx *ctx = scene_ctx();
    const uint8_t *part;

    size_t n = scene_part(&data, &size, &part);
    scene_write("run.json", part, n);
    n = scene_part(&data, &size, &part);
    scene_write("metrics.jsonl", part, n);
    if (first)
        read_record(ctx);
    if (both || !first)
        read_curves(ctx);
    return 0;
}
