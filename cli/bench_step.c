/* Times training steps (bench.h). Matrix products are timed before and after the steps, so both see
 * the same state of the machine. */
#include "bench.h"

#include <stdlib.h>
#include <string.h>

#include "adrop/technique.h"
#include "adrop/trainer.h"
#include "out.h"

enum { CLASSES = 10, MOST_STEPS = 1000, LEAST_STEPS = 5, WARM_UP = 2, PEAK_ROUNDS = 20 };

static const struct {
    const char *name, *model;
    size_t channels, side, batch;
} cases[] = {
    { "fc", "mlp:800,800", 784, 1, 256 },     { "vgg16", "vgg16", 3, 32, 128 },
    { "resnet18", "resnet18", 3, 32, 128 },   { "densenet40", "densenet40", 3, 32, 64 },
    { "mobilenet", "mobilenet", 3, 32, 128 }, { "wrn16-10", "wrn16-10", 3, 32, 32 },
};

enum { N_CASES = sizeof cases / sizeof cases[0] };

static size_t bench_step_find(const char *name)
{
    size_t i = 0;

    while (i < N_CASES && strcmp(cases[i].name, name))
        i++;
    return i;
}

typedef struct {
    adrop_model *model;
    float *x;
    int32_t *labels;
    uint8_t *parts; /* zeros: all rows are training rows */
    size_t rows;
    size_t together; /* steps per round: the interval between responses, or 1 */
    adrop_data *data;
    adrop_trainer *trainer;
    adrop_status status;
} work;

static int steps(void *self)
{
    work *w = self;
    adrop_step result;

    for (size_t i = 0; i < w->together && !w->status; i++)
        w->status = adrop_trainer_step(w->trainer, &result);
    return w->status != ADROP_OK;
}

/* Reproducible images in [0, 1), and labels. */
static void bench_step_fill(work *w, size_t units)
{
    w->x = out_memory(w->rows * units, sizeof *w->x);
    w->labels = out_memory(w->rows, sizeof *w->labels);
    w->parts = out_memory(w->rows, sizeof *w->parts);
    for (size_t i = 0; i < w->rows * units; i++)
        w->x[i] = (float)(((uint32_t)i * 2654435761u) >> 8) * 0x1p-24f;
    for (size_t i = 0; i < w->rows; i++)
        w->labels[i] = (int32_t)(i * 7 % CLASSES);
}

static int learns_by_response(adrop_ctx *ctx, const char *technique)
{
    adrop_technique_info info = { 0 };
    size_t index;

    if (!adrop_technique_check(ctx, technique, &index, NULL))
        adrop_technique_known(ctx, index, &info);
    return info.by_response;
}

/* A trainer on the rows of two steps: a response needs rows other than its step's. */
static adrop_status open_trainer(adrop_ctx *ctx, const adrop_model_opts *o, size_t rounds, work *w)
{
    adrop_arrays rows;
    adrop_split_opts split_opts;
    adrop_trainer_opts opts;

    adrop_arrays_init(&rows);
    rows.rows = w->rows;
    rows.channels = o->channels, rows.height = o->height, rows.width = o->width;
    rows.values = w->x, rows.labels = w->labels, rows.parts = w->parts;
    rows.classes = CLASSES;
    rows.borrow = 1;
    adrop_split_opts_init(&split_opts);
    split_opts.input_scale = ADROP_SCALE_NONE;
    const adrop_status status = adrop_data_from_arrays(ctx, &rows, &split_opts, &w->data);
    if (status)
        return status;
    adrop_trainer_opts_init(&opts);
    w->together = learns_by_response(ctx, o->dropout) ? opts.dropout_every : 1;
    opts.epochs = w->together * (WARM_UP + (rounds ? rounds : MOST_STEPS)) / 2 + 1;
    opts.batch = o->batch;
    opts.dropout_wait = 0;
    return adrop_trainer_create_on(ctx, w->data, w->model, &opts, &w->trainer);
}

static void close_trainer(work *w)
{
    adrop_trainer_free(w->trainer);
    adrop_data_free(w->data);
    free(w->x), free(w->labels), free(w->parts);
}

static adrop_status run_steps(work *w, const bench_step *b, bench_step_result *r)
{
    const size_t most = b->steps ? b->steps : MOST_STEPS;
    double *seconds = out_memory(most, sizeof *seconds), total = 0;
    int code = 0;

    for (size_t i = 0; i < WARM_UP && !code; i++)
        code = steps(w);
    if (!code && b->profile)
        w->status = adrop_model_clock(w->model, 1);
    for (r->steps = 0; !w->status && r->steps < most; r->steps++) {
        if (!b->steps && r->steps >= LEAST_STEPS && total > 3)
            break;
        stopwatch_round(steps, w, 0, &seconds[r->steps]);
        total += seconds[r->steps];
        seconds[r->steps] /= (double)w->together;
    }
    if (!w->status)
        r->step = stopwatch_sum_up(seconds, r->steps);
    r->steps *= w->together;
    free(seconds);
    return w->status;
}

adrop_status bench_step_time(adrop_ctx *ctx, const bench_step *b, bench_step_result *r)
{
    const size_t c = bench_step_find(b->name);
    adrop_model_opts o;
    double before = 0, after = 0;

    adrop_model_opts_init(&o);
    o.model = cases[c].model;
    o.dropout = b->dropout;
    o.channels = cases[c].channels, o.height = o.width = cases[c].side;
    o.outputs = CLASSES;
    o.batch = b->batch ? b->batch : cases[c].batch;
    o.shards = b->shards;
    o.n_train = 50000;
    o.seed = 1;
    o.precision = b->precision;
    o.direct = b->direct;
    *r = (bench_step_result){ .batch = o.batch };
    adrop_status status = adrop_model_create(ctx, &o, &r->model);
    work w = { .model = r->model, .rows = 2 * o.batch };
    bench_step_fill(&w, o.channels * o.height * o.width);
    if (!status)
        status = open_trainer(ctx, &o, b->steps, &w);
    if (!status)
        status = adrop_peak_gflops(ctx, PEAK_ROUNDS / 2, &before);
    if (!status)
        status = run_steps(&w, b, r);
    if (!status)
        status = adrop_peak_gflops(ctx, PEAK_ROUNDS / 2, &after);
    close_trainer(&w);
    if (!status) {
        adrop_model_info info;
        adrop_model_describe(r->model, &info);
        r->peak = before > after ? before : after;
        r->gflop = 1e-9 * info.training_flops * (double)o.batch;
    } else {
        adrop_model_free(r->model);
        r->model = NULL;
    }
    return status;
}
