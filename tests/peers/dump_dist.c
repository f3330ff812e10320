/* Answer questions on the divergence terms of the ELBO, for a comparison with SciPy:
 *
 *     dump_dist < QUESTIONS > ANSWERS
 *
 * A question is one line, its answer one line of numbers: value, d/dmu, d/dsigma.
 *
 *     log-uniform SEED MAP MU SIGMA                         or the word none
 *     gaussian SEED MU SIGMA PRIOR_MU PRIOR_SIGMA */
#include "check.h"
#include "dist/elbo.h"

enum { WORD = 32 };

static void answer(const ad_elbo_term *t)
{
    printf("%.17g %.17g %.17g\n", t->value, t->dmu, t->dsigma);
}

static void log_uniform(void)
{
    char seed[WORD], map[WORD];
    ad_family f = { 0 };
    ad_elbo_term t;

    CHECK_EQ(scanf("%31s %31s %lf %lf", seed, map, &f.mu, &f.sigma), 4);
    f.seed = ad_seed_named(seed);
    f.map = ad_map_named(map);
    if (ad_elbo_log_uniform_obstacle(f.seed, f.map)) {
        printf("none\n");
        return;
    }
    ad_elbo_log_uniform(&f, &t);
    answer(&t);
}

static void gaussian(void)
{
    char seed[WORD];
    double prior_mu, prior_sigma;
    ad_family f = { .map = ad_map_at(AD_F64, 0) };
    ad_elbo_term t;

    CHECK_EQ(scanf("%31s %lf %lf %lf %lf", seed, &f.mu, &f.sigma, &prior_mu, &prior_sigma), 5);
    f.seed = ad_seed_named(seed);
    ad_elbo_gaussian(&f, prior_mu, prior_sigma, &t);
    answer(&t);
}

int main(void)
{
    char word[WORD];

    while (scanf("%31s", word) == 1) {
        if (!strcmp(word, "log-uniform"))
            log_uniform();
        else
            gaussian();
        if (check_failed)
            return 1;
    }
    return 0;
}
