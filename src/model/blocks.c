/* The blocks of a model (model.h): all parameters, gradients and running averages, each in one
 * piece, so that the optimiser, the norm and the sum over shards are one loop. Their layout,
 * initial values, and conversion to and from PyTorch's layout. */
#include <math.h>
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "base/option_check.h"
#include "model/model.h"
#include "model/ranks.h"

static size_t real_size(const adrop_model *m)
{
    return ad_dtype_size(m->engine->real);
}

/* Give every tensor its offset: layer by layer, aligned; buffers have their own block. */
void ad_model_place(adrop_model *m)
{
    const size_t step = AD_ALIGNMENT / sizeof(float);

    for (size_t i = 0; i < m->graph->n; i++) {
        ad_layer *l = m->graph->layer[i];
        for (size_t k = 0; k < l->n_params; k++) {
            ad_param *p = &l->param[k];
            size_t *end = p->group == ADROP_TENSOR_BUFFERS ? &m->n_buffers : &m->n_params;
            p->offset = *end;
            *end += p->stored;
            m->most = p->n > m->most ? p->n : m->most;
            m->n_tensors++;
        }
        m->n_params = (m->n_params + step - 1) / step * step;
        m->n_buffers = (m->n_buffers + step - 1) / step * step;
    }
}

size_t ad_model_first_number(const adrop_model *m, size_t i, size_t end)
{
    const ad_layer *l = m->graph->layer[i];
    size_t first = end;

    for (size_t k = 0; k < l->n_params; k++)
        if (l->param[k].group != ADROP_TENSOR_BUFFERS && l->param[k].offset < first)
            first = l->param[k].offset;
    return first;
}

static adrop_status allocate(adrop_model *m)
{
    const size_t slots = m->n_slots = ad_model_slots(m);
    const size_t n_grads = m->only_forward ? 0 : m->n_params;

    m->n_stats = AD_STATS_FIRST;
    for (size_t i = 0; i < m->graph->n; i++)
        m->n_stats += m->graph->layer[i]->n_stats;
    const struct {
        void *slot;
        size_t count, size;
        const char *what;
    } wanted[] = {
        { &m->grads, n_grads, real_size(m), "the gradients" },
        { &m->shard_grads, (slots - 1) * n_grads, real_size(m), "the shards' gradients" },
        { &m->stats, slots * m->n_stats, sizeof(double), "the statistics" },
        { &m->tensor, m->n_tensors, sizeof *m->tensor, "the list of tensors" },
        { &m->tensor_layer, m->n_tensors, sizeof *m->tensor_layer, "the list of tensors" },
    };
    adrop_status status = ADROP_OK;

    if (!m->weights)
        status = ad_weights_create(m->ctx, m->n_params * real_size(m), m->n_buffers * real_size(m),
                                   &m->weights);
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted && !status; i++)
        status = ad_memory_take(m->ctx, wanted[i].count, wanted[i].size, wanted[i].what,
                                wanted[i].slot);
    if (status)
        return status;
    m->params = ad_weights_params(m->weights);
    m->buffers = ad_weights_buffers(m->weights);
    return ADROP_OK;
}

void *ad_model_grads(const adrop_model *m, size_t slot)
{
    return slot ? (char *)m->shard_grads + (slot - 1) * m->n_params * real_size(m) : m->grads;
}

double *ad_model_stats(const adrop_model *m, size_t slot)
{
    return m->stats + slot * m->n_stats;
}

/* Parameters first, then buffers. */
static void list_tensors(adrop_model *m)
{
    size_t n = 0;

    for (int buffers = 0; buffers < 2; buffers++)
        for (size_t i = 0; i < m->graph->n; i++) {
            ad_layer *l = m->graph->layer[i];
            for (size_t k = 0; k < l->n_params; k++)
                if ((l->param[k].group == ADROP_TENSOR_BUFFERS) == buffers) {
                    m->tensor[n] = &l->param[k];
                    m->tensor_layer[n++] = l;
                }
        }
}

static void *blocks_at(const adrop_model *m, void *block, size_t i)
{
    return (char *)block + m->tensor[i]->offset * real_size(m);
}

static int is_packed(const adrop_model *m, size_t i)
{
    return m->tensor_layer[i]->type->pack && m->tensor[i] == &m->tensor_layer[i]->param[0];
}

/* Copy reals in PyTorch's layout into a block, or out of it. */
static adrop_status blocks_put(const adrop_model *m, size_t i, const void *values, void *block)
{
    if (is_packed(m, i))
        return m->tensor_layer[i]->type->pack(m->tensor_layer[i], values, blocks_at(m, block, i));
    memcpy(blocks_at(m, block, i), values, m->tensor[i]->n * real_size(m));
    return ADROP_OK;
}

static adrop_status blocks_take(const adrop_model *m, size_t i, void *block, void *values)
{
    if (is_packed(m, i))
        return m->tensor_layer[i]->type->unpack(m->tensor_layer[i], blocks_at(m, block, i), values);
    memcpy(values, blocks_at(m, block, i), m->tensor[i]->n * real_size(m));
    return ADROP_OK;
}

/* Initial values of tensor i, computed in double. */
static adrop_status start_tensor(adrop_model *m, size_t i, double *values)
{
    const ad_layer *l = m->tensor_layer[i];
    const size_t n = m->tensor[i]->n;

    memset(values, 0, n * sizeof *values);
    if (l->type->init)
        l->type->init(l, (size_t)(m->tensor[i] - l->param), m->options.seed, values);
    for (size_t k = 0; !m->engine->plain && k < n; k++) { /* in place: floats stay behind doubles */
        const float value = (float)values[k];
        memcpy((char *)values + k * sizeof value, &value, sizeof value);
    }
    return blocks_put(m, i, values,
                      m->tensor[i]->group == ADROP_TENSOR_BUFFERS ? m->buffers : m->params);
}

adrop_status ad_model_fill(adrop_model *m)
{
    double *values;
    adrop_status status = allocate(m);

    if (status)
        return status;
    list_tensors(m);
    const adrop_batch none = { 0 };
    const ad_net_pass pass = ad_model_pass(m, &none, ADROP_PHASE_TRAIN, 0);
    if (m->only_forward) {
        ad_net_bind(m->net[0], &pass);
        return ADROP_OK;
    }
    status = AD_NEW(m->ctx, m->most, "initial values", &values);
    for (size_t i = 0; i < m->n_tensors && !status; i++)
        status = start_tensor(m, i, values);
    ad_free(m->ctx, values);
    if (!status)
        ad_net_start(m->net[0], &pass);
    return status;
}

size_t adrop_model_n_tensors(const adrop_model *m)
{
    return m->n_tensors;
}

int adrop_model_tensor_sized(const adrop_model *m, size_t i, adrop_tensor_info *info, size_t size)
{
    const ad_param *p = i < m->n_tensors ? m->tensor[i] : NULL;
    adrop_tensor_info mine = { 0 };

    if (p)
        mine = (adrop_tensor_info){ .name = p->name,
                                    .group = p->group,
                                    .n = p->n,
                                    .n_dims = p->n_dims,
                                    .dims = { p->dim[0], p->dim[1], p->dim[2], p->dim[3] } };
    ad_struct_write(info, size, &mine, sizeof mine);
    return p != NULL;
}

static adrop_status check_number(const adrop_model *m, size_t i)
{
    return i < m->n_tensors
               ? ADROP_OK
               : ad_fail(m->ctx, ADROP_EINVAL,
                         "there is no tensor %zu: the model has %zu, from 0 on", i, m->n_tensors);
}

adrop_status ad_model_take(const adrop_model *m, size_t i, void *block, float *values)
{
    double *wide;

    if (!m->engine->plain)
        return blocks_take(m, i, block, values);
    adrop_status status = AD_NEW(m->ctx, m->tensor[i]->n, "a tensor", &wide);
    if (!status)
        status = blocks_take(m, i, block, wide);
    for (size_t k = 0; !status && k < m->tensor[i]->n; k++)
        values[k] = (float)wide[k];
    ad_free(m->ctx, wide);
    return status;
}

adrop_status adrop_model_get(const adrop_model *m, size_t i, float *values)
{
    adrop_status status = check_number(m, i);

    if (!status)
        status = ad_check_array(m->ctx, "values", m->tensor[i]->n, values);
    if (status)
        return status;
    return ad_model_take(m, i, m->tensor[i]->group == ADROP_TENSOR_BUFFERS ? m->buffers : m->params,
                         values);
}

adrop_status adrop_model_get_gradient(const adrop_model *m, size_t i, float *values)
{
    adrop_status status = check_number(m, i);

    if (status)
        return status;
    if (m->tensor[i]->group == ADROP_TENSOR_BUFFERS)
        return ad_fail(m->ctx, ADROP_EINVAL, "'%s' is a running average: it has no gradient",
                       m->tensor[i]->name);
    if (!(status = ad_model_check_learns(m)))
        status = ad_check_array(m->ctx, "values", m->tensor[i]->n, values);
    return status ? status : ad_model_take(m, i, m->grads, values);
}

adrop_status ad_model_put(const adrop_model *m, size_t i, const float *values, void *block)
{
    const size_t n = m->tensor[i]->n;
    double *wide;

    if (!m->engine->plain)
        return blocks_put(m, i, values, block);
    adrop_status status = AD_NEW(m->ctx, n, "a tensor", &wide);
    for (size_t k = 0; !status && k < n; k++)
        wide[k] = (double)values[k];
    if (!status)
        status = blocks_put(m, i, wide, block);
    ad_free(m->ctx, wide);
    return status;
}

adrop_status adrop_model_set(adrop_model *m, size_t i, const float *values)
{
    adrop_status status = check_number(m, i);

    if (!status)
        status = ad_check_array(m->ctx, "values", m->tensor[i]->n, values);
    if (status)
        return status;
    if (ad_weights_are_shared(m->weights))
        return ad_fail(m->ctx, ADROP_EINVAL,
                       "several models read these weights: they cannot be set");
    for (size_t k = 0; k < m->tensor[i]->n; k++)
        if (!isfinite(values[k]))
            return ad_fail(m->ctx, ADROP_ENUMERIC, "value %zu of '%s' is not finite", k,
                           m->tensor[i]->name);
    ad_model_forget_zeros(m);
    return ad_model_put(m, i, values,
                        m->tensor[i]->group == ADROP_TENSOR_BUFFERS ? m->buffers : m->params);
}
