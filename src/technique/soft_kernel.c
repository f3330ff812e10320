/* Soft dropout: the mask and its gradients (soft.h). */
#include "technique/soft.h"

#include <math.h>

#include "base/memory.h"
#include "base/real.h"
#include "dist/special.h"
#include "random/noise.h"
#include "random/transform.h"
#include "random/words.h"
#include "technique/mask.h"

/* Scratch: partial sums; then the sums (2), 1 / c, and p and s as reals. */
static size_t partials_size(const ad_soft *s, const ad_site *site)
{
    return ad_round_up(AD_KERNEL(ad_mask_scratch)(site, 2, s->share));
}

void AD_KERNEL(ad_soft_plan)(const void *settings, const ad_site *site, ad_plan *plan)
{
    const ad_soft *s = settings;
    const size_t pairs = ad_soft_pairs(s, site);

    ad_tensor_add(&plan->params, "p_logit", pairs, 0);
    ad_tensor_add(&plan->params, "s_raw", pairs, 0);
    plan->distribution_share = s->share ? AD_DISTRIBUTION_OF_CHANNEL : AD_DISTRIBUTION_OF_LAYER;
    plan->n_stats = plan->n_detached = pairs;
    AD_KERNEL(ad_mask_keep)(site, (ad_mask_shape)s->mask, 2, plan);
    plan->scratch_size = partials_size(s, site) + 5 * pairs * sizeof(double);
}

void AD_KERNEL(ad_soft_init)(const ad_technique_view *v, uint64_t seed, void *params, void *buffers)
{
    const ad_soft *s = v->settings;
    const size_t pairs = ad_soft_pairs(s, v->site);
    real *pi = params;

    (void)seed, (void)buffers;
    for (size_t i = 0; i < pairs; i++) {
        pi[i] = (real)ad_logit(1 - s->rate);
        pi[pairs + i] = (real)ad_softplus_inverse(s->s);
    }
}

typedef struct {
    const ad_soft_kind *kind;
    const real *pi, *p, *s; /* (pairs) */
    real over_t;
    size_t draws; /* draws that share a pair; 0: all do */
} noise;

/* The inputs and the gates of a chunk. Each is computed in its own short loop, so that the
 * processor overlaps iterations. */
enum { PART = AD_CHUNK * sizeof(float) / sizeof(real) }; /* six arrays: 12 KB */

typedef struct {
    real logit[PART];          /* of the uniform */
    real b[PART], not_b[PART]; /* the gate, and 1 - b without cancellation */
    real slope[PART];          /* db / dpi */
    real e0[PART], e1[PART];   /* the sides' noise */
} chunk;

/* The logistic noise of noise.h, but accurate only to an absolute error. */
static void draw_logits(const ad_address *at, size_t first, size_t n, real *logit)
{
    uint32_t words[PART];

    AD_KERNEL(ad_noise_words)(at, first, n, words);
    for (size_t i = 0; i < n; i++) {
        const real whole = (real)ad_whole_from(words[i]); /* u in units of 2^-24 */
        logit[i] = r_log(whole / ((real)0x1p24 - whole));
    }
}

/* The pair of element i is at i * step: 0 where all share one. */
__attribute__((always_inline)) static inline void gates(size_t n, size_t step, const real *pi,
                                                        real over_t, chunk *c)
{
    for (size_t i = 0; i < n; i++) {
        const real r = (pi[i * step] + c->logit[i]) * over_t, t = r_exp_minus(r), d = 1 / (1 + t);
        c->b[i] = r < 0 ? t * d : d;
        c->not_b[i] = r < 0 ? d : t * d;
        c->slope[i] = t * d * d * over_t;
    }
}

/* m, and its slopes in pi (d0) and in s (d1) unless d0 is NULL. With low = a0 (1 - b) where
 * a0 < 1, else 0, and high = a1 b likewise: dm/ds = (low - high) / s. */
__attribute__((always_inline)) static inline void blend(size_t n, size_t step, const real *p,
                                                        const real *s, const chunk *c,
                                                        real *restrict m, real *restrict d0,
                                                        real *restrict d1)
{
    for (size_t i = 0; i < n; i++) {
        const real pi = p[i * step], qi = 1 - pi, si = s[i * step], over = 1 / si;
        const real b = c->b[i], not_b = c->not_b[i];
        const real a0 = r_at_most_one(pi * si * r_fabs(c->e0[i]));
        const real a1 = r_at_most_one(qi * si * r_fabs(c->e1[i])), above = 1 - a1;
        const real part0 = not_b * a0, part1 = b * a1;
        m[i] = part0 + b * above;
        if (d0) {
            const real low = a0 < 1 ? part0 : 0, high = a1 < 1 ? part1 : 0;
            d0[i] = (above - a0) * c->slope[i] + (qi * low + pi * high);
            d1[i] = (low - high) * over;
        }
    }
}

__attribute__((always_inline)) static inline void mix(size_t n, size_t step, const real *pi,
                                                      const real *p, const real *s, real over_t,
                                                      chunk *c, real *m, real *d0, real *d1)
{
    gates(n, step, pi, over_t, c);
    if (d0)
        blend(n, step, p, s, c, m, d0, d1);
    else
        blend(n, step, p, s, c, m, NULL, NULL);
}

/* For elements with different pairs. Not inlined, to keep the caller's frame small. */
__attribute__((noinline)) static void mix_each(const noise *z, size_t first, size_t n, chunk *c,
                                               real *m, real *d0, real *d1)
{
    real pi[PART], p[PART], s[PART];

    for (size_t i = 0; i < n; i++) {
        const size_t k = (first + i) / z->draws;
        pi[i] = z->pi[k];
        p[i] = z->p[k];
        s[i] = z->s[k];
    }
    mix(n, 1, pi, p, s, z->over_t, c, m, d0, d1);
}

/* n <= PART. */
static void fill_part(const noise *z, const ad_address *at, size_t first, size_t n, real *m,
                      real *d0, real *d1)
{
    ad_address there = *at;
    chunk c;

    draw_logits(at, first, n, c.logit);
    there.draw = 1;
    z->kind->fill(&there, first, n, c.e0);
    there.draw = 2;
    z->kind->fill(&there, first, n, c.e1);
    if (z->draws)
        mix_each(z, first, n, &c, m, d0, d1);
    else
        mix(n, 0, z->pi, z->p, z->s, z->over_t, &c, m, d0, d1);
}

static void soft_fill(const void *self, const ad_address *at, size_t first, size_t n, real *m,
                      real *d0, real *d1)
{
    for (size_t done = 0; done < n; done += PART) {
        const size_t take = n - done < PART ? n - done : PART;
        fill_part(self, at, first + done, take, m + done, d0 ? d0 + done : NULL,
                  d1 ? d1 + done : NULL);
    }
}

/* Returns the sums of dm/dpi, then of dm/ds. */
static double *soft_run(const ad_soft_kind *kind, const ad_call *c, int n_slopes,
                        void (*kernel)(const ad_mask *))
{
    const ad_soft *s = c->settings;
    const size_t pairs = ad_soft_pairs(s, c->site);
    double *sums = (double *)((char *)c->scratch + partials_size(s, c->site));
    double *scale = sums + 2 * pairs;
    real *p = (real *)(scale + pairs), *soft = p + pairs;
    const real *pi = c->params;

    for (size_t i = 0; i < pairs; i++) {
        const double pd = ad_sigmoid((double)pi[i]), sd = ad_softplus((double)pi[pairs + i]);
        const double mean = ad_soft_mean(kind, pd, sd);
        p[i] = (real)pd;
        soft[i] = (real)sd;
        scale[i] = 1 / mean;
        if (c->where.phase == ADROP_PHASE_TRAIN && !n_slopes)
            c->stats[i] = mean;
    }
    const size_t draws = s->mask == AD_BY_CHANNEL ? 1 : ad_site_area(c->site);
    const noise z = { kind, pi, p, soft, (real)(1 / s->temperature), s->share ? draws : 0 };
    kernel(&(ad_mask){ .call = c,
                       .shape = (ad_mask_shape)s->mask,
                       .fill = soft_fill,
                       .self = &z,
                       .scale = scale,
                       .per_channel = s->share,
                       .n_slopes = n_slopes,
                       .sums = sums });
    return sums;
}

void AD_KERNEL(ad_soft_forward)(const ad_soft_kind *kind, const ad_call *call)
{
    soft_run(kind, call, 0, AD_KERNEL(ad_mask_forward));
}

void AD_KERNEL(ad_soft_backward)(const ad_soft_kind *kind, const ad_call *call)
{
    const size_t pairs = ad_soft_pairs(call->settings, call->site);
    const double *sums = soft_run(kind, call, 2, AD_KERNEL(ad_mask_backward));
    const real *raw = (const real *)call->params + pairs;
    real *d = call->dparams;

    for (size_t i = 0; d && i < pairs; i++) {
        d[i] += (real)sums[i];
        d[pairs + i] += (real)(sums[pairs + i] * ad_sigmoid((double)raw[i]));
    }
}

/* s in [0.001, 1], p away from 0 and 1. */
void AD_KERNEL(ad_soft_constrain)(const ad_technique_view *v, void *params)
{
    const size_t pairs = ad_soft_pairs(v->settings, v->site);
    const real low = (real)ad_softplus_inverse(1e-3), high = (real)ad_softplus_inverse(1);
    real *pi = params, *raw = pi + pairs;

    for (size_t i = 0; i < pairs; i++) {
        pi[i] = pi[i] < -9 ? -9 : pi[i] > 9 ? 9 : pi[i];
        raw[i] = raw[i] < low ? low : raw[i] > high ? high : raw[i];
    }
}
