/* adrop eval: test a run again, on its own data or on other. */
#include <stdio.h>

#include "adrop/train.h"
#include "command.h"
#include "data_choice.h"
#include "json.h"
#include "out.h"
#include "run_folder.h"

typedef struct {
    command_common common;
    char data[ADROP_TEXT_SIZE], data_dir[ADROP_TEXT_SIZE];
    int part; /* an adrop_part */
} settings;

static const char *const part_words[] = { "train", "val", "test", NULL };

static const adrop_option options[] = {
    { .name = "data",
      .kind = ADROP_OPT_TEXT,
      .offset = offsetof(settings, data),
      .value = "NAME|PATH",
      .help = "another data set to test on; if not given, that of the run" },
    DATA_DIR_ROW(settings, data_dir),
    { .name = "part",
      .kind = ADROP_OPT_CHOICE,
      .offset = offsetof(settings, part),
      .fallback = ADROP_PART_TEST,
      .words = part_words,
      .help = "the rows to test on" },
    { 0 },
};

static const command_note examples[] = {
    { "adrop eval runs/digits-advanced-1", "test a run on the test part of its data" },
    { "adrop eval runs/digits-advanced-1 --part train --json",
      "on the rows it was trained with, for a program" },
    { 0 },
};

static const char *const usage[] = {
    "adrop eval RUN [--data NAME|PATH] [--part WORD] [--json]",
    NULL,
};

static const command_note arguments[] = {
    { "RUN", "the folder of a run" },
    { 0 },
};

static void show_json(const adrop_epoch *e, size_t n, int regression)
{
    json j = { .file = stdout };

    json_open(&j, '{');
    json_key_number(&j, "test_loss", e->test_loss);
    if (regression) {
        json_key_number(&j, "test_rmse", e->test_rmse);
    } else {
        json_key_number(&j, "test_acc", e->test_acc);
        json_key_number(&j, "test_top5", e->test_top5);
    }
    json_key(&j, "n");
    json_count(&j, n);
    json_close(&j);
}

static void add(out_table *table, const char *name, const char *value, const char *unit)
{
    out_cell(table, 0, "%s", name);
    out_cell(table, 0, "%s%s", value, unit);
}

static void show(const adrop_epoch *e, size_t n, int regression)
{
    out_table table = { .align = "ll" };

    out_cell(&table, 0, "rows");
    out_cell(&table, 0, "%zu", n);
    add(&table, "loss", OUT_NUMBER(e->test_loss, 5), "");
    if (regression) {
        add(&table, "rmse", OUT_NUMBER(e->test_rmse, 5), "");
    } else {
        add(&table, "accuracy", OUT_NUMBER(e->test_acc, 4), " %");
        add(&table, "among the first 5", OUT_NUMBER(e->test_top5, 4), " %");
    }
    out_table_print(&table, stdout, 0);
}

static int run(const command_call *call)
{
    const settings *s = call->settings;
    adrop_run *r = NULL;
    adrop_epoch result;
    size_t n;

    const char *folder = data_choice_folder(s->data_dir);
    int code = run_folder_check(call);
    if (!code)
        code = data_choice_check(call, s->data, folder);
    if (code)
        return code;
    adrop_status status = adrop_run_open(call->ctx, call->arguments[0], *s->data ? s->data : NULL,
                                         folder, &r);
    if (!status)
        status = adrop_run_evaluate(r, (adrop_part)s->part, &result, &n);
    if (!status) {
        adrop_data_info info;
        adrop_data_describe(adrop_run_data(r), &info);
        (s->common.json ? show_json : show)(&result, n, info.task == ADROP_REGRESSION);
    }
    adrop_run_free(r);
    return status ? command_fail(call, status) : OUT_OK;
}

const command command_eval = {
    .name = "eval",
    .summary = "test a run again, on its own data or on other",
    .examples = examples,
    .usage = usage,
    .arguments = arguments,
    .most_arguments = 1,
    .options = options,
    .settings_size = sizeof(settings),
    .run = run,
};
