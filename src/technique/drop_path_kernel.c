/*
 * Drop-path (stochastic depth): whole residual branches are dropped, row by row.
 *
 *     y = F b / (1 - p_l),  b ~ Bernoulli(1 - p_l) for each (row, block),  p_l = rate l / L
 *
 * at the end of branch l of L, before it is added to the shortcut: x + F b / (1 - p_l), so that
 * a row passes through a network of random depth. Phase mean adds F. Later blocks are dropped
 * more often. Nothing is learned: dL/dF = G b / (1 - p_l). The bits are those of the row's first
 * unit.
 *
 * Huang, Sun, Liu, Sedra, Weinberger, "Deep networks with stochastic depth", ECCV 2016: one b per
 * batch, p_L = 0.5 in 54 blocks and more; one b per row and division by 1 - p_l are usual since.
 * The default rate = 0.1 is our choice for networks of 6 to 8 blocks.
 */
#include "base/context.h"
#include "base/parallel.h"
#include "technique/coin.h"
#include "technique/distributions.h"

typedef struct {
    double rate;
} settings;

static const adrop_option options[] = { { .name = "rate",
                                          .kind = ADROP_OPT_REAL,
                                          .offset = offsetof(settings, rate),
                                          .fallback = 0.1,
                                          .min = 0,
                                          .max = 1,
                                          .open = ADROP_OPEN_MAX,
                                          .help = "probability that the last branch is dropped; "
                                                  "it grows from block to block" },
                                        { 0 } };

static const char *const examples[] = { "drop-path", "drop-path:rate=0.5", NULL };

static adrop_status drop_path_check(adrop_ctx *ctx, const void *self, const ad_site *site)
{
    (void)self;
    if (site && (!site->branch || site->branch > site->branches))
        return ad_fail(ctx, ADROP_ESHAPE,
                       "technique 'drop-path' drops residual branches: it stands in resnet18 and "
                       "wrn16-10 alone");
    return ADROP_OK;
}

static double drop_path_keep_of(const void *self, const ad_site *site)
{
    return 1 - ((const settings *)self)->rate * (double)site->branch / (double)site->branches;
}

typedef struct {
    const ad_call *call;
    const real *in;
    real *out;
} job;

static void drop_path_run_block(void *arg, size_t block)
{
    const job *j = arg;
    const ad_call *c = j->call;
    const double keep = drop_path_keep_of(c->settings, c->site);
    const size_t per_block = ad_block_rows(c->site), n = ad_site_units(c->site);

    for (size_t row = block * per_block; row < (block + 1) * per_block && row < c->rows; row++) {
        const ad_address at = ad_call_address(c, row);
        real factor;
        AD_KERNEL(ad_coin_fill)(ad_coin_highest(keep), &at, 0, 1, &factor);
        factor *= (real)(1 / keep);
        for (size_t i = row * n; i < (row + 1) * n; i++)
            j->out[i] = j->in[i] * factor;
    }
}

static void drop_path_forward(const ad_call *c)
{
    job j = { c, c->x, c->y };

    ad_parallel(c->threads, ad_n_blocks(c->site, c->rows), drop_path_run_block, &j);
}

static void drop_path_backward(const ad_call *c)
{
    job j = { c, c->dy, c->dx };

    ad_parallel(c->threads, ad_n_blocks(c->site, c->rows), drop_path_run_block, &j);
}

static void drop_path_moments(const ad_technique_view *v, size_t unit, double pre,
                              adrop_moments *out)
{
    const double keep = drop_path_keep_of(v->settings, v->site);

    (void)unit, (void)pre;
    *out = ad_moments_two_points(keep, 1 / keep);
}

static void drop_path_distribution(const ad_technique_view *v, size_t unit, double pre, double m,
                                   double *pdf, double *cdf)
{
    (void)unit, (void)pre;
    ad_distribution_two_points(drop_path_keep_of(v->settings, v->site), m, pdf, cdf);
}

const ad_technique AD_KERNEL(ad_technique_drop_path) = {
    .name = "drop-path",
    .summary = "drop whole residual branches: stochastic depth",
    .reference = "Huang et al., ECCV 2016",
    .traits = AD_ON_BRANCHES | AD_SHARED_BY_ROW | AD_FIXED_RATE,
    .options = options,
    .settings_size = sizeof(settings),
    .examples = examples,
    .check = drop_path_check,
    .forward = drop_path_forward,
    .backward = drop_path_backward,
    .moments = drop_path_moments,
    .distribution = drop_path_distribution,
};
