/* Techniques at reduced strength (strength.h). */
#include "technique/strength.h"

#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "base/parallel.h"

static int is_mixture(const ad_dropout *d)
{
    return !(d->traits & (AD_FIXED_RATE | AD_REPLACES_PRODUCT));
}

int ad_strength_mixes(const ad_dropout *d)
{
    return d->strength < 1 && is_mixture(d);
}

/* The setting `rate` of a technique with a fixed rate. */
static double *rate_of(const ad_dropout *d)
{
    const adrop_option *o = d->type->options;

    while (o->name && strcmp(o->name, "rate") != 0)
        o++;
    return o->name ? (double *)(void *)((char *)d->settings + o->offset) : NULL;
}

adrop_status ad_dropout_set_strength(ad_dropout *d, double s)
{
    adrop_status status;

    if (!(s >= 0 && s <= 1))
        return ad_fail(d->ctx, ADROP_EINVAL, "the strength of dropout is %s: give 0 to 1",
                       AD_NUM(s));
    if (s > 0 && s < 1 && is_mixture(d) && !d->mixed) {
        const size_t units = ad_site_units(&d->site);
        if ((status = ad_memory_take(d->ctx, d->site.rows * units, ad_real_size(d->set),
                                     "dropout of less strength", &d->mixed)))
            return status;
    }
    if (d->traits & AD_FIXED_RATE) {
        double *rate = rate_of(d);
        if (d->strength == 1)
            d->full_rate = *rate;
        *rate = s * d->full_rate;
    }
    d->strength = s;
    return ADROP_OK;
}

/* -- The mixture ----------------------------------------------------------------------- */

enum { BLOCK = 1 << 14 };

typedef struct {
    size_t n;
    double a, b;
    const void *x, *y;
    void *out; /* a x + b y; may be x or y */
    int is_double;
} mixture;

static void mix_block(void *arg, size_t block)
{
    const mixture *m = arg;
    const size_t from = block * BLOCK, to = from + BLOCK < m->n ? from + BLOCK : m->n;

    if (m->is_double) {
        const double *x = m->x, *y = m->y;
        double *out = m->out;
        for (size_t i = from; i < to; i++)
            out[i] = m->a * x[i] + m->b * y[i];
    } else {
        const float *x = m->x, *y = m->y, a = (float)m->a, b = (float)m->b;
        float *out = m->out;
        for (size_t i = from; i < to; i++)
            out[i] = a * x[i] + b * y[i];
    }
}

static void mix(const ad_dropout *d, const ad_call *c, double a, const void *x, double b,
                const void *y, void *out)
{
    mixture m = { .n = c->rows * ad_site_units(&d->site),
                  .a = a,
                  .b = b,
                  .x = x,
                  .y = y,
                  .out = out,
                  .is_double = d->set == AD_F64 };

    ad_parallel(c->threads, (m.n + BLOCK - 1) / BLOCK, mix_block, &m);
}

static size_t bytes_of(const ad_dropout *d, const ad_call *c)
{
    return c->rows * ad_site_units(&d->site) * ad_real_size(d->set);
}

void ad_strength_forward(ad_dropout *d, ad_call *c)
{
    const double s = d->strength;

    if (s > 0) {
        const void *x = c->y == c->x ? memcpy(d->mixed, c->x, bytes_of(d, c)) : c->x;
        d->type->forward(c);
        mix(d, c, 1 - s, x, s, c->y, c->y);
    } else if (c->y != c->x) {
        memcpy(c->y, c->x, bytes_of(d, c));
    }
}

void ad_strength_backward(ad_dropout *d, ad_call *c)
{
    const double s = d->strength;
    const void *dy = c->dy;
    void *dx = c->dx;

    if (s > 0) {
        mix(d, c, s, dy, 0, dy, d->mixed);
        c->dy = c->dx = d->mixed;
        d->type->backward(c);
        mix(d, c, 1 - s, dy, 1, d->mixed, dx);
        c->dy = dy;
        c->dx = dx;
    } else if (dx != dy) {
        memcpy(dx, dy, bytes_of(d, c));
    }
}

/* -- The distribution -------------------------------------------------------------------- */

/* Moments of (1 - s) + s scale m, whose scale is 1. */
void ad_strength_moments(const ad_dropout *d, adrop_moments *m)
{
    const double s = d->strength, by = s * m->scale;

    if (s == 1 || d->traits & AD_FIXED_RATE)
        return;
    m->mean = 1 - s + by * m->mean;
    m->variance *= by * by;
    m->scale = 1;
    m->rate *= s;
}

void ad_strength_distribution(const ad_dropout *d, const ad_technique_view *v, size_t unit,
                              double pre, double m, double *pdf, double *cdf)
{
    const double s = d->strength;
    adrop_moments of;

    if (s == 0 && !(d->traits & AD_FIXED_RATE)) {
        *pdf = 0;
        *cdf = m >= 1;
    } else if (s == 1 || d->traits & AD_FIXED_RATE) {
        d->type->distribution(v, unit, pre, m, pdf, cdf);
    } else {
        d->type->moments(v, unit, pre, &of);
        d->type->distribution(v, unit, pre, (m - (1 - s)) / (s * of.scale), pdf, cdf);
        *pdf /= s * of.scale;
    }
}
