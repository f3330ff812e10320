/* The public dropout layer in double, and a pass's own extra loss and its gradient: both equal
 * those of the float layer and of the total, and the gradients equal differences. */
#include "adrop/dropout.h"

#include <math.h>
#include <string.h>

#include "check.h"

enum { ROWS = 5, UNITS = 24, MOST_PARAMS = 4096 };

static double x[ROWS * UNITS], y[ROWS * UNITS], dy[ROWS * UNITS], zeros[ROWS * UNITS],
    dx[ROWS * UNITS], of_loss[ROWS * UNITS], of_extra[ROWS * UNITS];
static float xf[ROWS * UNITS], yf[ROWS * UNITS];
static adrop_ctx *ctx;

static const char *const with_extra[] = { "information:beta=3", "advanced:kl=gaussian,detach=no",
                                          "advanced-noprior:kl=gaussian,detach=no" };

static adrop_dropout *make(const char *text, int is_double)
{
    adrop_site site;
    adrop_dropout *d = NULL;

    adrop_site_dense(&site, ROWS, UNITS);
    site.n_train = 10;
    site.is_double = is_double;
    CHECK_EQ(adrop_dropout_create(ctx, text, &site, 9, &d), ADROP_OK);
    return d;
}

static adrop_pass pass_of(double *extra)
{
    adrop_pass p;

    adrop_pass_train(&p, 3, 7, ROWS, (const float *)x, (float *)y);
    p.extra = extra;
    return p;
}

static double *params(adrop_dropout *d)
{
    return (double *)(void *)adrop_dropout_params(d);
}

static const double *grads(adrop_dropout *d)
{
    return (const double *)(void *)adrop_dropout_grads(d);
}

/* The output and the extra loss in double are those in float. */
static void as_in_float(const char *text)
{
    adrop_dropout *wide = make(text, 1), *narrow = make(text, 0);
    double extra = NAN, extra_float = NAN;
    adrop_pass p = pass_of(&extra), q;

    adrop_pass_train(&q, 3, 7, ROWS, xf, yf);
    q.extra = &extra_float;
    CHECK_EQ(adrop_dropout_forward(wide, &p), ADROP_OK);
    CHECK_EQ(adrop_dropout_forward(narrow, &q), ADROP_OK);
    for (size_t i = 0; i < ROWS * UNITS; i++)
        CHECK_NEAR(y[i], (double)yf[i], 1e-5 * (1 + fabs(y[i])));
    CHECK_NEAR(extra, extra_float, 1e-5 * (1 + fabs(extra)));
    if (strncmp(text, "concrete", 8) != 0)
        CHECK(adrop_dropout_extra_loss(wide, NULL) == 0); /* it was given with the pass */
    adrop_dropout_free(wide);
    adrop_dropout_free(narrow);
}

/* sum dy y + weight extra, where element i of an array is moved by h. */
static double moved(adrop_dropout *d, double *array, size_t i, double h, double weight)
{
    double extra = 0, sum = 0;
    const double before = array[i];
    adrop_pass p = pass_of(&extra);

    array[i] = before + h;
    CHECK_EQ(adrop_dropout_forward(d, &p), ADROP_OK);
    array[i] = before;
    for (size_t k = 0; k < ROWS * UNITS; k++)
        sum += dy[k] * y[k];
    return sum + weight * extra;
}

static void agree(adrop_dropout *d, double *array, const double *gradient, size_t n, double weight)
{
    for (size_t i = 0; i < n; i += n / 20 + 1) {
        const double h = 1e-5;
        const double slope = (moved(d, array, i, h, weight) - moved(d, array, i, -h, weight)) / h;
        CHECK_NEAR(slope / 2, gradient[i], 1e-6 * (1 + fabs(gradient[i])));
    }
}

static void backward(adrop_dropout *d, const double *slope, const double *dextra)
{
    double extra;
    adrop_pass p = pass_of(&extra);

    CHECK_EQ(adrop_dropout_forward(d, &p), ADROP_OK);
    p.dy = (const float *)slope;
    p.dx = (float *)dx;
    p.dextra = dextra;
    adrop_dropout_zero_grads(d);
    CHECK_EQ(adrop_dropout_backward(d, &p), ADROP_OK);
}

static void gradients(const char *text)
{
    adrop_dropout *d = make(text, 1);
    const size_t n = adrop_dropout_n_params(d);
    static double g_loss[MOST_PARAMS], g_extra[MOST_PARAMS];
    const double weights[] = { 0, 1, -2.5 };

    CHECK(n && n <= MOST_PARAMS);
    for (size_t k = 0; k < 3; k++) {
        backward(d, dy, &weights[k]);
        memcpy(of_loss, dx, sizeof dx);
        memcpy(g_loss, grads(d), n * sizeof *g_loss);
        agree(d, x, of_loss, ROWS * UNITS, weights[k]);
        agree(d, params(d), g_loss, n, weights[k]);
    }
    backward(d, dy, &weights[0]); /* its parts, and that no weight is a weight of 1 */
    memcpy(of_loss, dx, sizeof dx);
    memcpy(g_loss, grads(d), n * sizeof *g_loss);
    backward(d, zeros, NULL);
    memcpy(of_extra, dx, sizeof dx);
    memcpy(g_extra, grads(d), n * sizeof *g_extra);
    backward(d, dy, NULL);
    double most = 0;
    for (size_t i = 0; i < ROWS * UNITS; i++)
        CHECK_NEAR(dx[i], of_loss[i] + of_extra[i], 1e-12 * (1 + fabs(dx[i])));
    for (size_t i = 0; i < n; i++) {
        CHECK_NEAR(grads(d)[i], g_loss[i] + g_extra[i], 1e-12 * (1 + fabs(grads(d)[i])));
        most = fmax(most, fabs(g_extra[i]));
    }
    CHECK(most > 1e-6);
    adrop_dropout_free(d);
}

static void refusals(void)
{
    adrop_site site;
    adrop_dropout *d;

    adrop_site_dense(&site, ROWS, UNITS);
    site.is_double = 2;
    CHECK_EQ(adrop_dropout_create(ctx, "advanced", &site, 1, &d), ADROP_EINVAL);
    d = make("information", 0);
    double extra = -1;
    adrop_pass p;
    adrop_pass_train(&p, 3, 7, ROWS, xf, yf);
    p.shard = 1;
    p.extra = &extra;
    CHECK_EQ(adrop_dropout_forward(d, &p), ADROP_ESHAPE);
    p.phase = ADROP_PHASE_SAMPLE;
    p.shard = 0;
    CHECK_EQ(adrop_dropout_forward(d, &p), ADROP_OK);
    CHECK(extra == -1);
    adrop_dropout_free(d);
}

static void setup(void)
{
    CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
    for (size_t i = 0; i < ROWS * UNITS; i++) {
        xf[i] = (float)(i % 11) / 5 + 0.3f;
        x[i] = (double)xf[i];
        dy[i] = (double)(i % 7) / 3 - 1;
    }
}

static void extra_losses(void)
{
    for (size_t k = 0; k < sizeof with_extra / sizeof *with_extra; k++) {
        CHECK_WHERE("%s", with_extra[k]);
        as_in_float(with_extra[k]);
        gradients(with_extra[k]);
    }
}

static void without(void)
{
    as_in_float("bernoulli");
    as_in_float("concrete");
}

static void teardown(void)
{
    adrop_ctx_free(ctx);
}

CHECK_MAIN(setup, extra_losses, without, refusals, teardown)
