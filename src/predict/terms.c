/* The terms of documents with the largest weight for an output (adrop/predict.h).
 *
 * Without hidden layers, a term's weight for an output is the layer's weight. With
 * hidden layers it is the sum over all paths from the term to the output of the products of
 * their weights, W_L .. W_2 W_1, as if every unit were active. With lsa:K, which gives term t the
 * inputs V_tk / s_k, it is sum_k V_tk g_k / s_k, where g are the weights of the inputs. If outputs
 * compete (softmax) their mean is subtracted, because a common part has no effect. */
#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "base/option_check.h"
#include "predict/predictor.h"
#include "transform/standardise.h"

/* g (outputs, in) = g (outputs, out) times the tensor (out, in). */
static adrop_status terms_multiply(const adrop_predictor *p, size_t tensor,
                                   const adrop_tensor_info *info, double **g)
{
    const size_t rows = p->model->options.outputs, out = info->dims[0], in = info->dims[1];
    double *to = NULL;
    float *w = NULL;
    adrop_status status;

    if ((status = AD_NEW(p->ctx, rows * in, "weights of terms", &to)) ||
        (status = AD_NEW(p->ctx, out * in, "weights of terms", &w)) ||
        (status = adrop_model_get(p->model, tensor, w)))
        goto done;
    for (size_t r = 0; r < rows; r++)
        for (size_t o = 0; o < out; o++) {
            const double by = *g ? (*g)[r * out + o] : (double)(r == o);
            for (size_t i = 0; by != 0 && i < in; i++)
                to[r * in + i] += by * (double)w[o * in + i];
        }
    ad_free(p->ctx, *g);
    *g = to;
    to = NULL;
done:
    ad_free(p->ctx, to);
    ad_free(p->ctx, w);
    return status;
}

/* The weights of the inputs (outputs, inputs): multiply dense layers from the last to the first. */
static adrop_status chain(const adrop_predictor *p, double **g)
{
    const adrop_model_opts *o = &p->model->options;
    size_t width = o->outputs;
    adrop_status status = ADROP_OK;

    *g = NULL;
    for (size_t i = adrop_model_n_tensors(p->model); i-- > 0 && !status;) {
        adrop_tensor_info info;
        adrop_model_tensor(p->model, i, &info);
        if (info.group != ADROP_TENSOR_WEIGHTS || info.n_dims != 2)
            continue;
        if (info.dims[0] != width)
            return ad_fail(p->ctx, ADROP_EINVAL,
                           "the layers of the network are not one chain: '%s' does not fit the "
                           "layer behind it",
                           info.name);
        width = info.dims[1];
        status = terms_multiply(p, i, &info, g);
    }
    if (!status && (!*g || width != o->channels * o->height * o->width))
        status = ad_fail(p->ctx, ADROP_EINVAL,
                         "the first layer of the network does not read the terms");
    return status;
}

/* Replace the weights of the inputs by those of the terms (outputs, terms). */
static adrop_status terms_spread(const adrop_predictor *p, double **g)
{
    const ad_features *t = p->schema.text;
    const size_t rank = t->settings.rank, rows = p->model->options.outputs;
    const double *from = *g;
    double *to;

    if (!t->components || !from)
        return ADROP_OK;
    const adrop_status status = AD_NEW(p->ctx, rows * t->n, "weights of terms", &to);
    if (status)
        return status;
    for (size_t k = 0; k < rank; k++) {
        double mean, deviation;
        ad_standardise_moments(&p->schema.inputs, k, &mean, &deviation);
        for (size_t r = 0; r < rows; r++)
            for (size_t i = 0; i < t->n; i++)
                to[r * t->n + i] += (double)t->components[i * rank + k] * from[r * rank + k] /
                                    (deviation > 0 ? deviation : 1);
    }
    ad_free(p->ctx, *g);
    *g = to;
    return ADROP_OK;
}

static void subtract_mean(const adrop_predictor *p, double *g, size_t n)
{
    const size_t rows = p->model->options.outputs;

    for (size_t i = 0; i < n && p->model->options.loss == ADROP_LOSS_SOFTMAX; i++) {
        double mean = 0;
        for (size_t r = 0; r < rows; r++)
            mean += g[r * n + i] / (double)rows;
        for (size_t r = 0; r < rows; r++)
            g[r * n + i] -= mean;
    }
}

/* The `most` largest of g (n), in order; among ties the first. */
static void terms_choose(const ad_features *t, const double *g, size_t most, const char **terms,
                         double *weights)
{
    size_t found = 0;

    for (size_t i = 0; i < t->n; i++) {
        size_t at = found;
        while (at > 0 && g[i] > weights[at - 1])
            at--;
        if (at >= most)
            continue;
        found += found < most;
        memmove(terms + at + 1, terms + at, (found - at - 1) * sizeof *terms);
        memmove(weights + at + 1, weights + at, (found - at - 1) * sizeof *weights);
        terms[at] = ad_features_term(t, i);
        weights[at] = g[i];
    }
}

adrop_status adrop_predictor_terms(const adrop_predictor *p, size_t n, const char **terms,
                                   double *weights)
{
    const ad_features *t = p->schema.text;
    const size_t rows = p->model->options.outputs;
    double *g = NULL;
    adrop_status status;

    if (!t)
        return ad_fail(p->ctx, ADROP_EINVAL, "the model does not read documents: it has no terms");
    if (!t->terms)
        return ad_fail(p->ctx, ADROP_EINVAL,
                       "the features hash:%zu keep no list of terms, and several share an input: "
                       "train with `features` tfidf to see them",
                       t->settings.bits);
    if ((status = ad_check_array(p->ctx, "terms", n, terms)) ||
        (status = ad_check_array(p->ctx, "weights", n, weights)))
        return status;
    if (!(status = chain(p, &g)) && !(status = terms_spread(p, &g)) && g)
        subtract_mean(p, g, t->n);
    for (size_t i = 0; i < rows * n && !status; i++) {
        terms[i] = NULL;
        weights[i] = 0;
    }
    for (size_t r = 0; r < rows && !status && g && n; r++)
        terms_choose(t, g + r * t->n, n, terms + r * n, weights + r * n);
    ad_free(p->ctx, g);
    return status;
}
