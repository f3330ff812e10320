/* Choosing a seed and a mapping by a text: a name of the lists, a name that was registered, or a
 * formula. What a context made from formulas and registered functions it keeps until it is freed;
 * the same text is made once. */
#ifndef AD_DIST_PAIRS_H
#define AD_DIST_PAIRS_H

#include "adrop/dist.h"
#include "adrop/option.h"
#include "base/lab.h"
#include "dist/map.h"
#include "dist/seed.h"

/* A setting: the text, and what it chooses. */
typedef struct ad_seed_choice {
    const char *text;
    const ad_seed_sets *sets;
} ad_seed_choice;

typedef struct ad_map_choice {
    const char *text;
    const ad_map_sets *sets; /* NULL: a spline, which a technique makes of its parameters */
} ad_map_choice;

/* ADROP_ENOENT for an unknown name, ADROP_EINVAL for a formula that cannot be read or does not meet
 * the conditions. */
adrop_status ad_seed_choose(adrop_ctx *ctx, const char *text, const ad_seed_sets **out);
adrop_status ad_map_choose(adrop_ctx *ctx, const char *text, const ad_map_sets **out);

/* Set the choices of a struct of settings: the rows of its table whose words are ad_seed_names,
 * ad_map_names or ad_learned_map_names describe the text of one. */
adrop_status ad_pairs_choose(adrop_ctx *ctx, const adrop_option *table, void *settings);

/* Is it gaussian with sigmoid, the paper's pair? */
int ad_pair_is_papers(const ad_seed_sets *seed, const ad_map_sets *map);

/* adrop_map_register and adrop_seed_register with the name of the file; NULL: none. */
AD_LAB adrop_status ad_map_register_from(adrop_ctx *ctx, const adrop_curve_table *table,
                                         const char *file);
AD_LAB adrop_status ad_seed_register_from(adrop_ctx *ctx, const adrop_curve_table *table,
                                          const char *file);

/* Where registered mapping or seed i, which must be there, was loaded from; NULL: it is a
 * program's own. */
AD_LAB const char *ad_map_file(const adrop_ctx *ctx, size_t i);
AD_LAB const char *ad_seed_file(const adrop_ctx *ctx, size_t i);

/* Register with `to` what is registered with `from`. */
adrop_status ad_pairs_inherit(adrop_ctx *to, const adrop_ctx *from);

#endif
