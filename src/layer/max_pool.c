/* The maximum of each window; its position is kept for the gradient. */
#include "layer/pooling.h"

static adrop_status max_pool_settle(adrop_ctx *ctx, ad_layer *l)
{
    return ad_pooling_settle(ctx, l, 0);
}

static adrop_status max_pool_plan(ad_planned_layer *p)
{
    return ad_pooling_plan(p, 0);
}

const ad_layer_type ad_layer_max_pool = { .name = "max_pool",
                                          .inputs = { 1, 1 },
                                          .settings_size = sizeof(ad_pool_settings),
                                          .options = ad_pool_options,
                                          .traits = ad_pooling_traits,
                                          .settle = max_pool_settle,
                                          .plan = max_pool_plan,
                                          .free_op = ad_pooling_free,
                                          .forward = ad_pooling_forward,
                                          .backward = ad_pooling_backward };
