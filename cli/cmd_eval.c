/* adrop eval: test a run again, on its own data or on other data. */
#include <stddef.h>

#include "adrop/train.h"
#include "command.h"
#include "data_choice.h"
#include "document_out.h"
#include "eval_measures.h"
#include "job.h"
#include "out.h"
#include "progress.h"
#include "run_folder.h"

typedef struct {
    command_common common;
    const char *data, *data_dir;
    int part;
    size_t samples, top;
    int allow_changed_data, sparse;
    adrop_comm_opts comm;
    int is_other; /* another rank, which prints nothing */
} settings;

enum { PART_AUTO, PART_TRAIN, PART_VAL, PART_TEST, PART_ALL };

static const char *const part_words[] = { "auto", "train", "val", "test", "all", NULL };

static const adrop_option options[] = {
    { ROW("data", ADROP_OPT_TEXT, data), .names = ADROP_NAMES_DATA, .group = ADROP_GROUP_DATA,
      .traits = ADROP_TRAIT_COMMON, .letter = 'd', .value = "NAME|PATH",
      .help = "another data set to test on; if not given, that of the run" },
    DATA_DIR_ROW(settings, data_dir),
    { ROW("part", ADROP_OPT_CHOICE, part), .words = part_words,
      .help = "the rows to test on; auto: all of a file that is given, the test part of a known "
              "set and of the run's own data" },
    { ROW("samples", ADROP_OPT_COUNT, samples), .max = 1e6,
      .help = "noisy passes whose mean is tested; 0: one pass without noise" },
    { ROW("top", ADROP_OPT_COUNT, top), .fallback = 5, .min = 1, .max = 65536,
      .help = "how many of the most probable classes count for the top-k accuracy" },
    SPARSE_ROW(settings, sparse),
    ALLOW_CHANGED_ROW(settings, allow_changed_data),
    { 0 },
};

static const command_note examples[] = {
    { "adrop eval runs/digits-advanced-1", "test a run on the test part of its data" },
    { "adrop eval runs/digits-advanced-1 --part train --json",
      "on the rows it was trained with, for a program" },
    { "adrop eval runs/houses --data holdout.csv --samples 50",
      "on all rows of another table, by the mean of 50 noisy passes" },
    { 0 },
};

static const char *const usage[] = {
    "adrop eval RUN [--data NAME|PATH] [--part WORD] [--samples N] [--json]",
    NULL,
};

static const command_note arguments[] = {
    { "RUN", "the folder of a run" },
    { 0 },
};

static adrop_status open_run(const command_call *call, int part, adrop_run **r)
{
    const settings *s = call->settings;
    const adrop_run_opts opts = { .size = sizeof opts,
                                  .data = *s->data ? s->data : NULL,
                                  .data_dir = data_choice_folder(s->data_dir),
                                  .all = part == PART_ALL,
                                  .allow_changed_data = s->allow_changed_data,
                                  .sparse_weights = (adrop_sparse_weights)s->sparse };

    return adrop_run_open_with(call->ctx, call->arguments[0], &opts, r);
}

/* A given file is tested whole; a known set by its test part. The run's own data, wherever they
 * are, also by their test part, because the run trained on the other rows. */
static adrop_status open_part(const command_call *call, int *part, adrop_run **r)
{
    const settings *s = call->settings;
    const int is_file = *s->data && !data_choice_is_known(s->data);

    *part = s->part != PART_AUTO ? s->part : is_file ? PART_ALL : PART_TEST;
    const adrop_status status = open_run(call, *part, r);
    if (status || s->part != PART_AUTO || *part != PART_ALL || !adrop_run_has_own_data(*r))
        return status;
    adrop_run_free(*r);
    *part = PART_TEST;
    return open_run(call, *part, r);
}

static int run_alone(const command_call *call)
{
    const settings *s = call->settings;
    eval_measures m = { .samples = s->samples, .k = s->top };
    adrop_run *r = NULL;
    int part, code = run_folder_check(call);

    if (!code)
        code = data_choice_check(call, s->data, data_choice_folder(s->data_dir));
    if (code)
        return code;
    reading *busy = reading_start(call->ctx, *s->data ? s->data : "the data of the run",
                                  s->common.quiet);
    adrop_status status = open_part(call, &part, &r);
    reading_end(&busy);
    if (!status)
        status = eval_measure(call->ctx, r, part == PART_ALL ? -1 : part - PART_TRAIN, &m);
    code = status ? command_fail(call, status)
                  : document_print(call, eval_document(call->ctx, r, &m));
    eval_release(&m);
    adrop_run_free(r);
    return code;
}

static int eval_run(const command_call *call)
{
    settings *s = call->settings;

    return job_run(call, &s->comm, &s->is_other, run_alone);
}

const command command_eval = {
    .name = "eval",
    .summary = "test a run again, on its own data or on other",
    .examples = examples,
    .usage = usage,
    .arguments = arguments,
    .most_arguments = 1,
    .options = options,
    .parts = { { adrop_comm_options, offsetof(settings, comm) } },
    .settings_size = sizeof(settings),
    .run = eval_run,
};
