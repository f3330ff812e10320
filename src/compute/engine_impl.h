/* Inside engine: oneDNN's part (engine_dnnl.c). */
#ifndef AD_COMPUTE_ENGINE_IMPL_H
#define AD_COMPUTE_ENGINE_IMPL_H

#include "compute/engine.h"

/* Determine ISA, number types and block, and start oneDNN's engine. stop also accepts a partially
 * started one. */
adrop_status ad_engine_dnnl_start(ad_engine *e, adrop_precision wish);
void ad_engine_dnnl_stop(ad_engine *e);

#endif
