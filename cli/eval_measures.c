/* Measures a run on rows (eval_measures.h). */
#include "eval_measures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "out.h"

enum { BLOCK = 512, BLOCK_VALUES = 1 << 26 }; /* rows; values, as rows may be long */

typedef struct {
    adrop_ctx *ctx;
    adrop_run *run;
    const adrop_data *data;
    adrop_data_info info;
    size_t outputs, n;
    uint32_t *rows;              /* (n): rows with a known answer */
    double *mean, *std;          /* (n, outputs) */
    uint32_t *truth, *predicted; /* (n), classes only */
    double *y;                   /* (3, n), of one target: truth, prediction, standard deviation */
} work;

static int has_targets(const work *w, size_t row)
{
    for (size_t k = 0; k < w->info.targets; k++)
        if (isnan(adrop_data_target_at(w->data, row, k)))
            return 0;
    return 1;
}

/* The rows of the part that have an answer. */
static void choose_rows(work *w, int part, eval_measures *m)
{
    size_t n = w->info.rows;
    const uint32_t *of_part = part < 0 ? NULL : adrop_data_rows(w->data, (adrop_part)part, &n);

    w->rows = out_memory(n + 1, sizeof *w->rows);
    for (size_t i = 0; i < n; i++) {
        const uint32_t row = of_part ? of_part[i] : (uint32_t)i;
        if (w->info.classes ? adrop_data_label(w->data, row) >= 0 : has_targets(w, row))
            w->rows[w->n++] = row;
    }
    m->n = w->n;
    m->unknown = n - w->n;
}

static adrop_status predict(work *w, size_t samples)
{
    const size_t units = w->info.channels * w->info.height * w->info.width;
    const size_t block = units <= BLOCK_VALUES / BLOCK ? BLOCK
                         : units < BLOCK_VALUES / 2    ? BLOCK_VALUES / units
                                                       : 2;
    float *x = out_memory(block * units, sizeof *x);
    adrop_status status = ADROP_OK;

    for (size_t first = 0; first < w->n && !status; first += block) {
        const size_t n = w->n - first < block ? w->n - first : block;
        for (size_t i = 0; i < n && !status; i++)
            status = adrop_data_row(w->ctx, w->data, w->rows[first + i], x + i * units);
        if (!status)
            status = adrop_run_predict(w->run, n, x, w->rows + first, samples,
                                       w->mean + first * w->outputs, w->std + first * w->outputs);
    }
    free(x);
    return status;
}

static adrop_status measure_classes(work *w, eval_measures *m)
{
    const size_t k = w->outputs;
    size_t defined = 0;
    adrop_status status;

    for (size_t i = 0; i < w->n; i++) {
        const double *p = w->mean + i * k;
        w->truth[i] = (uint32_t)adrop_data_label(w->data, w->rows[i]);
        for (size_t c = 1; c < k; c++)
            if (p[c] > p[w->predicted[i]])
                w->predicted[i] = (uint32_t)c;
    }
    m->confusion = out_memory(k * k, sizeof *m->confusion);
    m->precision = out_memory(k, sizeof *m->precision);
    m->recall = out_memory(k, sizeof *m->recall);
    m->f1 = out_memory(k, sizeof *m->f1);
    m->top_k = m->top5 = NAN;
    if ((status = adrop_score_probabilities(w->ctx, w->n, k, w->mean, w->truth, &m->of_classes)) ||
        (status = adrop_confusion(w->ctx, w->n, k, w->truth, w->predicted, m->confusion)) ||
        (k > m->k && (status = adrop_top_k(w->ctx, w->n, k, w->mean, w->truth, m->k, &m->top_k))) ||
        (k > 5 && (status = adrop_top_k(w->ctx, w->n, k, w->mean, w->truth, 5, &m->top5))))
        return status;
    adrop_class_scores(k, m->confusion, m->precision, m->recall, m->f1);
    for (size_t c = 0; c < k; c++)
        if (!isnan(m->f1[c])) {
            m->macro_f1 += m->f1[c];
            defined++;
        }
    m->macro_f1 /= (double)defined;
    m->loss = m->of_classes.nll;
    return ADROP_OK;
}

/* Measures for multi-label rows. */
static adrop_status measure_sets(work *w, eval_measures *m)
{
    const size_t k = w->outputs;
    uint8_t *truth = out_memory(w->n * k + 1, 1);

    for (size_t i = 0; i < w->n; i++)
        for (size_t c = 0; c < k; c++)
            truth[i * k + c] = (uint8_t)adrop_data_has_class(w->data, w->rows[i], c);
    m->counts = out_memory(3 * k, sizeof *m->counts);
    const adrop_status status = adrop_score_sets(w->ctx, w->n, k, w->mean, truth, m->counts,
                                                 &m->of_sets);
    m->loss = m->of_sets.nll;
    free(truth);
    return status;
}

static adrop_status measure_target(work *w, size_t k, eval_measures *m)
{
    double *mean = w->y + w->n, *std = mean + w->n;
    adrop_gaussian_scores g;
    adrop_status status;

    for (size_t i = 0; i < w->n; i++) {
        w->y[i] = adrop_data_target_at(w->data, w->rows[i], k);
        mean[i] = w->mean[i * w->outputs + k];
        std[i] = w->std[i * w->outputs + k];
    }
    if ((status = adrop_score_values(w->ctx, w->n, w->y, mean, &m->of_target[k])))
        return status;
    const double scaled = m->of_target[k].rmse / w->info.target_deviations[k];
    m->loss += scaled * scaled / (double)w->outputs;
    if (m->samples > 1 && !(status = adrop_score_gaussian(w->ctx, w->n, w->y, mean, std, &g)))
        m->nll += g.nll;
    return status;
}

static adrop_status measure_values(work *w, eval_measures *m)
{
    const double n = (double)w->outputs;
    adrop_value_scores sum = { 0 };
    adrop_status status = ADROP_OK;

    m->of_target = out_memory(w->outputs, sizeof *m->of_target);
    m->nll = m->samples > 1 ? 0 : NAN;
    for (size_t k = 0; k < w->outputs && !status; k++) {
        status = measure_target(w, k, m);
        sum.rmse += m->of_target[k].rmse * m->of_target[k].rmse / n;
        sum.mae += m->of_target[k].mae / n;
        sum.r2 += m->of_target[k].r2 / n;
    }
    sum.rmse = sqrt(sum.rmse);
    m->of_values = w->outputs > 1 ? sum : m->of_target[0];
    return status;
}

adrop_status eval_measure(adrop_ctx *ctx, adrop_run *run, int part, eval_measures *m)
{
    work w = { .ctx = ctx, .run = run, .data = adrop_run_data(run) };
    adrop_status status = ADROP_OK;

    adrop_data_describe(w.data, &w.info);
    m->classes = w.info.classes;
    m->several = w.info.is_multi_label;
    m->targets = w.info.targets;
    w.outputs = m->classes + m->targets;
    choose_rows(&w, part, m);
    w.mean = out_memory(w.n * w.outputs + 1, sizeof *w.mean);
    w.std = out_memory(w.n * w.outputs + 1, sizeof *w.std);
    w.truth = out_memory(w.n + 1, sizeof *w.truth);
    w.predicted = out_memory(w.n + 1, sizeof *w.predicted);
    w.y = out_memory(3 * w.n + 1, sizeof *w.y);
    if (!w.n) { /* the library has the message for an empty part */
        adrop_epoch none;
        const adrop_part of = part < 0 ? ADROP_PART_TEST : (adrop_part)part;
        status = adrop_run_evaluate(run, of, &none, &m->n);
    }
    if (!status && !(status = predict(&w, m->samples)))
        status = m->several   ? measure_sets(&w, m)
                 : m->classes ? measure_classes(&w, m)
                              : measure_values(&w, m);
    free(w.rows);
    free(w.mean);
    free(w.std);
    free(w.truth);
    free(w.predicted);
    free(w.y);
    return status;
}

void eval_release(eval_measures *m)
{
    free(m->precision);
    free(m->recall);
    free(m->f1);
    free(m->confusion);
    free(m->counts);
    free(m->of_target);
}
