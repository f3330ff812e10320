/* Curves of the figures gpdf and softplusapprox against quadrature and independently computed
 * values. */
#include "adrop/context.h"
#include "check.h"
#include "paper/paper_figures.h"

static adrop_ctx *ctx;

static void begin(void)
{
    CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
}

static void shapes(void)
{
    static const double variance[] = { .1352, .0787, .2473, .0434, .0334 };
    static ad_gpdf_curve c[AD_GPDF_CURVES];
    const size_t middle = AD_CURVE_POINTS / 2, last = AD_CURVE_POINTS - 1;

    CHECK_EQ(ad_gpdf_compute(ctx, NULL, NULL, c), ADROP_OK);
    CHECK(ad_gpdf_at(0) == 0.005 && ad_gpdf_at(middle) == 0.5 && ad_gpdf_at(last) == 0.995);
    for (size_t k = 0; k < AD_GPDF_CURVES; k++) {
        CHECK_WHERE("%s", c[k].shape);
        CHECK_NEAR(c[k].variance, variance[k], 5.1e-5);
        for (size_t i = 0; i < AD_CURVE_POINTS; i++) { /* the formula, written out */
            const double m = ad_gpdf_at(i), z = (log(m / (1 - m)) - c[k].mu) / c[k].sigma;
            CHECK_CLOSE(c[k].pdf[i],
                        exp(-z * z / 2) / sqrt(2 * acos(-1)) / c[k].sigma / m / (1 - m), 1e-12);
        }
    }
    CHECK_NEAR(c[0].mean, 0.5, 1e-12);
    CHECK_NEAR(c[4].mean, 0.30326533, 1e-8);
    CHECK(c[0].pdf[0] > 2 * c[0].pdf[middle] && c[0].pdf[last] > 2 * c[0].pdf[middle]);
    CHECK(c[3].pdf[middle] > c[3].pdf[20] && c[3].pdf[20] > c[3].pdf[0]);
    CHECK(c[4].pdf[40] > c[4].pdf[last - 40]); /* skewed */
    for (size_t i = 20; i < AD_CURVE_POINTS - 20; i++)
        CHECK_NEAR(c[1].pdf[i], 1, 0.16); /* nearly uniform between 0.1 and 0.9 */
    CHECK_EQ(ad_gpdf_compute(ctx, "logistic", "probit", c), ADROP_OK);
    CHECK_EQ(ad_gpdf_compute(ctx, "cauchy", NULL, c), ADROP_ENOENT);
}

/* KL(p || LN), KL(p || SPG), KL(LN || p), KL(SPG || p); 0: infinite, or not to be had. */
static void softplus(void)
{
    static const double expected[AD_SOFTPLUS_TARGETS][AD_SOFTPLUS_PANELS][4] = {
        { { .02784, .00317, .01872, .00240 },
          { .01473, .00028, .01128, .00026 },
          { .11409, .00569, .05159, .00497 },
          { 1.39439, .09372, .22763, .10121 } },
        { { .0342, .2648, .0647, 2.0575 },
          { .0160, .0984, .0239, .2139 },
          { 0, 0, .0413, .1800 },
          { 0, 0, .1534, .4576 } },
        { { .0342, .0371, 0, 0 },
          { .0160, .0167, 0, 0 },
          { 0, 0, .0413, .0823 },
          { 0, 0, .1534, .9695 } },
    };
    static ad_softplus_panel p[AD_SOFTPLUS_PANELS];

    for (size_t t = 0; t < AD_SOFTPLUS_TARGETS; t++) {
        CHECK_EQ(ad_softplus_compute(ctx, t, p), ADROP_OK);
        for (size_t i = 0; i < AD_SOFTPLUS_PANELS; i++) {
            const double *e = expected[t][i], unit = t ? 5.1e-5 : 5.1e-6; /* digits given */
            const double found[] = { p[i].normal.forward, p[i].softplus.forward,
                                     p[i].normal.reverse, p[i].softplus.reverse };
            CHECK_WHERE("%s, panel %zu", ad_softplus_target_name(t), i);
            for (int k = 0; k < 4; k++)
                if (e[k] > 0)
                    CHECK_NEAR(found[k], e[k], unit);
            CHECK_EQ(p[i].closer, t ? -1 : 1); /* true of the gamma alone */
            CHECK_EQ(p[i].fit, t && i > 1 ? ADROP_FIT_REVERSE_KL : ADROP_FIT_MOMENTS);
        }
    }
    CHECK(!ad_softplus_target_name(AD_SOFTPLUS_TARGETS));
    CHECK_EQ(ad_softplus_compute(ctx, AD_SOFTPLUS_TARGETS, p), ADROP_EINVAL);
}

/* The curves are densities: their sums come near 1 where they are smooth. */
static void densities(void)
{
    static ad_softplus_panel p[AD_SOFTPLUS_PANELS];

    CHECK_EQ(ad_softplus_compute(ctx, 0, p), ADROP_OK);
    for (size_t i = 0; i < 3; i++) { /* the gamma of k = 0.5 has a pole */
        const double step = p[i].v[1] - p[i].v[0];
        double sum[3] = { 0 };
        for (size_t k = 0; k < AD_CURVE_POINTS; k++) {
            sum[0] += step * p[i].pdf[k];
            sum[1] += step * p[i].normal.pdf[k];
            sum[2] += step * p[i].softplus.pdf[k];
        }
        CHECK_WHERE("panel %zu", i);
        for (int k = 0; k < 3; k++)
            CHECK_NEAR(sum[k], 1, 0.01); /* beyond 4 standard deviations lies less */
    }
}

static void end(void)
{
    adrop_ctx_free(ctx);
}

CHECK_MAIN(begin, shapes, softplus, densities, end)
