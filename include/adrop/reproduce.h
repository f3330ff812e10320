/* Reproducing the tables and figures of "Advanced Dropout" (TPAMI 2021).
 *
 *     adrop_reproduce_opts opts;
 *     adrop_reproduction *r;
 *     adrop_reproduced row;
 *
 *     adrop_reproduce_opts_init(&opts);
 *     opts.scale = ADROP_SCALE_QUICK;
 *     opts.data_dir = "/srv/datasets";
 *     adrop_reproduce_create(ctx, "depth", &opts, &r);
 *     adrop_reproduce_go(r, NULL);
 *     adrop_reproduce_table(r);
 *     for (size_t i = 0; adrop_reproduced_at(r, i, &row); i++)
 *         printf("%s %.2f, the paper %.2f\n", row.ours->dropout, row.ours->mean, row.paper_mean);
 *     adrop_reproduce_free(r);
 *
 * Each is a recipe built into the library: data sets, networks, techniques and settings at two
 * scales. `paper` is the protocol of the paper, as far as the paper states it; `quick` is a smaller
 * one, which documents how it differs. A recipe has parts; each part is a comparison (compare.h) in
 * its own folder, so finished runs are never repeated.
 *
 * A recipe may be restricted to some of its parts, data sets, networks or techniques, and its
 * settings may be changed. The results state what was restricted or changed. Data sets or networks
 * may also be replaced by others; the paper's numbers are then not shown. */
#ifndef ADROP_REPRODUCE_H
#define ADROP_REPRODUCE_H

#include <stddef.h>

#include "adrop/compare.h"
#include "adrop/context.h"
#include "adrop/document.h"
#include "adrop/export.h"
#include "adrop/option.h"
#include "adrop/status.h"

ADROP_BEGIN_DECLS

typedef enum adrop_scale { ADROP_SCALE_QUICK, ADROP_SCALE_PAPER, ADROP_N_SCALES } adrop_scale;

/* What a recipe does. */
typedef enum adrop_recipe_kind {
    ADROP_RECIPE_COMPARISON,  /* trains, and produces a table */
    ADROP_RECIPE_CURVES,      /* trains, and shows epochs; the paper has no table of it */
    ADROP_RECIPE_TIMING,      /* times steps, trains nothing */
    ADROP_RECIPE_PVALUE,      /* computes from the paper's numbers */
    ADROP_RECIPE_RATIOS,      /* the same, also from our numbers if present */
    ADROP_RECIPE_DENSITIES,   /* of the model-free family */
    ADROP_RECIPE_DIVERGENCES, /* of approximations of a prior, from that prior */
    ADROP_RECIPE_MISSING,     /* needs something that adrop does not support yet */
    ADROP_RECIPE_UNCERTAINTY, /* trains, and measures the reliability of predictions */
    ADROP_RECIPE_CONFUSION,   /* trains, and counts which classes are confused */
    ADROP_RECIPE_EXAMPLES,    /* trains, and shows single rows with their predictions */
    ADROP_RECIPE_PRUNING,     /* prunes in rounds (pruning.h); its techniques are criteria, and its
                                 parts are not comparisons */
} adrop_recipe_kind;

/* Does the kind train runs or time steps? */
#define ADROP_RECIPE_TRAINS(kind) ((kind) <= ADROP_RECIPE_TIMING || (kind) > ADROP_RECIPE_MISSING)

/* What is plotted by epoch. */
typedef enum adrop_curve {
    ADROP_CURVE_NONE,
    ADROP_CURVE_TEST,         /* test accuracy, the last third of the epochs */
    ADROP_CURVE_RATES,        /* the rate of each dropout layer */
    ADROP_CURVE_GAP,          /* training and test accuracy after the last epoch */
    ADROP_CURVE_DISTRIBUTION, /* mu, sigma and rate of each layer, and the distance of its
                                 distribution from that of the last epoch */
} adrop_curve;

/* Can it run here, now? */
typedef enum adrop_recipe_state {
    ADROP_RECIPE_READY,
    ADROP_RECIPE_PARTLY,  /* some data sets are missing */
    ADROP_RECIPE_NO_DATA, /* all are missing */
    ADROP_RECIPE_NOT_YET, /* of kind missing */
} adrop_recipe_state;

typedef struct adrop_recipe_info {
    const char *label, *title;
    const char *claim;   /* the paper's claim */
    const char *missing; /* what adrop does not support yet, or "" */
    adrop_recipe_kind kind;
    const char *kind_name;
    adrop_recipe_state state;
    const char *needs;                /* data sets, comma-separated, or "" */
    const char *absent;               /* the missing ones, or "" */
    const char *says[ADROP_N_SCALES]; /* how a scale differs from the paper, or "" */
    double hours[ADROP_N_SCALES];     /* approximate, for the data sets present, measured on the
                                         machine of adrop_recipes_machine; NaN: not measured */
} adrop_recipe_info;

typedef struct adrop_recipes adrop_recipes;

/* All recipes, in the order of the paper. data_dir may be NULL. */
ADROP_API adrop_status adrop_recipes_open(adrop_ctx *ctx, const char *data_dir,
                                          adrop_recipes **out);
ADROP_API void adrop_recipes_free(adrop_recipes *recipes);

/* Recipe i: a listing. The texts live as long as the list. */
ADROP_API int adrop_recipes_at_sized(const adrop_recipes *recipes, size_t i,
                                     adrop_recipe_info *info, size_t size);
#define adrop_recipes_at(recipes, i, info)                                                         \
  adrop_recipes_at_sized((recipes), (i), (info), sizeof *(info))

/* The machine on which the hours were measured. */
ADROP_API const char *adrop_recipes_machine(const adrop_recipes *recipes);

/* -- A reproduction ------------------------------------------------------------- */

/* Settings; all but the first two are rows of adrop_reproduce_options(). */
typedef struct adrop_reproduce_opts {
    size_t size;                      /* sizeof(adrop_reproduce_opts) */
    const char *data_dir;             /* the folder of known sets; NULL: none */
    int scale;                        /* an adrop_scale; quick */
    adrop_texts part;                 /* only these parts; none: all */
    adrop_texts data, model, dropout; /* only these, or others in their place */
    size_t runs, epochs;              /* 0: the recipe's; drops of the learning rate keep their
                                         relative position */
    size_t seed;                      /* 1 */
    size_t jobs;                      /* runs at once; 1 */
    int timing;                       /* time steps after the runs, for seconds and ratios; no */
    adrop_texts change;               /* KEY=VALUE, options of training, data or comparison */
    const char *out;                  /* "": runs/reproduce-LABEL-SCALE */
    adrop_list choose_dropout_lr; /* candidate rates for each technique that learns; a single rate
                                     is used without a choice; none: the recipe's */
} adrop_reproduce_opts;

ADROP_API void adrop_reproduce_opts_init_sized(adrop_reproduce_opts *opts, size_t size);
#define adrop_reproduce_opts_init(opts) adrop_reproduce_opts_init_sized((opts), sizeof *(opts))
ADROP_API const adrop_option *adrop_reproduce_options(void);

typedef struct adrop_reproduction adrop_reproduction;

/* Plan it. ADROP_ENOENT for an unknown label (with the nearest), part or technique, and if all data
 * sets are missing; ADROP_EINVAL for a recipe with parts that adrop does not support yet (the
 * message names them). */
ADROP_API adrop_status adrop_reproduce_create(adrop_ctx *ctx, const char *label,
                                              const adrop_reproduce_opts *opts,
                                              adrop_reproduction **out);
ADROP_API void adrop_reproduce_free(adrop_reproduction *r);

typedef struct adrop_reproduce_info {
    const char *label, *title, *claim;
    adrop_recipe_kind kind;
    adrop_curve curve;
    adrop_scale scale;
    const char *says;       /* how the scale differs from the paper, or "" */
    const char *restricted; /* what the caller left out or changed, and data sets of which only
                               parts are present; "" */
    const char *absent;     /* missing data sets, or "" */
    const char *out;        /* its folder */
    int paper_applies;      /* the paper has numbers to compare with */
    double hours;           /* approximate, on the recipes' machine; NaN: not measured */
} adrop_reproduce_info;

ADROP_API void adrop_reproduce_describe_sized(const adrop_reproduction *r,
                                              adrop_reproduce_info *info, size_t size);
#define adrop_reproduce_describe(r, info)                                                          \
  adrop_reproduce_describe_sized((r), (info), sizeof *(info))

/* A part: a comparison, with its own plan, estimate and table. */
typedef struct adrop_reproduce_part {
    const char *name, *says, *folder;
    adrop_compare *compare; /* owned by the reproduction; NULL for prunings */
} adrop_reproduce_part;

/* Part i: a listing. Recipes that train nothing have none. */
ADROP_API int adrop_reproduce_part_at_sized(const adrop_reproduction *r, size_t i,
                                            adrop_reproduce_part *part, size_t size);
#define adrop_reproduce_part_at(r, i, part)                                                        \
  adrop_reproduce_part_at_sized((r), (i), (part), sizeof *(part))

/* Do the runs that are left, part by part: adrop_compare_go, or adrop_compare_time. Progress is
 * that of the current part. ADROP_EINTR if stop asked for it. */
ADROP_API adrop_status adrop_reproduce_go(adrop_reproduction *r, const adrop_compare_hooks *hooks);

/* Compute the rows from the finished runs. */
ADROP_API adrop_status adrop_reproduce_table(adrop_reproduction *r);

/* Our result beside the paper's, which is NaN where the paper has none. */
typedef struct adrop_reproduced {
    const char *part;
    const char *column; /* in the paper's terms: accuracy, top1, top5, rmse, seconds_per_epoch */
    const adrop_compare_row *ours; /* mean and rank are those of the column */
    double paper_mean, paper_std, paper_p;
    int paper_rank;   /* among the rows of its data set, network and column; 0: none */
    int paper_rows;   /* and the number of these rows */
    const char *note; /* a known error in the paper's cell, or "" */
} adrop_reproduced;

/* Row i: a listing. Texts and `ours` live until the table is made again. */
ADROP_API int adrop_reproduced_at_sized(const adrop_reproduction *r, size_t i,
                                        adrop_reproduced *row, size_t size);
#define adrop_reproduced_at(r, i, row) adrop_reproduced_at_sized((r), (i), (row), sizeof *(row))

/* Sentence i on the paper's claim and our result, one per data set, network and column; NULL past
 * the last. Lives until the table is made again. */
ADROP_API const char *adrop_reproduce_verdict(const adrop_reproduction *r, size_t i);

/* Sentence i on known errors of the paper's table or figure as a whole; NULL past the last. */
ADROP_API const char *adrop_reproduce_remark(const adrop_reproduction *r, size_t i);

/* -- The document --------------------------------------------------------------- */

/* Everything as a document: the rows, recomputed; sheets of curves by epoch (of the first run of
 * every technique), of recomputed numbers of the paper, of densities; figures (in text without the
 * bars of our rows beside the paper's); sentences. */
ADROP_API adrop_status adrop_reproduce_document(adrop_reproduction *r, adrop_document **out);

/* A row shown by a recipe of kind examples: its picture, and why it was selected. Sheet i of the
 * document has its predictions by class. */
typedef struct adrop_example {
    const char *rule; /* "most confidently wrong" */
    size_t row;       /* its number in the data set */
    const char *truth, *predicted;
    size_t channels, height, width;
    const float *pixels; /* (channels, height, width), as the network reads them */
} adrop_example;

/* Example i: a listing. Call adrop_reproduce_document first; lives until the table is made
 * again. */
ADROP_API int adrop_reproduce_example_at_sized(const adrop_reproduction *r, size_t i,
                                               adrop_example *example, size_t size);
#define adrop_reproduce_example_at(r, i, example)                                                  \
  adrop_reproduce_example_at_sized((r), (i), (example), sizeof *(example))

ADROP_END_DECLS

#endif
