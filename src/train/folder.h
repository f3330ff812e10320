/* The run directory: its files, its lock, run.json. */
#ifndef AD_TRAIN_FOLDER_H
#define AD_TRAIN_FOLDER_H

#include "adrop/train.h"
#include "base/file.h"
#include "base/json.h"

typedef struct ad_folder {
    adrop_ctx *ctx;
    const char *path;
    int lock;       /* file descriptor of DIR/lock, held while a program works on it; -1 */
    json_t *record; /* run.json, owned */
} ad_folder;

/* DIR/name. Returns text. */
char *ad_folder_file(const ad_folder *f, const char *name, char text[AD_PATH_SIZE]);

/* Make the directory or resume the one that is there, and lock it. *existed says
 * whether a run is in it. ADROP_EEXIST if one is and resume is 0, if another program holds
 * the lock, if the directory holds files that are not a run's, or a run whose run.json is
 * lost: nothing of anybody is overwritten. */
adrop_status ad_folder_open(adrop_ctx *ctx, const char *path, int resume, ad_folder *f,
                            int *existed);
/* Only to read; no lock. ADROP_EIO or ADROP_EFORMAT if there is no run. */
adrop_status ad_folder_read(adrop_ctx *ctx, const char *path, ad_folder *f);
void ad_folder_close(ad_folder *f);

/* Put the settings, the data and the model of a new run on record. data: how they were opened;
 * NULL: they are no file's. */
adrop_status ad_folder_describe(ad_folder *f, const adrop_data_opts *data,
                                const adrop_train_opts *train, const adrop_data *opened,
                                const adrop_model *model);

/* ADROP_EINVAL if the record's settings are not those of this call, ADROP_EFORMAT if its data are
 * not; the message says which. Data may have moved. Where train->allow_changed_data, other data
 * are put on record as "changed_data". More epochs, and another patience, are fine: the record
 * says so from then on. */
adrop_status ad_folder_compare(ad_folder *f, const adrop_data_opts *data,
                               const adrop_train_opts *train, const adrop_data *opened);

/* The settings alone, but for where the data are; how they are opened must be given. */
adrop_status ad_folder_compare_settings(ad_folder *f, const adrop_data_opts *data,
                                        const adrop_train_opts *train);

/* Set the status ("running", "done", "interrupted", "failed") and write run.json. */
adrop_status ad_folder_write(ad_folder *f, const char *state);

/* The same with "done", the result, and how many epochs and bytes metrics.jsonl has: one that does
 * not reach there any more is known to be damaged. */
adrop_status ad_folder_write_done(ad_folder *f, const adrop_train_result *result,
                                  size_t metrics_bytes);

/* The settings of a record, into options that hold the defaults; their texts are kept by the
 * context. */
adrop_status ad_folder_settings(ad_folder *f, adrop_data_opts *data, adrop_train_opts *train);

/* Where the data of the run were, from the root on, kept by the context; NULL: the record does not
 * say. */
adrop_status ad_folder_data_path(ad_folder *f, const char **path);

#endif
