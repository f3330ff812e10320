/* Masks stored for backward and masks drawn again by it are equal to the bit, for every technique;
 * and which sites store them. */
#include "fixture.h"

static void step(ad_fixture *b, int keep)
{
    if (!keep)
        b->d->plan.kept_arrays = 0; /* as at a site that is too large */
    bed_forward_backward(b);
}

static void compare(const char *text, const ad_site *site, ad_kernel_set set)
{
    adrop_ctx *ctx = bed_context(1);
    ad_fixture kept, again;

    CHECK(bed_make(ctx, set, text, site, 1, &kept));
    CHECK(bed_make(ctx, set, text, site, 1, &again));
    step(&kept, 1);
    step(&again, 0);
    const size_t size = ad_real_size(set), rows = site->rows;
    CHECK(!memcmp(kept.a.y, again.a.y, rows * kept.width * size));
    CHECK(!memcmp(kept.a.dx, again.a.dx, rows * kept.n * size));
    CHECK(!memcmp(kept.d->grads, again.d->grads, kept.d->plan.params.n_reals * size));
    ad_fixture_free(&kept);
    ad_fixture_free(&again);
    adrop_ctx_free(ctx);
}

static void compare_sets(const char *text, const ad_site *site)
{
    for (int s = AD_F64; s < AD_N_KERNEL_SETS && ad_kernel_set_usable((ad_kernel_set)s); s++)
        compare(text, site, (ad_kernel_set)s);
}

static void kept_equals_drawn_again(void)
{
    CHECK(bed_each(compare_sets) >= 30);
}

static int arrays_at(const char *text, size_t rows, size_t units)
{
    const ad_site site = {
        .rows = rows, .channels = units, .height = 1, .width = 1, .outputs = 1, .n_train = 1
    };
    adrop_ctx *ctx = bed_context(1);
    ad_dropout *d;

    CHECK_EQ(ad_dropout_plan(ctx, AD_F32, text, &site, 1, &d), ADROP_OK);
    const int arrays = d->plan.kept_arrays;
    ad_dropout_free(d);
    adrop_ctx_free(ctx);
    return arrays;
}

/* Up to 16 MB: 2^22 floats. */
static void where_they_are_kept(void)
{
    CHECK_EQ(arrays_at("bernoulli", 1024, 4096), 1);
    CHECK_EQ(arrays_at("bernoulli", 1025, 4096), 0);
    CHECK_EQ(arrays_at("concrete", 512, 4096), 2);
    CHECK_EQ(arrays_at("concrete", 513, 4096), 0);
    CHECK_EQ(arrays_at("advanced", 1024, 4096), 1); /* the noise */
    CHECK_EQ(arrays_at("advanced", 1025, 4096), 0);
}

CHECK_MAIN(kept_equals_drawn_again, where_they_are_kept)
