/* What `adrop predict` prints, and the promise that it calibrates. */
#ifndef ADROP_CLI_PREDICT_SHOW_H
#define ADROP_CLI_PREDICT_SHOW_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "adrop/calibration.h"
#include "adrop/data.h"

typedef enum predict_format { PREDICT_CSV, PREDICT_JSON, PREDICT_NPY } predict_format;

typedef struct predict_view {
    adrop_ctx *ctx;
    FILE *file;
    predict_format format;
    size_t rows;            /* that will be shown */
    int has_std;            /* 0: standard deviations are left empty */
    const adrop_data *data; /* names of the classes */
    size_t classes;         /* 0: regression */
    size_t targets;         /* values of an input; 0: classes */
    int has_promise;        /* 1: sets or intervals are shown */
    int several;            /* 1: an input may have several classes, or none */
} predict_view;

/* What is said of one input. */
typedef struct predicted {
    const double *mean, *std; /* (classes), or (targets) */
    const uint8_t *member;    /* (classes): its conformal set */
    double low, high;         /* one target: its interval */
} predicted;

/* The header of a CSV table or of an array (rows, outputs) of doubles; nothing for JSON. */
void predict_show_header(const predict_view *view);

void predict_show(const predict_view *view, size_t input, const predicted *p);

/* -- What a run's calibration (adrop/calibration.h) makes of predictions: sets and intervals, and
 * with
 * --calibrated probabilities at its temperature, or standard deviations with the noise of values.
 */

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
