/*
 * Stochastic gradient descent with momentum and weight decay.
 *
 *     g = scale grad + decay p        v = momentum v + g        p -= lr v
 *
 * v is zero initially, so the first step has v = g; without momentum there is
 * no v and p -= lr g. The rate is outside v: a change acts at once. This is
 * torch.optim.SGD (dampening 0, no Nesterov), which differs from the
 * paper, where v includes the rate. A v that gets no more gradients ends at 0, not at the
 * smallest denormal number, where rounding would keep it for ever.
 *
 * Sutskever et al., "On the importance of initialization and momentum in deep
 * learning", ICML 2013.
 */
#include "base/real.h"
#include "optim/optimizer.h"

typedef struct {
    double momentum;
} settings;

static const adrop_option options[] = { { .name = "momentum",
                                          .kind = ADROP_OPT_REAL,
                                          .offset = offsetof(settings, momentum),
                                          .fallback = 0.9,
                                          .min = 0,
                                          .max = 1,
                                          .open = ADROP_OPEN_MAX,
                                          .help = "part of the last step that is kept" },
                                        { 0 } };

static const char *const examples[] = { "sgd", "sgd:momentum=0", NULL };

static size_t n_state(const void *self)
{
    return ((const settings *)self)->momentum > 0;
}

static void sgd_plain(size_t n, real *restrict p, const real *restrict g, real scale, real decay,
                      real lr)
{
    for (size_t i = 0; i < n; i++)
        p[i] -= lr * (scale * g[i] + decay * p[i]);
}

static void with_momentum(size_t n, real *restrict p, const real *restrict g, real *restrict v,
                          real scale, real decay, real lr, real momentum)
{
    for (size_t i = 0; i < n; i++) {
        v[i] = r_unless_tiny(momentum * v[i] + (scale * g[i] + decay * p[i]), (real)AD_LEAST_STEP);
        p[i] -= lr * v[i];
    }
}

static void update(const ad_update *u)
{
    const real scale = (real)u->grad_scale, decay = (real)u->rule.weight_decay;
    const real lr = (real)u->rule.lr, momentum = (real)((const settings *)u->settings)->momentum;

    if (u->state[0])
        with_momentum(u->n, u->params, u->grads, u->state[0], scale, decay, lr, momentum);
    else
        sgd_plain(u->n, u->params, u->grads, scale, decay, lr);
}

/* With momentum a constant gradient acts 1 + momentum + momentum^2 + .. times. */
static void precondition(const ad_update *u)
{
    const real by = (real)(1 / (1 - ((const settings *)u->settings)->momentum));
    real *g = u->params;

    for (size_t i = 0; i < u->n; i++)
        g[i] *= by;
}

const ad_optimizer_type AD_KERNEL(ad_optimizer_sgd) = {
    .name = "sgd",
    .summary = "gradient descent with momentum",
    .reference = "Sutskever et al., ICML 2013",
    .options = options,
    .settings_size = sizeof(settings),
    .examples = examples,
    .n_state = n_state,
    .state_names = { "momentum" },
    .update = update,
    .precondition = precondition,
};
