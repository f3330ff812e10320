/* Measures of a run as a document (eval_measures.h). */
#include <math.h>

#include <stdint.h>
#include <stdio.h>

#include "data_choice.h"
#include "document_out.h"
#include "eval_measures.h"
#include "out.h"

static const char *class_of(const void *run, size_t label)
{
    return adrop_data_class_name(adrop_run_data((adrop_run *)(uintptr_t)run), label);
}

static void class_columns(adrop_document *d, const eval_measures *m)
{
    adrop_document_table(d, "per_class", m->classes <= CONFUSION_MOST ? "" : NULL, 0);
    adrop_document_column(d, "class", "class", 'l', "", 0);
    adrop_document_column(d, "precision", "precision", 'r', "", 4);
    adrop_document_column(d, "recall", "recall", 'r', "", 4);
    adrop_document_column(d, "f1", "F1", 'r', "", 4);
    adrop_document_column(d, "n", "rows", 'r', "", 0);
}

static void class_row(adrop_document *d, const char *name, const double scores[3], size_t rows)
{
    adrop_document_cell_text(d, name);
    for (size_t i = 0; i < 3; i++)
        adrop_document_cell_number(d, scores[i]);
    adrop_document_cell_count(d, rows);
}

static void add_classes(adrop_document *d, const adrop_run *run, const eval_measures *m)
{
    const size_t k = m->classes;

    class_columns(d, m);
    for (size_t c = 0; c < k; c++) {
        const double scores[] = { m->precision[c], m->recall[c], m->f1[c] };
        size_t rows = 0;
        for (size_t i = 0; i < k; i++)
            rows += m->confusion[c * k + i];
        class_row(d, class_of(run, c), scores, rows);
    }
    adrop_document_end(d);
    confusion_add(d, k, m->confusion, class_of, run);
}

/* Multi-label results. */
static void add_sets(adrop_document *d, const adrop_run *run, const eval_measures *m)
{
    const size_t k = m->classes;

    adrop_document_number(d, "test_acc", "rows with exactly their classes",
                          100 * m->of_sets.subset_accuracy, "%", 4);
    adrop_document_also(d, "test_acc_percent");
    adrop_document_number(d, "micro_f1", "micro F1", m->of_sets.micro_f1, "", 4);
    adrop_document_number(d, "macro_f1", "macro F1", m->of_sets.macro_f1, "", 4);
    class_columns(d, m);
    for (size_t c = 0; c < k; c++) {
        const size_t tp = m->counts[c], fp = m->counts[k + c], fn = m->counts[2 * k + c];
        const double scores[] = { (double)tp / (double)(tp + fp), (double)tp / (double)(tp + fn),
                                  2 * (double)tp / (double)(2 * tp + fp + fn) };
        class_row(d, class_of(run, c), scores, tp + fn);
    }
    adrop_document_end(d);
}

static void add_targets(adrop_document *d, const adrop_run *run, const eval_measures *m)
{
    const adrop_data *data = adrop_run_data((adrop_run *)run);

    adrop_document_table(d, "per_target", "", 0);
    adrop_document_column(d, "target", "target", 'l', "", 0);
    adrop_document_column(d, "rmse", "rmse", 'r', "", 5);
    adrop_document_column(d, "mae", "mean absolute error", 'r', "", 5);
    adrop_document_column(d, "r2", "R2", 'r', "", 5);
    for (size_t k = 0; k < m->targets; k++) {
        adrop_document_cell_text(d, TARGET_NAME(data, k));
        adrop_document_cell_number(d, m->of_target[k].rmse);
        adrop_document_cell_number(d, m->of_target[k].mae);
        adrop_document_cell_number(d, m->of_target[k].r2);
    }
    adrop_document_end(d);
}

/* A share in per cent; null if there are too few classes. */
static void add_share(adrop_document *d, const char *key, const char *in_percent, const char *label,
                      double share)
{
    adrop_document_number(d, key, isnan(share) ? NULL : label, 100 * share, "%", 4);
    adrop_document_also(d, in_percent);
}

/* Facts common to all kinds of targets. */
static void eval_show_add_rows(adrop_document *d, const adrop_run *run, const eval_measures *m)
{
    size_t dense, sparse = sparse_layers(adrop_run_model((adrop_run *)run), &dense);

    adrop_document_count(d, "n", "rows", m->n);
    if (m->unknown)
        adrop_document_count(d, "unknown", "rows without a known answer", m->unknown);
    adrop_document_count(d, "sparse_layers", sparse ? "dense layers that skip zeros" : NULL,
                         sparse);
}

static void add_of_classes(adrop_document *d, const adrop_run *run, const eval_measures *m)
{
    char top[48];

    snprintf(top, sizeof top, "among the first %zu", m->k);
    add_share(d, "test_acc", "test_acc_percent", "accuracy", m->of_classes.accuracy);
    add_share(d, "test_top5", "test_top5_percent", NULL, m->top5);
    eval_show_add_rows(d, run, m);
    add_share(d, "top_k", "top_k_percent", top, m->top_k);
    adrop_document_number(d, "nll", "negative log-likelihood", m->of_classes.nll, "", 5);
    adrop_document_number(d, "macro_f1", "mean F1 of classes", m->macro_f1, "", 4);
    add_classes(d, run, m);
}

static void add_of_values(adrop_document *d, const adrop_run *run, const eval_measures *m)
{
    adrop_document_number(d, "test_rmse", "rmse", m->of_values.rmse, "", 5);
    eval_show_add_rows(d, run, m);
    adrop_document_number(d, "mae", "mean absolute error", m->of_values.mae, "", 5);
    adrop_document_number(d, "r2", "R2", m->of_values.r2, "", 5);
    adrop_document_number(d, "nll", isnan(m->nll) ? NULL : "negative log-likelihood", m->nll, "",
                          5);
    if (m->targets > 1)
        add_targets(d, run, m);
}

adrop_document *eval_document(adrop_ctx *ctx, const adrop_run *run, const eval_measures *m)
{
    adrop_document *d = document_start(ctx, "");

    adrop_document_number(d, "test_loss", "loss", m->loss, "", 5);
    if (m->several) {
        add_sets(d, run, m);
        eval_show_add_rows(d, run, m);
    } else if (m->classes) {
        add_of_classes(d, run, m);
    } else {
        add_of_values(d, run, m);
    }
    if (adrop_run_has_changed_data(run))
        adrop_document_truth(d, "changed_data", "the data have changed", 1);
    return d;
}

static const char *shown(const char *name)
{
    return name ? name : "";
}

void confusion_add(adrop_document *d, size_t classes, const size_t *counts,
                   const char *(*name)(const void *of, size_t label), const void *of)
{
    static const char title[] =
        "confusion matrix (a row per true class, a column per predicted one)";

    adrop_document_table(d, "confusion", classes > CONFUSION_MOST ? NULL : title,
                         ADROP_TABLE_ARRAYS | ADROP_TABLE_WHOLE);
    adrop_document_column(d, NULL, "", 'l', "", 0);
    for (size_t c = 0; c < classes; c++)
        adrop_document_column(d, shown(name(of, c)), shown(name(of, c)), 'r', "", 0);
    for (size_t c = 0; c < classes; c++) {
        adrop_document_cell_text(d, shown(name(of, c)));
        for (size_t i = 0; i < classes; i++) {
            adrop_document_cell_count(d, counts[c * classes + i]);
            adrop_document_mark(d, i == c ? ADROP_MARK_BEST : ADROP_MARK_PLAIN);
        }
    }
    adrop_document_end(d);
}
