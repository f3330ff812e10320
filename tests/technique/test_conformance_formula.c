/* The conformance suite on pairs given as formulas: in every technique of the family, per layer and
 * per node, with divergences, on vectors and maps. */
#include <stdlib.h>

#include "conformance.h"

static const char *const texts[] = {
    "advanced:map=formula(1/(1+exp(-r)))",
    "advanced:map=formula(1/(1+exp(-r^3))),unit=node,detach=no",
    "advanced:seed-dist=quantile(log(u)-log(1-u)),map=formula(normcdf(r)),kl=log-uniform",
    "advanced-noprior:seed-dist=quantile(-log(-log(u))),map=formula(exp(-exp(-r))),unit=node",
    "advanced-noprior:seed-dist=quantile(2*u-1),map=formula(min(1,max(0,r))),mu=0.5,sigma=0.9",
    "advanced-noprior:map=formula(0.2+0.6*sigmoid(r)),kl=gaussian",
    "advanced-fixed:seed-dist=quantile((u^0.2-(1-u)^0.2)/0.2),map=formula(0.5+atan(r)/pi)",
};

/* With ADROP_CASES all texts go through all parts; else each goes through one, in turn. */
static void each(conformance_part *part, size_t turn)
{
    adrop_ctx *ctx = bed_context(2);
    const int all = getenv("ADROP_CASES") != NULL;

    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        if (all || i % 4 == turn)
            conformance_check(part, ctx, texts[i]);
    adrop_ctx_free(ctx);
}

static void gradients(void)
{
    each(ad_conform_gradient, 0);
}

static void sets(void)
{
    each(ad_conform_sets, 1);
}

static void state(void)
{
    each(ad_conform_state, 2);
    each(ad_conform_shards, 2);
}

static void moments(void)
{
    each(ad_conform_moments, 3);
}

CHECK_MAIN(gradients, sets, state, moments)
