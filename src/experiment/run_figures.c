/* Figures of runs (run_figures.h): per technique the mean over its runs +- one standard deviation,
 * over all epochs that any run has. */
#include "experiment/run_figures.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static int style_of(ad_styles *s, const char *name)
{
    for (size_t i = 0; i < s->n; i++)
        if (!strncmp(s->names[i], name, sizeof s->names[i] - 1))
            return (int)i;
    if (s->n == AD_STYLES)
        return AD_STYLES - 1;
    snprintf(s->names[s->n], sizeof s->names[0], "%.95s", name);
    return (int)s->n++;
}

/* The epochs of a group of runs: the union, ascending. */
typedef struct {
    size_t runs, n;
    double *x;      /* (n) */
    double *values; /* (runs, n) */
} grid;

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static adrop_status open_grid(adrop_ctx *ctx, const ad_shown_run *runs, size_t n, grid *g)
{
    size_t all = 0;

    *g = (grid){ .runs = n };
    for (size_t i = 0; i < n; i++)
        all += runs[i].n;
    adrop_status status = AD_NEW(ctx, all, "the epochs", &g->x);
    if (status)
        return status;
    all = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < runs[i].n; k++)
            g->x[all++] = runs[i].epochs[k].epoch;
    qsort(g->x, all, sizeof *g->x, ascending);
    for (size_t i = 0; i < all; i++)
        if (!g->n || g->x[i] != g->x[g->n - 1])
            g->x[g->n++] = g->x[i];
    return AD_NEW(ctx, n * g->n, "the curves", &g->values);
}

static void close_grid(adrop_ctx *ctx, grid *g)
{
    ad_free(ctx, g->x);
    ad_free(ctx, g->values);
}

/* layer < 0: a curve of the run; otherwise a value of that layer. */
static double pick(const ad_shown_epoch *e, int layer, int key)
{
    return layer < 0 ? e->curve[key] : e->layer[layer][key];
}

static void fill_grid(const ad_shown_run *runs, grid *g, int layer, int key)
{
    for (size_t i = 0; i < g->runs; i++)
        for (size_t k = 0, at = 0; k < g->n; k++) {
            while (at < runs[i].n && runs[i].epochs[at].epoch < g->x[k])
                at++;
            g->values[i * g->n + k] = at < runs[i].n && runs[i].epochs[at].epoch == g->x[k]
                                          ? pick(&runs[i].epochs[at], layer, key)
                                          : NAN;
        }
}

/* Drop epochs without values: evaluation may be less frequent than epochs. */
static void drop_empty(grid *g)
{
    size_t kept = 0;

    for (size_t k = 0; k < g->n; k++) {
        int any = 0;
        for (size_t i = 0; i < g->runs; i++)
            any |= isfinite(g->values[i * g->n + k]) != 0;
        if (!any)
            continue;
        g->x[kept] = g->x[k];
        for (size_t i = 0; i < g->runs; i++)
            g->values[i * g->n + kept] = g->values[i * g->n + k]; /* the stride of a row stays n */
        kept++;
    }
    for (size_t i = 0; i < g->runs; i++)
        memmove(g->values + i * kept, g->values + i * g->n, kept * sizeof *g->values);
    g->n = kept;
}

adrop_status ad_figure_curves(adrop_figure *f, ad_styles *styles, const ad_shown_runs *runs,
                              int layer, int key)
{
    adrop_status status = ADROP_OK;

    for (size_t i = 0, end; !status && i < runs->n; i = end) {
        const ad_shown_run *first = &runs->runs[i];
        grid g = { 0 };
        end = ad_shown_runs_group(runs, i, runs->n);
        status = open_grid(runs->ctx, first, end - i, &g);
        if (!status) {
            fill_grid(first, &g, layer, key);
            drop_empty(&g);
            if (g.n)
                adrop_figure_runs(f, first->dropout, style_of(styles, first->dropout), g.runs, g.n,
                                  g.x, g.values);
        }
        close_grid(runs->ctx, &g);
    }
    return status;
}

size_t ad_shown_layers(const ad_shown_runs *runs)
{
    size_t most = 0;

    for (size_t i = 0; i < runs->n; i++)
        most = runs->runs[i].n_layers > most ? runs->runs[i].n_layers : most;
    return most;
}

static const char *layer_name(const ad_shown_runs *runs, size_t layer)
{
    for (size_t i = 0; i < runs->n; i++)
        if (layer < runs->runs[i].n_layers && *runs->runs[i].layer[layer])
            return runs->runs[i].layer[layer];
    return "";
}

static size_t most_runs(const ad_shown_runs *runs)
{
    size_t most = 0;

    for (size_t i = 0, end; i < runs->n; i = end) {
        end = ad_shown_runs_group(runs, i, runs->n);
        most = end - i > most ? end - i : most;
    }
    return most;
}

void ad_figure_note_runs(adrop_figure *f, const ad_shown_runs *runs)
{
    const size_t most = most_runs(runs);

    if (most > 1)
        adrop_figure_note(f,
                          "Lines are means over up to %zu runs, areas one standard deviation to "
                          "both sides.",
                          most);
    else
        adrop_figure_note(f, "One run of each technique: without repetition there is no area.");
    for (size_t i = 0; i < runs->n; i++)
        if (runs->runs[i].lines > runs->runs[i].n + runs->runs[i].broken) {
            adrop_figure_note(f, "Long runs are thinned to at most %d epochs.", AD_RUN_EPOCHS);
            return;
        }
}

adrop_status ad_figure_layers(adrop_ctx *ctx, ad_styles *styles, const ad_shown_runs *runs,
                              ad_layer_key key, adrop_figure **out)
{
    static const char *const titles[] = { "Dropout rate by epoch", "mu by epoch", "sigma by epoch",
                                          "Noise level by epoch" };
    static const char *const labels[] = { "rate, 1 - E[m]", "mu", "sigma", "Var[m] / E[m]^2" };
    char title[2 * AD_RUN_NAME + 64];

    snprintf(title, sizeof title, "%s: %s, %s", titles[key], runs->runs[0].data,
             runs->runs[0].model);
    adrop_status status = adrop_figure_create(ctx, title, out);
    for (size_t layer = 0; !status && layer < ad_shown_layers(runs); layer++) {
        adrop_figure_panel(*out, "band", layer_name(runs, layer));
        adrop_figure_axis(*out, ADROP_AXIS_X, "epoch", 0);
        adrop_figure_axis(*out, ADROP_AXIS_Y, labels[key], 0);
        status = ad_figure_curves(*out, styles, runs, (int)layer, (int)key);
    }
    if (!status)
        ad_figure_note_runs(*out, runs);
    return status;
}
