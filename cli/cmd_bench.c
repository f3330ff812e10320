/* adrop bench: the speed of the library on this machine. A result is a row of a table, or a line of
 * JSON printed as soon as it is known. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adrop/technique.h"
#include "bench.h"
#include "kept.h"
#include "out.h"

typedef struct {
    command_common common;
    int which, network, passes, precision, direct, profile;
    const char *dropout;
    size_t rows, units, outputs, rounds, batch, shards, steps, samples;
    double min_ms;
    adrop_comm_opts comm;
} settings;

enum { FORWARD, BOTH, ALL };
enum { MASKS, UNCERTAINTY = 7, PRUNED, COMM }; /* the others are training steps */

static const char *const cases[] = { "masks",      "fc",        "vgg16",    "resnet18",
                                     "densenet40", "mobilenet", "wrn16-10", "uncertainty",
                                     "pruned",     "comm",      NULL };
static const char *const networks[] = { "none",       "fc",        "vgg16",    "resnet18",
                                        "densenet40", "mobilenet", "wrn16-10", NULL };
static const char *const precision_words[] = { "f32", "bf16", "auto", "f64", NULL };
static const char *const pass_words[] = { "forward", "both", "all", NULL };

static const adrop_option options[] = {
    { ROW("case", ADROP_OPT_CHOICE, which), .words = cases,
      .help =
          "what to time; masks: the passes of one dropout layer beside a plain multiply; "
          "uncertainty: predictions by samples beside plain ones; pruned: networks without "
          "some nodes, channels or weights beside whole ones; comm: exchanges and sums between the "
          "ranks that mpirun has started; others: a training step of "
          "784-800-800-10 (fc) or of a network on 32 x 32 images" },
    { ROW("network", ADROP_OPT_CHOICE, network), .words = networks,
      .help = "comm: a step of this network that the ranks share, beside its pieces: what a rank "
              "computes, and the sum of the gradients over ranks" },
    { ROW("samples", ADROP_OPT_COUNT, samples), .fallback = 50, .min = 1, .max = 1e5,
      .help = "uncertainty: noisy passes per input" },
    { ROW("dropout", ADROP_OPT_TEXT, dropout), .names = ADROP_NAMES_TECHNIQUE,
      .group = ADROP_GROUP_NETWORK, .traits = ADROP_TRAIT_COMMON, .letter = 'D', .value = "LIST",
      .help = "techniques, separated by commas, each NAME or NAME:KEY=VALUE,..; all: every "
              "technique as it is by default; if not given, all for masks and none,advanced "
              "for steps" },
    { ROW("batch", ADROP_OPT_COUNT, batch), .group = ADROP_GROUP_TRAINING,
      .traits = ADROP_TRAIT_COMMON, .letter = 'b', .max = 1e6,
      .help = "steps: rows of a batch; 0: as usual for the case" },
    { ROW("shards", ADROP_OPT_COUNT, shards), .group = ADROP_GROUP_NETWORK, .fallback = 1, .min = 1,
      .max = 1e6, .help = "steps: parts that a batch is cut into" },
    { ROW("precision", ADROP_OPT_CHOICE, precision), .group = ADROP_GROUP_NETWORK,
      .words = precision_words,
      .help = "steps: numbers of maps and products; auto: bf16 where AMX runs" },
    { ROW("direct", ADROP_OPT_FLAG, direct), .help = "steps: no Winograd convolutions" },
    { ROW("steps", ADROP_OPT_COUNT, steps), .max = 1e6,
      .help = "steps: how many are timed; 0: at least 5, as many as 3 seconds hold" },
    { ROW("profile", ADROP_OPT_FLAG, profile),
      .help = "steps: show where the time goes, layer by layer" },
    { ROW("rows", ADROP_OPT_COUNT, rows), .fallback = 256, .min = 1, .max = 1e6,
      .help = "masks: rows of the batch" },
    { ROW("units", ADROP_OPT_COUNT, units), .fallback = 800, .min = 1, .max = 1e5,
      .help = "masks: units of a row" },
    { ROW("outputs", ADROP_OPT_COUNT, outputs), .fallback = 800, .min = 1, .max = 1e5,
      .help = "masks: outputs of the dense layer that follows, for techniques that need one" },
    { ROW("rounds", ADROP_OPT_COUNT, rounds), .fallback = 21, .min = 1, .max = 1e5,
      .help = "masks, uncertainty, pruned: rounds of which the best and the median are shown" },
    { ROW("min-ms", ADROP_OPT_REAL, min_ms), .fallback = 20, .max = 1e5, .value = "MS",
      .help = "masks: repeat a pass within a round until the round takes so many milliseconds" },
    { ROW("pass", ADROP_OPT_CHOICE, passes), .fallback = ALL, .words = pass_words,
      .help = "masks: forward alone, both forward and backward, or all: one line for each" },
    { 0 },
};

static const command_note examples[] = {
    { "adrop bench", "every technique on one thread and on all processors" },
    { "adrop bench --dropout bernoulli,advanced --threads 2", "two of them, on two threads alone" },
    { "adrop bench --dropout advanced:unit=node --pass both --json",
      "a technique with settings, for a program" },
    { "adrop bench --case vgg16 --dropout advanced --profile",
      "a training step of VGG16, and where its time goes" },
    { 0 },
};

static const char *const usage[] = {
    "adrop bench [--case masks] [--dropout LIST] [--pass WORD] [--threads N]",
    "            [--rows N] [--units N] [--outputs N] [--rounds N] [--json]",
    "adrop bench --case fc|vgg16|resnet18|densenet40|mobilenet|wrn16-10",
    "            [--dropout LIST] [--batch N] [--precision P] [--threads N]",
    "            [--steps N] [--shards N] [--direct] [--profile] [--json]",
    "adrop bench --case uncertainty [--samples N] [--rounds N] [--dropout LIST] [--json]",
    "adrop bench --case pruned [--rounds N] [--threads N] [--json]",
    "mpirun -np R adrop bench --case comm [--network NAME] [--batch N] [--shards N] [--json]",
    NULL,
};

static void add_subject(bench *b, const char *text, size_t length)
{
    bench_subject *s = &b->subjects[b->n++];

    s->text = kept(b->call->ctx, "%.*s", (int)length, text);
}

/* The length of the first text of a list. A piece with '=' before any ':' is another setting of the
 * text before it. */
static size_t first_length(const char *list)
{
    size_t n = strcspn(list, ",");

    while (list[n]) {
        const char *next = list + n + 1;
        if (next[strcspn(next, ":=,")] != '=')
            break;
        n += 1 + strcspn(next, ",");
    }
    return n;
}

static void split_list(bench *b, const char *list)
{
    adrop_technique_info technique;
    size_t pieces = 1;

    for (const char *c = list; *c; c++)
        pieces += *c == ',';
    b->subjects = out_memory(pieces * adrop_technique_count(), sizeof *b->subjects);
    for (size_t length;; list += length + 1) {
        length = first_length(list);
        if (length == 3 && !strncmp(list, "all", 3))
            for (size_t i = 0; adrop_technique_at(i, &technique); i++)
                add_subject(b, technique.name, strlen(technique.name));
        else
            add_subject(b, list, length);
        if (!list[length])
            return;
    }
}

/* A context per number of threads: the given number, or 1 and all. */
static int open_contexts(bench *b)
{
    const command_common *common = b->call->settings;
    const int asked = adrop_ctx_threads(b->call->ctx);
    const int threads[] = { common->threads ? asked : 1, asked };

    b->n_ctx = threads[0] == asked ? 1 : 2;
    for (size_t i = 0; i < b->n_ctx; i++) {
        adrop_ctx_opts opts;
        adrop_ctx_opts_init(&opts);
        opts.threads = threads[i];
        opts.isa = (adrop_isa)common->isa;
        adrop_status status = adrop_ctx_create(&opts, &b->ctx[i]);
        if (status)
            return command_fail(b->call, status);
    }
    return OUT_OK;
}

static int bench_run(const command_call *call)
{
    settings *s = call->settings;
    const int masks = s->which == MASKS, both = s->passes != FORWARD;
    bench b = { .call = call,
                .json = s->common.json,
                .quiet = s->common.quiet,
                .first_pass = s->passes == BOTH,
                .last_pass = both,
                .size = { s->rows, s->units, s->outputs, s->rounds, 1e-3 * s->min_ms },
                .step = { .name = cases[s->which],
                          .batch = s->batch,
                          .shards = s->shards,
                          .precision = (adrop_precision)s->precision,
                          .direct = s->direct,
                          .steps = s->steps,
                          .profile = s->profile } };

    if (s->which == COMM) {
        b.step.name = s->network ? networks[s->network] : NULL;
        b.step.dropout = *s->dropout ? s->dropout : "none";
        return bench_comm(call, &s->comm, &b.step);
    }
    split_list(&b, *s->dropout               ? s->dropout
                   : s->which == UNCERTAINTY ? "bernoulli,advanced"
                   : masks                   ? "all"
                                             : "none,advanced");
    int code = open_contexts(&b);
    b.all = b.n * b.n_ctx * (masks && s->passes == ALL ? 2 : 1);
    if (!code)
        code = s->which == UNCERTAINTY ? bench_run_uncertainty(&b, s->samples)
               : s->which == PRUNED    ? bench_run_pruned(&b)
               : masks                 ? bench_run_masks(&b)
                                       : bench_run_steps(&b);
    for (size_t n = 0; n < b.n_ctx; n++)
        adrop_ctx_free(b.ctx[n]);
    free(b.subjects);
    return code;
}

const command command_bench = {
    .name = "bench",
    .summary = "measure how fast the library is on this machine",
    .examples = examples,
    .usage = usage,
    .options = options,
    .parts = { { adrop_comm_options, offsetof(settings, comm) } },
    .settings_size = sizeof(settings),
    .run = bench_run,
};
