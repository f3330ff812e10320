/* What adam and adamw share: settings, state, and the step
 *
 *     g = scale grad + decay p
 *     m = beta1 m + (1 - beta1) g        v = beta2 v + (1 - beta2) g^2
 *     p = shrink p - lr / (1 - beta1^t) * m / (sqrt(v) / sqrt(1 - beta2^t) + eps)
 *
 * t counts from 1. As in torch.optim, eps is outside the root and is not divided by
 * the correction. eps is not zero, because padding has m = v = 0. */
#ifndef AD_OPTIM_ADAM_H
#define AD_OPTIM_ADAM_H

#include "base/real.h"
#include "optim/optimizer.h"

#define ADAM_RATE 1e-3 /* Kingma and Ba's */

typedef struct {
    double beta1, beta2, eps;
} settings;

static const adrop_option options[] = { { .name = "beta1",
                                          .kind = ADROP_OPT_REAL,
                                          .offset = offsetof(settings, beta1),
                                          .fallback = 0.9,
                                          .min = 0,
                                          .max = 1,
                                          .open = ADROP_OPEN_MAX,
                                          .help = "decay of the average gradient" },
                                        { .name = "beta2",
                                          .kind = ADROP_OPT_REAL,
                                          .offset = offsetof(settings, beta2),
                                          .fallback = 0.999,
                                          .min = 0,
                                          .max = 1,
                                          .open = ADROP_OPEN_MAX,
                                          .help = "decay of the average squared gradient" },
                                        { .name = "eps",
                                          .kind = ADROP_OPT_REAL,
                                          .offset = offsetof(settings, eps),
                                          .fallback = 1e-8,
                                          .min = 1e-30, /* fits a float */
                                          .max = 1,
                                          .help = "added to the root, against division by zero" },
                                        { 0 } };

static size_t n_state(const void *self)
{
    (void)self;
    return 2;
}

typedef struct {
    real beta1, rest1, beta2, rest2; /* rest = 1 - beta, rounded once */
    real rate;                       /* lr / (1 - beta1^t) */
    real correction;                 /* 1 / sqrt(1 - beta2^t) */
    real eps, scale, decay;
    real shrink; /* factor of the parameters before the step; 1: none */
} factors;

static void apply(size_t n, real *restrict p, const real *restrict grad, real *restrict m,
                  real *restrict v, factors f)
{
    for (size_t i = 0; i < n; i++) {
        const real g = f.scale * grad[i] + f.decay * p[i];
        m[i] = r_unless_tiny(f.beta1 * m[i] + f.rest1 * g, (real)AD_LEAST_STEP);
        v[i] = f.beta2 * v[i] + f.rest2 * (g * g);
        p[i] = f.shrink * p[i] - f.rate * (m[i] / (r_sqrt(v[i]) * f.correction + f.eps));
    }
}

/* decay: added to the gradient; shrink: factor of the parameters. */
static void adam_update(const ad_update *u, double decay, double shrink)
{
    const settings *s = u->settings;
    const double t = (double)u->step;

    apply(u->n, u->params, u->grads, u->state[0], u->state[1],
          (factors){ .beta1 = (real)s->beta1,
                     .rest1 = (real)(1 - s->beta1),
                     .beta2 = (real)s->beta2,
                     .rest2 = (real)(1 - s->beta2),
                     .rate = (real)(u->rule.lr / (1 - pow(s->beta1, t))),
                     .correction = (real)(1 / sqrt(1 - pow(s->beta2, t))),
                     .eps = (real)s->eps,
                     .scale = (real)u->grad_scale,
                     .decay = (real)decay,
                     .shrink = (real)shrink });
}

/* P = 1 / (sqrt(v) / sqrt(1 - beta2^t) + eps), and 0 where no gradient has arrived yet: the size of
 * a step is unknown there. */
static void precondition(const ad_update *u)
{
    const settings *s = u->settings;
    const real correction = u->step ? (real)(1 / sqrt(1 - pow(s->beta2, (double)u->step))) : 0;
    const real eps = (real)s->eps;
    const real *v = u->state[1];
    real *g = u->params;

    for (size_t i = 0; i < u->n; i++)
        g[i] = v[i] > 0 ? g[i] / (r_sqrt(v[i]) * correction + eps) : 0;
}

#endif
