/* Temperature scaling (adrop/measure.h; C. Guo et al., "On calibration of modern neural networks",
 * ICML 2017): p = softmax(b z) with b = 1 / T. The negative log-likelihood is convex in b, and
 *
 *     d/db NLL = mean over rows of (sum_k p_k z_k - z_truth)
 *
 * whose root is found by bisection of [1/100, 100] on a logarithmic scale. */
#include <math.h>

#include "adrop/measure.h"
#include "base/option_check.h"
#include "measure/check.h"

#define LEAST 0.01
#define MOST  100.0

enum { HALVINGS = 80 }; /* of log(1e4): far below one rounding error */

/* softmax(b z) of a row; p may be z. */
static void softmax(size_t classes, const double *z, double b, double *p)
{
    double sum = 0;
    const double most = z[ad_measure_largest(classes, z)];

    for (size_t k = 0; k < classes; k++)
        sum += p[k] = exp(b * (z[k] - most));
    for (size_t k = 0; k < classes; k++)
        p[k] /= sum;
}

static double slope(size_t n, size_t classes, const double *z, const uint32_t *truth, double b)
{
    double total = 0;

    for (size_t i = 0; i < n; i++) {
        const double *row = z + i * classes, most = row[ad_measure_largest(classes, row)];
        double sum = 0, mean = 0;
        for (size_t k = 0; k < classes; k++) {
            const double e = exp(b * (row[k] - most));
            sum += e;
            mean += e * (row[k] - most);
        }
        total += mean / sum - (row[truth[i]] - most);
    }
    return total;
}

adrop_status adrop_temperature_fit(adrop_ctx *ctx, size_t n, size_t classes, const double *log_p,
                                   const uint32_t *truth, double *temperature)
{
    double low = log(1 / MOST), high = log(1 / LEAST);
    adrop_status status = ad_measure_classes(ctx, "truth", n, classes, truth);

    if (!status)
        status = ad_measure_values(ctx, "log_p", n * classes, log_p);
    if (!status)
        status = ad_check_array(ctx, "temperature", 1, temperature);
    if (status)
        return status;
    for (int i = 0; i < HALVINGS; i++) {
        const double middle = (low + high) / 2;
        *(slope(n, classes, log_p, truth, exp(middle)) < 0 ? &low : &high) = middle;
    }
    *temperature = fmin(fmax(exp(-(low + high) / 2), LEAST), MOST);
    return ADROP_OK;
}

void adrop_temperature_apply(size_t n, size_t classes, const double *log_p, double temperature,
                             double *p)
{
    for (size_t i = 0; log_p && p && i < n; i++)
        softmax(classes, log_p + i * classes, 1 / temperature, p + i * classes);
}
