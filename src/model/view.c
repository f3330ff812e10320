/* Views of tensors in place (adrop/model.h): in the block of parameters or buffers
 * (blocks.c), unless the layer packs them in its own layout. */
#include <string.h>

#include "base/context.h"
#include "base/option_check.h"
#include "model/model.h"

static adrop_tensor_view view_of(const adrop_model *m, size_t i)
{
    const ad_param *p = m->tensor[i];
    const char *block = p->group == ADROP_TENSOR_BUFFERS ? m->buffers : m->params;

    return (adrop_tensor_view){ .values = block + p->offset * ad_dtype_size(m->engine->real),
                                .is_double = m->engine->plain,
                                .n = p->n,
                                .n_dims = p->n_dims,
                                .dims = { p->dim[0], p->dim[1], p->dim[2], p->dim[3] },
                                .i = i };
}

adrop_status adrop_model_view_sized(const adrop_model *m, const char *name, adrop_tensor_view *view,
                                    size_t size)
{
    const adrop_tensor_view none = { 0 };
    size_t i = 0;

    ad_struct_write(view, size, &none, sizeof none);
    if (ad_check_given(m->ctx, "name", name))
        return ADROP_EINVAL;
    while (i < m->n_tensors && strcmp(m->tensor[i]->name, name) != 0)
        i++;
    if (i == m->n_tensors)
        return ad_fail(m->ctx, ADROP_ENOENT, "the model has no tensor '%.200s'", name);
    if (m->tensor_layer[i]->type->pack && m->tensor[i] == &m->tensor_layer[i]->param[0])
        return ad_fail(m->ctx, ADROP_EINVAL,
                       "'%s' is not stored in PyTorch's layout: copy its values (adrop_model_get)",
                       name);
    const adrop_tensor_view mine = view_of(m, i);
    ad_struct_write(view, size, &mine, sizeof mine);
    return ADROP_OK;
}
