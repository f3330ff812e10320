/* Fuzz: the folder of a search: tune.json, then run.json and metrics.jsonl of a trial, each parsed
 * in memory. The search itself, of two rates on a small table, and the head of its record are
 * created once. Invalid contents must give a message. One input in SELDOM is written to the folder
 * and becomes results. */
#include "base/file.h"
#include "folder_scene.h"
#include "study/tune_impl.h"

enum { FILES = 3, SELDOM = 128 };

static adrop_ctx *ctx;
static adrop_tune *search;
static char paths[FILES][AD_PATH_SIZE];

static void plan(void)
{
    static adrop_tune_opts opts;
    adrop_data_opts data;
    adrop_train_opts train;

    folder_start();
    adrop_tune_opts_init(&opts);
    adrop_data_opts_init(&data);
    adrop_train_opts_init(&train);
    opts.runs = 1;
    opts.no_baseline = 1;
    opts.method = ADROP_TUNE_RANDOM;
    train.epochs = 1;
    data.data = "t.csv";
    data.val_fraction = 0.25;
    opts.out = "search";
    train.model = "mlp:2";
    ctx = scene_ctx();
    if (adrop_texts_add(ctx, &opts.vary, "lr=0.1,0.2") ||
        adrop_tune_create(ctx, &opts, &data, &train, &search)) {
        fprintf(stderr, "%s\n", adrop_ctx_message(ctx));
        abort();
    }
    if (ad_file_make_folders(ctx, "search/trials/1"))
        abort();
    snprintf(paths[0], sizeof paths[0], "search/tune.json");
    snprintf(paths[1], sizeof paths[1], "search/trials/1/run.json");
    snprintf(paths[2], sizeof paths[2], "search/trials/1/metrics.jsonl");
}

static void parse_record(const char *text, size_t size)
{
    json_t *record = NULL;
    adrop_status status = ad_study_parse(&search->study, text, size, &record);

    if (!status)
        status = ad_study_match(&search->study, record);
    folder_check(ctx, status);
    json_decref(record);
}

static void parse_run(const uint8_t *text, size_t size)
{
    const ad_wanted_run wanted = { .path = paths[1], .set = &search->study.set[0] };

    folder_parse_run(ctx, &wanted, text, size);
}

static void parse_lines(const char *text)
{
    ad_training run = { .number = 1, .epochs = 1 };

    folder_check(ctx, ad_tune_read_lines(ctx, paths[2], text, search->shown.by, &run));
}

/* Reads the folder as a resumed search does. */
static void look(const uint8_t *const part[FILES], const size_t n[FILES])
{
    char *text;

    for (int i = 0; i < FILES; i++)
        scene_put(paths[i], part[i], n[i]);
    folder_check(ctx, ad_study_check(&search->study));
    const adrop_status status = ad_study_review(&search->study);
    folder_check(ctx, status);
    if (!status && !adrop_tune_json(search, &text))
        adrop_free(ctx, text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const int whole = scene_seldom(data, size, SELDOM);
    const uint8_t *part[FILES];
    size_t n[FILES];

    if (!search)
        plan();
    for (int i = 0; i < FILES; i++)
        n[i] = scene_part(&data, &size, &part[i]);
    ctx->message[0] = 0;
    parse_record((const char *)part[0], n[0]);
    parse_run(part[1], n[1]);
    char *lines = scene_text(part[2], n[2]);
    parse_lines(lines);
    free(lines);
    if (whole)
        look(part, n);
    return 0;
}
