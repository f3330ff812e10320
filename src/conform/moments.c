/* Conformance: mean and variance of the mask over at least 1e6 draws, in every float set, are
 * within 5 standard errors of the technique's own values (false alarms: 6e-7 per check). The mean
 * of y with noise equals y of phase mean, or differs if the technique says so.
 *
 * Units of a row may be correlated (squares, shared draws), but rows are not: the standard error
 * comes from the rows' averages. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "conform/conform.h"

enum { ROWS = 1250 };

static const double pre_value = 0.3, most_z = 5;
static const double approximate = 0.07; /* tolerance for the approximation of a normaliser */

/* The sites have at least 1e6 draws: a vector, a map, a product and, for a technique that reads the
 * following weights without replacing the product, one output. */
enum { DENSE, MAP, PRODUCT, FOLLOWED, N_SITES };

static const ad_site sites[N_SITES] = {
    [DENSE] = { .rows = ROWS,
                .channels = 1000,
                .height = 1,
                .width = 1,
                .n_train = 1,
                .has_pre = 1 },
    [MAP] = { .rows = ROWS,
              .channels = 10,
              .height = 10,
              .width = 9,
              .n_train = 1,
              .has_pre = 1,
              .branch = 3,
              .branches = 4 },
    [PRODUCT] = { .rows = ROWS,
                  .channels = 1,
                  .height = 1,
                  .width = 1,
                  .outputs = 1000,
                  .n_train = 1,
                  .has_pre = 1 },
    [FOLLOWED] = { .rows = ROWS,
                   .channels = 1000,
                   .height = 1,
                   .width = 1,
                   .outputs = 1,
                   .n_train = 1,
                   .has_pre = 1 },
};

/* A technique at such a site; its arrays hold ones, or pre_value. */
typedef struct {
    ad_dropout *d;
    size_t width; /* of y */
    float *x, *pre, *weight, *y, *without;
    double *rows; /* (ROWS): a row's average */
    adrop_moments *stated;
    ad_call call;
} draws;

static void moments_release(draws *s)
{
    adrop_ctx *ctx = s->d ? s->d->ctx : NULL;
    void *const all[] = { s->x, s->pre, s->weight, s->y, s->without, s->rows, s->stated };

    for (size_t i = 0; ctx && i < sizeof all / sizeof *all; i++)
        ad_free(ctx, all[i]);
    ad_dropout_free(s->d);
}

static adrop_status constant(adrop_ctx *ctx, size_t n, float value, float **out)
{
    const adrop_status status = AD_NEW(ctx, n, "masks", out);

    for (size_t i = 0; !status && i < n; i++)
        (*out)[i] = value;
    return status;
}

static adrop_status moments_prepare(ad_conform *c, ad_kernel_set set, const ad_site *site, draws *s)
{
    const size_t n = ad_site_units(site);
    adrop_status status;

    *s = (draws){ .width = site == &sites[PRODUCT] ? site->outputs : n };
    if ((status = ad_dropout_create(c->ctx, set, c->text, site, 1, &s->d)))
        return status;
    ad_dropout_init(s->d, 1);
    if (c->spoil)
        c->spoil(s->d);
    if (!(status = constant(c->ctx, ROWS * n, 1, &s->x)) &&
        !(status = constant(c->ctx, ROWS * n, (float)pre_value, &s->pre)) &&
        !(status = constant(c->ctx, s->width, 1, &s->weight)) &&
        !(status = AD_NEW(c->ctx, ROWS * s->width, "masks", &s->y)) &&
        !(status = AD_NEW(c->ctx, ROWS * s->width, "masks", &s->without)) &&
        !(status = AD_NEW(c->ctx, ROWS, "averages", &s->rows)))
        status = AD_NEW(c->ctx, s->width, "moments", &s->stated);
    s->call = (ad_call){ .where.phase = ADROP_PHASE_SAMPLE,
                         .where.seed = 5,
                         .where.step = 3,
                         .rows = ROWS,
                         .x = s->x,
                         .pre = s->pre,
                         .weight = s->weight,
                         .y = s->y };
    return status;
}

/* All rows in one pass or, if they would share one mask, each in its own. */
static adrop_status moments_draw(draws *s)
{
    adrop_status status = ADROP_OK;

    if (!(s->d->traits & AD_ONE_MASK))
        return ad_dropout_forward(s->d, 0, &s->call);
    for (size_t r = 0; r < ROWS && !status; r++) {
        ad_call one = s->call;
        one.rows = 1;
        one.where.step = (uint32_t)r;
        one.y = s->y + r * s->width;
        status = ad_dropout_forward(s->d, 0, &one);
    }
    return status;
}

/* The distance of the masks in y (for x = 1) from the stated moment, in standard errors. */
static double moments_measure(draws *s, int variance)
{
    const size_t width = s->width;

    for (size_t r = 0; r < ROWS; r++) {
        s->rows[r] = 0;
        for (size_t j = 0; j < width; j++) {
            const double got = (double)s->y[r * width + j];
            const double m = s->d->traits & AD_RANDOM_SCALE ? got != 0 : got / s->stated[j].scale;
            const double off = m - s->stated[j].mean;
            s->rows[r] += (variance ? off * off - s->stated[j].variance : off) / (double)width;
        }
    }
    return ad_conform_z(s->rows, ROWS);
}

/* The mean of y with noise divided by that of phase mean, minus 1; y still has the noise. */
static adrop_status check_shift(ad_conform *c, draws *s)
{
    ad_call a = s->call;
    double shift = 0;

    a.y = s->without;
    a.where.phase = ADROP_PHASE_MEAN;
    const adrop_status status = ad_dropout_forward(s->d, 0, &a);
    if (status)
        return status;
    for (size_t r = 0; r < ROWS; r++) {
        s->rows[r] = 0;
        for (size_t j = r * s->width; j < (r + 1) * s->width; j++)
            s->rows[r] += ((double)s->y[j] / (double)s->without[j] - 1) / (double)s->width;
        shift += s->rows[r] / ROWS;
    }
    const double z = ad_conform_z(s->rows, ROWS);
    if (s->d->traits & AD_SHIFTS_MEAN)
        ad_conform_add(c, "a shift of the mean that is stated and absent", !(z > most_z), 0);
    else
        ad_conform_add(c, "shift of the mean, where 5 standard errors show it",
                       z < most_z ? 0 : fabs(shift), approximate);
    return ADROP_OK;
}

static adrop_status check_set(ad_conform *c, ad_kernel_set set, const ad_site *site)
{
    draws s;
    adrop_status status = moments_prepare(c, set, site, &s);

    if (!status && !(s.d->traits & AD_DISTRIBUTION_BY_ROW) && /* rows of ones are not average
                                                                 rows */
        !(status = moments_draw(&s))) {
        for (size_t j = 0; j < s.width; j++)
            s.stated[j] = j == 0 || s.d->plan.distribution_share != AD_DISTRIBUTION_OF_LAYER
                              ? ad_dropout_moments(s.d, j, pre_value)
                              : s.stated[0];
        ad_conform_add(c, "mean of the masks, standard errors", moments_measure(&s, 0), most_z);
        ad_conform_add(c, "variance of the masks, standard errors", moments_measure(&s, 1), most_z);
        status = check_shift(c, &s);
    }
    moments_release(&s);
    return status;
}

/* The first of the sites that the technique supports. */
static adrop_status moments_choose(ad_conform *c, const ad_site **site)
{
    adrop_status status = ADROP_EINVAL;

    for (size_t i = DENSE; i <= PRODUCT && status && status != ADROP_ENOMEM; i++) {
        ad_dropout *d;
        if (!(status = ad_dropout_create(c->ctx, AD_F32, c->text, &sites[i], 1, &d)))
            *site = &sites[i == PRODUCT && !(d->traits & AD_REPLACES_PRODUCT) ? FOLLOWED : i];
        ad_dropout_free(d);
    }
    return status;
}

adrop_status ad_conform_moments(ad_conform *c)
{
    const ad_site *site;
    adrop_status status = moments_choose(c, &site);

    for (int s = AD_F32; !status && s < AD_N_KERNEL_SETS && ad_kernel_set_usable((ad_kernel_set)s);
         s++)
        status = check_set(c, (ad_kernel_set)s, site);
    return status;
}
