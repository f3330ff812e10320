/* Reorders, concat and split: every element is where the definition of the format puts it. */
#include "compute/reorder.h"

#include "maps.h"
#include "scarce_engine.h"

static void moved(ad_engine *e, ad_desc from, ad_desc to)
{
    const size_t n = map_count(&from);
    double *values = map_random(n, 0, 1, from.dtype);
    void *source = map_make(e, &from, values), *target = map_make(e, &to, NULL);
    ad_reorder *r;

    CHECK_WHERE("%zu x %zu x %zu x %zu, types %d %d, formats %d %d", from.rows, from.channels,
                from.height, from.width, from.dtype, to.dtype, from.format, to.format);
    memset(target, 0x5a, ad_desc_bytes(&to, e->block)); /* padding is written too */
    CHECK_EQ(ad_reorder_create(e, &from, &to, &r), ADROP_OK);
    if (!r)
        abort();
    void *scratch = map_bytes(ad_reorder_scratch(r));
    ad_saved_threads saved;
    ad_engine_enter(e, &saved);
    CHECK_EQ(ad_reorder_run(r, source, target, scratch), ADROP_OK);
    ad_engine_leave(&saved);
    double *got = map_take(e, &to, target);
    for (size_t i = 0; i < n; i++)
        values[i] = map_round(values[i], to.dtype);
    CHECK(map_same(n, got, values));
    free(got);
    free(values);
    free(source);
    free(scratch);
    ad_reorder_free(r);
}

/* Exact, but that bf16 is rounded to the nearest. */
static void every_pair(void)
{
    adrop_ctx *ctx = map_context(2);
    ad_engine *e = map_engine(ctx, ADROP_PRECISION_F32),
              *plain = map_engine(ctx, ADROP_PRECISION_F64);

    for (int i = 0; i < 180; i++) {
        const ad_desc from = map_shape(i / 9 & 1 ? AD_DATA_BF16 : AD_DATA_F32, (ad_format)(i % 3));
        ad_desc to = from;
        to.format = (ad_format)(i / 3 % 3);
        to.dtype = i / 18 & 1 ? AD_DATA_BF16 : AD_DATA_F32;
        moved(e, from, to);
    }
    for (int i = 0; i < 5; i++) {
        const ad_desc d = map_shape(AD_DATA_F64, AD_PLAIN);
        moved(plain, d, d);
    }
    ad_engine_free(e);
    ad_engine_free(plain);
    adrop_ctx_free(ctx);
}

enum { MOST = 4 };

static void joined(ad_engine *e, size_t n, const ad_desc *in)
{
    ad_desc all = in[0];
    double *values[MOST];
    void *parts[MOST];
    ad_concat *c;

    CHECK_WHERE("%zu arrays, %zu x %zu.. x %zu x %zu, type %d, format %d", n, all.rows,
                all.channels, all.height, all.width, all.dtype, all.format);
    for (size_t i = 0; i < n; i++) {
        values[i] = map_random(map_count(&in[i]), (double)i, 1, in[i].dtype);
        parts[i] = map_make(e, &in[i], values[i]);
        all.channels += i ? in[i].channels : 0;
    }
    CHECK_EQ(ad_concat_create(e, n, in, &c), ADROP_OK);
    if (!c)
        abort();
    void *y = map_make(e, &all, NULL), *scratch = map_bytes(ad_concat_scratch(c));
    CHECK_EQ(ad_concat_join(c, (const void *const *)parts, y, scratch), ADROP_OK);
    for (size_t i = 0; i < n; i++) {
        void *back = map_make(e, &in[i], NULL);
        CHECK_EQ(ad_concat_part(c, i, y, back, scratch), ADROP_OK);
        double *got = map_take(e, &in[i], back);
        CHECK(map_same(map_count(&in[i]), got, values[i]));
        free(got);
    }
    double *got = map_take(e, &all, y);
    const size_t area = all.height * all.width;
    size_t wrong = 0;
    for (size_t r = 0; r < all.rows; r++)
        for (size_t i = 0, first = 0; i < n; first += in[i++].channels)
            for (size_t k = 0; k < in[i].channels * area; k++)
                wrong += got[(r * all.channels + first) * area + k] !=
                         values[i][r * in[i].channels * area + k];
    CHECK_EQ(wrong, 0);
    for (size_t i = 0; i < n; i++) {
        free(values[i]);
        free(parts[i]);
    }
    free(got);
    free(scratch);
    ad_concat_free(c);
}

static void concats(void)
{
    adrop_ctx *ctx = map_context(2);
    ad_engine *e = map_engine(ctx, ADROP_PRECISION_F32),
              *plain = map_engine(ctx, ADROP_PRECISION_F64);

    for (int k = 0; k < 90; k++) {
        const int use_plain = k % 10 == 9;
        const size_t n = map_pick(1, MOST);
        ad_desc in[MOST];
        in[0] = map_shape(k & 1 ? AD_DATA_BF16 : AD_DATA_F32, (ad_format)(k % 3));
        if (use_plain)
            in[0] = map_plain(in[0]);
        for (size_t i = 0; i < n; i++) {
            in[i] = in[0];
            in[i].channels = map_pick(1, 40);
            if (in[i].format == AD_BLOCKED && i + 1 < n)
                in[i].channels = e->block * map_pick(1, 3);
        }
        joined(use_plain ? plain : e, n, in);
    }
    const ad_desc dense[] = { { 9, 24, 32, 32, AD_DATA_F32, AD_CHANNELS_LAST },
                              { 9, 12, 32, 32, AD_DATA_F32, AD_CHANNELS_LAST } };
    joined(e, 2, dense);
    ad_engine_free(e);
    ad_engine_free(plain);
    adrop_ctx_free(ctx);
}

static void refused(ad_engine *e, ad_desc a, ad_desc b, adrop_status expected, const char *part)
{
    ad_concat *c;

    CHECK_EQ(ad_concat_create(e, 2, (ad_desc[]){ a, b }, &c), expected);
    CHECK(!c);
    CHECK_HAS(adrop_ctx_message(e->ctx), part);
}

static void refusals(void)
{
    adrop_ctx *ctx = map_context(1);
    ad_engine *e = map_engine(ctx, ADROP_PRECISION_F32);
    const ad_desc a = { 2, 9, 3, 3, AD_DATA_F32, AD_BLOCKED };
    ad_desc b = a;
    ad_reorder *r;
    ad_concat *c;

    refused(e, a, b, ADROP_ESHAPE, "do not fill blocks");
    b.height = 4;
    refused(e, a, b, ADROP_ESHAPE, "array 2 differs");
    CHECK_EQ(ad_reorder_create(e, &a, &b, &r), ADROP_ESHAPE);
    CHECK(!r);
    CHECK_HAS(adrop_ctx_message(ctx), "one shape");
    b.rows = 0;
    refused(e, a, b, ADROP_ESHAPE, "is empty");
    CHECK_EQ(ad_concat_create(e, 0, &a, &c), ADROP_EINVAL);
    CHECK(!c);
    ad_engine_free(e);
    adrop_ctx_free(ctx);
}

static adrop_status make_each(ad_engine *e)
{
    const ad_desc a = { 2, 16, 3, 3, AD_DATA_F32, AD_BLOCKED };
    ad_desc b = a;
    ad_reorder *r;
    ad_concat *c;

    b.format = AD_PLAIN;
    adrop_status status = ad_reorder_create(e, &a, &b, &r);
    CHECK(!status == !!r);
    ad_reorder_free(r);
    if (status)
        return status;
    status = ad_concat_create(e, 2, (ad_desc[]){ a, a }, &c);
    CHECK(!status == !!c);
    ad_concat_free(c);
    return status;
}

static void failing_allocations(void)
{
    scarce_engine_each(make_each, ADROP_PRECISION_F32, 6);
}

CHECK_MAIN(every_pair, concats, refusals, failing_allocations)
