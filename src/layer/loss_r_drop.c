/* R-Drop: the divergence between two noisy passes of one input, added to the softmax loss.
 *
 * Rows 2i and 2i + 1 are two passes of input i; p and q are their softmax outputs. R-Drop adds to
 * the mean cross-entropy of the 2B rows
 *
 *     alpha / B  sum_i 1/2 [KL(p || q) + KL(q || p)]
 *
 * and to the gradient of the first row's outputs, with r = ln p - ln q,
 *
 *     alpha / (2B) [p (r - KL(p || q)) + p - q],   for the second row with p and q exchanged.
 *
 * Liang et al., "R-Drop: regularized dropout for neural networks", NeurIPS 2021; the gradient was
 * derived for this library. */
#include <math.h>

#include "base/parallel.h"
#include "layer/loss.h"

enum { BLOCKS = 64 }; /* of pairs, for any number of threads */

typedef struct {
    const ad_loss_call *call;
    double sum[BLOCKS];
} work;

/* ln of the softmax's denominator: ln sum exp(y). */
static double log_sum(const ad_loss_call *c, size_t r)
{
    double most = ad_loss_y(c, r, 0), sum = 0;

    for (size_t k = 1; k < c->outputs; k++) {
        const double y = ad_loss_y(c, r, k);
        most = y > most ? y : most; /* not fmax: internal error of gcc 12 for arm64 */
    }
    for (size_t k = 0; k < c->outputs; k++)
        sum += exp(ad_loss_y(c, r, k) - most);
    return most + log(sum);
}

static void loss_r_drop_add(const ad_loss_call *c, size_t r, size_t k, double by)
{
    const size_t i = r * c->outputs + k;

    if (c->is_double)
        ((double *)c->dy)[i] += by;
    else
        ((float *)c->dy)[i] += (float)by;
}

/* 1/2 [KL(p || q) + KL(q || p)] of rows r and r + 1, times the row's weight. */
static double pair(const ad_loss_call *c, size_t r)
{
    const double a = log_sum(c, r), b = log_sum(c, r + 1),
                 weight = c->weights ? (double)c->weights[r] : 1;
    const double scale = weight * c->r_drop / (double)c->batch_rows;
    double pq = 0, qp = 0;

    for (size_t k = 0; k < c->outputs; k++) {
        const double ln_p = ad_loss_y(c, r, k) - a, ln_q = ad_loss_y(c, r + 1, k) - b;
        pq += exp(ln_p) * (ln_p - ln_q);
        qp += exp(ln_q) * (ln_q - ln_p);
    }
    for (size_t k = 0; c->dy && k < c->outputs; k++) {
        const double ln_p = ad_loss_y(c, r, k) - a, ln_q = ad_loss_y(c, r + 1, k) - b;
        const double p = exp(ln_p), q = exp(ln_q);
        loss_r_drop_add(c, r, k, scale * (p * (ln_p - ln_q - pq) + p - q));
        loss_r_drop_add(c, r + 1, k, scale * (q * (ln_q - ln_p - qp) + q - p));
    }
    return weight * (pq + qp) / 2;
}

static void loss_r_drop_block(void *arg, size_t b)
{
    work *w = arg;
    const size_t pairs = w->call->rows / 2;

    w->sum[b] = 0;
    for (size_t i = b * pairs / BLOCKS; i < (b + 1) * pairs / BLOCKS; i++)
        w->sum[b] += pair(w->call, 2 * i);
}

double ad_loss_r_drop(const ad_loss_call *c)
{
    work w = { .call = c };
    double sum = 0;

    ad_parallel(c->threads, BLOCKS, loss_r_drop_block, &w);
    for (size_t b = 0; b < BLOCKS; b++)
        sum += w.sum[b];
    return c->r_drop * sum / ((double)c->batch_rows / 2);
}
