/* The passes of a prediction (predictor.h). Rows go through the network in blocks of the model's
 * batch; the last block has the least power of two that holds its rows, padded with its last
 * row. With noise, a block's slots are (input, pass) pairs, all passes of one input after another
 * (model/sampling.h); their results are accumulated in the order of the passes (sampled.c). */
#include <math.h>
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "base/option_check.h"
#include "predict/predictor.h"

/* The size of the block for n rows. A row has the same bits in blocks of any size. */
static size_t block_of(size_t n, size_t batch)
{
    size_t rows = 1;

    while (rows < n)
        rows *= 2;
    return rows < batch ? rows : batch;
}

/* One pass without noise. */
static adrop_status passes_plain(adrop_predictor *p, const ad_kept *k, size_t n,
                                 const float *inputs)
{
    const adrop_model_opts *o = &p->model->options;
    const size_t units = o->channels * o->height * o->width;
    const size_t rows = block_of(n, o->batch);
    adrop_batch b;

    if (n < rows) {
        if (inputs != p->x)
            memcpy(p->x, inputs, n * units * sizeof *p->x);
        for (size_t i = n; i < rows; i++)
            memcpy(p->x + i * units, p->x + (n - 1) * units, units * sizeof *p->x);
        inputs = p->x;
    }
    adrop_batch_input(&b, 0, rows, inputs);
    adrop_status status = adrop_model_forward(p->model, ADROP_PHASE_MEAN, &b);
    for (size_t i = 0; i < n && !status; i++)
        status = ad_kept_add(k, i, 0, adrop_model_outputs(p->model) + i * o->outputs);
    return status;
}

/* The passes to draw for a block of n inputs. */
typedef struct {
    size_t n, samples;
    size_t first; /* index of its first row in the call */
    const uint32_t *row_numbers;
    int shared_masks;
    int by_pass; /* a block of slots belongs to one pass: n slots each */
} draws;

/* The input and the pass of slot number `slot` of the block. */
static void slot_at(const draws *d, size_t slot, uint32_t *input, uint32_t *pass)
{
    *input = (uint32_t)(d->by_pass ? slot % d->n : slot / d->samples);
    *pass = (uint32_t)(d->by_pass ? slot / d->n : slot % d->samples);
}

/* Run slots [first, first + n) through the network. */
static adrop_status run_slots(adrop_predictor *p, const ad_kept *k, const draws *d, size_t first,
                              size_t n)
{
    const size_t batch = p->model->options.batch, width = p->model->options.outputs;
    uint32_t *from = p->slots, *number = from + batch, *pass = number + batch;
    const ad_slots slots = { .n = n, .from = from, .number = number, .pass = pass };

    for (size_t r = 0; r < n; r++) {
        slot_at(d, first + r, &from[r], &pass[r]);
        const size_t row = d->first + from[r];
        number[r] = d->shared_masks ? 0 : d->row_numbers ? d->row_numbers[row] : (uint32_t)row;
    }
    adrop_status status = ad_sampling_run(p->sampling, &slots);
    for (size_t r = 0; r < n && !status; r++)
        status = ad_kept_add(k, from[r], pass[r], adrop_model_outputs(p->model) + r * width);
    return status;
}

static adrop_status noisy(adrop_predictor *p, const ad_kept *k, draws *d, const float *inputs)
{
    const size_t batch = p->model->options.batch, all = d->n * d->samples;
    adrop_status status = ADROP_OK;

    if (!p->sampling)
        status = ad_sampling_create(p->model, &p->sampling);
    if (!status)
        status = ad_sampling_begin(p->sampling, d->n, inputs);
    if (status)
        return status;
    d->by_pass = ad_sampling_has_one_mask(p->sampling);
    const size_t most = d->by_pass ? d->n : batch;
    for (size_t first = 0; first < all && !status; first += most)
        status = run_slots(p, k, d, first, all - first < most ? all - first : most);
    return status;
}

/* By moments: mean and variance of the outputs, then the results from them. */
static adrop_status propagate(adrop_predictor *p, const ad_kept *k, size_t n, const float *inputs)
{
    const size_t width = p->model->options.outputs;
    double *u;
    adrop_status status = ADROP_OK;

    if (!p->moments)
        status = ad_moments_create(p, &p->moments);
    if (!status)
        status = AD_NEW(p->ctx, 2 * n * width, "moments of outputs", &u);
    if (status)
        return status;
    status = ad_moments_run(p->moments, n, inputs, u, u + n * width);
    for (size_t i = 0; i < n && !status; i++)
        status = ad_kept_moments(k, i, u + i * width, u + (n + i) * width);
    ad_free(p->ctx, u);
    return status;
}

/* Run a block of n rows in the way that the options choose. */
static adrop_status passes_run_block(adrop_predictor *p, const ad_kept *k,
                                     const adrop_sample_opts *o, const ad_predict_rows *rows,
                                     size_t n, const float *inputs)
{
    draws d = { .n = n,
                .samples = o->samples,
                .first = k->first,
                .row_numbers = rows->row_numbers,
                .shared_masks = o->shared_masks };

    if (o->by_moments)
        return propagate(p, k, n, inputs);
    if (!k->drawn)
        ad_kept_clear(k, n);
    const adrop_status status = o->samples ? noisy(p, k, &d, inputs)
                                           : passes_plain(p, k, n, inputs);
    if (!status && k->drawn)
        ad_drawn_finish(k, n);
    else if (!status)
        ad_kept_finish(k, n, o->samples ? o->samples : 1);
    return status;
}

adrop_status ad_predictor_settings(const adrop_predictor *p, const adrop_sample_opts *opts,
                                   adrop_sample_opts *out)
{
    const size_t members = ad_model_members(p->model);
    adrop_status status = ADROP_OK;

    adrop_sample_opts_init(out);
    if (opts)
        status = AD_SETTINGS_READ(p->ctx, adrop_sample_opts, adrop_sample_options(), out, opts);
    if (!status && out->samples > UINT32_MAX / p->model->options.batch)
        status = ad_fail(p->ctx, ADROP_EINVAL, "%zu samples are too many", out->samples);
    if (members && out->samples > members)
        out->samples = members; /* no more differ */
    return status;
}

adrop_status ad_predictor_run(adrop_predictor *p, const ad_predict_rows *rows,
                              const adrop_sample_opts *o, ad_kept *k)
{
    const size_t batch = p->model->options.batch;
    adrop_status status = ad_predict_check(p, rows);

    if (status || (status = ad_predict_meet(k, rows, o)))
        return status;
    for (; k->first < rows->n && !status; k->first += batch) {
        const size_t n = rows->n - k->first < batch ? rows->n - k->first : batch;
        const float *inputs;
        if (!ad_predict_is_mine(p, k->first / batch))
            continue;
        if (!(status = ad_predict_prepare(p, rows, k->first, n, &inputs)))
            status = passes_run_block(p, k, o, rows, n, inputs);
    }
    if ((status = ad_predict_collect(k, rows->n, status)))
        ad_predict_spoil(k, rows->n);
    return status;
}

adrop_status ad_predictor_passes(adrop_predictor *p, const ad_predict_rows *rows,
                                 const adrop_sample_opts *opts, const adrop_sampled *out)
{
    adrop_sample_opts o;
    ad_kept k = { .p = p };
    adrop_status status = ad_predictor_settings(p, opts, &o);

    if (!status)
        status = AD_STRUCT_READ(p->ctx, adrop_sampled, &k.out, out);
    if (!status && !k.out.mean)
        status = ad_fail(p->ctx, ADROP_EINVAL, "there is no array for the mean");
    return status ? status : ad_predictor_run(p, rows, &o, &k);
}

adrop_status ad_predictor_moments(adrop_predictor *p, const ad_predict_rows *rows, size_t samples,
                                  double *mean, double *std)
{
    const adrop_sample_opts o = { .size = sizeof o,
                                  .samples = ad_model_is_random(p->model) ? samples : 0 };
    const adrop_sampled out = { .size = sizeof out, .mean = mean, .std = std };

    return ad_predictor_passes(p, rows, &o, &out);
}
