/* KL(N(theta, alpha theta^2) || prior) of variational dropout, log-uniform up to its constant, as a
 * function of la = ln alpha.
 *
 *   kingma     -KL = la / 2 + c1 a + c2 a^2 + c3 a^3                  (alpha <= 1)
 *   molchanov  -KL = k1 sigmoid(k2 + k3 la) - log(1 + e^-la) / 2 - k1
 *   exact      d(-KL)/dla = y D(y),  y = 1 / sqrt(2 alpha), D Dawson's function;
 *              with dla = -2 dy / y:  -KL = -2 integral of D from 0 to y
 *   hierarchical  to N(0, gamma) with gamma = theta^2 (1 + alpha), which minimises it:
 *              KL = log(1 + e^-la) / 2,  dKL/dla = -1 / (2 (1 + alpha))
 *
 * Kingma et al., NIPS 2015, appendix C; Molchanov et al., ICML 2017, eq. 14; Liu et al.,
 * CVPR 2019. The exact slope was derived for this library. */
#include "technique/variational_kl.h"

#include <math.h>

#include "dist/quadrature.h"
#include "dist/special.h"

static double kingma(double la, double *slope)
{
    const double c1 = 1.16145124, c2 = -1.50204118, c3 = 0.58629921, a = exp(la);

    *slope = -(0.5 + a * (c1 + a * (2 * c2 + a * 3 * c3)));
    return -(0.5 * la + a * (c1 + a * (c2 + a * c3)));
}

static double molchanov(double la, double *slope)
{
    const double k1 = 0.63576, k2 = 1.87320, k3 = 1.48695, s = ad_sigmoid(k2 + k3 * la);

    *slope = -(k1 * k3 * s * (1 - s) + 0.5 * ad_sigmoid(-la));
    return -(k1 * s - 0.5 * ad_softplus(-la) - k1);
}

static double dawson(double y, void *arg)
{
    (void)arg;
    return ad_dawson(y);
}

static double exact(double la, double *slope)
{
    const double y = exp(-la / 2) / sqrt(2);
    double breaks[] = { 0, y < 1 ? y / 2 : 1, y < 1 ? y : y < 4 ? (1 + y) / 2 : 4, y };

    *slope = -y * ad_dawson(y);
    return 2 * ad_integrate(dawson, NULL, breaks, y < 1 ? 3 : 4, 1e-12);
}

static double hierarchical(double la, double *slope)
{
    *slope = -0.5 * ad_sigmoid(-la);
    return 0.5 * ad_softplus(-la);
}

double ad_variational_kl(ad_kl_kind kind, double la, double *slope)
{
    switch (kind) {
    case AD_KL_KINGMA:
        return kingma(la, slope);
    case AD_KL_MOLCHANOV:
        return molchanov(la, slope);
    case AD_KL_EXACT:
        return exact(la, slope);
    case AD_KL_HIERARCHICAL:
        return hierarchical(la, slope);
    case AD_KL_NONE:
        break;
    }
    *slope = 0;
    return 0;
}
