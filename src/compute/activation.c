/* Activations: the list, the checks, and the kernel set's loops (activation.h).
 *
 * All are our own loops, in double on the plain engine. oneDNN's eltwise is equally fast from
 * memory, but two to three times slower from the cache (ReLU, 1 M elements, AVX2), and its bits
 * depend on the CPU. */
#include "compute/activation.h"

#include <assert.h>
#include <string.h>

#include "base/memory.h"
#include "compute/activation_impl.h"
#include "compute/shape.h"

enum { READS_Y, READS_X };

static const ad_activation_kind kinds[] = {
#define ACTIVATION(id, name, reads, at_zero, summary) { name, summary, READS_##reads, at_zero },
#include "compute/activation_list.h"
#undef ACTIVATION
};

#define ROW(set) ad_activation_loops_##set,
static const ad_activation_loops *const loops[] = { AD_EACH_KERNEL_SET(ROW) };
#undef ROW

struct ad_activation {
    ad_engine *e;
    const ad_activation_kind *kind;
    const ad_activation_loops *loops;
    ad_desc desc;
    size_t n; /* elements, padding included */
};

const ad_activation_kind *ad_activation_at(size_t i)
{
    return i < AD_N_ACTIVATIONS ? &kinds[i] : NULL;
}

const ad_activation_kind *ad_activation_find(const char *name)
{
    for (size_t i = 0; i < AD_N_ACTIVATIONS; i++)
        if (!strcmp(kinds[i].name, name))
            return &kinds[i];
    return NULL;
}

adrop_status ad_activation_create(ad_engine *e, const ad_activation_kind *kind, const ad_desc *desc,
                                  ad_activation **out)
{
    ad_activation *a;

    assert(kind >= kinds && kind < kinds + AD_N_ACTIVATIONS);
    *out = NULL;
    adrop_status status = ad_shape_check(e, kind->name, desc);
    if (status || (status = AD_NEW(e->ctx, 1, "an activation", &a)))
        return status;
    *a = (ad_activation){ .e = e,
                          .kind = kind,
                          .loops = loops[e->kernels] + (kind - kinds),
                          .desc = *desc,
                          .n = ad_desc_bytes(desc, e->block) / ad_dtype_size(desc->dtype) };
    *out = a;
    return ADROP_OK;
}

void ad_activation_free(ad_activation *a)
{
    if (a)
        ad_free(a->e->ctx, a);
}

/* Zero the padding after the last channel of the last block, which holds f(0). */
static void clear_padding(const ad_activation *a, void *y)
{
    const size_t block = a->e->block, size = ad_dtype_size(a->desc.dtype);
    const size_t area = a->desc.height * a->desc.width, used = a->desc.channels % block;
    const size_t row = (a->desc.channels + block - 1) / block * area; /* blocks */

    for (size_t r = 1; r <= a->desc.rows; r++)
        for (size_t p = r * row - area; p < r * row; p++)
            memset((char *)y + (p * block + used) * size, 0, (block - used) * size);
}

void ad_activation_forward(const ad_activation *a, const void *x, void *y)
{
    a->loops->forward(a->e->threads, a->n, a->desc.dtype == AD_DATA_BF16, x, y);
    if (a->kind->at_zero != 0 && a->desc.format == AD_BLOCKED && a->desc.channels % a->e->block)
        clear_padding(a, y);
}

void ad_activation_backward(const ad_activation *a, const void *x, const void *y, const void *dy,
                            void *dx)
{
    const void *from = a->kind->reads_x ? x : y;

    assert(from);
    a->loops->backward(a->e->threads, a->n, a->desc.dtype == AD_DATA_BF16, from, dy, dx);
}
