/* Fuzz: the folder of a pruning: prune.json, then run.json and metrics.jsonl of its first round.
 * The first two are parsed in memory; the pruning itself, of four nodes on a small table, is
 * created once. Contents must give a message, or results. One input in SELDOM is written to the
 * folder and read from there. */
#include "base/file.h"
#include "folder_scene.h"
#include "study/prune_impl.h"

enum { FILES = 3, SELDOM = 128 };

static adrop_ctx *ctx;
static adrop_pruning *pruning;
static char paths[FILES][AD_PATH_SIZE];

static void plan(void)
{
    static adrop_prune_opts opts;
    adrop_data_opts data;
    adrop_train_opts train;

    folder_start();
    adrop_prune_opts_init(&opts);
    adrop_data_opts_init(&data);
    adrop_train_opts_init(&train);
    opts.rate = 50;
    opts.rounds = 1;
    train.epochs = 1;
    data.data = "t.csv";
    data.test_fraction = 0.25;
    train.dropout = "";
    opts.criterion = "magnitude";
    opts.out = "small";
    train.model = "mlp:4";
    ctx = scene_ctx();
    if (adrop_prune_create(ctx, &opts, &data, &train, &pruning)) {
        fprintf(stderr, "%s\n", adrop_ctx_message(ctx));
        abort();
    }
    if (ad_file_make_folders(ctx, "small/rounds/0"))
        abort();
    snprintf(paths[0], sizeof paths[0], "small/prune.json");
    snprintf(paths[1], sizeof paths[1], "small/rounds/0/run.json");
    snprintf(paths[2], sizeof paths[2], "small/rounds/0/metrics.jsonl");
}

static void inspect(void)
{
    adrop_prune_round round;

    for (size_t i = 0; adrop_prune_round_at(pruning, i, &round); i++)
        if (round.units < 1 || round.kept > 1)
            abort();
}

static void parse_record(const char *text, size_t size)
{
    json_t *record = NULL;
    adrop_status status = ad_study_parse(&pruning->study, text, size, &record);

    if (!status)
        status = ad_study_match(&pruning->study, record);
    folder_check(ctx, status);
    json_decref(record);
}

static void parse_run(const uint8_t *text, size_t size)
{
    const ad_wanted_run wanted = { .path = paths[1], .set = &pruning->study.set[0] };

    folder_parse_run(ctx, &wanted, text, size);
}

/* Reads the folder as a resumed pruning does. */
static void look(const uint8_t *const part[FILES], const size_t n[FILES])
{
    for (int i = 0; i < FILES; i++)
        scene_put(paths[i], part[i], n[i]);
    folder_check(ctx, ad_study_check(&pruning->study));
    folder_check(ctx, ad_study_review(&pruning->study));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const int whole = scene_seldom(data, size, SELDOM);
    const uint8_t *part[FILES];
    size_t n[FILES];

    if (!pruning)
        plan();
    for (int i = 0; i < FILES; i++)
        n[i] = scene_part(&data, &size, &part[i]);
    ctx->message[0] = 0;
    parse_record((const char *)part[0], n[0]);
    parse_run(part[1], n[1]);
    if (whole)
        look(part, n);
    inspect();
    return 0;
}
