/* adrop compare: compare techniques over several runs, with statistics. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "adrop/compare.h"
#include "adrop/report.h"
#include "command.h"
#include "compare_watch.h"
#include "data_choice.h"
#include "document_out.h"
#include "interrupt.h"
#include "launch_choice.h"
#include "out.h"
#include "progress.h"
#include "run_folder.h"
#include "run_row.h"

typedef struct {
    command_common common;
    const char *data_dir;
    int metric, format, paper, dry_run;
    adrop_compare_opts opts;
    adrop_launch_opts launch;
    adrop_train_opts train;
    adrop_data_opts data;
} settings;

static const char *const metric_words[] = { "last", "best", "top5", "micro-f1", "macro-f1", NULL };

static const adrop_option options[] = {
    DATA_DIR_ROW(settings, data_dir),
    { ROW("metric", ADROP_OPT_CHOICE, metric), .words = metric_words,
      .help =
          "what counts: the test result after the last epoch, the best of all epochs (which "
          "the test rows have chosen), the top five, or F1 where rows may have several classes" },
    FORMAT_ROW(settings, format, "how the table is printed; the folder gets it in every format"),
    { ROW("paper", ADROP_OPT_FLAG, paper),
      .help =
          "the paper's conventions in the table: standard deviations divided by n, one-sided p" },
    { ROW("dry-run", ADROP_OPT_FLAG, dry_run), .group = ADROP_GROUP_OUTPUT,
      .traits = ADROP_TRAIT_COMMON,
      .help = "print the runs, which are done and how long the others will take, and stop" },
    { 0 },
};

static const command_note examples[] = {
    { "adrop compare --data digits --dropout none,bernoulli,advanced --runs 3",
      "three techniques on the built-in digits; the same command resumes where it was stopped" },
    { "adrop compare --data mnist --dropout all --dry-run",
      "every technique: what there is to do, and how long it will take" },
    { "adrop compare --data boston --data yacht --dropout none --dropout advanced "
      "--by-split --runs 20",
      "two data sets on their published splits, techniques paired by split" },
    { "adrop compare --data digits --dropout none,beta:beta=0.2 --baseline none --format latex",
      "a setting of your choice, another baseline, a table for a paper" },
    { 0 },
};

static const char *const usage[] = {
    "adrop compare --data NAME|PATH --dropout T --dropout T2 ..|all [--model M]",
    "              [--runs N] [--baseline T] [--unpaired] [--jobs N] [--out DIR]",
    "              [--launch local|mpi|slurm|script] [--dry-run] [options]",
    "adrop compare RUN RUN .. [--baseline T] [--json]",
    NULL,
};

static const command_note arguments[] = {
    { "RUN", "runs that exist, or folders of them, to compare in place of new ones; a "
             "comparison's folder shows what is done so far" },
    { 0 },
};

/* Fill in and check the remaining settings. */
static int compare_complete(const command_call *call)
{
    settings *s = call->settings;

    if (!s->opts.data.n) {
        out_complain("compare", "there is nothing to compare on: give '--data NAME' (see 'adrop "
                                "data list') or '--data PATH'");
        return OUT_USAGE;
    }
    s->opts.size = sizeof s->opts;
    s->train.size = sizeof s->train;
    s->data.size = sizeof s->data;
    s->data.data_dir = data_choice_folder(s->data_dir);
    for (size_t i = 0; i < s->opts.data.n; i++) {
        int code = data_choice_check(call, adrop_texts_at(&s->opts.data, i), s->data.data_dir);
        if (code)
            return code;
    }
    if (!*s->opts.out)
        s->opts.out = run_folder_compare(call->ctx, &s->opts.data, &s->opts.model);
    return OUT_OK;
}

/* The number of runs in a state. */
static size_t compare_count(const adrop_compare *c, adrop_run_state state)
{
    adrop_planned_run run;
    size_t n = 0;

    for (size_t i = 0; adrop_compare_run_at(c, i, &run); i++)
        n += run.state == state;
    return n;
}

static int show_plan(const command_call *call, adrop_compare *c)
{
    const settings *s = call->settings;
    adrop_document *d;
    double seconds;
    adrop_status status = adrop_compare_estimate(c, &seconds);

    if (!status)
        status = adrop_compare_table(c, (adrop_metric)s->metric);
    if (!status)
        status = adrop_report_plan(call->ctx, c, seconds, &d);
    return status ? command_fail(call, status) : document_print_as(call, d, s->format);
}

static int show_results(const command_call *call, adrop_compare *c)
{
    const settings *s = call->settings;
    adrop_report_opts opts;
    adrop_document *d;

    adrop_report_opts_init(&opts);
    opts.paper = s->paper;
    adrop_status status = adrop_compare_table(c, (adrop_metric)s->metric);
    if (!status)
        status = adrop_report_save(call->ctx, c, &opts);
    if (!status)
        status = adrop_report_document(call->ctx, c, &opts, &d);
    if (status)
        return command_fail(call, status);
    if (s->format == FORMAT_TEXT)
        adrop_document_say(d, "the comparison is in %s", s->opts.out);
    const int code = document_print_brief(call, d, s->format);
    return code ? code : compare_count(c, ADROP_RUN_FAILED) ? OUT_FAILED : OUT_OK;
}

static int work(const command_call *call, adrop_compare *c, adrop_launch *launch)
{
    const settings *s = call->settings;
    compare_watch w = compare_watch_start("compare", s->common.quiet);
    adrop_compare_hooks hooks = compare_watch_hooks(&w);

    hooks.launch = launch;
    compare_watch_add(&w, c);
    adrop_status status = adrop_compare_go(c, &hooks);
    progress_clear(&w.bar);
    if (status == ADROP_EINTR) {
        out_complain("compare",
                     "interrupted; %zu of %zu runs are done, and all that was learned is in '%s': "
                     "the same command resumes it",
                     compare_count(c, ADROP_RUN_DONE), w.runs, s->opts.out);
        return 128 + interrupt_signal();
    }
    return status ? command_fail(call, status) : OUT_OK;
}

/* `compare RUN RUN ..`; refuses `compare digits` with advice. */
static int run_folders(const command_call *call)
{
    const settings *s = call->settings;

    if (s->opts.data.n || access(call->arguments[0], F_OK)) {
        out_complain(
            "compare",
            "'%s' is one argument too many: did you mean '--data %s'? (folders of runs are "
            "compared without '--data')",
            call->arguments[0], call->arguments[0]);
        return OUT_USAGE;
    }
    return compare_runs(call, s->opts.baseline, s->common.json);
}

/* Run here, or with workers. */
static int do_runs(const command_call *call, adrop_compare *c)
{
    settings *s = call->settings;
    adrop_launch *launch;
    int code;

    interrupt_watch();
    if (!(code = launch_begin(call, &s->launch, s->opts.out, s->opts.jobs, &launch)))
        code = work(call, c, launch);
    adrop_launch_close(launch);
    return code;
}

static int compare_run(const command_call *call)
{
    settings *s = call->settings;
    adrop_compare *c;

    if (call->n_arguments)
        return run_folders(call);
    int code = compare_complete(call);

    if (code || launch_is_other(call, &s->launch, s->opts.out, s->opts.jobs, &code))
        return code;
    reading *busy = reading_start(call->ctx, adrop_texts_at(&s->opts.data, 0), s->common.quiet);
    adrop_status status = adrop_compare_create(call->ctx, &s->opts, &s->data, &s->train, &c);
    reading_end(&busy);
    if (status)
        return command_fail(call, status);
    if (s->dry_run)
        code = show_plan(call, c);
    else if (!(code = do_runs(call, c)))
        code = show_results(call, c);
    adrop_compare_free(c);
    return code;
}

const command command_compare = {
    .name = "compare",
    .summary = "compare techniques over several runs, with statistics",
    .examples = examples,
    .usage = usage,
    .arguments = arguments,
    .most_arguments = 256,
    .options = options,
    .parts = { { adrop_compare_options, offsetof(settings, opts) },
               { adrop_train_options, offsetof(settings, train) },
               { adrop_data_options, offsetof(settings, data) },
               { adrop_launch_options, offsetof(settings, launch) } },
    .settings_size = sizeof(settings),
    .run = compare_run,
};
