/*
 * Adam, with weight decay as part of the gradient (adam.h).
 *
 * Kingma and Ba, "Adam: a method for stochastic optimization", ICLR 2015, algorithm 1.
 */
#include "optim/adam.h"

static const char *const examples[] = { "adam", "adam:beta1=0.8,beta2=0.99,eps=1e-6", NULL };

static void update(const ad_update *u)
{
    adam_update(u, u->rule.weight_decay, 1);
}

const ad_optimizer_type AD_KERNEL(ad_optimizer_adam) = {
    .name = "adam",
    .summary = "steps by averages of the gradient and of its square",
    .reference = "Kingma & Ba, ICLR 2015",
    .options = options,
    .settings_size = sizeof(settings),
    .usual_lr = ADAM_RATE,
    .examples = examples,
    .n_state = n_state,
    .state_names = { "exp_avg", "exp_avg_sq" },
    .not_negative = 2,
    .update = update,
    .precondition = precondition,
};
