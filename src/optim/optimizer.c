/* The list of optimisers, and an optimiser of a block of parameters (optimizer.h). */
#include "optim/optimizer.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "adrop/model.h"
#include "base/context.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/registry.h"

enum { BLOCK = 1 << 14 }; /* elements per unit of work */

#define OPTIMIZER(id) AD_DECLARE_EACH_SET(ad_optimizer_type, ad_optimizer_##id);
#include "optim/optimizer_list.h"
#undef OPTIMIZER

static const ad_optimizer_type *const all[][AD_N_KERNEL_SETS] = {
#define OPTIMIZER(id) AD_OF_EACH_SET(ad_optimizer_##id),
#include "optim/optimizer_list.h"
#undef OPTIMIZER
};

enum { N_TYPES = sizeof all / sizeof all[0] };

const ad_optimizer_type *ad_optimizer_type_at(ad_kernel_set set, size_t i)
{
    return i < N_TYPES ? all[i][set] : NULL;
}

const ad_optimizer_type *ad_optimizer_type_of(const char *text)
{
    const size_t n = strcspn(text, ":");

    for (size_t i = 0; i < N_TYPES; i++)
        if (strlen(all[i][0]->name) == n && !strncmp(all[i][0]->name, text, n))
            return all[i][0];
    return NULL;
}

const char *const ad_optimizer_words[] = {
#define OPTIMIZER(id) #id,
#include "optim/optimizer_list.h"
#undef OPTIMIZER
    NULL
};

const char *adrop_optimizer_name(size_t i)
{
    return i < N_TYPES ? all[i][0]->name : NULL;
}

const char *adrop_optimizer_summary(size_t i)
{
    return i < N_TYPES ? all[i][0]->summary : NULL;
}

static const char *optimizer_name_at(const void *list, size_t i)
{
    (void)list;
    return adrop_optimizer_name(i);
}

static const ad_registry registry = { "optimizer", optimizer_name_at, NULL };

static adrop_status read_settings(ad_optimizer *o, const char *text)
{
    const char *rest;
    size_t index;

    adrop_status status = ad_registry_choose(o->ctx, &registry, text, &index, &rest);
    if (status)
        return status;
    o->type = all[index][o->set];
    return ad_registry_settings(o->ctx, registry.what, o->type->name, o->type->options,
                                o->type->settings_size, rest, &o->settings);
}

static adrop_status take_ranges(ad_optimizer *o, const ad_range *ranges)
{
    size_t end = 0; /* of the previous range */

    for (size_t i = 0; i < o->n_ranges; i++) {
        const ad_range *r = &ranges[i];
        if (r->first < end)
            return ad_fail(o->ctx, ADROP_ESHAPE,
                           "range %zu begins at element %zu, before the end of the last one at %zu",
                           i, r->first, end);
        if (r->first > o->n || r->n > o->n - r->first)
            return ad_fail(o->ctx, ADROP_ESHAPE,
                           "range %zu, %zu elements from %zu on, leaves the block of %zu", i, r->n,
                           r->first, o->n);
        if (r->group < 0 || r->group >= AD_MAX_GROUPS)
            return ad_fail(o->ctx, ADROP_EINVAL, "range %zu is of group %d: groups are 0 to %d", i,
                           r->group, AD_MAX_GROUPS - 1);
        end = r->first + r->n;
        if (o->n_groups <= (size_t)r->group)
            o->n_groups = (size_t)r->group + 1;
    }
    adrop_status status = AD_NEW(o->ctx, o->n_ranges, "the ranges", &o->ranges);
    if (!status && o->n_ranges)
        memcpy(o->ranges, ranges, o->n_ranges * sizeof *ranges);
    return status;
}

static adrop_status make_state(ad_optimizer *o)
{
    adrop_status status = ADROP_OK;

    o->n_state = o->type->n_state(o->settings);
    for (size_t i = 0; !status && i < o->n_state; i++)
        status = AD_NEW_RAW(o->ctx, o->n, ad_real_size(o->set), "the optimizer's state",
                            &o->state[i]);
    return status;
}

adrop_status ad_optimizer_states(adrop_ctx *ctx, const char *text, size_t *n)
{
    ad_optimizer o = { .ctx = ctx, .set = ctx->kernels };
    const adrop_status status = read_settings(&o, text);

    *n = status ? 0 : o.type->n_state(o.settings);
    ad_free(ctx, o.settings);
    return status;
}

adrop_status ad_optimizer_create(adrop_ctx *ctx, const char *text, int is_double, size_t n,
                                 const ad_range *ranges, size_t n_ranges, int threads,
                                 ad_optimizer **out)
{
    ad_optimizer *o;

    *out = NULL;
    if (threads < 1)
        return ad_fail(ctx, ADROP_EINVAL, "an optimizer on %d threads: give at least 1", threads);
    adrop_status status = AD_NEW(ctx, 1, "an optimizer", &o);
    if (status)
        return status;
    o->ctx = ctx;
    o->set = is_double ? AD_F64 : ctx->kernels;
    o->threads = threads;
    o->n = n;
    o->n_ranges = n_ranges;
    if ((status = read_settings(o, text)) || (status = take_ranges(o, ranges)) ||
        (status = make_state(o)))
        ad_optimizer_free(o);
    else
        *out = o;
    return status;
}

void ad_optimizer_free(ad_optimizer *o)
{
    if (!o)
        return;
    for (size_t i = 0; i < AD_MAX_STATE; i++)
        ad_free(o->ctx, o->state[i]);
    ad_free(o->ctx, o->ranges);
    ad_free(o->ctx, o->settings);
    ad_free(o->ctx, o);
}

typedef struct {
    const ad_optimizer *o;
    char *params;
    const char *grads;
    double grad_scale;
    const ad_group_rule *rules;
} work;

static void update(const work *w, int group, size_t first, size_t end)
{
    const ad_optimizer *o = w->o;
    const size_t size = ad_real_size(o->set);
    ad_update u = { .settings = o->settings,
                    .step = o->step,
                    .rule = w->rules[group],
                    .grad_scale = w->grad_scale,
                    .n = end - first,
                    .params = w->params + first * size,
                    .grads = w->grads + first * size };

    for (size_t i = 0; i < o->n_state; i++)
        u.state[i] = (char *)o->state[i] + first * size;
    o->type->update(&u);
}

/* The first range that ends after the element. */
static size_t range_at(const ad_optimizer *o, size_t element)
{
    size_t low = 0, high = o->n_ranges;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (o->ranges[middle].first + o->ranges[middle].n > element)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static void update_block(void *arg, size_t block)
{
    const work *w = arg;
    const ad_optimizer *o = w->o;
    const size_t first = block * BLOCK, end = o->n - first < BLOCK ? o->n : first + BLOCK;

    for (size_t i = range_at(o, first); i < o->n_ranges && o->ranges[i].first < end; i++) {
        const ad_range *r = &o->ranges[i];
        const size_t from = r->first > first ? r->first : first;
        const size_t to = r->first + r->n < end ? r->first + r->n : end;
        if (from < to)
            update(w, r->group, from, to);
    }
}

void ad_optimizer_step(ad_optimizer *o, void *params, const void *grads, double grad_scale,
                       const ad_group_rule *rules)
{
    work w = { o, params, grads, grad_scale, rules };

    o->step++;
    ad_parallel(o->threads, o->n / BLOCK + (o->n % BLOCK != 0), update_block, &w);
}

/* -- The direction of steps ------------------------------------------------------------ */

typedef struct {
    const ad_optimizer *o;
    int group;
    char *block;
} direction;

static void direct(const direction *w, size_t from, size_t to)
{
    const ad_optimizer *o = w->o;
    const size_t size = ad_real_size(o->set);
    ad_update u = {
        .settings = o->settings, .step = o->step, .n = to - from, .params = w->block + from * size
    };

    for (size_t i = 0; i < o->n_state; i++)
        u.state[i] = (char *)o->state[i] + from * size;
    o->type->precondition(&u);
}

static void direct_block(void *arg, size_t block)
{
    const direction *w = arg;
    const ad_optimizer *o = w->o;
    const size_t size = ad_real_size(o->set);
    const size_t first = block * BLOCK, end = o->n - first < BLOCK ? o->n : first + BLOCK;
    size_t done = first; /* elements before it are finished */

    for (size_t i = range_at(o, first); i < o->n_ranges && o->ranges[i].first < end; i++) {
        const ad_range *r = &o->ranges[i];
        const size_t from = r->first > first ? r->first : first;
        const size_t to = r->first + r->n < end ? r->first + r->n : end;
        if (r->group != w->group || from >= to)
            continue;
        memset(w->block + done * size, 0, (from - done) * size);
        direct(w, from, to);
        done = to;
    }
    memset(w->block + done * size, 0, (end - done) * size);
}

void ad_optimizer_direct(const ad_optimizer *o, int group, void *block)
{
    direction w = { o, group, block };

    ad_parallel(o->threads, o->n / BLOCK + (o->n % BLOCK != 0), direct_block, &w);
}

adrop_status ad_optimizer_check_state(const ad_optimizer *o)
{
    for (size_t s = 0; s < o->n_state; s++)
        for (size_t i = 0; i < o->n; i++) {
            const double x = o->set == AD_F64 ? ((const double *)o->state[s])[i]
                                              : (double)((const float *)o->state[s])[i];
            if (!isfinite(x) || (x < 0 && o->type->not_negative >> s & 1))
                return ad_fail(o->ctx, ADROP_ENUMERIC,
                               "optimizer '%s': element %zu of '%s' is %s, which no step leaves",
                               o->type->name, i, o->type->state_names[s], AD_NUM(x));
        }
    return ADROP_OK;
}
