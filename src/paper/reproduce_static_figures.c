/* The figures of a reproduction that are not curves: densities, ratios, matrices, examples. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/format.h"
#include "base/memory.h"
#include "paper/paper_figures.h"
#include "paper/paper_ratios.h"
#include "paper/reproduce_impl.h"

/* gpdf: five shapes of one family. */
static adrop_status densities(const adrop_reproduction *r, adrop_document *d)
{
    ad_gpdf_curve *curves;
    adrop_figure *f = NULL;
    char name[96];
    adrop_status status = AD_NEW(r->ctx, AD_GPDF_CURVES, "densities", &curves);

    if (!status)
        status = ad_gpdf_compute(r->ctx, NULL, NULL, curves);
    if (!status)
        status = adrop_figure_create(r->ctx, "Densities of the masks", &f);
    if (!status) {
        adrop_figure_panel(f, "line", "");
        adrop_figure_axis(f, ADROP_AXIS_X, "mask m", 0);
        adrop_figure_axis(f, ADROP_AXIS_Y, "density", 0);
        adrop_figure_range(f, ADROP_AXIS_X, 0, 1);
        adrop_figure_range(f, ADROP_AXIS_Y, 0, 3);
        for (size_t i = 0; i < AD_GPDF_CURVES; i++) {
            ad_print(name, sizeof name, "%s: mu %g, sigma %g", curves[i].shape, curves[i].mu,
                     curves[i].sigma);
            adrop_figure_series(f, name, ADROP_NEXT_STYLE);
            for (size_t k = 0; k < AD_CURVE_POINTS; k++)
                adrop_figure_point(f, ad_gpdf_at(k), curves[i].pdf[k]);
        }
        adrop_figure_note(
            f, "m = sigmoid(mu + sigma eps), eps a standard Gaussian. The vertical axis "
               "ends at 3; the densities of the U and of Bernoulli's shape rise beyond it "
               "towards 0 and 1.");
        adrop_document_figure(d, NULL, f);
    }
    ad_free(r->ctx, curves);
    return status;
}

static void add_curve(adrop_figure *f, const char *name, int style, const double *v,
                      const double *pdf)
{
    adrop_figure_series(f, name, style);
    for (size_t k = 0; k < AD_CURVE_POINTS; k++)
        adrop_figure_point(f, v[k], pdf[k]);
}

/* softplusapprox: a target, and two approximations. */
static adrop_status stand_ins(const adrop_reproduction *r, adrop_document *d)
{
    ad_softplus_panel *panels;
    adrop_status status = AD_NEW(r->ctx, AD_SOFTPLUS_PANELS, "densities", &panels);

    for (size_t t = 0; !status && t < AD_SOFTPLUS_TARGETS; t++) {
        adrop_figure *f = NULL;
        char title[200];
        status = ad_softplus_compute(r->ctx, t, panels);
        snprintf(title, sizeof title, "Stand-ins for the %s", ad_softplus_target_name(t));
        if (!status)
            status = adrop_figure_create(r->ctx, title, &f);
        for (size_t i = 0; !status && i < AD_SOFTPLUS_PANELS; i++) {
            const ad_softplus_panel *p = &panels[i];
            ad_print(title, sizeof title, "k %g, theta %g", p->k, p->theta);
            adrop_figure_panel(f, "line", title);
            adrop_figure_axis(f, ADROP_AXIS_X, "v", 0);
            adrop_figure_axis(f, ADROP_AXIS_Y, "density", ADROP_AXIS_FROM_ZERO);
            add_curve(f, "target", 7, p->v, p->pdf);
            add_curve(f, "log-normal", 1, p->v, p->normal.pdf);
            add_curve(f, "softplus of a Gaussian", 0, p->v, p->softplus.pdf);
            adrop_figure_note(
                f, "k %g, theta %g: KL from the target %.4g (log-normal), %.4g (softplus).", p->k,
                p->theta, p->normal.forward, p->softplus.forward);
        }
        if (!status)
            adrop_document_figure(d, NULL, f);
    }
    ad_free(r->ctx, panels);
    return status;
}

/* accvstime: the ratios of all techniques in all cases, advanced dropout included. */
static adrop_status ratios(const adrop_reproduction *r, adrop_document *d)
{
    ad_ratios *v;
    adrop_figure *f = NULL;
    adrop_status status = AD_NEW(r->ctx, 1, "the ratios", &v);

    if (!status)
        status = ad_ratios_compute(r->ctx, r->paper, 0, v);
    if (!status)
        status = adrop_figure_create(r->ctx, "Gain in accuracy for time, from the paper's numbers",
                                     &f);
    for (int second = 0; !status && second < 2; second++) {
        adrop_figure_panel(f, "scatter", second ? "second ratio" : "first ratio");
        adrop_figure_axis(f, ADROP_AXIS_X, "case (data set and network)", 0);
        adrop_figure_axis(f, ADROP_AXIS_Y, "normalised ratio", 0);
        adrop_figure_range(f, ADROP_AXIS_X, 0, AD_RATIO_CASES + 1);
        for (int own = 0; own < 2; own++) {
            adrop_figure_series(f, own ? "advanced" : "other techniques", own ? 1 : 0);
            for (size_t i = 0; i < AD_RATIO_CASES; i++)
                for (size_t k = 0; k < AD_RATIO_ROWS; k++) {
                    const ad_ratio_row *row = &v->cases[i].rows[k];
                    if ((strcmp(row->method, "advanced") == 0) == own)
                        adrop_figure_point(f, (double)i + 1, second ? row->s2_norm : row->s1_norm);
                }
        }
    }
    char cases[1024] = "Cases:";
    for (size_t i = 0; !status && i < AD_RATIO_CASES; i++)
        snprintf(cases + strlen(cases), sizeof cases - strlen(cases), "%s %zu %s, %s", i ? ";" : "",
                 i + 1, v->cases[i].dataset, v->cases[i].model);
    if (!status) {
        adrop_figure_note(f, "%s.", cases);
        adrop_document_figure(d, NULL, f);
    }
    ad_free(r->ctx, v);
    return status;
}

static adrop_status confusions(const adrop_reproduction *r, adrop_document *d)
{
    adrop_uncertainty_info info;
    adrop_figure *f = NULL;
    adrop_status status = adrop_figure_create(r->ctx, "Confusion matrices", &f);

    for (size_t i = 0; i < r->n_assessed && !status; i++) {
        const ad_reproduce_assessed *a = &r->assessed[i];
        const size_t *counts = adrop_uncertainty_confusion(a->of);
        adrop_uncertainty_describe(a->of, &info);
        if (a->run != 1 || !counts || info.classes > 40)
            continue;
        adrop_figure_panel(f, "heat", a->name);
        adrop_figure_axis(f, ADROP_AXIS_X, "predicted", 0);
        adrop_figure_axis(f, ADROP_AXIS_Y, "true class", 0);
        for (size_t t = 0; t < info.classes; t++) {
            adrop_figure_series(f, adrop_uncertainty_class_name(a->of, t), 0);
            for (size_t k = 0; k < info.classes; k++)
                adrop_figure_named(f, adrop_uncertainty_class_name(a->of, k), NAN,
                                   (double)counts[t * info.classes + k], NAN, NAN);
        }
    }
    if (status)
        return status;
    adrop_figure_note(
        f, "Counts of test rows, of the first run of each. Shades grow with the square root of "
           "the count.");
    adrop_document_figure(d, NULL, f);
    return ADROP_OK;
}

adrop_status ad_reproduce_static_figures(const adrop_reproduction *r, adrop_document *d)
{
    switch (r->recipe->kind) {
    case ADROP_RECIPE_DENSITIES:
        return densities(r, d);
    case ADROP_RECIPE_DIVERGENCES:
        return stand_ins(r, d);
    case ADROP_RECIPE_RATIOS:
        return ratios(r, d);
    case ADROP_RECIPE_CONFUSION:
        return confusions(r, d);
    case ADROP_RECIPE_EXAMPLES:
        return ad_reproduce_example_figures(r, d);
    default:
        return ADROP_OK;
    }
}
