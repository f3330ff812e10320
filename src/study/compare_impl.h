/* A comparison from within: groups (a data set with a network), cells (a technique in a
 * group), runs. */
#ifndef AD_STUDY_COMPARE_IMPL_H
#define AD_STUDY_COMPARE_IMPL_H

#include "adrop/compare.h"
#include "adrop/technique.h"
#include "base/context.h"
#include "base/json.h"
#include "study/study.h"

typedef struct ad_group {
    const char *data, *model;
    const char *folder; /* within that of the comparison */
    adrop_task task;
    size_t epochs, batch, steps; /* resolved; steps of an epoch */
    size_t n_train, n_test;
    size_t set; /* of the study's, under the comparison's own seed */
} ad_group;

typedef struct ad_cell {
    size_t group;
    const char *asked;
    const char *dropout;        /* as it is trained; "" while a choice is open */
    const char *chosen;         /* "beta=0.2 of 0.001, 0.1, .."; "" */
    int edge;                   /* -1, 1: it is the least, the greatest candidate */
    const char *const *choices; /* candidates, ended by NULL; NULL: nothing is open */
    size_t first_choice, n_choices;
    double dropout_lr;       /* chosen; 0: that of the comparison */
    double seconds_per_step; /* NaN: not timed */
} ad_cell;

/* Kinds of trainings: a run of a cell, number from 1 on, or a candidate of its choice. */
enum { AD_COMPARE_CHOICE, AD_COMPARE_RUN };

/* A row of the table and what it points to. */
typedef struct ad_comparison_row {
    adrop_compare_row shown;
    double *values; /* (runs) of the comparison, those that are done first */
    uint64_t *seeds;
    double *by_run; /* (runs), NaN where there is none */
} ad_comparison_row;

enum { AD_RATE_SIZE = 64 };

struct adrop_compare {
    ad_study study;
    adrop_ctx *ctx;
    adrop_compare_opts opts;
    ad_group *groups;  /* (n_groups) */
    ad_cell *cells;    /* (n_cells), those of a group together */
    ad_training *runs; /* (n_runs), choices first; their subjects are cells */
    size_t n_groups, n_cells, n_runs;
    size_t n_choices;                 /* of the runs */
    size_t stage;                     /* of a pass: choices, runs, over */
    const adrop_compare_hooks *hooks; /* of a call that trains */
    ad_comparison_row *rows;          /* (n_cells), NULL before the first table */
    adrop_metric metric;
    char rate_texts[ADROP_LIST_MAX][AD_RATE_SIZE];
    const char *rates[ADROP_LIST_MAX + 1]; /* "dropout-lr=0.001" and so on, ended by NULL */
};

/* Run `number` of a cell, from 1 on. */
static inline ad_training *ad_compare_run(const adrop_compare *c, size_t cell, size_t number)
{
    return &c->runs[c->n_choices + (number - 1) * c->n_cells + cell];
}

/* Lay out the runs: choices first, then the first run of every cell, the second, .. */
adrop_status ad_compare_plan_runs(adrop_compare *c);

/* The cell's technique with the settings of a candidate, kept by ctx. */
adrop_status ad_compare_candidate(adrop_ctx *ctx, const ad_cell *cell, const char *candidate,
                                  const char **text);

/* compare_rates.c: the candidates of how.choose_dropout_lr as texts, into rates. */
void ad_compare_rates(adrop_compare *c);

/* The rate of a candidate; 0 if the candidate is a setting of the technique. */
double ad_compare_rate(const char *candidate);

/* The candidate of a choice; "" of a run. */
static inline const char *ad_compare_candidate_of(const adrop_compare *c, const ad_training *r)
{
    return r->kind == AD_COMPARE_CHOICE ? c->cells[r->subject].choices[r->number] : "";
}

/* compare_choose.c: settle the choices whose runs are all done. */
adrop_status ad_compare_choose(adrop_compare *c);

/* The hooks that a call was given, or none at all for NULL. */
adrop_status ad_compare_hooks(const adrop_compare *c, const adrop_compare_hooks *given,
                              adrop_compare_hooks *hooks);

/* Fill in the cells' seconds_per_step from timing.json, if it is there. */
adrop_status ad_compare_read_times(adrop_compare *c);
adrop_status ad_compare_take_times(adrop_compare *c, const char *path, const char *text,
                                   size_t size); /* of the file's text */

/* A view of the data of a group, under the comparison's own seed. ctx is the calling thread's. */
adrop_status ad_compare_group_view(adrop_compare *c, adrop_ctx *ctx, const ad_group *g,
                                   adrop_data **out);

static inline int ad_compare_in(const adrop_compare *c, size_t cell, const ad_group *g)
{
    return &c->groups[c->cells[cell].group] == g;
}

/* The seconds of `steps` training steps of a cell, on rows that the data give, after two
 * more to warm up. */
adrop_status ad_compare_block(adrop_compare *c, adrop_ctx *ctx, const ad_cell *cell,
                              adrop_data *data, size_t steps, double *seconds);

#endif
