/* The single passes (adrop/predict.h): stored as they are made, and their quantiles.
 *
 * With the S passes of an output in ascending order, x_0 .. x_(S - 1), the quantile at q is
 *
 *     x_k + (h - k) (x_(k + 1) - x_k),   h = q (S - 1),   k = floor(h)
 *
 * which is type 7 of Hyndman and Fan (1996), the default of R and NumPy. If only quantiles are
 * needed, only the passes of one block of rows are stored at a time. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "base/option_check.h"
#include "predict/predictor.h"

/* The passes of row i of the block: (passes, outputs). */
static double *passes_of(const ad_kept *k, size_t i)
{
    const ad_drawn *d = k->drawn;
    const size_t each = d->passes * k->p->model->options.outputs;

    return d->out.draws ? d->out.draws + (k->first + i) * each : d->block + i * each;
}

void ad_drawn_put(const ad_kept *k, size_t i, size_t pass, const double *values)
{
    const size_t width = k->p->model->options.outputs;

    memcpy(passes_of(k, i) + pass * width, values, width * sizeof *values);
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static double draws_quantile(size_t n, const double *x, double q)
{
    const double h = q * (double)(n - 1);
    const size_t k = (size_t)h;

    return k + 1 < n ? x[k] + (h - (double)k) * (x[k + 1] - x[k]) : x[n - 1];
}

void ad_drawn_finish(const ad_kept *k, size_t n)
{
    const ad_drawn *d = k->drawn;
    const size_t width = k->p->model->options.outputs, n_at = d->out.n_at;

    for (size_t i = 0; i < n && n_at; i++) {
        const double *draws = passes_of(k, i);
        double *to = d->out.quantiles + (k->first + i) * n_at * width;
        for (size_t c = 0; c < width; c++) {
            for (size_t t = 0; t < d->passes; t++)
                d->column[t] = draws[t * width + c];
            qsort(d->column, d->passes, sizeof *d->column, ascending);
            for (size_t a = 0; a < n_at; a++)
                to[a * width + c] = draws_quantile(d->passes, d->column, d->out.at[a]);
        }
    }
}

static adrop_status draws_check(const adrop_predictor *p, const adrop_sample_opts *o,
                                const adrop_draws *d)
{
    if (o->by_moments)
        return ad_fail(p->ctx, ADROP_EINVAL, "by moments there are no passes to draw");
    if (!d->draws && !d->n_at)
        return ad_fail(p->ctx, ADROP_EINVAL, "there is no array for draws, and no quantile");
    if (ad_check_array(p->ctx, "at", d->n_at, d->at) ||
        ad_check_array(p->ctx, "quantiles", d->n_at, d->quantiles))
        return ADROP_EINVAL;
    for (size_t i = 0; i < d->n_at; i++)
        if (!(d->at[i] >= 0 && d->at[i] <= 1))
            return ad_fail(p->ctx, ADROP_EINVAL, "quantile %zu is at %g, and must be at 0 to 1", i,
                           d->at[i]);
    return ADROP_OK;
}

static adrop_status take_memory(const adrop_predictor *p, size_t rows, ad_drawn *d)
{
    const size_t batch = p->model->options.batch, block = rows < batch ? rows : batch;
    adrop_status status = ADROP_OK;

    if (!d->out.draws)
        status = AD_NEW(p->ctx, block * d->passes * p->model->options.outputs, "passes", &d->block);
    if (!status && d->out.n_at)
        status = AD_NEW(p->ctx, d->passes, "passes of an output", &d->column);
    return status;
}

adrop_status ad_predictor_draw(adrop_predictor *p, const adrop_sample_opts *opts,
                               const ad_predict_rows *rows, adrop_draws *out, size_t *passes)
{
    ad_drawn drawn = { 0 };
    ad_kept k = { .p = p, .drawn = &drawn };
    adrop_sample_opts o;
    adrop_status status = ad_predictor_settings(p, opts, &o);

    if (!status)
        status = AD_STRUCT_READ(p->ctx, adrop_draws, &drawn.out, out);
    if (status || (status = draws_check(p, &o, &drawn.out)))
        return status;
    if (!ad_model_is_random(p->model))
        o.samples = 0;
    drawn.passes = o.samples ? o.samples : 1;
    if (!(status = take_memory(p, rows->n, &drawn)))
        status = ad_predictor_run(p, rows, &o, &k);
    if (!status && passes)
        *passes = drawn.passes;
    ad_free(p->ctx, drawn.block);
    ad_free(p->ctx, drawn.column);
    return status;
}

adrop_status adrop_predictor_draw(adrop_predictor *p, const adrop_sample_opts *opts, size_t n,
                                  const float *rows, const uint32_t *row_numbers, adrop_draws *out,
                                  size_t *passes)
{
    const ad_predict_rows in = { .n = n, .values = rows, .row_numbers = row_numbers };

    return ad_predictor_draw(p, opts, &in, out, passes);
}
