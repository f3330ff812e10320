/* Softmax cross-entropy of a label t:
 *
 *     loss = ln(sum exp(y_k - max)) - (y_t - max),     dloss/dy_k = softmax(y)_k - [k = t] */
#include <math.h>

#include "layer/loss.h"

static double row(const ad_loss_call *c, size_t r, const double *y, double scale, double *dy)
{
    const size_t target = (size_t)c->labels[r];
    double most = y[0], sum = 0;

    for (size_t k = 1; k < c->outputs; k++)
        most = y[k] > most || isnan(y[k]) ? y[k] : most;
    const double shifted = y[target] - most;
    for (size_t k = 0; k < c->outputs; k++)
        sum += exp(y[k] - most);
    for (size_t k = 0; dy && k < c->outputs; k++)
        dy[k] = scale * (exp(y[k] - most) / sum - (k == target));
    return log(sum) - shifted;
}

const ad_loss_type ad_loss_softmax = { .name = "softmax", .takes_labels = 1, .row = row };
