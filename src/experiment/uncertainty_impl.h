/* Internals of an assessment of uncertainty: predictions of three groups of rows, stored once for
 * all measures, and the results. */
#ifndef AD_EXPERIMENT_UNCERTAINTY_IMPL_H
#define AD_EXPERIMENT_UNCERTAINTY_IMPL_H

#include "adrop/predict.h"
#include "adrop/train.h"
#include "adrop/uncertainty.h"
#include "base/json.h"

/* Rows with their predictions. The arrays are owned. */
typedef struct ad_assessed {
    size_t n;
    uint32_t *rows;                   /* (n): row numbers in the data set */
    uint32_t *truth;                  /* (n); NULL: regression, or unknown */
    double *target;                   /* (n); NULL: classes */
    double *mean, *std;               /* (n, outputs) */
    double *score[ADROP_N_RANKED_BY]; /* (n): largest probability, entropy, .. */
    double *expected_entropy;         /* (n) */
} ad_assessed;

struct adrop_uncertainty {
    adrop_ctx *ctx;
    adrop_uncertainty_opts opts;
    const adrop_uncertainty_hooks *hooks; /* valid during create, like the next line */
    const adrop_data *rows, *ood_rows, *calibration_rows; /* open data; NULL: as opts say */
    size_t done, all;                                     /* rows predicted, for progress */
    size_t outputs; /* measured outputs: the classes, or one target */
    size_t target;  /* index of that target */
    ad_assessed measured, calibration, ood;
    adrop_uncertainty_info info;
    char **names; /* (classes) owned, classification only */
    size_t *confusion;
    double *bin_confidence, *bin_share; /* (bins) */
    size_t *bin_rows;
    /* of a single run, for its calibration.json */
    json_t *identity; /* of the calibration rows' data, owned */
    const char *run;
    uint64_t model_sum;
};

/* A member of an ensemble: its model, and its view of the rows. */
typedef struct ad_member {
    const char *path;
    adrop_run *run, *ood, *calibration; /* ood, calibration: NULL if not used */
    adrop_predictor *predictor;
    adrop_data_info info;
    size_t width;  /* outputs of the network */
    size_t target; /* regression: index of the measured output */
} ad_member;

/* uncertainty_choose.c: choose the rows, using the first member. */
adrop_status ad_uncertainty_choose(adrop_uncertainty *u, const ad_member *first);
/* Every member must have the same classes, and must not have trained on the rows. */
adrop_status ad_uncertainty_check_member(const adrop_uncertainty *u, const ad_member *first,
                                         const ad_member *m);

/* uncertainty_rows.c: predict with all members, and average. */
adrop_status ad_uncertainty_predict(adrop_uncertainty *u, size_t n, const char *const *runs);

/* uncertainty_classes.c, uncertainty_values.c: measure the predictions. */
adrop_status ad_uncertainty_measure_classes(adrop_uncertainty *u);
adrop_status ad_uncertainty_measure_values(adrop_uncertainty *u);

/* calibration_file.c: XXH3 of the run's model file. */
adrop_status ad_calibration_model_sum(adrop_ctx *ctx, const char *run, uint64_t *sum);

#endif
