/* The KL of advanced dropout to a prior: known values, how it is counted over units and shards, and
 * its effect on settings left open. The conformance suite tests its gradients. */
#include "adrop/technique.h"
#include "fixture.h"

/* The extra loss of one training step of a technique with its initial parameters, on shards of
 * these rows. */
static double extra(const char *text, const ad_site *site, size_t n_shards, const size_t *rows)
{
    adrop_ctx *ctx = bed_context(1);
    size_t batch = 0;
    ad_fixture b;

    CHECK_WHERE("%s", text);
    CHECK(bed_make(ctx, AD_F64, text, site, n_shards, &b));
    ad_dropout_init(b.d, 1);
    for (size_t s = 0; s < n_shards; s++)
        batch += rows[s];
    for (size_t s = 0; s < n_shards; s++) {
        b.a.rows = rows[s];
        b.a.where.batch_rows = batch;
        CHECK_EQ(ad_dropout_forward(b.d, s, &b.a), ADROP_OK);
    }
    const double loss = ad_dropout_penalty(b.d, &b.a);
    CHECK_EQ(ad_dropout_penalty(b.d, &b.a), 0); /* a step's loss is told once */
    ad_fixture_free(&b);
    adrop_ctx_free(ctx);
    return loss;
}

/* KL(N(1, 1) || N(0, 1)) = 1/2 a unit. */
static void known_values(void)
{
    const ad_site *dense = &ad_fixture_sites[1],
                  *map = &ad_fixture_sites[2]; /* 50 units; 18 x 5 x 4 */
    const size_t rows[] = { 2 };
    const char *one = "advanced-noprior:kl=gaussian,mu=1,sigma=1";
    char text[128];

    CHECK_NEAR(extra("advanced-noprior:kl=gaussian,mu=0,sigma=1", dense, 1, rows), 0, 1e-14);
    CHECK_NEAR(extra(one, dense, 1, rows), 0.5 * 50 / 1000, 1e-14);
    CHECK_NEAR(extra(one, map, 1, rows), 0.5 * 360 / 300, 1e-14);
    static const char *const same[] = { "unit=node", "kl-mu=2", "kl-sigma=1", NULL };
    for (size_t i = 0; same[i]; i++) {
        snprintf(text, sizeof text, "%s,%s", one, same[i]);
        CHECK_NEAR(extra(text, map, 1, rows), 0.5 * 360 / 300, 1e-13);
    }
    snprintf(text, sizeof text, "%s,mask=channel", one); /* a channel is one unit */
    CHECK_NEAR(extra(text, map, 1, rows), 0.5 * 18 / 300, 1e-14);
    snprintf(text, sizeof text, "%s,kl-weight=0.25", one);
    CHECK_NEAR(extra(text, dense, 1, rows), 0.125 * 50 / 1000, 1e-14);
    CHECK_EQ(extra("advanced-noprior", dense, 1, rows), 0);
    /* E softplus(r) at mu = 0 is a number that SciPy gives; ln sigma and the entropy go off it */
    CHECK_NEAR(extra("advanced-noprior:kl=log-uniform,mu=0,sigma=2", dense, 1, rows),
               (1.0677143880514 - log(2) - 1.4189385332047) * 50 / 1000, 1e-11);
}

/* Shards weigh by their rows: with mu and sigma that all rows share they add up to one KL, and a
 * shard with the same rows as another does not change that of `advanced`. */
static void shards(void)
{
    const ad_site *dense = &ad_fixture_sites[1];
    const size_t whole[] = { 12 }, uneven[] = { 3, 4, 5 }, twice[] = { 6, 6 }, half[] = { 6 };
    static const char *const free_pair[] = { "advanced-noprior:kl=log-uniform",
                                             "advanced-noprior:kl=gaussian,unit=node", NULL };

    for (size_t i = 0; free_pair[i]; i++)
        CHECK_NEAR(extra(free_pair[i], dense, 3, uneven), extra(free_pair[i], dense, 1, whole),
                   1e-14);
    CHECK_NEAR(extra("advanced:kl=log-uniform", dense, 2, twice),
               extra("advanced:kl=log-uniform", dense, 1, half), 1e-14);
}

static void resolves(const char *text, const char *mean, const char *detach)
{
    adrop_ctx *ctx = bed_context(1);
    const char *resolved;

    CHECK_EQ(adrop_technique_check(ctx, text, NULL, &resolved), ADROP_OK);
    CHECK_HAS(resolved, mean);
    CHECK_HAS(resolved, detach);
    adrop_ctx_free(ctx);
}

/* A KL brings the exact mean and its gradient, unless the user says otherwise. */
static void open_settings(void)
{
    resolves("advanced", "mean=approx", "detach=yes");
    resolves("advanced:map=probit", "mean=exact", "detach=yes");
    resolves("advanced:kl=log-uniform", "mean=exact", "detach=no");
    resolves("advanced-noprior:kl=gaussian", "mean=exact", "detach=no");
    resolves("advanced:kl=log-uniform,mean=approx", "mean=approx", "detach=no");
    resolves("advanced:detach=yes,kl=gaussian", "mean=exact", "detach=yes");
    resolves("advanced-noprior:detach=no", "mean=approx", "detach=no");
    resolves("advanced-fixed", "mean=approx", "mask=element");
}

/* Without a KL nobody needs to say how many rows train. */
static void training_rows(void)
{
    ad_site site = ad_fixture_sites[0];
    adrop_ctx *ctx = bed_context(1);
    ad_dropout *d;

    site.n_train = 0;
    CHECK_EQ(ad_dropout_create(ctx, AD_F32, "advanced-noprior", &site, 1, &d), ADROP_OK);
    ad_dropout_free(d);
    CHECK_EQ(ad_dropout_create(ctx, AD_F32, "advanced:kl=gaussian", &site, 1, &d), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "give n_train");
    adrop_ctx_free(ctx);
}

CHECK_MAIN(known_values, shards, open_settings, training_rows)
