/* Conformance: phases, addresses, in-place calls, tensors (src/conform/state.c) and shards
 * (src/conform/shards.c); techniques that violate them are detected. */
#include "conformance.h"

static void state(void)
{
    conformance_each(ad_conform_state, 1, SIZE_MAX);
}

static void shards(void)
{
    conformance_each(ad_conform_shards, 1, SIZE_MAX);
}

static const ad_technique *original;
static ad_technique broken;
static uint32_t passes;

static void spoil(ad_dropout *d)
{
    original = d->type;
    broken.traits = original->traits;
    broken.moments = original->moments;
    broken.backward = original->backward;
    d->type = &broken;
}

/* Draws by how often it was called. */
static void by_pass(const ad_call *c)
{
    ad_call other = *c;

    other.where.step = passes++;
    original->forward(&other);
}

/* Draws the same in every step. */
static void by_nothing(const ad_call *c)
{
    ad_call other = *c;

    other.where.step = 0;
    original->forward(&other);
}

/* Draws by a row's place in its batch. */
static void by_place(const ad_call *c)
{
    ad_call other = *c;

    other.where.row_numbers = NULL;
    other.where.first_row = 0;
    original->forward(&other);
}

static void breaks_are_noticed(void)
{
    static const char text[] = "bernoulli:rate=0.3";

    broken.forward = by_pass;
    CHECK(conformance_found(ad_conform_state, text, "numbers that change at the same address",
                            spoil) > 0);
    broken.forward = by_nothing;
    CHECK(conformance_found(ad_conform_state, text, "steps that all have the same masks", spoil) ==
          1);
    broken.forward = by_place;
    CHECK(conformance_found(ad_conform_state, text,
                            "numbers of phase sample that depend on the batch", spoil) > 0);
    CHECK(conformance_found(ad_conform_shards, text, "numbers that depend on how a batch is cut",
                            spoil) > 0);
}

CHECK_MAIN(state, shards, breaks_are_noticed)
