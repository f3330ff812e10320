/* The settings of a comparison (adrop/compare.h), and lists of techniques. */
#include <stdio.h>
#include <string.h>

#include "base/keep.h"
#include "base/option_check.h"
#include "base/struct.h"
#include "base/text.h"
#include "study/compare_impl.h"

#define ROW(name_, kind_, field_, group_)                                                          \
  .name = name_, .kind = kind_, .offset = offsetof(adrop_compare_opts, field_),                    \
  .group = ADROP_GROUP_##group_

static const char *const test_words[] = { "auto", "welch", "pooled", "paired", NULL };

static const adrop_option options[] = {
    { ROW("data", ADROP_OPT_TEXTS, data, DATA), .names = ADROP_NAMES_DATA,
      .traits = ADROP_TRAIT_COMMON | ADROP_TRAIT_STUDY | ADROP_TRAIT_FREE, .letter = 'd',
      .value = "NAME|PATH", .help = "a data set; may be repeated" },
    { ROW("model", ADROP_OPT_TEXTS, model, NETWORK), .names = ADROP_NAMES_MODEL,
      .traits = ADROP_TRAIT_COMMON | ADROP_TRAIT_STUDY | ADROP_TRAIT_FREE, .letter = 'm',
      .value = "M",
      .help = "a network, NAME or NAME:SETTINGS; may be repeated; default: what suits the data" },
    { ROW("dropout", ADROP_OPT_TEXTS, dropout, NETWORK), .names = ADROP_NAMES_TECHNIQUE,
      .traits = ADROP_TRAIT_COMMON | ADROP_TRAIT_STUDY | ADROP_TRAIT_FREE, .letter = 'D',
      .value = "T",
      .help = "techniques, NAME or NAME:KEY=VALUE,..; may be repeated; a comma separates bare "
              "names; all: every one that the network can have" },
    { ROW("runs", ADROP_OPT_COUNT, runs, OWN), .traits = ADROP_TRAIT_FREE, .letter = 'n',
      .fallback = 5, .min = 1, .max = 10000, .help = "of each technique" },
    { ROW("seed", ADROP_OPT_COUNT, seed, TRAINING), .traits = ADROP_TRAIT_COMMON, .letter = 's',
      .fallback = 1, .max = 9007199254740992.0,
      .help = "what the seeds of the runs are derived from" },
    { ROW("paired", ADROP_OPT_FLAG, paired, OWN), .fallback = 1,
      .help = "techniques share the seeds of their runs, and tests are paired" },
    { ROW("unpaired", ADROP_OPT_FLAG, unpaired, OWN), .traits = ADROP_TRAIT_FREE,
      .help = "every technique has seeds of its own (and still the same rows), and the test is "
              "welch" },
    { ROW("by-split", ADROP_OPT_FLAG, by_split, OWN),
      .help = "run k is on split k - 1 of the data (uci)" },
    { ROW("baseline", ADROP_OPT_TEXT, baseline, OWN), .traits = ADROP_TRAIT_FREE, .value = "T",
      .help = "what the others are compared with; default advanced, or the first" },
    { ROW("test", ADROP_OPT_CHOICE, test, OWN), .traits = ADROP_TRAIT_FREE, .words = test_words,
      .help = "Student's test; auto: welch, or paired where seeds are shared" },
    { ROW("level", ADROP_OPT_REAL, level, OWN), .traits = ADROP_TRAIT_FREE, .fallback = 0.95,
      .max = 1, .open = ADROP_OPEN_MIN | ADROP_OPEN_MAX, .help = "of intervals and verdicts" },
    { ROW("choose", ADROP_OPT_FLAG, choose, OWN), .fallback = 1,
      .help = "choose settings that the paper chose (beta, continuous) by a tenth of the "
              "training rows" },
    { ROW("choose-dropout-lr", ADROP_OPT_LIST, choose_dropout_lr, OWN), .max = 1e3,
      .open = ADROP_OPEN_MIN, .value = "R1,R2",
      .help = "rates of the techniques' parameters; each technique that learns chooses one, by a "
              "tenth of the training rows; default: dropout-lr for all" },
    { ROW("choose-epochs", ADROP_OPT_COUNT, choose_epochs, OWN), .max = 1e6,
      .help = "of the runs they are chosen by; 0: as many as the others have" },
    { ROW("jobs", ADROP_OPT_COUNT, jobs, OWN), .traits = ADROP_TRAIT_STUDY | ADROP_TRAIT_FREE,
      .fallback = 1, .min = 1, .max = 256,
      .help = "runs at once, each with its share of the threads" },
    { ROW("timing", ADROP_OPT_FLAG, timing, OWN), .traits = ADROP_TRAIT_STUDY | ADROP_TRAIT_FREE,
      .help = "time the steps of all techniques in turn, when the runs are done" },
    { ROW("timing-rounds", ADROP_OPT_COUNT, timing_rounds, OWN), .traits = ADROP_TRAIT_FREE,
      .fallback = 5, .min = 1, .max = 1000,
      .help = "blocks of steps that each technique is timed by" },
    { ROW("out", ADROP_OPT_TEXT, out, OUTPUT),
      .traits = ADROP_TRAIT_COMMON | ADROP_TRAIT_STUDY | ADROP_TRAIT_FREE, .letter = 'o',
      .value = "DIR", .help = "the folder of the comparison" },
    { 0 },
};

const adrop_option *adrop_compare_options(void)
{
    return options;
}

void adrop_compare_opts_init_sized(adrop_compare_opts *opts, size_t size)
{
    ad_struct_init(opts, size, &size, sizeof size); /* in place: the struct is large */
    adrop_options_default_sized(options, opts, size);
}

void adrop_compare_hooks_init_sized(adrop_compare_hooks *hooks, size_t size)
{
    ad_struct_init(hooks, size, &(const adrop_compare_hooks){ 0 }, sizeof *hooks);
}

adrop_status ad_compare_hooks(const adrop_compare *c, const adrop_compare_hooks *given,
                              adrop_compare_hooks *hooks)
{
    adrop_compare_hooks_init(hooks);
    return given ? AD_STRUCT_READ(c->ctx, adrop_compare_hooks, hooks, given) : ADROP_OK;
}

/* A piece without '=' begins a technique. A piece with '=' belongs to the technique before it,
 * unless it starts with "name:". */
static adrop_status split(adrop_ctx *ctx, const char *text, adrop_texts *to)
{
    const char *start = text, *one;
    adrop_status status = ADROP_OK;

    while (*start && !status) {
        size_t n = ad_setting_length(start);
        while (n && start[n]) {
            const char *next = start + n + 1;
            const size_t length = ad_setting_length(next);
            const char *equals = memchr(next, '=', length), *colon = memchr(next, ':', length);
            if (!equals || (colon && colon < equals))
                break;
            n += 1 + length;
        }
        if (n && !(status = ad_keep_part(ctx, start, n, &one)))
            status = adrop_texts_add(ctx, to, one);
        start += n + (start[n] == ',');
    }
    return status;
}

adrop_status adrop_compare_techniques(adrop_ctx *ctx, const adrop_texts *from, adrop_texts *to)
{
    if (ad_check_given(ctx, "from", from) || ad_check_given(ctx, "to", to))
        return ADROP_EINVAL;

    adrop_technique_info technique;
    adrop_status status = ADROP_OK;

    *to = (adrop_texts){ 0 };
    for (size_t i = 0; i < from->n && !status; i++) {
        if (strcmp(adrop_texts_at(from, i), "all")) {
            status = split(ctx, adrop_texts_at(from, i), to);
            continue;
        }
        for (size_t k = 0; !status && adrop_technique_at(k, &technique); k++)
            status = adrop_texts_add(ctx, to, technique.name);
    }
    if (!from->n)
        status = adrop_texts_add(ctx, to, "advanced");
    return status;
}
