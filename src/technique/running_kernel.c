/* Running averages (running.h). */
#include "technique/running.h"

void AD_KERNEL(ad_running_average)(size_t n_shards, size_t stride, const double *stats,
                                   const size_t *rows, size_t n, real *running)
{
    for (size_t i = 0; i < n; i++) {
        double sum = 0, all = 0;
        for (size_t s = 0; s < n_shards; s++) {
            sum += stats[s * stride + i] * (double)rows[s];
            all += (double)rows[s];
        }
        running[i] = (real)(0.9 * (double)running[i] + 0.1 * sum / all);
    }
}
