/* Products of double matrices by plain loops (product.h): the oracle.
 *
 * Each element is one sum in the order of k, so its bits depend on nothing else. The
 * innermost loop runs along stored rows of B, in either transpose. */
#include "base/parallel.h"
#include "compute/product.h"

enum { BLOCK_ROWS = 8 }; /* rows of C that one block makes */

typedef struct {
    ad_transpose ta, tb;
    size_t m, n, k;
    const double *a, *b; /* (m, k), (k, n) as op() sees them */
    size_t lda, ldb;
    int add;
    double *c; /* (m, n) */
    size_t ldc;
} product;

static double left(const product *p, size_t i, size_t l)
{
    return p->ta ? p->a[l * p->lda + i] : p->a[i * p->lda + l];
}

/* B as it is: rows of B, one after the other, are added to the row of C. */
static void row_by_rows(const product *p, size_t i)
{
    double *c = p->c + i * p->ldc;

    for (size_t j = 0; j < p->n && !p->add; j++)
        c[j] = 0;
    for (size_t l = 0; l < p->k; l++) {
        const double a = left(p, i, l);
        const double *b = p->b + l * p->ldb;
        for (size_t j = 0; j < p->n; j++)
            c[j] += a * b[j];
    }
}

/* B transposed: every element is the product of two rows. */
static void row_by_dots(const product *p, size_t i)
{
    double *c = p->c + i * p->ldc;

    for (size_t j = 0; j < p->n; j++) {
        const double *b = p->b + j * p->ldb;
        double sum = p->add ? c[j] : 0;
        for (size_t l = 0; l < p->k; l++)
            sum += left(p, i, l) * b[l];
        c[j] = sum;
    }
}

static void rows(void *arg, size_t block)
{
    const product *p = arg;
    const size_t end = (block + 1) * BLOCK_ROWS < p->m ? (block + 1) * BLOCK_ROWS : p->m;

    for (size_t i = block * BLOCK_ROWS; i < end; i++)
        if (p->tb)
            row_by_dots(p, i);
        else
            row_by_rows(p, i);
}

void ad_matmul_f64(ad_transpose ta, ad_transpose tb, size_t m, size_t n, size_t k, const double *a,
                   size_t lda, const double *b, size_t ldb, int add, double *c, size_t ldc)
{
    product p = { ta, tb, m, n, k, a, b, lda, ldb, add, c, ldc };

    ad_parallel(ad_parallel_now(), (m + BLOCK_ROWS - 1) / BLOCK_ROWS, rows, &p);
}
