/* A user's function over arrays (curve.h), for user-defined mappings and seeds (own.h). */
#include "dist/curve.h"

#include "base/real.h"
#include "dist/own.h"
#include "random/noise.h"

enum { BLOCK = 128 };

static void run_table(const adrop_curve_table *t, size_t n, const real *x, real *value, real *slope)
{
    double at[BLOCK], v[BLOCK], d[BLOCK];

    for (size_t i = 0; i < n; i++)
        at[i] = (double)x[i];
    t->at(t->self, n, at, v, slope ? d : NULL);
    for (size_t i = 0; i < n; i++)
        value[i] = (real)v[i];
    for (size_t i = 0; slope && i < n; i++)
        slope[i] = (real)d[i];
}

void AD_KERNEL(ad_curve_run)(const ad_curve *c, size_t n, const void *x, void *value, void *slope)
{
    if (c->is_formula) {
        AD_KERNEL(ad_formula_run)(&c->program, n, x, value, slope);
        return;
    }
    for (size_t first = 0; first < n; first += BLOCK)
        run_table(&c->table, n - first < BLOCK ? n - first : BLOCK, (const real *)x + first,
                  (real *)value + first, slope ? (real *)slope + first : NULL);
}

/* ad_formula_map for a program's function. */
static void curve_apply(const ad_own_map *k, size_t n, const real *restrict r, real *restrict m,
                        real *restrict slope)
{
    const real most = (real)k->limit, huge = (real)1e30;
    real cut[BLOCK];

    for (size_t i = 0; i < n; i++)
        cut[i] = r_min(r_max(r[i], -most), most);
    run_table(&k->curve.table, n, cut, m, slope);
    for (size_t i = 0; i < n; i++)
        m[i] = r_min(m[i] > 0 ? m[i] : 0, 1); /* NaN too */
    for (size_t i = 0; slope && i < n; i++)
        slope[i] = slope[i] > 0 && slope[i] < huge ? slope[i] : 0;
}

void AD_KERNEL(ad_own_map_apply)(const void *self, size_t n, const void *r, void *m, void *slope)
{
    const ad_own_map *k = self;

    if (k->curve.is_formula) {
        AD_KERNEL(ad_formula_map)(&k->curve.program, k->limit, n, r, m, slope);
        return;
    }
    for (size_t first = 0; first < n; first += BLOCK)
        curve_apply(k, n - first < BLOCK ? n - first : BLOCK, (const real *)r + first,
                    (real *)m + first, slope ? (real *)slope + first : NULL);
}

void AD_KERNEL(ad_own_seed_fill)(const ad_own_seed *s, const ad_address *at, size_t first, size_t n,
                                 void *out)
{
    real u[BLOCK];

    for (size_t done = 0; done < n; done += BLOCK) {
        const size_t take = n - done < BLOCK ? n - done : BLOCK;
        AD_KERNEL(ad_noise_uniform)(at, first + done, take, u);
        AD_KERNEL(ad_curve_run)(&s->curve, take, u, (real *)out + done, NULL);
    }
}
