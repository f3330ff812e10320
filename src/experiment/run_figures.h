/* Figures of runs: curves by epoch, dropout by layer, learned masks. They are made for reports and
 * for the paper's figures alike. */
#ifndef AD_EXPERIMENT_RUN_FIGURES_H
#define AD_EXPERIMENT_RUN_FIGURES_H

#include "adrop/figure.h"
#include "experiment/run_curves.h"

enum { AD_STYLES = 64 };

/* Names and their colours, in the order in which they came. */
typedef struct ad_styles {
    size_t n;
    char names[AD_STYLES][96];
} ad_styles;

/* One series for each technique, of an ad_curve_key (layer -1) or of an ad_layer_key of a layer,
 * into the last panel of f. runs are sorted, and of one data set and network. */
adrop_status ad_figure_curves(adrop_figure *f, ad_styles *styles, const ad_shown_runs *runs,
                              int layer, int key);

/* What lines and areas are, and whether epochs were left out: a note. */
void ad_figure_note_runs(adrop_figure *f, const ad_shown_runs *runs);

/* A value of dropout layers by epoch, a panel for each layer. *out may hold a figure after a
 * failure. */
adrop_status ad_figure_layers(adrop_ctx *ctx, ad_styles *styles, const ad_shown_runs *runs,
                              ad_layer_key key, adrop_figure **out);

/* Dropout layers of the run that has most. */
size_t ad_shown_layers(const ad_shown_runs *runs);

/* -- Masks (mask_figures.c) ------------------------------------------------------------------- */

/* Does a run have epochs whose mu and sigma make a distribution of adrop/dist.h? */
int ad_run_has_masks(adrop_ctx *ctx, const ad_shown_run *r);

/* The density of the masks at chosen epochs, a panel for each layer; and its divergence from the
 * last epoch's, beside the test result. */
adrop_status ad_figure_masks(adrop_ctx *ctx, const ad_shown_run *r, adrop_figure **out);
adrop_status ad_figure_divergences(adrop_ctx *ctx, const ad_shown_run *r, adrop_figure **out);

#endif
