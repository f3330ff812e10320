/* The figures of a reproduction (reproduce_impl.h): those that are curves of runs. The paper's
 * numbers stand beside ours where it prints any. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "experiment/run_figures.h"
#include "figure/figure.h"
#include "paper/reproduce_impl.h"

/* Keep a figure; it belongs to the reproduction from then on. */
adrop_status ad_reproduce_keep(adrop_reproduction *r, adrop_figure *f)
{
    if (!f || r->n_figures == AD_REPRODUCE_FIGURES) {
        adrop_figure_free(f);
        return f ? ad_fail(r->ctx, ADROP_EINVAL, "more than %d figures", AD_REPRODUCE_FIGURES)
                 : ADROP_OK;
    }
    r->figures[r->n_figures++] = f;
    return ADROP_OK;
}

void ad_reproduce_forget_figures(adrop_reproduction *r)
{
    for (size_t i = 0; i < r->n_figures; i++)
        adrop_figure_free(r->figures[i]);
    r->n_figures = 0;
}

adrop_figure *adrop_reproduce_figure_at(const adrop_reproduction *r, size_t i)
{
    return i < r->n_figures ? r->figures[i] : NULL;
}

/* Where all rates end, as section "Convergence of Adaptive Dropout Rate" says it. */
static double rate_in_print(const char *label)
{
    return !strcmp(label, "parammnist") ? 0.06 : !strcmp(label, "paramcifar") ? 0.15 : (double)NAN;
}

static adrop_status rates(adrop_reproduction *r, const ad_shown_runs *runs)
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
        ad_figure_mark_panels(f, ADROP_Y, printed);
        adrop_figure_note(f,
                          "The dashed line is where the paper has all starts end, near %.2f. Here, "
                          "after %.0f epochs: from %.3f to %.3f.",
                          printed,
                          runs->runs[0].n ? runs->runs[0].epochs[runs->runs[0].n - 1].epoch : 0,
                          least, most);
    }
    if (status) {
        adrop_figure_free(f);
        return status;
    }
    return ad_reproduce_keep(r, f);
}

static adrop_status masks(adrop_reproduction *r, const ad_shown_run *run)
{
    adrop_figure *f = NULL;
    adrop_status status = ADROP_OK;

    if (!ad_run_has_masks(r->ctx, run))
        return status;
    status = ad_figure_masks(r->ctx, run, &f);
    if (status)
        adrop_figure_free(f);
    else
        status = ad_reproduce_keep(r, f);
    f = NULL;
    if (!status && (status = ad_figure_divergences(r->ctx, run, &f)))
        adrop_figure_free(f);
    else if (!status)
        status = ad_reproduce_keep(r, f);
    return status;
}

/* Test accuracy of the last third of the epochs. */
static adrop_status last_third(adrop_reproduction *r, const ad_shown_runs *runs)
{
    adrop_figure *f;
    char title[2 * AD_RUN_NAME + 64];

    snprintf(title, sizeof title, "Test accuracy, the last third of training: %s, %s",
             runs->runs[0].data, runs->runs[0].model);
    const adrop_status status = adrop_figure_create(r->ctx, title, &f);
    if (status)
        return status;
    adrop_figure_panel(f, ADROP_FIGURE_LINE, "");
    adrop_figure_axis(f, ADROP_X, "epoch", 0);
    adrop_figure_axis(f, ADROP_Y, "test accuracy (%)", ADROP_AXIS_PERCENT);
    for (size_t i = 0; i < runs->n; i++) {
        const ad_shown_run *run = &runs->runs[i];
        adrop_figure_series(f, run->dropout, ADROP_NEXT_STYLE);
        for (size_t k = 0; k < run->n; k++)
            if (3 * run->epochs[k].epoch > 2 * run->epochs[run->n - 1].epoch)
                adrop_figure_point(f, run->epochs[k].epoch, run->epochs[k].curve[AD_CURVE_TEST]);
    }
    return ad_reproduce_keep(r, f);
}

static adrop_status gaps(adrop_reproduction *r, const ad_shown_runs *runs)
{
    adrop_figure *f;
    char title[2 * AD_RUN_NAME + 64];

    snprintf(title, sizeof title, "Training and test accuracy after the last epoch: %s, %s",
             runs->runs[0].data, runs->runs[0].model);
    const adrop_status status = adrop_figure_create(r->ctx, title, &f);
    if (status)
        return status;
    adrop_figure_panel(f, ADROP_FIGURE_BAR, "");
    adrop_figure_axis(f, ADROP_Y, "accuracy (%)", ADROP_AXIS_PERCENT);
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
    return ad_reproduce_keep(r, f);
}

/* What the recipe's curve is, of the runs of one data set and network. */
static adrop_status draw(adrop_reproduction *r, ad_shown_runs *runs)
{
    adrop_status status = ADROP_OK;

    if (!runs->n)
        return status;
    if (r->recipe->curve == ADROP_CURVE_RATES)
        status = rates(r, runs);
    else if (r->recipe->curve == ADROP_CURVE_TEST)
        status = last_third(r, runs);
    else if (r->recipe->curve == ADROP_CURVE_GAP)
        status = gaps(r, runs);
    for (size_t i = 0; r->recipe->curve == ADROP_CURVE_DISTRIBUTION && !status && i < runs->n; i++)
        status = masks(r, &runs->runs[i]);
    return status;
}

adrop_status ad_reproduce_curve_figures(adrop_reproduction *r)
{
    ad_shown_runs runs = { .ctx = r->ctx };
    adrop_status status = ADROP_OK;

    for (size_t i = 0; i < r->n_parts && !status; i++) {
        char data[ADROP_TEXT_SIZE] = "", model[ADROP_TEXT_SIZE] = "";
        adrop_planned_run run;
        for (size_t k = 0; !status && adrop_compare_run_at(r->parts[i].compare, k, &run); k++) {
            if (run.run != 1 || *run.candidate || run.state != ADROP_RUN_DONE)
                continue;
            if (strcmp(data, run.data) || strcmp(model, run.model)) {
                status = draw(r, &runs);
                ad_shown_runs_release(&runs);
                snprintf(data, sizeof data, "%s", run.data);
                snprintf(model, sizeof model, "%s", run.model);
            }
            if (!status)
                status = ad_shown_runs_add(&runs, run.path);
        }
        if (!status)
            status = draw(r, &runs);
        ad_shown_runs_release(&runs);
    }
    return status;
}

/* -- Ours beside the paper's ---------------------------------------------------------------------
 */

static int same_block(const adrop_reproduced *a, const adrop_reproduced *b)
{
    return !strcmp(a->part, b->part) && !strcmp(a->column, b->column) &&
           !strcmp(a->ours->data, b->ours->data) && !strcmp(a->ours->model, b->ours->model);
}

adrop_status ad_reproduce_bar_figures(adrop_reproduction *r)
{
    adrop_status status = ADROP_OK;

    for (size_t i = 0, end; !status && i < r->n_rows; i = end) {
        const adrop_reproduced *first = &r->rows[i].shown;
        adrop_figure *f;
        char title[600];
        for (end = i + 1; end < r->n_rows && same_block(first, &r->rows[end].shown);)
            end++;
        snprintf(title, sizeof title, "%s: %.150s, %.150s, %s", first->part, first->ours->data,
                 first->ours->model, first->column);
        if ((status = adrop_figure_create(r->ctx, title, &f)))
            break;
        adrop_figure_panel(f, ADROP_FIGURE_BAR, "");
        adrop_figure_axis(f, ADROP_Y, first->column, 0);
        for (int paper = 0; paper < 2; paper++) {
            adrop_figure_series(f, paper ? "the paper" : "here", paper);
            for (size_t k = i; k < end; k++) {
                const adrop_reproduced *row = &r->rows[k].shown;
                const double mean = paper ? row->paper_mean : row->ours->mean,
                             std = paper ? row->paper_std : row->ours->std;
                adrop_figure_named(f, row->ours->asked, NAN, mean, mean - std, mean + std);
            }
        }
        adrop_figure_note(f, "Error bars: one standard deviation, where there are several runs.");
        status = ad_reproduce_keep(r, f);
    }
    return status;
}
