/* Conformance: float and double, instruction sets, threads (src/conform/sets.c); a kernel that
 * depends on them is detected. */
#include "conformance.h"

static void sets_agree(void)
{
    conformance_each(ad_conform_sets, 1, SIZE_MAX);
}

static const ad_technique *original;
static ad_technique broken;

static void spoil(ad_dropout *d)
{
    original = d->type;
    broken = *original;
    d->type = &broken;
}

/* One number is off in the last bits, where there are several threads. */
static void by_threads(const ad_call *c)
{
    original->forward(c);
    if (c->threads > 1)
        ((float *)c->y)[0] *= 1 + 1e-6f;
}

static void spoil_threads(ad_dropout *d)
{
    spoil(d);
    broken.forward = by_threads;
}

static void scaled_float(const ad_call *c)
{
    original->forward(c);
    ((float *)c->y)[0] += 1e-3f;
}

static void spoil_float(ad_dropout *d)
{
    if (d->set == AD_F32) {
        spoil(d);
        broken.forward = scaled_float;
    }
}

static void differences_are_noticed(void)
{
    CHECK(conformance_found(ad_conform_sets, "gaussian", "numbers that depend on threads",
                            spoil_threads) == 1);
    CHECK(conformance_found(ad_conform_sets, "gaussian", "float less double, of the largest",
                            spoil_float) > 1e-4);
    if (ad_kernel_set_usable(AD_F32_AVX2))
        CHECK(conformance_found(ad_conform_sets, "gaussian",
                                "numbers that depend on the instruction set", spoil_float) == 1);
}

CHECK_MAIN(sets_agree, differences_are_noticed)
