/* Fuzz: the folder of a pruning: prune.json, then run.json and metrics.jsonl of its first round.
 * The pruning itself, of four nodes on a small table, is planned once. What the folder's files say
 * is refused with a sentence, or becomes results. */
#include "base/file.h"
#include "data_scene.h"
#include "experiment/prune_impl.h"

static adrop_ctx *ctx;
static adrop_pruning *pruning;
static char paths[3][AD_PATH_SIZE];

/* In the scene's folder, as in fuzz_tune.c. */
static void plan(void)
{
    static adrop_prune_opts how;
    static char text[256];
    adrop_data_opts data;
    adrop_train_opts train;
    int n = 0;

    for (int i = 0; i < 16; i++)
        n += snprintf(text + n, sizeof text - (size_t)n, "%d,%d,%c\n", i % 5, i % 7, "ab"[i % 2]);
    scene_write("t.csv", (const uint8_t *)text, (size_t)n);
    adrop_prune_opts_init(&how);
    adrop_data_opts_init(&data);
    adrop_train_opts_init(&train);
    how.rate = 50;
    how.rounds = 1;
    train.epochs = 1;
    data.data = "t.csv";
    data.test_fraction = 0.25;
    *train.dropout = 0;
    snprintf(how.criterion, sizeof how.criterion, "magnitude");
    snprintf(how.out, sizeof how.out, "small");
    snprintf(train.model, sizeof train.model, "mlp:4");
    if (chdir(scene_folder()) || adrop_ctx_create(NULL, &ctx) ||
        adrop_prune_create(ctx, &how, &data, &train, &pruning)) {
        fprintf(stderr, "%s\n", adrop_ctx_message(ctx));
        abort();
    }
    if (ad_file_make_folders(ctx, "small/rounds/0"))
        abort();
    snprintf(paths[0], sizeof paths[0], "small/prune.json");
    snprintf(paths[1], sizeof paths[1], "small/rounds/0/run.json");
    snprintf(paths[2], sizeof paths[2], "small/rounds/0/metrics.jsonl");
}

static void check(adrop_status status)
{
    if (status && !*adrop_ctx_message(ctx))
        abort(); /* refused without a word */
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t *part;
    adrop_prune_round round;

    if (!pruning)
        plan();
    for (int i = 0; i < 3; i++) {
        const size_t n = scene_part(&data, &size, &part);
        scene_put(paths[i], part, n);
    }
    check(ad_prune_check_folder(pruning));
    json_decref(pruning->before);
    pruning->before = NULL;
    check(ad_prune_look(pruning, 0));
    for (size_t i = 0; adrop_prune_round_at(pruning, i, &round); i++)
        if (round.units < 1 || round.kept > 1)
            abort();
    return 0;
}
