/* Fuzz: the folder of a search: tune.json, then run.json and metrics.jsonl of a trial. The search
 * itself, of two rates on a small table, is planned once. What the folder's files say is refused
 * with a sentence, or becomes results. */
#include "base/file.h"
#include "data_scene.h"
#include "experiment/tune_impl.h"

static adrop_ctx *ctx;
static adrop_tune *search;
static char paths[3][AD_PATH_SIZE];

/* In the scene's folder, so that paths in seeds are right: the corpus has to be named by an
 * absolute path. The table is the one of seeds.py, whose checksum is in the seeds. */
static void plan(void)
{
    static adrop_tune_opts how;
    static char text[256];
    adrop_data_opts data;
    adrop_train_opts train;
    int n = 0;

    for (int i = 0; i < 16; i++)
        n += snprintf(text + n, sizeof text - (size_t)n, "%d,%d,%c\n", i % 5, i % 7, "ab"[i % 2]);
    scene_write("t.csv", (const uint8_t *)text, (size_t)n);
    adrop_tune_opts_init(&how);
    adrop_data_opts_init(&data);
    adrop_train_opts_init(&train);
    how.runs = 1;
    how.no_baseline = 1;
    how.method = ADROP_TUNE_RANDOM;
    train.epochs = 1;
    data.data = "t.csv";
    data.val_fraction = 0.25;
    snprintf(how.out, sizeof how.out, "search");
    snprintf(train.model, sizeof train.model, "mlp:2");
    if (chdir(scene_folder()) || adrop_ctx_create(NULL, &ctx) ||
        !adrop_texts_add(&how.vary, "lr=0.1,0.2") ||
        adrop_tune_create(ctx, &how, &data, &train, &search)) {
        fprintf(stderr, "%s\n", adrop_ctx_message(ctx));
        abort();
    }
    if (ad_file_make_folders(ctx, "search/trials/1"))
        abort();
    snprintf(paths[0], sizeof paths[0], "search/tune.json");
    snprintf(paths[1], sizeof paths[1], "search/trials/1/run.json");
    snprintf(paths[2], sizeof paths[2], "search/trials/1/metrics.jsonl");
}

static void check(adrop_status status)
{
    if (status && !*adrop_ctx_message(ctx))
        abort(); /* refused without a word */
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t *part;
    char *text;

    if (!search)
        plan();
    for (int i = 0; i < 3; i++) {
        const size_t n = scene_part(&data, &size, &part);
        scene_put(paths[i], part, n);
    }
    check(ad_tune_check_folder(search));
    json_decref(search->before);
    search->before = NULL;
    const adrop_status status = ad_tune_search(search, NULL);
    check(status);
    if (!status && !adrop_tune_json(search, &text))
        adrop_tune_text_free(search, text);
    return 0;
}
