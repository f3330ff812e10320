/* Fast dropout against averages over the masks of `gaussian` and `bernoulli` on one layer.
 *
 * With `gaussian` masks an output has exactly the distribution of fast dropout, so mean, variance
 * and the mean of a rectified output agree; with `bernoulli` masks mean and variance do. 100,000
 * rows, bounds of 5 standard errors of the difference: false alarms 6e-7 per check. Power: using
 * the rate as alpha is detected. */
#include "fixture.h"

enum { ROWS = 100000, N = 6, P = 2 };

typedef struct {
    double mean, variance, rectified; /* of an output over the rows */
    double mean_se, variance_se, rectified_se;
} summary;

static const double x1[N] = { 1, -2, 0.5, 0.3, 1.5, -1 };
static const double w[P * N] = { .4, .3, -1, .2, .7, .1, .5, -.2, .8, -.6, .3, .9 };

/* Outputs (rows, P) of a dense layer behind the technique, or of the technique itself. */
static void outputs(const char *text, uint64_t seed, double *y)
{
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
                  .where.seed = seed,
                  .rows = ROWS,
                  .x = x,
                  .weight = w,
                  .y = product ? y : xm };
    CHECK_EQ(ad_dropout_forward(d, 0, &a), ADROP_OK);
    for (size_t i = 0; !product && i < ROWS * P; i++) {
        y[i] = 0;
        for (size_t j = 0; j < N; j++)
            y[i] += xm[i / P * N + j] * w[i % P * N + j];
    }
    ad_dropout_free(d);
    adrop_ctx_free(ctx);
}

static double average(const double *values, double *se)
{
    double mean = 0, square = 0;

    for (size_t i = 0; i < ROWS; i++)
        mean += values[i] / ROWS;
    for (size_t i = 0; i < ROWS; i++)
        square += (values[i] - mean) * (values[i] - mean) / (ROWS - 1);
    *se = sqrt(square / ROWS);
    return mean;
}

static summary summarise(const double *y, size_t output)
{
    static double one[ROWS];
    summary s;

    for (size_t i = 0; i < ROWS; i++)
        one[i] = fmax(0, y[i * P + output]);
    s.rectified = average(one, &s.rectified_se);
    for (size_t i = 0; i < ROWS; i++)
        one[i] = y[i * P + output];
    s.mean = average(one, &s.mean_se);
    for (size_t i = 0; i < ROWS; i++)
        one[i] = (one[i] - s.mean) * (one[i] - s.mean);
    s.variance = average(one, &s.variance_se);
    return s;
}

/* The largest difference of fast from masks on the inputs, in standard errors: of mean and
 * variance, and if asked of the rectified mean. */
static double apart(const char *fast, const char *masks, int rectified)
{
    static double y[ROWS * P], z[ROWS * P];
    double worst = 0;

    outputs(fast, 8, y);
    outputs(masks, 9, z);
    for (size_t o = 0; o < P; o++) {
        const summary a = summarise(y, o), b = summarise(z, o);
        worst = fmax(worst, fabs(a.mean - b.mean) / hypot(a.mean_se, b.mean_se));
        worst = fmax(worst, fabs(a.variance - b.variance) / hypot(a.variance_se, b.variance_se));
        if (rectified)
            worst = fmax(worst,
                         fabs(a.rectified - b.rectified) / hypot(a.rectified_se, b.rectified_se));
    }
    return worst;
}

static void agrees_with_averages_of_gaussian(void)
{
    CHECK_NEAR(apart("fast", "gaussian", 1), 0, 5);
    CHECK_NEAR(apart("fast:rate=0.2", "gaussian:rate=0.2", 1), 0, 5);
    CHECK_NEAR(apart("fast:rate=0.2", "bernoulli:rate=0.2", 0), 0, 5);
    CHECK(apart("fast:rate=0.2", "gaussian:rate=0.25", 1) > 10); /* 0.25: alpha for the rate */
}

static void without_dropout_it_is_the_product(void)
{
    static double y[ROWS * P], z[ROWS * P];

    outputs("fast:rate=0", 8, y);
    outputs("none", 8, z);
    for (size_t i = 0; i < ROWS * P; i++) /* the sums are in another order */
        CHECK_NEAR(y[i], z[i], 1e-5);
}

CHECK_MAIN(agrees_with_averages_of_gaussian, without_dropout_it_is_the_product)
