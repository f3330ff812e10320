/* Predictions as lines of CSV or JSON, or as an array of NumPy. */
#ifndef ADROP_CLI_PREDICT_SHOW_H
#define ADROP_CLI_PREDICT_SHOW_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

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

#endif
