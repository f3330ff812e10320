/* One OpenMP loop for the whole library; without OpenMP (a fuzzing build) the
 * blocks run one after the other. */
#include "base/parallel.h"

#include "base/machine.h"

#ifdef _OPENMP
#  include <omp.h>
#endif

int ad_parallel_now(void)
{
#ifdef _OPENMP
    return omp_get_max_threads();
#else
    return 1;
#endif
}

int ad_parallel_default(void)
{
#ifdef _OPENMP
    const int wanted = ad_parallel_now(), processors = omp_get_num_procs();
    const int fewer = wanted < processors ? wanted : processors, paid = ad_machine_cpus();

    return fewer < paid ? fewer : paid;
#else
    return 1;
#endif
}

int ad_parallel_set(int threads)
{
    const int former = ad_parallel_now();

#ifdef _OPENMP
    omp_set_num_threads(threads);
#else
    (void)threads;
#endif
    return former;
}

void ad_parallel(int threads, size_t n_blocks, ad_block_fn *fn, void *arg)
{
    if (n_blocks < (size_t)threads) /* no thread without work */
        threads = (int)n_blocks;
    if (threads <= 1) {
        for (size_t b = 0; b < n_blocks; b++)
            fn(arg, b);
        return;
    }
#ifdef _OPENMP
#  pragma omp parallel for schedule(static) num_threads(threads)
#endif
    for (size_t b = 0; b < n_blocks; b++)
        fn(arg, b);
}
