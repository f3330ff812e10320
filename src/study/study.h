/* A study: trainings in a folder, of which later ones depend on what earlier ones came to. What
 * all studies share is here; comparisons, searches and prunings are planners on top of it
 * (planner_list.h), and have an ad_study as their first member.
 *
 *     ad_study_begin, ad_study_check    settings, data, what the folder has: nothing is written
 *     ad_study_review                   take the results that are there, as far as they go
 *     ad_study_go                       train what is missing
 *     ad_study_end
 *
 * A pass (review or go) asks the planner for the trainings that can be done now (next), looks at
 * their run directories, trains those that are missing in a pool, and hands the list back (reduce),
 * until nothing is listed. */
#ifndef AD_STUDY_STUDY_H
#define AD_STUDY_STUDY_H

#include "adrop/compare.h"
#include "adrop/train.h"
#include "base/context.h"
#include "base/file.h"
#include "base/json.h"
#include "study/launch.h"
#include "study/sets.h"

typedef struct ad_study ad_study;

enum { AD_SLUG_SIZE = 80 }; /* of the name of a folder, its zero included */

/* One run directory. */
typedef struct ad_training {
    size_t subject;      /* the planner's: of a cell, a trial, a round */
    size_t number;       /* the planner's: run, fold, candidate */
    int kind;            /* the planner's */
    size_t set;          /* of the data sets of the study */
    size_t from, epochs; /* trained already by earlier lists; until here, 0: to the end */
    uint64_t seed;
    const char *path;
    adrop_run_state state;
    int is_there;        /* nothing of it is to be trained */
    size_t had;          /* epochs on record, if the planner counts them */
    double value;        /* its result; NaN: none yet */
    adrop_status status; /* of training it; message says why it failed */
    char message[AD_MESSAGE_SIZE];
} ad_training;

/* How far a pass is, in trainings or, of planners by_epoch, in epochs. */
typedef struct ad_study_progress {
    size_t running;
    double seconds, done; /* since the pass began training */
} ad_study_progress;

typedef struct ad_planner {
    const char *what;   /* "comparison" */
    const char *verb;   /* "compare": there is nothing to compare on */
    const char *record; /* "compare.json" */
    const adrop_option *(*options)(void);
    int has_sets;  /* several data sets: its record has them by name */
    int by_epoch;  /* progress is in epochs */
    int is_strict; /* runs that are begun must fit; a file that cannot be read ends the study */

    /* The record: settings that the tables do not say; what the study says; what it said. NULL:
     * nothing. */
    void (*put_settings)(const ad_study *s, ad_json *b, json_t *settings);
    void (*put)(const ad_study *s, ad_json *b, json_t *record);
    adrop_status (*take)(ad_study *s, const json_t *record);

    /* A pass: to its beginning; the trainings whose dependencies are done, the planner's, none at
     * the end; what they came to. A list that is not whole after a review is the last. */
    void (*begin)(ad_study *s);
    adrop_status (*next)(ad_study *s, ad_training **list, size_t *n);
    adrop_status (*reduce)(ad_study *s, ad_training *list, size_t n);

    /* One training: how it differs from the study's settings; what its directory says, NULL: that
     * it is done is all; what must be there before; after an epoch, on its thread (not of workers).
     */
    adrop_status (*settings)(const ad_study *s, adrop_ctx *ctx, const ad_training *t,
                             ad_launch_task *task);
    adrop_status (*found)(ad_study *s, ad_training *t, const json_t *record);
    adrop_status (*prepare)(ad_study *s, ad_training *t);
    adrop_status (*epoch)(ad_study *s, const ad_training *t, const adrop_model *model,
                          const adrop_epoch *e);

    /* What is told: it moved (at: NULL when it has ended); it has ended. Under a lock. */
    void (*moved)(const ad_study *s, const ad_training *t, const adrop_progress *at,
                  const ad_study_progress *p);
    void (*ended)(ad_study *s, const ad_training *t, const adrop_train_result *result);
} ad_planner;

/* A data set that a study is on. */
typedef struct ad_study_set {
    const char *name;     /* as it was given */
    adrop_data_info info; /* its texts are kept by the context, or "" */
    json_t *identity;     /* of the data (train/data_record.h), owned */
    json_t *before;       /* that of the record, if it differs and that was allowed; owned */
} ad_study_set;

struct ad_study {
    adrop_ctx *ctx;
    const ad_planner *planner;
    const void *opts;   /* the planner's settings, of its table; the planner's */
    const char *folder; /* "out" of these */
    adrop_data_opts data;
    adrop_train_opts train;
    ad_sets open;      /* data sets that were read */
    ad_study_set *set; /* (n_sets), owned */
    size_t n_sets;
    size_t jobs;             /* trainings at once in this program */
    int run_threads;         /* of each; 0: its share of the context's */
    adrop_launch *launch;    /* workers of this pass; NULL: none */
    json_t *settings;        /* of the record, owned; NULL: not made yet */
    int lock;                /* of the folder; -1 */
    int is_given;            /* its data sets were open already: no worker has them */
    int is_training;         /* the pass is ad_study_go's */
    int is_changed;          /* what the record says is not what is in the file */
    double seconds;          /* of earlier pools of this pass */
    double done;             /* and what they did */
    int (*stop)(void *user); /* of this pass; NULL: nobody stops it */
    void *user;
};

/* -- The study (study.c) ----------------------------------------------------------------- */

/* Read settings over the defaults, open the list of data sets. opts and folder are the planner's
 * own, set before. To be ended in either case. */
adrop_status ad_study_begin(ad_study *s, adrop_ctx *ctx, const ad_planner *planner,
                            const adrop_data_opts *data, const adrop_train_opts *train);
void ad_study_end(ad_study *s);

/* Data sets that a program has opened. */
typedef struct ad_given {
    size_t n;
    const adrop_data *const *data; /* (n) */
} ad_given;

/* given.c: what such a study has in place of options of data: the name of the first set, and split;
 * NULL: as they were split, which must be alike. ADROP_EINVAL for none, for NULL among them, and
 * for two of one name. */
adrop_status ad_given_opts(adrop_ctx *ctx, const ad_given *given, const adrop_split_opts *split,
                           adrop_data_opts *out);

/* The sets themselves, once it has begun; NULL: its data are to be read. */
adrop_status ad_study_give(ad_study *s, const ad_given *given);

/* Put an open data set on the list. info: of the rows that trainings have; NULL: of these. */
adrop_status ad_study_add_set(ad_study *s, const char *name, const adrop_data *data,
                              const adrop_data_info *info);

/* Take what is there, or train. stop may be NULL, as launch. ADROP_EINTR when stop said so. */
adrop_status ad_study_review(ad_study *s);
adrop_status ad_study_go(ad_study *s, adrop_launch *launch, int (*stop)(void *user), void *user);

/* Trainings at once, and the threads of each. */
size_t ad_study_jobs(const ad_study *s);
int ad_study_threads(const ad_study *s);

/* A context with these threads that shares nothing with the study's but allocator, log, kernels and
 * plug-ins. */
adrop_status ad_study_context(const ad_study *s, adrop_log_fn *log, void *user, adrop_ctx **out);

/* How a training is trained: the study's settings, its folder, and what the planner says. */
adrop_status ad_study_settings(const ad_study *s, adrop_ctx *ctx, const ad_training *t,
                               ad_launch_task *task);

/* The rows of a training, as its task says. */
adrop_status ad_study_view(ad_study *s, adrop_ctx *ctx, const ad_launch_task *task,
                           adrop_data **out);

/* -- The pool (pool.c) ------------------------------------------------------------------- */

/* Train those of a list that are not there, `jobs` at once. A training depends on its settings and
 * threads, not on what is trained beside it; so jobs change times, not results. */
adrop_status ad_study_train(ad_study *s, ad_training *list, size_t n);

/* -- The record of the folder (record.c) ------------------------------------------------- */

/* Check what the folder has against the study, and take what its record says. */
adrop_status ad_study_check(ad_study *s);

/* The text of a record: of format 1, with settings; and its comparison with the study. */
adrop_status ad_study_parse(const ad_study *s, const char *text, size_t size, json_t **out);
adrop_status ad_study_match(ad_study *s, const json_t *record);

/* The record as it would be written now, and written: the folder is made and locked first. */
adrop_status ad_study_record(ad_study *s, json_t **out);
adrop_status ad_study_write(ad_study *s);

/* Unlock the folder, which is locked while a call works in it, not as long as the study lives. */
void ad_study_unlock(ad_study *s);

/* -- Runs that are there (finished.c, figures.c) ------------------------------------------ */

/* A run as a study wants it. */
typedef struct ad_wanted_run {
    const char *path;
    const adrop_data_opts *data;
    const adrop_train_opts *train; /* not resolved; NULL: not known yet */
    const ad_study_set *set;
    int allow_changed_data;
} ad_wanted_run;

/* What the run directory of a training has: state, and what the planner finds there. */
adrop_status ad_study_look(ad_study *s, ad_training *t);

/* ADROP_EINVAL or ADROP_EFORMAT if a run with this record was trained on other data, or with other
 * settings, than the one that is wanted. */
adrop_status ad_run_check(adrop_ctx *ctx, const ad_wanted_run *wanted, json_t *record);

/* Figures of a run that is done, from its metrics: of the last line, and the best. */
typedef struct ad_run_figures {
    double test, test_best, top5, val; /* accuracy or rmse; NaN: none */
    double micro_f1, macro_f1;         /* of sets of classes; NaN elsewhere */
    double rate, noise;                /* rate and noise level, averages over the dropout layers */
} ad_run_figures;
adrop_status ad_run_read(adrop_ctx *ctx, const char *path, ad_run_figures *figures);

/* -- Names and seeds (names.c) ----------------------------------------------------------- */

/* What a folder may be called after a text; a cut or altered text gets a sum behind it. */
char *ad_study_slug(const char *text, char slug[AD_SLUG_SIZE]);

/* The seed of run `number` of whatever is called name: the upper 32 bits of XXH3 of
 * "SEED/NAME/NUMBER", never 0. */
uint64_t ad_study_seed(size_t seed, const char *name, size_t number);

/* -- Planners (planner_list.h) ----------------------------------------------------------- */

#define AD_PLANNER(name) extern const ad_planner ad_planner_##name;
#include "study/planner_list.h"
#undef AD_PLANNER

#endif
