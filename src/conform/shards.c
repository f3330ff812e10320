/* Conformance: two shards of a batch, processed separately. Outputs equal those of the whole batch
 * unless the technique uses batch statistics; gradients of parameters add up to within rounding
 * (1e-12 in double); running averages move to the rows' average over the shards. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "conform/conform.h"
#include "conform/fixture.h"

static const double rounding = 1e-12;

static double relative(double a, double b)
{
    return fabs(a - b) / fmax(1, fabs(b));
}

/* Shard s of two: the first has `first` rows. */
static adrop_status run_shard(ad_fixture *b, size_t s, size_t first)
{
    const size_t from = s ? first : 0, rows = b->d->site.rows;
    ad_call part = b->a;

    part.rows = s ? rows - first : first;
    part.where.first_row = (uint32_t)from;
    part.where.batch_rows = rows; /* extra losses are averages over the batch */
    part.x = (const double *)b->a.x + from * b->n;
    part.pre = (const double *)b->a.pre + from * b->n;
    part.y = (double *)b->a.y + from * b->width;
    part.dy = (const double *)b->a.dy + from * b->width;
    part.dx = (double *)b->a.dx + from * b->n;
    part.dpre = (double *)b->a.dpre + from * b->n;
    const adrop_status status = ad_dropout_forward(b->d, s, &part);
    return status ? status : ad_dropout_backward(b->d, s, &part);
}

static void shards_compare(ad_conform *c, const ad_fixture *whole, const ad_fixture *cut)
{
    const size_t rows = cut->d->site.rows, size = sizeof(double);
    double worst = 0;

    ad_conform_add(c, "numbers that depend on how a batch is cut",
                   ad_conform_differ(whole->a.y, cut->a.y, rows * cut->width, size) +
                       ad_conform_differ(whole->a.dx, cut->a.dx, rows * cut->n, size),
                   0);
    for (size_t i = 0; i < cut->d->plan.params.n_reals; i++) {
        const double off = relative(ad_fixture_get(cut, cut->d->grads, i),
                                    ad_fixture_get(whole, whole->d->grads, i));
        worst = !(off <= worst) ? off : worst;
    }
    if (cut->d->plan.params.n_reals)
        ad_conform_add(c, "gradients of shards, added, less the whole", worst, rounding);
}

/* Both shards have gone forward. scratch: (2 n_stats + 2 n_buffers). */
static void check_commit(ad_conform *c, const ad_fixture *b, size_t first, double *scratch)
{
    const size_t n_buffers = b->d->plan.buffers.n_reals, n_stats = b->d->plan.n_stats;
    const double rows = (double)b->d->site.rows;
    double *stats = scratch, *before = stats + 2 * n_stats, *after = before + n_buffers, worst = 0;

    memcpy(before, b->d->buffers, n_buffers * sizeof *before);
    memcpy(stats, b->d->stats, 2 * n_stats * sizeof *stats);
    ad_dropout_commit(b->d);
    memcpy(after, b->d->buffers, n_buffers * sizeof *after);
    if (!n_stats) /* without statistics, buffers keep their initial values */
        worst = ad_conform_differ(before, after, n_buffers, sizeof(double));
    for (size_t i = 0; n_stats && i < n_buffers; i++) {
        const size_t k = n_stats - n_buffers + i; /* the last statistics are averaged */
        const double mean =
            (stats[k] * (double)first + stats[n_stats + k] * (rows - (double)first)) / rows;
        const double off = relative(after[i], 0.9 * before[i] + 0.1 * mean);
        worst = !(off <= worst) ? off : worst;
    }
    ad_dropout_commit(b->d); /* no forward since the last commit */
    worst += ad_conform_differ(after, b->d->buffers, n_buffers, sizeof(double));
    if (n_buffers)
        ad_conform_add(c, "running averages less those of the rows", worst, rounding);
}

static adrop_status shards_check(ad_conform *c, ad_fixture *whole, ad_fixture *cut)
{
    const ad_plan *plan = &cut->d->plan;
    const size_t first = (cut->d->site.rows + 1) / 2;
    double *scratch = NULL;
    adrop_status status = AD_NEW(c->ctx, 2 * (plan->n_stats + plan->buffers.n_reals),
                                 "running averages", &scratch);

    if (!status && !(status = ad_dropout_forward(whole->d, 0, &whole->a)))
        status = ad_dropout_backward(whole->d, 0, &whole->a);
    for (size_t s = 0; s < 2 && !status; s++)
        status = run_shard(cut, s, first);
    if (!status) {
        if (!plan->n_stats) /* no batch statistics */
            shards_compare(c, whole, cut);
        check_commit(c, cut, first, scratch);
    }
    ad_free(c->ctx, scratch);
    return status;
}

static adrop_status at_site(ad_conform *c, const ad_site *site)
{
    ad_fixture whole, cut;
    adrop_status status = ad_conform_fixture(c, c->ctx, AD_F64, site, 1, &whole);

    if (status)
        return status;
    if (!(status = ad_conform_fixture(c, c->ctx, AD_F64, site, 2, &cut))) {
        status = shards_check(c, &whole, &cut);
        ad_fixture_free(&cut);
    }
    ad_fixture_free(&whole);
    return status;
}

adrop_status ad_conform_shards(ad_conform *c)
{
    return ad_conform_each(c, at_site);
}
