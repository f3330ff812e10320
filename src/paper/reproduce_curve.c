/* Curves per epoch, from metrics.jsonl of the first run of every cell (reproduce_impl.h).
 *
 * A mask is m = s(mu + sigma eps) with s one-to-one, so the divergence of two mask distributions
 * with the same seed and map equals that of the distributions before s. For the Gaussian seed
 *
 *     KL(1 | 2) = ln(sigma2 / sigma1) + (sigma1^2 + (mu1 - mu2)^2) / (2 sigma2^2) - 1/2. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/file.h"
#include "base/json.h"
#include "base/keep.h"
#include "base/memory.h"
#include "paper/reproduce_impl.h"

enum { SHOWN = 12, LAYERS = 8, LARGEST = 64 << 20, MOST_EPOCHS = 1000000 };

typedef struct {
    size_t epoch, n_layers;
    double train_acc, test_acc;
    char layer[LAYERS][32];
    double rate[LAYERS], mu[LAYERS], sigma[LAYERS];
} point;

/* The points of a run that are shown. */
typedef struct {
    size_t n, epochs;
    point points[SHOWN];
} trace;

static double reproduce_curve_number(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);

    return json_is_number(value) ? json_number_value(value) : NAN;
}

static size_t count_lines(const char *text)
{
    size_t n = 0;

    for (; (text = strchr(text, '\n')); text++)
        n++;
    return n;
}

/* Is epoch e of n shown? The first and last of a range, and some in between. */
static int is_shown(adrop_curve curve, size_t e, size_t n)
{
    const size_t first = curve == ADROP_CURVE_GAP    ? n
                         : curve == ADROP_CURVE_TEST ? n - (n - 1) / 3
                                                     : 1;
    const size_t range = n - first;

    for (size_t k = 0; k < SHOWN; k++)
        if (e == first + (range * k + (SHOWN - 1) / 2) / (SHOWN - 1))
            return 1;
    return 0;
}

static adrop_status read_line(adrop_ctx *ctx, const char *path, const char *line, size_t length,
                              point *p)
{
    json_t *root;
    const adrop_status status = ad_json_parse(ctx, path, line, length, 0, &root);
    const json_t *dropout = json_object_get(root, "dropout");

    if (status)
        return status;
    *p = (point){ .n_layers = json_array_size(dropout),
                  .train_acc = reproduce_curve_number(root, "train_acc"),
                  .test_acc = reproduce_curve_number(root, "test_acc") };
    if (p->n_layers > LAYERS)
        p->n_layers = LAYERS;
    for (size_t i = 0; i < p->n_layers; i++) {
        const json_t *one = json_array_get(dropout, i);
        const char *name = json_string_value(json_object_get(one, "layer"));
        snprintf(p->layer[i], sizeof p->layer[i], "%.31s", name ? name : "");
        p->rate[i] = reproduce_curve_number(one, "rate");
        p->mu[i] = reproduce_curve_number(one, "mu");
        p->sigma[i] = reproduce_curve_number(one, "sigma");
    }
    const int good = ad_json_count(json_object_get(root, "epoch"), 1, MOST_EPOCHS, &p->epoch);
    json_decref(root);
    return good ? ADROP_OK : ad_fail(ctx, ADROP_EFORMAT, "'%s' has a line that is no epoch", path);
}

static adrop_status read_run(adrop_reproduction *r, const char *folder, trace *t)
{
    const char *path;
    char *text;
    adrop_status status;
    size_t size;

    if ((status = ad_keep_format(r->ctx, &path, "%s/metrics.jsonl", folder)) ||
        (status = ad_file_read(r->ctx, path, LARGEST, &text, &size)))
        return status;
    *t = (trace){ .epochs = count_lines(text) };
    for (const char *line = text, *end; !status && (end = strchr(line, '\n')); line = end + 1) {
        point p;
        status = read_line(r->ctx, path, line, (size_t)(end - line), &p);
        if (!status && t->n < SHOWN && is_shown(r->recipe->curve, p.epoch, t->epochs))
            t->points[t->n++] = p;
    }
    ad_free(r->ctx, text);
    return status;
}

/* Layers in rows, epochs in columns; test accuracy is one row. */
static void add_by_epoch(adrop_document *d, const char *dropout, const trace *t, int rates)
{
    const size_t rows = rates ? t->points[0].n_layers : 1;

    for (size_t i = 0; i < rows; i++) {
        adrop_document_cell_text(d, dropout);
        if (rates)
            adrop_document_cell_text(d, t->points[0].layer[i]);
        for (size_t k = 0; k < t->n; k++)
            ad_reproduce_number(d, rates ? t->points[k].rate[i] : t->points[k].test_acc);
    }
}

static void add_gap(adrop_document *d, const char *dropout, const point *p)
{
    adrop_document_cell_text(d, dropout);
    ad_reproduce_number(d, p->train_acc);
    ad_reproduce_number(d, p->test_acc);
    ad_reproduce_number(d, p->train_acc - p->test_acc);
}

static void add_distributions(adrop_document *d, const char *dropout, const trace *t)
{
    const point *last = &t->points[t->n - 1];

    for (size_t k = 0; k < t->n; k++)
        for (size_t i = 0; i < t->points[k].n_layers && i < last->n_layers; i++) {
            const point *p = &t->points[k];
            const double s1 = p->sigma[i], s2 = last->sigma[i], away = p->mu[i] - last->mu[i];
            adrop_document_cell_text(d, dropout);
            adrop_document_cell_count(d, p->epoch);
            ad_reproduce_number(d, p->test_acc);
            adrop_document_cell_text(d, p->layer[i]);
            ad_reproduce_number(d, p->mu[i]);
            ad_reproduce_number(d, s1);
            ad_reproduce_number(d, p->rate[i]);
            ad_reproduce_number(d, log(s2 / s1) + (s1 * s1 + away * away) / (2 * s2 * s2) - 0.5);
        }
}

/* A column per epoch. */
static void add_epochs(adrop_document *d, adrop_curve curve, const trace *t)
{
    const int rates = curve == ADROP_CURVE_RATES;
    char text[24];

    if (rates)
        adrop_document_column(d, "", "layer", 'l', "", 0);
    for (size_t k = 0; k < t->n; k++) {
        snprintf(text, sizeof text, "%zu", t->points[k].epoch);
        adrop_document_column(d, "", text, 'r', "", ADROP_DECIMALS(rates ? 3 : 2));
    }
}

static adrop_status begin_sheet(const adrop_reproduction *r, adrop_document *d,
                                const adrop_planned_run *run, const trace *t)
{
    static const char *const what[] = { "", "test accuracy by epoch", "dropout rates by epoch",
                                        "accuracy after the last epoch",
                                        "distributions of masks by epoch" };
    static const adrop_column by_epoch[] = { { "", "technique", 'l', NULL, 0, 0 }, { 0 } };
    static const adrop_column gap[] = { { "", "technique", 'l', NULL, 0, 0 },
                                        { "", "training", 'r', NULL, ADROP_DECIMALS(2), 0 },
                                        { "", "test", 'r', NULL, ADROP_DECIMALS(2), 0 },
                                        { "", "gap", 'r', NULL, ADROP_DECIMALS(2), 0 },
                                        { 0 } };
    static const adrop_column distributions[] = { { "", "technique", 'l', NULL, 0, 0 },
                                                  { "", "epoch", 'r', NULL, 0, 0 },
                                                  { "", "test", 'r', NULL, ADROP_DECIMALS(2), 0 },
                                                  { "", "layer", 'l', NULL, 0, 0 },
                                                  { "", "mu", 'r', NULL, ADROP_DECIMALS(4), 0 },
                                                  { "", "sigma", 'r', NULL, ADROP_DECIMALS(4), 0 },
                                                  { "", "rate", 'r', NULL, ADROP_DECIMALS(4), 0 },
                                                  { "", "KL", 'r', NULL, 4, 0 },
                                                  { 0 } };
    const adrop_curve curve = r->recipe->curve;
    const char *title;
    const adrop_status status = ad_keep_format(r->ctx, &title, "%s, %s: %s", run->data, run->model,
                                               what[curve]);

    if (status)
        return status;
    ad_reproduce_sheet(d, title,
                       curve == ADROP_CURVE_GAP            ? gap
                       : curve == ADROP_CURVE_DISTRIBUTION ? distributions
                                                           : by_epoch);
    if (curve == ADROP_CURVE_RATES || curve == ADROP_CURVE_TEST)
        add_epochs(d, curve, t);
    ad_reproduce_note(d, "The first run of each technique.");
    if (curve == ADROP_CURVE_GAP)
        ad_reproduce_note(d,
                          "Training accuracy is that of the noisy outputs during the last epoch.");
    if (curve == ADROP_CURVE_DISTRIBUTION)
        ad_reproduce_note(
            d, "KL is the divergence of the distribution of masks from that of the last epoch.");
    return ADROP_OK;
}

/* Add a run. first: begin a sheet, and end the open one. */
static adrop_status add_run(adrop_reproduction *r, adrop_document *d, const adrop_planned_run *run,
                            int first, int is_open)
{
    trace t;
    adrop_status status = read_run(r, run->path, &t);

    if (status)
        return status;
    if (first && is_open)
        adrop_document_end(d);
    if (first)
        status = begin_sheet(r, d, run, &t);
    if (status || !t.n)
        return status;
    if (r->recipe->curve == ADROP_CURVE_GAP)
        add_gap(d, run->dropout, &t.points[t.n - 1]);
    else if (r->recipe->curve == ADROP_CURVE_DISTRIBUTION)
        add_distributions(d, run->dropout, &t);
    else
        add_by_epoch(d, run->dropout, &t, r->recipe->curve == ADROP_CURVE_RATES);
    return ADROP_OK;
}

/* The first run of each cell, if finished; a sheet per data set and network. */
adrop_status ad_reproduce_curves(adrop_reproduction *r, adrop_document *d)
{
    adrop_status status = ADROP_OK;

    for (size_t i = 0; !status && i < r->n_parts; i++) {
        const char *data = "", *model = "";
        adrop_planned_run run;
        int is_open = 0;
        for (size_t k = 0; !status && adrop_compare_run_at(r->parts[i].compare, k, &run); k++) {
            if (run.run != 1 || *run.candidate || run.state != ADROP_RUN_DONE)
                continue;
            const int first = strcmp(data, run.data) || strcmp(model, run.model);
            data = run.data;
            model = run.model;
            status = add_run(r, d, &run, first, is_open);
            is_open = 1;
        }
        if (is_open)
            adrop_document_end(d);
    }
    return status;
}
