/* Predictions as the mean of passes, with their standard deviation (predictor.h).
 *
 * Rows go through the network in blocks of the model's batch, each block through all passes; mean
 * and squares are updated pass by pass (Welford 1962):
 *
 *     m_k = m_(k-1) + (y - m_(k-1)) / k,   s_k = s_(k-1) + (y - m_(k-1)) (y - m_k)
 *
 * and the standard deviation is sqrt(s_n / (n - 1)). y are the probabilities exp(o_k) / sum, the
 * largest output subtracted first, or the value in the target's units. */
#include <math.h>
#include <string.h>

#include "base/context.h"
#include "predict/predictor.h"

/* Outputs as what is reported. */
static void convert(const adrop_predictor *p, size_t width, const float *y, double *out)
{
    double most = (double)y[0], sum = 0, factor;

    if (p->model->options.loss != ADROP_SOFTMAX) {
        for (size_t k = 0; k < width; k++)
            out[k] = p->has_schema ? ad_schema_target(&p->schema, (double)y[k], &factor)
                                   : (double)y[k];
        return;
    }
    for (size_t k = 1; k < width; k++)
        most = fmax(most, (double)y[k]);
    for (size_t k = 0; k < width; k++)
        sum += out[k] = exp((double)y[k] - most);
    for (size_t k = 0; k < width; k++)
        out[k] /= sum;
}

/* A block of rows as the network's inputs, in p->x unless they are so already. */
static adrop_status prepare(adrop_predictor *p, const ad_predict_rows *rows, size_t first, size_t n,
                            const float **inputs)
{
    const adrop_model_opts *o = &p->model->options;
    const size_t units = o->channels * o->height * o->width, raw = ad_shape_size(p->shape);

    *inputs = rows->inputs ? rows->inputs + first * units : p->x;
    for (size_t i = 0; rows->values && i < n; i++) {
        const float *row = rows->values + (first + i) * raw;
        for (size_t k = 0; k < raw; k++)
            if (!isfinite(row[k]))
                return ad_fail(p->ctx, ADROP_ENUMERIC, "value %zu of row %zu is not finite", k,
                               first + i);
        if (p->has_schema)
            ad_schema_apply_floats(&p->schema, row, p->x + i * units, p->scratch);
        else
            memcpy(p->x + i * units, row, units * sizeof *row);
    }
    for (size_t i = 0; rows->pixels && i < n; i++)
        ad_schema_apply_bytes(&p->schema, rows->pixels + (first + i) * raw, p->x + i * units,
                              p->scratch);
    return ADROP_OK;
}

/* Pass number `pass` of a block adds to mean and squares (n, outputs). */
static adrop_status add_pass(adrop_predictor *p, adrop_phase phase, uint32_t pass, size_t first,
                             adrop_batch *b, double *mean, double *squares)
{
    const size_t width = p->model->options.outputs;

    b->step = pass;
    const adrop_status status = adrop_model_forward(p->model, phase, b);
    if (status)
        return status;
    for (size_t r = 0; r < b->rows; r++) {
        convert(p, width, adrop_model_outputs(p->model) + r * width, p->row);
        for (size_t k = 0; k < width; k++) {
            const size_t i = r * width + k;
            const double off = p->row[k] - mean[i];
            if (!isfinite(p->row[k]))
                return ad_fail(p->ctx, ADROP_ENUMERIC,
                               "the prediction of row %zu is not finite: its values are too large "
                               "for the network",
                               first + r);
            mean[i] += off / (double)(pass + 1);
            if (squares)
                squares[i] += off * (p->row[k] - mean[i]);
        }
    }
    return ADROP_OK;
}

/* Row numbers of a block: the caller's, or its places. */
static const uint32_t *number(const ad_predict_rows *rows, size_t first, size_t n, uint32_t *places)
{
    if (rows->row_numbers)
        return rows->row_numbers + first;
    for (size_t i = 0; i < n; i++)
        places[i] = (uint32_t)(first + i);
    return places;
}

adrop_status ad_predictor_passes(adrop_predictor *p, const ad_predict_rows *rows, size_t samples,
                                 double *mean, double *std)
{
    const size_t width = p->model->options.outputs, batch = p->model->options.batch;
    const size_t passes = samples ? samples : 1;
    const adrop_phase phase = samples ? ADROP_SAMPLE : ADROP_MEAN;
    adrop_status status = ADROP_OK;

    memset(mean, 0, rows->n * width * sizeof *mean);
    if (std)
        memset(std, 0, rows->n * width * sizeof *std);
    for (size_t first = 0; first < rows->n && !status; first += batch) {
        const size_t n = rows->n - first < batch ? rows->n - first : batch;
        const float *inputs;
        adrop_batch b;
        status = prepare(p, rows, first, n, &inputs);
        adrop_batch_input(&b, 0, n, inputs);
        b.row_numbers = number(rows, first, n, p->numbers);
        for (size_t pass = 0; pass < passes && !status; pass++)
            status = add_pass(p, phase, (uint32_t)pass, first, &b, mean + first * width,
                              std ? std + first * width : NULL);
    }
    for (size_t i = 0; std && i < rows->n * width; i++)
        std[i] = passes > 1 ? sqrt(std[i] / (double)(passes - 1)) : 0;
    return status;
}
