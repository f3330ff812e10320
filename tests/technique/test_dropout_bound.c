/* A dropout bound to its caller's memory gives the bits of one that owns its arrays, through
 * training steps of one and two shards, for every technique: with one shard's saved memory for all
 * shards, and scratch and saved overwritten wherever others may use them. */
#include "fixture.h"

enum { STEPS = 3, SPOILT = 0xff }; /* 0xff..ff is a NaN, and an absurd count */

typedef struct {
    void *params, *grads, *buffers, *saved, *scratch;
} memory;

static void *room(size_t bytes)
{
    void *p;

    if (posix_memalign(&p, 64, bytes ? bytes : 1))
        abort();
    memset(p, SPOILT, bytes);
    return p;
}

/* Put a dropout bound to memory of its own in the place of the bed's. */
static memory bind(ad_fixture *b, const char *text, const ad_site *site, size_t n_shards)
{
    adrop_ctx *ctx = b->d->ctx;
    const ad_kernel_set set = b->d->set;
    ad_dropout *d;

    CHECK_EQ(ad_dropout_plan(ctx, set, text, site, n_shards, &d), ADROP_OK);
    ad_dropout_free(b->d);
    b->d = d;
    const memory m = { room(d->plan.params.n_reals * ad_real_size(set)),
                       room(d->plan.params.n_reals * ad_real_size(set)),
                       room(d->plan.buffers.n_reals * ad_real_size(set)), room(d->plan.saved_size),
                       room(d->plan.scratch_size) };
    ad_dropout_bind(d, m.params, m.grads, m.buffers, m.saved, m.scratch);
    ad_dropout_init(d, 4711);
    CHECK_EQ(ad_fixture_stir(d), ADROP_OK);
    return m;
}

static void spoil(const ad_fixture *b, int saved_too)
{
    if (!b->d->bound)
        return;
    memset(b->d->scratch, SPOILT, b->d->plan.scratch_size);
    if (saved_too)
        memset(b->d->saved, SPOILT, b->d->plan.saved_size);
}

static const void *at(const ad_fixture *b, const void *array, size_t reals)
{
    return (const char *)array + reals * ad_real_size(b->d->set);
}

/* The call of a shard: half of the rows, fewer in later steps. */
static ad_call shard_call(const ad_fixture *b, uint32_t step, size_t shard)
{
    const size_t n_shards = b->d->n_shards, half = b->d->site.rows / n_shards;
    const size_t first = shard * half, row = first * b->n, out = first * b->width;
    ad_call a = b->a;

    a.where.step = step;
    a.where.first_row = (uint32_t)first;
    a.rows = half > step ? half - step : half;
    a.where.batch_rows = n_shards * a.rows;
    a.x = at(b, a.x, row);
    a.pre = at(b, a.pre, row);
    a.y = (void *)(uintptr_t)at(b, a.y, out);
    a.dy = at(b, a.dy, out);
    a.dx = (void *)(uintptr_t)at(b, a.dx, row);
    a.dpre = (void *)(uintptr_t)at(b, a.dpre, row);
    return a;
}

static double train_step(ad_fixture *b, uint32_t step)
{
    const size_t n = b->d->plan.params.n_reals;

    for (size_t shard = 0; shard < b->d->n_shards; shard++) {
        ad_call a = shard_call(b, step, shard);
        spoil(b, 1);
        CHECK_EQ(ad_dropout_forward(b->d, shard, &a), ADROP_OK);
        spoil(b, 0);
        CHECK_EQ(ad_dropout_backward(b->d, shard, &a), ADROP_OK);
    }
    spoil(b, 1);
    const double loss = ad_dropout_penalty(b->d, &b->a);
    ad_dropout_commit(b->d);
    for (size_t i = 0; i < n; i++) {
        const double g = ad_fixture_get(b, b->d->grads, i);
        ad_fixture_put(b, b->d->params, i, ad_fixture_get(b, b->d->params, i) - 0.01 * g);
        ad_fixture_put(b, b->d->grads, i, 0.9 * g);
    }
    ad_dropout_constrain(b->d);
    return loss;
}

static void same(const ad_fixture *owned, const ad_fixture *bound)
{
    const size_t size = ad_real_size(owned->d->set), rows = owned->d->site.rows;
    const struct {
        const void *a, *b;
        size_t n;
    } pairs[] = {
        { owned->a.y, bound->a.y, rows * owned->width },
        { owned->a.dx, bound->a.dx, rows * owned->n },
        { owned->a.dpre, bound->a.dpre, rows * owned->n },
        { owned->a.dweight, bound->a.dweight, owned->p * owned->n },
        { owned->d->params, bound->d->params, owned->d->plan.params.n_reals },
        { owned->d->grads, bound->d->grads, owned->d->plan.params.n_reals },
        { owned->d->buffers, bound->d->buffers, owned->d->plan.buffers.n_reals },
    };

    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
        CHECK(!memcmp(pairs[i].a, pairs[i].b, pairs[i].n * size));
}

static void compare(const char *text, const ad_site *site, ad_kernel_set set, size_t n_shards)
{
    adrop_ctx *ctx = bed_context(1);
    ad_fixture owned, bound;

    CHECK(bed_make(ctx, set, text, site, n_shards, &owned));
    CHECK(bed_make(ctx, set, text, site, n_shards, &bound));
    const memory m = bind(&bound, text, site, n_shards);
    for (uint32_t step = 0; step < STEPS; step++) {
        const double loss = train_step(&owned, step);
        CHECK(loss == train_step(&bound, step));
        same(&owned, &bound);
    }
    ad_fixture_free(&owned);
    ad_fixture_free(&bound);
    adrop_ctx_free(ctx);
    /* they are still ours */
    free(m.params), free(m.grads), free(m.buffers), free(m.saved), free(m.scratch);
}

static void compare_sets(const char *text, const ad_site *site)
{
    for (size_t n_shards = 1; n_shards <= 2; n_shards++) {
        compare(text, site, AD_F64, n_shards);
        compare(text, site, AD_F32, n_shards);
    }
}

static void bound_equals_owned(void)
{
    CHECK(bed_each(compare_sets) >= 30);
}

/* Planning refuses what create refuses, and a planned dropout can be freed unbound. */
static void planning_alone(void)
{
    const ad_site empty = { .rows = 4, .channels = 0, .height = 1, .width = 1 };
    adrop_ctx *ctx = bed_context(1);
    ad_dropout *d = NULL;

    CHECK_EQ(ad_dropout_plan(ctx, AD_F32, "advanced", &empty, 1, &d), ADROP_ESHAPE);
    CHECK(!d);
    CHECK_EQ(ad_dropout_plan(ctx, AD_F32, "advanced", &ad_fixture_sites[1], 2, &d), ADROP_OK);
    CHECK(d->plan.params.n_reals > 0 && !d->params);
    ad_dropout_free(d);
    adrop_ctx_free(ctx);
}

CHECK_MAIN(bound_equals_owned, planning_alone)
