/* Sums: against the formula, in every format, in place, padding zero. */
#include "compute/pointwise.h"

#include "maps.h"
#include "scarce_engine.h"

/* What the call should give, and how far it may be off: sums round once. */
static void case_of(ad_engine *e, ad_desc d, int in_place, double bound)
{
    const size_t n = map_count(&d);
    double *a = map_random(n, 0, 1, d.dtype), *b = map_random(n, 0, 1, d.dtype);
    double *sum = calloc(n + 1, sizeof *sum);
    ad_pointwise *p;

    CHECK_WHERE("%zu x %zu x %zu x %zu, type %d, format %d, in place %d", d.rows, d.channels,
                d.height, d.width, d.dtype, d.format, in_place);
    for (size_t i = 0; i < n; i++)
        sum[i] = a[i] + b[i];
    CHECK_EQ(ad_pointwise_create(e, &d, &p), ADROP_OK);
    if (!p)
        abort();
    void *scratch = map_bytes(ad_pointwise_scratch(p));
    void *one = map_make(e, &d, a), *other = map_make(e, &d, b);
    void *total = in_place ? one : map_make(e, &d, NULL);
    ad_saved_threads saved;

    ad_engine_enter(e, &saved);
    CHECK_EQ(ad_add(p, one, other, total, scratch), ADROP_OK);
    ad_engine_leave(&saved);
    double *got = map_take(e, &d, total);
    CHECK(map_error(n, got, sum, 0) <= bound);
    void *const rest[] = { got, a, b, sum, other, scratch };
    for (size_t i = 0; i < sizeof rest / sizeof *rest; i++)
        free(rest[i]);
    if (!in_place)
        free(one);
    ad_pointwise_free(p);
}

static void every_format(void)
{
    adrop_ctx *ctx = map_context(2);
    ad_engine *e = map_engine(ctx, ADROP_PRECISION_F32),
              *plain = map_engine(ctx, ADROP_PRECISION_F64);

    for (int i = 0; i < 60; i++)
        case_of(e, map_shape(AD_DATA_F32, (ad_format)(i % 3)), i & 1, 1e-6);
    for (int i = 0; i < 10; i++)
        case_of(plain, map_shape(AD_DATA_F64, AD_PLAIN), i & 1, 1e-15);
    case_of(e, (ad_desc){ 7, 33, 31, 29, AD_DATA_F32, AD_BLOCKED }, 1, 1e-6);
    ad_engine_free(e);
    ad_engine_free(plain);
    adrop_ctx_free(ctx);
}

static void in_bf16(void)
{
    adrop_ctx *ctx = map_context(2);
    ad_engine *e = map_engine(ctx, ADROP_PRECISION_BF16);

    for (int i = 0; e && i < 60; i++)
        case_of(e, map_shape(AD_DATA_BF16, (ad_format)(i % 3)), i & 1, 1e-2);
    ad_engine_free(e);
    adrop_ctx_free(ctx);
}

/* Ties to even, infinities, NaN, and every bf16 number there and back. */
static void bf16_numbers(void)
{
    static const struct {
        uint32_t bits;
        ad_bf16 expected;
    } cases[] = { { 0x3f800000, 0x3f80 }, { 0x3f808000, 0x3f80 }, { 0x3f818000, 0x3f82 },
                  { 0x3f808001, 0x3f81 }, { 0x3f807fff, 0x3f80 }, { 0x80000000, 0x8000 },
                  { 0x7f800000, 0x7f80 }, { 0xff800000, 0xff80 }, { 0x7f7fffff, 0x7f80 },
                  { 0x00008001, 0x0001 } };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        CHECK_WHERE("%08x", (unsigned)cases[i].bits);
        CHECK_EQ(ad_bf16_from_float((ad_float_bits){ .bits = cases[i].bits }.value),
                 cases[i].expected);
    }
    CHECK(isnan(ad_bf16_to_float(ad_bf16_from_float(NAN))));
    CHECK(isnan(ad_bf16_to_float(
        ad_bf16_from_float((ad_float_bits){ .bits = 0x7f800001 }.value)))); /* no infinity */
    size_t changed = 0;
    for (uint32_t h = 0; h < 0x10000; h++) {
        const float f = ad_bf16_to_float((ad_bf16)h);
        changed += f == f && ad_bf16_from_float(f) != h;
    }
    CHECK_EQ(changed, 0);
}

static adrop_status make(ad_engine *e)
{
    const ad_desc d = { 2, 9, 3, 3, AD_DATA_F32, AD_BLOCKED };
    ad_pointwise *p;
    const adrop_status status = ad_pointwise_create(e, &d, &p);

    CHECK(!status == !!p);
    ad_pointwise_free(p);
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
    ad_pointwise *p;

    CHECK_EQ(ad_pointwise_create(e, &d, &p), ADROP_ESHAPE);
    CHECK(!p);
    CHECK_HAS(adrop_ctx_message(ctx), "add");
    ad_engine_free(e);
    adrop_ctx_free(ctx);
}

CHECK_MAIN(bf16_numbers, every_format, in_bf16, refusals, failing_allocations)
