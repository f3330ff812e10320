/* Removing the least worthy units of a trained model (adrop/units.h), as a share of all. */
#include "adrop/units.h"

#include <math.h>

#include "base/context.h"
#include "base/memory.h"
#include "base/option_check.h"
#include "prune/choose.h"

#define ROW(name_, kind_, field_)                                                                  \
  .name = name_, .kind = kind_, .offset = offsetof(adrop_choose_opts, field_),                     \
  .group = ADROP_GROUP_OWN

static const char *const scope_words[] = { "auto", "global", "layer", NULL };

static const adrop_option options[] = {
    { ROW("rate", ADROP_OPT_REAL, rate), .fallback = 10, .max = 100, .open = ADROP_OPEN_MAX,
      .help = "per cent of what there is that goes" },
    { ROW("scope", ADROP_OPT_CHOICE, scope), .words = scope_words,
      .help = "all layers are ranked together, or the same share of each" },
    { ROW("batch", ADROP_OPT_COUNT, batch), .max = 1 << 24,
      .help = "rows of batches, where gradients are needed; 0: the model's" },
    { ROW("seed", ADROP_OPT_COUNT, seed), .fallback = 1, .help = "of random" },
    { ROW("round", ADROP_OPT_COUNT, round), .fallback = 1, .help = "of random" },
    { 0 },
};

const adrop_option *adrop_choose_options(void)
{
    return options;
}

void adrop_choose_opts_init_sized(adrop_choose_opts *opts, size_t size)
{
    adrop_choose_opts mine = { .criterion = "magnitude" };

    adrop_options_default(options, &mine);
    ad_struct_init(opts, size, &mine, sizeof mine);
}

static adrop_status read_opts(adrop_ctx *ctx, const adrop_choose_opts *opts,
                              adrop_choose_opts *mine)
{
    adrop_choose_opts_init(mine);
    const adrop_status status = AD_SETTINGS_READ(ctx, adrop_choose_opts, options, mine, opts);

    if (status)
        return status;
    if (!mine->criterion)
        return ad_fail(ctx, ADROP_EINVAL, "units are chosen by a criterion: give one");
    return ADROP_OK;
}

/* The number to remove from each group, or from all; refused if a layer would be left empty. */
static adrop_status share(adrop_ctx *ctx, const ad_groups *g, const adrop_choose_opts *opts,
                          int unit, size_t *of_group, ad_quota *quota)
{
    const double rate = opts->rate / 100;

    *quota = (ad_quota){ .is_global = ad_scope_is_global(opts->scope, unit), .of_group = of_group };
    quota->of_all = (size_t)round(rate * (double)g->all);
    for (size_t k = 0; k < g->n; k++) {
        of_group[k] = (size_t)round(ad_group_rate(g, k, rate) * (double)g->alive[k]);
        if (!quota->is_global && of_group[k] && of_group[k] >= g->alive[k])
            return ad_fail(ctx, ADROP_EINVAL,
                           "a `rate` of %g would empty a layer of %zu units: give a smaller one",
                           opts->rate, g->alive[k]);
    }
    if (quota->is_global && g->all - quota->of_all < g->n)
        return ad_fail(ctx, ADROP_EINVAL,
                       "a `rate` of %g leaves %zu units, and there are %zu layers: give a smaller "
                       "one",
                       opts->rate, g->all - quota->of_all, g->n);
    return ADROP_OK;
}

static size_t total(const ad_groups *g, const ad_quota *quota)
{
    size_t n = 0;

    for (size_t k = 0; k < g->n; k++)
        n += quota->of_group[k];
    return quota->is_global ? quota->of_all : n;
}

adrop_status adrop_units_choose(adrop_model *m, const adrop_units *units,
                                const adrop_choose_opts *opts, unsigned char *keep, size_t *removed)
{
    adrop_choose_opts choose_opts;
    ad_groups g = { 0 };
    ad_quota quota;
    size_t *of_group = NULL;
    adrop_status status = read_opts(m->ctx, opts, &choose_opts);

    if (!status)
        status = ad_check_array(m->ctx, "keep", adrop_units_count(units), keep);
    if (!status && !(status = ad_groups_of_nodes(units, &g)) &&
        !(status = AD_NEW(m->ctx, g.n, "the layers", &of_group)) &&
        !(status = share(m->ctx, &g, &choose_opts, ADROP_PRUNE_NODES, of_group, &quota)) &&
        !(status = ad_nodes_remove(m, units, &choose_opts, &quota, keep)) && removed)
        *removed = total(&g, &quota);
    ad_groups_release(m->ctx, &g);
    ad_free(m->ctx, of_group);
    return status;
}

adrop_status adrop_weights_choose(adrop_model *m, const adrop_choose_opts *opts, size_t *removed)
{
    adrop_choose_opts choose_opts;
    ad_groups g = { 0 };
    ad_quota quota;
    size_t *of_group = NULL;
    adrop_status status = read_opts(m->ctx, opts, &choose_opts);

    if (!status && !(status = ad_groups_of_weights(m, &g)) &&
        !(status = AD_NEW(m->ctx, g.n, "the layers", &of_group)) &&
        !(status = share(m->ctx, &g, &choose_opts, ADROP_PRUNE_WEIGHTS, of_group, &quota)) &&
        !(status = ad_weights_remove(m, &choose_opts, &quota, NULL)) && removed)
        *removed = total(&g, &quota);
    ad_groups_release(m->ctx, &g);
    ad_free(m->ctx, of_group);
    return status;
}
