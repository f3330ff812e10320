/* Products: every transpose, row strides beyond the row lengths, adding or not, against explicit
 * sums; in double, equal bits for any number of threads. */
#include "arrays.h"
#include "base/parallel.h"
#include "compute/product.h"

typedef struct {
    size_t m, n, k;
} sizes;

static const sizes cases[] = { { 1, 1, 1 },    { 1, 7, 5 },     { 9, 1, 3 },    { 4, 6, 1 },
                               { 17, 23, 31 }, { 64, 48, 100 }, { 3, 200, 65 }, { 130, 10, 33 } };

enum { CASES = sizeof cases / sizeof *cases, GAP = 3 };

/* One case: C and the matrix it was added to, in double. */
static void written_out(const sizes *s, ad_transpose ta, ad_transpose tb, const double *a,
                        size_t lda, const double *b, size_t ldb, int add, double *c, size_t ldc)
{
    for (size_t i = 0; i < s->m; i++)
        for (size_t j = 0; j < s->n; j++) {
            double sum = add ? c[i * ldc + j] : 0;
            for (size_t l = 0; l < s->k; l++)
                sum += (ta ? a[l * lda + i] : a[i * lda + l]) *
                       (tb ? b[j * ldb + l] : b[l * ldb + j]);
            c[i * ldc + j] = sum;
        }
}

static void check_case(const sizes *s, ad_transpose ta, ad_transpose tb, int add)
{
    const size_t lda = (ta ? s->m : s->k) + GAP, ldb = (tb ? s->k : s->n) + GAP, ldc = s->n + GAP;
    const size_t na = (ta ? s->k : s->m) * lda, nb = (tb ? s->n : s->k) * ldb, nc = s->m * ldc;
    double *a = arrays_random(na, AD_DATA_F32, 1), *b = arrays_random(nb, AD_DATA_F32, 2);
    double *expected = arrays_random(nc, AD_DATA_F32, 3), *c = arrays_random(nc, AD_DATA_F32, 3);
    float *a32 = arrays_vector(AD_DATA_F32, a, na), *b32 = arrays_vector(AD_DATA_F32, b, nb);
    float *c32 = arrays_vector(AD_DATA_F32, c, nc);

    CHECK_WHERE("%zu x %zu x %zu, %d%d, add %d", s->m, s->n, s->k, (int)ta, (int)tb, add);
    written_out(s, ta, tb, a, lda, b, ldb, add, expected, ldc);
    ad_product p = { .m = s->m,
                     .n = s->n,
                     .k = s->k,
                     .ta = ta,
                     .tb = tb,
                     .a = a,
                     .b = b,
                     .c = c,
                     .lda = lda,
                     .ldb = ldb,
                     .ldc = ldc,
                     .add = add };
    ad_matmul_f64(&p);
    CHECK(!memcmp(c, expected, nc * sizeof *c)); /* the gaps as well */
    p.a = a32;
    p.b = b32;
    p.c = c32;
    ad_matmul_f32(&p);
    CHECK(arrays_vector_error(AD_DATA_F32, c32, nc, expected) < 1e-5);
    free(a);
    free(b);
    free(c);
    free(expected);
    free(a32);
    free(b32);
    free(c32);
}

static void all_transposes(void)
{
    for (size_t i = 0; i < CASES; i++)
        for (int t = 0; t < 8; t++)
            check_case(&cases[i], (ad_transpose)(t & 1), (ad_transpose)(t >> 1 & 1), t >> 2);
}

static void nothing_to_sum(void)
{
    float c[4] = { 1, 2, 3, 4 };
    double d[4] = { 1, 2, 3, 4 };
    ad_product p = {
        .m = 2, .n = 2, .a = c, .b = c, .c = c, .lda = 2, .ldb = 2, .ldc = 2, .add = 1
    };
    ad_product q = {
        .m = 2, .n = 2, .a = d, .b = d, .c = d, .lda = 2, .ldb = 2, .ldc = 2, .add = 1
    };

    ad_matmul_f32(&p);
    ad_matmul_f64(&q);
    CHECK(c[3] == 4 && d[3] == 4);
    p.add = q.add = 0;
    ad_matmul_f32(&p);
    ad_matmul_f64(&q);
    CHECK(c[0] == 0 && c[3] == 0 && d[0] == 0 && d[3] == 0);
}

static void threads_change_nothing(void)
{
    enum { M = 130, N = 90, K = 70 };
    double *a = arrays_random(M * K, AD_DATA_F64, 1), *b = arrays_random(K * N, AD_DATA_F64, 2);
    double *one = arrays_memory(M * N * sizeof *one), *two = arrays_memory(M * N * sizeof *two);
    const int former = ad_parallel_set(1);

    check_where[0] = 0;
    ad_product p = {
        .m = M, .n = N, .k = K, .a = a, .b = b, .c = one, .lda = K, .ldb = N, .ldc = N
    };
    ad_matmul_f64(&p);
    ad_parallel_set(3);
    p.c = two;
    ad_matmul_f64(&p);
    ad_parallel_set(former);
    CHECK(!memcmp(one, two, M * N * sizeof *one));
    free(a);
    free(b);
    free(one);
    free(two);
}

CHECK_MAIN(all_transposes, nothing_to_sum, threads_change_nothing)
