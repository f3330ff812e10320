/* The quality of a model on rows (score.h): sums over rows of the loss, of correct answers, and of
 * squared errors in the target's units, which give accuracy, top-5 accuracy and the root mean
 * squared error. For rows that may have several classes: the share with exactly their classes,
 * and F1 over all decisions (micro) and as the mean of the classes' (macro). Sums are made per
 * batch and added in the order of the batches, so that it does not matter which rank computed a
 * batch. */
#include "trainer/score.h"

#include <math.h>

#include "base/memory.h"
#include "comm/comm.h"
#include "model/model.h"
#include "rows/batches.h"

static void add_class(ad_score *s, const float *y, size_t width, int32_t label)
{
    size_t above = 0;

    for (size_t k = 0; k < width; k++) /* ties and NaN count against the label */
        above += (int32_t)k != label && !(y[k] < y[label]);
    s->right += above == 0;
    s->top5 += above < 5;
}

/* Counts of a class: predicted and true, only predicted, only true. */
typedef struct {
    size_t both, predicted, missed;
} counts;

/* A class is predicted if its probability is above one half, that is, its output above 0. */
static void add_set(ad_score *s, const float *y, size_t width, const float *t)
{
    size_t wrong = 0;

    for (size_t k = 0; k < width; k++)
        wrong += (y[k] > 0) != (t[k] > 0) || isnan(y[k]);
    s->right += wrong == 0;
}

/* The mean of the squares over the targets, each in its own units. */
static void add_values(ad_score *s, const float *y, size_t width, const float *t,
                       const double *deviations)
{
    double sum = 0;

    for (size_t k = 0; k < width; k++) {
        const double off = ((double)y[k] - (double)t[k]) * deviations[k];
        sum += off * off;
    }
    s->square += sum / (double)width;
}

static void score_count(counts *c, const adrop_data_batch *b, const float *outputs, size_t width)
{
    for (size_t i = 0; i < b->n * width; i++) {
        counts *one = &c[i % width];
        const int said = outputs[i] > 0, is = b->targets[i] > 0;
        one->both += said && is;
        one->predicted += said && !is;
        one->missed += !said && is;
    }
}

/* 2 TP / (2 TP + FP + FN), and 0 if all are 0, as in scikit-learn. */
static double f1(const counts *c)
{
    const size_t all = 2 * c->both + c->predicted + c->missed;

    return all ? 200 * (double)c->both / (double)all : 0;
}

static void take_f1(ad_score *s, const counts *c, size_t width)
{
    counts sum = { 0 };
    double mean = 0;

    for (size_t k = 0; k < width; k++) {
        sum.both += c[k].both;
        sum.predicted += c[k].predicted;
        sum.missed += c[k].missed;
        mean += f1(&c[k]) / (double)width;
    }
    s->micro_f1 = f1(&sum);
    s->macro_f1 = mean;
}

void ad_score_rows_of(ad_score *s, const adrop_data_info *info, const adrop_data_batch *b,
                      size_t first, size_t end, const float *outputs, size_t width)
{
    *s = (ad_score){ .n = end - first };
    for (size_t r = first; r < end; r++) {
        const float *y = outputs + r * width;
        if (b->labels) {
            add_class(s, y, width, b->labels[r]);
        } else if (info->is_multi_label) {
            add_set(s, y, width, b->targets + r * width);
        } else {
            add_values(s, y, width, b->targets + r * width, info->target_deviations);
        }
    }
}

void ad_score_add(ad_score *sum, const ad_score *s)
{
    sum->n += s->n;
    sum->loss += s->loss;
    sum->right += s->right;
    sum->top5 += s->top5;
    sum->square += s->square;
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
    return info->classes > 5 && !info->is_multi_label ? share(s, s->top5) : NAN;
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
                          .rmse = ad_score_rmse(s, info),
                          .micro_f1 = info->is_multi_label && s->n ? s->micro_f1 : NAN,
                          .macro_f1 = info->is_multi_label && s->n ? s->macro_f1 : NAN };
}

/* One batch, without noise; of_class: counts to add to, or NULL. */
static adrop_status score_batch(adrop_model *m, const adrop_data_info *info,
                                const adrop_data_batch *rows, ad_score *score, counts *of_class)
{
    const size_t width = info->classes ? info->classes : info->targets;
    adrop_batch b;
    double loss = 0;

    adrop_batch_input(&b, 0, rows->n, rows->x);
    b.labels = rows->labels;
    b.targets = rows->targets;
    b.sparse = rows->sparse;
    b.row_numbers = rows->rows;
    adrop_status status = adrop_model_forward(m, ADROP_PHASE_MEAN, &b);
    if (!status)
        status = adrop_model_loss(m, &b, &loss);
    if (!status)
        ad_score_rows_of(score, info, rows, 0, rows->n, adrop_model_outputs(m), width);
    if (!status && of_class)
        score_count(of_class, rows, adrop_model_outputs(m), width);
    score->loss = loss * (double)rows->n;
    return status;
}

/* The batches of this rank, each written to its entry of `scores`. */
static adrop_status score_mine(adrop_model *m, const adrop_data_info *info, adrop_batches *batches,
                               ad_score *scores, counts *of_class)
{
    adrop_data_batch rows;
    adrop_status status = adrop_batches_begin(batches, 0, 0);
    size_t n = 0;

    while (!status && !(status = adrop_batches_next(batches, &rows)) && rows.n)
        if (ad_batches_are_mine(batches, rows.index))
            status = score_batch(m, info, &rows, &scores[n++], of_class);
    return status;
}

/* Sum the counts of all ranks into this rank's; all ranks' are stored after this rank's. */
static adrop_status sum_counts(adrop_ctx *ctx, adrop_comm *comm, counts *of_class, size_t width)
{
    counts *all = of_class + width;
    adrop_status status = ADROP_OK;

    if (!comm)
        return ADROP_OK;
    status = ad_comm_gather(comm, ctx, of_class, width * sizeof *of_class, all);
    for (size_t k = 0; k < width && !status; k++) {
        of_class[k] = (counts){ 0 };
        for (size_t r = 0; r < (size_t)comm->ranks; r++) {
            of_class[k].both += all[r * width + k].both;
            of_class[k].predicted += all[r * width + k].predicted;
            of_class[k].missed += all[r * width + k].missed;
        }
    }
    return status;
}

adrop_status ad_score_rows(adrop_model *m, const adrop_data_info *info, adrop_batches *batches,
                           ad_score *score)
{
    adrop_comm *comm = batches->share.ranks > 1 ? m->ctx->comm : NULL;
    const size_t ranks = comm ? batches->share.ranks : 1, n = adrop_batches_count(batches);
    const size_t each = (n + ranks - 1) / ranks, width = info->is_multi_label ? info->classes : 0;
    ad_score *mine = NULL, *all = NULL;
    counts *of_class = NULL; /* (1 + ranks, width): this rank's, then all ranks' */
    adrop_status status;

    *score = (ad_score){ 0 };
    if (!(status = AD_NEW(m->ctx, each, "the scores of batches", &mine)) &&
        !(status = AD_NEW(m->ctx, ranks * each, "the scores of batches", &all)) &&
        !(status = AD_NEW(m->ctx, (1 + ranks) * width, "counts of classes", &of_class)) &&
        !(status = score_mine(m, info, batches, mine, width ? of_class : NULL)) && comm)
        status = ad_comm_gather(comm, m->ctx, mine, each * sizeof *mine, all);
    if (!status && width)
        status = sum_counts(m->ctx, comm, of_class, width);
    for (size_t i = 0; !status && i < n; i++) /* in the order of the batches */
        ad_score_add(score, comm ? &all[i % ranks * each + i / ranks] : &mine[i]);
    if (!status && width)
        take_f1(score, of_class, width);
    ad_free(m->ctx, mine);
    ad_free(m->ctx, all);
    ad_free(m->ctx, of_class);
    return status;
}
