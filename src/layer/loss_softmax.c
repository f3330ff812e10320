/* Softmax cross-entropy of a label t:
 *
 *     loss = ln(sum exp(y_k - max)) - (y_t - max),     dloss/dy_k = softmax(y)_k - [k = t] */
#include <math.h>

#include "layer/loss.h"

static double row(const ad_loss_call *c, size_t r, double scale)
{
    const size_t target = (size_t)c->labels[r];
    double most = ad_loss_y(c, r, 0), sum = 0;

    for (size_t k = 1; k < c->outputs; k++) {
        const double y = ad_loss_y(c, r, k);
        most = y > most || isnan(y) ? y : most;
    }
    const double shifted = ad_loss_y(c, r, target) - most;
    for (size_t k = 0; k < c->outputs; k++)
        sum += exp(ad_loss_y(c, r, k) - most);
    for (size_t k = 0; c->dy && k < c->outputs; k++)
        ad_loss_put(c, r, k, scale * (exp(ad_loss_y(c, r, k) - most) / sum - (k == target)));
    return log(sum) - shifted;
}

const ad_loss_type ad_loss_softmax = { .name = "softmax", .takes_labels = 1, .row = row };
