/* A technique at a site (dropout.h): checking, memory, and the calls. */
#include "technique/dropout.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/context.h"
#include "base/fold.h"
#include "base/memory.h"
#include "technique/strength.h"

static adrop_status check_site(ad_dropout *d)
{
    const ad_site *s = &d->site;
    const uint64_t most = (uint64_t)1 << 40; /* 64 bits: size_t has 32 on some machines */
    size_t n;

    if (!s->rows || !s->channels || !s->height || !s->width || !d->n_shards)
        return ad_fail(d->ctx, ADROP_ESHAPE,
                       "technique '%s': a site of %zu rows and %zu x %zu x %zu units in %zu shards "
                       "is empty",
                       d->type->name, s->rows, s->channels, s->height, s->width, d->n_shards);
    if (__builtin_mul_overflow(s->channels, s->height, &n) ||
        __builtin_mul_overflow(n, s->width, &n) || __builtin_mul_overflow(n, s->rows, &n) ||
        n > most || (s->outputs && s->outputs > most / s->channels))
        return ad_fail(d->ctx, ADROP_ESHAPE, "technique '%s': the site is too large",
                       d->type->name);
    if (d->type->penalty && !s->n_train)
        return ad_fail(d->ctx, ADROP_EINVAL,
                       "technique '%s' divides its extra loss by the size of the training set: "
                       "give n_train",
                       d->type->name);
    return d->type->check ? d->type->check(d->ctx, d->settings, s) : ADROP_OK;
}

static adrop_status read_settings(ad_dropout *d, const char *text)
{
    const adrop_status status = ad_technique_settings(d->ctx, d->type, text, &d->settings);

    if (!status)
        d->traits = ad_technique_traits_of(d->type, d->settings);
    return status;
}

typedef struct {
    void *slot;
    size_t count, size;
    const char *what;
} piece;

static adrop_status allocate(adrop_ctx *ctx, const piece *pieces, size_t n)
{
    adrop_status status = ADROP_OK;

    for (size_t i = 0; !status && i < n; i++)
        status = ad_memory_take(ctx, pieces[i].count, pieces[i].size, pieces[i].what,
                                pieces[i].slot);
    return status;
}

/* Statistics that a shard leaves for commit. */
static adrop_status allocate_statistics(ad_dropout *d)
{
    const piece pieces[] = {
        { &d->stats, d->n_shards * d->plan.n_stats, sizeof(double), "the statistics" },
        { &d->shard_rows, d->n_shards, sizeof(size_t), "the statistics" },
        { &d->row_loss, d->n_shards, sizeof(double), "the statistics" },
    };

    return allocate(d->ctx, pieces, sizeof pieces / sizeof pieces[0]);
}

/* The arrays that bind would receive. */
static adrop_status allocate_arrays(ad_dropout *d)
{
    const size_t real_size = ad_real_size(d->set), n_params = d->plan.params.n_reals;
    const piece pieces[] = {
        { &d->params, n_params, real_size, "the parameters" },
        { &d->grads, n_params, real_size, "the gradients" },
        { &d->buffers, d->plan.buffers.n_reals, real_size, "the buffers" },
        { &d->saved, d->n_shards, ad_round_up(d->plan.saved_size), "what forward saves" },
        { &d->scratch, d->plan.scratch_size, 1, "the scratch memory" },
    };

    d->saved_step = ad_round_up(d->plan.saved_size);
    return allocate(d->ctx, pieces, sizeof pieces / sizeof pieces[0]);
}

adrop_status ad_dropout_plan(adrop_ctx *ctx, ad_kernel_set set, const char *text,
                             const ad_site *site, size_t n_shards, ad_dropout **out)
{
    const char *settings;
    size_t index;
    ad_dropout *d;

    *out = NULL;
    adrop_status status = ad_technique_find(ctx, text, &index, &settings);
    if (status)
        return status;
    status = AD_NEW(ctx, 1, "a dropout layer", &d);
    if (status)
        return status;
    d->ctx = ctx;
    d->type = ad_technique_of(ctx, set, index);
    d->set = set;
    d->site = *site;
    d->n_shards = n_shards;
    d->strength = 1;
    if ((status = read_settings(d, settings)) || (status = check_site(d)))
        goto done;
    if (d->type->plan)
        d->type->plan(d->settings, &d->site, &d->plan);
    if (d->plan.params.overflow || d->plan.buffers.overflow) {
        status = ad_fail(ctx, ADROP_EINVAL, "technique '%s' has more than %d tensors",
                         d->type->name, AD_MAX_TENSORS);
        goto done;
    }
    if (d->plan.multiplies) {
        d->plan.panels_at = ad_round_up(d->plan.scratch_size);
        d->plan.scratch_size = d->plan.panels_at + (size_t)ctx->threads * AD_PANEL_BYTES;
    }
    status = allocate_statistics(d);
done:
    if (status)
        ad_dropout_free(d);
    else
        *out = d;
    return status;
}

adrop_status ad_dropout_create(adrop_ctx *ctx, ad_kernel_set set, const char *text,
                               const ad_site *site, size_t n_shards, ad_dropout **out)
{
    adrop_status status = ad_dropout_plan(ctx, set, text, site, n_shards, out);

    if (status)
        return status;
    status = allocate_arrays(*out);
    if (status) {
        ad_dropout_free(*out);
        *out = NULL;
    }
    return status;
}

void ad_dropout_bind(ad_dropout *d, void *params, void *grads, void *buffers, void *saved,
                     void *scratch)
{
    d->params = params;
    d->grads = grads;
    d->buffers = buffers;
    d->saved = saved;
    d->saved_step = 0;
    d->scratch = scratch;
    d->bound = 1;
}

void ad_dropout_free(ad_dropout *d)
{
    if (!d)
        return;
    if (!d->bound) {
        ad_free(d->ctx, d->params);
        ad_free(d->ctx, d->grads);
        ad_free(d->ctx, d->buffers);
        ad_free(d->ctx, d->saved);
        ad_free(d->ctx, d->scratch);
    }
    ad_free(d->ctx, d->settings);
    ad_free(d->ctx, d->stats);
    ad_free(d->ctx, d->shard_rows);
    ad_free(d->ctx, d->row_loss);
    ad_free(d->ctx, d->mixed);
    ad_free(d->ctx, d);
}

static ad_technique_view view_of(const ad_dropout *d)
{
    return (ad_technique_view){ d->settings, &d->site, &d->plan, d->params, d->buffers };
}

void ad_dropout_init(ad_dropout *d, uint64_t seed)
{
    const ad_technique_view v = view_of(d);

    memset(d->params, 0, d->plan.params.n_reals * ad_real_size(d->set));
    memset(d->grads, 0, d->plan.params.n_reals * ad_real_size(d->set));
    memset(d->buffers, 0, d->plan.buffers.n_reals * ad_real_size(d->set));
    memset(d->shard_rows, 0, d->n_shards * sizeof *d->shard_rows);
    memset(d->row_loss, 0, d->n_shards * sizeof *d->row_loss);
    if (d->type->init)
        d->type->init(&v, seed, d->params, d->buffers);
}

/* Fill in what the technique needs apart from the caller's arrays. */
static void dropout_complete(ad_dropout *d, size_t shard, ad_call *c)
{
    assert(shard < d->n_shards && (d->params || !d->plan.params.n_reals) &&
           (d->scratch || !d->plan.scratch_size));
    c->settings = d->settings;
    c->site = &d->site;
    c->plan = &d->plan;
    c->threads = d->ctx->threads;
    c->strength = d->strength;
    c->params = d->params;
    c->buffers = d->buffers;
    c->dparams = d->grads;
    c->saved = d->saved + shard * d->saved_step;
    c->scratch = d->scratch;
    c->panels = (char *)d->scratch + d->plan.panels_at;
    c->stats = d->stats + shard * d->plan.n_stats;
    c->row_loss = &d->row_loss[shard];
}

static adrop_status check_call(const ad_dropout *d, size_t shard, const ad_call *c)
{
    const char *missing = !c->x                                             ? "x"
                          : (d->traits & AD_NEEDS_PRE) && !c->pre           ? "pre"
                          : (d->traits & AD_REPLACES_PRODUCT) && !c->weight ? "weight"
                                                                            : NULL;

    if (shard >= d->n_shards || !c->rows || c->rows > d->site.rows)
        return ad_fail(d->ctx, ADROP_ESHAPE,
                       "technique '%s': %zu rows in shard %zu, planned for 1 to %zu rows in %zu "
                       "shards",
                       d->type->name, c->rows, shard, d->site.rows, d->n_shards);
    if ((unsigned)c->where.phase > ADROP_PHASE_MEAN)
        return ad_fail(d->ctx, ADROP_EINVAL, "technique '%s': there is no phase %d", d->type->name,
                       (int)c->where.phase);
    if (missing)
        return ad_fail(d->ctx, ADROP_EINVAL, "technique '%s': the array '%s' is missing",
                       d->type->name, missing);
    return ADROP_OK;
}

adrop_status ad_dropout_forward(ad_dropout *d, size_t shard, ad_call *c)
{
    const adrop_status status = check_call(d, shard, c);

    if (status)
        return status;
    if (c->where.phase == ADROP_PHASE_TRAIN && d->strength > 0) /* no noise, no statistics */
        d->shard_rows[shard] = c->rows;
    if (c->where.phase == ADROP_PHASE_MEAN && !(d->traits & AD_OWN_MEAN)) {
        if (c->y != c->x) /* the identity, bit for bit */
            memcpy(c->y, c->x, c->rows * ad_site_units(&d->site) * ad_real_size(d->set));
        return ADROP_OK;
    }
    dropout_complete(d, shard, c);
    if (ad_strength_mixes(d))
        ad_strength_forward(d, c);
    else
        d->type->forward(c);
    return ADROP_OK;
}

adrop_status ad_dropout_backward(ad_dropout *d, size_t shard, ad_call *c)
{
    const adrop_status status = check_call(d, shard, c);

    if (status)
        return status;
    if (c->where.phase != ADROP_PHASE_TRAIN || !c->dy || !c->dx)
        return ad_fail(d->ctx, ADROP_EINVAL,
                       "technique '%s': backward needs phase train, dy and dx", d->type->name);
    dropout_complete(d, shard, c);
    if (ad_strength_mixes(d))
        ad_strength_backward(d, c);
    else
        d->type->backward(c);
    return ADROP_OK;
}

double ad_dropout_penalty(ad_dropout *d, ad_call *c)
{
    ad_fold_all(d->n_shards, 1, d->row_loss);
    const double row_loss = d->row_loss[0];

    memset(d->row_loss, 0, d->n_shards * sizeof *d->row_loss);
    if ((d->traits & AD_PENALISES_WEIGHTS) && !c->weight)
        return NAN;
    if (d->strength == 0)
        return 0;
    dropout_complete(d, 0, c);
    return row_loss + (d->type->penalty ? d->type->penalty(c) : 0);
}

void ad_dropout_commit(ad_dropout *d)
{
    const ad_technique_view v = view_of(d);
    const size_t n = d->plan.n_stats;
    size_t used = 0, rows = 0;

    for (size_t s = 0; s < d->n_shards; s++) { /* shards that went forward, in order */
        if (!d->shard_rows[s])
            continue;
        rows += d->shard_rows[s];
        for (size_t i = 0; i < n; i++)
            d->stats[used * n + i] = d->stats[s * n + i] * (double)d->shard_rows[s];
        used++;
    }
    if (d->type->commit && used) {
        ad_fold_all(used, n, d->stats);
        d->type->commit(&v, d->stats, (double)rows, d->buffers);
    }
    memset(d->shard_rows, 0, d->n_shards * sizeof *d->shard_rows);
}

void ad_dropout_forget(ad_dropout *d)
{
    memset(d->shard_rows, 0, d->n_shards * sizeof *d->shard_rows);
    memset(d->row_loss, 0, d->n_shards * sizeof *d->row_loss);
}

void ad_dropout_constrain(ad_dropout *d)
{
    const ad_technique_view v = view_of(d);

    if (d->type->constrain)
        d->type->constrain(&v, d->params);
}
