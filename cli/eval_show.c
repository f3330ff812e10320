/* Measures of a run, for people and as JSON (eval_measures.h). */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "eval_measures.h"
#include "json.h"
#include "out.h"
#include "sparse_choice.h"
#include "target_name.h"
#include "terminal.h"

enum { MOST_CLASSES = 20 }; /* in a table */

static void add(out_table *table, const char *name, const char *value, const char *unit)
{
    out_cell(table, 0, "%s", name);
    out_cell(table, 0, "%s%s", value, unit);
}

static const char *name_of(const adrop_run *run, size_t label)
{
    const char *name = adrop_data_class_name(adrop_run_data((adrop_run *)run), label);

    return name ? OUT_CLEAN(name) : "";
}

/* Columns of a terminal that the table of classes takes with its counts. */
static size_t classes_width(const adrop_run *run, const eval_measures *m)
{
    const size_t k = m->classes;
    size_t first = strlen("class"), width = strlen("  rows  precision  recall      F1");

    for (size_t c = 0; c < k; c++) {
        const char *name = name_of(run, c);
        size_t widest = out_columns(name, strlen(name));
        first = widest > first ? widest : first;
        for (size_t i = 0; i < k; i++) {
            const int digits = snprintf(NULL, 0, "%zu", m->confusion[i * k + c]);
            widest = (size_t)digits > widest ? (size_t)digits : widest;
        }
        width += 2 + widest;
    }
    return first + width;
}

/* One line per class: scores, then how often it was taken for each, where a terminal has room. */
static void show_classes(const adrop_run *run, const eval_measures *m)
{
    const size_t k = m->classes, width = classes_width(run, m);
    const size_t counts = width <= terminal_limit(stdout) ? k : 0;
    char align[MOST_CLASSES + 6];
    out_table table = { .align = align };

    for (size_t i = 0; i < sizeof align - 1; i++)
        align[i] = i ? 'r' : 'l';
    align[5 + counts] = 0;
    out_cell(&table, 1, "class");
    out_cell(&table, 1, "rows");
    out_cell(&table, 1, "precision");
    out_cell(&table, 1, "recall");
    out_cell(&table, 1, "F1");
    for (size_t c = 0; c < counts; c++)
        out_cell(&table, 1, "%s", name_of(run, c));
    for (size_t c = 0; c < k; c++) {
        size_t rows = 0;
        for (size_t i = 0; i < k; i++)
            rows += m->confusion[c * k + i];
        out_cell(&table, 0, "%s", name_of(run, c));
        out_cell(&table, 0, "%zu", rows);
        out_cell(&table, 0, "%s", OUT_NUMBER(m->precision[c], 4));
        out_cell(&table, 0, "%s", OUT_NUMBER(m->recall[c], 4));
        out_cell(&table, 0, "%s", OUT_NUMBER(m->f1[c], 4));
        for (size_t i = 0; i < counts; i++)
            out_cell(&table, 0, "%zu", m->confusion[c * k + i]);
    }
    fputc('\n', stdout);
    out_table_print(&table, stdout, 0);
    if (counts)
        out_say(stdout, "the columns right of F1 are the confusion matrix");
    else
        out_say(stdout,
                "the counts of predictions of each class need a terminal of %zu columns; --json "
                "has them too",
                width);
}

/* Of a class: TP, FP, FN to precision, recall, F1; NaN where the divisor is 0. */
static void class_scores(const eval_measures *m, size_t c, double out[3])
{
    const double tp = (double)m->counts[c], fp = (double)m->counts[m->classes + c],
                 fn = (double)m->counts[2 * m->classes + c];

    out[0] = tp / (tp + fp);
    out[1] = tp / (tp + fn);
    out[2] = 2 * tp / (2 * tp + fp + fn);
}

static void show_sets(const adrop_run *run, const eval_measures *m)
{
    static const char *const heads[] = { "class", "rows", "precision", "recall", "F1" };
    out_table table = { .align = "lrrrr" };

    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        out_cell(&table, 1, "%s", heads[i]);
    for (size_t c = 0; c < m->classes; c++) {
        double s[3];
        class_scores(m, c, s);
        out_cell(&table, 0, "%s", name_of(run, c));
        out_cell(&table, 0, "%zu", m->counts[c] + m->counts[2 * m->classes + c]);
        for (size_t i = 0; i < 3; i++)
            out_cell(&table, 0, "%s", OUT_NUMBER(s[i], 4));
    }
    fputc('\n', stdout);
    out_table_print(&table, stdout, 0);
}

/* One line per target. */
static void show_targets(const adrop_run *run, const eval_measures *m)
{
    static const char *const heads[] = { "target", "rmse", "mean absolute error", "R2" };
    const adrop_data *data = adrop_run_data((adrop_run *)run);
    out_table table = { .align = "lrrr" };

    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        out_cell(&table, 1, "%s", heads[i]);
    for (size_t k = 0; k < m->targets; k++) {
        out_cell(&table, 0, "%s", TARGET_NAME(data, k));
        out_cell(&table, 0, "%s", OUT_NUMBER(m->of_target[k].rmse, 5));
        out_cell(&table, 0, "%s", OUT_NUMBER(m->of_target[k].mae, 5));
        out_cell(&table, 0, "%s", OUT_NUMBER(m->of_target[k].r2, 5));
    }
    fputc('\n', stdout);
    out_table_print(&table, stdout, 0);
}

void eval_show(const adrop_run *run, const eval_measures *m)
{
    out_table table = { .align = "ll" };
    size_t dense, sparse = sparse_layers(adrop_run_model((adrop_run *)run), &dense);
    char top[48];

    out_cell(&table, 0, "rows");
    out_cell(&table, 0, "%zu", m->n);
    if (m->unknown) {
        out_cell(&table, 0, "rows without a known answer");
        out_cell(&table, 0, "%zu", m->unknown);
    }
    if (sparse) {
        out_cell(&table, 0, "layers that skip zeros");
        out_cell(&table, 0, "%zu of %zu dense", sparse, dense);
    }
    add(&table, "loss", OUT_NUMBER(m->loss, 5), "");
    if (m->several) {
        add(&table, "micro F1", OUT_NUMBER(100 * m->of_sets.micro_f1, 4), " %");
        add(&table, "macro F1", OUT_NUMBER(100 * m->of_sets.macro_f1, 4), " %");
        add(&table, "rows with exactly their classes",
            OUT_NUMBER(100 * m->of_sets.subset_accuracy, 4), " %");
        out_table_print(&table, stdout, 0);
        if (m->classes <= MOST_CLASSES)
            show_sets(run, m);
        return;
    }
    if (!m->classes) {
        add(&table, "rmse", OUT_NUMBER(m->of_values.rmse, 5), "");
        add(&table, "mean absolute error", OUT_NUMBER(m->of_values.mae, 5), "");
        add(&table, "R2", OUT_NUMBER(m->of_values.r2, 5), "");
        if (!isnan(m->nll))
            add(&table, "negative log-likelihood", OUT_NUMBER(m->nll, 5), "");
        out_table_print(&table, stdout, 0);
        if (m->targets > 1)
            show_targets(run, m);
        return;
    }
    add(&table, "accuracy", OUT_NUMBER(100 * m->of_classes.accuracy, 4), " %");
    snprintf(top, sizeof top, "among the first %zu", m->k);
    if (!isnan(m->top_k))
        add(&table, top, OUT_NUMBER(100 * m->top_k, 4), " %");
    add(&table, "negative log-likelihood", OUT_NUMBER(m->of_classes.nll, 5), "");
    add(&table, "mean F1 of classes", OUT_NUMBER(m->macro_f1, 4), "");
    out_table_print(&table, stdout, 0);
    if (m->classes <= MOST_CLASSES)
        show_classes(run, m);
}

static void classes_json(json *j, const adrop_run *run, const eval_measures *m)
{
    const size_t k = m->classes;

    json_key(j, "per_class");
    json_open(j, '[');
    for (size_t c = 0; c < k; c++) {
        size_t rows = 0;
        for (size_t i = 0; i < k; i++)
            rows += m->confusion[c * k + i];
        json_open(j, '{');
        json_key_text(j, "class", adrop_data_class_name(adrop_run_data((adrop_run *)run), c));
        json_key_number(j, "precision", m->precision[c]);
        json_key_number(j, "recall", m->recall[c]);
        json_key_number(j, "f1", m->f1[c]);
        json_key(j, "n");
        json_count(j, rows);
        json_close(j);
    }
    json_close(j);
    json_key(j, "confusion");
    json_open(j, '[');
    for (size_t c = 0; c < k; c++) {
        json_open(j, '[');
        for (size_t i = 0; i < k; i++)
            json_count(j, m->confusion[c * k + i]);
        json_close(j);
    }
    json_close(j);
}

static void targets_json(json *j, const adrop_run *run, const eval_measures *m)
{
    const adrop_data *data = adrop_run_data((adrop_run *)run);

    json_key(j, "per_target");
    json_open(j, '[');
    for (size_t k = 0; k < m->targets; k++) {
        json_open(j, '{');
        json_key_text(j, "target", TARGET_NAME(data, k));
        json_key_number(j, "rmse", m->of_target[k].rmse);
        json_key_number(j, "mae", m->of_target[k].mae);
        json_key_number(j, "r2", m->of_target[k].r2);
        json_close(j);
    }
    json_close(j);
}

static void sets_json(json *j, const adrop_run *run, const eval_measures *m)
{
    json_key_number(j, "test_acc", 100 * m->of_sets.subset_accuracy);
    json_key_number(j, "micro_f1", m->of_sets.micro_f1);
    json_key_number(j, "macro_f1", m->of_sets.macro_f1);
    json_key(j, "per_class");
    json_open(j, '[');
    for (size_t c = 0; c < m->classes; c++) {
        double s[3];
        class_scores(m, c, s);
        json_open(j, '{');
        json_key_text(j, "class", adrop_data_class_name(adrop_run_data((adrop_run *)run), c));
        json_key_number(j, "precision", s[0]);
        json_key_number(j, "recall", s[1]);
        json_key_number(j, "f1", s[2]);
        json_key(j, "n");
        json_count(j, m->counts[c] + m->counts[2 * m->classes + c]);
        json_close(j);
    }
    json_close(j);
}

void eval_show_json(const adrop_run *run, const eval_measures *m)
{
    json j = { .file = stdout };
    size_t dense;

    json_open(&j, '{');
    json_key_number(&j, "test_loss", m->loss);
    if (m->several) {
        sets_json(&j, run, m);
    } else if (m->classes) {
        json_key_number(&j, "test_acc", 100 * m->of_classes.accuracy);
        json_key_number(&j, "test_top5", 100 * m->top5);
    } else {
        json_key_number(&j, "test_rmse", m->of_values.rmse);
    }
    json_key(&j, "n");
    json_count(&j, m->n);
    json_key(&j, "sparse_layers");
    json_count(&j, sparse_layers(adrop_run_model((adrop_run *)run), &dense));
    if (m->classes && !m->several) {
        json_key_number(&j, "top_k", 100 * m->top_k);
        json_key_number(&j, "nll", m->of_classes.nll);
        json_key_number(&j, "macro_f1", m->macro_f1);
        classes_json(&j, run, m);
    } else if (!m->several) {
        json_key_number(&j, "mae", m->of_values.mae);
        json_key_number(&j, "r2", m->of_values.r2);
        json_key_number(&j, "nll", m->nll);
        if (m->targets > 1)
            targets_json(&j, run, m);
    }
    if (adrop_run_has_changed_data(run)) {
        json_key(&j, "changed_data");
        json_truth(&j, 1);
    }
    json_close(&j);
}
