/* Lines of predictions (predict_show.h). The entropy is that of the mean probabilities, -sum p ln
 * p, in nats; for multi-label data, the sum of the entropies of the single decisions. */
#include "predict_show.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "adrop/number.h"
#include "data_choice.h"
#include "document_out.h"
#include "out.h"

static size_t most_likely(const double *p, size_t n)
{
    size_t best = 0;

    for (size_t i = 1; i < n; i++)
        if (p[i] > p[best])
            best = i;
    return best;
}

static double part(double p)
{
    return p > 0 ? -p * log(p) : 0;
}

static double entropy(const predict_view *view, const double *p)
{
    double sum = 0;

    for (size_t i = 0; i < view->classes; i++)
        sum += part(p[i]) + (view->several ? part(1 - p[i]) : 0);
    return sum > 0 ? sum : 0;
}

static const char *class_name(const predict_view *view, size_t label)
{
    const char *name = adrop_data_class_name(view->data, label);

    return name ? name : "";
}

enum { LIST_SIZE = 4096 };

static void add_name(char text[LIST_SIZE], const char *name)
{
    const size_t used = strlen(text);

    snprintf(text + used, LIST_SIZE - used, "%s%s", used ? "|" : "", name);
}

/* The number of a row without a name: its line in a text file, or else its index. */
static size_t predict_show_number_of(const predict_view *view, size_t input)
{
    const size_t line = adrop_data_row_line(view->data, input);

    return line ? line : input;
}

/* Class names separated by bars. */
static const char *predicted_set(const predict_view *view, const double *mean, char text[LIST_SIZE])
{
    *text = 0;
    for (size_t k = 0; k < view->classes; k++)
        if (mean[k] > 0.5)
            add_name(text, class_name(view, k));
    return text;
}

static const char *true_set(const predict_view *view, size_t input, char text[LIST_SIZE])
{
    *text = 0;
    for (size_t k = 0; k < view->classes; k++)
        if (adrop_data_has_class(view->data, input, k))
            add_name(text, class_name(view, k));
    return text;
}

/* npy version 1: 10 bytes, then a header padded to a multiple of 64. */
static void show_npy_header(const predict_view *view)
{
    char text[118];
    const int length = snprintf(text, sizeof text,
                                "{'descr': '<f8', 'fortran_order': False, 'shape': (%zu, %zu), }",
                                view->rows, view->classes + view->targets);

    fwrite("\x93NUMPY\1\0\166\0", 1, 10, view->file);
    fprintf(view->file, "%-117.*s\n", length, text);
}

/* input, then a column of each kind for every target. */
static void targets_header(const predict_view *view)
{
    static const char *const kinds[] = { "predicted:", "truth:", "std:" };

    fputs("input", view->file);
    for (size_t g = 0; g < 3; g++)
        for (size_t k = 0; k < view->targets; k++) {
            fputc(',', view->file);
            out_csv(view->file, kinds[g], TARGET_NAME(view->data, k));
        }
    fputc('\n', view->file);
}

void predict_show_header(const predict_view *view)
{
    static const char *const groups[] = { "prob:", "std:" };

    if (view->format == PREDICT_NPY)
        show_npy_header(view);
    if (view->format != PREDICT_CSV)
        return;
    if (view->targets > 1) {
        targets_header(view);
        return;
    }
    if (!view->classes) {
        fprintf(view->file, "input,predicted,truth,value,std%s\n",
                view->has_promise ? ",low,high" : "");
        return;
    }
    fputs("input,predicted,truth,class,label,entropy", view->file);
    for (size_t g = 0; g < 2; g++)
        for (size_t i = 0; i < view->classes; i++) {
            fputc(',', view->file);
            out_csv(view->file, groups[g], class_name(view, i));
        }
    if (view->has_promise)
        fputs(",set", view->file);
    fputc('\n', view->file);
}

static void numbers_csv(FILE *file, const double *x, size_t n)
{
    char text[ADROP_NUMBER_SIZE];

    for (size_t i = 0; i < n; i++)
        fprintf(file, ",%s", isnan(x[i]) ? "" : adrop_number_round(text, x[i], 9));
}

/* The set as names separated by bars, or both ends of the interval. */
static void promise_csv(const predict_view *view, const predicted *p)
{
    char text[4096] = "";
    size_t used = 0;

    if (!view->classes) {
        numbers_csv(view->file, &p->low, 1);
        numbers_csv(view->file, &p->high, 1);
        return;
    }
    for (size_t k = 0; k < view->classes; k++)
        if (p->member[k] && used < sizeof text)
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", used ? "|" : "",
                                     class_name(view, k));
    fputc(',', view->file);
    out_csv(view->file, "", text);
}

static void targets_csv(const predict_view *view, size_t input, const predicted *p)
{
    const double none = NAN;

    numbers_csv(view->file, p->mean, view->targets);
    for (size_t k = 0; k < view->targets; k++) {
        const double truth = adrop_data_target_at(view->data, input, k);
        numbers_csv(view->file, &truth, 1);
    }
    for (size_t k = 0; k < view->targets; k++)
        numbers_csv(view->file, view->has_std ? p->std + k : &none, 1);
    fputc('\n', view->file);
}

static void show_csv(const predict_view *view, size_t input, const predicted *p)
{
    const double *mean = p->mean, *deviation = p->std;
    const size_t n = view->classes ? view->classes : 1;

    const char *name = adrop_data_row_name(view->data, input);
    if (name)
        out_csv(view->file, "", name);
    else
        fprintf(view->file, "%zu", predict_show_number_of(view, input));
    if (view->targets > 1) {
        targets_csv(view, input, p);
        return;
    }
    if (view->classes) {
        const size_t label = most_likely(mean, n);
        const int32_t truth = adrop_data_label(view->data, input);
        const double h = entropy(view, mean);
        char text[LIST_SIZE];
        fputc(',', view->file);
        out_csv(view->file, "",
                view->several ? predicted_set(view, mean, text) : class_name(view, label));
        fputc(',', view->file);
        out_csv(view->file, "",
                truth < 0       ? ""
                : view->several ? true_set(view, input, text)
                                : class_name(view, (size_t)truth));
        fprintf(view->file, ",%zu,", label);
        out_csv(view->file, "", class_name(view, label));
        numbers_csv(view->file, &h, 1);
    } else {
        const double truth = adrop_data_target(view->data, input);
        numbers_csv(view->file, mean, 1);
        numbers_csv(view->file, &truth, 1);
    }
    numbers_csv(view->file, mean, n);
    for (size_t i = 0; i < n; i++) {
        const double none = NAN;
        numbers_csv(view->file, view->has_std ? deviation + i : &none, 1);
    }
    if (view->has_promise)
        promise_csv(view, p);
    fputc('\n', view->file);
}

static void add_floats(adrop_document *d, const char *key, const double *x, size_t n)
{
    float *as_float = out_memory(n, sizeof *as_float);

    for (size_t i = 0; i < n; i++)
        as_float[i] = (float)x[i];
    adrop_document_vector(d, key, key, n, as_float);
    free(as_float);
}

static void add_number(adrop_document *d, const char *key, double x)
{
    adrop_document_number(d, key, key, x, "", 0);
}

static void add_promise(adrop_document *d, const predict_view *view, const predicted *p)
{
    const double ends[] = { p->low, p->high };

    adrop_document_list(d, view->classes ? "set" : "interval", "");
    for (size_t k = 0; k < view->classes; k++)
        if (p->member[k])
            adrop_document_cell_text(d, class_name(view, k));
    for (size_t k = 0; !view->classes && k < 2; k++)
        adrop_document_cell_number(d, ends[k]);
    adrop_document_end(d);
}

/* The predicted classes, and the true ones or null. */
static void add_sets(adrop_document *d, const predict_view *view, size_t input, const double *mean)
{
    adrop_document_list(d, "predicted", "predicted");
    for (size_t k = 0; k < view->classes; k++)
        if (mean[k] > 0.5)
            adrop_document_cell_text(d, class_name(view, k));
    adrop_document_end(d);
    if (adrop_data_label(view->data, input) < 0) {
        adrop_document_null(d, "truth");
        return;
    }
    adrop_document_list(d, "truth", "truth");
    for (size_t k = 0; k < view->classes; k++)
        if (adrop_data_has_class(view->data, input, k))
            adrop_document_cell_text(d, class_name(view, k));
    adrop_document_end(d);
}

/* An object with a number per target; values (targets), or NULL if unknown. */
static void add_by_target(adrop_document *d, const predict_view *view, const char *key,
                          const double *values)
{
    adrop_document_group(d, key, NULL);
    for (size_t k = 0; k < view->targets; k++)
        add_number(d, TARGET_NAME(view->data, k), values ? values[k] : (double)NAN);
    adrop_document_end(d);
}

static void add_targets(adrop_document *d, const predict_view *view, size_t input,
                        const predicted *p)
{
    double *truth = out_memory(view->targets, sizeof *truth);

    for (size_t k = 0; k < view->targets; k++)
        truth[k] = adrop_data_target_at(view->data, input, k);
    add_by_target(d, view, "predicted", p->mean);
    add_by_target(d, view, "truth", truth);
    add_by_target(d, view, "std", view->has_std ? p->std : NULL);
    free(truth);
}

static void add_class(adrop_document *d, const predict_view *view, size_t input, const predicted *p)
{
    const size_t label = most_likely(p->mean, view->classes);
    const int32_t truth = adrop_data_label(view->data, input);
    const float h = (float)entropy(view, p->mean);

    if (view->several) {
        add_sets(d, view, input, p->mean);
    } else {
        adrop_document_text(d, "predicted", "predicted", class_name(view, label));
        adrop_document_text(d, "truth", "truth",
                            truth >= 0 ? class_name(view, (size_t)truth) : NULL);
    }
    adrop_document_count(d, "class", "class", label);
    adrop_document_text(d, "label", "label", class_name(view, label));
    add_floats(d, "prob", p->mean, view->classes);
    if (view->has_std)
        add_floats(d, "std", p->std, view->classes);
    else
        adrop_document_null(d, "std");
    adrop_document_float(d, "entropy", "entropy", h);
}

/* One input as a document of its own: a line of JSON. */
static void show_json(const predict_view *view, size_t input, const predicted *p)
{
    adrop_document *d = document_start(view->ctx, "");
    const char *name = adrop_data_row_name(view->data, input);

    if (name)
        adrop_document_text(d, "input", "input", name);
    else
        adrop_document_count(d, "input", "input", predict_show_number_of(view, input));
    if (view->classes) {
        add_class(d, view, input, p);
    } else if (view->targets > 1) {
        add_targets(d, view, input, p);
    } else {
        add_number(d, "predicted", p->mean[0]);
        add_number(d, "truth", adrop_data_target(view->data, input));
        add_number(d, "value", p->mean[0]);
        add_number(d, "std", view->has_std ? p->std[0] : (double)NAN);
    }
    if (view->has_promise)
        add_promise(d, view, p);
    document_line(view->ctx, view->file, d);
}

void predict_show(const predict_view *view, size_t input, const predicted *p)
{
    if (view->format == PREDICT_NPY)
        fwrite(p->mean, sizeof *p->mean, view->classes + view->targets, view->file);
    else
        (view->format == PREDICT_JSON ? show_json : show_csv)(view, input, p);
}
