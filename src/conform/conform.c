/* The suite as a whole, and code shared by its parts (conform.h). Quick parts run first. */
#include "conform/conform.h"
#include "base/option_check.h"

#include <math.h>
#include <string.h>

#include "conform/fixture.h"

void ad_conform_add(ad_conform *c, const char *check, double found, double most)
{
    adrop_conformance *r = NULL;

    for (size_t i = 0; i < c->n && !r; i++)
        if (!strcmp(c->results[i].check, check))
            r = &c->results[i];
    if (!r) {
        r = &c->results[c->n++];
        *r = (adrop_conformance){ .check = check, .most = most };
    }
    if (!(found <= r->found)) /* NaN is worse than any number, and stays */
        r->found = found;
    r->passed = r->found <= r->most;
}

adrop_status ad_conform_each(ad_conform *c, ad_conform_fn *fn)
{
    adrop_status refusal = ADROP_OK, status = ADROP_OK;
    size_t stood = 0;

    for (size_t s = 0; s < AD_FIXTURE_SITES && !status; s++) {
        ad_dropout *d;
        refusal = ad_dropout_create(c->ctx, AD_F64, c->text, &ad_fixture_sites[s], 1, &d);
        ad_dropout_free(d);
        if (refusal == ADROP_ENOMEM)
            return refusal;
        if (!refusal) {
            status = fn(c, &ad_fixture_sites[s]);
            stood++;
        }
    }
    return status || stood ? status : refusal;
}

adrop_status ad_conform_fixture(ad_conform *c, adrop_ctx *ctx, ad_kernel_set set,
                                const ad_site *site, size_t n_shards, ad_fixture *b)
{
    const adrop_status status = ad_fixture_make(ctx, set, c->text, site, n_shards, b);

    if (!status && c->spoil)
        c->spoil(b->d);
    return status;
}

double ad_conform_differ(const void *a, const void *b, size_t n, size_t size)
{
    const char *x = a, *y = b;
    size_t differ = 0;

    for (size_t i = 0; i < n; i++)
        differ += memcmp(x + i * size, y + i * size, size) != 0;
    return (double)differ;
}

double ad_conform_z(const double *average, size_t n)
{
    const double count = (double)n;
    double mean = 0, square = 0;

    for (size_t r = 0; r < n; r++)
        mean += average[r] / count;
    for (size_t r = 0; r < n; r++)
        square += (average[r] - mean) * (average[r] - mean);
    const double error = sqrt(square / (count - 1) / count);
    return error > 1e-9 ? fabs(mean) / error : fabs(mean) / 1e-6;
}

adrop_status adrop_technique_conform(adrop_ctx *ctx, const char *text, adrop_conformance *results,
                                     size_t *n)
{
    if (ad_check_given(ctx, "text", text) || ad_check_given(ctx, "results", results) ||
        ad_check_given(ctx, "n", n))
        return ADROP_EINVAL;

    static adrop_status (*const parts[])(
        ad_conform *) = { ad_conform_state, ad_conform_shards,  ad_conform_gradient,
                          ad_conform_sets,  ad_conform_moments, ad_conform_distribution };
    ad_conform c = { .ctx = ctx, .text = text };
    adrop_status status = ADROP_OK;

    for (size_t i = 0; i < sizeof parts / sizeof *parts && !status; i++)
        status = parts[i](&c);
    memcpy(results, c.results, c.n * sizeof *results);
    *n = c.n;
    return status;
}
