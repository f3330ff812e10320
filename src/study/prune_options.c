/* The settings of a pruning (adrop/pruning.h). */
#include "base/struct.h"
#include "study/prune_impl.h"

#define ROW(name_, kind_, field_, group_)                                                          \
  .name = name_, .kind = kind_, .offset = offsetof(adrop_prune_opts, field_),                      \
  .group = ADROP_GROUP_##group_

const char *const ad_prune_units[] = { "node", "weight", NULL };
static const char *const scope_words[] = { "auto", "global", "layer", NULL };
static const char *const automatic[] = { "auto", NULL };

static const adrop_option options[] = {
    { ROW("unit", ADROP_OPT_CHOICE, unit, OWN), .words = ad_prune_units,
      .help = "what is removed: hidden nodes and channels, with all that belongs to them, or "
              "single weights" },
    { ROW("criterion", ADROP_OPT_TEXT, criterion, OWN), .traits = ADROP_TRAIT_STUDY,
      .text = "advanced", .value = "C", .help = "what goes first (adrop list criteria)" },
    { ROW("rate", ADROP_OPT_REAL, rate, OWN), .fallback = 10, .max = 100,
      .open = ADROP_OPEN_MIN | ADROP_OPEN_MAX,
      .help = "per cent of what remains that a round removes" },
    { ROW("rounds", ADROP_OPT_COUNT, rounds, OWN), .max = AD_MOST_ROUNDS, .words = automatic,
      .help = "rounds after the first training; auto: 10, or as many as keep takes" },
    { ROW("keep", ADROP_OPT_REAL, keep, DATA), .fallback = 1, .max = 1, .open = ADROP_OPEN_MIN,
      .help = "share that is left at the end; with rounds the rate follows from the two; 1: as "
              "the rounds come" },
    { ROW("scope", ADROP_OPT_CHOICE, scope, OWN), .words = scope_words,
      .help = "global: all layers are ranked together; layer: the same share of each (of the last "
              "layer's weights half); auto: global for nodes, layer for weights" },
    { ROW("rewind", ADROP_OPT_TEXT, rewind, OWN), .text = "init", .value = "WHERE",
      .help = "what survivors start from: init, their initial values; epoch:K, those after K "
              "epochs of the first training; none, what they have learned" },
    { ROW("one-shot", ADROP_OPT_FLAG, one_shot, OWN),
      .help = "rank once, by the network before pruning, for all rounds" },
    { ROW("out", ADROP_OPT_TEXT, out, OUTPUT),
      .traits = ADROP_TRAIT_COMMON | ADROP_TRAIT_STUDY | ADROP_TRAIT_FREE, .letter = 'o',
      .value = "DIR", .help = "the folder of the pruning" },
    { 0 },
};

const adrop_option *adrop_prune_options(void)
{
    return options;
}

void adrop_prune_opts_init_sized(adrop_prune_opts *opts, size_t size)
{
    ad_struct_init(opts, size, &size, sizeof size);
    adrop_options_default_sized(options, opts, size);
}

void adrop_prune_hooks_init_sized(adrop_prune_hooks *hooks, size_t size)
{
    ad_struct_init(hooks, size, &(const adrop_prune_hooks){ 0 }, sizeof *hooks);
}
