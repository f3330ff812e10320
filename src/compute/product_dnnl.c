/* Products of float matrices, by oneDNN's sgemm (product.h), which is row-major. */
#include <assert.h>
#include <dnnl.h>
#include <math.h>

#include "base/parallel.h"
#include "compute/product.h"

/* Set every element of C, for degenerate products. */
static void product_dnnl_fill(const ad_product *p, float value)
{
    for (size_t i = 0; i < p->m; i++)
        for (size_t j = 0; j < p->n; j++)
            ((float *)p->c)[i * p->ldc + j] = value;
}

void ad_matmul_f32(const ad_product *p)
{
    assert(p->lda >= (p->ta ? p->m : p->k) && p->ldb >= (p->tb ? p->k : p->n) && p->ldc >= p->n);
    if (!p->m || !p->n)
        return;
    if (!p->k) {
        if (!p->add)
            product_dnnl_fill(p, 0);
        return;
    }
    const dnnl_status_t status = dnnl_sgemm(p->ta ? 'T' : 'N', p->tb ? 'T' : 'N', (dnnl_dim_t)p->m,
                                            (dnnl_dim_t)p->n, (dnnl_dim_t)p->k, 1, p->a,
                                            (dnnl_dim_t)p->lda, p->b, (dnnl_dim_t)p->ldb,
                                            p->add ? 1 : 0, p->c, (dnnl_dim_t)p->ldc);
    if (status != dnnl_success) /* out of memory for its buffers: make the failure visible */
        product_dnnl_fill(p, NAN);
}

void ad_matmul_f32_alone(const ad_product *p)
{
    const int former = ad_parallel_set(1);

    ad_matmul_f32(p);
    ad_parallel_set(former);
}
