/* The one OpenMP loop of the library; without OpenMP (a fuzzing build) the blocks run one after the
 * other.
 *
 * oneDNN's threads are gcc's libgomp. clang's own OpenMP would add a second runtime with its own
 * threads, so under clang this file calls the entry points of libgomp (ADROP_GOMP). */
#include "base/parallel.h"

#include "base/forks.h"
#include "base/machine.h"

#if defined ADROP_GOMP
extern int omp_get_max_threads(void);
extern int omp_get_num_procs(void);
extern int omp_get_num_threads(void);
extern int omp_get_thread_num(void);
extern void omp_set_num_threads(int threads);
extern int omp_pause_resource(int kind, int device);
extern int omp_get_initial_device(void);
enum { omp_pause_hard = 2 };
extern void GOMP_parallel(void (*fn)(void *), void *arg, unsigned threads, unsigned flags);
#  define HAS_THREADS 1
#elif defined _OPENMP
#  include <omp.h>
#  define HAS_THREADS 1
#else
#  define HAS_THREADS 0
#endif

static _Thread_local int limit; /* 0: none */

int ad_parallel_limit(int most)
{
    const int former = limit;

    limit = most;
    return former;
}

int ad_parallel_now(void)
{
#if HAS_THREADS
    return omp_get_max_threads();
#else
    return 1;
#endif
}

int ad_parallel_default(void)
{
#if HAS_THREADS
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

#if HAS_THREADS
    if (threads > 1)
        ad_forks_mark();
    omp_set_num_threads(threads);
#else
    (void)threads;
#endif
    return former;
}

void ad_parallel_dissolve(void)
{
#if HAS_THREADS &&                                                                                 \
    (defined ADROP_GOMP || !defined __clang__) /* clang's own runtime handles forks itself */
    omp_pause_resource(omp_pause_hard, omp_get_initial_device());
#endif
}

void ad_parallel_each(int threads, void (*fn)(void *arg), void *arg)
{
#if HAS_THREADS
    if (threads > 1)
        ad_forks_mark();
#endif
#if defined ADROP_GOMP
    GOMP_parallel(fn, arg, (unsigned)threads, 0);
#else
#  if HAS_THREADS
#    pragma omp parallel num_threads(threads)
#  else
    (void)threads;
#  endif
    fn(arg);
#endif
}

typedef struct {
    size_t n_blocks;
    ad_block_fn *fn;
    void *arg;
} loop;

/* A thread's share of the blocks: consecutive, and equal for all threads up to one. */
static void run_share(void *arg)
{
    const loop *l = arg;
#if HAS_THREADS
    const size_t i = (size_t)omp_get_thread_num(), n = (size_t)omp_get_num_threads();
#else
    const size_t i = 0, n = 1;
#endif
    const size_t each = l->n_blocks / n, more = l->n_blocks % n;
    const size_t first = i * each + (i < more ? i : more);

    for (size_t b = first; b < first + each + (i < more); b++)
        l->fn(l->arg, b);
}

void ad_parallel(int threads, size_t n_blocks, ad_block_fn *fn, void *arg)
{
    if (n_blocks < (size_t)threads) /* no idle threads */
        threads = (int)n_blocks;
    if (limit && threads > limit)
        threads = limit;
    if (threads <= 1) {
        for (size_t b = 0; b < n_blocks; b++)
            fn(arg, b);
        return;
    }
    ad_parallel_each(threads, run_share, &(loop){ n_blocks, fn, arg });
}
