/* adrop prune: rounds of training and removing the least useful units. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "adrop/pruning.h"
#include "command.h"
#include "data_choice.h"
#include "document_out.h"
#include "interrupt.h"
#include "out.h"
#include "progress.h"
#include "run_folder.h"
#include "study_show.h"

typedef struct {
    command_common common;
    const char *data_name, *data_dir;
    int format, dry_run;
    size_t passes;
    adrop_prune_opts opts;
    adrop_train_opts train;
    adrop_data_opts data;
} settings;

static const adrop_option options[] = {
    DATA_ROW(settings, data_name),
    DATA_DIR_ROW(settings, data_dir),
    { ROW("dropout", ADROP_OPT_TEXT, train.dropout), .names = ADROP_NAMES_TECHNIQUE,
      .group = ADROP_GROUP_NETWORK, .traits = ADROP_TRAIT_COMMON, .letter = 'D', .value = "T",
      .help = "the technique; if not given, the one that the criterion ranks by, or none" },
    FORMAT_ROW(settings, format, "how the table of rounds is printed"),
    { ROW("time-passes", ADROP_OPT_COUNT, passes), .fallback = 20, .max = 10000,
      .help = "passes of a batch, and of one input, that each round is timed by; 0: none" },
    { ROW("dry-run", ADROP_OPT_FLAG, dry_run), .group = ADROP_GROUP_OUTPUT,
      .traits = ADROP_TRAIT_COMMON, .help = "print what each round would have, and stop" },
    { 0 },
};

static const command_note examples[] = {
    { "adrop prune --data digits --epochs 10 --rounds 12",
      "remove the tenth of the hidden nodes with the largest dropout rates, train what is left "
      "from "
      "its initial weights, twelve times; the same command resumes where it was stopped" },
    { "adrop prune --data mnist --unit weight --criterion magnitude --keep 0.1 --epochs 5",
      "lottery tickets: zeros in place of the smallest weights, until a tenth is left" },
    { "adrop prune --data cifar10 --model resnet18 --criterion bn-scale --scope layer --keep 0.5 "
      "--rounds 1 --rewind none",
      "half of the channels of each layer at once, by the scales of batch norms, then "
      "fine-tuning" },
    { "adrop eval runs/prune-digits-node-advanced/rounds/12",
      "a round is a run: its network is really smaller" },
    { 0 },
};

static const char *const usage[] = {
    "adrop prune --data NAME|PATH [--unit node|weight] [--criterion C] [--rate Q]",
    "            [--rounds N] [--keep F] [--scope global|layer] [--rewind init|epoch:K|none]",
    "            [--epochs N] [--out DIR] [options]",
    NULL,
};

/* The user data of hooks. */
typedef struct {
    const settings *s;
    adrop_pruning *p;
    progress bar;
} watcher;

static void moved(void *user, const adrop_prune_progress *p)
{
    watcher *w = user;

    interrupt_ready();
    prune_show_progress(&w->bar, p);
}

static void round_done(void *user, const adrop_prune_round *r)
{
    watcher *w = user;

    if (w->s->common.quiet)
        return;
    progress_clear(&w->bar);
    prune_show_round(stderr, w->p, r);
}

/* Fill in and check the remaining settings. */
static int prune_complete(const command_call *call)
{
    settings *s = call->settings;
    const int code = data_choice_take(call, s->data_name, s->data_dir, &s->data);

    if (code)
        return code;
    s->opts.size = sizeof s->opts;
    s->train.size = sizeof s->train;
    if (!*s->opts.out)
        s->opts.out = run_folder_prune(call->ctx, s->data_name, s->opts.unit ? "weight" : "node",
                                       s->opts.criterion);
    return OUT_OK;
}

static int work(const command_call *call, adrop_pruning *p)
{
    const settings *s = call->settings;
    watcher w = { .s = s, .p = p, .bar = progress_start(s->common.quiet) };
    const adrop_prune_hooks hooks = { sizeof hooks, &w, moved, round_done, interrupt_stop };

    if (!s->common.quiet)
        prune_show_plan(stderr, p);
    const adrop_status status = adrop_prune_go(p, &hooks);
    progress_clear(&w.bar);
    if (status == ADROP_EINTR)
        return interrupt_tell("prune", s->opts.out);
    return status ? command_fail(call, status) : OUT_OK;
}

static int prune_measure(const command_call *call, adrop_pruning *p)
{
    const settings *s = call->settings;
    adrop_prune_info info;
    adrop_status status = ADROP_OK;

    adrop_prune_describe(p, &info);
    for (size_t i = 0; i < info.rounds && s->passes && !status && !interrupt_signal(); i++)
        status = adrop_prune_time(p, i, s->passes);
    return status ? command_fail(call, status) : OUT_OK;
}

/* Print all rounds; for programs one line of JSON per round. */
static int prune_show(const command_call *call, const adrop_pruning *p)
{
    const settings *s = call->settings;
    adrop_prune_info info;
    int code = OUT_OK;

    adrop_prune_describe(p, &info);
    for (size_t i = 0; i < (s->common.json ? info.rounds : 1) && !code; i++) {
        adrop_document *d;
        const adrop_status status = adrop_prune_document(p, s->common.json ? i : SIZE_MAX, &d);
        code = status ? command_fail(call, status) : document_print_as(call, d, s->format);
    }
    return code;
}

static int prune_run(const command_call *call)
{
    const settings *s = call->settings;
    adrop_pruning *p;
    int code = prune_complete(call);

    if (code)
        return code;
    interrupt_watch();
    reading *busy = reading_start(call->ctx, s->data_name, s->common.quiet);
    const adrop_status status = adrop_prune_create(call->ctx, &s->opts, &s->data, &s->train, &p);
    reading_end(&busy);
    if (status)
        return command_fail(call, status);
    if (!s->dry_run && !(code = work(call, p)))
        code = prune_measure(call, p);
    if (!code)
        code = prune_show(call, p);
    adrop_prune_free(p);
    return code;
}

const command command_prune = {
    .name = "prune",
    .summary = "train, remove what is worth least, train the rest again: smaller networks",
    .examples = examples,
    .usage = usage,
    .options = options,
    .parts = { { adrop_prune_options, offsetof(settings, opts) },
               { adrop_train_options, offsetof(settings, train) },
               { adrop_data_options, offsetof(settings, data) } },
    .settings_size = sizeof(settings),
    .run = prune_run,
};
