/* The quality of a model on rows: sums over them, and the results. */
#ifndef AD_TRAINER_SCORE_H
#define AD_TRAINER_SCORE_H

#include "adrop/trainer.h"
#include "base/lab.h"

/* Sums over rows, in the units that are reported. */
typedef struct ad_score {
    size_t n;
    double loss;        /* sum over rows */
    double right, top5; /* numbers of rows */
    double square;      /* sum of squared errors, in the targets' units; the mean over several
                           targets */
    double micro_f1,
        macro_f1; /* of sets of classes, in per cent, once all rows are seen; 0 before */
} ad_score;

/* Add rows [first, end) of a batch, without their loss; outputs (rows, width). */
void ad_score_rows_of(ad_score *s, const adrop_data_info *info, const adrop_data_batch *b,
                      size_t first, size_t end, const float *outputs, size_t width);
void ad_score_add(ad_score *sum, const ad_score *s);

/* In per cent (sets of classes: rows with exactly their classes), and the root of the mean
 * square; NaN if not applicable. */
double ad_score_acc(const ad_score *s, const adrop_data_info *info);
double ad_score_top5(const ad_score *s, const adrop_data_info *info);
double ad_score_rmse(const ad_score *s, const adrop_data_info *info);
double ad_score_loss(const ad_score *s);

/* The result to optimise: accuracy, or error. */
double ad_score_result(const ad_score *s, const adrop_data_info *info);

/* Is result a better than b? If b is NaN, any number is. */
int ad_score_is_better(const adrop_data_info *info, double a, double b);

/* All results in the public struct. */
AD_LAB adrop_score ad_score_shown(const ad_score *s, const adrop_data_info *info);

/* Evaluate every row of batches once, without noise; ranks share the work if batches are shared. */
AD_LAB adrop_status ad_score_rows(adrop_model *m, const adrop_data_info *info,
                                  adrop_batches *batches, ad_score *score);

#endif
