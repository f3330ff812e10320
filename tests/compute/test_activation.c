/* Activations: against formulas, gradients in double against differences, float against double,
 * equal bits of kernel sets, extreme values, formats, padding. */
#include "compute/activation.h"

#include "maps.h"
#include "scarce_engine.h"

/* The formulas as they stand in activation.h, in the mathematics library's words. */
static double relu(double x)
{
    return fmax(x, 0);
}

static double leaky_relu(double x)
{
    return x > 0 ? x : 0.01 * x;
}

static double gelu(double x)
{
    return 0.5 * x * (1 + erf(x / sqrt(2)));
}

static double silu(double x)
{
    return x / (1 + exp(-x));
}

static double sigmoid(double x)
{
    return 1 / (1 + exp(-x));
}

static double softplus(double x)
{
    return log(1 + exp(x));
}

static const struct {
    const char *name;
    double (*f)(double x);
    double below, above; /* the limits of f' */
} formulas[] = {
    { "relu", relu, 0, 1 },         { "leaky-relu", leaky_relu, 0.01, 1 },
    { "gelu", gelu, 0, 1 },         { "silu", silu, 0, 1 },
    { "tanh", tanh, 0, 0 },         { "sigmoid", sigmoid, 0, 0 },
    { "softplus", softplus, 0, 1 },
};

enum { N_KINDS = sizeof formulas / sizeof *formulas, N = 4099 };

/* y and dx of n numbers, one vector, as doubles; types as the engine's reals or bf16. */
static void run(ad_engine *e, size_t kind, ad_dtype t, size_t n, const double *x, const double *dy,
                double *y, double *dx)
{
    const ad_desc d = { 1, n, 1, 1, t, AD_PLAIN };
    ad_activation *a;

    if (ad_activation_create(e, ad_activation_at(kind), &d, &a))
        abort();
    void *from = map_make(e, &d, x), *to = map_make(e, &d, NULL);
    void *up = map_make(e, &d, dy), *down = map_make(e, &d, NULL);
    ad_activation_forward(a, from, to);
    ad_activation_backward(a, ad_activation_at(kind)->reads_x ? from : NULL,
                           ad_activation_at(kind)->reads_x ? NULL : to, up, down);
    double *values = map_take(e, &d, to), *slopes = map_take(e, &d, down);
    memcpy(y, values, n * sizeof *y);
    memcpy(dx, slopes, n * sizeof *dx);
    void *const rest[] = { from, up, values, slopes };
    for (size_t i = 0; i < sizeof rest / sizeof *rest; i++)
        free(rest[i]);
    ad_activation_free(a);
}

static void the_list(void)
{
    for (size_t i = 0; i < N_KINDS; i++) {
        const ad_activation_kind *k = ad_activation_at(i);
        CHECK(k && ad_activation_find(k->name) == k);
        CHECK_TEXT(k->name, formulas[i].name);
        CHECK(k->summary && *k->summary);
        CHECK_NEAR(k->at_zero, formulas[i].f(0), 1e-16);
    }
    CHECK(!ad_activation_at(N_KINDS));
    CHECK(!ad_activation_find("Relu"));
}

/* From -end to end, no number close to the corner of relu. */
static void spread(size_t n, double end, ad_dtype t, double *x, double *dy)
{
    for (size_t i = 0; i < n; i++) {
        x[i] = map_round(end * (2 * ((double)i + 0.25) / (double)n - 1), t);
        dy[i] = map_round(i % 3 ? 1 : -1.5, t);
    }
}

/* Values by the formulas, gradients by central differences: their own error is about
 * h^2 + 1e-16 / h = 1e-10. */
static void in_double(void)
{
    adrop_ctx *ctx = map_context(1);
    ad_engine *e = map_engine(ctx, ADROP_PRECISION_F64);
    static double x[N], dy[N], y[N], dx[N];
    const double h = 1e-5;

    spread(N, 12, AD_DATA_F64, x, dy);
    for (size_t k = 0; k < N_KINDS; k++) {
        run(e, k, AD_DATA_F64, N, x, dy, y, dx);
        for (size_t i = 0; i < N; i++) {
            const double slope = (formulas[k].f(x[i] + h) - formulas[k].f(x[i] - h)) / (2 * h);
            CHECK_WHERE("%s of %g", formulas[k].name, x[i]);
            CHECK_NEAR(y[i], formulas[k].f(x[i]), 4e-15);
            CHECK_NEAR(dx[i], dy[i] * slope, 1e-6 * fmax(fabs(dx[i]), 1e-3));
        }
    }
    ad_engine_free(e);
    adrop_ctx_free(ctx);
}

/* What activation.h states. */
static void in_float(void)
{
    adrop_ctx *ctx = map_context(1);
    ad_engine *e = map_engine(ctx, ADROP_PRECISION_F32),
              *plain = map_engine(ctx, ADROP_PRECISION_F64);
    static double x[N], dy[N], y[N], dx[N], exact_y[N], exact_dx[N];
    static const double ends[] = { 1e-3, 1, 20, 200 };

    for (size_t k = 0; k < N_KINDS; k++)
        for (size_t s = 0; s < sizeof ends / sizeof *ends; s++) {
            spread(N, ends[s], AD_DATA_F32, x, dy);
            run(e, k, AD_DATA_F32, N, x, dy, y, dx);
            run(plain, k, AD_DATA_F64, N, x, dy, exact_y, exact_dx);
            for (size_t i = 0; i < N; i++) {
                CHECK_WHERE("%s of %g", formulas[k].name, x[i]);
                CHECK_CLOSE(y[i], exact_y[i], 1e-6);
                CHECK_CLOSE(dx[i], exact_dx[i], 1e-6);
            }
        }
    ad_engine_free(e);
    ad_engine_free(plain);
    adrop_ctx_free(ctx);
}

/* Small numbers keep their digits where f(0) = 0. */
static void small_numbers(void)
{
    adrop_ctx *ctx = map_context(1);
    ad_engine *e = map_engine(ctx, ADROP_PRECISION_F32);
    static const double x[] = { 1e-4, -1e-4, 1e-20, -1e-20, 0x1p-140, -0x1p-149 };
    const double dy[6] = { 1, 1, 1, 1, 1, 1 };
    double y[6], dx[6], from[6];

    for (size_t i = 0; i < 6; i++)
        from[i] = map_round(x[i], AD_DATA_F32);
    for (size_t k = 0; k < N_KINDS; k++) {
        run(e, k, AD_DATA_F32, 6, from, dy, y, dx);
        for (size_t i = 0; i < 6 && ad_activation_at(k)->at_zero == 0; i++) {
            CHECK_WHERE("%s of %g", formulas[k].name, from[i]);
            CHECK_NEAR(y[i], formulas[k].f(from[i]), 0x1p-150 + 1e-6 * fabs(from[i]));
            CHECK(isfinite(dx[i]));
        }
    }
    ad_engine_free(e);
    adrop_ctx_free(ctx);
}

static void extremes_on(ad_engine *e, ad_dtype t)
{
    enum { FAR = 6 };
    static const double x[FAR + 1] = { -1e30, -INFINITY, -3e38, 1e30, INFINITY, 3e38, NAN };
    const double ones[FAR + 1] = { 1, 1, 1, 1, 1, 1, 1 };
    const double broken[FAR + 1] = { NAN, NAN, NAN, NAN, NAN, NAN, NAN };
    double from[FAR + 1], y[FAR + 1], dx[FAR + 1];

    for (size_t i = 0; i <= FAR; i++)
        from[i] = map_round(x[i], t);
    for (size_t k = 0; k < N_KINDS; k++) {
        const int flat = formulas[k].above == 0, tail = formulas[k].below != 0;
        run(e, k, t, FAR + 1, from, ones, y, dx);
        for (size_t i = 0; i < FAR; i++) {
            const double high = flat ? 1 : from[i], low = tail ? 0.01 * from[i] : k == 4 ? -1 : 0;
            CHECK_WHERE("%s of %g, type %d", formulas[k].name, from[i], t);
            const double limit = from[i] < 0 ? low : high;
            CHECK(y[i] == limit || fabs(y[i] - limit) <= 1e-30 ||
                  fabs(y[i] / limit - 1) <= (t == AD_DATA_BF16 ? 4e-3 : 1e-6));
            CHECK_NEAR(dx[i], from[i] < 0 ? formulas[k].below : formulas[k].above,
                       t == AD_DATA_BF16 ? 4e-5 : 1e-9);
        }
        CHECK_WHERE("%s of NaN, type %d", formulas[k].name, t);
        CHECK(isnan(y[FAR]));
        CHECK(isnan(dx[FAR]) || k < 2); /* the two that compare y with 0, as PyTorch's do */
        run(e, k, t, FAR + 1, from, broken, y, dx);
        CHECK(isnan(dx[3]) && isnan(dx[4]));
    }
}

static void extremes(void)
{
    adrop_ctx *ctx = map_context(1);
    ad_engine *e = map_engine(ctx, ADROP_PRECISION_F32),
              *plain = map_engine(ctx, ADROP_PRECISION_F64);

    extremes_on(e, AD_DATA_F32);
    extremes_on(plain, AD_DATA_F64);
    extremes_on(e, AD_DATA_BF16);
    ad_engine_free(e);
    ad_engine_free(plain);
    adrop_ctx_free(ctx);
}

/* y and dx of one set in one block of bytes; v of every exponent and sign. */
static void all_bits(ad_engine *e, size_t kind, ad_dtype t, size_t n, void *out)
{
    const ad_desc d = { 1, n, 1, 1, t, AD_PLAIN };
    const size_t size = ad_dtype_size(t);
    char *x = map_bytes(n * size), *dy = map_bytes(n * size), *to = out;
    ad_activation *a;

    if (ad_activation_create(e, ad_activation_at(kind), &d, &a))
        abort();
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t word = i * 2654435761u, half = word >> 16;
        const float one = 1.25f;
        memcpy(x + i * size, size == 4 ? (const void *)&word : &half, size);
        map_set(t, dy, i, (double)one);
    }
    ad_activation_forward(a, x, to);
    ad_activation_backward(a, x, to, dy, to + n * size);
    ad_activation_free(a);
    free(x);
    free(dy);
}

/* The float sets on one and on several threads, NaNs as NaNs: their own bits are free. */
static void bits_of_sets(void)
{
    enum { COUNT = 100003 };
    static const ad_kernel_set sets[] = { AD_F32, AD_F32_AVX2, AD_F32_AVX512 };
    static const ad_dtype types[] = { AD_DATA_F32, AD_DATA_BF16 };
    void *one = map_bytes(2 * COUNT * 4), *other = map_bytes(2 * COUNT * 4);
    adrop_ctx *ctx = map_context(1);
    ad_engine *e = map_engine(ctx, ADROP_PRECISION_F32);

    for (size_t k = 0; k < N_KINDS; k++)
        for (size_t t = 0; t < 2; t++) {
            e->kernels = AD_F32;
            e->threads = 1;
            all_bits(e, k, types[t], COUNT, one);
            for (size_t s = 0; s < 3; s++) {
                size_t differ = 0;
                if (!ad_kernel_set_usable(sets[s]))
                    continue;
                e->kernels = sets[s];
                e->threads = 1 + (int)s % 2 * 2;
                all_bits(e, k, types[t], COUNT, other);
                for (size_t i = 0; i < 2 * COUNT; i++) {
                    const double a = map_at(types[t], one, i), b = map_at(types[t], other, i);
                    differ += !(a == b && !signbit(a) == !signbit(b)) && !(isnan(a) && isnan(b));
                }
                CHECK_WHERE("%s, %s, type %d", formulas[k].name, ad_kernel_set_name(sets[s]),
                            types[t]);
                CHECK_EQ(differ, 0);
            }
        }
    free(one);
    free(other);
    ad_engine_free(e);
    adrop_ctx_free(ctx);
}

/* relu and its gradient have no error at all, and do not hide that a network diverged. */
static void relu_is_exact(void)
{
    adrop_ctx *ctx = map_context(1);
    ad_engine *e = map_engine(ctx, ADROP_PRECISION_F32);
    static double y[N], dx[N], value[N], slope[N];
    static const ad_dtype types[] = { AD_DATA_F32, AD_DATA_BF16 };

    for (size_t t = 0; t < 2; t++) {
        double *x = map_random(N, 0, 1, types[t]), *dy = map_random(N, 0, 1, types[t]);
        run(e, 0, types[t], N, x, dy, y, dx);
        for (size_t i = 0; i < N; i++) {
            value[i] = x[i] > 0 ? x[i] : 0;
            slope[i] = x[i] > 0 ? dy[i] : 0;
        }
        CHECK(map_same(N, y, value));
        CHECK(map_same(N, dx, slope));
        x[0] = x[18] = NAN;
        run(e, 0, types[t], 19, x, dy, y, dx);
        CHECK(isnan(y[0]) && isnan(y[18]) && y[1] == value[1]);
        free(x);
        free(dy);
    }
    ad_engine_free(e);
    adrop_ctx_free(ctx);
}

/* In every format, in place and not; map_take looks at padding and guard. */
static void case_of(ad_engine *e, size_t kind, ad_desc d, int in_place)
{
    const ad_activation_kind *k = ad_activation_at(kind);
    const size_t n = map_count(&d);
    double *a = map_random(n, 0, 2, d.dtype), *b = map_random(n, 0, 1, d.dtype);
    double *value = calloc(n + 1, sizeof *value), *slope = calloc(n + 1, sizeof *slope);
    ad_activation *op;

    CHECK_WHERE("%s, %zu x %zu x %zu x %zu, type %d, format %d, in place %d", k->name, d.rows,
                d.channels, d.height, d.width, d.dtype, d.format, in_place);
    run(e, kind, d.dtype, n, a, b, value, slope);
    if (ad_activation_create(e, k, &d, &op))
        abort();
    void *x = map_make(e, &d, a), *y = in_place && !k->reads_x ? x : map_make(e, &d, NULL);
    void *dy = map_make(e, &d, b), *dx = in_place ? dy : map_make(e, &d, NULL);
    ad_activation_forward(op, x, y);
    ad_activation_backward(op, x, y, dy, dx);
    if (y != x)
        free(map_take(e, &d, x));
    if (dx != dy)
        free(map_take(e, &d, dy));
    double *got_y = map_take(e, &d, y), *got_dx = map_take(e, &d, dx);
    CHECK(map_same(n, got_y, value));
    CHECK(map_same(n, got_dx, slope));
    void *const rest[] = { a, b, value, slope, got_y, got_dx };
    for (size_t i = 0; i < sizeof rest / sizeof *rest; i++)
        free(rest[i]);
    ad_activation_free(op);
}

static void every_format(void)
{
    adrop_ctx *ctx = map_context(2);
    ad_engine *e = map_engine(ctx, ADROP_PRECISION_F32),
              *plain = map_engine(ctx, ADROP_PRECISION_F64);

    for (size_t k = 0; k < N_KINDS; k++) {
        for (int i = 0; i < 24; i++) {
            case_of(e, k, map_shape(AD_DATA_F32, (ad_format)(i % 3)), i & 1);
            case_of(e, k, map_shape(AD_DATA_BF16, (ad_format)(i % 3)), i & 1);
        }
        for (int i = 0; i < 6; i++)
            case_of(plain, k, map_shape(AD_DATA_F64, AD_PLAIN), i & 1);
        case_of(e, k, (ad_desc){ 7, 33, 31, 29, AD_DATA_F32, AD_BLOCKED }, 1);
    }
    ad_engine_free(e);
    ad_engine_free(plain);
    adrop_ctx_free(ctx);
}

static adrop_status make(ad_engine *e)
{
    const ad_desc d = { 2, 9, 3, 3, AD_DATA_F32, AD_BLOCKED };
    ad_activation *a;
    const adrop_status status = ad_activation_create(e, ad_activation_at(0), &d, &a);

    CHECK(!status == !!a);
    ad_activation_free(a);
    return status;
}

static void failing_allocations(void)
{
    scarce_engine_each(make, ADROP_PRECISION_F32, 3);
}

static void refusals(void)
{
    adrop_ctx *ctx = map_context(1);
    ad_engine *e = map_engine(ctx, ADROP_PRECISION_F32);
    const ad_desc d = { 2, 0, 3, 3, AD_DATA_F32, AD_BLOCKED };
    ad_activation *a;

    CHECK_EQ(ad_activation_create(e, ad_activation_find("gelu"), &d, &a), ADROP_ESHAPE);
    CHECK(!a);
    CHECK_HAS(adrop_ctx_message(ctx), "gelu");
    ad_engine_free(e);
    adrop_ctx_free(ctx);
}

CHECK_MAIN(the_list, in_double, in_float, small_numbers, extremes, bits_of_sets, relu_is_exact,
           every_format, refusals, failing_allocations)
