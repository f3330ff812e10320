/* The optimiser's part of a training step (adrop/model.h): the norm of the gradient, clipping,
 * the step over the block of parameters in two groups with their own rates, and then the
 * layers' commits. */
#include <math.h>

#include "base/context.h"
#include "base/finite.h"
#include "base/memory.h"
#include "base/option_check.h"
#include "model/model.h"
#include "model/response.h"
#include "optim/clip.h"

#define ROW(name_, field_, default_, most_)                                                        \
  {                                                                                                \
    .name = name_, .kind = ADROP_OPT_REAL, .offset = offsetof(adrop_rates, field_),                \
    .fallback = default_, .max = most_                                                             \
  }

static const adrop_option rows[] = {
    ROW("lr", lr, 0.01, 1e3),
    ROW("weight_decay", weight_decay, 5e-4, 1e3),
    ROW("dropout_lr", dropout_lr, 1e-4, 1e3),
    ROW("dropout_decay", dropout_decay, 0, 1e3),
    ROW("clip", clip, 0, 1e30),
    { 0 },
};

void adrop_rates_init_sized(adrop_rates *rates, size_t size)
{
    adrop_rates mine = { 0 };

    adrop_options_default(rows, &mine);
    ad_struct_init(rates, size, &mine, sizeof mine);
}

/* The ranges of the block that share one rule, at most one per tensor; returns their number. */
static size_t find_ranges(const adrop_model *m, ad_range *ranges)
{
    size_t n = 0;

    for (size_t i = 0; i < m->n_tensors; i++) {
        const ad_param *p = m->tensor[i];
        const int group = p->group == ADROP_TENSOR_DROPOUT;
        if (p->group == ADROP_TENSOR_BUFFERS || p->frozen || p->by_response)
            continue;
        ad_range *last = n ? &ranges[n - 1] : NULL;
        if (last && last->group == group && last->first + last->n == p->offset)
            last->n += p->stored;
        else
            ranges[n++] = (ad_range){ p->offset, p->stored, group };
    }
    return n;
}

adrop_status adrop_model_optimizer(adrop_model *m, const char *text)
{
    if (ad_check_given(m->ctx, "text", text))
        return ADROP_EINVAL;

    ad_optimizer *made = NULL;
    ad_response *response = NULL;
    ad_range *ranges = NULL;
    adrop_status status = ad_model_check_learns(m);

    if (!status)
        status = AD_NEW(m->ctx, m->n_tensors, "the optimiser", &ranges);
    if (!status)
        status = ad_optimizer_create(m->ctx, text, m->engine->plain, m->n_params, ranges,
                                     find_ranges(m, ranges), m->engine->threads, &made);
    ad_free(m->ctx, ranges);
    if (!status)
        status = ad_response_create(m, &response);
    if (status) {
        ad_optimizer_free(made);
        return status;
    }
    ad_optimizer_free(m->optimizer);
    ad_response_free(m->response);
    m->optimizer = made;
    m->response = response;
    return ADROP_OK;
}

static adrop_status not_finite(const adrop_model *m)
{
    const char *name = ad_model_bad_gradient(m);

    if (!name)
        return ADROP_OK; /* only unused gradients are not finite */
    return ad_fail(m->ctx, ADROP_ENUMERIC,
                   "the gradient of '%s' is not finite: lower the learning rate", name);
}

/* Compute the norm if it is needed; otherwise check every gradient, unless that is disabled. */
static adrop_status update_measure(const adrop_model *m, double clip, double *norm, double *scale)
{
    if (norm || clip > 0) {
        const double found = ad_global_norm(m->grads, m->n_params, m->engine->plain,
                                            m->engine->threads);
        if (norm)
            *norm = found;
        if (!isfinite(found))
            return ad_fail(m->ctx, ADROP_ENUMERIC,
                           "the gradient is not finite: lower the learning rate");
        if (clip > 0)
            *scale = ad_clip_scale(found, clip);
        return ADROP_OK;
    }
    return m->options.no_finite_check ||
                   ad_all_finite(m->grads, m->n_params, m->engine->plain, m->engine->threads)
               ? ADROP_OK
               : not_finite(m);
}

adrop_status adrop_model_step(adrop_model *m, const adrop_rates *given, double *norm)
{
    const adrop_batch none = { 0 };
    adrop_rates rates;
    double scale = 1;

    adrop_rates_init(&rates);
    adrop_status status = AD_SETTINGS_READ(m->ctx, adrop_rates, rows, &rates, given);
    if (status)
        return status;
    if (!m->optimizer)
        return ad_fail(m->ctx, ADROP_EINVAL, "choose an optimiser before the first step");
    const ad_group_rule rules[AD_MAX_GROUPS] = { { rates.lr, rates.weight_decay },
                                                 { rates.dropout_lr, rates.dropout_decay } };
    ad_model_hold_zeros(m);
    ad_response_clear(m);
    if ((status = update_measure(m, rates.clip, norm, &scale)))
        return status;
    ad_model_forget_zeros(m);
    ad_optimizer_step(m->optimizer, m->params, m->grads, scale, rules);
    const ad_net_pass pass = ad_model_pass(m, &none, ADROP_PHASE_TRAIN, 0);
    ad_net_commit(m->last ? m->last : m->net[0], &pass);
    return ADROP_OK;
}
