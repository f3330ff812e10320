/* The noise level of information dropout and its gradients (information.h):
 *
 *     h = V1 x,  z = V2 h + d,  alpha = 0.001 + A sigmoid(z)
 *     dz = dalpha A s (1 - s),  dV2 = dz' h,  dd = sum dz,  dh = dz V2
 *     dV1 = dh' x,  dx += dh V1 */
#include <string.h>

#include "base/memory.h"
#include "base/real.h"
#include "technique/information.h"
#include "technique/pool.h"
#include "technique/product.h"

ad_information_layout AD_KERNEL(ad_information_layout)(const ad_information *s, const ad_site *site,
                                                       ad_tensor_list *params)
{
    const size_t n = site->channels, h = s->hidden ? s->hidden : n >= 16 ? n / 16 : 1;
    const size_t code = ad_round_up(site->rows * h * sizeof(real));
    const size_t level = ad_round_up(site->rows * n * sizeof(real));
    const size_t averages = AD_KERNEL(ad_pool_size)(site);
    ad_tensor_list own = { 0 }, *list = params ? params : &own;
    ad_information_layout l = { .n = n, .hidden = h };

    l.down = ad_tensor_add(list, "down.weight", h, n);
    l.up = ad_tensor_add(list, "up.weight", n, h);
    l.bias = ad_tensor_add(list, "up.bias", n, 0);
    if (s->prior == AD_INFORMATION_SOFTPLUS)
        l.prior = ad_tensor_add(list, "prior", 2, 0);
    l.code_at = 0;
    l.alpha_at = code;
    l.averages_at = code + level;
    l.saved_size = code + level + averages;
    l.dz_at = 0;
    l.dcode_at = level;
    l.daverages_at = level + code;
    l.scratch_size = level + code + averages;
    return l;
}

void AD_KERNEL(ad_information_z)(const ad_information_layout *l, const ad_call *call)
{
    const real *p = call->params;
    char *saved = call->saved;
    real *code = (real *)(saved + l->code_at), *z = (real *)(saved + l->alpha_at);
    const real *x = AD_KERNEL(ad_pool)(call, call->x, saved + l->averages_at);

    AD_KERNEL(ad_product)(call, call->rows, l->n, l->hidden, x, p + l->down, NULL, code);
    AD_KERNEL(ad_product)
    (call, call->rows, l->hidden, l->n, code, p + l->up, p + l->bias, z);
}

void AD_KERNEL(ad_information_level)(const ad_information *s, size_t n, real *alpha)
{
    const real most = (real)s->max_alpha;

    for (size_t i = 0; i < n; i++)
        alpha[i] = (real)AD_INFORMATION_LEAST + most * r_sigmoid(alpha[i]);
}

/* dalpha/dz = A s (1 - s), with s recovered from alpha. */
void AD_KERNEL(ad_information_level_back)(const ad_information *s, size_t n, const real *alpha,
                                          real *dz)
{
    const real most = (real)s->max_alpha, over = 1 / most;

    for (size_t i = 0; i < n; i++) {
        const real above = alpha[i] - (real)AD_INFORMATION_LEAST;
        dz[i] *= above * (1 - above * over);
    }
}

void AD_KERNEL(ad_information_z_back)(const ad_information_layout *l, const ad_call *call)
{
    const size_t rows = call->rows, pool_size = AD_KERNEL(ad_pool_size)(call->site);
    const char *saved = call->saved;
    char *scratch = call->scratch;
    const real *p = call->params, *code = (const real *)(saved + l->code_at);
    const real *x = pool_size ? (const real *)(saved + l->averages_at) : call->x;
    const real *dz = (const real *)(scratch + l->dz_at);
    real *dcode = (real *)(scratch + l->dcode_at);
    real *dx = pool_size ? (real *)(scratch + l->daverages_at) : call->dx, *dp = call->dparams;

    AD_KERNEL(ad_product_back)(call, rows, l->hidden, l->n, dz, p + l->up, 0, dcode);
    AD_KERNEL(ad_product_back)
    (call, rows, l->n, l->hidden, dcode, p + l->down, !pool_size, dx);
    if (pool_size)
        AD_KERNEL(ad_pool_back)(call, dx, call->dx);
    if (!dp)
        return;
    AD_KERNEL(ad_product_weight)(call, rows, l->hidden, l->n, dz, code, dp + l->up);
    AD_KERNEL(ad_product_weight)(call, rows, l->n, l->hidden, dcode, x, dp + l->down);
    AD_KERNEL(ad_add_rows)(rows, l->n, dz, dp + l->bias);
}
