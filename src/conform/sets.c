/* Conformance: the float kernels agree with the double ones on the same noise (to 1e-5 of an
 * array's largest number), with each other bit for bit, and with themselves on 1, 2 and 4
 * threads. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "conform/conform.h"
#include "conform/fixture.h"
#include "technique/plugin.h"

enum { N_ARRAYS = 7 };

static const double rounding = 1e-5;

/* Everything that a step writes, as doubles. */
typedef struct {
    double *value; /* owned; the arrays one after another */
    size_t n[N_ARRAYS], all;
} result;

static adrop_status sets_collect(const ad_fixture *b, result *out)
{
    const size_t x = b->d->site.rows * b->n;
    const struct {
        const void *array;
        size_t n;
    } each[N_ARRAYS] = {
        { b->a.y, b->d->site.rows * b->width },
        { b->a.dx, x },
        { b->a.dpre, x },
        { b->a.dweight, b->p * b->n },
        { b->a.dbias, b->p },
        { b->d->grads, b->d->plan.params.n_reals },
        { b->d->buffers, b->d->plan.buffers.n_reals },
    };

    out->all = 0;
    for (size_t i = 0; i < N_ARRAYS; i++)
        out->all += out->n[i] = each[i].n;
    const adrop_status status = AD_NEW(b->d->ctx, out->all, "what a step writes", &out->value);
    if (status)
        return status;
    for (size_t i = 0, at = 0; i < N_ARRAYS; i++)
        for (size_t k = 0; k < each[i].n; k++)
            out->value[at++] = ad_fixture_get(b, each[i].array, k);
    return ADROP_OK;
}

static adrop_status sets_run(ad_conform *c, adrop_ctx *ctx, ad_kernel_set set, const ad_site *site,
                             result *out)
{
    ad_fixture b;
    adrop_status status = ad_conform_fixture(c, ctx, set, site, 1, &b);

    *out = (result){ 0 };
    if (status)
        return status;
    if (!(status = ad_dropout_forward(b.d, 0, &b.a)) &&
        !(status = ad_dropout_backward(b.d, 0, &b.a))) {
        ad_dropout_penalty(b.d, &b.a);
        ad_dropout_commit(b.d);
        status = sets_collect(&b, out);
    }
    ad_fixture_free(&b);
    return status;
}

static double distance(const result *a, const result *exact)
{
    double worst = 0;

    for (size_t r = 0, at = 0; r < N_ARRAYS; at += a->n[r++]) {
        double largest = 0, off = 0;
        for (size_t i = at; i < at + a->n[r]; i++) {
            largest = fmax(largest, fabs(exact->value[i]));
            const double d = fabs(a->value[i] - exact->value[i]);
            off = !(d <= off) ? d : off;
        }
        const double relative = off == 0 ? 0 : off / largest;
        worst = !(relative <= worst) ? relative : worst;
    }
    return worst;
}

static adrop_status check_sets(ad_conform *c, const ad_site *site)
{
    result exact, base = { 0 }, fast;
    adrop_status status = sets_run(c, c->ctx, AD_F64, site, &exact);

    if (!status && !(status = sets_run(c, c->ctx, AD_F32, site, &base)))
        ad_conform_add(c, "float less double, of the largest", distance(&base, &exact), rounding);
    for (int s = AD_F32_AVX2;
         !status && s < AD_N_KERNEL_SETS && ad_kernel_set_usable((ad_kernel_set)s); s++) {
        if (!(status = sets_run(c, c->ctx, (ad_kernel_set)s, site, &fast)))
            ad_conform_add(c, "numbers that depend on the instruction set",
                           ad_conform_differ(fast.value, base.value, base.all, sizeof(double)), 0);
        ad_free(c->ctx, fast.value);
    }
    ad_free(c->ctx, exact.value);
    ad_free(c->ctx, base.value);
    return status;
}

static adrop_status check_set_threads(ad_conform *c, adrop_ctx *const ctx[3], ad_kernel_set set,
                                      const ad_site *site)
{
    result one, more;
    adrop_status status = sets_run(c, ctx[0], set, site, &one);

    for (size_t i = 1; i < 3 && !status; i++) {
        if (!(status = sets_run(c, ctx[i], set, site, &more)))
            ad_conform_add(c, "numbers that depend on threads",
                           ad_conform_differ(more.value, one.value, one.all, sizeof(double)), 0);
        ad_free(c->ctx, more.value);
    }
    ad_free(c->ctx, one.value);
    return status;
}

static adrop_status check_threads(ad_conform *c, const ad_site *small)
{
    ad_site site = *small;
    adrop_ctx *ctx[3] = { 0 }; /* with 1, 2 and 4 threads */
    adrop_status status = ADROP_OK;

    /* several blocks of rows, the last one partial */
    site.rows = ad_site_area(small) > 1 ? 100 : 801;
    for (size_t i = 0; i < 3 && !status; i++)
        status = ad_plugin_context(c->ctx, 1 << i, NULL, NULL, &ctx[i]);
    for (int s = AD_F32; !status && s < AD_N_KERNEL_SETS && ad_kernel_set_usable((ad_kernel_set)s);
         s++)
        status = check_set_threads(c, ctx, (ad_kernel_set)s, &site);
    for (size_t i = 0; i < 3; i++)
        adrop_ctx_free(ctx[i]);
    return status;
}

static adrop_status at_site(ad_conform *c, const ad_site *site)
{
    const adrop_status status = check_sets(c, site);

    return status ? status : check_threads(c, site);
}

adrop_status ad_conform_sets(ad_conform *c)
{
    return ad_conform_each(c, at_site);
}
