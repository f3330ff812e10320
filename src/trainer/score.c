/* How good a model is on rows (score.h): sums over rows of the loss, of correct answers, and of
 * squared errors in the target's units, from which accuracy, top-5 accuracy and the root mean
 * squared error follow. */
#include "trainer/score.h"

#include <math.h>

static void add_class(ad_score *s, const float *y, size_t width, int32_t label)
{
    size_t above = 0;

    for (size_t k = 0; k < width; k++) /* ties and NaN count against the label */
        above += (int32_t)k != label && !(y[k] < y[label]);
    s->right += above == 0;
    s->top5 += above < 5;
}

void ad_score_add(ad_score *s, const adrop_data_info *info, const adrop_data_batch *b,
                  const float *outputs, size_t width, double mean_loss)
{
    for (size_t r = 0; r < b->n; r++) {
        const float *y = outputs + r * width;
        if (b->labels) {
            add_class(s, y, width, b->labels[r]);
        } else {
            const double off = ((double)y[0] - (double)b->targets[r]) * info->target_deviation;
            s->square += off * off;
        }
    }
    s->n += b->n;
    s->loss += mean_loss * (double)b->n;
}

static double share(const ad_score *s, double part)
{
    return s->n ? 100 * part / (double)s->n : NAN;
}

double ad_score_acc(const ad_score *s, const adrop_data_info *info)
{
    return info->classes ? share(s, s->right) : NAN;
}

double ad_score_top5(const ad_score *s, const adrop_data_info *info)
{
    return info->classes > 5 ? share(s, s->top5) : NAN;
}

double ad_score_rmse(const ad_score *s, const adrop_data_info *info)
{
    return info->classes || !s->n ? NAN : sqrt(s->square / (double)s->n);
}

double ad_score_loss(const ad_score *s)
{
    return s->n ? s->loss / (double)s->n : NAN;
}

double ad_score_result(const ad_score *s, const adrop_data_info *info)
{
    return info->classes ? ad_score_acc(s, info) : ad_score_rmse(s, info);
}

int ad_score_is_better(const adrop_data_info *info, double a, double b)
{
    return isnan(b) ? !isnan(a) : info->classes ? a > b : a < b;
}

adrop_score ad_score_shown(const ad_score *s, const adrop_data_info *info)
{
    return (adrop_score){ .n = s->n,
                          .loss = ad_score_loss(s),
                          .acc = ad_score_acc(s, info),
                          .top5 = ad_score_top5(s, info),
                          .rmse = ad_score_rmse(s, info) };
}

adrop_status ad_score_rows(adrop_model *m, const adrop_data_info *info, adrop_batches *batches,
                           ad_score *score)
{
    const size_t width = info->classes ? info->classes : 1;
    adrop_data_batch rows;
    adrop_status status = adrop_batches_begin(batches, 0, 0);

    *score = (ad_score){ 0 };
    while (!status && !(status = adrop_batches_next(batches, &rows)) && rows.n) {
        adrop_batch b;
        adrop_batch_input(&b, 0, rows.n, rows.x);
        double loss = 0;
        b.labels = rows.labels;
        b.targets = rows.targets;
        b.sparse = rows.sparse;
        b.row_numbers = rows.rows;
        status = adrop_model_forward(m, ADROP_MEAN, &b);
        if (!status)
            status = adrop_model_loss(m, &b, &loss);
        if (!status)
            ad_score_add(score, info, &rows, adrop_model_outputs(m), width, loss);
    }
    return status;
}
