/* Pruning in rounds: train, rank, remove a share of the remaining units, rewind the rest, repeat.
 *
 *     adrop_prune_opts opts;
 *     adrop_data_opts data;
 *     adrop_train_opts train;
 *     adrop_pruning *p;
 *     adrop_prune_round round;
 *
 *     adrop_prune_opts_init(&opts);
 *     adrop_data_opts_init(&data);
 *     adrop_train_opts_init(&train);
 *     data.data = "digits";
 *     train.epochs = 5;
 *     *train.dropout = 0;                          what the criterion needs
 *     opts.criterion = "advanced";
 *     opts.rounds = 10;
 *     opts.out = "runs/small";
 *     adrop_prune_create(ctx, &opts, &data, &train, &p);
 *     adrop_prune_go(p, NULL);
 *     for (size_t i = 0; adrop_prune_round_at(p, i, &round); i++)
 *         printf("%zu: %g %% of %zu nodes\n", i, round.test, round.units);
 *     adrop_prune_free(p);
 *
 * This is Algorithm 1 of "Advanced Dropout": with the criterion `advanced`, units with the largest
 * dropout rates are removed, and the rest are trained again from their initial values. A unit is a
 * hidden node or a channel (adrop/units.h), which is physically removed from the network, or a
 * single weight, which stays zero.
 *
 * The folder holds
 *
 *     prune.json               the settings, the data, the rounds: no times, and only paths within
 *                              the folder, so that equal prunings give equal files
 *     starts/R.safetensors     the initial state of round R: a whole model
 *     rounds/R/                the run directory (train.h) of round R; round 0 is not pruned
 *
 * rounds/R/model.safetensors is an ordinary model file. A pruning that was stopped or killed is
 * resumed by the same call, to the same bits. The number of rounds may be increased. */
#ifndef ADROP_PRUNING_H
#define ADROP_PRUNING_H

#include <stddef.h>

#include "adrop/context.h"
#include "adrop/data.h"
#include "adrop/document.h"
#include "adrop/export.h"
#include "adrop/model.h"
#include "adrop/option.h"
#include "adrop/status.h"
#include "adrop/train.h"
#include "adrop/units.h"

ADROP_BEGIN_DECLS

/* -- Rounds ---------------------------------------------------------------------------- */

/* Settings; all but size are rows of adrop_prune_options(). */
typedef struct adrop_prune_opts {
    size_t size;           /* sizeof(adrop_prune_opts) */
    int unit;              /* an adrop_prune_unit; nodes */
    const char *criterion; /* "advanced" */
    double rate;           /* per cent of the remaining units that each round removes; 10 */
    size_t rounds;         /* after round 0; 0: 10, or as many as keep needs */
    double keep;           /* share of units in the last round; 1: not set. If rounds is set too,
                              the rate follows from both */
    int scope;             /* an adrop_prune_scope */
    const char *rewind;    /* "init", "epoch:K" (of round 0), "none" */
    int one_shot;          /* rank all rounds by round 0 */
    const char *out;       /* the folder; must be given */
} adrop_prune_opts;

ADROP_API void adrop_prune_opts_init_sized(adrop_prune_opts *opts, size_t size);
#define adrop_prune_opts_init(opts) adrop_prune_opts_init_sized((opts), sizeof *(opts))
ADROP_API const adrop_option *adrop_prune_options(void);

typedef struct adrop_pruning adrop_pruning;

/* Plan it: read the data, create the network, count the units of each round, and find the finished
 * rounds in the folder. out and resume of train are ignored; its dropout may be "": the
 * criterion's. ADROP_EINVAL, with a message, for contradictory settings, a network without hidden
 * nodes, a criterion that the technique or the network does not support, rounds that would empty a
 * layer or remove nothing, and a folder made with other settings. *out is NULL after a failure. */
ADROP_API adrop_status adrop_prune_create(adrop_ctx *ctx, const adrop_prune_opts *opts,
                                          const adrop_data_opts *data,
                                          const adrop_train_opts *train, adrop_pruning **out);

/* The same on an open data set, as adrop_compare_on. split: how its rows are split; NULL: as they
 * are. */
ADROP_API adrop_status adrop_prune_on(adrop_ctx *ctx, const adrop_prune_opts *opts,
                                      const adrop_data *data, const adrop_split_opts *split,
                                      const adrop_train_opts *train, adrop_pruning **out);

/* NULL is fine. */
ADROP_API void adrop_prune_free(adrop_pruning *p);

/* A round. Unknown values are NaN. */
typedef struct adrop_prune_round {
    size_t round; /* 0: not pruned */
    int is_done;
    size_t units;        /* nodes or weights in this round */
    double kept;         /* units divided by those of round 0 */
    double params;       /* learned, without those of techniques and without removed weights */
    double macs;         /* multiplications per row, without removed weights */
    double bytes;        /* of the model file */
    double test_before;  /* accuracy or RMSE on test rows after removing the units, before
                            rewinding */
    double test;         /* after training */
    double ms_per_batch; /* of inference; adrop_prune_time */
    double ms_per_input;
    double whole_ms_per_batch; /* of round 0, measured in alternation */
    double whole_ms_per_input;
    const char *run; /* its directory within the folder; lives as long as the pruning */
} adrop_prune_round;

/* Round i: a listing. */
ADROP_API int adrop_prune_round_at_sized(const adrop_pruning *p, size_t i, adrop_prune_round *round,
                                         size_t size);
#define adrop_prune_round_at(p, i, round)                                                          \
  adrop_prune_round_at_sized((p), (i), (round), sizeof *(round))

/* The state of a pruning. Texts live as long as the pruning. */
typedef struct adrop_prune_info {
    adrop_task task; /* regression: test is an RMSE */
    size_t rounds;   /* round 0 included */
    size_t done;
    size_t epochs, batch;        /* per round; rows per step, and of ms_per_batch */
    const char *unit;            /* "node", "weight" */
    const char *criterion;       /* its name */
    const char *dropout, *model; /* used for training round 0 */
} adrop_prune_info;

ADROP_API void adrop_prune_describe_sized(const adrop_pruning *p, adrop_prune_info *info,
                                          size_t size);
#define adrop_prune_describe(p, info) adrop_prune_describe_sized((p), (info), sizeof *(info))

/* The rounds as a document (document.h): one round or, with SIZE_MAX, all of them as a table, with
 * the results by share kept once there are some. */
ADROP_API adrop_status adrop_prune_document(const adrop_pruning *p, size_t round,
                                            adrop_document **out);

/* Progress of a pruning. */
typedef struct adrop_prune_progress {
    size_t round, rounds;     /* the current round; the last round */
    const adrop_progress *at; /* its progress */
    double done;              /* share of all epochs of all rounds */
    double seconds_left;      /* NaN at the start */
} adrop_prune_progress;

/* Members may be NULL. */
typedef struct adrop_prune_hooks {
    size_t size; /* sizeof(adrop_prune_hooks) */
    void *user;
    void (*progress)(void *user, const adrop_prune_progress *p);
    void (*round)(void *user, const adrop_prune_round *round); /* when it is done */
    int (*stop)(void *user);
} adrop_prune_hooks;

ADROP_API void adrop_prune_hooks_init_sized(adrop_prune_hooks *hooks, size_t size);
#define adrop_prune_hooks_init(hooks) adrop_prune_hooks_init_sized((hooks), sizeof *(hooks))

/* Do the rounds that are left. ADROP_EINTR if stop asked for it: the same call resumes. */
ADROP_API adrop_status adrop_prune_go(adrop_pruning *p, const adrop_prune_hooks *hooks);

/* Measure how long round i, which must be done, takes to predict a batch and a single row, in
 * alternation with round 0: the medians of `passes` passes. The result is not saved in the
 * folder. */
ADROP_API adrop_status adrop_prune_time(adrop_pruning *p, size_t i, size_t passes);

ADROP_END_DECLS

#endif
