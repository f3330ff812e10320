/* adrop uncertainty: assess the reliability of predictions of one or more runs. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "adrop/number.h"
#include "command.h"
#include "data_choice.h"
#include "document_out.h"
#include "interrupt.h"
#include "job.h"
#include "out.h"
#include "out_file.h"
#include "progress.h"
#include "run_folder.h"
#include "uncertainty_show.h"

enum { MOST_RUNS = 256 };

typedef struct {
    command_common common;
    const char *data, *data_dir, *ood;
    const char *output;
    size_t samples, bins, sample_batch;
    int part, method, masks, compare, record, allow_changed_data;
    const char *calibrate, *target;
    double level;
    adrop_comm_opts comm;
    int is_other; /* another rank, which prints nothing */
} settings;

enum { METHOD_MC, METHOD_SOFTMAX, METHOD_MOMENTS };

static const char *const part_words[] = { "train", "val", "test", NULL };
static const char *const method_words[] = { "mc", "softmax", "moments", NULL };
static const char *const mask_words[] = { "own", "shared", NULL };

static const adrop_option options[] = {
    { ROW("samples", ADROP_OPT_COUNT, samples), .fallback = 50, .min = 1, .max = 1e6,
      .help = "noisy passes per input" },
    { ROW("method", ADROP_OPT_CHOICE, method), .words = method_words,
      .help =
          "mc: the mean of noisy passes; softmax: one pass without noise; moments: the first two "
          "moments of the masks, carried through dense layers and ReLU" },
    { ROW("ood", ADROP_OPT_TEXT, ood), .value = "NAME|PATH",
      .help = "a data set from another distribution: can its rows be told from those measured?" },
    { ROW("data", ADROP_OPT_TEXT, data), .names = ADROP_NAMES_DATA, .group = ADROP_GROUP_DATA,
      .traits = ADROP_TRAIT_COMMON, .letter = 'd', .value = "NAME|PATH",
      .help = "another data set to measure on; if not given, that of the run" },
    DATA_DIR_ROW(settings, data_dir),
    { ROW("part", ADROP_OPT_CHOICE, part), .fallback = ADROP_PART_TEST, .words = part_words,
      .help = "the rows to measure on" },
    { ROW("calibrate", ADROP_OPT_TEXT, calibrate), .value = "SHARE|PATH",
      .help = "what fits the temperature and the conformal sets: without validation rows, this "
              "share of the rows, below 0.9, which is left out of the measures; or a data set" },
    { ROW("target", ADROP_OPT_TEXT, target), .group = ADROP_GROUP_DATA,
      .traits = ADROP_TRAIT_COMMON, .value = "COLUMN",
      .help = "of a run with several targets, the one that is measured: name, or number from 1 "
              "on" },
    { ROW("level", ADROP_OPT_REAL, level), .fallback = 0.9, .min = 0.01, .max = 0.999,
      .help = "the coverage that conformal sets and intervals promise" },
    { ROW("bins", ADROP_OPT_COUNT, bins), .fallback = 15, .min = 1, .max = 10000,
      .help = "bins of calibration errors" },
    { ROW("masks", ADROP_OPT_CHOICE, masks), .words = mask_words,
      .help = "own: every row has its own masks; shared: a pass has the same for all rows" },
    { ROW("compare", ADROP_OPT_FLAG, compare),
      .help = "compare two runs, row by row, instead of averaging them" },
    { ROW("output", ADROP_OPT_TEXT, output), .value = "FILE",
      .help = "write a CSV file with a line per row: its prediction and every score" },
    { ROW("record", ADROP_OPT_FLAG, record),
      .help =
          "keep the figures, and four rows with their pictures, as uncertainty.json in the run's "
          "folder: 'adrop report' shows them" },
    { ROW("sample-batch", ADROP_OPT_COUNT, sample_batch), .fallback = 256, .min = 1, .max = 65536,
      .help = "rows that go through the network together: fewer need less memory; results then "
              "differ in the last bits" },
    ALLOW_CHANGED_ROW(settings, allow_changed_data),
    { 0 },
};

static const command_note examples[] = {
    { "adrop uncertainty runs/digits-advanced-1", "how sure the run is, and how rightly" },
    { "adrop uncertainty runs/mnist-advanced-1 --ood fashion-mnist --samples 100",
      "can it tell pictures of clothes from digits?" },
    { "adrop uncertainty runs/a runs/b runs/c", "an ensemble of three runs" },
    { "adrop uncertainty runs/a runs/b --compare", "which of two knows its errors better?" },
    { 0 },
};

static const char *const usage[] = {
    "adrop uncertainty RUN [RUN ..] [--samples T] [--ood NAME|PATH]",
    "                  [--calibrate SHARE|PATH] [--output FILE] [--record] [--compare] [--json]",
    NULL,
};

static const command_note arguments[] = {
    { "RUN", "the folder of a run; several are an ensemble" },
    { 0 },
};

static void show_progress(void *user, size_t done, size_t all)
{
    char detail[64];

    snprintf(detail, sizeof detail, "row %zu of %zu", done, all);
    progress_draw(user, "sampling", all ? (double)done / (double)all : 0, detail, NAN);
}

static adrop_status assess(const command_call *call, size_t n, char **runs, progress *bar,
                           adrop_uncertainty **out)
{
    const settings *s = call->settings;
    const adrop_uncertainty_hooks hooks = {
        .size = sizeof hooks, .user = bar, .progress = show_progress, .stop = interrupt_stop
    };
    adrop_uncertainty_opts o;

    adrop_uncertainty_opts_init(&o);
    o.samples = s->method == METHOD_SOFTMAX ? 0 : s->samples;
    o.shared_masks = s->masks;
    o.by_moments = s->method == METHOD_MOMENTS;
    o.data = *s->data ? s->data : NULL;
    o.target = *s->target ? s->target : NULL;
    o.data_dir = data_choice_folder(s->data_dir);
    o.part = (adrop_part)s->part;
    o.ood = *s->ood ? s->ood : NULL;
    if (adrop_number_read(s->calibrate, &o.calibrate))
        o.calibrate = 0;
    if (*s->calibrate && o.calibrate == 0)
        o.calibrate_on = s->calibrate;
    o.bins = s->bins;
    o.level = s->level;
    o.batch = s->sample_batch;
    o.allow_changed_data = s->allow_changed_data;
    o.allow_plain = s->compare;
    const adrop_status status = adrop_uncertainty_create(call->ctx, n, (const char *const *)runs,
                                                         &o, &hooks, out);
    progress_clear(bar);
    return status;
}

static int write_rows(const command_call *call, const adrop_uncertainty *u)
{
    const settings *s = call->settings;
    out_file out;

    if (!*s->output || s->is_other)
        return OUT_OK;
    for (size_t i = 0; i < call->n_arguments; i++)
        if (out_file_is_of_run(s->output, call->arguments[i])) {
            out_complain("uncertainty", "'%s' is a file of the run itself: give another '--output'",
                         s->output);
            return OUT_USAGE;
        }
    if (out_file_open(&out, s->output)) {
        out_complain("uncertainty", "cannot create '%s': %s", s->output, strerror(errno));
        return OUT_FULL;
    }
    uncertainty_csv(out.file, u);
    if (out_file_close(&out)) {
        out_complain("uncertainty", "cannot write '%s': %s", s->output, strerror(errno));
        return OUT_FULL;
    }
    return OUT_OK;
}

/* Store the calibration for 'adrop predict'; *kept says whether it was stored. A failure is
 * reported at the end, after the results. */
static adrop_status store(const command_call *call, const adrop_uncertainty *u, int *kept)
{
    const settings *s = call->settings;
    adrop_uncertainty_info info;

    adrop_uncertainty_describe(u, &info);
    *kept = !s->is_other && info.n_calibration && info.members == 1 &&
            s->method != METHOD_MOMENTS && !s->masks && info.targets < 2;
    if (*kept && !*s->calibrate && access(call->arguments[0], W_OK)) { /* not asked for */
        if (!s->common.quiet)
            out_complain("uncertainty",
                         "the folder of the run cannot be written to: the calibration is not kept "
                         "for 'adrop predict'");
        *kept = 0;
    }
    const adrop_status status = *kept ? adrop_uncertainty_store(call->ctx, u) : ADROP_OK;
    *kept = *kept && !status;
    return status;
}

static int print_one(const command_call *call, const adrop_uncertainty *u, int kept)
{
    adrop_document *d = document_start(call->ctx, "");

    uncertainty_add(d, u);
    if (kept)
        adrop_document_sentence(
            d, NULL, "The calibration is kept with the run, for 'adrop predict --conformal'.");
    return document_print(call, d);
}

static int uncertainty_one(const command_call *call, progress *bar)
{
    const settings *s = call->settings;
    adrop_uncertainty *u;
    const adrop_status status = assess(call, call->n_arguments, call->arguments, bar, &u);

    if (status)
        return command_fail(call, status);
    int code = write_rows(call, u), kept = 0;
    const adrop_status stored = code ? ADROP_OK : store(call, u, &kept);
    if (!code && s->record && !s->is_other)
        code = uncertainty_record(call, u, call->arguments[0], data_choice_folder(s->data_dir));
    if (!code)
        code = print_one(call, u, kept);
    if (stored && !code) {
        out_complain("uncertainty", "the calibration is not kept for 'adrop predict': %s",
                     adrop_ctx_message(call->ctx));
        code = OUT_FULL;
    }
    adrop_uncertainty_free(u);
    return code;
}

static int print_two(const command_call *call, adrop_uncertainty *const u[2],
                     const adrop_detection_difference of[2])
{
    adrop_document *d = document_start(call->ctx, "");

    adrop_document_list(d, "runs", "");
    for (size_t i = 0; i < 2; i++) {
        adrop_document_group(d, NULL, call->arguments[i]);
        adrop_document_text(d, "run", NULL, call->arguments[i]);
        uncertainty_add(d, u[i]);
        adrop_document_end(d);
    }
    adrop_document_end(d);
    uncertainty_add_difference(d, "auroc_maxp_difference",
                               "AUROC by max probability, the first minus the second", &of[0]);
    uncertainty_add_difference(d, "auroc_entropy_difference",
                               "AUROC by entropy, the first minus the second", &of[1]);
    return document_print(call, d);
}

static int two(const command_call *call, progress *bar)
{
    adrop_uncertainty *u[2] = { NULL, NULL };
    adrop_detection_difference d[2];
    adrop_status status = assess(call, 1, call->arguments, bar, &u[0]);

    if (!status)
        status = assess(call, 1, call->arguments + 1, bar, &u[1]);
    if (!status)
        status = adrop_uncertainty_compare(call->ctx, u[0], u[1], ADROP_BY_MAXP, &d[0]);
    if (!status)
        status = adrop_uncertainty_compare(call->ctx, u[0], u[1], ADROP_BY_ENTROPY, &d[1]);
    const int code = status ? command_fail(call, status) : print_two(call, u, d);
    adrop_uncertainty_free(u[0]);
    adrop_uncertainty_free(u[1]);
    return code;
}

/* Check for a share of the rows, or an available data set. */
static int check_calibrate(const command_call *call, const char *text, const char *folder)
{
    double share;

    if (adrop_number_read(text, &share))
        return data_choice_check(call, text, folder);
    if (share > 0 && share <= 0.9)
        return OUT_OK;
    out_complain("uncertainty",
                 "'--calibrate' is '%s': give a share above 0 and at most 0.9, or data",
                 OUT_CLEAN(text));
    return OUT_USAGE;
}

static int run_alone(const command_call *call)
{
    const settings *s = call->settings;
    const char *folder = data_choice_folder(s->data_dir);
    progress bar = progress_start(s->common.quiet);
    int code = run_folder_check(call);

    if (!code && s->compare && (call->n_arguments != 2 || *s->output)) {
        out_complain("uncertainty", *s->output ? "'--output' writes the rows of one result: leave "
                                                 "'--compare' out"
                                               : "'--compare' needs two runs");
        code = OUT_USAGE;
    }
    if (!code && s->record && (call->n_arguments != 1 || *s->data)) {
        out_complain("uncertainty", "'--record' keeps the result of one run on its own data");
        code = OUT_USAGE;
    }
    if (!code && *s->data)
        code = data_choice_check(call, s->data, folder);
    if (!code && *s->ood)
        code = data_choice_check(call, s->ood, folder);
    if (!code && *s->calibrate)
        code = check_calibrate(call, s->calibrate, folder);
    if (code)
        return code;
    interrupt_watch();
    return s->compare ? two(call, &bar) : uncertainty_one(call, &bar);
}

static int uncertainty_run(const command_call *call)
{
    settings *s = call->settings;

    return job_run(call, &s->comm, &s->is_other, run_alone);
}

const command command_uncertainty = {
    .name = "uncertainty",
    .summary = "say how far the predictions of a run can be trusted",
    .examples = examples,
    .usage = usage,
    .arguments = arguments,
    .most_arguments = MOST_RUNS,
    .options = options,
    .parts = { { adrop_comm_options, offsetof(settings, comm) } },
    .settings_size = sizeof(settings),
    .run = uncertainty_run,
};
