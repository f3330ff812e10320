/* The result of calibration, in memory; its file is RUN/calibration.json. */
#ifndef AD_EXPERIMENT_CALIBRATION_H
#define AD_EXPERIMENT_CALIBRATION_H

#include "adrop/calibration.h"
#include "base/json.h"

enum { AD_CALIBRATION_KINDS = 3 };

struct adrop_calibration {
    adrop_ctx *ctx;
    adrop_calibration_info info;
    double *scores[AD_CALIBRATION_KINDS]; /* (rows) ascending, owned: for classes, one per
                                             adrop_conformal_kind; for regression, the first */
    uint64_t model_sum;                   /* XXH3 of the model file */
};

/* The kinds of scores that exist for so many classes, and their names in the file. */
size_t ad_calibration_kinds(size_t classes);
const char *ad_calibration_kind_name(size_t classes, size_t kind);

/* calibration_file.c */
adrop_status ad_calibration_write(const adrop_calibration *c, const char *run,
                                  const json_t *identity);
adrop_status ad_calibration_read(adrop_ctx *ctx, const char *run, adrop_calibration *c);

#endif
