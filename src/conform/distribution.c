/* Conformance: masks follow the distribution that their technique states. Kolmogorov-Smirnov over
 * 1e7 draws, on a grid of points (to avoid sorting ten million numbers). The largest |F_n - F| over
 * the grid is at most that over the line, and exceeds 1.2e-3 by chance with a probability below 2
 * exp(-2 * 1e7 * 1.2e-3^2) = 6e-13 (Dvoretzky, Kiefer, Wolfowitz; Massart). If the units of a row
 * share a draw, only the 1e4 rows are independent: 0.027, probability 1e-6. */
#include <math.h>
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "conform/conform.h"

/* Masks are drawn for a part of the rows at a time: the numbers of a row do not depend on its
 * batch. */
enum { ROWS = 10000, PART = 500, UNITS = 1000, GRID = 150, TINY = 5 };

static const double most = 1.2e-3, most_by_row = 0.027, pre_value = 0.3;

/* A grid that is uniform over the range of the first part's masks, with powers of ten below it
 * towards 0, where beta masks concentrate. (A beta mask below 1e-19 is 0, and one within 1e-7 of 1
 * is rounded: there are no points there.) */
typedef struct {
    double low, step;
    double tiny[TINY]; /* ascending, all below the even points; used if low is 0 */
    size_t count[GRID + 1], tiny_count[TINY]; /* masks in the cell that ends there */
} histogram;

static double point(const histogram *h, size_t i)
{
    return h->low + ((double)i + 0.503) * h->step;
}

static void distribution_add(histogram *h, double m)
{
    const double at = ceil((m - h->low) / h->step - 0.503);
    const size_t i = at < 0 ? 0 : at < GRID ? (size_t)at : GRID;

    h->count[i]++;
    if (i == 0 && h->low == 0)
        for (size_t t = 0; t < TINY; t++)
            h->tiny_count[t] += m <= h->tiny[t];
}

typedef struct {
    ad_dropout *d, *stated;
    float *x, *pre, *y; /* (PART, UNITS) */
    histogram h;
} draws;

/* A site whose masks all have the distribution of unit 0. */
static ad_site site_for(unsigned traits)
{
    ad_site site = { .rows = PART,
                     .channels = UNITS,
                     .height = 1,
                     .width = 1,
                     .n_train = 1,
                     .has_pre = 1,
                     .branch = 1,
                     .branches = 2 };

    if (traits & AD_NEEDS_MAP) { /* draws of one unit a row, many rows: position 0 of a map */
        site.channels = UNITS / 4;
        site.height = site.width = 2;
    }
    if (traits & (AD_REPLACES_PRODUCT | AD_PENALISES_WEIGHTS))
        site.outputs = traits & AD_REPLACES_PRODUCT ? UNITS : 1;
    if (traits & AD_REPLACES_PRODUCT)
        site.channels = 1;
    return site;
}

static adrop_status distribution_prepare(adrop_ctx *ctx, const char *text, const char *stated,
                                         draws *s)
{
    unsigned traits;
    adrop_status status = ad_technique_traits(ctx, text, &traits);

    if (status)
        return status;
    const ad_site site = site_for(traits);
    if (!(status = ad_dropout_create(ctx, ctx->kernels, text, &site, 1, &s->d)) &&
        !(status = ad_dropout_create(ctx, ctx->kernels, stated, &site, 1, &s->stated)) &&
        !(status = AD_NEW(ctx, PART * UNITS, "masks", &s->x)) &&
        !(status = AD_NEW(ctx, PART * UNITS, "masks", &s->pre)))
        status = AD_NEW(ctx, PART * UNITS, "masks", &s->y);
    if (status)
        return status;
    ad_dropout_init(s->d, 1);
    ad_dropout_init(s->stated, 1);
    for (size_t i = 0; i < PART * UNITS; i++) {
        s->x[i] = 1;
        s->pre[i] = (float)pre_value;
    }
    return ADROP_OK;
}

/* Rows [first, first + PART); each in its own pass if the rows of a pass share one mask. */
static adrop_status distribution_draw(draws *s, size_t first)
{
    ad_call call = { .where.phase = ADROP_PHASE_SAMPLE,
                     .where.seed = 77,
                     .where.first_row = (uint32_t)first,
                     .rows = PART,
                     .x = s->x,
                     .pre = s->pre,
                     .weight = s->x,
                     .y = s->y };
    adrop_status status = ADROP_OK;

    if (!(s->d->traits & AD_ONE_MASK))
        return ad_dropout_forward(s->d, 0, &call);
    for (size_t r = 0; r < PART && !status; r++) {
        ad_call one = call;
        one.rows = 1;
        one.where.first_row = 0;
        one.where.step = (uint32_t)(first + r);
        one.y = s->y + r * UNITS;
        status = ad_dropout_forward(s->d, 0, &one);
    }
    return status;
}

/* The masks y / scale, for x = 1; if the scale is random, whether y is nonzero. */
static double mask_at(const draws *s, double scale, size_t i)
{
    return s->d->traits & AD_RANDOM_SCALE ? s->y[i] != 0 : (double)s->y[i] / scale;
}

static void distribution_start(draws *s, double scale)
{
    double low = 0, high = 1;

    for (size_t i = 0; i < PART * UNITS; i++) {
        const double m = mask_at(s, scale, i); /* (gcc 12 for arm64 does not compile fmin here) */
        low = m < low ? m : low;
        high = m > high ? m : high;
    }
    s->h = (histogram){ .low = low, .step = ((high > 1.001 ? high : 1) - low) / GRID };
    for (size_t i = 0; i < TINY; i++)
        s->h.tiny[i] = pow(10, -18 + 3 * (double)i);
}

static adrop_status draw_all(draws *s)
{
    const double scale = ad_dropout_moments(s->d, 0, pre_value).scale;
    adrop_status status = ADROP_OK;

    for (size_t first = 0; first < ROWS && !status; first += PART) {
        status = distribution_draw(s, first);
        if (!first)
            distribution_start(s, scale);
        for (size_t i = 0; i < PART * UNITS; i++)
            distribution_add(&s->h, mask_at(s, scale, i));
    }
    return status;
}

/* P(mask <= m), averaged over all units if their distributions differ. */
static double stated_at(const ad_dropout *stated, double m)
{
    const int differ = stated->type->members != NULL;
    double pdf, cdf, sum = 0;

    ad_dropout_distribution(stated, 0, pre_value, m, &pdf, &cdf);
    for (size_t unit = 0; differ && unit < UNITS; unit++) {
        ad_dropout_distribution(stated, unit, pre_value, m, &pdf, &cdf);
        sum += cdf;
    }
    return isfinite(pdf) ? differ ? sum / UNITS : cdf : NAN;
}

/* The larger of the two, or NaN. */
static double worse(double worst, const draws *s, double m, size_t below)
{
    const double off = fabs((double)below / (ROWS * UNITS) - stated_at(s->stated, m));

    return off <= worst ? worst : off;
}

static double largest(const draws *s, int as_coin)
{
    double worst = 0;
    size_t below = 0;

    for (size_t i = 0; i < GRID && !isnan(worst); i++) {
        const double m = point(&s->h, i);
        below += s->h.count[i];
        if (!as_coin || (m > 0.05 && m < 0.95))
            worst = worse(worst, s, m, below);
    }
    for (size_t t = 0; s->h.low == 0 && !as_coin && t < TINY && !isnan(worst); t++)
        worst = worse(worst, s, s->h.tiny[t], s->h.tiny_count[t]);
    return worst;
}

adrop_status ad_conform_distance(adrop_ctx *ctx, const char *text, const char *stated, int as_coin,
                                 double *worst)
{
    draws s = { 0 };
    adrop_status status = distribution_prepare(ctx, text, stated, &s);

    if (!status && !(status = draw_all(&s)))
        *worst = largest(&s, as_coin);
    ad_free(ctx, s.x);
    ad_free(ctx, s.pre);
    ad_free(ctx, s.y);
    ad_dropout_free(s.d);
    ad_dropout_free(s.stated);
    return status;
}

adrop_status ad_conform_distribution(ad_conform *c)
{
    double worst = NAN;
    unsigned traits;
    adrop_status status = ad_technique_traits(c->ctx, c->text, &traits);

    if (!status && !(status = ad_conform_distance(c->ctx, c->text, c->text, 0, &worst)))
        ad_conform_add(c, "distance of the distributions", worst,
                       traits & AD_SHARED_BY_ROW ? most_by_row : most);
    return status;
}
