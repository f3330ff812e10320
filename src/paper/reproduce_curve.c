/* Curves by epoch, from metrics.jsonl of the first run of every cell (reproduce_impl.h).
 *
 * The distribution of a mask is m = s(mu + sigma eps); s is one-to-one, so the divergence of two
 * such distributions with one seed and map is that of the distributions before s. For the Gaussian
 * seed
 *
 *     KL(1 | 2) = ln(sigma2 / sigma1) + (sigma1^2 + (mu1 - mu2)^2) / (2 sigma2^2) - 1/2. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"
#include "paper/reproduce_impl.h"

enum { SHOWN = 12, LAYERS = 8, LARGEST = 64 << 20, MOST_EPOCHS = 1000000 };

typedef struct {
    size_t epoch, n_layers;
    double train_acc, test_acc;
    char layer[LAYERS][32];
    double rate[LAYERS], mu[LAYERS], sigma[LAYERS];
} point;

/* What is shown of a run. */
typedef struct {
    size_t n, epochs;
    point points[SHOWN];
} trace;

static double number(const json_t *object, const char *key)
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

/* Is epoch e of n shown? The first and last of a range, and some between. */
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
                  .train_acc = number(root, "train_acc"),
                  .test_acc = number(root, "test_acc") };
    if (p->n_layers > LAYERS)
        p->n_layers = LAYERS;
    for (size_t i = 0; i < p->n_layers; i++) {
        const json_t *one = json_array_get(dropout, i);
        const char *name = json_string_value(json_object_get(one, "layer"));
        snprintf(p->layer[i], sizeof p->layer[i], "%.31s", name ? name : "");
        p->rate[i] = number(one, "rate");
        p->mu[i] = number(one, "mu");
        p->sigma[i] = number(one, "sigma");
    }
    const int good = ad_json_count(json_object_get(root, "epoch"), 1, MOST_EPOCHS, &p->epoch);
    json_decref(root);
    return good ? ADROP_OK : ad_fail(ctx, ADROP_EFORMAT, "'%s' has a line that is no epoch", path);
}

static adrop_status read_run(adrop_reproduction *r, const char *folder, trace *t)
{
    char path[ADROP_TEXT_SIZE + 32], *text;
    adrop_status status;
    size_t size;

    snprintf(path, sizeof path, "%s/metrics.jsonl", folder);
    if ((status = ad_file_read(r->ctx, path, LARGEST, &text, &size)))
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
static void add_by_epoch(ad_sheet *s, const char *dropout, const trace *t, int rates)
{
    const size_t rows = rates ? t->points[0].n_layers : 1;

    for (size_t i = 0; i < rows; i++) {
        ad_sheet_text(s, "%s", dropout);
        if (rates)
            ad_sheet_text(s, "%s", t->points[0].layer[i]);
        for (size_t k = 0; k < t->n; k++)
            ad_sheet_number(s, rates ? t->points[k].rate[i] : t->points[k].test_acc, rates ? 3 : 2);
    }
}

static void add_gap(ad_sheet *s, const char *dropout, const point *p)
{
    ad_sheet_text(s, "%s", dropout);
    ad_sheet_number(s, p->train_acc, 2);
    ad_sheet_number(s, p->test_acc, 2);
    ad_sheet_number(s, p->train_acc - p->test_acc, 2);
}

static void add_distributions(ad_sheet *s, const char *dropout, const trace *t)
{
    const point *last = &t->points[t->n - 1];

    for (size_t k = 0; k < t->n; k++)
        for (size_t i = 0; i < t->points[k].n_layers && i < last->n_layers; i++) {
            const point *p = &t->points[k];
            const double s1 = p->sigma[i], s2 = last->sigma[i], away = p->mu[i] - last->mu[i];
            ad_sheet_text(s, "%s", dropout);
            ad_sheet_number(s, (double)p->epoch, 0);
            ad_sheet_number(s, p->test_acc, 2);
            ad_sheet_text(s, "%s", p->layer[i]);
            ad_sheet_number(s, p->mu[i], 4);
            ad_sheet_number(s, s1, 4);
            ad_sheet_number(s, p->rate[i], 4);
            ad_sheet_number(s, log(s2 / s1) + (s1 * s1 + away * away) / (2 * s2 * s2) - 0.5, -4);
        }
}

static void add_headers(ad_sheet *s, adrop_curve curve, const trace *t)
{
    static const char *const gap[] = { "training", "test", "gap", NULL };
    static const char *const distributions[] = { "epoch", "test", "layer", "mu",
                                                 "sigma", "rate", "KL",    NULL };
    const char *const *names = curve == ADROP_CURVE_GAP ? gap : distributions;

    ad_sheet_header(s, "technique");
    if (curve == ADROP_CURVE_RATES)
        ad_sheet_header(s, "layer");
    if (curve == ADROP_CURVE_RATES || curve == ADROP_CURVE_TEST) {
        for (size_t k = 0; k < t->n; k++)
            ad_sheet_header(s, "%zu", t->points[k].epoch);
        return;
    }
    for (; *names; names++)
        ad_sheet_header(s, "%s", *names);
}

static adrop_status begin_sheet(adrop_reproduction *r, const adrop_planned_run *run, const trace *t,
                                ad_sheet **out)
{
    static const char *const what[] = { "", "test accuracy by epoch", "dropout rates by epoch",
                                        "accuracy after the last epoch",
                                        "distributions of masks by epoch" };
    char title[256];

    snprintf(title, sizeof title, "%s, %s: %s", run->data, run->model, what[r->recipe->curve]);
    adrop_status status = ad_reproduce_sheet(r, title, out);
    if (status)
        return status;
    add_headers(*out, r->recipe->curve, t);
    ad_sheet_note(*out, "The first run of each technique.");
    if (r->recipe->curve == ADROP_CURVE_GAP)
        ad_sheet_note(*out,
                      "Training accuracy is that of the noisy outputs during the last epoch.");
    if (r->recipe->curve == ADROP_CURVE_DISTRIBUTION)
        ad_sheet_note(
            *out, "KL is the divergence of the distribution of masks from that of the last epoch.");
    return ADROP_OK;
}

static adrop_status add_run(adrop_reproduction *r, const adrop_planned_run *run, int first,
                            ad_sheet **sheet)
{
    trace t;
    adrop_status status = read_run(r, run->path, &t);

    if (!status && first)
        status = begin_sheet(r, run, &t, sheet);
    if (status || !t.n)
        return status;
    if (r->recipe->curve == ADROP_CURVE_GAP)
        add_gap(*sheet, run->dropout, &t.points[t.n - 1]);
    else if (r->recipe->curve == ADROP_CURVE_DISTRIBUTION)
        add_distributions(*sheet, run->dropout, &t);
    else
        add_by_epoch(*sheet, run->dropout, &t, r->recipe->curve == ADROP_CURVE_RATES);
    return ADROP_OK;
}

/* The first run of each cell, once it is done; a sheet for each data set and network. */
adrop_status ad_reproduce_curves(adrop_reproduction *r)
{
    adrop_status status = ADROP_OK;

    for (size_t i = 0; i < r->n_parts; i++) {
        const char *data = "", *model = "";
        ad_sheet *sheet = NULL;
        adrop_planned_run run;
        for (size_t k = 0; !status && adrop_compare_run_at(r->parts[i].compare, k, &run); k++) {
            if (run.run != 1 || *run.candidate || run.state != ADROP_RUN_DONE)
                continue;
            const int first = strcmp(data, run.data) || strcmp(model, run.model);
            data = run.data;
            model = run.model;
            status = add_run(r, &run, first, &sheet);
        }
    }
    return status;
}
