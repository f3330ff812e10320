/* The lists of seeds and mappings, for every kernel set. */
#include <string.h>

#include "adrop/dist.h"
#include "dist/map.h"
#include "dist/seed.h"

#define SEED(id, name) AD_DECLARE_EACH_SET(ad_seed, ad_seed_##id);
#include "dist/seed_list.h"
#undef SEED
#define MAP(id, name) AD_DECLARE_EACH_SET(ad_map, ad_map_##id);
#include "dist/map_list.h"
#undef MAP

static const ad_seed_sets seeds[] = {
#define SEED(id, name) { AD_OF_EACH_SET(ad_seed_##id) },
#include "dist/seed_list.h"
#undef SEED
};

static const ad_map_sets maps[] = {
#define MAP(id, name) { AD_OF_EACH_SET(ad_map_##id) },
#include "dist/map_list.h"
#undef MAP
};

const char *const ad_seed_names[] = {
#define SEED(id, name) name,
#include "dist/seed_list.h"
#undef SEED
    NULL,
};

const char *const ad_map_names[] = {
#define MAP(id, name) name,
#include "dist/map_list.h"
#undef MAP
    NULL,
};

const char *const ad_learned_map_names[] = {
#define MAP(id, name) name,
#include "dist/map_list.h"
#undef MAP
    "spline",
    NULL,
};

enum { N_SEEDS = sizeof seeds / sizeof seeds[0], N_MAPS = sizeof maps / sizeof maps[0] };

const ad_seed_sets *ad_seed_each(size_t i)
{
    return i < N_SEEDS ? &seeds[i] : NULL;
}

const ad_map_sets *ad_map_each(size_t i)
{
    return i < N_MAPS ? &maps[i] : NULL;
}

const ad_seed *ad_seed_at(ad_kernel_set set, size_t i)
{
    return i < N_SEEDS ? seeds[i].of[set] : NULL;
}

const ad_map *ad_map_at(ad_kernel_set set, size_t i)
{
    return i < N_MAPS ? maps[i].of[set] : NULL;
}

const ad_seed *ad_seed_named(const char *name)
{
    for (size_t i = 0; i < N_SEEDS; i++)
        if (!strcmp(ad_seed_names[i], name))
            return seeds[i].of[AD_F64];
    return NULL;
}

const ad_map *ad_map_named(const char *name)
{
    for (size_t i = 0; i < N_MAPS; i++)
        if (!strcmp(ad_map_names[i], name))
            return maps[i].of[AD_F64];
    return NULL;
}

const char *adrop_seed_name(size_t i)
{
    return i < N_SEEDS ? ad_seed_names[i] : NULL;
}

const char *adrop_seed_summary(size_t i)
{
    return i < N_SEEDS ? seeds[i].of[AD_F64]->summary : NULL;
}

const char *adrop_map_name(size_t i)
{
    return i < N_MAPS ? ad_map_names[i] : NULL;
}

const char *adrop_map_summary(size_t i)
{
    return i < N_MAPS ? maps[i].of[AD_F64]->summary : NULL;
}
