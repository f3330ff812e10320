/* A technique's parameters and running averages as named tensors (dropout.h). */
#include <math.h>
#include <string.h>

#include "base/context.h"
#include "technique/dropout.h"

size_t ad_dropout_n_tensors(const ad_dropout *d)
{
    return d->plan.params.n + d->plan.buffers.n;
}

const ad_tensor *ad_dropout_tensor(const ad_dropout *d, size_t i)
{
    const size_t n = d->plan.params.n;

    return i < n ? &d->plan.params.tensor[i] : &d->plan.buffers.tensor[i - n];
}

/* Where tensor i's reals are. */
static char *storage(const ad_dropout *d, size_t i)
{
    char *block = i < d->plan.params.n ? d->params : d->buffers;

    return block + ad_dropout_tensor(d, i)->offset * ad_real_size(d->set);
}

void ad_dropout_get(const ad_dropout *d, size_t i, float *out)
{
    const size_t n = ad_tensor_size(ad_dropout_tensor(d, i));
    const void *from = storage(d, i);

    for (size_t k = 0; k < n; k++)
        out[k] = d->set == AD_F64 ? (float)((const double *)from)[k] : ((const float *)from)[k];
}

/* Index of the tensor called name; the number of tensors if there is none. */
static size_t dropout_state_find(const ad_dropout *d, const char *name)
{
    size_t i = 0;

    while (i < ad_dropout_n_tensors(d) && strcmp(ad_dropout_tensor(d, i)->name, name))
        i++;
    return i;
}

adrop_status ad_dropout_check_tensor(const ad_dropout *d, const char *name, size_t n,
                                     const float *values)
{
    const size_t i = dropout_state_find(d, name);

    if (i == ad_dropout_n_tensors(d))
        return ad_fail(d->ctx, ADROP_ENOENT, "technique '%s' has no tensor '%s'", d->type->name,
                       name);
    const size_t expected = ad_tensor_size(ad_dropout_tensor(d, i));
    if (n != expected)
        return ad_fail(d->ctx, ADROP_ESHAPE, "tensor '%s' has %zu values, expected %zu", name, n,
                       expected);
    for (size_t k = 0; k < n; k++)
        if (!isfinite(values[k]))
            return ad_fail(d->ctx, ADROP_ENUMERIC, "tensor '%s': value %zu is not finite", name, k);
    return ADROP_OK;
}

adrop_status ad_dropout_set(ad_dropout *d, const char *name, size_t n, const float *values)
{
    const adrop_status status = ad_dropout_check_tensor(d, name, n, values);

    if (status)
        return status;
    void *to = storage(d, dropout_state_find(d, name));
    for (size_t k = 0; k < n; k++) {
        if (d->set == AD_F64)
            ((double *)to)[k] = (double)values[k];
        else
            ((float *)to)[k] = values[k];
    }
    return ADROP_OK;
}
