/* Conformance: gradients of every technique (src/conform/gradient.c); a wrong one is detected. */
#include "conformance.h"

static void gradients_are_exact(void)
{
    conformance_each(ad_conform_gradient, 1, SIZE_MAX);
}

static const ad_technique *original;
static ad_technique broken;

static void spoil(ad_dropout *d)
{
    original = d->type;
    broken.forward = original->forward;
    broken.penalty = original->penalty;
    broken.traits = original->traits;
    d->type = &broken;
}

/* Off by one part in 1e5; grads are zero before. */
static void parameters_off(const ad_call *c)
{
    original->backward(c);
    for (size_t i = 0; i < c->plan->params.n_reals; i++)
        ((double *)c->dparams)[i] *= 1 + 1e-5;
}

static void input_off(const ad_call *c)
{
    original->backward(c);
    for (size_t i = 0; i < c->rows * ad_site_units(c->site); i++)
        ((double *)c->dx)[i] *= 1 + 1e-5;
}

static void a_wrong_gradient_is_noticed(void)
{
    broken.backward = parameters_off;
    CHECK(conformance_found(ad_conform_gradient, "advanced",
                            "gradient of parameters less differences", spoil) > 5e-6);
    broken.backward = input_off;
    CHECK(conformance_found(ad_conform_gradient, "power", "gradient of x less differences", spoil) >
          5e-6);
}

CHECK_MAIN(gradients_are_exact, a_wrong_gradient_is_noticed)
