/* The inside of a predictor. */
#ifndef AD_PREDICT_PREDICTOR_H
#define AD_PREDICT_PREDICTOR_H

#include "adrop/predict.h"
#include "base/lab.h"
#include "model/model.h"
#include "rows/schema.h"

struct adrop_predictor {
    adrop_ctx *ctx;
    adrop_model *model;
    int owns_model;
    int has_schema;
    ad_schema schema;  /* all zero without one */
    ad_shape shape;    /* of a raw row */
    float *x;          /* (batch, inputs), owned, as all below */
    float *scratch;    /* (ad_schema_room) */
    uint32_t *numbers; /* (batch) */
    double *row;       /* (outputs) */
};

/* Rows as the network reads them, or in one of the two raw forms. */
typedef struct ad_predict_rows {
    size_t n;
    const float *inputs;   /* (n, inputs): transformed already */
    const float *values;   /* (n, row) */
    const uint8_t *pixels; /* (n, row) */
    const uint32_t *row_numbers;
} ad_predict_rows;

/* passes.c: mean (n, outputs) and std (n, outputs) or NULL, as adrop_predictor_predict. */
AD_LAB adrop_status ad_predictor_passes(adrop_predictor *p, const ad_predict_rows *rows,
                                        size_t samples, double *mean, double *std);

#endif
