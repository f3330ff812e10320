/* Running averages (running.h). */
#include "technique/running.h"

void AD_KERNEL(ad_running_average)(size_t n, const double *sums, double rows, real *running)
{
    for (size_t i = 0; i < n; i++)
        running[i] = (real)(0.9 * (double)running[i] + 0.1 * sums[i] / rows);
}
