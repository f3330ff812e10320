/* Measures predictions of values (uncertainty_impl.h). The spread of passes shows what the model
 * does not know; targets scatter by noise as well. With calibration rows the noise variance is
 *
 *     noise^2 = max(0, mean of ((y - mean)^2 - std^2))
 *
 * over them, and the predictive distribution is N(mean, std^2 + noise^2). Without them it is
 * N(mean, std^2), which is too narrow. */
#include <math.h>

#include "base/memory.h"
#include "experiment/uncertainty_impl.h"

static void add_noise(adrop_uncertainty *u)
{
    const ad_assessed *k = &u->calibration;
    double sum = 0;

    for (size_t i = 0; i < k->n; i++)
        sum += (k->target[i] - k->mean[i]) * (k->target[i] - k->mean[i]) - k->std[i] * k->std[i];
    u->info.noise = k->n ? sqrt(fmax(sum / (double)k->n, 0)) : NAN;
    ad_assessed *const both[] = { &u->calibration, &u->measured };
    for (size_t g = 0; g < 2 && k->n; g++)
        for (size_t i = 0; i < both[g]->n; i++)
            both[g]->std[i] = hypot(both[g]->std[i], u->info.noise);
}

/* Intervals mean +- threshold (times std if normalised). */
static adrop_status intervals(adrop_uncertainty *u, int normalised, adrop_conformal_result *r)
{
    const ad_assessed *a = &u->measured, *k = &u->calibration;
    size_t held = 0;
    double width = 0;
    const adrop_status status = adrop_conformal_fit_values(
        u->ctx, u->opts.level, k->n, k->target, k->mean, normalised ? k->std : NULL, &r->threshold);

    for (size_t i = 0; i < a->n && !status; i++) {
        const double half = r->threshold * (normalised ? a->std[i] : 1);
        held += fabs(a->target[i] - a->mean[i]) <= half;
        width += 2 * half;
    }
    r->coverage = (double)held / (double)a->n;
    r->mean_size = width / (double)a->n;
    return status;
}

adrop_status ad_uncertainty_measure_values(adrop_uncertainty *u)
{
    static const double levels[ADROP_N_COVERAGES] = { 0.5, 0.8, 0.9, 0.95 };
    const ad_assessed *a = &u->measured;
    adrop_status status;

    add_noise(u);
    if ((status = adrop_score_values(u->ctx, a->n, a->target, a->mean, &u->info.values)) ||
        (status = adrop_score_gaussian(u->ctx, a->n, a->target, a->mean, a->std,
                                       &u->info.gaussian)) ||
        (status = adrop_interval_coverage(u->ctx, a->n, a->target, a->mean, a->std,
                                          ADROP_N_COVERAGES, levels, u->info.coverage)))
        return status;
    for (int i = 0; i < 2 && u->calibration.n && !status; i++)
        status = intervals(u, i, &u->info.interval[i]);
    return status;
}
