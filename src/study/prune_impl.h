/* Internals of a pruning: the planned counts, the rounds, the files that they start from. */
#ifndef AD_STUDY_PRUNE_IMPL_H
#define AD_STUDY_PRUNE_IMPL_H

#include "adrop/pruning.h"
#include "base/file.h"
#include "base/json.h"
#include "prune/choose.h"
#include "study/study.h"

enum { AD_MOST_ROUNDS = 1000, AD_REWIND_NONE = -1 };

/* A round and its results. */
typedef struct ad_prune_round {
    size_t units;  /* how many it has */
    size_t *group; /* (groups.n), owned: per group, where layers have quotas of their own */
    int is_done, is_counted; /* is_counted: params, macs and bytes are known */
    double before, test;     /* result on test rows, before and after training; NaN */
    double params, macs, bytes;
    double ms[4]; /* per batch, per input; then both for round 0 */
    char run[32]; /* "rounds/3" */
} ad_prune_round;

struct adrop_pruning {
    ad_study study; /* with the resolved training settings of round 0 */
    adrop_ctx *ctx;
    adrop_prune_opts opts;
    const ad_criterion *criterion;
    long rewind; /* an epoch of round 0, or AD_REWIND_NONE */
    double rate; /* share removed per round */
    adrop_data *rows;
    adrop_data_info info;
    ad_groups groups;       /* of round 0 */
    ad_prune_round *rounds; /* (n_rounds), owned */
    size_t n_rounds;        /* round 0 included */
    ad_training training;   /* of the current round */
    size_t at, first;       /* current round; first round that this call trains */
    const adrop_prune_hooks *hooks;
    int is_rewind_lost; /* the weights to rewind to could not be written */
};

/* prune_plan.c: the number of units of each round. ADROP_EINVAL if a layer would become empty. */
adrop_status ad_prune_plan(adrop_pruning *p);

/* How many units to remove from round `from` to arrive at the counts of round `to`. */
void ad_prune_quota(const adrop_pruning *p, size_t from, size_t to, size_t *of_group,
                    ad_quota *quota);

/* prune_start.c: paths in the folder; the file that a round starts from, made if missing. */
adrop_status ad_prune_path(const adrop_pruning *p, const char *format, size_t round,
                           const char **path);
adrop_status ad_prune_initial(adrop_pruning *p, adrop_model **out);
adrop_status ad_prune_start(adrop_pruning *p, size_t round);

/* Open a model file of the folder, with memory for one batch. */
adrop_status ad_prune_open_model(const adrop_pruning *p, const char *path, adrop_model **out);

/* prune_rounds.c */

/* Remove the checkpoints of a finished round: the next round only reads its model. Also done for
 * rounds of an earlier command, which may have been killed before it got here. */
void ad_prune_clean(const adrop_pruning *p, size_t round);

adrop_prune_round ad_prune_shown(const adrop_pruning *p, size_t round);

/* "node", "weight". */
extern const char *const ad_prune_units[];

#endif
