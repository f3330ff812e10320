/* A pruning from within: the plan of counts, the rounds, the files that they start from. */
#ifndef AD_STUDY_PRUNE_IMPL_H
#define AD_STUDY_PRUNE_IMPL_H

#include "adrop/pruning.h"
#include "base/file.h"
#include "base/json.h"
#include "prune/choose.h"
#include "study/study.h"

enum { AD_MOST_ROUNDS = 1000, AD_REWIND_NONE = -1 };

/* A round, and what is known of it. */
typedef struct ad_prune_round {
    size_t units;  /* that it has */
    size_t *group; /* (groups.n), owned: of each group, where layers have quotas of their own */
    int is_done, is_counted; /* the second: params, macs and bytes are known */
    double before, test;     /* on test rows; NaN */
    double params, macs, bytes;
    double ms[4]; /* a batch, an input; the same of round 0 */
    char run[32]; /* "rounds/3" */
} ad_prune_round;

struct adrop_pruning {
    ad_study study; /* its training settings are those of round 0, resolved */
    adrop_ctx *ctx;
    adrop_prune_opts opts;
    const ad_criterion *criterion;
    long rewind; /* epochs of round 0; AD_REWIND_NONE */
    double rate; /* a share */
    adrop_data *rows;
    adrop_data_info info;
    ad_groups groups;       /* of round 0 */
    ad_prune_round *rounds; /* (n_rounds), owned */
    size_t n_rounds;        /* round 0 included */
    ad_training training;   /* of the round that a pass is at */
    size_t at, first;       /* that round; the first one that this call trains */
    const adrop_prune_hooks *hooks;
    int is_rewind_lost; /* what survivors are rewound to could not be written */
};

/* prune_plan.c: how many units each round has. ADROP_EINVAL if a layer would be emptied. */
adrop_status ad_prune_plan(adrop_pruning *p);

/* How many go from what round `from` has, so that round `to` has what it is to have. */
void ad_prune_quota(const adrop_pruning *p, size_t from, size_t to, size_t *of_group,
                    ad_quota *quota);

/* prune_start.c: paths within the folder; what a round starts from, made if it is not there. */
adrop_status ad_prune_path(const adrop_pruning *p, const char *format, size_t round,
                           const char **path);
adrop_status ad_prune_initial(adrop_pruning *p, adrop_model **out);
adrop_status ad_prune_start(adrop_pruning *p, size_t round);

/* A model of the folder, with room for the rows of a step. */
adrop_status ad_prune_open_model(const adrop_pruning *p, const char *path, adrop_model **out);

/* prune_rounds.c */

/* Remove the checkpoints of a round that is done: its model is what the next one reads. Also of one
 * that an earlier command has trained, which may have been killed before it came to this. */
void ad_prune_clean(const adrop_pruning *p, size_t round);

adrop_prune_round ad_prune_shown(const adrop_pruning *p, size_t round);

/* "node", "weight". */
extern const char *const ad_prune_units[];

#endif
