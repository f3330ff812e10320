/* Choosing a seed and a mapping by a text: a built-in name, a registered name, or a formula. A
 * context keeps what it made from formulas and registered functions until it is freed; equal texts
 * share one. */
#ifndef AD_DIST_PAIRS_H
#define AD_DIST_PAIRS_H

#include "adrop/dist.h"
#include "adrop/option.h"
#include "base/lab.h"
#include "dist/map.h"
#include "dist/seed.h"

/* A setting: the text, and its choice. */
typedef struct ad_seed_choice {
    const char *text;
    const ad_seed_sets *sets;
} ad_seed_choice;

typedef struct ad_map_choice {
    const char *text;
    const ad_map_sets *sets; /* NULL: a spline, which a technique makes from its parameters */
} ad_map_choice;

/* ADROP_ENOENT for an unknown name, ADROP_EINVAL for a formula that is malformed or does not meet
 * the conditions. */
adrop_status ad_seed_choose(adrop_ctx *ctx, const char *text, const ad_seed_sets **out);
adrop_status ad_map_choose(adrop_ctx *ctx, const char *text, const ad_map_sets **out);

/* Set the choices in a struct of settings: they are the rows of its table whose words are
 * ad_seed_names, ad_map_names or ad_learned_map_names. */
adrop_status ad_pairs_choose(adrop_ctx *ctx, const adrop_option *table, void *settings);

/* Is it gaussian with sigmoid, the paper's pair? */
int ad_pair_is_papers(const ad_seed_sets *seed, const ad_map_sets *map);

/* adrop_map_register and adrop_seed_register with the name of the file, or NULL. */
AD_LAB adrop_status ad_map_register_from(adrop_ctx *ctx, const adrop_curve_table *table,
                                         const char *file);
AD_LAB adrop_status ad_seed_register_from(adrop_ctx *ctx, const adrop_curve_table *table,
                                          const char *file);

/* The file that registered mapping or seed i was loaded from; i must exist. NULL: the program
 * registered it. */
AD_LAB const char *ad_map_file(const adrop_ctx *ctx, size_t i);
AD_LAB const char *ad_seed_file(const adrop_ctx *ctx, size_t i);

/* Register with `to` everything registered with `from`. */
adrop_status ad_pairs_inherit(adrop_ctx *to, const adrop_ctx *from);

#endif
