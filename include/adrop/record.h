/* Reading runs: the contents of run.json and metrics.jsonl of a run directory, read-only.
 *
 *     adrop_record *r;
 *
 *     adrop_record_open(ctx, "runs/first", &r);
 *     printf("%s %g\n", adrop_record_text(r, "settings.model"),
 *            adrop_record_number(r, "result.test_acc"));
 *     for (size_t i = 0; i < adrop_record_epochs(r); i++)
 *         printf("%g\n", adrop_record_epoch(r, i, "train_loss"));
 *     adrop_record_free(r);
 *
 * A value is named by keys joined by dots, as in docs/formats.md; list entries by their index:
 * "dropout.0.rate". */
#ifndef ADROP_RECORD_H
#define ADROP_RECORD_H

#include <stddef.h>

#include "adrop/context.h"
#include "adrop/export.h"
#include "adrop/status.h"

ADROP_BEGIN_DECLS

typedef struct adrop_record adrop_record;

/* ADROP_EIO or ADROP_EFORMAT if the folder contains no run; lines of metrics.jsonl that are not
 * JSON are skipped. ADROP_ENOMEM. *out is NULL after a failure. */
ADROP_API adrop_status adrop_record_open(adrop_ctx *ctx, const char *path, adrop_record **out);

/* NULL is fine. */
ADROP_API void adrop_record_free(adrop_record *r);

/* "done", "running", "interrupted", "failed"; "stopped": it was running, but no program is working
 * on it; or "damaged": it is done, but its metrics are shorter than recorded. */
ADROP_API const char *adrop_record_state(const adrop_record *r);

/* A value of run.json: a text, or NULL if it is not one; a number (or a text that is one, or yes
 * and no as 1 and 0), or NaN if it is not one. Texts live as long as the record. */
ADROP_API const char *adrop_record_text(const adrop_record *r, const char *name);
ADROP_API double adrop_record_number(const adrop_record *r, const char *name);

/* The name and text of setting i, in the order of the record: a listing; both NULL past the
 * last. */
ADROP_API int adrop_record_setting(const adrop_record *r, size_t i, const char **key,
                                   const char **value);

/* The number of epochs in metrics.jsonl, and values of epoch i, from 0. */
ADROP_API size_t adrop_record_epochs(const adrop_record *r);
ADROP_API double adrop_record_epoch(const adrop_record *r, size_t i, const char *name);
ADROP_API const char *adrop_record_epoch_text(const adrop_record *r, size_t i, const char *name);

/* Call found with the path of every run at or below a folder, sorted by path; links are not
 * followed. The trials of a search (adrop/tune.h) are found only if `folder` is at or below their
 * `trials` folder. ADROP_EIO if the folder cannot be read, ADROP_ENOMEM. */
ADROP_API adrop_status adrop_records_find(adrop_ctx *ctx, const char *folder,
                                          void (*found)(void *user, const char *path), void *user);

ADROP_END_DECLS

#endif
