/* The promises of every optimiser: float follows double, equal bits for any number of threads and
 * any kernels, a restored one continues as if nothing had happened, and nothing outside its ranges
 * moves. */
#include "plot.h"

/* Fifty steps of numbers below 8, each rounded by up to 2.4e-7: 1.2e-5 if all errors
 * add up. A step count that is off by one, a missing decay or a wrong factor shows at
 * 1e-3 and more. */
static void float_follows_double_for(const char *text)
{
    plot a = plot_make(text, ADROP_ISA_AUTO, 0, 1), b = plot_make(text, ADROP_ISA_AUTO, 1, 1);
    double off = 0, moved = 0;

    plot_steps(&a, 50);
    plot_steps(&b, 50);
    for (size_t i = 0; i < PLOT_N; i++) {
        const double x = plot_get(&b, b.params, i);
        off = fmax(off, fabs(plot_get(&a, a.params, i) - x));
        moved = fmax(moved, fabs(x - plot_number(i, 1000000)));
    }
    CHECK_NEAR(off, 0, 1.2e-5);
    CHECK(moved > 0.1);
    plot_drop(&a);
    plot_drop(&b);
}

static void float_follows_double(void)
{
    plot_each(float_follows_double_for);
}

static void threads_for(const char *text)
{
    for (int is_double = 0; is_double < 2; is_double++) {
        plot one = plot_make(text, ADROP_ISA_AUTO, is_double, 1);
        plot_steps(&one, 5);
        for (int threads = 2; threads < 8; threads++) {
            plot many = plot_make(text, ADROP_ISA_AUTO, is_double, threads);
            plot_steps(&many, 5);
            CHECK(plot_equal(&one, &many));
            plot_drop(&many);
        }
        plot_drop(&one);
    }
}

static void threads(void)
{
    plot_each(threads_for);
}

static void kernels_for(const char *text)
{
    plot base = plot_make(text, ADROP_ISA_BASELINE, 0, 1);

    plot_steps(&base, 20);
    for (int i = 1; i < adrop_isa_count(); i++) {
        plot fast = plot_make(text, (adrop_isa)(ADROP_ISA_BASELINE + i), 0, 1);
        plot_steps(&fast, 20);
        CHECK(plot_equal(&base, &fast));
        plot_drop(&fast);
    }
    plot_drop(&base);
}

static void kernels(void)
{
    plot_each(kernels_for);
}

static void restore_for(const char *text)
{
    for (int is_double = 0; is_double < 2; is_double++) {
        plot whole = plot_make(text, ADROP_ISA_AUTO, is_double, 1);
        plot later = plot_make(text, ADROP_ISA_AUTO, is_double, 1);
        plot_steps(&whole, 7);
        memcpy(later.params, whole.params, plot_size(&whole));
        for (size_t s = 0; s < whole.o->n_state; s++)
            memcpy(later.o->state[s], whole.o->state[s], plot_size(&whole));
        CHECK_EQ(ad_optimizer_check_state(later.o), ADROP_OK);
        CHECK(!plot_equal(&whole, &later)); /* the step count is still missing */
        later.o->step = whole.o->step;
        plot_steps(&whole, 6);
        plot_steps(&later, 6);
        CHECK(plot_equal(&whole, &later));
        CHECK_EQ(whole.o->step, 13);
        plot_drop(&whole);
        plot_drop(&later);
    }
}

static void restore(void)
{
    plot_each(restore_for);
}

static int outside(size_t i)
{
    return i >= PLOT_COVERED || (i >= PLOT_HOLE && i < PLOT_HOLE_END);
}

static void ranges_for(const char *text)
{
    plot p = plot_make(text, ADROP_ISA_AUTO, 0, 2);
    size_t stirred = 0, still = 0;

    plot_steps(&p, 3);
    for (size_t i = 0; i < PLOT_N; i++) {
        int moved = plot_get(&p, p.params, i) != plot_number(i, 1000000);
        if (outside(i)) {
            for (size_t s = 0; s < p.o->n_state; s++)
                moved |= plot_get(&p, p.o->state[s], i) != 0;
            stirred += (size_t)moved;
        } else {
            still += !moved;
        }
    }
    CHECK_EQ(stirred, 0);
    CHECK(still < 5); /* a gradient of zero is possible */
    plot_drop(&p);
}

static void ranges(void)
{
    plot_each(ranges_for);
}

/* Zero padding of a layout: zero parameters with zero gradients stay zero. */
static void padding_for(const char *text)
{
    plot p = plot_make(text, ADROP_ISA_AUTO, 0, 1);
    size_t wrong = 0;

    memset(p.params, 0, plot_size(&p));
    memset(p.grads, 0, plot_size(&p));
    for (int s = 0; s < 3; s++)
        ad_optimizer_step(p.o, p.params, p.grads, 1, plot_rules);
    for (size_t i = 0; i < PLOT_N; i++)
        wrong += plot_get(&p, p.params, i) != 0;
    CHECK_EQ(wrong, 0);
    plot_drop(&p);
}

static void padding(void)
{
    plot_each(padding_for);
}

CHECK_MAIN(float_follows_double, threads, kernels, restore, ranges, padding)
