/* Variational dropout: the KL and its slope in three forms, the distributions of types A
 * and B, how often the KL counts, and the limit on alpha. */
#include "technique/variational_kl.h"

#include "fixture.h"

static double slope_of(ad_kl_kind kind, double la)
{
    double slope;

    ad_variational_kl(kind, la, &slope);
    return slope;
}

static double minus_kl(ad_kl_kind kind, double alpha)
{
    double slope;

    return -ad_variational_kl(kind, log(alpha), &slope);
}

static void slopes(void)
{
    static const double rows[][4] = { { -2, -.611234, -.606524, -.617465 },
                                      { -.5, -.491107, -.491779, -.485714 },
                                      { 0, -.362389, -.416267, -.359128 } };

    for (size_t i = 0; i < 3; i++) {
        CHECK_NEAR(slope_of(AD_KL_EXACT, rows[i][0]), rows[i][1], 6e-7);
        CHECK_NEAR(slope_of(AD_KL_KINGMA, rows[i][0]), rows[i][2], 6e-7);
        CHECK_NEAR(slope_of(AD_KL_MOLCHANOV, rows[i][0]), rows[i][3], 6e-7);
    }
    CHECK(slope_of(AD_KL_NONE, 0) == 0);
}

/* alpha, the exact -KL without constant, Kingma's error, the exact -KL that tends
 * to 0, Molchanov's error. */
static void values(void)
{
    static const double rows[][5] = {
        { .001, -3.45338, .0007, -4.08856, -.0014 }, { .01, -2.29751, .0064, -2.93269, -.0063 },
        { .05, -1.47053, .0271, -2.10572, -.0076 },  { .1, -1.08896, .0394, -1.72414, .0007 },
        { .25, -.52035, .0329, -1.15553, .0031 },    { .5, -.10426, .0362, -.73944, -.0012 },
        { 1, .20850, .0372, -.42669, -.0046 },       { 2, .40470, .947, -.23048, -.0053 },
        { 20, .61039, 4114, -.02479, -.0007 },
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const double alpha = rows[i][0], exact = minus_kl(AD_KL_EXACT, alpha);
        CHECK_WHERE("alpha = %g", alpha);
        CHECK_NEAR(exact, rows[i][3], 6e-6);
        CHECK_NEAR(minus_kl(AD_KL_MOLCHANOV, alpha) - exact, rows[i][4], 6e-5);
        CHECK_NEAR(minus_kl(AD_KL_KINGMA, alpha) - rows[i][1], rows[i][2],
                   alpha < 2 ? 6e-5 : 6e-4 * rows[i][2]);
    }
}

enum { ROWS = 20000, N = 3, P = 2 };

/* Outputs y = (x m) W' of type A, or those of type B, for one x in every row. */
static void outputs(const char *text, double *y)
{
    static const double x1[N] = { 1, -2, 0.5 }, w[P * N] = { .4, .3, -1, .5, -.2, .8 };
    static double x[ROWS * N], xm[ROWS * N];
    const ad_site site = {
        .rows = ROWS, .channels = N, .height = 1, .width = 1, .outputs = P, .n_train = 1
    };
    adrop_ctx *ctx = bed_context(1);
    ad_dropout *d;

    CHECK_EQ(ad_dropout_create(ctx, AD_F64, text, &site, 1, &d), ADROP_OK);
    ad_dropout_init(d, 1);
    const int product = (d->traits & AD_REPLACES_PRODUCT) != 0;
    for (size_t i = 0; i < ROWS; i++)
        memcpy(x + i * N, x1, sizeof x1);
    ad_call a = { .where.phase = ADROP_PHASE_SAMPLE,
                  .where.seed = 8,
                  .rows = ROWS,
                  .x = x,
                  .weight = w,
                  .y = product ? y : xm };
    CHECK_EQ(ad_dropout_forward(d, 0, &a), ADROP_OK);
    for (size_t i = 0; !product && i < ROWS; i++)
        for (size_t o = 0; o < P; o++) {
            y[i * P + o] = 0;
            for (size_t j = 0; j < N; j++)
                y[i * P + o] += xm[i * N + j] * w[o * N + j];
        }
    ad_dropout_free(d);
    adrop_ctx_free(ctx);
}

/* Each output has the same distribution in A and B, N(x W', alpha sum x^2 W^2); across
 * outputs A is correlated, alpha sum x^2 w w', and B is not. */
static void two_types(void)
{
    static double y[ROWS * P];
    static const char *const texts[] = { "variational:alpha=0.5", "variational:type=b,alpha=0.5" };
    const double mean[P] = { .4 - .6 - .5, .5 + .4 + .4 };
    const double variance[P] = { .5 * (.16 + .36 + .25), .5 * (.25 + .16 + .16) };
    const double covariance = .5 * (.2 - 4 * .06 - .25 * .8);

    for (int type = 0; type < 2; type++) {
        double sum[P] = { 0 }, square[P] = { 0 }, cross = 0;
        CHECK_WHERE("%s", texts[type]);
        outputs(texts[type], y);
        for (size_t i = 0; i < ROWS; i++) {
            for (size_t o = 0; o < P; o++) {
                const double off = y[i * P + o] - mean[o];
                sum[o] += off / ROWS;
                square[o] += off * off / ROWS;
            }
            cross += (y[i * P] - mean[0]) * (y[i * P + 1] - mean[1]) / ROWS;
        }
        for (size_t o = 0; o < P; o++) {
            CHECK_WITHIN(sum[o], 0, sqrt(variance[o] / ROWS), 5);
            CHECK_WITHIN(square[o], variance[o], variance[o] * sqrt(2.0 / ROWS), 5);
        }
        const double se = sqrt((variance[0] * variance[1] + covariance * covariance) / ROWS);
        CHECK_WITHIN(cross, type == 0 ? covariance : 0, se, 5);
        CHECK(fabs(covariance) > 10 * se); /* so that the two types can be told apart */
    }
}

static double penalty_of(const char *text, const ad_site *site)
{
    adrop_ctx *ctx = bed_context(1);
    ad_call a = { .rows = 1 };
    ad_dropout *d;

    CHECK_EQ(ad_dropout_create(ctx, AD_F64, text, site, 1, &d), ADROP_OK);
    ad_dropout_init(d, 1);
    const double penalty = ad_dropout_penalty(d, &a);
    ad_dropout_free(d);
    adrop_ctx_free(ctx);
    return penalty;
}

/* KL / N counts every unit (A) or every weight (B), however alpha is shared. */
static void multiplicity(void)
{
    const ad_site *site = &ad_fixture_sites[1]; /* 50 units, 9 outputs, N = 1000 */
    const double one = -minus_kl(AD_KL_MOLCHANOV, 0.5);

    CHECK_CLOSE(penalty_of("variational:alpha=0.5,kl=molchanov", site), 50 * one / 1000, 1e-12);
    CHECK_CLOSE(penalty_of("variational:alpha=0.5,kl=molchanov,unit=node", site), 50 * one / 1000,
                1e-12);
    CHECK_CLOSE(penalty_of("variational:alpha=0.5,kl=molchanov,type=b", site), 450 * one / 1000,
                1e-12);
    CHECK_CLOSE(penalty_of("variational:alpha=0.5,kl=molchanov,type=b,unit=weight", site),
                450 * one / 1000, 1e-12);
    CHECK_CLOSE(penalty_of("variational:alpha=0.5,kl=molchanov,kl-weight=0.5", site),
                25 * one / 1000, 1e-12);
    CHECK(penalty_of("variational:alpha=0.5,kl=none", site) == 0);
}

static void alpha_stays_below_its_limit(void)
{
    adrop_ctx *ctx = bed_context(1);
    ad_dropout *d;

    CHECK_EQ(ad_dropout_create(ctx, AD_F64, "variational", &ad_fixture_sites[1], 1, &d), ADROP_OK);
    ad_dropout_init(d, 1);
    *(double *)d->params = 3;
    ad_dropout_constrain(d);
    CHECK(*(double *)d->params == 0);
    *(double *)d->params = -3;
    ad_dropout_constrain(d);
    CHECK(*(double *)d->params == -3);
    CHECK_NEAR(ad_dropout_moments(d, 0, 0).rate, exp(-3) / (1 + exp(-3)), 1e-12);
    ad_dropout_free(d);
    adrop_ctx_free(ctx);
}

/* Of N(1, alpha) to N(0, gamma): least at gamma = 1 + alpha, where it is ln(1 + 1 / alpha) / 2,
 * here in place of a search; the slope is a difference's. */
static void hierarchical_prior(void)
{
    static const double alphas[] = { 1e-4, 0.01, 0.5, 1, 3, 100, 2e4 };

    for (size_t i = 0; i < sizeof alphas / sizeof alphas[0]; i++) {
        const double a = alphas[i], la = log(a), h = 1e-4;
        double slope, none, least = INFINITY;
        const double kl = ad_variational_kl(AD_KL_HIERARCHICAL, la, &slope);
        CHECK_WHERE("alpha = %g", a);
        for (int k = -2; k <= 2; k++) { /* gamma 10 % and 20 % off */
            const double gamma = (1 + a) * (1 + 0.1 * k);
            least = fmin(least, 0.5 * (log(gamma / a) + (1 + a) / gamma - 1));
        }
        CHECK_CLOSE(kl, least, 1e-11);
        CHECK_CLOSE(slope,
                    (ad_variational_kl(AD_KL_HIERARCHICAL, la + h, &none) -
                     ad_variational_kl(AD_KL_HIERARCHICAL, la - h, &none)) /
                        (2 * h),
                    1e-7);
    }
    CHECK_CLOSE(penalty_of("variational-hierarchical", &ad_fixture_sites[1]),
                50 * 0.5 * log(2) / 1000, 1e-12);
    CHECK_CLOSE(penalty_of("variational-hierarchical:type=b", &ad_fixture_sites[1]),
                450 * 0.5 * log(2) / 1000, 1e-12);
}

static void ln_alpha_stays_in_its_range(void)
{
    adrop_ctx *ctx = bed_context(1);
    ad_dropout *d;

    CHECK_EQ(
        ad_dropout_create(ctx, AD_F64, "variational-hierarchical", &ad_fixture_sites[1], 1, &d),
        ADROP_OK);
    ad_dropout_init(d, 1);
    *(double *)d->params = 30;
    ad_dropout_constrain(d);
    CHECK_NEAR(*(double *)d->params, 10, 1e-4);
    *(double *)d->params = -30;
    ad_dropout_constrain(d);
    CHECK(*(double *)d->params == -10);
    ad_dropout_free(d);
    adrop_ctx_free(ctx);
}

CHECK_MAIN(slopes, values, two_types, multiplicity, alpha_stays_below_its_limit, hierarchical_prior,
           ln_alpha_stays_in_its_range)
