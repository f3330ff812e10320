/* Internals of a comparison: groups (a data set and a network), cells (a technique in a group),
 * runs. */
#ifndef AD_STUDY_COMPARE_IMPL_H
#define AD_STUDY_COMPARE_IMPL_H

#include "adrop/compare.h"
#include "adrop/technique.h"
#include "base/context.h"
#include "base/json.h"
#include "study/study.h"

typedef struct ad_group {
    const char *data, *model;
    const char *folder; /* relative to the comparison's folder */
    adrop_task task;
    size_t epochs, batch, steps; /* resolved; steps per epoch */
    size_t n_train, n_test;
    size_t set; /* index of the study's set, split by the comparison's seed */
} ad_group;

typedef struct ad_cell {
    size_t group;
    const char *asked;
    const char *dropout;        /* as trained; "" while a choice is open */
    const char *chosen;         /* "beta=0.2 of 0.001, 0.1, .."; "" */
    int edge;                   /* -1, 1: chosen is the smallest, largest candidate */
    const char *const *choices; /* candidates, NULL-terminated; NULL: nothing is open */
    size_t first_choice, n_choices;
    double dropout_lr;       /* chosen; 0: use the comparison's */
    double seconds_per_step; /* NaN: not timed */
} ad_cell;

/* Kinds of trainings: run `number` of a cell, from 1, or a candidate of its choice. */
enum { AD_COMPARE_CHOICE, AD_COMPARE_RUN };

/* A row of the table, and the values that it points to. */
typedef struct ad_comparison_row {
    adrop_compare_row shown;
    double *values; /* (runs), owned by the comparison, finished runs first */
    uint64_t *seeds;
    double *by_run; /* (runs), NaN where missing */
} ad_comparison_row;

enum { AD_RATE_SIZE = 64 };

struct adrop_compare {
    ad_study study;
    adrop_ctx *ctx;
    adrop_compare_opts opts;
    ad_group *groups;  /* (n_groups) */
    ad_cell *cells;    /* (n_cells), grouped by group */
    ad_training *runs; /* (n_runs), choices first; subject is the cell */
    size_t n_groups, n_cells, n_runs;
    size_t n_choices;                 /* how many of the runs are choices */
    size_t stage;                     /* of a pass: choices, runs, finished */
    const adrop_compare_hooks *hooks; /* of the current call that trains */
    ad_comparison_row *rows;          /* (n_cells), NULL before the first table */
    adrop_metric metric;
    char rate_texts[ADROP_LIST_MAX][AD_RATE_SIZE];
    const char *rates[ADROP_LIST_MAX + 1]; /* "dropout-lr=0.001" and so on, NULL-terminated */
};

/* Run `number` of a cell, from 1. */
static inline ad_training *ad_compare_run(const adrop_compare *c, size_t cell, size_t number)
{
    return &c->runs[c->n_choices + (number - 1) * c->n_cells + cell];
}

/* Lay out the runs: choices first, then run 1 of every cell, run 2, .. */
adrop_status ad_compare_plan_runs(adrop_compare *c);

/* The cell's technique with the settings of a candidate. The context owns the text. */
adrop_status ad_compare_candidate(adrop_ctx *ctx, const ad_cell *cell, const char *candidate,
                                  const char **text);

/* compare_rates.c: write the candidates of opts.choose_dropout_lr as texts to rates. */
void ad_compare_rates(adrop_compare *c);

/* The rate of a candidate; 0 if the candidate is a setting of the technique. */
double ad_compare_rate(const char *candidate);

/* The candidate of a choice; "" for a run. */
static inline const char *ad_compare_candidate_of(const adrop_compare *c, const ad_training *r)
{
    return r->kind == AD_COMPARE_CHOICE ? c->cells[r->subject].choices[r->number] : "";
}

/* compare_choose.c: settle the choices whose runs are all done. */
adrop_status ad_compare_choose(adrop_compare *c);

/* The hooks given to a call; empty hooks for NULL. */
adrop_status ad_compare_hooks(const adrop_compare *c, const adrop_compare_hooks *given,
                              adrop_compare_hooks *hooks);

/* Set seconds_per_step of the cells from timing.json, if it exists. */
adrop_status ad_compare_read_times(adrop_compare *c);
adrop_status ad_compare_take_times(adrop_compare *c, const char *path, const char *text,
                                   size_t size); /* of text */

/* A view of a group's data, split by the comparison's own seed. ctx is the calling thread's. */
adrop_status ad_compare_group_view(adrop_compare *c, adrop_ctx *ctx, const ad_group *g,
                                   adrop_data **out);

static inline int ad_compare_in(const adrop_compare *c, size_t cell, const ad_group *g)
{
    return &c->groups[c->cells[cell].group] == g;
}

/* The seconds of `steps` training steps of a cell on rows of data, after two warm-up steps. */
adrop_status ad_compare_block(adrop_compare *c, adrop_ctx *ctx, const ad_cell *cell,
                              adrop_data *data, size_t steps, double *seconds);

#endif
