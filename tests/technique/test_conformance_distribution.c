/* Conformance: masks follow the distribution that their technique states. Kolmogorov-Smirnov
 * over 1e7 draws, on a fixed grid of points (so that ten million numbers need not
 * be sorted): the largest |F_n - F| over the grid is at most that over the line, and
 * exceeds 1.2e-3 by chance with odds below 2 exp(-2 * 1e7 * 1.2e-3^2) = 6e-13. Where the units
 * of a row share a draw, the 1e4 rows alone are independent: 0.027, odds 1e-6. */
#include "bed.h"

enum { ROWS = 10000, UNITS = 1000, GRID = 150, TINY = 11 };

static const double bound = 1.2e-3, bound_by_row = 0.027, pre_value = 0.3;

static float x[ROWS * UNITS], y[ROWS * UNITS], pre[ROWS * UNITS];

/* A grid that is even over the range of masks, with powers of ten below it, towards 0,
 * where beta masks crowd. (A float mask below 1e-37 or closer to 1 than 1e-7 is
 * rounded: there are no points.) */
typedef struct {
    double low, step;
    double tiny[TINY]; /* ascending, all below the even points; used if low is 0 */
    size_t count[GRID + 1], tiny_count[TINY]; /* masks in the cell that ends there */
} histogram;

static void start(histogram *h, double low, double high)
{
    memset(h, 0, sizeof *h);
    h->low = low;
    h->step = (high - low) / GRID;
    for (size_t i = 0; i < TINY; i++)
        h->tiny[i] = pow(10, -36 + 3 * (double)i);
}

static double point(const histogram *h, size_t i)
{
    return h->low + ((double)i + 0.503) * h->step;
}

static void add(histogram *h, double m)
{
    const double at = ceil((m - h->low) / h->step - 0.503);
    const size_t i = at < 0 ? 0 : at < GRID ? (size_t)at : GRID;

    h->count[i]++;
    if (i == 0 && h->low == 0)
        for (size_t t = 0; t < TINY; t++)
            h->tiny_count[t] += m <= h->tiny[t];
}

/* P(mask <= m), over all units if they have distributions of their own. */
static double stated_at(const ad_dropout *stated, double m)
{
    const int differ = stated->type->members != NULL;
    double pdf, cdf, sum = 0;

    ad_dropout_distribution(stated, 0, pre_value, m, &pdf, &cdf);
    for (size_t unit = 0; differ && unit < UNITS; unit++) {
        ad_dropout_distribution(stated, unit, pre_value, m, &pdf, &cdf);
        sum += cdf;
    }
    return differ ? sum / UNITS : cdf;
}

static double off(const ad_dropout *stated, double m, size_t below)
{
    return fabs((double)below / (ROWS * UNITS) - stated_at(stated, m));
}

/* Largest |F_n - F| on the grid: masks y / scale of d for x = 1 against a distribution. A limit
 * that is a coin is looked at between 0 and 1 alone. */
static double distance(const ad_dropout *d, const ad_dropout *stated, int as_coin)
{
    static histogram h;
    const double scale = ad_dropout_moments(d, 0, pre_value).scale;
    const int coin = (d->traits & AD_RANDOM_SCALE) != 0;
    double low = 0, high = 1, worst = 0;
    size_t below = 0;

    for (size_t i = 0; !coin && i < ROWS * UNITS; i++) {
        low = fmin(low, (double)y[i] / scale);
        high = fmax(high, (double)y[i] / scale);
    }
    start(&h, low, high > 1.001 ? high : 1);
    for (size_t i = 0; i < ROWS * UNITS; i++)
        add(&h, coin ? y[i] != 0 : (double)y[i] / scale);
    for (size_t i = 0; i < GRID; i++) {
        const double m = point(&h, i);
        below += h.count[i];
        if (!as_coin || (m > 0.05 && m < 0.95))
            worst = fmax(worst, off(stated, m, below));
    }
    for (size_t t = 0; low == 0 && !as_coin && t < TINY; t++)
        worst = fmax(worst, off(stated, h.tiny[t], h.tiny_count[t]));
    return worst;
}

/* The site whose masks all have the distribution of unit 0. */
static ad_site site_for(unsigned traits)
{
    ad_site site = { .rows = ROWS,
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

/* The technique's traits with these settings, found at any site. */
static unsigned traits_of(adrop_ctx *ctx, const char *text)
{
    for (size_t s = 0; s < BED_SITES; s++) {
        ad_dropout *d;
        if (ad_dropout_create(ctx, AD_F32, text, &bed_sites[s], 1, &d))
            continue;
        const unsigned traits = d->traits;
        ad_dropout_free(d);
        return traits;
    }
    return 0;
}

static double distance_of(const char *text, const char *distribution_of)
{
    adrop_ctx *ctx = bed_context(2);
    const unsigned traits = traits_of(ctx, text);
    const ad_site site = site_for(traits);
    const ad_kernel_set best = (ad_kernel_set)(AD_F32 + adrop_isa_count() - 1);
    ad_dropout *d, *stated;

    CHECK_EQ(ad_dropout_create(ctx, best, text, &site, 1, &d), ADROP_OK);
    CHECK_EQ(ad_dropout_create(ctx, best, distribution_of, &site, 1, &stated), ADROP_OK);
    ad_dropout_init(d, 1);
    ad_dropout_init(stated, 1);
    ad_call a = { .where.phase = ADROP_SAMPLE,
                  .where.seed = 77,
                  .rows = ROWS,
                  .x = x,
                  .pre = pre,
                  .weight = x,
                  .y = y };
    if (traits & AD_ONE_MASK) {
        for (uint32_t r = 0; r < ROWS; r++) {
            ad_call one = a;
            one.rows = 1;
            one.where.step = r;
            one.y = y + (size_t)r * UNITS;
            CHECK_EQ(ad_dropout_forward(d, 0, &one), ADROP_OK);
        }
    } else {
        CHECK_EQ(ad_dropout_forward(d, 0, &a), ADROP_OK);
    }
    const double worst = distance(d, stated,
                                  strstr(distribution_of, "bernoulli") && text != distribution_of);
    ad_dropout_free(d);
    ad_dropout_free(stated);
    adrop_ctx_free(ctx);
    return worst;
}

static void setup(void)
{
    for (size_t i = 0; i < ROWS * UNITS; i++) {
        x[i] = 1;
        pre[i] = (float)pre_value;
    }
}

static void every_technique(void)
{
    adrop_ctx *ctx = bed_context(1);

    for (size_t t = 0; ad_technique_of(ctx, AD_F32, t); t++) {
        const char *const *examples = ad_technique_of(ctx, AD_F32, t)->examples;
        for (size_t e = 0; examples[e] && e < 2; e++) {
            const double worst = distance_of(examples[e], examples[e]);
            const int shared = (ad_technique_of(ctx, AD_F32, t)->traits & AD_SHARED_BY_ROW) != 0;
            CHECK_WHERE("%s", examples[e]);
            CHECK_NEAR(worst, 0, shared ? bound_by_row : bound);
            printf("%-45s %.1e\n", examples[e], worst);
        }
    }
    adrop_ctx_free(ctx);
}

static void every_beta(void)
{
    static const char *const texts[] = { "beta:beta=0.001", "beta:beta=0.1", "beta:beta=0.2",
                                         "beta:beta=1",     "beta:beta=2",   "beta:beta=3" };

    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        CHECK_WHERE("%s", texts[i]);
        CHECK_NEAR(distance_of(texts[i], texts[i]), 0, bound);
    }
}

/* Techniques that meet: one draws, the other states the distribution. */
static void limits(void)
{
    static const char *const pairs[][2] = {
        { "beta:beta=1", "uniform" },
        { "concrete:rate=0.5,temperature=1", "uniform" },
        { "advanced-fixed:seed-dist=uniform,map=clamp,mu=0.5,sigma=0.5", "uniform" },
        { "advanced-fixed:seed-dist=logistic,mu=0,sigma=1", "uniform" },
        { "advanced-fixed:map=probit,mu=0,sigma=1", "uniform" },
        { "advanced-fixed:seed-dist=exponential,map=one-minus-exp,mu=0,sigma=1", "uniform" },
        { "continuous:spread=0.3", "advanced-fixed:map=clamp,mu=0.5,sigma=0.5477225575051661" },
        { "concrete:rate=0.3,temperature=1e-5", "bernoulli:rate=0.3" },
        { "advanced-fixed:mu=1e5,sigma=2e5", "bernoulli:rate=0.3085375387259869" },
        { "beta:beta=1e-5", "bernoulli:rate=0.5" },
        { "soft-gaussian:rate=0.3,s=0.001,temperature=1e-5", "bernoulli:rate=0.3" },
        { "advanced:mu=0.3,sigma=1.2", "advanced-noprior:mu=0.3,sigma=1.2" },
        { "concrete-mlp:rate=0.3,temperature=0.5", "concrete:rate=0.3,temperature=0.5" },
    };

    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        CHECK_WHERE("%s as %s", pairs[i][0], pairs[i][1]);
        CHECK_NEAR(distance_of(pairs[i][0], pairs[i][1]), 0, bound);
    }
}

/* The test has teeth: distributions that are nearly right are noticed. */
static void wrong_distributions_are_noticed(void)
{
    CHECK(distance_of("gaussian:rate=0.5", "gaussian:rate=0.505") > bound);
    CHECK(distance_of("continuous:spread=0.3", "continuous:spread=0.3,reading=deviation") > 0.01);
    CHECK(distance_of("beta:beta=0.2", "beta:beta=0.21") > bound);
    CHECK(distance_of("concrete:temperature=0.1", "concrete:temperature=0.12") > bound);
}

CHECK_MAIN(setup, every_technique, every_beta, limits, wrong_distributions_are_noticed)
