/* A study: trainings in a folder, some of which depend on the results of earlier ones. The parts
 * common to all studies are here. Comparisons, searches and prunings are planners on top of it
 * (planner_list.h), with an ad_study as their first member.
 *
 *     ad_study_begin, ad_study_check    settings, data, contents of the folder; writes nothing
 *     ad_study_review                   take the existing results, as far as they go
 *     ad_study_go                       train what is missing
 *     ad_study_end
 *
 * A pass (review or go) asks the planner for the trainings that can run now (next), looks at their
 * run directories, trains the missing ones in a pool, and returns the list to the planner (reduce),
 * until the list is empty. */
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

enum { AD_SLUG_SIZE = 80 }; /* maximal size of a folder name, zero included */

/* One run directory. */
typedef struct ad_training {
    size_t subject;      /* planner's: index of a cell, a trial, a round */
    size_t number;       /* planner's: run, fold, candidate */
    int kind;            /* planner's */
    size_t set;          /* index of the data set */
    size_t from, epochs; /* epochs trained by earlier lists; last epoch, 0: to the end */
    uint64_t seed;
    const char *path;
    adrop_run_state state;
    int is_there;        /* nothing is left to train */
    size_t had;          /* epochs on record, if the planner counts them */
    double value;        /* its result; NaN: none yet */
    adrop_status status; /* status of training; message explains a failure */
    char message[AD_MESSAGE_SIZE];
} ad_training;

/* Progress of a pass, in trainings or, for planners by_epoch, in epochs. */
typedef struct ad_study_progress {
    size_t running;
    double seconds, done; /* since the pass began training */
} ad_study_progress;

typedef struct ad_planner {
    const char *what;   /* "comparison" */
    const char *verb;   /* "compare": there is nothing to compare on */
    const char *record; /* "compare.json" */
    const adrop_option *(*options)(void);
    int has_sets;  /* several data sets: the record lists them by name */
    int by_epoch;  /* progress is in epochs */
    int is_strict; /* begun runs must match; an unreadable file ends the study */

    /* The record: settings that are not in the tables; what the study adds; what to take from it.
     * NULL: nothing. */
    void (*put_settings)(const ad_study *s, ad_json *b, json_t *settings);
    void (*put)(const ad_study *s, ad_json *b, json_t *record);
    adrop_status (*take)(ad_study *s, const json_t *record);

    /* A pass: reset; list the trainings whose dependencies are done (owned by the planner, empty at
     * the end); take their results. In a review, the first incomplete list is the last. */
    void (*begin)(ad_study *s);
    adrop_status (*next)(ad_study *s, ad_training **list, size_t *n);
    adrop_status (*reduce)(ad_study *s, ad_training *list, size_t n);

    /* One training: its own settings; what its directory shows (NULL: only whether it is done);
     * what it needs before it starts; a call after each epoch, in its thread (not for workers). */
    adrop_status (*settings)(const ad_study *s, adrop_ctx *ctx, const ad_training *t,
                             ad_launch_task *task);
    adrop_status (*found)(ad_study *s, ad_training *t, const json_t *record);
    adrop_status (*prepare)(ad_study *s, ad_training *t);
    adrop_status (*epoch)(ad_study *s, const ad_training *t, const adrop_model *model,
                          const adrop_epoch *e);

    /* Messages: progress (at: NULL when it has ended), and the end. Called under a lock. */
    void (*moved)(const ad_study *s, const ad_training *t, const adrop_progress *at,
                  const ad_study_progress *p);
    void (*ended)(ad_study *s, const ad_training *t, const adrop_train_result *result);
} ad_planner;

/* A data set of the study. */
typedef struct ad_study_set {
    const char *name;     /* as it was given */
    adrop_data_info info; /* texts owned by the context, or "" */
    json_t *identity;     /* of the data (train/data_record.h), owned */
    json_t *before;       /* the record's, if it differs and that was allowed; owned */
} ad_study_set;

struct ad_study {
    adrop_ctx *ctx;
    const ad_planner *planner;
    const void *opts;   /* the planner's settings, as in its table; owned by the planner */
    const char *folder; /* "out" of opts */
    adrop_data_opts data;
    adrop_train_opts train;
    ad_sets open;      /* data sets that have been read */
    ad_study_set *set; /* (n_sets), owned */
    size_t n_sets;
    size_t jobs;             /* parallel trainings in this program */
    int run_threads;         /* of each training; 0: its share of the context's */
    adrop_launch *launch;    /* workers of this pass; NULL: none */
    json_t *settings;        /* of the record, owned; NULL: not made yet */
    int lock;                /* of the folder; -1 */
    int is_given;            /* the caller opened the data sets: no worker has them */
    int is_training;         /* the pass is an ad_study_go */
    int is_changed;          /* the record differs from its file */
    double seconds;          /* spent in earlier pools of this pass */
    double done;             /* work done in them */
    int (*stop)(void *user); /* of this pass; NULL: never stops */
    void *user;
};

/* -- The study (study.c) ----------------------------------------------------------------- */

/* Override the defaults with settings, create the list of data sets. The planner sets opts and
 * folder first. Call ad_study_end even after a failure. */
adrop_status ad_study_begin(ad_study *s, adrop_ctx *ctx, const ad_planner *planner,
                            const adrop_data_opts *data, const adrop_train_opts *train);
void ad_study_end(ad_study *s);

/* Data sets that a program has opened. */
typedef struct ad_given {
    size_t n;
    const adrop_data *const *data; /* (n) */
} ad_given;

/* given.c: options in place of those that read data: the name of the first set, and split; NULL:
 * the sets' own split, which must be the same for all. ADROP_EINVAL for no sets, NULL or equal
 * names. */
adrop_status ad_given_opts(adrop_ctx *ctx, const ad_given *given, const adrop_split_opts *split,
                           adrop_data_opts *out);

/* Add the sets themselves after ad_study_begin; NULL: the study reads its data. */
adrop_status ad_study_give(ad_study *s, const ad_given *given);

/* Add an open data set to the list. info: of the rows that trainings use; NULL: of data. */
adrop_status ad_study_add_set(ad_study *s, const char *name, const adrop_data *data,
                              const adrop_data_info *info);

/* Take existing results, or train. stop and launch may be NULL. ADROP_EINTR if stopped. */
adrop_status ad_study_review(ad_study *s);
adrop_status ad_study_go(ad_study *s, adrop_launch *launch, int (*stop)(void *user), void *user);

/* Number of parallel trainings, and the threads of each. */
size_t ad_study_jobs(const ad_study *s);
int ad_study_threads(const ad_study *s);

/* A context with these threads. It shares only allocator, log, kernels and plug-ins with the
 * study's. */
adrop_status ad_study_context(const ad_study *s, adrop_log_fn *log, void *user, adrop_ctx **out);

/* The settings of a training: those of the study, its folder, and the planner's changes. */
adrop_status ad_study_settings(const ad_study *s, adrop_ctx *ctx, const ad_training *t,
                               ad_launch_task *task);

/* The rows of a training, as its task describes them. */
adrop_status ad_study_view(ad_study *s, adrop_ctx *ctx, const ad_launch_task *task,
                           adrop_data **out);

/* -- The pool (pool.c) ------------------------------------------------------------------- */

/* Train the missing trainings of a list, `jobs` at once. A training depends on its settings and
 * threads, not on its neighbours: jobs change times, not results. */
adrop_status ad_study_train(ad_study *s, ad_training *list, size_t n);

/* -- The record of the folder (record.c) ------------------------------------------------- */

/* Check the folder against the study, and take the contents of its record. */
adrop_status ad_study_check(ad_study *s);

/* Parse the text of a record: format 1, with settings; and compare it with the study. */
adrop_status ad_study_parse(const ad_study *s, const char *text, size_t size, json_t **out);
adrop_status ad_study_match(ad_study *s, const json_t *record);

/* Build the record as of now, and write it: the folder is created and locked first. */
adrop_status ad_study_record(ad_study *s, json_t **out);
adrop_status ad_study_write(ad_study *s);

/* Unlock the folder. It is locked during a call that writes, not for the life of the study. */
void ad_study_unlock(ad_study *s);

/* -- Existing runs (finished.c, figures.c) ------------------------------------------------- */

/* A run as a study wants it. */
typedef struct ad_wanted_run {
    const char *path;
    const adrop_data_opts *data;
    const adrop_train_opts *train; /* not resolved; NULL: unknown yet */
    const ad_study_set *set;
    int allow_changed_data;
} ad_wanted_run;

/* Read the run directory of a training: its state, and what the planner finds there. */
adrop_status ad_study_look(ad_study *s, ad_training *t);

/* ADROP_EINVAL or ADROP_EFORMAT if the run of this record was trained on other data or with other
 * settings than wanted. */
adrop_status ad_run_check(adrop_ctx *ctx, const ad_wanted_run *wanted, json_t *record);

/* Figures of a finished run, from its metrics: the last line, and the best. */
typedef struct ad_run_figures {
    double test, test_best, top5, val; /* accuracy or rmse; NaN: none */
    double micro_f1, macro_f1;         /* multi-label data; NaN otherwise */
    double rate, noise;                /* means over the dropout layers: rate, noise level */
} ad_run_figures;
adrop_status ad_run_read(adrop_ctx *ctx, const char *path, ad_run_figures *figures);

/* -- Names and seeds (names.c) ----------------------------------------------------------- */

/* A folder name made from a text; a cut or changed text gets a hash appended. */
char *ad_study_slug(const char *text, char slug[AD_SLUG_SIZE]);

/* The seed of run `number` of name: the upper 32 bits of XXH3 of "SEED/NAME/NUMBER", never 0. */
uint64_t ad_study_seed(size_t seed, const char *name, size_t number);

/* -- Planners (planner_list.h) ----------------------------------------------------------- */

#define AD_PLANNER(name) extern const ad_planner ad_planner_##name;
#include "study/planner_list.h"
#undef AD_PLANNER

#endif
