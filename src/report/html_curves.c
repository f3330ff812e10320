/* Curves of the runs of one data set and network, by technique: results, losses, and what dropout
 * learned. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/format.h"
#include "report/html.h"

static void add_panel(adrop_page *p, adrop_figure *f, const ad_shown_runs *runs, ad_curve_key key,
                      const char *title, const char *label)
{
    adrop_figure_panel(f, "band", title);
    adrop_figure_axis(f, ADROP_AXIS_X, "epoch", 0);
    adrop_figure_axis(f, ADROP_AXIS_Y, label, strchr(label, '%') ? ADROP_AXIS_PERCENT : 0);
    if (!p->status)
        p->status = ad_figure_curves(f, &p->styles, runs, -1, (int)key);
}

static int has_curve(const ad_shown_runs *runs, ad_curve_key key)
{
    for (size_t i = 0; i < runs->n; i++)
        for (size_t k = 0; k < runs->runs[i].n; k++)
            if (isfinite(runs->runs[i].epochs[k].curve[key]))
                return 1;
    return 0;
}

void ad_page_curves(adrop_page *p, const ad_shown_runs *runs)
{
    const char *unit = runs->runs[0].is_regression ? "rmse" : "accuracy (%)";
    adrop_figure *f = ad_page_new_figure(p, "Learning curves: %s, %s", runs->runs[0].data,
                                         runs->runs[0].model);

    if (!f)
        return;
    add_panel(p, f, runs, AD_CURVE_TEST, "test rows", unit);
    if (has_curve(runs, AD_CURVE_VAL))
        add_panel(p, f, runs, AD_CURVE_VAL, "validation rows", unit);
    add_panel(p, f, runs, AD_CURVE_TRAIN, "training rows, noisy outputs", unit);
    add_panel(p, f, runs, AD_CURVE_TRAIN_LOSS, "loss on training rows", "loss");
    ad_figure_note_runs(f, runs);
    ad_page_figure(p, f);
}

/* The final rates of a technique, in words. */
static void tell_rates(adrop_page *p, const ad_shown_runs *runs)
{
    for (size_t i = 0, end; i < runs->n; i = end) {
        const ad_shown_run *r = &runs->runs[i];
        double first = NAN, last = NAN;
        char text[512] = "";
        int moved = 0;
        end = ad_shown_runs_group(runs, i, runs->n);
        for (size_t k = 0; r->n && k < r->n_layers; k++) {
            first = r->epochs[0].layer[k][AD_LAYER_RATE];
            last = r->epochs[r->n - 1].layer[k][AD_LAYER_RATE];
            moved |= fabs(last - first) > 0.005;
            if (isfinite(first) && isfinite(last) && strlen(text) + 120 < sizeof text)
                ad_print(text + strlen(text), sizeof text - strlen(text), "%s%s %.3f to %.3f",
                         *text ? ", " : "", r->layer[k], first, last);
        }
        if (*text && moved)
            ad_page_tell(p,
                         "%s on %s, %s learned its dropout rates, from the first epoch to the "
                         "last: %s%s.",
                         r->dropout, r->data, r->model, text,
                         end - i > 1 ? " (the first of its runs)" : "");
    }
}

static void layers(adrop_page *p, const ad_shown_runs *runs, ad_layer_key key)
{
    adrop_figure *f = NULL;

    if (!p->status)
        p->status = ad_figure_layers(p->ctx, &p->styles, runs, key, &f);
    ad_page_figure(p, f);
}

/* The learned masks of a technique, from its first run. */
static void masks(adrop_page *p, const ad_shown_runs *runs)
{
    enum { MOST_TECHNIQUES = 3 };
    int shown = 0;

    for (size_t i = 0, end; !p->status && i < runs->n && shown < MOST_TECHNIQUES; i = end) {
        const ad_shown_run *r = &runs->runs[i];
        adrop_figure *f = NULL;
        end = ad_shown_runs_group(runs, i, runs->n);
        if (!ad_run_has_masks(p->ctx, r))
            continue;
        p->status = ad_figure_masks(p->ctx, r, &f);
        ad_page_figure(p, f);
        f = NULL;
        if (!p->status)
            p->status = ad_figure_divergences(p->ctx, r, &f);
        ad_page_figure(p, f);
        shown++;
    }
}

void ad_page_dropout(adrop_page *p, const ad_shown_runs *runs)
{
    if (!ad_shown_layers(runs))
        return;
    tell_rates(p, runs);
    layers(p, runs, AD_LAYER_RATE);
    layers(p, runs, AD_LAYER_LEVEL);
    layers(p, runs, AD_LAYER_MU);
    layers(p, runs, AD_LAYER_SIGMA);
    masks(p, runs);
    for (size_t i = 0; i < runs->n; i++)
        if (runs->runs[i].layers > AD_RUN_LAYERS) {
            ad_page_note(p, "%zu dropout layers; the first %d are shown.", runs->runs[i].layers,
                         AD_RUN_LAYERS);
            return;
        }
}
