/* Binary cross-entropy of each output separately, t_k in [0, 1], as torch.nn.BCEWithLogitsLoss:
 *
 *     loss of a row = sum [ln(1 + exp(y_k)) - t_k y_k] / outputs,
 *     dloss/dy_k = (sigmoid(y_k) - t_k) / outputs
 *
 * with ln(1 + exp(y)) = max(y, 0) + ln(1 + exp(-|y|)), which does not overflow. */
#include <math.h>

#include "layer/loss.h"

static double row(const ad_loss_call *c, size_t r, double scale)
{
    const float *t = c->targets + r * c->outputs;
    const double n = (double)c->outputs;
    double sum = 0;

    for (size_t k = 0; k < c->outputs; k++) {
        const double y = ad_loss_y(c, r, k), small = exp(-fabs(y));
        sum += (y > 0 || isnan(y) ? y : 0) + log1p(small) - (double)t[k] * y;
        if (c->dy)
            ad_loss_put(c, r, k,
                        scale * ((y >= 0 ? 1 / (1 + small) : small / (1 + small)) - (double)t[k]) /
                            n);
    }
    return sum / n;
}

const ad_loss_type ad_loss_binary = { .name = "binary", .row = row };
