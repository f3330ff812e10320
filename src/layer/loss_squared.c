/* Mean squared error over rows and outputs, as torch.nn.MSELoss:
 *
 *     loss of a row = sum (y_k - t_k)^2 / outputs,     dloss/dy_k = 2 (y_k - t_k) / outputs */
#include "layer/loss.h"

static double row(const ad_loss_call *c, size_t r, double scale)
{
    const float *t = c->targets + r * c->outputs;
    const double n = (double)c->outputs;
    double sum = 0;

    for (size_t k = 0; k < c->outputs; k++) {
        const double off = ad_loss_y(c, r, k) - (double)t[k];
        sum += off * off;
        if (c->dy)
            ad_loss_put(c, r, k, scale * 2 * off / n);
    }
    return sum / n;
}

const ad_loss_type ad_loss_squared = { .name = "squared", .row = row };
