/* A member of the model-free family for the page (module.h): the numbers that `adrop dist` prints,
 * its density, and masks drawn from it. */
#include <math.h>

#include "adrop/dist.h"
#include "dist/special.h"
#include "inside.h"

play_member *play_member_create(const char *seed, const char *map, double mu, double sigma)
{
    adrop_dist *d = NULL;

    if (play_context())
        adrop_dist_create(play_context(), seed, map, mu, sigma, &d);
    return d;
}

void play_member_free(play_member *m)
{
    adrop_dist_free(m);
}

void play_member_numbers(const play_member *m, double out[PLAY_N_NUMBERS])
{
    const double mean = adrop_dist_mean(m), variance = adrop_dist_variance(m);
    adrop_atom atoms[2];
    const size_t n_atoms = adrop_dist_atoms(m, atoms);

    out[PLAY_MEAN] = mean;
    out[PLAY_MEAN_APPROX] = adrop_dist_mean_approx(m);
    out[PLAY_VARIANCE] = variance;
    out[PLAY_DEVIATION] = sqrt(variance);
    out[PLAY_RATE] = 1 - mean;
    out[PLAY_LEVEL] = variance / (mean * mean);
    for (int i = 0; i < 3; i++)
        out[PLAY_QUARTILES + i] = adrop_dist_quantile(m, 0.25 * (i + 1));
    out[PLAY_ATOM_ZERO] = out[PLAY_ATOM_ONE] = 0;
    for (size_t i = 0; i < n_atoms; i++)
        out[atoms[i].value > 0.5 ? PLAY_ATOM_ONE : PLAY_ATOM_ZERO] = atoms[i].mass;
}

void play_member_nearest(const play_member *m, double out[PLAY_N_NEAREST])
{
    adrop_near_dists near;

    adrop_dist_nearest(m, &near);
    out[PLAY_P] = near.p;
    out[PLAY_P_DISTANCE] = near.bernoulli_distance;
    out[PLAY_A] = near.a;
    out[PLAY_B] = near.b;
    out[PLAY_AB_DISTANCE] = near.beta_distance;
    out[PLAY_AB_LIMIT] = near.at_limit;
}

static double middle(size_t i, size_t n)
{
    return ((double)i + 0.5) / (double)n;
}

void play_member_curve(const play_member *m, size_t n, double *pdf, double *cdf)
{
    for (size_t i = 0; i < n; i++) {
        pdf[i] = adrop_dist_pdf(m, middle(i, n));
        cdf[i] = adrop_dist_cdf(m, middle(i, n));
    }
}

void play_beta_curve(double a, double b, size_t n, double *pdf)
{
    for (size_t i = 0; i < n; i++)
        pdf[i] = ad_beta_pdf(a, b, middle(i, n));
}

void play_member_sample(const play_member *m, uint32_t seed, size_t n, float *out)
{
    adrop_dist_sample(m, seed, 0, 0, n, out);
}
