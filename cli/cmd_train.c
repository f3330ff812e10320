/* adrop train: one run, with one line per epoch. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "adrop/comm.h"
#include "adrop/train.h"
#include "command.h"
#include "data_choice.h"
#include "document_out.h"
#include "interrupt.h"
#include "kept.h"
#include "out.h"
#include "progress.h"
#include "run_folder.h"
#include "train_show.h"

typedef struct {
    command_common common;
    const char *data, *data_dir;
    adrop_train_opts train;
    adrop_data_opts opts;
    adrop_comm_opts comm;
    adrop_comm *joined; /* NULL: a single process */
    int dry_run;
} settings;

static const adrop_option options[] = {
    { ROW("data", ADROP_OPT_TEXT, data), .names = ADROP_NAMES_DATA, .group = ADROP_GROUP_DATA,
      .traits = ADROP_TRAIT_COMMON, .letter = 'd', .value = "NAME|PATH",
      .help =
          "a name from `adrop data list`, or a file or folder in one of the formats of `adrop list "
          "formats`" },
    DATA_DIR_ROW(settings, data_dir),
    { ROW("dry-run", ADROP_OPT_FLAG, dry_run), .group = ADROP_GROUP_OUTPUT,
      .traits = ADROP_TRAIT_COMMON,
      .help = "read the data, print what would be trained with which settings, and stop" },
    { 0 },
};

static const command_note examples[] = {
    { "adrop train --data digits",
      "advanced dropout on the built-in digits, kept in a new folder in "
      "runs" },
    { "adrop train --data mnist --dropout bernoulli:rate=0.5 --out runs/b",
      "another technique, into a folder of your choice" },
    { "adrop train --data houses.csv --task regression --target price", "a table of your own" },
    { "adrop train --data houses.csv --task regression --folds 5",
      "five runs, each tested on another fifth of the rows" },
    { "adrop train --resume runs/b", "resume a run that was interrupted" },
    { "adrop train --resume runs/b --epochs 400", "train a finished run for longer" },
    { "mpirun -np 4 adrop train --data mnist --shards 8 --threads 1 --out runs/m",
      "one training by four processes (docs/scaling.md)" },
    { "adrop train --data mine.npz --init runs/b --freeze fc1",
      "start from the weights of another run, and leave some as they are" },
    { 0 },
};

static const char *const usage[] = {
    "adrop train --data NAME|PATH [--model NAME[:SPEC]] [--dropout NAME[:KEY=..]]",
    "            [--epochs N] [--out DIR] [--config FILE] [options]",
    "adrop train --resume RUN [--epochs N]",
    NULL,
};

static const command_note arguments[] = {
    { "RUN", "with --resume: the folder of the run; its settings need not be given again" },
    { 0 },
};

/* `train --resume RUN`: load the run's own settings first. */
static int train_prepare(const command_call *call)
{
    settings *s = call->settings;

    if (!call->n_arguments)
        return OUT_OK;
    const char *run = call->arguments[0];
    const char *fold = kept(call->ctx, "%s/fold-1", run);
    const int folds = !access(kept(call->ctx, "%s/run.json", fold), F_OK);
    if (!folds && access(kept(call->ctx, "%s/run.json", run), F_OK)) {
        out_complain("train",
                     "'%s' is one argument too many: did you mean '--data %s'? (a run to resume is "
                     "a folder that 'adrop train' has written)",
                     run, run);
        return OUT_USAGE;
    }
    const adrop_status status = adrop_train_settings(call->ctx, folds ? fold : run, &s->opts,
                                                     &s->train);
    if (status)
        return command_fail(call, status);
    s->data = s->opts.data;
    if (folds) { /* resume all folds */
        s->opts.fold = 0;
        s->train.out = run;
    }
    s->train.resume = 0; /* the user must ask for it */
    return OUT_OK;
}

/* The user data of hooks. */
typedef struct {
    adrop_ctx *ctx;
    const settings *s;
    const adrop_model *model; /* owned by the library */
    adrop_data_info data;
    progress bar;
    reading *reading; /* until the data are read */
    int header;
} watcher;

/* The settings as resolved with the data. */
static void show_settings(adrop_ctx *ctx, const settings *s, FILE *file)
{
    const char *line = "";
    static const char *const names[] = {
        "model",    "dropout", "dropout-at",      "epochs", "batch",        "optimizer",  "lr",
        "schedule", "lr-drop", "warmup",          "clip",   "weight-decay", "dropout-lr", "augment",
        "patience", "seed",    "dropout-schedule"
    };

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const adrop_option *row = adrop_option_find(adrop_train_options(), names[i]);
        const char *text = kept_value(ctx, row, &s->train);
        if (*text && strcmp(text, "0") != 0)
            line = kept(ctx, "%s%s%s %s", line, *line ? ", " : "", names[i], text);
    }
    out_say(file, "%s", line);
}

static void started(void *user, const adrop_model *model, const adrop_data *data)
{
    watcher *w = user;

    reading_end(&w->reading);
    interrupt_ready();
    w->model = model;
    adrop_data_describe(data, &w->data);
    if (!w->s->common.quiet && !w->s->common.json) {
        train_show_start(stderr, data, model);
        show_settings(w->ctx, w->s, stderr);
    }
}

static void advanced(void *user, const adrop_progress *p)
{
    watcher *w = user;

    progress_show(&w->bar, "", p);
}

static void epoch_done(void *user, const adrop_epoch *e)
{
    watcher *w = user;

    progress_clear(&w->bar);
    if (w->s->common.json) {
        printf("%s\n", e->json);
    } else if (!w->s->common.quiet) {
        if (!w->header++)
            train_show_header(stdout, &w->data, w->model);
        train_show_epoch(stdout, &w->data, w->model, e);
    }
    fflush(stdout);
}

/* Is the network written down, in the text of --model or in a file, with its own places of dropout?
 */
static int names_its_places(const char *model)
{
    const size_t n = strlen(model);

    return !strncmp(model, "net:", 4) || !strncmp(model, "yaml:", 5) ||
           (n > 5 && !strcmp(model + n - 5, ".yaml")) || (n > 4 && !strcmp(model + n - 4, ".yml"));
}

/* Fill in and check the remaining settings. */
static int train_complete(const command_call *call)
{
    settings *s = call->settings;

    if (call->n_arguments && !s->train.resume) {
        out_complain("train", "'%s' is a run: give '--resume %s' to resume it", call->arguments[0],
                     call->arguments[0]);
        return OUT_USAGE;
    }
    if (!*s->data) {
        out_complain("train", "there is nothing to train on: give '--data NAME' (see 'adrop data "
                              "list') or '--data PATH'");
        return OUT_USAGE;
    }
    if (*s->train.dropout_schedule && !strcmp(s->train.dropout, "none")) {
        out_complain("train", "--dropout-schedule has no effect with '--dropout none': leave one "
                              "of them out");
        return OUT_USAGE;
    }
    if (s->train.dropout_at && !s->train.resume && names_its_places(s->train.model)) {
        out_complain("train",
                     "--dropout-at has no effect on '%s': the 'dropout' lines of a network "
                     "of your own say where; move them, and leave --dropout-at out",
                     s->train.model);
        return OUT_USAGE;
    }
    s->opts.size = sizeof s->opts;
    s->opts.data = s->data;
    s->opts.data_dir = data_choice_folder(s->data_dir);
    s->opts.seed = s->train.seed;
    s->train.size = sizeof s->train;
    char *line = command_line();
    s->train.command = kept(call->ctx, "%s", line);
    free(line);
    int code = data_choice_check(call, s->data, s->opts.data_dir);
    if (code || *s->train.out)
        return code;
    if (s->train.resume) {
        out_complain("train", "'--resume' needs the folder of the run: give '--resume RUN'");
        return OUT_USAGE;
    }
    s->train.out = run_folder_name(call->ctx, s->data, s->train.model, s->train.dropout,
                                   s->train.seed);
    if (!*s->train.out) {
        out_complain("train", "there is no free name for the run in 'runs': give '--out DIR'");
        return OUT_USAGE;
    }
    return OUT_OK;
}

static int say_interrupted(const settings *s)
{
    out_complain(
        "train",
        "interrupted; all that was learned is in '%s': 'adrop train --resume %s' resumes it",
        s->train.out, s->train.out);
    return 128 + interrupt_signal();
}

/* Open the data, resolve the settings that depend on them, and train; or only print the plan. */
static adrop_status train_and_follow(const command_call *call, watcher *w,
                                     const adrop_train_hooks *hooks, adrop_train_result *result)
{
    settings *s = call->settings;
    adrop_data *data = NULL;

    w->reading = reading_start(call->ctx, s->data, s->common.quiet);
    s->opts.seed = s->train.data_seed ? s->train.data_seed : s->train.seed;
    adrop_status status = adrop_data_open(call->ctx, &s->opts, &data);
    reading_end(&w->reading);
    if (!status)
        status = adrop_train_resolve(call->ctx, data, &s->train);
    if (!status && s->dry_run)
        show_settings(call->ctx, s, stdout);
    if (!status && !s->dry_run)
        status = adrop_train_on(call->ctx, data, &s->opts, &s->train, hooks, result);
    adrop_data_free(data);
    return status;
}

/* One run, with its summary. */
static int run_once(const command_call *call, adrop_train_result *result)
{
    settings *s = call->settings;
    watcher w = { .ctx = call->ctx, .s = s, .bar = progress_start(s->common.quiet) };
    const adrop_train_hooks hooks = { sizeof hooks, &w,         started,
                                      advanced,     epoch_done, interrupt_stop };

    int code = OUT_OK;
    interrupt_watch();
    adrop_status status = train_and_follow(call, &w, &hooks, result);
    progress_clear(&w.bar);
    out_mute(!adrop_comm_speaks(s->joined));
    if (status && status != ADROP_EINTR)
        return command_fail(call, status);
    if (s->dry_run)
        return OUT_OK;
    if (s->common.json || (!status && !adrop_comm_rank(s->joined)))
        code = document_print(call, train_show_result(call->ctx, result, s->train.out));
    return status ? say_interrupted(s) : code;
}

/* One run per fold, in folders of their own, and their summary. */
static int run_folds(const command_call *call)
{
    settings *s = call->settings;
    const adrop_train_opts asked = s->train;
    train_folds folds = { .out = asked.out, .n = s->opts.folds };
    adrop_train_result result = { 0 };
    int code = OUT_OK;

    for (size_t i = 0; i < folds.n && !code; i++) {
        s->train = asked;
        s->opts.fold = i + 1;
        train_folds_place(call->ctx, &folds, i, asked.resume, &s->train);
        code = run_once(call, &result);
        if (s->dry_run)
            return code;
        train_folds_take(&folds, i, &result);
    }
    return code ? code : train_folds_show(call, &folds);
}

static int run_alone(const command_call *call)
{
    const settings *s = call->settings;
    adrop_train_result result;
    const int code = train_complete(call);

    if (code)
        return code;
    return s->opts.folds && !s->opts.fold ? run_folds(call) : run_once(call, &result);
}

/* One rank of a job, or the only process. Rank 0 prints for all. */
static int train_run(const command_call *call)
{
    settings *s = call->settings;

    s->comm.size = sizeof s->comm;
    s->comm.stop = interrupt_stop;
    const adrop_status status = adrop_comm_open(call->ctx, &s->comm, &s->joined);
    if (status)
        return command_fail(call, status);
    if (adrop_comm_rank(s->joined)) {
        out_mute(1);
        s->common.quiet = 1;
        s->common.json = 0;
    }
    const int code = run_alone(call);
    if (s->joined)
        fflush(stdout); /* closing may end the process */
    adrop_comm_close(s->joined, code);
    return code;
}

const command command_train = {
    .name = "train",
    .summary = "train a network and keep the run in a folder",
    .examples = examples,
    .usage = usage,
    .arguments = arguments,
    .most_arguments = 1,
    .options = options,
    .parts = { { adrop_train_options, offsetof(settings, train) },
               { adrop_data_options, offsetof(settings, opts) },
               { adrop_comm_options, offsetof(settings, comm) } },
    .settings_size = sizeof(settings),
    .run = train_run,
    .prepare = train_prepare,
};
