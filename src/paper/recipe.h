/* Recipes: how to reproduce a table or figure of "Advanced Dropout". A recipe is a file of
 * recipes/, built into the library. recipes/index.yaml gives their order and the cost of a
 * training step.
 *
 *     label: depth                 its name, the paper's label
 *     kind: comparison             one of ad_recipe_kind_words
 *     title, claim, missing        sentences: what it shows, what the paper claims, what
 *                                  is not supported yet
 *     table: depth                 the paper's table (paper/paper.h)
 *     columns: [accuracy]          which of its metrics
 *     curve: rates                 the quantity shown per epoch
 *     from: results                use the runs of the same parts of this recipe
 *     called: { standout: adaptive }     the paper's name of a technique
 *     data, model, dropout, settings, says    a section, for all parts at both scales
 *     quick, paper                 sections, for all parts at one scale
 *     parts: [{ name, per-class, <a section>, quick, paper }]
 *
 * Settings are options of training, data, comparison and pruning, by name. A part at a scale merges
 * four sections, and later ones win: the recipe's, the part's, the recipe's for the scale, the
 * part's for the scale. The models of a scale are listed in the order of the part's own models,
 * whose names look up the paper's table. */
#ifndef AD_PAPER_RECIPE_H
#define AD_PAPER_RECIPE_H

#include "adrop/pruning.h"
#include "adrop/reproduce.h"
#include "config/document.h"

enum { AD_RECIPE_PARTS = 8, AD_RECIPE_STEPS = 64 };

typedef struct ad_recipe_section {
    const char *says; /* how it differs, as a phrase; NULL: it does not */
    ad_doc_texts data, model, dropout;
    ad_doc_pairs settings;
} ad_recipe_section;

typedef struct ad_recipe_part {
    const char *name;
    size_t per_class; /* of the paper's table; 0: any */
    ad_recipe_section all, scale[ADROP_N_SCALES];
} ad_recipe_part;

/* The settings that a recipe may give, over the defaults. */
typedef struct ad_recipe_opts {
    adrop_train_opts train;
    adrop_data_opts data;
    adrop_compare_opts compare;
    adrop_prune_opts prune;
} ad_recipe_opts;

/* A part at a scale, resolved. The recipe owns the texts and options. */
typedef struct ad_recipe_plan {
    const ad_recipe_part *part;
    ad_doc_texts data, dropout;
    ad_doc_texts model;  /* as trained */
    ad_doc_texts models; /* as the paper calls them, or "" */
    ad_doc_pairs settings;
    const ad_recipe_opts *opts; /* the settings, parsed */
} ad_recipe_plan;

typedef struct ad_recipe {
    adrop_ctx *ctx;
    const char *label, *kind_word, *title, *claim, *missing, *table, *curve_word, *from;
    adrop_recipe_kind kind;
    adrop_curve curve;
    ad_doc_texts columns;
    ad_doc_pairs called;
    ad_recipe_section all, scale[ADROP_N_SCALES];
    size_t n_parts;
    ad_recipe_part parts[AD_RECIPE_PARTS];
    ad_recipe_plan *plans;  /* (n_parts, ADROP_N_SCALES), owned, like the next two */
    ad_recipe_opts *opts;   /* for the plans */
    char *memory;           /* the texts */
    adrop_option rows[160]; /* of ad_recipe_opts: what recipes may set */
} ad_recipe;

/* Read a recipe; path is for messages. Checks the names in it: kind, curve and columns, options and
 * their values, techniques, networks, known data sets. */
adrop_status ad_recipe_read(adrop_ctx *ctx, const char *path, const char *text, size_t size,
                            ad_recipe **out);

/* Open a built-in recipe; ADROP_ENOENT suggests the nearest label. */
adrop_status ad_recipe_open(adrop_ctx *ctx, const char *label, ad_recipe **out);
void ad_recipe_free(ad_recipe *r);

/* Check that every name in it is known, and make the plans. Part of ad_recipe_read. */
adrop_status ad_recipe_check(ad_recipe *r, const char *path);

/* Does the technique exist or, for a pruning recipe, the criterion? */
adrop_status ad_recipe_check_method(adrop_ctx *ctx, adrop_recipe_kind kind, const char *text);

/* "comparison" and the like, indexed by adrop_recipe_kind. */
extern const char *const ad_recipe_kind_words[];

/* The plan of a part at a scale. */
void ad_recipe_plan_part(const ad_recipe *r, size_t part, adrop_scale scale, ad_recipe_plan *plan);

/* Allocate the plans with everything resolved except the options. Part of ad_recipe_read. */
adrop_status ad_recipe_make_plans(ad_recipe *r);

/* Parse the settings of a plan into its options. */
adrop_status ad_recipe_parse_plan(ad_recipe *r, size_t part, adrop_scale scale);

/* Set one option; ADROP_ENOENT if the name is unknown, or has a recipe key of its own. */
adrop_status ad_recipe_set(const ad_recipe *r, ad_recipe_opts *o, const char *key,
                           const char *value);

/* The paper's name of a technique: `called` by its whole text or its name, or the name before the
 * colon. Techniques that the paper lacks are called "control". */
char *ad_recipe_method(const ad_recipe *r, const char *dropout, char *buffer, size_t size);

/* How a scale differs from the paper: phrases of the recipe and its parts, cut to size. Returns
 * buffer. */
char *ad_recipe_says(const ad_recipe *r, adrop_scale scale, char *buffer, size_t size);

/* Add a name to a comma-separated list once, cut to size. Returns whether it is new. */
int ad_recipe_add_name(char *list, size_t size, const char *name);

/* Is the data set known and present? */
int ad_recipe_has_data(adrop_ctx *ctx, const char *name, const char *data_dir);

/* -- The index ------------------------------------------------------------------- */

/* Milliseconds per training step, evaluation included. */
typedef struct ad_recipe_step {
    ad_doc_texts data;
    const char *model;
    size_t batch;
    double ms;
} ad_recipe_step;

typedef struct ad_recipe_index {
    adrop_ctx *ctx;
    const char *machine;
    ad_doc_texts order; /* labels */
    ad_doc_pairs rows;  /* training rows per set */
    size_t n_steps;
    ad_recipe_step steps[AD_RECIPE_STEPS];
    char *memory;
} ad_recipe_index;

adrop_status ad_recipe_index_open(adrop_ctx *ctx, ad_recipe_index **out);
void ad_recipe_index_free(ad_recipe_index *index);

/* Training rows of a set with these options; NaN if the index does not list it. */
double ad_recipe_rows(const ad_recipe_index *index, const char *data, const adrop_data_opts *opts);

/* Hours that a plan takes on the index's machine; NaN if one of its steps was not measured. */
double ad_recipe_hours(const ad_recipe *r, const ad_recipe_index *index,
                       const ad_recipe_plan *plan);

#endif
