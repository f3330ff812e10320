/* Pooling in double, plain order, map by map: the oracle (pool.h). Of equal values the first is the
 * maximum. saved: the position of each maximum on the input's map. */
#include <math.h>
#include <string.h>

#include "base/parallel.h"
#include "compute/pool_impl.h"

typedef struct {
    const ad_pool *p;
    const double *from; /* x (maps, height, width), or dy (maps, out height, out width) */
    double *to;         /* y, or dx */
    size_t *where;      /* (maps, out height, out width), or NULL: average */
} job;

static adrop_status pool_plain_plan(ad_pool *p)
{
    if (!p->spec.average)
        p->saved = p->out.rows * ad_desc_units(&p->out) * sizeof(size_t);
    return ADROP_OK;
}

/* The start and the end of window o along a side, within the side. */
static size_t first(const ad_pool *p, size_t o)
{
    return o * p->stride > p->spec.pad ? o * p->stride - p->spec.pad : 0;
}

static size_t last(const ad_pool *p, size_t o, size_t window, size_t side)
{
    const size_t end = o * p->stride + window - p->spec.pad;

    return end < side ? end : side;
}

/* The value of the window at (i, k) of a map; its position goes to *where. */
static double pool(const ad_pool *p, const double *x, size_t i, size_t k, size_t *where)
{
    const size_t height = p->spec.in.height, width = p->spec.in.width;
    double sum = 0, most = -INFINITY;

    *where = first(p, i) * width + first(p, k);
    for (size_t h = first(p, i); h < last(p, i, p->window_h, height); h++)
        for (size_t w = first(p, k); w < last(p, k, p->window_w, width); w++) {
            const double v = x[h * width + w];
            sum += v;
            if (v > most || isnan(v)) {
                most = v;
                *where = h * width + w;
            }
        }
    return p->spec.average ? sum / (double)(p->window_h * p->window_w) : most;
}

static void forward_map(void *arg, size_t m)
{
    const job *j = arg;
    const ad_pool *p = j->p;
    const double *x = j->from + m * p->spec.in.height * p->spec.in.width;
    size_t o = m * p->out.height * p->out.width, where;

    for (size_t i = 0; i < p->out.height; i++)
        for (size_t k = 0; k < p->out.width; k++, o++) {
            j->to[o] = pool(p, x, i, k, &where);
            if (j->where)
                j->where[o] = where;
        }
}

static void backward_map(void *arg, size_t m)
{
    const job *j = arg;
    const ad_pool *p = j->p;
    const size_t height = p->spec.in.height, width = p->spec.in.width;
    double *dx = j->to + m * height * width;
    size_t o = m * p->out.height * p->out.width;

    memset(dx, 0, height * width * sizeof *dx);
    for (size_t i = 0; i < p->out.height; i++)
        for (size_t k = 0; k < p->out.width; k++, o++) {
            if (j->where) {
                dx[j->where[o]] += j->from[o];
                continue;
            }
            for (size_t h = first(p, i); h < last(p, i, p->window_h, height); h++)
                for (size_t w = first(p, k); w < last(p, k, p->window_w, width); w++)
                    dx[h * width + w] += j->from[o] / (double)(p->window_h * p->window_w);
        }
}

static adrop_status pool_plain_forward(ad_pool *p, const void *x, void *y, void *saved,
                                       void *scratch)
{
    job j = { p, x, y, p->spec.average ? NULL : saved };

    (void)scratch;
    ad_parallel(p->e->threads, p->out.rows * p->out.channels, forward_map, &j);
    return ADROP_OK;
}

static adrop_status pool_plain_backward(ad_pool *p, const void *dy, const void *saved, void *dx,
                                        void *scratch)
{
    job j = { p, dy, dx, p->spec.average ? NULL : (size_t *)saved };

    (void)scratch;
    ad_parallel(p->e->threads, p->out.rows * p->out.channels, backward_map, &j);
    return ADROP_OK;
}

const ad_pool_impl ad_pool_plain = { pool_plain_plan, NULL, pool_plain_forward,
                                     pool_plain_backward };
