/* Calibrated predictions (predict_show.h).
 *
 *     classes:  p' = softmax(log p / T)           values:  std' = sqrt(std^2 + noise^2)
 *
 * Sets and intervals use the predictions before this step, as calibration did. Standard deviations
 * of probabilities are those of the passes, before the temperature. */
#include "predict_show.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <unistd.h>

#include "adrop/measure.h"
#include "out.h"

/* Does the file written by 'adrop uncertainty' exist (docs/uncertainty.md)? */
static int is_there(const char *run)
{
    char path[4096];

    snprintf(path, sizeof path, "%s/calibration.json", run);
    return !access(path, F_OK);
}

void predict_calibration_tell(const char *run, const predict_calibration *c)
{
    if (c->level <= 0 && !c->calibrated && is_there(run))
        out_complain("predict", "the run was calibrated; its predictions are printed as they are: "
                                "'--calibrated' applies the calibration");
}

adrop_status predict_calibration_open(adrop_ctx *ctx, const char *run, const adrop_model *model,
                                      size_t samples, predict_calibration *c)
{
    adrop_calibration_info info;

    if (c->level <= 0 && !c->calibrated)
        return ADROP_OK;
    const adrop_status status = adrop_calibration_open(ctx, run, model, samples, &c->from);
    if (status)
        return status;
    adrop_calibration_describe(c->from, &info);
    c->temperature = info.temperature;
    c->noise = info.noise;
    return ADROP_OK;
}

void predict_calibration_close(predict_calibration *c)
{
    adrop_calibration_free(c->from);
    c->from = NULL;
}

adrop_status predict_calibration_apply(const predict_calibration *c, size_t n, size_t classes,
                                       const uint32_t *numbers, double *mean, double *std,
                                       uint8_t *member, double *low, double *high)
{
    adrop_conformal_opts o;
    adrop_status status = ADROP_OK;

    adrop_conformal_opts_init(&o);
    o.kind = c->kind;
    o.level = c->level;
    o.may_be_empty = c->may_be_empty;
    if (c->from && c->level > 0)
        status = classes ? adrop_calibration_sets_with(c->from, &o, n, mean, numbers, member)
                         : adrop_calibration_intervals(c->from, c->level, n, mean, std, low, high);
    if (status || !c->calibrated)
        return status;
    for (size_t i = 0; classes && i < n * classes; i++)
        mean[i] = log(fmax(mean[i], DBL_MIN));
    if (classes)
        adrop_temperature_apply(n, classes, mean, c->temperature, mean);
    for (size_t i = 0; !classes && i < n; i++)
        std[i] = hypot(std[i], c->noise);
    return ADROP_OK;
}
