/* Measures predictions of classes (uncertainty_impl.h): every applicable measure of adrop/measure.h
 * on the measured rows; temperature and conformal thresholds from the calibration rows. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "experiment/uncertainty_impl.h"
#include "measure/conformal.h"

/* One value per row, the input of measures. */
typedef struct {
    uint8_t *right;
    uint32_t *predicted;
    double *score, *loss; /* (n + ood rows), (n) */
    uint8_t *is_ood;      /* (n + ood rows) */
} columns;

static adrop_status take_columns(adrop_uncertainty *u, columns *c)
{
    const size_t n = u->measured.n, both = n + u->ood.n;
    adrop_status status;

    if ((status = AD_NEW(u->ctx, n, "hits", &c->right)) ||
        (status = AD_NEW(u->ctx, n, "classes", &c->predicted)) ||
        (status = AD_NEW(u->ctx, both, "scores", &c->score)) ||
        (status = AD_NEW(u->ctx, n, "losses", &c->loss)))
        return status;
    return AD_NEW(u->ctx, both, "rows of the other set", &c->is_ood);
}

static void free_columns(adrop_ctx *ctx, columns *c)
{
    ad_free(ctx, c->right);
    ad_free(ctx, c->predicted);
    ad_free(ctx, c->score);
    ad_free(ctx, c->loss);
    ad_free(ctx, c->is_ood);
}

static void fill_columns(const adrop_uncertainty *u, columns *c)
{
    const ad_assessed *a = &u->measured;

    for (size_t i = 0; i < a->n; i++) {
        const double *p = a->mean + i * u->outputs;
        size_t best = 0;
        for (size_t k = 1; k < u->outputs; k++)
            best = p[k] > p[best] ? k : best;
        c->predicted[i] = (uint32_t)best;
        c->right[i] = best == a->truth[i];
        c->loss[i] = c->right[i] ? 0 : 1;
    }
}

/* How well does each score separate right from wrong, and this set from the other? */
static adrop_status detect(adrop_uncertainty *u, const columns *c)
{
    const size_t n = u->measured.n;
    adrop_status status = ADROP_OK;

    for (int by = 0; by < ADROP_N_RANKED_BY && !status; by++) {
        const double sign = by == ADROP_BY_MAXP ? 1 : -1;
        if (isnan(u->measured.score[by][0])) /* moments give no mutual information */
            continue;
        for (size_t i = 0; i < n; i++)
            c->score[i] = sign * u->measured.score[by][i];
        status = adrop_detect(u->ctx, n, c->score, c->right, 0.95, &u->info.success[by]);
        for (size_t i = 0; i < n; i++) {
            c->score[i] = -c->score[i];
            c->is_ood[i] = !c->right[i];
        }
        if (!status)
            status = adrop_detect(u->ctx, n, c->score, c->is_ood, 0.95, &u->info.error[by]);
        for (size_t i = 0; i < n + u->ood.n; i++) {
            c->is_ood[i] = i >= n;
            if (i >= n)
                c->score[i] = -sign * u->ood.score[by][i - n];
        }
        if (!status && u->ood.n)
            status = adrop_detect(u->ctx, n + u->ood.n, c->score, c->is_ood, 0.95,
                                  &u->info.ood[by]);
    }
    return status;
}

static adrop_status calibration(adrop_uncertainty *u, const columns *c)
{
    const ad_assessed *a = &u->measured;
    const size_t bins = u->opts.bins;
    adrop_status status;

    if ((status = AD_NEW(u->ctx, bins, "bins", &u->bin_confidence)) ||
        (status = AD_NEW(u->ctx, bins, "bins", &u->bin_share)) ||
        (status = AD_NEW(u->ctx, bins, "bins", &u->bin_rows)) ||
        (status = adrop_reliability(u->ctx, ADROP_EQUAL_WIDTH, bins, a->n, a->score[ADROP_BY_MAXP],
                                    c->right, u->bin_confidence, u->bin_share, u->bin_rows,
                                    &u->info.ece, NULL)) ||
        (status = adrop_reliability(u->ctx, ADROP_EQUAL_MASS, bins, a->n, a->score[ADROP_BY_MAXP],
                                    c->right, NULL, NULL, NULL, &u->info.ece_mass, NULL)))
        return status;
    return adrop_class_calibration(u->ctx, ADROP_EQUAL_WIDTH, bins, a->n, u->outputs, a->mean,
                                   a->truth, NULL, &u->info.ece_classes);
}

/* log p (n, classes), with p at least the smallest normal double. */
static adrop_status logarithms(const adrop_uncertainty *u, const ad_assessed *a, double **out)
{
    const adrop_status status = AD_NEW(u->ctx, a->n * u->outputs, "logarithms", out);

    for (size_t i = 0; i < a->n * u->outputs && !status; i++)
        (*out)[i] = log(fmax(a->mean[i], DBL_MIN));
    return status;
}

static adrop_status temperature(adrop_uncertainty *u, const columns *c)
{
    const ad_assessed *a = &u->measured, *k = &u->calibration;
    double *known = NULL, *scaled = NULL;
    adrop_status status = logarithms(u, k, &known);

    if (!status)
        status = adrop_temperature_fit(u->ctx, k->n, u->outputs, known, k->truth,
                                       &u->info.temperature);
    if (!status)
        status = logarithms(u, a, &scaled);
    if (!status) {
        adrop_temperature_apply(a->n, u->outputs, scaled, u->info.temperature, scaled);
        for (size_t i = 0; i < a->n; i++)
            c->score[i] = scaled[i * u->outputs + c->predicted[i]];
        status = adrop_score_probabilities(u->ctx, a->n, u->outputs, scaled, a->truth,
                                           &u->info.scaled_scores);
    }
    if (!status)
        status = adrop_reliability(u->ctx, ADROP_EQUAL_WIDTH, u->opts.bins, a->n, c->score,
                                   c->right, NULL, NULL, NULL, &u->info.scaled_ece, NULL);
    ad_free(u->ctx, scaled);
    ad_free(u->ctx, known);
    return status;
}

/* Coverage of the sets, their sizes, and how many are empty. */
static adrop_exact_result uncertainty_classes_judge(const adrop_uncertainty *u,
                                                    const uint8_t *member)
{
    const ad_assessed *a = &u->measured;
    size_t held = 0, size = 0, empty = 0;

    for (size_t i = 0; i < a->n; i++) {
        size_t mine = 0;
        for (size_t j = 0; j < u->outputs; j++)
            mine += member[i * u->outputs + j];
        held += member[i * u->outputs + a->truth[i]];
        size += mine;
        empty += !mine;
    }
    return (adrop_exact_result){ (double)held / (double)a->n, (double)size / (double)a->n,
                                 (double)empty / (double)a->n };
}

static adrop_status conformal(adrop_uncertainty *u, adrop_conformal_kind kind)
{
    const ad_assessed *a = &u->measured, *k = &u->calibration;
    adrop_conformal_result *r = &u->info.conformal[kind];
    adrop_conformal_opts o;
    uint8_t *member;
    adrop_status status = AD_NEW(u->ctx, a->n * u->outputs, "conformal sets", &member);

    if (status)
        return status;
    adrop_conformal_opts_init(&o);
    o.kind = kind;
    o.level = u->opts.level;
    status = adrop_conformal_fit(u->ctx, &o, k->n, u->outputs, k->mean, k->truth, k->rows,
                                 &r->threshold);
    o.seed = AD_PREDICTION_SEED;
    for (o.may_be_empty = 0; o.may_be_empty < 2 && !status; o.may_be_empty++) {
        status = adrop_conformal_sets(u->ctx, &o, r->threshold, a->n, u->outputs, a->mean, a->rows,
                                      member);
        u->info.exact[kind] = uncertainty_classes_judge(u, member);
        if (!o.may_be_empty) {
            r->coverage = u->info.exact[kind].coverage;
            r->mean_size = u->info.exact[kind].mean_size;
        }
    }
    ad_free(u->ctx, member);
    return status;
}

static adrop_status uncertainty_classes_measure(adrop_uncertainty *u, columns *c)
{
    const ad_assessed *a = &u->measured;
    adrop_status status = take_columns(u, c);

    if (status)
        return status;
    fill_columns(u, c);
    if ((status = adrop_score_probabilities(u->ctx, a->n, u->outputs, a->mean, a->truth,
                                            &u->info.scores)) ||
        (status = AD_NEW(u->ctx, u->outputs * u->outputs, "a confusion matrix", &u->confusion)) ||
        (status = adrop_confusion(u->ctx, a->n, u->outputs, a->truth, c->predicted,
                                  u->confusion)) ||
        (status = detect(u, c)) || (status = calibration(u, c)) ||
        (status = adrop_select(u->ctx, a->n, a->score[ADROP_BY_MAXP], c->loss, NULL,
                               &u->info.selective)))
        return status;
    if (!u->calibration.n)
        return ADROP_OK;
    status = temperature(u, c);
    for (int kind = ADROP_CONFORMAL_LAC; kind <= ADROP_CONFORMAL_RAPS && !status; kind++)
        status = conformal(u, (adrop_conformal_kind)kind);
    return status;
}

adrop_status ad_uncertainty_measure_classes(adrop_uncertainty *u)
{
    columns c = { 0 };
    const adrop_status status = uncertainty_classes_measure(u, &c);

    free_columns(u->ctx, &c);
    return status;
}
