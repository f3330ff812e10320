/* A test bed: a technique at a site with inputs of every kind, in any kernel set,
 * and loops over all techniques, their examples and several sites. The technique from outside of
 * examples/plugin/ is registered with every context, and goes through the same loops. */
#ifndef ADROP_TESTS_BED_H
#define ADROP_TESTS_BED_H

#include <stdint.h>
#include <stdlib.h>

#include "../../examples/plugin/power.c"
#include "check.h"
#include "random/noise.h"
#include "technique/dropout.h"

/* The sites: a small dense one, an odd dense one, a map, a single unit. */
static const ad_site bed_sites[] = {
    { .rows = 5,
      .channels = 7,
      .height = 1,
      .width = 1,
      .outputs = 4,
      .n_train = 60,
      .layer = 1,
      .has_pre = 1 },
    { .rows = 33,
      .channels = 50,
      .height = 1,
      .width = 1,
      .outputs = 9,
      .n_train = 1000,
      .layer = 2,
      .has_pre = 1 },
    { .rows = 6,
      .channels = 18,
      .height = 5,
      .width = 4,
      .outputs = 0,
      .n_train = 300,
      .layer = 3,
      .has_pre = 1,
      .branch = 2,
      .branches = 4 },
    { .rows = 2,
      .channels = 1,
      .height = 1,
      .width = 1,
      .outputs = 1,
      .n_train = 9,
      .layer = 4,
      .has_pre = 1 },
};

enum { BED_SITES = sizeof bed_sites / sizeof bed_sites[0] };

typedef struct {
    ad_dropout *d;
    size_t n, p, width; /* units of x, outputs, units of y */
    ad_call a;          /* arrays owned by the bed, of the set's real type */
} bed;

/* A context that knows the built-in techniques alone. */
static inline adrop_ctx *bed_plain_context(int threads)
{
    adrop_ctx_opts opts;
    adrop_ctx *ctx;

    adrop_ctx_opts_init(&opts);
    opts.threads = threads;
    if (adrop_ctx_create(&opts, &ctx))
        abort();
    return ctx;
}

static inline adrop_ctx *bed_context(int threads)
{
    adrop_ctx *ctx = bed_plain_context(threads);

    if (adrop_technique_register(ctx, adrop_plugin(0)))
        abort();
    return ctx;
}

static inline double bed_get(const bed *b, const void *array, size_t i)
{
    return b->d->set == AD_F64 ? ((const double *)array)[i] : (double)((const float *)array)[i];
}

static inline void bed_put(const bed *b, const void *array, size_t i, double value)
{
    if (b->d->set == AD_F64)
        ((double *)(uintptr_t)array)[i] = value;
    else
        ((float *)(uintptr_t)array)[i] = (float)value;
}

/* n normal numbers times scale, rounded to float so that every set gets the same. */
static inline void *bed_array(const bed *b, size_t n, uint16_t which, double scale)
{
    const ad_address at = { .seed = 99, .layer = which, .purpose = AD_FOR_SPLIT };
    float *values = malloc((n + 1) * sizeof *values);
    void *array = malloc((n + 1) * sizeof(double));

    if (!values || !array)
        abort();
    ad_noise_normal_f32(&at, 0, n, values);
    for (size_t i = 0; i < n; i++)
        bed_put(b, array, i, (double)(float)((double)values[i] * scale));
    free(values);
    return array;
}

/* Parameters away from their special start: encoder weights of both signs. */
static inline void bed_stir(bed *b)
{
    for (size_t t = 0; t < b->d->plan.params.n; t++) {
        const ad_tensor *tensor = ad_dropout_tensor(b->d, t);
        const size_t n = ad_tensor_size(tensor);
        float *now = malloc(n * sizeof *now);
        void *noise = bed_array(b, n, (uint16_t)(20 + t), 0.2);
        ad_dropout_get(b->d, t, now);
        for (size_t i = 0; i < n; i++)
            now[i] += (float)bed_get(b, noise, i);
        CHECK_EQ(ad_dropout_set(b->d, tensor->name, n, now), ADROP_OK);
        free(now);
        free(noise);
    }
}

/* 0 if the technique cannot stand at the site. */
static inline int bed_make(adrop_ctx *ctx, ad_kernel_set set, const char *text, const ad_site *site,
                           size_t n_shards, bed *b)
{
    const adrop_status status = ad_dropout_create(ctx, set, text, site, n_shards, &b->d);

    if (status)
        return 0;
    b->n = ad_site_units(site);
    b->p = site->outputs;
    b->width = b->d->traits & AD_REPLACES_PRODUCT ? b->p : b->n;
    ad_dropout_init(b->d, 4711);
    bed_stir(b);
    const size_t rows = site->rows;
    b->a = (ad_call){
        .where.phase = ADROP_TRAIN,
        .where.seed = 2021,
        .where.step = 17,
        .rows = rows,
        .x = bed_array(b, rows * b->n, 1, 1),
        .pre = bed_array(b, rows * b->n, 2, 1.5),
        .weight = bed_array(b, b->p * b->n, 3, 0.5),
        .bias = bed_array(b, b->p, 4, 0.5),
        .y = bed_array(b, rows * b->width, 5, 0),
        .dy = bed_array(b, rows * b->width, 6, 1),
        .dx = bed_array(b, rows * b->n, 7, 0),
        .dpre = bed_array(b, rows * b->n, 8, 0),
        .dweight = bed_array(b, b->p * b->n, 9, 0),
        .dbias = bed_array(b, b->p, 10, 0),
    };
    return 1;
}

static inline void bed_drop(bed *b)
{
    const void *const arrays[] = { b->a.x,  b->a.pre, b->a.weight, b->a.bias,    b->a.y,
                                   b->a.dy, b->a.dx,  b->a.dpre,   b->a.dweight, b->a.dbias };

    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++)
        free((void *)(uintptr_t)arrays[i]);
    ad_dropout_free(b->d);
}

static inline void bed_forward_backward(bed *b)
{
    CHECK_EQ(ad_dropout_forward(b->d, 0, &b->a), ADROP_OK);
    CHECK_EQ(ad_dropout_backward(b->d, 0, &b->a), ADROP_OK);
}

/* Call fn for every example of every technique at every site that it can have. */
typedef void bed_fn(const char *text, const ad_site *site);

static inline size_t bed_each(bed_fn *fn)
{
    adrop_ctx *ctx = bed_context(1);
    size_t cases = 0;

    for (size_t t = 0; ad_technique_of(ctx, AD_F64, t); t++) {
        const char *const *examples = ad_technique_of(ctx, AD_F64, t)->examples;
        for (; *examples; examples++) {
            size_t stood = 0;
            for (size_t s = 0; s < BED_SITES; s++) {
                ad_dropout *d;
                if (ad_dropout_create(ctx, AD_F64, *examples, &bed_sites[s], 1, &d))
                    continue;
                ad_dropout_free(d);
                CHECK_WHERE("%s at site %zu", *examples, s);
                fn(*examples, &bed_sites[s]);
                stood++;
            }
            CHECK(stood > 0); /* an example that stands nowhere is no example */
            cases += stood;
        }
    }
    adrop_ctx_free(ctx);
    return cases;
}

#endif
