/* A reproduction from within: the recipe's parts as they are done, rows, sentences. */
#ifndef AD_PAPER_REPRODUCE_IMPL_H
#define AD_PAPER_REPRODUCE_IMPL_H

#include "adrop/document.h"
#include "adrop/reproduce.h"
#include "adrop/uncertainty.h"
#include "paper/paper.h"
#include "paper/recipe.h"

typedef struct ad_reproduce_part {
    ad_recipe_plan plan; /* restricted to what was asked for and is there */
    const char *folder;
    adrop_compare *compare; /* owned */
} ad_reproduce_part;

/* A row with the memory of its texts, values and seeds, owned. */
typedef struct ad_reproduce_row {
    adrop_compare_row ours;
    adrop_reproduced shown; /* its ours is set once all rows are there */
    char *memory;
} ad_reproduce_row;

/* A run with one way to predict: what that is worth. */
typedef struct ad_reproduce_assessed {
    size_t part, way; /* ways of a part are counted from 0 on */
    char name[64];    /* as the paper calls it, or the technique's text */
    size_t run;       /* from 1 on */
    const char *path;
    adrop_uncertainty *of; /* owned */
} ad_reproduce_assessed;

/* The rounds of a pruning that are done. */
typedef struct ad_reproduce_swept {
    size_t part, run;          /* runs are counted from 0 on */
    const char *criterion;     /* the plan's */
    adrop_prune_round *rounds; /* (n) of those that are planned, owned; their texts are gone */
    size_t n;
} ad_reproduce_swept;

enum { AD_REPRODUCE_EXAMPLES = 4 };

/* A row that is shown. */
typedef struct ad_reproduce_example {
    adrop_example shown; /* names are the first assessment's */
    size_t place;        /* among the rows that were measured */
    float *pixels;       /* owned */
} ad_reproduce_example;

struct adrop_reproduction {
    adrop_ctx *ctx;
    ad_recipe *recipe; /* owned, as are the next two */
    ad_recipe_index *index;
    ad_paper *paper;
    adrop_reproduce_opts opts; /* with its own copies: plans point into it */
    adrop_texts dropout;       /* what was asked for, one by one */
    const char *out;
    char says[2048], restricted[1024], absent[256];
    int other_data, other_model; /* not the recipe's, but in their place */
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
    ad_reproduce_swept *swept; /* (n_swept), owned; NULL: not looked at yet */
    size_t n_swept;
    ad_reproduce_example examples[AD_REPRODUCE_EXAMPLES]; /* (n_examples) */
    size_t n_examples;
};

/* "quick", "paper", by adrop_scale. */
extern const char *const ad_scale_words[];

/* Add a phrase to a list of phrases, cut to size. */
__attribute__((format(printf, 3, 4))) void ad_phrase(char *list, size_t size, const char *format,
                                                     ...);

/* Restrict the plan of every part to what the options say and what is there, and say so
 * in restricted and absent; parts without data are left out. */
adrop_status ad_reproduce_restrict(adrop_reproduction *r);

/* The options of a part's comparison. */
adrop_status ad_reproduce_options(adrop_reproduction *r, const ad_reproduce_part *part,
                                  ad_recipe_opts *o);

/* Ours with a metric, appended to the rows with the paper's beside them. */
adrop_status ad_reproduce_rows(adrop_reproduction *r, const ad_reproduce_part *part,
                               const char *column);
void ad_reproduce_forget(adrop_reproduction *r);

/* A sentence for every data set, network and column of the rows. */
adrop_status ad_reproduce_judge(adrop_reproduction *r);

/* The end of the rows of one part, data set, network and column that begin with this one. */
size_t ad_reproduce_block(const adrop_reproduction *r, size_t first);

/* Has the paper numbers to compare with? */
int ad_reproduce_paper_applies(const adrop_reproduction *r);

/* -- The document (reproduce_document.c) -------------------------------------------------- */

/* Open a sheet (ADROP_TABLE_SHEET) with these columns, NULL: none yet. Cells that are numbers are
 * null for NaN. */
void ad_reproduce_sheet(adrop_document *d, const char *title, const adrop_column *columns);
void ad_reproduce_number(adrop_document *d, double x);
__attribute__((format(printf, 2, 3))) void ad_reproduce_note(adrop_document *d, const char *format,
                                                             ...);

/* Sheets: the curves of all parts; tests, ratios and densities of the paper. */
adrop_status ad_reproduce_curves(adrop_reproduction *r, adrop_document *d);
adrop_status ad_reproduce_pvalue(const adrop_reproduction *r, adrop_document *d);
adrop_status ad_reproduce_ratios(const adrop_reproduction *r, adrop_document *d);
adrop_status ad_reproduce_densities(const adrop_reproduction *r, adrop_document *d);
adrop_status ad_reproduce_divergences(const adrop_reproduction *r, adrop_document *d);

/* reproduce_assess.c: measure every run that is done, in all ways, where the recipe is about
 * uncertainty. Done once. */
adrop_status ad_reproduce_assess(adrop_reproduction *r, const adrop_compare_hooks *hooks);
void ad_reproduce_forget_assessed(adrop_reproduction *r);

/* Sheets of what was measured: the table, confusion matrices, or examples. */
adrop_status ad_reproduce_uncertainty(adrop_reproduction *r, adrop_document *d);
adrop_status ad_reproduce_examples(adrop_reproduction *r, adrop_document *d);
adrop_status ad_reproduce_example_figures(const adrop_reproduction *r, adrop_document *d);
void ad_reproduce_forget_examples(adrop_reproduction *r);

/* reproduce_pruning.c: do the prunings of a recipe that is about them or, without hooks, look at
 * what is done; and their sheets. */
adrop_status ad_reproduce_sweep(adrop_reproduction *r, const adrop_compare_hooks *hooks);
void ad_reproduce_forget_swept(adrop_reproduction *r);
adrop_status ad_reproduce_pruning(adrop_reproduction *r, adrop_document *d);

/* Decimals that the paper prints in a column; short times need more. */
int ad_column_decimals(const char *column, double x);

/* -- Figures (reproduce_figures.c, reproduce_static_figures.c) ----------------------------------
 */

/* All but the bars of ours and the paper's rows: curves of runs, prunings, and the rest. */
adrop_status ad_reproduce_figures(const adrop_reproduction *r, adrop_document *d);
adrop_status ad_reproduce_pruning_figure(const adrop_reproduction *r, adrop_document *d);
adrop_status ad_reproduce_static_figures(const adrop_reproduction *r, adrop_document *d);

#endif
