/* The density figures as numbers (paper_figures.h). */
#include <math.h>
#include <stdio.h>

#include "base/context.h"
#include "base/memory.h"
#include "paper/paper_figures.h"
#include "paper/reproduce_impl.h"

adrop_status ad_reproduce_densities(const adrop_reproduction *r, adrop_document *d)
{
    static const size_t at[] = { 1, 9, 49, 99, 149, 189, 197 };
    static const adrop_column columns[] = {
        { "", "shape", 'l', NULL, 0, 0 },    { "", "mu", 'r', NULL, 4, 0 },
        { "", "sigma", 'r', NULL, 4, 0 },    { "", "mean", 'r', NULL, 4, 0 },
        { "", "variance", 'r', NULL, 4, 0 }, { 0 }
    };
    enum { N_AT = sizeof at / sizeof *at };
    ad_gpdf_curve *curves;
    char label[64];
    adrop_status status = AD_NEW(r->ctx, AD_GPDF_CURVES, "densities", &curves);

    if (!status)
        status = ad_gpdf_compute(r->ctx, NULL, NULL, curves);
    ad_reproduce_sheet(d, "density of the mask, and its moments", columns);
    for (size_t i = 0; i < N_AT; i++) {
        snprintf(label, sizeof label, "at %s", AD_NUM(ad_gpdf_at(at[i])));
        adrop_document_column(d, "", label, 'r', "", 4);
    }
    for (size_t i = 0; !status && i < AD_GPDF_CURVES; i++) {
        adrop_document_cell_text(d, curves[i].shape);
        ad_reproduce_number(d, curves[i].mu);
        ad_reproduce_number(d, curves[i].sigma);
        ad_reproduce_number(d, curves[i].mean);
        ad_reproduce_number(d, curves[i].variance);
        for (size_t k = 0; k < N_AT; k++)
            ad_reproduce_number(d, curves[i].pdf[at[k]]);
    }
    adrop_document_end(d);
    ad_free(r->ctx, curves);
    return status;
}

static void add_panel(adrop_document *d, const ad_softplus_panel *p)
{
    ad_reproduce_number(d, p->k);
    ad_reproduce_number(d, p->theta);
    ad_reproduce_number(d, p->normal.forward);
    ad_reproduce_number(d, p->softplus.forward);
    ad_reproduce_number(d, p->normal.reverse);
    ad_reproduce_number(d, p->softplus.reverse);
    adrop_document_cell_text(d, p->closer > 0   ? "softplus-normal"
                                : p->closer < 0 ? "log-normal"
                                                : "they disagree");
}

static adrop_status add_target(const adrop_reproduction *r, adrop_document *d, size_t target,
                               ad_softplus_panel *panels)
{
    static const adrop_column columns[] = { { "", "k", 'r', NULL, 4, 0 },
                                            { "", "theta", 'r', NULL, 4, 0 },
                                            { "", "KL(p, log-normal)", 'r', NULL, 4, 0 },
                                            { "", "KL(p, softplus)", 'r', NULL, 4, 0 },
                                            { "", "KL(log-normal, p)", 'r', NULL, 4, 0 },
                                            { "", "KL(softplus, p)", 'r', NULL, 4, 0 },
                                            { "", "nearer", 'l', NULL, 0, 0 },
                                            { 0 } };
    char title[256];
    const adrop_status status = ad_softplus_compute(r->ctx, target, panels);

    snprintf(title, sizeof title, "p: %s", ad_softplus_target_name(target));
    ad_reproduce_sheet(d, title, columns);
    for (size_t i = 0; !status && i < AD_SOFTPLUS_PANELS; i++)
        add_panel(d, &panels[i]);
    adrop_document_end(d);
    return status;
}

adrop_status ad_reproduce_divergences(const adrop_reproduction *r, adrop_document *d)
{
    ad_softplus_panel *panels;
    adrop_status status = AD_NEW(r->ctx, AD_SOFTPLUS_PANELS, "densities", &panels);

    for (size_t i = 0; !status && i < AD_SOFTPLUS_TARGETS; i++)
        status = add_target(r, d, i, panels);
    ad_free(r->ctx, panels);
    return status;
}
