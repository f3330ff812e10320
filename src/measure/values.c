/* Measures of predicted values and their standard deviations (adrop/measure.h).
 *
 * The continuous ranked probability score of N(m, s^2) at y, with z = (y - m) / s, is
 *
 *     CRPS = s (z (2 Phi(z) - 1) + 2 phi(z) - 1 / sqrt(pi))
 *
 * (T. Gneiting, A. E. Raftery, JASA 102, 2007), which tends to |y - m| as s goes to 0. */
#include <math.h>

#include "adrop/measure.h"
#include "adrop/stats.h"
#include "base/context.h"
#include "base/option_check.h"
#include "measure/check.h"

#define PI 3.14159265358979323846

static adrop_status values_check(adrop_ctx *ctx, size_t n, const double *y, const double *mean,
                                 const double *std)
{
    adrop_status status = ad_measure_values(ctx, "y", n, y);

    if (!status)
        status = ad_measure_values(ctx, "mean", n, mean);
    if (!status && std)
        status = ad_measure_values(ctx, "std", n, std);
    for (size_t i = 0; std && i < n && !status; i++)
        if (std[i] < 0)
            status = ad_fail(ctx, ADROP_EINVAL,
                             "std[%zu] is %s: standard deviations are at least 0", i,
                             AD_NUM(std[i]));
    return status;
}

adrop_status adrop_score_values_sized(adrop_ctx *ctx, size_t n, const double *y, const double *mean,
                                      adrop_value_scores *scores, size_t size)
{
    double squares = 0, distances = 0;
    adrop_summary of_y;
    const adrop_status status = values_check(ctx, n, y, mean, NULL);

    if (status)
        return status;
    for (size_t i = 0; i < n; i++) {
        squares += (y[i] - mean[i]) * (y[i] - mean[i]);
        distances += fabs(y[i] - mean[i]);
    }
    adrop_summarize(n, y, &of_y);
    const double variance = of_y.std_population * of_y.std_population, rows = (double)n;
    const adrop_value_scores mine = { .rmse = sqrt(squares / rows),
                                      .mae = distances / rows,
                                      .r2 = variance > 0 ? 1 - squares / rows / variance : NAN };
    ad_struct_write(scores, size, &mine, sizeof mine);
    return ADROP_OK;
}

static double crps(double y, double mean, double std)
{
    const double z = (y - mean) / std;

    if (!(std > 0) || !isfinite(z))
        return fabs(y - mean);
    return std *
           (z * (2 * adrop_normal_cdf(z) - 1) + sqrt(2 / PI) * exp(-z * z / 2) - 1 / sqrt(PI));
}

adrop_status adrop_score_gaussian_sized(adrop_ctx *ctx, size_t n, const double *y,
                                        const double *mean, const double *std,
                                        adrop_gaussian_scores *scores, size_t size)
{
    double nll = 0, sum = 0, variance = 0;
    adrop_status status = values_check(ctx, n, y, mean, std);

    if (!status)
        status = ad_check_array(ctx, "std", n, std);
    if (status)
        return status;
    for (size_t i = 0; i < n; i++) {
        const double z = (y[i] - mean[i]) / std[i];
        nll += std[i] > 0 ? z * z / 2 + log(std[i]) + log(2 * PI) / 2 : NAN;
        sum += crps(y[i], mean[i], std[i]);
        variance += std[i] * std[i];
    }
    const double rows = (double)n;
    const adrop_gaussian_scores mine = { .nll = nll / rows,
                                         .crps = sum / rows,
                                         .sharpness = sqrt(variance / rows) };
    ad_struct_write(scores, size, &mine, sizeof mine);
    return ADROP_OK;
}

/* The share of rows with (y - mean) / std in [low, high] at each level. */
static adrop_status cover(adrop_ctx *ctx, size_t n, const double *y, const double *mean,
                          const double *std, size_t m, const double *levels, int is_central,
                          double *shares)
{
    adrop_status status = values_check(ctx, n, y, mean, std);

    if (!status)
        status = ad_check_array(ctx, "std", n, std);
    if (!status)
        status = ad_check_array(ctx, "levels", m, levels);
    if (!status)
        status = ad_check_array(ctx, "shares", m, shares);
    for (size_t l = 0; l < m && !status; l++)
        status = ad_measure_level(ctx, levels[l]);
    for (size_t l = 0; l < m && !status; l++) {
        const double z = adrop_normal_quantile(is_central ? 0.5 + levels[l] / 2 : levels[l]);
        size_t within = 0;
        for (size_t i = 0; i < n; i++) {
            const double off = is_central ? fabs(y[i] - mean[i]) : y[i] - mean[i];
            within += off <= z * std[i];
        }
        shares[l] = (double)within / (double)n;
    }
    return status;
}

adrop_status adrop_interval_coverage(adrop_ctx *ctx, size_t n, const double *y, const double *mean,
                                     const double *std, size_t m, const double *levels,
                                     double *shares)
{
    return cover(ctx, n, y, mean, std, m, levels, 1, shares);
}

adrop_status adrop_quantile_coverage(adrop_ctx *ctx, size_t n, const double *y, const double *mean,
                                     const double *std, size_t m, const double *levels,
                                     double *shares)
{
    return cover(ctx, n, y, mean, std, m, levels, 0, shares);
}
