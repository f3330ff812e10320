/* Batch normalisation: the plain engine against finite differences and another formula, the fast
 * engines against the plain one on random shapes of every format. */
#include "compute/norm.h"

#include "maps.h"
#include "scarce_engine.h"

typedef struct {
    double *y, *mean, *var, *dx, *dgamma, *dbeta, *eval; /* plain order; owned */
} results;

static void drop(results *r)
{
    double *const all[] = { r->y, r->mean, r->var, r->dx, r->dgamma, r->dbeta, r->eval };

    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]);
}

/* Train, backward (in place if asked) and eval, with the statistics of train. */
static results run(ad_engine *e, const ad_norm_spec *spec, const double *x, const double *gamma,
                   const double *beta, const double *dy, int in_place)
{
    const ad_desc *d = &spec->in, v = map_vector(e, d->channels);
    ad_norm *n;

    CHECK_EQ(ad_norm_create(e, spec, &n), ADROP_OK);
    if (!n)
        abort();
    void *a_x = map_make(e, d, x), *a_dy = map_make(e, d, dy), *a_y = map_make(e, d, NULL);
    void *a_dx = in_place ? a_dy : map_make(e, d, NULL), *a_eval = map_make(e, d, NULL);
    void *g = map_make(e, &v, gamma), *b = map_make(e, &v, beta);
    void *mean = map_make(e, &v, NULL), *var = map_make(e, &v, NULL);
    void *dg = map_make(e, &v, NULL), *db = map_make(e, &v, NULL);
    void *saved = map_bytes(ad_norm_saved(n)), *scratch = map_bytes(ad_norm_scratch(n));
    ad_saved_threads threads;

    ad_engine_enter(e, &threads);
    ad_norm_args a = { .x = a_x,
                       .gamma = g,
                       .beta = b,
                       .mean = mean,
                       .var = var,
                       .y = a_y,
                       .saved = saved,
                       .dy = a_dy,
                       .dx = a_dx,
                       .dgamma = dg,
                       .dbeta = db,
                       .scratch = scratch };
    CHECK_EQ(ad_norm_train(n, &a), ADROP_OK);
    memset(scratch, 0x5a, ad_norm_scratch(n)); /* nothing is kept there */
    a.y = a_eval;
    CHECK_EQ(ad_norm_eval(n, &a), ADROP_OK);
    CHECK_EQ(ad_norm_backward(n, &a), ADROP_OK);
    ad_engine_leave(&threads);
    CHECK(map_guarded(saved, ad_norm_saved(n)) && map_guarded(scratch, ad_norm_scratch(n)));
    const results r = { map_take(e, d, a_y),   map_take(e, &v, mean), map_take(e, &v, var),
                        map_take(e, d, a_dx),  map_take(e, &v, dg),   map_take(e, &v, db),
                        map_take(e, d, a_eval) };
    void *const rest[] = { a_x, in_place ? NULL : a_dy, g, b, saved, scratch };
    for (size_t i = 0; i < sizeof rest / sizeof *rest; i++)
        free(rest[i]);
    ad_norm_free(n);
    return r;
}

/* Sums that cancel are measured against what was summed: dx against gamma dy / sqrt(var
 * + eps), dgamma and dbeta against dy. */
static void compare(const ad_norm_spec *spec, const results *a, const results *b,
                    const double *gamma, const double *dy, double bound)
{
    const size_t c = spec->in.channels, n = map_count(&spec->in), area = n / c / spec->in.rows;
    double steep = 0;

    for (size_t i = 0; i < n; i++) {
        const size_t k = i / area % c;
        steep += gamma[k] * gamma[k] * dy[i] * dy[i] / (b->var[k] + spec->epsilon);
    }
    CHECK(map_error(n, a->y, b->y, 0.1) <= bound);
    CHECK(map_error(n, a->eval, b->eval, 0.1) <= bound);
    CHECK(map_error(c, a->mean, b->mean, 1) <= bound);
    CHECK(map_error(c, a->var, b->var, 0) <= bound);
    CHECK(map_error(n, a->dx, b->dx, sqrt(steep)) <= bound);
    CHECK(map_error(c, a->dgamma, b->dgamma, map_norm(n, dy)) <= bound);
    CHECK(map_error(c, a->dbeta, b->dbeta, map_norm(n, dy)) <= bound);
}

static void case_of(ad_engine *e, ad_engine *plain, ad_norm_spec spec, double centre, double bound)
{
    const size_t n = map_count(&spec.in), c = spec.in.channels;
    const ad_dtype t = spec.in.dtype;
    double *x = map_random(n, centre, 1.5, t), *dy = map_random(n, 0.1, 1, t);
    double *gamma = map_random(c, 1, 0.5, AD_DATA_F32), *beta = map_random(c, 0.3, 1, AD_DATA_F32);
    ad_norm_spec twin = spec;

    CHECK_WHERE("%zu x %zu x %zu x %zu, type %d, format %d, relu %d", spec.in.rows, c,
                spec.in.height, spec.in.width, t, spec.in.format, spec.relu);
    twin.in = map_plain(spec.in);
    results a = run(e, &spec, x, gamma, beta, dy, map_pick(0, 1) == 0);
    results b = run(plain, &twin, x, gamma, beta, dy, 0);
    compare(&spec, &a, &b, gamma, dy, bound);
    drop(&a);
    drop(&b);
    free(x);
    free(dy);
    free(gamma);
    free(beta);
}

/* 1e-4: float sums of at most 1500 values; 2e-2: bf16 has 8 bits. */
static void against_plain(void)
{
    adrop_ctx *ctx = map_context(2);
    ad_engine *plain = map_engine(ctx, ADROP_PRECISION_F64),
              *e = map_engine(ctx, ADROP_PRECISION_F32);

    for (int i = 0; i < 150; i++) {
        const ad_norm_spec spec = { map_shape(AD_DATA_F32, (ad_format)(i % 3)), 1e-5, i & 1 };
        case_of(e, plain, spec, 0.5, 1e-4);
    }
    for (int i = 0; i < 30; i++) { /* our loop's bf16 needs nothing of the CPU */
        const ad_norm_spec spec = { map_shape(AD_DATA_BF16, AD_CHANNELS_LAST), 1e-3, i & 1 };
        case_of(e, plain, spec, 0.5, 2e-2);
    }
    for (int f = 0; f < 3; f++) { /* several blocks, and no multiple of any width */
        const ad_desc d = { 20, 37, 31, 29, AD_DATA_F32, (ad_format)f };
        case_of(e, plain, (ad_norm_spec){ d, 1e-5, 1 }, 0.5, 1e-4);
    }
    ad_engine_free(e);
    ad_engine_free(plain);
    adrop_ctx_free(ctx);
}

static void in_bf16(void)
{
    adrop_ctx *ctx = map_context(2);
    ad_engine *plain = map_engine(ctx, ADROP_PRECISION_F64),
              *e = map_engine(ctx, ADROP_PRECISION_BF16);

    for (int i = 0; e && i < 60; i++) {
        const ad_norm_spec spec = { map_shape(AD_DATA_BF16, (ad_format)(i % 3)), 1e-3, i & 1 };
        case_of(e, plain, spec, 0.5, 2e-2);
    }
    ad_engine_free(e);
    ad_engine_free(plain);
    adrop_ctx_free(ctx);
}

/* A mean a thousand times the standard deviation: sum x^2 / N - mean^2 would have lost it. 5e-3:
 * oneDNN's mean is a sum of 4096 floats. */
static void far_from_zero(void)
{
    adrop_ctx *ctx = map_context(2);
    ad_engine *plain = map_engine(ctx, ADROP_PRECISION_F64),
              *e = map_engine(ctx, ADROP_PRECISION_F32);

    for (int f = 0; f < 3; f++) {
        const ad_desc d = { 16, 10, 16, 16, AD_DATA_F32, (ad_format)f };
        case_of(e, plain, (ad_norm_spec){ d, 1e-5, 0 }, 1500, 5e-3);
    }
    ad_engine_free(e);
    ad_engine_free(plain);
    adrop_ctx_free(ctx);
}

/* Channels last and vectors: the same bits on one thread and two. */
static void threads(void)
{
    const ad_norm_spec specs[] = { { { 8, 50, 30, 31, AD_DATA_F32, AD_CHANNELS_LAST }, 1e-5, 1 },
                                   { { 900, 70, 1, 1, AD_DATA_F32, AD_PLAIN }, 1e-5, 0 } };
    adrop_ctx *ctx[2] = { map_context(1), map_context(2) };

    for (size_t s = 0; s < sizeof specs / sizeof *specs; s++) {
        const size_t n = map_count(&specs[s].in), c = specs[s].in.channels;
        double *x = map_random(n, 0.5, 1.5, AD_DATA_F32), *dy = map_random(n, 0, 1, AD_DATA_F32);
        double *gamma = map_random(c, 1, 0.5, AD_DATA_F32);
        double *beta = map_random(c, 0, 1, AD_DATA_F32);
        results r[2];
        for (int i = 0; i < 2; i++) {
            ad_engine *e = map_engine(ctx[i], ADROP_PRECISION_F32);
            r[i] = run(e, &specs[s], x, gamma, beta, dy, 0);
            ad_engine_free(e);
        }
        CHECK_WHERE("case %zu", s);
        CHECK(map_same(n, r[0].y, r[1].y) && map_same(n, r[0].dx, r[1].dx));
        CHECK(map_same(c, r[0].mean, r[1].mean) && map_same(c, r[0].var, r[1].var));
        CHECK(map_same(c, r[0].dgamma, r[1].dgamma) && map_same(c, r[0].dbeta, r[1].dbeta));
        drop(&r[0]);
        drop(&r[1]);
        free(x);
        free(dy);
        free(gamma);
        free(beta);
    }
    adrop_ctx_free(ctx[0]);
    adrop_ctx_free(ctx[1]);
}

/* sum of dy y, as a function of x, gamma and beta. */
static double loss(ad_engine *e, const ad_norm_spec *spec, const double *x, const double *gamma,
                   const double *beta, const double *dy)
{
    results r = run(e, spec, x, gamma, beta, dy, 0);
    double sum = 0;

    for (size_t i = 0; i < map_count(&spec->in); i++)
        sum += dy[i] * r.y[i];
    drop(&r);
    return sum;
}

/* Central differences, step 1e-5: truncation and rounding each below 1e-8. */
static void plain_gradients(void)
{
    adrop_ctx *ctx = map_context(1);
    ad_engine *e = map_engine(ctx, ADROP_PRECISION_F64);
    const double step = 1e-5;

    for (int relu = 0; relu < 2; relu++) {
        const ad_norm_spec spec = { { 3, 2, 2, 3, AD_DATA_F64, AD_PLAIN }, 1e-2, relu };
        const size_t n = map_count(&spec.in);
        double *x = map_random(n, 0.5, 1.5, AD_DATA_F64), *dy = map_random(n, 0, 1, AD_DATA_F64);
        double gamma[] = { 0.8, -1.3 }, beta[] = { 0.2, 0.4 };
        results r = run(e, &spec, x, gamma, beta, dy, 0);
        double *const at[] = { x, gamma, beta };
        const double *const gradient[] = { r.dx, r.dgamma, r.dbeta };
        const size_t sizes[] = { n, 2, 2 };
        for (size_t k = 0; k < 3; k++)
            for (size_t i = 0; i < sizes[k]; i++) {
                const double kept = at[k][i];
                at[k][i] = kept + step;
                const double up = loss(e, &spec, x, gamma, beta, dy);
                at[k][i] = kept - step;
                const double down = loss(e, &spec, x, gamma, beta, dy);
                at[k][i] = kept;
                CHECK_WHERE("relu %d, argument %zu, element %zu", relu, k, i);
                CHECK_NEAR(gradient[k][i], (up - down) / (2 * step), 1e-7);
            }
        drop(&r);
        free(x);
        free(dy);
    }
    ad_engine_free(e);
    adrop_ctx_free(ctx);
}

/* Two rows of one channel by hand: mean 3, variance 4. */
static void plain_values(void)
{
    adrop_ctx *ctx = map_context(1);
    ad_engine *e = map_engine(ctx, ADROP_PRECISION_F64);
    const ad_norm_spec spec = { { 2, 1, 1, 1, AD_DATA_F64, AD_PLAIN }, 5, 1 };
    results r = run(e, &spec, (double[]){ 1, 5 }, (double[]){ 6 }, (double[]){ 1 },
                    (double[]){ 1, 1 }, 0);

    CHECK_NEAR(r.mean[0], 3, 1e-15);
    CHECK_NEAR(r.var[0], 4, 1e-15);
    CHECK_NEAR(r.y[0], 0, 0);
    CHECK_NEAR(r.y[1], 5, 1e-14); /* 6 * 2 / 3 + 1 */
    CHECK_NEAR(r.dbeta[0], 1, 0);
    CHECK_NEAR(r.dgamma[0], 2.0 / 3, 1e-15);
    drop(&r);
    ad_engine_free(e);
    adrop_ctx_free(ctx);
}

static void refused(ad_engine *e, ad_norm_spec spec, adrop_status expected, const char *part)
{
    ad_norm *n;

    CHECK_EQ(ad_norm_create(e, &spec, &n), expected);
    CHECK(!n);
    CHECK_HAS(adrop_ctx_message(e->ctx), part);
}

static void refusals(void)
{
    adrop_ctx *ctx = map_context(1);
    ad_engine *e = map_engine(ctx, ADROP_PRECISION_F32),
              *plain = map_engine(ctx, ADROP_PRECISION_F64);
    const ad_desc d = { 2, 3, 4, 5, AD_DATA_F32, AD_BLOCKED };
    ad_norm_spec spec = { d, 1e-5, 0 };

    spec.in.channels = 0;
    refused(e, spec, ADROP_ESHAPE, "is empty");
    spec.in = d;
    spec.in.rows = spec.in.height = spec.in.width = (size_t)1 << 30;
    refused(e, spec, ADROP_ESHAPE, "too large");
    spec.in = d;
    spec.epsilon = 0;
    refused(e, spec, ADROP_EINVAL, "greater than 0");
    spec.epsilon = NAN;
    refused(e, spec, ADROP_EINVAL, "epsilon is nan");
    spec.epsilon = 1;
    refused(plain, spec, ADROP_EINVAL, "use double");
    spec.in.dtype = AD_DATA_F64;
    refused(e, spec, ADROP_EINVAL, "use float");
    refused(plain, spec, ADROP_EINVAL, "AD_PLAIN");
    ad_engine_free(e);
    ad_engine_free(plain);
    adrop_ctx_free(ctx);
}

static adrop_status make_each(ad_engine *e)
{
    adrop_status status = ADROP_OK;

    for (int f = 0; f < 3 && !status; f++) {
        const ad_norm_spec spec = { { 2, 9, 3, 3, AD_DATA_F32, (ad_format)f }, 1e-5, 1 };
        ad_norm *n;
        status = ad_norm_create(e, &spec, &n);
        CHECK(!status == !!n);
        ad_norm_free(n);
    }
    return status;
}

static void failing_allocations(void)
{
    scarce_engine_each(make_each, ADROP_PRECISION_F32, 5);
}

CHECK_MAIN(plain_values, plain_gradients, against_plain, in_bf16, far_from_zero, threads, refusals,
           failing_allocations)
