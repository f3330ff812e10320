/* The number of units of each round (prune_impl.h).
 *
 * A round removes round(q n) of the remaining n, over all layers or per layer. With `keep` F and
 * N rounds, q = 1 - F^(1/N); with F alone, N is the smallest number of rounds that reaches F. The
 * last round then goes to round(F n0). Everything is known before the first training. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "study/prune_impl.h"

enum { USUAL_ROUNDS = 10 };

/* Determine the rate and the number of rounds. */
static adrop_status prune_plan_settle(adrop_pruning *p)
{
    const adrop_prune_opts *o = &p->opts;
    size_t rounds = o->rounds ? o->rounds : USUAL_ROUNDS;

    p->rate = o->rate / 100;
    if (o->keep < 1 && o->rounds) {
        p->rate = 1 - pow(o->keep, 1 / (double)o->rounds);
    } else if (o->keep < 1) {
        const double n = ceil(log(o->keep) / log(1 - p->rate) - 1e-9);
        if (n > AD_MOST_ROUNDS)
            return ad_fail(p->ctx, ADROP_EINVAL,
                           "to `keep` %g at a `rate` of %g takes %.0f rounds, and there can be %d: "
                           "give a larger rate, or `rounds`",
                           o->keep, o->rate, n, AD_MOST_ROUNDS);
        rounds = n < 1 ? 1 : (size_t)n;
    }
    p->n_rounds = rounds + 1;
    return ADROP_OK;
}

/* What remains of n after the next round. */
static size_t next(size_t n, double rate)
{
    const size_t gone = (size_t)round(rate * (double)n);

    return n - (gone < n ? gone : n);
}

/* The count of the last round, if `keep` is set. */
static size_t last(const adrop_pruning *p, size_t all, size_t n)
{
    const size_t wanted = (size_t)round(p->opts.keep * (double)all);

    return wanted < n ? wanted : n;
}

static adrop_status plan_groups(adrop_pruning *p, size_t r)
{
    ad_prune_round *of = &p->rounds[r];
    const ad_prune_round *before = &p->rounds[r - 1];
    adrop_status status = AD_NEW(p->ctx, p->groups.n, "the layers", &of->group);

    for (size_t k = 0; k < p->groups.n && !status; k++) {
        const double rate = ad_group_rate(&p->groups, k, p->rate);
        const int is_last = p->opts.keep < 1 && r + 1 == p->n_rounds && rate >= p->rate;
        of->group[k] = is_last ? last(p, p->rounds[0].group[k], before->group[k])
                               : next(before->group[k], rate);
        of->units += of->group[k];
        if (!of->group[k])
            return ad_fail(
                p->ctx, ADROP_EINVAL,
                "round %zu would empty a layer of %zu %ss, which has %zu by then: give a "
                "smaller `rate`, a larger `keep` or fewer `rounds`",
                r, p->rounds[0].group[k], ad_prune_units[p->opts.unit], before->group[k]);
    }
    return status;
}

static adrop_status plan_all(adrop_pruning *p, size_t r)
{
    const int is_last = p->opts.keep < 1 && r + 1 == p->n_rounds;
    const size_t before = p->rounds[r - 1].units;

    p->rounds[r].units = is_last ? last(p, p->rounds[0].units, before) : next(before, p->rate);
    if (p->rounds[r].units >= p->groups.n)
        return ADROP_OK;
    return ad_fail(p->ctx, ADROP_EINVAL,
                   "round %zu would leave %zu %ss for %zu layers, so that one is empty: give a "
                   "smaller `rate`, a larger `keep` or fewer `rounds`",
                   r, p->rounds[r].units, ad_prune_units[p->opts.unit], p->groups.n);
}

adrop_status ad_prune_plan(adrop_pruning *p)
{
    const int is_global = ad_scope_is_global(p->opts.scope, p->opts.unit);
    adrop_status status = prune_plan_settle(p);

    if (status || (status = AD_NEW(p->ctx, p->n_rounds, "the rounds", &p->rounds)))
        return status;
    for (size_t r = 0; r < p->n_rounds; r++) {
        ad_prune_round *of = &p->rounds[r];
        of->before = of->test = of->params = of->macs = of->bytes = NAN;
        for (size_t k = 0; k < 4; k++)
            of->ms[k] = NAN;
        snprintf(of->run, sizeof of->run, "rounds/%zu", r);
    }
    p->rounds[0].units = p->groups.all;
    if (!is_global && !(status = AD_NEW(p->ctx, p->groups.n, "the layers", &p->rounds[0].group)))
        memcpy(p->rounds[0].group, p->groups.alive, p->groups.n * sizeof *p->groups.alive);
    for (size_t r = 1; r < p->n_rounds && !status; r++) {
        status = is_global ? plan_all(p, r) : plan_groups(p, r);
        if (!status && p->rounds[r].units == p->rounds[r - 1].units)
            status = ad_fail(
                p->ctx, ADROP_EINVAL,
                "round %zu would remove none of %zu %ss: give a larger `rate` or fewer "
                "`rounds`",
                r, p->rounds[r].units, ad_prune_units[p->opts.unit]);
    }
    return status;
}

void ad_prune_quota(const adrop_pruning *p, size_t from, size_t to, size_t *of_group,
                    ad_quota *quota)
{
    const ad_prune_round *a = &p->rounds[from], *b = &p->rounds[to];

    *quota =
        (ad_quota){ .is_global = !a->group, .of_all = a->units - b->units, .of_group = of_group };
    for (size_t k = 0; k < p->groups.n; k++)
        of_group[k] = a->group ? a->group[k] - b->group[k] : 0;
}
