/* The public dropout layer (adrop/dropout.h) over a technique at a site. It remembers the last
 * forward pass of each shard: only that pass may go backward, and only once. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "adrop/dropout.h"
#include "adrop/technique.h"
#include "base/context.h"
#include "base/memory.h"
#include "base/option_check.h"
#include "base/tensorfile.h"
#include "technique/mark.h"
#include "technique/strength.h"

struct adrop_dropout {
    ad_dropout *inner;  /* owned */
    ad_mark *in_flight; /* (inner->n_shards): forward in phase train without backward yet; owned */
    const char *text;   /* the technique with every setting */
};

void adrop_site_map_sized(adrop_site *site, size_t size, size_t rows, size_t channels,
                          size_t height, size_t width)
{
    const adrop_site mine = { .rows = rows,
                              .channels = channels,
                              .height = height,
                              .width = width,
                              .n_train = 1,
                              .shards = 1 };

    ad_struct_init(site, size, &mine, sizeof mine);
}

void adrop_site_dense_sized(adrop_site *site, size_t size, size_t rows, size_t units)
{
    adrop_site_map_sized(site, size, rows, units, 1, 1);
}

void adrop_pass_train_sized(adrop_pass *pass, size_t size, uint64_t seed, uint32_t step,
                            size_t rows, const float *x, float *y)
{
    const adrop_pass mine = {
        .phase = ADROP_PHASE_TRAIN, .seed = seed, .step = step, .rows = rows, .x = x, .y = y
    };

    ad_struct_init(pass, size, &mine, sizeof mine);
}

void adrop_pass_sample_sized(adrop_pass *pass, size_t size, uint64_t seed, uint32_t number,
                             size_t rows, const float *x, float *y)
{
    const adrop_pass mine = {
        .phase = ADROP_PHASE_SAMPLE, .seed = seed, .step = number, .rows = rows, .x = x, .y = y
    };

    ad_struct_init(pass, size, &mine, sizeof mine);
}

void adrop_pass_mean_sized(adrop_pass *pass, size_t size, size_t rows, const float *x, float *y)
{
    const adrop_pass mine = { .phase = ADROP_PHASE_MEAN, .rows = rows, .x = x, .y = y };

    ad_struct_init(pass, size, &mine, sizeof mine);
}

adrop_status adrop_dropout_create(adrop_ctx *ctx, const char *text, const adrop_site *given,
                                  uint64_t seed, adrop_dropout **out)
{
    if (ad_check_given(ctx, "text", text) || ad_check_given(ctx, "out", out))
        return ADROP_EINVAL;

    adrop_site site = { .n_train = 1, .shards = 1 };
    adrop_dropout *d;

    *out = NULL;
    adrop_status status = AD_STRUCT_READ(ctx, adrop_site, &site, given);
    if (!status && (site.has_pre < 0 || site.has_pre > 1 || site.branch > site.branches ||
                    site.is_double < 0 || site.is_double > 1))
        status = ad_fail(
            ctx, ADROP_EINVAL,
            "a site has has_pre and is_double 0 or 1, and a branch of those there are");
    if (!status)
        status = AD_NEW(ctx, 1, "a dropout layer", &d);
    if (status)
        return status;
    const ad_site inner = { .rows = site.rows,
                            .channels = site.channels,
                            .height = site.height,
                            .width = site.width,
                            .outputs = site.outputs,
                            .n_train = site.n_train,
                            .layer = site.layer,
                            .has_pre = site.has_pre,
                            .branch = site.branch,
                            .branches = site.branches,
                            .places = site.places };
    status = adrop_technique_check(ctx, text, NULL, &d->text);
    if (!status)
        status = ad_dropout_create(ctx, site.is_double ? AD_F64 : ctx->kernels, text, &inner,
                                   site.shards, &d->inner);
    if (!status && (status = AD_NEW(ctx, site.shards, "marks of passes", &d->in_flight)))
        ad_dropout_free(d->inner);
    if (status) {
        ad_free(ctx, d);
        return status;
    }
    ad_dropout_init(d->inner, seed);
    *out = d;
    return ADROP_OK;
}

void adrop_dropout_free(adrop_dropout *d)
{
    if (!d)
        return;
    adrop_ctx *ctx = d->inner->ctx;
    ad_dropout_free(d->inner);
    ad_free(ctx, d->in_flight);
    ad_free(ctx, d);
}

/* Invalidate what the passes in flight left. */
static void forget_passes(adrop_dropout *d)
{
    memset(d->in_flight, 0, d->inner->n_shards * sizeof *d->in_flight);
}

static adrop_status dropout_api_take(const adrop_dropout *d, const adrop_pass *pass,
                                     adrop_pass *whole)
{
    *whole = (adrop_pass){ 0 };
    const adrop_status status = AD_STRUCT_READ(d->inner->ctx, adrop_pass, whole, pass);
    const adrop_phase phase = whole->phase;

    return status || phase == ADROP_PHASE_TRAIN || phase == ADROP_PHASE_SAMPLE ||
                   phase == ADROP_PHASE_MEAN
               ? status
               : ad_fail(d->inner->ctx, ADROP_EINVAL, "%d is no phase: give train, sample or mean",
                         (int)phase);
}

static ad_call dropout_api_call_of(const adrop_pass *p)
{
    return (ad_call){ .where = { .phase = p->phase,
                                 .seed = p->seed,
                                 .step = p->step,
                                 .first_row = p->first_row,
                                 .row_numbers = p->row_numbers,
                                 .batch_rows = p->batch_rows },
                      .rows = p->rows,
                      .x = p->x,
                      .pre = p->pre,
                      .weight = p->weight,
                      .bias = p->bias,
                      .y = p->y,
                      .dy = p->dy,
                      .dx = p->dx,
                      .dpre = p->dpre,
                      .dweight = p->dweight,
                      .dbias = p->dbias,
                      .dextra = p->dextra };
}

/* Forward in phase train that returns its extra loss to the caller. */
static adrop_status forward_with_extra(ad_dropout *d, size_t shard, ad_call *c, double *extra)
{
    double *sum = &d->row_loss[shard], before = *sum;

    *sum = 0;
    const adrop_status status = ad_dropout_forward(d, shard, c);
    if (!status)
        *extra = *sum;
    *sum = before;
    return status;
}

adrop_status adrop_dropout_forward(adrop_dropout *d, const adrop_pass *pass)
{
    adrop_pass p;
    adrop_status status = dropout_api_take(d, pass, &p);

    if (status)
        return status;
    if (!p.y)
        return ad_fail(d->inner->ctx, ADROP_EINVAL, "the pass has no array y to write to");
    ad_call c = dropout_api_call_of(&p);
    const int apart = p.extra && p.phase == ADROP_PHASE_TRAIN && p.shard < d->inner->n_shards;
    status = apart ? forward_with_extra(d->inner, p.shard, &c, p.extra)
                   : ad_dropout_forward(d->inner, p.shard, &c);
    if (!status) { /* other phases may overwrite what the last pass left, too */
        d->in_flight[p.shard] = ad_mark_of(&c.where, c.rows, c.x);
        d->in_flight[p.shard].is_set = p.phase == ADROP_PHASE_TRAIN;
    }
    return status;
}

/* Is this the pass that its shard waits for? */
static adrop_status check_in_flight(const adrop_dropout *d, const ad_call *c, size_t shard)
{
    adrop_ctx *ctx = d->inner->ctx;

    if (shard >= d->inner->n_shards)
        return ADROP_OK; /* ad_dropout_backward refuses it */
    const ad_mark *last = &d->in_flight[shard], here = ad_mark_of(&c->where, c->rows, c->x);
    const char *other = ad_mark_difference(last, &here);
    if (!last->is_set)
        return ad_fail(ctx, ADROP_EINVAL,
                       "technique '%s': backward of step %u, and no pass of shard %zu waits for "
                       "one: a forward in phase train goes before each backward, without a change "
                       "of the layer in between",
                       d->inner->type->name, c->where.step, shard);
    if (other)
        return ad_fail(ctx, ADROP_EINVAL,
                       "technique '%s': backward of step %u, and the last forward of shard %zu was "
                       "of step %u, with another %s: give passes that are in flight together a "
                       "`shard` each",
                       d->inner->type->name, c->where.step, shard, last->step, other);
    return ADROP_OK;
}

adrop_status adrop_dropout_backward(adrop_dropout *d, const adrop_pass *pass)
{
    adrop_pass p;
    adrop_status status = dropout_api_take(d, pass, &p);

    if (status)
        return status;
    ad_call c = dropout_api_call_of(&p);
    if (p.phase == ADROP_PHASE_TRAIN && p.x && (status = check_in_flight(d, &c, p.shard)))
        return status;
    status = ad_dropout_backward(d->inner, p.shard, &c);
    if (!status)
        d->in_flight[p.shard].is_set = 0;
    return status;
}

adrop_status adrop_dropout_set_strength(adrop_dropout *d, double strength)
{
    forget_passes(d);
    return ad_dropout_set_strength(d->inner, strength);
}

double adrop_dropout_extra_loss(adrop_dropout *d, const adrop_pass *pass)
{
    adrop_pass p = { 0 };

    if (pass && dropout_api_take(d, pass, &p))
        return NAN;
    ad_call c = dropout_api_call_of(&p);
    return ad_dropout_penalty(d->inner, &c);
}

size_t adrop_dropout_n_params(const adrop_dropout *d)
{
    return d->inner->plan.params.n_reals;
}

float *adrop_dropout_params(adrop_dropout *d)
{
    return d->inner->params;
}

float *adrop_dropout_grads(adrop_dropout *d)
{
    return d->inner->grads;
}

void adrop_dropout_zero_grads(adrop_dropout *d)
{
    memset(d->inner->grads, 0, adrop_dropout_n_params(d) * ad_real_size(d->inner->set));
}

void adrop_dropout_finish_step(adrop_dropout *d)
{
    ad_dropout_commit(d->inner);
    ad_dropout_constrain(d->inner);
    forget_passes(d);
}

int adrop_dropout_replaces_product(const adrop_dropout *d)
{
    return (d->inner->traits & AD_REPLACES_PRODUCT) != 0;
}

int adrop_dropout_moments_sized(const adrop_dropout *d, size_t unit, double pre,
                                adrop_moments *moments, size_t size)
{
    const int there = unit < ad_site_units(&d->inner->site);
    const adrop_moments mine = there ? ad_dropout_moments(d->inner, unit, pre)
                                     : (adrop_moments){ 0 };

    ad_struct_write(moments, size, &mine, sizeof mine);
    return there;
}

double adrop_dropout_rate(const adrop_dropout *d)
{
    return ad_dropout_rate(d->inner);
}

void adrop_dropout_density(const adrop_dropout *d, size_t unit, double pre, double m, double *pdf,
                           double *cdf)
{
    double density = NAN, below = NAN;

    if (unit < ad_site_units(&d->inner->site))
        ad_dropout_distribution(d->inner, unit, pre, m, &density, &below);
    if (pdf)
        *pdf = density;
    if (cdf)
        *cdf = below;
}

static ad_file_tensor dropout_api_describe(const ad_tensor *t, const float *values)
{
    ad_file_tensor f = { .name = t->name,
                         .n_dims = t->columns ? 2 : 1,
                         .dims = { t->rows, t->columns },
                         .values = values };

    return f;
}

adrop_status adrop_dropout_save(const adrop_dropout *d, const char *path)
{
    if (ad_check_given(d->inner->ctx, "path", path))
        return ADROP_EINVAL;

    const ad_dropout *in = d->inner;
    const size_t n = ad_dropout_n_tensors(in);
    ad_file_tensor tensors[2 * AD_MAX_TENSORS];
    const ad_file_text texts[] = { { "format", "adrop dropout 1" }, { "technique", d->text } };
    float *values;

    adrop_status status = AD_NEW(in->ctx, in->plan.params.n_reals + in->plan.buffers.n_reals,
                                 "the tensors to save", &values);
    if (status)
        return status;
    for (size_t i = 0, used = 0; i < n; i++) {
        const ad_tensor *t = ad_dropout_tensor(in, i);
        ad_dropout_get(in, i, values + used);
        if ((status = ad_dropout_check_tensor(in, t->name, ad_tensor_size(t), values + used)))
            break;
        tensors[i] = dropout_api_describe(t, values + used);
        used += ad_tensor_size(t);
    }
    if (!status)
        status = ad_tensorfile_write(in->ctx, path, tensors, n, texts, 2);
    ad_free(in->ctx, values);
    return status;
}

/* Fail unless every tensor is present, of the right shape and finite. */
static adrop_status check_file(const adrop_dropout *d, const ad_tensorfile *file, const char *path)
{
    const ad_dropout *in = d->inner;
    const char *text = ad_tensorfile_text(file, "technique");

    if (!text || strcmp(text, d->text) != 0)
        return ad_fail(in->ctx, ADROP_EFORMAT, "'%s' holds '%s', not '%s'", path,
                       text ? text : "no technique", d->text);
    for (size_t i = 0; i < ad_dropout_n_tensors(in); i++) {
        const ad_tensor *t = ad_dropout_tensor(in, i);
        const ad_file_tensor *f = ad_tensorfile_tensor(file, t->name),
                             want = dropout_api_describe(t, NULL);
        if (!f)
            return ad_fail(in->ctx, ADROP_EFORMAT, "'%s' lacks the tensor '%s'", path, t->name);
        if (f->n_dims != want.n_dims || memcmp(f->dims, want.dims, sizeof want.dims) != 0)
            return ad_fail(in->ctx, ADROP_ESHAPE,
                           "'%s': the tensor '%s' is not of the shape %zu x %zu", path, t->name,
                           t->rows, t->columns ? t->columns : 1);
        adrop_status status = ad_dropout_check_tensor(in, t->name, ad_tensor_size(t), f->values);
        if (status)
            return ad_fail(in->ctx, status, "'%s': %s", path, adrop_ctx_message(in->ctx));
    }
    return ADROP_OK;
}

adrop_status adrop_dropout_load(adrop_dropout *d, const char *path)
{
    if (ad_check_given(d->inner->ctx, "path", path))
        return ADROP_EINVAL;

    ad_dropout *in = d->inner;
    ad_tensorfile file;
    /* the tensors, and a generous header */
    const size_t reals = in->plan.params.n_reals + in->plan.buffers.n_reals;
    const size_t limit = reals * sizeof(float) + (1 << 20);

    adrop_status status = ad_tensorfile_read(in->ctx, path, limit, &file);
    if (status)
        return status;
    if (!(status = check_file(d, &file, path)))
        forget_passes(d);
    for (size_t i = 0; !status && i < ad_dropout_n_tensors(in); i++) {
        const ad_tensor *t = ad_dropout_tensor(in, i);
        status = ad_dropout_set(in, t->name, ad_tensor_size(t),
                                ad_tensorfile_tensor(&file, t->name)->values);
    }
    ad_tensorfile_release(&file);
    return status;
}
