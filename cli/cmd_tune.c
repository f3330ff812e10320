/* adrop tune: search settings by held-out rows, and train the winner again. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "adrop/tune.h"
#include "command.h"
#include "data_choice.h"
#include "document_out.h"
#include "interrupt.h"
#include "launch_choice.h"
#include "out.h"
#include "progress.h"
#include "run_folder.h"
#include "study_show.h"

typedef struct {
    command_common common;
    const char *data_name, *data_dir;
    int format, dry_run;
    size_t top;
    adrop_tune_opts opts;
    adrop_launch_opts launch;
    adrop_train_opts train;
    adrop_data_opts data;
} settings;

static const adrop_option options[] = {
    DATA_ROW(settings, data_name),
    DATA_DIR_ROW(settings, data_dir),
    FORMAT_ROW(settings, format, "how the table of trials is printed"),
    { ROW("top", ADROP_OPT_COUNT, top), .fallback = 10, .max = 1e6,
      .help = "trials that the table shows as text; 0: all" },
    { ROW("dry-run", ADROP_OPT_FLAG, dry_run), .group = ADROP_GROUP_OUTPUT,
      .traits = ADROP_TRAIT_COMMON,
      .help = "print what would be trained, how many epochs that takes and how long, and stop" },
    { 0 },
};

static const command_note examples[] = {
    { "adrop tune --data digits --vary lr=0.001..0.1:log --vary dropout=none,bernoulli,advanced",
      "27 trials, of which the best are trained longer; the same command resumes where it was "
      "stopped" },
    { "adrop tune --data digits --vary dropout=none,bernoulli --vary dropout.rate=0.1,0.3,0.5 "
      "--method grid --dry-run",
      "every combination; rates go to the technique that has them: four trials, not six" },
    { "adrop tune --data mnist --vary 'model=\"mlp:256,256\",mlp:800' --vary batch=32..512:log "
      "--method hyperband --epochs 27",
      "a value with a comma stands in double quotes; a range of whole numbers" },
    { "adrop tune --data houses.csv --task regression --folds 5 --vary weight-decay=1e-6..1e-2:log",
      "judged by five folds of the training rows" },
    { 0 },
};

static const char *const usage[] = {
    "adrop tune --data NAME|PATH --vary KEY=LOW..HIGH[:log]|V1,V2 [--vary ..]",
    "           [--method grid|random|halving|hyperband] [--trials N] [--epochs N]",
    "           [--folds K] [--runs N] [--jobs N] [--out DIR] [--dry-run]",
    "           [--launch local|mpi|slurm|script] [options]",
    NULL,
};

/* The user data of hooks. */
typedef struct {
    const settings *s;
    const adrop_tune *t;
    progress bar;
} watcher;

static void moved(void *user, const adrop_tune_progress *p)
{
    watcher *w = user;

    interrupt_ready();
    tune_show_progress(&w->bar, p);
}

static void judged(void *user, const adrop_trial *trial)
{
    watcher *w = user;

    if (trial->state == ADROP_TRIAL_FAILED) {
        progress_clear(&w->bar);
        out_complain("tune", "trial %zu (%s) failed: %s", trial->trial, trial->settings,
                     trial->message);
    } else if (!w->bar.on && !w->s->common.quiet) {
        tune_show_trial(stderr, w->t, trial);
    }
}

static void ended(void *user, const char *what, const adrop_train_result *result)
{
    const watcher *w = user;

    if (w->bar.on || w->s->common.quiet)
        return;
    if (result->task == ADROP_REGRESSION)
        fprintf(stderr, "%s: test rmse %s\n", what, OUT_NUMBER(result->test_rmse, 5));
    else
        fprintf(stderr, "%s: test accuracy %.2f %%\n", what, result->test_acc);
}

/* Fill in and check the remaining settings. */
static int tune_complete(const command_call *call)
{
    settings *s = call->settings;
    const int code = data_choice_take(call, s->data_name, s->data_dir, &s->data);

    if (code)
        return code;
    if (!s->opts.vary.n) {
        out_complain("tune", "there is nothing to search: give '--vary', as in '--vary "
                             "lr=0.001..0.1:log' or '--vary dropout=none,bernoulli'");
        return OUT_USAGE;
    }
    s->opts.size = sizeof s->opts;
    s->train.size = sizeof s->train;
    if (!*s->opts.out)
        s->opts.out = run_folder_tune(call->ctx, s->data_name, &s->opts.vary);
    return OUT_OK;
}

/* The number of trials to show. */
static size_t most_trials(const settings *s)
{
    return s->top ? s->top : SIZE_MAX;
}

/* Tell how to see the trials that the table omits. */
static void say_top(const settings *s, const adrop_tune *t, adrop_document *d)
{
    adrop_tune_result r;

    adrop_tune_describe(t, &r);
    if (s->top && r.trials > s->top && s->format == FORMAT_TEXT)
        adrop_document_say(d, "'--top 0' shows all trials.");
}

static int show_plan(const command_call *call, adrop_tune *t)
{
    const settings *s = call->settings;
    adrop_document *d;
    double left, seconds;
    adrop_status status = adrop_tune_estimate(t, &left, &seconds);

    if (!status)
        status = adrop_tune_plan_document(t, s->common.json ? SIZE_MAX : most_trials(s), left,
                                          seconds, &d);
    if (status)
        return command_fail(call, status);
    say_top(s, t, d);
    return document_print_as(call, d, s->format);
}

/* Print the plan before it runs. */
static adrop_status say_plan(const command_call *call, adrop_tune *t)
{
    adrop_document *d;
    double left, seconds;
    adrop_status status = adrop_tune_estimate(t, &left, &seconds);

    if (!status)
        status = adrop_tune_plan_document(t, 0, left, seconds, &d);
    return status ? status : document_write(call->ctx, stderr, d, ADROP_DOCUMENT_TEXT);
}

static int work(const command_call *call, adrop_tune *t, adrop_launch *launch)
{
    const settings *s = call->settings;
    watcher w = { .s = s, .t = t, .bar = progress_start(s->common.quiet) };
    const adrop_tune_hooks hooks = {
        sizeof hooks, &w, moved, judged, ended, interrupt_stop, launch
    };
    adrop_status status = s->common.quiet ? ADROP_OK : say_plan(call, t);

    if (!status)
        status = adrop_tune_go(t, &hooks);
    progress_clear(&w.bar);
    if (status == ADROP_EINTR)
        return interrupt_tell("tune", s->opts.out);
    return status ? command_fail(call, status) : OUT_OK;
}

static int show_results(const command_call *call, adrop_tune *t)
{
    const settings *s = call->settings;
    adrop_tune_result r;
    adrop_document *d;
    char *text;
    int code = OUT_OK;
    const size_t most = s->format == FORMAT_TEXT ? most_trials(s) : SIZE_MAX;
    const adrop_status status = s->common.json ? adrop_tune_json(t, &text)
                                               : adrop_tune_document(t, most, &d);

    if (status)
        return command_fail(call, status);
    if (s->common.json) {
        puts(text);
        adrop_free(call->ctx, text);
    } else {
        say_top(s, t, d);
        code = document_print_as(call, d, s->format);
    }
    adrop_tune_describe(t, &r);
    if (r.final.n < s->opts.runs && s->common.quiet)
        out_complain("tune", "%zu of %zu runs of the winner failed: without '--quiet' it says why",
                     s->opts.runs - r.final.n, s->opts.runs);
    return code ? code : r.final.n < s->opts.runs ? OUT_FAILED : OUT_OK;
}

/* Run the trials here, or with workers. */
static int do_runs(const command_call *call, adrop_tune *t)
{
    settings *s = call->settings;
    adrop_launch *launch;
    int code;

    if (!(code = launch_begin(call, &s->launch, s->opts.out, s->opts.jobs, &launch)))
        code = work(call, t, launch);
    adrop_launch_close(launch);
    return code;
}

static int tune_run(const command_call *call)
{
    settings *s = call->settings;
    adrop_tune *t;
    int code = tune_complete(call);

    s->common.threads = s->opts.run_threads; /* per run */
    if (code || launch_is_other(call, &s->launch, s->opts.out, s->opts.jobs, &code))
        return code;
    interrupt_watch();
    reading *busy = reading_start(call->ctx, s->data_name, s->common.quiet);
    const adrop_status status = adrop_tune_create(call->ctx, &s->opts, &s->data, &s->train, &t);
    reading_end(&busy);
    if (status)
        return command_fail(call, status);
    if (s->dry_run)
        code = show_plan(call, t);
    else if (!(code = do_runs(call, t)))
        code = show_results(call, t);
    adrop_tune_free(t);
    return code;
}

const command command_tune = {
    .name = "tune",
    .summary = "search settings by held-out rows, and train the best again",
    .examples = examples,
    .usage = usage,
    .options = options,
    .parts = { { adrop_tune_options, offsetof(settings, opts) },
               { adrop_train_options, offsetof(settings, train) },
               { adrop_data_options, offsetof(settings, data) },
               { adrop_launch_options, offsetof(settings, launch) } },
    .settings_size = sizeof(settings),
    .run = tune_run,
};
