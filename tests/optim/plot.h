/* Shared by the tests of optimisers: a block of parameters with gradients for every step, in float
 * or double, and an optimiser on it. */
#ifndef ADROP_TESTS_OPTIM_PLOT_H
#define ADROP_TESTS_OPTIM_PLOT_H

#include "base/context.h"
#include "check.h"
#include "optim/optimizer.h"

/* Long enough for several blocks, the last one short. Both groups, a hole, an empty
 * range, ranges that begin and end anywhere; the elements from COVERED on are in none. */
enum { PLOT_N = 3 * 16384 + 777, PLOT_COVERED = 49900, PLOT_HOLE = 1000, PLOT_HOLE_END = 1037 };

static const ad_range plot_ranges[] = { { 0, 5, 1 },        { 5, 995, 0 },
                                        { 1000, 0, 1 },     { 1037, 30000, 0 },
                                        { 31037, 2001, 1 }, { 33038, PLOT_COVERED - 33038, 0 } };
enum { PLOT_RANGES = sizeof plot_ranges / sizeof plot_ranges[0] };

static const ad_group_rule plot_rules[] = { { 0.05, 5e-4 }, { 1e-3, 0.01 } };

typedef struct {
    adrop_ctx *ctx;
    ad_optimizer *o;
    void *params, *grads; /* (PLOT_N) */
} plot;

static inline double plot_get(const plot *p, const void *block, size_t i)
{
    return p->o->set == AD_F64 ? ((const double *)block)[i] : (double)((const float *)block)[i];
}

static inline void plot_put(const plot *p, void *block, size_t i, double x)
{
    if (p->o->set == AD_F64)
        ((double *)block)[i] = x;
    else
        ((float *)block)[i] = (float)x;
}

/* A number in [-1, 1) that a float holds. */
static inline double plot_number(size_t i, uint64_t step)
{
    uint64_t z = (uint64_t)i * 0x9e3779b97f4a7c15u + step * 0xbf58476d1ce4e5b9u + 1;

    z = (z ^ (z >> 29)) * 0x94d049bb133111ebu;
    return (double)(z >> 48) / 32768 - 1;
}

static inline size_t plot_size(const plot *p)
{
    return PLOT_N * ad_real_size(p->o->set);
}

static inline plot plot_make(const char *text, adrop_isa isa, int is_double, int threads)
{
    adrop_ctx_opts opts;
    plot p = { 0 };

    adrop_ctx_opts_init(&opts);
    opts.isa = isa;
    if (adrop_ctx_create(&opts, &p.ctx))
        abort();
    CHECK_EQ(ad_optimizer_create(p.ctx, text, is_double, PLOT_N, plot_ranges, PLOT_RANGES, threads,
                                 &p.o),
             ADROP_OK);
    if (!p.o)
        abort();
    p.params = malloc(plot_size(&p));
    p.grads = malloc(plot_size(&p));
    if (!p.params || !p.grads)
        abort();
    for (size_t i = 0; i < PLOT_N; i++)
        plot_put(&p, p.params, i, plot_number(i, 1000000));
    return p;
}

static inline void plot_drop(plot *p)
{
    free(p->params);
    free(p->grads);
    ad_optimizer_free(p->o);
    adrop_ctx_free(p->ctx);
}

static inline void plot_steps(plot *p, int n)
{
    for (int s = 0; s < n; s++) {
        for (size_t i = 0; i < PLOT_N; i++)
            plot_put(p, p->grads, i, plot_number(i, p->o->step));
        ad_optimizer_step(p->o, p->params, p->grads, 0.75, plot_rules);
    }
}

/* Are parameters, state and step count the same, bit for bit? */
static inline int plot_equal(const plot *a, const plot *b)
{
    int equal = a->o->step == b->o->step && !memcmp(a->params, b->params, plot_size(a));

    for (size_t s = 0; s < a->o->n_state; s++)
        equal = equal && !memcmp(a->o->state[s], b->o->state[s], plot_size(a));
    return equal;
}

/* Every example of every optimiser. */
static inline void plot_each(void (*test)(const char *text))
{
    const ad_optimizer_type *type;

    for (size_t i = 0; (type = ad_optimizer_type_at(AD_F32, i)); i++)
        for (const char *const *text = type->examples; *text; text++) {
            CHECK_WHERE("%s", *text);
            test(*text);
        }
}

#endif
