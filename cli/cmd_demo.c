/* adrop demo: three networks on the built-in digits, alike but for their dropout. */
#include <math.h>
#include <stdio.h>

#include "adrop/train.h"
#include "command.h"
#include "interrupt.h"
#include "json.h"
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
    const adrop_model *model; /* the library's, while it trains */
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

static adrop_status train(const command_call *call, trial *t)
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
    snprintf(opts.model, sizeof opts.model, "mlp:256,256");
    snprintf(opts.dropout, sizeof opts.dropout, "%s", t->dropout);
    opts.epochs = s->epochs;
    opts.batch = 64;
    opts.lr = 0.05;
    opts.seed = s->seed;
    t->bar = progress_start(s->common.quiet);
    adrop_status status = adrop_train(call->ctx, &data, &opts, &hooks, &t->result);
    progress_clear(&t->bar);
    return status;
}

static void show_json(const trial *t)
{
    json j = { .file = stdout };

    json_open(&j, '{');
    json_key_text(&j, "dropout", t->dropout);
    json_key(&j, "epochs");
    json_count(&j, t->result.epochs);
    json_key_number(&j, "train_acc_mean", t->result.train_acc_mean);
    json_key_number(&j, "test_acc", t->result.test_acc);
    json_key_number(&j, "best_test_acc", t->result.best_test_acc);
    json_key_number(&j, "seconds", t->result.seconds);
    json_close(&j);
}

static void show_table(const trial *trials, const settings *s)
{
    out_table table = { .align = "lrrrl" };

    char text[256];

    snprintf(text, sizeof text,
             "Handwritten digits: %zu training rows, %zu test rows; a network of two hidden layers "
             "with 256 units each, %zu epoch%s. No dropout, a fixed rate, learned noise:",
             trials->n_train, trials->n_test, s->epochs, s->epochs == 1 ? "" : "s");
    out_wrap(stdout, text, 0, 0);
    putchar('\n');
    out_cell(&table, 1, "dropout");
    out_cell(&table, 1, "test acc");
    out_cell(&table, 1, "train acc");
    out_cell(&table, 1, "seconds");
    out_cell(&table, 1, "rate (mu, sigma) of each layer");
    for (size_t i = 0; i < N_TECHNIQUES; i++) {
        const trial *t = &trials[i];
        out_cell(&table, 0, "%s", t->dropout);
        out_cell(&table, 0, "%.2f %%", t->result.test_acc);
        out_cell(&table, 0, "%.2f %%", t->result.train_acc_mean);
        out_cell(&table, 0, "%.1f", t->result.seconds);
        out_cell(&table, 0, "%s", *t->rates ? t->rates : "-");
    }
    out_table_print(&table, stdout, 0);
}

/* The standard deviation of an accuracy of n answers, each right with the same probability. */
static double uncertainty(double acc, size_t n)
{
    return sqrt(acc * (100 - acc) / (double)n);
}

static void show_next(const trial *last)
{
    static const char *const next[][2] = {
        { "adrop train --data digits --out runs/first", "keep a run in a folder" },
        { "adrop predict runs/first --input digits", "ask it how sure it is" },
        { "adrop list techniques", "every technique there is" },
        { "adrop data list", "the data sets it knows" },
        { "adrop train --help", "your own data, and all settings" },
    };
    out_table table = { .align = "ll" };
    char text[256];

    snprintf(text, sizeof text,
             "Both accuracies are without noise. %zu test images leave an accuracy uncertain by "
             "%.1f points, so one run does not say which technique is best: try other seeds.",
             last->n_test, uncertainty(last->result.test_acc, last->n_test));
    putchar('\n');
    out_wrap(stdout, text, 0, 0);
    puts("\nTry next:");
    for (size_t i = 0; i < sizeof next / sizeof next[0]; i++) {
        out_cell(&table, 0, "%s", next[i][0]);
        out_cell(&table, 0, "%s", next[i][1]);
    }
    out_table_print(&table, stdout, 2);
}

static int run(const command_call *call)
{
    const settings *s = call->settings;
    trial trials[N_TECHNIQUES] = { 0 };

    interrupt_watch();
    for (size_t i = 0; i < N_TECHNIQUES; i++) {
        trials[i].dropout = techniques[i];
        adrop_status status = train(call, &trials[i]);
        if (status)
            return command_fail(call, status);
        if (trials[i].result.interrupted)
            return 128 + interrupt_signal();
        if (s->common.json)
            show_json(&trials[i]);
    }
    if (!s->common.json) {
        show_table(trials, s);
        show_next(&trials[N_TECHNIQUES - 1]);
    }
    return OUT_OK;
}

const command command_demo = {
    .name = "demo",
    .summary = "train three small networks on built-in digits and compare them",
    .examples = examples,
    .usage = usage,
    .options = options,
    .settings_size = sizeof(settings),
    .run = run,
};
