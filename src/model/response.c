/* Learning by response (response.h, adrop/model.h). */
#include "model/response.h"

#include <math.h>
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "base/option_check.h"
#include "base/parallel.h"
#include "optim/clip.h"
#include "technique/strength.h"

enum { LEAST_ROWS = 8, BLOCK = 1 << 16 };

static const double beta1 = 0.9, beta2 = 0.9, eps = 1e-12; /* of Adam */
static const double pull = 0.25;                           /* per step */

#define ROW(name_, kind_, field_)                                                                  \
  .name = name_, .kind = kind_, .offset = offsetof(adrop_response, field_)

static const adrop_option rows[] = {
    { ROW("lr", ADROP_OPT_REAL, lr), .fallback = 0.01, .max = 1e3 },
    { ROW("horizon", ADROP_OPT_REAL, horizon), .fallback = 10, .max = 1e9 },
    { ROW("step", ADROP_OPT_REAL, step), .fallback = 0.2, .max = 100 },
    { ROW("reach", ADROP_OPT_REAL, reach), .fallback = 0.1, .max = 1e30, .open = ADROP_OPEN_MIN },
    { ROW("ahead", ADROP_OPT_FLAG, ahead) },
    { ROW("noise_free", ADROP_OPT_FLAG, noise_free) },
    { 0 },
};

void adrop_response_init_sized(adrop_response *response, size_t size)
{
    adrop_response mine = { 0 };

    adrop_options_default(rows, &mine);
    ad_struct_init(response, size, &mine, sizeof mine);
}

/* -- The parameters ------------------------------------------------------------------- */

static int is_learned(const ad_param *p)
{
    return p->by_response && !p->frozen;
}

/* Weights of the parameters in the common mean, which is the mean of the layers' means. */
static void fill_shares(const adrop_model *m, ad_response *r)
{
    double layers = 0;

    for (size_t i = 0; i < m->n_tensors; i++)
        layers += is_learned(m->tensor[i]) && m->tensor[i]->together;
    for (size_t i = 0, n = 0; i < m->n_tensors; i++)
        for (size_t k = 0; is_learned(m->tensor[i]) && k < m->tensor[i]->n; k++)
            r->share[n++] = m->tensor[i]->together ? 1 / (layers * (double)m->tensor[i]->n) : 0;
}

/* A network has one technique. */
static int is_direct(const adrop_model *m)
{
    for (size_t i = 0; i < m->graph->n; i++) {
        const ad_dropout *d = ad_layer_technique(m->graph->layer[i]);
        if (d)
            return (d->traits & AD_JUDGED_DIRECTLY) != 0;
    }
    return 0;
}

static adrop_status response_fill(const adrop_model *m, ad_response *r)
{
    const size_t real = ad_dtype_size(m->engine->real);
    adrop_status status;

    if ((status = AD_NEW(m->ctx, r->n, "responses", &r->place)) ||
        (status = AD_NEW(m->ctx, r->n, "responses", &r->share)) ||
        (status = AD_NEW(m->ctx, r->n, "responses", &r->cost)) ||
        (status = AD_NEW(m->ctx, r->n, "responses", &r->plus)) ||
        (status = AD_NEW(m->ctx, r->n, "responses", &r->slope)) ||
        (status = AD_NEW(m->ctx, r->n, "responses", &r->average)) ||
        (status = AD_NEW(m->ctx, r->n, "responses", &r->square)))
        return status;
    for (size_t i = 0, n = 0; i < m->n_tensors; i++)
        for (size_t k = 0; is_learned(m->tensor[i]) && k < m->tensor[i]->n; k++)
            r->place[n++] = m->tensor[i]->offset + k;
    fill_shares(m, r);
    return ad_memory_take(m->ctx, m->n_params, real, "a copy of the weights", &r->kept);
}

adrop_status ad_response_create(const adrop_model *m, ad_response **out)
{
    ad_response *r;
    size_t n = 0;
    adrop_status status;

    *out = NULL;
    for (size_t i = 0; i < m->n_tensors; i++)
        n += is_learned(m->tensor[i]) ? m->tensor[i]->n : 0;
    if (!n)
        return ADROP_OK;
    if ((status = AD_NEW(m->ctx, 1, "responses", &r)))
        return status;
    r->ctx = m->ctx;
    r->n = n;
    r->direct = is_direct(m);
    if ((status = response_fill(m, r)))
        ad_response_free(r);
    else
        *out = r;
    return status;
}

void ad_response_free(ad_response *r)
{
    if (!r)
        return;
    ad_free(r->ctx, r->place);
    ad_free(r->ctx, r->share);
    ad_free(r->ctx, r->kept);
    ad_free(r->ctx, r->cost);
    ad_free(r->ctx, r->plus);
    ad_free(r->ctx, r->slope);
    ad_free(r->ctx, r->average);
    ad_free(r->ctx, r->square);
    ad_free(r->ctx, r);
}

size_t ad_response_first(const adrop_model *m, size_t i)
{
    size_t first = 0;

    if (!m->response || !is_learned(m->tensor[i]))
        return SIZE_MAX;
    for (size_t k = 0; k < i; k++)
        first += is_learned(m->tensor[k]) ? m->tensor[k]->n : 0;
    return first;
}

static double get(const adrop_model *m, const void *block, size_t i)
{
    return m->engine->plain ? ((const double *)block)[i] : (double)((const float *)block)[i];
}

static void response_put(const adrop_model *m, void *block, size_t i, double value)
{
    if (m->engine->plain)
        ((double *)block)[i] = value;
    else
        ((float *)block)[i] = (float)value;
}

void ad_response_clear(const adrop_model *m)
{
    for (size_t i = 0; m->response && i < m->response->n; i++)
        response_put(m, m->grads, m->response->place[i], 0);
}

/* -- The passes ----------------------------------------------------------------------- */

/* Gradients of rows that belong to no step; copies those of the parameters to slope. Nothing else
 * of the pass is kept. */
static adrop_status pass(adrop_model *m, const adrop_batch *b, int on_other_rows, double *slope)
{
    adrop_batch plain = *b;
    adrop_losses l;
    adrop_status status;

    plain.r_drop = 0;
    m->on_other_rows = on_other_rows;
    status = adrop_model_gradients(m, &plain, &l);
    m->on_other_rows = 0;
    if (status)
        return status;
    const ad_net_pass none = ad_model_pass(m, &plain, ADROP_PHASE_TRAIN, 0);
    ad_net_forget(m->last ? m->last : m->net[0], &none);
    for (size_t i = 0; i < m->response->n; i++)
        slope[i] = get(m, m->grads, m->response->place[i]);
    return ADROP_OK;
}

static void set_strength(const adrop_model *m, double strength)
{
    for (size_t i = 0; i < m->graph->n; i++) {
        ad_dropout *d = ad_layer_technique(m->graph->layer[i]);
        if (d) /* cannot fail: its memory was allocated for this strength, and 0 needs none */
            ad_dropout_set_strength(d, strength);
    }
}

/* A pass over the other rows, with their own noise or none. */
static adrop_status response_judge(adrop_model *m, const adrop_batch *other, int noise_free,
                                   double *cost)
{
    noise_free &= !m->response->direct; /* it has no noise, and strength 0 has no slope */
    if (noise_free)
        set_strength(m, 0);
    const adrop_status status = pass(m, other, 1, cost);
    if (noise_free)
        set_strength(m, m->options.dropout_strength);
    return status;
}

typedef struct {
    const adrop_model *m;
    double by; /* 0: mirror the parameters about the weights */
} shift;

static void shift_block(void *arg, size_t block)
{
    const shift *s = arg;
    const adrop_model *m = s->m;
    const size_t first = block * BLOCK;
    const size_t end = m->n_params - first < BLOCK ? m->n_params : first + BLOCK;

    if (m->engine->plain) {
        const double *w = m->response->kept, *v = m->grads;
        double *p = m->params;
        for (size_t i = first; i < end; i++)
            p[i] = s->by != 0 ? w[i] + s->by * v[i] : w[i] - (p[i] - w[i]);
    } else {
        const float *w = m->response->kept, *v = m->grads, by = (float)s->by;
        float *p = m->params;
        for (size_t i = first; i < end; i++)
            p[i] = by != 0 ? w[i] + by * v[i] : w[i] - (p[i] - w[i]);
    }
}

static void run_shift(const adrop_model *m, double by)
{
    shift s = { m, by };

    ad_parallel(m->engine->threads, (m->n_params + BLOCK - 1) / BLOCK, shift_block, &s);
}

/* Replace the gradients by the optimiser's direction; returns its norm. */
static double direct(adrop_model *m)
{
    ad_model_hold_zeros(m);
    ad_optimizer_direct(m->optimizer, 0, m->grads);
    return ad_global_norm(m->grads, m->n_params, m->engine->plain, m->engine->threads);
}

static int all_finite(size_t n, const double *x)
{
    for (size_t i = 0; i < n; i++)
        if (!isfinite(x[i]))
            return 0;
    return 1;
}

/* Compute dJ/drho into slope; *found: it is finite. The weights stay as the last pass left them. */
static adrop_status find_slope(adrop_model *m, const adrop_batch *here, const adrop_batch *other,
                               const adrop_response *response, int *found)
{
    ad_response *r = m->response;
    const double tau = response->horizon * response->lr;
    adrop_status status;

    if (r->direct) {
        status = response_judge(m, other, response->noise_free, r->slope);
        *found = !status && all_finite(r->n, r->slope);
        return status;
    }
    if (response->ahead) {
        if ((status = pass(m, here, 0, r->slope)))
            return status;
        direct(m);
        run_shift(m, -tau);
    }
    if ((status = response_judge(m, other, response->noise_free, r->cost)))
        return status;
    const double norm = direct(m);
    if (!isfinite(norm) || !(norm > 0))
        return ADROP_OK;
    const double by = response->reach / norm;
    run_shift(m, by);
    if ((status = pass(m, here, 0, r->plus)))
        return status;
    run_shift(m, 0);
    if ((status = pass(m, here, 0, r->slope)))
        return status;
    for (size_t i = 0; i < r->n; i++)
        r->slope[i] = r->cost[i] - tau * (r->plus[i] - r->slope[i]) / (2 * by);
    *found = all_finite(r->n, r->slope);
    return ADROP_OK;
}

/* Adam's step, the pull towards the mean, and the parameters back into their range. */
static void learn(adrop_model *m, double step)
{
    ad_response *r = m->response;
    const double t = (double)++r->count;
    const double rest1 = 1 - pow(beta1, t), rest2 = 1 - pow(beta2, t);
    double middle = 0;

    for (size_t i = 0; i < r->n; i++)
        middle += r->share[i] * get(m, m->params, r->place[i]);
    for (size_t i = 0; i < r->n; i++) {
        const double g = r->slope[i], old = get(m, m->params, r->place[i]);
        r->average[i] = (float)(beta1 * (double)r->average[i] + (1 - beta1) * g);
        r->square[i] = (float)(beta2 * (double)r->square[i] + (1 - beta2) * g * g);
        const double mean = (double)r->average[i] / rest1;
        const double root = sqrt((double)r->square[i] / rest2);
        const double away = r->share[i] > 0 ? old - middle : 0;
        response_put(m, m->params, r->place[i],
                     old - step * mean / (root + eps) - pull * step * away);
    }
    for (size_t i = 0; i < m->graph->n; i++) {
        ad_dropout *d = ad_layer_technique(m->graph->layer[i]);
        if (d && d->traits & AD_LEARNS_BY_RESPONSE)
            ad_dropout_constrain(d);
    }
}

adrop_status adrop_model_response(adrop_model *m, const adrop_batch *here, const adrop_batch *other,
                                  const adrop_response *given, int *moved)
{
    const size_t bytes = m->n_params * ad_dtype_size(m->engine->real);
    adrop_batch b, a;
    adrop_response response;
    int found = 0;

    adrop_response_init(&response);
    adrop_status status = AD_SETTINGS_READ(m->ctx, adrop_response, rows, &response, given);
    if (moved)
        *moved = 0;
    if (!status && !m->optimizer)
        status = ad_fail(m->ctx, ADROP_EINVAL, "choose an optimiser before the first response");
    if (status || (status = ad_model_check_answers(m, here, &b)) ||
        (status = ad_model_check_answers(m, other, &a)))
        return status;
    if (!m->response || b.rows < LEAST_ROWS || a.rows < LEAST_ROWS ||
        m->options.dropout_strength == 0)
        return ADROP_OK;
    memcpy(m->response->kept, m->params, bytes);
    status = find_slope(m, &b, &a, &response, &found);
    if (status == ADROP_ENUMERIC) /* a loss that is not finite does not inform about the noise */
        status = ADROP_OK;
    memcpy(m->params, m->response->kept, bytes);
    if (status || !found)
        return status;
    learn(m, response.step);
    for (size_t i = 0; i < m->response->n; i++)
        response_put(m, m->grads, m->response->place[i], m->response->slope[i]);
    if (moved)
        *moved = 1;
    return ADROP_OK;
}
