/* What `adrop uncertainty` found, for people (uncertainty_show.h). */
#include "uncertainty_show.h"

#include <math.h>
#include <string.h>

#include "out.h"

enum { MOST_CLASSES = 20 }; /* of a confusion matrix on a screen */

static void row(out_table *t, const char *name, const char *value, const char *note)
{
    out_cell(t, 0, "%s", name);
    out_cell(t, 0, "%s", value);
    out_cell(t, 0, "%s", note);
}

static void detection(out_table *t, const char *name, const adrop_detection *d)
{
    char interval[80];

    out_cell(t, 0, "%s", name);
    out_cell(t, 0, "%s", OUT_NUMBER(d->auroc, 4));
    snprintf(interval, sizeof interval, "[%s, %s]", OUT_NUMBER(d->low, 4), OUT_NUMBER(d->high, 4));
    out_cell(t, 0, "%s", isnan(d->low) ? "" : interval);
    out_cell(t, 0, "%s", OUT_NUMBER(d->aupr, 4));
    out_cell(t, 0, "%s", OUT_NUMBER(d->fpr95, 4));
}

static void detections(const char *title, const adrop_detection d[ADROP_N_RANKED_BY])
{
    static const char *const names[] = { "max probability", "entropy", "mutual information",
                                         "energy" };
    out_table t = { .align = "lrlrr", .drop = "00211" };

    printf("\n");
    out_say(stdout, "%s", title);
    out_cell(&t, 1, "score");
    out_cell(&t, 1, "AUROC");
    out_cell(&t, 1, "95 %% interval");
    out_cell(&t, 1, "AUPR");
    out_cell(&t, 1, "FPR at 95 %% TPR");
    for (size_t i = 0; i < ADROP_N_RANKED_BY; i++)
        detection(&t, names[i], &d[i]);
    out_table_print(&t, stdout, 2);
}

static void confusion(const adrop_uncertainty *u, size_t classes)
{
    const size_t *counts = adrop_uncertainty_confusion(u);
    char align[MOST_CLASSES + 2] = "l";
    out_table t = { .align = align };

    if (classes > MOST_CLASSES)
        return;
    memset(align + 1, 'r', classes);
    printf("\nconfusion matrix (a row per true class, a column per predicted one):\n");
    out_cell(&t, 1, "%s", "");
    for (size_t k = 0; k < classes; k++)
        out_cell(&t, 1, "%s", adrop_uncertainty_class_name(u, k));
    for (size_t i = 0; i < classes; i++) {
        out_cell(&t, 1, "%s", adrop_uncertainty_class_name(u, i));
        for (size_t k = 0; k < classes; k++)
            out_cell(&t, i == k, "%zu", counts[i * classes + k]);
    }
    out_table_print(&t, stdout, 2);
}

static void calibrated(const adrop_uncertainty_info *i)
{
    static const char *const kinds[] = { "LAC", "APS", "RAPS" };
    out_table t = { .align = "lrrrrr" };

    printf("\n");
    if (!i->n_calibration) {
        out_say(stdout, "There are no calibration rows, so there is no temperature and no "
                        "conformal set: train with '--val-fraction', or give '--calibrate 0.1'.");
        return;
    }
    out_say(stdout,
            "Temperature %s, from %zu calibration rows: negative log-likelihood %s to %s, "
            "calibration error %s to %s.",
            OUT_NUMBER(i->temperature, 4), i->n_calibration, OUT_NUMBER(i->scores.nll, 4),
            OUT_NUMBER(i->scaled_scores.nll, 4), OUT_NUMBER(i->ece, 3),
            OUT_NUMBER(i->scaled_ece, 3));
    out_cell(&t, 1, "conformal sets");
    out_cell(&t, 1, "coverage");
    out_cell(&t, 1, "mean size");
    out_cell(&t, 1, "with empty sets");
    out_cell(&t, 1, "mean size");
    out_cell(&t, 1, "empty");
    for (size_t k = 0; k < ADROP_N_CONFORMAL; k++) {
        row(&t, kinds[k], OUT_NUMBER(i->conformal[k].coverage, 4),
            OUT_NUMBER(i->conformal[k].mean_size, 4));
        out_cell(&t, 0, "%s", OUT_NUMBER(i->exact[k].coverage, 4));
        out_cell(&t, 0, "%s", OUT_NUMBER(i->exact[k].mean_size, 4));
        out_cell(&t, 0, "%s", OUT_NUMBER(i->exact[k].empty, 4));
    }
    out_table_print(&t, stdout, 2);
    out_say(stdout,
            "First no set is empty, and coverage is the level or more, on average; then sets "
            "may be empty ('predict --empty-sets'), and coverage is the level.");
}

static void classes(const adrop_uncertainty *u, const adrop_uncertainty_info *i)
{
    out_table t = { .align = "lrl", .drop = "001" };

    row(&t, "accuracy", OUT_NUMBER(100 * i->scores.accuracy, 4), "%");
    row(&t, "negative log-likelihood", OUT_NUMBER(i->scores.nll, 4), "");
    row(&t, "Brier score", OUT_NUMBER(i->scores.brier, 4), "");
    row(&t, "calibration error", OUT_NUMBER(i->ece, 3), "bins of equal width");
    row(&t, "", OUT_NUMBER(i->ece_mass, 3), "bins of equal mass");
    row(&t, "", OUT_NUMBER(i->ece_classes, 3), "mean over classes");
    row(&t, "AURC", OUT_NUMBER(i->selective.aurc, 3), "risk over coverage, by max probability");
    row(&t, "AUGRC", OUT_NUMBER(i->selective.augrc, 3), "");
    out_table_print(&t, stdout, 2);
    if (isnan(i->success[0].auroc)) {
        printf("\n");
        out_say(stdout,
                "Every prediction is %s, so no score can tell right from wrong: AUROC is "
                "not defined.",
                i->scores.accuracy > 0.5 ? "right" : "wrong");
    } else {
        detections("Which predictions are right?", i->success);
    }
    if (i->n_ood)
        detections("Which rows are from the other set?", i->ood);
    calibrated(i);
    confusion(u, i->classes);
}

static void values(const adrop_uncertainty_info *i)
{
    static const char *const levels[] = { "50 %", "80 %", "90 %", "95 %" };
    out_table t = { .align = "lrl", .drop = "001" };

    row(&t, "RMSE", OUT_NUMBER(i->values.rmse, 5), "");
    row(&t, "MAE", OUT_NUMBER(i->values.mae, 5), "");
    row(&t, "R2", OUT_NUMBER(i->values.r2, 4), "");
    row(&t, "negative log-likelihood", OUT_NUMBER(i->gaussian.nll, 4), "of normal distributions");
    row(&t, "CRPS", OUT_NUMBER(i->gaussian.crps, 4), "");
    row(&t, "sharpness", OUT_NUMBER(i->gaussian.sharpness, 4), "predicted standard deviation");
    for (size_t k = 0; k < ADROP_N_COVERAGES; k++)
        row(&t, k ? "" : "coverage", OUT_NUMBER(100 * i->coverage[k], 4), levels[k]);
    out_table_print(&t, stdout, 2);
    printf("\n");
    if (!i->n_calibration)
        out_say(stdout, "There are no calibration rows, so the noise of the targets is not known "
                        "and intervals are too narrow: train with '--val-fraction', or give "
                        "'--calibrate 0.1'.");
    else
        out_say(stdout,
                "Noise of the targets %s, from %zu calibration rows. Conformal intervals: constant "
                "width %s with coverage %s %%, by standard deviation %s with %s %%.",
                OUT_NUMBER(i->noise, 4), i->n_calibration, OUT_NUMBER(i->interval[0].mean_size, 4),
                OUT_NUMBER(100 * i->interval[0].coverage, 4),
                OUT_NUMBER(i->interval[1].mean_size, 4),
                OUT_NUMBER(100 * i->interval[1].coverage, 4));
}

void uncertainty_show(const adrop_uncertainty *u)
{
    adrop_uncertainty_info i;

    adrop_uncertainty_describe(u, &i);
    if (i.members > 1)
        printf("%zu rows, an ensemble of %zu runs, %zu passes each\n\n", i.n, i.members,
               i.samples ? i.samples : 1);
    else if (i.by_moments)
        printf("%zu rows, by the moments of the masks\n\n", i.n);
    else
        printf("%zu rows, %zu pass%s\n\n", i.n, i.samples ? i.samples : 1,
               i.samples > 1 ? "es" : " without noise");
    if (i.classes)
        classes(u, &i);
    else
        values(&i);
}

void uncertainty_show_difference(const char *a, const char *b,
                                 const adrop_detection_difference *maxp,
                                 const adrop_detection_difference *entropy)
{
    const adrop_detection_difference *const d[] = { maxp, entropy };
    static const char *const by[] = { "max probability", "entropy" };

    printf("\n");
    for (size_t i = 0; i < 2; i++)
        out_say(stdout,
                "AUROC by %s, '%s' minus '%s': %s [%s, %s], p = %s (paired bootstrap of rows): %s.",
                by[i], a, b, OUT_NUMBER(d[i]->difference, 3), OUT_NUMBER(d[i]->low, 3),
                OUT_NUMBER(d[i]->high, 3), OUT_NUMBER(d[i]->p, 2),
                isnan(d[i]->p)    ? "not defined, for a run makes no errors"
                : d[i]->p <= 0.05 ? "the difference is statistically significant"
                                  : "the two cannot be distinguished");
}

/* A number of a CSV file; nothing for NaN. */
static void cell(FILE *file, double x)
{
    char text[ADROP_NUMBER_SIZE];

    fprintf(file, ",%s", isfinite(x) ? adrop_number_text(text, x) : "");
}

void uncertainty_csv(FILE *file, const adrop_uncertainty *u)
{
    adrop_uncertainty_info info;
    adrop_uncertain_row r;

    adrop_uncertainty_describe(u, &info);
    const size_t outputs = info.classes ? info.classes : 1;
    fprintf(file, "input,truth,predicted,maxp,entropy,expected_entropy,mutual_information,energy");
    for (size_t k = 0; k < outputs; k++)
        fprintf(file, ",mean_%zu", k);
    for (size_t k = 0; k < outputs; k++)
        fprintf(file, ",std_%zu", k);
    fprintf(file, "\n");
    for (size_t i = 0; adrop_uncertainty_row(u, i, &r); i++) {
        fprintf(file, "%zu", r.row);
        cell(file, info.classes ? (double)r.truth : r.target);
        cell(file, info.classes ? (double)r.predicted : r.mean[0]);
        cell(file, r.maxp);
        cell(file, r.entropy);
        cell(file, r.expected_entropy);
        cell(file, r.mutual_information);
        cell(file, r.energy);
        for (size_t k = 0; k < 2 * outputs; k++)
            cell(file, k < outputs ? r.mean[k] : r.std[k - outputs]);
        fprintf(file, "\n");
    }
}
