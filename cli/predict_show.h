/* Output of `adrop predict`, and calibrated sets and intervals. */
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
    size_t rows;            /* to be shown */
    int has_std;            /* 0: standard deviations stay empty */
    const adrop_data *data; /* gives the names of classes */
    size_t classes;         /* 0: regression */
    size_t targets;         /* values per input; 0: classes */
    int has_promise;        /* 1: show sets or intervals */
    int several;            /* 1: multi-label */
} predict_view;

/* The prediction of one input. */
typedef struct predicted {
    const double *mean, *std; /* (classes), or (targets) */
    const uint8_t *member;    /* (classes): its conformal set */
    double low, high;         /* one target: its interval */
} predicted;

/* The header of a CSV table or of a (rows, outputs) array of doubles; nothing for JSON. */
void predict_show_header(const predict_view *view);

void predict_show(const predict_view *view, size_t input, const predicted *p);

/* -- Calibration of predictions (adrop/calibration.h): sets and intervals and, with --calibrated,
 * probabilities at its temperature, or standard deviations that include the noise. */

typedef struct predict_calibration {
    adrop_calibration *from; /* owned; NULL: not used */
    double level;            /* of sets and intervals; 0: none */
    adrop_conformal_kind kind;
    int may_be_empty; /* for sets */
    int calibrated;   /* probabilities and standard deviations are, too */
    double temperature, noise;
} predict_calibration;

/* Read the calibration, if needed. */
adrop_status predict_calibration_open(adrop_ctx *ctx, const char *run, const adrop_model *model,
                                      size_t samples, predict_calibration *c);
/* Mention on standard error that the run has a calibration, if it was not used. */
void predict_calibration_tell(const char *run, const predict_calibration *c);
void predict_calibration_close(predict_calibration *c);

/* Compute sets or intervals of n rows, then adjust mean (n, outputs) and std (n, outputs). classes
 * is 0 for values. */
adrop_status predict_calibration_apply(const predict_calibration *c, size_t n, size_t classes,
                                       const uint32_t *numbers, double *mean, double *std,
                                       uint8_t *member, double *low, double *high);

#endif
