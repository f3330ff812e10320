/* Results of `adrop uncertainty` as a document (uncertainty_show.h). */
#include "uncertainty_show.h"

#include <math.h>
#include <stdint.h>

#include "adrop/number.h"
#include "eval_measures.h"

static void add_item(adrop_document *d, double x, int digits)
{
    adrop_document_cell_number(d, x);
    adrop_document_differs(d, NULL, "", digits);
}

/* Both ends of an interval: a member of a group, or the next cell. */
static void add_interval(adrop_document *d, const char *key, const char *label, double low,
                         double high, int digits)
{
    adrop_document_list(d, key, label);
    add_item(d, low, digits);
    add_item(d, high, digits);
    adrop_document_end(d);
}

/* A cell with a key of its own: PREFIX_SCORE. */
static void add_named(adrop_document *d, const char *prefix, const char *score, double x)
{
    char key[64];

    snprintf(key, sizeof key, "%s_%s", prefix, score);
    adrop_document_cell_number(d, x);
    adrop_document_differs(d, key, "", 4);
}

/* One line per score; error: detection of wrong predictions, NULL if not applicable. */
static void add_detections(adrop_document *d, const char *title, const adrop_detection *found,
                           const adrop_detection *error)
{
    static const char *const names[] = { "max probability", "entropy", "mutual information",
                                         "energy" };
    static const char *const keys[] = { "maxp", "entropy", "mi", "energy" };
    char key[64];

    adrop_document_table(d, NULL, title, ADROP_TABLE_MEMBERS);
    adrop_document_column(d, NULL, "score", 'l', "", 0);
    adrop_document_column(d, NULL, "AUROC", 'r', "", 0);
    adrop_document_column(d, NULL, "95 % interval", 'l', "", 0);
    adrop_document_rank(d, 2);
    adrop_document_column(d, NULL, "AUPR", 'r', "", 0);
    adrop_document_rank(d, 1);
    adrop_document_column(d, NULL, NULL, 'r', "", 0);
    adrop_document_column(d, NULL, "FPR at 95 % TPR", 'r', "", 0);
    adrop_document_rank(d, 1);
    for (size_t i = 0; i < ADROP_N_RANKED_BY; i++) {
        adrop_document_cell_text(d, names[i]);
        add_named(d, "auroc", keys[i], found[i].auroc);
        add_interval(d, NULL, NULL, found[i].low, found[i].high, 4);
        snprintf(key, sizeof key, "auroc_%s_ci", keys[i]);
        adrop_document_differs(d, key, "", 0);
        adrop_document_around(d, "[", "]");
        add_named(d, error ? "aupr_success" : "aupr", keys[i], found[i].aupr);
        if (error)
            add_named(d, "aupr_error", keys[i], error[i].aupr);
        else
            adrop_document_cell_none(d);
        add_named(d, "fpr95", keys[i], found[i].fpr95);
    }
    adrop_document_end(d);
}

static void add_success(adrop_document *d, const adrop_uncertainty_info *i)
{
    const int is_defined = !isnan(i->success[0].auroc);

    add_detections(d, is_defined ? "Which predictions are right?" : NULL, i->success, i->error);
    if (!is_defined)
        adrop_document_say(
            d,
            "Every prediction is %s, so no score can tell right from wrong: AUROC is "
            "not defined.",
            i->scores.accuracy > 0.5 ? "right" : "wrong");
}

static void add_measures(adrop_document *d, const adrop_uncertainty_info *i)
{
    adrop_document_number(d, "ece", "calibration error, bins of equal width", i->ece, "", 3);
    adrop_document_number(d, "ece_mass", "calibration error, bins of equal mass", i->ece_mass, "",
                          3);
    adrop_document_number(d, "ece_classes", "calibration error, mean over classes", i->ece_classes,
                          "", 3);
    adrop_document_number(d, "nll", "negative log-likelihood", i->scores.nll, "", 4);
    adrop_document_number(d, "brier", "Brier score", i->scores.brier, "", 4);
    adrop_document_number(d, "aurc", "AURC (risk over coverage, by max probability)",
                          i->selective.aurc, "", 3);
    adrop_document_number(d, "aurc_best", NULL, i->selective.best_aurc, "", 3);
    adrop_document_number(d, "augrc", "AUGRC", i->selective.augrc, "", 3);
}

static const char *class_of(const void *u, size_t label)
{
    return adrop_uncertainty_class_name(u, label);
}

static void add_reliability(adrop_document *d, const adrop_uncertainty *u)
{
    double confidence, share;
    size_t rows;

    adrop_document_table(d, "reliability", NULL, 0);
    adrop_document_column(d, "confidence", "confidence", 'r', "", 4);
    adrop_document_column(d, "accuracy", "accuracy", 'r', "", 4);
    adrop_document_column(d, "n", "rows", 'r', "", 0);
    for (size_t b = 0; adrop_uncertainty_bin(u, b, &confidence, &share, &rows); b++) {
        adrop_document_cell_number(d, confidence);
        adrop_document_cell_number(d, share);
        adrop_document_cell_count(d, rows);
    }
    adrop_document_end(d);
}

static void add_classes(adrop_document *d, const adrop_uncertainty *u,
                        const adrop_uncertainty_info *i)
{
    adrop_document_number(d, "acc", "accuracy", 100 * i->scores.accuracy, "%", 4);
    adrop_document_also(d, "acc_percent");
    add_success(d, i);
    add_measures(d, i);
    confusion_add(d, i->classes, adrop_uncertainty_confusion(u), class_of, u);
    add_reliability(d, u);
    if (!i->n_ood)
        return;
    adrop_document_group(d, "ood", "Another set");
    adrop_document_count(d, "n", "rows", i->n_ood);
    add_detections(d, "Which rows are from the other set?", i->ood, NULL);
    adrop_document_end(d);
}

static void add_values(adrop_document *d, const adrop_uncertainty_info *i)
{
    static const char *const keys[] = { "0.5", "0.8", "0.9", "0.95" };
    static const char *const labels[] = { "coverage of 50 % intervals",
                                          "coverage of 80 % intervals",
                                          "coverage of 90 % intervals",
                                          "coverage of 95 % intervals" };

    adrop_document_number(d, "rmse", "RMSE", i->values.rmse, "", 5);
    adrop_document_number(d, "mae", "MAE", i->values.mae, "", 5);
    adrop_document_number(d, "r2", "R2", i->values.r2, "", 4);
    adrop_document_number(d, "nll", "negative log-likelihood of normal distributions",
                          i->gaussian.nll, "", 4);
    adrop_document_number(d, "crps", "CRPS", i->gaussian.crps, "", 4);
    adrop_document_number(d, "sharpness", "predicted standard deviation", i->gaussian.sharpness, "",
                          4);
    adrop_document_number(d, "noise", i->n_calibration ? "noise of the targets" : NULL, i->noise,
                          "", 4);
    adrop_document_group(d, "coverage", NULL);
    for (size_t k = 0; k < ADROP_N_COVERAGES; k++)
        adrop_document_number(d, keys[k], labels[k], i->coverage[k], "", 4);
    adrop_document_end(d);
}

static void add_temperature(adrop_document *d, const adrop_uncertainty_info *i)
{
    adrop_document_group(d, "temperature", "Temperature, fitted on calibration rows");
    adrop_document_number(d, "value", "temperature", i->temperature, "", 4);
    adrop_document_number(d, "nll_before", "negative log-likelihood without it", i->scores.nll, "",
                          4);
    adrop_document_number(d, "nll", "with it", i->scaled_scores.nll, "", 4);
    adrop_document_number(d, "ece_before", "calibration error without it", i->ece, "", 3);
    adrop_document_number(d, "ece", "with it", i->scaled_ece, "", 3);
    adrop_document_number(d, "brier", "Brier score with it", i->scaled_scores.brier, "", 4);
    adrop_document_end(d);
}

static void add_conformal_columns(adrop_document *d, int is_of_classes)
{
    adrop_document_table(d, "conformal", is_of_classes ? "Conformal sets" : "Conformal intervals",
                         0);
    adrop_document_column(d, "method", "method", 'l', "", 0);
    adrop_document_column(d, "threshold", NULL, 'r', "", 4);
    adrop_document_column(d, "coverage", "coverage", 'r', "", 4);
    adrop_document_column(d, "size", is_of_classes ? "mean size" : "mean width", 'r', "", 4);
    if (!is_of_classes)
        return;
    adrop_document_column(d, "exact_coverage", "with empty sets", 'r', "", 4);
    adrop_document_column(d, "exact_size", "mean size", 'r', "", 4);
    adrop_document_column(d, "exact_empty", "empty", 'r', "", 4);
    adrop_document_note(d, "First no set is empty, and coverage is the level or more, on average; "
                           "then sets may be empty ('predict --empty-sets'), and coverage is the "
                           "level.");
}

static void add_conformal(adrop_document *d, const char *method, const adrop_conformal_result *r,
                          const adrop_exact_result *exact)
{
    adrop_document_cell_text(d, method);
    adrop_document_cell_number(d, r->threshold);
    adrop_document_cell_number(d, r->coverage);
    adrop_document_cell_number(d, r->mean_size);
    if (!exact)
        return;
    adrop_document_cell_number(d, exact->coverage);
    adrop_document_cell_number(d, exact->mean_size);
    adrop_document_cell_number(d, exact->empty);
}

static void add_calibrated(adrop_document *d, const adrop_uncertainty_info *i)
{
    static const char *const kinds[] = { "lac", "aps", "raps" };

    if (!i->n_calibration) {
        adrop_document_say(d,
                           "There are no calibration rows, so %s: train with '--val-fraction', or "
                           "give '--calibrate 0.1'.",
                           i->classes ? "there is no temperature and no conformal set"
                                      : "the noise of the targets is not known and intervals are "
                                        "too narrow");
        return;
    }
    if (i->classes)
        add_temperature(d, i);
    add_conformal_columns(d, i->classes > 0);
    for (size_t k = 0; k < ADROP_N_CONFORMAL && i->classes; k++)
        add_conformal(d, kinds[k], &i->conformal[k], &i->exact[k]);
    for (size_t k = 0; k < 2 && !i->classes; k++)
        add_conformal(d, k ? "normalised" : "constant", &i->interval[k], NULL);
    adrop_document_end(d);
}

void uncertainty_add(adrop_document *d, const adrop_uncertainty *u)
{
    adrop_uncertainty_info i;

    adrop_uncertainty_describe(u, &i);
    adrop_document_count(d, "n", "rows", i.n);
    adrop_document_count(d, "n_calibration", i.n_calibration ? "calibration rows" : NULL,
                         i.n_calibration);
    adrop_document_count(d, "samples", i.by_moments ? NULL : "passes with noise", i.samples);
    if (i.by_moments)
        adrop_document_text(d, NULL, "noise", "by the moments of the masks");
    adrop_document_count(d, "members", i.members > 1 ? "runs of the ensemble" : NULL, i.members);
    if (i.classes)
        add_classes(d, u, &i);
    else
        add_values(d, &i);
    add_calibrated(d, &i);
}

void uncertainty_add_difference(adrop_document *d, const char *key, const char *heading,
                                const adrop_detection_difference *difference)
{
    const double p = difference->p;

    adrop_document_group(d, key, heading);
    adrop_document_number(d, "difference", "difference", difference->difference, "", 3);
    add_interval(d, "ci", "95 % interval", difference->low, difference->high, 3);
    adrop_document_around(d, "[", "]");
    adrop_document_number(d, "p", "p, paired bootstrap of rows", p, "", 2);
    adrop_document_sentence(d, NULL,
                            isnan(p)    ? "It is not defined, for a run makes no errors."
                            : p <= 0.05 ? "The difference is statistically significant."
                                        : "The two cannot be distinguished.");
    adrop_document_end(d);
}

/* A number in a CSV file; empty for NaN. */
static void uncertainty_show_cell(FILE *file, double x)
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
        uncertainty_show_cell(file, info.classes ? (double)r.truth : r.target);
        uncertainty_show_cell(file, info.classes ? (double)r.predicted : r.mean[0]);
        uncertainty_show_cell(file, r.maxp);
        uncertainty_show_cell(file, r.entropy);
        uncertainty_show_cell(file, r.expected_entropy);
        uncertainty_show_cell(file, r.mutual_information);
        uncertainty_show_cell(file, r.energy);
        for (size_t k = 0; k < 2 * outputs; k++)
            uncertainty_show_cell(file, k < outputs ? r.mean[k] : r.std[k - outputs]);
        fprintf(file, "\n");
    }
}
