/* A comparison from within: groups (a data set with a network), cells (a technique in a
 * group), runs. */
#ifndef AD_STUDY_COMPARE_IMPL_H
#define AD_STUDY_COMPARE_IMPL_H

#include "adrop/compare.h"
#include "adrop/technique.h"
#include "base/context.h"
#include "base/json.h"
#include "study/shared.h"
#include "study/sets.h"

typedef struct ad_group {
    char data[ADROP_TEXT_SIZE], model[ADROP_TEXT_SIZE];
    char folder[ADROP_TEXT_SIZE]; /* within that of the comparison */
    adrop_task task;
    size_t epochs, batch, steps; /* resolved; steps of an epoch */
    size_t n_train, n_test;
    adrop_data_info info; /* under the comparison's own seed; its name is the one below */
    char name[ADROP_TEXT_SIZE];
    json_t *identity; /* of the data (train/identity.h), owned */
    json_t *before;   /* of the record, if it differs and that was allowed; owned */
} ad_group;

typedef struct ad_cell {
    size_t group;
    char asked[ADROP_TEXT_SIZE];
    char dropout[ADROP_TEXT_SIZE]; /* as it is trained; "" while a choice is open */
    char chosen[ADROP_TEXT_SIZE];  /* "beta=0.2 of 0.001, 0.1, .."; "" */
    int edge;                      /* -1, 1: it is the least, the greatest candidate */
    const char *const *choices;    /* candidates, ended by NULL; NULL: nothing is open */
    size_t first_choice, n_choices;
    double dropout_lr;       /* chosen; 0: that of the comparison */
    double seconds_per_step; /* NaN: not timed */
} ad_cell;

typedef struct ad_comparison_run {
    size_t cell, number; /* from 1 on; 0 for a choice */
    const char *candidate;
    uint64_t seed;
    char path[ADROP_TEXT_SIZE];
    adrop_run_state state;
    char message[AD_MESSAGE_SIZE];
} ad_comparison_run;

/* A row of the table and what it points to. */
typedef struct ad_comparison_row {
    adrop_compare_row shown;
    double *values; /* (runs) of the comparison, those that are done first */
    uint64_t *seeds;
    double *by_run; /* (runs), NaN where there is none */
} ad_comparison_row;

enum { AD_RATE_SIZE = 64 };

struct adrop_compare {
    adrop_ctx *ctx;
    adrop_compare_opts how;
    adrop_data_opts data;
    adrop_train_opts train;
    char data_dir[4096];
    ad_sets sets;
    ad_group *groups;        /* (n_groups) */
    ad_cell *cells;          /* (n_cells), those of a group together */
    ad_comparison_run *runs; /* (n_runs), choices first */
    size_t n_groups, n_cells, n_runs;
    size_t n_choices;        /* of the runs */
    int lock;                /* of the folder; -1 */
    ad_comparison_row *rows; /* (n_cells), NULL before the first table */
    adrop_metric metric;
    char rate_texts[ADROP_LIST_MAX][AD_RATE_SIZE];
    const char *rates[ADROP_LIST_MAX + 1]; /* "dropout-lr=0.001" and so on, ended by NULL */
};

/* Run `number` of a cell, from 1 on. */
static inline ad_comparison_run *ad_compare_run(const adrop_compare *c, size_t cell, size_t number)
{
    return &c->runs[c->n_choices + (number - 1) * c->n_cells + cell];
}

/* "beta", "advanced:mu=1,sigma=2" and so on from texts in which a comma may separate bare
 * names, "all" being every technique. */
adrop_status ad_compare_techniques(adrop_ctx *ctx, const adrop_texts *from, adrop_texts *to);

/* Lay out the runs: choices first, then the first run of every cell, the second, .. */
adrop_status ad_compare_plan_runs(adrop_compare *c);

/* The cell's technique with the settings of a candidate; 0 if that is too long a text, which
 * planning refuses. */
int ad_compare_candidate(const ad_cell *cell, const char *candidate, char text[ADROP_TEXT_SIZE]);

/* compare_rates.c: the candidates of how.choose_dropout_lr as texts, into rates. */
void ad_compare_rates(adrop_compare *c);

/* The rate of a candidate; 0 if the candidate is a setting of the technique. */
double ad_compare_rate(const char *candidate);

/* A run as the public sees it. */
adrop_planned_run ad_compare_shown(const adrop_compare *c, const ad_comparison_run *r);

/* Another number of epochs: drops of the rate keep their place in training; those that fall
 * together become one. */
void ad_compare_set_epochs(adrop_train_opts *train, size_t epochs);

/* The options that a run of the comparison is trained with. */
void ad_compare_settings(const adrop_compare *c, const ad_comparison_run *r, adrop_data_opts *data,
                         adrop_train_opts *train);

/* Look at the run directories: which are begun, which done. ADROP_EFORMAT if a run that is done
 * was trained on other data or if its metrics are not whole any more. */
adrop_status ad_compare_look(adrop_compare *c);

/* Settle the choices whose runs are all done. */
adrop_status ad_compare_choose(adrop_compare *c);

/* compare.json: ADROP_EINVAL if it is there with other settings; and written. */
adrop_status ad_compare_check_folder(adrop_compare *c);

/* What that consists of: where the record is, the settings that it must have (the caller's), and
 * the comparison of a record with them and with the data. */
ad_record_place ad_compare_place(const adrop_compare *c);
adrop_status ad_compare_head(const adrop_compare *c, json_t **settings);
adrop_status ad_compare_match(adrop_compare *c, const json_t *record, const json_t *settings);
adrop_status ad_compare_write_folder(adrop_compare *c);

/* The hooks that a call was given, or none at all for NULL. */
adrop_status ad_compare_hooks(const adrop_compare *c, const adrop_compare_hooks *given,
                              adrop_compare_hooks *hooks);

/* Do the runs [first, end) that are not done, `jobs` at once. */
adrop_status ad_compare_work(adrop_compare *c, size_t first, size_t end,
                             const adrop_compare_hooks *hooks);

/* Threads that each run has. */
int ad_compare_threads(const adrop_compare *c);

/* A context that shares nothing with its parent but allocator, log and kernels. */
adrop_status ad_compare_context(const adrop_compare *c, adrop_log_fn *log, void *user,
                                adrop_ctx **out);

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
