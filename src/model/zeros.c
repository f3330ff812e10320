/* Weights that stay zero (adrop/units.h): one byte per number of the block of parameters. It
 * clears gradients before the optimiser reads them. A zero weight with zero gradient
 * has no momentum and no decay, so every optimiser leaves it at zero. */
#include "adrop/units.h"

#include "base/context.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "model/model.h"

static int is_zero(const adrop_model *m, size_t i)
{
    return m->engine->plain ? ((const double *)m->params)[i] == 0
                            : ((const float *)m->params)[i] == 0;
}

/* A matrix of weights. The padding of a packed one counts as zero weights. */
static int is_weight(const ad_param *p)
{
    return p->group == ADROP_TENSOR_WEIGHTS && p->n_dims >= 2;
}

adrop_status adrop_model_keep_zeros(adrop_model *m, size_t *zeros)
{
    size_t n = 0;
    adrop_status status = ad_model_check_learns(m);

    if (!status && !m->keep)
        status = AD_NEW(m->ctx, m->n_params, "the weights that stay zero", &m->keep);
    if (status)
        return status;
    for (size_t i = 0; i < m->n_params; i++)
        m->keep[i] = 1;
    for (size_t t = 0; t < m->n_tensors; t++) {
        const ad_param *p = m->tensor[t];
        size_t of_tensor = 0;
        for (size_t i = p->offset; is_weight(p) && i < p->offset + p->stored; i++)
            if (is_zero(m, i)) {
                m->keep[i] = 0;
                of_tensor++;
            }
        n += of_tensor - (is_weight(p) ? p->stored - p->n : 0);
    }
    if (zeros)
        *zeros = n;
    return ADROP_OK;
}

enum { BLOCK = 1 << 16 };

typedef struct {
    void *grads;
    const unsigned char *keep;
    size_t n;
    int is_double;
} job;

static void clear(void *arg, size_t block)
{
    const job *j = arg;
    const size_t first = block * BLOCK, end = first + BLOCK < j->n ? first + BLOCK : j->n;

    for (size_t i = first; i < end; i++) {
        if (j->is_double)
            ((double *)j->grads)[i] = j->keep[i] ? ((double *)j->grads)[i] : 0;
        else
            ((float *)j->grads)[i] = j->keep[i] ? ((float *)j->grads)[i] : 0;
    }
}

void ad_model_hold_zeros(adrop_model *m)
{
    job j = { m->grads, m->keep, m->n_params, m->engine->plain };

    if (m->keep)
        ad_parallel(m->engine->threads, (j.n + BLOCK - 1) / BLOCK, clear, &j);
}
