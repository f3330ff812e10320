/* Conformance: the exact gradient of every technique against central differences
 * of fourth order in double, for the input, the pre-activation, the following weights and every
 * learned parameter; and that of the extra loss.
 *
 * L = sum dy * y, plus the extra loss of the rows. Where a technique holds its normaliser c
 * constant, the differenced function is multiplied by c / c0, which holds it constant too; at part
 * of its strength (strength.h) that is the noise alone, not the x it is mixed with. */
#include "bed.h"
#include "technique/strength.h"

static adrop_ctx *ctx;

static double loss(bed *b, const double *c0)
{
    const size_t area = ad_site_area(&b->d->site);
    double sum = 0;

    b->d->row_loss[0] = 0;
    ad_dropout_forward(b->d, 0, &b->a);
    for (size_t i = 0; i < b->a.rows * b->width; i++) {
        const size_t channel = i % b->width / area;
        const size_t pair = b->d->plan.detached_by_row  ? i / b->width
                            : b->d->plan.n_detached > 1 ? channel
                                                        : 0;
        const double held = b->d->plan.n_detached ? b->d->stats[pair] / c0[pair] : 1;
        const double plain = ad_strength_mixes(b->d) ? (1 - b->d->strength) * bed_get(b, b->a.x, i)
                                                     : 0;
        sum += bed_get(b, b->a.dy, i) * (plain + (bed_get(b, b->a.y, i) - plain) * held);
    }
    return sum + b->d->row_loss[0];
}

typedef double loss_fn(bed *b, const double *c0);

static double extra_loss(bed *b, const double *c0)
{
    (void)c0;
    b->d->row_loss[0] = 0;
    return ad_dropout_penalty(b->d, &b->a); /* the gradients it adds are not looked at */
}

/* f with array[i] moved by h. */
static double moved(bed *b, loss_fn *f, const void *array, size_t i, double h, const double *c0)
{
    const double x = bed_get(b, array, i);

    bed_put(b, array, i, x + h);
    const double value = f(b, c0);
    bed_put(b, array, i, x);
    return value;
}

/* The least |gradient - difference quotient| over three step sizes. A large step
 * suffers from kinks (clamped masks) and a small one from rounding; a wrong
 * gradient agrees with none. */
static double error_of(bed *b, loss_fn *f, const void *array, size_t i, double gradient,
                       const double *c0)
{
    static const double steps[] = { 3e-4, 1e-5, 1e-6 };
    double least = INFINITY;

    for (size_t s = 0; s < sizeof steps / sizeof steps[0]; s++) {
        const double h = steps[s];
        const double near = moved(b, f, array, i, h, c0) - moved(b, f, array, i, -h, c0);
        const double far = moved(b, f, array, i, 2 * h, c0) - moved(b, f, array, i, -2 * h, c0);
        least = fmin(least, fabs((8 * near - far) / (12 * h) - gradient));
    }
    return least;
}

/* Compare gradient with difference quotients, for up to 60 evenly spread elements;
 * relative to the element, or to a thousandth of the largest where that is more, or to
 * 1e-5: below that a quotient is mostly rounding. */
static void compare(bed *b, loss_fn *f, const char *what, const void *array, const double *gradient,
                    size_t n, const double *c0)
{
    double largest = 0, worst = 0;
    size_t worst_at = 0;

    for (size_t i = 0; i < n; i++)
        largest = fmax(largest, fabs(gradient[i]));
    for (size_t i = 0; i < n; i += n / 60 + 1) {
        const double scale = fmax(fmax(fabs(gradient[i]), 1e-3 * largest), 1e-5);
        const double off = error_of(b, f, array, i, gradient[i], c0) / scale;
        if (!(off <= worst)) {
            worst = off;
            worst_at = i;
        }
    }
    if (!(worst <= 1e-6))
        printf("%s[%zu]\n", what, worst_at);
    CHECK_NEAR(worst, 0, 1e-6);
}

static double *copy(const void *array, size_t n)
{
    double *to = malloc((n + 1) * sizeof *to);

    return memcpy(to, array, n * sizeof *to);
}

static void compare_copy(bed *b, loss_fn *f, const char *what, const void *array,
                         const void *gradient, size_t n, const double *c0)
{
    double *g = copy(gradient, n); /* the loss function may add to it */

    compare(b, f, what, array, g, n, c0);
    free(g);
}

static double strength;

static void check_gradient(const char *text, const ad_site *site)
{
    bed b;

    if ((strength < 1 && site == &bed_sites[1]) || /* the others will do */
        !bed_make(ctx, AD_F64, text, site, 1, &b))
        return;
    CHECK_EQ(ad_dropout_set_strength(b.d, strength), ADROP_OK);
    const size_t rows = site->rows, n_params = b.d->plan.params.n_reals;
    bed_forward_backward(&b);
    double *c0 = copy(b.d->stats, b.d->plan.n_stats);
    if (!(b.d->traits & AD_DETACHED_INPUT)) /* its dx is no derivative of the loss */
        compare_copy(&b, loss, "dx", b.a.x, b.a.dx, rows * b.n, c0);
    compare_copy(&b, loss, "dparams", b.d->params, b.d->grads, n_params, c0);
    if (b.d->traits & AD_NEEDS_PRE)
        compare_copy(&b, loss, "dpre", b.a.pre, b.a.dpre, rows * b.n, c0);
    if (b.d->traits & AD_REPLACES_PRODUCT) {
        compare_copy(&b, loss, "dweight", b.a.weight, b.a.dweight, b.p * b.n, c0);
        compare_copy(&b, loss, "dbias", b.a.bias, b.a.dbias, b.p, c0);
    }
    memset(b.d->grads, 0, n_params * sizeof(double));
    memset(b.a.dweight, 0, b.p * b.n * sizeof(double));
    memset(b.a.dbias, 0, b.p * sizeof(double));
    extra_loss(&b, c0);
    double *dweight = copy(b.a.dweight, b.p * b.n), *dbias = copy(b.a.dbias, b.p);
    compare_copy(&b, extra_loss, "extra dparams", b.d->params, b.d->grads, n_params, c0);
    compare(&b, extra_loss, "extra dweight", b.a.weight, dweight, b.p * b.n, c0);
    compare(&b, extra_loss, "extra dbias", b.a.bias, dbias, b.p, c0);
    free(dweight);
    free(dbias);
    free(c0);
    bed_drop(&b);
}

static void gradients_are_exact(void)
{
    static const double strengths[] = { 1, 0.35 }; /* 0 is the identity: test_strength.c */

    ctx = bed_context(1);
    for (size_t i = 0; i < sizeof strengths / sizeof *strengths; i++) {
        strength = strengths[i];
        const size_t cases = bed_each(check_gradient);
        printf("%zu cases at strength %g\n", cases, strength);
        CHECK(cases >= 30);
    }
    adrop_ctx_free(ctx);
}

/* The check has teeth: a gradient off by one part in 1e5 is caught. */
static void a_wrong_gradient_is_noticed(void)
{
    bed b;

    ctx = bed_context(1);
    CHECK(bed_make(ctx, AD_F64, "advanced", &bed_sites[1], 1, &b));
    bed_forward_backward(&b);
    double *c0 = copy(b.d->stats, b.d->plan.n_stats),
           *g = copy(b.d->grads, b.d->plan.params.n_reals);
    const long failed = check_failed, done = check_done;
    for (size_t i = 0; i < b.d->plan.params.n_reals; i++)
        g[i] *= 1 + 1e-5;
    compare(&b, loss, "planted", b.d->params, g, b.d->plan.params.n_reals, c0);
    const int noticed = check_failed == failed + 1;
    check_failed = failed;
    check_done = done;
    CHECK(noticed);
    free(c0);
    free(g);
    bed_drop(&b);
    adrop_ctx_free(ctx);
}

CHECK_MAIN(gradients_are_exact, a_wrong_gradient_is_noticed)
