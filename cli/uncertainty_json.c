/* What `adrop uncertainty` found, as JSON (uncertainty_show.h). */
#include <math.h>

#include "uncertainty_show.h"

static const char *const by_names[] = { "maxp", "entropy", "mi", "energy" };

/* PREFIX_NAME_by: x. */
static void named(json *j, const char *prefix, int by, double x)
{
    char key[64];

    snprintf(key, sizeof key, "%s_%s", prefix, by_names[by]);
    json_key_number(j, key, x);
}

static void interval(json *j, int by, const adrop_detection *d)
{
    char key[64];

    snprintf(key, sizeof key, "auroc_%s_ci", by_names[by]);
    json_key(j, key);
    json_open(j, '[');
    json_number(j, d->low);
    json_number(j, d->high);
    json_close(j);
}

static void detections(json *j, const adrop_uncertainty_info *i)
{
    for (int by = 0; by < ADROP_N_RANKED_BY; by++) {
        named(j, "auroc", by, i->success[by].auroc);
        interval(j, by, &i->success[by]);
        named(j, "aupr_success", by, i->success[by].aupr);
        named(j, "aupr_error", by, i->error[by].aupr);
        named(j, "fpr95", by, i->success[by].fpr95);
    }
}

static void other_set(json *j, const adrop_uncertainty_info *i)
{
    if (!i->n_ood)
        return;
    json_key(j, "ood");
    json_open(j, '{');
    json_key(j, "n");
    json_count(j, i->n_ood);
    for (int by = 0; by < ADROP_N_RANKED_BY; by++) {
        named(j, "auroc", by, i->ood[by].auroc);
        interval(j, by, &i->ood[by]);
        named(j, "aupr", by, i->ood[by].aupr);
        named(j, "fpr95", by, i->ood[by].fpr95);
    }
    json_close(j);
}

static void temperature(json *j, const adrop_uncertainty_info *i)
{
    json_key(j, "temperature");
    json_open(j, '{');
    json_key_number(j, "value", i->temperature);
    json_key_number(j, "nll_before", i->scores.nll);
    json_key_number(j, "nll", i->scaled_scores.nll);
    json_key_number(j, "ece_before", i->ece);
    json_key_number(j, "ece", i->scaled_ece);
    json_key_number(j, "brier", i->scaled_scores.brier);
    json_close(j);
}

static void conformal(json *j, const char *method, const adrop_conformal_result *r,
                      const adrop_exact_result *exact)
{
    json_open(j, '{');
    json_key_text(j, "method", method);
    json_key_number(j, "threshold", r->threshold);
    json_key_number(j, "coverage", r->coverage);
    json_key_number(j, "size", r->mean_size);
    if (exact) {
        json_key_number(j, "exact_coverage", exact->coverage);
        json_key_number(j, "exact_size", exact->mean_size);
        json_key_number(j, "exact_empty", exact->empty);
    }
    json_close(j);
}

static void calibrated(json *j, const adrop_uncertainty_info *i)
{
    static const char *const kinds[] = { "lac", "aps", "raps" };

    if (!i->n_calibration)
        return;
    if (i->classes)
        temperature(j, i);
    json_key(j, "conformal");
    json_open(j, '[');
    for (size_t k = 0; k < ADROP_N_CONFORMAL && i->classes; k++)
        conformal(j, kinds[k], &i->conformal[k], &i->exact[k]);
    for (size_t k = 0; k < 2 && !i->classes; k++)
        conformal(j, k ? "normalised" : "constant", &i->interval[k], NULL);
    json_close(j);
}

static void confusion(json *j, const adrop_uncertainty *u, size_t classes)
{
    const size_t *counts = adrop_uncertainty_confusion(u);

    json_key(j, "confusion");
    json_open(j, '[');
    for (size_t i = 0; i < classes; i++) {
        json_open(j, '[');
        for (size_t k = 0; k < classes; k++)
            json_count(j, counts[i * classes + k]);
        json_close(j);
    }
    json_close(j);
}

static void reliability(json *j, const adrop_uncertainty *u)
{
    double confidence, share;
    size_t rows;

    json_key(j, "reliability");
    json_open(j, '[');
    for (size_t b = 0; adrop_uncertainty_bin(u, b, &confidence, &share, &rows); b++) {
        json_open(j, '{');
        json_key_number(j, "confidence", confidence);
        json_key_number(j, "accuracy", share);
        json_key(j, "n");
        json_count(j, rows);
        json_close(j);
    }
    json_close(j);
}

static void classes(json *j, const adrop_uncertainty *u, const adrop_uncertainty_info *i)
{
    json_key_number(j, "acc", 100 * i->scores.accuracy);
    detections(j, i);
    json_key_number(j, "ece", i->ece);
    json_key_number(j, "ece_mass", i->ece_mass);
    json_key_number(j, "ece_classes", i->ece_classes);
    json_key_number(j, "nll", i->scores.nll);
    json_key_number(j, "brier", i->scores.brier);
    json_key_number(j, "aurc", i->selective.aurc);
    json_key_number(j, "aurc_best", i->selective.best_aurc);
    json_key_number(j, "augrc", i->selective.augrc);
    confusion(j, u, i->classes);
    reliability(j, u);
    other_set(j, i);
}

static void values(json *j, const adrop_uncertainty_info *i)
{
    static const char *const levels[] = { "0.5", "0.8", "0.9", "0.95" };

    json_key_number(j, "rmse", i->values.rmse);
    json_key_number(j, "mae", i->values.mae);
    json_key_number(j, "r2", i->values.r2);
    json_key_number(j, "nll", i->gaussian.nll);
    json_key_number(j, "crps", i->gaussian.crps);
    json_key_number(j, "sharpness", i->gaussian.sharpness);
    json_key_number(j, "noise", i->noise);
    json_key(j, "coverage");
    json_open(j, '{');
    for (size_t k = 0; k < ADROP_N_COVERAGES; k++)
        json_key_number(j, levels[k], i->coverage[k]);
    json_close(j);
}

void uncertainty_json(json *j, const adrop_uncertainty *u)
{
    adrop_uncertainty_info i;

    adrop_uncertainty_describe(u, &i);
    json_key(j, "n");
    json_count(j, i.n);
    json_key(j, "n_calibration");
    json_count(j, i.n_calibration);
    json_key(j, "samples");
    json_count(j, i.samples);
    json_key(j, "members");
    json_count(j, i.members);
    if (i.classes)
        classes(j, u, &i);
    else
        values(j, &i);
    calibrated(j, &i);
}

void uncertainty_json_difference(json *j, const char *key, const adrop_detection_difference *d)
{
    json_key(j, key);
    json_open(j, '{');
    json_key_number(j, "difference", d->difference);
    json_key(j, "ci");
    json_open(j, '[');
    json_number(j, d->low);
    json_number(j, d->high);
    json_close(j);
    json_key_number(j, "p", d->p);
    json_close(j);
}
