/* The figures that are densities, as numbers (paper_figures.h). */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "paper/paper_figures.h"
#include "paper/reproduce_impl.h"

adrop_status ad_reproduce_densities(adrop_reproduction *r)
{
    static const size_t at[] = { 1, 9, 49, 99, 149, 189, 197 };
    static const char *const headers[] = { "shape", "mu", "sigma", "mean", "variance" };
    enum { N_AT = sizeof at / sizeof *at };
    ad_gpdf_curve *curves;
    ad_sheet *s = NULL;
    adrop_status status = AD_NEW(r->ctx, AD_GPDF_CURVES, "densities", &curves);

    if (!status)
        status = ad_gpdf_compute(r->ctx, NULL, NULL, curves);
    if (!status)
        status = ad_reproduce_sheet(r, "density of the mask, and its moments", &s);
    if (!status) {
        for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
            ad_sheet_header(s, "%s", headers[i]);
        for (size_t i = 0; i < N_AT; i++)
            ad_sheet_header(s, "at %s", AD_NUM(ad_gpdf_at(at[i])));
        for (size_t i = 0; i < AD_GPDF_CURVES; i++) {
            ad_sheet_text(s, "%s", curves[i].shape);
            ad_sheet_number(s, curves[i].mu, -4);
            ad_sheet_number(s, curves[i].sigma, -4);
            ad_sheet_number(s, curves[i].mean, -4);
            ad_sheet_number(s, curves[i].variance, -4);
            for (size_t k = 0; k < N_AT; k++)
                ad_sheet_number(s, curves[i].pdf[at[k]], -4);
        }
    }
    ad_free(r->ctx, curves);
    return status;
}

static void add_panel(ad_sheet *s, const ad_softplus_panel *p)
{
    ad_sheet_number(s, p->k, -4);
    ad_sheet_number(s, p->theta, -4);
    ad_sheet_number(s, p->normal.forward, -4);
    ad_sheet_number(s, p->softplus.forward, -4);
    ad_sheet_number(s, p->normal.reverse, -4);
    ad_sheet_number(s, p->softplus.reverse, -4);
    ad_sheet_text(s, "%s",
                  p->closer > 0   ? "softplus-normal"
                  : p->closer < 0 ? "log-normal"
                                  : "they disagree");
}

static adrop_status add_target(adrop_reproduction *r, size_t target, ad_softplus_panel *panels)
{
    static const char *const headers[] = { "k",
                                           "theta",
                                           "KL(p, log-normal)",
                                           "KL(p, softplus)",
                                           "KL(log-normal, p)",
                                           "KL(softplus, p)",
                                           "nearer" };
    char title[256];
    ad_sheet *s;
    adrop_status status = ad_softplus_compute(r->ctx, target, panels);

    snprintf(title, sizeof title, "p: %s", ad_softplus_target_name(target));
    if (!status)
        status = ad_reproduce_sheet(r, title, &s);
    if (status)
        return status;
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
        ad_sheet_header(s, "%s", headers[i]);
    for (size_t i = 0; i < AD_SOFTPLUS_PANELS; i++)
        add_panel(s, &panels[i]);
    return ADROP_OK;
}

adrop_status ad_reproduce_divergences(adrop_reproduction *r)
{
    ad_softplus_panel *panels;
    adrop_status status = AD_NEW(r->ctx, AD_SOFTPLUS_PANELS, "densities", &panels);

    for (size_t i = 0; !status && i < AD_SOFTPLUS_TARGETS; i++)
        status = add_target(r, i, panels);
    ad_free(r->ctx, panels);
    return status;
}
