/* The tables and figures of "Advanced Dropout" (TPAMI 2021), made again.
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
 * Each is a recipe that is part of the library: data sets, networks, techniques and
 * settings at two scales. `paper` is the protocol of the paper, as far as it states one;
 * `quick` a smaller one, and says how it differs. A recipe has parts, each a comparison
 * (compare.h) in a folder of its own, so what is done is never done again.
 *
 * A recipe may be restricted to some of its parts, data sets, networks or techniques, and
 * its settings may be changed. What was restricted or changed is stated with the
 * results; other data sets or networks than the recipe's may be put in their place, and
 * then the paper's numbers are not shown beside ours. */
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
    ADROP_RECIPE_COMPARISON,  /* trains, and makes a table */
    ADROP_RECIPE_CURVES,      /* trains, and shows epochs; there is no table in the paper */
    ADROP_RECIPE_TIMING,      /* times steps, trains nothing */
    ADROP_RECIPE_PVALUE,      /* computes with the paper's numbers */
    ADROP_RECIPE_RATIOS,      /* the same, and with ours where they are */
    ADROP_RECIPE_DENSITIES,   /* of the model-free family */
    ADROP_RECIPE_DIVERGENCES, /* of what stands in for a prior, from it */
    ADROP_RECIPE_MISSING,     /* needs what adrop does not have yet */
    ADROP_RECIPE_UNCERTAINTY, /* trains, and measures how far predictions can be trusted */
    ADROP_RECIPE_CONFUSION,   /* trains, and counts which classes are taken for which */
    ADROP_RECIPE_EXAMPLES,    /* trains, and shows single rows with their predictions */
    ADROP_RECIPE_PRUNING,     /* prunes in rounds (pruning.h); its techniques are criteria, and its
                                 parts no comparisons */
} adrop_recipe_kind;

/* Does it have runs to train, or steps to time? */
#define ADROP_RECIPE_TRAINS(kind) ((kind) <= ADROP_RECIPE_TIMING || (kind) > ADROP_RECIPE_MISSING)

/* What is shown by epoch. */
typedef enum adrop_curve {
    ADROP_CURVE_NONE,
    ADROP_CURVE_TEST,         /* test accuracy, the last third of the epochs */
    ADROP_CURVE_RATES,        /* the rate of each dropout layer */
    ADROP_CURVE_GAP,          /* training and test accuracy after the last epoch */
    ADROP_CURVE_DISTRIBUTION, /* mu, sigma and rate of each layer, and how far its distribution is
                                 from that of the last epoch */
} adrop_curve;

/* Can it be done here, now? */
typedef enum adrop_recipe_state {
    ADROP_RECIPE_READY,
    ADROP_RECIPE_PARTLY,  /* some data sets are not there */
    ADROP_RECIPE_NO_DATA, /* none is */
    ADROP_RECIPE_NOT_YET, /* kind missing */
} adrop_recipe_state;

typedef struct adrop_recipe_info {
    const char *label, *title;
    const char *claim;   /* what the paper says of it */
    const char *missing; /* what adrop does not have yet; "" */
    adrop_recipe_kind kind;
    const char *kind_name;
    adrop_recipe_state state;
    const char *needs;                /* data sets, by comma; "" */
    const char *absent;               /* those of them that are not there; "" */
    const char *says[ADROP_N_SCALES]; /* how a scale differs from the paper; "" */
    double hours[ADROP_N_SCALES];     /* of the data sets that are there, about, on machine;
                                         NaN: not measured */
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

/* What the hours were measured on. */
ADROP_API const char *adrop_recipes_machine(const adrop_recipes *recipes);

/* -- One of them ----------------------------------------------------------------- */

/* Settings; all but the first two are rows of adrop_reproduce_options(). */
typedef struct adrop_reproduce_opts {
    size_t size;                      /* sizeof(adrop_reproduce_opts) */
    const char *data_dir;             /* where known sets are looked for; NULL: nowhere */
    int scale;                        /* an adrop_scale; quick */
    adrop_texts part;                 /* only these; none: all */
    adrop_texts data, model, dropout; /* only these, or these in their place */
    size_t runs, epochs;              /* 0: the recipe's; drops of the rate keep their
                                         place in training */
    size_t seed;                      /* 1 */
    size_t jobs;                      /* runs at once; 1 */
    int timing;                       /* time steps after the runs, for seconds and
                                         ratios; no */
    adrop_texts change;               /* KEY=VALUE, options of training, data or comparison */
    const char *out;                  /* "": runs/reproduce-LABEL-SCALE */
    adrop_list choose_dropout_lr; /* rates that each technique that learns chooses from; one: that
                                     one for all, without a choice; none: the recipe's */
} adrop_reproduce_opts;

ADROP_API void adrop_reproduce_opts_init_sized(adrop_reproduce_opts *opts, size_t size);
#define adrop_reproduce_opts_init(opts) adrop_reproduce_opts_init_sized((opts), sizeof *(opts))
ADROP_API const adrop_option *adrop_reproduce_options(void);

typedef struct adrop_reproduction adrop_reproduction;

/* Plan it. ADROP_ENOENT for an unknown label (with the nearest), part or technique, and if
 * none of the data sets is there; ADROP_EINVAL for a recipe whose parts adrop does not
 * have yet (the message says which). */
ADROP_API adrop_status adrop_reproduce_create(adrop_ctx *ctx, const char *label,
                                              const adrop_reproduce_opts *opts,
                                              adrop_reproduction **out);
ADROP_API void adrop_reproduce_free(adrop_reproduction *r);

typedef struct adrop_reproduce_info {
    const char *label, *title, *claim;
    adrop_recipe_kind kind;
    adrop_curve curve;
    adrop_scale scale;
    const char *says;       /* how the scale differs from the paper; "" */
    const char *restricted; /* what was left out or changed by the caller, and sets that are
                               there in part only; "" */
    const char *absent;     /* data sets that are not there; "" */
    const char *out;        /* its folder */
    int paper_applies;      /* the paper has numbers to compare with */
    double hours;           /* about, on the recipes' machine; NaN: not measured */
} adrop_reproduce_info;

ADROP_API void adrop_reproduce_describe_sized(const adrop_reproduction *r,
                                              adrop_reproduce_info *info, size_t size);
#define adrop_reproduce_describe(r, info)                                                          \
  adrop_reproduce_describe_sized((r), (info), sizeof *(info))

/* A part: a comparison, to ask for its plan, its estimate and its own table. */
typedef struct adrop_reproduce_part {
    const char *name, *says, *folder;
    adrop_compare *compare; /* owned by the reproduction; NULL for prunings */
} adrop_reproduce_part;

/* Part i: a listing. Recipes that train nothing have none. */
ADROP_API int adrop_reproduce_part_at_sized(const adrop_reproduction *r, size_t i,
                                            adrop_reproduce_part *part, size_t size);
#define adrop_reproduce_part_at(r, i, part)                                                        \
  adrop_reproduce_part_at_sized((r), (i), (part), sizeof *(part))

/* Do what is left to do, part by part: adrop_compare_go, or adrop_compare_time. Progress
 * is that of the part. ADROP_EINTR when stop said so. */
ADROP_API adrop_status adrop_reproduce_go(adrop_reproduction *r, const adrop_compare_hooks *hooks);

/* Make the rows from the runs that are done. */
ADROP_API adrop_status adrop_reproduce_table(adrop_reproduction *r);

/* Ours beside the paper's; its numbers are NaN where it has none. */
typedef struct adrop_reproduced {
    const char *part;
    const char *column; /* the paper's word: accuracy, top1, top5, rmse, seconds_per_epoch */
    const adrop_compare_row *ours; /* mean and rank are those of the column */
    double paper_mean, paper_std, paper_p;
    int paper_rank;   /* among the rows of its data set, network and column; 0: none */
    int paper_rows;   /* and how many they are */
    const char *note; /* what is known to be wrong with the paper's cell; "" */
} adrop_reproduced;

/* Row i: a listing. Texts and ours live until the table is made anew. */
ADROP_API int adrop_reproduced_at_sized(const adrop_reproduction *r, size_t i,
                                        adrop_reproduced *row, size_t size);
#define adrop_reproduced_at(r, i, row) adrop_reproduced_at_sized((r), (i), (row), sizeof *(row))

/* Sentence i on what the paper claims and what came out here, one for each data set,
 * network and column; NULL beyond the last. Lives until the table is made anew. */
ADROP_API const char *adrop_reproduce_verdict(const adrop_reproduction *r, size_t i);

/* Sentence i on what is known to be wrong with the paper's table or figure as a whole; NULL
 * beyond the last. */
ADROP_API const char *adrop_reproduce_remark(const adrop_reproduction *r, size_t i);

/* -- The whole ------------------------------------------------------------------- */

/* All that there is to see, as a document: the rows, made anew; sheets of curves by epoch (of the
 * first run of every technique), of recomputed numbers of the paper, of densities; figures, of
 * which text leaves out the bars of our rows beside the paper's; sentences. */
ADROP_API adrop_status adrop_reproduce_document(adrop_reproduction *r, adrop_document **out);

/* A row that a recipe of kind examples shows: its picture, and why it was picked. Sheet i of the
 * document has the predictions, class by class. */
typedef struct adrop_example {
    const char *rule; /* "most confidently wrong" */
    size_t row;       /* its number in the data set */
    const char *truth, *predicted;
    size_t channels, height, width;
    const float *pixels; /* (channels, height, width), as the network reads them */
} adrop_example;

/* Example i: a listing. After adrop_reproduce_document; lives until the table is made anew. */
ADROP_API int adrop_reproduce_example_at_sized(const adrop_reproduction *r, size_t i,
                                               adrop_example *example, size_t size);
#define adrop_reproduce_example_at(r, i, example)                                                  \
  adrop_reproduce_example_at_sized((r), (i), (example), sizeof *(example))

ADROP_END_DECLS

#endif
