/*
 * AdamW: Adam with decoupled weight decay, p = (1 - lr decay) p - step (adam.h).
 *
 * Loshchilov and Hutter, "Decoupled weight decay regularization", ICLR 2019, algorithm 2, with the
 * schedule's factor included in lr, as in torch.optim.AdamW.
 */
#include "optim/adam.h"

static const char *const examples[] = { "adamw", "adamw:beta1=0.8,beta2=0.99,eps=1e-6", NULL };

static void update(const ad_update *u)
{
    adam_update(u, 0, 1 - u->rule.lr * u->rule.weight_decay);
}

const ad_optimizer_type AD_KERNEL(ad_optimizer_adamw) = {
    .name = "adamw",
    .summary = "adam with weight decay apart from the gradient",
    .reference = "Loshchilov & Hutter, ICLR 2019",
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
