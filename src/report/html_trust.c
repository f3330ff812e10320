/* Reliability of a run's predictions, from uncertainty.json in its folder (`adrop uncertainty
 * --record`): confusion matrix, reliability, risk against coverage, examples. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/format.h"
#include "base/memory.h"
#include "report/html.h"

enum { MOST_CLASSES = 64, MOST_EXAMPLES = 12, MOST_PIXELS = 3 * 128 * 128 };

static const char *class_name(const json_t *record, size_t i, char buffer[24])
{
    const char *name = json_string_value(
        json_array_get(json_object_get(json_object_get(record, "inputs"), "classes"), i));

    if (name && *name)
        return name;
    snprintf(buffer, 24, "%zu", i);
    return buffer;
}

static void confusion(adrop_page *p, const json_t *u, const ad_shown_run *r)
{
    const json_t *rows = json_object_get(u, "confusion");
    const size_t n = json_array_size(rows);
    adrop_figure *f;
    char name[24];

    if (!n)
        return;
    if (n > MOST_CLASSES) {
        ad_page_note(p, "The confusion matrix of %zu classes is not drawn.", n);
        return;
    }
    if (!(f = ad_page_new_figure(p, "Confusion matrix: %s", r->dropout)))
        return;
    adrop_figure_panel(f, "heat", "");
    adrop_figure_axis(f, ADROP_AXIS_X, "predicted class", 0);
    adrop_figure_axis(f, ADROP_AXIS_Y, "true class", 0);
    for (size_t i = 0; i < n; i++) {
        adrop_figure_series(f, class_name(r->record, i, name), 0);
        for (size_t k = 0; k < n; k++) {
            const json_t *x = json_array_get(json_array_get(rows, i), k);
            adrop_figure_named(f, class_name(r->record, k, name), NAN,
                               json_is_number(x) ? json_number_value(x) : NAN, NAN, NAN);
        }
    }
    ad_page_figure(p, f);
}

static void reliability(adrop_page *p, const json_t *u, const ad_shown_run *r)
{
    const json_t *bins = json_object_get(u, "reliability"),
                 *risk = json_object_get(u, "risk_coverage"), *one;
    adrop_figure *f = ad_page_new_figure(p, "Confidence and risk: %s", r->dropout);
    size_t i;

    if (!f)
        return;
    if (json_array_size(bins)) {
        adrop_figure_panel(f, "line", "reliability");
        adrop_figure_axis(f, ADROP_AXIS_X, "mean confidence of a bin", 0);
        adrop_figure_axis(f, ADROP_AXIS_Y, "share of right predictions", 0);
        adrop_figure_range(f, ADROP_AXIS_X, 0, 1);
        adrop_figure_range(f, ADROP_AXIS_Y, 0, 1);
        adrop_figure_series(f, "perfect", 7);
        adrop_figure_point(f, 0, 0);
        adrop_figure_point(f, 1, 1);
        adrop_figure_series(f, "this run", 0);
        json_array_foreach(bins, i, one) if (ad_page_number(one, "n") > 0) adrop_figure_point(
            f, ad_page_number(one, "confidence"), ad_page_number(one, "accuracy"));
    }
    if (json_array_size(risk)) {
        adrop_figure_panel(f, "line", "risk by coverage");
        adrop_figure_axis(f, ADROP_AXIS_X, "share of rows that are answered", 0);
        adrop_figure_axis(f, ADROP_AXIS_Y, "share of them that are wrong", ADROP_AXIS_FROM_ZERO);
        adrop_figure_series(f, "this run", 0);
        json_array_foreach(risk, i, one)
            adrop_figure_point(f, ad_page_number(one, "coverage"), ad_page_number(one, "risk"));
    }
    ad_page_figure(p, f);
}

/* An example row with its picture and probabilities. */
static void example(adrop_page *p, const json_t *one, const ad_shown_run *r)
{
    const json_t *shape = json_object_get(one, "shape"), *pixels = json_object_get(one, "pixels");
    size_t size[3] = { 0 };
    float *values;
    char caption[400];

    for (size_t i = 0; i < 3; i++)
        if (!ad_json_count(json_array_get(shape, i), 1, 128, &size[i]))
            return;
    const size_t n = size[0] * size[1] * size[2];
    if ((size[0] != 1 && size[0] != 3) || n > MOST_PIXELS || json_array_size(pixels) != n)
        return;
    if ((p->status = AD_NEW(p->ctx, n, "a picture", &values)))
        return;
    for (size_t i = 0; i < n; i++)
        values[i] = (float)json_number_value(json_array_get(pixels, i));
    ad_print(caption, sizeof caption,
             "%s: row %.0f, truth %s, predicted %s (largest probability %.3f)",
             ad_page_text(one, "rule"), ad_page_number(one, "row"), ad_page_text(one, "truth"),
             ad_page_text(one, "predicted"), ad_page_number(one, "maxp"));
    adrop_page_put_picture(p, size[0], size[1], size[2], values, caption);
    ad_free(p->ctx, values);
    (void)r;
}

static void html_trust_tell(adrop_page *p, const json_t *u, const ad_shown_run *r)
{
    const double acc = ad_page_number(u, "acc"), ece = ad_page_number(u, "ece"),
                 auroc = ad_page_number(u, "auroc_maxp");

    if (isfinite(acc))
        ad_page_tell(
            p,
            "Predictions of %s with %.0f noisy passes: accuracy %.2f %%, calibration error "
            "%.4f; the largest probability separates right from wrong ones with an AUROC of "
            "%.4f.",
            r->dropout, ad_page_number(u, "samples"), acc, ece, auroc);
    else if (isfinite(ad_page_number(u, "rmse")))
        ad_page_tell(
            p, "Predictions of %s: rmse %.4g; intervals of 90 %% hold %.1f %% of the targets.",
            r->dropout, ad_page_number(u, "rmse"),
            100 * ad_page_number(json_object_get(u, "coverage"), "0.9"));
}

void ad_page_trust(adrop_page *p, const ad_shown_runs *runs)
{
    int shown = 0;

    for (size_t i = 0; i < runs->n && !p->status && shown < 4; i++) {
        json_t *u = ad_page_read(p, runs->runs[i].path, "uncertainty.json", 1);
        const json_t *one;
        size_t k;
        if (!u)
            continue;
        shown++;
        ad_page_head(p, 3, "How far predictions can be trusted: %s",
                     ad_page_path(p, runs->runs[i].path));
        html_trust_tell(p, u, &runs->runs[i]);
        confusion(p, u, &runs->runs[i]);
        reliability(p, u, &runs->runs[i]);
        if (json_array_size(json_object_get(u, "examples")))
            ad_page_say(p, "The rows that it is most and least sure of, right and wrong:");
        json_array_foreach(json_object_get(u, "examples"), k,
                           one) if (k < MOST_EXAMPLES && !p->status)
            example(p, one, &runs->runs[i]);
        json_decref(u);
    }
}
