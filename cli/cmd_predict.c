/* adrop predict: a run's predictions for inputs, with their uncertainty. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "adrop/train.h"
#include "command.h"
#include "data_choice.h"
#include "job.h"
#include "out.h"
#include "out_file.h"
#include "predict_show.h"
#include "progress.h"
#include "run_folder.h"
#include "stdin_file.h"

typedef struct {
    command_common common;
    const char *input, *data_dir, *output;
    size_t samples;
    int part, format, sets, empty_sets, calibrated, allow_changed_data, sparse;
    double conformal;
    adrop_comm_opts comm;
    int is_other; /* another rank, which prints nothing */
} settings;

enum { PART_AUTO, PART_TRAIN, PART_VAL, PART_TEST, PART_ALL };

static const char *const part_words[] = { "auto", "train", "val", "test", "all", NULL };
static const char *const format_words[] = { "csv", "json", "npy", NULL } /* by predict_format */;

static const char *const set_words[] = { "lac", "aps", "raps", NULL }; /* by conformal kind */

static const adrop_option options[] = {
    { ROW("input", ADROP_OPT_TEXT, input), .letter = 'i', .value = "PATH|NAME",
      .help = "what to predict: a file or folder as for `adrop train --data`, images in no class "
              "folder or one image, the name of a known set, or - for standard input" },
    DATA_DIR_ROW(settings, data_dir),
    { ROW("part", ADROP_OPT_CHOICE, part), .words = part_words,
      .help = "the rows to predict; auto: all of a path, the test part of a known set" },
    { ROW("samples", ADROP_OPT_COUNT, samples), .fallback = 50, .max = 1e6,
      .help =
          "noisy passes that mean and standard deviation are taken of; 0: one pass without noise" },
    { ROW("output", ADROP_OPT_TEXT, output), .value = "FILE",
      .help = "write to this file and not to standard output" },
    { ROW("format", ADROP_OPT_CHOICE, format), .group = ADROP_GROUP_OUTPUT,
      .traits = ADROP_TRAIT_COMMON, .words = format_words,
      .help = "a table, one line of JSON per input (as with --json), or the means as an array of "
              "NumPy" },
    { ROW("conformal", ADROP_OPT_REAL, conformal), .max = 1, .open = ADROP_OPEN_MAX,
      .help = "also a set of classes, or an interval, that holds the truth with this probability, "
              "0.9 say; the run must have been calibrated by 'adrop uncertainty'" },
    { ROW("sets", ADROP_OPT_CHOICE, sets), .words = set_words,
      .help = "with --conformal: lac, the smallest sets on average; aps, raps: sets that grow with "
              "a row's uncertainty" },
    { ROW("empty-sets", ADROP_OPT_FLAG, empty_sets),
      .help =
          "with --conformal: sets may be empty, and hold the truth with the probability asked "
          "for; without it the likeliest class is in every set, and the probability is larger" },
    SPARSE_ROW(settings, sparse),
    { ROW("calibrated", ADROP_OPT_FLAG, calibrated),
      .help =
          "probabilities at the temperature, or standard deviations with the noise, that 'adrop "
          "uncertainty --calibrate' found and kept with the run" },
    ALLOW_CHANGED_ROW(settings, allow_changed_data),
    { 0 },
};

static const command_note examples[] = {
    { "adrop predict runs/digits-advanced-1 --input digits",
      "classes of the test part, with probabilities and their standard deviations" },
    { "adrop predict runs/houses --input new.csv --samples 200 --output prices.csv",
      "a table's values, into a file" },
    { "adrop predict runs/houses --input new.csv --conformal 0.9",
      "with intervals that hold the true value nine times out of ten" },
    { "adrop predict runs/digits-advanced-1 --input digits --calibrated",
      "with the temperature that 'adrop uncertainty --calibrate' found" },
    { "echo '{\"area\": 80, \"age\": 12}' | adrop predict runs/houses --input -",
      "one row, by the names of its columns" },
    { "adrop predict runs/animals --input photo.jpg", "one image" },
    { "echo 'wheat exports rose' | adrop predict runs/topics --input -", "a document per line" },
    { 0 },
};

static const char *const usage[] = {
    "adrop predict RUN --input PATH|NAME [--samples N] [--part WORD]",
    "              [--conformal LEVEL] [--calibrated] [--output FILE]",
    "              [--format csv|json|npy]",
    NULL,
};

static const command_note arguments[] = {
    { "RUN", "the folder of a run" },
    { 0 },
};

/* Rows per block; fewer if rows are long, as hashed documents are. */
enum { BLOCK = 512, BLOCK_VALUES = 1 << 26 };

static size_t block_of(size_t units)
{
    return units <= BLOCK_VALUES / BLOCK ? BLOCK
           : units < BLOCK_VALUES / 2    ? BLOCK_VALUES / units
                                         : 2;
}

typedef struct {
    adrop_ctx *ctx;
    adrop_run *run;       /* its data are the inputs */
    adrop_data_info info; /* describes the inputs */
    predict_view view;
    size_t samples, outputs;
    const uint32_t *rows; /* (n): rows to predict; NULL: 0, 1, .. */
    size_t n;
    float *x;                 /* (BLOCK, channels, height, width) */
    double *mean, *deviation; /* (BLOCK, outputs) */
    predict_calibration calibration;
    uint8_t *member;    /* (BLOCK, outputs) */
    double *low, *high; /* (BLOCK) */
} predictor;

static adrop_status predict_block(predictor *p, size_t first, size_t n)
{
    const size_t units = p->info.channels * p->info.height * p->info.width;
    uint32_t numbers[BLOCK];
    adrop_status status = ADROP_OK;

    for (size_t i = 0; i < n && !status; i++) {
        numbers[i] = p->rows ? p->rows[first + i] : (uint32_t)(first + i);
        status = adrop_data_row(p->ctx, adrop_run_data(p->run), numbers[i], p->x + i * units);
    }
    if (!status)
        status = adrop_run_predict(p->run, n, p->x, numbers, p->samples, p->mean, p->deviation);
    if (!status)
        status = predict_calibration_apply(&p->calibration, n, p->info.classes, numbers, p->mean,
                                           p->deviation, p->member, p->low, p->high);
    for (size_t i = 0; i < n && !status; i++) {
        const predicted one = { p->mean + i * p->outputs, p->deviation + i * p->outputs,
                                p->member + i * p->outputs, p->low[i], p->high[i] };
        predict_show(&p->view, numbers[i], &one);
    }
    return status;
}

static adrop_status predict_all(predictor *p)
{
    const size_t units = p->info.channels * p->info.height * p->info.width;
    const size_t block = block_of(units);
    adrop_status status = ADROP_OK;

    p->x = out_memory(block * units, sizeof *p->x);
    p->mean = out_memory(BLOCK * p->outputs, sizeof *p->mean);
    p->deviation = out_memory(BLOCK * p->outputs, sizeof *p->deviation);
    p->member = out_memory(BLOCK * p->outputs, sizeof *p->member);
    p->low = out_memory(2 * BLOCK, sizeof *p->low);
    p->high = p->low + BLOCK;
    predict_show_header(&p->view);
    for (size_t first = 0; first < p->n && !status; first += block)
        status = predict_block(p, first, p->n - first < block ? p->n - first : block);
    free(p->low);
    free(p->member);
    free(p->deviation);
    free(p->mean);
    free(p->x);
    return status;
}

static int predict_part_of(const settings *s)
{
    return s->part != PART_AUTO ? s->part : data_choice_is_known(s->input) ? PART_TEST : PART_ALL;
}

static int choose_rows(predictor *p, const settings *s)
{
    const int part = predict_part_of(s);

    p->n = p->info.rows;
    if (part != PART_ALL)
        p->rows = adrop_data_rows(adrop_run_data(p->run), (adrop_part)(part - PART_TRAIN), &p->n);
    if (p->n)
        return OUT_OK;
    out_complain("predict", "the %s part of '%s' is empty", part_words[part], s->input);
    return OUT_USAGE;
}

/* Write to the given file. An old file stays until the new one is complete. */
static int predict_to_file(const command_call *call, predictor *p)
{
    const settings *s = call->settings;
    out_file out;

    if (out_file_is_of_run(s->output, call->arguments[0])) {
        out_complain("predict", "'%s' is a file of the run itself: give another '--output'",
                     s->output);
        return OUT_USAGE;
    }
    if (out_file_open(&out, s->output)) {
        out_complain("predict", "cannot create '%s': %s", s->output, strerror(errno));
        return OUT_FULL;
    }
    p->view.file = out.file;
    const adrop_status status = predict_all(p);
    if (status) {
        out_file_drop(&out);
        return command_fail(call, status);
    }
    if (out_file_close(&out)) {
        out_complain("predict", "cannot write '%s': %s", s->output, strerror(errno));
        return OUT_FULL;
    }
    return OUT_OK;
}

static int predict_to(const command_call *call, predictor *p)
{
    const settings *s = call->settings;

    if (*s->output && !s->is_other)
        return predict_to_file(call, p);
    p->view.file = stdout;
    const adrop_status status = predict_all(p);
    return status ? command_fail(call, status) : OUT_OK;
}

/* Predict, with the run open. */
static int predict(const command_call *call, predictor *p)
{
    const settings *s = call->settings;

    adrop_data_describe(adrop_run_data(p->run), &p->info);
    p->outputs = p->info.classes + p->info.targets;
    p->view = (predict_view){ .ctx = call->ctx,
                              .format = s->common.json ? PREDICT_JSON : (predict_format)s->format,
                              .has_std = s->samples > 1 || (s->calibrated && !p->info.classes),
                              .data = adrop_run_data(p->run),
                              .classes = p->info.classes,
                              .targets = p->info.targets,
                              .several = p->info.is_multi_label,
                              .has_promise = s->conformal > 0 };
    int code = choose_rows(p, s);
    if (!code && (s->conformal > 0 || s->calibrated) &&
        (p->info.is_multi_label || p->info.targets > 1)) {
        out_complain("predict",
                     "inputs of this run have several %s: '--%s' is for one class or "
                     "one value",
                     p->info.is_multi_label ? "classes" : "targets",
                     s->calibrated ? "calibrated" : "conformal");
        code = OUT_USAGE;
    }
    if (!code && s->empty_sets && (s->conformal <= 0 || !p->info.classes)) {
        out_complain("predict", s->conformal <= 0
                                    ? "'--empty-sets' is for '--conformal': give both"
                                    : "'--empty-sets' is for classes: this run predicts values");
        code = OUT_USAGE;
    }
    p->view.rows = p->n;
    if (!code) {
        p->calibration = (predict_calibration){ .level = s->conformal,
                                                .kind = (adrop_conformal_kind)s->sets,
                                                .may_be_empty = s->empty_sets,
                                                .calibrated = s->calibrated };
        const adrop_status status = predict_calibration_open(
            call->ctx, call->arguments[0], adrop_run_model(p->run), s->samples, &p->calibration);
        code = status ? command_fail(call, status) : OUT_OK;
    }
    if (!code && s->samples > 1 && !s->common.quiet &&
        adrop_model_dropout_strength(adrop_run_model(p->run)) == 0)
        out_complain("predict", "the schedule of the run's dropout ends without noise, so that all "
                                "passes are the same (docs/techniques/dropout-schedule.md)");
    if (!code)
        code = predict_to(call, p);
    if (!code && !s->common.quiet)
        predict_calibration_tell(call->arguments[0], &p->calibration);
    predict_calibration_close(&p->calibration);
    return code;
}

/* Predict the rows of input, a data set's name or a path. */
static int run_on(const command_call *call, const char *input)
{
    const settings *s = call->settings;
    predictor p = { .ctx = call->ctx, .samples = s->samples };

    const char *folder = data_choice_folder(s->data_dir);
    int code = run_folder_check(call);
    if (!code && !*input) {
        out_complain("predict", "there is nothing to predict: give '--input PATH|NAME'");
        code = OUT_USAGE;
    }
    if (!code)
        code = data_choice_check(call, input, folder);
    if (code)
        return code;
    const adrop_run_opts opts = { .size = sizeof opts,
                                  .data = input,
                                  .data_dir = folder,
                                  .inputs = 1,
                                  .all = predict_part_of(s) == PART_ALL,
                                  .allow_changed_data = s->allow_changed_data,
                                  .sparse_weights = (adrop_sparse_weights)s->sparse };
    reading *busy = reading_start(call->ctx, input, s->common.quiet);
    const adrop_status status = adrop_run_open_with(call->ctx, call->arguments[0], &opts, &p.run);
    reading_end(&busy);
    if (status)
        return command_fail(call, status);
    code = predict(call, &p);
    adrop_run_free(p.run);
    return code;
}

static int run_alone(const command_call *call)
{
    const settings *s = call->settings;
    char path[STDIN_FILE_PATH];

    if (!stdin_file_is(s->input))
        return run_on(call, s->input);
    if (stdin_file_make(s->input, path)) {
        out_complain("predict", "cannot keep what comes from '%s': %s", s->input, strerror(errno));
        return OUT_FULL;
    }
    const int code = run_on(call, path);
    unlink(path);
    return code;
}

static int predict_run(const command_call *call)
{
    settings *s = call->settings;

    return job_run(call, &s->comm, &s->is_other, run_alone);
}

const command command_predict = {
    .name = "predict",
    .summary = "predict with a run, and say how sure it is",
    .examples = examples,
    .usage = usage,
    .arguments = arguments,
    .most_arguments = 1,
    .options = options,
    .parts = { { adrop_comm_options, offsetof(settings, comm) } },
    .settings_size = sizeof(settings),
    .run = predict_run,
};
