/* What experiments share besides their pool and their data sets: names and seeds of runs, records
 * of folders, and runs that are there already. */
#ifndef AD_STUDY_SHARED_H
#define AD_STUDY_SHARED_H

#include "adrop/train.h"
#include "base/json.h"

/* -- Names and seeds (names.c) --------------------------------------------------------- */

/* What a folder may be called after a text; a cut or altered text gets a sum behind it. */
char *ad_experiment_slug(const char *text, char *slug, size_t size);

/* The seed of run `number` of whatever is called name: the upper 32 bits of XXH3 of
 * "SEED/NAME/NUMBER", never 0. */
uint64_t ad_experiment_seed(size_t seed, const char *name, size_t number);

/* -- The record of a folder (record.c) ------------------------------------------------- */

/* An experiment's folder and the file in it that has the experiment's settings. */
typedef struct ad_record_place {
    adrop_ctx *ctx;
    const char *folder, *file; /* "runs/a", "compare.json" */
    const char *what;          /* "comparison", for sentences */
} ad_record_place;

/* The rows of a table that are not free, as texts, behind those that `to` has; but for those of
 * names that the study's own table has (NULL: none). */
void ad_record_put_rows(ad_json *b, json_t *to, const adrop_option *rows, const void *from,
                        const adrop_option *study);

/* The record, checked to be of format 1 and to have settings; *out is NULL if there is none.
 * ADROP_EEXIST if there is none, but files of somebody else. Released by the caller. */
adrop_status ad_record_read(const ad_record_place *place, json_t **out);

/* The same of the text of the record's file. */
adrop_status ad_record_parse(const ad_record_place *place, const char *text, size_t size,
                             json_t **out);

/* ADROP_EINVAL if a setting of now has another value in the record. */
adrop_status ad_record_compare(const ad_record_place *place, const json_t *record,
                               const json_t *now);

/* What an experiment on one data set puts at the head of its record. */
typedef struct ad_record_head {
    size_t threads;         /* of a run */
    json_t *settings;       /* those that a later call must share */
    json_t *identity;       /* of the data (train/identity.h) */
    json_t *before;         /* the identity when the folder was begun, if the data have changed */
    int allow_changed_data; /* or refuse them */
} ad_record_head;

/* A check that the settings and data of a record are those of the head. Sets the head's `before` if
 * the data are not, and that is allowed. */
adrop_status ad_record_match(const ad_record_place *place, const json_t *record,
                             ad_record_head *head);

/* The record of the folder (*out, NULL if there is none, released by the caller), after that check.
 */
adrop_status ad_record_check(const ad_record_place *place, ad_record_head *head, json_t **out);

/* A new record with format, versions, settings and data. */
json_t *ad_record_begin(ad_json *b, const ad_record_place *place, const ad_record_head *head);

/* Write the record into its folder, in place of the one that is there. */
adrop_status ad_record_write(const ad_record_place *place, const json_t *record);

/* Make the folder if it is not there, lock it, and remove what a killed program left. */
adrop_status ad_record_lock(const ad_record_place *place, int *lock);

/* -- Runs that are there (finished.c, figures.c) ----------------------------------------- */

/* A run as an experiment wants it. */
typedef struct ad_wanted_run {
    const char *path;
    const adrop_data_opts *data;
    const adrop_train_opts *train; /* not resolved; NULL: not known yet */
    const adrop_data_info *info;   /* of the data */
    const json_t *identity;        /* of the data (train/identity.h) */
    int allow_changed_data;
} ad_wanted_run;

/* The record of a run that is there; *out is NULL if there is none, or none that can be read.
 * Released by the caller. */
adrop_status ad_run_record(adrop_ctx *ctx, const char *folder, int *exists, json_t **out);

/* Does the record say so? */
int ad_run_is_done(const json_t *record);

/* ADROP_EINVAL or ADROP_EFORMAT if a run with this record was trained on other data, or with other
 * settings, than the one that is wanted. */
adrop_status ad_run_check(adrop_ctx *ctx, const ad_wanted_run *wanted, json_t *record);

/* The same for one that is done, whose metrics must also be as long as they were. */
adrop_status ad_run_check_done(adrop_ctx *ctx, const ad_wanted_run *wanted, json_t *record);

/* Figures of a run that is done, from its metrics: of the last line, and the best. */
typedef struct ad_run_figures {
    double test, test_best, top5, val; /* accuracy or rmse; NaN: none */
    double micro_f1, macro_f1;         /* of sets of classes; NaN elsewhere */
    double rate, noise;                /* rate and noise level, averages over the dropout layers */
} ad_run_figures;
adrop_status ad_run_read(adrop_ctx *ctx, const char *path, ad_run_figures *figures);

#endif
