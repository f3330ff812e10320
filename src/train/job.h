/* A run by the ranks of a job (adrop/comm.h): all must have the same settings and data; rank 0
 * writes the run directory. All calls do nothing in a single process. */
#ifndef AD_TRAIN_JOB_H
#define AD_TRAIN_JOB_H

#include "adrop/train.h"
#include "base/json.h"
#include "trainer/trainer.h"

/* Does this process write the run directory? */
int ad_job_is_first(const adrop_ctx *ctx);

/* ADROP_EINVAL if another rank has another version, other kernels, settings or data; the sentence
 * names the rank, its host and the difference. */
adrop_status ad_job_check(adrop_ctx *ctx, const adrop_train_opts *opts, const adrop_data *data);

/* Should all ranks stop? Yes if any rank has wished it; wish: this rank does. */
int ad_job_stops(const adrop_ctx *ctx, int wish);

/* Tell the other ranks that this one has failed. Returns status. */
adrop_status ad_job_fail(adrop_ctx *ctx, adrop_status status);

/* Write the number of ranks and their library into a record. */
void ad_job_put(ad_json *b, json_t *record, const adrop_ctx *ctx);

#endif
