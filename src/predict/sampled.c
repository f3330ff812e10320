/* What is kept of Monte Carlo passes (predictor.h): one accumulator per measure.
 *
 * Mean and squares are updated pass by pass (Welford 1962),
 *
 *     m_k = m_(k-1) + (y - m_(k-1)) / k,   s_k = s_(k-1) + (y - m_(k-1)) (y - m_k)
 *
 * and the standard deviation is sqrt(s_n / (n - 1)). y are the probabilities exp(o_k) / sum, with
 * the largest output subtracted first; 1 / (1 + exp(-o_k)) if a row may have several classes; or
 * the value in the target's units. Entropies are in nats;
 * mutual information is H(mean) - mean H (Houlsby et al. 2011; Gal et al. 2017), the energy
 * -log sum exp o (Liu et al. 2020). */
#include <math.h>
#include <string.h>

#include "base/context.h"
#include "base/option_check.h"
#include "predict/predictor.h"

#define PI 3.14159265358979323846

#define ROW(name_, kind_, field_)                                                                  \
  .name = name_, .kind = kind_, .offset = offsetof(adrop_sample_opts, field_),                     \
  .group = ADROP_GROUP_OWN

static const adrop_option options[] = {
    { ROW("samples", ADROP_OPT_COUNT, samples), .fallback = 50, .max = UINT32_MAX,
      .help = "noisy passes; 0: one without noise" },
    { ROW("shared-masks", ADROP_OPT_FLAG, shared_masks),
      .help = "a pass has the same masks for every row" },
    { ROW("by-moments", ADROP_OPT_FLAG, by_moments),
      .help = "moments carried through the network in place of passes" },
    { 0 },
};

const adrop_option *adrop_sample_options(void)
{
    return options;
}

void adrop_sample_opts_init_sized(adrop_sample_opts *opts, size_t size)
{
    adrop_sample_opts mine = { 0 };

    adrop_options_default(options, &mine);
    ad_struct_init(opts, size, &mine, sizeof mine);
}

static double sigmoid(double y)
{
    const double small = exp(-fabs(y));

    return (y >= 0 ? 1 : small) / (1 + small);
}

/* Convert outputs to what is reported; with logits, class outputs are not converted. Returns the
 * energy, NaN for values and if it is not needed. */
static double convert(const adrop_predictor *p, size_t width, const float *y, int logits,
                      double *out)
{
    double most = (double)y[0], sum = 0, factor;

    if (logits && p->model->options.loss != ADROP_LOSS_SQUARED) {
        for (size_t k = 0; k < width; k++)
            out[k] = (double)y[k];
        return NAN;
    }
    if (p->model->options.loss == ADROP_LOSS_BINARY) {
        for (size_t k = 0; k < width; k++)
            out[k] = sigmoid((double)y[k]);
        return NAN;
    }
    if (p->model->options.loss != ADROP_LOSS_SOFTMAX) {
        for (size_t k = 0; k < width; k++)
            out[k] = p->has_schema ? ad_schema_target(&p->schema, k, (double)y[k], &factor)
                                   : (double)y[k];
        return NAN;
    }
    for (size_t k = 1; k < width; k++) /* not fmax: internal error of gcc 12 for arm64 */
        most = (double)y[k] > most ? (double)y[k] : most;
    for (size_t k = 0; k < width; k++)
        sum += out[k] = exp((double)y[k] - most);
    for (size_t k = 0; k < width; k++)
        out[k] /= sum;
    return -most - log(sum);
}

static double log_sum_exp(size_t width, const double *z)
{
    double most = z[0], sum = 0;

    for (size_t k = 1; k < width; k++)
        most = fmax(most, z[k]);
    for (size_t k = 0; k < width; k++)
        sum += exp(z[k] - most);
    return most + log(sum);
}

static double entropy(size_t width, const double *q)
{
    double sum = 0;

    for (size_t k = 0; k < width; k++)
        sum -= q[k] > 0 ? q[k] * log(q[k]) : 0;
    return sum;
}

void ad_kept_clear(const ad_kept *k, size_t n)
{
    const size_t width = k->p->model->options.outputs;
    double *const by_row[] = { k->out.expected_entropy, k->out.energy };

    memset(k->out.mean + k->first * width, 0, n * width * sizeof *k->out.mean);
    if (k->out.std)
        memset(k->out.std + k->first * width, 0, n * width * sizeof *k->out.std);
    for (size_t i = 0; i < sizeof by_row / sizeof *by_row; i++)
        if (by_row[i])
            memset(by_row[i] + k->first, 0, n * sizeof *by_row[i]);
}

/* Add the values of a pass, in p->row, to the accumulators of a row. */
static void sampled_add(const ad_kept *k, size_t row, size_t pass, double energy)
{
    const adrop_predictor *p = k->p;
    const size_t width = p->model->options.outputs;
    double *mean = k->out.mean + row * width, *std = k->out.std ? k->out.std + row * width : NULL;

    for (size_t c = 0; c < width; c++) {
        const double off = p->row[c] - mean[c];
        mean[c] += off / (double)(pass + 1);
        if (std)
            std[c] += off * (p->row[c] - mean[c]);
    }
    if (k->out.expected_entropy || k->out.mutual_information) {
        double *expected = k->out.expected_entropy ? k->out.expected_entropy + row
                                                   : k->out.mutual_information + row;
        *expected += isnan(energy) ? NAN : entropy(width, p->row);
    }
    if (k->out.energy)
        k->out.energy[row] += energy;
}

adrop_status ad_kept_add(const ad_kept *k, size_t i, size_t pass, const float *y)
{
    const adrop_predictor *p = k->p;
    const size_t width = p->model->options.outputs, row = k->first + i;
    const int logits = k->drawn && k->drawn->out.logits;
    const double energy = convert(p, width, y, logits, p->row);

    for (size_t c = 0; c < width; c++)
        if (!isfinite(p->row[c]))
            return ad_fail(p->ctx, ADROP_ENUMERIC,
                           "the prediction of row %zu is not finite: its values are too large for "
                           "the network",
                           row);
    if (k->drawn)
        ad_drawn_put(k, i, pass, p->row);
    else
        sampled_add(k, row, pass, energy);
    return ADROP_OK;
}

void ad_kept_finish(const ad_kept *k, size_t n, size_t passes)
{
    const size_t width = k->p->model->options.outputs;
    const int classifies = k->p->model->options.loss == ADROP_LOSS_SOFTMAX;
    const adrop_sampled *o = &k->out;

    for (size_t row = k->first; row < k->first + n; row++) {
        const double whole = classifies ? entropy(width, o->mean + row * width) : NAN;
        for (size_t c = 0; o->std && c < width; c++) {
            double *std = &o->std[row * width + c];
            *std = passes > 1 ? sqrt(*std / (double)(passes - 1)) : 0;
        }
        if (o->entropy)
            o->entropy[row] = whole;
        if (o->expected_entropy)
            o->expected_entropy[row] /= (double)passes;
        if (o->mutual_information)
            o->mutual_information[row] = fmax(
                whole - (o->expected_entropy ? o->expected_entropy[row]
                                             : o->mutual_information[row] / (double)passes),
                0);
        if (o->mutual_information && !classifies)
            o->mutual_information[row] = NAN;
        if (o->energy)
            o->energy[row] /= (double)passes;
    }
}

adrop_status ad_kept_moments(const ad_kept *k, size_t i, const double *u, const double *v)
{
    const adrop_predictor *p = k->p;
    const adrop_sampled *o = &k->out;
    const size_t width = p->model->options.outputs, row = k->first + i;
    const int classifies = p->model->options.loss == ADROP_LOSS_SOFTMAX,
              several = p->model->options.loss == ADROP_LOSS_BINARY;
    double *mean = o->mean + row * width, energy = NAN;

    for (size_t c = 0; c < width; c++) {
        if (!isfinite(u[c]) || !isfinite(v[c]))
            return ad_fail(p->ctx, ADROP_ENUMERIC, "the prediction of row %zu is not finite", row);
        double factor = 1;
        mean[c] = several                        ? sigmoid(u[c] / sqrt(1 + PI * v[c] / 8))
                  : !classifies && p->has_schema ? ad_schema_target(&p->schema, c, u[c], &factor)
                                                 : u[c];
        if (o->std)
            o->std[row * width + c] = classifies || several ? NAN : sqrt(v[c]) * factor;
    }
    if (classifies) {
        double most = -INFINITY, sum = 0;
        energy = -log_sum_exp(width, u);
        for (size_t c = 0; c < width; c++)
            most = fmax(most, mean[c] = u[c] / sqrt(1 + PI * v[c] / 8));
        for (size_t c = 0; c < width; c++)
            sum += mean[c] = exp(mean[c] - most);
        for (size_t c = 0; c < width; c++)
            mean[c] /= sum;
    }
    if (o->entropy)
        o->entropy[row] = classifies ? entropy(width, mean) : NAN;
    if (o->expected_entropy)
        o->expected_entropy[row] = NAN;
    if (o->mutual_information)
        o->mutual_information[row] = NAN;
    if (o->energy)
        o->energy[row] = energy;
    return ADROP_OK;
}
