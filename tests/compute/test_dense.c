/* The dense layer: the plain engine against explicit sums, the fast engines against the plain one,
 * equal bits with 1 and 2 threads, refusals, failing memory. */
#include "arrays.h"
#include "compute/columns.h"
#include "compute/dense.h"
#include "scarce_engine.h"

enum { CASES = 60 };

/* Inputs and results of one layer in double, plain order. */
typedef struct {
    ad_dense_spec s;
    double *x, *w, *b, *dy; /* given */
    double *y, *dz, *dx, *dw, *db;
} bed;

static bed bed_make(const ad_dense_spec *s, ad_dtype product, uint32_t seed)
{
    return (bed){ .s = *s,
                  .x = arrays_random(s->rows * s->in, product, seed),
                  .w = arrays_random(s->out * s->in, product, seed + 1),
                  .b = arrays_random(s->out, AD_DATA_F32, seed + 2),
                  .dy = arrays_random(s->rows * s->out, product, seed + 3),
                  .y = arrays_memory(s->rows * s->out * sizeof(double)),
                  .dz = arrays_memory(s->rows * s->out * sizeof(double)),
                  .dx = arrays_memory(s->rows * s->in * sizeof(double)),
                  .dw = arrays_memory(s->out * s->in * sizeof(double)),
                  .db = arrays_memory(s->out * sizeof(double)) };
}

static void bed_drop(bed *k)
{
    double *const all[] = { k->x, k->w, k->b, k->dy, k->y, k->dz, k->dx, k->dw, k->db };

    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]);
}

/* Results by dense.h's formulas, element by element. */
static void written_out(bed *k)
{
    const ad_dense_spec *s = &k->s;

    memset(k->dx, 0, s->rows * s->in * sizeof(double));
    memset(k->dw, 0, s->out * s->in * sizeof(double));
    memset(k->db, 0, s->out * sizeof(double));
    for (size_t r = 0; r < s->rows; r++)
        for (size_t o = 0; o < s->out; o++) {
            double z = s->bias ? k->b[o] : 0;
            for (size_t i = 0; i < s->in; i++)
                z += k->x[r * s->in + i] * k->w[o * s->in + i];
            k->y[r * s->out + o] = s->relu && z < 0 ? 0 : z;
            const double dz = s->relu && z <= 0 ? 0 : k->dy[r * s->out + o];
            k->dz[r * s->out + o] = dz;
            k->db[o] += dz;
            for (size_t i = 0; i < s->in; i++) {
                k->dx[r * s->in + i] += dz * k->w[o * s->in + i];
                k->dw[o * s->in + i] += dz * k->x[r * s->in + i];
            }
        }
}

/* The layer on an engine, against k's results. */
static void check_engine(ad_engine *e, const bed *k, double bound)
{
    const ad_dense_spec *s = &k->s;
    const ad_dtype t = e->real;
    const size_t n_x = s->rows * s->in, n_y = s->rows * s->out, n_w = s->out * s->in;
    const size_t size = ad_dtype_size(t);
    void *x = arrays_vector(t, k->x, n_x), *w = arrays_vector(t, k->w, n_w);
    void *b = arrays_vector(t, k->b, s->out), *dy = arrays_vector(t, k->dy, n_y);
    void *y = arrays_memory(n_y * size), *dx = arrays_memory(n_x * size);
    void *dw = arrays_memory(n_w * size), *db = arrays_memory(s->out * size);
    ad_dense *d;

    CHECK_EQ(ad_dense_create(e, s, &d), ADROP_OK);
    void *scratch = arrays_memory(ad_dense_scratch(d));
    ad_saved_threads saved;
    ad_engine_enter(e, &saved);
    ad_dense_args a = { .x = x,
                        .w = w,
                        .b = s->bias ? b : NULL,
                        .y = y,
                        .dy = dy,
                        .dx = dx,
                        .dw = dw,
                        .db = s->bias ? db : NULL,
                        .scratch = scratch };
    CHECK_EQ(ad_dense_forward(d, &a), ADROP_OK);
    CHECK(arrays_vector_error(t, y, n_y, k->y) <= bound);
    void *exact = arrays_vector(t, k->y, n_y); /* the same units are on in both */
    a.y = exact;
    CHECK_EQ(ad_dense_backward(d, &a), ADROP_OK);
    CHECK(arrays_vector_error(t, dy, n_y, k->dz) == 0);
    CHECK(arrays_vector_error(t, dx, n_x, k->dx) <= bound);
    CHECK(arrays_vector_error(t, dw, n_w, k->dw) <= bound);
    if (s->bias)
        CHECK(arrays_vector_error(t, db, s->out, k->db) <= bound);
    a.dx = a.db = NULL;
    CHECK_EQ(ad_dense_backward(d, &a), ADROP_OK);
    CHECK(arrays_vector_error(t, dw, n_w, k->dw) <= bound);
    ad_engine_leave(&saved);
    void *const all[] = { x, w, b, dy, y, dx, dw, db, scratch, exact };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]);
    ad_dense_free(d);
}

static ad_dense_spec case_at(uint32_t i)
{
    static const size_t sizes[] = { 1, 2, 3, 10, 17, 64, 65, 130, 200 };
    uint32_t word[4] = { i, 0, 0, 0 };

    ad_philox(word, 1, 2);
    return (ad_dense_spec){ .rows = sizes[word[0] % 9],
                            .in = sizes[word[1] % 9],
                            .out = i == 7 ? 1500 : sizes[word[2] % 9],
                            .bias = word[3] & 1,
                            .relu = word[3] >> 1 & 1 };
}

static void engines_agree(void)
{
    ad_engine *plain = arrays_engine(ADROP_PRECISION_F64, 2);
    ad_engine *fast = arrays_engine(ADROP_PRECISION_F32, 2);
    ad_engine *bf16 = arrays_engine(ADROP_PRECISION_BF16, 2); /* says so where there is none */

    for (uint32_t i = 0; i < CASES; i++) {
        const ad_dense_spec s = case_at(i);
        CHECK_WHERE("%zu rows, %zu -> %zu, bias %d, relu %d", s.rows, s.in, s.out, s.bias, s.relu);
        bed k = bed_make(&s, bf16 ? AD_DATA_BF16 : AD_DATA_F32, 10 * i);
        written_out(&k);
        check_engine(plain, &k, 1e-13);
        check_engine(fast, &k, 1e-5);
        if (bf16) /* operands are bf16 numbers already: only dz's zeros and sums differ */
            check_engine(bf16, &k, 2e-2);
        bed_drop(&k);
    }
    arrays_close(plain);
    arrays_close(fast);
    if (bf16)
        arrays_close(bf16);
}

/* Passes over columns: any number of threads, and NaN is not hidden by ReLU. */
static void passes_over_columns(void)
{
    enum { ROWS = 333, COLS = 1111 };
    double *plain = arrays_random(ROWS * COLS, AD_DATA_F32, 5);
    float *z[2], *sum[2];
    void *scratch = arrays_memory(ad_columns_scratch(ROWS, COLS));

    check_where[0] = 0;
    for (int t = 0; t < 2; t++) {
        z[t] = arrays_vector(AD_DATA_F32, plain, ROWS * COLS);
        sum[t] = arrays_memory(COLS * sizeof(float));
        z[t][5] = NAN;
        ad_columns m = { .rows = 1, .cols = COLS, .ld = COLS, .threads = t + 1 };
        ad_columns_bias(&m, z[t], 1, z[t] + COLS * (ROWS - 1));
        m.rows = ROWS - 1;
        ad_columns_bias(&m, NULL, 1, z[t]);
        m.rows = ROWS;
        ad_columns_sum(&m, NULL, z[t], sum[t], scratch);
    }
    CHECK(!memcmp(z[0], z[1], ROWS * COLS * sizeof(float)));
    CHECK(!memcmp(sum[0], sum[1], COLS * sizeof(float)));
    CHECK(isnan(z[0][5]));
    CHECK(isnan(sum[0][5]));
    for (size_t c = 6; c < COLS; c += 100) {
        double total = 0;
        for (size_t r = 0; r < ROWS; r++)
            total += (double)z[0][r * COLS + c];
        CHECK_CLOSE((double)sum[0][c], total, 1e-5);
    }
    for (int t = 0; t < 2; t++) {
        free(z[t]);
        free(sum[t]);
    }
    free(plain);
    free(scratch);
}

static void refusals(void)
{
    ad_engine *e = arrays_engine(ADROP_PRECISION_F32, 1);
    ad_dense *d = (ad_dense *)e;

    CHECK_EQ(ad_dense_create(e, &(ad_dense_spec){ .rows = 0, .in = 1, .out = 1 }, &d),
             ADROP_ESHAPE);
    CHECK(!d);
    CHECK_EQ(ad_dense_create(e, &(ad_dense_spec){ .rows = 1, .in = SIZE_MAX, .out = 9 }, &d),
             ADROP_ESHAPE);
    CHECK_HAS(adrop_ctx_message(e->ctx), "too large");
    ad_dense_free(NULL);
    arrays_close(e);
}

static adrop_status make(ad_engine *e)
{
    ad_dense *d;
    const adrop_status status = ad_dense_create(e, &(ad_dense_spec){ .rows = 2, .in = 3, .out = 4 },
                                                &d);

    CHECK(!status == !!d);
    ad_dense_free(d);
    return status;
}

static void failing_memory_leaks_nothing(void)
{
    scarce_engine_each(make, ADROP_PRECISION_AUTO, 1);
}

CHECK_MAIN(engines_agree, passes_over_columns, refusals, failing_memory_leaks_nothing)
