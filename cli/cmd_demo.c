/* adrop demo: three networks on the built-in digits that differ only in their dropout. */
#include <math.h>
#include <stdio.h>

#include "adrop/train.h"
#include "command.h"
#include "document_out.h"
#include "interrupt.h"
#include "out.h"
#include "progress.h"
#include "train_show.h"

typedef struct {
    command_common common;
    size_t epochs, seed;
} settings;

static const adrop_option options[] = {
    { ROW("epochs", ADROP_OPT_COUNT, epochs), .group = ADROP_GROUP_TRAINING,
      .traits = ADROP_TRAIT_COMMON, .letter = 'e', .fallback = 40, .min = 1, .max = 1e4,
      .help = "epochs of each run" },
    { ROW("seed", ADROP_OPT_COUNT, seed), .group = ADROP_GROUP_TRAINING,
      .traits = ADROP_TRAIT_COMMON, .letter = 's', .fallback = 1,
      .help = "seed of initial parameters, orders and noise" },
    { 0 },
};

static const command_note examples[] = {
    { "adrop demo", "train without dropout, with Bernoulli's and with advanced dropout" },
    { "adrop demo --epochs 200 --seed 2", "longer, from another start" },
    { 0 },
};

static const char *const usage[] = { "adrop demo [--epochs N] [--seed N] [--json]", NULL };

static const char *const techniques[] = { "none", "bernoulli", "advanced" };

enum { N_TECHNIQUES = sizeof techniques / sizeof techniques[0] };

/* One of the runs. */
typedef struct {
    const char *dropout;
    const adrop_model *model; /* owned by the library, during training */
    size_t n_train, n_test;
    progress bar;
    char rates[256];
    adrop_train_result result;
} trial;

static void started(void *user, const adrop_model *model, const adrop_data *data)
{
    trial *t = user;
    adrop_data_info info;

    interrupt_ready();
    adrop_data_describe(data, &info);
    t->model = model;
    t->n_train = info.n_train;
    t->n_test = info.n_test;
}

static void advanced(void *user, const adrop_progress *p)
{
    trial *t = user;

    progress_show(&t->bar, t->dropout, p);
}

static void epoch_done(void *user, const adrop_epoch *e)
{
    trial *t = user;

    (void)e;
    train_show_dropouts(t->model, 0, t->rates, sizeof t->rates);
}

static adrop_status demo_train(const command_call *call, trial *t)
{
    const settings *s = call->settings;
    const adrop_train_hooks hooks = {
        sizeof hooks, t, started, advanced, epoch_done, interrupt_stop
    };
    adrop_data_opts data;
    adrop_data_opts_init(&data);
    adrop_train_opts opts;
    adrop_train_opts_init(&opts);

    data.data = "digits";
    data.seed = s->seed;
    opts.model = "mlp:256,256";
    opts.dropout = t->dropout;
    opts.epochs = s->epochs;
    opts.batch = 64;
    opts.lr = 0.05;
    opts.seed = s->seed;
    t->bar = progress_start(s->common.quiet);
    adrop_status status = adrop_train(call->ctx, &data, &opts, &hooks, &t->result);
    progress_clear(&t->bar);
    return status;
}

static void add_trial(adrop_document *d, const trial *t)
{
    adrop_document_cell_text(d, t->dropout);
    adrop_document_cell_count(d, t->result.epochs);
    adrop_document_cell_number(d, t->result.train_acc_mean);
    adrop_document_cell_number(d, t->result.test_acc);
    adrop_document_cell_number(d, t->result.best_test_acc);
    adrop_document_cell_number(d, t->result.seconds);
    adrop_document_cell_text(d, *t->rates ? t->rates : "-");
}

static void add_next(adrop_document *d)
{
    static const char *const next[] = {
        "adrop train --data digits --out runs/first",
        "keep a run in a folder",
        "adrop predict runs/first --input digits",
        "ask it how sure it is",
        "adrop list techniques",
        "every technique there is",
        "adrop data list",
        "the data sets it knows",
        "adrop train --help",
        "your own data, and all settings",
    };
    adrop_document_table(d, NULL, "Try next:", 0);
    adrop_document_column(d, NULL, "", 'l', "", 0);
    adrop_document_column(d, NULL, "", 'l', "", 0);
    for (size_t i = 0; i < sizeof next / sizeof *next; i++)
        adrop_document_cell_text(d, next[i]);
    adrop_document_end(d);
}

/* The standard deviation of the accuracy over n independent answers. */
static double uncertainty(double acc, size_t n)
{
    return sqrt(acc * (100 - acc) / (double)n);
}

/* n trials: one as a line of JSON, or all for people. */
static int demo_show(const command_call *call, const trial *trials, size_t n)
{
    static const adrop_column columns[] = {
        { "dropout", "dropout", 'l', NULL, 0, 0 },
        { "epochs", NULL, 'r', NULL, 0, 0 },
        { "train_acc_mean", "train acc", 'r', "%", ADROP_DECIMALS(2), 0 },
        { "test_acc", "test acc", 'r', "%", ADROP_DECIMALS(2), 0 },
        { "best_test_acc", NULL, 'r', "%", 0, 0 },
        { "seconds", "seconds", 'r', NULL, ADROP_DECIMALS(1), 0 },
        { NULL, "rate (mu, sigma) of each layer", 'l', NULL, 0, 0 },
        { 0 },
    };
    const trial *last = &trials[n - 1];
    const size_t epochs = last->result.epochs;
    adrop_document *d = document_start(call->ctx, "");

    adrop_document_say(
        d,
        "Handwritten digits: %zu training rows, %zu test rows; a network of two hidden layers "
        "with 256 units each, %zu epoch%s. No dropout, a fixed rate, learned noise:",
        last->n_train, last->n_test, epochs, epochs == 1 ? "" : "s");
    adrop_document_table(d, NULL, "", ADROP_TABLE_MEMBERS);
    adrop_document_columns(d, columns);
    for (size_t i = 0; i < n; i++)
        add_trial(d, &trials[i]);
    adrop_document_end(d);
    adrop_document_say(
        d,
        "Both accuracies are without noise. %zu test images leave an accuracy uncertain by "
        "%.1f points, so one run does not say which technique is best: try other seeds.",
        last->n_test, uncertainty(last->result.test_acc, last->n_test));
    add_next(d);
    return document_print(call, d);
}

static int demo_run(const command_call *call)
{
    const settings *s = call->settings;
    trial trials[N_TECHNIQUES] = { 0 };

    interrupt_watch();
    for (size_t i = 0; i < N_TECHNIQUES; i++) {
        trials[i].dropout = techniques[i];
        adrop_status status = demo_train(call, &trials[i]);
        if (status)
            return command_fail(call, status);
        if (trials[i].result.interrupted)
            return 128 + interrupt_signal();
        if (s->common.json)
            demo_show(call, &trials[i], 1);
    }
    return s->common.json ? OUT_OK : demo_show(call, trials, N_TECHNIQUES);
}

const command command_demo = {
    .name = "demo",
    .summary = "train three small networks on built-in digits and compare them",
    .examples = examples,
    .usage = usage,
    .options = options,
    .settings_size = sizeof(settings),
    .run = demo_run,
};
