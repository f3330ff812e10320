/* The settings of a search (adrop/tune.h). */
#include "base/struct.h"
#include "study/tune_impl.h"

#define ROW(name_, kind_, field_, group_)                                                          \
  .name = name_, .kind = kind_, .offset = offsetof(adrop_tune_opts, field_),                       \
  .group = ADROP_GROUP_##group_

static const char *const method_words[] = { "grid", "random", "halving", "hyperband", NULL };
static const char *const by_words[] = { "val", "val-loss", NULL };
static const char *const automatic[] = { "auto", NULL };

static const adrop_option options[] = {
    { ROW("vary", ADROP_OPT_TEXTS, vary, OWN), .value = "KEY=..",
      .help = "a setting to search: KEY=V1,V2 or KEY=LOW..HIGH[:log][:POINTS]; dropout.KEY and "
              "model.KEY are options of the technique and of the network; may be repeated" },
    { ROW("method", ADROP_OPT_CHOICE, method, OWN), .fallback = ADROP_TUNE_HALVING,
      .words = method_words,
      .help = "grid: every combination; random: drawn ones; halving: drawn ones, of which the best "
              "are trained longer; hyperband: several halvings that begin with more and more "
              "epochs" },
    { ROW("by", ADROP_OPT_CHOICE, by, OWN), .traits = ADROP_TRAIT_FREE, .words = by_words,
      .help = "what trials are judged by: validation accuracy (RMSE for regression), or "
              "validation loss" },
    { ROW("trials", ADROP_OPT_COUNT, trials, OWN), .traits = ADROP_TRAIT_FREE,
      .max = AD_MOST_TRIALS, .words = automatic,
      .help = "settings that random and halving try; auto: 27, or every combination if there are "
              "fewer" },
    { ROW("eta", ADROP_OPT_COUNT, eta, OWN), .traits = ADROP_TRAIT_FREE, .fallback = 3, .min = 2,
      .max = 100, .help = "halving and hyperband continue with one trial of so many" },
    { ROW("min-epochs", ADROP_OPT_COUNT, min_epochs, OWN), .traits = ADROP_TRAIT_FREE,
      .fallback = 1, .min = 1, .max = 1e6,
      .help = "epochs that halving and hyperband give every trial at least" },
    { ROW("runs", ADROP_OPT_COUNT, runs, OWN), .traits = ADROP_TRAIT_FREE, .letter = 'n',
      .fallback = 5, .min = 1, .max = 10000,
      .help = "of the winner, with different seeds, on all training rows" },
    { ROW("no-baseline", ADROP_OPT_FLAG, no_baseline, OWN), .traits = ADROP_TRAIT_FREE,
      .help = "do not train the settings without any --vary for comparison with the winner" },
    { ROW("level", ADROP_OPT_REAL, level, OWN), .traits = ADROP_TRAIT_FREE, .fallback = 0.95,
      .max = 1, .open = ADROP_OPEN_MIN | ADROP_OPEN_MAX, .help = "of intervals" },
    { ROW("seed", ADROP_OPT_COUNT, seed, TRAINING), .traits = ADROP_TRAIT_COMMON, .letter = 's',
      .fallback = 1, .max = 9007199254740992.0, .help = "of trials, splits and runs" },
    { ROW("jobs", ADROP_OPT_COUNT, jobs, OWN), .traits = ADROP_TRAIT_FREE, .max = 256,
      .words = automatic,
      .help = "runs at once; auto: as many as there are threads. The result does not depend on "
              "it" },
    { ROW("run-threads", ADROP_OPT_COUNT, run_threads, OWN), .fallback = 1, .min = 1, .max = 1024,
      .help = "threads of each run" },
    { ROW("out", ADROP_OPT_TEXT, out, OUTPUT), .traits = ADROP_TRAIT_COMMON | ADROP_TRAIT_FREE,
      .letter = 'o', .value = "DIR", .help = "the folder of the search" },
    { 0 },
};

const adrop_option *adrop_tune_options(void)
{
    return options;
}

void adrop_tune_opts_init_sized(adrop_tune_opts *opts, size_t size)
{
    ad_struct_init(opts, size, &size, sizeof size); /* in place: the struct is large */
    adrop_options_default_sized(options, opts, size);
}

void adrop_tune_hooks_init_sized(adrop_tune_hooks *hooks, size_t size)
{
    ad_struct_init(hooks, size, &(const adrop_tune_hooks){ 0 }, sizeof *hooks);
}
