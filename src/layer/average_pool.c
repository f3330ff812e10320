/* The average over each window, or over the whole map (window 0: global pooling). */
#include "layer/pooling.h"

static adrop_status average_pool_settle(adrop_ctx *ctx, ad_layer *l)
{
    return ad_pooling_settle(ctx, l, 1);
}

static adrop_status average_pool_plan(ad_planned_layer *p)
{
    return ad_pooling_plan(p, 1);
}

const ad_layer_type ad_layer_average_pool = { .name = "average_pool",
                                              .inputs = { 1, 1 },
                                              .settings_size = sizeof(ad_pool_settings),
                                              .options = ad_pool_options,
                                              .traits = ad_pooling_traits,
                                              .settle = average_pool_settle,
                                              .plan = average_pool_plan,
                                              .free_op = ad_pooling_free,
                                              .forward = ad_pooling_forward,
                                              .backward = ad_pooling_backward };
