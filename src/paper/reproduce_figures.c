/* The figures of a reproduction that are curves of runs (reproduce_impl.h), with the paper's
 * numbers where it prints any. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "experiment/run_figures.h"
#include "figure/figure.h"
#include "paper/reproduce_impl.h"

/* The final value of all rates, as stated in section "Convergence of Adaptive Dropout Rate". */
static double rate_in_print(const char *label)
{
    return !strcmp(label, "parammnist") ? 0.06 : !strcmp(label, "paramcifar") ? 0.15 : (double)NAN;
}

static adrop_status rates(const adrop_reproduction *r, adrop_document *d, const ad_shown_runs *runs)
{
    const double printed = r->other_data || r->other_model ? (double)NAN
                                                           : rate_in_print(r->recipe->label);
    ad_styles styles = { 0 };
    adrop_figure *f = NULL;
    double least = INFINITY, most = -INFINITY;
    adrop_status status = ad_figure_layers(r->ctx, &styles, runs, AD_LAYER_RATE, &f);

    for (size_t i = 0; i < runs->n; i++)
        for (size_t k = 0; runs->runs[i].n && k < runs->runs[i].n_layers; k++) {
            const double x = runs->runs[i].epochs[runs->runs[i].n - 1].layer[k][AD_LAYER_RATE];
            least = fmin(least, x);
            most = fmax(most, x);
        }
    if (!status && isfinite(printed)) {
        ad_figure_mark_panels(f, ADROP_AXIS_Y, printed);
        adrop_figure_note(f,
                          "The dashed line is where the paper has all starts end, near %.2f. Here, "
                          "after %.0f epochs: from %.3f to %.3f.",
                          printed,
                          runs->runs[0].n ? runs->runs[0].epochs[runs->runs[0].n - 1].epoch : 0,
                          least, most);
    }
    if (f)
        adrop_document_figure(d, NULL, f);
    return status;
}

static adrop_status masks(const adrop_reproduction *r, adrop_document *d, const ad_shown_run *run)
{
    adrop_figure *f[2] = { 0 };
    adrop_status status = ADROP_OK;

    if (!ad_run_has_masks(r->ctx, run))
        return status;
    if (!(status = ad_figure_masks(r->ctx, run, &f[0])))
        status = ad_figure_divergences(r->ctx, run, &f[1]);
    for (int i = 0; i < 2; i++)
        if (f[i])
            adrop_document_figure(d, NULL, f[i]);
    return status;
}

/* Test accuracy over the last third of the epochs. */
static adrop_status last_third(const adrop_reproduction *r, adrop_document *d,
                               const ad_shown_runs *runs)
{
    adrop_figure *f;
    char title[2 * AD_RUN_NAME + 64];

    snprintf(title, sizeof title, "Test accuracy, the last third of training: %s, %s",
             runs->runs[0].data, runs->runs[0].model);
    const adrop_status status = adrop_figure_create(r->ctx, title, &f);
    if (status)
        return status;
    adrop_figure_panel(f, "line", "");
    adrop_figure_axis(f, ADROP_AXIS_X, "epoch", 0);
    adrop_figure_axis(f, ADROP_AXIS_Y, "test accuracy (%)", ADROP_AXIS_PERCENT);
    for (size_t i = 0; i < runs->n; i++) {
        const ad_shown_run *run = &runs->runs[i];
        adrop_figure_series(f, run->dropout, ADROP_NEXT_STYLE);
        for (size_t k = 0; k < run->n; k++)
            if (3 * run->epochs[k].epoch > 2 * run->epochs[run->n - 1].epoch)
                adrop_figure_point(f, run->epochs[k].epoch, run->epochs[k].curve[AD_CURVE_TEST]);
    }
    adrop_document_figure(d, NULL, f);
    return ADROP_OK;
}

static adrop_status gaps(const adrop_reproduction *r, adrop_document *d, const ad_shown_runs *runs)
{
    adrop_figure *f;
    char title[2 * AD_RUN_NAME + 64];

    snprintf(title, sizeof title, "Training and test accuracy after the last epoch: %s, %s",
             runs->runs[0].data, runs->runs[0].model);
    const adrop_status status = adrop_figure_create(r->ctx, title, &f);
    if (status)
        return status;
    adrop_figure_panel(f, "bar", "");
    adrop_figure_axis(f, ADROP_AXIS_Y, "accuracy (%)", ADROP_AXIS_PERCENT);
    for (int k = 0; k < 2; k++) {
        adrop_figure_series(f, k ? "test" : "training, noisy outputs", k);
        for (size_t i = 0; i < runs->n; i++) {
            const ad_shown_run *run = &runs->runs[i];
            adrop_figure_named(
                f, run->dropout, NAN,
                run->n ? run->epochs[run->n - 1].curve[k ? AD_CURVE_TEST : AD_CURVE_TRAIN] : NAN,
                NAN, NAN);
        }
    }
    adrop_document_figure(d, NULL, f);
    return ADROP_OK;
}

/* Draw the recipe's curve for the runs of one data set and network. */
static adrop_status reproduce_figures_draw(const adrop_reproduction *r, adrop_document *d,
                                           ad_shown_runs *runs)
{
    adrop_status status = ADROP_OK;

    if (!runs->n)
        return status;
    if (r->recipe->curve == ADROP_CURVE_RATES)
        status = rates(r, d, runs);
    else if (r->recipe->curve == ADROP_CURVE_TEST)
        status = last_third(r, d, runs);
    else if (r->recipe->curve == ADROP_CURVE_GAP)
        status = gaps(r, d, runs);
    for (size_t i = 0; r->recipe->curve == ADROP_CURVE_DISTRIBUTION && !status && i < runs->n; i++)
        status = masks(r, d, &runs->runs[i]);
    return status;
}

static adrop_status curves(const adrop_reproduction *r, adrop_document *d)
{
    ad_shown_runs runs = { .ctx = r->ctx };
    adrop_status status = ADROP_OK;

    for (size_t i = 0; i < r->n_parts && !status; i++) {
        const char *data = "", *model = "";
        adrop_planned_run run;
        for (size_t k = 0; !status && adrop_compare_run_at(r->parts[i].compare, k, &run); k++) {
            if (run.run != 1 || *run.candidate || run.state != ADROP_RUN_DONE)
                continue;
            if (strcmp(data, run.data) || strcmp(model, run.model)) {
                status = reproduce_figures_draw(r, d, &runs);
                ad_shown_runs_release(&runs);
                data = run.data;
                model = run.model;
            }
            if (!status)
                status = ad_shown_runs_add(&runs, run.path);
        }
        if (!status)
            status = reproduce_figures_draw(r, d, &runs);
        ad_shown_runs_release(&runs);
    }
    return status;
}

adrop_status ad_reproduce_figures(const adrop_reproduction *r, adrop_document *d)
{
    adrop_status status = ADROP_OK;

    if (r->recipe->curve != ADROP_CURVE_NONE)
        status = curves(r, d);
    if (!status && r->recipe->kind == ADROP_RECIPE_PRUNING)
        status = ad_reproduce_pruning_figure(r, d);
    return status ? status : ad_reproduce_static_figures(r, d);
}
