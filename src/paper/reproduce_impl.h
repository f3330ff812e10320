/* Internals of a reproduction: the recipe's parts as run, rows, sentences. */
#ifndef AD_PAPER_REPRODUCE_IMPL_H
#define AD_PAPER_REPRODUCE_IMPL_H

#include "adrop/document.h"
#include "adrop/reproduce.h"
#include "adrop/uncertainty.h"
#include "paper/paper.h"
#include "paper/recipe.h"

typedef struct ad_reproduce_part {
    ad_recipe_plan plan; /* restricted to what was asked for and is present */
    const char *folder;
    adrop_compare *compare; /* owned */
} ad_reproduce_part;

/* A row that owns its texts, values and seeds. */
typedef struct ad_reproduce_row {
    adrop_compare_row ours;
    adrop_reproduced shown; /* its `ours` is set once all rows exist */
    char *memory;
} ad_reproduce_row;

/* A run with one way to predict, and its assessment. */
typedef struct ad_reproduce_assessed {
    size_t part, way; /* ways of a part are counted from 0 */
    char name[64];    /* as the paper calls it, or the technique's text */
    size_t run;       /* from 1 */
    const char *path;
    adrop_uncertainty *of; /* owned */
} ad_reproduce_assessed;

/* The finished rounds of a pruning. */
typedef struct ad_reproduce_swept {
    size_t part, run;          /* run is counted from 0 */
    const char *criterion;     /* the plan's */
    adrop_prune_round *rounds; /* (n) finished rounds, owned; their texts are not valid */
    size_t n;
} ad_reproduce_swept;

enum { AD_REPRODUCE_EXAMPLES = 4 };

/* A row shown as an example. */
typedef struct ad_reproduce_example {
    adrop_example shown; /* names belong to the first assessment */
    size_t place;        /* index among the measured rows */
    float *pixels;       /* owned */
} ad_reproduce_example;

struct adrop_reproduction {
    adrop_ctx *ctx;
    ad_recipe *recipe; /* owned, like the next two */
    ad_recipe_index *index;
    ad_paper *paper;
    adrop_reproduce_opts opts; /* with its own copies: plans point into it */
    adrop_texts dropout;       /* as asked for, one entry each */
    const char *out;
    char says[2048], restricted[1024], absent[256];
    int other_data, other_model; /* replaced by sets or networks outside the recipe */
    double hours;
    size_t n_parts;
    ad_reproduce_part *parts; /* (n_parts), owned */

    ad_reproduce_row *rows; /* (n_rows) of room_rows, owned */
    size_t n_rows, room_rows;
    char (*verdicts)[512]; /* (n_verdicts), owned */
    size_t n_verdicts;

    ad_reproduce_assessed *assessed; /* (n_assessed), owned, by part, way and run */
    size_t n_assessed;
    int is_assessed;
    ad_reproduce_swept *swept; /* (n_swept), owned; NULL: not read yet */
    size_t n_swept;
    ad_reproduce_example examples[AD_REPRODUCE_EXAMPLES]; /* (n_examples) */
    size_t n_examples;
};

/* "quick", "paper", indexed by adrop_scale. */
extern const char *const ad_scale_words[];

/* Append a phrase to a list of phrases, cut to size. */
__attribute__((format(printf, 3, 4))) void ad_phrase(char *list, size_t size, const char *format,
                                                     ...);

/* Restrict the plan of every part to what the options ask for and what is present, and report it in
 * restricted and absent. Parts without data are dropped. */
adrop_status ad_reproduce_restrict(adrop_reproduction *r);

/* The options of a part's comparison. */
adrop_status ad_reproduce_options(adrop_reproduction *r, const ad_reproduce_part *part,
                                  ad_recipe_opts *o);

/* Append our rows for a metric, with the paper's numbers. */
adrop_status ad_reproduce_rows(adrop_reproduction *r, const ad_reproduce_part *part,
                               const char *column);
void ad_reproduce_forget(adrop_reproduction *r);

/* Make a sentence for every data set, network and column of the rows. */
adrop_status ad_reproduce_judge(adrop_reproduction *r);

/* The end of the block (one part, data set, network and column) that starts at this row. */
size_t ad_reproduce_block(const adrop_reproduction *r, size_t first);

/* Does the paper have numbers to compare with? */
int ad_reproduce_paper_applies(const adrop_reproduction *r);

/* -- The document (reproduce_document.c) -------------------------------------------------- */

/* Begin a sheet (ADROP_TABLE_SHEET) with these columns, or none yet if NULL. Numeric cells are null
 * for NaN. */
void ad_reproduce_sheet(adrop_document *d, const char *title, const adrop_column *columns);
void ad_reproduce_number(adrop_document *d, double x);
__attribute__((format(printf, 2, 3))) void ad_reproduce_note(adrop_document *d, const char *format,
                                                             ...);

/* Sheets: the curves of all parts; the paper's tests, ratios and densities. */
adrop_status ad_reproduce_curves(adrop_reproduction *r, adrop_document *d);
adrop_status ad_reproduce_pvalue(const adrop_reproduction *r, adrop_document *d);
adrop_status ad_reproduce_ratios(const adrop_reproduction *r, adrop_document *d);
adrop_status ad_reproduce_densities(const adrop_reproduction *r, adrop_document *d);
adrop_status ad_reproduce_divergences(const adrop_reproduction *r, adrop_document *d);

/* reproduce_assess.c: measure every finished run in all ways, if the recipe is about uncertainty.
 * Done once. */
adrop_status ad_reproduce_assess(adrop_reproduction *r, const adrop_compare_hooks *hooks);
void ad_reproduce_forget_assessed(adrop_reproduction *r);

/* Sheets of the assessment: the table, confusion matrices, or examples. */
adrop_status ad_reproduce_uncertainty(adrop_reproduction *r, adrop_document *d);
adrop_status ad_reproduce_examples(adrop_reproduction *r, adrop_document *d);
adrop_status ad_reproduce_example_figures(const adrop_reproduction *r, adrop_document *d);
void ad_reproduce_forget_examples(adrop_reproduction *r);

/* reproduce_pruning.c: run the prunings of a pruning recipe or, without hooks, read the finished
 * rounds; and make their sheets. */
adrop_status ad_reproduce_sweep(adrop_reproduction *r, const adrop_compare_hooks *hooks);
void ad_reproduce_forget_swept(adrop_reproduction *r);
adrop_status ad_reproduce_pruning(adrop_reproduction *r, adrop_document *d);

/* Decimals that the paper prints in a column, and more for short times. */
int ad_column_decimals(const char *column, double x);

/* -- Figures (reproduce_figures.c, reproduce_static_figures.c) ----------------------------------
 */

/* All figures except the bars of rows: curves of runs, prunings, and the rest. */
adrop_status ad_reproduce_figures(const adrop_reproduction *r, adrop_document *d);
adrop_status ad_reproduce_pruning_figure(const adrop_reproduction *r, adrop_document *d);
adrop_status ad_reproduce_static_figures(const adrop_reproduction *r, adrop_document *d);

#endif
