/* The dense layer in double (dense.h's formulas, one after the other): the oracle. */
#include "compute/dense_impl.h"
#include "compute/product.h"

void ad_dense_plain_forward(const ad_dense *d, const double *x, const double *w, const double *b,
                            double *y)
{
    const ad_dense_spec *s = &d->spec;

    ad_matmul_f64(AD_AS_IS, AD_TRANSPOSED, s->rows, s->out, s->in, x, s->in, w, s->in, 0, y,
                  s->out);
    for (size_t r = 0; r < s->rows; r++)
        for (size_t o = 0; o < s->out; o++) {
            const double z = y[r * s->out + o] + (b ? b[o] : 0);
            y[r * s->out + o] = s->relu && z < 0 ? 0 : z;
        }
}

void ad_dense_plain_backward(const ad_dense *d, const ad_dense_gradients *g)
{
    const ad_dense_spec *s = &d->spec;
    const double *y = g->y;
    double *dz = g->dy, *db = g->db;

    for (size_t i = 0; y && i < s->rows * s->out; i++)
        if (!(y[i] > 0))
            dz[i] = 0;
    for (size_t o = 0; db && o < s->out; o++) {
        db[o] = 0;
        for (size_t r = 0; r < s->rows; r++)
            db[o] += dz[r * s->out + o];
    }
    if (g->dx)
        ad_matmul_f64(AD_AS_IS, AD_AS_IS, s->rows, s->in, s->out, dz, s->out, g->w, s->in, 0, g->dx,
                      s->in);
    ad_matmul_f64(AD_TRANSPOSED, AD_AS_IS, s->out, s->in, s->rows, dz, s->out, g->x, s->in, 0,
                  g->dw, s->in);
}
