/* Kullback-Leibler divergence between densities on (0, inf):
 *
 *   KL(p || q) = E_p[ln p(v) - ln q(v)]
 *
 * as an integral over the Gaussian's noise if p has a Gaussian behind it, and over t = ln v
 * for the gammas. From an inverse gamma, the divergence to a softplus-Gaussian needs E[v^2]
 * and that to a gamma E[v]; from a gamma to an inverse gamma it needs E[1/v]. It is infinite
 * if these moments do not exist. */
#include "dist/positive.h"

#include <math.h>
#include <stddef.h>

#include "dist/quadrature.h"

typedef struct pair {
    const adrop_positive *p, *q;
} pair;

static double positive_kl_log_ratio(const pair *both, double t)
{
    return ad_positive_log_pdf_at(both->p, t) - ad_positive_log_pdf_at(both->q, t);
}

static double gaussian_term(double z, double e, void *arg)
{
    const pair *both = arg;

    (void)e;
    return positive_kl_log_ratio(both, ad_positive_log_v(both->p->kind, z));
}

static double gamma_term(double t, void *arg)
{
    const pair *both = arg;
    const double weight = exp(ad_positive_log_pdf_at(both->p, t) + t);

    return weight > 0 ? weight * positive_kl_log_ratio(both, t) : 0;
}

/* A gamma of shape k in t: e^(k (u - e^u)) with u = t - ln(k theta), of width 1 / sqrt k,
 * with a tail e^(k u) to the left and a steep fall to the right. */
static double kl_gamma(pair *both)
{
    static const double far[] = { 0.5, 1.5, 4, 10, 25, 60, 150, 400, 740 };
    static const double softplus[] = { -12, -4, -1.5, 0, 1.5, 3, 6 };
    enum { N_FAR = sizeof far / sizeof far[0], N_SOFTPLUS = sizeof softplus / sizeof far[0] };
    const double k = both->p->a, mirror = both->p->kind == ADROP_POSITIVE_GAMMA ? 1 : -1;
    const double centre = log(both->p->b) + mirror * log(k);
    double breaks[2 * N_FAR + 1 + N_SOFTPLUS];
    double low, high;
    size_t n = 0;

    for (size_t i = 0; i < 2 * N_FAR + 1; i++) { /* ascending in t, whichever way u goes */
        const size_t left = mirror > 0 ? i : 2 * N_FAR - i;
        double u = 0;
        if (left < N_FAR)
            u = -far[N_FAR - 1 - left] * (1 / sqrt(k) + 1 / k);
        else if (left > N_FAR)
            u = log1p(far[left - N_FAR - 1] * (1 / sqrt(k) + 1 / k));
        breaks[n++] = centre + mirror * u;
    }
    for (size_t i = 0; i < N_SOFTPLUS; i++)
        n = ad_break_insert(breaks, n, softplus[i]);
    ad_positive_log_range(both->q, &low, &high);
    for (size_t i = 0; i < n; i++)
        breaks[i] = fmin(fmax(breaks[i], low), high);
    return ad_integrate(gamma_term, both, breaks, n, 1e-13);
}

double adrop_positive_kl(const adrop_positive *p, const adrop_positive *q)
{
    pair both = { p, q };

    if (!ad_positive_valid(p) || !ad_positive_valid(q))
        return NAN;
    if (p->kind == ADROP_POSITIVE_INVERSE_GAMMA &&
        ((q->kind == ADROP_POSITIVE_SOFTPLUS_GAUSSIAN && p->a <= 2) ||
         (q->kind == ADROP_POSITIVE_GAMMA && p->a <= 1)))
        return INFINITY;
    if (p->kind == ADROP_POSITIVE_GAMMA && q->kind == ADROP_POSITIVE_INVERSE_GAMMA && p->a <= 1)
        return INFINITY;

    if (p->kind == ADROP_POSITIVE_GAMMA || p->kind == ADROP_POSITIVE_INVERSE_GAMMA)
        return fmax(kl_gamma(&both), 0);

    const ad_gaussian over = { p->kind, p->a, p->b };
    const double kl = ad_gaussian_expect(&over, q, gaussian_term, &both);
    return fmax(kl, 0) + ad_gaussian_beyond(&over, q);
}
