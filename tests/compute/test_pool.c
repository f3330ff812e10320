/* Pooling: the plain engine against hand-computed values and finite differences, the fast engines
 * against it on random shapes, windows and formats. */
#include "compute/pool.h"

#include "maps.h"
#include "scarce_engine.h"

typedef struct {
    double *y, *dx; /* plain order; owned */
} results;

static void drop(results *r)
{
    free(r->y);
    free(r->dx);
}

static results run(ad_engine *e, const ad_pool_spec *spec, const double *x, const double *dy)
{
    const ad_desc out = ad_pool_output(spec);
    ad_pool *p;

    CHECK_EQ(ad_pool_create(e, spec, &p), ADROP_OK);
    if (!p)
        abort();
    void *a_x = map_make(e, &spec->in, x), *a_y = map_make(e, &out, NULL);
    void *a_dy = map_make(e, &out, dy), *a_dx = map_make(e, &spec->in, NULL);
    void *saved = map_bytes(ad_pool_saved(p)), *scratch = map_bytes(ad_pool_scratch(p));
    ad_saved_threads threads;

    ad_engine_enter(e, &threads);
    CHECK_EQ(ad_pool_forward(p, a_x, a_y, saved, scratch), ADROP_OK);
    memset(scratch, 0x5a, ad_pool_scratch(p));
    memset(a_dx, 0x5a, 1); /* dx is written, not added to */
    CHECK_EQ(ad_pool_backward(p, a_dy, saved, a_dx, scratch), ADROP_OK);
    ad_engine_leave(&threads);
    CHECK(map_guarded(saved, ad_pool_saved(p)) && map_guarded(scratch, ad_pool_scratch(p)));
    const results r = { map_take(e, &out, a_y), map_take(e, &spec->in, a_dx) };
    free(a_x);
    free(a_dy);
    free(saved);
    free(scratch);
    ad_pool_free(p);
    return r;
}

/* (n) different numbers in random order, so that no maximum is a tie; exact in float. */
static double *different(size_t n)
{
    double *v = malloc((n + 1) * sizeof *v);

    for (size_t i = 0; i < n; i++)
        v[i] = ((double)i - (double)n / 2) / 64;
    for (size_t i = n; i > 1; i--) {
        const size_t k = map_pick(0, i - 1);
        const double kept = v[i - 1];
        v[i - 1] = v[k];
        v[k] = kept;
    }
    return v;
}

/* A maximum is exact; its dx is a sum of at most four. bf16 cannot tell all numbers of
 * a large array apart, so a tie may send dy elsewhere: random maps are small there. */
static void case_of(ad_engine *e, ad_engine *plain, ad_pool_spec spec, double bound)
{
    const ad_desc out = ad_pool_output(&spec);
    const size_t n = map_count(&spec.in), m = map_count(&out);
    double *x = different(n), *dy = map_random(m, 0.1, 1, spec.in.dtype);
    ad_pool_spec twin = spec;

    CHECK_WHERE("%zu x %zu x %zu x %zu, type %d, format %d, average %d, window %zu, stride %zu, "
                "pad %zu",
                spec.in.rows, spec.in.channels, spec.in.height, spec.in.width, spec.in.dtype,
                spec.in.format, spec.average, spec.window, spec.stride, spec.pad);
    twin.in = map_plain(spec.in);
    results a = run(e, &spec, x, dy), b = run(plain, &twin, x, dy);
    CHECK(map_error(m, a.y, b.y, spec.average ? 0.1 : 0) <= (spec.average ? bound : 0));
    CHECK(map_error(n, a.dx, b.dx, 0) <= bound);
    drop(&a);
    drop(&b);
    free(x);
    free(dy);
}

static ad_pool_spec random_spec(ad_dtype t, ad_format f)
{
    ad_pool_spec s = { .in = map_shape(t, f), .average = map_pick(0, 1) == 0 };
    const size_t side = s.in.height < s.in.width ? s.in.height : s.in.width;

    if (s.average && map_pick(0, 3) == 0)
        return s; /* window 0: the whole map */
    s.window = map_pick(1, side < 4 ? side : 4);
    s.stride = map_pick(1, 3);
    s.pad = s.average ? 0 : map_pick(0, s.window / 2);
    return s;
}

/* The ones of the networks: VGG's and DenseNet's halves, ResNet's stem, the heads. */
static const ad_pool_spec known[] = {
    { { 2, 64, 32, 32, AD_DATA_F32, AD_BLOCKED }, 0, 2, 2, 0 },
    { { 2, 150, 16, 16, AD_DATA_F32, AD_CHANNELS_LAST }, 1, 2, 2, 0 },
    { { 2, 64, 28, 28, AD_DATA_F32, AD_BLOCKED }, 0, 3, 2, 1 },
    { { 2, 21, 29, 27, AD_DATA_F32, AD_BLOCKED }, 0, 3, 2, 1 },
    { { 2, 512, 4, 4, AD_DATA_F32, AD_BLOCKED }, 1, 0, 0, 0 },
    { { 2, 456, 8, 8, AD_DATA_F32, AD_CHANNELS_LAST }, 1, 0, 0, 0 },
    { { 2, 100, 7, 7, AD_DATA_F32, AD_PLAIN }, 1, 0, 0, 0 },
    { { 1, 3, 40, 40, AD_DATA_F32, AD_BLOCKED }, 0, 17, 5, 3 }, /* more cells than a byte counts */
    { { 1, 3, 16, 16, AD_DATA_F32, AD_BLOCKED }, 0, 16, 1, 8 },
};

/* 1e-5: sums of at most 1600 floats. */
static void against_plain(void)
{
    adrop_ctx *ctx = map_context(2);
    ad_engine *plain = map_engine(ctx, ADROP_PRECISION_F64),
              *e = map_engine(ctx, ADROP_PRECISION_F32);

    for (int i = 0; i < 200; i++)
        case_of(e, plain, random_spec(AD_DATA_F32, (ad_format)(i % 3)), 1e-5);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        case_of(e, plain, known[i], 1e-5);
    ad_engine_free(e);
    ad_engine_free(plain);
    adrop_ctx_free(ctx);
}

/* Our loops' bf16 needs nothing of the CPU; oneDNN's averages do. x has at most 240
 * different numbers, which 8 bits tell apart. */
static void in_bf16(void)
{
    adrop_ctx *ctx = map_context(2);
    ad_engine *plain = map_engine(ctx, ADROP_PRECISION_F64),
              *f32 = map_engine(ctx, ADROP_PRECISION_F32);
    ad_engine *e = map_engine(ctx, ADROP_PRECISION_BF16);

    for (int i = 0; i < 60; i++) {
        ad_pool_spec s = random_spec(AD_DATA_BF16, (ad_format)(i % 3));
        s.in.rows = 1;
        s.in.channels = map_pick(1, 10);
        while (map_count(&s.in) > 240 && s.in.channels > 1)
            s.in.channels--;
        if (e || !s.average || s.in.format == AD_PLAIN)
            case_of(e ? e : f32, plain, s, 2e-2);
    }
    ad_engine_free(e);
    ad_engine_free(f32);
    ad_engine_free(plain);
    adrop_ctx_free(ctx);
}

/* 5 x 4, windows of 2, stride 2: the last row is left out. */
static void plain_values(void)
{
    adrop_ctx *ctx = map_context(1);
    ad_engine *e = map_engine(ctx, ADROP_PRECISION_F64);
    const double x[] = { 1, 2, 3, 4, 8, 7, 6, 5, 0, -1, -2, -3, -9, -8, -7, -6, 99, 99, 99, 99 };
    const double dy[] = { 1, 2, 3, 4 };
    ad_pool_spec spec = { { 1, 1, 5, 4, AD_DATA_F64, AD_PLAIN }, 0, 2, 2, 0 };

    results r = run(e, &spec, x, dy);
    CHECK(map_same(4, r.y, (double[]){ 8, 6, 0, -2 }));
    CHECK(map_same(20, r.dx,
                   (double[]){ 0, 0, 0, 0, 1, 0, 2, 0, 3, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0 }));
    drop(&r);
    spec.average = 1;
    r = run(e, &spec, x, dy);
    CHECK(map_same(4, r.y, (double[]){ 4.5, 4.5, -4.5, -4.5 }));
    CHECK(map_same(4, r.dx, (double[]){ 0.25, 0.25, 0.5, 0.5 }));
    drop(&r);
    spec = (ad_pool_spec){ { 1, 1, 2, 2, AD_DATA_F64, AD_PLAIN }, 0, 3, 2, 1 };
    r = run(e, &spec, (double[]){ -1, -2, -3, -4 }, (double[]){ 5 });
    CHECK(map_same(1, r.y, (double[]){ -1 })); /* padding is no zero */
    drop(&r);
    ad_engine_free(e);
    adrop_ctx_free(ctx);
}

/* Pooling is linear between ties, so differences are exact but for rounding. */
static void plain_gradients(void)
{
    adrop_ctx *ctx = map_context(1);
    ad_engine *e = map_engine(ctx, ADROP_PRECISION_F64);
    const ad_pool_spec specs[] = { { { 2, 2, 5, 6, AD_DATA_F64, AD_PLAIN }, 0, 3, 2, 1 },
                                   { { 2, 2, 5, 6, AD_DATA_F64, AD_PLAIN }, 1, 3, 2, 0 },
                                   { { 2, 2, 5, 6, AD_DATA_F64, AD_PLAIN }, 1, 0, 0, 0 } };

    for (size_t s = 0; s < sizeof specs / sizeof *specs; s++) {
        const ad_desc out = ad_pool_output(&specs[s]);
        const size_t n = map_count(&specs[s].in), m = map_count(&out);
        double *x = different(n), *dy = map_random(m, 0, 1, AD_DATA_F64);
        results r = run(e, &specs[s], x, dy);
        for (size_t i = 0; i < n; i++) {
            double slope = 0;
            x[i] += 1e-4;
            results up = run(e, &specs[s], x, dy);
            x[i] -= 1e-4;
            for (size_t k = 0; k < m; k++)
                slope += dy[k] * (up.y[k] - r.y[k]) / 1e-4;
            CHECK_WHERE("case %zu, element %zu", s, i);
            CHECK_NEAR(r.dx[i], slope, 1e-9);
            drop(&up);
        }
        drop(&r);
        free(x);
        free(dy);
    }
    ad_engine_free(e);
    adrop_ctx_free(ctx);
}

/* A NaN is seen, by both engines and in every lane. */
static void not_a_number(void)
{
    adrop_ctx *ctx = map_context(1);
    ad_engine *e = map_engine(ctx, ADROP_PRECISION_F32);
    const double dy[3] = { 1, 1, 1 };
    double x[12] = { 1, NAN, 2, 3, NAN, 1, 2, 3, 1, 2, 3, NAN };

    for (int f = 0; f < 3; f++) {
        const ad_pool_spec spec = { { 1, 3, 2, 2, AD_DATA_F32, (ad_format)f }, 0, 2, 2, 0 };
        results r = run(e, &spec, x, dy);
        CHECK(isnan(r.y[0]) && isnan(r.y[1]) && isnan(r.y[2]));
        drop(&r);
    }
    ad_engine_free(e);
    adrop_ctx_free(ctx);
}

static void refused(ad_engine *e, ad_pool_spec spec, adrop_status expected, const char *part)
{
    ad_pool *p;

    CHECK_EQ(ad_pool_create(e, &spec, &p), expected);
    CHECK(!p);
    CHECK_HAS(adrop_ctx_message(e->ctx), part);
}

static void refusals(void)
{
    adrop_ctx *ctx = map_context(1);
    ad_engine *e = map_engine(ctx, ADROP_PRECISION_F32);
    const ad_desc d = { 2, 3, 4, 5, AD_DATA_F32, AD_BLOCKED };

    refused(e, (ad_pool_spec){ d, 0, 0, 1, 0 }, ADROP_EINVAL, "for averages");
    refused(e, (ad_pool_spec){ d, 0, 2, 0, 0 }, ADROP_EINVAL, "stride is 0");
    refused(e, (ad_pool_spec){ d, 1, 2, 2, 1 }, ADROP_EINVAL, "no padding");
    refused(e, (ad_pool_spec){ d, 0, 3, 2, 2 }, ADROP_EINVAL, "more than half");
    refused(e, (ad_pool_spec){ d, 0, 5, 2, 0 }, ADROP_ESHAPE, "no window of 5 x 5");
    refused(e, (ad_pool_spec){ d, 0, SIZE_MAX, 2, SIZE_MAX / 2 }, ADROP_EINVAL, "too large");
    refused(e, (ad_pool_spec){ { 0 }, 0, 2, 2, 0 }, ADROP_ESHAPE, "is empty");
    ad_engine_free(e);
    adrop_ctx_free(ctx);
}

static adrop_status make_each(ad_engine *e)
{
    adrop_status status = ADROP_OK;

    for (int i = 0; i < 4 && !status; i++) {
        const ad_desc d = { 2, 9, 4, 4, AD_DATA_F32, i & 1 ? AD_BLOCKED : AD_PLAIN };
        const ad_pool_spec spec = { d, i >> 1, 2, 2, 0 };
        ad_pool *p;
        status = ad_pool_create(e, &spec, &p);
        CHECK(!status == !!p);
        ad_pool_free(p);
    }
    return status;
}

static void failing_allocations(void)
{
    scarce_engine_each(make_each, ADROP_PRECISION_F32, 5);
}

CHECK_MAIN(plain_values, plain_gradients, against_plain, in_bf16, not_a_number, refusals,
           failing_allocations)
