/* Creating objects of an engine while memory runs out. */
#ifndef ADROP_TESTS_SCARCE_ENGINE_H
#define ADROP_TESTS_SCARCE_ENGINE_H

#include "compute/engine.h"
#include "scarce.h"

/* Creates something and frees it again. */
typedef adrop_status scarce_make(ad_engine *e);

typedef struct {
    scarce_make *make;
    adrop_precision precision;
} scarce_plan;

static inline adrop_status scarce_engine_attempt(adrop_ctx *ctx, const void *user)
{
    const scarce_plan *p = user;
    ad_engine *e;
    adrop_status status = ad_engine_create(ctx, p->precision, 1, &e);

    CHECK(!status == !!e);
    if (!status)
        status = p->make(e);
    ad_engine_free(e);
    return status;
}

/* Every allocation fails once, and all after it, in the engine's creation and in make; there
 * are at least so many, and fewer than 19. */
static inline void scarce_engine_each(scarce_make *make, adrop_precision precision, long least)
{
    const long n = scarce_each("engine", 1, scarce_engine_attempt,
                               &(scarce_plan){ make, precision });

    CHECK(n >= least && n < 19);
}

#endif
