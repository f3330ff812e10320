/* The options of a reproduction (adrop/reproduce.h), and those of each of its comparisons. */
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/struct.h"
#include "paper/reproduce_impl.h"
#include "train/settings.h"

#define ROW(name_, kind_, field_, group_)                                                          \
  .name = name_, .kind = kind_, .offset = offsetof(adrop_reproduce_opts, field_),                  \
  .group = ADROP_GROUP_##group_

const char *const ad_scale_words[] = { "quick", "paper", NULL };

static const adrop_option options[] = {
    { ROW("scale", ADROP_OPT_CHOICE, scale, OWN), .words = ad_scale_words,
      .help = "quick: smaller, and the output says how; paper: the paper's protocol" },
    { ROW("part", ADROP_OPT_TEXTS, part, OWN), .value = "NAME",
      .help = "only this part of the recipe; may be repeated" },
    { ROW("data", ADROP_OPT_TEXTS, data, DATA), .names = ADROP_NAMES_DATA,
      .traits = ADROP_TRAIT_COMMON, .letter = 'd', .value = "NAME|PATH",
      .help = "only this data set, or another in place of the recipe's; may be repeated" },
    { ROW("model", ADROP_OPT_TEXTS, model, NETWORK), .names = ADROP_NAMES_MODEL,
      .traits = ADROP_TRAIT_COMMON, .letter = 'm', .value = "M",
      .help = "only this network, or another in place of the recipe's; may be repeated" },
    { ROW("dropout", ADROP_OPT_TEXTS, dropout, NETWORK), .names = ADROP_NAMES_TECHNIQUE,
      .traits = ADROP_TRAIT_COMMON, .letter = 'D', .value = "T",
      .help = "only these techniques, or others; may be repeated" },
    { ROW("runs", ADROP_OPT_COUNT, runs, OWN), .letter = 'n', .max = 10000,
      .help = "of each technique; 0: the recipe's" },
    { ROW("epochs", ADROP_OPT_COUNT, epochs, TRAINING), .traits = ADROP_TRAIT_COMMON, .letter = 'e',
      .max = 1e6, .help = "0: the recipe's" },
    { ROW("seed", ADROP_OPT_COUNT, seed, TRAINING), .traits = ADROP_TRAIT_COMMON, .letter = 's',
      .fallback = 1, .max = 9007199254740992.0,
      .help = "what the seeds of the runs are derived from" },
    { ROW("jobs", ADROP_OPT_COUNT, jobs, OWN), .fallback = 1, .min = 1, .max = 256,
      .help = "runs at once, each with its share of the threads" },
    { ROW("timing", ADROP_OPT_FLAG, timing, OWN),
      .help = "time the steps of all techniques in turn, when the runs are done" },
    { ROW("choose-dropout-lr", ADROP_OPT_LIST, choose_dropout_lr, OWN), .max = 1e3,
      .open = ADROP_OPEN_MIN, .value = "R1,R2",
      .help =
          "rates that each technique that learns chooses from, by a tenth of the training rows; "
          "one: that one for all; default: the recipe's" },
    { ROW("change", ADROP_OPT_TEXTS, change, OWN), .value = "KEY=VALUE",
      .help = "another value for an option of training, data or comparison; may be repeated" },
    { ROW("out", ADROP_OPT_TEXT, out, OUTPUT), .traits = ADROP_TRAIT_COMMON, .letter = 'o',
      .value = "DIR", .help = "the folder; default runs/reproduce-LABEL-SCALE" },
    { 0 },
};

const adrop_option *adrop_reproduce_options(void)
{
    return options;
}

void adrop_reproduce_opts_init_sized(adrop_reproduce_opts *opts, size_t size)
{
    ad_struct_init(opts, size, &size, sizeof size); /* in place: the struct is large */
    adrop_options_default_sized(options, opts, size);
}

static adrop_status set_pair(adrop_reproduction *r, ad_recipe_opts *o, const char *text)
{
    char key[64];
    const char *equals = strchr(text, '=');

    if (!equals || (size_t)(equals - text) >= sizeof key)
        return ad_fail(r->ctx, ADROP_EINVAL, "'%.300s' is not a setting: write key=value", text);
    snprintf(key, sizeof key, "%.*s", (int)(equals - text), text);
    return ad_recipe_set(r->recipe, o, key, equals + 1);
}

static adrop_status add_all(adrop_ctx *ctx, const ad_doc_texts *from, adrop_texts *to)
{
    adrop_status status = ADROP_OK;

    for (size_t i = 0; i < from->n && !status; i++)
        status = adrop_texts_add(ctx, to, from->text[i]);
    return status;
}

adrop_status ad_reproduce_options(adrop_reproduction *r, const ad_reproduce_part *part,
                                  ad_recipe_opts *o)
{
    const ad_recipe_plan *plan = &part->plan;
    adrop_status status = ADROP_OK;

    *o = *plan->opts;
    o->compare.seed = r->opts.seed;
    if (r->opts.runs)
        o->compare.runs = r->opts.runs;
    if (r->opts.epochs)
        ad_train_set_epochs(&o->train, r->opts.epochs);
    if (r->opts.choose_dropout_lr.n)
        o->compare.choose_dropout_lr = r->opts.choose_dropout_lr;
    if (r->opts.choose_dropout_lr.n == 1) { /* no choice to make */
        o->compare.choose_dropout_lr.n = 0;
        o->train.dropout_lr = r->opts.choose_dropout_lr.value[0];
    }
    for (size_t i = 0; !status && i < r->opts.change.n; i++)
        status = set_pair(r, o, adrop_texts_at(&r->opts.change, i));
    if (!status)
        status = add_all(r->ctx, &plan->data, &o->compare.data);
    if (!status)
        status = add_all(r->ctx, &plan->model, &o->compare.model);
    if (!status)
        status = add_all(r->ctx, &plan->dropout, &o->compare.dropout);
    o->compare.jobs = r->opts.jobs;
    o->compare.timing = r->opts.timing;
    o->compare.out = part->folder;
    o->data.data_dir = r->opts.data_dir;
    return status;
}
