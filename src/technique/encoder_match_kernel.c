/* An encoder step as long as a step of free mu and sigma (encoder.h): the control for
 * the encoder's effect as a multiplier of the learning rate.
 *
 * With J = d(mu, sigma) / d(parameters of the encoder), a step of gradient descent at rate eta
 * moves (mu, sigma) of the batch by -eta J J' g, g = (gmu, gsigma), to first order. Free parameters
 * mu and softplus^-1(sigma) move by -eta D g, D = diag(1, (1 - exp(-sigma))^2). J J' is larger, up
 * to tens of times: the encoder has many parameters that pull in the same direction. Here the
 * parameters get the gradient for
 *
 *     g' = (J J')^-1 D g,      so that both move by -eta D g,
 *
 * and the encoder only makes mu and sigma depend on the batch. With x = mean_i x_i,
 * p_i = sigmoid(s_i) / B, X = sum_i p_i x_i, P = sum_i p_i:
 *
 *     (J J')_11 = |wmu|^2 |x|^2 + (sum wmu)^2 + |Wh x + bh|^2 + 1
 *     (J J')_22 = |wsg|^2 |X|^2 + P^2 (sum wsg)^2 + |Wh X + P bh|^2 + P^2
 *     (J J')_12 = (wmu . wsg) (x . X) + P (sum wmu) (sum wsg)                            */
#include <math.h>

#include "base/real.h"
#include "technique/encoder.h"

/* Write x and X (n each) to sums; return P, and sigma through the last pointer. */
static double average(const ad_encoder *e, const ad_call *c, const real *x, const real *s,
                      real *sums, double *sigma)
{
    const double over = 1 / (double)c->rows;
    double total = 0;

    *sigma = 0;
    for (size_t j = 0; j < 2 * e->n; j++)
        sums[j] = 0;
    for (size_t i = 0; i < c->rows; i++) {
        const double p = (double)r_sigmoid(s[i]) * over;
        const real share = (real)over, weight = (real)p;
        for (size_t j = 0; j < e->n; j++) {
            sums[j] += share * x[i * e->n + j];
            sums[e->n + j] += weight * x[i * e->n + j];
        }
        total += p;
        *sigma += (double)(r_max(s[i], 0) + r_log1p(r_exp_minus(s[i]))) * over;
    }
    return total;
}

static double dot(size_t n, const real *a, const real *b)
{
    double sum = 0;

    for (size_t j = 0; j < n; j++)
        sum += (double)a[j] * (double)b[j];
    return sum;
}

void AD_KERNEL(ad_encoder_match)(const ad_encoder *e, const ad_call *c, const real *x,
                                 const real *s, real *sums, double g[2])
{
    const real *params = c->params, *wmu = params + e->mu_weight, *wsg = params + e->sigma_weight;
    const size_t n = e->n, hidden = e->hidden;
    const double bh = (double)params[e->bias];
    double sigma, sum_mu = 0, sum_sg = 0;
    const double total = average(e, c, x, s, sums, &sigma);
    double k11 = dot(hidden, wmu, wmu) * dot(n, sums, sums) + 1;
    double k22 = dot(hidden, wsg, wsg) * dot(n, sums + n, sums + n) + total * total;
    double k12 = dot(hidden, wmu, wsg) * dot(n, sums, sums + n);

    for (size_t k = 0; k < hidden; k++) {
        const real *row = params + e->weight + k * n;
        const double h = dot(n, row, sums) + bh, weighted = dot(n, row, sums + n) + total * bh;
        k11 += h * h;
        k22 += weighted * weighted;
        sum_mu += (double)wmu[k];
        sum_sg += (double)wsg[k];
    }
    k11 += sum_mu * sum_mu;
    k22 += total * total * sum_sg * sum_sg;
    k12 += total * sum_mu * sum_sg;
    const double slope = -expm1(-sigma), free_mu = g[0], free_sigma = slope * slope * g[1];
    const double determinant = k11 * k22 - k12 * k12; /* at least P^2 */
    g[0] = (k22 * free_mu - k12 * free_sigma) / determinant;
    g[1] = (k11 * free_sigma - k12 * free_mu) / determinant;
}
