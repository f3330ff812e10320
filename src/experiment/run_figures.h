/* Figures of runs: curves per epoch, dropout per layer, learned masks. Used by reports and by the
 * paper's figures. */
#ifndef AD_EXPERIMENT_RUN_FIGURES_H
#define AD_EXPERIMENT_RUN_FIGURES_H

#include "adrop/figure.h"
#include "experiment/run_curves.h"

enum { AD_STYLES = 64 };

/* Names and their colours, in order of appearance. */
typedef struct ad_styles {
    size_t n;
    char names[AD_STYLES][96];
} ad_styles;

/* Add one series per technique to the last panel of f: an ad_curve_key (layer -1), or an
 * ad_layer_key of a layer. runs are sorted, with one data set and network. */
adrop_status ad_figure_curves(adrop_figure *f, ad_styles *styles, const ad_shown_runs *runs,
                              int layer, int key);

/* Add a note that explains lines and areas, and says whether epochs were left out. */
void ad_figure_note_runs(adrop_figure *f, const ad_shown_runs *runs);

/* A value of dropout layers per epoch, one panel per layer. *out may hold a figure after a
 * failure. */
adrop_status ad_figure_layers(adrop_ctx *ctx, ad_styles *styles, const ad_shown_runs *runs,
                              ad_layer_key key, adrop_figure **out);

/* The largest number of dropout layers of any run. */
size_t ad_shown_layers(const ad_shown_runs *runs);

/* -- Masks (mask_figures.c) ------------------------------------------------------------------- */

/* Does a run have epochs whose mu and sigma give a distribution of adrop/dist.h? */
int ad_run_has_masks(adrop_ctx *ctx, const ad_shown_run *r);

/* The density of the masks at chosen epochs, one panel per layer; and its divergence from the last
 * epoch's, beside the test result. */
adrop_status ad_figure_masks(adrop_ctx *ctx, const ad_shown_run *r, adrop_figure **out);
adrop_status ad_figure_divergences(adrop_ctx *ctx, const ad_shown_run *r, adrop_figure **out);

#endif
