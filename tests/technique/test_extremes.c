/* Only finite values in 1e7 draws at extreme settings, forward and backward, in the best kernel set
 * of this CPU; and no denormals with small beta, because products of such matrices take a hundred
 * times as long. */
#include "fixture.h"

enum { ROWS = 2000, UNITS = 5000 }; /* 1e7 */

static float x[ROWS * UNITS], y[ROWS * UNITS], pre[ROWS * UNITS];

static size_t wild(const float *a, size_t n)
{
    size_t count = 0;

    for (size_t i = 0; i < n; i++)
        count += isfinite(a[i]) ? 0 : 1;
    return count;
}

static size_t denormal(const float *a, size_t n)
{
    size_t count = 0;

    for (size_t i = 0; i < n; i++)
        count += fpclassify(a[i]) == FP_SUBNORMAL;
    return count;
}

static void stays_finite(const char *text, const ad_site *site, double pre_value)
{
    adrop_ctx_opts opts;
    adrop_ctx *ctx;
    ad_dropout *d;
    const size_t n = (size_t)(ROWS * UNITS);
    const int is_beta = !strncmp(text, "beta", 4);

    adrop_ctx_opts_init(&opts);
    CHECK_WHERE("%s", text);
    CHECK_EQ(adrop_ctx_create(&opts, &ctx), ADROP_OK);
    const ad_kernel_set best = (ad_kernel_set)(AD_F32 + adrop_isa_count() - 1);
    CHECK_EQ(ad_dropout_create(ctx, best, text, site, 1, &d), ADROP_OK);
    ad_dropout_init(d, 1);
    for (size_t i = 0; i < n; i++) {
        x[i] = is_beta ? 1e-6f : 1;
        pre[i] = (float)pre_value;
    }
    ad_call a = { .where.phase = ADROP_PHASE_TRAIN,
                  .where.seed = 3,
                  .rows = site->rows,
                  .x = x,
                  .pre = pre,
                  .y = y,
                  .dy = x,
                  .dx = y };
    CHECK_EQ(ad_dropout_forward(d, 0, &a), ADROP_OK);
    CHECK_EQ(wild(y, n), 0);
    CHECK_EQ(is_beta ? denormal(y, n) : 0, 0);
    CHECK_EQ(ad_dropout_backward(d, 0, &a), ADROP_OK);
    CHECK_EQ(wild(y, n), 0);
    CHECK_EQ(is_beta ? denormal(y, n) : 0, 0);
    CHECK_EQ(wild(d->grads, d->plan.params.n_reals), 0);
    ad_dropout_free(d);
    adrop_ctx_free(ctx);
}

static void extremes(void)
{
    static const ad_site dense = {
        .rows = ROWS, .channels = UNITS, .height = 1, .width = 1, .n_train = 1, .has_pre = 1
    };
    static const ad_site map = {
        .rows = ROWS, .channels = 50, .height = 10, .width = 10, .n_train = 1, .has_pre = 1
    };

    stays_finite("bernoulli:rate=0", &dense, 0);
    stays_finite("bernoulli:rate=0.999", &dense, 0);
    stays_finite("advanced:sigma=150", &dense, 0);
    stays_finite("advanced:sigma=150,map=probit", &dense, 0);
    stays_finite("advanced:sigma=150,seed-dist=laplace,map=one-minus-exp", &dense, 0);
    stays_finite("advanced:mu=-10,sigma=0.001,seed-dist=logistic,detach=no", &dense, 0);
    stays_finite("advanced:kl=log-uniform,mu=-10,sigma=0.001", &dense, 0);
    stays_finite("advanced:kl=log-uniform,mu=300,sigma=150,seed-dist=laplace,map=probit", &dense,
                 0);
    stays_finite("advanced-noprior:kl=log-uniform,sigma=1e-40", &dense, 0);
    stays_finite("advanced-noprior:kl=gaussian,kl-sigma=1e-6,sigma=1e-40", &dense, 0);
    stays_finite("beta:beta=0.001", &dense, 0);
    stays_finite("beta:beta=1e-9", &dense, 0);
    stays_finite("beta:beta=10000", &dense, 0);
    stays_finite("gaussian:rate=0.999", &dense, 0);
    stays_finite("continuous:spread=1e6", &dense, 0);
    stays_finite("concrete:rate=0.999,temperature=0.01", &dense, 0);
    stays_finite("concrete:rate=0.001,temperature=0.01,unit=node", &dense, 0);
    stays_finite("concrete-mlp:rate=0.999,temperature=0.01", &dense, 0);
    stays_finite("soft-gaussian:rate=0.999,s=0.001,temperature=0.01", &dense, 0);
    stays_finite("soft-laplace:rate=0.001,s=1,temperature=0.01", &dense, 0);
    stays_finite("information:max-alpha=10", &dense, 0);
    stays_finite("advanced-noprior:mu=20,sigma=150", &dense, 0);
    stays_finite("advanced-fixed:mu=-20,sigma=150,seed-dist=exponential", &dense, 0);
    stays_finite("spatial:rate=0.999", &map, 0);
    stays_finite("variational:alpha=1e-6", &dense, 0);
    stays_finite("variational:alpha=1000,max-alpha=1000,kl=molchanov", &dense, 0);
    stays_finite("standout", &dense, 1e4);
    stays_finite("standout", &dense, -1e4);
    stays_finite("dropblock:rate=0", &map, 0);
    stays_finite("dropblock:rate=0.999", &map, 0);
    stays_finite("dropblock:rate=0.999,scale=expected", &map, 0);
}

CHECK_MAIN(extremes)
