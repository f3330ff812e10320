/* Products of double matrices by plain loops (product.h): the oracle.
 *
 * Each element is one sum in the order of k, so its bits depend on nothing else. The innermost loop
 * runs along stored rows of B, transposed or not. */
#include <assert.h>

#include "base/parallel.h"
#include "compute/product.h"

enum { BLOCK_ROWS = 8 }; /* rows of C per block */

static double left(const ad_product *p, size_t i, size_t l)
{
    const double *a = p->a;

    return p->ta ? a[l * p->lda + i] : a[i * p->lda + l];
}

/* B not transposed: rows of B, one after the other, are added to the row of C. */
static void row_by_rows(const ad_product *p, size_t i)
{
    double *c = (double *)p->c + i * p->ldc;

    for (size_t j = 0; j < p->n && !p->add; j++)
        c[j] = 0;
    for (size_t l = 0; l < p->k; l++) {
        const double a = left(p, i, l);
        const double *b = (const double *)p->b + l * p->ldb;
        for (size_t j = 0; j < p->n; j++)
            c[j] += a * b[j];
    }
}

/* B transposed: every element is the dot product of two rows. */
static void row_by_dots(const ad_product *p, size_t i)
{
    double *c = (double *)p->c + i * p->ldc;

    for (size_t j = 0; j < p->n; j++) {
        const double *b = (const double *)p->b + j * p->ldb;
        double sum = p->add ? c[j] : 0;
        for (size_t l = 0; l < p->k; l++)
            sum += left(p, i, l) * b[l];
        c[j] = sum;
    }
}

static void rows(void *arg, size_t block)
{
    const ad_product *p = arg;
    const size_t end = (block + 1) * BLOCK_ROWS < p->m ? (block + 1) * BLOCK_ROWS : p->m;

    for (size_t i = block * BLOCK_ROWS; i < end; i++)
        if (p->tb)
            row_by_dots(p, i);
        else
            row_by_rows(p, i);
}

void ad_matmul_f64(const ad_product *p)
{
    assert(p->lda >= (p->ta ? p->m : p->k) && p->ldb >= (p->tb ? p->k : p->n) && p->ldc >= p->n);
    ad_parallel(ad_parallel_now(), (p->m + BLOCK_ROWS - 1) / BLOCK_ROWS, rows, (void *)p);
}
