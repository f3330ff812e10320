/* The choice of implementation: the tables of norm.c, pool.c, dense.c and conv_rule.c, row by row,
 * and how a table is read. */
#include "compute/choose.h"
#include "compute/conv.h"
#include "compute/dense.h"
#include "compute/norm.h"
#include "compute/pool.h"
#include "compute/version_dnnl.h"
#include "maps.h"

static int is_small(const ad_engine *e, const void *spec)
{
    (void)e;
    return *(const int *)spec < 10;
}

static int is_even(const ad_engine *e, const void *spec)
{
    (void)e;
    return *(const int *)spec % 2 == 0;
}

static void first_that_can(void)
{
    static const int object = 0;
    static const ad_choice table[] = {
        { "small", is_small, AD_OF_ALL_SETS(object) },
        { "even", is_even, AD_OF_ALL_SETS(object) },
        { "plain", ad_is_plain, AD_OF_ALL_SETS(object) },
    };
    const ad_engine fast = { .plain = 0 }, plain = { .plain = 1 };

    CHECK_TEXT(ad_choose(table, 3, &fast, &(int){ 4 })->name, "small");
    CHECK_TEXT(ad_choose(table, 3, &fast, &(int){ 12 })->name, "even");
    CHECK_TEXT(ad_choose(table, 3, &plain, &(int){ 13 })->name, "plain");
    CHECK(!ad_choose(table, 3, &fast, &(int){ 13 }));
    CHECK(!ad_choose(table, 0, &fast, &(int){ 4 }));
}

static void norms(void)
{
    static const struct {
        adrop_precision precision;
        ad_format format;
        size_t side;
        const char *name;
    } cases[] = {
        { ADROP_PRECISION_F32, AD_CHANNELS_LAST, 5, "loops" },
        { ADROP_PRECISION_F32, AD_PLAIN, 1, "loops" },
        { ADROP_PRECISION_F32, AD_BLOCKED, 5, "tiles" },
        { ADROP_PRECISION_F32, AD_BLOCKED, 1, "tiles" },
        { ADROP_PRECISION_F32, AD_PLAIN, 5, "dnnl" },
        { ADROP_PRECISION_F64, AD_PLAIN, 5, "plain" },
        { ADROP_PRECISION_F64, AD_PLAIN, 1, "plain" },
    };
    adrop_ctx *ctx = map_context(1);

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ad_engine *e = map_engine(ctx, cases[i].precision);
        const ad_norm_spec spec = { { 2, 9, cases[i].side, cases[i].side, e->map, cases[i].format },
                                    1e-5,
                                    1 };
        ad_norm *n;
        CHECK_WHERE("case %zu", i);
        if (ad_norm_create(e, &spec, &n))
            abort();
        CHECK_TEXT(ad_norm_algorithm(n), cases[i].name);
        ad_norm_free(n);
        ad_engine_free(e);
    }
    adrop_ctx_free(ctx);
}

static void pools(void)
{
    static const struct {
        adrop_precision precision;
        ad_format format;
        int average;
        size_t window;
        const char *name;
    } cases[] = {
        { ADROP_PRECISION_F32, AD_BLOCKED, 0, 2, "loops" },
        { ADROP_PRECISION_F32, AD_CHANNELS_LAST, 0, 16, "loops" },
        { ADROP_PRECISION_F32, AD_BLOCKED, 0, 17, "dnnl" },
        { ADROP_PRECISION_F32, AD_PLAIN, 1, 0, "loops" },
        { ADROP_PRECISION_F32, AD_BLOCKED, 1, 0, "dnnl" },
        { ADROP_PRECISION_F32, AD_CHANNELS_LAST, 1, 2, "dnnl" },
        { ADROP_PRECISION_F64, AD_PLAIN, 0, 2, "plain" },
        { ADROP_PRECISION_F64, AD_PLAIN, 1, 0, "plain" },
    };
    adrop_ctx *ctx = map_context(1);

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ad_engine *e = map_engine(ctx, cases[i].precision);
        const ad_pool_spec spec = {
            { 2, 8, 20, 20, e->map, cases[i].format }, cases[i].average, cases[i].window, 2, 0
        };
        ad_pool *p;
        CHECK_WHERE("case %zu", i);
        if (ad_pool_create(e, &spec, &p))
            abort();
        CHECK_TEXT(ad_pool_algorithm(p), cases[i].name);
        ad_pool_free(p);
        ad_engine_free(e);
    }
    adrop_ctx_free(ctx);
}

static void dense_layers(void)
{
    static const adrop_precision precisions[] = { ADROP_PRECISION_BF16, ADROP_PRECISION_F32,
                                                  ADROP_PRECISION_F64 };
    static const char *const names[] = { "bf16", "gemm", "plain" };
    const ad_dense_spec spec = { 3, 4, 5, 1, 1 };
    adrop_ctx *ctx = map_context(1);

    for (size_t i = 0; i < 3; i++) {
        ad_engine *e = map_engine(ctx, precisions[i]);
        ad_dense *d;
        if (!e) /* no bf16 here */
            continue;
        CHECK_WHERE("%s", names[i]);
        if (ad_dense_create(e, &spec, &d))
            abort();
        CHECK_TEXT(ad_dense_algorithm(d), names[i]);
        ad_dense_free(d);
        ad_engine_free(e);
    }
    adrop_ctx_free(ctx);
}

/* The table of conv_rule.c where it does not depend on what oneDNN has. */
static void convolutions(void)
{
    static const struct {
        adrop_precision precision;
        ad_format format;
        size_t side, channels, kernel, groups;
        int direct_only;
        const char *name;
    } cases[] = {
        { ADROP_PRECISION_F32, AD_BLOCKED, 2, 16, 3, 1, 0, "positions" },
        { ADROP_PRECISION_F32, AD_CHANNELS_LAST, 1, 5, 3, 1, 0, "positions" },
        { ADROP_PRECISION_F32, AD_BLOCKED, 8, 16, 3, 1, 0, "winograd" },
        { ADROP_PRECISION_F32, AD_BLOCKED, 8, 17, 3, 1, 0, "winograd" }, /* on three blocks */
        { ADROP_PRECISION_F32, AD_BLOCKED, 8, 8, 3, 1, 0, "direct" },
        { ADROP_PRECISION_F32, AD_BLOCKED, 8, 16, 3, 1, 1, "direct" },
        { ADROP_PRECISION_F32, AD_BLOCKED, 8, 16, 1, 1, 0, "direct" },
        { ADROP_PRECISION_F32, AD_BLOCKED, 8, 16, 3, 16, 0, "direct" },
        { ADROP_PRECISION_F64, AD_PLAIN, 8, 16, 3, 1, 0, "plain" },
        { ADROP_PRECISION_F64, AD_PLAIN, 2, 16, 3, 16, 0, "plain" },
    };
    adrop_ctx *ctx = map_context(1);

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const size_t side = cases[i].side, n = cases[i].channels;
        ad_engine *e = map_engine(ctx, cases[i].precision);
        const ad_conv_spec spec = { .in = { 2, n, side, side, e->map, cases[i].format },
                                    .out = n,
                                    .out_format = cases[i].format,
                                    .kernel = cases[i].kernel,
                                    .stride = 1,
                                    .pad = cases[i].kernel / 2,
                                    .groups = cases[i].groups,
                                    .input_gradient = i % 2 == 0,
                                    .direct_only = cases[i].direct_only };
        ad_conv *c;
        CHECK_WHERE("case %zu, %s", i, e->isa);
        if (ad_conv_create(e, &spec, NULL, &c))
            abort();
        if (e->has_avx512 && !ad_dnnl_has_winograd && !strcmp(cases[i].name, "winograd")) {
            CHECK_TEXT(ad_conv_algorithm(c, AD_CONV_FORWARD), "direct"); /* oneDNN 3.x */
            ad_conv_free(c);
            ad_engine_free(e);
            continue;
        }
        /* whether oneDNN's Winograd takes blocks that are not full is its own affair */
        if (e->plain || (e->has_avx512 && n % 16 == 0) || !strncmp(e->isa, "avx2", 4)) {
            CHECK_TEXT(ad_conv_algorithm(c, AD_CONV_FORWARD), cases[i].name);
            CHECK_TEXT(ad_conv_algorithm(c, AD_CONV_WEIGHTS), cases[i].name);
            CHECK_TEXT(ad_conv_algorithm(c, AD_CONV_DATA), i % 2 ? "none" : cases[i].name);
        }
        ad_conv_free(c);
        ad_engine_free(e);
    }
    adrop_ctx_free(ctx);
}

CHECK_MAIN(first_that_can, norms, pools, dense_layers, convolutions)
