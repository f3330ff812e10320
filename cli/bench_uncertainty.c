/* Times Monte Carlo passes (bench.h). Every round does each kind of work once, so all see the same
 * state of the machine: plain passes over the rows, the same with samples, and the masks of the
 * samples alone. */
#include "bench.h"

#include <stdlib.h>
#include <string.h>

#include "adrop/dropout.h"
#include "adrop/model.h"
#include "adrop/predict.h"
#include "out.h"

enum { CLASSES = 10, BATCH = 256, MOST_SITES = 8 };

typedef struct {
    const char *name, *model;
    size_t channels, side, rows;
} subject;

static const subject subjects[] = {
    { "mnist", "mlp:800,800", 784, 1, 1024 },
    { "vgg16", "vgg16", 3, 32, 256 },
};

typedef struct {
    adrop_ctx *ctx;
    const subject *s;
    adrop_model *model;
    adrop_predictor *p;
    adrop_dropout *site[MOST_SITES]; /* (n_sites), owned: the network's dropout layers */
    size_t width[MOST_SITES], n_sites;
    float *x, *mask; /* (rows, inputs); (BATCH, widest) */
    double *mean, *std;
    size_t samples, rows; /* per call */
    adrop_status status;
} work;

static int bench_uncertainty_plain(void *self)
{
    work *w = self;

    w->status = adrop_predictor_predict(w->p, w->rows, w->x, NULL, 0, w->mean, NULL);
    return w->status != ADROP_OK;
}

static int sampled(void *self)
{
    work *w = self;

    w->status = adrop_predictor_predict(w->p, w->rows, w->x, NULL, w->samples, w->mean, w->std);
    return w->status != ADROP_OK;
}

/* The masks of one block of samples, layer by layer. */
static int masks(void *self)
{
    work *w = self;
    adrop_pass pass = {
        .size = sizeof pass, .phase = ADROP_PHASE_SAMPLE, .seed = 1, .rows = BATCH
    };

    for (size_t i = 0; i < w->n_sites && !w->status; i++) {
        pass.x = pass.y = w->mask;
        w->status = adrop_dropout_forward(w->site[i], &pass);
    }
    return w->status != ADROP_OK;
}

/* The sites of a technique in the network, as separate layers. */
static adrop_status open_sites(work *w, const char *dropout)
{
    static const size_t of_mlp[] = { 784, 800, 800 }, of_vgg16[] = { 512, 512 };
    const int is_mlp = w->s == &subjects[0];
    const size_t *widths = is_mlp ? of_mlp : of_vgg16;
    adrop_status status = ADROP_OK;

    w->mask = out_memory(BATCH * 800, sizeof *w->mask);
    w->n_sites = is_mlp ? 3 : 2;
    for (size_t i = 0; i < w->n_sites && !status; i++) {
        adrop_site site;
        adrop_site_dense(&site, BATCH, widths[i]);
        site.n_train = 50000;
        status = adrop_dropout_create(w->ctx, dropout, &site, 1, &w->site[i]);
    }
    return status;
}

static adrop_status open_work(work *w, const char *dropout)
{
    const size_t units = w->s->channels * w->s->side * w->s->side;
    adrop_model_opts o;

    adrop_model_opts_init(&o);
    o.model = w->s->model, o.dropout = dropout;
    o.channels = w->s->channels, o.height = o.width = w->s->side;
    o.outputs = CLASSES, o.batch = BATCH, o.n_train = 50000, o.seed = 1;
    w->x = out_memory(w->s->rows * units, sizeof *w->x);
    w->mean = out_memory(w->s->rows * CLASSES, sizeof *w->mean);
    w->std = out_memory(w->s->rows * CLASSES, sizeof *w->std);
    for (size_t i = 0; i < w->s->rows * units; i++)
        w->x[i] = (float)(((uint32_t)i * 2654435761u) >> 8) * 0x1p-24f;
    adrop_status status = adrop_model_create(w->ctx, &o, &w->model);
    if (!status)
        status = adrop_predictor_create(w->ctx, w->model, &w->p);
    return status ? status : open_sites(w, dropout);
}

static void close_work(work *w)
{
    for (size_t i = 0; i < MOST_SITES; i++)
        adrop_dropout_free(w->site[i]);
    adrop_predictor_free(w->p);
    adrop_model_free(w->model);
    free(w->x), free(w->mean), free(w->std), free(w->mask);
}

/* Time each kind of work in turn, `rounds` times. */
static adrop_status time_all(work *w, size_t rounds, bench_uncertainty_result *r)
{
    stopwatch_work *const kinds[] = { bench_uncertainty_plain, sampled, masks };
    stopwatch_times *const to[] = { &r->plain, &r->sampled, &r->masks };
    double *seconds = out_memory(3 * rounds, sizeof *seconds);

    bench_uncertainty_plain(w), sampled(w), masks(w); /* warm-up */
    for (size_t i = 0; i < rounds && !w->status; i++)
        for (size_t k = 0; k < 3 && !w->status; k++)
            stopwatch_round(kinds[k], w, 0.02, &seconds[k * rounds + i]);
    for (size_t k = 0; k < 3 && !w->status; k++)
        *to[k] = stopwatch_sum_up(seconds + k * rounds, rounds);
    free(seconds);
    return w->status;
}

adrop_status bench_uncertainty_time(adrop_ctx *ctx, size_t which, const char *dropout,
                                    size_t samples, size_t rounds, int single,
                                    bench_uncertainty_result *r)
{
    work w = { .ctx = ctx, .s = &subjects[which], .samples = samples };

    *r = (bench_uncertainty_result){ .name = w.s->name, .dropout = dropout, .samples = samples };
    adrop_status status = open_work(&w, dropout);
    r->rows = w.rows = single ? 1 : w.s->rows;
    if (!status)
        status = time_all(&w, rounds, r);
    const double blocks = (double)((r->rows * samples + BATCH - 1) / BATCH);
    stopwatch_times *m = &r->masks;
    m->best *= blocks, m->median *= blocks, m->mean *= blocks;
    close_work(&w);
    return status;
}

size_t bench_uncertainty_cases(void)
{
    return sizeof subjects / sizeof *subjects;
}

static double bound_ratio(const bench_uncertainty_result *r, double plain, double sampled,
                          double masks_)
{
    return strcmp(r->name, "mnist") != 0 ? sampled / plain
                                         : sampled / ((double)r->samples * plain + masks_);
}

const char bench_uncertainty_says[] =
    "Milliseconds of the best round: plain passes, samples, and the masks of the samples by "
    "themselves. The ratio is samples / plain, of mnist samples / (plain x samples + masks).";

const adrop_column bench_uncertainty_columns[] = {
    { "case", NULL, 'l', NULL, 0, 0 },
    { "model", "case", 'l', NULL, 0, 0 },
    { "dropout", "technique", 'l', NULL, 0, 0 },
    { "rows", "rows", 'r', NULL, 0, 0 },
    { "samples", "samples", 'r', NULL, 0, 0 },
    { "threads", "threads", 'r', NULL, 0, 0 },
    { "plain_ms", NULL, 'r', NULL, 0, 0 },
    { "plain_ms_best", "plain", 'r', NULL, 4, 0 },
    { "sampled_ms", NULL, 'r', NULL, 0, 0 },
    { "sampled_ms_best", "samples", 'r', NULL, 4, 0 },
    { "masks_ms", NULL, 'r', NULL, 0, 0 },
    { "masks_ms_best", "masks", 'r', NULL, 4, 0 },
    { "ratio", "median ratio", 'r', NULL, ADROP_DECIMALS(3), 0 },
    { "ratio_best", "best", 'r', NULL, ADROP_DECIMALS(3), 0 },
    { 0 },
};

void bench_uncertainty_row(adrop_document *d, const bench_uncertainty_result *r, int threads)
{
    const stopwatch_times *const kinds[] = { &r->plain, &r->sampled, &r->masks };

    adrop_document_cell_text(d, "uncertainty");
    adrop_document_cell_text(d, r->name);
    adrop_document_cell_text(d, r->dropout);
    adrop_document_cell_count(d, r->rows);
    adrop_document_cell_count(d, r->samples);
    adrop_document_cell_count(d, (size_t)threads);
    for (size_t i = 0; i < 3; i++) {
        adrop_document_cell_number(d, 1e3 * kinds[i]->median);
        adrop_document_cell_number(d, 1e3 * kinds[i]->best);
    }
    adrop_document_cell_number(d,
                               bound_ratio(r, r->plain.median, r->sampled.median, r->masks.median));
    adrop_document_cell_number(d, bound_ratio(r, r->plain.best, r->sampled.best, r->masks.best));
}
