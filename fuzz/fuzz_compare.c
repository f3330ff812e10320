/* Fuzz: the folder of a comparison: compare.json, timing.json, then run.json and metrics.jsonl of a
 * run. The first three are parsed in memory; the comparison itself, of two techniques on a small
 * table, and its recorded settings are created once. Invalid contents must give a message. One
 * input in SELDOM is written to the folder and becomes a table; fuzz_run covers metrics alone. */
#include "base/file.h"
#include "folder_scene.h"
#include "study/compare_impl.h"

enum { FILES = 4, SELDOM = 128 };

static adrop_ctx *ctx;
static adrop_compare *comparison;
static char paths[FILES][AD_PATH_SIZE];

static void plan(void)
{
    adrop_compare_opts opts;
    adrop_data_opts data;
    adrop_train_opts train;

    folder_start();
    adrop_compare_opts_init(&opts);
    adrop_data_opts_init(&data);
    adrop_train_opts_init(&train);
    opts.runs = 1;
    train.epochs = 1;
    opts.out = "cmp";
    ctx = scene_ctx();
    if (adrop_texts_add(ctx, &opts.data, "t.csv") || adrop_texts_add(ctx, &opts.model, "mlp:2") ||
        adrop_texts_add(ctx, &opts.dropout, "none,bernoulli") ||
        adrop_compare_create(ctx, &opts, &data, &train, &comparison)) {
        fprintf(stderr, "%s\n", adrop_ctx_message(ctx));
        abort();
    }
    const char *run = comparison->runs[0].path;
    if (ad_file_make_folders(ctx, opts.out) || ad_file_make_folders(ctx, run))
        abort();
    snprintf(paths[0], sizeof paths[0], "%s/compare.json", opts.out);
    snprintf(paths[1], sizeof paths[1], "%s/timing.json", opts.out);
    snprintf(paths[2], sizeof paths[2], "%s/run.json", run);
    snprintf(paths[3], sizeof paths[3], "%s/metrics.jsonl", run);
}

static void parse_record(const char *text, size_t size)
{
    json_t *record = NULL;
    adrop_status status = ad_study_parse(&comparison->study, text, size, &record);

    if (!status)
        status = ad_study_match(&comparison->study, record);
    folder_check(ctx, status);
    json_decref(record);
}

static void parse_run(const uint8_t *text, size_t size)
{
    const ad_wanted_run wanted = { .path = paths[2], .set = &comparison->study.set[0] };

    folder_parse_run(ctx, &wanted, text, size);
}

/* Reads the folder as a resumed comparison does. */
static void look(const uint8_t *const part[FILES], const size_t n[FILES])
{
    for (int i = 0; i < FILES; i++)
        scene_put(paths[i], part[i], n[i]);
    folder_check(ctx, ad_study_check(&comparison->study));
    folder_check(ctx, ad_compare_read_times(comparison));
    const adrop_status status = ad_study_review(&comparison->study);
    folder_check(ctx, status);
    if (!status)
        folder_check(ctx, adrop_compare_table(comparison, ADROP_METRIC_LAST));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const int whole = scene_seldom(data, size, SELDOM);
    const uint8_t *part[FILES];
    size_t n[FILES];

    if (!comparison)
        plan();
    for (int i = 0; i < FILES; i++)
        n[i] = scene_part(&data, &size, &part[i]);
    ctx->message[0] = 0;
    parse_record((const char *)part[0], n[0]);
    folder_check(ctx, ad_compare_take_times(comparison, paths[1], (const char *)part[1], n[1]));
    parse_run(part[2], n[2]);
    if (whole)
        look(part, n);
    return 0;
}
