/* What a run's calibration (adrop/calibration.h) makes of predictions: sets and intervals, and with
 * --calibrated probabilities at its temperature, or standard deviations with the noise of values.
 */
#ifndef ADROP_CLI_PREDICT_CALIBRATION_H
#define ADROP_CLI_PREDICT_CALIBRATION_H

#include "adrop/calibration.h"

typedef struct predict_calibration {
    adrop_calibration *from; /* owned; NULL: none is used */
    double level;            /* of sets and intervals; 0: none */
    adrop_conformal_kind kind;
    int may_be_empty; /* sets */
    int calibrated;   /* probabilities and standard deviations, too */
    double temperature, noise;
} predict_calibration;

/* Open what is needed. */
adrop_status predict_calibration_open(adrop_ctx *ctx, const char *run, const adrop_model *model,
                                      size_t samples, predict_calibration *c);
/* Say on standard error that the run was calibrated, if none of that was asked for. */
void predict_calibration_tell(const char *run, const predict_calibration *c);
void predict_calibration_close(predict_calibration *c);

/* Sets or intervals of n rows, then mean (n, outputs) and std (n, outputs) themselves. classes is 0
 * for values. */
adrop_status predict_calibration_apply(const predict_calibration *c, size_t n, size_t classes,
                                       const uint32_t *numbers, double *mean, double *std,
                                       uint8_t *member, double *low, double *high);

#endif
