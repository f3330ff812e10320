/* How good a model is on a part of the data, and whether an answer is right. */
#ifndef AD_TRAIN_MEASURE_H
#define AD_TRAIN_MEASURE_H

#include "adrop/train.h"

/* Sums over rows, in the units that are reported. */
typedef struct ad_score {
    size_t n;
    double loss;        /* sum over rows */
    double right, top5; /* rows */
    double square;      /* sum of squared errors, target's units */
} ad_score;

/* Add what n rows came to; outputs (n, width). mean_loss is the batch's. */
void ad_score_add(ad_score *s, const adrop_data_info *info, const adrop_data_batch *b,
                  const float *outputs, size_t width, double mean_loss);

/* In per cent, and the root of the mean square; NaN where they do not apply. */
double ad_score_acc(const ad_score *s, const adrop_data_info *info);
double ad_score_top5(const ad_score *s, const adrop_data_info *info);
double ad_score_rmse(const ad_score *s, const adrop_data_info *info);
double ad_score_loss(const ad_score *s);

/* Every row of batches once, without noise. */
adrop_status ad_measure(adrop_model *m, const adrop_data_info *info, adrop_batches *batches,
                        ad_score *score);

#endif
