/* The run directory: its files, its lock, run.json. */
#ifndef AD_TRAIN_FOLDER_H
#define AD_TRAIN_FOLDER_H

#include "adrop/train.h"
#include "base/file.h"
#include "base/json.h"

typedef struct ad_folder {
    adrop_ctx *ctx;
    const char *path;
    int lock;       /* file descriptor of DIR/lock, held while a program works on it; -1: none */
    json_t *record; /* run.json, owned */
} ad_folder;

/* DIR/name. Returns text. */
char *ad_folder_file(const ad_folder *f, const char *name, char text[AD_PATH_SIZE]);

/* Make the directory or resume the run in it, and lock it. *existed: it contains a run.
 * ADROP_EEXIST if it does and resume is 0, if another program holds
 * the lock, if the directory holds files that are not a run's, or a run whose run.json is
 * lost: no file is overwritten. */
adrop_status ad_folder_open(adrop_ctx *ctx, const char *path, int resume, ad_folder *f,
                            int *existed);
/* Open read-only, without a lock. ADROP_EIO or ADROP_EFORMAT if there is no run. */
adrop_status ad_folder_read(adrop_ctx *ctx, const char *path, ad_folder *f);
void ad_folder_close(ad_folder *f);

/* Record the settings, the data and the model of a new run. data: how they were opened;
 * NULL: they come from no file. */
adrop_status ad_folder_describe(ad_folder *f, const adrop_data_opts *data,
                                const adrop_train_opts *train, const adrop_data *opened,
                                const adrop_model *model);

/* ADROP_EINVAL if the record's settings differ from this call's, ADROP_EFORMAT if its data
 * do; the message says which. Data may have moved. With train->allow_changed_data, other data
 * are recorded as "changed_data". More epochs, and another patience, are accepted and
 * recorded. */
adrop_status ad_folder_compare(ad_folder *f, const adrop_data_opts *data,
                               const adrop_train_opts *train, const adrop_data *opened);

/* Compares only the settings, except where the data are; data must be given. */
adrop_status ad_folder_compare_settings(ad_folder *f, const adrop_data_opts *data,
                                        const adrop_train_opts *train);

/* Set the status ("running", "done", "interrupted", "failed") and write run.json. */
adrop_status ad_folder_write(ad_folder *f, const char *state);

/* The same with "done", the result, and the number of epochs and bytes of metrics.jsonl, so that
 * a shorter file is known to be damaged. */
adrop_status ad_folder_write_done(ad_folder *f, const adrop_train_result *result,
                                  size_t metrics_bytes);

/* Read the settings of a record into options that hold the defaults; the context keeps their
 * texts. */
adrop_status ad_folder_settings(ad_folder *f, adrop_data_opts *data, adrop_train_opts *train);

/* The absolute path of the run's data, kept by the context; NULL: the record does not
 * have it. */
adrop_status ad_folder_data_path(ad_folder *f, const char **path);

#endif
