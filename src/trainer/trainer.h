/* The inside of a trainer. */
#ifndef AD_TRAINER_TRAINER_H
#define AD_TRAINER_TRAINER_H

#include "adrop/trainer.h"
#include "base/lab.h"
#include "model/model.h"
#include "optim/schedule.h"
#include "trainer/score.h"
#include "trainer/strength.h"

enum { AD_PARTS = 3 }; /* train, validation, test */

/* The position in training between two steps: together with the weights and the optimiser's state
 * all that a checkpoint needs. */
typedef struct ad_trainer_state {
    size_t step;           /* steps done, all epochs */
    size_t epoch, batch;   /* epochs done, batches done of the current one */
    size_t since_best;     /* epochs since the best validation result */
    ad_score score;        /* of the epoch so far, with noise */
    double extra;          /* sum over rows of the extra losses */
    double best, best_val; /* test and validation results; NaN: none yet */
    double last;           /* test result of the last epoch; NaN: none yet */
    double epoch_seconds, seconds;
    size_t responses; /* responses that moved parameters (model/response.h) */
    size_t has_best;  /* 1: the model has the best epoch's weights, ad_best_weights the last's */
} ad_trainer_state;

/* Every row of a batch twice, for R-Drop; NULL without it. */
typedef struct ad_pairs {
    float *x;        /* (2 batch, units) */
    int32_t *labels; /* (2 batch) */
    float *weights;  /* (2 batch) */
    float *outputs;  /* (batch, width): of the first row of each pair */
} ad_pairs;

/* Training rows that are withheld to judge responses; all zero if there are none. */
typedef struct ad_judges {
    uint32_t *rows; /* (n_rest + n), owned: training rows, then judging rows, each ascending */
    size_t n_rest, n;
    adrop_batches *batches; /* owned: of the judging rows */
    size_t next;            /* index of the response that takes their next batch */
} ad_judges;

/* The weights that the model does not have: the best epoch's, or when training is done the last's;
 * NULL without keep_best. */
typedef struct ad_best_weights {
    void *params, *buffers; /* owned, in the model's layout */
} ad_best_weights;

struct adrop_trainer {
    adrop_ctx *ctx;
    adrop_trainer_opts opts;
    adrop_trainer_hooks hooks;
    const adrop_data *data; /* not owned */
    adrop_data_info info;
    adrop_model *model;
    int owns_model;
    ad_schedule schedule;
    ad_strength strength;           /* of dropout */
    adrop_batches *steps;           /* training batches: shuffled, augmented */
    adrop_batches *parts[AD_PARTS]; /* in order, not augmented; NULL: no rows */
    size_t width;                   /* outputs */
    ad_pairs pairs;                 /* of R-Drop */
    ad_judges judges;
    ad_best_weights best;
    uint32_t *row_numbers;  /* (batch), owned: 0, 1, ..; NULL without responses */
    ad_score *shard_scores; /* (shards), owned: scores of a step */
    ad_trainer_state state;
    int begun;         /* steps is positioned at batch state.batch of epoch state.epoch */
    double rate_start; /* clock and rows since the trainer was made, for progress */
    size_t rate_rows;
};

/* adrop_trainer_create; saves: count the memory for writing checkpoints. */
AD_LAB adrop_status ad_trainer_open(adrop_ctx *ctx, const adrop_data *data,
                                    const adrop_model_opts *model, const adrop_trainer_opts *opts,
                                    int saves, adrop_trainer **out);

/* The model's options for such rows. The texts are the given ones. */
AD_LAB adrop_model_opts ad_trainer_model_opts(const adrop_data_info *data,
                                              const adrop_trainer_opts *opts,
                                              const adrop_model_opts *model);

/* Evaluate all rows of a part, without noise; an empty part gives zeros. */
adrop_status ad_trainer_score(adrop_trainer *t, adrop_part part, ad_score *score);

/* Add the scores of a step's rows to the epoch's sums (ranks.c): shard by shard, whichever rank
 * computed them. */
adrop_status ad_trainer_score_step(adrop_trainer *t, const adrop_batch *b,
                                   const adrop_data_batch *rows, const float *outputs, double loss);

/* Divide the rows among the ranks of a job, if there is one; and give all ranks the weights, the
 * optimiser's state and the position in training of rank 0. */
void ad_trainer_share(adrop_trainer *t);
AD_LAB adrop_status ad_trainer_spread(adrop_trainer *t);

/* End the epoch, evaluated or not, and begin the next. */
void ad_trainer_next_epoch(adrop_trainer *t);

/* R-Drop (pairs.c): allocate the pairs of a batch; fill them from its rows; get the outputs of the
 * first row of each pair. */
adrop_status ad_pairs_create(adrop_trainer *t);
void ad_pairs_fill(adrop_trainer *t, const adrop_data_batch *rows, adrop_batch *b);
const float *ad_pairs_outputs(adrop_trainer *t, size_t rows);

/* Responses (response.c): allocate what they need; run a response before a step on these rows with
 * this learning rate, if one is due. *other: the batch that judged, or the rows themselves. */
adrop_status ad_trainer_start_responses(adrop_trainer *t);
adrop_status ad_trainer_respond(adrop_trainer *t, const adrop_data_batch *rows, double lr,
                                adrop_data_batch *other);

/* Judges (judges.c): choose them, if asked for, which leaves t->info.n_train rows; open the
 * batches of the other rows and of the judges; get the batch that judges at this step. */
adrop_status ad_judges_choose(adrop_trainer *t);
adrop_status ad_judges_open(adrop_trainer *t, const adrop_batches_opts *of_steps);
adrop_status ad_judges_take(adrop_trainer *t, adrop_data_batch *rows);
void ad_judges_free(adrop_trainer *t);

/* The best weights (best_weights.c). create: allocate them. keep: copy the weights of the epoch
 * just evaluated, the best so far. settle: set the model for the position in training: to the best
 * weights if it is done, with the strength of the last step. leave: back to the last weights, for
 * another step. */
adrop_status ad_best_create(adrop_trainer *t);
void ad_best_keep(adrop_trainer *t);
adrop_status ad_best_settle(adrop_trainer *t);
void ad_best_leave(adrop_trainer *t);
void ad_best_free(adrop_trainer *t);

/* Set the strength of the model's dropout for the step after `step` steps. */
adrop_status ad_trainer_strengthen(adrop_trainer *t, size_t step);

/* The schedule's factor of the rates at batch `batch` of this epoch. */
double ad_trainer_factor(const adrop_trainer *t, size_t batch);

#endif
