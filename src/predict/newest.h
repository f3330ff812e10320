/* Which file of a run directory holds its model. */
#ifndef AD_PREDICT_NEWEST_H
#define AD_PREDICT_NEWEST_H

#include "base/file.h"
#include "base/lab.h"

/* FOLDER/model.safetensors or, if the run is not done, the checkpoint with the most steps
 * among those that verify; a log line names the others. ADROP_EIO if there is neither,
 * ADROP_EFORMAT if no checkpoint verifies. */
AD_LAB adrop_status ad_newest_file(adrop_ctx *ctx, const char *folder, char path[AD_PATH_SIZE]);

#endif
