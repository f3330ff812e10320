/* adrop reproduce: the tables and figures of the paper, by label. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "adrop/reproduce.h"
#include "command.h"
#include "compare_watch.h"
#include "data_choice.h"
#include "document_out.h"
#include "interrupt.h"
#include "launch_choice.h"
#include "out.h"
#include "reproduce_page.h"
#include "reproduce_show.h"

typedef struct {
    command_common common;
    int list, dry_run, estimate, format, all, png, pdf;
    const char *data_dir, *figures, *report, *records;
    adrop_reproduce_opts opts;
    adrop_launch_opts launch;
} settings;

static const adrop_option options[] = {
    { ROW("list", ADROP_OPT_FLAG, list),
      .help = "list the recipes: what each needs, how long it takes, whether it can run here" },
    { ROW("dry-run", ADROP_OPT_FLAG, dry_run), .group = ADROP_GROUP_OUTPUT,
      .traits = ADROP_TRAIT_COMMON, .help = "show what would be done, and do nothing" },
    { ROW("estimate", ADROP_OPT_FLAG, estimate),
      .help = "with --dry-run: time a few steps here to say how long it would take" },
    FORMAT_ROW(settings, format, "how the tables are printed"),
    { ROW("figures", ADROP_OPT_TEXT, figures), .value = "DIR",
      .help = "write each figure there as SVG, with the CSV of its data beside it" },
    { ROW("png", ADROP_OPT_FLAG, png), .help = "with --figures: as PNG too (needs rsvg-convert)" },
    { ROW("pdf", ADROP_OPT_FLAG, pdf), .help = "with --figures: as PDF too (needs rsvg-convert)" },
    { ROW("all", ADROP_OPT_FLAG, all),
      .help = "with --report: everything recorded so far, each with its verdict; trains nothing" },
    { ROW("report", ADROP_OPT_TEXT, report), .value = "FILE", .help = "one page of HTML" },
    { ROW("records", ADROP_OPT_TEXT, records), .value = "DIR",
      .help = "with --all: where the records are (results)" },
    DATA_DIR_ROW(settings, data_dir),
    { 0 },
};

static const command_note examples[] = {
    { "adrop reproduce --list", "every table and figure of the paper, and what it takes" },
    { "adrop reproduce uci --scale paper", "the regressions, by the paper's protocol" },
    { "adrop reproduce results --data mnist", "one data set of a table, the quick way" },
    { "adrop reproduce pvalue", "the paper's tests, computed again from its numbers" },
    { "adrop reproduce depth --dry-run", "what would be trained, and for how long" },
    { "adrop reproduce gpdf --figures figures", "a figure of the paper, as SVG and CSV" },
    { "adrop reproduce --all --report paper.html", "all that was recorded, on one page" },
    { 0 },
};

static const char *const usage[] = {
    "adrop reproduce LABEL [--scale quick|paper] [--data NAME] [--dropout T] [--out DIR]",
    "                [--dry-run] [--format text|csv|markdown|latex] [options]",
    "                [--figures DIR] [--report FILE.html] [--launch local|mpi|slurm|script]",
    "adrop reproduce --list [--data-dir DIR]",
    "adrop reproduce --all --report FILE.html [--records DIR]",
    NULL,
};

static const command_note arguments[] = {
    { "LABEL", "a table or figure by its label in the paper" },
    { 0 },
};

static int list(const command_call *call)
{
    const settings *s = call->settings;
    adrop_recipes *recipes;
    adrop_status status = adrop_recipes_open(call->ctx, data_choice_folder(s->data_dir), &recipes);

    if (status)
        return command_fail(call, status);
    const int code = document_print(call, reproduce_list(call->ctx, recipes));
    adrop_recipes_free(recipes);
    return code;
}

static int dry_run(const command_call *call, adrop_reproduction *r)
{
    const settings *s = call->settings;
    double seconds = NAN;
    adrop_reproduce_part part;

    for (size_t i = 0; s->estimate && adrop_reproduce_part_at(r, i, &part); i++) {
        double more;
        if (!part.compare)
            break;
        adrop_status status = adrop_compare_estimate(part.compare, &more);
        if (status)
            return command_fail(call, status);
        seconds = i ? seconds + more : more;
    }
    adrop_reproduce_info info;
    adrop_reproduce_describe(r, &info);
    for (size_t i = 0; info.kind == ADROP_RECIPE_COMPARISON && adrop_reproduce_part_at(r, i, &part);
         i++) {
        const adrop_status status = adrop_compare_table(part.compare,
                                                        ADROP_METRIC_LAST); /* exponent */
        if (status)
            return command_fail(call, status);
    }
    return document_print(call, reproduce_plan(call->ctx, r, seconds));
}

static int any_failed(const adrop_reproduction *r)
{
    adrop_reproduce_part part;
    adrop_planned_run run;

    for (size_t i = 0; adrop_reproduce_part_at(r, i, &part); i++)
        for (size_t k = 0; part.compare && adrop_compare_run_at(part.compare, k, &run); k++)
            if (run.state == ADROP_RUN_FAILED)
                return 1;
    return 0;
}

/* Failed runs were already reported; show the rest. */
static int cmd_reproduce_show(const command_call *call, adrop_reproduction *r)
{
    const settings *s = call->settings;
    adrop_document *d;
    adrop_status status = adrop_reproduce_document(r, &d);

    if (!status)
        status = reproduce_figures(r, d, s->figures, s->png, s->pdf);
    if (!status && *s->report)
        status = reproduce_report(call->ctx, r, d, s->report);
    if (status) {
        adrop_document_free(d);
        return command_fail(call, status);
    }
    const int code = reproduce_show(call, r, d, s->format);
    return code ? code : any_failed(r) ? OUT_FAILED : OUT_OK;
}

static int go(const command_call *call, adrop_reproduction *r, adrop_launch *launch)
{
    const settings *s = call->settings;
    adrop_reproduce_info info;
    compare_watch w = compare_watch_start("reproduce", s->common.quiet || s->common.json);
    adrop_compare_hooks hooks = compare_watch_hooks(&w);

    hooks.launch = launch;
    adrop_reproduce_describe(r, &info);
    adrop_reproduce_part part;

    if (!s->common.quiet && !s->common.json)
        document_write(call->ctx, stderr, reproduce_begin(call->ctx, r), ADROP_DOCUMENT_TEXT);
    for (size_t i = 0; adrop_reproduce_part_at(r, i, &part); i++)
        if (part.compare)
            compare_watch_add(&w, part.compare);
    adrop_status status = adrop_reproduce_go(r, &hooks);
    progress_clear(&w.bar);
    if (status == ADROP_EINTR) {
        if (info.kind == ADROP_RECIPE_PRUNING)
            out_complain(
                "reproduce",
                "interrupted; all that was learned is in '%s': the same command resumes it",
                info.out);
        else
            out_complain("reproduce",
                         "interrupted; %zu of %zu runs are done, and all that was learned is in "
                         "'%s': the same command resumes it",
                         w.ended, w.runs, info.out);
        return 128 + interrupt_signal();
    }
    return status ? command_fail(call, status) : cmd_reproduce_show(call, r);
}

/* Run here, or with workers; only comparisons support workers. */
static int do_runs(const command_call *call, adrop_reproduction *r)
{
    settings *s = call->settings;
    adrop_launch *launch;
    adrop_reproduce_info info;
    int code;

    adrop_reproduce_describe(r, &info);
    if (s->launch.launch != ADROP_LAUNCH_LOCAL &&
        (info.kind == ADROP_RECIPE_PRUNING || info.kind == ADROP_RECIPE_TIMING)) {
        out_complain("reproduce",
                     "'%s' is done on one machine, one step after the other: leave "
                     "'--launch' out",
                     info.label);
        return OUT_USAGE;
    }
    if (launch_is_other(call, &s->launch, info.out, s->opts.jobs, &code))
        return code;
    interrupt_watch();
    if (!(code = launch_begin(call, &s->launch, info.out, s->opts.jobs, &launch)))
        code = go(call, r, launch);
    adrop_launch_close(launch);
    return code;
}

static int reproduce_run(const command_call *call)
{
    settings *s = call->settings;
    adrop_reproduction *r;

    if ((s->png || s->pdf) && !*s->figures) {
        out_complain("reproduce", "'--%s' is for figures: say where with '--figures DIR'",
                     s->png ? "png" : "pdf");
        return OUT_USAGE;
    }
    if (s->list)
        return list(call);
    if (s->all) {
        const char *path = *s->report ? s->report : "paper.html";
        s->opts.size = sizeof s->opts;
        s->opts.data_dir = data_choice_folder(s->data_dir);
        return reproduce_all(call, &s->opts, *s->records ? s->records : "results", path,
                             s->common.quiet || s->common.json);
    }
    if (!call->n_arguments) {
        out_complain("reproduce", "which table or figure? give its label, or '--list'");
        return OUT_USAGE;
    }
    s->opts.size = sizeof s->opts;
    s->opts.data_dir = data_choice_folder(s->data_dir);
    adrop_status status = adrop_reproduce_create(call->ctx, call->arguments[0], &s->opts, &r);
    if (status)
        return command_fail(call, status);
    int code = s->dry_run ? dry_run(call, r) : do_runs(call, r);
    adrop_reproduce_free(r);
    return code;
}

const command command_reproduce = {
    .name = "reproduce",
    .summary = "make a table or figure of the paper again, by its label",
    .examples = examples,
    .usage = usage,
    .arguments = arguments,
    .most_arguments = 1,
    .options = options,
    .parts = { { adrop_reproduce_options, offsetof(settings, opts) },
               { adrop_launch_options, offsetof(settings, launch) } },
    .settings_size = sizeof(settings),
    .run = reproduce_run,
};
