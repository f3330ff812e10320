/*
 * Steps by the sign of the gradient alone: g = scale grad + decay p, p -= lr sign(g).
 *
 * Bernstein et al., "signSGD: compressed optimisation for non-convex problems", ICML 2018.
 */
#include "base/real.h"
#include "optim/optimizer.h"

typedef struct {
    int unused;
} settings;

static const adrop_option options[] = { { 0 } };

static const char *const examples[] = { "sign", NULL };

static size_t n_state(const void *self)
{
    (void)self;
    return 0;
}

static real sign(real x)
{
    return x > 0 ? 1 : x < 0 ? -1 : 0;
}

static void update(const ad_update *u)
{
    const real scale = (real)u->grad_scale, decay = (real)u->rule.weight_decay;
    const real lr = (real)u->rule.lr, *grads = u->grads;
    real *p = u->params;

    for (size_t i = 0; i < u->n; i++)
        p[i] -= lr * sign(scale * grads[i] + decay * p[i]);
}

static void precondition(const ad_update *u)
{
    real *g = u->params;

    for (size_t i = 0; i < u->n; i++)
        g[i] = sign(g[i]);
}

const ad_optimizer_type AD_KERNEL(ad_optimizer_sign) = {
    .name = "sign",
    .summary = "steps by the sign of the gradient",
    .reference = "Bernstein et al., ICML 2018",
    .options = options,
    .settings_size = sizeof(settings),
    .usual_lr = 0.001,
    .examples = examples,
    .n_state = n_state,
    .update = update,
    .precondition = precondition,
};
