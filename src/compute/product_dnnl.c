/* Products of float matrices, by oneDNN's sgemm (product.h), which is row-major. */
#include <dnnl.h>
#include <math.h>

#include "base/parallel.h"
#include "compute/product.h"

/* Every element of C, where there is no product to speak of. */
static void fill(size_t m, size_t n, float value, float *c, size_t ldc)
{
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < n; j++)
            c[i * ldc + j] = value;
}

void ad_matmul_f32(ad_transpose ta, ad_transpose tb, size_t m, size_t n, size_t k, const float *a,
                   size_t lda, const float *b, size_t ldb, int add, float *c, size_t ldc)
{
    if (!m || !n)
        return;
    if (!k) {
        if (!add)
            fill(m, n, 0, c, ldc);
        return;
    }
    const dnnl_status_t status = dnnl_sgemm(ta ? 'T' : 'N', tb ? 'T' : 'N', (dnnl_dim_t)m,
                                            (dnnl_dim_t)n, (dnnl_dim_t)k, 1, a, (dnnl_dim_t)lda, b,
                                            (dnnl_dim_t)ldb, add ? 1 : 0, c, (dnnl_dim_t)ldc);
    if (status != dnnl_success) /* no memory for its buffers: let it be seen */
        fill(m, n, NAN, c, ldc);
}

void ad_matmul_f32_alone(ad_transpose ta, ad_transpose tb, size_t m, size_t n, size_t k,
                         const float *a, size_t lda, const float *b, size_t ldb, int add, float *c,
                         size_t ldc)
{
    const int former = ad_parallel_set(1);

    ad_matmul_f32(ta, tb, m, n, k, a, lda, b, ldb, add, c, ldc);
    ad_parallel_set(former);
}
