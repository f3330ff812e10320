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
    int allow_changed_data;
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
    ALLOW_CHANGED_ROW(settings, allow_changed_data),
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

static void show_json(const adrop_run *r, const adrop_epoch *e, size_t n, int regression)
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
    if (adrop_run_has_changed_data(r)) {
        json_key(&j, "changed_data");
        json_truth(&j, 1);
    }
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
    const adrop_run_opts how = { .size = sizeof how,
                                 .data = *s->data ? s->data : NULL,
                                 .data_dir = folder,
                                 .allow_changed_data = s->allow_changed_data };
    adrop_status status = adrop_run_open_with(call->ctx, call->arguments[0], &how, &r);
    if (!status)
        status = adrop_run_evaluate(r, (adrop_part)s->part, &result, &n);
    if (!status) {
        adrop_data_info info;
        adrop_data_describe(adrop_run_data(r), &info);
        if (s->common.json)
            show_json(r, &result, n, info.task == ADROP_REGRESSION);
        else
            show(&result, n, info.task == ADROP_REGRESSION);
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
