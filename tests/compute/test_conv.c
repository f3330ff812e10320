/* Convolution: the plain engine against explicit sums, the fast engines against the plain one over
 * many shapes and formats, packing, equal results of both operations, equal bits with 1 and 2
 * threads, refusals, failing memory.
 *
 * Bounds are on || error || / || result ||: 1e-4 in float allows for Winograd, whose
 * transforms lose two digits; bf16 keeps 8 bits of inputs and outputs. */
#include "arrays.h"
#include "compute/conv.h"
#include "scarce_engine.h"

enum { CASES = 216 };

typedef struct {
    ad_conv_spec s; /* as on the fast engine; plain order on the plain one */
    ad_desc out;
    size_t n_x, n_y, n_w;
    double *x, *w, *b, *dy;   /* given */
    double *y, *dx, *dw, *db; /* results */
} bed;

static bed bed_make(const ad_conv_spec *s, ad_dtype t, uint32_t seed)
{
    const ad_desc out = ad_conv_output(s);
    const size_t n_x = s->in.rows * ad_desc_units(&s->in), n_y = out.rows * ad_desc_units(&out);
    const size_t n_w = s->out * (s->in.channels / s->groups) * s->kernel * s->kernel;

    return (bed){ .s = *s,
                  .out = out,
                  .n_x = n_x,
                  .n_y = n_y,
                  .n_w = n_w,
                  .x = arrays_random(n_x, t, seed),
                  .w = arrays_random(n_w, AD_DATA_F32, seed + 1),
                  .b = arrays_random(s->out, AD_DATA_F32, seed + 2),
                  .dy = arrays_random(n_y, t, seed + 3),
                  .y = arrays_memory(n_y * sizeof(double)),
                  .dx = arrays_memory(n_x * sizeof(double)),
                  .dw = arrays_memory(n_w * sizeof(double)),
                  .db = arrays_memory(s->out * sizeof(double)) };
}

static void bed_drop(bed *k)
{
    double *const all[] = { k->x, k->w, k->b, k->dy, k->y, k->dx, k->dw, k->db };

    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]);
}

static ad_conv_spec in_plain_order(const ad_conv_spec *s)
{
    ad_conv_spec plain = *s;

    plain.in.dtype = AD_DATA_F64;
    plain.in.format = plain.out_format = AD_PLAIN;
    return plain;
}

/* k's results by the plain engine. */
static void by_plain_engine(ad_engine *e, bed *k)
{
    const ad_conv_spec s = in_plain_order(&k->s);
    ad_conv *c;

    CHECK_EQ(ad_conv_create(e, &s, NULL, &c), ADROP_OK);
    CHECK_EQ(ad_conv_packed(c), k->n_w);
    double *packed = arrays_memory(k->n_w * sizeof *packed);
    double *scratch = arrays_memory(ad_conv_scratch(c));
    ad_conv_pack(c, k->w, packed);
    ad_conv_forward(c, k->x, packed, s.bias ? k->b : NULL, k->y, scratch, 0);
    ad_conv_backward_data(c, k->dy, packed, k->dx, scratch);
    ad_conv_backward_weights(c, k->x, k->dy, packed, s.bias ? k->db : NULL, scratch);
    ad_conv_unpack(c, packed, k->dw);
    free(packed);
    free(scratch);
    ad_conv_free(c);
}

/* Where tap t of output position p lies in a map of n; -1 outside. */
static long tap(const ad_conv_spec *s, size_t p, size_t t, size_t n)
{
    const long i = (long)(p * s->stride + t) - (long)s->pad;

    return i < (long)n ? i : -1;
}

/* y, dx, dw, db by conv.h's formula, one product at a time. */
static void written_out(const bed *k, double *y, double *dx, double *dw, double *db)
{
    const ad_conv_spec *s = &k->s;
    const size_t per_group = s->in.channels / s->groups, h = s->in.height, w = s->in.width;

    for (size_t j = 0; j < k->n_y; j++) {
        const size_t q = j % k->out.width, p = j / k->out.width % k->out.height;
        const size_t o = j / k->out.width / k->out.height % s->out;
        const size_t r = j / k->out.width / k->out.height / s->out;
        y[j] = s->bias ? k->b[o] : 0;
        db[o] += k->dy[j];
        for (size_t t = 0; t < per_group * s->kernel * s->kernel; t++) {
            const size_t v = t % s->kernel, u = t / s->kernel % s->kernel;
            const size_t i = t / s->kernel / s->kernel + (s->groups > 1 ? o : 0);
            const long line = tap(s, p, u, h), column = tap(s, q, v, w);
            if (line < 0 || column < 0)
                continue;
            const size_t at = ((r * s->in.channels + i) * h + (size_t)line) * w + (size_t)column;
            const size_t weight = o * per_group * s->kernel * s->kernel + t;
            y[j] += k->x[at] * k->w[weight];
            dx[at] += k->dy[j] * k->w[weight];
            dw[weight] += k->dy[j] * k->x[at];
        }
    }
}

static size_t pick(uint32_t word, const size_t *from, size_t n)
{
    return from[word % n];
}

/* Case i: free, 3x3 layers of blocks, depthwise, channels last, images, small maps. */
static ad_conv_spec case_at(uint32_t i, ad_dtype t)
{
    static const size_t channels[] = { 1, 2, 3, 8, 12, 16, 24, 33, 40 };
    static const size_t blocks[] = { 16, 24, 32, 64, 17, 30, 33, 63 }; /* full, and not */
    static const size_t rows[] = { 1, 2, 3, 5 };
    static const size_t kernels[] = { 1, 3, 3, 5, 7, 2 };
    uint32_t a[4] = { i, 1, 0, 0 }, b[4] = { i, 2, 0, 0 };

    ad_philox(a, 3, 4);
    ad_philox(b, 3, 4);
    ad_conv_spec s = { .in = { pick(a[0], rows, 4), pick(a[1], channels, 9), 1 + a[2] % 13,
                               1 + a[3] % 13, t, (ad_format)(b[0] % 3) },
                       .out = pick(b[1], channels, 9),
                       .out_format = (ad_format)(b[0] / 4 % 3),
                       .kernel = pick(b[2], kernels, 6),
                       .stride = 1 + b[2] / 8 % 2 + (b[2] / 64 % 16 == 0),
                       .groups = 1,
                       .bias = b[3] & 1,
                       .input_gradient = 1,
                       .direct_only = b[3] >> 1 & 1 };

    if (i % 6 == 1) {
        s.in.format = s.out_format = AD_BLOCKED;
        s.in.channels = pick(a[1], blocks, 8);
        s.out = pick(b[1], blocks, 8);
        s.kernel = 3;
        s.stride = 1;
        s.direct_only = i % 12 == 1;
        s.in.height += 3;
        s.in.width = s.in.height;
    } else if (i % 6 == 2) {
        s.groups = s.out = s.in.channels;
        s.out_format = s.in.format = i % 12 == 2 ? s.in.format : AD_BLOCKED;
    } else if (i % 6 == 3) {
        s.in.format = s.out_format = AD_CHANNELS_LAST;
        s.kernel = s.kernel > 3 ? 3 : s.kernel;
    } else if (i % 6 == 4) {
        s.in.format = AD_PLAIN;
        s.in.channels = i % 12 == 4 ? 1 : 3;
        s.out_format = AD_BLOCKED;
    } else if (i % 6 == 5) {
        s.in.height = 1 + i / 6 % 2;
        s.in.width = 1 + i / 12 % 2;
    }
    s.pad = i % 6 == 1 ? 1 : b[3] / 4 % s.kernel;
    if (i % 18 == 3) { /* strided 1x1: oneDNN has a kernel that is wrong */
        s.in.channels = 1 + i / 18 % 9;
        s.in.height = s.in.width = 8;
        s.kernel = 1;
        s.stride = 2;
        s.pad = 0;
    }
    while (!ad_conv_output(&s).height || !ad_conv_output(&s).width) {
        s.in.height++;
        s.in.width++;
    }
    return s;
}

static void where(uint32_t i, const ad_conv_spec *s)
{
    static const char *const formats[] = { "plain", "last", "blocked" };

    CHECK_WHERE("case %u: %zu x %zu x %zu x %zu %s -> %zu %s, kernel %zu, stride %zu, pad %zu, "
                "groups %zu, bias %d",
                i, s->in.rows, s->in.channels, s->in.height, s->in.width, formats[s->in.format],
                s->out, formats[s->out_format], s->kernel, s->stride, s->pad, s->groups, s->bias);
}

static void plain_engine_is_the_formula(void)
{
    ad_engine *e = arrays_engine(ADROP_PRECISION_F64, 2);

    for (uint32_t i = 0; i < CASES; i += 4) {
        const ad_conv_spec s = case_at(i, AD_DATA_F64);
        bed k = bed_make(&s, AD_DATA_F32, i);
        bed expected = bed_make(&s, AD_DATA_F32, i);
        where(i, &s);
        memset(expected.dx, 0, k.n_x * sizeof(double));
        memset(expected.dw, 0, k.n_w * sizeof(double));
        memset(expected.db, 0, s.out * sizeof(double));
        by_plain_engine(e, &k);
        written_out(&k, expected.y, expected.dx, expected.dw, expected.db);
        CHECK(arrays_error(k.n_y, k.y, expected.y) < 1e-13);
        CHECK(arrays_error(k.n_x, k.dx, expected.dx) < 1e-13);
        CHECK(arrays_error(k.n_w, k.dw, expected.dw) < 1e-12);
        if (s.bias)
            CHECK(arrays_error(s.out, k.db, expected.db) < 1e-12);
        bed_drop(&k);
        bed_drop(&expected);
    }
    arrays_close(e);
}

/* The arrays of an operation on an engine. */
typedef struct {
    ad_conv *c;
    void *x, *dy, *y, *dx, *scratch;
    float *packed, *dw, *b, *db, *oihw;
} run;

static run run_make(ad_engine *e, const bed *k, const ad_conv *like)
{
    run r = { 0 };

    CHECK_EQ(ad_conv_create(e, &k->s, like, &r.c), ADROP_OK);
    if (!r.c)
        abort();
    r.x = arrays_map(e, &k->s.in, k->x);
    r.dy = arrays_map(e, &k->out, k->dy);
    r.y = arrays_memory(ad_desc_bytes(&k->out, e->block));
    r.dx = arrays_memory(ad_desc_bytes(&k->s.in, e->block));
    r.scratch = arrays_memory(ad_conv_scratch(r.c));
    r.packed = arrays_memory(ad_conv_packed(r.c) * sizeof(float));
    r.dw = arrays_memory(ad_conv_packed(r.c) * sizeof(float));
    r.b = arrays_vector(AD_DATA_F32, k->b, k->s.out);
    r.db = arrays_memory(k->s.out * sizeof(float));
    r.oihw = arrays_vector(AD_DATA_F32, k->w, k->n_w);
    return r;
}

static void run_drop(run *r)
{
    void *const all[] = { r->x,      r->dy, r->y, r->dx, r->scratch,
                          r->packed, r->dw, r->b, r->db, r->oihw };

    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]);
    ad_conv_free(r->c);
}

static void run_all(ad_engine *e, const bed *k, run *r)
{
    ad_saved_threads saved;

    ad_engine_enter(e, &saved);
    CHECK_EQ(ad_conv_pack(r->c, r->oihw, r->packed), ADROP_OK);
    CHECK_EQ(ad_conv_forward(r->c, r->x, r->packed, k->s.bias ? r->b : NULL, r->y, r->scratch, 0),
             ADROP_OK);
    CHECK_EQ(ad_conv_backward_data(r->c, r->dy, r->packed, r->dx, r->scratch), ADROP_OK);
    CHECK_EQ(
        ad_conv_backward_weights(r->c, r->x, r->dy, r->dw, k->s.bias ? r->db : NULL, r->scratch),
        ADROP_OK);
    ad_engine_leave(&saved);
}

/* Packed weights, or gradients, in PyTorch's order; their padding must be zero. */
static float *unpacked(run *r, const bed *k, const float *packed)
{
    float *back = arrays_memory(k->n_w * sizeof *back);
    size_t inside = 0, total = 0;

    CHECK_EQ(ad_conv_unpack(r->c, packed, back), ADROP_OK);
    for (size_t i = 0; i < k->n_w; i++)
        inside += back[i] != 0;
    for (size_t i = 0; i < ad_conv_packed(r->c); i++)
        total += packed[i] != 0;
    CHECK_EQ(total, inside);
    return back;
}

static void check_engine(ad_engine *e, const bed *k, double bound)
{
    ad_conv_spec more = k->s;
    ad_conv *like;

    more.in.rows += 3;
    CHECK_EQ(ad_conv_create(e, &more, NULL, &like), ADROP_OK);
    run r = run_make(e, k, k->s.in.rows % 2 ? like : NULL);
    CHECK_EQ(ad_conv_packed(r.c), ad_conv_packed(like));
    run_all(e, k, &r);
    float *w = unpacked(&r, k, r.packed), *dw = unpacked(&r, k, r.dw);
    CHECK(!memcmp(w, r.oihw, k->n_w * sizeof *w));
    CHECK(arrays_map_error(e, &k->out, r.y, k->y) <= bound);
    CHECK(arrays_map_error(e, &k->s.in, r.dx, k->dx) <= bound);
    CHECK(arrays_vector_error(AD_DATA_F32, dw, k->n_w, k->dw) <= bound);
    if (k->s.bias)
        CHECK(arrays_vector_error(AD_DATA_F32, r.db, k->s.out, k->db) <= bound);
    for (int pass = 0; pass < 3; pass++)
        CHECK(strcmp(ad_conv_algorithm(r.c, (ad_conv_pass)pass), "plain"));
    free(w);
    free(dw);
    run_drop(&r);
    ad_conv_free(like);
}

static void engines_agree(adrop_precision precision, double bound)
{
    ad_engine *plain = arrays_engine(ADROP_PRECISION_F64, 2);
    ad_engine *fast = arrays_engine(precision, 2); /* says so where there is none */

    for (uint32_t i = 0; fast && i < CASES; i++) {
        const ad_conv_spec s = case_at(i, fast->map);
        bed k = bed_make(&s, fast->map, 10 * i);
        where(i, &s);
        by_plain_engine(plain, &k);
        check_engine(fast, &k, bound);
        bed_drop(&k);
    }
    arrays_close(plain);
    if (fast)
        arrays_close(fast);
}

static void float_is_right(void)
{
    engines_agree(ADROP_PRECISION_F32, 1e-4);
}

static void bf16_is_right(void)
{
    engines_agree(ADROP_PRECISION_BF16, 2e-2);
}

/* Forward and data passes have the same bits on 1 and 2 threads. */
static void threads_change_nothing(void)
{
    ad_engine *e[2] = { arrays_engine(ADROP_PRECISION_F32, 1),
                        arrays_engine(ADROP_PRECISION_F32, 2) };

    for (uint32_t i = 0; i < CASES; i += 5) {
        const ad_conv_spec s = case_at(i, AD_DATA_F32);
        bed k = bed_make(&s, AD_DATA_F32, i);
        run r[2];
        where(i, &s);
        for (int t = 0; t < 2; t++) {
            r[t] = run_make(e[t], &k, NULL);
            run_all(e[t], &k, &r[t]);
        }
        CHECK(!memcmp(r[0].y, r[1].y, ad_desc_bytes(&k.out, e[0]->block)));
        CHECK(!memcmp(r[0].dx, r[1].dx, ad_desc_bytes(&s.in, e[0]->block)));
        run_drop(&r[0]);
        run_drop(&r[1]);
        bed_drop(&k);
    }
    arrays_close(e[0]);
    arrays_close(e[1]);
}

static adrop_status refused(ad_engine *e, const ad_conv_spec *s, const ad_conv *like)
{
    ad_conv *c = (ad_conv *)e;
    const adrop_status status = ad_conv_create(e, s, like, &c);

    CHECK(!c);
    return status;
}

static void refusals(void)
{
    const ad_conv_spec good = { .in = { 2, 8, 6, 6, AD_DATA_F32, AD_BLOCKED },
                                .out = 16,
                                .out_format = AD_BLOCKED,
                                .kernel = 3,
                                .stride = 1,
                                .pad = 1,
                                .groups = 1 };
    ad_engine *e = arrays_engine(ADROP_PRECISION_F32, 1),
              *plain = arrays_engine(ADROP_PRECISION_F64, 1);
    ad_conv_spec s = good;
    ad_conv *c;

    check_where[0] = 0;
    s.in.rows = 0;
    CHECK_EQ(refused(e, &s, NULL), ADROP_ESHAPE);
    s = good;
    s.in.height = 1;
    s.pad = 0;
    CHECK_EQ(refused(e, &s, NULL), ADROP_ESHAPE);
    CHECK_HAS(adrop_ctx_message(e->ctx), "does not fit");
    s = good;
    s.groups = 4;
    CHECK_EQ(refused(e, &s, NULL), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(e->ctx), "4 groups");
    s = good;
    s.pad = 3;
    CHECK_EQ(refused(e, &s, NULL), ADROP_EINVAL);
    s = good;
    s.in.rows = s.in.width = (size_t)1 << 30;
    CHECK_EQ(refused(e, &s, NULL), ADROP_ESHAPE);
    CHECK_HAS(adrop_ctx_message(e->ctx), "too large");
    CHECK_EQ(refused(plain, &good, NULL), ADROP_EINVAL); /* float, blocked */
    CHECK_EQ(ad_conv_create(e, &good, NULL, &c), ADROP_OK);
    CHECK_TEXT(ad_conv_algorithm(c, AD_CONV_DATA), "none");
    s.in.rows = 5;
    s.in.width = 7;
    CHECK_EQ(refused(e, &s, c), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(e->ctx), "another layer");
    ad_conv_free(c);
    ad_conv_free(NULL);
    arrays_close(e);
    arrays_close(plain);
}

static adrop_status make(ad_engine *e)
{
    const ad_conv_spec s = { .in = { 2, 3, 6, 6, AD_DATA_F32, AD_PLAIN },
                             .out = 12,
                             .out_format = AD_CHANNELS_LAST,
                             .kernel = 3,
                             .stride = 1,
                             .pad = 1,
                             .groups = 1,
                             .input_gradient = 1 };
    ad_conv *c;
    const adrop_status status = ad_conv_create(e, &s, NULL, &c);

    CHECK(!status == !!c);
    ad_conv_free(c);
    return status;
}

static void failing_memory_leaks_nothing(void)
{
    scarce_engine_each(make, ADROP_PRECISION_F32, 1);
}

CHECK_MAIN(plain_engine_is_the_formula, float_is_right, bf16_is_right, threads_change_nothing,
           refusals, failing_memory_leaks_nothing)
