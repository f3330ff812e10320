/* The product of pruned weights: against explicit sums in double; equal bits both ways, for one row
 * and many, for any number of threads and every kernel set. */
#include "arrays.h"
#include "compute/pruned.h"
#include "scarce_engine.h"

typedef struct {
    size_t rows, in, out;
    double density;
    int bias, relu;
} layer;

static const layer layers[] = {
    { 1, 7, 3, 0.5, 1, 0 },   { 5, 40, 9, 0.2, 1, 1 },      { 64, 131, 77, 0.1, 0, 0 },
    { 65, 17, 8, 0.3, 1, 1 }, { 130, 300, 10, 0.05, 1, 0 }, { 8, 64, 64, 0, 1, 1 },
    { 16, 33, 21, 1, 1, 1 },  { 9, 1, 1, 1, 1, 0 },         { 200, 96, 40, 0.02, 0, 1 },
};
enum { LAYERS = sizeof layers / sizeof *layers };

typedef struct {
    double *x, *w, *b, *y;
} bed;

/* Weights of which a share is not zero; some outputs have none, one has all. */
static bed make(const layer *l, uint32_t seed)
{
    bed k = { arrays_random(l->rows * l->in, AD_DATA_F32, seed),
              arrays_random(l->in * l->out, AD_DATA_F32, seed + 1),
              arrays_random(l->out, AD_DATA_F32, seed + 2),
              arrays_memory(l->rows * l->out * sizeof(double)) };
    uint32_t state = seed;

    for (size_t i = 0; i < l->in * l->out; i++) {
        state = state * 1664525u + 1013904223u;
        if ((double)(state >> 8) * 0x1p-24 >= l->density && (i / l->in != 1 || l->density == 0))
            k.w[i] = 0;
    }
    for (size_t r = 0; r < l->rows; r++)
        for (size_t o = 0; o < l->out; o++) {
            double sum = 0;
            for (size_t i = 0; i < l->in; i++)
                sum += k.w[o * l->in + i] * k.x[r * l->in + i];
            sum += l->bias ? k.b[o] : 0;
            k.y[r * l->out + o] = l->relu && sum < 0 ? 0 : sum;
        }
    return k;
}

static void drop(bed *k)
{
    free(k->x), free(k->w), free(k->b), free(k->y);
}

/* A layer on an engine. */
typedef struct {
    ad_engine *e;
    ad_pruned *p;
    ad_pruned_args a;
    size_t bytes; /* of y */
} run;

static run run_make(ad_engine *e, const layer *l, const bed *k)
{
    run r = { .e = e, .bytes = l->rows * l->out * ad_dtype_size(e->real) };

    r.a = (ad_pruned_args){ .x = arrays_vector(e->real, k->x, l->rows * l->in),
                            .w = arrays_vector(e->real, k->w, l->in * l->out),
                            .b = l->bias ? arrays_vector(e->real, k->b, l->out) : NULL,
                            .relu = l->relu,
                            .y = arrays_memory(r.bytes) };
    if (ad_pruned_create(e, l->in, l->out, r.a.w, &r.p))
        abort();
    return r;
}

static void run_drop(run *r)
{
    free((void *)(uintptr_t)r->a.x);
    free((void *)(uintptr_t)r->a.w);
    free((void *)(uintptr_t)r->a.b);
    free(r->a.y);
    ad_pruned_free(r->p);
}

/* y by one way, in memory of its own. */
static void *result(run *r, ad_pruned_way way, size_t rows)
{
    void *y = arrays_memory(r->bytes);
    ad_pruned_args a = r->a;

    a.y = y;
    ad_pruned_forward_by(r->p, way, rows, &a);
    return y;
}

static void the_formula(void)
{
    for (int precision = 0; precision < 2; precision++) {
        ad_engine *e = arrays_engine(precision ? ADROP_PRECISION_F64 : ADROP_PRECISION_F32, 2);
        for (size_t i = 0; i < LAYERS; i++) {
            bed k = make(&layers[i], (uint32_t)i);
            run r = run_make(e, &layers[i], &k);
            CHECK_WHERE("layer %zu, %s", i, precision ? "double" : "float");
            for (int way = 0; way < AD_PRUNED_WAYS; way++) {
                void *y = result(&r, (ad_pruned_way)way, layers[i].rows);
                CHECK(arrays_vector_error(e->real, y, layers[i].rows * layers[i].out, k.y) <=
                      (precision ? 1e-14 : 1e-6));
                free(y);
            }
            size_t not_zero = 0;
            for (size_t j = 0; j < layers[i].in * layers[i].out; j++)
                not_zero += k.w[j] != 0;
            CHECK_NEAR(ad_pruned_density(e, layers[i].in * layers[i].out, r.a.w),
                       (double)not_zero / (double)(layers[i].in * layers[i].out), 1e-12);
            run_drop(&r);
            drop(&k);
        }
        arrays_close(e);
    }
}

/* Both ways, one row at a time, after a measurement: all bits as at first. */
static void one_result(void)
{
    ad_engine *e = arrays_engine(ADROP_PRECISION_F32, 2);

    for (size_t i = 0; i < LAYERS; i++) {
        const layer *l = &layers[i];
        bed k = make(l, (uint32_t)i);
        run r = run_make(e, l, &k);
        void *csr = result(&r, AD_PRUNED_CSR, l->rows),
             *dense = result(&r, AD_PRUNED_DENSE, l->rows);
        CHECK_WHERE("layer %zu", i);
        CHECK(!memcmp(csr, dense, r.bytes));
        for (size_t row = 0; row < l->rows; row++)
            for (int way = 0; way < AD_PRUNED_WAYS; way++) {
                ad_pruned_args a = r.a;
                a.x = (const float *)r.a.x + row * l->in;
                a.y = (float *)r.a.y + row * l->out;
                ad_pruned_forward_by(r.p, (ad_pruned_way)way, 1, &a);
                CHECK(!memcmp(a.y, (float *)csr + row * l->out, l->out * sizeof(float)));
            }
        CHECK_EQ(ad_pruned_way_of(r.p, 1), AD_PRUNED_CSR);
        CHECK_EQ(ad_pruned_measure(r.p, r.a.w), ADROP_OK);
        memset(r.a.y, 1, r.bytes);
        ad_pruned_forward(r.p, l->rows, &r.a);
        CHECK(!memcmp(csr, r.a.y, r.bytes));
        free(csr), free(dense);
        run_drop(&r);
        drop(&k);
    }
    arrays_close(e);
}

static void threads_and_sets(void)
{
    ad_engine *e[2] = { arrays_engine(ADROP_PRECISION_F32, 1),
                        arrays_engine(ADROP_PRECISION_F32, 2) };

    for (size_t i = 0; i < LAYERS; i++) {
        const layer *l = &layers[i];
        bed k = make(l, (uint32_t)i);
        run first = run_make(e[1], l, &k);
        void *y = result(&first, AD_PRUNED_CSR, l->rows);
        for (int set = AD_F32; set < AD_N_KERNEL_SETS; set++)
            for (int t = 0; t < 2 && ad_kernel_set_usable((ad_kernel_set)set); t++) {
                const ad_kernel_set former = e[t]->kernels;
                e[t]->kernels = (ad_kernel_set)set;
                run r = run_make(e[t], l, &k);
                CHECK_WHERE("layer %zu, %s, %d threads", i, ad_kernel_set_name((ad_kernel_set)set),
                            t + 1);
                for (int way = 0; way < AD_PRUNED_WAYS; way++) {
                    void *again = result(&r, (ad_pruned_way)way, l->rows);
                    CHECK(!memcmp(y, again, r.bytes));
                    free(again);
                }
                run_drop(&r);
                e[t]->kernels = former;
            }
        free(y);
        run_drop(&first);
        drop(&k);
    }
    arrays_close(e[0]);
    arrays_close(e[1]);
}

static adrop_status create(ad_engine *e)
{
    static const float w[6] = { 0, 1, 0, 2, 0, 0 };
    ad_pruned *p;
    adrop_status status = ad_pruned_create(e, 3, 2, w, &p);

    if (!status)
        status = ad_pruned_measure(p, w);
    ad_pruned_free(p);
    return status;
}

static void failing_memory_leaks_nothing(void)
{
    scarce_engine_each(create, ADROP_PRECISION_F32, 8);
}

CHECK_MAIN(the_formula, one_result, threads_and_sets, failing_memory_leaks_nothing)
