/* Every pair of the family fitted to a target, nearest first (adrop/dist.h). */
#include "adrop/dist.h"
#include "base/memory.h"
#include "base/option_check.h"
#include "dist/pair_fit.h"
#include "dist/pairs.h"

struct adrop_ranking {
    adrop_ctx *ctx;
    ad_target target;
    adrop_ranking_info info;
    size_t n;
    adrop_ranked *pair; /* (n), nearest first */
};

/* Order by distance, rounded to five digits; ties keep the order of the lists. */
static void insert(adrop_ranked *pairs, size_t n, const adrop_ranked *p)
{
    size_t i = n;

    for (; i > 0 && ad_round_digits(p->distance, 5) < ad_round_digits(pairs[i - 1].distance, 5);
         i--)
        pairs[i] = pairs[i - 1];
    pairs[i] = *p;
}

/* A requested pair outside the lists; seed NULL: none. */
typedef struct extra {
    const ad_seed *seed;
    const ad_map *map;
} extra;

static adrop_status find_extra(adrop_ctx *ctx, const adrop_ranking_opts *o, extra *out)
{
    const ad_seed_sets *seed;
    const ad_map_sets *map;
    adrop_status status = ad_seed_choose(ctx, o->seed ? o->seed : ad_seed_names[0], &seed);

    if (!status)
        status = ad_map_choose(ctx, o->map ? o->map : ad_map_names[0], &map);
    if (status)
        return status;
    if (seed->of[AD_F64]->own || map->of[AD_F64]->own)
        *out = (extra){ seed->of[AD_F64], map->of[AD_F64] };
    return ADROP_OK;
}

static void fit_extra(adrop_ranking *r, ad_transport *coarse, ad_transport *fine, const extra *more)
{
    adrop_ranked p;

    ad_transport_use(coarse, more->seed);
    ad_transport_use(fine, more->seed);
    ad_fit_pair(coarse, fine, more->map, &p);
    insert(r->pair, r->n++, &p);
}

static void fit_all(adrop_ranking *r, ad_transport *coarse, ad_transport *fine)
{
    const ad_seed *seed;
    const ad_map *map;

    for (size_t s = 0; (seed = ad_seed_at(AD_F64, s)); s++) {
        ad_transport_use(coarse, seed);
        ad_transport_use(fine, seed);
        for (size_t k = 0; (map = ad_map_at(AD_F64, k)); k++) {
            adrop_ranked p;
            ad_fit_pair(coarse, fine, map, &p);
            insert(r->pair, r->n++, &p);
        }
    }
}

static size_t count_pairs(void)
{
    size_t seeds = 0, maps = 0;

    while (ad_seed_at(AD_F64, seeds))
        seeds++;
    while (ad_map_at(AD_F64, maps))
        maps++;
    return seeds * maps;
}

static adrop_status fit_target(adrop_ranking *r, int unit_mean, const extra *more)
{
    ad_transport coarse = { 0 }, fine = { 0 };
    adrop_status status = AD_NEW(r->ctx, count_pairs() + 1, "the pairs", &r->pair);

    if (!status)
        status = ad_transport_create(r->ctx, &r->target, unit_mean, 1, &coarse);
    if (!status)
        status = ad_transport_create(r->ctx, &r->target, unit_mean, AD_FIT_FINER, &fine);
    if (!status) {
        fit_all(r, &coarse, &fine);
        if (more->seed)
            fit_extra(r, &coarse, &fine, more);
        r->info = (adrop_ranking_info){ r->target.text, fine.mean, fine.variance,
                                        fine.floor,     r->n,      unit_mean };
    }
    ad_transport_free(&fine);
    ad_transport_free(&coarse);
    return status;
}

static const adrop_option options[] = {
    { .name = "unit-mean",
      .group = ADROP_GROUP_OWN,
      .kind = ADROP_OPT_FLAG,
      .offset = offsetof(adrop_ranking_opts, unit_mean),
      .help = "masks are scaled to mean 1 before they are compared" },
    { 0 },
};

const adrop_option *adrop_ranking_options(void)
{
    return options;
}

adrop_status adrop_ranking_create(adrop_ctx *ctx, const char *target,
                                  const adrop_ranking_opts *opts, adrop_ranking **out)
{
    if (ad_check_given(ctx, "target", target) || ad_check_given(ctx, "out", out))
        return ADROP_EINVAL;

    adrop_ranking_opts mine;
    adrop_ranking *r;

    *out = NULL;
    adrop_ranking_opts_init(&mine);
    adrop_status status = opts ? AD_SETTINGS_READ(ctx, adrop_ranking_opts, options, &mine, opts)
                               : ADROP_OK;
    if (!status)
        status = AD_NEW(ctx, 1, "the ranking", &r);
    if (status)
        return status;
    r->ctx = ctx;
    extra more = { 0 };
    status = ad_target_read(ctx, target, &r->target);
    if (!status)
        status = find_extra(ctx, &mine, &more);
    if (!status)
        status = fit_target(r, mine.unit_mean != 0, &more);
    if (status)
        adrop_ranking_free(r);
    else
        *out = r;
    return status;
}

void adrop_ranking_free(adrop_ranking *r)
{
    if (!r)
        return;
    ad_free(r->ctx, r->pair);
    ad_free(r->ctx, r);
}

void adrop_ranking_opts_init_sized(adrop_ranking_opts *opts, size_t size)
{
    const adrop_ranking_opts mine = { .size = sizeof mine };

    ad_struct_init(opts, size, &mine, sizeof mine);
}

void adrop_ranking_describe_sized(const adrop_ranking *r, adrop_ranking_info *info, size_t size)
{
    ad_struct_write(info, size, &r->info, sizeof r->info);
}

int adrop_ranking_at_sized(const adrop_ranking *r, size_t rank, adrop_ranked *info, size_t size)
{
    const adrop_ranked none = { 0 };

    ad_struct_write(info, size, rank < r->n ? &r->pair[rank] : &none, sizeof none);
    return rank < r->n;
}

int adrop_target_at_sized(size_t i, adrop_target_info *info, size_t size)
{
    const ad_target_kind *kind = ad_target_kind_at(i);
    const adrop_target_info mine = { kind ? kind->name : NULL, kind ? kind->summary : NULL,
                                     kind ? kind->options : NULL };

    ad_struct_write(info, size, &mine, sizeof mine);
    return kind != NULL;
}
