/* What must hold before a network learns (model.h). */
#include <math.h>

#include "base/context.h"
#include "base/finite.h"
#include "model/model.h"

adrop_status ad_model_check_learns(const adrop_model *m)
{
    return m->only_forward ? ad_fail(m->ctx, ADROP_EINVAL,
                                     "the model was made for predictions: it has no gradients")
                           : ADROP_OK;
}

adrop_status ad_model_check_training(const adrop_model *m, const adrop_batch *b)
{
    const size_t units = m->options.channels * m->options.height * m->options.width;
    const adrop_status status = ad_model_check_learns(m);
    const adrop_sparse *s = b->sparse;

    if (m->options.no_finite_check)
        return status;
    for (size_t r = 0; r < b->rows && !status; r++)
        if (s ? !ad_floats_are_finite(s->value + s->start[r], s->start[r + 1] - s->start[r])
              : !ad_floats_are_finite(b->x + r * units, units))
            return ad_fail(m->ctx, ADROP_ENUMERIC,
                           "row %zu of the batch has an input that is not finite", r);
    return status;
}

ad_mark ad_model_mark(const adrop_model *m, const adrop_batch *b)
{
    const ad_net_pass pass = ad_model_pass(m, b, ADROP_PHASE_TRAIN, 0);

    return ad_mark_of(&pass.where, b->rows,
                      b->sparse ? (const void *)b->sparse->value : (const void *)b->x);
}

adrop_status ad_model_check_in_flight(const adrop_model *m, const adrop_batch *b)
{
    const ad_mark here = ad_model_mark(m, b), *last = &m->in_flight;
    const char *other = ad_mark_difference(last, &here);

    if (!last->is_set)
        return ad_fail(m->ctx, ADROP_EINVAL,
                       "backward must follow a forward in phase train of the same batch: there is "
                       "none, or the model was used or changed since");
    return other ? ad_fail(m->ctx, ADROP_EINVAL,
                           "backward must follow a forward in phase train of the same batch: the "
                           "last forward was of step %u, with another %s than this batch of step "
                           "%u",
                           last->step, other, b->step)
                 : ADROP_OK;
}

adrop_status ad_model_check_sparse(const adrop_model *m, const adrop_batch *b)
{
    const adrop_sparse *s = b->sparse;

    if (!s->start)
        return ad_fail(m->ctx, ADROP_EINVAL, "sparse rows need `start`, which is NULL");
    for (size_t r = 0; r < b->rows; r++) {
        const size_t first = s->start[r], end = s->start[r + 1];
        if (end < first || end - first > m->options.channels)
            return ad_fail(m->ctx, ADROP_EINVAL,
                           "sparse row %zu goes from value %zu to %zu: a row has 0 to %zu", r,
                           first, end, m->options.channels);
        if (end > first && (!s->column || !s->value))
            return ad_fail(m->ctx, ADROP_EINVAL,
                           "sparse row %zu has values, and `column` or `value` is NULL", r);
        for (size_t k = first; k < end; k++)
            if (s->column[k] >= m->options.channels ||
                (k > first && s->column[k] <= s->column[k - 1]))
                return ad_fail(m->ctx, ADROP_EINVAL,
                               "sparse row %zu: column %lu is out of order, or beyond the last "
                               "of %zu",
                               r, (unsigned long)s->column[k], m->options.channels);
    }
    return ADROP_OK;
}

adrop_status ad_model_check_loss(const adrop_model *m, const adrop_losses *losses)
{
    return isfinite(losses->data + losses->extra)
               ? ADROP_OK
               : ad_fail(m->ctx, ADROP_ENUMERIC,
                         "the loss is %s: the inputs are too large, or the learning rate is",
                         AD_NUM(losses->data + losses->extra));
}

const char *ad_model_bad_gradient(const adrop_model *m)
{
    const int is_double = m->engine->plain;
    const size_t bytes = is_double ? sizeof(double) : sizeof(float);

    for (size_t i = 0; i < m->n_tensors; i++) {
        const ad_param *p = m->tensor[i];
        if (p->group != ADROP_TENSOR_BUFFERS && !p->frozen &&
            !ad_all_finite((const char *)m->grads + p->offset * bytes, p->stored, is_double, 1))
            return p->name;
    }
    return NULL;
}

adrop_status ad_model_check_pairs(const adrop_model *m, const adrop_batch *b)
{
    if (!(b->r_drop >= 0) || isinf(b->r_drop))
        return ad_fail(m->ctx, ADROP_EINVAL, "R-Drop's weight must be a number from 0 on");
    if (b->r_drop > 0 && m->options.loss != ADROP_LOSS_SOFTMAX)
        return ad_fail(m->ctx, ADROP_EINVAL,
                       "R-Drop compares probabilities of classes: a regression has none");
    if (b->r_drop > 0 && b->rows % 2)
        return ad_fail(m->ctx, ADROP_ESHAPE,
                       "R-Drop needs each input twice: %zu rows are not pairs", b->rows);
    return ADROP_OK;
}
