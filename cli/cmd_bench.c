/* adrop bench: how fast the library is on this machine. A result is a line of a
 * table, or of JSON, printed as soon as it is there. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "adrop/dropout.h"
#include "adrop/technique.h"
#include "bench_masks.h"
#include "bench_show.h"
#include "command.h"
#include "out.h"

typedef struct {
    command_common common;
    int which, passes;
    char dropout[ADROP_TEXT_SIZE];
    size_t rows, units, outputs, rounds;
    double min_ms;
} settings;

#define ROW(name_, kind_, field_) .name = name_, .kind = kind_, .offset = offsetof(settings, field_)

enum { FORWARD, BOTH, ALL };

static const char *const cases[] = { "masks", NULL };
static const char *const pass_words[] = { "forward", "both", "all", NULL };

static const adrop_option options[] = {
    { ROW("case", ADROP_OPT_CHOICE, which), .words = cases,
      .help = "what to time; masks: the passes of one dropout layer beside a plain multiply" },
    { ROW("dropout", ADROP_OPT_TEXT, dropout), .text = "all", .value = "LIST",
      .help = "techniques, separated by commas, each NAME or NAME:KEY=VALUE,..; all: every "
              "technique as it is by default" },
    { ROW("rows", ADROP_OPT_COUNT, rows), .fallback = 256, .min = 1, .max = 1e6,
      .help = "rows of the batch" },
    { ROW("units", ADROP_OPT_COUNT, units), .fallback = 800, .min = 1, .max = 1e5,
      .help = "units of a row" },
    { ROW("outputs", ADROP_OPT_COUNT, outputs), .fallback = 800, .min = 1, .max = 1e5,
      .help = "outputs of the dense layer that follows, for techniques that need one" },
    { ROW("rounds", ADROP_OPT_COUNT, rounds), .fallback = 21, .min = 1, .max = 1e5,
      .help = "rounds of which the best and the median are shown" },
    { ROW("min-ms", ADROP_OPT_REAL, min_ms), .fallback = 20, .max = 1e5, .value = "MS",
      .help = "repeat a pass within a round until the round takes so many milliseconds" },
    { ROW("pass", ADROP_OPT_CHOICE, passes), .fallback = ALL, .words = pass_words,
      .help = "forward alone, both forward and backward, or all: one line for each" },
    { 0 },
};

static const command_note examples[] = {
    { "adrop bench", "every technique on one thread and on all processors" },
    { "adrop bench --dropout bernoulli,advanced --threads 2", "two of them, on two threads alone" },
    { "adrop bench --dropout advanced:unit=node --pass both --json",
      "a technique with settings, for a program" },
    { 0 },
};

static const char *const usage[] = {
    "adrop bench [--case masks] [--dropout LIST] [--pass WORD] [--threads N]",
    "            [--rows N] [--units N] [--outputs N] [--rounds N] [--json]",
    NULL,
};

/* A technique to be timed. */
typedef struct {
    char text[ADROP_TEXT_SIZE];
    adrop_site site;
} subject;

/* Everything that is to be timed. */
typedef struct {
    const command_call *call;
    bench_size size;
    subject *subjects; /* (n), owned */
    size_t n;
    adrop_ctx *ctx[2]; /* (n_ctx), owned: one a number of threads */
    size_t n_ctx;
    size_t done; /* results so far */
} bench;

static void add_subject(bench *b, const char *text, size_t length)
{
    subject *s = &b->subjects[b->n++];

    snprintf(s->text, sizeof s->text, "%.*s", (int)length, text);
}

/* The first text of a list. A piece with a '=' before any ':' is one more setting
 * of the text before it. */
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
    size_t pieces = 1;

    for (const char *c = list; *c; c++)
        pieces += *c == ',';
    b->subjects = out_memory(pieces * adrop_technique_count(), sizeof *b->subjects);
    for (size_t length;; list += length + 1) {
        length = first_length(list);
        if (length == 3 && !strncmp(list, "all", 3))
            for (size_t i = 0; i < adrop_technique_count(); i++) {
                const char *name = adrop_technique_at(i).name;
                add_subject(b, name, strlen(name));
            }
        else
            add_subject(b, list, length);
        if (!list[length])
            return;
    }
}

/* Whatever is wrong with a technique is said before the first is timed. */
static int find_sites(bench *b)
{
    adrop_ctx *ctx = b->call->ctx;

    for (size_t i = 0; i < b->n; i++) {
        subject *s = &b->subjects[i];
        adrop_status status = adrop_technique_check(ctx, s->text, NULL, NULL, 0);
        if (!status)
            status = bench_masks_site(ctx, s->text, &b->size, &s->site);
        if (status)
            return command_fail(b->call, status);
    }
    return OUT_OK;
}

/* A context for each number of threads: the one asked for, or one and all. */
static int open_contexts(bench *b)
{
    const command_common *common = b->call->settings;
    const int asked = adrop_ctx_threads(b->call->ctx);
    const int threads[] = { common->threads ? asked : 1, asked };

    b->n_ctx = threads[0] == asked ? 1 : 2;
    for (size_t i = 0; i < b->n_ctx; i++) {
        adrop_ctx_opts opts = adrop_ctx_opts_default();
        opts.threads = threads[i];
        opts.isa = (adrop_isa)common->isa;
        adrop_status status = adrop_ctx_create(&opts, &b->ctx[i]);
        if (status)
            return command_fail(b->call, status);
    }
    return OUT_OK;
}

/* What the columns are. */
static void show_table(const bench *b, out_table *table)
{
    char text[512];

    snprintf(text, sizeof text,
             "Million masks a second, %zu x %zu, %s kernels, best and median of %zu round%s; "
             "the same of a plain multiply on one thread; the ratio of the two best; "
             "milliseconds of a median pass.",
             b->size.rows, b->size.units, adrop_ctx_isa_name(b->ctx[0]), b->size.rounds,
             b->size.rounds == 1 ? "" : "s");
    out_wrap(stdout, text, 0, 0);
    fputc('\n', stdout);
    out_table_print(table, stdout, 0);
}

/* On a terminal, one line that is written over; what is NULL at the end. */
static void show_progress(const bench *b, const char *what)
{
    const settings *s = b->call->settings;
    const size_t all = b->n * b->n_ctx * (s->passes == ALL ? 2 : 1);

    if (s->common.quiet || !isatty(STDERR_FILENO))
        return;
    if (what)
        fprintf(stderr, "\r%3zu of %zu: %-48.48s", b->done + 1, all, what);
    else
        fprintf(stderr, "\r%64s\r", "");
}

/* Time a subject's passes in a context, and show them: as JSON if table is NULL. */
static int time_one(bench *b, bench_masks *masks, const subject *s, adrop_ctx *ctx, int backward,
                    out_table *table)
{
    bench_result r = { .dropout = s->text,
                       .backward = backward,
                       .threads = adrop_ctx_threads(ctx),
                       .isa = adrop_ctx_isa_name(ctx),
                       .rows = b->size.rows,
                       .units = b->size.units,
                       .outputs = s->site.outputs };

    show_progress(b, s->text);
    adrop_status status = bench_masks_time(masks, ctx, s->text, &s->site, backward, &r.times);
    show_progress(b, NULL);
    if (status) {
        const command_call call = { .command = b->call->command, .ctx = ctx };
        return command_fail(&call, status);
    }
    if (table)
        bench_table_add(table, &r);
    else
        bench_json(stdout, &r);
    b->done++;
    return OUT_OK;
}

static int time_all(bench *b, out_table *table)
{
    const settings *s = b->call->settings;
    const int first = s->passes == BOTH, last = s->passes != FORWARD;
    bench_masks *masks = bench_masks_create(&b->size);
    int code = OUT_OK;

    for (size_t i = 0; i < b->n; i++)
        for (size_t k = 0; k < b->n_ctx; k++)
            for (int backward = first; !code && backward <= last; backward++)
                code = time_one(b, masks, &b->subjects[i], b->ctx[k], backward, table);
    bench_masks_free(masks);
    return code;
}

static int time_and_show(bench *b)
{
    const settings *s = b->call->settings;

    if (s->common.json)
        return time_all(b, NULL);
    out_table table = bench_table();
    int code = time_all(b, &table);
    show_table(b, &table);
    return code;
}

static int run(const command_call *call)
{
    const settings *s = call->settings;
    bench b = { .call = call,
                .size = { s->rows, s->units, s->outputs, s->rounds, 1e-3 * s->min_ms } };

    split_list(&b, s->dropout);
    int code = find_sites(&b);
    if (!code)
        code = open_contexts(&b);
    if (!code)
        code = time_and_show(&b);
    for (size_t i = 0; i < b.n_ctx; i++)
        adrop_ctx_free(b.ctx[i]);
    free(b.subjects);
    return code;
}

const command command_bench = {
    .name = "bench",
    .summary = "measure how fast the library is on this machine",
    .examples = examples,
    .usage = usage,
    .options = options,
    .settings_size = sizeof(settings),
    .run = run,
};
