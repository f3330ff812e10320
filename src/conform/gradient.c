/* Conformance: the exact gradient against fourth-order central differences in double, for the
 * input, the pre-activation, the following weights and every learned parameter; also the gradient
 * of the extra loss; at full and partial strength.
 *
 * L = sum dy * y, plus the extra loss of the rows. Where a technique treats its normaliser c as
 * constant, the differenced function is multiplied by c / c0, which makes it constant too; at
 * partial strength (strength.h) only the noise is multiplied, not the x it is mixed with. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "conform/conform.h"
#include "conform/fixture.h"
#include "technique/strength.h"

static const double most = 1e-6; /* relative, as gradient_compare defines it */

typedef double loss_fn(ad_fixture *b, const double *c0);

static double loss(ad_fixture *b, const double *c0)
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
        const double plain = ad_strength_mixes(b->d)
                                 ? (1 - b->d->strength) * ad_fixture_get(b, b->a.x, i)
                                 : 0;
        sum += ad_fixture_get(b, b->a.dy, i) *
               (plain + (ad_fixture_get(b, b->a.y, i) - plain) * held);
    }
    return sum + b->d->row_loss[0];
}

static double extra_loss(ad_fixture *b, const double *c0)
{
    (void)c0;
    b->d->row_loss[0] = 0;
    return ad_dropout_penalty(b->d, &b->a); /* the gradients it adds are not used */
}

/* f with array[i] moved by h. */
static double moved(ad_fixture *b, loss_fn *f, const void *array, size_t i, double h,
                    const double *c0)
{
    const double x = ad_fixture_get(b, array, i);

    ad_fixture_put(b, array, i, x + h);
    const double value = f(b, c0);
    ad_fixture_put(b, array, i, x);
    return value;
}

/* The smallest |gradient - difference quotient| over three step sizes. Large steps suffer from
 * kinks (clamped masks) and small ones from rounding; a wrong gradient agrees with none. */
static double error_of(ad_fixture *b, loss_fn *f, const void *array, size_t i, double gradient,
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

/* The largest difference between gradient and quotient over up to 60 evenly spaced elements,
 * relative to the element, to a thousandth of the largest, or to 1e-5, whichever is largest: below
 * that, a quotient is mostly rounding error. */
static double gradient_compare(ad_fixture *b, loss_fn *f, const void *array, const double *gradient,
                               size_t n, const double *c0)
{
    double largest = 0, worst = 0;

    for (size_t i = 0; i < n; i++)
        largest = fmax(largest, fabs(gradient[i]));
    for (size_t i = 0; i < n; i += n / 60 + 1) {
        const double scale = fmax(fmax(fabs(gradient[i]), 1e-3 * largest), 1e-5);
        const double off = error_of(b, f, array, i, gradient[i], c0) / scale;
        if (!(off <= worst))
            worst = off;
    }
    return worst;
}

/* The gradients of one forward and backward pass. g has room for each. */
static void check_loss(ad_conform *c, ad_fixture *b, const double *c0, double *g)
{
    const size_t x = b->d->site.rows * b->n, pre = b->d->traits & AD_NEEDS_PRE ? x : 0;
    const size_t product = b->d->traits & AD_REPLACES_PRODUCT ? b->p : 0;
    const struct {
        const char *check;
        const void *array, *gradient;
        size_t n;
    } each[] = {
        { "gradient of x less differences", b->a.x, b->a.dx,
          b->d->traits & AD_DETACHED_INPUT ? 0 : x }, /* its dx is not the derivative of the loss */
        { "gradient of parameters less differences", b->d->params, b->d->grads,
          b->d->plan.params.n_reals },
        { "gradient of the pre-activation less differences", b->a.pre, b->a.dpre, pre },
        { "gradient of following weights less differences", b->a.weight, b->a.dweight,
          product * b->n },
        { "gradient of following weights less differences", b->a.bias, b->a.dbias, product },
    };

    for (size_t i = 0; i < sizeof each / sizeof *each; i++) {
        if (!each[i].n)
            continue;
        memcpy(g, each[i].gradient, each[i].n * sizeof *g);
        ad_conform_add(c, each[i].check, gradient_compare(b, loss, each[i].array, g, each[i].n, c0),
                       most);
    }
}

/* The gradients of the extra loss. Evaluating the loss adds to them, so all are copied first. */
static void check_extra_loss(ad_conform *c, ad_fixture *b, double *g)
{
    const struct {
        const void *array;
        void *gradient;
        size_t n;
    } each[] = { { b->d->params, b->d->grads, b->d->plan.params.n_reals },
                 { b->a.weight, b->a.dweight, b->p * b->n },
                 { b->a.bias, b->a.dbias, b->p } };
    double *at = g;

    for (size_t i = 0; i < 3; i++)
        memset(each[i].gradient, 0, each[i].n * sizeof *g);
    extra_loss(b, NULL);
    for (size_t i = 0; i < 3; at += each[i++].n)
        memcpy(at, each[i].gradient, each[i].n * sizeof *g);
    at = g;
    for (size_t i = 0; i < 3; at += each[i++].n)
        ad_conform_add(c, "gradient of the extra loss less differences",
                       gradient_compare(b, extra_loss, each[i].array, at, each[i].n, NULL), most);
}

static adrop_status conform_gradient_check(ad_conform *c, const ad_site *site, double strength)
{
    ad_fixture b;
    double *c0 = NULL, *g = NULL;
    adrop_status status = ad_conform_fixture(c, c->ctx, AD_F64, site, 1, &b);

    if (status)
        return status;
    const size_t n_x = site->rows * b.n, n_rest = b.d->plan.params.n_reals + (b.n + 1) * b.p;
    if (!(status = ad_dropout_set_strength(b.d, strength)) &&
        !(status = AD_NEW(c->ctx, b.d->plan.n_stats, "normalisers", &c0)) &&
        !(status = AD_NEW(c->ctx, n_x > n_rest ? n_x : n_rest, "gradients", &g)) &&
        !(status = ad_dropout_forward(b.d, 0, &b.a)) &&
        !(status = ad_dropout_backward(b.d, 0, &b.a))) {
        memcpy(c0, b.d->stats, b.d->plan.n_stats * sizeof *c0);
        check_loss(c, &b, c0, g);
        check_extra_loss(c, &b, g);
    }
    ad_free(c->ctx, c0);
    ad_free(c->ctx, g);
    ad_fixture_free(&b);
    return status;
}

static adrop_status at_site(ad_conform *c, const ad_site *site)
{
    const adrop_status status = conform_gradient_check(c, site, 1);

    /* strength 0 is the identity; for partial strength, small sites are enough */
    return status || site == &ad_fixture_sites[1] ? status : conform_gradient_check(c, site, 0.35);
}

adrop_status ad_conform_gradient(ad_conform *c)
{
    return ad_conform_each(c, at_site);
}
